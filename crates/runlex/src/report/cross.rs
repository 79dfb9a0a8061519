//! Sums by several keys at once: tokens of each session and model.

use super::count::add;
use super::day::Day;
use super::groups::Group;
use super::names::Names;
use super::record::Settled;
use super::rows::{Once, file_of, later, order};
use super::tokens::Measured;
use super::types::NONE;
use super::words::UNKNOWN;
use runlex_dialects::Dialect;
use std::collections::BTreeMap;

/// What sums can be told apart by, several at once: see [`Totals::of_by`](super::Totals::of_by).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// The file.
    File,
    /// The run.
    Run,
    /// The session id.
    Session,
    /// The model.
    Model,
    /// The dialect.
    Dialect,
    /// The day in UTC.
    Day,
}

/// What a [`Key`] is for a group.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KeyValue {
    /// The file: how many come before it, of those that count as `files` of the totals.
    File(u64),
    /// The run.
    Run {
        /// Its file, likewise.
        file: u64,
        /// The line number of its first event.
        line: u64,
    },
    /// A session id, a model, a dialect, or a day as `2026-05-01`; `(none)` where there is none.
    Name(String),
}

/// What one thing that counts is under each key.
struct Ids<'a> {
    file: u64,
    /// Of the run's first event.
    line: u64,
    session: Option<&'a str>,
    model: Option<&'a str>,
    dialect: &'a str,
    day: Day,
}

#[derive(Clone, Debug)]
pub(super) struct Cross {
    keys: Vec<Key>,
    /// The order and the line number of the first line of each run, in order; only where runs are told apart.
    runs: Vec<(u64, u64)>,
    groups: BTreeMap<Vec<KeyValue>, Group>,
}

impl Cross {
    pub(super) fn new(keys: &[Key]) -> Cross {
        Cross { keys: keys.to_vec(), runs: Vec::new(), groups: BTreeMap::new() }
    }

    pub(super) fn keys(&self) -> &[Key] {
        &self.keys
    }

    fn has(&self, key: Key) -> bool {
        self.keys.contains(&key)
    }

    /// Takes in the next run of a file, which is the first one here; `sessions` and `models` are the file's.
    pub(super) fn run(&mut self, run: &Settled, sessions: &Names, models: &Names) {
        if self.has(Key::Run) {
            self.runs.push((order(0, run.offset), run.line));
        }
        let ids = Ids {
            file: 0,
            line: run.line,
            session: run.session(sessions),
            model: None,
            dialect: run.dialect_name(),
            day: run.day,
        };
        if self.has(Key::Model) {
            for model in run.models.iter().filter_map(|model| models.get(*model)) {
                self.add(&Ids { model: Some(model), ..ids }, Group { runs: 1, ..Group::default() });
            }
            for sum in &run.stated_usage {
                let sums = Measured::of(run.dialect, sum.tokens);
                let (messages, cost_stated_usd_micros) = (sum.messages, sum.cost);
                let own = Group { messages, cost_stated_usd_micros, ..Group::of(sums) };
                self.add(&Ids { model: models.get(sum.model), ..ids }, own);
            }
            return;
        }
        // Events of a session or day may stand in any run.
        let has_events = !self.has(Key::Session) && !self.has(Key::Day);
        let own = Group {
            runs: 1,
            events: has_events.then_some(run.events),
            messages: run.stated_messages(),
            cost_stated_usd_micros: run.cost,
            ..Group::of(run.stated())
        };
        self.add(&ids, own);
    }

    /// Messages of one place, whose session and model these are, when all runs are known.
    pub(super) fn messages(&mut self, session: Option<&str>, model: Option<&str>, once: &Once) {
        let run = self.runs.partition_point(|(order, _)| *order <= once.order).checked_sub(1);
        let ids = Ids {
            file: file_of(once.order),
            line: run.map_or(0, |at| self.runs[at].1),
            session,
            model,
            dialect: once.place.dialect.map_or(UNKNOWN, Dialect::as_str),
            day: once.place.day,
        };
        self.add(&ids, Group { messages: once.messages, ..Group::of(once.measured()) });
    }

    fn add(&mut self, ids: &Ids<'_>, more: Group) {
        let name = |name: Option<&str>| KeyValue::Name(name.unwrap_or(NONE).to_owned());
        let value = |key: &Key| match key {
            Key::File => KeyValue::File(ids.file),
            Key::Run => KeyValue::Run { file: ids.file, line: ids.line },
            Key::Session => name(ids.session),
            Key::Model => name(ids.model),
            Key::Dialect => name(Some(ids.dialect)),
            Key::Day => KeyValue::Name(ids.day.to_string()),
        };
        let values: Vec<KeyValue> = self.keys.iter().map(value).collect();
        self.groups.entry(values).or_default().add(more);
    }

    /// Takes in those of files that come `files` files behind the first one here.
    pub(super) fn merge(&mut self, other: Cross, files: u64) {
        self.runs.extend(other.runs.into_iter().map(|(order, line)| (later(order, files), line)));
        for (mut values, group) in other.groups {
            for value in &mut values {
                match value {
                    KeyValue::File(file) | KeyValue::Run { file, .. } => add(file, files),
                    KeyValue::Name(_) => {}
                }
            }
            self.groups.entry(values).or_default().add(group);
        }
    }

    pub(super) fn finish(self) -> BTreeMap<Vec<KeyValue>, Group> {
        self.groups
    }
}
