//! What is gathered of files: rows of their lines, or of their reports.

use super::table::PATH;
use super::{Outlet, ScanTable, Shape};
use crate::columns::{Source, counts, ints, texts};
use crate::kept::Kept;
use crate::rows::{Place, Rows};
use crate::scribe::Scribe;
use crate::snapshot::{self, narrow};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::ArrowError;
use arrow_select::take::take;
use runlex::report::{Group, Key, KeyValue, RunRecord, TokenSums};
use runlex::{IdKey, Record, Report, Totals, What};
use runlex_scan::{Aggregate, FileError};
use std::collections::BTreeMap;

/// So many rows are handed on at once.
const ROWS: usize = 1 << 15;
/// After so many lines a report that is asked for nothing but what it tells of each of them begins anew: what it keeps is to stay little.
const FORGOTTEN: u64 = 1 << 12;
/// By what usage is told apart.
const KEYS: [Key; 2] = [Key::Session, Key::Model];
/// What stands for no session or model.
const NONE: &str = "(none)";

/// What it takes of the lines for the rows and columns that are wanted.
pub(super) fn kept(shape: &Shape) -> Kept {
    let is = |table| shape.table == table;
    let needs = |names: &[&str]| names.iter().any(|name| shape.needs(name));
    Kept {
        lines: is(ScanTable::Lines),
        calls: is(ScanTable::ToolCalls),
        stated: is(ScanTable::Stated),
        faults: is(ScanTable::Faults),
        ids: needs(&["message_id", "request_id", "id"]),
        bytes: needs(&["bytes"]),
        with_text: shape.with_text,
        raw: needs(&["raw"]),
    }
}

/// What a part of a file comes to.
pub(super) struct Facts<'o> {
    file: u64,
    outlet: &'o Outlet,
    report: Report,
    rows: Rows,
    lines: u64,
    /// It begins where the file does, so that it knows how its lines are numbered.
    is_front: Option<bool>,
}

/// What a whole file comes to.
pub(super) enum Known {
    /// The rows that were not handed on yet.
    Rows(Box<Rows>),
    /// With the number of the file.
    Runs(u64, Vec<RunRecord>),
    Usage(Box<Totals>),
}

impl<'o> Facts<'o> {
    /// Of a part of the file with this number.
    pub(super) fn new(file: u64, key: IdKey, outlet: &'o Outlet) -> Facts<'o> {
        let (report, rows) = (Report::new(key), outlet.spare.take());
        Facts { file, outlet, report, rows, lines: 0, is_front: None }
    }

    /// Of all that is read of a file.
    pub(super) fn alone(self) -> Facts<'o> {
        Facts { is_front: Some(true), ..self }
    }

    /// Hands on what nothing can change any more, so that memory does not grow with the file.
    fn hand_on(&mut self, most: usize) {
        if self.is_front == Some(true) && self.rows.len() >= most {
            self.outlet.lines(self.rows.take_settled(self.outlet.spare.take(), 0));
        }
    }

    /// What it comes to, if it is of a whole file.
    pub(super) fn known(self) -> Known {
        match self.outlet.shape.table {
            // Items are read otherwise.
            ScanTable::Lines
            | ScanTable::Items
            | ScanTable::ToolCalls
            | ScanTable::Stated
            | ScanTable::Faults => Known::Rows(Box::new(self.rows)),
            ScanTable::Runs => Known::Runs(self.file, self.report.finish().run_list),
            ScanTable::Usage => Known::Usage(Box::new(Totals::of_by(self.report, &KEYS).0)),
        }
    }
}

impl Aggregate for Facts<'_> {
    type Output = Known;

    fn observe(&mut self, record: &Record<'_, '_>) {
        self.lines += 1;
        let offset = record.line.at().offset;
        self.is_front.get_or_insert(offset == 0);
        let Outlet { shape, kept, .. } = self.outlet;
        if !shape.table.is_of_lines() {
            self.report.observe(record);
            return;
        }
        let place = Place { file: self.file, commit: None, line: self.lines, kept: *kept };
        // What is told of an event stands in its line alone.
        if self.lines.is_multiple_of(FORGOTTEN) {
            self.report = self.report.emptied();
        }
        let event = match record.what {
            What::Event(_) if kept.of_events() => {
                let mut scribe = Scribe::new(&mut self.rows, place, offset);
                self.report.observe_with(record, &mut scribe);
                Some(scribe.event())
            }
            // The report is asked for nothing but what its events say.
            What::Event(_) | What::Blank | What::Fault(_) => None,
        };
        self.rows.add(place, record, event);
        self.hand_on(ROWS);
    }

    fn merge(&mut self, mut later: Self) {
        if later.lines == 0 {
            return;
        }
        // What is handed on need not be put before the rows of the later part.
        self.hand_on(ROWS / 8);
        self.is_front = self.is_front.or(later.is_front);
        if !self.outlet.shape.table.is_of_lines() {
            self.report.merge(later.report);
        }
        self.rows.append(&mut later.rows, self.lines);
        self.outlet.spare.give(later.rows);
        self.lines += later.lines;
        self.hand_on(ROWS);
    }

    fn finish(mut self, error: Option<&FileError>) -> Known {
        if error.is_some() {
            self.report.cut_short();
        }
        self.known()
    }
}

/// What whole files came to and was not handed on yet, in the order of files.
pub(super) struct Gathered<'o> {
    outlet: &'o Outlet,
    rows: Rows,
    runs: Vec<(u64, u64, RunRecord)>,
    totals: Totals,
}

