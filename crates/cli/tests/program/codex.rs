//! Codex's session files and runs of `codex exec`, in each verb.

use crate::streams::{json, ran};
use crate::{corpus, folder, runlex};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs;

/// The outcome, the session, calls and errors, and the usage of each run.
#[test]
fn ls() {
    let runs = json(&["ls", "-o", "json"], "codex-exec");
    let shown: Vec<_> = runs["runs"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|run| {
            let usage = &run["usage"];
            json!([
                run["outcome"],
                run["reason"],
                run["tool_calls"],
                run["tool_errors"],
                run["unanswered"],
                usage["input"],
                usage["output"]
            ])
        })
        .collect();
    assert_eq!(
        shown,
        [
            json!(["unterminated", null, 1, 0, 1, 0, 0]),
            json!(["failed", "turn.failed", 0, 0, 0, 0, 0]),
            json!(["ok", null, 4, 2, 0, 4600, 210]),
            json!(["ok", null, 0, 0, 0, 4600, 40]),
            json!(["ok", null, 1, 0, 0, 5900, 65]),
        ]
    );
    assert!(runs["runs"][0]["session"].is_string());
    let run = &json(&["ls", "-o", "json"], "codex-rollout/rollout-0-171-records.jsonl")["runs"][0];
    assert_eq!(
        json!([
            run["outcome"],
            run["duration_ms"],
            run["turns"],
            run["models"],
            run["tool_calls"],
            run["tool_errors"],
            run["messages"]
        ]),
        json!(["ok", 6100, 1, ["gpt-x"], 2, 1, 2])
    );
    assert_eq!(
        (&run["started"], &run["ended"]),
        (&json!("2026-03-02T08:00:00.000Z"), &json!("2026-03-02T08:00:07.000Z"))
    );
}

/// A thread that two runs took up counts once, and what can be compared stands beside what is printed.
#[test]
fn stats() {
    let totals = &json(&["stats", "-o", "json"], "codex-exec")["totals"];
    let sums = json!({"input": 10500, "cache_creation": 128, "cache_read": 7296, "output": 275});
    assert_eq!(totals["usage_comparable"], sums);
    assert_eq!(
        (&totals["usage"]["input"], &totals["usage"]["rule"]),
        (&json!(10500), &json!("codex-thread"))
    );
    let groups = &json(&["stats", "-q", "-o", "json", "--by", "dialect"], "")["groups"];
    let of = |name: &str| {
        let mut groups = groups.as_array().expect("a list").iter();
        let group = groups.find(|group| group["key"] == name).expect("a group");
        ["input", "cache_read", "output", "comparable_input", "comparable_output"]
            .map(|key| group[key].clone())
    };
    let rollout = [10300, 5248, 172, 10300, 172].map(Value::from);
    assert_eq!(of("codex-rollout"), rollout);
    // Amp's cached tokens stand beside its input.
    let [input, read, output, all, all_output] = of("amp");
    assert!(all.as_u64() > Some(input.as_u64().unwrap_or(0) + read.as_u64().unwrap_or(0)), "{all}");
    assert_eq!(output, all_output);
    let table = ran(&["stats", "--by", "session"], "codex-rollout");
    assert!(
        table.lines().next().is_some_and(|head| head.ends_with("reasoning  all input  all output")),
        "{table}"
    );
    assert!(!ran(&["stats", "-q", "--by", "session"], "amp").contains("all input"));
}

/// Each text once, though two lines tell it; of pieces and copies nothing.
#[test]
fn texts() {
    let told = "codex-rollout/rollout-0-80-told-again.jsonl";
    assert_eq!(ran(&["text"], told), "Ada is oldest.\n");
    assert_eq!(ran(&["grep", "-c", "Ada is"], told).trim_end().rsplit(':').next(), Some("1"));
    let shown = ran(&["show"], told);
    for (text, times) in [("which boat is oldest?", 1), ("Ada is oldest.", 1), ("The log knows.", 1)] {
        assert_eq!(shown.matches(text).count(), times, "{text}: {shown}");
    }
    let shown = ran(&["show"], "codex-exec/exec-cut.jsonl");
    assert!(shown.contains("no result"), "{shown}");
    assert_eq!(ran(&["text"], "codex-exec/exec-one-turn.jsonl"), "Two boats.\n");
    assert!(ran(&["result"], "codex-exec/exec-one-turn.jsonl").ends_with("Two boats.\n"));
}

#[test]
fn tools() {
    let tools = json(&["tools", "-o", "json"], "codex-exec")["tools"].take();
    let shown: Vec<_> = tools
        .as_array()
        .expect("a list")
        .iter()
        .map(|tool| json!([tool["tool"], tool["calls"], tool["errors"], tool["unanswered"]]))
        .collect();
    for want in [json!(["shell", 4, 1, 1]), json!(["tide", 1, 1, 0]), json!(["apply_patch", 1, 0, 0])] {
        assert!(shown.contains(&want), "{want} in {shown:?}");
    }
    // Ids begin anew with each run.
    let calls = json(&["tools", "--calls", "-o", "json"], "codex-exec");
    assert_eq!(calls["calls"].as_array().map(Vec::len), Some(6));
}

/// Its archives are kept so.
#[test]
fn compressed() {
    let folder = folder(&[]);
    let name = "rollout-0-110-fork.jsonl";
    let plain = fs::read(corpus().join("streams/codex-rollout").join(name)).expect("a stream");
    let path = folder.path().join("rollout-2026.jsonl.zst");
    fs::write(&path, zstd::encode_all(&plain[..], 1).expect("memory")).expect("a file");
    let of =
        |path: OsString| runlex(["ls".into(), "-o".into(), "json".into(), path]).json()["runs"][0].take();
    let (mut packed, mut unpacked) =
        (of(folder.path().into()), of(corpus().join("streams/codex-rollout").join(name).into()));
    assert_eq!((&packed["dialect"], &packed["usage"]["input"]), (&json!("codex-rollout"), &json!(1500)));
    packed["path"].take();
    unpacked["path"].take();
    assert_eq!(packed, unpacked);
}
