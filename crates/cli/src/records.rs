//! An input to its records, one after the other.

use crate::args::Reading;
use crate::read::options;
use anyhow::{Context, Result};
use runlex::{At, Reader, Record};
use runlex_scan::{Source, Unpacked};
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
