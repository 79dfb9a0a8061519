//! Sums by session, model, day and dialect.

use super::count::add;
use super::day::Day;
use super::record::Settled;
use super::results::both;
use super::rows::{Once, Rows};
use super::tokens::TokenSums;
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

impl Groups {
    pub(super) fn run(&mut self, run: &Settled) {
        let record = &run.record;
        let own = [
            group(&mut self.sessions, record.session.as_deref()),
            group(&mut self.days, day(run.day).as_deref()),
            group(&mut self.dialects, Some(record.dialect)),
        ];
        for group in own {
            add(&mut group.runs, 1);
            group.cost_stated_usd_micros =
                both(group.cost_stated_usd_micros, record.cost_stated_usd_micros, u64::saturating_add);
            group.usage += run.stated_usage.iter().map(|sum| sum.tokens).sum();
        }
        let dialect = group(&mut self.dialects, Some(record.dialect));
        add(dialect.events.get_or_insert_default(), record.events);
        for model in &record.models {
            add(&mut group(&mut self.models, Some(model)).runs, 1);
        }
        for sum in &run.stated_usage {
            let group = group(&mut self.models, sum.model.as_deref());
            group.usage += sum.tokens;
            group.cost_stated_usd_micros = both(group.cost_stated_usd_micros, sum.cost, u64::saturating_add);
        }
    }

    pub(super) fn session_events(&mut self, session: Option<&str>, events: u64) {
        if events > 0 {
            add(group(&mut self.sessions, session).events.get_or_insert_default(), events);
        }
    }

    pub(super) fn day_events(&mut self, of: Day, events: u64) {
        add(group(&mut self.days, day(of).as_deref()).events.get_or_insert_default(), events);
    }

    /// A message of `rows`.
    pub(super) fn message(&mut self, rows: &Rows, once: &Once) {
        let place = once.place;
        for group in [
            group(&mut self.sessions, rows.sessions.get(place.session)),
            group(&mut self.models, rows.models.get(place.model)),
            group(&mut self.days, day(place.day).as_deref()),
            group(&mut self.dialects, Some(place.dialect.map_or(UNKNOWN, Dialect::as_str))),
        ] {
            add(&mut group.messages, once.messages);
            group.usage += once.usage;
        }
    }

    pub(super) fn finish(mut self) -> Groups {
        for groups in [&mut self.sessions, &mut self.days, &mut self.dialects] {
            for group in groups.values_mut() {
                group.events.get_or_insert_default();
            }
        }
        self
    }
}

fn group<'g>(groups: &'g mut BTreeMap<String, Group>, name: Option<&str>) -> &'g mut Group {
    groups.entry(name.unwrap_or(NONE).to_owned()).or_default()
}

fn day(day: Day) -> Option<String> {
    (day != Day::NONE).then(|| day.to_string())
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Group { runs, events, messages, usage, cost_stated_usd_micros });
#[cfg(feature = "saved")]
crate::saved::form::fields!(Groups { sessions, models, days, dialects });
