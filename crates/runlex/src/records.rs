//! Records one after another, and what can be put over them. Each record borrows from its source and is let go before the
//! next (a lending iterator): nothing is allocated, nothing copied.

use crate::deadline::Limits;
use crate::live::Live;
use crate::reader::Reader;
use crate::slice::Slice;
use crate::tracker::{DialectTracker, Terminal};
use runlex_core::{At, Record, What};
use std::io::{self, Read};
use std::time::Duration;

/// A source of records: [`Reader`], [`Slice`], and what is put over them.
///
/// Pull only: nothing is read before the first [`next`](Self::next), and no thread is started. Order is that of the input.
///
/// ```
/// use runlex::{OnError, Reader, Records};
/// let stream = b"oops\n{\"type\":\"result\",\"session_id\":\"T-1\"}\n{\"more\":1}";
/// let mut records = Reader::new(&stream[..]).on_error(OnError::Skip).until_result();
/// let mut lines = Vec::new();
/// while let Some(record) = records.next()? {
///     lines.push(record.line.at().line);
/// }
/// assert_eq!(lines, [2]);
/// assert_eq!(records.behind(), Some(42));
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Records: sealed::Sealed {
    /// The record of the next line; `None` at the end. Let it go before the next call.
    ///
    /// # Errors
    ///
    /// Those of the source. What was read before stays.
    fn next(&mut self) -> io::Result<Option<Record<'_, '_>>>;

    /// Where the next line begins.
    fn at(&self) -> At;

    /// The record given last, made anew by another look at the line.
    #[doc(hidden)]
    fn again(&mut self) -> Option<Record<'_, '_>>;

    /// Says what becomes of faults. Without this they are yielded like any record.
    fn on_error(self, policy: OnError) -> Handled<Self>
    where
        Self: Sized,
    {
        Handled { source: self, policy, halted: false, skipped: 0 }
    }

    /// Up to and including the result line, by the rules of the dialect that the stream turns out to be in.
    fn until_result(self) -> UntilResult<Self>
    where
        Self: Sized,
    {
        self.until(DialectTracker::default())
    }

    /// Up to and including the first event that `terminal` is true for.
    fn until<T: Terminal>(self, terminal: T) -> UntilResult<Self, T>
    where
        Self: Sized,
    {
        UntilResult { source: self, terminal, behind: None }
    }

    /// With deadlines by a `clock` of yours, and with failures as items. `clock` tells the time since any start and does
    /// not go back. A source that blocks is not interrupted: see [`Live`].
    fn live<C: FnMut() -> Duration>(self, limits: Limits, clock: C) -> Live<Self, C>
    where
        Self: Sized,
    {
        Live::new(self, limits, clock)
    }
}

mod sealed {
    pub trait Sealed {}
    impl<R> Sealed for crate::Reader<R> {}
    impl Sealed for crate::Slice<'_> {}
    impl<S: Sealed> Sealed for super::Handled<S> {}
    impl<S: Sealed, T> Sealed for super::UntilResult<S, T> {}
    impl<S: Sealed + ?Sized> Sealed for &mut S {}
}

impl<R: Read> Records for Reader<R> {
    fn next(&mut self) -> io::Result<Option<Record<'_, '_>>> {
        Reader::next(self)
    }

    fn at(&self) -> At {
        Reader::at(self)
    }

    fn again(&mut self) -> Option<Record<'_, '_>> {
        Reader::again(self)
    }
}

impl Records for Slice<'_> {
    fn next(&mut self) -> io::Result<Option<Record<'_, '_>>> {
        Ok(Slice::next(self))
    }

    fn at(&self) -> At {
        Slice::at(self)
    }

    fn again(&mut self) -> Option<Record<'_, '_>> {
        Slice::again(self)
    }
}

impl<S: Records + ?Sized> Records for &mut S {
    fn next(&mut self) -> io::Result<Option<Record<'_, '_>>> {
        (**self).next()
    }

    fn at(&self) -> At {
        (**self).at()
    }

    fn again(&mut self) -> Option<Record<'_, '_>> {
        (**self).again()
    }
}

/// What becomes of a fault. For reading in bulk only `Yield` and `Skip` are right: one bad line says nothing of the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OnError {
    /// It is a record like any other.
    #[default]
    Yield,
    /// It is left out, and counted.
    Skip,
    /// It is yielded, and nothing after it.
    Halt,
}

/// Records whose faults are handled by [`OnError`]. See [`Records::on_error`].
///
/// `Yield` and `Halt` cost nothing. `Skip` looks at each sound line twice, since a record cannot be looked at and kept for
/// the caller in one step; where that matters, skip faults in your own loop.
#[derive(Debug)]
pub struct Handled<S> {
    source: S,
    policy: OnError,
    halted: bool,
    skipped: u64,
}

impl<S> Handled<S> {
    /// Faults left out so far.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Whether a fault ended it.
    pub fn halted(&self) -> bool {
        self.halted
    }

    /// The source, at the line behind the one handed out last.
    pub fn into_inner(self) -> S {
        self.source
    }
}

impl<S: Records> Records for Handled<S> {
    fn next(&mut self) -> io::Result<Option<Record<'_, '_>>> {
        match self.policy {
            OnError::Yield => self.source.next(),
            OnError::Halt if self.halted => Ok(None),
            OnError::Halt => {
                let record = self.source.next()?;
                self.halted = record.as_ref().is_some_and(is_fault);
                Ok(record)
            }
            OnError::Skip => {
                while let Some(record) = self.source.next()? {
                    if !is_fault(&record) {
                        return Ok(self.source.again());
                    }
                    self.skipped += 1;
                }
                Ok(None)
            }
        }
    }

    fn at(&self) -> At {
        self.source.at()
    }

    fn again(&mut self) -> Option<Record<'_, '_>> {
        self.source.again()
    }
}

fn is_fault(record: &Record<'_, '_>) -> bool {
    matches!(record.what, What::Fault(_))
}

/// Records up to and including the result line, then `None` for ever. See [`Records::until_result`].
///
/// Rules: `docs/formats/amp.md`, section 6: a result is the last line of a run; `end_turn` and error events are not. In a
/// dialect with a result for each turn it ends with the first turn. What follows is untouched:
/// [`into_inner`](Self::into_inner) gives back the source, whose next record is that of the following line. A [`Reader`]
/// may have read ahead of it; its `buffered` has those bytes.
///
/// Costs a [`sniff`](crate::dialects::sniff) an event.
#[derive(Debug)]
pub struct UntilResult<S, T = DialectTracker> {
    source: S,
    terminal: T,
    behind: Option<u64>,
}

impl<S, T> UntilResult<S, T> {
    /// The byte offset behind the result line, its line end included; `None` as long as it has not come.
    pub fn behind(&self) -> Option<u64> {
        self.behind
    }

    /// The source, to go on behind the result.
    pub fn into_inner(self) -> S {
        self.source
    }
}

impl<S: Records, T: Terminal> Records for UntilResult<S, T> {
    fn next(&mut self) -> io::Result<Option<Record<'_, '_>>> {
        if self.behind.is_some() {
            return Ok(None);
        }
        let record = self.source.next()?;
        if let Some(record) = &record
            && let What::Event(object) = record.what
            && self.terminal.is_terminal(object)
        {
            self.behind = Some(record.line.at().offset + record.line.len());
        }
        Ok(record)
    }

    fn at(&self) -> At {
        self.source.at()
    }

    fn again(&mut self) -> Option<Record<'_, '_>> {
        self.source.again()
    }
}
