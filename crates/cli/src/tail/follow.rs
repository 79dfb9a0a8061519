//! A file that grows, under a name that other files may take over.
//!
//! What is read is one stream until the file is replaced or cut; then that stream ends, and the next one begins at the start of
//! what is there. `corpus/cases/README.md` describes the cases.

use super::wait;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// So many bytes from the start of a file tell it from another that took its place.
const HEAD: usize = 4096;

/// Says [`WouldBlock`](ErrorKind::WouldBlock) where the file ends for now, after a look has passed; that it is at its end, where
/// another stream follows: see [`turn`](Self::turn).
#[derive(Debug)]
pub(super) struct Follow {
    path: PathBuf,
    file: File,
    /// Bytes read so far.
    read: u64,
    /// The first of them, up to [`HEAD`].
    head: Vec<u8>,
    /// When the file was written to, as of the last look.
    written: Option<SystemTime>,
    /// The name is that of another file, and this one gave nothing since.
    is_left: bool,
    next: Option<Next>,
    look: Duration,
}

#[derive(Debug)]
enum Next {
    Same,
    Other(File),
}

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// Another one has its name.
    Replaced,
    /// It lost bytes that were read already, or has others in their place.
    Cut,
}

impl Follow {
    /// Begins at `offset`; looks every `look`.
    pub(super) fn new(path: &Path, mut file: File, offset: u64, look: Duration) -> io::Result<Follow> {
        let mut head = Vec::new();
        file.seek(SeekFrom::Start(0))?;
        (&file).take(offset.min(HEAD as u64)).read_to_end(&mut head)?;
        file.seek(SeekFrom::Start(offset))?;
        let path = path.to_path_buf();
        Ok(Follow { path, file, read: offset, head, written: None, is_left: false, next: None, look })
    }

    /// The stream has ended: goes over to the one that follows, and tells why.
    pub(super) fn turn(&mut self) -> io::Result<Turn> {
        let turn = match self.next.take() {
            Some(Next::Other(file)) => {
                self.file = file;
                Turn::Replaced
            }
            Some(Next::Same) | None => {
                self.file.seek(SeekFrom::Start(0))?;
                Turn::Cut
            }
        };
        (self.read, self.written, self.is_left) = (0, None, false);
        self.head.clear();
        Ok(turn)
    }

    /// Whether what was read is there no more.
    fn is_cut(&mut self) -> io::Result<bool> {
        let metadata = self.file.metadata()?;
        if metadata.len() < self.read {
            return Ok(true);
        }
        let written = metadata.modified().ok();
        let is_as_it_was = metadata.len() == self.read && written == self.written;
        if self.read == 0 || is_as_it_was {
            return Ok(false);
        }
        // It was written to. If it was cut first, and has come as far as before, only its bytes can tell.
        self.written = written;
        let mut head = [0; HEAD];
        let head = &mut head[..self.head.len()];
        self.file.seek(SeekFrom::Start(0))?;
        let is_same = match self.file.read_exact(head) {
            Ok(()) => *head == *self.head,
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => false,
            Err(error) => return Err(error),
        };
        self.file.seek(SeekFrom::Start(self.read))?;
        Ok(!is_same)
    }

    /// The file that has the name now, if it is another one.
    fn other(&self) -> io::Result<Option<File>> {
        let here = match fs::metadata(&self.path) {
            Ok(here) => here,
            // Renamed or removed, and not begun anew: there is still this one.
            Err(_) => return Ok(None),
        };
        if is_same(&here, &self.file.metadata()?) {
            return Ok(None);
        }
        match File::open(&self.path) {
            Ok(file) => Ok(Some(file)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl Read for Follow {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.next.is_some() {
            return Ok(0);
        }
        if self.is_cut()? {
            self.next = Some(Next::Same);
            return Ok(0);
        }
        let got = self.file.read(buffer)?;
        if got > 0 {
            let room = HEAD - self.head.len();
            self.head.extend_from_slice(&buffer[..got.min(room)]);
            self.read += got as u64;
            self.is_left = false;
            return Ok(got);
        }
        // Who writes may still write to the old one when the new one is there. So it is left when it is quiet.
        if let Some(file) = self.other()? {
            if self.is_left {
                self.next = Some(Next::Other(file));
                return Ok(0);
            }
            self.is_left = true;
        }
        wait::pause(self.look)?;
        Err(ErrorKind::WouldBlock.into())
    }
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// By the time at which they were made, where that is all there is.
#[cfg(not(unix))]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    match (one.created(), other.created()) {
        (Ok(one), Ok(other)) => one == other,
        _ => true,
    }
}

#[cfg(all(test, unix))]
mod tests;
