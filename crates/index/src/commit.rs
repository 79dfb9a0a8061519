//! The reading: files that are new, or have more at their ends, become a commit.

use crate::decide::Work;
use crate::error::IndexError;
use crate::fold::{Fold, Job};
use crate::folder::Folder;
use crate::ledger::Ledger;
use crate::manifest::{Failed, Segment};
use crate::paths::PathText;
use crate::rows::{Rows, Spare};
use crate::schema::Table;
use crate::segment::TableWriter;
use crate::sources;
use crate::update::{Prepared, Summary};
use runlex::IdKey;
use runlex_scan::{FileInfo, Scan, ScanError};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

/// Rows that wait for the thread that writes them, in pieces.
const WAITING: usize = 4;
/// Rows of small files are handed on together.
const ROWS: usize = 1 << 15;
/// Files of so many bytes may have as many.
const LARGE: u64 = 1 << 24;
/// With more segments of lines than this a commit is followed by a compaction.
const SEGMENTS: usize = 32;

impl Prepared {
    /// Does it. `progress` is told how many more of [`bytes`](Self::bytes) were read; once `cancel` is set, nothing more is
    /// read, and the index stays as it was.
    ///
    /// Memory: that of a scan, some ten thousand rows, saved reports of the files on their way; for the totals what
    /// `docs/report.md` says of sums over files; for each file its entry in the list of files.
    ///
    /// # Errors
    ///
    /// If the index cannot be written, or is damaged; the one that was there stays. What is wrong with a file is in the summary.
    pub fn run(
        mut self,
        progress: &(dyn Fn(u64) + Sync),
        cancel: &AtomicBool,
    ) -> Result<Summary, IndexError> {
        let failed_as_before = {
            let told = self.manifest.failed.iter().map(|failed| (&failed.path.0, &failed.error));
            told.eq(self.summary.failed.iter().map(|(path, error)| (path, error)))
        };
        let is_new = self.work.iter().any(|work| !matches!(work, Work::Keep(_)));
        let changes = is_new
            || self.removed > 0
            || self.summary.moved > 0
            || !failed_as_before
            || self.summary.rebuilt.is_some()
            || self.manifest.commit == 0;
        if changes {
            self.write(progress, cancel)?;
        } else {
            self.update.folder.remove_unfinished(self.manifest.commit);
            self.summary.unchanged = self.work.len() as u64;
            self.summary.files = self.summary.unchanged;
        }
        self.summary.removed = self.removed;
        self.summary.commit = self.manifest.commit;
        self.summary.bytes = self.manifest.bytes();
        Ok(self.summary)
    }

