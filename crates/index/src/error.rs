//! Why an index cannot be read or written.

use std::io;
use std::path::{Path, PathBuf};

/// Why an index cannot be read or written. Displayed in one line that says what to do next.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// There is no index.
    #[error("{}: no index is here; make one with: runlex index PATH... --to {}", .0.display(), .0.display())]
    Missing(PathBuf),
    /// The folder holds other things.
    #[error("{}: the folder is not empty and no index; give one that is empty or new", .0.display())]
    Foreign(PathBuf),
    /// Written by a version of runlex that this one does not know.
    #[error("{}: the index has version {found}, and this program reads version {known}; use the runlex that made it, or index to another folder", .path.display())]
    Version {
        /// The manifest.
        path: PathBuf,
        /// The index's version.
        found: u64,
        /// That of this program.
        known: u32,
    },
    /// Something in it is not as it was written.
    #[error("{}: the index is damaged: {what}; index to another folder", .path.display())]
    Damaged {
        /// The file of the index.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A file of the index is not there: it was removed by two updates while the index was read, or by somebody else.
    #[error("{}: it is gone; if the index was just updated, ask again, otherwise index to another folder", .0.display())]
    Gone(PathBuf),
    /// A file of the index cannot be read or written.
    #[error("{}: {cause}", .path.display())]
    Io {
        /// The file of the index.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// What was saved of a file or of all is of another version of runlex.
    #[error(
        "the index was made by another version of runlex; bring it up to date with: runlex index --to DIR"
    )]
    OtherVersion,
    /// What was saved of a file or of all cannot be loaded.
    #[error("the index is damaged: {0}; index to another folder")]
    Saved(String),
    /// Rows do not fit their table: a fault of runlex.
    #[error("rows cannot be written: {0}; this is a fault of runlex, please report it")]
    Rows(#[from] arrow_schema::ArrowError),
    /// The scan could not be done.
    #[error(transparent)]
    Scan(#[from] runlex_scan::ScanError),
    /// What was given to be indexed is no file or folder.
    #[error("an index is of files, and standard input is none; name the files")]
    Stdin,
}

impl IndexError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> IndexError + '_ {
        |cause| IndexError::Io { path: path.to_path_buf(), cause }
    }

    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> IndexError {
        IndexError::Damaged { path: path.to_path_buf(), what: what.into() }
    }
}
