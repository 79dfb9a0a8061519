//! Factory Droid's `droid exec -o stream-json` output. Every rule here is from `docs/formats/droid.md`; sections are named at each. What is
//! not verified is named there.
//!
//! Texts, calls and results are lines of their own; the last one has the final text and what the run used.

mod items;
mod views;

pub use views::*;

use crate::ask::{number, text};
use crate::dialect::Dialect;
use crate::event::events;
use crate::item::UsageScope;
use crate::rule::{Counting, Part, RunEnd, RunRule};
use crate::sniff::{Hint, LineKind, Marks, Member};

events! {
    /// One line of output (section 2).
    enum Event;

    /// A text.
    Message(Message) = "message",
    /// What it thought.
    Reasoning(Reasoning) = "reasoning",
    /// A call.
    ToolCall(ToolCall) = "tool_call",
    /// What came of it.
    ToolResult(ToolResult) = "tool_result",
    /// The first line.
    Init(Init) = "system" / "init",
    /// Something went wrong.
    Error(Failure) = "error",
    /// The end.
    Completion(Completion) = "completion",
}

/// The names are those of Claude Code, but nobody has verified what they hold (section 3).
pub const COUNTING: Counting = Counting { cached: Part::Unknown, reasoning: Part::Unknown };

/// Section 3: the last line states what the run used.
pub const RUNS: Option<RunRule> = Some(RunRule {
    end: RunEnd::Run,
    usage: &[UsageScope::Run],
    is_of_session: false,
    name: "droid-completion",
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

/// What one line tells of its dialect (section 1): a session, and the members that the type has here alone.
#[inline]
pub fn hint(marks: &Marks<'_, '_>) -> Hint {
    if !marks.has(Member::SessionId) || marks.has_any(NOT_DROID) {
        return Hint::Open;
    }
    let says = |member| text(marks.object().get(member)).is_some();
    let is_own = match marks.kind() {
        LineKind::System => {
            marks.has(Member::Tools)
                && marks.has(Member::Model)
                && marks.is_system("init")
                && says("reasoning_effort")
        }
        LineKind::Message => says("role") && says("text") && is_timed(marks),
        LineKind::Error => says("source") && says("message") && is_timed(marks),
        LineKind::Other => match marks.name() {
            Some(name) if name == "tool_call" || name == "tool_result" => says("toolId"),
            Some(name) if name == "completion" => says("finalText"),
            Some(name) => name == "reasoning" && says("id") && says("text") && is_timed(marks),
            None => false,
        },
        _ => false,
    };
    if is_own { Hint::Is(Dialect::Droid) } else { Hint::Open }
}

/// What inits and messages of Claude Code and of its like have, and Droid's have not.
const NOT_DROID: u32 = Member::set([
    Member::Uuid,
    Member::Version,
    Member::ApiKeySource,
    Member::PermissionMode,
    Member::ParentToolUseId,
    Member::TimestampMs,
]);

fn is_timed(marks: &Marks<'_, '_>) -> bool {
    number(marks.get(Member::Timestamp)).is_some()
}
