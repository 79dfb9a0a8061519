//! What became of a file.

use crate::unpack::Compression;
use runlex_core::{At, Utf16};
use std::error::Error;
use std::fmt;
use std::io;

/// What was read of one file. An error in the middle costs the rest of that file only: all that stands here is of what was
/// read before.
#[derive(Debug)]
pub struct Outcome<T> {
    /// What its aggregate came to.
    pub output: T,
    /// Bytes up to the end of the last line that was observed, unpacked; 0 without any. So what was passed over by
    /// [`starting_at`](crate::FileInfo::starting_at) counts, too.
    pub bytes: u64,
    /// These lines.
    pub lines: u64,
    /// How it is compressed; unpacked by now.
    pub compression: Compression,
    /// The encoding of a stream that is no UTF-8, told by its mark.
    pub encoding: Option<Utf16>,
    /// Why it was not read to its end, or not at all.
    pub error: Option<FileError>,
    /// There was more at its end when that was reached than when it was opened. What came later is not read, and the last line
    /// may be a part of one that was still being written.
    pub has_grown: bool,
}

impl<T> Outcome<T> {
    /// True when it was read to its end, or at least one line of it before an error.
    pub fn is_read(&self) -> bool {
        self.error.is_none() || self.lines > 0
    }
}

/// Why a file was not read to its end. Displayed in one line, without the path.
#[derive(Debug)]
pub struct FileError {
    /// Where the first line begins that was not read. `None` if the file could not be opened.
    pub at: Option<At>,
    pub(crate) cause: io::Error,
}

impl FileError {
    /// The same, as it stands in the whole file: in a part, lines were counted from the part's start, and a part without lines
    /// does not know where its first would begin.
    pub(crate) fn behind(mut self, lines: u64, end: u64) -> FileError {
        if let Some(at) = &mut self.at {
            if at.line == 1 {
                at.offset = end;
            }
            at.line += lines;
        }
        self
    }

    /// What the system or the decoder says.
    pub fn cause(&self) -> &io::Error {
        &self.cause
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            None => write!(f, "{}", self.cause),
            Some(at) => write!(f, "line {}, byte {}: reading stopped: {}", at.line, at.offset, self.cause),
        }
    }
}

impl Error for FileError {}

/// What happens to a file while it is read. Becomes an [`io::Error`] that says what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changed {
    /// It has fewer bytes than when it was opened.
    Shrank,
    /// There is another one at its path.
    Replaced,
}

impl From<Changed> for io::Error {
    fn from(changed: Changed) -> io::Error {
        io::Error::other(match changed {
            Changed::Shrank => {
                "the file became shorter while it was read; read it again when nobody writes to it"
            }
            Changed::Replaced => "another file took its place while it was read; read it again",
        })
    }
}
