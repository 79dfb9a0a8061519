//! `runlex tail`: pipes and files that are read while they are written.
#![cfg(target_os = "linux")]

use crate::{CUT, INIT, Ran, command, corpus, folder, runlex, runlex_with};
use serde_json::Value;
use snapbox::{assert_data_eq, file};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const SAID: &str = r#"{"type":"assistant","session_id":"T-1","message":{"role":"assistant","content":[{"type":"text","text":"Hello."},{"type":"tool_use","id":"t1","name":"Bash","input":{"cmd":"ls"}}]}}
"#;
const OK: &str = r#"{"type":"result","subtype":"success","is_error":false,"result":"Hello.","num_turns":2,"duration_ms":1500,"session_id":"T-1"}
"#;
const FAILED: &str = r#"{"type":"result","subtype":"error","is_error":true,"error":"no way","session_id":"T-1"}
"#;

fn tail(args: &[&str]) -> Command {
    let mut tail = command();
    tail.arg("tail").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    tail
}

fn start(args: &[&str]) -> Child {
    tail(args).spawn().expect("the program runs")
}

fn following(path: &Path, args: &[&str]) -> Child {
    let mut follow = tail(&["-f"]);
    follow.arg(path).args(args).stdin(Stdio::null()).spawn().expect("the program runs")
}

fn end(child: Child) -> Ran {
    Ran::of(child.wait_with_output().expect("it ends"))
}

/// Its standard output, line by line: would wait for ever for one that is kept back.
fn lines(child: &mut Child) -> impl FnMut() -> String + use<> {
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    move || {
        let mut line = String::new();
        out.read_line(&mut line).expect("a line");
        line
    }
}

fn append(path: &Path, text: impl AsRef<[u8]>) {
    let mut file = File::options().append(true).create(true).open(path).expect("a file");
    file.write_all(text.as_ref()).expect("written");
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
}

/// What a whole stream says, as text.
fn text(stream: &str) -> (Option<i32>, String, String) {
    let ran = runlex_with(stream.as_bytes(), &["tail"]);
    (ran.status, ran.out, ran.err)
}

fn streams() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in fs::read_dir(corpus().join("streams")).expect("a folder") {
        let folder = folder.expect("an entry").path();
        if folder.is_dir() {
            found
                .extend(fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()));
        }
    }
    found.sort();
    assert!(found.len() > 10);
    found
}

#[test]
fn streams_of_the_corpus() {
    let mut out = String::new();
    for path in streams() {
        let ran = runlex(["tail".as_ref(), "-n".as_ref(), "1000".as_ref(), path.as_os_str()]);
        let path = path.strip_prefix(corpus()).expect("a part").display();
        out += &format!("--- {path}: {}\n{}", ran.status.expect("a status"), ran.out);
    }
    assert_data_eq!(out, file!["golden/tail-streams.txt"].raw());
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
    let (status, out, err) = text("{\"type\":\"thread.started\",\"thread_id\":\"t\"}\n");
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
    let items = runlex_with(stream.as_bytes(), &["tail", "--items"]);
    assert_eq!(items.out, runlex_with(stream.as_bytes(), &["cat"]).out);
    assert_eq!(items.err, "");
    let events = runlex_with(stream.as_bytes(), &["tail", "--events"]);
    assert_eq!((events.out, events.err), (format!("{INIT}{SAID}{OK}"), err));
}

/// `--items` are those of `cat`, `--events` and `--pass` the lines; with `--pass` the text goes to standard error.
#[test]
fn forms() {
    for path in streams() {
        let whole = |verb: &str, more: &[&str]| {
            let mut command = command();
            command.arg(verb).args(more).stdin(File::open(&path).expect("a file"));
            Ran::of(command.output().expect("the program runs"))
        };
        let name = path.display();
        let seen = whole("tail", &["-q"]);
        assert_eq!(whole("tail", &["--items"]).out, whole("cat", &[]).out, "{name}");
        let events = whole("cat", &["--events"]).out;
        assert_eq!(whole("tail", &["--events"]).out, events, "{name}");
        let pass = whole("tail", &["--pass", "-q"]);
        assert_eq!((pass.status, pass.out), (seen.status, events), "{name}");
        assert!(pass.err.starts_with(&seen.out), "{name}: {}", pass.err);
    }
}

