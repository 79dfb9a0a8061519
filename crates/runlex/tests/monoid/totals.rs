//! Sums over many streams depend on the streams and, for one thing, on their order.
//!
//! What may depend on the order: where two files hold lines of one message with the same output count, the first file's
//! line is taken, so `tokens` and `tokens_copied` may differ in the other three counters. Nothing else may.

use crate::common::scan;
use crate::lines::stream;
use crate::{merged, parts};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use runlex::report::{Group, Groups, Key, KeyValue, SumOf, TokenSums, TotalsReport};
use runlex::{IdKey, Report, Totals};
use std::collections::BTreeMap;

fn totals(key: IdKey, reports: impl IntoIterator<Item = Report>) -> TotalsReport {
    let mut totals = Totals::new(key);
    for report in reports {
        totals.merge(Totals::of(report).0);
    }
    totals.finish()
}

fn groups(key: IdKey, reports: impl IntoIterator<Item = Report>) -> BTreeMap<Vec<KeyValue>, Group> {
    let keys = [Key::File, Key::Run, Key::Session, Key::Model, Key::Dialect, Key::Day];
    let mut totals = Totals::new(key);
    for report in reports {
        totals.merge(Totals::of_by(report, &keys).0);
    }
    totals.finish_by().1
}

fn whole(key: IdKey, bytes: &[u8]) -> Report {
    scan(key, bytes, 0, bytes.len())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Not on how each stream was cut, nor on the key.
    #[test]
    fn any_cut(
        streams in vec(stream(), 0..5),
        chosen in vec(any::<Index>(), 0..4),
        order in vec(any::<Index>(), 1..4),
    ) {
        let (key, other) = (IdKey::random(), IdKey::random());
        let cut = streams.iter().map(|bytes| merged(parts(key, bytes, &chosen), &order));
        let uncut = streams.iter().map(|bytes| whole(other, bytes));
        prop_assert_eq!(totals(key, cut), totals(other, uncut));
    }

    /// Nor are sums by any keys.
    #[test]
    fn any_cut_by_all_keys(
        streams in vec(stream(), 0..5),
        chosen in vec(any::<Index>(), 0..4),
        order in vec(any::<Index>(), 1..4),
    ) {
        let (key, other) = (IdKey::random(), IdKey::random());
        let cut = streams.iter().map(|bytes| merged(parts(key, bytes, &chosen), &order));
        let uncut = streams.iter().map(|bytes| whole(other, bytes));
        prop_assert_eq!(groups(key, cut), groups(other, uncut));
    }

    #[test]
    fn any_order((streams, turned) in
        vec(stream(), 0..5).prop_flat_map(|streams| (Just(streams.clone()), Just(streams).prop_shuffle()))
    ) {
        let key = IdKey::random();
        let one = totals(key, streams.iter().map(|bytes| whole(key, bytes)));
        let other = totals(key, turned.iter().map(|bytes| whole(key, bytes)));
        prop_assert_eq!(one.tokens.output, other.tokens.output);
        // What is not counted is told.
        prop_assert_eq!(one.tokens + one.tokens_copied, other.tokens + other.tokens_copied);
        prop_assert_eq!(but_for_ties(one), but_for_ties(other));
    }

    /// The totals of one stream are its report's.
    #[test]
    fn of_one_stream(bytes in stream()) {
        let key = IdKey::random();
        let sums = totals(key, [whole(key, &bytes)]);
        let without = TotalsReport { groups: Groups::default(), ..sums.clone() };
        prop_assert_eq!(Totals::alone(whole(key, &bytes)).finish(), without);
        let report = whole(key, &bytes).finish();
        prop_assert_eq!(
            (sums.files, sums.bytes, sums.lines, sums.blank, sums.events, sums.unterminated),
            (1, report.bytes, report.lines, report.blank, report.events, u64::from(report.unterminated))
        );
        prop_assert_eq!((sums.types, sums.tools), (report.type_counts, report.tools));
        prop_assert_eq!((sums.faults, sums.notes, sums.runs), (report.fault_counts, report.note_count, report.runs));
        prop_assert_eq!((sums.tokens, sums.tokens_copied), (report.tokens, TokenSums::default()));
        prop_assert_eq!((sums.usage, sums.tokens_stated), (report.usage, report.tokens_stated));
        prop_assert_eq!((sums.tokens_plain_sum, sums.tokens_odd), (report.tokens_plain_sum, report.tokens_odd));
        prop_assert_eq!(
            (sums.tool_calls, sums.tool_results, sums.tool_errors),
            (report.tool_calls, report.tool_results, report.tool_errors)
        );
        prop_assert_eq!(sums.sessions, report.sessions.len() as u64);
        prop_assert_eq!(sums.orphan_results, report.orphan_results.len() as u64);
        prop_assert_eq!(sums.end_events, report.end_events.len() as u64);
        prop_assert!(sums.dialects.keys().eq(&std::collections::BTreeSet::from_iter(report.dialects)));
        prop_assert_eq!(sums.unanswered, report.unanswered.len() as u64);
    }
}

