//! Tool calls, each with what came of it.
//!
//! [`CallLog`] takes in what lines tell, as the witness of a report's reading or from rows that were kept of one, and pairs in
//! the end: by the rules of `docs/report.md` (tools), so that its counts are those of the report.

use super::day::{Day, Time};
use super::field::InputField;
use super::file::has_event_tools;
use super::names::{Name, Names, Renamed};
use super::record::RunRecord;
use super::tools::ToolCounts;
use super::witness::{CallFacts, EventFacts, ResultFacts, Witness};
use crate::id::text;
use foldhash::fast::RandomState;
use runlex_dialects::Dialect;
use serde::Serialize;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// How a call or result is told, which decides where its other half is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallSource {
    /// By a block of a message: paired over the whole stream.
    Message,
    /// By an event of its own, as a chunk of AFK: counts, and is paired, within a run of such a dialect.
    Chunk,
}

/// A call, as a line tells of it. Borrows all its text.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// How it is told.
    pub source: CallSource,
    /// Line number, from 1 at the start of the part that the log is of.
    pub line: u64,
    /// Where that line begins, in bytes from the start of the stream.
    pub offset: u64,
    /// The session id that the line carries.
    pub session: Option<&'a str>,
    /// Its id.
    pub id: Option<&'a str>,
    /// The tool.
    pub name: Option<&'a str>,
    /// The sub-agent that calls: the call in which it works, or its own id.
    pub agent: Option<&'a str>,
    /// Bytes of its input as written; none where it has no input.
    pub input_bytes: Option<u64>,
    /// The time of the line, in milliseconds since 1970 ([`time_ms`](super::time_ms)).
    pub time_ms: Option<i64>,
}

/// A result, as a line tells of it. Borrows all its text.
#[derive(Clone, Copy, Debug)]
pub struct CallResult<'a> {
    /// How it is told.
    pub source: CallSource,
    /// Line number, from 1 at the start of the part that the log is of.
    pub line: u64,
    /// Where that line begins, in bytes from the start of the stream.
    pub offset: u64,
    /// The session id that the line carries.
    pub session: Option<&'a str>,
    /// The id of the call.
    pub id: Option<&'a str>,
    /// The sub-agent that it is given to.
    pub agent: Option<&'a str>,
    /// It says that it is an error.
    pub is_error: bool,
    /// Bytes of its block as written.
    pub bytes: u64,
    /// The time of the line, in milliseconds since 1970 ([`time_ms`](super::time_ms)).
    pub time_ms: Option<i64>,
}

/// The fold over the calls and results of one stream, or of a part of it: a monoid.
///
/// As a [`Witness`] it takes in what a report reads. Memory grows with calls and results: some 120 bytes for each and the text of
/// its id, and the text of distinct sessions, tools and sub-agents.
///
/// ```
/// use runlex::report::{CallLog, CallOutcome};
/// use runlex::{IdKey, Report, Slice};
///
/// let stream = br#"{"type":"assistant","message":{"content":[{"type":"tool_use","id":"c","name":"Bash","input":{"a":1}}]}}
/// {"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"c","content":"no","is_error":true}]}}"#;
/// let (mut report, mut calls) = (Report::new(IdKey::random()), CallLog::new());
/// let mut slice = Slice::new(stream);
/// while let Some(record) = slice.next() {
///     report.observe_with(&record, &mut calls);
/// }
/// let calls = calls.finish(&report.finish().run_list);
/// assert_eq!((calls[0].tool.as_deref(), calls[0].outcome), (Some("Bash"), CallOutcome::Error));
/// assert_eq!((calls[0].line, calls[0].result_line), (Some(1), Some(2)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct CallLog {
    /// In the order of the stream.
    told: Vec<Told>,
    /// What was seen of the line whose event is still to come.
    open: Vec<Told>,
    names: Names,
    /// What of the inputs is kept.
    fields: Arc<[InputField]>,
}

