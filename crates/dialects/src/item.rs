//! Items: what an event says, whatever the dialect. One line gives none, one or many.

use crate::block::Content;
use crate::count::Counters;
use crate::dialect::Dialect;
use crate::time::Timestamp;
use runlex_core::{Field, Object, RawNumber, RawStr, Value};

/// One dialect-neutral piece of an event: what it is ([`kind`](Self::kind)), and the frame in which it stands. `Copy`,
/// borrowed, a few hundred bytes.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Item<'a, 't> {
    /// The vocabulary it was read in.
    pub dialect: Dialect,
    /// The session id that the line carries.
    pub session: Option<RawStr<'a>>,
    /// The id of the sub-agent that speaks, where the dialect names one.
    pub agent: Option<RawStr<'a>>,
    /// The tool call in whose sub-agent this happened.
    pub parent_tool_use: Option<RawStr<'a>>,
    /// The message it is part of, where the dialect names messages.
    pub message_id: Option<RawStr<'a>>,
    /// The request that the message answers, where the dialect names requests.
    pub request_id: Option<RawStr<'a>>,
    /// The model that wrote or counted it.
    pub model: Option<RawStr<'a>>,
    /// When, by the line itself.
    pub timestamp: Option<Timestamp<'a>>,
    /// Index of the content block it was read from.
    pub block: Option<u32>,
    /// A piece of something that other lines bring whole: never count or print both.
    pub delta: bool,
    /// A piece of something that no line brings whole: the next such item of the same kind and message goes on with it.
    pub piece: bool,
    /// The line is by its kind a repeat: of history, or of what another line says in a form of its own (Codex: `agent_message`
    /// beside the answer itself). Repeats that do not show in the line are found by a fold, never here.
    pub replay: bool,
    /// Of a start: the session whose history stands copied behind it. Of what was copied and says so: that session.
    pub forked_from: Option<RawStr<'a>>,
    /// What it was read from: the block, or the whole line. Has the raw bytes and their place.
    pub value: Value<'a, 't>,
    /// What it is.
    pub kind: ItemKind<'a, 't>,
}

impl<'a, 't> Item<'a, 't> {
    /// The frame of a line: nothing known yet, and the object itself as what it is.
    pub(crate) fn of(dialect: Dialect, object: Object<'a, 't>) -> Item<'a, 't> {
        Item {
            dialect,
            session: None,
            agent: None,
            parent_tool_use: None,
            message_id: None,
            request_id: None,
            model: None,
            timestamp: None,
            block: None,
            delta: false,
            piece: false,
            replay: false,
            forked_from: None,
            value: object.as_value(),
            kind: ItemKind::Other(object),
        }
    }
}

/// What an item is. Text is as written; unescape it where it is used.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ItemKind<'a, 't> {
    /// A process began or took up a session.
    SessionStart {
        /// Working directory.
        cwd: Option<RawStr<'a>>,
        /// The model it begins with.
        model: Option<RawStr<'a>>,
        /// The program's version.
        version: Option<RawStr<'a>>,
    },
    /// Text that was given to the agent.
    UserText {
        /// The text.
        text: RawStr<'a>,
        /// The line says that the program wrote it, not who uses it: a summary, a report of work in the background.
        injected: bool,
    },
    /// Text that the agent wrote.
    AssistantText(RawStr<'a>),
    /// Reasoning; redacted reasoning has no text.
    Thinking(Option<RawStr<'a>>),
    /// The agent calls a tool.
    ToolCall {
        /// Joins the call to its result.
        id: Option<RawStr<'a>>,
        /// The tool's name.
        name: Option<RawStr<'a>>,
        /// The arguments as written: an object, or a string that holds them.
        input: Option<Value<'a, 't>>,
    },
    /// What came of a call.
    ToolResult {
        /// The id of the call.
        id: Option<RawStr<'a>>,
        /// How it went, as far as the line says.
        outcome: ToolOutcome,
        /// The output in any of its forms.
        content: Content<'a, 't>,
    },
    /// Token counters, and what they count. The model is in the frame.
    Usage {
        /// The counters as printed.
        counters: Counters,
        /// What they count.
        scope: UsageScope,
        /// The cost in dollars of the same, where it is stated.
        cost_usd: Option<RawNumber<'a>>,
    },
    /// Something went wrong; by itself no end of the run.
    Error {
        /// In the program's words.
        message: Option<RawStr<'a>>,
        /// A name for it, from the program's list of such names.
        code: Option<RawStr<'a>>,
    },
    /// News of work that goes on.
    Progress {
        /// Of what kind: the event's own word for it.
        what: RawStr<'a>,
        /// Its news in a few words, if it has any.
        text: Option<RawStr<'a>>,
    },
    /// The end of a run or turn.
    Result {
        /// How it ended, by the dialect's rule.
        outcome: Outcome,
        /// As printed.
        is_error: Field<bool, Value<'a, 't>>,
        /// The final text, or the error's.
        text: Option<RawStr<'a>>,
        /// Wall clock in milliseconds.
        duration_ms: Option<RawNumber<'a>>,
        /// Turns, informative only.
        num_turns: Option<RawNumber<'a>>,
        /// The cost in dollars as stated; what it is the cost of is the dialect's matter.
        cost_usd: Option<RawNumber<'a>>,
    },
    /// Anything else, with its object: an unknown event or block.
    Other(Object<'a, 't>),
    /// An element of a content array that is no object.
    OtherValue(Value<'a, 't>),
}

impl ItemKind<'_, '_> {
    /// The name of the variant, for tables and counts.
    pub fn name(&self) -> &'static str {
        match self {
            ItemKind::SessionStart { .. } => "SessionStart",
            ItemKind::UserText { .. } => "UserText",
            ItemKind::AssistantText(_) => "AssistantText",
            ItemKind::Thinking(_) => "Thinking",
            ItemKind::ToolCall { .. } => "ToolCall",
            ItemKind::ToolResult { .. } => "ToolResult",
            ItemKind::Usage { .. } => "Usage",
            ItemKind::Error { .. } => "Error",
            ItemKind::Progress { .. } => "Progress",
            ItemKind::Result { .. } => "Result",
            ItemKind::Other(_) => "Other",
            ItemKind::OtherValue(_) => "OtherValue",
        }
    }

    /// The same in snake case, for what programs read.
    pub fn as_str(&self) -> &'static str {
        match self {
            ItemKind::SessionStart { .. } => "session_start",
            ItemKind::UserText { .. } => "user_text",
            ItemKind::AssistantText(_) => "assistant_text",
            ItemKind::Thinking(_) => "thinking",
            ItemKind::ToolCall { .. } => "tool_call",
            ItemKind::ToolResult { .. } => "tool_result",
            ItemKind::Usage { .. } => "usage",
            ItemKind::Error { .. } => "error",
            ItemKind::Progress { .. } => "progress",
            ItemKind::Result { .. } => "result",
            ItemKind::Other(_) => "other",
            ItemKind::OtherValue(_) => "other_value",
        }
    }
}

