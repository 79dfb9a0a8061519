//! What is in a stream and what is broken: the fold over its records.
//!
//! [`Report`] is a monoid: reports of the parts of a stream, cut at newlines anywhere, [`merge`](Report::merge) to the
//! report of the whole. Nothing is inferred: a run without an end is unterminated, a count that is no count is told as
//! odd, a line of a dialect without a module is of an unknown one. The rules for runs, usage, tokens, sessions, tools and ends
//! stand in `docs/report.md`.

mod afk;
mod brief;
mod calls;
mod candidates;
mod conversations;
mod count;
mod cross;
mod day;
mod ends;
mod faults;
mod field;
mod figures;
mod file;
mod groups;
mod heard;
mod line;
mod moment;
mod names;
mod pile;
mod record;
mod results;
mod rows;
mod runs;
mod sessions;
mod statements;
mod tokens;
mod tools;
mod totals;
mod types;
mod usage;
mod witness;
mod words;
mod zone;

pub use brief::RunBrief;
pub use calls::{Call, CallLog, CallOutcome, CallRecord, CallResult, CallSource};
pub use cross::{Key, KeyValue};
pub use day::Time;
pub use ends::EndKind;
pub use faults::{FaultEntry, LISTED, NoteEntry, SALVAGE_LISTED};
pub use field::InputField;
pub use file::{EndEvent, FileReport, Outcomes};
pub use groups::{Group, Groups};
pub use moment::time_ms;
pub use record::{RunOutcome, RunRecord};
pub use results::whole;
pub use tokens::TokenSums;
pub use tools::ToolCounts;
pub use totals::{Totals, TotalsReport};
pub use types::TypeCounts;
pub use usage::{SumOf, Usage};
pub use witness::{CallFacts, EventFacts, MessageFacts, ResultFacts, StatedFacts, Told, Witness};
pub use zone::Zone;

pub(crate) use words::UNKNOWN;
#[cfg(feature = "saved")]
pub(crate) use words::word;

use crate::id::IdKey;
use count::add;
use day::Days;
use ends::Ends;
use faults::Faults;
use heard::FirstItem;
use line::{Kind, Line};
use runlex_core::{Ending, Field, Object, Pick, RawStr, Record, Value, What};
use runlex_dialects::{Hint, KEYS, Marks, Member, TimeOrigin};
use runs::Runs;
use sessions::Sessions;
use types::Types;

/// The fold over the records of one stream, or of a part of it.
///
/// Memory grows with runs and end events, with distinct ids (as hashes), with the text of distinct sessions, types, subtypes,
/// tools, models, sub-agents and unpaired call ids, and up to a bound with faults and notes; with nothing else of the stream.
#[derive(Clone, Debug)]
pub struct Report {
    key: IdKey,
    bytes: u64,
    lines: u64,
    /// Lines that only line numbers count.
    passed: u64,
    blank: u64,
    events: u64,
    unterminated: bool,
    cut_short: bool,
    types: Types,
    faults: Faults,
    sessions: Sessions,
    ends: Ends,
    days: Days,
    zone: Zone,
    runs: Runs,
}

impl Report {
    /// An empty report. Reports that are to be merged share their key.
    pub fn new(key: IdKey) -> Report {
        Report {
            key,
            bytes: 0,
            lines: 0,
            passed: 0,
            blank: 0,
            events: 0,
            unterminated: false,
            cut_short: false,
            types: Types::default(),
            faults: Faults::default(),
            sessions: Sessions::default(),
            ends: Ends::default(),
            days: Days::default(),
            zone: Zone::default(),
            runs: Runs::default(),
        }
    }

    /// Days are told by the clocks of this zone, instead of UTC. All parts of a report share it, and it is given before anything is taken
    /// in. Not remembered where a report is saved (feature `saved`).
    pub fn in_zone(mut self, zone: Zone) -> Report {
        self.zone = zone;
        self
    }

    /// The key of its ids.
    pub fn key(&self) -> IdKey {
        self.key
    }

    /// Takes in the next record.
    pub fn observe(&mut self, record: &Record<'_, '_>) {
        self.observe_with(record, &mut ());
    }

    /// Takes in the next record, and tells `witness` what is seen of it. Costs no more than [`observe`](Self::observe) and
    /// what the witness does.
    pub fn observe_with(&mut self, record: &Record<'_, '_>, witness: &mut impl Witness) {
        add(&mut self.bytes, record.line.len());
        add(&mut self.lines, 1);
        self.unterminated = record.line.ending() == Ending::None;
        match record.what {
            What::Blank => add(&mut self.blank, 1),
            What::Fault(fault) => {
                self.faults.fault(self.number(), fault, record);
                self.runs.fault();
            }
            What::Event(object) => {
                add(&mut self.events, 1);
                self.faults.notes(self.number(), record);
                self.event(record.line.at().offset, object, witness);
            }
        }
    }

