//! Indexing: what of the files is new is read, and becomes a commit.

use crate::error::IndexError;
use crate::fold::{Fold, Folded, Job, ends};
use crate::folder::{Folder, Lock};
use crate::manifest::{Blob, Failed, Manifest, Segment, Settings, VERSION};
use crate::paths::PathText;
use crate::rows::Rows;
use crate::saved;
use crate::schema::Table;
use crate::segment::{BlobWriter, Blobs, TableWriter};
use crate::snapshot::Snapshot;
use crate::sources::{self, Source};
use runlex::{FileReport, IdKey, Mode, Options, Report, Totals};
use runlex_scan::{
    Compression, FileInfo, Found, Io, LeftOut, NotSearched, Outcome, Scan, ScanError, Sources, Stamp,
};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{SystemTime, UNIX_EPOCH};

/// Rows that wait for the thread that writes them, in pieces.
const WAITING: usize = 4;
/// Rows of small files are handed on together.
const ROWS: usize = 1 << 15;
/// With more segments of lines than this a commit is followed by a compaction.
const SEGMENTS: usize = 32;

/// Makes an index, or brings one up to date.
///
/// An index is of the files and folders that it was ever given, as they are now: files that are gone leave it, changed ones are
/// read again, and of those that were only added to the added lines are read. See `docs/index-format.md`.
#[derive(Clone)]
pub struct Update {
    folder: Folder,
    paths: Vec<PathBuf>,
    options: Options<'static>,
    io: Io,
    threads: usize,
    cut: Option<u64>,
    max_unpacked: u64,
    with_text: Option<bool>,
    reads_all: bool,
}

/// What is to be done, found and locked: [`run`](Prepared::run) does it.
pub struct Prepared {
    update: Update,
    _lock: Lock,
    manifest: Manifest,
    /// In the order of paths.
    work: Vec<Work>,
    removed: u64,
    /// When the files were looked at.
    looked_at: i64,
    summary: Summary,
}

/// A file that is there.
enum Work {
    /// It is as it was; perhaps under another path.
    Keep(Box<Source>),
    /// There is more at its end.
    Append(FileInfo, Box<Source>),
    Read(FileInfo),
}

impl Work {
    fn path(&self) -> &Path {
        match self {
            Work::Keep(source) => &source.path.0,
            Work::Append(info, _) | Work::Read(info) => info.path(),
        }
    }
}

/// What an update did.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Summary {
    /// Files in the index.
    pub files: u64,
    /// Files that were read from their beginning: new ones, changed ones.
    pub read: u64,
    /// Files that were read on from where they were read to before.
    pub appended: u64,
    /// Files that are as they were.
    pub unchanged: u64,
    /// Of these the ones that have another path now.
    pub moved: u64,
    /// Files that are gone.
    pub removed: u64,
    /// Files that could not be read to their end, each with the reason. They are not in the index; the next update tries again.
    pub failed: Vec<(PathBuf, String)>,
    /// Folders that could not be looked at. What the index has of them stays.
    pub not_searched: Vec<NotSearched>,
    /// What was passed over in folders.
    pub left_out: LeftOut,
    /// Why all files were read again.
    pub rebuilt: Option<&'static str>,
    /// The number of the commit; that of the last one if nothing was to be done.
    pub commit: u64,
    /// Bytes of all files of the index but the manifest.
    pub bytes: u64,
}

impl Update {
    /// Of the index in this folder, which is made if it is not there.
    pub fn new(folder: impl AsRef<Path>) -> Update {
        Update {
            folder: Folder::new(folder.as_ref()),
            paths: Vec::new(),
            options: Options::new(&runlex::dialects::KEYS),
            io: Io::Auto,
            threads: 0,
            cut: None,
            max_unpacked: u64::MAX,
            with_text: None,
            reads_all: false,
        }
    }

    /// Also these files and folders, besides those that the index was given before.
    pub fn paths<P: Into<PathBuf>>(mut self, paths: impl IntoIterator<Item = P>) -> Update {
        self.paths.extend(paths.into_iter().map(Into::into));
        self
    }

