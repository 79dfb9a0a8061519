//! P13: deadlines with a fake clock.

use crate::{INIT, RESULT, USER, stream};
use runlex::{Deadlines, FailureKind, Incoming, Limits, Reader, Records};
use std::io::{self, ErrorKind, Read};
use std::time::Duration;

const fn s(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

const fn limits(idle: Option<u64>, total: Option<u64>) -> Limits {
    let idle = match idle {
        Some(idle) => Some(s(idle)),
        None => None,
    };
    let total = match total {
        Some(total) => Some(s(total)),
        None => None,
    };
    Limits { idle, total }
}

/// A run begun at 10; lines come at these times; what expires at `now`, and what is left then.
#[test]
fn p13_idle_rearms_total_does_not_and_total_wins() {
    use FailureKind::{RunDeadlineExceeded as Total, StreamTimeout as Idle};
    type Case<'a> = (Limits, &'a [u64], u64, Option<FailureKind>, Option<u64>);
    let cases: &[Case<'_>] = &[
        (limits(None, None), &[], u64::MAX, None, None),
        (limits(Some(5), None), &[], 14, None, Some(1)),
        (limits(Some(5), None), &[], 15, Some(Idle), Some(0)),
        (limits(Some(5), None), &[14], 18, None, Some(1)),
        (limits(Some(5), None), &[14, 18], 22, None, Some(1)),
        (limits(Some(5), None), &[14, 18], 23, Some(Idle), Some(0)),
        (limits(None, Some(5)), &[14], 14, None, Some(1)),
        (limits(None, Some(5)), &[14], 15, Some(Total), Some(0)),
        (limits(Some(5), Some(5)), &[], 15, Some(Total), Some(0)),
        (limits(Some(3), Some(5)), &[], 14, Some(Idle), Some(0)),
        (limits(Some(3), Some(5)), &[], 99, Some(Total), Some(0)),
        (limits(Some(3), Some(5)), &[14], 14, None, Some(1)),
        (limits(Some(0), None), &[], 10, Some(Idle), Some(0)),
        // Too far to be told in this clock is never.
        (limits(Some(u64::MAX), Some(u64::MAX)), &[], 99, None, None),
        // A clock that went back.
        (limits(Some(5), None), &[3], 2, None, Some(6)),
    ];
    for (limits, lines, now, expired, left) in cases {
        let mut deadlines = Deadlines::start(*limits, s(10));
        for line in *lines {
            deadlines.rearm(s(*line));
        }
        let got = (deadlines.expired(s(*now)), deadlines.left(s(*now)));
        assert_eq!(got, (*expired, left.map(s)), "{limits:?} {lines:?} {now}");
    }
}

/// Lines that come and the kind of the failure, by a clock that gives these times and then the last again.
fn live(source: impl Read, limits: Limits, times: &[u64]) -> (usize, Option<FailureKind>) {
    let mut times = times.iter();
    let mut last = 0;
    let clock = || {
        last = times.next().copied().unwrap_or(last);
        s(last)
    };
    let mut live = Reader::new(source).live(limits, clock);
    let mut lines = 0;
    let kind = loop {
        match live.next() {
            Some(Incoming::Record(_)) => lines += 1,
            Some(Incoming::Pending) => {}
            Some(Incoming::Synthetic(failure)) => {
                assert!(!failure.to_string().contains('\n'));
                break Some(failure.kind);
            }
            None => break None,
        }
    };
    assert!(live.next().is_none(), "then it halts");
    assert_eq!(live.failure().map(|failure| failure.kind), kind);
    (lines, kind)
}

#[test]
fn p13_expiry_is_a_synthetic_item_then_halt() {
    let text = stream(&[INIT, USER, RESULT]);
    for (limits, times, want) in [
        (limits(None, None), &[0, 900, 900, 9000][..], (3, None)),
        (limits(Some(30), None), &[0, 29, 29, 58, 58, 87], (3, None)),
        (limits(Some(30), None), &[0, 29, 29, 59], (1, Some(FailureKind::StreamTimeout))),
        // The time the caller takes does not count for idle...
        (limits(Some(30), None), &[0, 1, 100, 101, 200, 201], (3, None)),
        // ... and does for the total, without another read.
        (limits(None, Some(150)), &[0, 1, 100, 101, 200], (2, Some(FailureKind::RunDeadlineExceeded))),
        (limits(Some(30), Some(40)), &[0, 1, 1, 60], (1, Some(FailureKind::RunDeadlineExceeded))),
    ] {
        assert_eq!(live(text.as_bytes(), limits, times), want, "{limits:?} {times:?}");
    }
}

/// Gives its text, then fails for ever.
struct Silent<'a>(&'a [u8], ErrorKind);

impl Read for Silent<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(self.1.into()),
            got => Ok(got),
        }
    }
}

#[test]
fn p13_a_silent_source_with_a_read_timeout() {
    let text = stream(&[INIT]);
    for kind in [ErrorKind::WouldBlock, ErrorKind::TimedOut] {
        let got = live(Silent(text.as_bytes(), kind), limits(Some(5), None), &[0, 0, 0, 1, 2, 3, 4, 4, 5]);
        assert_eq!(got, (1, Some(FailureKind::StreamTimeout)), "{kind:?}");
    }
}
