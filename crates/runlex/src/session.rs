//! Session ids, whatever the program.

use runlex_core::{Field, Object, Pick, RawStr, Value};
use runlex_dialects::KEYS;

/// The session ids at the top level of an event, under the names that programs give them (`docs/report.md`, sessions). Where a
/// dialect has another place for it, its items tell it. Allocates nothing.
pub fn session_ids<'a>(object: Object<'a, '_>) -> impl Iterator<Item = RawStr<'a>> {
    const IDS: Pick<4> = KEYS.pick(["session_id", "sessionId", "sessionID", "thread_id"]);
    object.pick(&IDS).into_iter().filter_map(|id| Field::of(id, Value::string).ok())
}
