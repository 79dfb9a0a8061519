//! The parts of a file, joined in their order, whichever is read first.

use crate::aggregate::Aggregate;
use crate::outcome::{FileError, Outcome};
use crate::scan::lock;
use crate::unpack::Compression;
use runlex_core::Utf16;
use std::collections::BTreeMap;
use std::sync::Mutex;

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
            output: self.aggregate.finish(self.error.as_ref()),
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
    total: usize,
    state: Mutex<State<A>>,
}

struct State<A> {
    /// The parts from the first on, without a gap; not here while a thread merges.
    whole: Option<Box<Part<A>>>,
    is_merging: bool,
    /// A part was not read to its end.
    has_failed: bool,
    /// Which comes next.
    next: usize,
    /// Those behind the gap, and those that come while a thread merges.
    waiting: BTreeMap<usize, Option<Box<Part<A>>>>,
}

impl<A: Aggregate> Joined<A> {
    pub(crate) fn new(total: usize) -> Joined<A> {
        let state =
            State { whole: None, is_merging: false, has_failed: false, next: 0, waiting: BTreeMap::new() };
        Joined { total, state: Mutex::new(state) }
    }

    /// True when nothing more counts, since a part before it was not read to its end.
    pub(crate) fn has_failed(&self) -> bool {
        lock(&self.state).has_failed
    }

    /// Takes in a part, or that it was not read since it would not count, and gives the whole when the last one is in its place.
    /// `placed` is called for any other that is. One thread merges at a time; others leave their parts to it and go on.
    pub(crate) fn add(
        &self,
        number: usize,
        part: Option<Part<A>>,
        mut placed: impl FnMut(),
    ) -> Option<Part<A>> {
        // Most files: nothing waits, and nothing is put aside.
        if self.total == 1 {
            return part;
        }
        let mut state = lock(&self.state);
        state.waiting.insert(number, part.map(Box::new));
        if state.is_merging {
            return None;
        }
        loop {
            let number = state.next;
            let part = state.waiting.remove(&number)?;
            let mut whole = state.whole.take();
            state.is_merging = true;
            drop(state);
            // What lies behind an error is not counted: what was read has to be one piece, whoever was quicker.
            match (&mut whole, part) {
                (Some(whole), Some(part)) if whole.error.is_none() => whole.merge(*part),
                (whole @ None, part) => *whole = part,
                _ => {}
            }
            state = lock(&self.state);
            state.next += 1;
            if state.next == self.total {
                return whole.map(|whole| *whole);
            }
            state.has_failed = whole.as_ref().is_some_and(|whole| whole.error.is_some());
            state.whole = whole;
            state.is_merging = false;
            placed();
        }
    }
}
