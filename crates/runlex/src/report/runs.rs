//! Runs: from a process's first event to its last.
//!
//! A run begins at an `init`, and where a line of another program than the run's stands. Its dialect is that of its first
//! line that tells one; until then it is undecided. So that the fold is a monoid, the lines before a part's first such
//! border are kept apart: the part before decides what they belong to.

use super::tokens::{Row, TokenSums, odd, row};
use runlex_core::Object;
use runlex_dialects::amp::Event;
use runlex_dialects::{Counters, Dialect, Hint};
use serde::Serialize;

/// How runs ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Outcomes {
    /// With a result that is no error.
    pub ok: u64,
    /// With a result that is an error.
    pub failed: u64,
    /// Without a result: killed, crashed, cut, or still going.
    pub unterminated: u64,
    /// Of programs whose events are not known here; nothing is said of their end.
    pub unknown: u64,
}

/// Whose run it is, once a line tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Program {
    Known(Dialect),
    Foreign,
}

/// What is kept of a run's lines while its dialect is open: the figures of every candidate.
#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    lines: u64,
    /// Amp: an assistant line had usage.
    usage_seen: bool,
    /// Amp: the usage of the last result that has one.
    stated: Option<Row>,
    /// Amp: counters in the results' usage that are neither missing nor counts.
    odd: u64,
    /// Amp: whether the last result says that the run failed.
    failed: Option<bool>,
}

impl Figures {
    fn append(&mut self, later: Figures) {
        self.lines += later.lines;
        self.usage_seen |= later.usage_seen;
        self.stated = later.stated.or(self.stated);
        self.odd += later.odd;
        self.failed = later.failed.or(self.failed);
    }
}

#[derive(Clone, Copy, Debug)]
struct Run {
    /// Begins at an `init`: never joined to what stands before.
    at_init: bool,
    program: Option<Program>,
    figures: Figures,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Runs {
    /// Lines before the first border.
    head: Figures,
    /// All runs but the last are closed.
    closed: Closed,
    /// The first run, as long as it is not known what stands before it.
    first: Option<Run>,
    /// The last run, if it is not the first.
    last: Option<Run>,
}

/// What closed runs add up to.
#[derive(Clone, Debug, Default)]
struct Closed {
    outcomes: Outcomes,
    /// In order of first sight; `None` is the unknown one.
    dialects: Vec<Option<Dialect>>,
    stated: Option<TokenSums>,
    /// Of runs none of whose messages had usage.
    stated_only: TokenSums,
    odd: u64,
}

impl Closed {
    fn add(&mut self, run: Run) {
        if run.figures.lines == 0 {
            return;
        }
        let dialect = match run.program {
            Some(Program::Known(dialect)) => Some(dialect),
            Some(Program::Foreign) | None => None,
        };
        if !self.dialects.contains(&dialect) {
            self.dialects.push(dialect);
        }
        let Some(Dialect::Amp) = dialect else {
            self.outcomes.unknown += 1;
            return;
        };
        match run.figures.failed {
            Some(false) => self.outcomes.ok += 1,
            Some(true) => self.outcomes.failed += 1,
            None => self.outcomes.unterminated += 1,
        }
        self.odd += run.figures.odd;
        if let Some(stated) = run.figures.stated {
            *self.stated.get_or_insert_default() += stated.into();
            if !run.figures.usage_seen {
                self.stated_only += stated.into();
            }
        }
    }

