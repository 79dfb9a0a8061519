//! Rows of the tables that grow line by line, gathered from a scan and handed on as Arrow batches.
//!
//! What they say does not depend on where a stream was cut: lines are joined across cuts as within them, and numbered from the
//! file's start when they are handed on.

use crate::names::{Name, Names, Texts};
use crate::schema::Table;
use arrow_array::builder::{BooleanBuilder, StringBuilder};
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, DictionaryArray, Int32Array, Int64Array, RecordBatch, StringArray, TimestampMillisecondArray,
    UInt64Array,
};
use arrow_schema::ArrowError;
use runlex::dialects::{Count, Counters, Dialect, Hint, TimeOrigin};
use runlex::report::{CallFacts, EventFacts, MessageFacts, ResultFacts, Time, Told, Witness};
use runlex::{Ending, Fault, FaultKind, RawStr, Record, What};
use std::borrow::Cow;
use std::sync::Arc;

/// A row of `lines`: one line, or several in a row that say the same.
#[derive(Clone, Copy, Debug)]
struct LineRow {
    file: u64,
    commit: Option<u64>,
    line: u64,
    lines: u64,
    offset: u64,
    length: u64,
    says: Says,
    raw: Name,
}

/// What lines that are one row have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Says {
    what: Kind,
    dialect: Option<Dialect>,
    kind: Name,
    subtype: Name,
    session: Name,
    parent: Name,
    agent: Name,
    message_id: Name,
    request_id: Name,
    model: Name,
    time: Option<i64>,
    time_origin: Option<TimeOrigin>,
    told: Option<Told>,
    usage: [Option<u64>; 4],
    is_error: Option<bool>,
    /// It has a message, a call or a result, so it stands alone.
    is_alone: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Event,
    Blank,
    Fault(FaultKind),
}

impl Says {
    const fn of(what: Kind) -> Says {
        const NONE: Name = Name::NONE;
        Says {
            what,
            dialect: None,
            kind: NONE,
            subtype: NONE,
            session: NONE,
            parent: NONE,
            agent: NONE,
            message_id: NONE,
            request_id: NONE,
            model: NONE,
            time: None,
            time_origin: None,
            told: None,
            usage: [None; 4],
            is_error: None,
            is_alone: false,
        }
    }

    /// The same with other names for its texts: those of few distinct ones, and those of which each row has another.
    fn with(self, name: &mut impl FnMut(Name) -> Name, text: &mut impl FnMut(Name) -> Name) -> Says {
        Says {
            kind: name(self.kind),
            subtype: name(self.subtype),
            session: name(self.session),
            parent: name(self.parent),
            agent: name(self.agent),
            message_id: text(self.message_id),
            request_id: text(self.request_id),
            model: name(self.model),
            ..self
        }
    }
}

/// A row of `tool_calls`.
#[derive(Clone, Copy, Debug)]
struct CallRow {
    file: u64,
    commit: Option<u64>,
    line: u64,
    offset: u64,
    /// `None` for a call.
    is_error: Option<bool>,
    is_chunk: bool,
    id: Name,
    tool: Name,
    session: Name,
    parent: Name,
    agent: Name,
    bytes: Option<u64>,
    time: Option<i64>,
}

/// A row of `faults`.
#[derive(Clone, Copy, Debug)]
struct FaultRow {
    file: u64,
    commit: Option<u64>,
    line: u64,
    offset: u64,
    what: &'static str,
    kind: &'static str,
    at: u64,
    length: Option<u64>,
}

/// Rows in the order of lines.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    lines: Vec<LineRow>,
    calls: Vec<CallRow>,
    faults: Vec<FaultRow>,
    names: Names,
    texts: Texts,
}

impl Rows {
    /// Of how much memory they are, in rows of some 200 bytes.
    pub(crate) fn len(&self) -> usize {
        self.lines.len() + self.calls.len() + self.faults.len() + self.texts.len() / 200
    }

