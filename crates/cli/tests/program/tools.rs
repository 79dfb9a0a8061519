//! Tool calls and what came of them.

use crate::{CUT, INIT, corpus, folder, runlex, runlex_with};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Four calls: one that is answered, one that fails in another session, one that nobody answers, and one with an odd name.
const STREAM: &str = r#"{"type":"assistant","message":{"content":[{"type":"tool_use","id":"a","name":"Bash","input":{}}]},"session_id":"T-1","timestamp":"2026-05-01T10:00:00Z"}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"a","content":"x"}]},"session_id":"T-1","timestamp":"2026-05-01T10:00:01.5Z"}
{"type":"assistant","message":{"content":[{"type":"tool_use","id":"b","name":"Bash","input":{}},{"type":"tool_use","id":"c","name":"Read"}]},"session_id":"T-2","parent_tool_use_id":"p"}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"b","is_error":true}]},"session_id":"T-2"}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"z","is_error":true}]},"session_id":"T-2"}
{"type":"assistant","message":{"content":[{"type":"tool_use","id":"=d","name":"=1+1"}]},"session_id":"T-2"}
"#;

fn with_stream(args: &[&str]) -> crate::Ran {
    runlex_with(STREAM.as_bytes(), &[&["tools", "-"], args].concat())
}

