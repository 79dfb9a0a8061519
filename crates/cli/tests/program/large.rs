//! Files that are large enough to be read by a thread of their own: nothing else is to be seen of that.
#![cfg(target_os = "linux")]

use crate::{CUT, INIT, Ran, command, folder};
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

const SAID: &str = r#"{"type":"assistant","session_id":"T-1","message":{"role":"assistant","content":[{"type":"text","text":"a \"b\" \u00e9"}]}}
"#;
const FAILED: &str =
    "{\"type\":\"result\",\"subtype\":\"error\",\"is_error\":true,\"error\":\"no\",\"session_id\":\"T-1\"}\n";

/// Four runs of a MiB and more each, every other one failed, a line that is longer than a chunk, and one that is cut at the end.
fn stream() -> String {
    let long = SAID.replace("a \\\"b", &"x".repeat(700_000));
    let run = |end: &str| [INIT, &SAID.repeat(9_000), CUT, &long, end].concat();
    [run(FAILED), run(""), run(FAILED), run("")].concat() + &SAID[..50]
}

#[test]
fn the_same_as_a_pipe() {
    let place = folder(&[("a.jsonl", &stream())]);
    for args in [
        &["cat"][..],
        &["cat", "--events"],
        &["cat", "--outcome", "failed"],
        &["text"],
        &["text", "--outcome", "failed"],
        &["text", "-o", "ndjson"],
        &["grep", "-c", "é"],
        &["show"],
        &["cat", "--max-line", "1000"],
    ] {
        let run = |input: Option<&str>| {
            let mut command = command();
            command.args(args).args(input).current_dir(place.path());
            if input.is_none() {
                // A pipe, which has no length.
                let mut source = Command::new("cat")
                    .arg("a.jsonl")
                    .current_dir(place.path())
                    .stdout(Stdio::piped())
                    .spawn()
                    .expect("cat");
                command.stdin(source.stdout.take().expect("a pipe"));
                let ran = Ran::of(command.output().expect("the program runs"));
                assert!(source.wait().expect("it ends").success());
                return ran;
            }
            Ran::of(command.output().expect("the program runs"))
        };
        let (file, pipe) = (run(Some("a.jsonl")), run(None));
        assert_eq!(
            (file.status, &file.err),
            (pipe.status, &pipe.err.replace(" -:", " a.jsonl:")),
            "{args:?}"
        );
        assert!(!file.out.is_empty(), "{args:?}");
        // The heading of a run knows more where its file was read before.
        if args[0] != "show" {
            let named = file.out.replace("\"path\":\"a.jsonl\"", "\"path\":\"-\"").replace("a.jsonl:", "-:");
            assert!(named == pipe.out, "{args:?}");
        }
    }
}

/// Whoever reads the output has seen enough: it ends, and nothing is said.
#[test]
fn a_closed_pipe() {
    let place = folder(&[("a.jsonl", &stream())]);
    for verb in [&["cat", "-q"][..], &["text", "-q"], &["show"]] {
        let mut command = command();
        command
            .args(verb)
            .arg("a.jsonl")
            .current_dir(place.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let mut out = child.stdout.take().expect("a pipe");
        out.read_exact(&mut [0; 9]).expect("some output");
        drop(out);
        let ran = Ran::of(child.wait_with_output().expect("it ends"));
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{verb:?}");
    }
}

/// Changes a file of so many lines once reading it has begun, and gives the lines that are printed then.
fn changed(change: impl FnOnce(&File)) -> (String, Ran) {
    let place = folder(&[("a.jsonl", &SAID.repeat(LINES))]);
    let path = place.path().join("a.jsonl");
    let mut command = command();
    command.args(["cat", "--events"]).arg(&path).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    let mut out = child.stdout.take().expect("a pipe");
    let mut text = vec![0; SAID.len()];
    out.read_exact(&mut text).expect("some output");
    // It waits for its output to be read, with some chunks ahead.
    change(&File::options().append(true).open(&path).expect("a file"));
    out.read_to_end(&mut text).expect("the rest");
    let ran = Ran::of(child.wait_with_output().expect("it ends"));
    (String::from_utf8(text).expect("UTF-8"), ran)
}

const LINES: usize = 100_000;

/// What is gone of a file while it is read is an error, and what was there before is whole.
#[test]
fn a_file_that_becomes_shorter() {
    let (text, ran) = changed(|file| file.set_len(8_000_003).expect("shorter"));
    assert_eq!(ran.status, Some(4), "{}", ran.err);
    assert!(ran.err.contains("the file became shorter while it was read"), "{}", ran.err);
    let lines = text.len() / SAID.len();
    assert!(text == SAID.repeat(lines) && lines >= 8_000_003 / SAID.len() && lines < LINES, "{lines}");
}

/// What comes to a file while it is read is left for the next time.
#[test]
fn a_file_that_grows() {
    let (text, ran) = changed(|mut file| file.write_all(SAID.repeat(1_000).as_bytes()).expect("more"));
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert!(text == SAID.repeat(LINES), "{}", text.len());
}
