//! `result`: what came of each run.

use crate::{Ran, command, corpus, folder, runlex, runlex_with};
use serde_json::{Value, json};

fn in_corpus(args: &[&str]) -> Ran {
    Ran::of(command().args(args).current_dir(corpus().join("streams")).output().expect("the program runs"))
}

/// The text and nothing else, with a newline at its end.
#[test]
fn of_one_run() {
    for (file, status, out, err) in [
        ("amp/amp-simple.jsonl", 0, "8\n", ""),
        ("afk/afk-minimal.jsonl", 0, "Hello, world!\n", ""),
        (
            "afk/afk-paused.jsonl",
            0,
            "",
            "runlex: afk/afk-paused.jsonl:1: ok, without a text (runlex text prints what was said)\n",
        ),
        ("claude-stream/claude-one-turn.jsonl", 0, "17 files.\n", ""),
        (
            "claude-stream/claude-two-turns.jsonl",
            1,
            "API Error\n",
            "runlex: claude-stream/claude-two-turns.jsonl:1: failed: is_error\n",
        ),
        (
            "amp/amp-failed-run.jsonl",
            1,
            "tool calls need approval: Bash\n",
            "runlex: amp/amp-failed-run.jsonl:1: failed: error_during_execution\n",
        ),
        ("amp/amp-cut-run.jsonl", 1, "", "runlex: amp/amp-cut-run.jsonl:1: unterminated: no result\n"),
        (
            "claude-transcript/transcript-growing-message.jsonl",
            1,
            "",
            "runlex: claude-transcript/transcript-growing-message.jsonl:1: open: no result\n",
        ),
    ] {
        let ran = in_corpus(&["result", file]);
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (Some(status), out, err), "{file}");
        let ran = in_corpus(&["result", "-q", file]);
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (Some(status), out, ""), "{file}");
    }
}

#[test]
fn of_several_runs() {
    let ran = in_corpus(&["result", "amp/amp-two-runs.jsonl", "amp/amp-cut-run.jsonl"]);
    let want = "\
amp/amp-cut-run.jsonl:1: unterminated: no result

amp/amp-two-runs.jsonl:1: ok
Three.

amp/amp-two-runs.jsonl:5: ok
Two.
";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (Some(1), want, ""));
    assert_eq!(in_corpus(&["result", "amp/amp-two-runs.jsonl"]).status, Some(0));
}

/// Runs and outcomes are those of `ls`; texts those of the last `result` that `cat` tells of in each.
#[test]
fn the_same_as_other_verbs() {
    let ran = in_corpus(&["result", "-o", "json", "."]);
    let (results, runs) = (ran.json(), in_corpus(&["ls", "-o", "json", "."]).json());
    let (results, runs) = (results["results"].as_array(), runs["runs"].as_array());
    let (results, runs) = (results.expect("a list"), runs.expect("a list"));
    assert_eq!((ran.status, results.len()), (Some(1), runs.len()));
    let cat = in_corpus(&["cat", "--kind", "result", "."]).out;
    let items: Vec<Value> = cat.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let mut texts = 0;
    for (at, (result, run)) in results.iter().zip(runs).enumerate() {
        for key in ["path", "line", "session", "dialect", "outcome", "reason"] {
            assert_eq!(result[key], run[key], "{key} of {run}");
        }
        let behind = runs.get(at + 1).filter(|next| next["path"] == run["path"]);
        let behind = behind.map_or(u64::MAX, |next| next["line"].as_u64().expect("a line"));
        let range = run["line"].as_u64().expect("a line")..behind;
        let mut of_run = items.iter().filter(|item| {
            item["path"] == run["path"] && item["line"].as_u64().is_some_and(|line| range.contains(&line))
        });
        let has_result = !["unterminated", "open"].iter().any(|word| run["outcome"] == *word);
        let last = of_run.next_back().filter(|_| has_result);
        // The text of these stands on a line before.
        if !["afk", "codex-exec", "opencode", "pi", "copilot", "gemini", "goose"]
            .iter()
            .any(|dialect| run["dialect"] == *dialect)
        {
            assert_eq!(result["text"], last.map_or(Value::Null, |item| item["text"].clone()), "{run}");
            texts += u32::from(result["text"].is_string());
        }
        let is_error = last.and_then(|item| item.get("is_error")).cloned().unwrap_or_default();
        assert_eq!(result["is_error"], is_error, "{run}");
    }
    assert!(texts >= 10, "only {texts} texts");
}

