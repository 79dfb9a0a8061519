//! Streams of OpenCode, in each verb.

use crate::streams::{json, ran};
use crate::{corpus, runlex};
use serde_json::json;
use std::ffi::OsString;

/// Times are shown as times; steps count once, and their cost.
#[test]
fn ls() {
    let runs = json(&["ls", "-o", "json"], "opencode");
    let shown: Vec<_> = runs["runs"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|run| {
            json!([
                run["outcome"],
                run["reason"],
                run["started"],
                run["turns"],
                run["messages"],
                run["tool_calls"],
                run["tool_errors"],
                run["cost_stated_usd_micros"]
            ])
        })
        .collect();
    let start = "2026-05-01T10:00:00.000Z";
    assert_eq!(
        shown,
        [
            json!(["open", null, start, null, 2, 2, 0, 1500]),
            json!(["failed", "error", start, 1, 0, 0, 0, null]),
            json!(["ok", null, start, 1, 2, 2, 1, 3000]),
        ]
    );
    assert!(ran(&["ls"], "opencode/run-two-steps.jsonl").contains("2026-05-01 10:00"));
}

/// What was cached and reasoned stands beside, and comes to it.
#[test]
fn stats() {
    let totals = &json(&["stats", "-o", "json"], "opencode")["totals"];
    let usage = &totals["usage"];
    assert_eq!(
        json!([usage["input"], usage["output"], usage["reasoning"], usage["bound"], usage["rule"]]),
        json!([800, 45, 7, "at-least", "opencode-steps"])
    );
    let sums = json!({"input": 2440, "cache_creation": 70, "cache_read": 1570, "output": 52, "reasoning": 7});
    assert_eq!(totals["usage_comparable"], sums);
    let days = &json(&["stats", "-o", "json", "--by", "day"], "opencode")["groups"];
    assert_eq!((&days[0]["key"], &days[0]["runs"]), (&json!("2026-05-01"), &json!(3)));
}

#[test]
fn texts() {
    assert_eq!(ran(&["text"], "opencode/run-two-steps.jsonl"), "Two wells: north and south.\n");
    assert_eq!(ran(&["result"], "opencode/run-two-steps.jsonl"), "Two wells: north and south.\n");
    let failed =
        runlex([OsString::from("result"), corpus().join("streams/opencode/run-failed.jsonl").into()]);
    assert_eq!((failed.status, &*failed.out), (Some(1), "no key for the mill\n"));
    let shown = ran(&["show"], "opencode/run-two-steps.jsonl");
    for part in ["bash", "File not found: /srv/well/deep.txt", "The well book first.", "10:00:01"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    // Within the window by its own milliseconds.
    let since = ["cat", "--since", "2026-05-01T10:00:01Z", "--kind", "assistant_text"];
    assert_eq!(ran(&since, "opencode/run-two-steps.jsonl").lines().count(), 1);
    let until = ["cat", "--until", "2026-05-01T10:00:00.600Z", "--kind", "tool_call"];
    assert_eq!(ran(&until, "opencode/run-two-steps.jsonl").lines().count(), 1);
}

#[test]
fn tools() {
    let tools = json(&["tools", "-o", "json"], "opencode")["tools"].take();
    let shown: Vec<_> = tools
        .as_array()
        .expect("a list")
        .iter()
        .map(|tool| json!([tool["tool"], tool["calls"], tool["errors"], tool["unanswered"]]))
        .collect();
    for want in [json!(["bash", 2, 0, 0]), json!(["read", 1, 1, 0]), json!(["task", 1, 0, 0])] {
        assert!(shown.contains(&want), "{want} in {shown:?}");
    }
}
