//! Folds, saved and loaded.

use crate::error::IndexError;
use runlex::report::{RunRecord, TotalsReport};
use runlex::saved::{LoadError, load, save};
use runlex::{IdKey, Report};

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
pub(crate) fn add_runs(bytes: &mut Vec<u8>, file: u64, runs: &Vec<RunRecord>) {
    bytes.extend_from_slice(&file.to_le_bytes());
    let length = bytes.len();
    bytes.extend_from_slice(&[0; 8]);
    let start = bytes.len();
    save(runs, bytes);
    let saved = (bytes.len() - start) as u64;
    bytes[length..start].copy_from_slice(&saved.to_le_bytes());
}

/// Hands out the runs of each file.
pub(crate) fn runs<E: From<IndexError>>(
    mut bytes: &[u8],
    mut each: impl FnMut(u64, Vec<RunRecord>) -> Result<(), E>,
) -> Result<(), E> {
    let damaged_list = || IndexError::Saved("a list of runs is cut".to_owned());
    while !bytes.is_empty() {
        let (head, rest) = bytes.split_first_chunk::<16>().ok_or_else(damaged_list)?;
        let (file, length) = head.split_first_chunk::<8>().ok_or_else(damaged_list)?;
        let length = length.first_chunk::<8>().ok_or_else(damaged_list)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| damaged_list())?;
        let (runs, rest) = rest.split_at_checked(length).ok_or_else(damaged_list)?;
        each(u64::from_le_bytes(*file), load(runs).map_err(damaged)?)?;
        bytes = rest;
    }
    Ok(())
}