/// Lines that look like a result of another program, or are followed by what makes them none.
#[test]
fn which_line_it_is() {
    let claude =
        r#"{"type":"system","subtype":"init","session_id":"s-1","uuid":"u","claude_code_version":"2"}"#;
    let ok = r#"{"type":"result","subtype":"success","is_error":false,"result":"one","total_cost_usd":1,"session_id":"s-1","uuid":"u"}"#;
    let two = ok.replace("one", "two");
    let amp = r#"{"type":"system","subtype":"init","session_id":"T-1","tools":[],"mcp_servers":[]}"#;
    let message = r#"{"type":"message","message":{"content":"said"}}"#;
    let failed = r#"{"type":"error","error":{"message":"gone","name":"ProviderError"}}"#;
    let stopped = r#"{"type":"done","metadata":{"stopReason":"budget"}}"#;
    let done = r#"{"type":"done","metadata":{"stopReason":"end_turn"}}"#;
    for (lines, outcome, text) in [
        (vec![claude, ok], "ok", json!("one")),
        (vec![claude, ok, claude, &two], "ok", json!("two")),
        (vec![claude, ok, claude], "unterminated", Value::Null),
        (vec![amp, r#"{"type":"message","message":{"role":"user"}}"#], "unterminated", Value::Null),
        (
            vec![amp, r#"{"type":"result","subtype":"success","result":"a\nb\n","session_id":"T-1"}"#],
            "ok",
            json!("a\nb\n"),
        ),
        (
            vec![amp, r#"{"type":"result","subtype":"success","is_error":false,"session_id":"T-1"}"#],
            "ok",
            Value::Null,
        ),
        (vec![message, done], "ok", json!("said")),
        (vec![r#"{"type":"message","message":{"content":"first"}}"#, message, done], "ok", json!("said")),
        (vec![message, failed], "failed", json!("gone")),
        (vec![message, stopped], "unknown", json!("said")),
        (vec![message], "unterminated", Value::Null),
        (vec![r#"{"type":"session.opened","thread_id":"1"}"#], "unknown", Value::Null),
    ] {
        let input = lines.join("\n") + "\n";
        let ran = runlex_with(input.as_bytes(), &["result", "-o", "json", "-"]);
        let results = ran.json()["results"].take();
        assert_eq!(results.as_array().map(Vec::len), Some(1), "{lines:?}: {results}");
        let result = &results[0];
        assert_eq!((&result["outcome"], &result["text"]), (&json!(outcome), &text), "{lines:?}");
        assert_eq!(ran.status, Some(i32::from(outcome != "ok")), "{lines:?}");
    }
}

#[test]
fn nothing_and_faults() {
    for input in ["", "\n", "{\"type\":\"user\",\"mess\n"] {
        let ran = runlex_with(input.as_bytes(), &["result", "-"]);
        assert_eq!((ran.status, ran.out.as_str()), (Some(1), ""), "{input:?}");
        let (is_broken, nothing) = (input.contains('{'), "runlex: there is no run in what was read\n");
        let told = format!("{}{nothing}", if is_broken { crate::LEFT_OUT } else { "" });
        assert_eq!(ran.err, told, "{input:?}");
        let ran = runlex_with(input.as_bytes(), &["result", "-o", "json", "-"]);
        assert_eq!((ran.status, &ran.json()["results"]), (Some(1), &json!([])), "{input:?}");
    }
    // Lines are numbered with those that are broken or blank.
    let cut = "{\"type\":\"user\",\"mess\n\n";
    let text = r#"{"type":"result","subtype":"success","is_error":false,"result":"8","session_id":"T-1"}"#;
    let input = format!("{cut}{}{cut}{text}\n", crate::INIT);
    let ran = runlex_with(input.as_bytes(), &["result", "-o", "json", "-"]);
    assert_eq!((&ran.json()["results"][0]["line"], ran.status), (&json!(3), Some(0)));
    // A higher status stands.
    let folder = folder(&[("a.jsonl", &input)]);
    let path = |name: &str| folder.path().join(name).into_os_string();
    let ran = runlex(["result".into(), path("gone.jsonl"), path("a.jsonl")]);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.lines().count()), (Some(4), "8\n", 2), "{}", ran.err);
}
