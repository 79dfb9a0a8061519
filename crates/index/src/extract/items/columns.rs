//! The columns of items: what each means, and what it is made of.

use super::rows::{ItemRow, ItemRows, What};
use crate::columns::{counts, flags, ints, optional_ints, own_texts, texts, times};
use crate::names::Name;
use crate::schema::{Column, Kind, column, perhaps};
use arrow_array::ArrayRef;
use arrow_schema::ArrowError;
use runlex::FaultKind;
use runlex::dialects::{Dialect, TimeOrigin, UsageScope};

/// What makes a column of rows.
type Make = fn(&ItemRows) -> Result<ArrayRef, ArrowError>;

/// The columns behind `path`, in order; those with text are [`WITH_TEXT`].
pub(crate) const ITEMS: &[(Column, Make)] = &[
    (column("line", Kind::Int, "line number, from 1"), |items| int(items, |row| row.line)),
    (
        column("offset", Kind::Int, "where the line begins, in bytes from the start of the unpacked file"),
        |items| int(items, |row| row.offset),
    ),
    (column("item", Kind::Int, "number of the item within its line, from 1"), |items| {
        int(items, |row| row.item.into())
    }),
    (
        perhaps(
            "dialect",
            Kind::Name,
            "the dialect of its run; `unknown` without a module, null for a broken line",
        ),
        |items| word(items, |row| row.dialect()),
    ),
    (column("kind", Kind::Name, "what it is (docs/items.md); `fault` is a broken line"), |items| {
        word(items, |row| Some(row.kind))
    }),
    (perhaps("session", Kind::Name, "the session id that the line carries"), |items| {
        name(items, |row| row.session)
    }),
    (perhaps("agent", Kind::Name, "the sub-agent that speaks"), |items| name(items, |row| row.agent)),
    (perhaps("parent_tool_use_id", Kind::Name, "the call in whose sub-agent this happened"), |items| {
        name(items, |row| row.parent)
    }),
    (perhaps("message_id", Kind::Text, "id of the message that it is part of"), |items| {
        text(items, |row| row.message_id)
    }),
    (perhaps("request_id", Kind::Text, "id of the request that the message answers"), |items| {
        text(items, |row| row.request_id)
    }),
    (
        perhaps(
            "model",
            Kind::Name,
            "the model that wrote or counted it; of `session_start` the one it begins with",
        ),
        |items| name(items, |row| row.model),
    ),
    (perhaps("time", Kind::Time, "the time that the line gives it, where it is one"), |items| {
        Ok(times(items.rows.iter().map(|row| row.time.ms())))
    }),
    (
        perhaps("time_origin", Kind::Name, "where the line gives the time: `line`, `message`, `inner`"),
        |items| word(items, |row| row.time_origin.map(TimeOrigin::as_str)),
    ),
    (perhaps("block", Kind::Int, "index of the content block, from 0"), |items| {
        perhaps_int(items, |row| row.block.map(u64::from))
    }),
    (
        column("delta", Kind::Flag, "a piece of something that other lines bring whole: never count both"),
        |items| flag(items, |row| Some(row.is_delta)),
    ),
    (
        column("piece", Kind::Flag, "a piece of a text that no line brings whole: the next one goes on"),
        |items| flag(items, |row| Some(row.is_piece)),
    ),
    (column("replay", Kind::Flag, "a repeat: of history, or of what the run has said before"), |items| {
        flag(items, |row| Some(row.is_replay))
    }),
    (
        perhaps("injected", Kind::Flag, "of `user_text`: whether the program wrote it, and not who uses it"),
        |items| flag(items, |row| row.is_injected),
    ),
    (perhaps("id", Kind::Text, "id of the call; of `tool_call` and `tool_result`"), |items| {
        text(items, |row| row.id)
    }),
    (perhaps("tool", Kind::Name, "name of the tool; of `tool_call`"), |items| name(items, |row| row.tool)),
    (
        perhaps(
            "outcome",
            Kind::Name,
            "of `tool_result`: `ok`, `error`, `declined`, `unknown`; of `result`: `ok`, `failed`, `unknown`",
        ),
        |items| word(items, |row| row.outcome),
    ),
    (perhaps("is_error", Kind::Flag, "of `result`: as written, where it is a truth value"), |items| {
        flag(items, |row| row.is_error)
    }),
    (
        perhaps(
            "scope",
            Kind::Name,
            "of `usage`: what is counted: `message`, `turn`, `run`, `progress`, `thread`, `call`; never add one to another",
        ),
        |items| word(items, |row| row.scope.map(UsageScope::as_str)),
    ),
    (
        perhaps(
            "cached",
            Kind::Name,
            "of `usage`: whether what was cached is in the input: `inside`, `outside`, `unknown`",
        ),
        |items| word(items, |row| row.counting().map(|counting| counting.cached.as_str())),
    ),
    (
        perhaps("reasoned", Kind::Name, "of `usage`: whether reasoning is in the output, in the same words"),
        |items| word(items, |row| row.counting().map(|counting| counting.reasoning.as_str())),
    ),
    (
        perhaps("input_tokens", Kind::Count, "of `usage`: as printed, each message on each of its lines"),
        |items| count(items, 0),
    ),
    (perhaps("cache_creation_tokens", Kind::Count, "the same"), |items| count(items, 1)),
    (perhaps("cache_read_tokens", Kind::Count, "the same"), |items| count(items, 2)),
    (perhaps("output_tokens", Kind::Count, "the same"), |items| count(items, 3)),
    (perhaps("reasoning_tokens", Kind::Count, "the same, where it is counted"), |items| count(items, 4)),
    (perhaps("cost_usd_micros", Kind::Count, "of `usage` and `result`: micro-dollars, as stated"), |items| {
        count(items, 5)
    }),
    (
        perhaps("duration_ms", Kind::Count, "of `result`: milliseconds, as stated; a fraction is cut off"),
        |items| Ok(counts(items.rows.iter().map(|row| row.duration_ms))),
    ),
    (perhaps("turns", Kind::Count, "of `result`: turns, as stated"), |items| {
        Ok(counts(items.rows.iter().map(|row| row.turns)))
    }),
    (perhaps("version", Kind::Name, "of `session_start`: the version of the program"), |items| {
        name(items, |row| row.version)
    }),
    (perhaps("cwd", Kind::Name, "of `session_start`: the working directory"), |items| {
        name(items, |row| row.cwd)
    }),
    (perhaps("code", Kind::Name, "of `error`: a name for it"), |items| name(items, |row| row.code)),
    (perhaps("what", Kind::Name, "of `progress`: the event's own word for it"), |items| {
        name(items, |row| row.news)
    }),
    (perhaps("fault", Kind::Name, "of `fault`: what is wrong (docs/faults.md)"), |items| {
        word(items, |row| row.fault.map(|fault| FaultKind::as_str(fault.kind)))
    }),
    (
        perhaps("at", Kind::Int, "of `fault`: the place, in bytes from the start of the unpacked file"),
        |items| perhaps_int(items, |row| row.fault.map(|fault| fault.at)),
    ),
    (
        perhaps(
            "bytes",
            Kind::Int,
            "how long, as written, what people, agents or tools wrote is: a text between its quotes; an input, a content or a value whole",
        ),
        |items| perhaps_int(items, |row| row.bytes),
    ),
];

