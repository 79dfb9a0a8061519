//! Tool calls and their results, paired over the whole stream in any order.
//!
//! A call counts once by its id, a result each time. Calls and results without a string id count singly and are never
//! paired.

use super::count::add as add_to;
use super::names::{Name, Names};
use super::types::NONE;
use crate::id::{IdKey, IdMap, text};
use runlex_core::RawStr;
use serde::Serialize;
use std::collections::BTreeMap;

/// Counts of one tool, or of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ToolCounts {
    /// Calls.
    pub calls: u64,
    /// Results.
    pub results: u64,
    /// Results that say they are errors.
    pub errors: u64,
    /// Calls without a result.
    pub unanswered: u64,
}

impl ToolCounts {
    /// Adds up.
    pub fn add(&mut self, more: ToolCounts) {
        add_to(&mut self.calls, more.calls);
        add_to(&mut self.results, more.results);
        add_to(&mut self.errors, more.errors);
        add_to(&mut self.unanswered, more.unanswered);
    }
}

/// What is known of one id.
#[derive(Clone, Debug, Default)]
struct Call {
    /// Set once the call itself was seen.
    seen: Option<Seen>,
    results: u64,
    errors: u64,
    /// The id itself, as long as call and result have not met.
    id: Option<Box<str>>,
}

/// A call as its first line has it.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// Its number in the order of calls.
    order: u64,
    name: Name,
    /// The sub-agent that calls.
    agent: Option<Name>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Tools {
    by_id: IdMap<Call>,
    /// Calls seen so far, for their order.
    order: u64,
    names: Names,
    agents: Names,
    /// Calls without an id, by name and sub-agent.
    anonymous: BTreeMap<(Name, Option<Name>), u64>,
    /// Results without an id, and how many of them are errors.
    anonymous_results: u64,
    anonymous_errors: u64,
}

impl Tools {
    /// The sub-agent of this id, which has called nothing yet.
    pub(super) fn agent(&mut self, id: &str) -> Name {
        self.agents.add(id)
    }

    pub(super) fn has_agents(&self) -> bool {
        !self.agents.is_empty()
    }

    pub(super) fn call(
        &mut self,
        key: IdKey,
        id: Option<RawStr<'_>>,
        name: Option<RawStr<'_>>,
        agent: Option<Name>,
    ) {
        let name = self.names.add(&name.map_or(NONE.into(), text));
        let order = self.order;
        add_to(&mut self.order, 1);
        let Some(id) = id else {
            add_to(self.anonymous.entry((name, agent)).or_default(), 1);
            return;
        };
        let call = self.by_id.entry(key.hash(id)).or_default();
        if call.seen.is_none() {
            call.seen = Some(Seen { order, name, agent });
            call.id = (call.results == 0).then(|| text(id).into());
        }
    }

    pub(super) fn result(&mut self, key: IdKey, id: Option<RawStr<'_>>, is_error: bool) {
        let Some(id) = id else {
            add_to(&mut self.anonymous_results, 1);
            add_to(&mut self.anonymous_errors, u64::from(is_error));
            return;
        };
        let call = self.by_id.entry(key.hash(id)).or_default();
        add_to(&mut call.results, 1);
        add_to(&mut call.errors, u64::from(is_error));
        if call.seen.is_some() {
            call.id = None;
        } else if call.id.is_none() {
            call.id = Some(text(id).into());
        }
    }

    pub(super) fn merge(&mut self, later: Tools) {
        if self.order == 0 && self.by_id.is_empty() && self.anonymous_results == 0 && self.agents.is_empty() {
            *self = later;
            return;
        }
        let (names, agents) = (self.names.merge(&later.names), self.agents.merge(&later.agents));
        for (id, more) in later.by_id {
            let call = self.by_id.entry(id).or_default();
            let seen = more.seen.map(|seen| Seen {
                order: seen.order.saturating_add(self.order),
                name: names.get(seen.name),
                agent: seen.agent.map(|agent| agents.get(agent)),
            });
            call.id = call.id.take().or(more.id);
            call.seen = call.seen.or(seen);
            add_to(&mut call.results, more.results);
            add_to(&mut call.errors, more.errors);
            if call.seen.is_some() && call.results > 0 {
                call.id = None;
            }
        }
        for ((name, agent), count) in later.anonymous {
            let caller = (names.get(name), agent.map(|agent| agents.get(agent)));
            add_to(self.anonymous.entry(caller).or_default(), count);
        }
        add_to(&mut self.order, later.order);
        add_to(&mut self.anonymous_results, later.anonymous_results);
        add_to(&mut self.anonymous_errors, later.anonymous_errors);
    }

