//! Events of Copilot, in each verb.

use crate::streams::{json, ran};
use serde_json::json;

/// Of each model the last figures count; what is cached is added to nothing.
#[test]
fn ls() {
    let runs = json(&["ls", "-o", "json"], "copilot");
    let shown: Vec<_> = runs["runs"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|run| {
            let usage = &run["usage"];
            json!([
                run["outcome"],
                run["reason"],
                run["session"],
                run["models"],
                [run["tool_calls"], run["tool_results"], run["tool_errors"]],
                [usage["input"], usage["output"], run["usage_comparable"]["input"]],
                run["tokens_stated"]["input"]
            ])
        })
        .collect();
    let models = ["m-1", "m-2"];
    assert_eq!(
        shown,
        [
            json!(["failed", "session.shutdown", "c-02", models, [0, 0, 0], [97, 6, 97], 97]),
            json!(["unknown", "session.shutdown", "c-01", models, [2, 2, 1], [350, 30, 350], 350]),
            json!(["open", null, "c-03", ["m-1"], [0, 0, 0], [25, 3, 25], null]),
        ]
    );
}

#[test]
fn texts() {
    assert_eq!(ran(&["text"], "copilot/live-aborted.jsonl"), "The west.\n");
    let shown = ran(&["show"], "copilot/events-shutdown.jsonl");
    for (text, times) in
        [("Which sluice is open?", 1), ("The south one.", 1), ("no log", 1), ("The log first.", 1)]
    {
        assert_eq!(shown.matches(text).count(), times, "{text}: {shown}");
    }
}