/// How a run or turn ended. Success is never inferred from silence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The line says that it went well.
    Ok,
    /// The line says that it failed.
    Failed,
    /// The line does not say.
    Unknown,
}

impl Outcome {
    /// The name that reports use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Outcome::Ok => "ok",
            Outcome::Failed => "failed",
            Outcome::Unknown => "unknown",
        }
    }
}

/// How a tool call went, as far as its result says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ToolOutcome {
    /// No error is marked, in a dialect where a missing mark means none.
    Ok,
    /// Marked as an error.
    Error,
    /// Marked as refused before it ran.
    Declined,
    /// The mark is there and unreadable, or the dialect has none.
    Unknown,
}

impl ToolOutcome {
    /// The name that reports use.
    pub const fn as_str(self) -> &'static str {
        match self {
            ToolOutcome::Ok => "ok",
            ToolOutcome::Error => "error",
            ToolOutcome::Declined => "declined",
            ToolOutcome::Unknown => "unknown",
        }
    }

    /// By `is_error`, where missing and null mean false.
    pub(crate) fn of(is_error: Option<Value<'_, '_>>) -> ToolOutcome {
        match Field::of(is_error, Value::bool) {
            Field::Missing | Field::Null | Field::Is(false) => ToolOutcome::Ok,
            Field::Is(true) => ToolOutcome::Error,
            Field::Wrong(_) => ToolOutcome::Unknown,
        }
    }
}

/// What token counters count. A summary is never added to what it sums up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UsageScope {
    /// One message of the model. Several lines may bring the same message; its id tells.
    Message,
    /// One turn: the sum of its messages, as the program states it.
    Turn,
    /// A whole run so far: the sum of its messages, as the program states it. Later figures replace earlier ones.
    Run,
    /// A message that a progress line quotes; most of these stand elsewhere as well.
    Progress,
    /// A whole conversation so far, over all the runs that took it up: each figure has those of earlier runs in it. Later figures
    /// replace earlier ones of the same session.
    Thread,
    /// The last call of the model, told again whenever the program prints its figures: a repeat does not show in the line.
    Call,
}

impl UsageScope {
    /// Every scope.
    pub const ALL: &[UsageScope] = &[
        UsageScope::Message,
        UsageScope::Turn,
        UsageScope::Run,
        UsageScope::Progress,
        UsageScope::Thread,
        UsageScope::Call,
    ];

    /// The name that reports use.
    pub const fn as_str(self) -> &'static str {
        match self {
            UsageScope::Message => "message",
            UsageScope::Turn => "turn",
            UsageScope::Run => "run",
            UsageScope::Progress => "progress",
            UsageScope::Thread => "thread",
            UsageScope::Call => "call",
        }
    }
}
