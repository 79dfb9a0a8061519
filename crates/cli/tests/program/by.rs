//! The options of `ls` and `stats --by`.

use crate::{INIT, command, folder, runlex, runlex_with};

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
        ("\\t=1", "\\u{9}=1"),
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
