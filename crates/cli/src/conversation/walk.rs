//! Through a file by its plan: which run a line is in, and whether that is shown.

use super::plan::FilePlan;
use runlex::report::RunRecord;

pub(super) struct Walk<'p> {
    /// Nothing for a pipe, of which all is shown.
    plan: Option<&'p FilePlan>,
    /// The next run of the plan.
    next: usize,
    place: Place,
}

/// Where the stream is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before its first run.
    Before,
    InShown,
    InOther,
    /// Behind the last run that is shown.
    Behind,
}

impl<'p> Walk<'p> {
    pub(super) fn new(plan: Option<&'p FilePlan>) -> Walk<'p> {
        Walk { plan, next: 0, place: Place::Before }
    }

    /// Whether it goes by a plan.
    pub(super) fn is_planned(&self) -> bool {
        self.plan.is_some()
    }

    /// Enters a run that no plan tells of.
    pub(super) fn enter(&mut self) {
        self.place = Place::InShown;
    }

    /// Enters the next run of the plan that begins at this line or before it. With it comes what is known of it, if it is shown.
    pub(super) fn next(&mut self, line: u64) -> Option<Option<&'p RunRecord>> {
        let runs = &self.plan?.runs;
        let (_, run) = runs.get(self.next).filter(|(begin, _)| *begin <= line)?;
        self.next += 1;
        self.place = match run {
            Some(_) => Place::InShown,
            None if runs[self.next..].iter().all(|(_, run)| run.is_none()) => Place::Behind,
            None => Place::InOther,
        };
        Some(run.as_ref())
    }

    pub(super) fn is_before(&self) -> bool {
        self.place == Place::Before
    }

    /// Whether it is in a run that is shown.
    pub(super) fn is_in_shown(&self) -> bool {
        self.place == Place::InShown
    }

    /// Whether what stands here is shown.
    pub(super) fn is_shown(&self) -> bool {
        match self.place {
            Place::InShown => true,
            Place::Before => self.plan.is_none_or(|plan| plan.is_whole),
            Place::InOther | Place::Behind => false,
        }
    }

    /// Whether nothing more is shown.
    pub(super) fn is_done(&self) -> bool {
        self.place == Place::Behind
    }
}
