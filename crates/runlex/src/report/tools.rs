//! Tool calls and their results, paired over the whole stream in any order.
//!
//! A call counts once by its id, a result each time. Calls and results without a string id count singly and are never
//! paired.

use super::count::add as add_to;
use super::names::{NO_NAME, Name, Names, Pool, Renamed};
use super::pile::{Pile, Unite};
use super::types::NONE;
use crate::id::{IdKey, text};
use foldhash::fast::RandomState;
use runlex_core::RawStr;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashMap};

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

/// What is known of one id. With it 64 bytes.
#[derive(Clone, Debug)]
struct Call {
    /// Where the first line stands that tells the call: its offset in the stream, and how many calls of the line stand before it.
    place: u64,
    /// By that line; [`NO_NAME`] as long as the call itself was not seen.
    name: Name,
    /// The sub-agent that calls, by that line, or [`NO_NAME`].
    agent: Name,
    results: u64,
    errors: u64,
    /// The id itself, as long as call and result have not met.
    id: Option<Box<str>>,
}

impl Call {
    fn is_seen(&self) -> bool {
        self.name != NO_NAME
    }

    fn see(&mut self, place: u64, name: Name, agent: Name) {
        if !self.is_seen() || place < self.place {
            (self.place, self.name, self.agent) = (place, name, agent);
        }
    }

    fn answer(&mut self, results: u64, errors: u64) {
        add_to(&mut self.results, results);
        add_to(&mut self.errors, errors);
    }

    fn forget_id(&mut self) {
        if self.is_seen() && self.results > 0 {
            self.id = None;
        }
    }
}

