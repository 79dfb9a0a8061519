//! Pipes that are read while they are written, long streams, and outputs that do not take what is written.
#![cfg(target_os = "linux")]

use crate::{CUT, INIT, command, folder};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

fn piped(mut command: Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program runs")
}

/// What came is printed before more is waited for.
#[test]
fn a_live_pipe() {
    for more in [&[][..], &["--events"]] {
        let mut live = command();
        live.args(["cat", "-"]).args(more);
        let mut child = piped(live);
        let mut input = child.stdin.take().expect("a pipe");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        for number in 1..=3 {
            let text = format!("{{\"type\":\"result\",\"session_id\":\"T-{number}\"}}\n");
            input.write_all(text.as_bytes()).expect("written");
            // Would wait for ever if the line were kept back.
            let mut line = String::new();
            out.read_line(&mut line).expect("a line");
            assert!(line.contains(&format!("T-{number}")), "{line}");
        }
        drop(input);
        assert_eq!(child.wait().expect("it ends").code(), Some(0));
    }
}

/// A line is not kept back because it is too short to show how a compressed file would begin.
#[test]
fn a_live_pipe_of_short_lines() {
    let mut live = command();
    live.args(["cat", "-"]);
    let mut child = piped(live);
    let mut input = child.stdin.take().expect("a pipe");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    for number in 1..=3 {
        // A fault, of which no dialect is waited for.
        input.write_all(b"x\n").expect("written");
        let mut line = String::new();
        out.read_line(&mut line).expect("a line");
        assert!(line.contains(&format!("\"line\":{number},")), "{line}");
    }
    drop(input);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

/// 50 MB in no more memory than a few MB would take, whatever it is that waits.
#[test]
fn a_long_stream_in_bounded_memory() {
    let open = r#"{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"TEXT"}],"usage":{"input_tokens":1}}}"#
        .replace("TEXT", &"word \\n ".repeat(100))
        + "\n";
    let chunk = "{\"type\":\"chunk\",\"chunk\":{\"type\":\"content\",\"content\":\"c\"}}\n";
    let faults = "oops\n".repeat(20);
    let piece = (open + chunk + &faults).repeat(20);
    let chat = r#"{"type":"assistant","session_id":"T-1","message":{"role":"assistant","content":[{"type":"text","text":"TEXT"}]}}"#
        .replace("TEXT", &"word \\n ".repeat(100))
        + "\n";
    let chat = INIT.to_owned() + &(chat + "oops\n").repeat(20);
    for (args, piece) in [
        (&["cat"][..], &piece),
        (&["cat", "--events", "--role", "assistant"], &piece),
        (&["cat", "--kind", "fault"], &piece),
        (&["text"], &chat),
        (&["show"], &chat),
    ] {
        let program = command().get_program().to_owned();
        let mut limited = Command::new("sh");
        limited.args(["-c", "ulimit -v 60000; exec \"$@\"", "sh"]).arg(&program).args(args).args(["-q", "-"]);
        let mut child = piped(limited);
        let mut input = child.stdin.take().expect("a pipe");
        let piece = piece.clone();
        let writer = std::thread::spawn(move || {
            for _ in 0..50_000_000 / piece.len() + 1 {
                input.write_all(piece.as_bytes()).expect("written");
            }
        });
        let mut out = child.stdout.take().expect("a pipe");
        let (mut buffer, mut newlines) = (vec![0; 1 << 16], 0);
        loop {
            let got = out.read(&mut buffer).expect("read");
            if got == 0 {
                break;
            }
            newlines += buffer[..got].iter().filter(|byte| **byte == b'\n').count();
        }
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        writer.join().expect("no panic");
        assert!(newlines > 10_000, "{newlines}");
    }
}

#[test]
fn a_closed_pipe_is_quiet() {
    let folder = folder(&[("a.jsonl", &(INIT.to_owned() + CUT).repeat(8_000)), ("b.jsonl", INIT)]);
    for args in [&["cat"][..], &["cat", "--events"], &["show"], &["result"]] {
        let mut closed = command();
        closed.args(args).arg(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = closed.spawn().expect("the program runs");
        let mut out = child.stdout.take().expect("a pipe");
        out.read_exact(&mut [0; 16]).expect("some output");
        drop(out);
        let output = child.wait_with_output().expect("it ends");
        let want = if args[0] == "result" { 1 } else { 0 };
        assert_eq!(output.status.code(), Some(want), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

#[test]
fn a_full_disk_is_told() {
    let said =
        r#"{"type":"assistant","session_id":"T-1","message":{"content":[{"type":"text","text":"a"}]}}"#;
    let folder = folder(&[("a.jsonl", &INIT.replace('\n', &format!("\n{said}\n").repeat(2)))]);
    for verb in ["cat", "show", "text", "result"] {
        let full = File::options().write(true).open("/dev/full").expect("/dev/full");
        let output = command()
            .args([verb, "-q", "-o", "json"].iter().take(if verb == "result" { 4 } else { 2 }))
            .arg(folder.path())
            .stdout(full)
            .output()
            .expect("the program runs");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{verb}");
        let begin = match verb {
            "result" => "{\"error\":{\"kind\":\"output\",\"message\":\"standard output: ",
            _ => "runlex: standard output: ",
        };
        assert!(err.starts_with(begin) && err.contains("No space left"), "{verb}: {err}");
    }
}
