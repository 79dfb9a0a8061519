//! `runlex ls`: a row for each run.

use crate::Exit;
use crate::args::{Ls, Output};
use crate::choice::Choice;
use crate::entries::Entries;
use crate::indexed;
use crate::inputs::PathText;
use crate::layout::{Grid, Heading};
use crate::read::{self, Beside};
use crate::seen::Seen;
use crate::sheet::{Cell, Column, Csv};
use crate::show::{self, dollars, name, short, span, thousands, visible};
use anyhow::Result;
use runlex::dialects::Dialect;
use runlex::report::{RunOutcome, RunRecord};
use runlex::{IdKey, Report};
use serde::Serialize;
use std::io::{BufWriter, Write};

/// An entry of `runs`.
#[derive(Serialize)]
struct Entry<'a> {
    #[serde(flatten)]
    path: &'a PathText,
    /// Session files: the session that the path names.
    #[serde(skip_serializing_if = "Option::is_none")]
    file_session: Option<&'a str>,
    #[serde(flatten)]
    run: &'a RunRecord,
}

pub(crate) fn run(args: &Ls, exit: &mut Exit) -> Result<()> {
    let mut list = List::new(args.output)?;
    let choice = Choice::of_runs(&args.runs, Some(&args.calls));
    let choice = choice.as_ref();
    let chosen = |runs: Vec<RunRecord>, seen: &Seen| match choice {
        Some(choice) => choice.only(runs, seen),
        None => runs,
    };
    if let Some(folder) = &args.indexed.index {
        indexed::ask(folder, exit, |index, exit| {
            if !indexed::can_choose(choice, exit) {
                return Ok(());
            }
            index.runs(|file, runs| {
                list.file(&PathText::of(file.path()), &chosen(runs, &Seen::default()), true)
            })?;
            choice.inspect(|choice| choice.tell(args.reading.checking.quiet));
            Ok(())
        })?;
        return list.end();
    }
    let (key, beside) = (IdKey::random(), Beside { look_for: choice, ..Beside::default() });
    let runs = |report: Report, _| report.finish().run_list;
    read::all(&args.reading, &args.threading, key, beside, exit, runs, |outcome, _| {
        let runs = chosen(outcome.output, &outcome.seen);
        list.file(&PathText::of(outcome.input.path()), &runs, outcome.is_read)
    })?;
    list.end()
}

/// The list as it grows, file by file.
struct List {
    output: Output,
    out: BufWriter<Box<dyn Write>>,
    /// Files of which something was read.
    files: u64,
    outcomes: Outcomes,
    table: Grid,
    csv: Csv,
    entries: Entries,
}

impl List {
    fn new(output: Output) -> Result<List> {
        Ok(List {
            output,
            out: show::stdout(output),
            files: 0,
            outcomes: Outcomes::default(),
            table: Grid::new(&TABLE),
            csv: Csv::new(&CSV)?,
            entries: Entries::new("runs", output),
        })
    }

    /// Takes in the runs of the next file. `is_read` says that it was read to its end, or at least a line of it.
    fn file(&mut self, path: &PathText, runs: &[RunRecord], is_read: bool) -> Result<()> {
        self.files += u64::from(is_read);
        let shown = visible(&path.text).to_string();
        for run in runs {
            self.outcomes.count(run.outcome);
            match self.output {
                Output::Table => row(&shown, run, &mut self.table),
                Output::Csv => self.csv.row(&cells(&path.text, run))?,
                Output::Json | Output::Ndjson => {
                    let file_session = file_session(&path.text, run);
                    self.entries.add(&mut self.out, &Entry { path, file_session, run })?;
                }
            }
        }
        Ok(())
    }

    fn end(mut self) -> Result<()> {
        match self.output {
            // What could not be read was told.
            Output::Table if self.files == 0 => {}
            Output::Table => {
                show::write_section(&mut self.out, &self.table)?;
                writeln!(self.out, "{}", self.outcomes.text())?;
                show::write_partial(&mut self.out)?;
            }
            Output::Csv => self.csv.write(&mut self.out)?,
            Output::Json | Output::Ndjson => self.entries.end(&mut self.out)?,
        }
        self.out.flush()?;
        Ok(())
    }
}

/// The session that Claude Code takes up by the name of its file: lines may carry others, of a history that was copied. A
/// sub-agent's file lies in `SESSION/subagents/`, at any depth.
fn file_session<'p>(path: &'p str, run: &RunRecord) -> Option<&'p str> {
    if run.dialect != Dialect::ClaudeTranscript.as_str() || path == "-" {
        return None;
    }
    let mut parts = path.split(['/', '\\']).peekable();
    while let Some(part) = parts.next() {
        if parts.peek() == Some(&"subagents") {
            return Some(part);
        }
        if parts.peek().is_none() {
            return Some(part.rsplit_once('.').map_or(part, |(stem, _)| stem));
        }
    }
    None
}

/// How many runs ended how.
#[derive(Default)]
struct Outcomes(Vec<(RunOutcome, u64)>);

impl Outcomes {
    fn count(&mut self, outcome: RunOutcome) {
        match self.0.iter_mut().find(|(known, _)| *known == outcome) {
            Some((_, count)) => *count += 1,
            None => self.0.push((outcome, 1)),
        }
    }

