//! Sums by session, model, day and dialect.

use super::count::add;
use super::day::Day;
use super::names::{NO_NAME, Name, Names};
use super::record::Settled;
use super::results::both;
use super::rows::Once;
use super::tokens::{Measured, TokenSums};
use super::types::NONE;
use super::words::UNKNOWN;
use runlex_dialects::Dialect;
use serde::Serialize;
use std::collections::BTreeMap;

/// What falls to one session, model, day or dialect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Group {
    /// Runs: of the session or dialect, that name the model, or that began on the day.
    pub runs: u64,
    /// Events; none for a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events: Option<u64>,
    /// Messages of models that have usage, each once.
    pub messages: u64,
    /// The dialects' own best figure.
    pub usage: TokenSums,
    /// The same in one meaning for all dialects: see [`Usage::comparable`](super::Usage::comparable).
    pub comparable: TokenSums,
    /// Micro-dollars, as the runs state them.
    pub cost_stated_usd_micros: Option<u64>,
}

/// The groups of all kinds, by name. What has none is under `(none)`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Groups {
    /// By session id.
    pub sessions: BTreeMap<String, Group>,
    /// By model.
    pub models: BTreeMap<String, Group>,
    /// By day in UTC.
    pub days: BTreeMap<String, Group>,
    /// By dialect.
    pub dialects: BTreeMap<String, Group>,
}

impl Group {
    /// One that has used this, and nothing else.
    pub(super) fn of(sums: Measured) -> Group {
        Group { usage: sums.printed, comparable: sums.comparable, ..Group::default() }
    }

    pub(super) fn add(&mut self, more: Group) {
        add(&mut self.runs, more.runs);
        self.events = both(self.events, more.events, u64::saturating_add);
        add(&mut self.messages, more.messages);
        self.usage += more.usage;
        self.comparable += more.comparable;
        let costs = (self.cost_stated_usd_micros, more.cost_stated_usd_micros);
        self.cost_stated_usd_micros = both(costs.0, costs.1, u64::saturating_add);
    }
}

/// Groups that more may come to.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenGroups {
    sessions: BTreeMap<String, Group>,
    models: BTreeMap<String, Group>,
    days: BTreeMap<Day, Group>,
    dialects: BTreeMap<&'static str, Group>,
}

impl OpenGroups {
    /// The runs of a stream, whose sessions and models these are.
    pub(super) fn runs(&mut self, runs: &[Box<Settled>], sessions: &Names, models: &Names) {
        let (mut by_session, mut by_model) = (ByName::of(sessions), ByName::of(models));
        for run in runs {
            let own = Group {
                runs: 1,
                messages: run.stated_messages(),
                cost_stated_usd_micros: run.cost,
                ..Group::of(run.stated())
            };
            match (run.session, &run.stated_session) {
                (None, Some(stated)) => named(&mut self.sessions, Some(stated), own),
                (session, _) => by_session.add(session.unwrap_or(NO_NAME), own),
            }
            self.days.entry(run.day).or_default().add(own);
            let events = Some(run.events);
            self.dialects.entry(run.dialect_name()).or_default().add(Group { events, ..own });
            for model in run.models.iter().filter(|model| **model != NO_NAME) {
                by_model.add(*model, Group { runs: 1, ..Group::default() });
            }
            for sum in &run.stated_usage {
                let sums = Measured::of(run.dialect, sum.tokens);
                let (messages, cost_stated_usd_micros) = (sum.messages, sum.cost);
                let own = Group { messages, cost_stated_usd_micros, ..Group::of(sums) };
                by_model.add(sum.model, own);
            }
        }
        by_session.name(&mut self.sessions, sessions);
        by_model.name(&mut self.models, models);
    }

    pub(super) fn session_events(&mut self, session: Option<&str>, events: u64) {
        if events > 0 {
            named(&mut self.sessions, session, Group { events: Some(events), ..Group::default() });
        }
    }

    pub(super) fn day_events(&mut self, day: Day, events: u64) {
        add(self.days.entry(day).or_default().events.get_or_insert_default(), events);
    }

    /// Messages of one place, whose session and model these are.
    pub(super) fn messages(&mut self, session: Option<&str>, model: Option<&str>, once: &Once) {
        let place = once.place;
        let own = Group { messages: once.messages, ..Group::of(once.measured()) };
        named(&mut self.sessions, session, own);
        named(&mut self.models, model, own);
        self.days.entry(place.day).or_default().add(own);
        self.dialects.entry(place.dialect.map_or(UNKNOWN, Dialect::as_str)).or_default().add(own);
    }

    pub(super) fn merge(mut self, other: OpenGroups) -> OpenGroups {
        unite(&mut self.sessions, other.sessions);
        unite(&mut self.models, other.models);
        unite(&mut self.days, other.days);
        unite(&mut self.dialects, other.dialects);
        self
    }

    pub(super) fn finish(self) -> Groups {
        let mut groups = Groups {
            sessions: self.sessions,
            models: self.models,
            days: self.days.into_iter().map(|(day, group)| (day.to_string(), group)).collect(),
            dialects: self.dialects.into_iter().map(|(name, group)| (name.to_owned(), group)).collect(),
        };
        for groups in [&mut groups.sessions, &mut groups.days, &mut groups.dialects] {
            for group in groups.values_mut() {
                group.events.get_or_insert_default();
            }
        }
        groups
    }
}

/// Groups by the number of a name: a text is looked up once a group and not once a run.
struct ByName {
    named: Vec<Option<Group>>,
    nameless: Option<Group>,
}

impl ByName {
    fn of(names: &Names) -> ByName {
        ByName { named: vec![None; names.len()], nameless: None }
    }

    fn add(&mut self, name: Name, more: Group) {
        let group = self.named.get_mut(name as usize).unwrap_or(&mut self.nameless);
        group.get_or_insert_default().add(more);
    }

    fn name(self, groups: &mut BTreeMap<String, Group>, names: &Names) {
        for (group, name) in self.named.into_iter().zip(names.iter()) {
            if let Some(group) = group {
                named(groups, Some(name), group);
            }
        }
        if let Some(group) = self.nameless {
            named(groups, None, group);
        }
    }
}

/// Adds to the group of this name.
fn named(groups: &mut BTreeMap<String, Group>, name: Option<&str>, more: Group) {
    let name = name.unwrap_or(NONE);
    match groups.get_mut(name) {
        Some(group) => group.add(more),
        None => _ = groups.insert(name.to_owned(), more),
    }
}

fn unite<K: Ord>(groups: &mut BTreeMap<K, Group>, more: BTreeMap<K, Group>) {
    for (name, group) in more {
        groups.entry(name).or_default().add(group);
    }
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Group { runs, events, messages, usage, comparable, cost_stated_usd_micros });
#[cfg(feature = "saved")]
crate::saved::form::fields!(Groups { sessions, models, days, dialects });
