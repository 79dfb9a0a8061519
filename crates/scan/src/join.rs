//! The parts of a file, joined in their order, whichever is read first.

use crate::aggregate::Aggregate;
use crate::outcome::{FileError, Outcome};
use crate::unpack::Compression;
use runlex_core::Utf16;
use std::collections::BTreeMap;

/// What was read of a part.
pub(crate) struct Part<A> {
    pub(crate) aggregate: A,
    pub(crate) lines: u64,
    /// Where the last of them ends; 0 without any.
    pub(crate) end: u64,
    pub(crate) compression: Compression,
    pub(crate) encoding: Option<Utf16>,
    pub(crate) error: Option<FileError>,
    pub(crate) has_grown: bool,
}

impl<A: Aggregate> Part<A> {
    pub(crate) fn new(aggregate: A) -> Part<A> {
        Part {
            aggregate,
            lines: 0,
            end: 0,
            compression: Compression::None,
            encoding: None,
            error: None,
            has_grown: false,
        }
    }

    /// Takes in the part that directly follows.
    fn merge(&mut self, later: Part<A>) {
        self.aggregate.merge(later.aggregate);
        self.error = later.error.map(|error| error.behind(self.lines, self.end));
        if later.lines > 0 {
            self.end = later.end;
        }
        self.lines += later.lines;
        self.has_grown |= later.has_grown;
    }

    pub(crate) fn finish(self) -> Outcome<A::Output> {
        Outcome {
            output: self.aggregate.finish(),
            bytes: self.end,
            lines: self.lines,
            compression: self.compression,
            encoding: self.encoding,
            error: self.error,
            has_grown: self.has_grown,
        }
    }
}

/// The parts of a file so far.
pub(crate) struct Joined<A> {
    /// Those from the first on, without a gap.
    whole: Option<Part<A>>,
    /// Which comes next, of how many.
    next: usize,
    total: usize,
    /// Those behind the gap.
    waiting: BTreeMap<usize, Option<Part<A>>>,
}

impl<A: Aggregate> Joined<A> {
    pub(crate) fn new(total: usize) -> Joined<A> {
        Joined { whole: None, next: 0, total, waiting: BTreeMap::new() }
    }

    /// True when nothing more counts, since a part before it was not read to its end.
    pub(crate) fn has_failed(&self) -> bool {
        self.whole.as_ref().is_some_and(|whole| whole.error.is_some())
    }

    /// Takes in a part, or that it was not read since it would not count. How many parts that put in their place, and the whole
    /// when it was the last.
    pub(crate) fn add(&mut self, number: usize, part: Option<Part<A>>) -> (usize, Option<Part<A>>) {
        self.waiting.insert(number, part);
        let before = self.next;
        while let Some(part) = self.waiting.remove(&self.next) {
            self.next += 1;
            // What lies behind an error is not counted: what was read has to be one piece, whoever was quicker.
            match (&mut self.whole, part) {
                (Some(whole), Some(part)) if whole.error.is_none() => whole.merge(part),
                (whole @ None, part) => *whole = part,
                _ => {}
            }
        }
        let whole = if self.next == self.total { self.whole.take() } else { None };
        (self.next - before, whole)
    }
}
