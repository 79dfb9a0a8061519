//! `runlex tools`: tool calls with what came of them.

use crate::Exit;
use crate::args::{Output, Tools};
use crate::choice::Choice;
use crate::entries::Entries;
use crate::indexed;
use crate::inputs::PathText;
use crate::interrupt;
use crate::layout::{Grid, Heading};
use crate::message;
use crate::read::{self, Beside};
use crate::seen::Seen;
use crate::sheet::{Cell, Column, Csv, Sheet};
use crate::show::{self, complain, counted, name, short, span, thousands, visible};
use anyhow::Result;
use runlex::report::{CallLog, CallOutcome, CallRecord, InputField, RunRecord, ToolCounts};
use runlex::{IdKey, Report};
use serde::{Serialize, Serializer};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufWriter, Write};

/// So many tools are named where no call fits.
const NAMES: usize = 20;

/// Stands for no tool.
const NONE: &str = "(none)";

/// An entry of `calls`.
#[derive(Serialize)]
struct Entry<'a> {
    #[serde(flatten)]
    path: &'a PathText,
    #[serde(flatten)]
    call: &'a CallRecord,
    #[serde(skip_serializing_if = "Option::is_none")]
    fields: Option<Fields<'a>>,
}

/// What was asked for of the input, by its place.
struct Fields<'a> {
    asked: &'a [InputField],
    call: &'a CallRecord,
}

impl<'a> Fields<'a> {
    /// Nothing where nothing was asked for.
    fn of(asked: &'a [InputField], call: &'a CallRecord) -> Option<Fields<'a>> {
        (!asked.is_empty()).then_some(Fields { asked, call })
    }
}

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(
            self.asked.iter().enumerate().map(|(at, field)| (field.as_str(), text(self.call, at))),
        )
    }
}

/// What stands in the input at the place of this number.
fn text(call: &CallRecord, at: usize) -> Option<&str> {
    call.fields.get(at)?.as_deref()
}

pub(crate) fn run(args: &Tools, exit: &mut Exit) -> Result<()> {
    let wrong = match &args.fields[..] {
        [] => None,
        _ if args.indexed.index.is_some() => {
            Some("--field needs the files: an index keeps no inputs of tools")
        }
        _ if !is_list(args) => Some("--field goes with --calls or --errors"),
        fields if fields.iter().enumerate().any(|(at, field)| fields[..at].contains(field)) => {
            Some("a --field stands twice")
        }
        _ => None,
    };
    if let Some(wrong) = wrong {
        message::error(message::Kind::Usage, wrong);
        exit.raise(Exit::WrongUsage);
        return Ok(());
    }
    let choice = Choice::of_runs(&args.runs, None);
    let choice = choice.as_ref();
    let fields = args.fields.clone().into();
    let beside = Beside { calls: true, fields, look_for: choice, tell_faults: true, ..Beside::default() };
    let mut answer = Answer::new(args);
    let chosen = |calls: Vec<CallRecord>, runs: &[RunRecord], seen: &Seen| match choice {
        Some(choice) => of_runs(calls, runs, &choice.take(runs, seen)),
        None => calls,
    };
    if let Some(folder) = &args.indexed.index {
        indexed::ask(folder, exit, |index, exit| {
            if !indexed::can_choose(choice, exit) {
                return Ok(());
            }
            index.calls(|file, log, runs| {
                let calls = chosen(log.finish(&runs), &runs, &Seen::default());
                answer.file(&PathText::of(file.path()), &calls, true)
            })?;
            choice.inspect(|choice| choice.tell(args.reading.checking.quiet));
            Ok(())
        })?;
        return answer.end();
    }
    let finish = |report: Report, calls: Option<CallLog>| {
        let runs = report.finish().run_list;
        (calls.unwrap_or_default().finish(&runs), runs)
    };
    read::all(&args.reading, &args.threading, IdKey::random(), beside, exit, finish, |outcome, _| {
        let (calls, runs) = outcome.output;
        let calls = chosen(calls, &runs, &outcome.seen);
        answer.file(&PathText::of(outcome.input.path()), &calls, outcome.is_read)
    })?;
    answer.end()
}

