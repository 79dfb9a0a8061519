//! `runlex run`: a command that is started, shown, and ended with all that it has started.
#![cfg(target_os = "linux")]

use crate::{CUT, INIT, Ran, command, corpus, folder, interrupts_come, runlex};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const SAID: &str = r#"{"type":"assistant","session_id":"T-1","message":{"role":"assistant","content":[{"type":"text","text":"Hello."}]}}"#;
const OK: &str = r#"{"type":"result","subtype":"success","is_error":false,"result":"Hello.","num_turns":2,"session_id":"T-1"}"#;
const FAILED: &str =
    r#"{"type":"result","subtype":"error","is_error":true,"error":"no way","session_id":"T-1"}"#;

/// The lines as variables of a shell that runs `script` in `folder`.
fn shell(script: &str, args: &[&str], folder: &Path) -> Command {
    let mut run = command();
    run.arg("run").args(args).args(["--", "sh", "-c", script]).current_dir(folder);
    run.env("SAID", SAID).env("OK", OK).env("FAILED", FAILED).env("CUT", CUT.trim_end());
    run.stdout(Stdio::piped()).stderr(Stdio::piped());
    run
}

fn run(script: &str, args: &[&str]) -> Ran {
    let folder = folder(&[]);
    Ran::of(shell(script, args, folder.path()).output().expect("the program runs"))
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
}

