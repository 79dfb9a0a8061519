//! What is in a stream and what is broken: the fold over its records.
//!
//! [`Report`] is a monoid: reports of the parts of a stream, cut at newlines anywhere, [`merge`](Report::merge) to the
//! report of the whole. Nothing is inferred: a run without an end is unterminated, a count that is no count is told as
//! odd, a line of a dialect without a module is of an unknown one. The rules for tokens, sessions, tools and ends stand in
//! `docs/report.md`.

mod ends;
mod faults;
mod file;
mod runs;
mod sessions;
mod tokens;
mod tools;
mod totals;
mod types;

pub use ends::EndKind;
pub use faults::{FaultEntry, LISTED, NoteEntry, SALVAGE_LISTED};
pub use file::{EndEvent, FileReport, SumOf, Usage};
pub use runs::Outcomes;
pub use tokens::TokenSums;
pub use tools::ToolCounts;
pub use totals::{Totals, TotalsReport};
pub use types::TypeCounts;

use crate::id::IdKey;
use ends::Ends;
use faults::Faults;
use runlex_core::{Ending, Field, Object, Pick, RawStr, Record, Value, What};
use runlex_dialects::{Content, ContentBlock, Counters, KEYS, sniff};
use runs::Runs;
use sessions::Sessions;
use tokens::Tokens;
use tools::Tools;
use types::Types;

const EVENT: Pick<3> = KEYS.pick(["type", "subtype", "message"]);
const MESSAGE: Pick<3> = KEYS.pick(["id", "usage", "content"]);
const CALL: Pick<2> = KEYS.pick(["id", "name"]);
const RESULT: Pick<2> = KEYS.pick(["tool_use_id", "is_error"]);

/// The fold over the records of one stream, or of a part of it.
///
/// Memory grows with end events, with distinct ids (as hashes), with the text of distinct sessions, types, subtypes, tools
/// and unpaired call ids, and up to a bound with faults and notes; with nothing else of the stream.
#[derive(Clone, Debug)]
pub struct Report {
    key: IdKey,
    bytes: u64,
    lines: u64,
    blank: u64,
    events: u64,
    unterminated: bool,
    cut_short: bool,
    types: Types,
    faults: Faults,
    sessions: Sessions,
    tokens: Tokens,
    tools: Tools,
    ends: Ends,
    runs: Runs,
}

impl Report {
    /// An empty report. Reports that are to be merged share their key.
    pub fn new(key: IdKey) -> Report {
        Report {
            key,
            bytes: 0,
            lines: 0,
            blank: 0,
            events: 0,
            unterminated: false,
            cut_short: false,
            types: Types::default(),
            faults: Faults::default(),
            sessions: Sessions::default(),
            tokens: Tokens::default(),
            tools: Tools::default(),
            ends: Ends::default(),
            runs: Runs::default(),
        }
    }

    /// Takes in the next record.
    pub fn observe(&mut self, record: &Record<'_, '_>) {
        self.bytes += record.line.len();
        self.lines += 1;
        self.unterminated = record.line.ending() == Ending::None;
        match record.what {
            What::Blank => self.blank += 1,
            What::Fault(fault) => self.faults.fault(self.lines, fault, record),
            What::Event(object) => {
                self.events += 1;
                self.faults.notes(self.lines, record);
                self.event(object);
            }
        }
    }

    /// Says that the source failed before its end, so that lines may be missing: call it when a read gave an error and
    /// nothing more will be taken in. Sums are then of what was read, and the usage is a lower bound.
    pub fn cut_short(&mut self) {
        self.cut_short = true;
    }

    /// True when nothing was taken in.
    pub fn is_empty(&self) -> bool {
        self.lines == 0
    }

    fn event(&mut self, object: Object<'_, '_>) {
        let [kind, subtype, message] = object.pick(&EVENT);
        let kind = string(kind);
        self.types.add(kind, string(subtype));
        self.sessions.add(self.key, object);
        let mut usage = None;
        if let Some(kind) = kind {
            let message = Field::of(message, Value::object).ok();
            if kind == "assistant" {
                if let Some(message) = message {
                    usage = self.assistant(message);
                }
            } else if kind == "user" {
                if let Some(message) = message {
                    self.tool_results(message);
                }
            } else if let Some(end) = EndKind::of(kind, object) {
                self.ends.add(self.lines, end);
                match end {
                    EndKind::Done => self.tokens.afk(object),
                    EndKind::TurnCompleted => self.tokens.codex(object),
                    EndKind::Result | EndKind::TurnFailed | EndKind::StepFinish | EndKind::Error => {}
                }
            }
        }
        self.runs.observe(object, sniff(object), usage.is_some());
    }

    /// Usage and tool calls of an assistant's message; the usage if it has one.
    fn assistant(&mut self, message: Object<'_, '_>) -> Option<Counters> {
        let [id, usage, content] = message.pick(&MESSAGE);
        for block in Content::of(content).blocks() {
            if let ContentBlock::ToolUse(call) = block {
                let [id, name] = call.object().pick(&CALL);
                self.tools.call(self.key, string(id), string(name));
            }
        }
        let usage = Counters::read(Field::of(usage, Value::object).ok()?);
        self.tokens.message(self.key, string(id), usage);
        Some(usage)
    }

    fn tool_results(&mut self, message: Object<'_, '_>) {
        for block in Content::of(message.get("content")).blocks() {
            if let ContentBlock::ToolResult(result) = block {
                let [id, is_error] = result.object().pick(&RESULT);
                self.tools.result(self.key, string(id), Field::of(is_error, Value::bool).or(false));
            }
        }
    }

    /// Takes in the report of the part that directly follows. Line numbers of `later` count from its own start, as if it
    /// were a stream of its own; offsets are those of the whole stream.
    pub fn merge(&mut self, later: Report) {
        debug_assert_eq!(self.key, later.key, "parts of one scan share their key");
        self.types.merge(later.types);
        self.faults.merge(later.faults, self.lines);
        self.sessions.merge(self.key, later.sessions);
        self.tokens.merge(later.tokens);
        self.tools.merge(later.tools);
        self.ends.merge(later.ends, self.lines);
        self.runs.merge(later.runs);
        if later.lines > 0 {
            self.unterminated = later.unterminated;
        }
        self.cut_short |= later.cut_short;
        self.bytes += later.bytes;
        self.lines += later.lines;
        self.blank += later.blank;
        self.events += later.events;
    }
}

/// The string that a member is, if it is one.
fn string<'a>(value: Option<Value<'a, '_>>) -> Option<RawStr<'a>> {
    Field::of(value, Value::string).ok()
}
