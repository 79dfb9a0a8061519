//! P8, P12, P14, P15: a command run by a shell. Only where there is one.
#![cfg(unix)]

use crate::{INIT, RESULT, USER};
use runlex::process::{Process, Settings};
use runlex::{FailureKind, Incoming, Limits};
use std::process::Command;
use std::time::{Duration, Instant};

/// Short enough for tests, long enough for a busy machine.
const QUICK: Duration = Duration::from_millis(200);

fn settings() -> Settings {
    Settings { grace: QUICK, kill_after: Duration::from_millis(50), ..Settings::default() }
}

fn shell(script: &str) -> Command {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", script]).env("INIT", INIT).env("USER_LINE", USER).env("RESULT", RESULT);
    command
}

fn start(script: &str, settings: Settings) -> Process {
    Process::start(shell(script), settings)
}

/// Lines, and the kind of the failure.
fn drain(process: &mut Process) -> (usize, Option<FailureKind>) {
    let mut lines = 0;
    let kind = loop {
        match process.next() {
            Some(Incoming::Record(_)) => lines += 1,
            Some(Incoming::Pending) => panic!("a process is waited for"),
            Some(Incoming::Synthetic(failure)) => {
                assert!(!failure.to_string().contains('\n'), "{failure}");
                break Some(failure.kind);
            }
            None => break None,
        }
    };
    assert!(process.next().is_none(), "nothing behind the end");
    (lines, kind)
}

