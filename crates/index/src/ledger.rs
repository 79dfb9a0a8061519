//! The ledger: what a commit says of all its files, in the order of paths.

use crate::decide::{Work, is_racy};
use crate::error::IndexError;
use crate::fold::Folded;
use crate::folder::Folder;
use crate::manifest::{Blob, Segment};
use crate::paths::PathText;
use crate::rows::Rows;
use crate::saved;
use crate::schema::Table;
use crate::segment::{BlobWriter, Blobs, TableWriter};
use crate::snapshot::Snapshot;
use crate::sources::Source;
use crate::update::Summary;
use runlex::{FileReport, IdKey, Report, Totals};
use runlex_scan::{Compression, FileInfo, Outcome};
use std::path::Path;

/// So many bytes of saved runs lie together: they fit into a cache, and threads share them out.
const RUNS: usize = 1 << 18;

/// Puts files into the commit, in the order of paths: those that were read, and between them those that stay.
pub(crate) struct Ledger<'f> {
    commit: u64,
    work: std::iter::Peekable<std::vec::IntoIter<Work>>,
    old: Blobs<'f>,
    states: BlobWriter,
    totals: Totals,
    snapshot: Snapshot<'f>,
    /// Of the last files: number, path, saved list of runs. Those before are in `runs`.
    saved_runs: Vec<u8>,
    runs: Vec<Blob>,
    sources: Vec<Source>,
    summary: &'f mut Summary,
    key: IdKey,
    looked_at: i64,
}

/// What the manifest says of them.
pub(crate) struct Finished {
    pub(crate) segments: Vec<Segment>,
    pub(crate) totals: Blob,
    pub(crate) runs: Vec<Blob>,
    pub(crate) sources: Vec<Source>,
}

impl<'f> Ledger<'f> {
    /// For the `work` of a commit, in the order of paths.
    pub(crate) fn new(
        folder: &'f Folder,
        commit: u64,
        key: IdKey,
        work: Vec<Work>,
        looked_at: i64,
        summary: &'f mut Summary,
    ) -> Result<Ledger<'f>, IndexError> {
        Ok(Ledger {
            commit,
            work: work.into_iter().peekable(),
            old: Blobs::new(folder),
            states: BlobWriter::new(folder, commit)?,
            totals: Totals::new(key),
            snapshot: Snapshot::new(
                TableWriter::new(folder, Table::Files, commit),
                TableWriter::new(folder, Table::Runs, commit),
            ),
            saved_runs: Vec::new(),
            runs: Vec::new(),
            sources: Vec::new(),
            summary,
            key,
            looked_at,
        })
    }

    /// A file that was read.
    pub(crate) fn read(
        &mut self,
        info: &FileInfo,
        outcome: Outcome<Result<Folded, IndexError>>,
        gathered: &mut Rows,
    ) -> Result<(), IndexError> {
        self.keep_until(Some(info.path()))?;
        let work = self.work.next();
        if let Some(error) = &outcome.error {
            return self.fail(info.path(), error.to_string());
        }
        let mut folded = outcome.output?;
        let is_plain = outcome.compression == Compression::None;
        let ends = match folded.ends {
            Err(error) => return self.fail(info.path(), error.to_string()),
            Ok(None) if is_plain => {
                return self.fail(info.path(), "it became shorter while it was read".to_owned());
            }
            Ok(ends) => ends.filter(|_| is_plain),
        };
        let Some(stamp) = info.stamp() else { return Ok(()) };
        gathered.append(&mut folded.rows, 0);
        let (file, rows_in, more_sessions) = match work {
            Some(Work::Append(_, source)) => {
                self.summary.appended += 1;
                (source.file, source.rows_in, source.more_sessions)
            }
            _ => {
                self.summary.read += 1;
                (folded.file, Vec::new(), false)
            }
        };
        let state = self.states.add(&folded.state)?;
        let tail = folded.tail.map(|tail| self.states.add(&tail)).transpose()?;
        let source = Source {
            path: PathText(info.path().to_path_buf()),
            file,
            commit: self.commit,
            rows_in: rows_in.into_iter().chain([self.commit]).collect(),
            device: stamp.device,
            inode: stamp.inode,
            size: stamp.len,
            modified: stamp.modified,
            changed: stamp.changed,
            racy: is_racy(stamp, self.looked_at),
            more_sessions: more_sessions || folded.has_more_sessions,
            bytes: folded.bytes,
            lines: folded.whole_lines + u64::from(tail.is_some()),
            whole: folded.whole,
            whole_lines: folded.whole_lines,
            ends,
            compression: match outcome.compression {
                Compression::None => None,
                Compression::Gzip => Some("gzip".into()),
                Compression::Zstd => Some("zstd".into()),
            },
            encoding: outcome.encoding.map(|encoding| encoding.as_str().into()),
            state,
            tail,
        };
        self.enter(source, folded.finished)
    }

    fn fail(&mut self, path: &Path, error: String) -> Result<(), IndexError> {
        self.summary.failed.push((path.to_path_buf(), error));
        Ok(())
    }

    /// The files that stay, up to this path.
    fn keep_until(&mut self, path: Option<&Path>) -> Result<(), IndexError> {
        let is_before = |work: &Work| path.is_none_or(|path| work.path() < path);
        while let Some(Work::Keep(source)) = self.work.next_if(is_before) {
            self.summary.unchanged += 1;
            let report = source.report(&mut self.old, self.key)?;
            self.enter(*source, Totals::of(report))?;
        }
        Ok(())
    }

    fn enter(&mut self, source: Source, finished: (Totals, FileReport)) -> Result<(), IndexError> {
        let (totals, report) = finished;
        self.totals.merge(totals);
        saved::add_runs(&mut self.saved_runs, source.file, &source.path.0, &report.run_list);
        if self.saved_runs.len() >= RUNS {
            self.save_runs()?;
        }
        self.snapshot.add(&source, report)?;
        self.sources.push(source);
        Ok(())
    }

    fn save_runs(&mut self) -> Result<(), IndexError> {
        self.runs.push(self.states.add(&self.saved_runs)?);
        self.saved_runs.clear();
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<Finished, IndexError> {
        self.keep_until(None)?;
        self.summary.failed.sort();
        for _ in &self.summary.failed {
            let mut report = Report::new(self.key);
            report.cut_short();
            self.totals.merge(Totals::of(report).0);
        }
        if !self.saved_runs.is_empty() {
            self.save_runs()?;
        }
        let (files, runs) = self.snapshot.finish()?;
        let mut segments: Vec<Segment> = Vec::new();
        segments.extend(files.finish()?);
        segments.extend(runs.finish()?);
        let totals = self.states.add(&saved::of_totals(&self.totals.finish()))?;
        segments.push(self.states.finish()?);
        Ok(Finished { segments, totals, runs: self.runs, sources: self.sources })
    }
}
