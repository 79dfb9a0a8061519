//! `runlex result`: what came of each run.
//!
//! Runs and their outcomes are those of `ls`. A stream is read once: lines that can be a result are kept until it is known whose
//! they are.

use crate::Exit;
use crate::args::{Output, Results};
use crate::choice::Choice;
use crate::entries::Entries;
use crate::inputs::{self, PathText};
use crate::message;
use crate::read::options;
use crate::records;
use crate::seen::Seen;
use crate::show::{self, LeftOut, complain, readable, visible};
use anyhow::Result;
use runlex::dialects::{Dialect, Hint, Item, ItemKind, KEYS, items, sniff};
use runlex::report::{RunOutcome, RunRecord};
use runlex::{Field, IdKey, Object, OwnedRecord, Pick, Record, Report, Value, What};
use serde::Serialize;
use std::io::{BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;

/// An entry of `results`.
#[derive(Serialize)]
struct Entry<'a> {
    #[serde(flatten)]
    path: &'a PathText,
    line: u64,
    session: Option<&'a str>,
    dialect: &'a str,
    outcome: RunOutcome,
    is_error: Option<bool>,
    reason: Option<&'a str>,
    text: Option<&'a str>,
}

pub(crate) fn run(args: &Results, exit: &mut Exit) -> Result<()> {
    let (key, options) = (IdKey::random(), options(&args.reading.checking));
    let choice = Choice::of_runs(&args.runs, Some(&args.calls));
    let mut left_out = LeftOut::default();
    let mut answer = Answer::new(args);
    for input in inputs::find(&args.reading, 1, exit) {
        let (mut report, mut ends, mut seen) = (Report::new(key), Ends::default(), Seen::default());
        let read = records::open(input.source()).map_err(Into::into).and_then(|source| {
            records::of(&args.reading, source, |record| {
                report.observe(record);
                ends.observe(record);
                if let Some(wanted) = choice.as_ref().and_then(Choice::wanted) {
                    seen.observe(wanted, record);
                }
                ControlFlow::Continue(())
            })
        });
        if let Err(error) = read {
            message::error_at(message::Kind::Input, input.path(), &format!("{error:#}"));
            exit.raise(Exit::InputOrOutputError);
        }
        let path = PathText::of(input.path());
        let report = report.finish();
        left_out.add(report.fault_counts.values().sum());
        let runs = report.run_list;
        let is_taken = choice.as_ref().map(|choice| choice.take(&runs, &seen));
        for (at, run) in runs.iter().enumerate() {
            if is_taken.as_ref().is_some_and(|is_taken| !is_taken[at]) {
                continue;
            }
            let behind = runs.get(at + 1).map_or(u64::MAX, |next| next.line);
            let (text, is_error) = ends.of(run, behind, options);
            answer.add(&path, run, is_error, text.as_deref(), exit)?;
        }
    }
    if let Some(choice) = &choice {
        choice.tell(args.reading.checking.quiet);
    }
    left_out.tell(args.reading.checking.quiet);
    answer.end(exit)
}

/// The lines of a stream that may be a result or have its text.
#[derive(Default)]
struct Ends {
    lines: Vec<End>,
    /// The event before was a piece.
    goes_on: bool,
}

struct End {
    line: u64,
    kind: Kind,
    record: OwnedRecord,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Result,
    /// AFK's.
    Done,
    /// An error in words, which ends runs of some dialects.
    Error,
    /// A whole text, where results have none: of several in a row the last is kept.
    Message,
    /// A piece of such a text, where none comes whole: those that follow each other are kept.
    Piece,
}

impl Kind {
    fn is_text(self) -> bool {
        matches!(self, Kind::Message | Kind::Piece)
    }
}

