//! `opencode run --format json` output. Every rule here is from `docs/formats/opencode.md`; sections are named at each.
//!
//! A line is printed when a part of a message is done, so that a call and what came of it stand on one line. No line begins or ends
//! a run for sure, and none names a model.

mod items;
mod views;

pub use views::*;

use crate::dialect::Dialect;
use crate::event::events;
use crate::item::UsageScope;
use crate::rule::{Counting, Part, RunEnd, RunRule};
use crate::sniff::{Hint, LineKind, Marks, Member};

events! {
    /// One line of output (section 2).
    enum Event;

    /// A tool was called and is done: see [`ToolPart`].
    ToolUse(PartLine) = "tool_use",
    /// What one call of the model used: see [`StepFinishPart`].
    StepFinish(PartLine) = "step_finish",
    /// The model is called: see [`StepStartPart`].
    StepStart(PartLine) = "step_start",
    /// Text of the agent: see [`TextPart`].
    Text(PartLine) = "text",
    /// Reasoning: see [`TextPart`].
    Reasoning(PartLine) = "reasoning",
    /// It went wrong.
    Error(ErrorLine) = "error",
    /// Nothing is at work. Development builds.
    Done(DoneLine) = "done",
}

/// What was cached stands beside the input, and reasoning beside the output (section 4, 1).
pub const COUNTING: Counting = Counting { cached: Part::Outside, reasoning: Part::Outside };

/// Section 4, 2 and 3: the sum of the steps; titles and sub-agents are never told of. Section 5: nothing ends a run for sure.
pub const RUNS: Option<RunRule> = Some(RunRule {
    end: RunEnd::Turn,
    usage: &[UsageScope::Message],
    is_of_session: false,
    name: "opencode-steps",
    is_at_least: true,
});

/// The items of an [`Event`].
pub type Items<'a, 't> = crate::items::Items<'a, 't>;

impl<'a, 't> Event<'a, 't> {
    /// What the event says, piece by piece, in the order of the line.
    pub fn items(&self) -> Items<'a, 't> {
        items::of(*self)
    }
}

/// What one line tells of its dialect (section 1): a session as no other program spells it, on a type that is not one of theirs.
#[inline]
pub fn hint(marks: &Marks<'_, '_>) -> Hint {
    if !marks.has(Member::SessionIdCapital) {
        return Hint::Open;
    }
    let may_be =
        matches!(marks.kind(), LineKind::StepFinish | LineKind::Error | LineKind::Done | LineKind::Other);
    let is_own = may_be && marks.name().is_some() && marks.text(Member::SessionIdCapital).is_some();
    if is_own { Hint::Is(Dialect::OpenCode) } else { Hint::Open }
}
