//! Reports are a monoid: however a stream is cut at newlines, and in whatever order its parts are put together, the
//! report is that of the whole. This is what lets threads and machines share one file.

mod calls;
#[path = "../common/mod.rs"]
mod common;
mod lines;
mod totals;

use common::{cuts, json, scan};
use lines::stream;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use runlex::report::{LISTED, SALVAGE_LISTED};
use runlex::{FileReport, IdKey, Report};

/// The reports of the parts of `bytes` between the chosen newlines; a newline chosen twice gives an empty part.
pub(crate) fn parts(key: IdKey, bytes: &[u8], chosen: &[Index]) -> Vec<Report> {
    let places = cuts(bytes);
    let mut ends: Vec<usize> = chosen.iter().map(|index| places[index.index(places.len())]).collect();
    ends.push(bytes.len());
    ends.sort_unstable();
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(&ends).map(|(from, to)| scan(key, bytes, from, *to)).collect()
}

/// Merges neighbours, chosen in turn, until one report is left: any bracketing there is.
pub(crate) fn merged(mut parts: Vec<Report>, order: &[Index]) -> Report {
    let mut order = order.iter().cycle();
    while parts.len() > 1 {
        let at = order.next().map_or(0, |index| index.index(parts.len() - 1));
        let later = parts.remove(at + 1);
        parts[at].merge(later);
    }
    parts.remove(0)
}

fn same(got: Report, want: Report) {
    let (got, want) = (got.finish(), want.finish());
    assert_eq!(got, want);
    // What is printed is all there is to compare for whoever reads it.
    assert_eq!(json(&got), json(&want));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_cut_and_any_bracketing(
        bytes in stream(),
        chosen in vec(any::<Index>(), 0..8),
        order in vec(any::<Index>(), 1..8),
    ) {
        let key = IdKey::random();
        same(merged(parts(key, &bytes, &chosen), &order), scan(key, &bytes, 0, bytes.len()));
    }

    /// A report that was merged goes on like one that was not.
    #[test]
    fn goes_on_after_a_merge(bytes in stream(), first in any::<Index>(), second in any::<Index>()) {
        let key = IdKey::random();
        let places = cuts(&bytes);
        let mut at = [first, second].map(|index| places[index.index(places.len())]);
        at.sort_unstable();
        let mut report = scan(key, &bytes, 0, at[0]);
        report.merge(scan(key, &bytes, at[0], at[1]));
        common::observe(&mut report, &bytes, at[1], bytes.len());
        same(report, scan(key, &bytes, 0, bytes.len()));
    }

    /// The key of the hashes shows nowhere.
    #[test]
    fn any_key(bytes in stream()) {
        let report = || scan(IdKey::random(), &bytes, 0, bytes.len());
        same(report(), report());
    }

    #[test]
    fn every_line_is_one_of_three(bytes in stream()) {
        let report = scan(IdKey::random(), &bytes, 0, bytes.len()).finish();
        let faults: u64 = report.fault_counts.values().sum();
        prop_assert_eq!(report.bytes, bytes.len() as u64);
        prop_assert_eq!(report.lines, cuts(&bytes).len() as u64 - 1);
        prop_assert_eq!(report.events + report.blank + faults, report.lines);
        prop_assert_eq!(report.types.values().sum::<u64>(), report.events);
        prop_assert_eq!(report.unterminated, bytes.last().is_some_and(|byte| *byte != b'\n'));
    }
}

/// Lists end at a bound, counts do not; where the stream is cut does not show in either.
#[test]
fn listed_up_to_the_bound() {
    // Two salvage spans a fault, a note every third line, and more of all three than is listed.
    let bytes = "{}{}\n{}{}\n{\"a\":\"\\ud800\"}\n".repeat(LISTED + 7).into_bytes();
    let key = IdKey::random();
    let whole = scan(key, &bytes, 0, bytes.len()).finish();
    assert_eq!((whole.faults.len(), whole.notes.len()), (LISTED, LISTED));
    assert_eq!(whole.fault_counts["concatenated"], 2 * (LISTED as u64 + 7));
    assert_eq!(whole.note_count, LISTED as u64 + 7);
    assert_eq!(whole.faults[LISTED - 1].line, 14_999);

    let places = cuts(&bytes);
    for cut in [1, places.len() / 3, places.len() / 2, places.len() - 2] {
        let report = common::scan_halves(&bytes, places[cut]).finish();
        assert!(report == whole, "cut behind line {cut}");
    }
}

/// A list of whole objects that ends at its bound says so, also where it would have ended elsewhere in the part.
#[test]
fn salvage_up_to_the_bound() {
    let line = |objects: usize| "{}".repeat(objects) + "\n";
    // The list is full within the third line, which the second part by itself would list whole.
    for (objects, want) in [
        ([60_000, 30_000, 20_000, 2], [(60_000, false), (30_000, false), (10_000, true), (0, true)]),
        ([60_000, 30_000, 10_000, 2], [(60_000, false), (30_000, false), (10_000, false), (0, true)]),
        ([2, 3, 100_001, 2], [(2, false), (3, false), (SALVAGE_LISTED - 5, true), (0, true)]),
    ] {
        let bytes = objects.map(line).concat() + "{\"cut\":\n";
        let whole = scan(IdKey::random(), bytes.as_bytes(), 0, bytes.len()).finish();
        let listed = |report: &FileReport| {
            report.faults.iter().map(|fault| (fault.salvage.len(), fault.salvage_cut)).collect::<Vec<_>>()
        };
        // The last line has no whole object, so none is missing.
        assert_eq!(listed(&whole), [&want[..], &[(0, false)]].concat());
        assert_eq!(
            json(&whole).matches("\"salvage_cut\":true").count(),
            want.iter().filter(|(_, cut)| *cut).count()
        );
        for cut in cuts(bytes.as_bytes()) {
            let report = common::scan_halves(bytes.as_bytes(), cut).finish();
            assert!(report == whole, "cut at {cut}: {:?}", listed(&report));
        }
    }
}
