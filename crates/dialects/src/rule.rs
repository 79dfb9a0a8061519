//! What has to be known of a dialect to count it: what its counters hold, and how its runs end and are added up.

use crate::item::UsageScope;

/// Whether a part of a count is in the counter that it is a part of, or stands beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// It is in there already: adding it would count it twice.
    Inside,
    /// It is not: the whole is the sum of both.
    Outside,
    /// Nobody knows. It is not added, so that nothing is counted twice.
    Unknown,
}

impl Part {
    /// The name that reports use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Part::Inside => "inside",
            Part::Outside => "outside",
            Part::Unknown => "unknown",
        }
    }
}

/// What the token counters of a dialect hold: `COUNTING` of its module. The counters themselves are as printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counting {
    /// Tokens read from the cache and written to it: whether they are in `input`.
    pub cached: Part,
    /// Tokens of reasoning: whether they are in `output`.
    pub reasoning: Part,
}

/// How a report makes a run of a dialect's items: `RUNS` of its module. `None` there means that reports know the dialect's lines
/// themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunRule {
    /// What its `Result` items end.
    pub end: RunEnd,
    /// Of which `Usage` items its usage is the sum: those of the first of these scopes that the run has any of. What is added up
    /// within a scope is the scope's matter: see [`UsageScope`].
    pub usage: &'static [UsageScope],
    /// Runs of one session state the session's figures, each with those of the runs before: over all runs and files the largest counts
    /// once.
    pub is_of_session: bool,
    /// The name of this rule in reports.
    pub name: &'static str,
    /// The program is known not to print all that it uses.
    pub is_at_least: bool,
}

/// What a `Result` item ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RunEnd {
    /// The run: without one it is unterminated.
    Run,
    /// A turn of a run that may go on any time, as a session file does: without one at its end the run is open.
    Turn,
}
