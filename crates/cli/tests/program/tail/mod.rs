//! `runlex tail`: pipes and files that are read while they are written.
#![cfg(target_os = "linux")]

mod ends;
mod file;
mod filters;
mod said;

use crate::{INIT, Ran, command, corpus, folder, runlex, runlex_with};
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
    assert_data_eq!(out, file!["../golden/tail-streams.txt"].raw());
}

/// `-o ndjson` are those of `cat`, `--events` and `--pass` the lines; with `--pass` the text goes to standard error.
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
        let (live, cat) = (whole("tail", &["--output=ndjson"]).out, whole("cat", &[]).out);
        // A line before the one that tells the program is shown at once, and is of none as yet.
        let is_unknown = |line: &&str| line.contains("\"dialect\":\"unknown\"");
        let early = live.lines().take_while(is_unknown).count();
        assert!(early == 0 || (early == 1 && path.ends_with("exec-failed.jsonl")), "{name}: {live}");
        assert!(live.lines().skip(early).eq(cat.lines().skip(early)), "{name}: {live}{cat}");
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
        for args in [&[][..], &["--output=ndjson"], &["--events"], &["--pass"]] {
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
    for form in [&[][..], &["--output=ndjson"], &["--pass"]] {
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
