//! What a line says, as members of a JSON object. `docs/items.md` describes them, one by one.
//!
//! Strings and values are copied as they stand in the stream, escapes and all: what was sound there is sound here.

mod patched;

pub use patched::Patched;

use crate::report::UNKNOWN;
use crate::session_ids;
use runlex_core::{Fault, Field, Object, RawNumber, RawStr, Value};
use runlex_dialects::{Content, Count, Counters, Dialect, Item, ItemKind, Time, TimeOrigin, Timestamp};

/// Where JSON goes.
pub trait Sink {
    /// Takes whole characters.
    fn bytes(&mut self, bytes: &[u8]);

    /// Takes a number, in decimal.
    fn number(&mut self, number: u64);
}

impl Sink for Vec<u8> {
    fn bytes(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    fn number(&mut self, number: u64) {
        self.extend_from_slice(number.to_string().as_bytes());
    }
}

/// The members of a fault, each with a comma before it.
pub fn fault(out: &mut impl Sink, fault: Fault) {
    word(out, "kind", "fault");
    word(out, "fault", fault.kind.as_str());
    member(out, "at");
    out.number(fault.at);
}

/// The members of an event of a program that is not known, whole, each with a comma before it.
pub fn unknown(out: &mut impl Sink, object: Object<'_, '_>) {
    word(out, "dialect", UNKNOWN);
    word(out, "kind", ItemKind::Other(object).as_str());
    text(out, "session", session_ids(object).next());
    raw(out, "value", object.raw());
}

/// The members of an item, each with a comma before it. Copies each string once and allocates nothing.
pub fn item(out: &mut impl Sink, item: &Item<'_, '_>) {
    word(out, "dialect", Dialect::as_str(item.dialect));
    word(out, "kind", item.kind.as_str());
    text(out, "session", item.session);
    text(out, "agent", item.agent);
    text(out, "parent_tool_use_id", item.parent_tool_use);
    text(out, "message_id", item.message_id);
    text(out, "request_id", item.request_id);
    let begins_with = match item.kind {
        ItemKind::SessionStart { model, .. } => model,
        _ => None,
    };
    text(out, "model", begins_with.or(item.model));
    time(out, item.timestamp);
    if let Some(block) = item.block {
        member(out, "block");
        out.number(block.into());
    }
    flag(out, "delta", item.delta);
    flag(out, "piece", item.piece);
    flag(out, "replay", item.replay);
    kind(out, item);
}

/// What a kind has of its own.
fn kind(out: &mut impl Sink, item: &Item<'_, '_>) {
    match item.kind {
        ItemKind::SessionStart { cwd, model: _, version } => {
            text(out, "cwd", cwd);
            text(out, "version", version);
        }
        ItemKind::UserText { text: said, injected } => {
            flag(out, "injected", injected);
            text(out, "text", Some(said));
        }
        ItemKind::AssistantText(said) => text(out, "text", Some(said)),
        ItemKind::Thinking(said) => text(out, "text", said),
        ItemKind::ToolCall { id, name, input } => {
            text(out, "id", id);
            text(out, "name", name);
            if let Some(input) = input {
                raw(out, "input", input.raw());
            }
        }
        ItemKind::ToolResult { id, outcome, content } => {
            text(out, "id", id);
            word(out, "outcome", outcome.as_str());
            match content {
                Content::Missing => {}
                Content::Null => raw(out, "content", b"null"),
                Content::Text(said) => text(out, "content", Some(said)),
                Content::Blocks(blocks) => raw(out, "content", blocks.as_value().raw()),
                Content::Other(value) => raw(out, "content", value.raw()),
            }
        }
        ItemKind::Usage { counters, scope, cost_usd } => {
            let counting = item.dialect.counting();
            word(out, "scope", scope.as_str());
            word(out, "cached", counting.cached.as_str());
            word(out, "reasoned", counting.reasoning.as_str());
            tokens(out, counters);
            cost(out, cost_usd);
        }
        ItemKind::Error { message, code } => {
            text(out, "code", code);
            text(out, "text", message);
        }
        ItemKind::Progress { what, text: said } => {
            text(out, "what", Some(what));
            text(out, "text", said);
        }
        ItemKind::Result { outcome, is_error, text: said, duration_ms, num_turns, cost_usd } => {
            word(out, "outcome", outcome.as_str());
            truth(out, "is_error", is_error);
            number(out, "duration_ms", duration_ms);
            number(out, "num_turns", num_turns);
            cost(out, cost_usd);
            text(out, "text", said);
        }
        ItemKind::Other(object) => raw(out, "value", object.raw()),
        ItemKind::OtherValue(value) => raw(out, "value", value.raw()),
        // A kind to come: what it was read from has all of it.
        _ => raw(out, "value", item.value.raw()),
    }
}

fn time(out: &mut impl Sink, timestamp: Option<Timestamp<'_>>) {
    let Some(timestamp) = timestamp else { return };
    match timestamp.time {
        Time::Text(said) => text(out, "timestamp", Some(said)),
        Time::Seconds(seconds) => {
            number(out, "timestamp", Some(seconds));
            word(out, "timestamp_unit", "s");
        }
        Time::Milliseconds(millis) => {
            number(out, "timestamp", Some(millis));
            word(out, "timestamp_unit", "ms");
        }
        _ => return,
    }
    if timestamp.origin != TimeOrigin::Line {
        word(out, "timestamp_origin", timestamp.origin.as_str());
    }
}

fn tokens(out: &mut impl Sink, counters: Counters) {
    member(out, "tokens");
    let names = ["input", "cache_creation", "cache_read", "output", "reasoning"];
    let mut before: &[u8] = b"{\"";
    for (name, count) in names.into_iter().zip(counters.all_five()) {
        let count = match count {
            Count::Absent => continue,
            Count::Is(count) => Some(count),
            Count::Odd => None,
        };
        out.bytes(before);
        out.bytes(name.as_bytes());
        out.bytes(b"\":");
        match count {
            Some(count) => out.number(count),
            None => out.bytes(b"null"),
        }
        before = b",\"";
    }
    out.bytes(if before.len() == 2 && before[0] == b'{' { b"{}" } else { b"}" });
}

/// Null for one that is no amount.
fn cost(out: &mut impl Sink, cost_usd: Option<RawNumber<'_>>) {
    let Some(cost) = cost_usd else { return };
    member(out, "cost_usd_micros");
    match cost.to_millionths() {
        Ok(micros) => out.number(micros),
        Err(_) => out.bytes(b"null"),
    }
}

fn member(out: &mut impl Sink, name: &str) {
    out.bytes(b",\"");
    out.bytes(name.as_bytes());
    out.bytes(b"\":");
}

/// A string of the stream, as written.
fn text(out: &mut impl Sink, name: &str, text: Option<RawStr<'_>>) {
    let Some(text) = text else { return };
    member(out, name);
    out.bytes(b"\"");
    out.bytes(text.raw());
    out.bytes(b"\"");
}

/// A name of our own.
fn word(out: &mut impl Sink, name: &str, word: &str) {
    member(out, name);
    out.bytes(b"\"");
    out.bytes(word.as_bytes());
    out.bytes(b"\"");
}

fn raw(out: &mut impl Sink, name: &str, value: &[u8]) {
    member(out, name);
    out.bytes(value);
}

fn number(out: &mut impl Sink, name: &str, number: Option<RawNumber<'_>>) {
    if let Some(number) = number {
        raw(out, name, number.lexeme().as_bytes());
    }
}

/// Only there when it is true.
fn flag(out: &mut impl Sink, name: &str, is: bool) {
    if is {
        raw(out, name, b"true");
    }
}

fn truth(out: &mut impl Sink, name: &str, is: Field<bool, Value<'_, '_>>) {
    match is {
        Field::Missing => {}
        Field::Null => raw(out, name, b"null"),
        Field::Is(true) => raw(out, name, b"true"),
        Field::Is(false) => raw(out, name, b"false"),
        Field::Wrong(value) => raw(out, name, value.raw()),
    }
}
