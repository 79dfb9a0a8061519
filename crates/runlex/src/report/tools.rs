//! Tool calls and their results, paired over the whole stream in any order.
//!
//! A call counts once by its id, a result each time. Calls and results without a string id count singly and are never
//! paired.

use super::count::add as add_to;
use super::names::{Name, Names};
use super::results::both;
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
    /// All together.
    pub(super) fn sum<'a>(all: impl IntoIterator<Item = &'a ToolCounts>) -> ToolCounts {
        let mut sum = ToolCounts::default();
        all.into_iter().for_each(|counts| sum.add(*counts));
        sum
    }

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
    /// Where it stands in the stream: its line's offset, and how many calls of the line stand before it.
    place: u64,
    name: Name,
    /// The sub-agent that calls.
    agent: Option<Name>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Tools {
    by_id: IdMap<Call>,
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

    /// `place` is the call's own within the stream, and in its order.
    pub(super) fn call(
        &mut self,
        key: IdKey,
        place: u64,
        id: Option<RawStr<'_>>,
        name: Option<RawStr<'_>>,
        agent: Option<Name>,
    ) {
        let name = self.names.add(&name.map_or(NONE.into(), text));
        let Some(id) = id else {
            add_to(self.anonymous.entry((name, agent)).or_default(), 1);
            return;
        };
        let call = self.by_id.entry(key.hash(id)).or_default();
        if call.seen.is_none() {
            call.seen = Some(Seen { place, name, agent });
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

    /// Takes in those of other lines of the stream, whichever come first.
    pub(super) fn merge(&mut self, other: Tools) {
        if self.by_id.is_empty()
            && self.anonymous.is_empty()
            && self.anonymous_results == 0
            && self.agents.is_empty()
        {
            *self = other;
            return;
        }
        let (names, agents) = (self.names.merge(&other.names), self.agents.merge(&other.agents));
        for (id, more) in other.by_id {
            let call = self.by_id.entry(id).or_default();
            let seen = more.seen.map(|seen| Seen {
                name: names.get(seen.name),
                agent: seen.agent.map(|agent| agents.get(agent)),
                ..seen
            });
            call.id = call.id.take().or(more.id);
            call.seen = both(call.seen, seen, |one, other| if other.place < one.place { other } else { one });
            add_to(&mut call.results, more.results);
            add_to(&mut call.errors, more.errors);
            if call.seen.is_some() && call.results > 0 {
                call.id = None;
            }
        }
        for ((name, agent), count) in other.anonymous {
            let caller = (names.get(name), agent.map(|agent| agents.get(agent)));
            add_to(self.anonymous.entry(caller).or_default(), count);
        }
        add_to(&mut self.anonymous_results, other.anonymous_results);
        add_to(&mut self.anonymous_errors, other.anonymous_errors);
    }

    /// Keeps what is counted by tool only.
    pub(super) fn forget_agents(&mut self) {
        self.agents = Names::default();
    }

    /// By the name of the tool; results whose call is nowhere stand under `(none)`.
    pub(super) fn by_name(&self) -> BTreeMap<String, ToolCounts> {
        let mut counts = vec![ToolCounts::default(); self.names.iter().len()];
        let mut none = ToolCounts {
            results: self.anonymous_results,
            errors: self.anonymous_errors,
            ..ToolCounts::default()
        };
        for call in self.by_id.values() {
            let of = call.seen.and_then(|seen| counts.get_mut(seen.name as usize)).unwrap_or(&mut none);
            add_to(&mut of.results, call.results);
            add_to(&mut of.errors, call.errors);
            if call.seen.is_some() {
                add_to(&mut of.calls, 1);
                add_to(&mut of.unanswered, u64::from(call.results == 0));
            }
        }
        for ((name, _), calls) in &self.anonymous {
            add_to(&mut counts.get_mut(*name as usize).unwrap_or(&mut none).calls, *calls);
        }
        let mut all: BTreeMap<String, ToolCounts> = BTreeMap::new();
        for (name, counts) in self.names.iter().chain([NONE]).zip(counts.into_iter().chain([none])) {
            // A name may be that of repeated calls only.
            if counts != ToolCounts::default() {
                all.entry(name.to_owned()).or_default().add(counts);
            }
        }
        all
    }

    /// Calls by the sub-agent that made them; those that called nothing are there with 0.
    pub(super) fn by_agent(&self) -> BTreeMap<String, u64> {
        if self.agents.is_empty() {
            return BTreeMap::new();
        }
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
            .filter_map(|call| Some((call.seen?.place, call.id.as_deref()?)))
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

#[cfg(feature = "saved")]
crate::saved::form::fields!(ToolCounts { calls, results, errors, unanswered });
#[cfg(feature = "saved")]
crate::saved::form::fields!(Tools { by_id, names, agents, anonymous, anonymous_results, anonymous_errors });
#[cfg(feature = "saved")]
crate::saved::form::fields!(Call { seen, results, errors, id });
#[cfg(feature = "saved")]
crate::saved::form::fields!(Seen { place, name, agent });