#[derive(Clone, Debug)]
struct Told {
    source: CallSource,
    line: u64,
    offset: u64,
    session: Option<Name>,
    id: Option<Box<str>>,
    agent: Option<Name>,
    bytes: Option<u64>,
    time_ms: Option<i64>,
    what: What,
    /// Of a call: what stands in its input under each of the log's fields; empty if there are none.
    fields: Box<[Option<String>]>,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Call(Option<Name>),
    Result { is_error: bool },
}

impl CallSource {
    /// How runs of a dialect tell the calls that count.
    pub fn of(dialect: Dialect) -> CallSource {
        match has_event_tools(dialect) {
            true => CallSource::Chunk,
            false => CallSource::Message,
        }
    }
}

impl CallLog {
    /// An empty one.
    pub fn new() -> CallLog {
        CallLog::default()
    }

    /// One that keeps also what stands in the inputs of calls at these places, as text of any length. Of a call that several lines
    /// tell it is that of the first. Parts that are to be merged have the same.
    pub fn with_fields(fields: Arc<[InputField]>) -> CallLog {
        CallLog { fields, ..CallLog::default() }
    }

    /// Takes in a call. Calls and results come in the order in which they stand in the stream.
    pub fn add_call(&mut self, call: Call<'_>) {
        let told = Told {
            source: call.source,
            line: call.line,
            offset: call.offset,
            session: self.name(call.session),
            id: call.id.map(Box::from),
            agent: self.name(call.agent),
            bytes: call.input_bytes,
            time_ms: call.time_ms,
            what: What::Call(self.name(call.name)),
            fields: Box::default(),
        };
        self.told.push(told);
    }

    /// Takes in a result.
    pub fn add_result(&mut self, result: CallResult<'_>) {
        let told = Told {
            source: result.source,
            line: result.line,
            offset: result.offset,
            session: self.name(result.session),
            id: result.id.map(Box::from),
            agent: self.name(result.agent),
            bytes: Some(result.bytes),
            time_ms: result.time_ms,
            what: What::Result { is_error: result.is_error },
            fields: Box::default(),
        };
        self.told.push(told);
    }

    fn name(&mut self, text: Option<&str>) -> Option<Name> {
        text.map(|text| self.names.add(text))
    }

    /// Takes in the log of the part that directly follows, whose line numbers count from its own start; `lines` are those of
    /// this part.
    pub fn merge(&mut self, later: CallLog, lines: u64) {
        let names = self.names.merge(&later.names);
        self.told.extend(later.told.into_iter().map(|told| told.after(lines, &names)));
    }

    /// The calls, and the results whose call is nowhere, by the line that tells them first. `runs` are those of the stream's
    /// report, in order: AFK's chunks count within theirs, and a line without a session id is of its run's session.
    pub fn finish(self, runs: &[RunRecord]) -> Vec<CallRecord> {
        let mut pairs: Vec<Pair<'_>> = Vec::new();
        let mut by_id: HashMap<(Option<usize>, &str), usize, RandomState> = HashMap::default();
        for (order, told) in self.told.iter().enumerate() {
            let run = runs.partition_point(|run| run.line <= told.line).checked_sub(1);
            let within = match told.source {
                CallSource::Message => None,
                CallSource::Chunk if run.is_some_and(|at| has_chunks(&runs[at])) => run,
                CallSource::Chunk => continue,
            };
            let new = pairs.len();
            let at = told.id.as_deref().map_or(new, |id| *by_id.entry((within, id)).or_insert(new));
            if at == new {
                pairs.push(Pair::default());
            }
            pairs[at].add(order, told);
        }
        pairs.sort_unstable_by_key(Pair::order);
        pairs.iter().map(|pair| pair.record(&self.names, runs)).collect()
    }
}

fn has_chunks(run: &RunRecord) -> bool {
    Dialect::named(run.dialect).is_some_and(|dialect| CallSource::of(dialect) == CallSource::Chunk)
}

impl Witness for CallLog {
    fn call(&mut self, call: &CallFacts<'_, '_>) {
        let name = call.name.map(|name| self.names.add(&text(name)));
        let input = call.input();
        let bytes = input.map(|input| input.raw().len() as u64);
        let fields = self.fields.iter().map(|field| field.read(input?)).collect();
        let told = Told::new(call.source, call.id.map(text), bytes, What::Call(name));
        self.open.push(Told { fields, ..told });
    }