fn but_for_ties(mut report: TotalsReport) -> TotalsReport {
    report.tokens = TokenSums::default();
    report.tokens_copied = TokenSums::default();
    // Whose the taken line is.
    report.groups = Groups::default();
    // Made of `tokens`.
    if let Some(usage) = &mut report.usage {
        usage.tokens = TokenSums::default();
    }
    report
}

/// A message in two files: the higher output wins, the first file on a tie; the other one's counters are `tokens_copied`.
#[test]
fn a_message_in_two_files() {
    let line = |input: u32, output: u32| {
        format!(
            r#"{{"type":"assistant","message":{{"id":"m","usage":{{"input_tokens":{input},"output_tokens":{output}}}}}}}"#
        )
    };
    let sums = |first: &str, second: &str| {
        let key = IdKey::random();
        let totals = totals(key, [first, second].map(|line| whole(key, line.as_bytes())));
        [totals.tokens, totals.tokens_copied].map(|sums| (sums.input, sums.output))
    };
    assert_eq!(sums(&line(1, 5), &line(2, 4)), [(1, 5), (2, 4)]);
    assert_eq!(sums(&line(2, 4), &line(1, 5)), [(1, 5), (2, 4)]);
    assert_eq!(sums(&line(1, 5), &line(2, 5)), [(1, 5), (2, 5)]);
    assert_eq!(sums(&line(2, 5), &line(1, 5)), [(2, 5), (1, 5)]);
}

/// Usage over files: known if every run is, exact if every file's is; what a run states counts where its messages do not.
#[test]
fn usage_over_files() {
    const INIT: &str = r#"{"type":"system","subtype":"init","session_id":"T-1"}"#;
    const MESSAGE: &str =
        r#"{"type":"assistant","session_id":"T-1","message":{"usage":{"output_tokens":3}}}"#;
    const RESULT: &str = r#"{"type":"result","subtype":"success","is_error":false,"session_id":"T-1","usage":{"output_tokens":40}}"#;
    const FOREIGN: &str = r#"{"type":"user","thread_id":7}"#;
    let usage = |files: &[&[&str]]| {
        let key = IdKey::random();
        let reports: Vec<_> = files.iter().map(|lines| whole(key, lines.join("\n").as_bytes())).collect();
        let totals = totals(key, reports);
        let stated = totals.tokens_stated.map(|sums| sums.output);
        (totals.usage.map(|usage| (usage.tokens.output, usage.bound)), stated)
    };
    let (exact, at_least) = (SumOf::Everything, SumOf::AtLeast);
    let counted: &[&str] = &[INIT, MESSAGE, RESULT];
    assert_eq!(usage(&[counted, &[INIT, RESULT]]), (Some((43, exact)), Some(80)));
    assert_eq!(usage(&[counted, &[INIT, MESSAGE]]), (Some((6, at_least)), Some(40)));
    assert_eq!(usage(&[counted, &[]]), (Some((3, exact)), Some(40)));
    assert_eq!(usage(&[counted, &[FOREIGN]]), (None, Some(40)));
    assert_eq!(usage(&[&[]]), (None, None));
}