    /// A record of `file`, with what an event of it says. Its number is that in the part.
    pub(crate) fn add(&mut self, place: Place, record: &Record<'_, '_>, event: Option<Event>) {
        let what = match record.what {
            What::Blank => Kind::Blank,
            What::Event(_) => Kind::Event,
            What::Fault(fault) => {
                self.fault(place, record, fault);
                Kind::Fault(fault.kind)
            }
        };
        let offset = record.line.at().offset;
        if what == Kind::Event {
            for note in record.notes() {
                self.faults.push(FaultRow {
                    file: place.file,
                    commit: place.commit,
                    line: place.line,
                    offset,
                    what: "note",
                    kind: note.kind.as_str(),
                    at: note.at,
                    length: None,
                });
            }
        }
        let raw = match place.with_text {
            true => std::str::from_utf8(record.line.content()).ok(),
            false => None,
        };
        let row = LineRow {
            file: place.file,
            commit: place.commit,
            line: place.line,
            lines: 1,
            offset,
            length: record.line.len(),
            says: event.map_or(Says::of(what), |event| event.says),
            raw: raw.map_or(Name::NONE, |raw| self.texts.add(raw, Name::NONE)),
        };
        self.push(row);
    }

    /// Joins a line to those before it if it says the same.
    fn push(&mut self, row: LineRow) {
        match self.lines.last_mut() {
            Some(last) if last.goes_on_with(&row) => {
                last.lines += row.lines;
                last.length += row.length;
            }
            _ => self.lines.push(row),
        }
    }

    fn fault(&mut self, place: Place, record: &Record<'_, '_>, fault: Fault) {
        let row = FaultRow {
            file: place.file,
            commit: place.commit,
            line: place.line,
            offset: record.line.at().offset,
            what: "fault",
            kind: fault.kind.as_str(),
            at: fault.at,
            length: None,
        };
        self.faults.push(row);
        self.faults.extend(record.salvage().map(|span| FaultRow {
            what: "salvage",
            at: span.start,
            length: Some(span.end - span.start),
            ..row
        }));
    }

    /// Takes in the rows of what directly follows, whose lines count from `lines` lines later.
    pub(crate) fn append(&mut self, later: Rows, lines: u64) {
        if self.lines.len() <= 1 && self.calls.is_empty() && self.faults.is_empty() {
            self.go_on_as(later, lines);
            return;
        }
        let (name, text) = (self.names.merge(&later.names), self.texts.merge(&later.texts));
        for row in later.lines {
            let says = row.says.with(&mut &name, &mut &text);
            self.push(LineRow { line: row.line + lines, raw: text(row.raw), says, ..row });
        }
        self.calls.extend(later.calls.into_iter().map(|row| CallRow {
            line: row.line + lines,
            id: text(row.id),
            tool: name(row.tool),
            session: name(row.session),
            parent: name(row.parent),
            agent: name(row.agent),
            ..row
        }));
        self.faults.extend(later.faults.into_iter().map(|row| FaultRow { line: row.line + lines, ..row }));
    }

    /// The same for at most one line, which is cheaper put before the others than these behind it.
    fn go_on_as(&mut self, mut later: Rows, lines: u64) {
        later.number_from(lines);
        if let Some(row) = self.lines.pop() {
            let row = row.among(self, &mut later);
            match later.lines.first_mut() {
                Some(first) if row.goes_on_with(first) => {
                    let (lines, length) = (row.lines + first.lines, row.length + first.length);
                    *first = LineRow { lines, length, ..row };
                }
                _ => later.lines.insert(0, row),
            }
        }
        *self = later;
    }

    /// Takes out all but the last line, which may go on. `lines` are those of the file before these rows.
    pub(crate) fn take_settled(&mut self, lines: u64) -> Rows {
        let mut settled = std::mem::take(self);
        if let Some(last) = settled.lines.pop() {
            let last = last.among(&settled, self);
            self.lines.push(last);
        }
        settled.number_from(lines);
        settled
    }

    /// Numbers them from the start of the file, which has `lines` lines before these rows.
    pub(crate) fn number_from(&mut self, lines: u64) {
        self.lines.iter_mut().for_each(|row| row.line += lines);
        self.calls.iter_mut().for_each(|row| row.line += lines);
        self.faults.iter_mut().for_each(|row| row.line += lines);
    }