impl Ends {
    fn observe(&mut self, record: &Record<'_, '_>) {
        let What::Event(object) = record.what else { return };
        let goes_on = std::mem::take(&mut self.goes_on);
        const TYPE: Pick<1> = KEYS.pick(["type"]);
        let [kind] = object.pick(&TYPE);
        let Some(kind) = Field::of(kind, Value::string).ok() else { return };
        let kind = match heard(object) {
            Some(kind) => kind,
            None if kind == "result" => Kind::Result,
            None if kind == "done" => Kind::Done,
            None if kind == "error" && object.get("error").is_some_and(is_object) => Kind::Done,
            None if kind == "error" && Field::of(object.get("error"), Value::string).ok().is_some() => {
                Kind::Error
            }
            None if kind == "message" && says_something(object) => Kind::Message,
            None => return,
        };
        self.goes_on = kind == Kind::Piece;
        if kind.is_text() && !(goes_on && self.goes_on) {
            while self.lines.pop_if(|last| last.kind.is_text()).is_some() {}
        }
        self.lines.push(End { line: record.line.at().line, kind, record: OwnedRecord::from(*record) });
    }

    /// The final text of a run, which ends before the line `behind`, and its `is_error`. A run without a result has neither.
    fn of(
        &self,
        run: &RunRecord,
        behind: u64,
        options: runlex::Options<'static>,
    ) -> (Option<String>, Option<bool>) {
        let dialect = Dialect::named(run.dialect);
        let has_ended = matches!(run.outcome, RunOutcome::Ok | RunOutcome::Failed | RunOutcome::Unknown);
        let (Some(dialect), true) = (dialect, has_ended) else { return (None, None) };
        let lines = self.lines.iter().filter(|end| (run.line..behind).contains(&end.line));
        let end = match dialect {
            Dialect::Afk => lines.clone().find(|end| end.kind == Kind::Done),
            _ => lines.clone().rfind(|end| match end.kind {
                Kind::Error => is_result(&end.record, dialect, options),
                kind => kind == Kind::Result,
            }),
        };
        let Some(end) = end else { return (None, None) };
        let (mut text, mut is_error) = (None, None);
        each_item(&end.record, dialect, options, |item| {
            if let ItemKind::Result { text: said, is_error: printed, .. } = item.kind {
                text = said.map(|said| said.to_string());
                is_error = printed.ok();
            }
        });
        let may_be_apart = dialect == Dialect::Afk || dialect.runs().is_some();
        if text.is_none() && may_be_apart && run.outcome != RunOutcome::Failed {
            let before: Vec<&End> = lines.take_while(|line| line.line < end.line).collect();
            let last = before.iter().rposition(|line| line.kind.is_text());
            let first = last.map(|last| {
                let others = before[..last].iter().rposition(|line| line.kind != Kind::Piece);
                if before[last].kind == Kind::Piece { others.map_or(0, |at| at + 1) } else { last }
            });
            for part in first.zip(last).map(|(first, last)| &before[first..=last]).unwrap_or_default() {
                each_item(&part.record, dialect, options, |item| match (item.kind, &mut text) {
                    (ItemKind::AssistantText(said), Some(text)) if item.piece => *text += &said.to_string(),
                    (ItemKind::AssistantText(said), text) => *text = Some(said.to_string()),
                    _ => {}
                });
            }
        }
        (text, is_error)
    }
}

fn is_object(value: Value<'_, '_>) -> bool {
    value.object().ok().is_some()
}

/// What a line is whose program the report knows by its items only.
fn heard(object: Object<'_, '_>) -> Option<Kind> {
    let Hint::Is(dialect) = sniff(object) else { return None };
    let item = items(dialect, object).next().filter(|_| dialect.runs().is_some())?;
    match item.kind {
        ItemKind::Result { .. } => Some(Kind::Result),
        ItemKind::AssistantText(_) if item.piece => Some(Kind::Piece),
        ItemKind::AssistantText(_) if !(item.delta || item.replay) => Some(Kind::Message),
        _ => None,
    }
}

/// Whether the line ends runs of this dialect.
fn is_result(record: &OwnedRecord, dialect: Dialect, options: runlex::Options<'static>) -> bool {
    let mut is = false;
    each_item(record, dialect, options, |item| is |= matches!(item.kind, ItemKind::Result { .. }));
    is
}

/// Whether it is AFK's whole text.
fn says_something(object: Object<'_, '_>) -> bool {
    items(Dialect::Afk, object).any(|item| matches!(item.kind, ItemKind::AssistantText(_)))
}

