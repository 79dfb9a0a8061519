//! Qwen Code `--output-format stream-json`. Every rule here is from `docs/formats/qwen.md`; sections are named at each.
//!
//! The lines are Claude Code's, and what they say is read by its module. Their own are the label, the first line, the result, and the
//! arithmetic: what was cached is in `input_tokens`, and a result states the usage of the whole run.

mod items;
mod views;

pub use views::*;

use crate::block::Content;
use crate::denial::Denials;
use crate::dialect::Dialect;
use crate::event::events;
use crate::item::Outcome;
use crate::message::Message;
use crate::rule::{Counting, Part, RunRule};
use crate::sniff::{Hint, LineKind, Marks, Member};

events! {
    /// One line of output (section 2).
    enum Event;

    /// One block of a message.
    Assistant(Assistant) = "assistant",
    /// What came of a call, or input.
    User(User) = "user",
    /// A piece of a message that also comes whole.
    StreamEvent(StreamEvent) = "stream_event",
    /// The end.
    Result(RunResult) = "result",
    /// The first line.
    Init(Init) = "system" / "init",
    /// Other news.
    System(System) = "system",
    /// A question between program and host.
    ControlRequest(ControlRequest) = "control_request",
    /// Its answer.
    ControlResponse(ControlResponse) = "control_response",
    /// It is taken back.
    ControlCancelRequest(ControlCancelRequest) = "control_cancel_request",
}

/// What was cached is in the input, and reasoning in the output (section 4).
pub const COUNTING: Counting = Counting { cached: Part::Inside, reasoning: Part::Inside };

/// Reports know these lines themselves.
pub const RUNS: Option<RunRule> = None;

/// The items of an [`Event`].
pub type Items<'a, 't> = crate::items::Items<'a, 't>;

impl<'a, 't> Event<'a, 't> {
    /// What the event says, piece by piece, in the order of the line.
    pub fn items(&self) -> Items<'a, 't> {
        items::of(*self)
    }
}

impl<'a, 't> Assistant<'a, 't> {
    /// The message.
    pub fn details(&self) -> Option<Message<'a, 't>> {
        self.message().ok().map(Message::of)
    }
}

impl<'a, 't> User<'a, 't> {
    /// The message's content: a string or blocks.
    pub fn content(&self) -> Content<'a, 't> {
        Content::of(self.message().ok().and_then(|message| message.get("content")))
    }
}

impl<'a, 't> RunResult<'a, 't> {
    /// How the run ended: by the rule of [Claude Code](crate::claude_stream::RunResult::outcome).
    pub fn outcome(&self) -> Outcome {
        crate::claude_stream::RunResult::of(self.object()).outcome()
    }

    /// What was refused.
    pub fn denials(&self) -> Denials<'a, 't> {
        Denials::of(self.permission_denials().ok())
    }
}

/// What one line tells of its dialect (section 1): only the first one says that it is not Claude Code's.
#[inline]
pub fn hint(marks: &Marks<'_, '_>) -> Hint {
    // What Claude Code's has is free to ask; what Qwen Code's has is not.
    const CLAUDE: u32 = Member::set([Member::Version, Member::PermissionMode]);
    if marks.kind() != LineKind::System || marks.has_any(CLAUDE) || !marks.is_system("init") {
        return Hint::Open;
    }
    let [version, mode] = marks.object().pick(&["qwen_code_version", "permission_mode"]);
    let is_own = version.is_some() || (mode.is_some() && marks.has(Member::Uuid));
    if is_own { Hint::Is(Dialect::QwenStream) } else { Hint::Open }
}