impl<'o> Gathered<'o> {
    pub(super) fn new(key: IdKey, outlet: &'o Outlet) -> Gathered<'o> {
        Gathered { outlet, rows: Rows::default(), runs: Vec::new(), totals: Totals::new(key) }
    }

    pub(super) fn add(&mut self, known: Known) {
        match known {
            Known::Rows(mut rows) => {
                self.rows.append(&mut rows, 0);
                self.outlet.spare.give(*rows);
            }
            Known::Runs(file, runs) => {
                self.runs.extend((1..).zip(runs).map(|(number, run)| (file, number, run)))
            }
            Known::Usage(totals) => self.totals.merge(*totals),
        }
        if self.rows.len() + self.runs.len() >= ROWS {
            self.hand_on();
        }
    }

    fn hand_on(&mut self) {
        self.outlet.lines(std::mem::take(&mut self.rows));
        let runs = std::mem::take(&mut self.runs);
        if !runs.is_empty() {
            self.outlet.runs(&runs);
        }
    }

    pub(super) fn finish(mut self) {
        self.hand_on();
        if self.outlet.shape.table == ScanTable::Usage {
            let columns = used(&self.totals.finish_by().1);
            let rows = columns.first().map_or(0, |column| column.len());
            self.outlet
                .rows(rows, |at| columns.get(at).cloned().ok_or_else(|| missing(self.outlet.name(at))));
        }
    }
}

impl Outlet {
    /// Hands on rows of lines.
    fn lines(&self, rows: Rows) {
        if let Some(table) = self.shape.table.in_index() {
            let source = Source::of(&rows);
            let make = |name: &str| source.column(table, name);
            self.rows(rows.count(table), |at| column(self.name(at), make, |file| self.path(file)));
        }
        self.spare.give(rows);
    }

    fn runs(&self, runs: &[(u64, u64, RunRecord)]) {
        match snapshot::runs(runs) {
            Ok(batch) => self.rows(runs.len(), |at| {
                column(self.name(at), |name| named(&batch, name), |file| self.path(file))
            }),
            Err(error) => self.error(error.into()),
        }
    }

    /// That of a column by its number.
    fn name(&self, at: usize) -> &'static str {
        self.shape.all.get(at).map_or("", |column| column.name)
    }
}

/// A column of a scan, from those of an index that `make` makes by their names; `path` is that of a file by its number.
fn column<'p>(
    name: &str,
    make: impl Fn(&str) -> Result<ArrayRef, ArrowError>,
    path: impl Fn(u64) -> Option<&'p str>,
) -> Result<ArrayRef, ArrowError> {
    if name != PATH.name {
        return plain(&make(name)?);
    }
    let files = make("file")?;
    let files = files.as_primitive::<Int64Type>().values();
    Ok(texts(files.iter().map(|file| u64::try_from(*file).ok().and_then(&path))))
}

fn named(batch: &RecordBatch, name: &str) -> Result<ArrayRef, ArrowError> {
    batch.column_by_name(name).cloned().ok_or_else(|| missing(name))
}

fn missing(name: &str) -> ArrowError {
    ArrowError::SchemaError(format!("there is no column {name}"))
}

/// Plain text for a dictionary; all others as they are.
fn plain(values: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    match values.as_dictionary_opt::<Int32Type>() {
        Some(names) => take(names.values(), names.keys(), None),
        None => Ok(values.clone()),
    }
}

/// The rows of [`ScanTable::Runs`] of one file, from its finished report: for who scanned it in parts and put them together.
///
/// # Errors
///
/// If rows do not fit the table: a fault of runlex.
pub fn run_rows(path: &str, runs: Vec<RunRecord>) -> Result<RecordBatch, ArrowError> {
    let rows: Vec<_> = (1..).zip(runs).map(|(number, run)| (0, number, run)).collect();
    let batch = snapshot::runs(&rows)?;
    let all = ScanTable::Runs.columns(false);
    let columns = all.map(|one| column(one.name, |name| named(&batch, name), |_| Some(path)));
    RecordBatch::try_new(ScanTable::Runs.schema(), columns.collect::<Result<_, _>>()?)
}

/// The rows of [`ScanTable::Usage`], from totals that were made by session and model.
///
/// # Errors
///
/// If rows do not fit the table: a fault of runlex.
pub fn usage_rows(groups: &BTreeMap<Vec<KeyValue>, Group>) -> Result<RecordBatch, ArrowError> {
    RecordBatch::try_new(ScanTable::Usage.schema(), used(groups))
}

/// The columns of [`ScanTable::Usage`].
fn used(groups: &BTreeMap<Vec<KeyValue>, Group>) -> Vec<ArrayRef> {
    let key = |at: usize| {
        texts(groups.keys().map(move |keys| match keys.get(at) {
            Some(KeyValue::Name(name)) if name != NONE => Some(name.as_str()),
            _ => None,
        }))
    };
    let tokens = |of: fn(&TokenSums) -> u128| counts(groups.values().map(|group| narrow(of(&group.usage))));
    let all = |of: fn(&TokenSums) -> u128| counts(groups.values().map(|group| narrow(of(&group.comparable))));
    vec![
        key(0),
        key(1),
        ints(groups.values().map(|group| group.runs)),
        ints(groups.values().map(|group| group.messages)),
        tokens(|tokens| tokens.input),
        tokens(|tokens| tokens.cache_creation),
        tokens(|tokens| tokens.cache_read),
        tokens(|tokens| tokens.output),
        tokens(|tokens| tokens.reasoning),
        all(|tokens| tokens.input),
        all(|tokens| tokens.output),
        counts(groups.values().map(|group| group.cost_stated_usd_micros)),
    ]
}
