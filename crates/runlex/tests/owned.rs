//! Owned twins say what the records said that they were made of; arena, document and types say what the text says.

use runlex::dialects::KEYS;
use runlex::{At, Node, Options, OwnedRecord, OwnedValue, Reader, Slice, What, slice};

/// What is to be handed to other threads can be.
#[test]
fn send() {
    fn sent<T: Send>() {}
    fn shared<T: Send + Sync>() {}
    shared::<OwnedRecord>();
    shared::<OwnedValue>();
    shared::<runlex::Failure>();
    shared::<runlex::FinalResult>();
    shared::<runlex::OrderCheck>();
    shared::<runlex::DialectTracker>();
    shared::<Slice<'_>>();
    sent::<runlex::process::Process>();
    sent::<runlex::UntilResult<runlex::Handled<Reader<std::fs::File>>>>();
}

/// A record as it shows itself, with its line.
fn shown(record: &runlex::Record<'_, '_>) -> String {
    let notes: Vec<_> = record.notes().map(|note| note.at).collect();
    format!("{:?} {:?} {notes:?}", record.line, record.what)
}

const STREAMS: &[&[u8]] = &[
    b"",
    b"\xEF\xBB\xBF",
    b"\xEF\xBB\xBF\n\xEF\xBB\xBF{}",
    b"\xEF\xBB\xBF{\"a\":1}\r\n\r\n{\"a\":[{\"b\":\"\\ud800\"}]}\n \n{\"cut",
    b"{\"a\":1}{\"b\":2}\nnoise\n\0\0\0\n{\"a\":\"\x01\"}\n{\"a\":\"\xff\"}",
    b"\xff\xfe{\0}\0\n\0",
];

#[test]
fn records_are_what_they_were() {
    for stream in STREAMS {
        let mut reader = Reader::new(*stream);
        while let Some(record) = reader.next().expect("no error") {
            let want = shown(&record);
            let kept = OwnedRecord::from(record);
            assert_eq!(shown(&kept.record()), want);
            let mut nodes = [Node::EMPTY; 64];
            let again = kept.record_with(Options::new(&KEYS), &mut nodes);
            assert_eq!(shown(&again), want);
            assert_eq!(OwnedRecord::from(again), kept);
            if !kept.as_bytes().is_empty() {
                let from = kept.at().offset as usize;
                assert_eq!(kept.as_bytes(), &stream[from..from + kept.as_bytes().len()]);
            }
        }
    }
}

#[test]
fn lines_beyond_the_cap_keep_their_length() {
    let options = Options { max_line: 4, ..Options::new(&KEYS) };
    let mut reader = Reader::with_options(&b"{\"long\":1}\r\n{}\n"[..], options);
    let record = reader.next().expect("no error").expect("a line");
    let (want, kept) = (shown(&record), OwnedRecord::from(record));
    assert_eq!(shown(&kept.record()), want);
    assert_eq!(kept.record().line.len(), 12);
    assert!(kept.as_bytes().is_empty());
}

#[test]
fn values_are_what_they_were() {
    let line = br#"{"a":"x\u0041","b":[1,{"c":null}],"d":-1.50e3,"e":{"":true},"f":""}"#;
    let (_, object) = slice::events(line).next().expect("an event");
    let raws: Vec<&[u8]> = object.members().map(|(_, value)| value.raw()).collect();
    let kept: Vec<OwnedValue> = object.members().map(|(_, value)| OwnedValue::from(value)).collect();
    for (kept, raw) in kept.iter().zip(raws) {
        assert_eq!(kept.raw(), raw);
        assert_eq!(kept.value().expect("a value").raw(), raw);
        assert_eq!(OwnedValue::from(kept.value().expect("a value")), *kept);
    }
}

#[test]
fn values_at_the_limit_of_depth() {
    let deep = |depth: usize| "{\"\":".repeat(depth - 1) + "{}" + &"}".repeat(depth - 1);
    for (depth, readable) in [(runlex::MAX_DEPTH - 1, true), (runlex::MAX_DEPTH, false)] {
        let text = deep(depth);
        let (_, object) = slice::events(text.as_bytes()).next().expect("an event");
        let kept = OwnedValue::from(object.as_value());
        assert_eq!(kept.value().is_some(), readable, "{depth}");
        assert_eq!(kept.raw(), text.as_bytes());
    }
}

#[test]
fn a_part_of_a_stream_has_its_places() {
    let at = At { offset: 100, line: 7 };
    let mut slice = Slice::with_options(b"{}\n\n", at, Options::new(&KEYS));
    let places: Vec<At> = std::iter::from_fn(|| slice.next().map(|record| record.line.at())).collect();
    assert_eq!(places, [at, At { offset: 103, line: 8 }]);
    assert_eq!(slice.at(), At { offset: 104, line: 9 });
}

#[test]
fn plain_and_lending_iterators_agree() {
    for stream in STREAMS.iter().filter(|stream| !stream.starts_with(b"\xff")) {
        let lending: Vec<String> = Slice::new(stream).map(|record| shown(&record)).collect();
        let plain: Vec<String> = slice::records(stream).map(|record| shown(&record)).collect();
        assert_eq!(lending, plain);
        let events = slice::records(stream).filter(|record| matches!(record.what, What::Event(_))).count();
        assert_eq!(slice::events(stream).count(), events);
    }
}