    /// How lines are checked, and how long they may be. An index that was made in another mode or with another cap is
    /// made anew.
    pub fn options(mut self, options: Options<'static>) -> Update {
        self.options = options;
        self
    }

    /// How regular files are read.
    pub fn io(mut self, io: Io) -> Update {
        self.io = io;
        self
    }

    /// So many threads; 0, the default, for as many as the machine can run at once, but not more than 8. One more writes.
    pub fn threads(mut self, threads: usize) -> Update {
        self.threads = threads;
        self
    }

    /// Large files are cut into parts of so many bytes, by default as a scan does. The index does not depend on it.
    pub fn cut(mut self, bytes: u64) -> Update {
        self.cut = Some(bytes);
        self
    }

    /// A compressed file that unpacks to more than this fails. No cap by default.
    pub fn max_unpacked(mut self, bytes: u64) -> Update {
        self.max_unpacked = bytes;
        self
    }

    /// Whether the lines themselves are kept, as column `raw` of `lines`: with all that people and programs wrote into them. Not by
    /// default, which for an index that is there is as it was made. One that was made otherwise is made anew.
    pub fn with_text(mut self, yes: bool) -> Update {
        self.with_text = Some(yes);
        self
    }

    /// Whether files are read again that look as they did.
    pub fn verify(mut self, yes: bool) -> Update {
        self.reads_all = yes;
        self
    }

    /// The paths, from the root. One that is not there and never was is a mistake, and would be missed by every update from now
    /// on; so is an update of nothing.
    fn roots(&self) -> Result<Vec<PathText>, IndexError> {
        let mut roots = Vec::new();
        for path in &self.paths {
            let root = PathText(std::path::absolute(path).map_err(IndexError::io(path))?);
            if let Err(cause) = path.metadata() {
                let known = Manifest::read(&self.folder)?;
                if !known.is_some_and(|manifest| manifest.roots.contains(&root)) {
                    return Err(IndexError::io(path)(cause));
                }
            }
            roots.push(root);
        }
        match roots.is_empty() && Manifest::read(&self.folder)?.is_none() {
            true => Err(IndexError::Missing(self.folder.path().to_path_buf())),
            false => Ok(roots),
        }
    }

    /// Finds out what is to be done. From here until it is done or dropped nobody else writes to the index; where somebody does,
    /// this waits, and `waiting` is told who it is.
    ///
    /// # Errors
    ///
    /// If the folder cannot be made or holds other things; if the index there is damaged or of another version; if one of the
    /// [`paths`](Self::paths) is not there and never was; if neither an index is there nor a path was given.
    pub fn prepare(self, waiting: impl Fn(&str)) -> Result<Prepared, IndexError> {
        if self.paths.iter().any(|path| path == Path::new("-")) {
            return Err(IndexError::Stdin);
        }
        let roots = self.roots()?;
        self.folder.create()?;
        // Before anything is changed in an index that cannot be used.
        Manifest::read(&self.folder)?;
        let lock = self.folder.lock(&waiting)?;
        let manifest = Manifest::read(&self.folder)?;
        let kept_text = manifest.as_ref().is_some_and(|manifest| manifest.settings.with_text);
        let settings = Settings {
            max_line: self.options.max_line,
            max_unpacked: self.max_unpacked,
            skim: self.options.mode == Mode::Skim,
            with_text: self.with_text.unwrap_or(kept_text),
        };
        let (mut manifest, mut rebuilt) = (manifest.unwrap_or_else(|| empty(settings)), None);
        if manifest.settings != settings {
            rebuilt = Some("it was made with other options");
        } else if manifest.state_version != runlex::saved::VERSION {
            rebuilt = Some("it was made by another version of runlex");
        }
        let old = match rebuilt {
            Some(_) => Vec::new(),
            None => sources::read(&self.folder, &manifest)?,
        };
        (manifest.settings, manifest.state_version) = (settings, runlex::saved::VERSION);
        for root in roots {
            if !manifest.roots.contains(&root) {
                manifest.roots.push(root);
            }
        }
        let mut prepared = Prepared {
            update: self,
            _lock: lock,
            manifest,
            work: Vec::new(),
            removed: 0,
            looked_at: now(),
            summary: Summary { rebuilt, ..Summary::default() },
        };
        prepared.find(old)?;
        Ok(prepared)
    }
}

