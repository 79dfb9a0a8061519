//! Saved reports: a report that was saved and loaded goes on as if it had not been; and no bytes do harm.
#![cfg(feature = "saved")]

#[path = "../common/mod.rs"]
mod common;
mod damage;
mod golden;
#[path = "../monoid/lines.rs"]
mod lines;

use common::{corpus, cuts, observe, scan};
use lines::stream;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use runlex::report::{RunBrief, TotalsReport};
use runlex::saved::{LoadError, Saved, VERSION, brief, load, save};
use runlex::{IdKey, Report, Totals};
use std::path::{Path, PathBuf};

pub(crate) fn bytes_of<T: Saved>(value: &T) -> Vec<u8> {
    let mut bytes = Vec::new();
    save(value, &mut bytes);
    bytes
}

/// There and back, and there again: the same bytes.
pub(crate) fn anew<T: Saved>(value: &T) -> T {
    let bytes = bytes_of(value);
    let loaded: T = load(&bytes).expect("what was saved");
    assert_eq!(bytes_of(&loaded), bytes);
    assert_eq!(bytes_of(value), bytes);
    loaded
}

/// Saved runs, as a list shows them.
pub(crate) fn in_short(runs: &[u8]) -> Result<Vec<RunBrief<'_>>, LoadError> {
    brief(runs)?.collect()
}

fn totals(key: IdKey, reports: impl IntoIterator<Item = Report>) -> TotalsReport {
    let mut totals = Totals::new(key);
    for report in reports {
        totals.merge(Totals::of(report).0);
    }
    totals.finish()
}

/// A part of a stream saved, then what follows observed, or merged from another saved part.
fn holds(key: IdKey, bytes: &[u8], cut: usize) {
    let whole = scan(key, bytes, 0, bytes.len());
    let mut observed = anew(&scan(key, bytes, 0, cut));
    observe(&mut observed, bytes, cut, bytes.len());
    let mut merged = anew(&scan(key, bytes, 0, cut));
    merged.merge(anew(&scan(key, bytes, cut, bytes.len())));

    let want = whole.clone().finish();
    assert_eq!(observed.clone().finish(), want);
    assert_eq!(anew(&merged).finish(), want);
    assert_eq!(anew(&want.run_list), want.run_list);
    assert_eq!(in_short(&bytes_of(&want.run_list)), Ok(want.run_list.iter().map(RunBrief::from).collect()));

    let twice = |report: &Report| totals(key, [report.clone(), report.clone()]);
    let want = twice(&whole);
    assert_eq!(twice(&anew(&observed)), want);
    assert_eq!(twice(&merged), want);
    assert_eq!(anew(&want), want);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn goes_on(bytes in stream(), cut in any::<Index>()) {
        let places = cuts(&bytes);
        holds(IdKey::random(), &bytes, places[cut.index(places.len())]);
    }

    /// Over several files with messages in common.
    #[test]
    fn adds_up(streams in vec(stream(), 0..4)) {
        let key = IdKey::random();
        let reports: Vec<Report> = streams.iter().map(|bytes| scan(key, bytes, 0, bytes.len())).collect();
        let want = totals(key, reports.iter().cloned());
        prop_assert_eq!(&totals(key, reports.iter().map(anew)), &want);
        prop_assert_eq!(&anew(&want), &want);
    }
}

fn find(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => files.extend(find(&path)),
            false if path.extension().is_some_and(|end| end == "jsonl") => files.push(path),
            false => {}
        }
    }
    files.sort();
    files
}

#[test]
fn files() {
    let mut files = find(&corpus());
    assert!(files.len() > 50, "the corpus is missing");
    let root = std::env::var_os("RUNLEX_DATA").map(PathBuf::from);
    let samples = root.unwrap_or_else(|| corpus().join("../../shared")).join("samples");
    match samples.is_dir() {
        true => files.extend(find(&samples)),
        false => common::skipped(&format!("no data at {}", samples.display())),
    }
    for path in files {
        let bytes = std::fs::read(&path).expect("a file");
        let places = cuts(&bytes);
        let few = if bytes.len() > 1 << 20 { 1 } else { 8 };
        for place in places.iter().step_by(places.len().div_ceil(few)).chain(places.last()) {
            holds(IdKey::random(), &bytes, *place);
        }
    }
}

#[test]
fn key_as_a_number() {
    let key = IdKey::random();
    assert_eq!(IdKey::from_u64(key.to_u64()), key);
    assert_eq!(anew(&Report::new(key)).key(), key);
}

#[test]
fn errors() {
    let report = bytes_of(&Report::new(IdKey::from_u64(1)));
    assert_eq!(load::<TotalsReport>(&report).err(), Some(LoadError::Damaged));
    assert_eq!(load::<Report>(&[]).err(), Some(LoadError::Damaged));
    let more = [&report[..], &[0]].concat();
    assert_eq!(load::<Report>(&more).err(), Some(LoadError::Damaged));
    let mut later = report.clone();
    later[0] = VERSION as u8 + 1;
    assert_eq!(load::<Report>(&later).err(), Some(LoadError::OtherVersion(VERSION + 1)));
    assert_eq!(brief(&report).err(), Some(LoadError::Damaged));
    assert_eq!(brief(&later).err(), Some(LoadError::OtherVersion(VERSION + 1)));
    // A word that no list has.
    let totals = TotalsReport { faults: [("noise", 1)].into(), ..TotalsReport::default() };
    let bytes = bytes_of(&totals);
    let at = bytes.windows(5).position(|word| word == b"noise").expect("the word");
    let mut other = bytes.clone();
    other[at] = b'p';
    assert_eq!(load::<TotalsReport>(&bytes).ok(), Some(totals));
    assert_eq!(load::<TotalsReport>(&other).err(), Some(LoadError::Damaged));
}
