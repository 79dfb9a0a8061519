//! Which runs are wanted.

use crate::args::{CallFilters, Ended, Filters, LineFilters, LiveFilters, Program, RunFilters, UNKNOWN};
use crate::seen::{Seen, Wanted};
use crate::show::{complain, counted, thousands};
use crate::window::{self, Window};
use clap::ValueEnum;
use runlex::dialects::Dialect;
use runlex::report::{RunOutcome, RunRecord, time_ms};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The run filters of a command line, and what they met.
pub(crate) struct Choice<'f> {
    models: &'f [String],
    outcomes: &'f [Ended],
    dialects: &'f [Program],
    sessions: &'f [String],
    tools: &'f [String],
    types: &'f [String],
    roles: Vec<String>,
    wanted: Option<Wanted>,
    window: Option<Window>,
    met: Mutex<Met>,
}

/// What there was to choose from.
#[derive(Default)]
struct Met {
    runs: u64,
    taken: u64,
    /// Of those that all else would let through, those without a time.
    timeless: u64,
    /// The same, of which nobody knows how they ended.
    unknown: u64,
    /// The times of all others.
    first: Option<i64>,
    last: Option<i64>,
    outcomes: BTreeMap<&'static str, u64>,
    dialects: BTreeMap<&'static str, u64>,
    models: BTreeSet<String>,
    tools: BTreeSet<String>,
    sessions: u64,
}

impl<'f> Choice<'f> {
    /// For verbs that list runs or sum them up; nothing where all runs are wanted.
    pub(crate) fn of_runs(runs: &'f RunFilters, calls: Option<&'f CallFilters>) -> Option<Choice<'f>> {
        let RunFilters { types, roles, dialects, of_run, times } = runs;
        let (tools, sessions) = calls.map_or((&[][..], &[][..]), |calls| (&calls.tools, &calls.sessions));
        let choice = Choice {
            models: &of_run.models,
            outcomes: &of_run.outcomes,
            dialects,
            sessions,
            tools,
            types,
            roles: roles.iter().map(name).collect(),
            wanted: Wanted::new(types, roles),
            window: Window::of(times),
            met: Mutex::default(),
        };
        (!choice.is_empty()).then_some(choice)
    }

    /// For verbs that print what the lines say: all else is asked of the lines there.
    pub(crate) fn of_lines(filters: &'f Filters) -> Option<Choice<'f>> {
        let choice = Choice {
            models: &filters.of_run.models,
            outcomes: &filters.of_run.outcomes,
            dialects: &[],
            sessions: &[],
            tools: &[],
            types: &[],
            roles: Vec::new(),
            wanted: None,
            window: None,
            met: Mutex::default(),
        };
        (!choice.is_empty()).then_some(choice)
    }

    fn is_empty(&self) -> bool {
        self.models.is_empty()
            && self.outcomes.is_empty()
            && self.dialects.is_empty()
            && self.sessions.is_empty()
            && self.tools.is_empty()
            && self.wanted.is_none()
            && self.window.is_none()
    }

    /// What is to be looked for in the lines.
    pub(crate) fn wanted(&self) -> Option<&Wanted> {
        self.wanted.as_ref()
    }

    /// Which of the runs of a file are wanted.
    pub(crate) fn take(&self, runs: &[RunRecord], seen: &Seen) -> Vec<bool> {
        let mut met = self.met();
        let end = |number: usize| runs.get(number + 1).map_or(u64::MAX, |next| next.offset);
        let taken = runs.iter().enumerate().map(|(number, run)| {
            let is_taken = self.takes(run, end(number), seen, &mut met);
            met.add(self, run, is_taken);
            is_taken
        });
        taken.collect()
    }

    /// Those of the runs of a file that are wanted.
    pub(crate) fn only(&self, runs: Vec<RunRecord>, seen: &Seen) -> Vec<RunRecord> {
        let mut taken = self.take(&runs, seen).into_iter();
        runs.into_iter().filter(|_| taken.next() == Some(true)).collect()
    }

    fn takes(&self, run: &RunRecord, end: u64, seen: &Seen, met: &mut Met) -> bool {
        let dialect = Dialect::named(run.dialect);
        let calls = |tool: &String| run.tools.get(tool).is_some_and(|counts| counts.calls > 0);
        let is_session = |session: &String| self.sessions.contains(session);
        let fits = (self.models.is_empty() || run.models.iter().any(|model| self.models.contains(model)))
            && (self.dialects.is_empty() || self.dialects.contains(&Program(dialect)))
            && (self.sessions.is_empty() || run.session.as_ref().is_some_and(is_session))
            && (self.tools.is_empty() || self.tools.iter().any(calls))
            && self.wanted.as_ref().is_none_or(|wanted| wanted.is_in(seen, dialect, run.offset, end));
        let fits_outcome =
            self.outcomes.is_empty() || self.outcomes.iter().any(|asked| asked.is(run.outcome));
        met.unknown += u64::from(fits && !fits_outcome && run.outcome == RunOutcome::Unknown);
        let fits = fits && fits_outcome;
        let Some(window) = self.window.filter(|_| fits) else { return fits };
        let time = |text: &Option<String>| text.as_deref().and_then(time_ms);
        let (started, ended) = (time(&run.started), time(&run.ended));
        match started.or(ended).zip(ended.or(started)) {
            Some((first, last)) => {
                met.first = Some(met.first.map_or(first, |known| known.min(first)));
                met.last = met.last.max(Some(last));
                window.overlaps(first, last)
            }
            None => {
                met.timeless += 1;
                false
            }
        }
    }

    fn met(&self) -> MutexGuard<'_, Met> {
        self.met.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says what was left out because it has no time, and what there is where nothing was taken.
    pub(crate) fn tell(&self, quiet: bool) {
        let met = self.met();
        if quiet {
            return;
        }
        if met.timeless > 0 {
            let (carry, were) = if met.timeless == 1 { ("carries", "was") } else { ("carry", "were") };
            complain(&format!(
                "{} {carry} no time and {were} left out",
                counted(met.timeless, "run", "runs")
            ));
        }
        if met.unknown > 0 && met.taken > 0 {
            let were = if met.unknown == 1 { "was" } else { "were" };
            complain(&format!(
                "{} of unknown outcome {were} left out (--outcome unknown lists such runs)",
                counted(met.unknown, "run", "runs")
            ));
        }
        if met.taken == 0 && met.runs > 0 {
            complain(&format!(
                "no run matches {}: {}{}",
                self.words(),
                counted(met.runs, "run", "runs"),
                met.there(self)
            ));
        }
    }

    /// As they were typed.
    fn words(&self) -> String {
        let mut words = Words::default();
        words.add("dialect", self.dialects.iter().map(program));
        words.add("session", self.sessions);
        words.add("type", self.types);
        words.add("tool", self.tools);
        words.add("role", &self.roles);
        words.add("model", self.models);
        words.add("outcome", self.outcomes.iter().map(name));
        words.0.extend(self.window.map(|window| window.to_string()));
        words.0.join(" ")
    }
}