    fn append(&mut self, later: Closed) {
        self.outcomes.add(later.outcomes);
        for dialect in later.dialects {
            if !self.dialects.contains(&dialect) {
                self.dialects.push(dialect);
            }
        }
        if let Some(stated) = later.stated {
            *self.stated.get_or_insert_default() += stated;
        }
        self.stated_only += later.stated_only;
        self.odd += later.odd;
    }
}

impl Outcomes {
    pub(super) fn add(&mut self, other: Outcomes) {
        self.ok += other.ok;
        self.failed += other.failed;
        self.unterminated += other.unterminated;
        self.unknown += other.unknown;
    }
}

/// What the runs of a stream come to.
pub(super) struct Finished {
    pub(super) outcomes: Outcomes,
    /// In order of first sight; `None` is the unknown one.
    pub(super) dialects: Vec<Option<Dialect>>,
    pub(super) stated: Option<TokenSums>,
    pub(super) stated_only: TokenSums,
    /// Counters of the results that are neither missing nor counts.
    pub(super) odd: u64,
}

impl Finished {
    /// Whether every run's dialect is known; `None` without runs.
    pub(super) fn all_known(&self) -> Option<bool> {
        (!self.dialects.is_empty()).then(|| self.dialects.iter().all(Option::is_some))
    }

    /// The dialects by the names of reports.
    pub(super) fn dialect_names(&self) -> impl Iterator<Item = &'static str> {
        self.dialects.iter().map(|dialect| dialect.map_or("unknown", |dialect| dialect.as_str()))
    }
}

impl Runs {
    /// Takes in the next event.
    pub(super) fn observe(&mut self, object: Object<'_, '_>, hint: Hint, has_message_usage: bool) {
        let mut figures = Figures { lines: 1, usage_seen: has_message_usage, ..Figures::default() };
        let mut at_init = false;
        match Event::read(object) {
            Event::Init(_) => at_init = true,
            Event::Result(result) => {
                figures.failed = Some(result.failed());
                if let Some(usage) = result.usage().ok() {
                    let counters = Counters::read(usage);
                    figures.stated = Some(row(counters));
                    figures.odd = odd(counters);
                }
            }
            _ => {}
        }
        let program = match hint {
            Hint::Is(Dialect::Amp) => Some(Program::Known(Dialect::Amp)),
            // Of the others no rule for ends and sums stands here yet.
            Hint::Is(_) | Hint::Foreign => Some(Program::Foreign),
            Hint::Perhaps(_) | Hint::Open => None,
        };
        if !at_init && program.is_none() {
            self.append_lines(figures);
        } else {
            self.append_run(Run { at_init, program, figures });
        }
    }

    /// Lines that tell nothing of a border.
    fn append_lines(&mut self, figures: Figures) {
        match self.last.as_mut().or(self.first.as_mut()) {
            Some(run) => run.figures.append(figures),
            None => self.head.append(figures),
        }
    }

    /// A run, or lines that tell their program: a run of their own only if they do not fit the one before.
    fn append_run(&mut self, run: Run) {
        let Some(open) = self.last.as_mut().or(self.first.as_mut()) else {
            self.first = Some(run);
            return;
        };
        let fits = !run.at_init && (open.program.is_none() || open.program == run.program);
        if fits {
            open.program = run.program;
            open.figures.append(run.figures);
        } else if let Some(done) = self.last.replace(run) {
            self.closed.add(done);
        }
    }

    pub(super) fn merge(&mut self, later: Runs) {
        self.append_lines(later.head);
        let Some(first) = later.first else { return };
        self.append_run(first);
        let Some(last) = later.last else { return };
        // `later` has closed its first run. Here that is now the last one, unless it became or joined the first run of
        // the whole, which stays open to what comes before.
        if let Some(done) = self.last.take() {
            self.closed.add(done);
        }
        self.closed.append(later.closed);
        self.last = Some(last);
    }

    pub(super) fn finish(self) -> Finished {
        let mut all = Closed::default();
        let head = Run { at_init: false, program: None, figures: self.head };
        match self.first {
            // The first line that tells its program tells that of the lines before it.
            Some(mut first) if !first.at_init => {
                first.figures = {
                    let mut figures = self.head;
                    figures.append(first.figures);
                    figures
                };
                all.add(first);
            }
            first => {
                all.add(head);
                if let Some(first) = first {
                    all.add(first);
                }
            }
        }
        all.append(self.closed);
        if let Some(last) = self.last {
            all.add(last);
        }
        Finished {
            outcomes: all.outcomes,
            dialects: all.dialects,
            stated: all.stated,
            stated_only: all.stated_only,
            odd: all.odd,
        }
    }
}
