//! What `pi --mode json` prints, and Pi's session files. Every rule here is from `docs/formats/pi.md`; sections are named at each.
//!
//! Both begin with the same line and hold the same messages, so they are one dialect: the first line alone does not tell which it is. A
//! stream repeats each message several times; the one that counts is that of `message_end`.

mod items;
mod views;

pub use views::*;

use crate::ask;
use crate::dialect::Dialect;
use crate::event::events;
use crate::item::UsageScope;
use crate::rule::{Counting, Part, RunEnd, RunRule};
use crate::sniff::{Hint, LineKind, Marks, Member};
use runlex_core::{Field, Object, RawStr, Value};

events! {
    /// One line of a stream (section 2) or of a session file (section 3).
    enum Event;

    /// A piece of a message, with the message as it is so far, twice.
    MessageUpdate(MessageUpdate) = "message_update",
    /// A message is there.
    MessageEnd(MessageLine) = "message_end",
    /// A message begins.
    MessageStart(MessageLine) = "message_start",
    /// A tool begins.
    ToolExecutionStart(ToolExecutionStart) = "tool_execution_start",
    /// A tool goes on.
    ToolExecutionUpdate(ToolExecutionUpdate) = "tool_execution_update",
    /// A tool is done.
    ToolExecutionEnd(ToolExecutionEnd) = "tool_execution_end",
    /// The model is called.
    TurnStart(Bare) = "turn_start",
    /// The model has answered, and its tools are done: repeats both.
    TurnEnd(TurnEnd) = "turn_end",
    /// Work begins.
    AgentStart(Bare) = "agent_start",
    /// Work is done, unless it is tried again: repeats all messages.
    AgentEnd(AgentEnd) = "agent_end",
    /// A call of the model is tried again.
    AutoRetryStart(RetryStart) = "auto_retry_start",
    /// How that went.
    AutoRetryEnd(RetryEnd) = "auto_retry_end",
    /// History is replaced by a summary.
    AutoCompactionStart(CompactionStart) = "auto_compaction_start",
    /// How that went.
    AutoCompactionEnd(CompactionEnd) = "auto_compaction_end",
    /// The same, in newer builds.
    CompactionStart(CompactionStart) = "compaction_start",
    /// The same, in newer builds.
    CompactionEnd(CompactionEnd) = "compaction_end",
    /// The session: the first line of streams and files.
    Session(Session) = "session",
    /// A message of a session file.
    Message(Entry) = "message",
    /// Another model.
    ModelChange(ModelChange) = "model_change",
    /// How much the model is to think.
    ThinkingLevelChange(ThinkingLevelChange) = "thinking_level_change",
    /// History was replaced by a summary.
    Compaction(Compaction) = "compaction",
    /// What was done in a branch that was left.
    BranchSummary(BranchSummary) = "branch_summary",
    /// What an extension keeps.
    Custom(Custom) = "custom",
    /// What an extension tells the model.
    CustomMessage(CustomMessage) = "custom_message",
    /// A mark for people.
    Label(Label) = "label",
    /// The session's name.
    SessionInfo(SessionInfo) = "session_info",
}

/// What was cached stands beside the input; reasoning is in the output (section 4, 3).
pub const COUNTING: Counting = Counting { cached: Part::Outside, reasoning: Part::Inside };

/// Section 4: the sum of the assistant's messages, in all branches. What summaries cost is not told.
pub const RUNS: Option<RunRule> = Some(RunRule {
    end: RunEnd::Turn,
    usage: &[UsageScope::Message],
    is_of_session: false,
    name: "pi-messages",
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

/// What one line tells of its dialect (section 1). No line of Pi's names a session, a line or a parent under a name that others use.
#[inline]
pub fn hint(marks: &Marks<'_, '_>) -> Hint {
    const OTHERS: u32 = Member::set([
        Member::SessionId,
        Member::SessionIdCamel,
        Member::SessionIdCapital,
        Member::ThreadId,
        Member::Uuid,
        Member::ParentUuid,
        Member::TimestampMs,
        Member::Chunk,
    ]);
    if marks.has_any(OTHERS) {
        return Hint::Open;
    }
    let is_own = match marks.kind() {
        LineKind::Message => {
            marks.text(Member::Timestamp).is_some()
                && ask::object(marks.get(Member::Message))
                    .is_some_and(|message| ask::text(message.get("role")).is_some())
        }
        LineKind::Other => marks.name().is_some_and(|name| is_own(marks, name)),
        _ => false,
    };
    if is_own { Hint::Is(Dialect::Pi) } else { Hint::Open }
}

/// What the members of a line must be, by its type.
#[derive(Clone, Copy)]
enum Needs {
    /// A type that nobody else has, and no time.
    Nothing,
    /// An object `message` that has a time in numbers.
    Message,
    /// A member of this name.
    Member(&'static str),
    /// A time as text, and a member of this name.
    TimeAnd(&'static str),
}

fn is_own(marks: &Marks<'_, '_>, name: RawStr<'_>) -> bool {
    let needs = match name.raw() {
        _ if name.is_escaped() => TYPES.iter().find(|(known, _)| name == **known).map(|(_, needs)| *needs),
        b"message_update" => Some(UPDATE),
        raw if raw.contains(&b'_') || matches!(raw, b"session" | b"compaction" | b"custom" | b"label") => {
            TYPES.iter().find(|(known, _)| known.as_bytes() == raw).map(|(_, needs)| *needs)
        }
        _ => None,
    };
    let has = |name: &str| marks.object().get(name).is_some();
    match needs {
        None => false,
        Some(Needs::Nothing) => !marks.has(Member::Timestamp),
        Some(Needs::Message) => ask::object(marks.get(Member::Message)).is_some_and(has_time),
        Some(Needs::Member(name)) => has(name),
        Some(Needs::TimeAnd(name)) => marks.text(Member::Timestamp).is_some() && has(name),
    }
}

fn has_time(message: Object<'_, '_>) -> bool {
    Field::of(message.get("timestamp"), Value::number).ok().is_some()
}

const UPDATE: Needs = Needs::Member("assistantMessageEvent");

const TYPES: [(&str, Needs); 25] = [
    ("message_update", UPDATE),
    ("message_end", Needs::Message),
    ("message_start", Needs::Message),
    ("tool_execution_start", Needs::Member("toolCallId")),
    ("tool_execution_update", Needs::Member("toolCallId")),
    ("tool_execution_end", Needs::Member("toolCallId")),
    ("turn_start", Needs::Nothing),
    ("turn_end", Needs::Message),
    ("agent_start", Needs::Nothing),
    ("agent_end", Needs::Member("messages")),
    ("auto_retry_start", Needs::Nothing),
    ("auto_retry_end", Needs::Nothing),
    ("auto_compaction_start", Needs::Nothing),
    ("auto_compaction_end", Needs::Nothing),
    ("compaction_start", Needs::Nothing),
    ("compaction_end", Needs::Nothing),
    ("session", Needs::TimeAnd("cwd")),
    ("model_change", Needs::TimeAnd("modelId")),
    ("thinking_level_change", Needs::TimeAnd("thinkingLevel")),
    ("compaction", Needs::TimeAnd("summary")),
    ("branch_summary", Needs::TimeAnd("parentId")),
    ("custom", Needs::TimeAnd("customType")),
    ("custom_message", Needs::TimeAnd("customType")),
    ("label", Needs::TimeAnd("targetId")),
    ("session_info", Needs::TimeAnd("parentId")),
];
