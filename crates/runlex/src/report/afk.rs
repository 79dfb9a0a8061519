//! What AFK's own events say of a run: its end, and its tool calls, which come in pieces of their own form.

use super::calls::CallSource;
use super::count::add;
use super::line::Line;
use super::names::{NO_NAME, Pool};
use super::results::{micros, number, whole};
use super::string;
use super::tokens::{Row, row};
use super::tools::{Tools, tool};
use super::witness::{CallFacts, Input, ResultFacts, Witness};
use crate::id::text;
use runlex_core::{Field, Object, RawStr, Value};
use runlex_dialects::{Counters, Member};

#[derive(Clone, Debug, Default)]
pub(super) struct Afk {
    /// The first `done` or `error`: it is final.
    pub(super) end: Option<End>,
    /// Events behind it.
    pub(super) after: u64,
    pub(super) tools: Tools,
}

#[derive(Clone, Debug)]
pub(super) struct End {
    pub(super) has_failed: bool,
    /// Why it failed, or why it stopped before its work was done.
    pub(super) reason: Option<Box<str>>,
    pub(super) session: Option<Box<str>>,
    pub(super) duration: Option<u64>,
    pub(super) turns: Option<u64>,
    pub(super) usage: Option<Row>,
    pub(super) cost: Option<u64>,
}

impl Afk {
    /// `done`; gives its usage.
    pub(super) fn done(&mut self, done: Object<'_, '_>) -> Option<Counters> {
        let metadata = Field::of(done.get("metadata"), Value::object).ok();
        let [usage, subtype, stop, is_error, session, duration, turns, cost] =
            metadata.map_or([None; 8], |metadata| {
                metadata.pick(&[
                    "usage",
                    "resultSubtype",
                    "stopReason",
                    "isError",
                    "sessionId",
                    "durationMs",
                    "numTurns",
                    "totalCostUsd",
                ])
            });
        let usage = Field::of(usage, Value::object).ok().map(Counters::read);
        let has_failed = Field::of(is_error, Value::bool).or(false);
        // Done is finished, which is not the same as its work being done.
        let other_than = |text: Option<RawStr<'_>>, usual: &[&str]| {
            text.filter(|text| !usual.iter().any(|usual| *text == *usual))
                .map(|text| crate::id::text(text).into())
        };
        let reason = other_than(string(subtype), &["success"])
            .or_else(|| other_than(string(stop), &["end_turn", "stop_sequence"]));
        let end = End {
            has_failed,
            reason: if has_failed { reason.or(Some("is_error".into())) } else { reason },
            session: string(session).map(|session| text(session).into()),
            duration: number(duration).and_then(whole),
            turns: number(turns).and_then(whole),
            usage: usage.map(row),
            cost: number(cost).and_then(micros),
        };
        self.end(end);
        usage
    }

    /// `error`: an end if it has an object.
    pub(super) fn error(&mut self, line: Object<'_, '_>) {
        let Some(error) = Field::of(line.get("error"), Value::object).ok() else { return self.other() };
        self.end(End {
            has_failed: true,
            reason: Some(string(error.get("name")).map_or("error".into(), |name| text(name).into())),
            session: None,
            duration: None,
            turns: None,
            usage: None,
            cost: None,
        });
    }

    fn end(&mut self, end: End) {
        add(&mut self.after, u64::from(self.end.is_some()));
        self.end.get_or_insert(end);
    }

    /// An event that is no end.
    pub(super) fn other(&mut self) {
        add(&mut self.after, u64::from(self.end.is_some()));
    }

    /// `chunk`. A call is told up to three times; the complete one counts.
    pub(super) fn chunk(&mut self, line: &Line<'_, '_>, pool: &mut Pool, witness: &mut impl Witness) {
        let Some(kind) = string(line.marks.chunk_type()) else { return };
        let chunk = || Field::of(line.get(Member::Chunk), Value::object).ok();
        if kind == "tool_use_detail" {
            let Some(chunk) = chunk() else { return };
            let [id, name, pending] = chunk.pick(&["toolUseId", "toolName", "pending"]);
            if !Field::of(pending, Value::bool).or(false) {
                let (id, name) = (string(id), string(name));
                self.tools.call(line.key, line.offset, id, tool(pool, name), NO_NAME);
                witness.call(&CallFacts {
                    source: CallSource::Chunk,
                    id,
                    name,
                    agent: line.agent,
                    input: Input::Member(chunk, "toolInputRaw"),
                });
            }
        } else if kind == "tool_result" {
            let Some(chunk) = chunk() else { return };
            let [id, is_error] = chunk.pick(&["toolUseId", "isError"]);
            let (id, is_error) = (string(id), Field::of(is_error, Value::bool).or(false));
            self.tools.result(line.key, id, is_error);
            witness.result(&ResultFacts { source: CallSource::Chunk, id, is_error, block: chunk });
        }
    }

    /// `events` are those that `later` is of.
    pub(super) fn append(&mut self, later: Afk, events: u64) {
        self.after = if self.end.is_some() { self.after.saturating_add(events) } else { later.after };
        self.end = self.end.take().or(later.end);
        self.tools.merge(later.tools);
    }
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Afk { end, after, tools });
#[cfg(feature = "saved")]
crate::saved::form::fields!(End { has_failed, reason, session, duration, turns, usage, cost });