    /// Those of a table that grows line by line, as a batch of Arrow.
    pub(crate) fn batch(&self, table: Table) -> Result<RecordBatch, ArrowError> {
        match table {
            Table::ToolCalls => self.calls_batch(),
            Table::Faults => self.faults_batch(),
            Table::Lines | Table::Files | Table::Runs => self.lines_batch(),
        }
    }

    fn lines_batch(&self) -> Result<RecordBatch, ArrowError> {
        let rows = &self.lines;
        let text = |of: fn(&Says) -> Name| texts(rows.iter().map(|row| self.texts.get(of(&row.says))));
        let name = |of: fn(&Says) -> Name| names(&self.names, rows.iter().map(|row| of(&row.says)));
        let usage = |at: usize| counts(rows.iter().map(|row| row.says.usage[at]));
        batch(
            Table::Lines,
            vec![
                ints(rows.iter().map(|row| row.file)),
                optional_ints(rows.iter().map(|row| row.commit)),
                ints(rows.iter().map(|row| row.line)),
                ints(rows.iter().map(|row| row.lines)),
                ints(rows.iter().map(|row| row.offset)),
                ints(rows.iter().map(|row| row.length)),
                words(rows.iter().map(|row| {
                    Some(match row.says.what {
                        Kind::Event => "event",
                        Kind::Blank => "blank",
                        Kind::Fault(_) => "fault",
                    })
                })),
                words(rows.iter().map(|row| match row.says.what {
                    Kind::Fault(kind) => Some(kind.as_str()),
                    Kind::Event | Kind::Blank => None,
                })),
                words(rows.iter().map(|row| row.says.dialect.map(Dialect::as_str))),
                name(|says| says.kind)?,
                name(|says| says.subtype)?,
                name(|says| says.session)?,
                name(|says| says.parent)?,
                name(|says| says.agent)?,
                text(|says| says.message_id),
                text(|says| says.request_id),
                times(rows.iter().map(|row| row.says.time)),
                words(rows.iter().map(|row| row.says.time_origin.map(TimeOrigin::as_str))),
                name(|says| says.model)?,
                words(rows.iter().map(|row| {
                    row.says.told.map(|told| match told {
                        Told::Main => "main",
                        Told::Side => "side",
                        Told::Progress => "progress",
                        Told::Total => "total",
                    })
                })),
                usage(0),
                usage(1),
                usage(2),
                usage(3),
                flags(rows.iter().map(|row| row.says.is_error)),
                texts(rows.iter().map(|row| self.texts.get(row.raw))),
            ],
        )
    }

    fn calls_batch(&self) -> Result<RecordBatch, ArrowError> {
        let rows = &self.calls;
        let name = |of: fn(&CallRow) -> Name| names(&self.names, rows.iter().map(of));
        batch(
            Table::ToolCalls,
            vec![
                ints(rows.iter().map(|row| row.file)),
                optional_ints(rows.iter().map(|row| row.commit)),
                ints(rows.iter().map(|row| row.line)),
                ints(rows.iter().map(|row| row.offset)),
                words(rows.iter().map(|row| Some(if row.is_error.is_none() { "call" } else { "result" }))),
                words(rows.iter().map(|row| Some(if row.is_chunk { "chunk" } else { "message" }))),
                texts(rows.iter().map(|row| self.texts.get(row.id))),
                name(|row| row.tool)?,
                name(|row| row.session)?,
                name(|row| row.parent)?,
                name(|row| row.agent)?,
                flags(rows.iter().map(|row| row.is_error)),
                optional_ints(rows.iter().map(|row| row.bytes)),
                times(rows.iter().map(|row| row.time)),
            ],
        )
    }

    fn faults_batch(&self) -> Result<RecordBatch, ArrowError> {
        let rows = &self.faults;
        batch(
            Table::Faults,
            vec![
                ints(rows.iter().map(|row| row.file)),
                optional_ints(rows.iter().map(|row| row.commit)),
                ints(rows.iter().map(|row| row.line)),
                ints(rows.iter().map(|row| row.offset)),
                words(rows.iter().map(|row| Some(row.what))),
                words(rows.iter().map(|row| Some(row.kind))),
                ints(rows.iter().map(|row| row.at)),
                optional_ints(rows.iter().map(|row| row.length)),
            ],
        )
    }
}

