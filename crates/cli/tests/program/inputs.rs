//! Where inputs are named, and what is said where that goes wrong.

use crate::{CUT, INIT, Ran, command, corpus, folder, runlex, runlex_with};
use serde_json::Value;
use std::fs::{self, File};
use std::path::Path;

const VERBS: [&[&str]; 5] =
    [&["check", "-o", "json"], &["ls"], &["stats", "--by", "type"], &["tools"], &["cat"]];

/// In `folder`.
fn run_in(folder: &Path, args: &[&str]) -> Ran {
    Ran::of(command().args(args).current_dir(folder).output().expect("the program runs"))
}

fn read(ran: &Ran) -> String {
    assert_eq!(ran.status, Some(0), "{}", ran.err);
    let document = ran.json();
    let files = document["files"].as_array().expect("a list").iter();
    files.map(|file| file["path"].as_str().expect("a path")).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_list_of_files() {
    let place = folder(&[
        ("a.jsonl", INIT),
        ("b c.jsonl", INIT),
        ("more/d.jsonl", INIT),
        ("lines", "b c.jsonl\n\na.jsonl\nmore\n"),
        ("zeros", "more/d.jsonl\0b c.jsonl"),
        ("one", "a.jsonl"),
        ("none", "\n\n"),
    ]);
    let check = |args: &[&str]| run_in(place.path(), &[&["check", "-o", "json"], args].concat());
    for (args, want) in [
        (&["--files-from", "lines"][..], "a.jsonl b c.jsonl more/d.jsonl"),
        (&["--files-from", "zeros"], "b c.jsonl more/d.jsonl"),
        (&["--files-from", "one"], "a.jsonl"),
        // Beside others, each once.
        (&["--files-from", "one", "more", "a.jsonl"], "a.jsonl more/d.jsonl"),
    ] {
        assert_eq!(read(&check(args)), want, "{args:?}");
    }
    for (args, status, want) in [
        (&["--files-from", "none"][..], 4, "none: it names no files"),
        (&["--files-from", "gone"], 4, "gone: No such file"),
        (&["--files-from", "-", "-"], 2, "cannot be read as well"),
        (&["--files-from", "one", "--index", "x"], 2, "cannot be used with"),
    ] {
        let ran = run_in(place.path(), &[&["check"], args].concat());
        assert_eq!((ran.status, ran.out.as_str()), (Some(status), ""), "{args:?}");
        assert!(ran.err.contains(want), "{args:?}: {}", ran.err);
    }
    let path = place.path().join("b c.jsonl");
    let path = path.to_str().expect("a plain path");
    for verb in VERBS {
        let ran = runlex_with(format!("{path}\n").as_bytes(), &[verb, &["--files-from", "-"]].concat());
        assert_eq!((ran.status, &ran.out), (Some(0), &runlex([verb, &[path]].concat()).out), "{verb:?}");
    }
}

/// Only when asked for, and where that program keeps them.
#[test]
fn folders_of_a_program() {
    let place = folder(&[
        (".claude/projects/-w/1.jsonl", INIT),
        (".claude/history.jsonl", CUT),
        (".config/claude/projects/-w/2.jsonl", INIT),
        ("one/projects/-w/3.jsonl", INIT),
        ("other/projects/-w/4.jsonl", INIT),
        ("x.jsonl", INIT),
    ]);
    let root = place.path().to_str().expect("a plain path");
    let run = |config: Option<&str>, args: &[&str]| {
        let mut command = command();
        command.env("HOME", root).env_remove("CLAUDE_CONFIG_DIR").current_dir(root);
        if let Some(config) = config {
            command.env("CLAUDE_CONFIG_DIR", config);
        }
        Ran::of(command.args(["check", "-o", "json"]).args(args).output().expect("the program runs"))
    };
    let both = format!("{root}/one,{root}/other");
    for (config, args, want) in [
        (None, &["--agent", "claude"][..], ".claude/projects/-w/1.jsonl .config/claude/projects/-w/2.jsonl"),
        (Some(""), &["--agent", "claude"], ".claude/projects/-w/1.jsonl .config/claude/projects/-w/2.jsonl"),
        (Some(&both), &["--agent", "claude"], "one/projects/-w/3.jsonl other/projects/-w/4.jsonl"),
        (Some("one"), &["--agent", "claude", "x.jsonl"], "one/projects/-w/3.jsonl x.jsonl"),
    ] {
        assert_eq!(read(&run(config, args)).replace(&format!("{root}/"), ""), want, "{config:?}");
    }
    let ran = run(Some("gone"), &["--agent", "claude"]);
    assert_eq!(ran.status, Some(4));
    assert!(ran.err.contains("there is no gone/projects"), "{}", ran.err);
    assert_eq!(run(None, &["--agent", "nobody"]).status, Some(2));
}

/// Each where it keeps its files, and nothing beside them.
#[test]
fn folders_of_programs() {
    let place = folder(&[
        (".codex/sessions/2026/05/01/rollout-1.jsonl", INIT),
        (".codex/archived_sessions/rollout-2.jsonl", INIT),
        (".codex/history.jsonl", CUT),
        ("moved/sessions/2026/05/01/rollout-3.jsonl", INIT),
        (".gemini/tmp/one/chats/session-4.jsonl", INIT),
        (".gemini/tmp/two/chats/session-5.jsonl", INIT),
        (".gemini/tmp/two/logs.json", CUT),
        (".pi/agent/sessions/--w--/6.jsonl", INIT),
        (".pi/agent/settings.json", CUT),
        (".qwen/projects/-w/chats/7.jsonl", INIT),
        (".qwen/settings.json", CUT),
        ("empty/x.jsonl", INIT),
    ]);
    let root = place.path().to_str().expect("a plain path");
    let run = |home: &str, codex: Option<&str>, args: &[&str]| {
        let mut command = command();
        command.env("HOME", home).env_remove("CODEX_HOME").current_dir(root);
        if let Some(folder) = codex {
            command.env("CODEX_HOME", folder);
        }
        Ran::of(command.args(["check", "-o", "json"]).args(args).output().expect("the program runs"))
    };
    let codex = ".codex/archived_sessions/rollout-2.jsonl .codex/sessions/2026/05/01/rollout-1.jsonl";
    let gemini = ".gemini/tmp/one/chats/session-4.jsonl .gemini/tmp/two/chats/session-5.jsonl";
    for (moved, args, want) in [
        (None, &["--agent", "codex"][..], codex),
        (Some("moved"), &["--agent", "codex"], "moved/sessions/2026/05/01/rollout-3.jsonl"),
        (None, &["--agent", "gemini"], gemini),
        (None, &["--agent", "pi"], ".pi/agent/sessions/--w--/6.jsonl"),
        (None, &["--agent", "qwen"], ".qwen/projects/-w/chats/7.jsonl"),
        (
            None,
            &["--agent", "qwen", "--agent", "pi"],
            ".pi/agent/sessions/--w--/6.jsonl .qwen/projects/-w/chats/7.jsonl",
        ),
    ] {
        let found = read(&run(root, moved, args)).replace(&format!("{root}/"), "");
        let mut found: Vec<&str> = found.split(' ').collect();
        found.sort_unstable();
        assert_eq!(found.join(" "), want, "{args:?}");
    }
    let nowhere = format!("{root}/empty");
    for (agent, missing) in [
        ("codex", "/.codex/sessions, nor "),
        ("gemini", "/.gemini/tmp/*/chats"),
        ("pi", "/.pi/agent/sessions"),
        ("qwen", "/.qwen/projects/*/chats"),
    ] {
        let ran = run(&nowhere, None, &["--agent", agent]);
        assert_eq!(ran.status, Some(4), "{agent}");
        assert!(ran.err.contains(&format!("there is no {nowhere}{missing}")), "{}", ran.err);
    }
}

/// A pipe or a file that is handed in is read without `-`; where there is neither, what to do is said.
#[test]
fn standard_input_unnamed() {
    let place = folder(&[("a.jsonl", INIT)]);
    for verb in VERBS {
        let named = runlex_with(INIT.as_bytes(), &[verb, &["-"]].concat());
        assert!(!named.out.is_empty());
        let piped = runlex_with(INIT.as_bytes(), verb);
        assert_eq!((piped.status, &piped.out), (named.status, &named.out), "{verb:?}");
        let file = File::open(place.path().join("a.jsonl")).expect("a file");
        let handed = Ran::of(command().args(verb).stdin(file).output().expect("the program runs"));
        assert_eq!((handed.status, &handed.out), (named.status, &named.out), "{verb:?}");
        // A path says what is meant.
        let path = corpus().join("streams/amp/amp-simple.jsonl");
        let path = path.to_str().expect("a plain path");
        let other = runlex_with(INIT.as_bytes(), &[verb, &[path]].concat());
        assert_eq!(other.out, runlex([verb, &[path]].concat()).out, "{verb:?}");
        let nothing = runlex(verb);
        assert_eq!(nothing.status, Some(2), "{verb:?}");
        assert!(nothing.err.contains("name a file or a folder, or - for standard input"), "{}", nothing.err);
    }
}

#[test]
fn near_misses() {
    for (args, want) in [
        (&["chekc"][..], "'check'"),
        (&["stat", "-"], "'stats'"),
        (&["ls", "-", "--outcom", "ok"], "'--outcome'"),
        (&["ls", "-", "--outcome", "fialed"], "'failed'"),
        (&["stats", "-", "--by", "modell"], "'model'"),
        (&["ls", "-", "-o", "jsn"], "'json'"),
    ] {
        let ran = runlex(args);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(ran.err.contains("similar") && ran.err.contains(want), "{args:?}: {}", ran.err);
    }
}

/// With a form for programs all that is said on standard error is an object a line.
#[test]
fn messages_for_programs() {
    let place = folder(&[("a.jsonl", INIT), ("b.jsonl.xz", "x"), ("sub/none.txt", "")]);
    for (args, status, what, kind, path, said) in [
        (&["ls", "-o", "json", "gone.jsonl"][..], 4, "error", "input", "gone.jsonl", "No such file"),
        (&["ls", "-ondjson", "sub"], 4, "error", "input", "", "no files to read"),
        (&["stats", "--output=json", "--frobnicate"], 2, "error", "usage", "", "--frobnicate"),
        (&["check", "-o", "json"], 2, "error", "usage", "", "name a file or a folder"),
        (&["check", "--output", "ndjson", "--index", "gone"], 4, "error", "index", "", "gone"),
        (&["ls", "-o=json", "."], 0, "remark", "", "", "left out: 1 compressed file"),
        (&["ls", "-o", "json", "--model", "x", "a.jsonl"], 0, "remark", "", "", "no run matches --model x"),
    ] {
        let ran = run_in(place.path(), args);
        assert_eq!(ran.status, Some(status), "{args:?}: {}", ran.err);
        let line: Value =
            serde_json::from_str(ran.err.trim_end()).unwrap_or_else(|error| panic!("{error}: {}", ran.err));
        let message = &line[what];
        assert!(message["message"].as_str().is_some_and(|text| text.contains(said)), "{args:?}: {}", ran.err);
        assert_eq!(message["kind"].as_str().unwrap_or_default(), kind, "{args:?}");
        assert_eq!(message["path"].as_str().unwrap_or_default(), path, "{args:?}");
    }
    // The words of a command are its own.
    let ran = run_in(place.path(), &["run", "-q", "no-such-command", "-o", "json"]);
    assert!(ran.err.starts_with("runlex: ") || ran.err.starts_with("error: "), "{}", ran.err);
    // For people a line each, which begins with the program's name.
    let ran = run_in(place.path(), &["ls", "-o", "csv", "gone.jsonl", "."]);
    assert!(ran.err.lines().all(|line| line.starts_with("runlex: ")), "{}", ran.err);
    // What is in a path does not reach a terminal as it is.
    #[cfg(unix)]
    {
        let ran = run_in(place.path(), &["ls", "-o", "json", "\u{9b}2J"]);
        assert!(ran.err.contains("\\u009b2J") && !ran.err.contains('\u{9b}'), "{}", ran.err);
    }
    assert!(fs::exists(place.path().join("a.jsonl")).is_ok_and(|is_there| is_there));
}

/// A line for each entry of the document, and the same members.
#[test]
fn entries_by_line() {
    let streams = corpus().join("streams");
    let streams = streams.to_str().expect("a plain path");
    for (args, list) in [
        (&["ls"][..], "/runs"),
        (&["check"], "/files"),
        (&["tools"], "/tools"),
        (&["tools", "--calls"], "/calls"),
        (&["tools", "--errors"], "/calls"),
        (&["stats", "--by", "model"], "/groups"),
        (&["stats", "--by", "file"], "/groups"),
        (&["stats"], "/totals"),
        (&["ls", "--model", "nobody"], "/runs"),
    ] {
        let run = |form: &str| runlex([args, &["-q", "-o", form, streams]].concat());
        let (document, lines) = (run("json"), run("ndjson"));
        assert_eq!(document.status, lines.status, "{args:?}");
        let entries = document.json().pointer(list).expect("a list").clone();
        let entries = if entries.is_array() { entries } else { Value::Array(vec![entries]) };
        let lines: Vec<Value> =
            lines.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(Value::Array(lines), entries, "{args:?}");
    }
}
