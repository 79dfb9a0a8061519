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

/// Where no call fits what was asked for, it is said what there is.
#[test]
fn no_call_fits() {
    for (args, told) in [
        (&["--tool", "nosuch"][..], "runlex: no call fits; tools of all others: (none), =1+1, Bash, Read\n"),
        (
            &["--session", "T-9", "--calls"],
            "runlex: no call fits; tools of all others: (none), =1+1, Bash, Read\n",
        ),
        (&["--tool", "nosuch", "-q"], ""),
        (&["--tool", "Read"], ""),
    ] {
        let ran = with_stream(args);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), told), "{args:?}");
    }
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

/// What calls were given, as columns: strings unescaped, all else as JSON, nothing where nothing is.
#[test]
fn fields() {
    let lines = [
        r#"{"type":"assistant","message":{"content":[{"type":"tool_use","id":"a","name":"Bash","input":{"cmd":"ls \u001b[35m\n\"x\"","n":1.50}},{"type":"tool_use","id":"b","name":"Edit","input":{"edits":[{"path":"=a.rs"}],"cmd":null}}]},"session_id":"T-1"}"#,
        // It was told before: the first telling stands.
        r#"{"type":"assistant","message":{"content":[{"type":"tool_use","id":"a","name":"Bash","input":{"cmd":"other"}}]},"session_id":"T-1"}"#,
        r#"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"z","is_error":true}]},"session_id":"T-1"}"#,
        r#"{"type":"assistant","message":{"content":[{"type":"tool_use","id":"c","name":"Bash"}]},"session_id":"T-1"}"#,
    ];
    let stream = lines.join("\n");
    let run = |args: &[&str]| runlex_with(stream.as_bytes(), &[&["tools", "--calls"], args, &["-"]].concat());
    let asked = &["--field", "cmd", "--field", "/edits/0/path", "--field", "edits"];

    let document = run(&[asked, &["-o", "json"][..]].concat()).json();
    let calls = document["calls"].as_array().expect("a list").iter();
    let fields: Vec<Value> = calls.map(|call| serde_json::json!([call["id"], call["fields"]])).collect();
    let path = r#"[{"path":"=a.rs"}]"#;
    let want = [
        serde_json::json!(["a", {"cmd": "ls \u{1b}[35m\n\"x\"", "/edits/0/path": null, "edits": null}]),
        serde_json::json!(["b", {"cmd": "null", "/edits/0/path": "=a.rs", "edits": path}]),
        serde_json::json!(["z", {"cmd": null, "/edits/0/path": null, "edits": null}]),
        serde_json::json!(["c", {"cmd": null, "/edits/0/path": null, "edits": null}]),
    ];
    assert_eq!(fields, want);
    assert!(run(&["-o", "json"]).json()["calls"][0].get("fields").is_none());

    let rows = run(&[asked, &["-o", "csv"][..]].concat()).out;
    let rows: Vec<&str> = rows.lines().collect();
    assert!(rows[0].ends_with(",result_bytes,cmd,/edits/0/path,edits"), "{}", rows[0]);
    assert!(rows[1].ends_with(r#","ls \u{1b}[35m\n""x""",,"#), "{}", rows[1]);
    assert!(rows[2].ends_with(r#",null,'=a.rs,"[{""path"":""=a.rs""}]""#), "{}", rows[2]);
    assert!(rows[3].ends_with(",,,"), "{}", rows[3]);

    let table = run(&["--field", "cmd", "--field", "n"]).out;
    let rows: Vec<&str> = table.lines().collect();
    assert!(rows[0].contains("  where  cmd  ") && rows[0].ends_with("  n"), "{table}");
    assert!(rows[1].ends_with(r#"  -:1    ls \u{1b}[35m\n"x"  1.50"#), "{table}");
    assert!(rows[3].ends_with("  -:3"), "{table}");
    // In any part of a file, and of any length.
    let line = lines[0].replace("ls ", &"long ".repeat(1000)) + "\n";
    let folder = folder(&[("a.jsonl", &line.repeat(60))]);
    let args = ["tools", "--calls", "--field", "cmd", "--threads", "2"].map(AsRef::as_ref);
    let table = runlex(args.into_iter().chain([folder.path().as_os_str()])).out;
    let row = table.lines().nth(1).expect("a row");
    assert!(row.ends_with(&format!(":1  {}long…", "long ".repeat(11))), "{row}");

    for (args, why) in [
        (&["tools", "--field", "cmd", "-"][..], "--field goes with --calls or --errors"),
        (&["tools", "--calls", "--field", "cmd", "--field", "cmd", "-"], "a --field stands twice"),
        (
            &["tools", "--calls", "--field", "cmd", "--index", "x"],
            "--field needs the files: an index keeps no inputs of tools",
        ),
        (&["tools", "--calls", "--field", "a..b", "-"], "expected names parted by dots, or a JSON pointer"),
    ] {
        let ran = runlex_with(b"", args);
        assert_eq!((ran.status, ran.err.contains(why)), (Some(2), true), "{args:?}: {}", ran.err);
    }
}

/// AFK's inputs are strings that hold JSON.
#[test]
fn fields_of_afk() {
    let line = r#"{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"a","toolName":"bash","toolInputRaw":"{\"command\":\n\"ls \\u0041\"}"}}"#;
    let ran = runlex_with(line.as_bytes(), &["tools", "--calls", "--field", "command", "-o", "json", "-"]);
    assert_eq!(ran.json()["calls"][0]["fields"]["command"], "ls A");
}

/// Every key that is printed stands in the page, in backquotes, and so does every outcome.
#[test]
fn documented() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/report.md");
    let page = std::fs::read_to_string(page).expect("a page");
    let section = page.split_once("## `tools -o json`").expect("a section").1;
    let section = section.split_once("## Rules").expect("its end").0;
    for (args, list) in
        [(&["-o", "json"][..], "tools"), (&["--calls", "--field", "cmd", "-o", "json"], "calls")]
    {
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
    let told = "runlex: left out: 6 lines with faults in 1 file (runlex check names each)\n";
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), told));
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
    let mut folders: Vec<PathBuf> = ["streams", "cases"].map(|name| corpus().join(name)).into();
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
