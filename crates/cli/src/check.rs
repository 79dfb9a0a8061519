//! `runlex check`: every broken line.

use crate::Exit;
use crate::args::{Check, Output};
use crate::choice::Choice;
use crate::entries::Entries;
use crate::indexed::{self, Indexed};
use crate::inputs::PathText;
use crate::read::{self, Beside, Outcome};
use crate::refused::{Refused, RefusedLine};
use crate::show::{self, counted, thousands, visible};
use anstyle::{AnsiColor, Style};
use anyhow::Result;
use runlex::{FaultKind, FileReport, IdKey, Report};
use serde::Serialize;
use std::io::{BufWriter, Write};

const KIND: Style = AnsiColor::Yellow.on_default().bold();

/// An entry of `files`.
#[derive(Serialize)]
struct Entry<'a> {
    #[serde(flatten)]
    path: &'a PathText,
    #[serde(skip_serializing_if = "Option::is_none")]
    file_encoding: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<&'a [RefusedLine]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused_count: Option<u64>,
    #[serde(flatten)]
    report: &'a FileReport,
}

pub(crate) fn run(args: &Check, exit: &mut Exit) -> Result<()> {
    let mut list = List::new(args.output, args.reading.checking.max_line);
    let choice = Choice::of_runs(&args.runs, Some(&args.calls));
    let choice = choice.as_ref();
    if let Some(folder) = &args.indexed.index {
        indexed::ask(folder, exit, |index, exit| {
            if !indexed::can_choose(choice, exit) {
                return Ok(());
            }
            list.max_line = index.max_line();
            indexed::reports(index, choice, exit, |indexed, exit| {
                let Indexed { path, report, encoding, error } = indexed;
                let (error, is_read) = (error.map(str::to_owned), error.is_none());
                let report = report.finish();
                list.file(&File { path, report, encoding, refused: None, error, is_read }, exit)
            })?;
            choice.inspect(|choice| choice.tell(args.reading.checking.quiet));
            Ok(())
        })?;
        return list.end();
    }
    let beside = Beside { target: args.target, only: choice, ..Beside::default() };
    let (key, finish) = (IdKey::random(), |report: Report, _| report.finish());
    read::all(&args.reading, &args.threading, key, beside, exit, finish, |outcome, exit| {
        let Outcome { input, output: report, encoding, refused, error, is_read, .. } = outcome;
        let file = File {
            path: PathText::of(input.path()),
            report,
            encoding: encoding.map(|encoding| encoding.as_str()),
            refused,
            error: error.map(|error| error.to_string()),
            is_read,
        };
        list.file(&file, exit)
    })?;
    list.end()
}

/// What there is to say of a file.
struct File<'a> {
    path: PathText,
    report: FileReport,
    encoding: Option<&'a str>,
    /// Only where it was asked for.
    refused: Option<Refused>,
    error: Option<String>,
    /// It was read to its end, or at least a line of it.
    is_read: bool,
}

/// The list as it is written, file by file.
struct List {
    output: Output,
    /// The cap on lines, of which `too-long` tells.
    max_line: u64,
    out: BufWriter<Box<dyn Write>>,
    sums: Sums,
    entries: Entries,
}

impl List {
    fn new(output: Output, max_line: u64) -> List {
        List {
            output,
            max_line,
            out: show::stdout(output),
            sums: Sums::default(),
            entries: Entries::new("files", output),
        }
    }

    /// Takes in the next file.
    fn file(&mut self, file: &File<'_>, exit: &mut Exit) -> Result<()> {
        let File { report, refused, .. } = file;
        let refused = refused.as_ref();
        if !report.fault_counts.is_empty() || refused.is_some_and(|refused| refused.count > 0) {
            exit.raise(Exit::FaultsFound);
        }
        match self.output {
            Output::Table | Output::Csv => {
                lines(&mut self.out, &file.path.text, report, refused, self.max_line)?;
                // A buffer that fills up ends anywhere, and progress would be drawn behind half a line.
                self.out.flush()?;
            }
            Output::Json | Output::Ndjson => {
                let entry = Entry {
                    path: &file.path,
                    file_encoding: file.encoding,
                    error: file.error.as_deref(),
                    refused: refused.map(|refused| &refused.listed[..]),
                    refused_count: refused.map(|refused| refused.count),
                    report,
                };
                self.entries.add(&mut self.out, &entry)?;
            }
        }
        if file.is_read {
            self.sums.add(report, refused);
        }
        Ok(())
    }

    fn end(mut self) -> Result<()> {
        match self.output {
            // What could not be read was told; zeros would say that it is empty.
            Output::Table | Output::Csv if self.sums.files == 0 => {}
            Output::Table | Output::Csv => {
                self.sums.write(&mut self.out)?;
                show::write_partial(&mut self.out)?;
            }
            Output::Json | Output::Ndjson => self.entries.end(&mut self.out)?,
        }
        self.out.flush()?;
        Ok(())
    }
}