    fn write(&mut self, progress: &(dyn Fn(u64) + Sync), cancel: &AtomicBool) -> Result<(), IndexError> {
        let folder = self.update.folder.clone();
        // Of commits before the last one, and of those that came to no end.
        folder.remove_others(&self.manifest.names().collect());
        let commit = self.manifest.commit + 1;
        let key = IdKey::from_u64(self.manifest.id_key);
        let work = std::mem::take(&mut self.work);
        let jobs = self.jobs(&work, commit);
        let files: Vec<FileInfo> = work
            .iter()
            .filter_map(|work| match work {
                Work::Keep(_) => None,
                Work::Append(info, _) | Work::Read(info) => Some(info.clone()),
            })
            .collect();
        let mut ledger = Ledger::new(&folder, commit, key, work, self.looked_at, &mut self.summary)?;
        let stop = AtomicBool::new(false);
        let watch = |bytes| {
            progress(bytes);
            if cancel.load(Ordering::Relaxed) {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let (send, rows) = sync_channel::<Rows>(WAITING);
        let spare = Spare::default();
        let mut result = Ok(());
        let (finished, written) = thread::scope(|scope| {
            let writer = thread::Builder::new().name("runlex-index".to_owned());
            let writer = writer.spawn_scoped(scope, || write_rows(&folder, commit, (rows, &spare), &stop));
            let writer = writer.map_err(IndexError::io(folder.path()))?;
            let scan = Scan::new(self.update.options)
                .files(files)
                .io(self.update.io)
                .threads(self.update.threads)
                .max_unpacked(self.update.max_unpacked)
                .progress(&watch)
                .cancel(&stop);
            let scan = match self.update.cut {
                Some(bytes) => scan.cut(bytes),
                None => scan,
            };
            let mut gathered = Rows::default();
            let scanned = scan.run(
                |info| {
                    Fold::new(
                        &folder,
                        &jobs[info.path()],
                        key,
                        (send.clone(), &spare),
                        info.len().is_some_and(|len| len >= LARGE),
                    )
                },
                |info, outcome| {
                    if result.is_ok() {
                        result = ledger.read(&info, outcome, &mut gathered);
                    }
                    if result.is_err() {
                        stop.store(true, Ordering::Relaxed);
                    }
                    if gathered.len() >= ROWS {
                        _ = send.send(std::mem::replace(&mut gathered, spare.take()));
                    }
                },
            );
            _ = send.send(gathered);
            drop(send);
            // While the last rows are written.
            let finished = match (result, scanned) {
                (Err(error), _) => Err(error),
                (_, Err(error)) => Err(error.into()),
                _ if stop.load(Ordering::Relaxed) => Err(ScanError::Cancelled.into()),
                _ => ledger.finish(),
            };
            Ok::<_, IndexError>((finished, writer.join()))
        })?;
        // If writing failed, that is why the rest did.
        let mut segments = written.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        let finished = finished?;
        if cancel.load(Ordering::Relaxed) {
            return Err(ScanError::Cancelled.into());
        }
        segments.extend(finished.segments);
        let (totals, runs, sources) = (finished.totals, finished.runs, finished.sources);

        let manifest = &mut self.manifest;
        let in_rows: HashSet<u64> =
            sources.iter().flat_map(|source| source.rows_in.iter().copied()).collect();
        let in_states: HashSet<u64> = sources
            .iter()
            .flat_map(|source| [Some(source.state), source.tail])
            .flatten()
            .map(|blob| blob.commit)
            .collect();
        manifest.segments.retain(|segment| match segment.table {
            Some(table) => !table.is_snapshot() && in_rows.contains(&segment.commit),
            None => in_states.contains(&segment.commit),
        });
        manifest.segments.extend(segments);
        manifest.commit = commit;
        manifest.written_by = concat!("runlex ", env!("CARGO_PKG_VERSION")).to_owned();
        self.summary.files = sources.len() as u64;
        manifest.sources = Some(sources::write(&folder, commit, &sources)?);
        (manifest.totals, manifest.runs) = (Some(totals), runs);
        let failed = self.summary.failed.iter().cloned();
        manifest.failed = failed.map(|(path, error)| Failed { path: PathText(path), error }).collect();
        folder.commit(&manifest.to_bytes())?;
        if manifest.of_table(Table::Lines).count() > SEGMENTS {
            crate::compact::locked(&folder, manifest)?;
        }
        // Whoever opened the index before this commit may still read its files: the next commit removes them.
        Ok(())
    }

    /// What is needed to read each file that is to be read.
    fn jobs(&mut self, work: &[Work], commit: u64) -> HashMap<PathBuf, Job> {
        let mut jobs = HashMap::new();
        for work in work {
            let mut job = Job {
                path: work.path().to_path_buf(),
                file: 0,
                commit,
                start: 0,
                start_lines: 0,
                before: None,
                ends: None,
                with_text: self.manifest.settings.with_text,
            };
            match work {
                Work::Keep(_) => continue,
                Work::Append(_, source) => {
                    (job.file, job.start, job.start_lines) = (source.file, source.whole, source.whole_lines);
                    (job.before, job.ends) = (Some(source.state), source.ends);
                }
                Work::Read(_) => {
                    job.file = self.manifest.next_file;
                    self.manifest.next_file += 1;
                }
            }
            jobs.insert(job.path.clone(), job);
        }
        jobs
    }
}

/// Writes rows until nobody sends any more.
fn write_rows(
    folder: &Folder,
    commit: u64,
    (rows, spare): (Receiver<Rows>, &Spare),
    stop: &AtomicBool,
) -> Result<Vec<Segment>, IndexError> {
    let mut tables = [Table::Lines, Table::ToolCalls, Table::Stated, Table::Faults]
        .map(|table| (table, TableWriter::new(folder, table, commit)));
    let written = (|| -> Result<Vec<Segment>, IndexError> {
        for rows in rows {
            for (table, writer) in &mut tables {
                writer.write(&rows.batch(*table)?)?;
            }
            spare.give(rows);
        }
        let finished = tables.into_iter().filter_map(|(_, writer)| writer.finish().transpose());
        finished.collect()
    })();
    if written.is_err() {
        stop.store(true, Ordering::Relaxed);
    }
    written
}
