//! An input to its records, one after the other.

use crate::args::Reading;
use crate::read::options;
use anyhow::{Context, Result};
use runlex::{At, Reader, Record};
use runlex_scan::{Scan, Source, Unpacked};
use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;

pub(crate) fn open(input: &Source) -> io::Result<Box<dyn Read>> {
    Ok(match input {
        Source::Stdin => Box::new(io::stdin().lock()),
        Source::File(path) => Box::new(File::open(path)?),
    })
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

/// The same of a part of a plain file, from a place where a line begins to an offset where one ends.
pub(crate) fn of_part(
    args: &Reading,
    source: impl Read,
    at: At,
    end: u64,
    each: impl FnMut(&Record<'_, '_>) -> ControlFlow<()>,
) -> Result<()> {
    let source = source.take(end.saturating_sub(at.offset));
    drain(Reader::with_options(source, options(&args.checking)).starting_at(at), each)
}

/// Regular files of so many bytes are read by a thread of their own. Smaller ones are read before it would have begun.
const LARGE: u64 = 1 << 20;

/// Whether it is worth a second thread to read so much of it.
pub(crate) fn is_large(file: &File, bytes: u64) -> bool {
    file.metadata().is_ok_and(|file| file.is_file() && file.len().min(bytes) >= LARGE)
}

/// Hands the records of a plain file, from a place where a line begins to an offset where one ends, to `each`, until that breaks off
/// or they end. `wait` is given what waits for more of it, which another thread reads.
pub(crate) fn of_large(
    args: &Reading,
    source: impl Read + Send,
    at: At,
    end: u64,
    wait: impl FnMut(&mut dyn FnMut() -> io::Result<usize>) -> io::Result<usize>,
    each: impl FnMut(&Record<'_, '_>) -> ControlFlow<()>,
) -> Result<()> {
    let source = source.take(end.saturating_sub(at.offset));
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