    /// Says that the next lines of the stream, so many, are passed over: whole runs that are not asked for. Only line numbers count
    /// them, and no run goes on behind them. Not remembered where a report is saved (feature `saved`).
    pub fn pass_over(&mut self, lines: u64) {
        self.runs.end(&self.sessions.names);
        add(&mut self.passed, lines);
    }

    /// Of the line that was taken in last.
    fn number(&self) -> u64 {
        self.lines.saturating_add(self.passed)
    }

    /// Says that the source failed before its end, so that lines may be missing: call it when a read gave an error and
    /// nothing more will be taken in. Sums are then of what was read, and the usage is a lower bound.
    pub fn cut_short(&mut self) {
        self.cut_short = true;
    }

    /// An empty report with the same key and zone.
    pub fn emptied(&self) -> Report {
        Report::new(self.key).in_zone(self.zone.clone())
    }

    /// True when nothing was taken in.
    pub fn is_empty(&self) -> bool {
        self.lines == 0
    }

    fn event(&mut self, offset: u64, object: Object<'_, '_>, witness: &mut impl Witness) {
        const TIME: Pick<1> = KEYS.pick(["timestamp"]);
        let mut marks = Marks::nothing(object);
        marks.look_up();
        let (name, kind) = (marks.name(), marks.kind());
        let subtype = marks.text(Member::Subtype);
        let (parent, agent) = (marks.text(Member::ParentToolUseId), marks.text(Member::AgentId));
        // AFK gives the time within its message.
        let own_time = marks.get(Member::Timestamp).filter(|time| !time.is_null());
        let (time, mut time_origin) = match own_time {
            None if kind == Kind::Message => {
                let message = Field::of(marks.get(Member::Message), Value::object).ok();
                (message.and_then(|message| message.pick(&TIME)[0]), TimeOrigin::Message)
            }
            time => (time, TimeOrigin::Line),
        };
        let mut time = Time::of(time);
        let (mut session, has_more_sessions) = self.sessions.add(&marks);
        let hint = marks.hint();
        let (mut heard_in, mut starts) = (None, false);
        if let Hint::Is(dialect) = hint
            && dialect.runs().is_some()
        {
            heard_in = Some(dialect);
            let first = FirstItem::of(dialect, object);
            starts = first.starts;
            if let Some((at, origin)) = first.time {
                (time, time_origin) = (Some(at), origin);
            }
            if let (None, Some(id)) = (session, first.session) {
                session = Some(self.sessions.only(id));
            }
        }
        let line = Line {
            key: self.key,
            number: self.number(),
            offset,
            marks: &marks,
            subtype,
            session: session.map(|(_, name)| name),
            agent: parent.or(agent),
            time,
            day: self.days.add(time, &self.zone),
            heard_in,
            starts,
        };
        self.types.add(kind, name, subtype);
        let end = EndKind::of(kind, object);
        if let Some(end) = end {
            self.ends.add(line.number, end);
        }
        self.runs.observe(&line, hint, witness);
        witness.event(&EventFacts {
            number: line.number,
            offset,
            hint,
            kind: name,
            subtype,
            session: session.map(|(id, _)| id),
            has_more_sessions,
            parent_tool_use_id: parent,
            agent_id: agent,
            time,
            time_origin,
            is_error: end.and_then(|end| end.is_error(object, hint)),
        });
    }

    /// Takes in the report of the part that directly follows. Line numbers of `later` count from its own start, as if it
    /// were a stream of its own; offsets are those of the whole stream.
    pub fn merge(&mut self, later: Report) {
        debug_assert_eq!(self.key, later.key, "parts of one scan share their key");
        let before = self.number();
        self.types.merge(later.types);
        self.faults.merge(later.faults, before);
        let sessions = self.sessions.merge(&later.sessions);
        self.ends.merge(later.ends, before);
        self.days.merge(later.days);
        self.runs.merge(later.runs, before, sessions);
        if later.lines > 0 {
            self.unterminated = later.unterminated;
        }
        self.cut_short |= later.cut_short;
        add(&mut self.bytes, later.bytes);
        add(&mut self.lines, later.lines);
        add(&mut self.passed, later.passed);
        add(&mut self.blank, later.blank);
        add(&mut self.events, later.events);
    }
}

/// The string that a member is, if it is one.
#[inline(always)]
fn string<'a>(value: Option<Value<'a, '_>>) -> Option<RawStr<'a>> {
    // Of most members there is none: that is told here, without a call.
    value.and_then(what_it_says)
}

fn what_it_says<'a>(value: Value<'a, '_>) -> Option<RawStr<'a>> {
    value.string().ok()
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Report {
    key,
    bytes,
    lines,
    blank,
    events,
    unterminated,
    cut_short,
    types,
    faults,
    sessions,
    ends,
    days,
    runs,
} else { passed: 0, zone: Zone::default() });
