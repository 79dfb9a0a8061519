//! Session ids, distinct, in order of first sight.

use super::string;
use crate::id::{IdKey, IdMap, text};
use runlex_core::{Object, Pick, Value};
use runlex_dialects::KEYS;

#[derive(Clone, Debug, Default)]
pub(super) struct Sessions {
    pub(super) names: Vec<String>,
    seen: IdMap<()>,
    /// Lines of one session come in a row: the last id as written spares the hash.
    last: Vec<u8>,
}

impl Sessions {
    pub(super) fn add(&mut self, key: IdKey, object: Object<'_, '_>) {
        const IDS: Pick<4> = KEYS.pick(["session_id", "sessionId", "sessionID", "thread_id"]);
        let mut ids = object.pick(&IDS);
        if ids.iter().filter(|id| id.is_some()).count() > 1 {
            ids.sort_by_key(|id| id.map(|value: Value<'_, '_>| value.span().start));
        }
        for id in ids.into_iter().filter_map(string) {
            if !id.raw().is_empty() && id.raw() == self.last {
                continue;
            }
            self.last.clear();
            self.last.extend_from_slice(id.raw());
            if self.seen.insert(key.hash(id), ()).is_none() {
                self.names.push(text(id).into_owned());
            }
        }
    }

    pub(super) fn merge(&mut self, key: IdKey, later: Sessions) {
        for name in later.names {
            if self.seen.insert(key.hash_text(name.as_bytes()), ()).is_none() {
                self.names.push(name);
            }
        }
    }
}