impl LineRow {
    /// The same row, of `these`, with its texts in `others`.
    fn among(self, these: &Rows, others: &mut Rows) -> LineRow {
        let Rows { names, texts, .. } = others;
        let mut name = |name| these.names.get(name).map_or(Name::NONE, |text| names.add(text, Name::NONE));
        let mut text = |name| these.texts.get(name).map_or(Name::NONE, |text| texts.add(text, Name::NONE));
        let says = self.says.with(&mut name, &mut text);
        LineRow { raw: text(self.raw), says, ..self }
    }

    fn goes_on_with(&self, next: &LineRow) -> bool {
        self.says == next.says
            && !self.says.is_alone
            && (self.raw, next.raw) == (Name::NONE, Name::NONE)
            && (self.file, self.commit) == (next.file, next.commit)
    }
}

/// Where a record stands, and what is kept of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) file: u64,
    /// Of a line that counts only until its file is read again.
    pub(crate) commit: Option<u64>,
    /// In the part.
    pub(crate) line: u64,
    pub(crate) with_text: bool,
}

impl Place {
    /// That of the `line`th line of a part of `file`, read by `commit`: a line without its newline may still be written.
    pub(crate) fn of(file: u64, commit: u64, line: u64, record: &Record<'_, '_>, with_text: bool) -> Place {
        let is_open = record.line.ending() == Ending::None;
        Place { file, commit: is_open.then_some(commit), line, with_text }
    }
}

/// What an event says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    says: Says,
    /// It carries other session ids besides that of its row.
    pub(crate) has_more_sessions: bool,
}

/// Takes down what a report reads in an event.
pub(crate) struct Scribe<'r> {
    rows: &'r mut Rows,
    place: Place,
    offset: u64,
    says: Says,
    has_more_sessions: bool,
    /// The calls before those of this event.
    calls: usize,
}

impl<'r> Scribe<'r> {
    pub(crate) fn new(rows: &'r mut Rows, place: Place, offset: u64) -> Scribe<'r> {
        let calls = rows.calls.len();
        Scribe { rows, place, offset, says: Says::of(Kind::Event), has_more_sessions: false, calls }
    }

    pub(crate) fn event(self) -> Event {
        Event { says: self.says, has_more_sessions: self.has_more_sessions }
    }

    fn call_row(&mut self, id: Option<RawStr<'_>>, bytes: Option<usize>) -> CallRow {
        let before = self.rows.calls.last().map_or(Name::NONE, |row| row.id);
        CallRow {
            file: self.place.file,
            commit: self.place.commit,
            line: self.place.line,
            offset: self.offset,
            is_error: None,
            is_chunk: false,
            id: id.map_or(Name::NONE, |id| self.rows.texts.add(&text(id), before)),
            tool: Name::NONE,
            session: Name::NONE,
            parent: Name::NONE,
            agent: Name::NONE,
            bytes: bytes.map(|bytes| bytes as u64),
            time: None,
        }
    }
}

/// What a string says; copied where escapes must be resolved.
fn text(string: RawStr<'_>) -> Cow<'_, str> {
    string.as_plain().map_or_else(|| Cow::Owned(string.to_string()), Cow::Borrowed)
}

fn usage(counters: Counters) -> [Option<u64>; 4] {
    counters.all().map(|count| match count {
        Count::Is(count) => Some(count),
        Count::Absent | Count::Odd => None,
    })
}

impl Witness for Scribe<'_> {
    fn message(&mut self, message: &MessageFacts<'_>) {
        let before = self.rows.lines.last().map(|row| row.says);
        let before = |of: fn(Says) -> Name| before.map_or(Name::NONE, of);
        let texts = &mut self.rows.texts;
        let mut add = |string: Option<RawStr<'_>>, before| {
            string.map_or(Name::NONE, |string| texts.add(&text(string), before))
        };
        self.says.message_id = add(message.id, before(|says| says.message_id));
        self.says.request_id = add(message.request_id, before(|says| says.request_id));
        let model = before(|says| says.model);
        self.says.model = message.model.map_or(Name::NONE, |name| self.rows.names.add(&text(name), model));
        self.says.told = Some(message.told);
        self.says.is_alone = true;
        self.says.usage = message.usage.map_or([None; 4], usage);
    }

