//! Bytes that can be read from any place.

use std::fs::File;
use std::io;

/// A source of bytes with random access: a file, bytes in memory, an object in a remote store.
pub trait ReadAt {
    /// Reads from `offset` on into `buffer`, and says how many bytes that were: fewer than asked for is no end, zero is.
    ///
    /// # Errors
    ///
    /// Those of the source. [`io::ErrorKind::Interrupted`] makes the call be repeated.
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize>;

    /// All bytes, where they are in memory already: they are then scanned where they lie.
    fn bytes(&self) -> Option<&[u8]> {
        None
    }
}

#[cfg(unix)]
impl ReadAt for File {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        std::os::unix::fs::FileExt::read_at(self, buffer, offset)
    }
}

#[cfg(windows)]
impl ReadAt for File {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        std::os::windows::fs::FileExt::seek_read(self, buffer, offset)
    }
}

impl ReadAt for &[u8] {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.get(offset..)).unwrap_or_default();
        let got = rest.len().min(buffer.len());
        buffer[..got].copy_from_slice(&rest[..got]);
        Ok(got)
    }

    fn bytes(&self) -> Option<&[u8]> {
        Some(self)
    }
}

/// Reads until `buffer` is full or the source ends.
pub(crate) fn fill_at(source: &dyn ReadAt, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    let mut got = 0;
    while got < buffer.len() {
        match source.read_at(&mut buffer[got..], offset + got as u64) {
            Ok(0) => break,
            Ok(more) => got += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(got)
}
