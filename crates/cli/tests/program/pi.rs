//! Streams and session files of Pi, in each verb.

use crate::streams::{json, ran};
use serde_json::json;

/// Each message once, however often it is told; copied history not at all.
#[test]
fn ls() {
    let runs = json(&["ls", "-o", "json"], "pi");
    let shown: Vec<_> = runs["runs"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|run| {
            let usage = &run["usage"];
            json!([
                run["outcome"],
                run["session"],
                run["started"],
                run["messages"],
                run["models"],
                [run["tool_calls"], run["tool_results"], run["tool_errors"]],
                [usage["input"], usage["output"], run["usage_comparable"]["input"]],
                run["cost_stated_usd_micros"]
            ])
        })
        .collect();
    let start = "2026-05-01T10:00:00.000Z";
    assert_eq!(
        shown,
        [
            json!(["open", "p-03", "2026-05-03T08:00:00.500Z", 1, ["m-1"], [0, 0, 0], [14, 2, 22], 200]),
            json!([
                "open",
                "p-02",
                "2026-05-02T09:00:00.000Z",
                4,
                ["m-1", "m-2"],
                [1, 1, 0],
                [51, 15, 75],
                700
            ]),
            json!(["open", null, start, 1, ["m-1"], [2, 0, 0], [100, 20, 150], 2000]),
            json!(["ok", "p-01", start, 3, ["m-1", "m-2"], [2, 2, 1], [160, 28, 510], 3100]),
        ]
    );
}

/// Pieces, wholes and repeats say each text once.
#[test]
fn texts() {
    assert_eq!(ran(&["text"], "pi/stream-retried.jsonl"), "Looking.\nThe north stone.\n");
    assert_eq!(ran(&["result"], "pi/stream-retried.jsonl"), "The north stone.\n");
    assert_eq!(ran(&["text"], "pi/session-tree.jsonl"), "North.\nNorth and south.\nNeither.\n");
    let shown = ran(&["show"], "pi/stream-retried.jsonl");
    for (text, times) in [
        ("Which stone is worn?", 1),
        ("Looking.", 1),
        ("The north stone.", 1),
        ("no such file", 1),
        ("10:00:04", 1),
    ] {
        assert_eq!(shown.matches(text).count(), times, "{text}: {shown}");
    }
    assert_eq!(
        ran(&["grep", "-c", "--in", "text", "north stone"], "pi/stream-retried.jsonl")
            .trim_end()
            .rsplit(':')
            .next(),
        Some("1")
    );
}

#[test]
fn tools() {
    let tools = json(&["tools", "-o", "json"], "pi/stream-retried.jsonl")["tools"].take();
    let shown: Vec<_> = tools
        .as_array()
        .expect("a list")
        .iter()
        .map(|tool| json!([tool["tool"], tool["calls"], tool["results"], tool["errors"], tool["median_ms"]]))
        .collect();
    assert_eq!(shown, [json!(["bash", 1, 1, 1, 600]), json!(["read", 1, 1, 0, 500])]);
}
