//! `Repeats`: what a record says again, where it is written again.

use crate::id::{IdHash, IdKey};
use foldhash::fast::RandomState;
use runlex_dialects::{Count, Item, ItemKind};
use std::collections::HashSet;

/// Tells which items of a run are repeats, in dialects that write a record again when more is known of it
/// ([`Dialect::writes_again`](runlex_dialects::Dialect::writes_again)): what an earlier line said of the same record in the same words. No line
/// alone tells that.
///
/// Memory: a 128-bit hash for each thing that is said in the run; none in other dialects.
#[derive(Clone, Debug)]
pub struct Repeats {
    key: IdKey,
    said: HashSet<IdHash, RandomState>,
}

impl Repeats {
    /// Nothing was said yet. `key` is any.
    pub fn new(key: IdKey) -> Repeats {
        Repeats { key, said: HashSet::default() }
    }

    /// The item, with [`replay`](Item::replay) if it says again what was said. Items come in the order of the stream. Costs nothing in
    /// dialects that do not write again, else two hashes.
    pub fn mark<'a, 't>(&mut self, item: Item<'a, 't>) -> Item<'a, 't> {
        let mut item = item;
        if item.dialect.writes_again() {
            if matches!(item.kind, ItemKind::SessionStart { .. }) {
                self.said.clear();
            }
            item.replay |= self.hash(&item).is_some_and(|said| !self.said.insert(said));
        }
        item
    }

    /// Of the record, the kind, and what is said.
    fn hash(&self, item: &Item<'_, '_>) -> Option<IdHash> {
        let record = self.key.hash(item.message_id?);
        let (kind, said) = match item.kind {
            ItemKind::UserText { text, .. } => (1, self.key.hash(text)),
            ItemKind::AssistantText(text) => (2, self.key.hash(text)),
            ItemKind::Thinking(text) => (3, self.key.hash(text?)),
            ItemKind::ToolCall { id, .. } => (4, self.key.hash(id?)),
            ItemKind::ToolResult { id, .. } => (5, self.key.hash(id?)),
            ItemKind::Usage { counters, .. } => {
                let counts = counters.all_five().map(Count::or_zero);
                (6, self.key.hash_bytes(counts.map(u64::to_le_bytes).as_flattened()))
            }
            ItemKind::Error { message, .. } => (7, self.key.hash(message?)),
            ItemKind::Progress { text, .. } => (8, self.key.hash(text?)),
            _ => return None,
        };
        let block = item.block.map_or(0, |block| IdHash::from(block) + 1);
        Some(record ^ said.rotate_left(8 * kind) ^ block)
    }
}
