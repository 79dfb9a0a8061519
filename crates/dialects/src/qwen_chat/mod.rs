//! Qwen Code's session files. Every rule here is from `docs/formats/qwen.md`; sections are named at each.
//!
//! They look like Claude Code's, but a message has `parts`, as Gemini's have. What a call of the model used stands twice: at its message, and in
//! a line of telemetry, which also tells of agents that nothing else tells of.

mod items;
mod views;

pub use views::*;

use crate::ask;
use crate::dialect::Dialect;
use crate::event::events;
use crate::item::UsageScope;
use crate::rule::{Counting, Part, RunEnd, RunRule};
use crate::sniff::{Hint, LineKind, Marks, Member};
use runlex_core::{Field, Object, Value};

events! {
    /// One record of a session file (section 5).
    enum Event;

    /// A message of the model.
    Assistant(Record) = "assistant",
    /// What came of a call.
    ToolResult(Record) = "tool_result",
    /// A prompt, or what the program writes in the user's place.
    User(Record) = "user",
    /// What a request used, or went wrong.
    Telemetry(Record) = "system" / "ui_telemetry",
    /// Other news.
    System(Record) = "system",
}

/// What was cached is in the input, and reasoning in the output (section 5).
pub const COUNTING: Counting = Counting { cached: Part::Inside, reasoning: Part::Inside };

/// Section 6: what telemetry quotes, since agents of which nothing else tells are in it; without any, the messages. Nothing ends a file.
pub const RUNS: Option<RunRule> = Some(RunRule {
    end: RunEnd::Turn,
    usage: &[UsageScope::Progress, UsageScope::Message],
    is_of_session: false,
    name: "qwen-chat",
    is_at_least: true,
});

/// The items of an [`Event`].
pub type Items<'a, 't> = crate::items::Items<'a, 't>;

impl<'a, 't> Event<'a, 't> {
    /// What the record says, piece by piece, in the order of the line.
    pub fn items(&self) -> Items<'a, 't> {
        items::of(*self)
    }
}

impl<'a, 't> Record<'a, 't> {
    /// What telemetry tells of.
    pub fn ui_event(&self) -> Option<UiEvent<'a, 't>> {
        let payload = self.system_payload().ok()?;
        ask::object(payload.get("uiEvent")).map(UiEvent)
    }
}

/// What one line tells of its dialect (section 5): a parent as Claude Code has it, and a message with parts, or a payload of the system. Claude
/// Code's entries all say whether they are a side chain; here only those that are do.
#[inline]
pub fn hint(marks: &Marks<'_, '_>) -> Hint {
    if !marks.has(Member::ParentUuid) || is_main(marks.get(Member::IsSidechain)) {
        return Hint::Open;
    }
    let is_own = match marks.kind() {
        LineKind::User | LineKind::Assistant => has_parts(marks),
        LineKind::System => has_parts(marks) || ask::object(marks.object().get("systemPayload")).is_some(),
        LineKind::Other => marks.is("tool_result") && has_parts(marks),
        _ => false,
    };
    if is_own { Hint::Is(Dialect::QwenChat) } else { Hint::Open }
}

fn is_main(side: Option<Value<'_, '_>>) -> bool {
    side.is_some() && matches!(Field::of(side, Value::bool), Field::Is(false))
}

fn has_parts(marks: &Marks<'_, '_>) -> bool {
    ask::object(marks.get(Member::Message)).and_then(parts).is_some()
}

fn parts<'a, 't>(message: Object<'a, 't>) -> Option<Value<'a, 't>> {
    message.get("parts").filter(|parts| parts.array().ok().is_some())
}
