//! Which files are read.

use crate::info::{FileInfo, Identity, Source};
use crate::scan;
use ignore::WalkBuilder;
use rayon::prelude::*;
use std::collections::HashSet;
use std::error::Error;
use std::ffi::OsStr;
use std::fmt;
use std::fs::{File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Gathers what is to be read.
///
/// A file that is named is taken whatever its name and kind. In a folder the name decides: `*.jsonl`, `*.ndjson` and `*.json`,
/// also with `.gz` or `.zst` behind, in capitals or not; hidden ones too, whatever ignore files say. There only regular
/// files are taken, and links are left out unless asked for.
///
/// ```no_run
/// use runlex_scan::Sources;
/// let found = Sources::new().stdin().path("runs/").path("more.log").find();
/// for error in &found.errors {
///     println!("{error}");
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sources {
    paths: Vec<PathBuf>,
    stdin: bool,
    follow_links: bool,
    threads: usize,
}

/// To start threads for fewer files costs more than to ask for them: a thread takes so many at least.
const FILES: usize = 256;

/// What [`Sources`] come to.
#[derive(Debug, Default)]
pub struct Found {
    /// Standard input first, then by path. A file that is found under several paths is here once, under the first of them.
    pub files: Vec<FileInfo>,
    /// What could not be looked at.
    pub errors: Vec<NotSearched>,
    /// What was passed over in folders although its name fits.
    pub left_out: LeftOut,
}

/// Counts of what was passed over in folders although its name fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Files whose name says that they are compressed in a way that is not read: `.bz2`, `.xz`.
    pub compressed: u64,
    /// Links, to files or folders.
    pub links: u64,
    /// Pipes, sockets, devices, files that the system makes up (as under `/proc`).
    pub special: u64,
}

/// A folder, or something in it, that could not be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotSearched {
    /// Where.
    pub path: PathBuf,
    /// Why.
    pub reason: String,
}

impl fmt::Display for NotSearched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: not searched: {}", self.path.display(), self.reason)
    }
}

impl Error for NotSearched {}

impl Sources {
    /// None so far.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Also standard input.
    pub fn stdin(mut self) -> Sources {
        self.stdin = true;
        self
    }

    /// Also this file, or the files in this folder.
    pub fn path(mut self, path: impl Into<PathBuf>) -> Sources {
        self.paths.push(path.into());
        self
    }

    /// Also these: an explicit list.
    pub fn paths<P: Into<PathBuf>>(mut self, paths: impl IntoIterator<Item = P>) -> Sources {
        self.paths.extend(paths.into_iter().map(Into::into));
        self
    }

    /// Whether links in folders are followed. A link that is named always is. A link back to a folder it lies in is an error
    /// of that link.
    pub fn follow_links(mut self, yes: bool) -> Sources {
        self.follow_links = yes;
        self
    }

    /// Large folders are looked into with so many threads; 0, the default, for as many as the machine can run at once, but not more
    /// than 8.
    pub fn threads(mut self, threads: usize) -> Sources {
        self.threads = threads;
        self
    }

    /// Looks, and puts what there is in order. Each file is asked for its kind, length and identity; only empty ones in folders
    /// are opened, to tell them from those that the system makes up.
    pub fn find(self) -> Found {
        let mut found = Found::default();
        let mut files = Vec::new();
        for path in self.paths {
            match path.is_dir() {
                true => walk(&path, self.follow_links, &mut files, &mut found),
                false => files.push(Entry { path, is_walked: false }),
            }
        }
        files.sort();
        // Of two, the one that was named.
        files.dedup_by(|later, first| later.path == first.path);
        if self.stdin {
            found.files.push(FileInfo::new(Source::Stdin, true, None));
        }
        let mut seen = HashSet::with_capacity(files.len());
        let metas = metas(&files, self.threads);
        for (Entry { path, is_walked }, meta) in files.into_iter().zip(metas) {
            let identity = meta.as_ref().and_then(|meta| Identity::of(&path, meta));
            if is_walked && meta.as_ref().is_some_and(|meta| meta.len() == 0) && is_made_up(&path) {
                found.left_out.special += 1;
            } else if identity.is_none_or(|identity| seen.insert(identity)) {
                found.files.push(FileInfo::new(Source::File(path), !is_walked, meta.as_ref()));
            }
        }
        found
    }
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    path: PathBuf,
    is_walked: bool,
}

