//! The tables that are written anew with each commit, `files` and `runs`.

use crate::columns::{batch, counts, flags, ints, texts, times, words};
use crate::error::IndexError;
use crate::schema::Table;
use crate::segment::TableWriter;
use crate::sources::Source;
use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field};
use runlex::report::{FileReport, RunRecord, TokenSums, time_ms};
use std::sync::Arc;

/// So many files, or runs, are gathered before they are written.
const ROWS: usize = 1 << 13;

/// Gathers files in the order of their paths.
pub(crate) struct Snapshot<'f> {
    files: TableWriter<'f>,
    runs: TableWriter<'f>,
    waiting_files: Vec<FileRow>,
    waiting_runs: Vec<(u64, u64, RunRecord)>,
}

struct FileRow {
    source: Source,
    report: FileReport,
}

impl<'f> Snapshot<'f> {
    pub(crate) fn new(files: TableWriter<'f>, runs: TableWriter<'f>) -> Snapshot<'f> {
        Snapshot { files, runs, waiting_files: Vec::new(), waiting_runs: Vec::new() }
    }

    pub(crate) fn add(&mut self, source: &Source, mut report: FileReport) -> Result<(), IndexError> {
        let runs = std::mem::take(&mut report.run_list);
        let numbered = (1..).zip(runs);
        self.waiting_runs.extend(numbered.map(|(number, run)| (source.file, number, run)));
        // Lists that no row has; files may have many.
        (report.faults, report.notes, report.end_events) = Default::default();
        self.waiting_files.push(FileRow { source: source.clone(), report });
        if self.waiting_files.len() >= ROWS || self.waiting_runs.len() >= ROWS {
            self.write()?;
        }
        Ok(())
    }

    fn write(&mut self) -> Result<(), IndexError> {
        self.files.write(&files(&std::mem::take(&mut self.waiting_files))?)?;
        self.runs.write(&runs(&std::mem::take(&mut self.waiting_runs))?)
    }

    /// The tables, complete.
    pub(crate) fn finish(mut self) -> Result<(TableWriter<'f>, TableWriter<'f>), IndexError> {
        self.write()?;
        Ok((self.files, self.runs))
    }
}

fn files(rows: &[FileRow]) -> Result<RecordBatch, ArrowError> {
    let source = |of: fn(&Source) -> u64| ints(rows.iter().map(|row| of(&row.source)));
    let report = |of: fn(&FileReport) -> u64| ints(rows.iter().map(|row| of(&row.report)));
    let tokens = |of: fn(&TokenSums) -> u128| counts(rows.iter().map(|row| narrow(of(&row.report.tokens))));
    let paths: Vec<_> = rows.iter().map(|row| row.source.path.0.to_string_lossy()).collect();
    batch(
        Table::Files,
        vec![
            source(|source| source.file),
            source(|source| source.commit),
            texts(paths.iter().map(|path| Some(&**path))),
            source(|source| source.bytes),
            source(|source| source.size),
            times(rows.iter().map(|row| Some(row.source.modified.div_euclid(1_000_000)))),
            words(rows.iter().map(|row| row.source.compression.as_deref())),
            words(rows.iter().map(|row| row.source.encoding.as_deref())),
            report(|report| report.lines),
            report(|report| report.events),
            report(|report| report.blank),
            report(|report| report.fault_counts.values().sum()),
            report(|report| report.note_count),
            flags(rows.iter().map(|row| Some(row.report.unterminated))),
            lists(rows.iter().map(|row| row.report.dialects.iter().copied())),
            report(|report| report.sessions.len() as u64),
            report(|report| {
                let runs = report.runs;
                runs.ok + runs.failed + runs.unterminated + runs.open + runs.unknown
            }),
            report(|report| report.tool_calls),
            report(|report| report.tool_results),
            report(|report| report.tool_errors),
            tokens(|tokens| tokens.input),
            tokens(|tokens| tokens.cache_creation),
            tokens(|tokens| tokens.cache_read),
            tokens(|tokens| tokens.output),
            counts(rows.iter().map(|row| row.report.cost_stated_usd_micros)),
        ],
    )
}

/// Rows of runs: the number of the file, that of the run in it, the run.
pub(crate) fn runs(rows: &[(u64, u64, RunRecord)]) -> Result<RecordBatch, ArrowError> {
    let int = |of: fn(&RunRecord) -> u64| ints(rows.iter().map(|(.., run)| of(run)));
    let count = |of: fn(&RunRecord) -> Option<u64>| counts(rows.iter().map(|(.., run)| of(run)));
    let time = |of: fn(&RunRecord) -> Option<&String>| {
        times(rows.iter().map(|(.., run)| of(run).and_then(|time| time_ms(time))))
    };
    let usage = |of: fn(&TokenSums) -> u128| {
        counts(rows.iter().map(|(.., run)| run.usage.and_then(|usage| narrow(of(&usage.tokens)))))
    };
    let tokens = |of: fn(&TokenSums) -> u128| counts(rows.iter().map(|(.., run)| narrow(of(&run.tokens))));
    batch(
        Table::Runs,
        vec![
            ints(rows.iter().map(|(file, ..)| *file)),
            ints(rows.iter().map(|(_, number, _)| *number)),
            words(rows.iter().map(|(.., run)| Some(run.dialect))),
            words(rows.iter().map(|(.., run)| run.session.as_deref())),
            int(|run| run.line),
            int(|run| run.offset),
            int(|run| run.events),
            int(|run| run.faults),
            time(|run| run.started.as_ref()),
            time(|run| run.ended.as_ref()),
            count(|run| run.duration_ms),
            count(|run| run.turns),
            words(rows.iter().map(|(.., run)| Some(run.outcome.as_str()))),
            words(rows.iter().map(|(.., run)| run.reason.as_deref())),
            int(|run| run.results),
            int(|run| run.lines_after_end),
            lists(rows.iter().map(|(.., run)| run.models.iter().map(String::as_str))),
            int(|run| run.messages),
            int(|run| run.tool_calls),
            int(|run| run.tool_results),
            int(|run| run.tool_errors),
            int(|run| run.unanswered),
            int(|run| run.orphan_results),
            tokens(|tokens| tokens.input),
            tokens(|tokens| tokens.cache_creation),
            tokens(|tokens| tokens.cache_read),
            tokens(|tokens| tokens.output),
            words(rows.iter().map(|(.., run)| run.usage.map(|usage| usage.rule))),
            words(rows.iter().map(|(.., run)| run.usage.map(|usage| usage.bound.as_str()))),
            usage(|tokens| tokens.input),
            usage(|tokens| tokens.cache_creation),
            usage(|tokens| tokens.cache_read),
            usage(|tokens| tokens.output),
            count(|run| run.cost_stated_usd_micros),
            lists(rows.iter().map(|(.., run)| run.findings.iter().copied())),
        ],
    )
}

/// `None` beyond 64 bits.
pub(crate) fn narrow(sum: u128) -> Option<u64> {
    u64::try_from(sum).ok()
}

fn lists<'a>(values: impl Iterator<Item = impl Iterator<Item = &'a str>>) -> ArrayRef {
    let field = Field::new("item", DataType::Utf8, false);
    let mut lists = ListBuilder::new(StringBuilder::new()).with_field(field);
    for texts in values {
        for text in texts {
            lists.values().append_value(text);
        }
        lists.append(true);
    }
    Arc::new(lists.finish())
}
