//! The five ways in which streams are read (`docs/formats/amp-sdk.md`, section 2), each in a few lines.

use crate::{ANSWER, CALL, INIT, RESULT, USER, stream};
use runlex::dialects::{Dialect, ItemKind, items};
use runlex::{Incoming, Limits, Reader, Records, Slice, What, run, slice};
use std::io::Write;
use std::time::{Duration, Instant};

fn session() -> String {
    stream(&[INIT, USER, CALL, ANSWER, RESULT])
}

#[test]
fn final_result_only() {
    let result = run(session().as_bytes()).expect("a result");
    assert_eq!(
        (result.text.as_deref(), result.num_turns, result.duration_ms),
        (Some("8"), Some(2), Some(5400))
    );
    assert_eq!(result.behind as usize, session().len());
}

#[test]
fn typewriter() {
    let mut out = Vec::new();
    let text = session();
    let mut records = Reader::new(text.as_bytes()).until_result();
    while let Some(record) = records.next().expect("no error") {
        let What::Event(object) = record.what else { continue };
        for item in items(Dialect::Amp, object) {
            match item.kind {
                ItemKind::AssistantText(text) => write!(out, "{text}").expect("to memory"),
                ItemKind::Result { .. } => out.extend(b"\n--- done ---\n"),
                _ => {}
            }
        }
    }
    assert_eq!(String::from_utf8(out).expect("UTF-8"), "  Reading.\nIt is 8 \u{2713}\n--- done ---\n");
}

#[test]
fn accumulate() {
    let text = session();
    let (said, turns, ms) = slice::events(text.as_bytes())
        .flat_map(|(_, object)| items(Dialect::Amp, object))
        .fold((String::new(), None, None), |(mut said, turns, ms), item| match item.kind {
            ItemKind::AssistantText(text) => {
                said.extend(text.chars());
                (said, turns, ms)
            }
            ItemKind::Result { num_turns, duration_ms, .. } => (said, num_turns, duration_ms),
            _ => (said, turns, ms),
        });
    assert_eq!(said, "  Reading.\nIt is 8 \u{2713}");
    let whole = |number: Option<runlex::RawNumber<'_>>| number.and_then(|number| number.to_u64().ok());
    assert_eq!((whole(turns), whole(ms)), (Some(2), Some(5400)));
}

#[test]
fn filter_tool_calls() {
    let text = session();
    let calls: Vec<(&str, &[u8])> = slice::events(text.as_bytes())
        .flat_map(|(_, object)| items(Dialect::Amp, object))
        .filter_map(|item| match item.kind {
            ItemKind::ToolCall { name, input, .. } => Some((name?.as_plain()?, input?.raw())),
            _ => None,
        })
        .collect();
    assert_eq!(calls, [("Bash", &br#"{"cmd":"ls"}"#[..])]);
}

#[test]
fn timeout_inside_and_cancel_by_dropping() {
    let text = session();
    let start = Instant::now();
    let limits = Limits { idle: Some(Duration::from_secs(30)), total: None };
    let mut live = Reader::new(text.as_bytes()).live(limits, || start.elapsed());
    let mut lines = 0;
    while let Some(Incoming::Record(_)) = live.next() {
        lines += 1;
        if lines == 2 {
            break;
        }
    }
    // That is all there is to cancelling: what was not asked for was not read from the slice above.
    let reader = live.into_inner();
    assert_eq!(reader.at().line, 3);
    drop(reader);
    assert_eq!(Slice::new(text.as_bytes()).map(|_| ()).count(), 5);
}
