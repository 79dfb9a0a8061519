//! Session ids, distinct, in order of first sight, with their events.

use super::count::add;
use super::names::{Name, Names, Renamed};
use super::string;
use runlex_core::{RawStr, Value};

#[derive(Clone, Debug, Default)]
pub(super) struct Sessions {
    pub(super) names: Names,
    /// Events whose first session id it is, by its name.
    events: Vec<u64>,
}

impl Sessions {
    /// Takes in the ids of a line, whatever they are; gives the first of them.
    pub(super) fn add<'a>(&mut self, mut ids: [Option<Value<'a, '_>>; 4]) -> Option<(RawStr<'a>, Name)> {
        match ids.iter().flatten().count() {
            0 => return None,
            1 => {}
            _ => ids.sort_by_key(|id| id.map(|value| value.span().start)),
        }
        let mut first = None;
        for id in ids.into_iter().filter_map(string) {
            let name = self.names.add_string(id);
            self.events.resize(self.names.len(), 0);
            if first.is_none() {
                first = Some((id, name));
                add(&mut self.events[name as usize], 1);
            }
        }
        first
    }

    /// Makes up for what is not saved; nothing if a session has no count.
    #[cfg(feature = "saved")]
    fn complete(self) -> Option<Sessions> {
        (self.names.len() == self.events.len()).then_some(self)
    }

    /// Gives what the numbers of `later` are here.
    pub(super) fn merge(&mut self, later: &Sessions) -> Renamed {
        let renamed = self.names.merge(&later.names);
        self.events.resize(self.names.len(), 0);
        for (name, events) in (0..).zip(&later.events) {
            add(&mut self.events[renamed.get(name) as usize], *events);
        }
        renamed
    }

    /// Each with the events whose first id it is.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.names.iter().zip(self.events.iter().copied())
    }
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Sessions { names, events } then Sessions::complete);