    fn call(&mut self, call: &CallFacts<'_, '_>) {
        let before = self.rows.calls.last().map_or(Name::NONE, |row| row.tool);
        let tool = call.name.map_or(Name::NONE, |name| self.rows.names.add(&text(name), before));
        let row = self.call_row(call.id, call.input().map(|input| input.raw().len()));
        self.rows.calls.push(CallRow { tool, ..row });
    }

    fn result(&mut self, result: &ResultFacts<'_, '_>) {
        let row = self.call_row(result.id, Some(result.block().raw().len()));
        self.rows.calls.push(CallRow { is_error: Some(result.is_error), ..row });
    }

    fn event(&mut self, event: &EventFacts<'_>) {
        let before = self.rows.lines.last().map(|row| row.says);
        let names = &mut self.rows.names;
        let mut add = |string: Option<RawStr<'_>>, of: fn(Says) -> Name| {
            string.map_or(Name::NONE, |string| names.add(&text(string), before.map_or(Name::NONE, of)))
        };
        self.says.kind = add(event.kind, |says| says.kind);
        self.says.subtype = add(event.subtype, |says| says.subtype);
        self.says.session = add(event.session, |says| says.session);
        self.has_more_sessions = event.has_more_sessions;
        self.says.parent = add(event.parent_tool_use_id, |says| says.parent);
        self.says.agent = add(event.agent_id, |says| says.agent);
        self.says.dialect = match event.hint {
            Hint::Is(dialect) => Some(dialect),
            Hint::Perhaps(_) | Hint::Foreign | Hint::Open => None,
        };
        self.says.time = event.time.and_then(Time::ms);
        self.says.time_origin = event.time.map(|_| event.time_origin);
        self.says.is_error = event.is_error;
        let is_chunk = event.has_own_calls();
        let says = self.says;
        for row in &mut self.rows.calls[self.calls..] {
            row.is_chunk = is_chunk;
            (row.session, row.parent, row.agent, row.time) =
                (says.session, says.parent, says.agent, says.time);
            self.says.is_alone = true;
        }
    }
}

/// The columns are those of the table, in its order.
pub(crate) fn batch(table: Table, columns: Vec<ArrayRef>) -> Result<RecordBatch, ArrowError> {
    RecordBatch::try_new(table.schema(), columns)
}

/// Counts of runlex's own never reach beyond 63 bits: they count bytes.
fn int(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(crate) fn ints(values: impl Iterator<Item = u64>) -> ArrayRef {
    Arc::new(Int64Array::from_iter_values(values.map(int)))
}

pub(crate) fn optional_ints(values: impl Iterator<Item = Option<u64>>) -> ArrayRef {
    Arc::new(values.map(|value| value.map(int)).collect::<Int64Array>())
}

pub(crate) fn counts(values: impl Iterator<Item = Option<u64>>) -> ArrayRef {
    Arc::new(values.collect::<UInt64Array>())
}

pub(crate) fn times(values: impl Iterator<Item = Option<i64>>) -> ArrayRef {
    Arc::new(values.collect::<TimestampMillisecondArray>().with_timezone("UTC"))
}

pub(crate) fn flags(values: impl Iterator<Item = Option<bool>>) -> ArrayRef {
    let mut flags = BooleanBuilder::new();
    values.for_each(|flag| flags.append_option(flag));
    Arc::new(flags.finish())
}

pub(crate) fn texts<'a>(values: impl Iterator<Item = Option<&'a str>>) -> ArrayRef {
    let mut texts = StringBuilder::new();
    values.for_each(|text| texts.append_option(text));
    Arc::new(texts.finish())
}

/// Of a column with few distinct texts that are no names: words of our own.
pub(crate) fn words<'a>(values: impl Iterator<Item = Option<&'a str>>) -> ArrayRef {
    Arc::new(values.collect::<DictionaryArray<Int32Type>>())
}

fn names(pool: &Names, values: impl Iterator<Item = Name>) -> Result<ArrayRef, ArrowError> {
    let keys: Int32Array = values.map(|name| name.index().map(|at| at as i32)).collect();
    let texts = StringArray::from_iter_values(pool.iter());
    Ok(Arc::new(DictionaryArray::try_new(keys, Arc::new(texts))?))
}
