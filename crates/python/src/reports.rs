//! What the command prints as JSON, for Python to read.

use crate::error::{Failure, interruptible};
use crate::files::find;
use pyo3::prelude::*;
use runlex::report::TotalsReport;
use runlex::{FileReport, IdKey, Options, Record, Report, Totals};
use runlex_scan::{Aggregate, FileError, FileInfo, Scan};
use serde::Serialize;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// A report of a file or of a part of it; `finish` makes of it what is wanted, on the thread that has it.
struct Fold<F> {
    report: Report,
    finish: F,
}

impl<T, F: Fn(Report) -> T + Send> Aggregate for Fold<F> {
    type Output = T;

    fn observe(&mut self, record: &Record<'_, '_>) {
        self.report.observe(record);
    }

    fn merge(&mut self, later: Self) {
        self.report.merge(later.report);
    }

    fn finish(mut self, error: Option<&FileError>) -> T {
        if error.is_some() {
            self.report.cut_short();
        }
        (self.finish)(self.report)
    }
}

/// What each file came to, and what was wrong with it, in order.
pub(crate) fn each<T: Send>(
    files: Vec<FileInfo>,
    threads: usize,
    key: IdKey,
    stop: &AtomicBool,
    finish: impl Fn(Report) -> T + Send + Sync + Clone,
    mut each: impl FnMut(&FileInfo, T, Option<&FileError>, bool),
) -> Result<(), Failure> {
    let options = Options::new(&runlex::dialects::KEYS);
    let scan = Scan::new(options).files(files).threads(threads).cancel(stop);
    let make = |_: &FileInfo| Fold { report: Report::new(key), finish: finish.clone() };
    scan.run(make, |info, outcome| {
        let is_read = outcome.is_read();
        each(&info, outcome.output, outcome.error.as_ref(), is_read);
    })?;
    Ok(())
}

#[derive(Serialize)]
struct Stats {
    schema_version: u32,
    totals: TotalsReport,
}

/// The document of `runlex stats -o json`, but for `elapsed_seconds`.
#[pyfunction]
#[pyo3(signature = (paths, *, threads = 0, keep_errors = false))]
pub(crate) fn stats(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    threads: usize,
    keep_errors: bool,
) -> PyResult<String> {
    interruptible(py, |stop| {
        let key = IdKey::random();
        let (mut totals, mut failure) = (Totals::new(key), None);
        each(find(&paths, threads)?, threads, key, stop, Totals::alone, |info, one, error, _| {
            totals.merge(one);
            failure = failure.take().or_else(|| error.map(|error| Failure::of_file(info.path(), error)));
        })?;
        match failure.filter(|_| !keep_errors) {
            Some(failure) => Err(failure),
            None => json(&Stats { schema_version: 1, totals: totals.finish() }),
        }
    })
}

#[derive(Serialize)]
struct Check {
    schema_version: u32,
    files: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    path: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    path_is_lossy: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    report: FileReport,
}

/// The document of `runlex check -o json`.
#[pyfunction]
#[pyo3(signature = (paths, *, threads = 0, keep_errors = false))]
pub(crate) fn check(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    threads: usize,
    keep_errors: bool,
) -> PyResult<String> {
    interruptible(py, |stop| {
        let (mut files, mut failure) = (Vec::new(), None);
        each(
            find(&paths, threads)?,
            threads,
            IdKey::random(),
            stop,
            Report::finish,
            |info, report, error, _| {
                let path = info.path();
                files.push(Entry {
                    path: path.to_string_lossy().into_owned(),
                    path_is_lossy: path.to_str().is_none(),
                    error: error.map(ToString::to_string),
                    report,
                });
                failure = failure.take().or_else(|| error.map(|error| Failure::of_file(path, error)));
            },
        )?;
        match failure.filter(|_| !keep_errors) {
            Some(failure) => Err(failure),
            None => json(&Check { schema_version: 1, files }),
        }
    })
}

fn json(document: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(document).map_err(|error| Failure::of("scan", &error))
}