    fn result(&mut self, result: &ResultFacts<'_, '_>) {
        let bytes = result.block().raw().len() as u64;
        let what = What::Result { is_error: result.is_error };
        self.open.push(Told::new(result.source, result.id.map(text), Some(bytes), what));
    }

    fn event(&mut self, event: &EventFacts<'_>) {
        if self.open.is_empty() {
            return;
        }
        let session = event.session.map(|session| self.names.add(&text(session)));
        let agent = event.parent_tool_use_id.or(event.agent_id);
        let agent = agent.map(|agent| self.names.add(&text(agent)));
        let time_ms = event.time.and_then(Time::ms);
        self.told.extend(self.open.drain(..).map(|told| Told {
            line: event.number,
            offset: event.offset,
            session,
            agent,
            time_ms,
            ..told
        }));
    }
}

impl Told {
    /// Without what only the event of its line tells.
    fn new(source: CallSource, id: Option<Cow<'_, str>>, bytes: Option<u64>, what: What) -> Told {
        Told {
            source,
            line: 0,
            offset: 0,
            session: None,
            id: id.map(|id| id.into_owned().into()),
            agent: None,
            bytes,
            time_ms: None,
            what,
            fields: Box::default(),
        }
    }

    /// As it stands `lines` lines later, among other names.
    fn after(self, lines: u64, names: &Renamed) -> Told {
        let renamed = |name: Option<Name>| name.map(|name| names.get(name));
        Told {
            line: self.line + lines,
            session: renamed(self.session),
            agent: renamed(self.agent),
            what: match self.what {
                What::Call(name) => What::Call(renamed(name)),
                result @ What::Result { .. } => result,
            },
            ..self
        }
    }
}

