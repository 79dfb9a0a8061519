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
use crate::show::{self, dollars, name, put_digits, put_short, put_span, thousands, visible};
use anyhow::Result;
use runlex::dialects::Dialect;
use runlex::report::{RunBrief, RunOutcome, RunRecord};
use runlex::{IdKey, Report};
use runlex_index::{BriefRuns, Index};
use serde::Serialize;
use std::fmt::{self, Write as _};
use std::io::{BufWriter, Write};
use std::path::Path;

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
    let mut list = List::new(args.output);
    let choice = Choice::of_runs(&args.runs, Some(&args.calls));
    let choice = choice.as_ref();
    if let Some(folder) = &args.indexed.index {
        indexed::ask(folder, exit, |index, exit| {
            if !indexed::can_choose(choice, exit) {
                return Ok(());
            }
            match (args.output, choice) {
                (Output::Table | Output::Csv, None) => list.rows = of_index(index, args.output)?,
                (_, Some(choice)) => {
                    index.runs(|file, runs| {
                        list.runs(file.path(), &choice.only(runs, &Seen::default()), true)
                    })?;
                    choice.tell(args.reading.checking.quiet);
                }
                (Output::Json | Output::Ndjson, None) => {
                    index.runs(|file, runs| list.records(file.path(), &runs))?;
                }
            }
            Ok(())
        })?;
        return list.end();
    }
    let (key, beside) =
        (IdKey::random(), Beside { look_for: choice, tell_faults: true, ..Beside::default() });
    let runs = |report: Report, _| report.finish().run_list;
    read::all(&args.reading, &args.threading, key, beside, exit, runs, |outcome, _| {
        let (path, runs, seen) = (outcome.input.path(), outcome.output, outcome.seen);
        let runs = match choice {
            Some(choice) => choice.only(runs, &seen),
            None => runs,
        };
        list.runs(path, &runs, outcome.is_read)
    })?;
    list.end()
}

/// The rows of an index. Where they are many, two threads make them.
fn of_index(index: &Index, output: Output) -> Result<Rows> {
    let rows = |runs: BriefRuns<'_>| -> Result<Rows> {
        let mut rows = Rows::new(output);
        runs.files(|file| rows.file(file.path(), file.runs()?.map(|run| run.map_err(Into::into)), true))?;
        Ok(rows)
    };
    let (before, behind) = index.brief_runs().split();
    let Some(behind) = behind else { return rows(before) };
    std::thread::scope(|scope| {
        let behind = std::thread::Builder::new().spawn_scoped(scope, || rows(behind))?;
        let before = rows(before);
        before?.with(behind.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?)
    })
}

/// What is printed, as it grows.
struct List {
    output: Output,
    out: BufWriter<Box<dyn Write>>,
    rows: Rows,
    entries: Entries,
}

impl List {
    fn new(output: Output) -> List {
        List {
            output,
            out: show::stdout(output),
            rows: Rows::new(output),
            entries: Entries::new("runs", output),
        }
    }

    /// Takes in the runs of the next file. `is_read` says that it was read to its end, or at least a line of it.
    fn runs(&mut self, path: &Path, runs: &[RunRecord], is_read: bool) -> Result<()> {
        match self.output {
            Output::Json | Output::Ndjson => self.records(path, runs),
            Output::Table | Output::Csv => {
                self.rows.file(path, runs.iter().map(|run| Ok(RunBrief::from(run))), is_read)
            }
        }
    }

    /// Takes in the runs of the next file for JSON, which has all that is known of a run.
    fn records(&mut self, path: &Path, runs: &[RunRecord]) -> Result<()> {
        let path = PathText::of(path);
        for run in runs {
            let file_session = file_session(&path.text, run.dialect);
            self.entries.add(&mut self.out, &Entry { path: &path, file_session, run })?;
        }
        Ok(())
    }

    fn end(mut self) -> Result<()> {
        match self.output {
            // What could not be read was told.
            Output::Table if self.rows.files == 0 => {}
            Output::Table => {
                show::write_section(&mut self.out, &self.rows.table)?;
                writeln!(self.out, "{}", self.rows.outcomes.text())?;
                show::write_partial(&mut self.out)?;
            }
            Output::Csv => self.rows.csv.write(&mut self.out)?,
            Output::Json | Output::Ndjson => self.entries.end(&mut self.out)?,
        }
        self.out.flush()?;
        Ok(())
    }
}

/// The rows of a table, for people or for spreadsheets, file by file.
struct Rows {
    is_csv: bool,
    /// Files of which something was read.
    files: u64,
    outcomes: Outcomes,
    table: Grid,
    csv: Csv<'static>,
}

