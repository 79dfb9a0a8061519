//! Whole streams: those of the corpus with the answers of their manifest, and rules that need more than one line.

use crate::common;
use crate::pages::{self, Stream};
use runlex_dialects::afk::Event;
use runlex_dialects::{Dialect, Hint, ItemKind, items, sniff};
use std::collections::BTreeMap;

/// The rules of section 9 that are held here.
pub(crate) const RULES: &[&str] = &["9.9: empty stdout", "9.5: pending duplicates"];

/// What a reader of a whole stream learns.
#[derive(Debug, Default, PartialEq)]
struct Learned {
    events: usize,
    types: BTreeMap<String, u64>,
    tokens: [u64; 4],
    ends: Vec<(u64, String)>,
    calls: usize,
    results: usize,
    /// The pieces put together, and the whole messages.
    pieces: String,
    messages: String,
    unknown: usize,
    sure: usize,
}

fn learn(stream: &[u8]) -> Learned {
    let mut learned = Learned::default();
    let mut line = 0;
    common::each(stream, |_, object| {
        line += 1;
        learned.events += 1;
        let event = Event::read(object);
        let kind = object.get("type").and_then(|kind| kind.string().ok()).expect("a type").to_string();
        if event.ends_run() {
            learned.ends.push((line, kind.clone()));
        }
        *learned.types.entry(kind).or_default() += 1;
        learned.unknown += usize::from(matches!(event, Event::Unknown(_)));
        learned.sure += usize::from(sniff(object) == Hint::Is(Dialect::Afk));
        for item in items(Dialect::Afk, object) {
            match item.kind {
                ItemKind::AssistantText(text) if item.delta => learned.pieces += &text.to_string(),
                ItemKind::AssistantText(text) => learned.messages += &text.to_string(),
                ItemKind::ToolCall { .. } if !item.delta => learned.calls += 1,
                ItemKind::ToolResult { .. } => learned.results += 1,
                ItemKind::Usage { counters, .. } => {
                    for (sum, count) in learned.tokens.iter_mut().zip(counters.all()) {
                        *sum += count.or_zero();
                    }
                }
                _ => {}
            }
        }
    });
    learned
}

#[test]
fn the_corpus_has_its_answers() {
    for Stream { name, bytes, answers } in pages::streams("afk") {
        let learned = learn(&bytes);
        assert_eq!(learned.events as u64, answers["events"], "{name}");
        assert_eq!(serde_json::json!(learned.types), answers["types"], "{name}");
        let [input, cache_creation, cache_read, output] = learned.tokens;
        let tokens = serde_json::json!({
            "input": input, "cache_creation": cache_creation, "cache_read": cache_read, "output": output,
        });
        assert_eq!(tokens, answers["tokens"], "{name}");
        let ends: Vec<_> =
            learned.ends.iter().map(|(line, kind)| serde_json::json!({"line": line, "type": kind})).collect();
        assert_eq!(serde_json::json!(ends), answers["end_events"], "{name}");
        assert_eq!(learned.calls as u64, answers["tool_calls"], "{name}");
        assert_eq!(learned.results as u64, answers["tool_results"], "{name}");
        assert_eq!(learned.unknown, 0, "{name}");
        assert!(learned.sure > 0, "{name}");
    }
}

/// Section 7: the pieces of a round are its message, so one of them is to be printed, never both.
#[test]
fn pieces_make_up_the_message() {
    let streams = pages::streams("afk");
    let minimal = streams.iter().find(|stream| stream.name.ends_with("afk-minimal.jsonl")).expect("a stream");
    let learned = learn(&minimal.bytes);
    assert_eq!((&*learned.pieces, &*learned.messages), ("Hello, world!", "Hello, world!"));
}

#[test]
fn an_empty_stdout_is_legal() {
    assert_eq!(learn(b""), Learned::default(), "{}", RULES[0]);
}

/// One call is up to three lines and one complete item.
#[test]
fn a_call_that_is_told_three_times_is_one() {
    let stream = concat!(
        r#"{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"t1","toolName":"bash","toolInput":" ...","pending":true}}"#,
        "\n",
        r#"{"type":"chunk","chunk":{"type":"tool_use","content":"bash","metadata":{"precedingToolUseIds":["t1"]}}}"#,
        "\n",
        r#"{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"t1","toolName":"bash","toolInput":" ls","toolInputRaw":"{}"}}"#,
        "\n",
        r#"{"type":"chunk","chunk":{"type":"tool_result","toolUseId":"t1","content":"x","isError":false}}"#,
    );
    let learned = learn(stream.as_bytes());
    assert_eq!((learned.events, learned.calls, learned.results), (4, 1, 1), "{}", RULES[1]);
}

/// The case of an error that ends a run whose last line was begun.
#[test]
fn an_error_ends_the_run() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/cases/074-afk-error-ends-stream.jsonl");
    let learned = learn(&std::fs::read(path).expect("a case"));
    assert_eq!((learned.events, &*learned.pieces), (3, "par"));
    assert_eq!(learned.ends, [(3, "error".to_owned())]);
}