/// The filters of a verb that prints what lines say, as they were typed.
pub(crate) fn words(filters: &Filters) -> String {
    let Filters { lines, of_run, times } = filters;
    let mut words = Words::of_lines(lines);
    words.add("model", &of_run.models);
    words.add("outcome", of_run.outcomes.iter().map(name));
    words.0.extend(Window::of(times).map(|window| window.to_string()));
    words.0.join(" ")
}

/// The same of a stream that is not at its end.
pub(crate) fn live_words(filters: &LiveFilters) -> String {
    let mut words = Words::of_lines(&filters.lines);
    words.add("model", &filters.models);
    words.0.join(" ")
}

#[derive(Default)]
struct Words(Vec<String>);

impl Words {
    fn of_lines(filters: &LineFilters) -> Words {
        let LineFilters { types, kinds, tools, sessions, roles, dialects } = filters;
        let mut words = Words::default();
        words.add("dialect", dialects.iter().map(program));
        words.add("session", sessions);
        words.add("type", types);
        words.add("kind", kinds.iter().map(name));
        words.add("tool", tools);
        words.add("role", roles.iter().map(name));
        words
    }

    fn add(&mut self, option: &str, values: impl IntoIterator<Item = impl Display>) {
        self.0.extend(values.into_iter().map(|value| format!("--{option} {value}")));
    }
}

fn program(program: &Program) -> String {
    program.0.map_or(UNKNOWN, Dialect::as_str).to_owned()
}

fn name(value: &impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// So many names are told.
const NAMES: usize = 20;

impl Met {
    fn add(&mut self, choice: &Choice<'_>, run: &RunRecord, is_taken: bool) {
        self.runs += 1;
        self.taken += u64::from(is_taken);
        // Nobody asks what there is besides.
        if self.taken > 0 {
            return;
        }
        *self.outcomes.entry(run.outcome.as_str()).or_default() += 1;
        *self.dialects.entry(run.dialect).or_default() += 1;
        self.sessions += u64::from(run.session.is_some());
        if !choice.models.is_empty() {
            let new = run.models.iter().filter(|model| !self.models.contains(*model));
            let new: Vec<String> = new.cloned().collect();
            self.models.extend(new);
        }
        if !choice.tools.is_empty() {
            self.tools.extend(run.tools.keys().cloned());
        }
    }

    /// Of what was asked for.
    fn there(&self, choice: &Choice<'_>) -> String {
        let mut told = String::new();
        let mut tell = |what: &str, names: &mut dyn Iterator<Item = String>| {
            let names: Vec<String> = names.collect();
            let more = names.len().saturating_sub(NAMES) as u64;
            told += &format!("; {what}: ");
            told += &names[..names.len().min(NAMES)].join(", ");
            told += &match (names.len(), more) {
                (0, _) => "none".to_owned(),
                (_, 0) => String::new(),
                _ => format!(" and {} more", thousands(more)),
            };
        };
        let numbered = |counts: &BTreeMap<&str, u64>| {
            let counts = counts.iter().map(|(name, count)| format!("{} {name}", thousands(*count)));
            counts.collect::<Vec<_>>().into_iter()
        };
        if !choice.dialects.is_empty() {
            tell("dialects", &mut numbered(&self.dialects));
        }
        if !choice.models.is_empty() {
            tell("models", &mut self.models.iter().cloned());
        }
        if !choice.outcomes.is_empty() {
            tell("outcomes", &mut numbered(&self.outcomes));
        }
        if !choice.tools.is_empty() {
            tell("tools", &mut self.tools.iter().cloned());
        }
        if !choice.sessions.is_empty() {
            told += &format!("; {} with a session", thousands(self.sessions));
        }
        if let Some((first, last)) = self.first.zip(self.last).filter(|_| choice.window.is_some()) {
            told += &format!("; from {} to {}", window::shown(first), window::shown(last));
        }
        told
    }
}