fn empty(settings: Settings) -> Manifest {
    Manifest {
        runlex_index: VERSION,
        state_version: runlex::saved::VERSION,
        written_by: String::new(),
        commit: 0,
        id_key: IdKey::random().to_u64(),
        settings,
        roots: Vec::new(),
        next_file: 1,
        segments: Vec::new(),
        totals: None,
        runs: None,
        sources: None,
        failed: Vec::new(),
    }
}

impl Prepared {
    /// Bytes that are to be read, as they lie on the disk.
    pub fn bytes(&self) -> u64 {
        let left = |work: &Work| match work {
            Work::Keep(_) => 0,
            Work::Append(info, _) | Work::Read(info) => info.len().unwrap_or(0).saturating_sub(info.start()),
        };
        self.work.iter().map(left).sum()
    }

    /// Decides for each file what is to be done.
    fn find(&mut self, old: Vec<Source>) -> Result<(), IndexError> {
        let home = std::path::absolute(self.update.folder.path())
            .map_err(IndexError::io(self.update.folder.path()))?;
        let roots = self.manifest.roots.iter().map(|root| root.0.clone());
        let Found { files, errors, left_out } = Sources::new().paths(roots).find();
        let mut by_path: HashMap<PathBuf, Source> =
            old.into_iter().map(|source| (source.path.0.clone(), source)).collect();
        let here: HashSet<&Path> = files.iter().map(FileInfo::path).collect();
        // Files that are gone from where they were, and may be elsewhere.
        let mut gone: HashMap<(u64, u64), Source> = HashMap::new();
        let mut kept = Vec::new();
        for (path, source) in by_path.extract_if(|path, _| !here.contains(&**path)) {
            match errors.iter().any(|error| path.starts_with(&error.path)) {
                true => kept.push(source),
                false => {
                    gone.insert((source.device, source.inode), source);
                }
            }
        }
        drop(here);
        self.removed = gone.len() as u64;
        for info in files {
            if info.path().starts_with(&home) {
                continue;
            }
            let Some(stamp) = info.stamp() else {
                self.fail(info.path(), why_not(info.path()));
                continue;
            };
            if info.is_stream() && is_made_up(info.path()) {
                self.fail(
                    info.path(),
                    "the system makes it up as it is read, so it cannot be indexed".to_owned(),
                );
                continue;
            }
            let known = by_path.remove(info.path()).or_else(|| {
                let moved = gone.get(&(stamp.device, stamp.inode)).filter(|source| {
                    source.size == stamp.len && source.modified == stamp.modified && source.ends.is_some()
                });
                moved.filter(|source| has_ends(&info, source))?;
                gone.remove(&(stamp.device, stamp.inode))
            });
            let work = self.what(info, stamp, known);
            self.work.push(work);
        }
        self.removed -= self.summary.moved;
        for source in kept {
            // Where it is cannot be looked at.
            let at = self.work.partition_point(|work| work.path() < &*source.path.0);
            self.work.insert(at, Work::Keep(Box::new(source)));
        }
        self.summary.not_searched = errors;
        self.summary.left_out = left_out;
        Ok(())
    }

    fn fail(&mut self, path: &Path, error: String) {
        self.summary.failed.push((path.to_path_buf(), error));
    }

    fn what(&mut self, info: FileInfo, stamp: Stamp, known: Option<Source>) -> Work {
        let Some(mut known) = known.filter(|known| !self.update.reads_all && !known.racy) else {
            return Work::Read(info);
        };
        if known.path.0 != info.path() {
            // A new name changes the time of change, and nothing else.
            (known.changed, known.racy) = (stamp.changed, is_racy(stamp, self.looked_at));
            known.path = PathText(info.path().to_path_buf());
            self.summary.moved += 1;
            return Work::Keep(Box::new(known));
        }
        if known.is_as(stamp) {
            return Work::Keep(Box::new(known));
        }
        let is_longer = (known.device, known.inode) == (stamp.device, stamp.inode)
            && stamp.len > known.size
            && known.encoding.is_none();
        match is_longer && has_ends(&info, &known) {
            true => Work::Append(info.starting_at(known.whole), Box::new(known)),
            false => Work::Read(info),
        }
    }