/// To the byte, whatever a line holds.
#[test]
fn passed_on_to_the_byte() {
    let odd = "{\"type\":\"x\",\"a\" : \"\u{9b}2J \u{202e} \\u001b \\ud800 \u{7f}\" }\t\r\n";
    let stream = format!("{INIT}{odd}{SAID}{OK}");
    let ran = runlex_with(stream.as_bytes(), &["tail", "--pass"]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), stream.as_str()));
    assert_eq!(ran.err, "Hello.\n[Bash] {\"cmd\":\"ls\"}\n[ok] 2 turns, 1.5s\n");
}

/// In pieces of any size and with pauses the same as whole.
#[test]
fn pieces() {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move |most: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % most + 1
    };
    for path in streams() {
        let bytes = fs::read(&path).expect("a file");
        for args in [&[][..], &["--items"], &["--events"], &["--pass"]] {
            let whole = command().arg("tail").args(args).stdin(File::open(&path).expect("a file")).output();
            let whole = Ran::of(whole.expect("the program runs"));
            let largest = next(4096);
            let mut child = start(args);
            let mut input = child.stdin.take().expect("a pipe");
            let mut rest = &bytes[..];
            let mut pauses = 0;
            while !rest.is_empty() {
                let (piece, behind) = rest.split_at(rest.len().min(next(largest) as usize));
                input.write_all(piece).expect("written");
                rest = behind;
                if next(8) == 1 && pauses < 20 {
                    pauses += 1;
                    std::thread::sleep(Duration::from_millis(next(3)));
                }
            }
            drop(input);
            let ran = end(child);
            let name = path.display();
            assert_eq!(
                (ran.status, ran.out, ran.err),
                (whole.status, whole.out, whole.err),
                "{name} {args:?} {largest}"
            );
        }
    }
}

/// What came is shown before more is waited for: also a piece of a line of text.
#[test]
fn a_live_pipe() {
    let mut child = start(&[]);
    let mut input = child.stdin.take().expect("a pipe");
    let mut out = child.stdout.take().expect("a pipe");
    for piece in ["Hel", "lo"] {
        let line =
            format!("{{\"type\":\"chunk\",\"chunk\":{{\"type\":\"content\",\"content\":\"{piece}\"}}}}\n");
        input.write_all(line.as_bytes()).expect("written");
        let mut got = vec![0; piece.len()];
        out.read_exact(&mut got).expect("a piece");
        assert_eq!(got, piece.as_bytes());
    }
    // A line is not shown before its end, and at the end of the pipe it is.
    input.write_all(b"{\"type\":\"done\"}").expect("written");
    drop(input);
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("text");
    assert!(rest.starts_with("\n["), "{rest}");
    child.wait().expect("it ends");
}

/// Over when the run is, with its outcome, be the result there before or come.
#[test]
fn a_file_that_grows() {
    for (end_line, status, last) in [(OK, 0, "[ok] 2 turns, 1.5s\n"), (FAILED, 1, "[failed] no way\n")] {
        let folder = folder(&[("a.jsonl", &format!("{FAILED}{INIT}"))]);
        let path = folder.path().join("a.jsonl");
        let mut child = following(&path, &[]);
        let mut next = lines(&mut child);
        assert_eq!(next(), "[failed] no way\n");
        let (one, other) = SAID.split_at(40);
        append(&path, one);
        append(&path, other);
        assert_eq!((next(), next()), ("Hello.\n".to_owned(), "[Bash] {\"cmd\":\"ls\"}\n".to_owned()));
        append(&path, end_line);
        assert_eq!(next(), last);
        assert_eq!((next(), child.wait().expect("it ends").code()), (String::new(), Some(status)));
        // Now it is over from the start.
        let ran = end(following(&path, &["-n", "1"]));
        assert_eq!((ran.status, ran.out.lines().last()), (Some(status), Some(last.trim_end())));
    }
}

