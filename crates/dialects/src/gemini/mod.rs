//! Gemini CLI's `-o stream-json` output. Every rule here is from `docs/formats/gemini.md`; sections are named at each.
//!
//! The first line names the session and the last one states what the process used; in between stand pieces of text, calls and their
//! results. What Gemini CLI keeps on disk has other lines and another way to count: [`gemini_chat`](crate::gemini_chat).

mod items;
mod views;

pub use views::*;

use crate::ask::text;
use crate::dialect::Dialect;
use crate::event::events;
use crate::item::UsageScope;
use crate::rule::{Counting, Part, RunEnd, RunRule};
use crate::sniff::{Hint, LineKind, Marks, Member};

events! {
    /// One line of output (section 2).
    enum Event;

    /// The prompt, or a piece of text.
    Message(Message) = "message",
    /// A call.
    ToolUse(ToolUse) = "tool_use",
    /// What came of it.
    ToolResult(ToolResult) = "tool_result",
    /// The first line.
    Init(Init) = "init",
    /// A warning, or something that went wrong.
    Error(Failure) = "error",
    /// The end.
    Result(RunResult) = "result",
}

/// What was cached is in the input, thinking stands beside the output (section 3).
pub const COUNTING: Counting = Counting { cached: Part::Inside, reasoning: Part::Outside };

/// Section 3: the last line states what the process used.
pub const RUNS: Option<RunRule> = Some(RunRule {
    end: RunEnd::Run,
    usage: &[UsageScope::Run],
    is_of_session: false,
    name: "gemini-stats",
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

impl<'a, 't> RunResult<'a, 't> {
    /// What the process used.
    pub fn details(&self) -> Option<Stats<'a, 't>> {
        self.stats().ok().map(Stats)
    }
}

/// What one line tells of its dialect (section 1): one of six types, a time as text, and the member that the type has here.
#[inline]
pub fn hint(marks: &Marks<'_, '_>) -> Hint {
    if !marks.has(Member::Timestamp) {
        return Hint::Open;
    }
    let is_own = match marks.kind() {
        LineKind::Message => says(marks, "content") && says(marks, "role"),
        LineKind::Result => says(marks, "status"),
        LineKind::Error => says(marks, "severity"),
        LineKind::Other => is_between(marks),
        _ => false,
    };
    if is_own && marks.text(Member::Timestamp).is_some() { Hint::Is(Dialect::Gemini) } else { Hint::Open }
}

fn is_between(marks: &Marks<'_, '_>) -> bool {
    let Some(name) = marks.name() else { return false };
    if name == "tool_use" || name == "tool_result" {
        says(marks, "tool_id")
    } else {
        name == "init" && marks.text(Member::SessionId).is_some()
    }
}

fn says(marks: &Marks<'_, '_>, member: &str) -> bool {
    text(marks.object().get(member)).is_some()
}