    /// Does it. `progress` is told how many more of [`bytes`](Self::bytes) were read; once `cancel` is set, nothing more is
    /// read, and the index stays as it was.
    ///
    /// Memory: that of a scan, some ten thousand rows, saved reports of the files on their way; for the totals what
    /// `docs/report.md` says of sums over files; for each file its entry in the manifest.
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
        let mut ledger = Ledger {
            commit,
            work: work.into_iter().peekable(),
            old: Blobs::new(&folder),
            states: BlobWriter::new(&folder, commit)?,
            totals: Totals::new(key),
            snapshot: Snapshot::new(
                TableWriter::new(&folder, Table::Files, commit),
                TableWriter::new(&folder, Table::Runs, commit),
            ),
            sources: Vec::new(),
            summary: &mut self.summary,
            key,
            looked_at: self.looked_at,
        };
        let stop = AtomicBool::new(false);
        let watch = |bytes| {
            progress(bytes);
            if cancel.load(Ordering::Relaxed) {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let (send, rows) = sync_channel::<Rows>(WAITING);
        let mut result = Ok(());
        let (scanned, written) = std::thread::scope(|scope| {
            let writer = scope.spawn(|| write_rows(&folder, commit, rows, &stop));
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
                |info| Fold::new(&folder, &jobs[info.path()], key, send.clone()),
                |info, outcome| {
                    if result.is_ok() {
                        result = ledger.read(&info, outcome, &mut gathered);
                    }
                    if result.is_err() {
                        stop.store(true, Ordering::Relaxed);
                    }
                    if gathered.len() >= ROWS {
                        _ = send.send(std::mem::take(&mut gathered));
                    }
                },
            );
            _ = send.send(gathered);
            drop(send);
            (scanned, writer.join())
        });
        let mut segments = written.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        result?;
        scanned?;
        if cancel.load(Ordering::Relaxed) {
            return Err(ScanError::Cancelled.into());
        }
        let finished = ledger.finish()?;
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
        (manifest.totals, manifest.runs) = (Some(totals), Some(runs));
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
                with_text: self.manifest.settings.with_text,
            };
            match work {
                Work::Keep(_) => continue,
                Work::Append(_, source) => {
                    (job.file, job.start, job.start_lines) = (source.file, source.whole, source.whole_lines);
                    job.before = Some(source.state);
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
    rows: Receiver<Rows>,
    stop: &AtomicBool,
) -> Result<Vec<Segment>, IndexError> {
    let mut tables = [Table::Lines, Table::ToolCalls, Table::Faults]
        .map(|table| (table, TableWriter::new(folder, table, commit)));
    let written = (|| -> Result<Vec<Segment>, IndexError> {
        for rows in rows {
            for ((_, writer), (_, batch)) in tables.iter_mut().zip(rows.batches()?) {
                writer.write(&batch)?;
            }
        }
        let finished = tables.into_iter().filter_map(|(_, writer)| writer.finish().transpose());
        finished.collect()
    })();
    if written.is_err() {
        stop.store(true, Ordering::Relaxed);
    }
    written
}

/// Puts files into the commit, in the order of paths: those that were read, and between them those that stay.
struct Ledger<'f> {
    commit: u64,
    work: std::iter::Peekable<std::vec::IntoIter<Work>>,
    old: Blobs<'f>,
    states: BlobWriter,
    totals: Totals,
    snapshot: Snapshot<'f>,
    sources: Vec<Source>,
    summary: &'f mut Summary,
    key: IdKey,
    looked_at: i64,
}

struct Finished {
    segments: Vec<Segment>,
    totals: Blob,
    runs: Blob,
    sources: Vec<Source>,
}

impl Ledger<'_> {
    /// A file that was read.
    fn read(
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
        let folded = outcome.output?;
        let is_plain = outcome.compression == Compression::None;
        let ends = match folded.ends {
            Err(error) => return self.fail(info.path(), error.to_string()),
            Ok(None) if is_plain => {
                return self.fail(info.path(), "it became shorter while it was read".to_owned());
            }
            Ok(ends) => ends.filter(|_| is_plain),
        };
        let Some(stamp) = info.stamp() else { return Ok(()) };
        gathered.append(folded.rows, 0);
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
            let report = load(&mut self.old, &source, self.key)?;
            self.enter(*source, Totals::of(report))?;
        }
        Ok(())
    }

    fn enter(&mut self, source: Source, finished: (Totals, FileReport)) -> Result<(), IndexError> {
        let (totals, report) = finished;
        self.totals.merge(totals);
        self.snapshot.add(&source, report)?;
        self.sources.push(source);
        Ok(())
    }

    fn finish(mut self) -> Result<Finished, IndexError> {
        self.keep_until(None)?;
        self.summary.failed.sort();
        for _ in &self.summary.failed {
            let mut report = Report::new(self.key);
            report.cut_short();
            self.totals.merge(Totals::of(report).0);
        }
        let (files, runs, saved_runs) = self.snapshot.finish()?;
        let mut segments: Vec<Segment> = Vec::new();
        segments.extend(files.finish()?);
        segments.extend(runs.finish()?);
        let totals = self.states.add(&saved::of_totals(&self.totals.finish()))?;
        let runs = self.states.add(&saved_runs)?;
        segments.push(self.states.finish()?);
        Ok(Finished { segments, totals, runs, sources: self.sources })
    }
}

