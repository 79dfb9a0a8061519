//! Repeats: what a record says again, where it is written again.

use runlex::dialects::{Dialect, items};
use runlex::{IdKey, Repeats, Slice, What};

/// Of each item of each line, its kind; in brackets if it is a repeat.
fn marked(dialect: Dialect, lines: &[&str]) -> Vec<String> {
    let (text, mut repeats) = (lines.join("\n"), Repeats::new(IdKey::random()));
    let (mut slice, mut all) = (Slice::new(text.as_bytes()), Vec::new());
    while let Some(record) = slice.next() {
        let What::Event(object) = record.what else { panic!("no event") };
        all.extend(items(dialect, object).map(|item| {
            let item = repeats.mark(item);
            if item.replay { format!("[{}]", item.kind.as_str()) } else { item.kind.as_str().to_owned() }
        }));
    }
    all
}

#[test]
fn by_record_kind_and_words() {
    let said = |id: &str, text: &str, more: &str| {
        format!(r#"{{"id":"{id}","type":"gemini","content":"{text}"{more}}}"#)
    };
    let used = |input: u32| format!(r#","tokens":{{"input":{input},"output":4}}"#);
    let call = r#","toolCalls":[{"id":"c1","name":"read_file","args":{},"result":[{"functionResponse":{"id":"c1","response":{"output":"x"}}}],"status":"success"}]"#;
    let start =
        r#"{"sessionId":"S","projectHash":"00ff","startTime":"2026-04-02T08:00:00.000Z","kind":"main"}"#;
    let (one, other) = (said("m1", "Ahoy", ""), said("m2", "Ahoy", ""));
    let user = r#"{"id":"m1","type":"user","content":"Ahoy"}"#;
    for (lines, want) in [
        (&[&*one, &*one][..], &["assistant_text", "[assistant_text]"][..]),
        // Another record, other words, another speaker.
        (&[&*one, &*other], &["assistant_text", "assistant_text"]),
        (&[&*one, &*said("m1", "Hello", "")], &["assistant_text", "assistant_text"]),
        (&[&*one, user, user], &["assistant_text", "user_text", "[user_text]"]),
        // What is known since is new, the rest is said again.
        (
            &[&*one, &*said("m1", "Ahoy", &used(9)), &*said("m1", "Ahoy", &(used(9) + call))],
            &[
                "assistant_text",
                "[assistant_text]",
                "usage",
                "[assistant_text]",
                "[usage]",
                "tool_call",
                "tool_result",
            ],
        ),
        // Usage of other numbers is another one.
        (
            &[&*said("m1", "", &used(9)), &*said("m1", "", &used(8)), &*said("m2", "", &used(8))],
            &["usage", "usage", "usage"],
        ),
        // With a new start nothing has been said.
        (
            &[start, &*one, start, &*one],
            &["session_start", "assistant_text", "session_start", "assistant_text"],
        ),
        // Without an id of its own nothing is known again.
        (
            &[r#"{"type":"gemini","content":"Ahoy"}"#, r#"{"type":"gemini","content":"Ahoy"}"#],
            &["assistant_text", "assistant_text"],
        ),
    ] {
        assert_eq!(marked(Dialect::GeminiChat, lines), want, "{lines:#?}");
    }
    // Other dialects write nothing again: whoever says the same twice means it.
    let twice = r#"{"type":"assistant","message":{"id":"m1","content":[{"type":"text","text":"Ahoy"}]}}"#;
    assert_eq!(marked(Dialect::ClaudeStream, &[twice, twice]), ["assistant_text", "assistant_text"]);
}
