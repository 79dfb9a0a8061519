//! An input to its records, one after the other.

use crate::again;
use crate::args::Reading;
use crate::read::options;
use anyhow::{Context, Result};
use runlex::{At, Reader, Record};
use runlex_scan::{Changed, Compression, Scan, Source, Unpacked};
use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;

pub(crate) fn open(input: &Source) -> io::Result<Box<dyn Read>> {
    Ok(match input {
        Source::Stdin => Box::new(io::stdin().lock()),
        Source::File(path) => Box::new(Fixed::new(File::open(path)?)?),
    })
}

/// A file as long as it was when it was opened: what comes later is not read, and what is gone is an error. What does not tell its
/// length is read to its end.
pub(crate) struct Fixed<F> {
    file: F,
    left: Option<u64>,
}

impl Fixed<File> {
    /// From where it is now, at its start, on.
    pub(crate) fn new(file: File) -> io::Result<Fixed<File>> {
        let left = len(&file)?;
        Ok(Fixed { file, left })
    }

    /// Whether nothing is to be unpacked. Only a regular file can be asked.
    pub(crate) fn is_plain(&mut self) -> io::Result<bool> {
        Ok(again::compression(&mut self.file)? == Compression::None)
    }
}

impl<'f> Fixed<&'f File> {
    /// So many bytes, from where it is now on.
    pub(crate) fn part(file: &'f File, bytes: u64) -> Fixed<&'f File> {
        Fixed { file, left: Some(bytes) }
    }
}

impl<F: Read> Read for Fixed<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(left) = &mut self.left else { return self.file.read(buffer) };
        let most = usize::try_from(*left).unwrap_or(usize::MAX).min(buffer.len());
        match self.file.read(&mut buffer[..most])? {
            0 if most > 0 => Err(Changed::Shrank.into()),
            got => {
                *left -= got as u64;
                Ok(got)
            }
        }
    }
}

/// How many bytes a file has, if it tells: one that is made up by the system says that it has none.
fn len(file: &File) -> io::Result<Option<u64>> {
    let file = file.metadata()?;
    Ok(Some(file.len()).filter(|len| file.is_file() && *len > 0))
}

/// Hands the records of a stream, unpacked, to `each`, until that breaks off or the stream ends.
pub(crate) fn of(
    args: &Reading,
    source: impl Read,
    each: impl FnMut(&Record<'_, '_>) -> ControlFlow<()>,
) -> Result<()> {
    let source = Unpacked::new(source)?.max_bytes(args.checking.max_unpacked);
    drain(Reader::with_options(source, options(&args.checking)), each)
}

/// The same of a part of a plain file, which begins at `at`, as a line does.
pub(crate) fn of_part(
    args: &Reading,
    source: impl Read,
    at: At,
    each: impl FnMut(&Record<'_, '_>) -> ControlFlow<()>,
) -> Result<()> {
    drain(Reader::with_options(source, options(&args.checking)).starting_at(at), each)
}

/// Regular files of so many bytes are read by a thread of their own. Smaller ones are read before it would have begun.
const LARGE: u64 = 1 << 20;

impl<F> Fixed<F> {
    /// Whether it is worth a second thread to read so much.
    pub(crate) fn is_large(&self) -> bool {
        self.left.is_some_and(|left| left >= LARGE)
    }
}

/// As [`of_part`]. `wait` is given what waits for more of it, which another thread reads.
pub(crate) fn of_large(
    args: &Reading,
    source: impl Read + Send,
    at: At,
    wait: impl FnMut(&mut dyn FnMut() -> io::Result<usize>) -> io::Result<usize>,
    each: impl FnMut(&Record<'_, '_>) -> ControlFlow<()>,
) -> Result<()> {
    Ok(Scan::new(options(&args.checking)).ahead(source, at, wait, each)?)
}

fn drain(
    mut reader: Reader<impl Read>,
    mut each: impl FnMut(&Record<'_, '_>) -> ControlFlow<()>,
) -> Result<()> {
    loop {
        let at = reader.at();
        let record = reader
            .next()
            .with_context(|| format!("line {}, byte {}: reading stopped", at.line, at.offset))?;
        if record.is_none_or(|record| each(&record).is_break()) {
            return Ok(());
        }
    }
}