/// The report of an indexed file.
pub(crate) fn load(blobs: &mut Blobs<'_>, source: &Source, key: IdKey) -> Result<Report, IndexError> {
    let mut report = saved::report(blobs.read(source.state)?, key)?;
    if let Some(tail) = source.tail {
        report.merge(saved::report(blobs.read(tail)?, key)?);
    }
    Ok(report)
}

/// Whether the file still has what was read of it, by its ends.
fn has_ends(info: &FileInfo, source: &Source) -> bool {
    let found = source.ends.map(|known| (known, ends(info.path(), source.whole)));
    matches!(found, Some((known, Ok(Some(found)))) if known == found)
}

/// Whether a file that has no bytes gives some.
fn is_made_up(path: &Path) -> bool {
    use std::io::Read;
    std::fs::File::open(path).is_ok_and(|mut file| file.read(&mut [0]).is_ok_and(|got| got > 0))
}

fn why_not(path: &Path) -> String {
    match path.metadata() {
        Err(error) => error.to_string(),
        Ok(_) => "it is no regular file, so it cannot be indexed".to_owned(),
    }
}

/// Nanoseconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).map(|since| since.as_nanos());
    since.ok().and_then(|since| i64::try_from(since).ok()).unwrap_or(i64::MAX)
}

/// Whether a file may be written to again, after it was looked at, without its time telling: clocks of file systems stand
/// still between ticks. Some count whole or even seconds only.
fn is_racy(stamp: Stamp, looked_at: i64) -> bool {
    const TICK: i64 = 50_000_000;
    const COARSE: i64 = 2_000_000_000;
    let window = if stamp.changed % 1_000_000_000 == 0 { COARSE } else { TICK };
    stamp.changed.saturating_add(window) >= looked_at
}

#[cfg(test)]
mod tests {
    use super::*;

    /// D9: what was written to within a tick of the clock, or after it was looked at, or in the future.
    #[test]
    fn d9_when_times_do_not_tell() {
        const SECOND: i64 = 1_000_000_000;
        let now = 1_000 * SECOND;
        for (changed, want) in [
            (now - SECOND - 1, false),
            (now - 50_000_001, false),
            (now - 50_000_000, true),
            (now - 1, true),
            (now + 1, true),
            (now + 1_000 * SECOND, true),
            (i64::MAX, true),
            // A clock that counts whole seconds, or even ones.
            (now - 2 * SECOND, true),
            (now - 3 * SECOND, false),
        ] {
            let stamp = Stamp { device: 1, inode: 1, len: 1, modified: 0, changed };
            assert_eq!(is_racy(stamp, now), want, "{}", changed - now);
        }
    }
}
