//! The options of `ls` and `stats --by`.

use crate::{INIT, command, corpus, folder, runlex, runlex_with};
use serde_json::Value;
use std::collections::BTreeMap;

const RESULT: &str =
    "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,\"session_id\":\"T-1\"}\n";

/// A table of rows needs rows.
#[test]
fn csv_needs_rows() {
    let ran = runlex(["stats", "-o", "csv", "."]);
    assert_eq!((ran.status, ran.err.contains("--by")), (Some(2), true), "{}", ran.err);
    let ran = runlex(["check", "-o", "csv", "."]);
    assert_eq!((ran.status, ran.err.contains("table, json")), (Some(2), true), "{}", ran.err);
    for by in ["file", "session", "run", "tool", "model", "dialect", "type", "day"] {
        let ran = runlex_with(INIT.as_bytes(), &["stats", "--by", by, "-o", "csv", "-"]);
        assert_eq!((ran.status, ran.out.starts_with("key,")), (Some(0), true), "{by}: {}", ran.out);
    }
}

/// Nothing to list is no error; nothing to read is.
#[test]
fn no_runs() {
    let ran = runlex_with(b"npm warn old\n\n", &["ls", "-"]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), "0 runs\n"));
    let ran = runlex_with(b"", &["ls", "-o", "json", "-"]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), "{\"schema_version\":1,\"runs\":[]}\n"));
    let ran = runlex(["ls", "no-such-file"]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(4), ""));
}

/// The groups stand beside the totals, and are not there unless asked for.
#[test]
fn groups_in_json() {
    let input = [INIT, RESULT].concat();
    let json = |args: &[&str]| runlex_with(input.as_bytes(), args).json();
    assert!(json(&["stats", "-o", "json", "-"]).get("groups").is_none());
    let document = json(&["stats", "--by", "session", "-o", "json", "-"]);
    assert_eq!(document["totals"]["runs"]["ok"], 1);
    let group = &document["groups"][0];
    assert_eq!((&group["key"], &group["runs"], &group["events"]), (&"T-1".into(), &1.into(), &2.into()));
}

/// Whatever a stream holds, a terminal shows it.
#[test]
fn no_control_bytes() {
    let folder = folder(&[(
        "a.jsonl",
        "{\"type\":\"user\",\"session_id\":\"T-\\u001b[2J,\\\"\",\"timestamp\":\"\\u0007\",\"uuid\":\"u\"}\n",
    )]);
    for args in [
        &["ls"][..],
        &["ls", "-o", "csv"],
        &["stats", "--by", "session"],
        &["stats", "--by", "session", "-o", "csv"],
    ] {
        let ran = runlex(args.iter().map(AsRef::as_ref).chain([folder.path().as_os_str()]));
        assert!(ran.out.contains("\\u{1b}"), "{args:?}: {}", ran.out);
        assert!(!ran.out.contains(|c: char| c.is_control() && c != '\n'), "{args:?}: {:?}", ran.out);
    }
}

/// Text from a stream is no formula for a spreadsheet; standard input is not taken for one.
#[test]
fn no_formulas() {
    let run = |session: &str| {
        let line = INIT.replace("T-1", session);
        let ran = runlex_with(line.as_bytes(), &["ls", "-o", "csv", "-"]);
        let row = ran.out.lines().nth(1).expect("a row").to_owned();
        assert!(row.starts_with("-,1,0,"), "{row}");
        row.split(',').nth(4).expect("a session").to_owned()
    };
    for (session, want) in [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\\t=1", "\\t=1"),
        ("T=1", "T=1"),
        ("'=1", "'=1"),
        ("5", "5"),
    ] {
        assert_eq!(run(session), want);
    }
    let ran = runlex_with(INIT.as_bytes(), &["stats", "--by", "run", "-o", "csv", "-"]);
    assert!(ran.out.lines().nth(1).expect("a row").starts_with("-:1,amp,"), "{}", ran.out);
    let folder = folder(&[("=cmd.jsonl", INIT)]);
    let output = command().args(["ls", "-o", "csv", "=cmd.jsonl"]).current_dir(folder.path()).output();
    let out = String::from_utf8(output.expect("the program runs").stdout).expect("UTF-8");
    assert!(out.contains("\n'=cmd.jsonl,1,"), "{out}");
}