/// The calls that stand in runs for which there is a `true`: a result without a call in that of its own.
fn of_runs(calls: Vec<CallRecord>, runs: &[RunRecord], is_taken: &[bool]) -> Vec<CallRecord> {
    let stands = |call: &CallRecord| {
        let line = call.line.or(call.result_line).unwrap_or_default();
        runs.partition_point(|run| run.line <= line).checked_sub(1).is_some_and(|run| is_taken[run])
    };
    calls.into_iter().filter(stands).collect()
}

/// What was asked for, as it grows, file by file: sums by tool, or a list.
struct Answer<'a> {
    args: &'a Tools,
    out: BufWriter<Box<dyn Write>>,
    /// Files of which something was read.
    files: u64,
    all: ToolCounts,
    orphans: u64,
    by_tool: BTreeMap<String, Sum>,
    /// Tools of calls that were not asked for.
    others: BTreeSet<String>,
    table: Grid,
    csv: Csv<'static>,
    entries: Entries,
}

impl<'a> Answer<'a> {
    fn new(args: &'a Tools) -> Answer<'a> {
        // Once for the program: columns have names that stay.
        let names = args.fields.iter().map(|field| &*visible(field.as_str()).to_string().leak());
        let names: Vec<&'static str> = names.collect();
        let columns: Vec<Column> = CALLS.into_iter().chain(names.iter().map(|name| (*name, *name))).collect();
        let columns: &'static [Column] = columns.leak();
        let headings: Vec<Heading> =
            COLUMNS.into_iter().chain(names.iter().map(|name| Heading::text(name))).collect();
        Answer {
            args,
            out: show::stdout(args.output),
            files: 0,
            all: ToolCounts::default(),
            orphans: 0,
            by_tool: BTreeMap::new(),
            others: BTreeSet::new(),
            table: Grid::new(&headings),
            csv: Csv::new(columns),
            entries: Entries::new("calls", args.output),
        }
    }

    /// Takes in the calls of the next file. `is_read` says that it was read to its end, or at least a line of it.
    fn file(&mut self, path: &PathText, calls: &[CallRecord], is_read: bool) -> Result<()> {
        self.files += u64::from(is_read);
        let shown = visible(&path.text).to_string();
        for call in calls {
            if !is_asked_for(self.args, call) {
                if !self.others.contains(tool(call)) {
                    self.others.insert(tool(call).to_owned());
                }
                continue;
            }
            self.all.add(call.counts());
            self.orphans += u64::from(call.outcome == CallOutcome::Orphan);
            if !is_list(self.args) {
                let tool = tool(call);
                match self.by_tool.get_mut(tool) {
                    Some(sum) => sum.add(call),
                    None => self.by_tool.entry(tool.to_owned()).or_default().add(call),
                }
            } else if self.args.calls || call.errors > 0 {
                match self.args.output {
                    Output::Table => row(&shown, call, &mut self.table, self.args.fields.len()),
                    Output::Csv => {
                        let fields = (0..self.args.fields.len()).map(|at| text(call, at).into());
                        self.csv
                            .row(&cells(&path.text, call).into_iter().chain(fields).collect::<Vec<_>>())?;
                    }
                    Output::Json | Output::Ndjson => {
                        let fields = Fields::of(&self.args.fields, call);
                        self.entries.add(&mut self.out, &Entry { path, call, fields })?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Says so where no call was asked for, and what there is.
    fn tell_nothing(&self) {
        let ToolCounts { calls, results, .. } = self.all;
        if calls + results == 0 && !self.others.is_empty() && !self.args.reading.checking.quiet {
            let others: Vec<String> =
                self.others.iter().take(NAMES).map(|tool| name(tool).to_string()).collect();
            let more = if self.others.len() > NAMES { ", ..." } else { "" };
            complain(&format!("no call fits; tools of all others: {}{more}", others.join(", ")));
        }
    }

    fn end(mut self) -> Result<()> {
        self.tell_nothing();
        let is_list = is_list(self.args);
        let mut sheet = Sheet::new(&TOOLS);
        if !is_list {
            let mut tools: Vec<(String, Sum)> = std::mem::take(&mut self.by_tool).into_iter().collect();
            // Who asks which tool fails most is answered by the first row.
            tools.sort_by_key(|(_, sum)| Reverse((sum.counts.errors, sum.counts.calls)));
            let output = self.args.output;
            sheet.rows = tools.into_iter().map(|(tool, sum)| sum.cells(tool, output)).collect();
        }
        let out = &mut self.out;
        match self.args.output {
            // What could not be read was told.
            Output::Table if self.files == 0 => {}
            Output::Table => {
                if is_list {
                    show::write_section(out, &self.table)?;
                } else if !sheet.rows.is_empty() {
                    sheet.write_table(out)?;
                    writeln!(out)?;
                }
                let ToolCounts { calls, results, errors, unanswered } = self.all;
                writeln!(
                    out,
                    "{}, {}: {}, {} unanswered, {}",
                    counted(calls, "call", "calls"),
                    counted(results, "result", "results"),
                    counted(errors, "error", "errors"),
                    thousands(unanswered),
                    counted(self.orphans, "orphan", "orphans"),
                )?;
                show::write_partial(out)?;
            }
            Output::Csv if is_list => self.csv.write(&mut *out)?,
            Output::Csv => sheet.write_csv(&mut *out)?,
            Output::Json | Output::Ndjson if is_list => self.entries.end(out)?,
            Output::Ndjson => sheet.write_lines(out)?,
            Output::Json => {
                serde_json::to_writer(
                    &mut *out,
                    &Document { schema_version: 1, tools: &sheet, partial: interrupt::is_partial() },
                )?;
                writeln!(out)?;
            }
        }
        out.flush()?;
        Ok(())
    }
}

#[derive(Serialize)]
struct Document<'a> {
    schema_version: u32,
    tools: &'a Sheet,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    partial: bool,
}

fn is_list(args: &Tools) -> bool {
    args.calls || args.errors
}

fn is_asked_for(args: &Tools, call: &CallRecord) -> bool {
    let Tools { tools, sessions, .. } = args;
    (tools.is_empty() || tools.iter().any(|asked| asked == tool(call)))
        && (sessions.is_empty()
            || call.session.as_ref().is_some_and(|session| sessions.iter().any(|asked| asked == session)))
}

fn tool(call: &CallRecord) -> &str {
    call.tool.as_deref().unwrap_or(NONE)
}

/// What is summed up of a tool.
#[derive(Default)]
struct Sum {
    counts: ToolCounts,
    durations: Vec<u64>,
    input_bytes: u128,
    result_bytes: u128,
}

const TOOLS: [Column; 11] = [
    ("tool", "tool"),
    ("calls", "calls"),
    ("results", "results"),
    ("errors", "errors"),
    ("error share", "error_share"),
    ("unanswered", "unanswered"),
    ("timed", "timed"),
    ("median", "median_ms"),
    ("p95", "p95_ms"),
    ("input bytes", "input_bytes"),
    ("result bytes", "result_bytes"),
];

impl Sum {
    fn add(&mut self, call: &CallRecord) {
        self.counts.add(call.counts());
        self.durations.extend(call.duration_ms);
        self.input_bytes += u128::from(call.input_bytes.unwrap_or(0));
        self.result_bytes += u128::from(call.result_bytes.unwrap_or(0));
    }

    fn cells(mut self, tool: String, output: Output) -> Vec<Cell<'static>> {
        self.durations.sort_unstable();
        let timed = self.durations.len() as u64;
        let ToolCounts { calls, results, errors, unanswered } = self.counts;
        let of_time = |percent| percentile(&self.durations, percent).map_or(Cell::None, Cell::Millis);
        vec![
            tool.into(),
            calls.into(),
            results.into(),
            errors.into(),
            if results > 0 { Cell::Share(errors, results) } else { Cell::None },
            unanswered.into(),
            // Where no call gives times, people need no column that says so.
            if timed == 0 && output == Output::Table { Cell::None } else { timed.into() },
            of_time(50),
            of_time(95),
            self.input_bytes.into(),
            self.result_bytes.into(),
        ]
    }
}

/// The smallest of these, which are sorted, that at least so many percent of them do not exceed.
fn percentile(sorted: &[u64], percent: usize) -> Option<u64> {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied()
}

/// The columns of the list.
const COLUMNS: [Heading; 9] = [
    Heading::text("outcome"),
    Heading::text("tool"),
    Heading::number("took").goes(2),
    Heading::number("input bytes").goes(4),
    Heading::number("result bytes").goes(3),
    Heading::text("session").goes(5),
    Heading::text("agent").goes(6),
    Heading::number("result line").goes(1),
    Heading::text("where"),
];

/// Adds a row, with so many fields of the input. The path is one that can be shown.
fn row(path: &str, call: &CallRecord, table: &mut Grid, fields: usize) {
    const LONGEST: usize = 60;
    // Of a result without a call there is no other line to look at.
    let (line, result) = match (call.line, call.result_line) {
        (Some(call), result) => (call, result),
        (None, result) => (result.unwrap_or_default(), None),
    };
    table.cell(call.outcome.as_str());
    table.cell(name(tool(call)));
    table.cell_of(call.duration_ms.map(span));
    table.cell_of(call.input_bytes.map(|bytes| short(bytes.into())));
    table.cell_of(call.result_bytes.map(|bytes| short(bytes.into())));
    table.cell_cut(13, call.session.as_deref().map(name));
    table.cell_cut(13, call.agent.as_deref().map(name));
    table.cell_of(result.map(thousands));
    table.cell(format_args!("{path}:{line}"));
    for at in 0..fields {
        // No more of it is made visible than could be seen.
        let beginning = |text: &str| text.chars().take(LONGEST + 1).collect::<String>();
        table.cell_cut(LONGEST, text(call, at).map(|text| visible(&beginning(text)).to_string()));
    }
    table.end_row();
}

const CALLS: [Column; 15] = {
    const fn of(name: &'static str) -> Column {
        (name, name)
    }
    [
        of("path"),
        of("tool"),
        of("outcome"),
        of("session"),
        of("agent"),
        of("id"),
        of("line"),
        of("offset"),
        of("result_line"),
        of("result_offset"),
        of("results"),
        of("errors"),
        of("duration_ms"),
        of("input_bytes"),
        of("result_bytes"),
    ]
};

fn cells<'a>(path: &'a str, call: &'a CallRecord) -> [Cell<'a>; 15] {
    [
        Cell::Path(path.into()),
        call.tool.as_deref().into(),
        call.outcome.as_str().into(),
        call.session.as_deref().into(),
        call.agent.as_deref().into(),
        call.id.as_deref().into(),
        call.line.into(),
        call.offset.into(),
        call.result_line.into(),
        call.result_offset.into(),
        call.results.into(),
        call.errors.into(),
        call.duration_ms.into(),
        call.input_bytes.into(),
        call.result_bytes.into(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles() {
        let hundred: Vec<u64> = (1..=100).collect();
        for (sorted, want) in [
            (&[][..], [None, None]),
            (&[7], [Some(7), Some(7)]),
            (&[1, 2], [Some(1), Some(2)]),
            (&[1, 2, 9], [Some(2), Some(9)]),
            (&hundred, [Some(50), Some(95)]),
        ] {
            assert_eq!([50, 95].map(|percent| percentile(sorted, percent)), want, "{sorted:?}");
        }
    }
}
