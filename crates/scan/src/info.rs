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
}

impl FileInfo {
    pub(crate) fn new(source: Source, is_named: bool, meta: Option<&Metadata>) -> FileInfo {
        let len = meta.filter(|meta| meta.is_file()).map(Metadata::len);
        let is_stream = match meta {
            None => source == Source::Stdin,
            Some(meta) => !meta.is_file() || (is_named && meta.len() == 0),
        };
        FileInfo { source, len, is_stream }
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
