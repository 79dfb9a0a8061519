//! `cursor-agent --output-format stream-json` output. Every rule here is from `docs/formats/cursor.md`; sections are named at each.
//!
//! Its lines look like Claude Code's and Amp's, and some of them say nothing of the program. A call is a line of its own, whose one
//! member names the tool. A run that fails prints no result.

mod items;
mod views;

pub use views::*;

use crate::ask;
use crate::block::Content;
use crate::dialect::Dialect;
use crate::event::events;
use crate::item::{Outcome, ToolOutcome, UsageScope};
use crate::rule::{Counting, Part, RunEnd, RunRule};
use crate::sniff::{Hint, LineKind, Marks, Member};
use runlex_core::{Field, RawStr, Value};

events! {
    /// One line of output (section 2).
    enum Event;

    /// Reasoning, in pieces.
    Thinking(Thinking) = "thinking",
    /// A piece of an answer, or a part of it between two calls.
    Assistant(Assistant) = "assistant",
    /// A tool begins.
    ToolStarted(ToolLine) = "tool_call" / "started",
    /// A tool is done.
    ToolCompleted(ToolLine) = "tool_call" / "completed",
    /// What the agent was asked.
    User(User) = "user",
    /// The first line.
    Init(Init) = "system" / "init",
    /// A question about leave.
    InteractionQuery(InteractionQuery) = "interaction_query",
    /// The end.
    Result(RunResult) = "result",
}

/// What was cached stands beside the input; of reasoning nobody knows (section 5).
pub const COUNTING: Counting = Counting { cached: Part::Outside, reasoning: Part::Unknown };

/// Section 5: a run used what its result states.
pub const RUNS: Option<RunRule> = Some(RunRule {
    end: RunEnd::Run,
    usage: &[UsageScope::Run],
    is_of_session: false,
    name: "cursor-result",
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

impl<'a, 't> User<'a, 't> {
    /// The message's content.
    pub fn content(&self) -> Content<'a, 't> {
        Content::of(self.message().ok().and_then(|message| message.get("content")))
    }
}

impl<'a, 't> Assistant<'a, 't> {
    /// The message's content.
    pub fn content(&self) -> Content<'a, 't> {
        Content::of(self.message().ok().and_then(|message| message.get("content")))
    }

    /// Whether another line brings it whole (section 4, 1): it has a time and names no call of the model.
    pub fn is_piece(&self) -> bool {
        self.timestamp_ms().ok().is_some() && self.model_call_id().ok().is_none()
    }
}

impl<'a, 't> ToolLine<'a, 't> {
    /// The tool that is called: the first member of `tool_call` that names one and is an object.
    pub fn tool(&self) -> Option<Tool<'a, 't>> {
        let mut members = self.tool_call().ok()?.members().filter(|(key, _)| names_tool(*key));
        members.find_map(|(key, value)| Some(Tool { key, details: ToolCall(value.object().ok()?) }))
    }
}

fn names_tool(key: RawStr<'_>) -> bool {
    const END: &str = "ToolCall";
    if !key.is_escaped() {
        return key.raw().ends_with(END.as_bytes()) || key == "function";
    }
    let before = key.chars().count().saturating_sub(END.len());
    key.chars().skip(before).eq(END.chars()) || key == "function"
}

/// A tool, as a line names it (section 3).
#[derive(Clone, Copy, Debug)]
pub struct Tool<'a, 't> {
    key: RawStr<'a>,
    details: ToolCall<'a, 't>,
}

impl<'a, 't> Tool<'a, 't> {
    /// The key as written: `shellToolCall`, `function`.
    pub fn key(&self) -> RawStr<'a> {
        self.key
    }

    /// What stands under it.
    pub fn details(&self) -> ToolCall<'a, 't> {
        self.details
    }

    /// Its name: that of a function, else the key without `ToolCall`.
    pub fn name(&self) -> RawStr<'a> {
        let own = self.details.name().ok().filter(|_| self.key == "function");
        own.or(self.key.without_end("ToolCall")).unwrap_or(self.key)
    }

    /// What it was called with.
    pub fn input(&self) -> Option<Value<'a, 't>> {
        self.details.args().or(self.details.arguments()).filter(|input| !input.is_null())
    }

    /// What came of it (section 3): `result` has a member whose name says how it went.
    pub fn outcome(&self) -> ToolOutcome {
        self.told().map_or(ToolOutcome::Unknown, |(outcome, _)| outcome)
    }

    /// What it gave: what stands under that name, else the whole result.
    pub fn output(&self) -> Option<Value<'a, 't>> {
        self.told().map(|(_, value)| value).or(self.details.object().get("result"))
    }

    fn told(&self) -> Option<(ToolOutcome, Value<'a, 't>)> {
        const WAYS: [(&str, ToolOutcome); 7] = [
            ("success", ToolOutcome::Ok),
            ("rejected", ToolOutcome::Declined),
            ("error", ToolOutcome::Error),
            ("failure", ToolOutcome::Error),
            ("timeout", ToolOutcome::Error),
            ("permissionDenied", ToolOutcome::Error),
            ("spawnError", ToolOutcome::Error),
        ];
        let result = self.details.result().ok()?;
        WAYS.iter().find_map(|(name, outcome)| Some((*outcome, result.get(name)?)))
    }
}

impl RunResult<'_, '_> {
    /// How the run ended: it failed if `is_error` is true or the subtype is another than `success`; it went well if at least one
    /// of the two says so and neither says otherwise. If neither says anything it is unknown.
    pub fn outcome(&self) -> Outcome {
        let success = self.subtype().ok().map(|subtype| subtype == "success");
        match (self.is_error(), success) {
            (Field::Is(true), _) | (_, Some(false)) => Outcome::Failed,
            (Field::Is(false), _) | (_, Some(true)) => Outcome::Ok,
            (Field::Missing | Field::Null | Field::Wrong(_), None) => Outcome::Unknown,
        }
    }
}

/// What one line tells of its dialect (section 1): a time in milliseconds, a call of a tool, a result with a request, an init with a key's
/// source and without tools. `user`, and `assistant` and `result` without these, are anyone's.
#[inline]
pub fn hint(marks: &Marks<'_, '_>) -> Hint {
    let is_own = (marks.has(Member::TimestampMs) && marks.name().is_some())
        || match marks.kind() {
            LineKind::Result => marks.has(Member::RequestId),
            LineKind::System => {
                marks.has(Member::ApiKeySource) && !marks.has(Member::Tools) && marks.is_system("init")
            }
            LineKind::Other => {
                marks.is("tool_call") && ask::object(marks.object().get("tool_call")).is_some()
            }
            _ => false,
        };
    if is_own { Hint::Is(Dialect::Cursor) } else { Hint::Open }
}