/// Whether a process whose id stands in this file is there. It may take a moment to be gone.
fn is_gone(file: &Path) -> bool {
    let id = fs::read_to_string(file).expect("a file with an id");
    let from = Instant::now();
    loop {
        let status = fs::read_to_string(format!("/proc/{}/stat", id.trim())).unwrap_or_default();
        // One that nobody has waited for yet is gone as well.
        if status.is_empty() || status.contains(") Z ") {
            return true;
        }
        if from.elapsed() > Duration::from_secs(20) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn how_commands_end() {
    for (script, status, out, err) in [
        (r#"echo "$SAID"; echo "$OK""#, 0, "Hello.\n[ok] 2 turns\n", ""),
        (r#"echo "$SAID"; echo "$OK"; echo why >&2"#, 0, "Hello.\n[ok] 2 turns\n", ""),
        (r#"printf %s "$OK""#, 0, "Hello.\n[ok] 2 turns\n", ""),
        // The result counts, not the status.
        (
            r#"echo "$OK"; exit 3"#,
            0,
            "Hello.\n[ok] 2 turns\n",
            "runlex: the command ended with exit status: 3; what counts is its result\n",
        ),
        (r#"echo "$FAILED"; exit 0"#, 1, "[failed] no way\n", ""),
        (
            r#"echo "$FAILED"; echo why >&2; exit 1"#,
            1,
            "[failed] no way\n",
            "runlex: its standard error:\n  why\n",
        ),
        // What keeps sessions has no results, and none is missed.
        (
            r#"echo '{"type":"user","uuid":"u","parentUuid":null,"sessionId":"S","isSidechain":false,"timestamp":"2026-01-01T00:00:00Z","message":{"role":"user","content":"hi"}}'"#,
            0,
            "",
            "",
        ),
        (
            r#"echo "$SAID""#,
            1,
            "Hello.\n",
            "runlex: the stream ended at byte LENGTH without a result: the run was cut or killed\n",
        ),
        (
            "exit 3",
            1,
            "",
            "runlex: the command ended without a result, exit status: 3: its standard error may say why\n",
        ),
        (
            "kill -9 $$",
            1,
            "",
            "runlex: the command ended without a result, signal: 9 (SIGKILL): its standard error may say why\n",
        ),
        (
            "no-such-agent-anywhere 2>&-",
            4,
            "",
            "runlex: the command ended with status 127, no such command: install it, or give its whole path\n",
        ),
        (r#"echo "$CUT"; echo "$OK""#, 0, "Hello.\n[ok] 2 turns\n", "runlex: -:1: truncated at byte 20\n"),
    ] {
        let ran = run(script, &[]);
        let err = err.replace("LENGTH", &(SAID.len() + 1).to_string());
        assert_eq!((ran.status, ran.out.as_str(), ran.err), (Some(status), out, err), "{script}");
    }
    let ran = runlex(["run", "--", "no-such-agent-anywhere", "--stream-json"]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(4), ""));
    assert_eq!(
        ran.err,
        "runlex: no command \"no-such-agent-anywhere\": install it, or give its whole path\n"
    );
}

#[test]
fn forms() {
    let script = r#"echo "$SAID"; echo "$OK""#;
    let lines = format!("{SAID}\n{OK}\n");
    let events = run(script, &["--events"]);
    assert_eq!((events.out, events.err.as_str()), (lines.clone(), ""));
    let pass = run(script, &["--pass"]);
    assert_eq!((pass.out, pass.err.as_str()), (lines, "Hello.\n[ok] 2 turns\n"));
    let items = run(script, &["--output=ndjson"]);
    assert_eq!((items.out.lines().count(), items.err.as_str()), (2, ""));
    assert!(items.out.contains("\"kind\":\"assistant_text\"") && items.out.contains("\"kind\":\"result\""));
}

/// A process that writes in pieces of one to 4,096 bytes, with the pauses that it takes to start the one that writes a piece.
#[test]
fn pieces() {
    let streams = corpus().join("streams");
    for name in ["afk/afk-minimal", "amp/amp-tool", "amp/amp-subagents", "claude-stream/claude-two-turns"] {
        let path = streams.join(format!("{name}.jsonl"));
        let len = fs::metadata(&path).expect("a file").len();
        for form in [&["-q"][..], &["--output=ndjson"], &["--events"], &["--pass"]] {
            let mut whole = command();
            whole.arg("tail").args(form).stdin(File::open(&path).expect("a file"));
            let whole = Ran::of(whole.output().expect("the program runs"));
            for size in [1, 61, 333, 1000, 4096] {
                // Bytes one by one from one process, larger pieces each from its own.
                let script = match size {
                    1 => format!("dd bs=1 status=none < {name}.jsonl"),
                    _ => format!(
                        "exec < {name}.jsonl; for i in $(seq {}); do dd bs={size} count=1 status=none; done",
                        len / size + 1
                    ),
                };
                let ran = Ran::of(shell(&script, form, &streams).output().expect("the program runs"));
                assert_eq!(
                    (ran.status, ran.out, ran.err),
                    (whole.status, whole.out.clone(), whole.err.clone()),
                    "{name} {form:?} {size}"
                );
            }
        }
    }
}

/// What is said is seen before more is said.
#[test]
fn at_once() {
    let folder = folder(&[]);
    assert!(Command::new("mkfifo").arg(folder.path().join("go")).status().expect("mkfifo").success());
    let mut child =
        shell(r#"echo "$SAID"; read go < go; echo "$OK""#, &[], folder.path()).spawn().expect("it runs");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    // Would wait for ever if the line were kept back.
    out.read_line(&mut line).expect("a line");
    assert_eq!(line, "Hello.\n");
    fs::write(folder.path().join("go"), "go\n").expect("written");
    line.clear();
    out.read_to_string(&mut line).expect("text");
    assert_eq!((line.as_str(), child.wait().expect("it ends").code()), ("[ok] 2 turns\n", Some(0)));
}

/// What is piped in is the command's.
#[test]
fn standard_input() {
    let folder = folder(&[("in.jsonl", &format!("{INIT}{SAID}\n{OK}\n"))]);
    let mut fed = shell("cat", &[], folder.path());
    fed.stdin(File::open(folder.path().join("in.jsonl")).expect("a file"));
    let ran = Ran::of(fed.output().expect("the program runs"));
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), "Hello.\n[ok] 2 turns\n"), "{}", ran.err);
    // One that does not read is not waited for.
    let mut held = shell(r#"echo "$OK""#, &[], folder.path());
    let mut child = held.stdin(Stdio::piped()).spawn().expect("the program runs");
    let input = child.stdin.take();
    let ran = Ran::of(child.wait_with_output().expect("it ends"));
    drop(input);
    assert_eq!(ran.status, Some(0), "{}", ran.err);
}

/// The command is ended, and what it has started.
#[test]
fn timeouts() {
    let mut cases = Vec::new();
    for (args, script, status, err) in [
        (
            ["--idle-timeout", "1500ms"],
            r#"echo "$SAID"; sleep 1000 & echo $! > id; wait"#,
            4,
            "runlex: no line for 1.5s (--idle-timeout); so far: 1 event, 0 faults, 0 tool calls, no result, session T-1\n",
        ),
        (
            ["--timeout", "1500ms"],
            r#"sleep 1000 & echo $! > id; while true; do echo "$SAID"; sleep 0.01; done"#,
            4,
            "runlex: not over after 1.5s (--timeout); so far: ",
        ),
        // It does not want to.
        (
            ["--timeout", "1500ms"],
            r#"trap "" TERM INT; echo $$ > id; echo why >&2; while true; do sleep 1; done"#,
            4,
            "runlex: not over after 1.5s (--timeout); so far: 0 events, 0 faults, 0 tool calls, no result\nrunlex: its standard error:\n  why\n",
        ),
        // The run is over, and its command does not end.
        (
            ["--idle-timeout", "1500ms"],
            r#"echo "$OK"; echo $$ > id; echo why >&2; sleep 1000"#,
            0,
            "runlex: no line for 1.5s (--idle-timeout), behind the result\n",
        ),
    ] {
        cases.push(std::thread::spawn(move || {
            let folder = folder(&[]);
            let ran = Ran::of(shell(script, &args, folder.path()).output().expect("the program runs"));
            assert_eq!(ran.status, Some(status), "{script} {}", ran.err);
            assert!(ran.err.starts_with(err) && (status == 4 || ran.err == err), "{script} {}", ran.err);
            assert!(is_gone(&folder.path().join("id")), "{script}");
        }));
    }
    cases.into_iter().for_each(|case| case.join().expect("a case that holds"));
}

/// Also where the command itself ended in order.
#[test]
fn what_is_left_behind() {
    let folder = folder(&[]);
    let script = r#"sleep 1000 > /dev/null 2>&1 & echo $! > id; echo "$OK""#;
    let ran = Ran::of(shell(script, &[], folder.path()).output().expect("the program runs"));
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert!(is_gone(&folder.path().join("id")));
    // What went away from the group is no longer ours.
    if Command::new("setsid").arg("--version").output().is_ok() {
        let script = r#"setsid sleep 1000 > /dev/null 2>&1 & sleep 1; echo $! > id; echo "$OK""#;
        let ran = Ran::of(shell(script, &[], folder.path()).output().expect("the program runs"));
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
        let id = fs::read_to_string(folder.path().join("id")).expect("an id");
        assert!(fs::metadata(format!("/proc/{}", id.trim())).is_ok());
        assert!(Command::new("kill").arg(id.trim()).status().expect("kill").success());
    }
}

/// A signal is handed on, and the command says what it has to say.
#[test]
fn interrupted() {
    if !interrupts_come() {
        return;
    }
    for (name, status) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let folder = folder(&[]);
        let script = r#"trap 'echo "$FAILED"; exit 1' NAME; echo "$SAID"; sleep 1000 & echo $! > id; wait"#;
        let script = script.replace("NAME", name);
        let mut child = shell(&script, &[], folder.path()).spawn().expect("the program runs");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        out.read_line(&mut line).expect("a line");
        while !folder.path().join("id").exists() {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(50));
        signal(&child, &format!("-{name}"));
        out.read_to_string(&mut line).expect("text");
        let ran = Ran::of(child.wait_with_output().expect("it ends"));
        assert_eq!((ran.status, line.as_str()), (Some(status), "Hello.\n[failed] no way\n"), "{}", ran.err);
        let told =
            "runlex: interrupted; so far: 2 events, 0 faults, 0 tool calls, result: failed, session T-1\n";
        assert_eq!(ran.err, told);
        assert!(is_gone(&folder.path().join("id")), "{name}");
    }
}

/// The second one kills.
#[test]
fn interrupted_twice() {
    if !interrupts_come() {
        return;
    }
    let folder = folder(&[]);
    let script = r#"trap 'echo "$SAID"' INT; echo $$ > id; echo "$SAID"; while true; do sleep 0.1; done"#;
    let mut child = shell(script, &[], folder.path()).spawn().expect("the program runs");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    for _ in 0..2 {
        out.read_line(&mut line).expect("a line");
        signal(&child, "-INT");
    }
    let ran = Ran::of(child.wait_with_output().expect("it ends"));
    assert_eq!(ran.status, Some(130));
    assert!(ran.err.contains("runlex: interrupted; so far: 2 events"), "{}", ran.err);
    assert!(is_gone(&folder.path().join("id")));
}

/// Who looks has seen enough: nobody is told, and the command ends.
#[test]
fn a_closed_output() {
    let folder = folder(&[]);
    let script = r#"echo $$ > id; while true; do echo "$SAID"; sleep 0.01; done"#;
    let mut child = shell(script, &[], folder.path()).spawn().expect("the program runs");
    let mut out = child.stdout.take().expect("a pipe");
    out.read_exact(&mut [0; 5]).expect("text");
    drop(out);
    let ran = Ran::of(child.wait_with_output().expect("it ends"));
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert!(is_gone(&folder.path().join("id")));

    let full = File::options().write(true).open("/dev/full").expect("/dev/full");
    let mut full_disk = shell(script, &["--events"], folder.path());
    let ran = Ran::of(full_disk.stdout(full).output().expect("the program runs"));
    assert_eq!(ran.status, Some(4));
    assert!(ran.err.starts_with("runlex: standard output: No space left"), "{}", ran.err);
    assert!(is_gone(&folder.path().join("id")));
}

/// The last of it, and nothing that a terminal would obey.
#[test]
fn standard_error() {
    let ran =
        run(r#"for i in $(seq 1 30); do echo "line $i" >&2; done; printf 'a\033[2J\tb\n' >&2; exit 1"#, &[]);
    assert_eq!(ran.status, Some(1));
    let (first, rest) = ran.err.split_once('\n').expect("lines");
    assert!(first.contains("exit status: 1"));
    let mut want = "runlex: the last lines of its standard error:\n".to_owned();
    (12..=30).for_each(|i| want += &format!("  line {i}\n"));
    want += "  a\\u{1b}[2J\\tb\n";
    assert_eq!(rest, want);
}

#[test]
fn wrong_usage() {
    for args in [
        &["run"][..],
        &["run", "--"],
        &["run", "true"],
        &["run", "--output=ndjson", "--events", "--", "true"],
        &["run", "-f", "--", "true"],
    ] {
        let ran = runlex(args);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{args:?}");
    }
    let help = runlex(["run", "--help"]);
    assert_eq!((help.status, help.err.as_str()), (Some(0), ""));
    assert_eq!(help.out.matches("  runlex run ").count(), 3, "{}", help.out);
}
