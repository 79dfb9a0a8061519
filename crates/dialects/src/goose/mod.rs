//! Goose's `goose run --output-format stream-json` output. Every rule here is from `docs/formats/goose.md`; sections are named at each.
//!
//! Messages come in pieces that share an id and are never told whole. No line names a session, and none says that a run begins.

mod items;
mod views;

pub use views::*;

use crate::KEYS;
use crate::ask::{number, object, text};
use crate::dialect::Dialect;
use crate::event::events;
use crate::item::UsageScope;
use crate::rule::{Counting, Part, RunEnd, RunRule};
use crate::sniff::{Hint, LineKind, Marks, Member};
use runlex_core::{Field, Pick, Value};

events! {
    /// One line of output (section 2).
    enum Event;

    /// A piece of a message.
    Message(MessageLine) = "message",
    /// News of an extension.
    Notification(Notification) = "notification",
    /// Another model.
    ModelChange(ModelChange) = "model_change",
    /// The run failed.
    Error(Failure) = "error",
    /// The end.
    Complete(Complete) = "complete",
}

/// What was cached is in the input (section 4).
pub const COUNTING: Counting = Counting { cached: Part::Inside, reasoning: Part::Unknown };

/// Section 4: the last line states what was used.
pub const RUNS: Option<RunRule> = Some(RunRule {
    end: RunEnd::Run,
    usage: &[UsageScope::Run],
    is_of_session: false,
    name: "goose-complete",
    is_at_least: false,
});

/// The items of an [`Event`].
pub type Items<'a, 't> = crate::items::Items<'a, 't>;

impl<'a, 't> Event<'a, 't> {
    /// What the event says, piece by piece, in the order of the line.
    pub fn items(&self) -> Items<'a, 't> {
        items::of(*self)
    }
}

impl<'a, 't> MessageLine<'a, 't> {
    /// The message.
    pub fn details(&self) -> Option<Message<'a, 't>> {
        self.message().ok().map(Message)
    }
}

/// What one line tells of its dialect (section 1): a message whose content is an array and that says when it was made, an end with a total, a
/// word of an extension.
#[inline]
pub fn hint(marks: &Marks<'_, '_>) -> Hint {
    let is_own = match marks.kind() {
        LineKind::Message => is_message(marks),
        LineKind::Other => match marks.name() {
            Some(name) if name == "complete" => marks.object().get("total_tokens").is_some(),
            Some(name) => name == "notification" && text(marks.object().get("extension_id")).is_some(),
            None => false,
        },
        _ => false,
    };
    if is_own { Hint::Is(Dialect::Goose) } else { Hint::Open }
}

fn is_message(marks: &Marks<'_, '_>) -> bool {
    const MESSAGE: Pick<2> = KEYS.pick(["role", "content"]);
    let Some(message) = object(marks.get(Member::Message)) else { return false };
    let [role, content] = message.pick(&MESSAGE);
    matches!(Field::of(content, Value::array), Field::Is(_))
        && text(role).is_some()
        && number(message.get("created")).is_some()
}
