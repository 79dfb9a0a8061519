//! Folds, saved and loaded.

use crate::error::IndexError;
use crate::paths;
use runlex::report::{RunBrief, RunRecord, TotalsReport};
use runlex::saved::{LoadError, brief, load, save};
use runlex::{IdKey, Report};
use std::path::Path;

/// A fold that does not load although its checksum is right: of another version, forged, or by a program that broke its own rules.
fn damaged(error: LoadError) -> IndexError {
    match error {
        LoadError::OtherVersion(_) => IndexError::OtherVersion,
        error => IndexError::Saved(error.to_string()),
    }
}

pub(crate) fn of_report(report: &Report) -> Vec<u8> {
    let mut bytes = Vec::new();
    save(report, &mut bytes);
    bytes
}

/// One with this key, as all of an index have.
pub(crate) fn report(bytes: &[u8], key: IdKey) -> Result<Report, IndexError> {
    let report: Report = load(bytes).map_err(damaged)?;
    match report.key() == key {
        true => Ok(report),
        false => Err(IndexError::Saved("a saved report has another key".to_owned())),
    }
}

pub(crate) fn of_totals(totals: &TotalsReport) -> Vec<u8> {
    let mut bytes = Vec::new();
    save(totals, &mut bytes);
    bytes
}

pub(crate) fn totals(bytes: &[u8]) -> Result<TotalsReport, IndexError> {
    load(bytes).map_err(damaged)
}

/// Puts the runs of a file behind those of others.
pub(crate) fn add_runs(bytes: &mut Vec<u8>, file: u64, path: &Path, runs: &Vec<RunRecord>) {
    let path = paths::to_bytes(path);
    bytes.extend_from_slice(&file.to_le_bytes());
    bytes.extend_from_slice(&(path.len() as u64).to_le_bytes());
    let length = bytes.len();
    bytes.extend_from_slice(&[0; 8]);
    bytes.extend_from_slice(path);
    let start = bytes.len();
    save(runs, bytes);
    let saved = (bytes.len() - start) as u64;
    bytes[length..length + 8].copy_from_slice(&saved.to_le_bytes());
}

/// The runs of a file, as they were saved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Runs<'r> {
    /// The file's number.
    pub(crate) file: u64,
    pub(crate) path: &'r Path,
    /// For [`records`] or [`briefs`].
    pub(crate) bytes: &'r [u8],
}

/// Those of each file, in the order of files. An error is the last item.
pub(crate) fn runs(mut bytes: &[u8]) -> impl Iterator<Item = Result<Runs<'_>, IndexError>> {
    std::iter::from_fn(move || {
        if bytes.is_empty() {
            return None;
        }
        let (runs, rest) = match first_runs(bytes) {
            Ok((runs, rest)) => (Ok(runs), rest),
            Err(what) => (Err(IndexError::Saved(what.to_owned())), &[][..]),
        };
        bytes = rest;
        Some(runs)
    })
}

fn first_runs(bytes: &[u8]) -> Result<(Runs<'_>, &[u8]), &'static str> {
    const CUT: &str = "a list of runs is cut";
    let (head, rest) = bytes.split_first_chunk::<24>().ok_or(CUT)?;
    let [file, path, runs] = [0, 8, 16].map(|at| number(&head[at..]));
    let (path, rest) = part(rest, path).ok_or(CUT)?;
    let (bytes, rest) = part(rest, runs).ok_or(CUT)?;
    let path = paths::of_bytes(path).ok_or("the path of a list of runs is none here")?;
    Ok((Runs { file, path, bytes }, rest))
}

fn number(bytes: &[u8]) -> u64 {
    bytes.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

fn part(bytes: &[u8], length: u64) -> Option<(&[u8], &[u8])> {
    bytes.split_at_checked(usize::try_from(length).ok()?)
}

/// All that was saved of the runs of a file.
pub(crate) fn records(bytes: &[u8]) -> Result<Vec<RunRecord>, IndexError> {
    load(bytes).map_err(damaged)
}

/// What a list shows of them.
pub(crate) fn briefs(
    bytes: &[u8],
) -> Result<impl Iterator<Item = Result<RunBrief<'_>, IndexError>>, IndexError> {
    Ok(brief(bytes).map_err(damaged)?.map(|run| run.map_err(damaged)))
}