/// Ids of the calls that are listed.
fn ids(args: &[&str]) -> Vec<String> {
    let document = with_stream(&[args, &["-o", "json"]].concat()).json();
    let calls = document["calls"].as_array().expect("a list");
    calls.iter().map(|call| call["id"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn filters() {
    for (args, want) in [
        (&["--calls"][..], &["a", "b", "c", "z", "=d"][..]),
        (&["--errors"], &["b", "z"]),
        (&["--calls", "--tool", "Bash"], &["a", "b"]),
        (&["--calls", "--tool", "Bash", "--tool", "Read"], &["a", "b", "c"]),
        (&["--calls", "--tool", "(none)"], &["z"]),
        (&["--calls", "--session", "T-1"], &["a"]),
        (&["--errors", "--session", "T-2", "--tool", "Bash"], &["b"]),
        (&["--calls", "--session", "T"], &[]),
        (&["--calls", "--tool", "bash"], &[]),
    ] {
        assert_eq!(ids(args), want, "{args:?}");
    }
    let ran = with_stream(&["--session", "T-1"]);
    assert!(ran.out.ends_with("\n1 call, 1 result: 0 errors, 0 unanswered, 0 orphans\n"), "{}", ran.out);
    let ran = with_stream(&["--tool", "none"]);
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (Some(0), "0 calls, 0 results: 0 errors, 0 unanswered, 0 orphans\n")
    );
}

#[test]
fn json() {
    let document = with_stream(&["--calls", "-o", "json"]).json();
    assert_eq!(document["schema_version"], 1);
    let calls = document["calls"].as_array().expect("a list");
    let want = serde_json::json!({
        "path": "-", "tool": "Bash", "outcome": "error", "session": "T-2", "agent": "p", "id": "b",
        "line": 3, "offset": 304, "result_line": 4, "result_offset": 490, "results": 1, "errors": 1,
        "duration_ms": null, "input_bytes": 2, "result_bytes": 56,
    });
    assert_eq!(calls[1], want);
    assert_eq!((&calls[0]["duration_ms"], &calls[0]["result_bytes"]), (&1500.into(), &54.into()));
    assert_eq!((&calls[3]["outcome"], &calls[3]["line"]), (&"orphan".into(), &Value::Null));

    let document = with_stream(&["-o", "json"]).json();
    assert_eq!(document["schema_version"], 1);
    let want = serde_json::json!({
        "tool": "Bash", "calls": 2, "results": 2, "errors": 1, "error_share": 0.5, "unanswered": 0,
        "timed": 1, "median_ms": 1500, "p95_ms": 1500, "input_bytes": 4, "result_bytes": 110,
    });
    assert_eq!(document["tools"][0], want);

    for (args, want) in [
        (&["tools", "-o", "json", "-"][..], "{\"schema_version\":1,\"tools\":[]}\n"),
        (&["tools", "--errors", "-o", "json", "-"], "{\"schema_version\":1,\"calls\":[]}\n"),
    ] {
        let ran = runlex_with(b"", args);
        assert_eq!((ran.status, ran.out.as_str()), (Some(0), want));
    }
}

/// Every key that is printed stands in the page, in backquotes, and so does every outcome.
#[test]
fn documented() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/report.md");
    let page = std::fs::read_to_string(page).expect("a page");
    let section = page.split_once("## `tools -o json`").expect("a section").1;
    let section = section.split_once("## Rules").expect("its end").0;
    for (args, list) in [(&["-o", "json"][..], "tools"), (&["--calls", "-o", "json"], "calls")] {
        let document = with_stream(args).json();
        for entry in document[list].as_array().expect("a list") {
            let outcome = entry["outcome"].as_str().into_iter();
            for word in entry.as_object().expect("an object").keys().map(String::as_str).chain(outcome) {
                assert!(section.contains(&format!("`{word}`")), "{word} stands in no row");
            }
        }
    }
}

/// Text from a stream is no formula for a spreadsheet.
#[test]
fn csv() {
    let rows = with_stream(&["-o", "csv"]).out;
    assert!(rows.contains("\n'=1+1,1,0,0,,1,0,,,0,0\n"), "{rows}");
    let rows = with_stream(&["--calls", "-o", "csv"]).out;
    assert!(rows.contains("\n-,'=1+1,unanswered,T-2,,'=d,6,"), "{rows}");
}

/// Broken lines cost what stands in them, and are no business of this verb's exit status.
#[test]
fn damaged_input() {
    let lines: Vec<String> = STREAM.lines().map(|line| format!("{CUT}{line}\n\n")).collect();
    let ran = runlex_with(lines.concat().as_bytes(), &["tools", "--errors", "-"]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    let rows: Vec<&str> = ran.out.lines().collect();
    assert!(rows[1].starts_with("error ") && rows[1].ends_with("  11  -:8"), "{}", ran.out);
    assert!(rows[2].starts_with("orphan ") && rows[2].ends_with("  -:14"), "{}", ran.out);
    assert_eq!(rows.last(), Some(&"4 calls, 3 results: 2 errors, 2 unanswered, 1 orphan"));
}

#[test]
fn exit_status() {
    assert_eq!(runlex(["tools"]).status, Some(2));
    assert_eq!(runlex(["tools", "--calls", "--errors", "-"]).status, Some(2));
    let folder = folder(&[("sound.jsonl", INIT)]);
    let gone = folder.path().join("gone.jsonl");
    let ran = runlex(["tools".as_ref(), gone.as_os_str()]);
    assert_eq!((ran.status, ran.out.as_str(), ran.err.lines().count()), (Some(4), "", 1));
    let ran = runlex(["tools".as_ref(), gone.as_os_str(), folder.path().as_os_str()]);
    assert_eq!(ran.status, Some(4));
    assert!(ran.out.starts_with("0 calls, "), "{}", ran.out);
}

/// Tool by tool, over the corpus and over other people's streams.
#[test]
#[allow(clippy::print_stderr)]
fn counts_are_those_of_stats() {
    let data = std::env::var_os("RUNLEX_DATA").map(PathBuf::from);
    let data = data.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let mut folders: Vec<PathBuf> =
        ["streams", "cases", "regressions"].map(|name| corpus().join(name)).into();
    match std::fs::read_dir(data.join("samples")) {
        Ok(samples) => folders.extend(samples.map(|entry| entry.expect("an entry").path())),
        Err(_) => eprintln!("skipped: no data at {}", data.display()),
    }
    let mut calls = 0;
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        let rows = |args: &[&str], list: &str, key: &str| {
            let args = args.iter().map(AsRef::as_ref).chain([folder.as_os_str()]);
            let document = runlex(args).json();
            let rows = document[list].as_array().expect("a list").iter();
            let counts = rows.map(|row| {
                let counts = ["calls", "results", "errors", "unanswered"];
                let of = |name: &str| (name.to_owned(), row[name].clone());
                (row[key].as_str().expect("a name").to_owned(), counts.map(of).into_iter().collect())
            });
            counts.collect::<BTreeMap<String, Map<String, Value>>>()
        };
        let want = rows(&["stats", "--by", "tool", "-o", "json"], "groups", "key");
        assert_eq!(rows(&["tools", "-o", "json"], "tools", "tool"), want, "{}", folder.display());
        calls += want.values().filter_map(|counts| counts["calls"].as_u64()).sum::<u64>();
    }
    assert!(calls > 20, "{calls}");
}
