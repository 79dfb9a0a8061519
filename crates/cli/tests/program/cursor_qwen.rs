//! Runs of Cursor's agent and of Qwen Code, in each verb.

use crate::streams::ran;
use crate::{corpus, folder, runlex};
use serde_json::{Value, json};
use std::fs;

fn runs(name: &str) -> Vec<Value> {
    let listed: Value = serde_json::from_str(&ran(&["ls", "-o", "json"], name)).expect("JSON");
    listed["runs"].as_array().expect("a list").clone()
}

/// The outcome, its reason, calls and errors, models, the rule and all input.
fn short(run: &Value) -> Value {
    json!([
        run["outcome"],
        run["reason"],
        run["tool_calls"],
        run["tool_errors"],
        run["models"],
        run["usage"]["rule"],
        run["usage_comparable"]["input"]
    ])
}

#[test]
fn ls() {
    for (name, want) in [
        ("cursor/cursor-cut.jsonl", json!([["unterminated", null, 1, 0, ["Model Y"], "cursor-result", 0]])),
        ("cursor/cursor-old-build.jsonl", json!([["ok", null, 1, 0, ["Model X"], "cursor-result", 0]])),
        ("cursor/cursor-partial.jsonl", json!([["ok", null, 3, 2, ["Model X"], "cursor-result", 3940]])),
        (
            "cursor/cursor-two-runs.jsonl",
            json!([
                ["ok", null, 0, 0, ["Model X"], "cursor-result", 10],
                ["failed", "error", 0, 0, ["Model Y"], "cursor-result", 0]
            ]),
        ),
        (
            "qwen-stream/qwen-cut.jsonl",
            json!([["unterminated", null, 1, 0, ["qwen-x"], "qwen-messages", 600]]),
        ),
        ("qwen-stream/qwen-one-turn.jsonl", json!([["ok", null, 2, 1, ["qwen-x"], "qwen-result", 3000]])),
        ("qwen-chat/chat-telemetry.jsonl", json!([["open", null, 2, 1, ["qwen-x"], "qwen-chat", 1860]])),
        (
            "qwen-chat/chat-no-telemetry.jsonl",
            json!([["open", null, 1, 0, ["qwen-x", "qwen-y"], "qwen-chat", 100]]),
        ),
        ("qwen-chat/chat-branch.jsonl", json!([["open", null, 0, 0, ["qwen-x"], "qwen-chat", 50]])),
    ] {
        let got: Vec<Value> = runs(name).iter().map(short).collect();
        assert_eq!(Value::from(got), want, "{name}");
    }
    let run = &runs("cursor/cursor-partial.jsonl")[0];
    let times = [&run["started"], &run["ended"]];
    assert_eq!(times, [&json!("2027-01-15T08:00:00.100Z"), &json!("2027-01-15T08:00:01.150Z")]);
}

/// What comes in pieces and once more whole is printed once; reasoning that comes in pieces only is one text.
#[test]
fn text() {
    let name = "cursor/cursor-partial.jsonl";
    assert_eq!(ran(&["text"], name), "I look at the wheels.\nThe small one turns.\n");
    assert_eq!(ran(&["text", "--kind", "thinking"], name), "Look at the list of wheels.\n");
    assert_eq!(ran(&["text"], "qwen-stream/qwen-cut.jsonl"), "I turn it.\n");
    assert_eq!(ran(&["text"], "qwen-chat/chat-branch.jsonl"), "Three.\n");
}

/// A result that says again what was said does not show it twice.
#[test]
fn show() {
    let shown = ran(&["show"], "cursor/cursor-partial.jsonl");
    assert_eq!(shown.matches("The small one turns.").count(), 1, "{shown}");
    assert!(shown.contains("(the text above)"), "{shown}");
    let shown = ran(&["show"], "cursor/cursor-cut.jsonl");
    assert!(shown.contains("no result"), "{shown}");
    let shown = ran(&["show"], "qwen-stream/qwen-cut.jsonl");
    assert!(shown.contains("no result"), "{shown}");
}

/// What goes on behind the first line of Qwen Code is its own, wherever the file is cut for threads; another init is not.
#[test]
fn lines_of_claude_code() {
    let read = |name: &str| fs::read_to_string(corpus().join("streams").join(name)).expect("a stream");
    let qwen = read("qwen-stream/qwen-one-turn.jsonl");
    let claude = read("claude-stream/claude-one-turn.jsonl");
    let behind: String = qwen.lines().skip(1).map(|line| format!("{line}\n")).collect();
    let place = folder(&[("a.jsonl", &(qwen + &claude)), ("b.jsonl", &behind)]);
    let ran = runlex(["ls".as_ref(), "-o".as_ref(), "json".as_ref(), place.path().as_os_str()]);
    let dialects: Vec<Value> =
        ran.json()["runs"].as_array().expect("a list").iter().map(|run| run["dialect"].clone()).collect();
    assert_eq!(dialects, ["qwen-stream", "claude-stream", "claude-stream"]);
    let ran =
        runlex(["cat".as_ref(), "--dialect".as_ref(), "qwen-stream".as_ref(), place.path().as_os_str()]);
    let last = ran.out.lines().last().expect("an item");
    assert!(last.contains(r#""scope":"run","cached":"inside","reasoned":"inside""#), "{last}");
}