/// Session files are known by their path; what lines carry may be a copied history's.
#[test]
fn session_of_the_file() {
    let line = "{\"parentUuid\":null,\"sessionId\":\"old\",\"type\":\"user\"}\n";
    let folder =
        folder(&[("s-1.jsonl", line), ("s-2/subagents/deep/agent-x.jsonl", line), ("stream.jsonl", INIT)]);
    let runs = runlex(["ls".as_ref(), "-o".as_ref(), "json".as_ref(), folder.path().as_os_str()]).json();
    let told = |at: usize| (runs["runs"][at]["session"].clone(), runs["runs"][at]["file_session"].clone());
    assert_eq!(told(0), ("old".into(), "s-1".into()));
    assert_eq!(told(1), ("old".into(), "s-2".into()));
    assert_eq!(told(2), ("T-1".into(), serde_json::Value::Null));
    assert!(
        runlex_with(line.as_bytes(), &["ls", "-o", "json", "-"]).json()["runs"][0]
            .get("file_session")
            .is_none()
    );
}

/// What has no meaning together is refused by name, before anything is read.
#[test]
fn keys_that_do_not_go_together() {
    for (by, why) in [
        ("type,session", "type does not go with session"),
        ("run,type", "type does not go with run"),
        ("dialect,type,file", "type does not go with dialect"),
        ("tool,type", "type does not go with tool"),
        ("tool,model", "tool does not go with model"),
        ("model,file,tool", "tool does not go with model"),
        ("model,model", "model stands twice"),
        ("tool,file,tool", "tool stands twice"),
    ] {
        let ran = runlex(["stats", "--by", by, "no-such-file"]);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{by}");
        assert!(
            ran.err.starts_with(&format!("runlex: --by: {why}")) && ran.err.lines().count() == 1,
            "{}",
            ran.err
        );
    }
    assert_eq!(runlex(["stats", "--by", "session,colour", "."]).status, Some(2));
    // However it is written.
    let one = runlex_with(INIT.as_bytes(), &["stats", "--by", "session", "--by", "model", "-o", "csv", "-"]);
    let other = runlex_with(INIT.as_bytes(), &["stats", "--by", "session,model", "-o", "csv", "-"]);
    assert_eq!((one.status, &one.out), (Some(0), &other.out));
    assert!(one.out.starts_with("session,model,runs,messages,input,"), "{}", one.out);
}

/// The groups of the corpus.
fn groups(by: &str) -> Vec<Value> {
    let folders = ["streams", "cases"].map(|name| corpus().join(name));
    let args = ["stats", "-q", "--by", by, "-o", "json"].map(Into::into);
    let mut document = runlex(args.into_iter().chain(folders.map(std::path::PathBuf::into_os_string))).json();
    let Value::Array(groups) = document["groups"].take() else { panic!("a list") };
    groups
}

/// Sums of these counts by the text under `key`, those that are all zero left out.
fn sums(groups: &[Value], key: &str, counts: &[&str]) -> BTreeMap<String, Vec<u64>> {
    let mut sums: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for group in groups.iter().filter(|group| group.get("subtype").is_none_or(Value::is_null)) {
        let sum = sums.entry(group[key].as_str().expect("a text").to_owned()).or_default();
        sum.resize(counts.len(), 0);
        for (sum, count) in sum.iter_mut().zip(counts) {
            *sum += group[*count].as_u64().unwrap_or(0);
        }
    }
    sums.retain(|_, sum| sum.iter().any(|count| *count > 0));
    sums
}

/// Of each key alone they are what they are without the others.
#[test]
fn sums_of_combinations() {
    let tokens = &["messages", "input", "cache_creation", "cache_read", "output"];
    let calls = &["calls", "results", "errors", "unanswered"];
    for (by, counts) in [
        ("session,model", &tokens[..]),
        ("dialect,session", tokens),
        ("day,model", tokens),
        ("file,model", tokens),
        ("run,model,day", tokens),
        ("session,day,dialect,model,run,file", tokens),
        ("file,tool", calls),
        ("tool,session", calls),
        ("run,tool,dialect", calls),
        ("day,tool", calls),
        ("type,file", &["events"]),
    ] {
        let all = groups(by);
        assert!(all.len() > 4, "{by}");
        for key in by.split(',') {
            // Those of files and runs are their own, in which a copied message counts as well; and of calls there are none.
            if !matches!(key, "file" | "run") && (counts == tokens || matches!(key, "tool" | "type")) {
                assert_eq!(sums(&all, key, counts), sums(&groups(key), "key", counts), "{key} of {by}");
            }
        }
    }
}