#[test]
fn how_much_of_what_is_there() {
    let numbered: String = (1..=30)
        .map(|n| {
            format!("{{\"type\":\"result\",\"is_error\":false,\"result\":\"{n}\",\"session_id\":\"T-1\"}}\n")
        })
        .collect();
    let stream = format!("{CUT}{numbered}{CUT}");
    let folder = folder(&[("a.jsonl", &stream)]);
    let path = folder.path().join("a.jsonl");
    let path = path.to_str().expect("a plain path");
    for (args, first) in
        [(&[][..], 21), (&["-n", "1"], 30), (&["-n", "30"], 1), (&["-n0"], 31), (&["--last=99"], 1)]
    {
        for follow in [&[][..], &["-f"]] {
            let ran = runlex([&["tail", "--events", path], args, follow].concat());
            let want: Vec<_> = numbered.lines().skip(first - 1).collect();
            assert_eq!(
                (ran.status, ran.out.lines().collect::<Vec<_>>()),
                (Some(0), want),
                "{args:?} {follow:?}"
            );
            // A fault behind the first of them is told with its place in the whole file.
            let faults = ran.err.lines().filter(|line| line.contains("truncated at byte")).count();
            let place = format!("runlex: {path}:32: truncated at byte {}\n", stream.len() - 1);
            assert!(ran.err.contains(&place) || args == ["-n0"], "{}", ran.err);
            assert_eq!(
                faults,
                match args {
                    ["-n0"] => 0,
                    ["--last=99"] => 2,
                    _ => 1,
                },
                "{args:?}: {}",
                ran.err
            );
        }
    }
}

fn hex(text: &Value) -> Vec<u8> {
    let text = text.as_str().expect("hex");
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).expect("hex")).collect()
}

fn case(name: &str) -> Vec<Value> {
    let path = corpus().join("cases").join(name);
    let case: Value = serde_json::from_slice(&fs::read(path).expect("a file")).expect("JSON");
    case["steps"].as_array().expect("steps").clone()
}

/// Case 97 as a pipe, which tells that it is closed, and as a file, which does not.
#[test]
fn a_bad_line_is_skipped_once() {
    let steps = case("097-complete-bad-line-is-skipped-once.steps.json");
    let mut child = start(&["--events"]);
    let mut input = child.stdin.take().expect("a pipe");
    let mut next = lines(&mut child);
    for step in &steps[..2] {
        input.write_all(&hex(&step["hex"])).expect("written");
        assert!(next().contains("S-0952"));
    }
    drop(input);
    assert_eq!(next(), "");
    let ran = end(child);
    assert_eq!(ran.status, Some(1));
    assert_eq!(
        ran.err,
        "runlex: -:2: truncated at byte 46\nrunlex: -:4: truncated at byte 102\nrunlex: no result: the stream ended at byte 102 without one\n"
    );

    let folder = folder(&[("a.jsonl", "")]);
    let path = folder.path().join("a.jsonl");
    let mut child = following(&path, &["--events", "--idle-timeout", "400ms"]);
    let mut next = lines(&mut child);
    for step in &steps[..2] {
        append(&path, hex(&step["hex"]));
        assert!(next().contains("S-0952"));
    }
    assert_eq!(next(), "");
    let ran = end(child);
    assert_eq!(ran.status, Some(4));
    let path = path.display();
    assert_eq!(
        ran.err,
        format!(
            "runlex: {path}:2: truncated at byte 46\nrunlex: no line for 400ms (--idle-timeout); so far: 2 events, 1 fault, 0 tool calls, no result, session S-0952\n"
        )
    );
}