/// Those behind them where text is wanted.
pub(crate) const WITH_TEXT: &[(Column, Make)] = &[
    (perhaps("text", Kind::Text, "what was said, thought, reported; lone surrogates are U+FFFD"), |items| {
        text(items, |row| row.text)
    }),
    (perhaps("input", Kind::Text, "of `tool_call`: what it is given, as JSON"), |items| {
        text(items, |row| row.value_of(What::Input))
    }),
    (perhaps("content", Kind::Text, "of `tool_result`: what came of it, as JSON"), |items| {
        text(items, |row| row.value_of(What::Content))
    }),
    (perhaps("value", Kind::Text, "of `other` and `other_value`: what it is, as JSON"), |items| {
        text(items, |row| row.value_of(What::Value))
    }),
];

/// All of them, or all without text.
pub(crate) fn all(with_text: bool) -> impl Iterator<Item = &'static (Column, Make)> {
    ITEMS.iter().chain(if with_text { WITH_TEXT } else { &[] })
}

fn int(items: &ItemRows, of: fn(&ItemRow) -> u64) -> Result<ArrayRef, ArrowError> {
    Ok(ints(items.rows.iter().map(of)))
}

fn perhaps_int(items: &ItemRows, of: fn(&ItemRow) -> Option<u64>) -> Result<ArrayRef, ArrowError> {
    Ok(optional_ints(items.rows.iter().map(of)))
}

fn count(items: &ItemRows, at: usize) -> Result<ArrayRef, ArrowError> {
    Ok(counts(items.rows.iter().map(move |row| row.counts.get(at))))
}

fn flag(items: &ItemRows, of: fn(&ItemRow) -> Option<bool>) -> Result<ArrayRef, ArrowError> {
    Ok(flags(items.rows.iter().map(of)))
}

fn word(items: &ItemRows, of: fn(&ItemRow) -> Option<&'static str>) -> Result<ArrayRef, ArrowError> {
    Ok(texts(items.rows.iter().map(of)))
}

fn name(items: &ItemRows, of: fn(&ItemRow) -> Name) -> Result<ArrayRef, ArrowError> {
    Ok(texts(items.rows.iter().map(|row| items.names.get(of(row)))))
}

fn text(items: &ItemRows, of: fn(&ItemRow) -> Name) -> Result<ArrayRef, ArrowError> {
    own_texts(&items.texts, items.rows.iter().map(of))
}

/// A run of which no program is known.
const UNKNOWN: &str = "unknown";

impl ItemRow {
    fn dialect(&self) -> Option<&'static str> {
        match (self.fault, self.dialect) {
            (Some(_), _) => None,
            (None, Some(dialect)) => Some(Dialect::as_str(dialect)),
            (None, None) => Some(UNKNOWN),
        }
    }
}