impl Rows {
    fn new(output: Output) -> Rows {
        Rows {
            is_csv: output == Output::Csv,
            files: 0,
            outcomes: Outcomes::default(),
            table: Grid::new(&TABLE),
            csv: Csv::new(&CSV),
        }
    }

    /// Takes in the runs of the next file. `is_read` says that it was read to its end, or at least a line of it.
    fn file<'r>(
        &mut self,
        path: &Path,
        runs: impl Iterator<Item = Result<RunBrief<'r>>>,
        is_read: bool,
    ) -> Result<()> {
        self.files += u64::from(is_read);
        let path = path.to_string_lossy();
        let shown = visible(&path).to_string();
        for run in runs {
            let run = run?;
            self.outcomes.count(run.outcome, 1);
            match self.is_csv {
                true => self.csv.row(&cells(&path, &run))?,
                false => row(&shown, &run, &mut self.table),
            }
        }
        Ok(())
    }

    /// With those of later files.
    fn with(mut self, later: Rows) -> Result<Rows> {
        self.files += later.files;
        later.outcomes.0.iter().for_each(|(outcome, count)| self.outcomes.count(*outcome, *count));
        self.table.append(later.table);
        Ok(Rows { csv: self.csv.with(later.csv)?, ..self })
    }
}

/// The session that Claude Code takes up by the name of its file: lines may carry others, of a history that was copied. A
/// sub-agent's file lies in `SESSION/subagents/`, at any depth.
fn file_session<'p>(path: &'p str, dialect: &str) -> Option<&'p str> {
    if dialect != Dialect::ClaudeTranscript.as_str() || path == "-" {
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
    fn count(&mut self, outcome: RunOutcome, runs: u64) {
        match self.0.iter_mut().find(|(known, _)| *known == outcome) {
            Some((_, count)) => *count += runs,
            None => self.0.push((outcome, runs)),
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
fn row(path: &str, run: &RunBrief<'_>, table: &mut Grid) {
    let tokens = run.usage.map(|usage| usage.tokens);
    // What may be more is marked.
    let at_least = run.usage.is_some_and(|usage| usage.bound == runlex::report::SumOf::AtLeast);
    let sign = if at_least { "≥" } else { "" };
    table.cell_by(|out| out.write_str(run.outcome.as_str()));
    table.cell_by(|out| out.write_str(run.dialect));
    table.cell_cut(13, run.session.map(name));
    match run.started.map(start) {
        Some(Start::Other(time)) => table.cell_cut(16, Some(visible(time))),
        Some(Start::Minute(date, time)) => {
            table.cell_by(|out| [date, " ", time].iter().try_for_each(|part| out.write_str(part)));
        }
        None => table.cell(""),
    }
    put(run.duration_ms, put_span, table);
    put(run.turns.map(u128::from), put_short, table);
    put(Some(run.tool_calls.into()), put_short, table);
    put(tokens.map(|tokens| tokens.input), put_short, table);
    put(tokens.map(|tokens| tokens.cache_creation), put_short, table);
    put(tokens.map(|tokens| tokens.cache_read), put_short, table);
    let output = |output, out: &mut String| out.write_str(sign).and_then(|()| put_short(output, out));
    put(tokens.map(|tokens| tokens.output), output, table);
    table.cell_of(run.cost_stated_usd_micros.map(dollars));
    table.cell_by(|out| {
        out.write_str(path)?;
        out.write_char(':')?;
        put_digits(run.line, out)
    });
    table.end_row();
}

/// A cell of what is there; an empty one where nothing is.
fn put<T>(value: Option<T>, put: impl FnOnce(T, &mut String) -> fmt::Result, table: &mut Grid) {
    table.cell_by(|out| value.map_or(Ok(()), |value| put(value, out)));
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

fn cells<'a>(path: &'a str, run: &RunBrief<'a>) -> [Cell<'a>; 31] {
    let tokens = run.usage.map(|usage| usage.tokens);
    [
        Cell::Path(path.into()),
        run.line.into(),
        run.offset.into(),
        run.dialect.into(),
        run.session.into(),
        file_session(path, run.dialect).into(),
        run.started.into(),
        run.ended.into(),
        run.duration_ms.into(),
        run.turns.into(),
        run.outcome.as_str().into(),
        run.reason.into(),
        run.results.into(),
        run.lines_after_end.into(),
        run.events.into(),
        run.faults.into(),
        run.models.join(" ").into(),
        run.messages.into(),
        run.agents.into(),
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