/// The strings of a line, however they are written: raw, and what they say.
#[cfg(any(feature = "bump", feature = "dom", feature = "serde"))]
const STRINGS: &[(&str, &str)] = &[
    ("", ""),
    ("plain \u{e9}", "plain \u{e9}"),
    ("  two\\nlines\\n ", "  two\nlines\n "),
    ("\\u0041\\\\\\\"\\/", "A\\\"/"),
    ("\\ud83d\\ude00", "\u{1F600}"),
    ("a\\ud83db", "a\u{FFFD}b"),
    ("\\ude00\\ud83d", "\u{FFFD}\u{FFFD}"),
    ("\\ud83d\\ud83d\\ude00", "\u{FFFD}\u{1F600}"),
    ("\\\\ud83d", "\\ud83d"),
];

#[cfg(any(feature = "bump", feature = "dom", feature = "serde"))]
fn each_string(mut ask: impl FnMut(runlex::Value<'_, '_>, &str)) {
    for (raw, want) in STRINGS {
        let line = format!("{{\"s\":\"{raw}\"}}");
        let (_, object) = slice::events(line.as_bytes()).next().expect("an event");
        ask(object.get("s").expect("a member"), want);
    }
}

#[test]
#[cfg(feature = "bump")]
fn text_in_an_arena() {
    use runlex::TextIn;
    let bump = bumpalo::Bump::new();
    each_string(|value, want| {
        let raw = value.string().ok().expect("a string");
        assert_eq!(raw.text_in(&bump), want);
        // What is plain is not copied.
        let copied = !std::ptr::eq(raw.text_in(&bump).as_ptr(), raw.raw().as_ptr());
        assert_eq!(copied, raw.is_escaped());
    });
}

#[test]
#[cfg(feature = "dom")]
fn documents() {
    use runlex::dom::{Dom, simd_json::prelude::*};
    let mut dom = Dom::new();
    each_string(|value, want| {
        let document = dom.load(value).expect("a document");
        assert_eq!(document.root().as_str(), Some(want));
        assert_eq!(document.surrogates(), want.matches('\u{FFFD}').count());
    });
    let line = br#"{"null":null,"n":-7,"big":123456789012345678901234567890,"deep":{"a":[[],[{"b":1.5}]]},"same":1,"same":2}"#;
    let (_, object) = slice::events(line).next().expect("an event");
    let get = |name: &str| object.get(name).expect("a member");
    assert!(dom.load(get("null")).expect("a document").root().is_null());
    assert_eq!(dom.load(get("n")).expect("a document").root().as_i64(), Some(-7));
    let error = dom.load(get("big")).expect_err("beyond 64 bits").to_string();
    assert!(!error.contains('\n') && error.contains("handles"), "{error}");
    // An error leaves the scratch as usable as before.
    let document = dom.load(get("deep")).expect("a document");
    let b = document.root().get("a").and_then(|a| a.get_idx(1)).and_then(|list| list.get_idx(0));
    assert_eq!(b.and_then(|object| object.get("b")).and_then(|b| b.as_f64()), Some(1.5));
    drop(document);
    for depth in [runlex::MAX_DEPTH - 1, 2] {
        let text = format!("{{\"v\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
        let (_, object) = slice::events(text.as_bytes()).next().expect("an event");
        // However deep, it is a document or an error.
        let loaded = dom.load(object.get("v").expect("a member")).map(|document| document.root().is_array());
        assert_eq!(loaded, Ok(true), "{depth}");
    }
}

#[test]
#[cfg(feature = "serde")]
fn types() {
    use runlex::{from_value, from_value_lossy};
    use std::borrow::Cow;
    let mut scratch = Vec::new();
    each_string(|value, want| {
        let lossy: String = from_value_lossy(value, &mut scratch).expect("text");
        assert_eq!(lossy, want);
        match from_value::<Cow<'_, str>>(value) {
            Ok(text) => assert_eq!(text, want),
            Err(error) => {
                assert!(want.contains('\u{FFFD}'), "{error}");
                assert!(error.lone_surrogate().is_some());
                assert!(error.to_string().contains("from_value_lossy"), "{error}");
            }
        }
    });
    let line = br#"{"n":"seven","s":"\ud800"}"#;
    let (_, object) = slice::events(line).next().expect("an event");
    let error = from_value::<u32>(object.get("n").expect("a member")).expect_err("no number");
    assert_eq!(error.lone_surrogate(), None);
    assert!(error.to_string().starts_with("the value does not fit the type: invalid type"), "{error}");
    // A type that does not fit is told as such, also where a surrogate stands in the value.
    let error = from_value::<u32>(object.get("s").expect("a member")).expect_err("no number");
    assert!(!error.to_string().contains('\n'));
    #[derive(serde::Deserialize)]
    struct Cmd<'a> {
        #[serde(borrow)]
        cmd: Cow<'a, str>,
        n: Option<u64>,
    }
    let line = br#"{"input":{"cmd":"ls","n":null,"more":[]}}"#;
    let (_, object) = slice::events(line).next().expect("an event");
    let cmd: Cmd<'_> = from_value(object.get("input").expect("a member")).expect("it fits");
    assert!(matches!(cmd.cmd, Cow::Borrowed("ls")) && cmd.n.is_none());
}
