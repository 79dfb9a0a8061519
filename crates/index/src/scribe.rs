//! What a report reads in an event, taken down as rows.

use crate::kept::Kept;
use crate::names::Name;
use crate::rows::{CallRow, Counts, Event, Kind, Moment, Owner, Place, Rows, Says, StatedRow};
use runlex::RawStr;
use runlex::dialects::{Count, Counters, Hint, Outcome};
use runlex::report::{
    CallFacts, CallSource, EventFacts, MessageFacts, ResultFacts, StatedFacts, Time, Witness,
};

/// Takes down what a report reads in an event.
pub(crate) struct Scribe<'r> {
    rows: &'r mut Rows,
    owner: Owner,
    line: u64,
    offset: u64,
    kept: Kept,
    says: Says,
    has_more_sessions: bool,
    /// How the end that the line tells went, where its items tell one.
    end: Option<Outcome>,
    /// The calls and the statements before those of this event.
    calls: usize,
    stated: usize,
}

impl<'r> Scribe<'r> {
    pub(crate) fn new(rows: &'r mut Rows, place: Place, offset: u64) -> Scribe<'r> {
        let (calls, stated) = (rows.calls.len(), rows.stated.len());
        let owner = rows.owner(place.file, place.commit);
        let says = Says::of(Kind::Event);
        Scribe {
            rows,
            owner,
            line: place.line,
            offset,
            kept: place.kept,
            says,
            has_more_sessions: false,
            end: None,
            calls,
            stated,
        }
    }

    pub(crate) fn event(self) -> Event {
        Event { says: self.says, has_more_sessions: self.has_more_sessions }
    }

    /// What of it the event tells is still to come.
    fn call_row(&mut self, id: Option<RawStr<'_>>, bytes: Option<usize>) -> CallRow {
        CallRow {
            line: self.line,
            offset: self.offset,
            bytes: bytes.map_or(u64::MAX, |bytes| bytes as u64),
            time: Moment::of(None),
            owner: self.owner,
            id: self.id(id),
            tool: Name::NONE,
            session: Name::NONE,
            parent: Name::NONE,
            agent: Name::NONE,
            is_error: None,
            is_chunk: false,
        }
    }

    fn id(&mut self, string: Option<RawStr<'_>>) -> Name {
        string.filter(|_| self.kept.ids).map_or(Name::NONE, |string| self.rows.texts.add(string))
    }

    fn name(&mut self, string: Option<RawStr<'_>>) -> Name {
        string.map_or(Name::NONE, |string| self.rows.names.add(string))
    }
}

fn counts(counters: Counters, cost: Option<u64>) -> Counts {
    let [input, creation, read, output] = counters.all().map(count);
    Counts::of([input, creation, read, output, count(counters.reasoning), cost])
}

fn count(count: Count) -> Option<u64> {
    match count {
        Count::Is(count) => Some(count),
        Count::Absent | Count::Odd => None,
    }
}

impl Witness for Scribe<'_> {
    fn message(&mut self, message: &MessageFacts<'_>) {
        self.says.is_alone = true;
        if !self.kept.lines {
            return;
        }
        self.says.message_id = self.id(message.id);
        self.says.request_id = self.id(message.request_id);
        self.says.model = self.name(message.model);
        self.says.told = Some(message.told);
        self.says.counts = message.usage.map_or(Counts::NONE, |usage| counts(usage, message.cost_usd_micros));
    }

    fn stated(&mut self, stated: &StatedFacts<'_>) {
        self.says.is_alone = true;
        if !self.kept.stated {
            return;
        }
        let row = StatedRow {
            line: self.line,
            offset: self.offset,
            counts: counts(stated.counters, stated.cost_usd_micros),
            time: Moment::of(None),
            owner: self.owner,
            message_id: self.id(stated.message_id),
            session: Name::NONE,
            model: self.name(stated.model),
            scope: stated.scope,
        };
        self.rows.stated.push(row);
    }

    fn call(&mut self, call: &CallFacts<'_, '_>) {
        self.says.is_alone = true;
        if !self.kept.calls {
            return;
        }
        let tool = self.name(call.name);
        // The input is looked up for it.
        let input = if self.kept.bytes { call.input() } else { None };
        let row = self.call_row(call.id, input.map(|input| input.raw().len()));
        self.rows.calls.push(CallRow { tool, is_chunk: call.source == CallSource::Chunk, ..row });
    }

    fn result(&mut self, result: &ResultFacts<'_, '_>) {
        self.says.is_alone = true;
        if !self.kept.calls {
            return;
        }
        let row = self.call_row(result.id, Some(result.block().raw().len()));
        let is_chunk = result.source == CallSource::Chunk;
        self.rows.calls.push(CallRow { is_error: Some(result.is_error), is_chunk, ..row });
    }

    fn end(&mut self, outcome: Outcome) {
        self.end = Some(outcome);
    }

    fn event(&mut self, event: &EventFacts<'_>) {
        self.has_more_sessions = event.has_more_sessions;
        let (calls, stated) = (self.rows.calls.len() - self.calls, self.rows.stated.len() - self.stated);
        if !self.kept.lines && calls == 0 && stated == 0 {
            return;
        }
        let is_error = match self.end {
            None => event.is_error,
            Some(Outcome::Ok) => Some(false),
            Some(Outcome::Failed) => Some(true),
            Some(Outcome::Unknown) => None,
        };
        let says = Says {
            kind: self.name(event.kind),
            subtype: self.name(event.subtype),
            session: self.name(event.session),
            parent: self.name(event.parent_tool_use_id),
            agent: self.name(event.agent_id),
            dialect: match event.hint {
                Hint::Is(dialect) => Some(dialect),
                Hint::Perhaps(_) | Hint::Foreign | Hint::Open => None,
            },
            time: Moment::of(event.time.and_then(Time::ms)),
            time_origin: event.time.map(|_| event.time_origin),
            is_error,
            ..self.says
        };
        for row in &mut self.rows.calls[self.calls..] {
            (row.session, row.parent, row.agent, row.time) =
                (says.session, says.parent, says.agent, says.time);
        }
        for row in &mut self.rows.stated[self.stated..] {
            (row.session, row.time) = (says.session, says.time);
        }
        self.says = says;
    }
}