/// Case 99.
#[test]
fn renamed_and_begun_anew() {
    let steps = case("099-renamed-and-recreated.steps.json");
    let folder = folder(&[("a.jsonl", "")]);
    let (path, old) = (folder.path().join("a.jsonl"), folder.path().join("a.jsonl.1"));
    let mut child = following(&path, &["--events"]);
    let mut next = lines(&mut child);
    append(&path, hex(&steps[0]["hex"]));
    assert!(next().contains("\"n\":1"));
    fs::rename(&path, &old).expect("renamed");
    append(&old, hex(&steps[1]["late_old_hex"]));
    append(&path, hex(&steps[1]["new_hex"]));
    assert!(next().contains("\"n\":2"));
    assert!(next().contains("\"n\":3"));
    append(&path, hex(&steps[2]["hex"]));
    assert!(next().contains("result"));
    assert_eq!(next(), "");
    let ran = end(child);
    let told = format!("runlex: {}: another file has its name now; read from its start\n", path.display());
    // The result says nothing of success.
    assert_eq!((ran.status, ran.err), (Some(1), told));
}

/// Case 100: it lives, and says that the file shrank.
#[test]
fn a_file_that_shrinks() {
    let steps = case("100-file-shrinks-while-mapped.steps.json");
    let line = hex(&steps[0]["hex"]);
    let folder = folder(&[("a.jsonl", "")]);
    let path = folder.path().join("a.jsonl");
    append(&path, line.repeat(5000));
    let mut child = following(&path, &["--events", "-n", "1", "--idle-timeout", "400ms"]);
    let mut next = lines(&mut child);
    assert_eq!(next().as_bytes(), line);
    let file = File::options().write(true).open(&path).expect("a file");
    file.set_len(steps[1]["size"].as_u64().expect("a size")).expect("cut");
    for _ in 0..100 {
        assert_eq!(next().as_bytes(), line);
    }
    assert_eq!(next(), "");
    let ran = end(child);
    assert_eq!(ran.status, Some(4));
    assert!(
        ran.err.starts_with(&format!(
            "runlex: {}: it was cut or written anew; read from its start\nrunlex: no line for 400ms",
            path.display()
        )),
        "{}",
        ran.err
    );
}

#[test]
fn timeouts() {
    for (args, stream, status, told) in [
        (
            &["--idle-timeout", "50ms"][..],
            format!("{INIT}{SAID}"),
            4,
            "no line for 50ms (--idle-timeout); so far: 2 events, 0 faults, 1 tool call, no result, session T-1\n",
        ),
        (
            &["--timeout", "50ms"],
            INIT.to_owned(),
            4,
            "not over after 50ms (--timeout); so far: 1 event, 0 faults, 0 tool calls, no result, session T-1\n",
        ),
        (
            &["--timeout", "50ms", "--idle-timeout", "1h"],
            String::new(),
            4,
            "not over after 50ms (--timeout); so far: 0 events, 0 faults, 0 tool calls, no result\n",
        ),
        // Half a line is none.
        (
            &["--idle-timeout", "50ms"],
            "{\"type\":".to_owned(),
            4,
            "no line for 50ms (--idle-timeout); so far: 0 events, 0 faults, 0 tool calls, no result\n",
        ),
        // The run is over, only its pipe is not.
        (
            &["--idle-timeout", "50ms"],
            format!("{INIT}{OK}"),
            0,
            "no line for 50ms (--idle-timeout), behind the result\n",
        ),
        (
            &["--timeout", "50ms"],
            format!("{INIT}{FAILED}"),
            1,
            "not over after 50ms (--timeout), behind the result\n",
        ),
    ] {
        let mut child = start(args);
        let mut input = child.stdin.take().expect("a pipe");
        // It may be over before.
        _ = input.write_all(stream.as_bytes());
        let output = child.wait_with_output().expect("it ends");
        drop(input);
        let ran = Ran::of(output);
        assert_eq!(ran.status, Some(status), "{args:?} {}", ran.err);
        assert_eq!(ran.err, format!("runlex: {told}"), "{args:?}");
    }
    // However much comes.
    let mut child = start(&["--timeout", "100ms", "-q"]);
    let mut input = child.stdin.take().expect("a pipe");
    while input.write_all(INIT.as_bytes()).is_ok() {}
    assert_eq!(end(child).status, Some(4));
}

