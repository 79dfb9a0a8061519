//! The JSON documents: valid, of a stated version, with the keys and types that programs rely on.

use crate::{CUT, INIT, corpus, folder, runlex, runlex_with};
use serde_json::Value;

const COUNT: &str = "count";
const SUMS: &str = "sums";

/// The type of a value, in the words of the tables below.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_u64() => COUNT,
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "list",
        Value::Object(map)
            if map.len() == 4
                && ["input", "cache_creation", "cache_read", "output"]
                    .iter()
                    .all(|name| map.get(*name).is_some_and(Value::is_u64)) =>
        {
            SUMS
        }
        Value::Object(_) => "map",
    }
}

fn has(object: &Value, keys: &[(&str, &str)]) {
    for (key, want) in keys {
        let value = object.get(key).unwrap_or_else(|| panic!("no {key} in {object}"));
        assert_eq!(kind(value), *want, "{key}: {value}");
    }
}

#[test]
fn check() {
    let folder = folder(&[("a.jsonl", &format!("{INIT}{CUT}\n"))]);
    let ran = runlex(["check".as_ref(), "-o".as_ref(), "json".as_ref(), folder.path().as_os_str()]);
    assert_eq!(ran.status, Some(3), "the form of the output is not the verdict");
    assert!(ran.out.ends_with("}\n") && ran.out.lines().count() == 1, "one document on one line");
    let document = ran.json();
    assert_eq!(document["schema_version"], 1);
    let files = document["files"].as_array().expect("a list");
    assert_eq!(files.len(), 1);
    has(
        &files[0],
        &[
            ("path", "string"),
            ("bytes", COUNT),
            ("lines", COUNT),
            ("blank", COUNT),
            ("unterminated", "bool"),
            ("events", COUNT),
            ("types", "map"),
            ("faults", "list"),
            ("fault_counts", "map"),
            ("notes", "list"),
            ("note_count", COUNT),
            ("sessions", "list"),
            ("dialects", "list"),
            ("runs", "map"),
            ("tokens", SUMS),
            ("tokens_plain_sum", SUMS),
            ("tokens_odd", COUNT),
            ("usage", "map"),
            ("tokens_stated", "null"),
            ("tool_calls", COUNT),
            ("tool_results", COUNT),
            ("tool_errors", COUNT),
            ("tools", "map"),
            ("unanswered", "list"),
            ("orphan_results", "list"),
            ("end_events", "list"),
        ],
    );
    // What has nothing to say is not there.
    for key in ["error", "file_encoding", "path_is_lossy"] {
        assert!(files[0].get(key).is_none(), "{key}");
    }
    let fault = &files[0]["faults"][0];
    has(
        fault,
        &[("line", COUNT), ("kind", "string"), ("at", COUNT), ("line_start", COUNT), ("salvage", "list")],
    );
    assert_eq!((&fault["line"], &fault["kind"]), (&2.into(), &"truncated".into()));
}

#[test]
fn stats() {
    let ran = runlex_with(format!("{INIT}{CUT}\n").as_bytes(), &["stats", "-o", "json", "-"]);
    assert_eq!(ran.status, Some(0));
    let document = ran.json();
    has(&document, &[("schema_version", COUNT), ("totals", "map"), ("elapsed_seconds", "number")]);
    assert_eq!(document["schema_version"], 1);
    let totals = &document["totals"];
    for key in [
        "files",
        "files_with_errors",
        "bytes",
        "lines",
        "blank",
        "unterminated",
        "events",
        "notes",
        "sessions",
        "tokens_odd",
        "tool_calls",
        "tool_results",
        "tool_errors",
        "unanswered",
        "orphan_results",
        "end_events",
    ] {
        has(totals, &[(key, COUNT)]);
    }
    for key in ["tokens", "tokens_plain_sum", "tokens_copied"] {
        has(totals, &[(key, SUMS)]);
    }
    for key in ["types", "faults", "dialects", "runs", "tools"] {
        has(totals, &[(key, "map")]);
    }
    assert_eq!(totals["faults"]["truncated"], 1);
}

/// The totals are the sums of what `check` says of each file.
#[test]
fn stats_are_the_sums_of_check() {
    let folder = corpus().join("streams").into_os_string();
    let run = |verb: &str| runlex([verb.into(), "-o".into(), "json".into(), folder.clone()]).json();
    let (check, stats) = (run("check"), run("stats"));
    let files = check["files"].as_array().expect("a list");
    assert_eq!(stats["totals"]["files"], files.len());
    for key in
        ["bytes", "lines", "blank", "events", "tool_calls", "tool_results", "tool_errors", "tokens_odd"]
    {
        let sum: u64 = files.iter().filter_map(|file| file[key].as_u64()).sum();
        assert_eq!(stats["totals"][key], sum, "{key}");
    }
    for key in ["unanswered", "orphan_results", "end_events"] {
        let sum: usize = files.iter().filter_map(|file| file[key].as_array()).map(Vec::len).sum();
        assert_eq!(stats["totals"][key], sum, "{key}");
    }
    for key in ["input", "cache_creation", "cache_read", "output"] {
        let sum: u64 = files.iter().filter_map(|file| file["tokens_plain_sum"][key].as_u64()).sum();
        assert_eq!(stats["totals"]["tokens_plain_sum"][key], sum, "{key}");
    }
}

/// Also where there is nothing, or nothing could be read.
#[test]
fn always_a_document() {
    let folder = folder(&[]);
    let run = |verb: &str, path: &std::path::Path| {
        runlex([verb.as_ref(), "-o".as_ref(), "json".as_ref(), path.as_os_str()])
    };
    assert_eq!(run("check", folder.path()).json()["files"], Value::Array(Vec::new()));
    assert_eq!(run("stats", folder.path()).json()["totals"]["files"], 0);

    let gone = folder.path().join("gone");
    let ran = run("check", &gone);
    assert_eq!(ran.status, Some(4));
    let entry = &ran.json()["files"][0];
    has(entry, &[("path", "string"), ("error", "string"), ("bytes", COUNT)]);
    let totals = &run("stats", &gone).json()["totals"];
    assert_eq!((&totals["files"], &totals["files_with_errors"]), (&0.into(), &1.into()));
}

#[test]
fn utf16() {
    let ran = runlex_with(b"\xFF\xFE{\0}\0\n\0", &["check", "-o", "json", "-"]);
    assert_eq!(ran.status, Some(3));
    let file = &ran.json()["files"][0];
    assert_eq!((&file["file_encoding"], &file["bytes"]), (&"UTF-16LE".into(), &8.into()));
    assert_eq!((&file["lines"], &file["events"]), (&1.into(), &0.into()));
    assert_eq!((&file["faults"][0]["kind"], &file["faults"][0]["at"]), (&"encoding".into(), &0.into()));
    let file = &runlex_with(b"\xFE\xFF\0{\0}", &["check", "-o", "json", "-"]).json()["files"][0];
    assert_eq!(file["file_encoding"], "UTF-16BE");
}

/// Sums beyond 64 bits are still digits.
#[test]
fn wide_sums() {
    let line = "{\"type\":\"assistant\",\"message\":{\"usage\":{\"output_tokens\":18446744073709551615}},\"session_id\":\"T-1\"}\n";
    for verb in ["check", "stats"] {
        let ran = runlex_with(line.repeat(2).as_bytes(), &[verb, "-o", "json", "-"]);
        assert!(ran.json().is_object());
        assert!(ran.out.contains("\"output\":36893488147419103230"), "{}", ran.out);
    }
}
