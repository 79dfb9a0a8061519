//! Items: what an event says, whatever the dialect. One line gives none, one or many.

use crate::block::Content;
use crate::count::Counters;
use crate::sniff::Dialect;
use runlex_core::{Field, Object, RawNumber, RawStr, Value};

/// One dialect-neutral piece of an event.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a, 't> {
    /// The vocabulary it was read in.
    pub dialect: Dialect,
    /// The session id that the line carries.
    pub session: Option<RawStr<'a>>,
    /// The tool call in whose sub-agent this happened.
    pub parent_tool_use: Option<RawStr<'a>>,
    /// The message it is part of, where the dialect names messages.
    pub message_id: Option<RawStr<'a>>,
    /// Index of the content block it was read from.
    pub block: Option<u32>,
    /// What it is.
    pub kind: ItemKind<'a, 't>,
}

/// What an item is. Text is as written; unescape it where it is used.
#[derive(Clone, Copy, Debug)]
pub enum ItemKind<'a, 't> {
    /// A process began or took up a session.
    SessionStart {
        /// Working directory.
        cwd: Option<RawStr<'a>>,
    },
    /// Text that was given to the agent.
    UserText(RawStr<'a>),
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
        /// The arguments as written.
        input: Option<Value<'a, 't>>,
    },
    /// What came of a call.
    ToolResult {
        /// The id of the call.
        id: Option<RawStr<'a>>,
        /// True only where the line says so.
        is_error: bool,
        /// The output in any of its forms.
        content: Content<'a, 't>,
    },
    /// Token counters, and what they count.
    Usage {
        /// The counters as printed.
        counters: Counters,
        /// What they count.
        scope: UsageScope,
    },
    /// Something went wrong; by itself no end of the run.
    Error {
        /// In the program's words.
        message: Option<RawStr<'a>>,
    },
    /// News of work that goes on: the event's subtype.
    Progress(RawStr<'a>),
    /// The end of a run or turn.
    Result {
        /// As printed; see the dialect for what decides success.
        is_error: Field<bool, Value<'a, 't>>,
        /// The final text, or the error's.
        text: Option<RawStr<'a>>,
        /// Wall clock in milliseconds.
        duration_ms: Option<RawNumber<'a>>,
        /// Turns, informative only.
        num_turns: Option<RawNumber<'a>>,
    },
    /// Anything else, with its object: an unknown event or block.
    Other(Object<'a, 't>),
    /// An element of a content array that is no object.
    OtherValue(Value<'a, 't>),
}

/// What token counters count. A summary is never added to what it sums up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UsageScope {
    /// One message of the model.
    Message,
    /// A whole run: the sum of its messages, as the program states it.
    Run,
}
