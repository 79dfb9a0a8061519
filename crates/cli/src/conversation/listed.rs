//! The items of the runs that are shown, for programs.

use super::walk::Walk;
use crate::cat::Lines;
use crate::events::{Event, Sink};
use runlex::{At, Fault};

pub(super) struct ListedRuns<'s> {
    pub(super) walk: Walk<'s>,
    pub(super) lines: Lines<'s>,
}

impl Sink for ListedRuns<'_> {
    fn event(&mut self, event: Event<'_, '_, '_>) {
        while self.walk.next(event.record.line.at().line).is_some() {}
        match self.walk.is_shown() {
            true => self.lines.event(event),
            false => self.lines.pass_over(event),
        }
    }

    fn fault(&mut self, at: At, fault: Fault) {
        if self.walk.is_shown() {
            self.lines.fault(at, fault);
        }
    }

    fn is_done(&self) -> bool {
        self.walk.is_done()
    }
}
