//! What is known of a file before it is read.

use std::fs::Metadata;
use std::path::{Path, PathBuf};

/// Something to read. Standard input comes before all files, and files are in the order of their paths.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// Standard input.
    Stdin,
    /// What lies at a path.
    File(PathBuf),
}

impl Source {
    /// `-` for standard input.
    pub fn path(&self) -> &Path {
        match self {
            Source::Stdin => Path::new("-"),
            Source::File(path) => path,
        }
    }
}

/// A file to be read, as [`Sources`](crate::Sources) found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileInfo {
    pub(crate) source: Source,
    /// Bytes of a regular file.
    pub(crate) len: Option<u64>,
    /// Not a regular file that tells its length: a pipe, a device, a file made up by the system.
    pub(crate) is_stream: bool,
    pub(crate) stamp: Option<Stamp>,
    /// Where reading begins.
    pub(crate) start: u64,
}

/// By what a change of a regular file shows. Times are nanoseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// The device that the file is on; 0 where the system does not tell.
    pub device: u64,
    /// Its number there; 0 where the system does not tell.
    pub inode: u64,
    /// Its bytes.
    pub len: u64,
    /// When its content was last written, or said to be.
    pub modified: i64,
    /// When the system last saw a change of content, name or rights; `modified` where it does not tell.
    pub changed: i64,
}

impl Stamp {
    /// `None` for what is no regular file.
    #[cfg(unix)]
    pub fn of(meta: &Metadata) -> Option<Stamp> {
        use std::os::unix::fs::MetadataExt;
        let time = |seconds: i64, part: i64| seconds.saturating_mul(1_000_000_000).saturating_add(part);
        meta.is_file().then(|| Stamp {
            device: meta.dev(),
            inode: meta.ino(),
            len: meta.len(),
            modified: time(meta.mtime(), meta.mtime_nsec()),
            changed: time(meta.ctime(), meta.ctime_nsec()),
        })
    }

    /// `None` for what is no regular file.
    #[cfg(not(unix))]
    pub fn of(meta: &Metadata) -> Option<Stamp> {
        use std::time::UNIX_EPOCH;
        let since = meta.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let modified = since.and_then(|since| i64::try_from(since.as_nanos()).ok()).unwrap_or_default();
        meta.is_file().then(|| Stamp { device: 0, inode: 0, len: meta.len(), modified, changed: modified })
    }
}

impl FileInfo {
    pub(crate) fn new(source: Source, is_named: bool, meta: Option<&Metadata>) -> FileInfo {
        let len = meta.filter(|meta| meta.is_file()).map(Metadata::len);
        let is_stream = match meta {
            None => source == Source::Stdin,
            Some(meta) => !meta.is_file() || (is_named && meta.len() == 0),
        };
        FileInfo { source, len, is_stream, stamp: meta.and_then(Stamp::of), start: 0 }
    }

    /// The same file without the bytes before `offset`, which a line begins at: what was read before need not be read again.
    /// Line numbers count from there, offsets stay those of the file. It is an error of the file if it is compressed, in UTF-16
    /// or shorter, or if another one has taken its place since it was found.
    pub fn starting_at(mut self, offset: u64) -> FileInfo {
        self.start = offset;
        self
    }

    /// Where reading begins; 0 but for [`starting_at`](Self::starting_at).
    pub fn start(&self) -> u64 {
        self.start
    }

    /// By what its changes show, as it was when it was found. `None` for what is no regular file or could not be looked at.
    pub fn stamp(&self) -> Option<Stamp> {
        self.stamp
    }

    /// Where it is.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The path by which it was found, `-` for standard input.
    pub fn path(&self) -> &Path {
        self.source.path()
    }

    /// How many bytes it had when it was found, as they lie on the disk. `None` for a pipe, for standard input, and for what
    /// could not be looked at.
    pub fn len(&self) -> Option<u64> {
        self.len
    }

    /// True if it is known to have had no bytes.
    pub fn is_empty(&self) -> bool {
        self.len == Some(0)
    }

    /// True for what does not tell how long it is: standard input, pipes, devices, files that the system makes up (such as
    /// those under `/proc`). These are read to their end in one piece.
    pub fn is_stream(&self) -> bool {
        self.is_stream
    }
}

/// What a file is known by, whatever its path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Identity {
    #[cfg(unix)]
    device_and_inode: (u64, u64),
    #[cfg(not(unix))]
    path: PathBuf,
}

impl Identity {
    /// `None` where it cannot be told.
    #[cfg(unix)]
    pub(crate) fn of(_: &Path, meta: &Metadata) -> Option<Identity> {
        use std::os::unix::fs::MetadataExt;
        Some(Identity { device_and_inode: (meta.dev(), meta.ino()) })
    }

    /// `None` where it cannot be told.
    #[cfg(not(unix))]
    pub(crate) fn of(path: &Path, _: &Metadata) -> Option<Identity> {
        path.canonicalize().ok().map(|path| Identity { path })
    }
}
