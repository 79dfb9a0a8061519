//! An output that does not take what is written.
#![cfg(target_os = "linux")]

use crate::{CUT, INIT, Ran, command, folder, on_terminal, runlex};
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// More output than a pipe and the program's own buffer hold.
fn many_faults() -> tempfile::TempDir {
    folder(&[("a.jsonl", &CUT.repeat(8_000))])
}

/// Whoever closes the pipe has seen enough: no message, and no sign of failure but the faults that were found.
#[test]
fn a_closed_pipe_is_quiet() {
    let folder = many_faults();
    for form in ["table", "json"] {
        let mut child = command()
            .args(["check".as_ref(), "-o".as_ref(), form.as_ref(), folder.path().as_os_str()])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut first = [0; 16];
        let mut out = child.stdout.take().expect("a pipe");
        out.read_exact(&mut first).expect("some output");
        drop(out);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(3), "{form}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{form}");
    }
}

/// Rows are written by a library with errors of its own.
#[test]
fn a_closed_pipe_is_quiet_for_rows() {
    let text: String = (0..8_000).map(|at| INIT.replace("T-1", &format!("T-{at}"))).collect();
    let folder = folder(&[("a.jsonl", &text)]);
    for args in [["ls", "--output=csv"].as_slice(), &["stats", "--by", "session", "-o", "csv"]] {
        let mut child = command()
            .args(args)
            .arg(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut out = child.stdout.take().expect("a pipe");
        out.read_exact(&mut [0; 16]).expect("some output");
        drop(out);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

/// The same where nobody reads at all: what was found stands, and no more is claimed.
#[test]
fn a_pipe_that_nobody_reads() {
    for (text, verb, want) in [(INIT, "check", 0), (INIT, "stats", 0), (CUT, "check", 3), (CUT, "stats", 0)] {
        let folder = folder(&[("a.jsonl", text)]);
        for (path, want) in [("a.jsonl", want), ("gone.jsonl", 4)] {
            let mut command = command();
            command.args([verb, "-o", "json", path, "a.jsonl"]).current_dir(folder.path());
            let (reader, writer) = std::io::pipe().expect("a pipe");
            drop(reader);
            let output = command.stdout(writer).output().expect("the program runs");
            assert_eq!(output.status.code(), Some(want), "{verb} {path} {text}");
        }
    }
}

#[test]
fn help_into_a_full_disk_is_told() {
    for args in [&["--help"][..], &["--version"], &["help", "ls"], &["ls", "--help"]] {
        let full = File::options().write(true).open("/dev/full").expect("/dev/full");
        let output = command().args(args).stdout(full).output().expect("the program runs");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{args:?}: {err}");
        assert!(err.starts_with("runlex: standard output: "), "{args:?}: {err}");
    }
}

#[test]
fn a_full_disk_is_told() {
    let folder = many_faults();
    for verb in ["check", "stats"] {
        for form in ["table", "json"] {
            let full = File::options().write(true).open("/dev/full").expect("/dev/full");
            let output = command()
                .args([verb.as_ref(), "-o".as_ref(), form.as_ref(), folder.path().as_os_str()])
                .stdout(full)
                .output()
                .expect("the program runs");
            let err = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(4), "{verb} {form}");
            let begin = match form {
                "json" => "{\"error\":{\"kind\":\"output\",\"message\":\"standard output: ",
                _ => "runlex: standard output: ",
            };
            assert!(err.starts_with(begin) && err.contains("No space left"), "{verb} {form}: {err}");
            assert_eq!(err.lines().count(), 1, "{verb} {form}: {err}");
        }
    }
}

/// Where whole objects are beyond the list, no number is claimed.
#[test]
fn a_full_list_of_whole_objects_is_told() {
    let lines = ["{}".repeat(99_999), "{}{}".to_owned(), "{}{}".to_owned(), String::new()].join("\n");
    let folder = folder(&[("a.jsonl", &lines)]);
    let ran = runlex(["check".as_ref(), folder.path().as_os_str()]);
    let said: Vec<_> =
        ran.out.lines().filter_map(|line| line.rsplit_once("; ")).map(|(_, said)| said).collect();
    assert_eq!(
        said,
        [
            "99,999 whole objects are in it",
            "at least 1 whole object is in it",
            "its whole objects are not listed"
        ]
    );
}

/// With no more than 100 MB of memory.
fn limited(args: &[&str], path: &Path) -> Ran {
    let program = command().get_program().to_owned();
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 100000; exec \"$@\"", "sh"]).arg(program).args(args).arg(path);
    Ran::of(command.output().expect("the program runs"))
}

