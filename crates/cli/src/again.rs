//! Parts of an input, read a second time.

use crate::parts::Part;
use runlex::{Options, Reader, Record};
use runlex_scan::{Aggregate, Compression, ReadAt, Scan, Unpacked};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::Arc;

/// Where an input lies, so that it can be read again.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    Path(PathBuf),
    /// What came through a pipe.
    Kept(Arc<File>),
}

impl Origin {
    /// At its start.
    pub(crate) fn open(&self) -> io::Result<File> {
        match self {
            Origin::Path(path) => File::open(path),
            Origin::Kept(file) => {
                let mut file = file.try_clone()?;
                file.seek(SeekFrom::Start(0))?;
                Ok(file)
            }
        }
    }
}

/// Keeps all that comes, in a file without a name that only this process can read, and that goes away with it.
pub(crate) fn keep(mut source: impl Read, progress: impl Fn(u64)) -> io::Result<File> {
    let mut kept = tempfile::tempfile()?;
    let mut buffer = vec![0; 128 * 1024];
    loop {
        match source.read(&mut buffer) {
            Ok(0) => break,
            Ok(got) => {
                kept.write_all(&buffer[..got])?;
                progress(got as u64);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    kept.seek(SeekFrom::Start(0))?;
    Ok(kept)
}

/// How a file that is at its start is compressed. Leaves it there.
pub(crate) fn compression(file: &mut File) -> io::Result<Compression> {
    let mut head = Vec::new();
    file.take(4).read_to_end(&mut head)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(Compression::of_magic(&head))
}

/// Has `aggregate` observe the lines of these parts. `begin` is called before each, with the number of its first line.
///
/// Errors: those of reading; the file is shorter than it was.
pub(crate) fn observe<A: Aggregate>(
    origin: &Origin,
    options: Options<'static>,
    max_unpacked: u64,
    parts: &[Part],
    mut aggregate: A,
    mut begin: impl FnMut(&mut A, u64),
) -> io::Result<A> {
    let mut file = origin.open()?;
    if compression(&mut file)? == Compression::None {
        let scan = Scan::new(options);
        for part in parts {
            begin(&mut aggregate, part.at.line);
            aggregate =
                scan.range(&Upto { file: &file, end: part.end }, part.at.offset..part.end, aggregate)?;
        }
        return Ok(aggregate);
    }
    let mut parts = parts.iter().copied();
    let mut part = parts.next();
    let mut reader = Reader::with_options(Unpacked::new(file)?.max_bytes(max_unpacked), options);
    while let Some(now) = part {
        let Some(record) = reader.next()? else { return Err(shorter()) };
        let offset = record.line.at().offset;
        if offset == now.at.offset {
            begin(&mut aggregate, now.at.line);
        }
        if offset >= now.at.offset {
            aggregate.observe(&record);
        }
        if end_of(&record) >= now.end {
            part = parts.next();
        }
    }
    Ok(aggregate)
}

/// Where the next line begins.
pub(crate) fn end_of(record: &Record<'_, '_>) -> u64 {
    record.line.at().offset + record.line.len()
}

fn shorter() -> io::Error {
    io::Error::other("it became shorter while it was read; read it again when nobody writes to it")
}

/// A file that ends where it did when it was read first.
struct Upto<'f> {
    file: &'f File,
    end: u64,
}

impl ReadAt for Upto<'_> {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let left = usize::try_from(self.end.saturating_sub(offset)).unwrap_or(usize::MAX);
        let most = left.min(buffer.len());
        match self.file.read_at(&mut buffer[..most], offset)? {
            0 if most > 0 => Err(shorter()),
            got => Ok(got),
        }
    }
}
