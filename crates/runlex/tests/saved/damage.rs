//! Bytes that nobody saved: an error or a value, never a panic, neither in loading nor in what is done with the value.

use crate::{bytes_of, common, find, in_short, lines, totals};
use common::{corpus, observe, scan};
use proptest::collection::vec;
use proptest::prelude::*;
use runlex::report::{LISTED, RunBrief, RunRecord, TotalsReport};
use runlex::saved::load;
use runlex::{IdKey, Report};

/// All that is done with reports.
fn use_up(report: Report) {
    let key = report.key();
    const MORE: &[u8] = br#"{"type":"assistant","session_id":"T-1","message":{"id":"m","model":"x","usage":{"output_tokens":3},"content":[{"type":"tool_use","id":"c","name":"n"}]}}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"c","is_error":true}]}}
{"type":"result","session_id":"T-1","is_error":true,"duration_ms":5,"usage":{"output_tokens":3}}
{"type":"done","metadata":{"usage":{"output_tokens":3}}}
broken
"#;
    let mut after = report.clone();
    observe(&mut after, MORE, 0, MORE.len());
    let mut before = scan(key, MORE, 0, MORE.len());
    before.merge(report.clone());
    let mut twice = report.clone();
    twice.merge(report.clone());
    twice.merge(after.clone());
    report.clone().finish();
    bytes_of(&twice);
    totals(key, [report, before, after, twice]);
}

/// Whatever it is taken for.
fn try_all(bytes: &[u8]) -> bool {
    if let Ok(report) = load::<Report>(bytes) {
        use_up(report);
        return true;
    }
    let totals = load::<TotalsReport>(bytes).map(|totals| bytes_of(&totals));
    let runs = load::<Vec<RunRecord>>(bytes);
    // In short they are no less minded; but what is passed over is not looked at.
    let briefs = in_short(bytes);
    if let Ok(runs) = &runs {
        assert_eq!(briefs, Ok(runs.iter().map(RunBrief::from).collect()));
        bytes_of(runs);
    }
    totals.is_ok() || runs.is_ok()
}

/// Small saved values of all kinds.
fn some() -> Vec<Vec<u8>> {
    let key = IdKey::from_u64(5);
    let mut all = Vec::new();
    for stream in [super::golden::STREAM, super::golden::OTHER] {
        let report = scan(key, stream, 0, stream.len());
        all.push(bytes_of(&report));
        all.push(bytes_of(&report.clone().finish().run_list));
        all.push(bytes_of(&totals(key, [report])));
    }
    all
}

#[test]
fn cut_anywhere() {
    for bytes in some() {
        for end in 0..bytes.len() {
            assert!(!try_all(&bytes[..end]), "cut at {end}");
        }
    }
}

#[test]
fn every_bit() {
    let mut loaded = 0;
    for mut bytes in some() {
        for bit in 0..bytes.len() * 8 {
            bytes[bit / 8] ^= 1 << (bit % 8);
            loaded += u32::from(try_all(&bytes));
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
    }
    assert!(loaded > 100, "no damage went through: {loaded}");
}

/// Every byte made the highest number that there is, of each width: counts at the end of their range, lengths that
/// nothing stands behind, names and days out of range.
#[test]
fn highest_numbers() {
    let number = |bits: usize| {
        let mut bytes = vec![0xFF; bits / 7];
        bytes.push((1 << (bits % 7)) - 1);
        bytes
    };
    let mut loaded = 0;
    for bytes in some() {
        for at in 0..bytes.len() {
            // The second is a day far ahead.
            let numbers = [number(32), vec![0xFC, 0xFF, 0xFF, 0xFF, 0x0F], number(64), number(128)];
            for number in numbers {
                let mut bytes = bytes.clone();
                bytes.splice(at..=at, number);
                loaded += u32::from(try_all(&bytes));
            }
        }
        // All that can be, at once.
        let mut all = bytes;
        for at in (8..all.len()).rev() {
            let mut next = all.clone();
            next.splice(at..=at, number(64));
            if try_all(&next) {
                all = next;
            }
        }
    }
    assert!(loaded > 100, "no number went through: {loaded}");
}

/// Lists keep the bounds that they are made with.
#[test]
fn listed_beyond_the_bound() {
    let stream = super::golden::STREAM;
    let bytes = bytes_of(&scan(IdKey::from_u64(5), stream, 0, stream.len()));
    let name = b"lone-surrogate";
    let at = bytes.windows(name.len()).position(|word| word == name).expect("the note");
    // Its line and the length of its name stand before it, its place behind; before all of that how many there are.
    let (start, end) = (at - 2, at + name.len() + 1);
    assert_eq!(bytes[start - 1], 1);
    for (count, is_sound) in [(LISTED, true), (LISTED + 1, false)] {
        let length = [(count % 128) as u8 | 0x80, (count / 128) as u8];
        let list = bytes[start..end].repeat(count);
        let bytes = [&bytes[..start - 1], &length, &list, &bytes[end..]].concat();
        assert_eq!(try_all(&bytes), is_sound, "{count} notes");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_bytes(kind in 1..4_u8, bytes in vec(prop_oneof![0..3_u8, any::<u8>()], 0..400)) {
        try_all(&[&[1, kind][..], &bytes].concat());
        try_all(&bytes);
    }

    #[test]
    fn any_damage(stream in lines::stream(), damage in vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)) {
        let mut bytes = bytes_of(&scan(IdKey::from_u64(5), &stream, 0, stream.len()));
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        try_all(&bytes);
    }
}

/// A stream cannot be mistaken for a saved report.
#[test]
fn other_files() {
    for path in find(&corpus()) {
        assert!(!try_all(&std::fs::read(path).expect("a file")));
    }
}
