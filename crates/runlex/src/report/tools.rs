//! Tool calls and their results, paired over the whole stream in any order.
//!
//! A call counts once by its id, a result each time. Calls and results without a string id count singly and are never
//! paired.

use super::types::NONE;
use crate::id::{IdKey, IdMap, text};
use foldhash::fast::RandomState;
use runlex_core::RawStr;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

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

/// What is known of one id.
#[derive(Clone, Debug, Default)]
struct Call {
    /// Set once the call itself was seen: its number in the order of calls, and the index of its name.
    seen: Option<(u64, u32)>,
    results: u64,
    errors: u64,
    /// The id itself, as long as call and result have not met.
    id: Option<Box<str>>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Tools {
    by_id: IdMap<Call>,
    /// Calls seen so far, for their order.
    order: u64,
    names: Vec<Box<str>>,
    name_index: HashMap<Box<str>, u32, RandomState>,
    /// Calls without an id, by name index.
    anonymous: HashMap<u32, u64, RandomState>,
    /// Results without an id, and how many of them are errors.
    anonymous_results: u64,
    anonymous_errors: u64,
}

impl Tools {
    pub(super) fn call(&mut self, key: IdKey, id: Option<RawStr<'_>>, name: Option<RawStr<'_>>) {
        let name = self.name(&name.map_or(NONE.into(), text));
        let order = self.order;
        self.order += 1;
        let Some(id) = id else {
            *self.anonymous.entry(name).or_default() += 1;
            return;
        };
        let call = self.by_id.entry(key.hash(id)).or_default();
        if call.seen.is_none() {
            call.seen = Some((order, name));
            call.id = (call.results == 0).then(|| text(id).into());
        }
    }

    pub(super) fn result(&mut self, key: IdKey, id: Option<RawStr<'_>>, is_error: bool) {
        let Some(id) = id else {
            self.anonymous_results += 1;
            self.anonymous_errors += u64::from(is_error);
            return;
        };
        let call = self.by_id.entry(key.hash(id)).or_default();
        call.results += 1;
        call.errors += u64::from(is_error);
        if call.seen.is_some() {
            call.id = None;
        } else if call.id.is_none() {
            call.id = Some(text(id).into());
        }
    }

    fn name(&mut self, name: &str) -> u32 {
        if let Some(index) = self.name_index.get(name) {
            return *index;
        }
        let index = self.names.len() as u32;
        self.names.push(name.into());
        self.name_index.insert(name.into(), index);
        index
    }

    pub(super) fn merge(&mut self, later: Tools) {
        let renamed: Vec<u32> = later.names.iter().map(|name| self.name(name)).collect();
        for (id, more) in later.by_id {
            let call = self.by_id.entry(id).or_default();
            let seen = more.seen.map(|(order, name)| (order + self.order, renamed[name as usize]));
            call.id = call.id.take().or(more.id);
            call.seen = call.seen.or(seen);
            call.results += more.results;
            call.errors += more.errors;
            if call.seen.is_some() && call.results > 0 {
                call.id = None;
            }
        }
        for (name, count) in later.anonymous {
            *self.anonymous.entry(renamed[name as usize]).or_default() += count;
        }
        self.order += later.order;
        self.anonymous_results += later.anonymous_results;
        self.anonymous_errors += later.anonymous_errors;
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
        sum.calls += self.anonymous.values().sum::<u64>();
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
            let name = call.seen.map_or(NONE, |(_, name)| &self.names[name as usize]);
            of(name, &|counts| add(counts, call));
        }
        for (name, calls) in &self.anonymous {
            of(&self.names[*name as usize], &|counts| counts.calls += calls);
        }
        if self.anonymous_results > 0 {
            of(NONE, &|counts| {
                counts.results += self.anonymous_results;
                counts.errors += self.anonymous_errors;
            });
        }
        all
    }

    /// Ids of calls without a result, in order of first sight.
    pub(super) fn unanswered(&self) -> Vec<String> {
        let mut open: Vec<(u64, &str)> = self
            .by_id
            .values()
            .filter(|call| call.results == 0)
            .filter_map(|call| Some((call.seen?.0, call.id.as_deref()?)))
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
    counts.results += call.results;
    counts.errors += call.errors;
    if call.seen.is_some() {
        counts.calls += 1;
        counts.unanswered += u64::from(call.results == 0);
    }
}
