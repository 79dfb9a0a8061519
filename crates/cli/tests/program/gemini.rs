//! Gemini CLI's stream and its chat recordings, in each verb.

use crate::streams::{json, ran};
use crate::{corpus, folder, runlex};
use serde_json::{Value, json};
use std::ffi::OsString;

const ONE: &str = "gemini/stream-one-turn.jsonl";
const AGAIN: &str = "gemini-chat/chat-written-again.jsonl";

#[test]
fn ls() {
    let shown = |name: &str| {
        let runs = json(&["ls", "-o", "json"], name)["runs"].take();
        let of = |run: &Value| {
            [
                "dialect",
                "outcome",
                "reason",
                "duration_ms",
                "models",
                "messages",
                "tool_calls",
                "tool_results",
                "tool_errors",
            ]
            .map(|key| run[key].clone())
        };
        runs.as_array().expect("a list").iter().map(|run| json!(of(run))).collect::<Vec<_>>()
    };
    assert_eq!(
        shown("gemini"),
        [
            json!(["gemini", "unterminated", null, null, ["gemini-x"], 0, 1, 0, 0]),
            json!(["gemini", "failed", "result", 0, ["gemini-x"], 0, 0, 0, 0]),
            json!(["gemini", "ok", null, 4100, ["auto-x", "gemini-small", "gemini-x"], 0, 2, 2, 1]),
        ]
    );
    assert_eq!(
        shown("gemini-chat"),
        [
            json!(["gemini-chat", "open", null, null, ["gemini-x"], 2, 1, 1, 1]),
            json!(["gemini-chat", "open", null, null, ["gemini-x", "gemini-y"], 2, 2, 2, 1]),
        ]
    );
}

/// Thinking stands beside the output; what can be compared has it.
#[test]
fn stats() {
    let totals = &json(&["stats", "-o", "json"], ONE)["totals"];
    let sums = json!({"input": 2300, "cache_creation": 0, "cache_read": 900, "output": 74, "reasoning": 28});
    assert_eq!(totals["usage_comparable"], sums);
    assert_eq!(totals["usage"]["output"], 46);
    let groups = json(&["stats", "-q", "-o", "json", "--by", "model"], ONE)["groups"].take();
    let mut of = groups.as_array().expect("a list").iter().map(|group| json!([group["key"], group["input"]]));
    assert!(of.any(|group| group == json!(["gemini-small", 300])), "{groups}");
}

/// Pieces are one text, and what is written again is said once.
#[test]
fn texts() {
    assert_eq!(ran(&["text"], ONE), "I look into the log.\nAda is oldest.\n");
    assert_eq!(ran(&["text"], AGAIN), "I look into the log.\nAda is oldest.\n");
    assert_eq!(ran(&["result"], ONE).lines().last(), Some("Ada is oldest."));
    for (name, text) in [(ONE, "Ada is oldest."), (AGAIN, "I look into the log."), (AGAIN, "The log knows.")]
    {
        let shown = ran(&["show"], name);
        assert_eq!(shown.matches(text).count(), 1, "{text}: {shown}");
    }
    assert!(ran(&["show"], ONE).contains("2.3k in, 900 cached, 46 out"));
    assert_eq!(ran(&["grep", "-c", "look"], ONE).trim_end().rsplit(':').next(), Some("1"));
    assert_eq!(ran(&["grep", "-c", "look into"], AGAIN).trim_end().rsplit(':').next(), Some("1"));
    let live = runlex(["tail".into(), "-q".into(), OsString::from(corpus().join("streams").join(ONE))]);
    assert!(live.out.contains("I look into the log.\n[read_file]"), "{}", live.out);
}

/// What an earlier line said is marked, and the usage that counts is not.
#[test]
fn cat() {
    let items: Vec<Value> =
        ran(&["cat"], AGAIN).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let of = |kind: &str| {
        let items = items.iter().filter(|item| item["kind"] == kind);
        items.map(|item| (item["line"].as_u64(), item["replay"] == true)).collect::<Vec<_>>()
    };
    assert_eq!(of("usage"), [(Some(4), false), (Some(6), true), (Some(7), true), (Some(9), false)]);
    assert_eq!(of("tool_result"), [(Some(6), false), (Some(7), true), (Some(7), false)]);
    assert_eq!(
        of("assistant_text"),
        [(Some(4), false), (Some(6), true), (Some(7), true), (Some(8), false), (Some(9), true)]
    );
    let pieces = ran(&["cat", "--kind", "assistant_text"], ONE);
    assert_eq!(pieces.matches(r#""piece":true"#).count(), 4, "{pieces}");
}

#[test]
fn tools() {
    let calls = json(&["tools", "--calls", "-o", "json"], AGAIN)["calls"].take();
    let of = |call: &Value| json!([call["tool"], call["outcome"], call["results"], call["errors"]]);
    let calls: Vec<Value> = calls.as_array().expect("a list").iter().map(of).collect();
    assert_eq!(calls, [json!(["read_file", "ok", 1, 0]), json!(["glob", "error", 1, 1])]);
}

/// A line without its time is anyone's; in a run that is Gemini's it is heard.
#[test]
fn lines_that_are_anyones() {
    let lines = [
        r#"{"type":"init","timestamp":"2026-04-01T09:00:00.000Z","session_id":"s","model":"m"}"#,
        r#"{"type":"message","role":"assistant","content":"hi"}"#,
        r#"{"type":"result","status":"success","stats":{"input_tokens":3,"output_tokens":1}}"#,
    ];
    let place = folder(&[("one.jsonl", &(lines.join("\n") + "\n"))]);
    let run = runlex(["ls".into(), "-o".into(), "json".into(), OsString::from(place.path())]).json()["runs"]
        [0]
    .take();
    assert_eq!(json!([run["dialect"], run["outcome"], run["usage"]["input"]]), json!(["gemini", "ok", 3]));
}