    fn text(mut self) -> String {
        self.0.sort_unstable_by_key(|(outcome, _)| *outcome);
        let all: u64 = self.0.iter().map(|(_, count)| count).sum();
        let runs = format!("{} {}", thousands(all), if all == 1 { "run" } else { "runs" });
        let each: Vec<String> = self
            .0
            .iter()
            .map(|(outcome, count)| format!("{} {}", thousands(*count), outcome.as_str()))
            .collect();
        if each.is_empty() { runs } else { format!("{runs}: {}", each.join(", ")) }
    }
}

/// The columns of the table.
const TABLE: [Heading; 13] = [
    Heading::text("outcome"),
    Heading::text("dialect").goes(4),
    Heading::text("session").goes(6),
    Heading::text("start").goes(5),
    Heading::number("took").goes(7),
    Heading::number("turns").goes(10),
    Heading::number("tools").goes(9),
    Heading::number("input").goes(3),
    Heading::number("cache+").goes(12),
    Heading::number("cached").goes(11),
    Heading::number("output").goes(1),
    Heading::number("cost").goes(8),
    Heading::text("where"),
];

/// Adds a row. The path is one that can be shown.
fn row(path: &str, run: &RunRecord, table: &mut Grid) {
    let tokens = run.usage.map(|usage| usage.tokens);
    // What may be more is marked.
    let at_least = run.usage.is_some_and(|usage| usage.bound == runlex::report::SumOf::AtLeast);
    let sign = if at_least { "≥" } else { "" };
    table.cell(run.outcome.as_str());
    table.cell(run.dialect);
    table.cell_cut(13, run.session.as_deref().map(name));
    match run.started.as_deref().map(start) {
        Some(Start::Minute(date, time)) => table.cell(format_args!("{date} {time}")),
        Some(Start::Other(time)) => table.cell_cut(16, Some(visible(time))),
        None => table.cell(""),
    }
    table.cell_of(run.duration_ms.map(span));
    table.cell_of(run.turns.map(|turns| short(turns.into())));
    table.cell(short(run.tool_calls.into()));
    table.cell_of(tokens.map(|tokens| short(tokens.input)));
    table.cell_of(tokens.map(|tokens| short(tokens.cache_creation)));
    table.cell_of(tokens.map(|tokens| short(tokens.cache_read)));
    table.cell_of(tokens.map(|tokens| format!("{sign}{}", short(tokens.output))));
    table.cell_of(run.cost_stated_usd_micros.map(dollars));
    table.cell(format_args!("{path}:{}", run.line));
    table.end_row();
}

/// When a run began, as a table shows it.
#[derive(Debug, PartialEq, Eq)]
enum Start<'a> {
    /// The day and the minute of a time of the usual form.
    Minute(&'a str, &'a str),
    Other(&'a str),
}

fn start(time: &str) -> Start<'_> {
    let is_usual = |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b':' | b'T');
    match time.as_bytes().get(..16) {
        Some(minute) if minute[10] == b'T' && minute.iter().all(is_usual) => {
            Start::Minute(&time[..10], &time[11..16])
        }
        _ => Start::Other(time),
    }
}

const CSV: [Column; 31] = {
    const fn of(name: &'static str) -> Column {
        (name, name)
    }
    [
        of("path"),
        of("line"),
        of("offset"),
        of("dialect"),
        of("session"),
        of("file_session"),
        of("started"),
        of("ended"),
        of("duration_ms"),
        of("turns"),
        of("outcome"),
        of("reason"),
        of("results"),
        of("lines_after_end"),
        of("events"),
        of("faults"),
        of("models"),
        of("messages"),
        of("agents"),
        of("tool_calls"),
        of("tool_results"),
        of("tool_errors"),
        of("unanswered"),
        of("orphan_results"),
        of("input"),
        of("cache_creation"),
        of("cache_read"),
        of("output"),
        of("rule"),
        of("bound"),
        of("cost_stated_usd_micros"),
    ]
};

fn cells<'a>(path: &'a str, run: &'a RunRecord) -> [Cell<'a>; 31] {
    let tokens = run.usage.map(|usage| usage.tokens);
    [
        Cell::Path(path.into()),
        run.line.into(),
        run.offset.into(),
        run.dialect.into(),
        run.session.as_deref().into(),
        file_session(path, run).into(),
        run.started.as_deref().into(),
        run.ended.as_deref().into(),
        run.duration_ms.into(),
        run.turns.into(),
        run.outcome.as_str().into(),
        run.reason.as_deref().into(),
        run.results.into(),
        run.lines_after_end.into(),
        run.events.into(),
        run.faults.into(),
        run.models.join(" ").into(),
        run.messages.into(),
        (run.agents.len() as u64).into(),
        run.tool_calls.into(),
        run.tool_results.into(),
        run.tool_errors.into(),
        run.unanswered.into(),
        run.orphan_results.into(),
        tokens.map(|tokens| tokens.input).into(),
        tokens.map(|tokens| tokens.cache_creation).into(),
        tokens.map(|tokens| tokens.cache_read).into(),
        tokens.map(|tokens| tokens.output).into(),
        run.usage.map(|usage| usage.rule).into(),
        run.usage.map(|usage| usage.bound.as_str()).into(),
        run.cost_stated_usd_micros.map_or(Cell::None, Cell::Money),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts() {
        for (time, want) in [
            ("2026-05-01T10:00:00.000Z", Start::Minute("2026-05-01", "10:00")),
            ("1782348600", Start::Other("1782348600")),
            ("yesterday, Tuesday evening", Start::Other("yesterday, Tuesday evening")),
            ("éééééééééé", Start::Other("éééééééééé")),
        ] {
            assert_eq!(start(time), want);
        }
    }
}
