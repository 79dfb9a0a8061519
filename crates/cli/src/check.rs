//! `runlex check`: every broken line.

use crate::Exit;
use crate::args::{Check, Output};
use crate::inputs::path_text;
use crate::read::{self, Outcome};
use crate::refused::{Refused, RefusedLine};
use crate::show::{self, thousands, visible};
use anstyle::{AnsiColor, Style};
use anyhow::Result;
use runlex::{FaultKind, FileReport, IdKey};
use serde::Serialize;
use std::io::Write;

const KIND: Style = AnsiColor::Yellow.on_default().bold();

/// An entry of `files`.
#[derive(Serialize)]
struct Entry<'a> {
    path: &'a str,
    /// Set when the path is no UTF-8 and `path` therefore only resembles it.
    #[serde(skip_serializing_if = "is_false")]
    path_is_lossy: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    file_encoding: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<&'a [RefusedLine]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused_count: Option<u64>,
    #[serde(flatten)]
    report: &'a FileReport,
}

fn is_false(value: &bool) -> bool {
    !value
}

pub(crate) fn run(args: &Check, exit: &mut Exit) -> Result<()> {
    let mut out = show::stdout(args.output);
    let mut sums = Sums::default();
    let mut first = true;
    if args.output == Output::Json {
        write!(out, "{{\"schema_version\":1,\"files\":[")?;
    }
    read::all(&args.reading, &args.threading, IdKey::random(), args.target, exit, |outcome, exit| {
        let is_read = outcome.is_read();
        let Outcome { input, report, encoding, refused, error } = outcome;
        let report = report.finish();
        if !report.fault_counts.is_empty() || refused.as_ref().is_some_and(|refused| refused.count > 0) {
            exit.raise(Exit::FaultsFound);
        }
        let path = path_text(input.path());
        let (path, path_is_lossy) = match &path {
            Ok(path) => (path, false),
            Err(path) => (path, true),
        };
        match args.output {
            Output::Table | Output::Csv => {
                lines(&mut out, path, &report, refused.as_ref(), args.reading.max_line)?;
                // A buffer that fills up ends anywhere, and progress would be drawn behind half a line.
                out.flush()?;
            }
            Output::Json => {
                if !std::mem::take(&mut first) {
                    write!(out, ",")?;
                }
                let entry = Entry {
                    path,
                    path_is_lossy,
                    file_encoding: encoding.map(|encoding| encoding.as_str()),
                    error: error.map(|error| error.to_string()),
                    refused: refused.as_ref().map(|refused| &refused.listed[..]),
                    refused_count: refused.as_ref().map(|refused| refused.count),
                    report: &report,
                };
                serde_json::to_writer(&mut out, &entry)?;
            }
        }
        if is_read {
            sums.add(&report, refused.as_ref());
        }
        Ok(())
    })?;
    match args.output {
        // What could not be read was told; zeros would say that it is empty.
        Output::Table | Output::Csv if sums.files == 0 => {}
        Output::Table | Output::Csv => sums.write(&mut out)?,
        Output::Json => writeln!(out, "]}}")?,
    }
    out.flush()?;
    Ok(())
}

/// One line a fault, in the form that editors and `grep` users know; behind it why its line would be refused.
fn lines(
    out: &mut impl Write,
    path: &str,
    report: &FileReport,
    refused: Option<&Refused>,
    max_line: u64,
) -> Result<()> {
    let path = visible(path);
    let mut refusals = refused.map_or(&[][..], |refused| &refused.listed).iter().peekable();
    for fault in &report.faults {
        while let Some(refusal) = refusals.next_if(|refusal| refusal.line < fault.line) {
            refuse(out, &path, refusal)?;
        }
        write!(
            out,
            "{path}:{}: {KIND}{}{KIND:#} at byte {}: {}",
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
        refuse(out, &path, refusal)?;
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

fn refuse(out: &mut impl Write, path: &str, refusal: &RefusedLine) -> Result<()> {
    let RefusedLine { line, kind, at, message, .. } = refusal;
    writeln!(out, "{path}:{line}: refused: {KIND}{kind}{KIND:#} at byte {at}: {message}")?;
    Ok(())
}

/// What the reader should know of a kind, in half a line.
fn meaning(kind: FaultKind, max_line: u64) -> &'static str {
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
        let count = |number: u64, one: &str, many: &str| {
            format!("{} {}", thousands(number), if number == 1 { one } else { many })
        };
        write!(
            out,
            "{}, {}: {}, {} blank, {}, {}",
            count(self.files, "file", "files"),
            count(self.lines, "line", "lines"),
            count(self.events, "event", "events"),
            thousands(self.blank),
            count(self.faults, "fault", "faults"),
            count(self.notes, "note", "notes"),
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