    /// All calls together.
    pub(super) fn sum(&self) -> ToolCounts {
        let mut sum = ToolCounts {
            results: self.anonymous_results,
            errors: self.anonymous_errors,
            ..ToolCounts::default()
        };
        for call in self.by_id.values() {
            add(&mut sum, call);
        }
        self.anonymous.values().for_each(|calls| add_to(&mut sum.calls, *calls));
        sum
    }

    /// By the name of the tool; results whose call is nowhere stand under `(none)`.
    pub(super) fn by_name(&self) -> BTreeMap<String, ToolCounts> {
        let mut all: BTreeMap<String, ToolCounts> = BTreeMap::new();
        let mut of = |name: &str, change: &dyn Fn(&mut ToolCounts)| match all.get_mut(name) {
            Some(counts) => change(counts),
            None => change(all.entry(name.to_owned()).or_default()),
        };
        for call in self.by_id.values() {
            let name = call.seen.and_then(|seen| self.names.get(seen.name)).unwrap_or(NONE);
            of(name, &|counts| add(counts, call));
        }
        for ((name, _), calls) in &self.anonymous {
            of(self.names.get(*name).unwrap_or(NONE), &|counts| add_to(&mut counts.calls, *calls));
        }
        if self.anonymous_results > 0 {
            of(NONE, &|counts| {
                add_to(&mut counts.results, self.anonymous_results);
                add_to(&mut counts.errors, self.anonymous_errors);
            });
        }
        all
    }

    /// Calls by the sub-agent that made them; those that called nothing are there with 0.
    pub(super) fn by_agent(&self) -> BTreeMap<String, u64> {
        let mut all: BTreeMap<String, u64> = self.agents.iter().map(|id| (id.to_owned(), 0)).collect();
        let mut of = |agent: Option<Name>, calls: u64| {
            if let Some(count) = agent.and_then(|agent| self.agents.get(agent)).and_then(|id| all.get_mut(id))
            {
                add_to(count, calls);
            }
        };
        for seen in self.by_id.values().filter_map(|call| call.seen) {
            of(seen.agent, 1);
        }
        for ((_, agent), calls) in &self.anonymous {
            of(*agent, *calls);
        }
        all
    }

    /// Ids of calls without a result, in order of first sight.
    pub(super) fn unanswered(&self) -> Vec<String> {
        let mut open: Vec<(u64, &str)> = self
            .by_id
            .values()
            .filter(|call| call.results == 0)
            .filter_map(|call| Some((call.seen?.order, call.id.as_deref()?)))
            .collect();
        open.sort_unstable();
        open.into_iter().map(|(_, id)| id.to_owned()).collect()
    }

    /// Ids that results name and no call has, sorted.
    pub(super) fn orphans(&self) -> Vec<String> {
        let orphans = self.by_id.values().filter(|call| call.seen.is_none());
        let mut ids: Vec<String> = orphans.filter_map(|call| call.id.as_deref().map(str::to_owned)).collect();
        ids.sort_unstable();
        ids
    }

    /// How many those are.
    pub(super) fn orphan_count(&self) -> u64 {
        self.by_id.values().filter(|call| call.seen.is_none()).count() as u64
    }
}

fn add(counts: &mut ToolCounts, call: &Call) {
    add_to(&mut counts.results, call.results);
    add_to(&mut counts.errors, call.errors);
    if call.seen.is_some() {
        add_to(&mut counts.calls, 1);
        add_to(&mut counts.unanswered, u64::from(call.results == 0));
    }
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(ToolCounts { calls, results, errors, unanswered });
#[cfg(feature = "saved")]
crate::saved::form::fields!(Tools {
    by_id,
    order,
    names,
    agents,
    anonymous,
    anonymous_results,
    anonymous_errors,
});
#[cfg(feature = "saved")]
crate::saved::form::fields!(Call { seen, results, errors, id });
#[cfg(feature = "saved")]
crate::saved::form::fields!(Seen { order, name, agent });
