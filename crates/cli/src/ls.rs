//! `runlex ls`: a row for each run.

use crate::Exit;
use crate::args::{Ls, Output};
use crate::entries::Entries;
use crate::indexed;
use crate::inputs::PathText;
use crate::read::{self, Beside};
use crate::sheet::{Cell, Column, Sheet};
use crate::show::{self, cut, dollars, name, short, span, thousands, visible};
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
    let mut list = List::new(args.output);
    if let Some(folder) = &args.indexed.index {
        indexed::ask(folder, exit, |index, _| {
            index.runs(|file, runs| list.file(&PathText::of(file.path()), &runs, true))
        })?;
        return list.end();
    }
    let (key, beside) = (IdKey::random(), Beside::default());
    let runs = |report: Report, _| report.finish().run_list;
    read::all(&args.reading, &args.threading, key, beside, exit, runs, |outcome, _| {
        list.file(&PathText::of(outcome.input.path()), &outcome.output, outcome.is_read)
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
    table: Vec<Vec<String>>,
    sheet: Sheet,
    entries: Entries,
}

impl List {
    fn new(output: Output) -> List {
        List {
            output,
            out: show::stdout(output),
            files: 0,
            outcomes: Outcomes::default(),
            table: Vec::new(),
            sheet: Sheet::new(&CSV),
            entries: Entries::new("runs"),
        }
    }

    /// Takes in the runs of the next file. `is_read` says that it was read to its end, or at least a line of it.
    fn file(&mut self, path: &PathText, runs: &[RunRecord], is_read: bool) -> Result<()> {
        self.files += u64::from(is_read);
        for run in runs {
            self.outcomes.count(run.outcome);
            match self.output {
                Output::Table => self.table.push(row(&path.text, run)),
                Output::Csv => self.sheet.rows.push(cells(&path.text, run)),
                Output::Json => {
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
                show::write_fitting(&mut self.out, &TABLE, &TEXT, &self.table)?;
                writeln!(self.out, "{}", self.outcomes.text())?;
            }
            Output::Csv => self.sheet.write_csv(&mut self.out)?,
            Output::Json => self.entries.end(&mut self.out)?,
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

/// The columns of the table. Where the terminal is narrow, those with the highest number go first.
const TABLE: [(&str, u32); 13] = [
    ("outcome", 0),
    ("dialect", 4),
    ("session", 6),
    ("start", 5),
    ("took", 7),
    ("turns", 10),
    ("tools", 9),
    ("input", 3),
    ("cache+", 12),
    ("cached", 11),
    ("output", 1),
    ("cost", 8),
    ("where", 0),
];
/// These have text, the others numbers.
const TEXT: [&str; 5] = ["outcome", "dialect", "session", "start", "where"];

fn row(path: &str, run: &RunRecord) -> Vec<String> {
    let tokens = run.usage.map(|usage| usage.tokens);
    let count = |count: Option<u128>| count.map_or(String::new(), short);
    // What may be more is marked.
    let at_least = run.usage.is_some_and(|usage| usage.bound == runlex::report::SumOf::AtLeast);
    let output = tokens.map_or(String::new(), |tokens| {
        format!("{}{}", if at_least { "≥" } else { "" }, short(tokens.output))
    });
    vec![
        run.outcome.as_str().to_owned(),
        run.dialect.to_owned(),
        run.session.as_deref().map_or(String::new(), |session| cut(&name(session), 13)),
        run.started.as_deref().map_or(String::new(), start),
        run.duration_ms.map_or(String::new(), span),
        count(run.turns.map(u128::from)),
        count(Some(run.tool_calls.into())),
        count(tokens.map(|tokens| tokens.input)),
        count(tokens.map(|tokens| tokens.cache_creation)),
        count(tokens.map(|tokens| tokens.cache_read)),
        output,
        run.cost_stated_usd_micros.map_or(String::new(), dollars),
        format!("{}:{}", visible(path), run.line),
    ]
}

/// A time to the minute, if it is of the usual form.
fn start(time: &str) -> String {
    let shown = visible(time);
    match shown.get(..16) {
        Some(minute) if shown.as_bytes()[10] == b'T' => minute.replace('T', " "),
        _ => cut(&shown, 16),
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

fn cells(path: &str, run: &RunRecord) -> Vec<Cell> {
    let tokens = run.usage.map(|usage| usage.tokens);
    vec![
        Cell::Path(path.to_owned()),
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
        Cell::Text(run.models.join(" ")),
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
    fn cells() {
        assert_eq!(start("2026-05-01T10:00:00.000Z"), "2026-05-01 10:00");
        assert_eq!(start("1782348600"), "1782348600");
        assert_eq!(start("yesterday, long before noon"), "yesterday, long…");
        assert_eq!(start("éééééééééééééééééé"), "ééééééééééééééé…");
    }
}
