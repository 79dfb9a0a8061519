//! What is shown of what is said, and of lines that say nothing.

use super::{FAILED, OK, SAID, tail};
use crate::{CUT, INIT, Ran, folder, runlex_with};
use std::fs;
use std::io::Write;

/// What a whole stream says, as text.
fn text(stream: &str) -> (Option<i32>, String, String) {
    let ran = runlex_with(stream.as_bytes(), &["tail"]);
    (ran.status, ran.out, ran.err)
}

/// The text, the lines of calls, the end; the exit status of the last run.
#[test]
fn what_is_said() {
    let chunk = |text: &str| {
        format!("{{\"type\":\"chunk\",\"chunk\":{{\"type\":\"content\",\"content\":\"{text}\"}}}}\n")
    };
    let message = |text: &str| format!("{{\"type\":\"message\",\"message\":{{\"content\":\"{text}\"}}}}\n");
    let done = "{\"type\":\"done\",\"metadata\":{\"isError\":false}}\n";
    let result = |text: &str| OK.replace("Hello.", text);
    let tool = |block: &str| {
        format!(
            r#"{{"type":"user","session_id":"T-1","message":{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"t1",{block}}}]}}}}"#
        ) + "\n"
    };
    for (stream, status, want) in [
        (format!("{INIT}{SAID}{OK}"), 0, "Hello.\n[Bash] {\"cmd\":\"ls\"}\n[ok] 2 turns, 1.5s\n"),
        (format!("{SAID}{FAILED}"), 1, "Hello.\n[Bash] {\"cmd\":\"ls\"}\n[failed] no way\n"),
        // A result that says what nobody said before.
        (result("8"), 0, "8\n[ok] 2 turns, 1.5s\n"),
        // The last run counts, and of one without a result nothing is taken for one.
        (format!("{FAILED}{INIT}{OK}"), 0, "[failed] no way\nHello.\n[ok] 2 turns, 1.5s\n"),
        (format!("{OK}{INIT}"), 1, "Hello.\n[ok] 2 turns, 1.5s\n"),
        (format!("{INIT}{SAID}"), 1, "Hello.\n[Bash] {\"cmd\":\"ls\"}\n"),
        (String::new(), 1, ""),
        // Pieces as they come; the whole of them is no news, what it has beside them is.
        (chunk("Hel") + &chunk("lo") + &message("Hello") + done, 0, "Hello\n[ok]\n"),
        (chunk("Hel") + &message("Hello") + done, 0, "Hello\n[ok]\n"),
        (chunk("a") + &chunk("b") + &message("b") + done, 0, "ab\n[ok]\n"),
        (chunk("Hel") + &message("Other") + done, 0, "Hel\nOther\n[ok]\n"),
        (chunk("a") + &message("a") + &chunk("a") + &message("a") + done, 0, "a\na\n[ok]\n"),
        (
            chunk("a") + "{\"type\":\"stream_retry\"}\n" + &chunk("b") + &message("b") + done,
            0,
            "a\n[again]\nb\n[ok]\n",
        ),
        (chunk("a\\n\\n") + done, 0, "a\n\n[ok]\n"),
        // The line that a run fails by says it once.
        (
            chunk("a") + "{\"type\":\"error\",\"error\":{\"message\":\"m\",\"name\":\"Error\"}}\n",
            1,
            "a\n[failed] m\n",
        ),
        // What failed on the way; what did not is no news.
        (tool(r#""is_error":false,"content":"fine""#) + OK, 0, "Hello.\n[ok] 2 turns, 1.5s\n"),
        (
            tool(r#""is_error":true,"content":"no\nway""#) + &result(""),
            0,
            "[error] no way\n[ok] 2 turns, 1.5s\n",
        ),
        (
            tool(r#""is_error":true,"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]"#)
                + &result(""),
            0,
            "[error] a b\n[ok] 2 turns, 1.5s\n",
        ),
        // What a sub-agent does is shown, what it says is the main agent's to tell.
        (
            SAID.replace("\"message\"", "\"parent_tool_use_id\":\"t0\",\"message\"") + &result(""),
            0,
            "  [Bash] {\"cmd\":\"ls\"}\n[ok] 2 turns, 1.5s\n",
        ),
        // Nobody told whose it is, and several would say it like this.
        (
            SAID.replace("T-1", "S") + &OK.replace("T-1", "S"),
            0,
            "Hello.\n[Bash] {\"cmd\":\"ls\"}\n[ok] 2 turns, 1.5s\n",
        ),
    ] {
        let (got, out, err) = text(&stream);
        assert_eq!((got, out.as_str()), (Some(status), want), "{stream}");
        let told = match status {
            1 if !out.ends_with("[failed] no way\n") && !out.ends_with("[failed] m\n") => {
                format!("runlex: no result: the stream ended at byte {} without one\n", stream.len())
            }
            _ => String::new(),
        };
        assert_eq!(err, told, "{stream}");
    }
}

/// Nothing ends the runs of these programs, and nothing is missing.
#[test]
fn programs_without_an_end() {
    let line = "{\"type\":\"user\",\"sessionId\":\"S\",\"uuid\":\"u\",\"parentUuid\":null,\"message\":{\"content\":\"a\"}}\n";
    assert_eq!(text(line), (Some(0), String::new(), String::new()));
    let (status, out, err) = text("{\"type\":\"session.opened\",\"thread_id\":\"t\"}\n");
    assert_eq!((status, out.as_str()), (Some(1), ""));
    assert!(err.contains("1 event of a program without a module"), "{err}");
}

/// Each bad line is told once, and the view goes on behind it.
#[test]
fn faults() {
    let stream = format!("{INIT}{CUT}npm warn\n{SAID}[1]\n{OK}");
    let (status, out, err) = text(&stream);
    assert_eq!((status, out.as_str()), (Some(0), "Hello.\n[Bash] {\"cmd\":\"ls\"}\n[ok] 2 turns, 1.5s\n"));
    let at = INIT.len();
    let third = at + CUT.len();
    let last = third + "npm warn\n".len() + SAID.len();
    assert_eq!(
        err,
        format!(
            "runlex: -:2: truncated at byte {}\nrunlex: -:3: noise at byte {third}\nrunlex: -:5: not-object at byte {last}\n",
            at + 20
        )
    );
    let quiet = runlex_with(stream.as_bytes(), &["tail", "-q"]);
    assert_eq!((quiet.out, quiet.err.as_str()), (out, ""));
    // As an item it is one of the lines, as with cat.
    let items = runlex_with(stream.as_bytes(), &["tail", "--output=ndjson"]);
    assert_eq!(items.out, runlex_with(stream.as_bytes(), &["cat"]).out);
    assert_eq!(items.err, "");
    let events = runlex_with(stream.as_bytes(), &["tail", "--events"]);
    assert_eq!((events.out, events.err), (format!("{INIT}{SAID}{OK}"), err));
}

const HOSTILE: &str = "\u{1b}]0;owned\u{7}\u{1b}[35m\u{9b}2J\r\u{7f}\u{202e}\u{200b}\u{0}";

fn is_harmless(text: &str) -> bool {
    !text.chars().any(|c| c != '\n' && c != '\t' && (c.is_control() || matches!(c, '\u{202e}' | '\u{200b}')))
}

/// Whatever is said, and by whatever name.
#[test]
fn hostile_texts() {
    assert!(!is_harmless(HOSTILE) && is_harmless("a\n\tb\\"));
    let text = serde_json::to_string(&format!("a\n\tb\\ {HOSTILE}")).expect("JSON");
    let lines = [
        format!(
            r#"{{"type":"assistant","session_id":"T-{}","message":{{"content":[{{"type":"text","text":{text}}},{{"type":"tool_use","id":"t","name":{text},"input":{{"a":{text}}}}}]}}}}"#,
            text.trim_matches('"')
        ),
        format!(
            r#"{{"type":"user","session_id":"T-1","message":{{"content":[{{"type":"tool_result","tool_use_id":"t","is_error":true,"content":{text}}}]}}}}"#
        ),
        format!(
            r#"{{"type":"system","subtype":"error_during_execution","session_id":"T-1","error":{text}}}"#
        ),
        HOSTILE.to_owned(),
        format!(
            r#"{{"type":"result","is_error":true,"error":{text},"session_id":"T-{}"}}"#,
            text.trim_matches('"')
        ),
    ];
    let stream = lines.join("\n");
    let shown = r"\u{1b}]0;owned\u{7}\u{1b}[35m\u{9b}2J\r\u{7f}\u{202e}\u{200b}\u{0}";
    let ran = runlex_with(stream.as_bytes(), &["tail"]);
    assert!(is_harmless(&ran.out) && is_harmless(&ran.err), "{:?} {:?}", ran.out, ran.err);
    assert!(ran.out.starts_with(&format!("a\n\tb\\ {shown}\n[")), "{}", ran.out);
    assert!(ran.out.contains(&format!("\n[failed] a  b\\ {shown}\n")), "{}", ran.out);
    assert!(ran.out.matches(shown).count() >= 4, "{}", ran.out);
    let pass = runlex_with(stream.as_bytes(), &["tail", "--pass"]);
    assert!(is_harmless(&pass.err), "{:?}", pass.err);
    // Names of files, and what is said of a run that is cut.
    let folder = folder(&[(&format!("{}.jsonl", HOSTILE.replace(['\0', ']'], "")), &stream)]);
    let path = fs::read_dir(folder.path()).expect("a folder").next().expect("a file").expect("a file").path();
    for args in [&[][..], &["-f", "--forever", "--timeout", "500ms"]] {
        let ran = Ran::of(tail(args).arg(&path).output().expect("the program runs"));
        assert!(is_harmless(&ran.out) && is_harmless(&ran.err), "{:?} {:?}", ran.out, ran.err);
        assert!(ran.err.contains(".jsonl:4: noise"), "{}", ran.err);
    }
    // Where JSON goes to a terminal.
    fs::write(folder.path().join("a.jsonl"), &stream).expect("written");
    for form in ["-q", "--output=ndjson", "--events", "--pass"] {
        let Some(ran) = crate::on_terminal(80, &["tail", form, "-n", "99", "a.jsonl"], folder.path()) else {
            return;
        };
        assert!(is_harmless(&ran.out) && ran.out.len() > 400, "{form}: {:?}", ran.out);
    }
}

/// One that is too long is passed over, also while it comes.
#[test]
fn long_lines() {
    let long = SAID.replace("Hello.", &"x".repeat(1000));
    let stream = format!("{SAID}{long}{OK}");
    let ran = runlex_with(stream.as_bytes(), &["tail", "--max-line", "400"]);
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (Some(0), "Hello.\n[Bash] {\"cmd\":\"ls\"}\n[ok] 2 turns, 1.5s\n")
    );
    assert_eq!(ran.err, format!("runlex: -:2: too-long at byte {}\n", SAID.len()));
    let mut child = tail(&["--max-line", "400"]).spawn().expect("the program runs");
    let mut input = child.stdin.take().expect("a pipe");
    for piece in stream.as_bytes().chunks(100) {
        input.write_all(piece).expect("written");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    drop(input);
    let pieces = Ran::of(child.wait_with_output().expect("it ends"));
    assert_eq!((pieces.status, pieces.out, pieces.err), (ran.status, ran.out, ran.err));
}
