//! What the JSON lines of coding agents say, read without copying.
//!
//! `runlex-core` turns bytes into checked objects; this crate tells what an object is in the vocabulary of the program
//! that printed it (its *dialect*), and turns it into dialect-neutral items. No I/O, no allocation, no state: what a line
//! yields depends on that line alone.
//!
//! # Which type do I need?
//!
//! | you want | take |
//! |---|---|
//! | to know which program printed a line | [`sniff`] |
//! | text, tool calls, usage ... whatever the program | [`items`] |
//! | everything a line says in its program's words, field by field | `Event::read` of its module, as [`amp::Event::read`] |
//! | what a view does not know | its `extras()`, its `object()` |
//! | a line written again | `write_json()` of its view, or [`Json`] |
//! | the blocks of a message's content | [`Content`], [`ContentBlock`] |
//! | token counters as printed | [`Counters`] |
//! | a cost in dollars as a whole number | [`RawNumber::to_millionths`](runlex_core::RawNumber::to_millionths) |
//! | to write a line for Amp, or to know whether it would take one | [`amp_input`] |
//! | which fields a dialect has | [`Dialect::fields`], `FIELDS` of its module |
//!
//! # The shape of a dialect
//!
//! Each dialect is one module of the same inner shape; learn one, know all:
//!
//! - `Event`: an enum of borrowed views, made by `Event::read(object)`; a type it does not know is `Unknown` with the
//!   object, never an error;
//! - views: one accessor a field, which answers with a [`Field`] (missing, null, wrong type, value). Every view and every
//!   `Event` has `object()`, `raw()`, `extras()` and `write_json()`;
//! - `FIELDS`: the one table of all views with the members that they know;
//! - `Event::items()`: the [`Item`]s of the event in the order of the line, by way of `Items`;
//! - `COUNTING` and `RUNS`: what its counters hold, and how a report makes runs of its items;
//! - `hint(marks)`: what the line alone tells of its dialect, for [`sniff`].
//!
//! `dialect.rs` has the one list in which dialects are registered.
//!
//! The member names that all of these read most stand in [`KEYS`], to be declared to the scanner.
#![no_std]
#![forbid(unsafe_code)]

pub mod afk;
pub mod amp;
pub mod amp_input;
mod ask;
mod block;
pub mod claude_stream;
pub mod claude_transcript;
pub mod codex_exec;
pub mod codex_rollout;
pub mod copilot;
mod count;
pub mod cursor;
mod denial;
mod dialect;
pub mod droid;
mod event;
mod extras;
mod fields;
pub mod gemini;
pub mod gemini_chat;
pub mod goose;
mod item;
mod items;
mod json;
mod message;
mod neighbours;
pub mod opencode;
pub mod pi;
pub mod qwen_chat;
pub mod qwen_stream;
mod rule;
mod sniff;
mod time;
mod view;

pub use block::{
    BLOCK_FIELDS, Blocks, Content, ContentBlock, DocumentBlock, ImageBlock, ImageSource,
    RedactedThinkingBlock, ServerToolResultBlock, ServerToolUseBlock, TextBlock, ThinkingBlock,
    ToolReferenceBlock, ToolResultBlock, ToolUseBlock,
};
pub use count::{Count, Counters};
pub use denial::{Denial, Denials};
pub use dialect::{Dialect, Items, items};
pub use extras::Extras;
pub use fields::{FieldInfo, FieldKind, Fields};
pub use item::{Item, ItemKind, Outcome, ToolOutcome, UsageScope};
pub use json::Json;
pub use message::{MESSAGE_FIELDS, Message, Usage};
pub use rule::{Counting, Part, RunEnd, RunRule};
#[doc(no_inline)]
pub use runlex_core::{Field, Object, Value};
use runlex_core::{Keys, Pick};
pub use sniff::{Hint, LineKind, Marks, Member, sniff};
pub use time::{Time, TimeOrigin, Timestamp};

/// The member names that the dialects read most: declare these to the scanner.
pub const KEYS: Keys = Keys::new(DECLARED);

const DECLARED: &[&str] = &[
    "type",
    "subtype",
    "session_id",
    "sessionId",
    "sessionID",
    "thread_id",
    "uuid",
    "content",
    "usage",
    "id",
    "name",
    "input",
    "tool_use_id",
    "is_error",
    "input_tokens",
    "output_tokens",
    "cache_creation_input_tokens",
    "cache_read_input_tokens",
    "cached_input_tokens",
    "metadata",
    "error",
    "message",
    "timestamp",
    "timestamp_ms",
    "parentUuid",
    "isSidechain",
    "model",
    "subagent_tool_use_id",
    "parent_tool_use_id",
    "apiKeySource",
    "permissionMode",
    "claude_code_version",
    "total_cost_usd",
    "modelUsage",
    "request_id",
    "max_tokens",
    "text",
    "thinking",
    "requestId",
    "agentId",
    "agent_id",
    "isMeta",
    "isCompactSummary",
    "isApiErrorMessage",
    "isReplay",
    "isSynthetic",
    "event",
    "delta",
    "data",
    "result",
    "role",
    "chunk",
    "steer",
    "duration_ms",
    "num_turns",
    "cost_usd",
    "inputTokens",
    "outputTokens",
    "cacheReadInputTokens",
    "cacheCreationInputTokens",
    "costUSD",
    "tools",
    "payload",
];

/// The name prepared, if it is declared.
const fn prepared(name: &'static str) -> Option<Pick<1>> {
    let mut at = 0;
    while at < DECLARED.len() {
        if same(DECLARED[at], name) {
            return Some(KEYS.pick([name]));
        }
        at += 1;
    }
    None
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}
