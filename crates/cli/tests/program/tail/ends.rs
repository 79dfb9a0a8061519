//! What ends it before the stream does, and what it is never started for.

use super::{FAILED, OK, SAID, append, end, following, lines, start, tail};
use crate::{CUT, INIT, Ran, command, folder, interrupts_come, runlex};
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
}

/// A line that does not end, and a named pipe that nobody writes to, keep no deadline and no signal waiting.
#[test]
fn an_endless_line_and_no_writer() {
    let folder = folder(&[]);
    let path = folder.path().join("p");
    assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
    for file in ["/dev/zero", &path.to_string_lossy()] {
        let ran = Ran::of(tail(&["--timeout", "200ms", file]).output().expect("the program runs"));
        assert_eq!(ran.status, Some(4), "{file}: {}", ran.err);
        let child = tail(&[file]).spawn().expect("the program runs");
        std::thread::sleep(std::time::Duration::from_millis(300));
        signal(&child, "-TERM");
        let ran = end(child);
        assert_eq!(ran.status, Some(143), "{file}: {}", ran.err);
    }
}

#[test]
fn timeouts() {
    for (args, stream, status, told) in [
        (
            &["--idle-timeout", "500ms"][..],
            format!("{INIT}{SAID}"),
            4,
            "no line for 500ms (--idle-timeout); so far: 2 events, 0 faults, 1 tool call, no result, session T-1\n",
        ),
        (
            &["--timeout", "500ms"],
            INIT.to_owned(),
            4,
            "not over after 500ms (--timeout); so far: 1 event, 0 faults, 0 tool calls, no result, session T-1\n",
        ),
        (
            &["--timeout", "500ms", "--idle-timeout", "1h"],
            String::new(),
            4,
            "not over after 500ms (--timeout); so far: 0 events, 0 faults, 0 tool calls, no result\n",
        ),
        // Half a line is none.
        (
            &["--idle-timeout", "500ms"],
            "{\"type\":".to_owned(),
            4,
            "no line for 500ms (--idle-timeout); so far: 0 events, 0 faults, 0 tool calls, no result\n",
        ),
        // The run is over, only its pipe is not.
        (
            &["--idle-timeout", "500ms"],
            format!("{INIT}{OK}"),
            0,
            "no line for 500ms (--idle-timeout), behind the result\n",
        ),
        (
            &["--timeout", "500ms"],
            format!("{INIT}{FAILED}"),
            1,
            "not over after 500ms (--timeout), behind the result\n",
        ),
    ] {
        // All of it is there before it is looked at, and no more comes.
        let (reader, mut writer) = std::io::pipe().expect("a pipe");
        writer.write_all(stream.as_bytes()).expect("written");
        let output = tail(args).stdin(reader).output().expect("the program runs");
        drop(writer);
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
    if !interrupts_come() {
        return;
    }
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

/// Also before anybody has begun to write.
#[test]
fn interrupted_before_it_begins() {
    if !interrupts_come() {
        return;
    }
    let folder = folder(&[]);
    let path = folder.path().join("p");
    assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
    let mut child = tail(&[]).arg(&path).spawn().expect("the program runs");
    std::thread::sleep(std::time::Duration::from_millis(300));
    signal(&child, "-INT");
    assert!(!child.wait().expect("it ends").success());
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
    for form in ["-q", "--output=ndjson", "--events", "--pass"] {
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

#[test]
fn wrong_usage() {
    for args in [
        &["tail", "-f"][..],
        &["tail", "-f", "-"],
        &["tail", "-n", "3"],
        &["tail", "-n", "3", "-"],
        &["tail", "-n", "-1", "a"],
        &["tail", "--forever", "a"],
        &["tail", "--output=ndjson", "--events"],
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

/// What cannot be read is told, and is no end of a run.
#[test]
fn unreadable() {
    for args in [&["tail", "/proc/self/mem"][..], &["tail", "-f", "/proc/self/mem"]] {
        let ran = runlex(args);
        assert_eq!((ran.status, ran.out.as_str(), ran.err.lines().count()), (Some(4), "", 1), "{}", ran.err);
        assert!(ran.err.starts_with("runlex: /proc/self/mem: "), "{}", ran.err);
    }
    let place = folder(&[]);
    let ran =
        Ran::of(tail(&[]).stdin(File::open(place.path()).expect("a folder")).output().expect("it runs"));
    assert_eq!((ran.status, ran.out.as_str()), (Some(4), ""));
    assert!(ran.err.starts_with("runlex: -: "), "{}", ran.err);
}
