//! Ctrl-C: what is known by then is printed, and said to be a part.

use crate::{INIT, Ran, command, folder, interrupts_come};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// From then on it listens.
const LONG: Duration = Duration::from_millis(900);

fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "no signal was sent");
}

/// The lines that were printed are whole, and nothing is said that looks like an error of the input.
#[test]
fn a_live_pipe() {
    if !interrupts_come() {
        return;
    }
    for verb in [&["cat", "-"][..], &["cat", "--events", "-"]] {
        let mut command = command();
        command.args(verb).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let mut input = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        for wait in [LONG, Duration::ZERO] {
            // One that says whose it is: no line waits for another.
            input.write_all(INIT.as_bytes()).expect("it reads");
            line.clear();
            output.read_line(&mut line).expect("it prints");
            assert!(serde_json::from_str::<Value>(&line).is_ok(), "{line}");
            std::thread::sleep(wait);
        }
        // Half a line is none.
        input.write_all(b"{\"type\":\"res").expect("it reads");
        std::thread::sleep(Duration::from_millis(100));
        interrupt(&child);
        let status = child.wait().expect("it ends");
        line.clear();
        output.read_line(&mut line).expect("it is over");
        assert_eq!((status.code(), line.as_str()), (Some(130), ""), "{verb:?}");
        drop(input);
    }
}

/// A document that was begun is ended, also while more is waited for.
#[test]
fn a_document_of_a_pipe() {
    if !interrupts_come() {
        return;
    }
    for verb in [&["cat", "-o", "json"][..], &["text", "-o", "json"], &["grep", "-o", "json", "hi"]] {
        let mut command = command();
        command.args(verb).arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let mut input = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let said = r#"{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"hi"}]},"session_id":"T-1"}"#;
        writeln!(input, "{}\n{said}", INIT.trim_end()).expect("it reads");
        // It waits for more once it has printed the first item.
        let mut document = output.fill_buf().expect("it prints").to_vec();
        output.consume(document.len());
        std::thread::sleep(Duration::from_millis(200));
        interrupt(&child);
        output.read_to_end(&mut document).expect("it is over");
        assert_eq!(child.wait().expect("it ends").code(), Some(130), "{verb:?}");
        let document: Value = serde_json::from_slice(&document).expect("a whole document");
        assert_eq!(document["partial"], true, "{verb:?}");
        drop(input);
    }
}

/// Files that are through are told of, in a whole table or document that is marked.
#[test]
fn many_files() {
    if !interrupts_come() {
        return;
    }
    let line =
        "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"x\"},\"session_id\":\"T-1\"}\n";
    let file = line.repeat(500_000 / line.len());
    let place = folder(&[]);
    for number in 0..4_000 {
        std::fs::write(
            place.path().join(format!("{number:04}.jsonl")),
            &file[..line.len() * (1 + number % 7)],
        )
        .expect("a file");
    }
    for number in 0..150 {
        std::fs::write(place.path().join(format!("a{number:04}.jsonl")), &file).expect("a file");
    }
    for args in [
        &["ls"][..],
        &["check"],
        &["tools"],
        &["stats"],
        &["ls", "-o", "json"],
        &["check", "-o", "json"],
        &["tools", "-o", "json"],
        &["stats", "-o", "json"],
    ] {
        // A pipe would fill up, and keep the program from reading on.
        let to = folder(&[]);
        let to = to.path().join("out");
        let out = std::fs::File::create(&to).expect("a file");
        let mut command = command();
        command.args(args).args(["--threads", "1"]).arg(place.path()).stdout(out).stderr(Stdio::piped());
        let child = command.spawn().expect("the program runs");
        std::thread::sleep(LONG);
        interrupt(&child);
        let mut ran = Ran::of(child.wait_with_output().expect("it ends"));
        ran.out = std::fs::read_to_string(&to).expect("UTF-8");
        let is_json = args.contains(&"json");
        let is_marked = match is_json {
            true => ran.json()["partial"] == true,
            false => ran.out.ends_with("partial: interrupted before all was read\n"),
        };
        match ran.status {
            Some(130) => {
                assert!(ran.err.contains("interrupted: "), "{args:?}: {}", ran.err);
                assert!(is_marked, "{args:?}: {}", ran.out);
            }
            // A quick machine.
            Some(0) => assert!(!is_marked, "{args:?}"),
            other => panic!("{args:?}: {other:?}: {}", ran.err),
        }
    }
}
