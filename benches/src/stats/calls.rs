//! Calls of tools and their results, paired by id.

use foldhash::fast::RandomState;
use std::collections::{BTreeMap, HashMap};

/// Calls, results, errors, calls without a result.
pub(super) type Counts = [u64; 4];

#[derive(Debug, Default)]
struct Call {
    /// Set once the call itself was seen.
    name: Option<u32>,
    results: u64,
    errors: u64,
}

#[derive(Debug, Default)]
pub(super) struct Calls {
    by_id: HashMap<Box<str>, Call, RandomState>,
    names: Vec<Box<str>>,
    /// Calls without an id, by name.
    anonymous: Vec<u64>,
    anonymous_results: u64,
    anonymous_errors: u64,
}

impl Calls {
    pub(super) fn call(&mut self, id: Option<&str>, name: Option<&str>) {
        let name = self.name(name.unwrap_or(super::NONE));
        match id {
            None => self.anonymous[name as usize] += 1,
            Some(id) => _ = self.at(id).name.get_or_insert(name),
        }
    }

    pub(super) fn result(&mut self, id: Option<&str>, is_error: bool) {
        let (results, errors) = match id {
            None => (&mut self.anonymous_results, &mut self.anonymous_errors),
            Some(id) => {
                let call = self.at(id);
                (&mut call.results, &mut call.errors)
            }
        };
        *results += 1;
        *errors += u64::from(is_error);
    }

    fn at(&mut self, id: &str) -> &mut Call {
        if !self.by_id.contains_key(id) {
            self.by_id.insert(id.into(), Call::default());
        }
        self.by_id.get_mut(id).expect("it was put there")
    }

    /// There are few, so they are looked through.
    fn name(&mut self, name: &str) -> u32 {
        if let Some(at) = self.names.iter().position(|known| **known == *name) {
            return at as u32;
        }
        self.names.push(name.into());
        self.anonymous.push(0);
        self.names.len() as u32 - 1
    }

    /// Ids that results name and no call has.
    pub(super) fn orphans(&self) -> u64 {
        self.by_id.values().filter(|call| call.name.is_none()).count() as u64
    }

    pub(super) fn by_name(&self, all: &mut BTreeMap<String, Counts>) {
        let mut counts = vec![Counts::default(); self.names.len()];
        let mut nameless = [0, self.anonymous_results, self.anonymous_errors, 0];
        for call in self.by_id.values() {
            let is_called = call.name.is_some();
            let counts = call.name.map_or(&mut nameless, |name| &mut counts[name as usize]);
            counts[0] += u64::from(is_called);
            counts[1] += call.results;
            counts[2] += call.errors;
            counts[3] += u64::from(is_called && call.results == 0);
        }
        for (counts, calls) in counts.iter_mut().zip(&self.anonymous) {
            counts[0] += calls;
        }
        let named = self.names.iter().map(|name| &**name).zip(counts);
        let named = named.chain(std::iter::once((super::NONE, nameless)));
        // A call that is told again under another name has only the first.
        for (name, more) in named.filter(|(_, counts)| *counts != Counts::default()) {
            let sum = all.entry(name.into()).or_default();
            sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
    }
}
