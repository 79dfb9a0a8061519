//! Streams of Factory Droid and of Goose, in each verb.

use crate::streams::ran;
use crate::{corpus, runlex};
use serde_json::{Value, json};

/// Errors do not end a run of Droid; an end of Goose does not say how it went.
#[test]
fn ls() {
    let shown = |name: &str| -> Vec<Value> {
        let listed: Value = serde_json::from_str(&ran(&["ls", "-o", "json"], name)).expect("JSON");
        let runs = listed["runs"].as_array().expect("a list").iter();
        runs.map(|run| {
            json!([
                run["outcome"],
                run["reason"],
                run["session"],
                run["models"],
                run["duration_ms"],
                [run["tool_calls"], run["tool_results"], run["tool_errors"]],
                [run["usage"]["input"], run["usage_comparable"]["input"], run["usage"]["reasoning"]],
                run["cost_stated_usd_micros"],
                run["started"]
            ])
        })
        .collect()
    };
    let began = "2027-01-15T08:00:00.000Z";
    assert_eq!(
        shown("droid/droid-one-run.jsonl"),
        [json!(["ok", null, "d-1", ["model-x"], 4100, [2, 2, 1], [1200, 1200, 20], null, began])]
    );
    assert_eq!(
        shown("droid/droid-failed.jsonl"),
        [json!([
            "unterminated",
            null,
            "d-2",
            ["model-x"],
            null,
            [1, 0, 0],
            [0, 0, null],
            null,
            "2027-01-15T08:01:40.000Z"
        ])]
    );
    assert_eq!(
        shown("goose/goose-one-run.jsonl"),
        [json!(["unknown", "complete", null, [], null, [2, 2, 1], [1200, 1200, null], 12500, began])]
    );
}

/// Of what the last line says again nothing is printed twice, and messages of pieces stay apart.
#[test]
fn texts() {
    for (name, text) in [
        ("droid/droid-one-run.jsonl", "Ada is oldest.\n"),
        ("goose/goose-one-run.jsonl", "I look into the log.\nAda is oldest.\n"),
        ("goose/goose-failed.jsonl", "I begin.\nAnd then\n"),
    ] {
        assert_eq!(ran(&["text"], name), text, "{name}");
        for line in text.lines() {
            let shown = ran(&["show"], name);
            assert_eq!(shown.matches(line).count(), 1, "{name}: {shown}");
        }
    }
    assert_eq!(ran(&["text", "--kind", "thinking"], "goose/goose-one-run.jsonl"), "The log knows.\n");
}

#[test]
fn result() {
    for (name, text) in [
        ("droid/droid-one-run.jsonl", "Ada is oldest.\n"),
        ("goose/goose-one-run.jsonl", "Ada is oldest.\n"),
        ("goose/goose-failed.jsonl", "no more credit\n"),
    ] {
        let path = corpus().join("streams").join(name);
        assert_eq!(runlex(["result".as_ref(), path.as_os_str()]).out, text, "{name}");
    }
}