/// The sum over all combinations is the usage of the totals: a message that stands in several files, or on several lines, counts
/// once, and falls to the file and the run of its chosen line.
#[test]
fn copied_messages() {
    let line = |session: &str, id: &str, output: u64| {
        format!(
            "{{\"parentUuid\":null,\"isSidechain\":false,\"uuid\":\"u{id}{output}{session}\",\"sessionId\":\"{session}\",\"type\":\"assistant\",\"requestId\":\"r{id}\",\"message\":{{\"id\":\"{id}\",\"model\":\"claude-x\",\"content\":[],\"usage\":{{\"input_tokens\":1,\"output_tokens\":{output}}}}}}}\n"
        )
    };
    // No id, in two runs of one session.
    let run = [
        INIT,
        "{\"type\":\"assistant\",\"session_id\":\"T-1\",\"message\":{\"usage\":{\"output_tokens\":100}}}\n",
    ]
    .concat();
    let files = folder(&[
        ("a.jsonl", &[line("old", "m1", 5), line("old", "m2", 7)].concat()),
        ("b.jsonl", &[line("new", "m1", 5), line("new", "m2", 9), line("new", "m3", 20)].concat()),
        ("c.jsonl", &run.repeat(2)),
    ]);
    let run = |by: &str| {
        let output =
            command().args(["stats", "--by", by, "-o", "csv", "."]).current_dir(files.path()).output();
        let out = String::from_utf8(output.expect("the program runs").stdout).expect("UTF-8");
        let rows = out.lines().skip(1).map(|row| {
            let cells: Vec<&str> = row.split(',').collect();
            // The keys, messages and output.
            let keys = by.split(',').count();
            let (messages, output) = (cells[cells.len() - 9], cells[cells.len() - 5]);
            format!("{} {messages} {output}", cells[..keys].join(" "))
        });
        rows.collect::<Vec<_>>()
    };
    assert_eq!(run("session,model"), ["T-1 (none) 2 200", "new claude-x 2 29", "old claude-x 1 5"]);
    assert_eq!(
        run("file,model"),
        ["./a.jsonl claude-x 1 5", "./b.jsonl claude-x 2 29", "./c.jsonl (none) 2 200"]
    );
    assert_eq!(
        run("model,run"),
        [
            "(none) ./c.jsonl:1 1 100",
            "(none) ./c.jsonl:3 1 100",
            "claude-x ./a.jsonl:1 1 5",
            "claude-x ./b.jsonl:1 2 29",
        ]
    );
    let totals = runlex(["stats".as_ref(), "-o".as_ref(), "json".as_ref(), files.path().as_os_str()]).json();
    assert_eq!(totals["totals"]["usage"]["output"], 234);
}

/// Below the rows, for people only, what they come to: each run and message once, however many rows have it.
#[test]
fn the_row_of_all() {
    let streams = corpus().join("streams");
    let stats = |more: &[&str], path: &str| {
        let path = streams.join(path);
        runlex([&["stats"], more, &[path.to_str().expect("plain")]].concat())
    };
    let rows = |by: &str, path: &str| {
        let out = stats(&["--by", by], path).out;
        let cells = |row: &str| row.split_whitespace().map(str::to_owned).collect();
        out.lines().map(cells).collect::<Vec<Vec<String>>>()
    };
    let totals = stats(&["-o", "json"], "").json()["totals"].take();
    let outcomes = totals["runs"].as_object().expect("an object");
    let runs: u64 = outcomes.values().filter_map(Value::as_u64).sum();
    // Calls that are events of their own are in no figure of the file.
    let tools = stats(&["--by", "tool", "-o", "json"], "").json()["groups"].take();
    let calls: u64 = tools.as_array().expect("a list").iter().filter_map(|tool| tool["calls"].as_u64()).sum();
    assert!(totals["tool_calls"].as_u64() < Some(calls), "{tools}");
    for (by, want) in [
        ("file", runs.to_string()),
        ("session", runs.to_string()),
        ("model", runs.to_string()),
        ("dialect", runs.to_string()),
        ("day", runs.to_string()),
        ("session,model", runs.to_string()),
        ("tool", calls.to_string()),
        ("tool,session", calls.to_string()),
        ("type", totals["events"].to_string()),
    ] {
        let rows = rows(by, "");
        let all = rows.last().expect("a row");
        assert_eq!((all[0].as_str(), &all[1]), ("all", &want), "{by}: {all:?}");
    }
    // What falls to two rows is there once.
    let models = rows("model", "claude-stream");
    let runs = |row: &Vec<String>| row[1].parse::<u64>().expect("runs");
    let (all, each) = models[1..].split_last().expect("a row");
    assert!(runs(all) < each.iter().map(runs).sum(), "{models:?}");
    // One row is all already, and programs get no row that is none.
    assert_eq!(rows("dialect", "claude-stream").len(), 2);
    for form in ["csv", "ndjson", "json"] {
        let out = stats(&["--by", "model", "-o", form], "").out;
        assert!(!out.contains("\"all\"") && !out.contains("\nall,"), "{form}: {out}");
    }
}
