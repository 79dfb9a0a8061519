//! Whatever the bytes: nothing panics, and every way to the same answer gives it.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use runlex::{
    At, Disorder, Incoming, Limits, OnError, Options, OrderCheck, OwnedRecord, Reader, Record, Records,
};
use runlex::{Slice, What, dialects::KEYS, run, slice};
use std::time::Duration;

/// Lines that mean something, pieces of them, and bytes that mean nothing.
fn streams() -> impl Strategy<Value = Vec<u8>> {
    let pieces = select(vec![
        &br#"{"type":"system","subtype":"init","session_id":"T-1","tools":[],"mcp_servers":[]}"#[..],
        br#"{"type":"result","is_error":false,"result":"\ud800","num_turns":1e99,"session_id":"T-1"}"#,
        br#"{"type":"result","uuid":"u","session_id":"","total_cost_usd":1}"#,
        br#"{"type":"assistant","message":{"content":[{"type":"text","text":"a\n"},3,{"type":"tool_use"}]},"session_id":"nil"}"#,
        br#"{"type":"user","message":{"content":"hi"},"session_id":"T-2"}"#,
        br#"{"type":"done","metadata":{"isError":null}}"#,
        br#"{"type":"error"}"#,
        br#"{"type":"chunk","chunk":{"type":"content","content":"x"}}"#,
        b"{\"type\":",
        b"{\"",
        b"\\ud83d",
        b"\xEF\xBB\xBF",
        b"\xFF\xFE",
        b"\r",
        b"\0",
        b" ",
    ]);
    let piece = prop_oneof![
        3 => pieces.prop_map(<[u8]>::to_vec),
        1 => vec(any::<u8>(), 0..6),
        2 => Just(b"\n".to_vec()),
    ];
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn check(part: &[u8], offset: usize) -> OrderCheck {
    let at = At { offset: offset as u64, line: 1 };
    let mut slice = Slice::with_options(part, at, Options::new(&KEYS));
    let mut check = OrderCheck::new();
    while let Some(record) = slice.next() {
        check.observe(&record);
    }
    check
}

fn is_fault(record: &Record<'_, '_>) -> bool {
    matches!(record.what, What::Fault(_))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn adaptors_give_what_the_reader_gives(stream in streams()) {
        let all: Vec<(u64, u64, bool)> = {
            let mut reader = Reader::new(&stream[..]);
            let mut all = Vec::new();
            while let Some(record) = reader.next().expect("no error") {
                all.push((record.line.at().offset, record.line.len(), is_fault(&record)));
            }
            all
        };
        for policy in [OnError::Yield, OnError::Skip, OnError::Halt] {
            let mut want = all.clone();
            match policy {
                OnError::Yield => {}
                OnError::Skip => want.retain(|line| !line.2),
                OnError::Halt => {
                    if let Some(first) = want.iter().position(|line| line.2) {
                        want.truncate(first + 1);
                    }
                }
            }
            let mut live = Reader::new(&stream[..]).on_error(policy).live(Limits::default(), || Duration::ZERO);
            let mut got = Vec::new();
            while let Some(Incoming::Record(record)) = live.next() {
                got.push((record.line.at().offset, record.line.len(), is_fault(&record)));
            }
            prop_assert_eq!(got, want);
        }
        // The line that ends it is the one that `run` tells of.
        let mut records = Reader::new(&stream[..]).until_result();
        let mut lines = 0;
        while records.next().expect("no error").is_some() {
            lines += 1;
        }
        let result = run(&stream[..]).ok();
        prop_assert_eq!(result.as_ref().map(|result| result.behind), records.behind());
        match records.behind() {
            Some(behind) => prop_assert_eq!(all[lines - 1].0 + all[lines - 1].1, behind),
            None => prop_assert_eq!(lines, all.len()),
        }
    }

    #[test]
    fn owned_records_are_what_they_were(stream in streams()) {
        for record in slice::records(&stream) {
            let kept = OwnedRecord::from(record);
            prop_assert_eq!(format!("{:?}", kept.record()), format!("{record:?}"));
        }
    }

    #[test]
    fn parts_of_an_order_check_merge(stream in streams(), cut in any::<prop::sample::Index>()) {
        prop_assume!(!stream.starts_with(b"\xFF\xFE"));
        let cuts: Vec<usize> = std::iter::once(0)
            .chain(stream.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1))
            .collect();
        let cut = cuts[cut.index(cuts.len())];
        let mut parts = check(&stream[..cut], 0);
        parts.merge(check(&stream[cut..], cut));
        let order = check(&stream, 0).finish();
        prop_assert_eq!(&parts.finish(), &order);
        for kind in Disorder::ALL {
            prop_assert!(order.places(kind).is_sorted(), "{:?}", kind);
        }
    }

    #[test]
    #[cfg(all(feature = "bump", feature = "dom", feature = "serde"))]
    fn text_documents_and_types(stream in streams()) {
        use runlex::{TextIn, dom::{Dom, simd_json::prelude::*}, from_value, from_value_lossy};
        let (bump, mut dom, mut scratch) = (bumpalo::Bump::new(), Dom::new(), Vec::new());
        for (_, object) in slice::events(&stream) {
            for (name, value) in object.members() {
                prop_assert_eq!(name.text_in(&bump), name.to_string());
                let text = value.string().ok().map(|text| text.to_string());
                let lossy: Result<serde_json::Value, _> = from_value_lossy(value, &mut scratch);
                let strict: Result<serde_json::Value, _> = from_value(value);
                if let Some(text) = text {
                    let document = dom.load(value).expect("any string");
                    let root = document.root();
                    prop_assert_eq!(root.as_str(), Some(text.as_str()));
                    prop_assert_eq!(lossy.as_ref().ok().and_then(|value| value.as_str()), Some(text.as_str()));
                    let refused = strict.as_ref().err().and_then(|error| error.lone_surrogate()).is_some();
                    prop_assert_eq!(refused, value.string().ok().is_some_and(|text| text.has_lone_surrogate()));
                }
            }
        }
    }
}
