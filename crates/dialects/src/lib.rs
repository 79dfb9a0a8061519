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
//! | everything an Amp line says, field by field | [`amp::Event::read`] |
//! | text, tool calls, usage ... whatever the program | [`amp::Event::items`] |
//! | the blocks of a message's content | [`Content`], [`ContentBlock`] |
//! | token counters as printed | [`Counters`] |
//!
//! # The shape of a dialect
//!
//! Each dialect is one module of the same inner shape; learn one, know all:
//!
//! - `Event`: an enum of borrowed views, made by `Event::read(object)`; a type it does not know is `Unknown` with the
//!   object, never an error;
//! - a view for each event: one accessor a field, which answers with a [`Field`] (missing, null, wrong type, value), and
//!   `FIELDS`, the names that it knows;
//! - `Event::items()`: the [`Item`]s of the event in the order of the line;
//! - `hint(object)`: what the line alone tells of its dialect, for [`sniff`].
//!
//! The member names that all of these read most stand in [`KEYS`], to be declared to the scanner.
#![no_std]
#![forbid(unsafe_code)]

pub mod amp;
mod block;
mod count;
mod item;
mod sniff;
mod view;

pub use block::{
    Blocks, Content, ContentBlock, ImageBlock, RedactedThinkingBlock, TextBlock, ThinkingBlock,
    ToolResultBlock, ToolUseBlock,
};
pub use count::{Count, Counters};
pub use item::{Item, ItemKind, UsageScope};
use runlex_core::Keys;
#[doc(no_inline)]
pub use runlex_core::{Field, Object, Value};
pub use sniff::{Dialect, Hint, sniff};

/// The member names that the dialects read most: declare these to the scanner.
pub const KEYS: Keys = Keys::new(&[
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
]);
