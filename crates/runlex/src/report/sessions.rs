//! Session ids, distinct, in order of first sight, with their events.

use super::count::add;
use super::string;
use crate::id::{IdHash, IdKey, IdMap, text};
use runlex_core::{Object, Pick, RawStr, Value};
use runlex_dialects::KEYS;

#[derive(Clone, Debug, Default)]
pub(super) struct Sessions {
    pub(super) names: Vec<String>,
    /// Events whose first session id it is, by its place in `names`.
    events: Vec<u64>,
    seen: IdMap<u32>,
    /// Lines of one session come in a row: the last id as written spares the hash.
    last: Vec<u8>,
    last_name: Option<u32>,
}

impl Sessions {
    /// Takes in the ids of a line; gives the first of them, and whether there are others.
    pub(super) fn add<'a>(&mut self, key: IdKey, object: Object<'a, '_>) -> (Option<RawStr<'a>>, bool) {
        const IDS: Pick<4> = KEYS.pick(["session_id", "sessionId", "sessionID", "thread_id"]);
        let mut ids = object.pick(&IDS);
        if ids.iter().filter(|id| id.is_some()).count() > 1 {
            ids.sort_by_key(|id| id.map(|value: Value<'_, '_>| value.span().start));
        }
        let mut first = None;
        let mut has_more = false;
        for id in ids.into_iter().filter_map(string) {
            let name = self.name(key, id);
            match first {
                None => {
                    first = Some((id, name));
                    add(&mut self.events[name as usize], 1);
                }
                Some((_, first)) => has_more |= name != first,
            }
        }
        (first.map(|(id, _)| id), has_more)
    }

    fn name(&mut self, key: IdKey, id: RawStr<'_>) -> u32 {
        if let Some(name) = self.last_name.filter(|_| id.raw() == self.last) {
            return name;
        }
        self.last.clear();
        self.last.extend_from_slice(id.raw());
        let name = *self.seen.entry(key.hash(id)).or_insert_with(|| {
            self.names.push(text(id).into_owned());
            self.events.push(0);
            self.names.len() as u32 - 1
        });
        self.last_name = Some(name);
        name
    }

    /// Makes up for what is not saved; nothing if a session has no count.
    #[cfg(feature = "saved")]
    pub(super) fn complete(mut self, key: IdKey) -> Option<Sessions> {
        self.seen = self.names.iter().map(|name| key.hash_text(name.as_bytes())).zip(0..).collect();
        (self.names.len() == self.events.len()).then_some(self)
    }

    pub(super) fn merge(&mut self, key: IdKey, later: Sessions) {
        for (name, events) in later.names.into_iter().zip(later.events) {
            let at = *self.seen.entry(key.hash_text(name.as_bytes())).or_insert_with(|| {
                self.names.push(name);
                self.events.push(0);
                self.names.len() as u32 - 1
            });
            add(&mut self.events[at as usize], events);
        }
    }

    /// The hashes of the ids.
    pub(super) fn hashes(&self) -> impl Iterator<Item = IdHash> {
        self.seen.keys().copied()
    }

    /// Each with the events whose first id it is.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.names.iter().map(String::as_str).zip(self.events.iter().copied())
    }
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Sessions { names, events } else { seen: IdMap::default(), last: Vec::new(), last_name: None });
