//! The lines that begin within a range of bytes.

use crate::aggregate::Aggregate;
use crate::batch::{Batches, CHUNK, Context, Feed, Lane, Tape, all_to};
use crate::read_at::{ReadAt, fill_at};
use memchr::memchr;
use runlex_core::{At, Utf16};
use std::io::{self, Read};
use std::ops::{ControlFlow, Range};

/// How far the reading of a part came.
pub(crate) struct Reached {
    /// Where the first line begins that was not observed; lines are counted from 1.
    pub(crate) at: At,
    /// The encoding, or what stopped it.
    pub(crate) end: io::Result<Option<Utf16>>,
}

/// Observes the lines that begin in `range`, whatever `source` is. Of a stream in UTF-16 the range with its start has the only
/// record, and others have none.
pub(crate) fn of_any<A: Aggregate>(
    context: &Context<'_>,
    lane: &mut Lane,
    source: &dyn ReadAt,
    range: Range<u64>,
    into: &mut A,
) -> Reached {
    let nothing = |end| Reached { at: At { offset: range.start, line: 1 }, end };
    if range.is_empty() {
        return nothing(Ok(None));
    }
    let mut head = [0; 2];
    match fill_at(source, &mut head, 0) {
        Err(error) => return nothing(Err(error)),
        Ok(got) => match Utf16::of_mark(&head[..got]) {
            Some(encoding) if range.start > 0 => return nothing(Ok(Some(encoding))),
            Some(_) => {}
            None => {
                if let Some(bytes) = source.bytes() {
                    return of_bytes(context, &mut lane.tape, bytes, 0, range, into);
                }
            }
        },
    }
    of_source(context, lane, source, range, into)
}

/// The same of a source that has to be read, known not to be UTF-16 if the range does not begin at its start.
pub(crate) fn of_source<A: Aggregate>(
    context: &Context<'_>,
    lane: &mut Lane,
    source: &dyn ReadAt,
    range: Range<u64>,
    into: &mut A,
) -> Reached {
    // Whether a line begins at the start is told by the byte before it.
    let from = range.start.saturating_sub(1);
    let mut reader = Reader { context, source, offset: from, range: range.clone() };
    let mut batches =
        Batches::new(context, lane, Feed::Reader(&mut reader), At { offset: from, line: 1 }, range.end);
    if range.start > 0
        && let Err(error) = batches.skip_line()
    {
        return Reached { at: batches.at(), end: Err(error) };
    }
    let end = batches.observe(all_to(into));
    Reached { at: batches.at(), end }
}

/// The same of bytes in memory that are not UTF-16. The first of `bytes` lies at `base`, at or before the byte before the range.
pub(crate) fn of_bytes<A: Aggregate>(
    context: &Context<'_>,
    tape: &mut Tape,
    bytes: &[u8],
    base: u64,
    range: Range<u64>,
    into: &mut A,
) -> Reached {
    let place =
        |offset: u64| usize::try_from(offset.saturating_sub(base)).unwrap_or(usize::MAX).min(bytes.len());
    let behind_newline =
        |from: usize| memchr(b'\n', &bytes[from..]).map_or(bytes.len(), |found| from + found + 1);
    let end = place(range.end);
    let mut start = if range.start == 0 { 0 } else { behind_newline(place(range.start - 1).min(end)) };
    let mut at = At { offset: base + start as u64, line: 1 };
    while start < end {
        if let Err(error) = context.check_cancel() {
            return Reached { at, end: Err(error) };
        }
        let stop = behind_newline((start + CHUNK).min(end) - 1);
        let observed = tape.observe(context.options, &bytes[start..stop], at, &mut all_to(into));
        let (ControlFlow::Continue(behind) | ControlFlow::Break(behind)) = observed;
        at = behind;
        context.advance((stop.min(end) - start) as u64);
        start = stop;
    }
    Reached { at, end: Ok(None) }
}

/// A source read in order, from the byte before a range on. The bytes of the range are progress.
struct Reader<'r> {
    context: &'r Context<'r>,
    source: &'r dyn ReadAt,
    offset: u64,
    range: Range<u64>,
}

impl Read for Reader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let got = self.source.read_at(buffer, self.offset)?;
        let within = |offset: u64| offset.clamp(self.range.start, self.range.end);
        let after = self.offset + got as u64;
        self.context.advance(within(after) - within(self.offset));
        self.offset = after;
        Ok(got)
    }
}