#[test]
fn interrupted() {
    for (name, status) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        let mut child = start(&[]);
        let mut input = child.stdin.take().expect("a pipe");
        let mut next = lines(&mut child);
        input.write_all(format!("{INIT}{CUT}{SAID}{{\"a\":").as_bytes()).expect("written");
        assert_eq!((next(), next()), ("Hello.\n".to_owned(), "[Bash] {\"cmd\":\"ls\"}\n".to_owned()));
        signal(&child, name);
        assert_eq!(next(), "");
        let ran = end(child);
        drop(input);
        assert_eq!(ran.status, Some(status), "{name}");
        let told = "runlex: interrupted; so far: 2 events, 1 fault, 1 tool call, no result, session T-1, 5 bytes of an open line\n";
        assert!(ran.err.ends_with(told), "{}", ran.err);
    }
    // Whoever wants it to outlive its terminal has said so.
    let program = command().get_program().to_owned();
    let mut child = Command::new("sh");
    child.args(["-c", "trap '' HUP; exec \"$@\"", "sh"]).arg(program).args(["tail", "--events"]);
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program runs");
    let mut input = child.stdin.take().expect("a pipe");
    let mut next = lines(&mut child);
    input.write_all(INIT.as_bytes()).expect("written");
    assert_eq!(next(), INIT);
    signal(&child, "-HUP");
    input.write_all(OK.as_bytes()).expect("written");
    drop(input);
    assert_eq!(next(), OK);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));

    let folder = folder(&[("a.jsonl", INIT)]);
    let path = folder.path().join("a.jsonl");
    let mut child = following(&path, &["--events", "--forever"]);
    let mut next = lines(&mut child);
    assert_eq!(next(), INIT);
    // Not over with a result.
    append(&path, OK);
    assert_eq!(next(), OK);
    append(&path, OK);
    assert_eq!(next(), OK);
    signal(&child, "-INT");
    let ran = end(child);
    assert_eq!(ran.status, Some(130));
    assert_eq!(
        ran.err,
        "runlex: interrupted; so far: 3 events, 0 faults, 0 tool calls, result: ok, session T-1\n"
    );
}

/// Quiet, and at once: also where nothing is written that would tell.
#[test]
fn a_closed_output() {
    let folder = folder(&[("a.jsonl", INIT)]);
    let path = folder.path().join("a.jsonl");
    for follow in [false, true] {
        let mut child = match follow {
            true => following(&path, &["--events"]),
            false => start(&["--events"]),
        };
        let mut input = child.stdin.take();
        if let Some(input) = &mut input {
            input.write_all(INIT.as_bytes()).expect("written");
        }
        let mut out = child.stdout.take().expect("a pipe");
        out.read_exact(&mut vec![0; INIT.len()]).expect("an event");
        drop(out);
        let ran = end(child);
        drop(input);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{follow}");
    }
    let full = File::options().write(true).open("/dev/full").expect("/dev/full");
    for form in ["-q", "--items", "--events", "--pass"] {
        let mut full_disk = tail(&[form, "-n1"]);
        full_disk.arg(&path).stdout(full.try_clone().expect("a file"));
        let ran = Ran::of(full_disk.output().expect("the program runs"));
        // Nothing of it is text.
        let want = if form == "-q" { 1 } else { 4 };
        assert_eq!(ran.status, Some(want), "{form}");
        assert!(want == 1 || ran.err.contains("standard output: No space left"), "{form}: {}", ran.err);
    }
    append(&path, SAID);
    let mut full_disk = tail(&[]);
    full_disk.arg(&path).stdout(full);
    assert_eq!(Ran::of(full_disk.output().expect("the program runs")).status, Some(4));
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
    let shown = r"\u{1b}]0;owned\u{7}\u{1b}[35m\u{9b}2J\u{d}\u{7f}\u{202e}\u{200b}\u{0}";
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
    for args in [&[][..], &["-f", "--forever", "--timeout", "50ms"]] {
        let ran = Ran::of(tail(args).arg(&path).output().expect("the program runs"));
        assert!(is_harmless(&ran.out) && is_harmless(&ran.err), "{:?} {:?}", ran.out, ran.err);
        assert!(ran.err.contains(".jsonl:4: noise"), "{}", ran.err);
    }
    // Where JSON goes to a terminal.
    fs::write(folder.path().join("a.jsonl"), &stream).expect("written");
    for form in ["-q", "--items", "--events", "--pass"] {
        let Some(ran) = crate::on_terminal(80, &["tail", form, "-n", "99", "a.jsonl"], folder.path()) else {
            return;
        };
        assert!(is_harmless(&ran.out) && ran.out.len() > 500, "{form}: {:?}", ran.out);
    }
}

