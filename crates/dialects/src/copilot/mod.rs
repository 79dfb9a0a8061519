//! Events of GitHub Copilot CLI. Every rule here is from `docs/formats/copilot.md`; sections are named at each.
//!
//! Each line is an envelope around `data`. What one call of a model used is told live only; on disk there are sums at the end.

mod items;
mod views;

pub use views::*;

use crate::KEYS;
use crate::ask;
use crate::dialect::Dialect;
use crate::event::events;
use crate::item::UsageScope;
use crate::neighbours::is_dotted;
use crate::rule::{Counting, Part, RunEnd, RunRule};
use crate::sniff::{Hint, LineKind, Marks, Member};
use runlex_core::{Object, Pick};

events! {
    /// One line (section 2).
    enum Event;

    /// The agent writes, and calls tools: [`AssistantMessage`].
    AssistantMessage(Line) = "assistant.message",
    /// A tool begins: [`ToolStart`].
    ToolExecutionStart(Line) = "tool.execution_start",
    /// A tool is done: [`ToolComplete`].
    ToolExecutionComplete(Line) = "tool.execution_complete",
    /// A piece of a message.
    AssistantMessageDelta(Line) = "assistant.message_delta",
    /// A piece of reasoning.
    AssistantReasoningDelta(Line) = "assistant.reasoning_delta",
    /// Reasoning.
    AssistantReasoning(Line) = "assistant.reasoning",
    /// What one call used; live only: [`TokenUsage`].
    AssistantUsage(Line) = "assistant.usage",
    /// The model is called.
    AssistantTurnStart(Line) = "assistant.turn_start",
    /// The model has answered.
    AssistantTurnEnd(Line) = "assistant.turn_end",
    /// What the user wrote: [`UserMessage`].
    UserMessage(Line) = "user.message",
    /// The session: [`SessionStart`].
    SessionStart(Line) = "session.start",
    /// It is taken up again.
    SessionResume(Line) = "session.resume",
    /// The process ends: [`Shutdown`].
    SessionShutdown(Line) = "session.shutdown",
    /// The agent says that it is done.
    SessionTaskComplete(Line) = "session.task_complete",
    /// Something went wrong: [`SessionError`].
    SessionError(Line) = "session.error",
    /// Another model.
    SessionModelChange(Line) = "session.model_change",
    /// News.
    SessionInfo(Line) = "session.info",
    /// News.
    SessionIdle(Line) = "session.idle",
    /// How full the context is.
    SessionUsageInfo(Line) = "session.usage_info",
    /// What was paid for.
    SessionUsageCheckpoint(Line) = "session.usage_checkpoint",
    /// Which model was chosen.
    SessionAutoModeResolved(Line) = "session.auto_mode_resolved",
    /// History is replaced by a summary.
    SessionCompactionStart(Line) = "session.compaction_start",
    /// It was.
    SessionCompactionComplete(Line) = "session.compaction_complete",
    /// History was cut.
    SessionTruncation(Line) = "session.truncation",
    /// A sub-agent begins.
    SubagentStarted(Line) = "subagent.started",
    /// A sub-agent is done.
    SubagentCompleted(Line) = "subagent.completed",
    /// A sub-agent failed.
    SubagentFailed(Line) = "subagent.failed",
    /// A hook begins.
    HookStart(Line) = "hook.start",
    /// A hook is done.
    HookEnd(Line) = "hook.end",
    /// What the model is told by the program.
    SystemMessage(Line) = "system.message",
    /// The same.
    SystemNotification(Line) = "system.notification",
    /// The turn was stopped.
    Abort(Line) = "abort",
}

/// Nobody knows (section 3, 3).
pub const COUNTING: Counting = Counting { cached: Part::Unknown, reasoning: Part::Unknown };

/// Section 3, 1 and 2: of each model what is stated last; live, what the calls used.
pub const RUNS: Option<RunRule> = Some(RunRule {
    end: RunEnd::Turn,
    usage: &[UsageScope::Run, UsageScope::Message],
    is_of_session: false,
    name: "copilot-shutdown",
    is_at_least: true,
});

/// The items of an [`Event`].
pub type Items<'a, 't> = crate::items::Items<'a, 't>;

impl<'a, 't> Event<'a, 't> {
    /// What the event says, piece by piece, in the order of the line.
    pub fn items(&self) -> Items<'a, 't> {
        items::of(*self)
    }

    /// What the envelope holds, if it is an object.
    pub fn details(&self) -> Option<Object<'a, 't>> {
        data(self.object())
    }
}

/// What one line tells of its dialect (section 1).
#[inline]
pub fn hint(marks: &Marks<'_, '_>) -> Hint {
    if marks.kind() != LineKind::Other {
        return Hint::Open;
    }
    let may_be = marks.name().is_some_and(|name| is_dotted(name) || name == "abort");
    if may_be && is_own(marks) { Hint::Is(Dialect::Copilot) } else { Hint::Open }
}

fn is_own(marks: &Marks<'_, '_>) -> bool {
    const ID: Pick<1> = KEYS.pick(["id"]);
    let line = marks.object();
    let is_text = |member| ask::text(member).is_some();
    let [id] = line.pick(&ID);
    data(line).is_some()
        && (line.get("parentId").is_some() || is_text(id) && marks.text(Member::Timestamp).is_some())
}

fn data<'a, 't>(line: Object<'a, 't>) -> Option<Object<'a, 't>> {
    const DATA: Pick<1> = KEYS.pick(["data"]);
    let [data] = line.pick(&DATA);
    ask::object(data)
}