/// What is told of one id, each with its place in the order.
#[derive(Default)]
struct Pair<'l> {
    /// The first line that tells the call.
    call: Option<(usize, &'l Told, Option<Name>)>,
    /// The first result.
    result: Option<(usize, &'l Told)>,
    results: u64,
    errors: u64,
}

impl<'l> Pair<'l> {
    fn add(&mut self, order: usize, told: &'l Told) {
        match told.what {
            What::Call(name) => {
                self.call.get_or_insert((order, told, name));
            }
            What::Result { is_error } => {
                self.result.get_or_insert((order, told));
                self.results += 1;
                self.errors += u64::from(is_error);
            }
        }
    }

    fn order(&self) -> usize {
        let result = self.result.map(|(order, _)| order);
        self.call.map(|(order, ..)| order).or(result).unwrap_or(usize::MAX)
    }

    fn record(&self, names: &Names, runs: &[RunRecord]) -> CallRecord {
        let text = |name: Option<Name>| name.and_then(|name| names.get(name)).map(str::to_owned);
        let (call, result) = (self.call.map(|(_, told, _)| told), self.result.map(|(_, told)| told));
        let of_either =
            |of: fn(&Told) -> Option<Name>| text(call.and_then(of).or_else(|| result.and_then(of)));
        let first = call.or(result);
        let run = first.and_then(|told| {
            runs.partition_point(|run| run.line <= told.line).checked_sub(1).map(|at| &runs[at])
        });
        let id = first.and_then(|told| told.id.as_deref());
        // Of a record that is written again a result counts once.
        let dialect = run.and_then(|run| Dialect::named(run.dialect));
        let is_own = first.is_some_and(|told| told.source == CallSource::Chunk);
        let is_once = is_own && id.is_some() && dialect.is_some_and(Dialect::writes_again);
        let counted = |count: u64| if is_once { count.min(1) } else { count };
        // One line that has both was written when all was over.
        let both = call.zip(result).filter(|(call, result)| call.line != result.line);
        let times = both.and_then(|(call, result)| call.time_ms.zip(result.time_ms));
        CallRecord {
            tool: text(self.call.and_then(|(.., name)| name)),
            outcome: match () {
                () if call.is_none() && id.is_some() => CallOutcome::Orphan,
                () if self.errors > 0 => CallOutcome::Error,
                () if self.results > 0 => CallOutcome::Ok,
                () if id.is_some() => CallOutcome::Unanswered,
                () => CallOutcome::Unknown,
            },
            session: of_either(|told| told.session).or_else(|| run.and_then(|run| run.session.clone())),
            agent: of_either(|told| told.agent),
            id: id.map(str::to_owned),
            line: call.map(|told| told.line),
            offset: call.map(|told| told.offset),
            result_line: result.map(|told| told.line),
            result_offset: result.map(|told| told.offset),
            results: counted(self.results),
            errors: counted(self.errors),
            duration_ms: times.and_then(|(from, to)| u64::try_from(to.checked_sub(from)?).ok()),
            input_bytes: call.and_then(|told| told.bytes),
            result_bytes: result.and_then(|told| told.bytes),
            time_ms: first.and_then(|told| told.time_ms),
            fields: call.map(|told| told.fields.to_vec()).unwrap_or_default(),
        }
    }
}

/// A tool call and what came of it, or a result whose call is nowhere. Serialises to an entry of `tools --calls -o json`; keys
/// are described in `docs/report.md`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CallRecord {
    /// The tool; `None` for a call without a name, and without a call.
    pub tool: Option<String>,
    /// What came of it.
    pub outcome: CallOutcome,
    /// The session id of the line, else that of its run.
    pub session: Option<String>,
    /// The sub-agent: the call in which it works, or its own id.
    pub agent: Option<String>,
    /// The id of the call.
    pub id: Option<String>,
    /// Line number of the call, from 1: of the first line that tells of it.
    pub line: Option<u64>,
    /// Where that line begins, in bytes from the start of the stream.
    pub offset: Option<u64>,
    /// Line number of the first result.
    pub result_line: Option<u64>,
    /// Where that line begins.
    pub result_offset: Option<u64>,
    /// Results; each counts.
    pub results: u64,
    /// Those that say that they are errors.
    pub errors: u64,
    /// Milliseconds from the call to the first result, where these are two lines that give a time and the result's is not before the call's.
    pub duration_ms: Option<u64>,
    /// Bytes of the input as written.
    pub input_bytes: Option<u64>,
    /// Bytes of the first result's block as written, with all its members.
    pub result_bytes: Option<u64>,
    /// The time of the line that tells of it first, in milliseconds since 1970 ([`time_ms`](super::time_ms)).
    #[serde(skip)]
    pub time_ms: Option<i64>,
    /// What stands in its input at each place that the log was asked for ([`CallLog::with_fields`]), in that order; nothing for a
    /// result without a call.
    #[serde(skip)]
    pub fields: Vec<Option<String>>,
}

impl CallRecord {
    /// The day of its time in UTC, as `2026-05-01`; `(none)` without one. Allocates.
    pub fn day(&self) -> String {
        self.time_ms.map_or(Day::NONE, Day::of_ms).to_string()
    }

    /// What it adds to the counts of its tool. Over all records of a stream these are the counts of its report, AFK's calls
    /// included.
    pub fn counts(&self) -> ToolCounts {
        ToolCounts {
            calls: u64::from(self.line.is_some()),
            results: self.results,
            errors: self.errors,
            unanswered: u64::from(self.outcome == CallOutcome::Unanswered),
        }
    }
}

/// What came of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CallOutcome {
    /// It has a result, and none says that it is an error.
    Ok,
    /// A result says that it is an error.
    Error,
    /// It has no result in this stream.
    Unanswered,
    /// No call: a result, whatever it says, whose id no call of this stream has.
    Orphan,
    /// It has no id, so its result cannot be told.
    Unknown,
}

impl CallOutcome {
    /// The name that reports use.
    pub const fn as_str(self) -> &'static str {
        match self {
            CallOutcome::Ok => "ok",
            CallOutcome::Error => "error",
            CallOutcome::Unanswered => "unanswered",
            CallOutcome::Orphan => "orphan",
            CallOutcome::Unknown => "unknown",
        }
    }
}