#[test]
fn wrong_usage() {
    for args in [
        &["tail", "-f"][..],
        &["tail", "-f", "-"],
        &["tail", "-n", "3"],
        &["tail", "-n", "3", "-"],
        &["tail", "-n", "-1", "a"],
        &["tail", "--forever", "a"],
        &["tail", "--items", "--events"],
        &["tail", "--pass", "--events"],
        &["tail", "--timeout", "5"],
        &["tail", "a", "b"],
    ] {
        let ran = runlex(args);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(!ran.err.is_empty());
    }
    let folder = folder(&[]);
    for args in [
        &["tail", "no-such-file"][..],
        &["tail", "-f", "no-such-file"],
        &["tail", folder.path().to_str().expect("plain")],
    ] {
        let ran = runlex(args);
        assert_eq!((ran.status, ran.out.as_str(), ran.err.lines().count()), (Some(4), "", 1), "{args:?}");
        assert!(ran.err.starts_with(&format!("runlex: {}: ", args[args.len() - 1])), "{}", ran.err);
    }
    let help = runlex(["tail", "--help"]);
    assert_eq!((help.status, help.err.as_str()), (Some(0), ""));
    assert_eq!(
        help.out.lines().filter(|line| line.starts_with("  ") && line.contains("runlex tail")).count(),
        3,
        "{}",
        help.out
    );
}

/// A named pipe is a pipe.
#[test]
fn a_named_pipe() {
    let folder = folder(&[]);
    let path = folder.path().join("p");
    assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
    for args in [&[][..], &["-f"]] {
        let child = tail(args).arg(&path).spawn().expect("the program runs");
        let mut input = File::options().write(true).open(&path).expect("a reader");
        input.write_all(format!("{SAID}{OK}").as_bytes()).expect("written");
        drop(input);
        let ran = end(child);
        assert_eq!(
            (ran.status, ran.out.as_str()),
            (Some(0), "Hello.\n[Bash] {\"cmd\":\"ls\"}\n[ok] 2 turns, 1.5s\n")
        );
    }
}

/// 30 MB in no more memory than a few MB would take: pieces that never come whole, texts, faults.
#[test]
fn a_long_stream_in_bounded_memory() {
    let chunk = "{\"type\":\"chunk\",\"chunk\":{\"type\":\"content\",\"content\":\"c\"}}\n".repeat(20);
    let said = SAID.replace("Hello.", &"word \\n ".repeat(100));
    let piece = (chunk + &said + "oops\n").repeat(20);
    for form in [&[][..], &["--items"], &["--pass"]] {
        let program = command().get_program().to_owned();
        let mut limited = Command::new("sh");
        limited
            .args(["-c", "ulimit -v 80000; exec \"$@\"", "sh"])
            .arg(program)
            .args(["tail", "-q"])
            .args(form);
        limited.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = limited.spawn().expect("the program runs");
        let mut input = child.stdin.take().expect("a pipe");
        let piece = piece.clone();
        let writer = std::thread::spawn(move || {
            for _ in 0..30_000_000 / piece.len() + 1 {
                input.write_all(piece.as_bytes()).expect("written");
            }
            input.write_all(OK.as_bytes()).expect("written");
        });
        // With --pass the text is there.
        let mut err = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("text");
        assert_eq!(child.wait().expect("it ends").code(), Some(0), "{form:?}");
        assert!(form == ["--pass"] || err.is_empty(), "{err}");
        writer.join().expect("no panic");
    }
}