/// Where a line is more than there is memory for, that file is told and kept up to there, and the others are read.
#[test]
fn no_memory_for_a_line() {
    let text = INIT.to_owned() + "{\"type\":\"result\",\"subtype\":\"success\",\"session_id\":\"T-1\"}\n";
    let folder = folder(&[("a.jsonl", &text), ("b.jsonl", &text)]);
    // A gigabyte of zeros that takes no room on the disk.
    let long = File::options().write(true).open(folder.path().join("a.jsonl")).expect("a file");
    long.set_len(1 << 30).expect("a long file");
    let ran = limited(&["check", "-o", "json", "--max-line", "2G"], folder.path());
    assert_eq!(ran.status, Some(4), "{}", ran.err);
    let told = format!("line 3, byte {}: reading stopped: out of memory", text.len());
    assert!(ran.err.contains(&told) && ran.err.contains("a.jsonl"), "{}", ran.err);
    let files = &ran.json()["files"];
    assert!(files[0]["error"].as_str().is_some_and(|error| error.contains("out of memory")));
    assert_eq!((&files[0]["lines"], &files[1]["lines"]), (&2.into(), &2.into()));
    assert_eq!((files[0].get("error").is_some(), files[1].get("error").is_some()), (true, false));
    let bound = |file: usize| &files[file]["usage"]["bound"];
    assert_eq!((bound(0), bound(1)), (&"at-least".into(), &"exact".into()));

    // What was read counts as read, and as read in part.
    let ran = limited(&["stats", "-o", "json", "--max-line", "2G"], folder.path());
    let totals = &ran.json()["totals"];
    assert_eq!((ran.status, &totals["files"], &totals["files_with_errors"]), (Some(4), &2.into(), &1.into()));
    let ran = limited(&["stats", "--max-line", "2G"], folder.path());
    assert!(ran.out.contains("\nfiles not read to their end "), "{}", ran.out);
    assert!(!runlex(["stats".as_ref(), folder.path().join("b.jsonl").as_os_str()]).out.contains("not read"));
}

/// However narrow a terminal is, no number goes over two lines: each half would read as a number.
#[test]
fn numbers_stay_in_one_piece() {
    let folder = folder(&[("a-long-name-of-a-file.jsonl", "")]);
    let message = r#"{"type":"assistant","session_id":"T-00000000-0000-4000-8000-000000000102","message":{"id":"m","model":"a-model","type":"message","role":"assistant","content":[],"usage":{"input_tokens":1234567,"cache_creation_input_tokens":123456789,"cache_read_input_tokens":12345678901,"output_tokens":7654321}}}"#;
    let path = folder.path().join("a-long-name-of-a-file.jsonl");
    std::fs::write(path, format!("{INIT}{message}\n")).expect("a file");
    // Whole where there is room; else short, and fewer of them.
    for (columns, by, want) in [
        (200, "session", "1,234,567 123,456,789 12,345,678,901 7,654,321"),
        (110, "session", "1.2M 123M 12G 7.7M"),
        (70, "session", "1 1.2M 7.7M"),
        (20, "run", " 7.7M"),
    ] {
        let Some(ran) = on_terminal(columns, &["stats", "--by", by, "."], folder.path()) else { return };
        let lines = ran.out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        assert!(lines.into_iter().any(|line| line.ends_with(want)), "{by}, {columns} columns:\n{}", ran.out);
    }
    let Some(ran) = on_terminal(20, &["stats", "."], folder.path()) else { return };
    assert!(ran.out.contains(" 12,345,678,901"), "{}", ran.out);
}

/// On a terminal the progress is cleared before a result is printed, and says no more than is known: nobody tells how
/// much a pipe will give.
#[test]
#[allow(clippy::print_stderr)]
fn progress_on_a_terminal() {
    if Command::new("script").arg("--version").output().is_err() {
        eprintln!("skipped: no `script`, which makes a terminal");
        return;
    }
    let folder = folder(&[("b.jsonl", CUT)]);
    assert!(Command::new("mkfifo").arg(folder.path().join("a")).status().expect("mkfifo").success());
    let writer = std::thread::spawn({
        let pipe = folder.path().join("a");
        move || {
            let mut pipe = File::options().write(true).open(pipe).expect("a reader");
            pipe.write_all(CUT.as_bytes()).expect("written");
            // Progress begins after half a second.
            std::thread::sleep(Duration::from_millis(700));
            pipe.write_all(CUT.as_bytes()).expect("written");
        }
    });
    let program = command().get_program().to_owned();
    let program = program.to_str().expect("a plain path");
    let mut script = Command::new("script");
    script.args(["-q", "-e", "-c", &format!("{program} check --threads 1 a b.jsonl"), "/dev/null"]);
    script.current_dir(folder.path()).env("TERM", "xterm").stdin(Stdio::null());
    let output = script.output().expect("a terminal");
    writer.join().expect("no panic");
    assert_eq!(output.status.code(), Some(3));
    let out = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(out.contains("42 B, ") && out.contains("B/s"), "no progress: {out:?}");
    assert!(!out.contains(" left") && !out.contains(" of "), "{out:?}");
    // What a terminal shows: a carriage return or a cleared line starts the line anew.
    let shown = out.replace("\x1b[2K", "\r").replace('\r', "\n");
    for line in ["a:1: ", "a:2: ", "b.jsonl:1: ", "2 files, "] {
        assert!(shown.contains(&format!("\n{line}")), "{line} does not begin a line: {out:?}");
    }
}
