//! Deadlines by a clock of the caller's: pure arithmetic over [`Duration`]s since any start. Nothing here looks at a clock.

use crate::failure::FailureKind;
use std::time::Duration;

/// How long to wait. Both `None`: for ever, the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// For one line. Measured from when it is first waited for, so that the time the caller takes for a line does not count.
    pub idle: Option<Duration>,
    /// For the whole run, from its first line being waited for. Never begins anew.
    pub total: Option<Duration>,
}

/// The state of [`Limits`] under way. `now` is the time since any start, by a clock that does not go back; if it does, the
/// later reading stands in what was computed from it.
///
/// ```
/// use runlex::{Deadlines, FailureKind, Limits};
/// use std::time::Duration;
///
/// let second = Duration::from_secs;
/// let limits = Limits { idle: Some(second(5)), total: Some(second(12)) };
/// let mut deadlines = Deadlines::start(limits, second(100));
/// assert_eq!(deadlines.left(second(101)), Some(second(4)));
/// deadlines.rearm(second(104)); // a line came: five seconds for the next
/// assert_eq!(deadlines.expired(second(108)), None);
/// assert_eq!(deadlines.expired(second(109)), Some(FailureKind::StreamTimeout));
/// deadlines.rearm(second(110)); // the total never rearms; when both are over, it is the total
/// assert_eq!(deadlines.left(second(110)), Some(second(2)));
/// assert_eq!(deadlines.expired(second(200)), Some(FailureKind::RunDeadlineExceeded));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadlines {
    limits: Limits,
    idle_due: Option<Duration>,
    total_due: Option<Duration>,
}

impl Deadlines {
    /// The run begins `now`.
    pub fn start(limits: Limits, now: Duration) -> Deadlines {
        let total_due = limits.total.and_then(|total| now.checked_add(total));
        let mut deadlines = Deadlines { limits, idle_due: None, total_due };
        deadlines.rearm(now);
        deadlines
    }

    /// The next line is waited for from `now` on.
    pub fn rearm(&mut self, now: Duration) {
        self.idle_due = self.limits.idle.and_then(|idle| now.checked_add(idle));
    }

    /// When the next deadline passes; `None` for never.
    pub fn due(&self) -> Option<Duration> {
        match (self.idle_due, self.total_due) {
            (Some(idle), Some(total)) => Some(idle.min(total)),
            (idle, total) => idle.or(total),
        }
    }

    /// How long may still be waited; `None` for ever.
    pub fn left(&self, now: Duration) -> Option<Duration> {
        self.due().map(|due| due.saturating_sub(now))
    }

    /// Whether a deadline has passed, one that is due this instant included, and which. If both have, it is the total one.
    pub fn expired(&self, now: Duration) -> Option<FailureKind> {
        let passed = |due: Option<Duration>| due.is_some_and(|due| due <= now);
        if passed(self.total_due) {
            Some(FailureKind::RunDeadlineExceeded)
        } else if passed(self.idle_due) {
            Some(FailureKind::StreamTimeout)
        } else {
            None
        }
    }

    /// In one line: what expired and what to do.
    pub(crate) fn message(&self, kind: FailureKind) -> String {
        match (kind, self.limits) {
            (FailureKind::RunDeadlineExceeded, Limits { total: Some(total), .. }) => {
                format!("the run took {total:?} and more: raise Limits::total, or ask for less at once")
            }
            (_, Limits { idle: Some(idle), .. }) => {
                format!("no line came for {idle:?}: the agent hangs, or Limits::idle is short for its tools")
            }
            (_, Limits { idle: None, .. }) => "the time is over".to_owned(),
        }
    }
}