fn each_item(
    record: &OwnedRecord,
    dialect: Dialect,
    options: runlex::Options<'static>,
    each: impl FnMut(Item<'_, '_>),
) {
    if let What::Event(object) = record.record_with(options, &mut []).what {
        items(dialect, object).for_each(each);
    }
}

/// A run of which it is not known whether it is the only one.
struct First {
    heading: String,
    text: Option<String>,
    is_fine: bool,
}

/// What is printed, run by run.
struct Answer<'a> {
    args: &'a Results,
    out: BufWriter<Box<dyn Write>>,
    is_terminal: bool,
    runs: u64,
    /// The only run so far: of one alone the text is printed and nothing else.
    first: Option<First>,
    entries: Entries,
}

impl<'a> Answer<'a> {
    fn new(args: &'a Results) -> Answer<'a> {
        Answer {
            args,
            out: show::stdout(args.output),
            is_terminal: std::io::stdout().is_terminal(),
            runs: 0,
            first: None,
            entries: Entries::new("results", args.output),
        }
    }

    fn add(
        &mut self,
        path: &PathText,
        run: &RunRecord,
        is_error: Option<bool>,
        text: Option<&str>,
        exit: &mut Exit,
    ) -> Result<()> {
        self.runs += 1;
        if run.outcome != RunOutcome::Ok {
            exit.raise(Exit::NoMatch);
        }
        if self.args.output.is_json() {
            let entry = Entry {
                path,
                line: run.line,
                session: run.session.as_deref(),
                dialect: run.dialect,
                outcome: run.outcome,
                is_error,
                reason: run.reason.as_deref(),
                text,
            };
            return self.entries.add(&mut self.out, &entry);
        }
        let heading = heading(path, run);
        if self.runs == 1 {
            let is_fine = run.outcome == RunOutcome::Ok;
            self.first = Some(First { heading, text: text.map(str::to_owned), is_fine });
            return Ok(());
        }
        if let Some(first) = self.first.take() {
            self.titled(&first.heading, first.text.as_deref())?;
        }
        writeln!(self.out)?;
        self.titled(&heading, text)
    }

    fn titled(&mut self, heading: &str, text: Option<&str>) -> Result<()> {
        let bold = show::style(anstyle::Style::new().bold());
        writeln!(self.out, "{bold}{}{bold:#}", visible(heading))?;
        text.map_or(Ok(()), |text| self.text(text))
    }

    /// With a newline at its end.
    fn text(&mut self, text: &str) -> Result<()> {
        match self.is_terminal {
            true => self.out.write_all(readable(text).as_bytes())?,
            false => self.out.write_all(text.as_bytes())?,
        }
        if !text.ends_with('\n') {
            self.out.write_all(b"\n")?;
        }
        Ok(())
    }

    fn end(mut self, exit: &mut Exit) -> Result<()> {
        if self.runs == 0 && *exit == Exit::Fine {
            complain("there is no run in what was read");
            exit.raise(Exit::NoMatch);
        }
        match self.args.output {
            Output::Json | Output::Ndjson => self.entries.end(&mut self.out)?,
            Output::Table | Output::Csv => {
                if let Some(first) = self.first.take() {
                    // Standard output has the text and nothing else.
                    if !first.is_fine && !self.args.reading.checking.quiet {
                        complain(&first.heading);
                    }
                    if first.text.is_none() && first.is_fine && !self.args.reading.checking.quiet {
                        complain(&format!(
                            "{}, without a text (runlex text prints what was said)",
                            first.heading
                        ));
                    }
                    first.text.map_or(Ok(()), |text| self.text(&text))?;
                }
            }
        }
        self.out.flush()?;
        Ok(())
    }
}

/// `runs/a.jsonl:1: failed: max_turns`
fn heading(path: &PathText, run: &RunRecord) -> String {
    let outcome = match run.outcome {
        RunOutcome::Unterminated | RunOutcome::Open => format!("{}: no result", run.outcome.as_str()),
        _ => run.outcome.as_str().to_owned(),
    };
    let reason = run.reason.as_deref().map(|reason| format!(": {reason}")).unwrap_or_default();
    format!("{}:{}: {outcome}{reason}", path.text, run.line)
}
