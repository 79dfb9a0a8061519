//! What lines of input say whatever the dialect, and by which of them they are recognised (section 4).

use super::Event;
use crate::ask;
use crate::dialect::Dialect;
use crate::item::{Item, ItemKind};
use crate::items::{Items, Speaker};
use crate::sniff::{Hint, LineKind, Marks, Member};
use runlex_core::{Field, Value};

pub(super) fn of<'a, 't>(event: Event<'a, 't>) -> Items<'a, 't> {
    let frame = Item::of(Dialect::AmpInput, event.object());
    match event {
        Event::User(user) => {
            let mut items = Items::new(Item { request_id: user.request_id().ok(), ..frame });
            items.say(Speaker::USER, user.content());
            items
        }
        Event::Unknown(object) => Items::one(frame, ItemKind::Other(object)),
    }
}

/// What one line tells of its dialect (section 4): a `user` line without any of the ids that every program's output has.
/// `steer` and `request_id` make it sure; else a line for Claude Code can look the same, so it counts only where no other
/// line of the run says more.
#[inline]
pub fn hint(marks: &Marks<'_, '_>) -> Hint {
    const OWN: u32 = Member::set([Member::Steer, Member::RequestId]);
    if marks.kind() != LineKind::User || marks.has_place_or_time() {
        return Hint::Open;
    }
    if marks.has_any(OWN) {
        return Hint::Is(Dialect::AmpInput);
    }
    let content = ask::object(marks.get(Member::Message)).and_then(|message| message.get("content"));
    match Field::of(content, Value::array) {
        Field::Is(_) if !marks.has(Member::ParentToolUseId) => Hint::Perhaps(Dialect::AmpInput),
        _ => Hint::Open,
    }
}