/// What the system says of each. Nothing where it fails: that will be told when it is read.
fn metas(files: &[Entry], threads: usize) -> Vec<Option<Metadata>> {
    let meta = |file: &Entry| file.path.metadata().ok();
    let pool = (files.len() >= 2 * FILES && threads != 1).then(|| scan::pool(threads));
    match pool {
        Some(Ok(pool)) => pool.install(|| files.par_iter().with_min_len(FILES).map(meta).collect()),
        // Without threads it only takes longer.
        Some(Err(_)) | None => files.iter().map(meta).collect(),
    }
}

fn walk(folder: &Path, follow_links: bool, files: &mut Vec<Entry>, found: &mut Found) {
    let mut walker = WalkBuilder::new(folder);
    // In the order that they end up in: what is in order is quickly sorted.
    walker.standard_filters(false).follow_links(follow_links).sort_by_file_name(OsStr::cmp);
    for entry in walker.build() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                found.errors.push(not_searched(folder, &error));
                continue;
            }
        };
        let (Some(kind), Some(ending)) = (entry.file_type(), ending(entry.path())) else { continue };
        if kind.is_symlink() {
            found.left_out.links += 1;
        } else if kind.is_file() {
            match ending {
                Ending::Read => files.push(Entry { path: entry.into_path(), is_walked: true }),
                Ending::Compressed => found.left_out.compressed += 1,
            }
        } else if !kind.is_dir() {
            found.left_out.special += 1;
        }
    }
}

/// Whether a file without bytes gives some.
fn is_made_up(path: &Path) -> bool {
    let Ok(mut file) = File::open(path) else { return false };
    let gives = file.read(&mut [0]).is_ok_and(|got| got > 0);
    // Not one that was just written to.
    gives && file.metadata().is_ok_and(|meta| meta.len() == 0)
}

/// The path and the reason, each once: the walker's own words repeat both.
fn not_searched(folder: &Path, error: &ignore::Error) -> NotSearched {
    let path = path_of(error).unwrap_or(folder).to_path_buf();
    if let Some(loops) = loop_of(error) {
        return NotSearched { path, reason: format!("it links back to {}", loops.display()) };
    }
    let Some(io) = error.io_error() else { return NotSearched { path, reason: error.to_string() } };
    let mut reason: &dyn Error = io;
    while let Some(cause) = reason.source() {
        reason = cause;
    }
    NotSearched { path, reason: reason.to_string() }
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::Loop { child, .. } => Some(child),
        ignore::Error::WithDepth { err, .. } => path_of(err),
        _ => None,
    }
}

/// The folder that a link leads back to.
fn loop_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::Loop { ancestor, .. } => Some(ancestor),
        ignore::Error::WithPath { err, .. } | ignore::Error::WithDepth { err, .. } => loop_of(err),
        _ => None,
    }
}

/// What a name says, in capitals or not.
enum Ending {
    Read,
    Compressed,
}

fn ending(path: &Path) -> Option<Ending> {
    let is = |path: &Path, endings: &[&str]| {
        path.extension().is_some_and(|ending| endings.iter().any(|known| ending.eq_ignore_ascii_case(known)))
    };
    let is_lines = |path: &Path| is(path, &["jsonl", "ndjson", "json"]);
    let is_lines_within = || path.file_stem().is_some_and(|stem| is_lines(Path::new(stem)));
    if is_lines(path) || (is(path, &["gz", "zst"]) && is_lines_within()) {
        Some(Ending::Read)
    } else if is(path, &["bz2", "xz"]) && is_lines_within() {
        Some(Ending::Compressed)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn why_a_folder_is_not_searched() {
        let mut found = Found::default();
        walk(Path::new("no/such/folder"), false, &mut Vec::new(), &mut found);
        let [told] = &found.errors[..] else { panic!("{:?}", found.errors) };
        let reason = std::fs::read_dir("no/such/folder").map(|_| ()).expect_err("it is not there");
        assert_eq!(told.to_string(), format!("no/such/folder: not searched: {reason}"));
    }
}
