//! P1, P3, P4, P7, P9, P10, P11: reading.

use crate::{ANSWER, CALL, INIT, RESULT, USER, stream};
use runlex::dialects::{Dialect, Extras, ItemKind, Json, amp, items};
use runlex::{Reader, Records, Slice, run, slice};
use std::cell::Cell;
use std::io::{self, Read};

/// Counts how often it is read.
struct Counted<'a> {
    rest: &'a [u8],
    reads: &'a Cell<u32>,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reads.set(self.reads.get() + 1);
        self.rest.read(buffer)
    }
}

#[test]
fn p01_nothing_is_read_before_the_first_next() {
    let text = stream(&[INIT, USER, RESULT]);
    let reads = Cell::new(0);
    let mut records = Reader::new(Counted { rest: text.as_bytes(), reads: &reads }).until_result();
    assert_eq!(reads.get(), 0);
    assert!(records.next().expect("no error").is_some());
    assert_eq!(reads.get(), 1);
}

#[test]
fn p01_any_byte_source_gives_the_same() {
    let text = stream(&[INIT, "oops", CALL, "", RESULT]);
    let want: Vec<u64> = slice::records(text.as_bytes()).map(|record| record.line.at().offset).collect();
    let lending: Vec<u64> = Slice::new(text.as_bytes()).map(|record| record.line.at().offset).collect();
    assert_eq!(lending, want);
    let mut reader = Reader::new(text.as_bytes());
    let mut read = Vec::new();
    while let Some(record) = reader.next().expect("no error") {
        read.push(record.line.at().offset);
    }
    assert_eq!(read, want);
}

#[test]
fn p03_the_session_is_that_of_the_first_usable_line() {
    let line = |id: &str| format!(r#"{{"type":"user","message":{{"content":[]}},"session_id":"{id}"}}"#);
    for (ids, want) in [
        (&["T-1", "T-2"][..], Some("T-1")),
        (&["", "nil", "T-2", "T-3"], Some("T-2")),
        (&["", "nil"], None),
        (&[], None),
    ] {
        let lines: Vec<String> = ids.iter().map(|id| line(id)).collect();
        let mut text = lines.join("\n") + "\n";
        text.push_str(r#"{"type":"result","is_error":false}"#);
        let result = run(text.as_bytes()).expect("a result");
        assert_eq!(result.session.as_deref(), want, "{ids:?}");
    }
}

#[test]
fn p04_blocks_keep_the_order_of_the_line() {
    let (_, object) = slice::events(CALL.as_bytes()).next().expect("an event");
    let names: Vec<&str> = items(Dialect::Amp, object).map(|item| item.kind.name()).collect();
    assert_eq!(names, ["Thinking", "AssistantText", "ToolCall", "Usage"]);
}

#[test]
fn p07_what_follows_stays_available_and_nothing_is_shared() {
    let text = stream(&[INIT, RESULT, "left over"]);
    let mut one = Reader::new(text.as_bytes()).until_result();
    let mut other = Reader::new(text.as_bytes()).until_result();
    while one.next().expect("no error").is_some() {
        assert!(other.next().expect("no error").is_some());
    }
    let mut reader = one.into_inner();
    assert_eq!(reader.buffered(), b"left over\n");
    let line = reader.next().expect("no error").expect("a line").line;
    assert_eq!(line.content(), b"left over");
}

#[test]
fn p09_unknown_members_are_kept_in_order() {
    let line = r#"{"type":"result","zeta":1.0e2,"is_error":false,"alpha":{"b":[1, 2]},"\u0062eta":null}"#;
    let (_, object) = slice::events(line.as_bytes()).next().expect("an event");
    let event = amp::Event::read(object);
    let extras: Vec<(String, &[u8])> =
        Extras::of(object, event.fields()).map(|(name, value)| (name.to_string(), value.raw())).collect();
    let want: [(&str, &[u8]); 3] = [("zeta", b"1.0e2"), ("alpha", br#"{"b":[1, 2]}"#), ("beta", b"null")];
    assert_eq!(extras.len(), want.len());
    for ((name, raw), (want_name, want_raw)) in extras.iter().zip(want) {
        assert_eq!((name.as_str(), *raw), (want_name, want_raw));
    }
}

#[test]
fn p10_the_raw_line_and_the_written_one_say_the_same() {
    for line in [INIT, USER, CALL, ANSWER, RESULT, r#"{"type":"result","extra":1.0e2,"a":"\u0041"}"#] {
        let (_, object) = slice::events(line.as_bytes()).next().expect("an event");
        assert_eq!(object.raw(), line.as_bytes(), "byte-exact");
        let written = Json::of(object).to_string();
        let (_, again) = slice::events(written.as_bytes()).next().expect("an event");
        let members = |object: runlex::Object<'_, '_>| -> Vec<(String, Vec<u8>)> {
            object.members().map(|(name, value)| (name.to_string(), value.raw().to_vec())).collect()
        };
        assert_eq!(members(again), members(object), "{line}");
    }
}

/// Every example of the page, as it is and with a member more in each of its objects.
#[test]
fn p10_the_examples_of_the_page_survive_a_round_trip() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/formats/amp.md");
    let page = std::fs::read_to_string(page).expect("the page is in the repository");
    let examples = page.lines().filter(|line| line.starts_with('{'));
    let mut seen = 0;
    for line in examples.flat_map(|line| [line.to_owned(), line.replace("{\"", "{\"x_more\":1.0e2,\"")]) {
        let (_, object) = slice::events(line.as_bytes()).next().expect("an event");
        let event = amp::Event::read(object);
        let mut written = String::new();
        event.write_json(&mut written).expect("to memory");
        assert_eq!(written, line, "compact, without repeats: byte for byte");
        let (_, again) = slice::events(written.as_bytes()).next().expect("an event");
        let shown =
            |object| format!("{:?}", items(Dialect::Amp, object).map(|item| item.kind).collect::<Vec<_>>());
        assert_eq!(shown(again), shown(object));
        let known = event.extras().all(|(name, value)| name != "x_more" || value.raw() == b"1.0e2");
        assert!(known && (event.extras().any(|(name, _)| name == "x_more") || !line.contains("x_more")));
        seen += 1;
    }
    assert!(seen > 10, "{seen} examples");
}

#[test]
fn p11_defaults_are_the_callers_and_text_is_never_trimmed() {
    let (_, object) = slice::events(br#"{"type":"result","is_error":"yes"}"#).next().expect("an event");
    let amp::Event::Result(result) = amp::Event::read(object) else { panic!("a result") };
    assert!(!result.is_error().or(false));
    assert!(result.is_error().is_present(), "a wrong type is not missing");
    assert_eq!(result.num_turns().ok().map_or(0, |turns| turns.to_u64().unwrap_or(0)), 0);

    let (_, object) = slice::events(CALL.as_bytes()).next().expect("an event");
    let texts: Vec<String> = items(Dialect::Amp, object)
        .filter_map(|item| match item.kind {
            ItemKind::AssistantText(text) => Some(text.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(texts, ["  Reading.\n"]);
}
