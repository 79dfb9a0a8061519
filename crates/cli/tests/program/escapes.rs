//! Nothing from a file or its name reaches human output as a control sequence, and no name breaks the form of a line.

use crate::{CUT, OWN, Ran, command, folder, runlex, runlex_with};

/// A title, a colour of its own, a bell, C1, a new line, a return, DEL, the other direction, nothing to see.
const HOSTILE: &str = "\u{1b}]0;owned\u{7}\u{1b}[35m\u{9b}2J\n\r\u{7f}\u{202e}\u{200b}\u{0}";

/// Everything that a stream can put into a report, hostile.
fn stream() -> String {
    let text = serde_json::to_string(HOSTILE).expect("JSON");
    let lines = [
        format!(r#"{{"type":"system","subtype":"init","session_id":{text},"cwd":{text},"tools":[]}}"#),
        format!(r#"{{"type":{text},"subtype":{text}}}"#),
        format!(
            r#"{{"type":"assistant","message":{{"id":{text},"content":[{{"type":"tool_use","id":{text},"name":{text},"input":{{"a":{text}}}}}]}}}}"#
        ),
        r#"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"\u001b[35m"}]}}"#
            .to_owned(),
        format!(
            r#"{{"type":"assistant","parent_tool_use_id":{text},"message":{{"id":{text},"content":[{{"type":"text","text":{text}}},{{"type":"thinking","thinking":{text}}},{{"type":{text},"a":{text}}},{text},{{"type":"tool_use","id":"toolu_1","name":"Bash","input":{{"a":{text},{text}:{text}}}}}]}}}}"#
        ),
        format!(
            r#"{{"type":"user","message":{{"content":[{{"type":"tool_result","tool_use_id":"x{},"is_error":true,"content":[{{"type":"text","text":{text}}},{text}]}},{{"type":"text","text":{text}}}]}}}}"#,
            &text[1..]
        ),
        format!(r#"{{"type":"system","subtype":"subagent_finished","status":{text}}}"#),
        format!(r#"{{"type":"result","subtype":{text},"error":{text}}}"#),
        HOSTILE.replace('\n', " "),
        r#"{"a":"\ud800"}"#.to_owned(),
    ];
    lines.join("\n")
}

/// Printable text and new lines; with colour, also the program's own styles.
fn is_harmless(text: &str) -> bool {
    let mut text = text.to_owned();
    for own in OWN {
        text = text.replace(own, "");
    }
    text.chars().all(|c| c == '\n' || !(c.is_control() || matches!(c, '\u{202e}' | '\u{200b}')))
}

#[test]
fn the_judge_sees() {
    assert!(is_harmless("a é\n\u{1b}[1mb\u{1b}[0m"));
    for c in HOSTILE.chars().filter(|c| !c.is_ascii_graphic() && *c != '\n') {
        assert!(!is_harmless(&c.to_string()), "{c:?}");
    }
    assert!(!is_harmless("\u{1b}[35m"));
}

#[test]
fn from_a_stream() {
    let stream = stream();
    for args in [
        &["stats"][..],
        &["check"],
        &["grep", ""],
        &["grep", "-v", "owl"],
        &["tools"],
        &["tools", "--calls"],
        &["tools", "--calls", "-o", "csv"],
        &["tools", "--calls", "--field", "a", "--field", "\u{1b}[35m"],
        &["tools", "--calls", "--field", "a", "--field", "\u{1b}[35m", "-o", "csv"],
        &["show"],
        &["show", "--full"],
    ] {
        let ran = runlex_with(stream.as_bytes(), &[args, &["-"]].concat());
        assert!(is_harmless(&ran.out) && is_harmless(&ran.err), "{args:?}: {:?}", ran.out);
        assert!(!ran.out.contains('\u{1b}'), "{args:?}: colour into a pipe: {:?}", ran.out);
        // It is shown, not dropped.
        assert!(args[0] == "check" || ran.out.contains(r"\u{1b}]0;owned\u{7}"), "{args:?}: {:?}", ran.out);
    }
}

/// As on a terminal, where colour is on.
#[test]
fn with_colour() {
    let folder = folder(&[("a.jsonl", &stream())]);
    for args in [&["stats"][..], &["check"], &["grep", "."], &["tools"], &["show"]] {
        let output = command().args(args).arg(folder.path()).env("CLICOLOR_FORCE", "1").output();
        let out = String::from_utf8(output.expect("the program runs").stdout).expect("UTF-8");
        assert!(out.contains("\u{1b}["), "{args:?}: no colour, so nothing is shown here");
        assert!(is_harmless(&out), "{args:?}: {out:?}");
    }
}

/// In JSON every control byte is escaped, and the text is whole.
#[test]
fn in_json() {
    let ran = runlex_with(stream().as_bytes(), &["check", "-o", "json", "-"]);
    assert!(ran.out.trim_end().bytes().all(|byte| byte >= 0x20));
    let file = &ran.json()["files"][0];
    assert_eq!(file["sessions"][0], HOSTILE);
    assert_eq!(file["unanswered"][0], HOSTILE);
    assert!(file["types"].get(HOSTILE).is_some() && file["tools"].get(HOSTILE).is_some());
}

/// On a terminal what JSON may hold as it is, and a terminal obeys, is an escape; the document says the same.
#[cfg(target_os = "linux")]
#[test]
fn in_json_on_a_terminal() {
    let folder = folder(&[("a.jsonl", &stream())]);
    for args in [
        &["check"][..],
        &["grep", "owned"],
        &["ls"],
        &["stats", "--by", "session"],
        &["tools"],
        &["tools", "--calls"],
    ] {
        let args = [args, &["-q", "-o", "json", "a.jsonl"]].concat();
        let Some(ran) = crate::on_terminal(80, &args, folder.path()) else { return };
        assert!(is_harmless(&ran.out), "{args:?}: {:?}", ran.out);
        assert!(ran.out.contains(r"[35m\u009b2J"), "{args:?}: {:?}", ran.out);
        if args[0] != "stats" {
            let plain = Ran::of(command().args(&args).current_dir(folder.path()).output().expect("it runs"));
            assert_eq!(ran.json(), plain.json(), "{args:?}");
        }
    }
}

/// What is for people on a terminal is there for programs in a pipe, byte for byte.
#[cfg(target_os = "linux")]
#[test]
fn text_on_a_terminal() {
    let folder = folder(&[("a.jsonl", &stream())]);
    for args in [
        &["show", "a.jsonl"][..],
        &["show", "--full", "a.jsonl"],
        &["text", "a.jsonl"],
        &["result", "a.jsonl"],
    ] {
        let Some(ran) = crate::on_terminal(400, args, folder.path()) else { return };
        assert!(is_harmless(&ran.out), "{args:?}: {:?}", ran.out);
        assert!(ran.out.contains(r"\u{1b}]0;owned\u{7}\u{1b}[35m\u{9b}2J"), "{args:?}: {:?}", ran.out);
        if args[0] != "show" {
            let plain = command().args(args).current_dir(folder.path()).output().expect("it runs").stdout;
            assert_eq!(String::from_utf8(plain).expect("UTF-8"), format!("{HOSTILE}\n"), "{args:?}");
        }
    }
}

/// Only where it is asked for.
#[test]
fn text_as_it_is() {
    let folder = folder(&[("a.jsonl", &stream())]);
    let path = folder.path().join("a.jsonl");
    let ran = runlex(["show".as_ref(), "--raw".as_ref(), path.as_os_str()]);
    assert!(ran.out.contains("\u{1b}]0;owned\u{7}\u{1b}[35m\u{9b}2J"), "{:?}", ran.out);
}

/// What was typed comes back in messages about usage, whole and harmless.
#[test]
fn from_the_command_line() {
    let shown = r"\u{1b}]0;owned\u{7}\u{1b}[35m\u{9b}2J";
    let hostile = HOSTILE.replace('\0', "");
    let option = format!("--{hostile}");
    for args in [
        &[hostile.as_str()][..],
        &["check", &option, "-"],
        &["check", "--max-line", &hostile, "-"],
        &["check", "--output", &hostile, "-"],
        &["check", "-o", "json", &format!("--quiet={hostile}"), "-"],
    ] {
        let output = command().args(args).env("CLICOLOR_FORCE", "1").output().expect("the program runs");
        let err = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]), "{args:?}");
        // As strings of JSON have it where a program reads the rest, too.
        let is_json = args.contains(&"json");
        let shown = if is_json { r"\u001b]0;owned\u0007\u001b[35m\u009b2J" } else { shown };
        assert!(is_harmless(&err) && err.contains(shown), "{args:?}: {err:?}");
        assert!(err.ends_with('\n') && (is_json || err.contains("'--help'")), "{args:?}: {err:?}");
    }
}

/// Names of any length and number make a table of bounded size; the JSON is whole.
#[test]
fn many_and_long_names() {
    let folder = folder(&[]);
    let mut stream = format!("{{\"type\":\"{}\"}}\n", "x".repeat(100_000)).repeat(3);
    for at in 0..10_000 {
        let again = if at == 7_777 { 2 } else { 1 };
        let line = format!(
            r#"{{"type":"assistant","subtype":"s{at:04}","message":{{"content":[{{"type":"tool_use","name":"t{at:04}"}}]}}}}"#
        );
        stream += &format!("{line}\n").repeat(again);
        stream += &format!("{{\"type\":\"a{at:04}\"}}\n").repeat(again);
    }
    let path = folder.path().join("a.jsonl");
    std::fs::write(&path, stream).expect("a file");
    let out = runlex(["stats".as_ref(), path.as_os_str()]).out;
    assert!(out.len() < 40_000, "{} bytes", out.len());
    let sections: Vec<_> = out.split("\n\n").collect();
    let section = |head: &str| {
        let section = sections.iter().find(|section| section.starts_with(head)).expect("a section");
        section.lines().skip(1).map(str::trim_end).collect::<Vec<_>>()
    };
    let types = section("type ");
    assert_eq!(types.len(), 100 + 20 + 2);
    assert!(types[0].starts_with("assistant ") && types[1].starts_with("  s7777 "), "{types:#?}");
    assert_eq!(
        (types[2].split_whitespace().next(), types[21]),
        (Some("s0000"), "  and 9,980 more (-o json lists all)")
    );
    assert!(types[22].starts_with(&("x".repeat(60) + "… (100,000 bytes) ")), "{}", types[22]);
    assert!(types[23].starts_with("a7777 ") && types[24].starts_with("a0000 "), "{types:#?}");
    assert_eq!(types[121], "and 9,902 more (-o json lists all)");
    let tools = section("tool ");
    assert_eq!(tools.len(), 101);
    assert!(tools[0].starts_with("t7777 ") && tools[1].starts_with("t0000 "), "{tools:#?}");
    assert_eq!(tools[100], "and 9,900 more (-o json lists all)");

    let totals =
        &runlex(["stats".as_ref(), "-o".as_ref(), "json".as_ref(), path.as_os_str()]).json()["totals"];
    let count = |value: &serde_json::Value| value.as_object().map(serde_json::Map::len);
    assert_eq!((count(&totals["types"]), count(&totals["tools"])), (Some(10_002), Some(10_000)));
    assert_eq!(count(&totals["types"]["assistant"]["subtypes"]), Some(10_000));
    assert_eq!(totals["types"]["x".repeat(100_000)]["events"], 3);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    /// A path with anything in it is one word on one line, in reports and in messages.
    #[test]
    fn in_paths() {
        for (name, shown) in [
            (&b"a\nb.jsonl"[..], r"a\nb.jsonl"),
            (b"\x1b[35m.jsonl", r"\u{1b}[35m.jsonl"),
            (b"\xff.jsonl", "\u{fffd}.jsonl"),
        ] {
            let folder = folder(&[]);
            let path = folder.path().join(OsStr::from_bytes(name));
            std::fs::write(&path, CUT).expect("a file");
            for path in [folder.path(), path.as_path()] {
                let ran = runlex(["check".as_ref(), path.as_os_str()]);
                assert_eq!(ran.status, Some(3));
                assert!(is_harmless(&ran.out), "{:?}", ran.out);
                assert!(ran.out.contains(&format!("/{shown}:1: truncated")), "{:?}", ran.out);
                assert_eq!(ran.out.lines().count(), 2, "{:?}", ran.out);
            }
            let ran = runlex(["check".as_ref(), "-o".as_ref(), "json".as_ref(), path.as_os_str()]);
            let file = &ran.json()["files"][0];
            let lossy = String::from_utf8_lossy(name).into_owned();
            assert!(file["path"].as_str().is_some_and(|path| path.ends_with(&lossy)), "{file}");
            assert_eq!(file.get("path_is_lossy").is_some(), std::str::from_utf8(name).is_err());

            let gone = folder.path().join("gone").join(OsStr::from_bytes(name));
            for verb in ["check", "stats"] {
                let ran = runlex([verb.as_ref(), gone.as_os_str()]);
                assert_eq!(ran.status, Some(4));
                assert!(is_harmless(&ran.err) && ran.err.contains(shown), "{:?}", ran.err);
                assert_eq!(ran.err.lines().count(), 1, "{:?}", ran.err);
            }
        }
    }
}