#[test]
fn p14_how_commands_end() {
    for (script, want) in [
        (r#"echo "$INIT"; echo "$RESULT""#, (2, None)),
        // The result wins over the status.
        (r#"echo "$INIT"; echo "$RESULT"; exit 3"#, (2, None)),
        (r#"printf %s "$RESULT""#, (1, None)),
        // An end in order without a result is no success.
        (r#"echo "$INIT""#, (1, Some(FailureKind::NoResult))),
        ("true", (0, Some(FailureKind::NoResult))),
        (r#"echo "$INIT"; exit 3"#, (1, Some(FailureKind::TransportExit))),
        ("kill -9 $$", (0, Some(FailureKind::TransportExit))),
        ("exit 127", (0, Some(FailureKind::CliNotFound))),
        // The lines that came are handed out before the failure.
        (r#"echo "$INIT"; printf '{"cut'; exit 1"#, (2, Some(FailureKind::TransportExit))),
    ] {
        let mut process = start(script, settings());
        assert_eq!(drain(&mut process), want, "{script}");
        assert_eq!(process.failure().map(|failure| failure.kind), want.1);
        assert_eq!(process.result_seen(), script.contains("RESULT"));
        assert!(process.exit().is_some());
    }
}

#[test]
fn p14_a_start_that_fails_is_an_item() {
    let mut process = Process::start(Command::new("/nonexistent/agent"), settings());
    assert_eq!(process.failure().map(|failure| failure.kind), Some(FailureKind::CliNotFound));
    assert_eq!(drain(&mut process), (0, Some(FailureKind::CliNotFound)));
    for (program, folder) in [("/bin/sh", "/nonexistent"), ("/", "/")] {
        let mut command = Command::new(program);
        command.current_dir(folder);
        let mut process = Process::start(command, settings());
        assert_eq!(drain(&mut process), (0, Some(FailureKind::StreamStartFailed)), "{program} in {folder}");
        assert_eq!((process.id(), process.exit()), (None, None));
    }
}

#[test]
fn p14_the_status_and_the_stderr_are_attached() {
    let mut process = start("echo 'not logged in' >&2; exit 9", settings());
    drain(&mut process);
    let failure = process.failure().expect("a failure");
    assert_eq!(failure.exit_code, Some(9));
    let stderr = failure.stderr.as_ref().expect("a tail");
    assert_eq!((&*stderr.text(), stderr.truncated), ("not logged in\n", false));
}

#[test]
fn p15_stderr_is_a_bounded_tail() {
    let script = "i=0; while [ $i -lt 200 ]; do echo 'a line of thirty-two bytes, ......' >&2; i=$((i+1)); done; echo end >&2; exit 1";
    let mut process = start(script, Settings { stderr: 1000, ..settings() });
    drain(&mut process);
    let stderr = process.failure().and_then(|failure| failure.stderr.clone()).expect("a tail");
    assert_eq!((stderr.bytes.len(), stderr.truncated), (1000, true));
    assert!(stderr.bytes.ends_with(b"......\nend\n"));
    assert_eq!(Settings::default().stderr, 262_144);
}

#[test]
fn p13_deadlines_interrupt_a_silent_command() {
    for (idle, total, want) in [
        (Some(QUICK), None, FailureKind::StreamTimeout),
        (None, Some(QUICK), FailureKind::RunDeadlineExceeded),
        (Some(QUICK), Some(QUICK), FailureKind::RunDeadlineExceeded),
    ] {
        let begun = Instant::now();
        let limits = Limits { idle, total };
        let mut process =
            start(r#"echo "$INIT"; exec sleep 20"#, Settings { limits, grace: Duration::ZERO, ..settings() });
        let (lines, kind) = drain(&mut process);
        drop(process);
        assert_eq!(kind, Some(want), "{limits:?}");
        // On a machine so busy that the shell takes longer than the deadline there is no line.
        assert!(lines <= 1);
        assert!(begun.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn p13_the_total_is_also_for_one_that_never_stops_talking() {
    let limits = Limits { idle: None, total: Some(QUICK) };
    let mut process =
        start(r#"while :; do echo "$INIT"; done"#, Settings { limits, grace: Duration::ZERO, ..settings() });
    assert_eq!(drain(&mut process).1, Some(FailureKind::RunDeadlineExceeded));
}

#[test]
fn p08_dropping_ends_the_command() {
    // One that reads its input ends when that is closed, within the grace.
    let begun = Instant::now();
    let mut process = start("cat", Settings { input: true, grace: Duration::from_secs(20), ..settings() });
    process.write_line(INIT).expect("an open input");
    assert!(matches!(process.next(), Some(Incoming::Record(_))));
    drop(process);
    assert!(begun.elapsed() < Duration::from_secs(10), "it was not waited for in vain");

    // One that does not is killed.
    let begun = Instant::now();
    let mut process = start(r#"trap '' TERM INT HUP; echo "$INIT"; while :; do sleep 1; done"#, settings());
    assert!(matches!(process.next(), Some(Incoming::Record(_))));
    drop(process);
    let took = begun.elapsed();
    assert!(took >= QUICK && took < Duration::from_secs(10), "{took:?}");
}

#[test]
fn p08_cleaning_up_drains_what_remains() {
    // Far more than a pipe holds: without draining it would never come to its last command.
    let folder = std::env::temp_dir().join(format!("runlex-drain-{}", std::process::id()));
    let script =
        r#"echo "$INIT"; i=0; while [ $i -lt 4000 ]; do echo "$USER_LINE"; i=$((i+1)); done; : > "$DONE""#;
    let mut command = shell(script);
    command.env("DONE", &folder);
    let mut process = Process::start(command, Settings { grace: Duration::from_secs(20), ..settings() });
    assert!(process.next().is_some());
    drop(process);
    assert!(folder.exists(), "it came to its end");
    std::fs::remove_file(&folder).expect("just seen");
}

#[test]
fn p08_a_polite_signal_comes_before_the_kill() {
    use std::sync::atomic::{AtomicU32, Ordering};
    static ASKED: AtomicU32 = AtomicU32::new(0);
    let settings = Settings {
        grace: Duration::ZERO,
        kill_after: Duration::from_secs(20),
        terminate: Some(|id| {
            ASKED.store(id, Ordering::Relaxed);
            let done = Command::new("/bin/sh").args(["-c", &format!("kill -TERM {id}")]).status();
            assert!(done.is_ok());
        }),
        ..settings()
    };
    let begun = Instant::now();
    let mut process = start(r#"echo "$INIT"; exec sleep 30"#, settings);
    assert!(process.next().is_some());
    let id = process.id();
    drop(process);
    assert_eq!(Some(ASKED.load(Ordering::Relaxed)), id);
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn p08_a_process_left_behind_does_not_hold_the_stream_open() {
    let begun = Instant::now();
    let mut process = start(r#"sleep 30 & echo "$INIT"; echo "$RESULT""#, settings());
    assert_eq!(drain(&mut process), (2, None));
    drop(process);
    assert!(begun.elapsed() < Duration::from_secs(10));
}

/// Megabytes of standard error without a newline, while nothing is printed: the command is not stopped by a full pipe.
#[test]
fn p15_a_flood_of_stderr_stops_nobody() {
    let script =
        r#"head -c 20000000 /dev/zero >&2; echo "$INIT"; head -c 1000000 /dev/zero >&2; echo "$RESULT""#;
    let mut process = start(script, settings());
    assert_eq!(drain(&mut process), (2, None));
    let stderr = process.stderr();
    assert!(stderr.bytes.len() <= 262_144 && stderr.truncated);
}

/// Who closes the output and lives on has said all that it will say; half a line is a line, and a deadline in the midst of
/// one does not wait for its other half.
#[test]
fn p14_outputs_that_end_early() {
    let begun = Instant::now();
    let mut process = start(r#"echo "$INIT"; exec >&-; exec sleep 20"#, settings());
    assert_eq!(drain(&mut process), (1, Some(FailureKind::NoResult)));
    drop(process);
    let mut process = start(r#"echo "$RESULT"; exec >&-; exec sleep 20"#, settings());
    assert_eq!(drain(&mut process), (1, None));
    drop(process);
    let limits = Limits { idle: Some(Duration::from_secs(1)), total: None };
    let script = r#"echo "$INIT"; while :; do printf '{"half":'; sleep 0.1; done"#;
    let mut process = start(script, Settings { limits, ..settings() });
    assert_eq!(drain(&mut process), (1, Some(FailureKind::StreamTimeout)));
    drop(process);
    assert!(begun.elapsed() < Duration::from_secs(15));
}

/// One that is left behind and holds standard error open delays a failure for no longer than the patience allows.
#[test]
fn p15_a_process_left_behind_does_not_hold_the_failure_back() {
    let begun = Instant::now();
    let mut process = start("(sleep 30) & echo why >&2; exit 3", settings());
    assert_eq!(drain(&mut process), (0, Some(FailureKind::TransportExit)));
    let failure = process.failure().expect("a failure");
    assert_eq!(failure.stderr.as_ref().map(|tail| tail.text().into_owned()), Some("why\n".to_owned()));
    drop(process);
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn p12_input_lines_are_written_whole() {
    let mut process = start("cat", Settings { input: true, ..settings() });
    assert!(process.write_line("two\nlines").is_err());
    process.write_line(USER).expect("an open input");
    process.write_line(format_args!("{RESULT}\n")).expect("its own newline is no second one");
    process.close_input();
    assert!(process.write_line(USER).is_err());
    assert_eq!(drain(&mut process), (2, None));
    assert!(process.result_seen());
}

/// A text prompt or a list of blocks becomes a line that the agent takes.
#[test]
fn p12_prompts_are_written_by_input_message() {
    use runlex::dialects::amp_input::{InputBlock, InputMessage, check_input_line};
    let mut process = start("cat", Settings { input: true, ..settings() });
    for prompt in ["what is 2+2?", "two\nlines and a \"quote\"", ""] {
        process.write_line(InputMessage::new(&[InputBlock::Text(prompt)])).expect("an open input");
        let Some(Incoming::Record(record)) = process.next() else { panic!("a line") };
        assert!(check_input_line(record.line.content()).is_ok(), "{prompt}");
    }
}

#[test]
fn without_an_input_a_command_that_reads_ends_at_once() {
    let mut process = start(r#"cat; echo "$RESULT""#, settings());
    assert!(process.write_line(USER).is_err());
    assert_eq!(drain(&mut process), (1, None));
}

#[test]
fn until_the_result_and_no_further() {
    let script = r#"echo "$RESULT"; echo "$USER_LINE"; exec sleep 20"#;
    let mut process = start(script, Settings { until_result: true, ..settings() });
    assert_eq!(drain(&mut process), (1, None));
    assert!(process.result_seen());
}

#[test]
fn run_a_command_for_its_result() {
    let result = start(r#"echo "$INIT"; echo "$RESULT""#, settings()).run().expect("a result");
    assert_eq!((result.text.as_deref(), result.session.as_deref()), (Some("8"), Some("T-1")));
    let failure = start("exit 4", settings()).run().expect_err("a failure");
    assert_eq!((failure.kind, failure.exit_code), (FailureKind::TransportExit, Some(4)));
}

#[test]
fn killed_at_once() {
    let begun = Instant::now();
    let mut process = start("exec sleep 30", Settings { grace: Duration::from_secs(20), ..settings() });
    process.kill().expect("killed");
    assert_eq!(drain(&mut process), (0, Some(FailureKind::TransportExit)));
    drop(process);
    assert!(begun.elapsed() < Duration::from_secs(10));
}