/// One line a fault, in the form that editors and `grep` users know; behind it why its line would be refused.
fn lines(
    out: &mut impl Write,
    path: &str,
    report: &FileReport,
    refused: Option<&Refused>,
    max_line: u64,
) -> Result<()> {
    let path = visible(path).to_string();
    let style = show::style(KIND);
    let mut refusals = refused.map_or(&[][..], |refused| &refused.listed).iter().peekable();
    for fault in &report.faults {
        while let Some(refusal) = refusals.next_if(|refusal| refusal.line < fault.line) {
            refuse(out, &path, style, refusal)?;
        }
        write!(
            out,
            "{path}:{}: {style}{}{style:#} at byte {}: {}",
            fault.line,
            fault.kind,
            fault.at,
            meaning(fault.kind, max_line)
        )?;
        let at_least = if fault.salvage_cut { "at least " } else { "" };
        match fault.salvage.len() as u64 {
            0 if fault.salvage_cut => write!(out, "; its whole objects are not listed")?,
            0 => {}
            1 => write!(out, "; {at_least}1 whole object is in it")?,
            more => write!(out, "; {at_least}{} whole objects are in it", thousands(more))?,
        }
        writeln!(out)?;
    }
    for refusal in refusals {
        refuse(out, &path, style, refusal)?;
    }
    let more = refused.map_or(0, |refused| refused.count - refused.listed.len() as u64);
    if more > 0 {
        writeln!(out, "{path}: {} more refused lines are counted and not listed", thousands(more))?;
    }
    let all: u64 = report.fault_counts.values().sum();
    let listed = report.faults.len() as u64;
    if all > listed {
        writeln!(out, "{path}: {} more faults are counted and not listed", thousands(all - listed))?;
    }
    for note in &report.notes {
        writeln!(out, "{path}:{}: note: {} at byte {}", note.line, note.kind, note.at)?;
    }
    let listed = report.notes.len() as u64;
    if report.note_count > listed {
        writeln!(
            out,
            "{path}: {} more notes are counted and not listed",
            thousands(report.note_count - listed)
        )?;
    }
    if report.unterminated {
        writeln!(out, "{path}: note: the last line has no newline")?;
    }
    Ok(())
}

fn refuse(out: &mut impl Write, path: &str, style: Style, refusal: &RefusedLine) -> Result<()> {
    let RefusedLine { line, kind, at, message, .. } = refusal;
    writeln!(out, "{path}:{line}: refused: {style}{kind}{style:#} at byte {at}: {message}")?;
    Ok(())
}

/// What the reader should know of a kind, in half a line.
pub(crate) fn meaning(kind: FaultKind, max_line: u64) -> &'static str {
    match kind {
        FaultKind::Truncated => "the line ends inside its object",
        FaultKind::TornJoin => "a cut object with a whole one behind it",
        FaultKind::Concatenated => "a second object without a newline between",
        FaultKind::TrailingBytes => "something stands behind the object",
        FaultKind::Prefixed => "something stands before the object",
        FaultKind::Noise => "no JSON object",
        FaultKind::NotObject => "JSON, but no object",
        FaultKind::Syntax => "breaks the grammar of JSON",
        FaultKind::ControlChar => "a raw control byte in a string",
        FaultKind::InvalidUtf8 => "bytes that are no UTF-8 in a string",
        FaultKind::NulRun => "zero bytes, as a crash leaves them",
        FaultKind::Encoding => "looks like UTF-16; a whole file of it: `iconv -f UTF-16 -t UTF-8`",
        FaultKind::TooDeep => "nested deeper than 1,024 brackets",
        FaultKind::TooLong if max_line < u32::MAX.into() => "longer than --max-line",
        FaultKind::TooLong => "4 GiB or longer",
    }
}

#[derive(Default)]
struct Sums {
    files: u64,
    lines: u64,
    events: u64,
    blank: u64,
    faults: u64,
    notes: u64,
    /// Only where it was asked for.
    refused: Option<u64>,
}

impl Sums {
    fn add(&mut self, report: &FileReport, refused: Option<&Refused>) {
        if let Some(refused) = refused {
            *self.refused.get_or_insert(0) += refused.count;
        }
        self.files += 1;
        self.lines += report.lines;
        self.events += report.events;
        self.blank += report.blank;
        self.faults += report.fault_counts.values().sum::<u64>();
        self.notes += report.note_count;
    }

    fn write(&self, out: &mut impl Write) -> Result<()> {
        write!(
            out,
            "{}, {}: {}, {} blank, {}, {}",
            counted(self.files, "file", "files"),
            counted(self.lines, "line", "lines"),
            counted(self.events, "event", "events"),
            thousands(self.blank),
            counted(self.faults, "fault", "faults"),
            counted(self.notes, "note", "notes"),
        )?;
        if let Some(refused) = self.refused {
            write!(out, ", {} refused", thousands(refused))?;
        }
        writeln!(out)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The option is named only where it is the reason.
    #[test]
    fn what_too_long_means() {
        for (max_line, want) in [
            (0, "longer than --max-line"),
            ((4 << 30) - 2, "longer than --max-line"),
            ((4 << 30) - 1, "4 GiB or longer"),
            (4 << 30, "4 GiB or longer"),
            (u64::MAX, "4 GiB or longer"),
        ] {
            assert_eq!(meaning(FaultKind::TooLong, max_line), want, "{max_line}");
        }
    }
}
