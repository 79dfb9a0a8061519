//! Session ids, distinct, in order of first sight, with their events.

use super::count::add;
use super::names::{Name, Names, Renamed};
use super::string;
use runlex_core::{RawStr, Value};
use runlex_dialects::{Marks, Member};

#[derive(Clone, Debug, Default)]
pub(super) struct Sessions {
    pub(super) names: Names,
    /// Events whose first session id it is, by its name.
    events: Vec<u64>,
}

impl Sessions {
    /// Takes in the ids of a line; gives the first of them, and whether there are others.
    pub(super) fn add<'a>(&mut self, marks: &Marks<'a, '_>) -> (Option<(RawStr<'a>, Name)>, bool) {
        const NAMES: [Member; 4] =
            [Member::SessionId, Member::SessionIdCamel, Member::SessionIdCapital, Member::ThreadId];
        if !marks.has_any(Member::set(NAMES)) {
            return (None, false);
        }
        let first = match NAMES.map(|name| marks.has(name)) {
            // Nearly always.
            [true, false, false, false] => marks.text(Member::SessionId),
            [false, true, false, false] => marks.text(Member::SessionIdCamel),
            _ => return self.add_all(marks, NAMES),
        };
        (first.map(|id| (id, self.first(id))), false)
    }

    fn add_all<'a>(
        &mut self,
        marks: &Marks<'a, '_>,
        names: [Member; 4],
    ) -> (Option<(RawStr<'a>, Name)>, bool) {
        let mut ids = names.map(|name| marks.get(name));
        ids.sort_by_key(|id| id.map(|value: Value<'_, '_>| value.span().start));
        let mut ids = ids.into_iter().filter_map(string);
        let Some(id) = ids.next() else { return (None, false) };
        let first = self.first(id);
        let mut has_more = false;
        for id in ids {
            has_more |= self.names.add_string(id) != first;
            self.events.resize(self.names.len(), 0);
        }
        (Some((id, first)), has_more)
    }

    /// Takes in the id that an item names, of a line that has none at its top.
    pub(super) fn only<'a>(&mut self, id: RawStr<'a>) -> (RawStr<'a>, Name) {
        (id, self.first(id))
    }

    /// Counts an event whose first id it is.
    fn first(&mut self, id: RawStr<'_>) -> Name {
        let name = self.names.add_string(id);
        self.events.resize(self.names.len(), 0);
        add(&mut self.events[name as usize], 1);
        name
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