impl Unite for Call {
    fn unite(&mut self, other: &mut Call) {
        self.id = self.id.take().or(other.id.take());
        if other.is_seen() {
            self.see(other.place, other.name, other.agent);
        }
        self.answer(other.results, other.errors);
        self.forget_id();
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Tools {
    calls: Pile<Call>,
    /// All sub-agents, also those that call nothing.
    agents: BTreeSet<Name>,
    /// Calls without an id, by name and sub-agent.
    anonymous: BTreeMap<(Name, Name), u64>,
    /// Results without an id, and how many of them are errors.
    anonymous_results: u64,
    anonymous_errors: u64,
}

impl Tools {
    /// The sub-agent has called nothing yet.
    pub(super) fn agent(&mut self, agent: Name) {
        self.agents.insert(agent);
    }

    pub(super) fn has_agents(&self) -> bool {
        !self.agents.is_empty()
    }

    /// `place` is the call's own within the stream, and in its order; `name` one of the tools' or that of [`NONE`], `agent`
    /// may be [`NO_NAME`].
    pub(super) fn call(&mut self, key: IdKey, place: u64, id: Option<RawStr<'_>>, name: Name, agent: Name) {
        let Some(id) = id else {
            add_to(self.anonymous.entry((name, agent)).or_default(), 1);
            return;
        };
        let first = || Call { place, name, agent, results: 0, errors: 0, id: Some(text(id).into()) };
        if let Some(call) = self.calls.near(key.hash(id), first) {
            call.see(place, name, agent);
            call.forget_id();
        }
    }

    pub(super) fn result(&mut self, key: IdKey, id: Option<RawStr<'_>>, is_error: bool) {
        let errors = u64::from(is_error);
        let Some(id) = id else {
            add_to(&mut self.anonymous_results, 1);
            add_to(&mut self.anonymous_errors, errors);
            return;
        };
        let first = || Call {
            place: 0,
            name: NO_NAME,
            agent: NO_NAME,
            results: 1,
            errors,
            id: Some(text(id).into()),
        };
        if let Some(call) = self.calls.near(key.hash(id), first) {
            call.answer(1, errors);
            call.forget_id();
        }
    }

    /// Takes in those of other lines of the stream, whichever come first.
    pub(super) fn merge(&mut self, other: Tools) {
        self.calls.append(other.calls);
        self.agents.extend(other.agents);
        for (caller, count) in other.anonymous {
            add_to(self.anonymous.entry(caller).or_default(), count);
        }
        add_to(&mut self.anonymous_results, other.anonymous_results);
        add_to(&mut self.anonymous_errors, other.anonymous_errors);
    }

    pub(super) fn rename(&mut self, names: &Renamed, agents: &Renamed) {
        if names.is_same() && agents.is_same() {
            return;
        }
        for call in self.calls.values_mut() {
            names.rename(&mut call.name);
            agents.rename(&mut call.agent);
        }
        self.agents = self.agents.iter().map(|agent| agents.get(*agent)).collect();
        for ((name, agent), count) in std::mem::take(&mut self.anonymous) {
            add_to(self.anonymous.entry((names.get(name), agents.get(agent))).or_default(), count);
        }
    }

    /// A result counts once for each id: lines may tell it again.
    pub(super) fn each_result_once(&mut self) {
        self.calls.united();
        for call in self.calls.values_mut() {
            (call.results, call.errors) = (call.results.min(1), call.errors.min(1));
        }
    }

    /// Keeps what is counted by tool only.
    pub(super) fn forget_agents(&mut self) {
        self.agents = BTreeSet::new();
    }

    /// By the name of the tool, in order; results whose call is nowhere stand under [`NO_NAME`].
    pub(super) fn by_name(&mut self) -> Vec<(Name, ToolCounts)> {
        let mut counts: HashMap<Name, ToolCounts, RandomState> = HashMap::default();
        if self.anonymous_results > 0 {
            let (results, errors) = (self.anonymous_results, self.anonymous_errors);
            counts.insert(NO_NAME, ToolCounts { results, errors, ..ToolCounts::default() });
        }
        for (_, call) in self.calls.united() {
            counts.entry(call.name).or_default().add(ToolCounts {
                calls: u64::from(call.is_seen()),
                results: call.results,
                errors: call.errors,
                unanswered: u64::from(call.is_seen() && call.results == 0),
            });
        }
        for ((name, _), calls) in &self.anonymous {
            add_to(&mut counts.entry(*name).or_default().calls, *calls);
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_unstable_by_key(|(name, _)| *name);
        counts
    }

    /// Calls by the sub-agent that made them; those that called nothing are there with 0.
    pub(super) fn by_agent(&mut self) -> BTreeMap<Name, u64> {
        let mut counts: BTreeMap<Name, u64> = self.agents.iter().map(|agent| (*agent, 0)).collect();
        if counts.is_empty() {
            return BTreeMap::new();
        }
        let mut of = |agent: Name, calls: u64| {
            if let Some(count) = counts.get_mut(&agent) {
                add_to(count, calls);
            }
        };
        for (_, call) in self.calls.united() {
            of(call.agent, 1);
        }
        for ((_, agent), calls) in &self.anonymous {
            of(*agent, *calls);
        }
        counts
    }

    /// Ids of calls without a result, in order of first sight.
    pub(super) fn unanswered(&mut self) -> Vec<String> {
        let calls = self.calls.united().iter().filter(|(_, call)| call.is_seen() && call.results == 0);
        let mut open: Vec<(u64, &str)> =
            calls.filter_map(|(_, call)| Some((call.place, call.id.as_deref()?))).collect();
        open.sort_unstable();
        open.into_iter().map(|(_, id)| id.to_owned()).collect()
    }

    /// Ids that results name and no call has, sorted.
    pub(super) fn orphans(&mut self) -> Vec<String> {
        let orphans = self.calls.united().iter().filter(|(_, call)| !call.is_seen());
        let mut ids: Vec<String> =
            orphans.filter_map(|(_, call)| call.id.as_deref().map(str::to_owned)).collect();
        ids.sort_unstable();
        ids
    }

    /// How many those are.
    pub(super) fn orphan_count(&mut self) -> u64 {
        self.calls.united().iter().filter(|(_, call)| !call.is_seen()).count() as u64
    }
}

/// The counts by the text of the name; what has none stands under `(none)`.
pub(super) fn by_text<'c>(
    counts: impl IntoIterator<Item = &'c (Name, ToolCounts)>,
    names: &Names,
) -> BTreeMap<String, ToolCounts> {
    let mut all: BTreeMap<String, ToolCounts> = BTreeMap::new();
    for (name, counts) in counts {
        all.entry(names.get(*name).unwrap_or(NONE).to_owned()).or_default().add(*counts);
    }
    all
}

/// The name of a tool; that of [`NONE`] for a call without one.
pub(super) fn tool(pool: &mut Pool, name: Option<RawStr<'_>>) -> Name {
    match name {
        Some(name) => pool.tools.add_string(name),
        None => pool.tools.add(NONE),
    }
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(ToolCounts { calls, results, errors, unanswered });
#[cfg(feature = "saved")]
crate::saved::form::fields!(Tools { calls, agents, anonymous, anonymous_results, anonymous_errors });
#[cfg(feature = "saved")]
crate::saved::form::fields!(Call { place, name, agent, results, errors, id });

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::IdHash;

    /// What a distinct call costs in memory.
    #[test]
    fn size_of_an_entry() {
        assert_eq!(size_of::<(IdHash, Call)>(), 64);
    }
}
