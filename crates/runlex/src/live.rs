//! Records with deadlines, and failures as items: what a program that follows a running agent loops over.

use crate::deadline::{Deadlines, Limits};
use crate::failure::{Failure, FailureKind};
use crate::records::Records;
use runlex_core::Record;
use std::io;
use std::time::Duration;

/// What comes out of a live stream.
#[derive(Clone, Copy, Debug)]
pub enum Incoming<'a, 't> {
    /// A line of the stream.
    Record(Record<'a, 't>),
    /// Nothing yet: the source would block. Do something else, then ask again; deadlines go on.
    Pending,
    /// Not from the wire: something failed on the way. It is the last item.
    Synthetic(&'a Failure),
}

/// Records with deadlines; every failure is an item, the last one. See [`Records::live`].
///
/// A source that blocks cannot be interrupted from here: the deadline is looked at before and after each read, and a line
/// that came too late is not handed out (the failure's `at` tells where it begins). To react while a source is silent, give
/// it a read timeout (`TcpStream::set_read_timeout`): then this says [`Incoming::Pending`], and the failure when it is time.
/// [`Process`](crate::process::Process) does all that for a command.
///
/// ```
/// use runlex::{FailureKind, Incoming, Limits, Reader, Records};
/// use std::time::Duration;
///
/// let mut seconds = [0, 1, 2, 40].into_iter(); // when each line was waited for, and came
/// let clock = || Duration::from_secs(seconds.next().unwrap_or(40));
/// let limits = Limits { idle: Some(Duration::from_secs(30)), total: None };
/// let mut live = Reader::new(&b"{}\n{}\n"[..]).live(limits, clock);
/// let mut lines = 0;
/// let kind = loop {
///     match live.next() {
///         Some(Incoming::Record(_)) => lines += 1,
///         Some(Incoming::Pending) => {}
///         Some(Incoming::Synthetic(failure)) => break Some(failure.kind),
///         None => break None,
///     }
/// };
/// assert_eq!((lines, kind), (1, Some(FailureKind::StreamTimeout)));
/// assert!(live.next().is_none());
/// ```
#[derive(Debug)]
pub struct Live<S, C> {
    source: S,
    limits: Limits,
    clock: C,
    /// From the first `next` on.
    deadlines: Option<Deadlines>,
    /// The last answer was that nothing is there yet: the line is still the same one.
    waiting: bool,
    failure: Option<Failure>,
}

impl<S: Records, C: FnMut() -> Duration> Live<S, C> {
    pub(crate) fn new(source: S, limits: Limits, clock: C) -> Live<S, C> {
        Live { source, limits, clock, deadlines: None, waiting: false, failure: None }
    }

    /// The next record or failure; `None` at the end of the stream and behind a failure. Asks the clock twice.
    // Not an Iterator: what it yields borrows from this.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<Incoming<'_, '_>> {
        if self.failure.is_some() {
            return None;
        }
        let now = (self.clock)();
        let deadlines = self.deadlines.get_or_insert_with(|| Deadlines::start(self.limits, now));
        if !std::mem::take(&mut self.waiting) {
            deadlines.rearm(now);
        }
        let at = self.source.at();
        // A total that is over needs no read to be told.
        if let Some(kind) = deadlines.expired(now) {
            return fail(&mut self.failure, Failure::new(kind, at, deadlines.message(kind)));
        }
        let answer = self.source.next();
        let late = deadlines.expired((self.clock)());
        match (answer, late) {
            // An end is an end, also a late one.
            (Ok(None), _) => None,
            (Ok(Some(_)), Some(kind)) => {
                fail(&mut self.failure, Failure::new(kind, at, deadlines.message(kind)))
            }
            (Ok(Some(record)), None) => Some(Incoming::Record(record)),
            (Err(error), late) if is_wait(&error) => match late {
                Some(kind) => fail(&mut self.failure, Failure::new(kind, at, deadlines.message(kind))),
                None => {
                    self.waiting = true;
                    Some(Incoming::Pending)
                }
            },
            (Err(error), _) => fail(&mut self.failure, Failure::of_read(at, &error)),
        }
    }

    /// The failure that ended it, if one did.
    pub fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// The source.
    pub fn into_inner(self) -> S {
        self.source
    }
}

fn is_wait(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

fn fail<'a>(place: &'a mut Option<Failure>, failure: Failure) -> Option<Incoming<'a, 'a>> {
    Some(Incoming::Synthetic(place.insert(failure)))
}

impl FailureKind {
    /// Whether a deadline made it.
    pub fn is_timeout(self) -> bool {
        matches!(self, FailureKind::StreamTimeout | FailureKind::RunDeadlineExceeded)
    }
}
