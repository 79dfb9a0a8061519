//! Parts of files, for an engine that hands them out to many machines: what each comes to as bytes, and what they come to together.

use crate::error::{Failure, interruptible};
use crate::files::find;
use crate::reports;
use crate::table::{Source, Table};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use runlex::report::Key;
use runlex::{FileReport, IdKey, Options, Record, Report, Totals, saved};
use runlex_index::{run_rows, usage_rows};
use runlex_scan::{Aggregate, Compression, FileError, Scan};
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

/// A part of a file: the file's number in the order of files, its path, and the bytes in which its lines begin. The whole of a file
/// that must be read in order has no end.
type Part = (u64, String, u64, Option<u64>);

/// Cuts the files at these paths into parts of about `bytes`; those that are compressed are one part each.
#[pyfunction]
pub(crate) fn plan(py: Python<'_>, paths: Vec<PathBuf>, bytes: u64) -> PyResult<Vec<Part>> {
    interruptible(py, |_| {
        let mut parts = Vec::new();
        for (number, info) in (0..).zip(find(&paths, 0)?) {
            let path = info.path();
            let Some(name) = path.to_str() else {
                return Err(Failure::of_path(path, &"its path is no UTF-8, which tables and workers need"));
            };
            let len = info.len().filter(|_| !info.is_stream());
            let compression = match len {
                Some(len) if len > 0 => {
                    let file = File::open(path).map_err(|error| Failure::of_path(path, &error))?;
                    let mut head = Vec::new();
                    let read = file.take(4).read_to_end(&mut head);
                    read.map_err(|error| Failure::of_path(path, &error))?;
                    Compression::of_magic(&head)
                }
                _ => Compression::None,
            };
            let Some(len) = len.filter(|_| compression == Compression::None) else {
                parts.push((number, name.to_owned(), 0, None));
                continue;
            };
            let mut start = 0_u64;
            loop {
                let end = start.saturating_add(bytes.max(1)).min(len);
                parts.push((number, name.to_owned(), start, Some(end)));
                if end >= len {
                    break;
                }
                start = end;
            }
        }
        Ok(parts)
    })
}

/// A report of a part.
struct Of(Report);

impl Aggregate for Of {
    type Output = Report;

    fn observe(&mut self, record: &Record<'_, '_>) {
        self.0.observe(record);
    }

    fn merge(&mut self, later: Of) {
        self.0.merge(later.0);
    }

    fn finish(self, _: Option<&FileError>) -> Report {
        self.0
    }
}

/// What a part comes to, saved. Parts of one table share a `key`.
#[pyfunction]
pub(crate) fn report<'py>(
    py: Python<'py>,
    path: PathBuf,
    start: u64,
    end: Option<u64>,
    key: u64,
) -> PyResult<Bound<'py, PyBytes>> {
    let key = IdKey::from_u64(key);
    let report = interruptible(py, |stop| {
        let Some(end) = end else {
            let (mut report, mut failure) = (Report::new(key), None);
            let files = find(std::slice::from_ref(&path), 1)?;
            reports::each(
                files,
                1,
                key,
                stop,
                |report| report,
                |info, read, error, _| {
                    report.merge(read);
                    failure = error.map(|error| Failure::of_file(info.path(), error));
                },
            )?;
            return failure.map_or(Ok(report), Err);
        };
        let scan = Scan::new(Options::new(&runlex::dialects::KEYS)).cancel(stop);
        let read = File::open(&path).and_then(|file| scan.range(&file, start..end, Of(Report::new(key))));
        read.map(|read| read.0).map_err(|error| Failure::of_path(&path, &error))
    })?;
    let mut bytes = Vec::new();
    saved::save(&report, &mut bytes);
    Ok(PyBytes::new(py, &bytes))
}

fn load(bytes: &[u8]) -> PyResult<Report> {
    saved::load(bytes).map_err(|error| PyValueError::new_err(format!("these bytes are no part: {error}")))
}

/// What parts that follow each other come to together.
#[pyfunction]
pub(crate) fn merge<'py>(py: Python<'py>, parts: Vec<Bound<'py, PyBytes>>) -> PyResult<Bound<'py, PyBytes>> {
    let mut parts = parts.iter().map(|part| load(part.as_bytes()));
    let mut all = parts.next().ok_or_else(|| PyValueError::new_err("there are no parts"))??;
    for part in parts {
        let part = part?;
        if part.key() != all.key() {
            return Err(PyValueError::new_err("these parts are of different tables"));
        }
        all.merge(part);
    }
    let mut bytes = Vec::new();
    saved::save(&all, &mut bytes);
    Ok(PyBytes::new(py, &bytes))
}

/// The runs of a file, from all its parts merged.
#[pyfunction]
pub(crate) fn runs(py: Python<'_>, path: &str, report: &[u8]) -> PyResult<Table> {
    let FileReport { run_list, .. } = load(report)?.finish();
    let rows = run_rows(path, run_list).map_err(|error| Failure::of("scan", &error).raise(py))?;
    Ok(Table::new(Source::Rows(rows.clone()), rows.schema(), false))
}

/// What the sessions and models of files used, from the merged parts of each, in the order of files.
#[pyfunction]
pub(crate) fn usage(py: Python<'_>, reports: &Bound<'_, PyAny>) -> PyResult<Table> {
    let mut totals: Option<Totals> = None;
    for report in reports.try_iter()? {
        let report = report?;
        let report = load(report.extract::<&[u8]>()?)?;
        let key = report.key();
        let (one, _) = Totals::of_by(report, &[Key::Session, Key::Model]);
        totals.get_or_insert_with(|| Totals::new(key)).merge(one);
    }
    let groups = totals.map(|totals| totals.finish_by().1).unwrap_or_default();
    let rows = usage_rows(&groups).map_err(|error| Failure::of("scan", &error).raise(py))?;
    Ok(Table::new(Source::Rows(rows.clone()), rows.schema(), false))
}
