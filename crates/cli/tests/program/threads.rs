//! How many threads read, and how, changes nothing.

use crate::{INIT, corpus, folder, runlex};
use std::ffi::OsString;

fn said(args: &[&str], more: &[&str], paths: &[OsString]) -> String {
    let args = args.iter().chain(more).map(OsString::from).chain(paths.iter().cloned());
    let ran = runlex(args);
    assert!(matches!(ran.status, Some(0 | 3)), "{}", ran.err);
    let out = ran.out.split("\"elapsed_seconds\"").next().unwrap_or_default();
    out.to_owned()
}

/// Over the whole corpus.
#[test]
fn same_output() {
    let paths = ["cases", "streams"].map(|name| corpus().join(name).into_os_string());
    for args in [
        &["check", "-o", "json"][..],
        &["check", "--as", "amp-input", "-o", "json"],
        &["check"],
        &["ls", "-o", "csv"],
        &["tools", "-o", "json"],
        &["tools", "--calls", "-o", "csv"],
        &["stats", "-o", "json"],
        &["stats", "--by", "file", "-o", "csv"],
    ] {
        let want = said(args, &["--threads", "1"], &paths);
        assert!(want.len() > 500);
        for more in [
            &[][..],
            &["--threads", "2"],
            &["--threads", "8"],
            &["--threads", "1", "--io", "mmap"],
            &["--threads", "8", "--io", "mmap"],
        ] {
            assert_eq!(said(args, more, &paths), want, "{args:?} {more:?}");
        }
    }
}

const CALL: &str = "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"tool_use\",\"id\":\"ID\",\"name\":\"Bash\",\"input\":{}}]}}\n";
const RESULT: &str = "{\"type\":\"user\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"ID\",\"content\":\"x\"}]}}\n";

/// A file that is cut into parts: larger than 16 MiB.
#[test]
fn a_large_file() {
    let lines = (0..160_000).map(|line| match line % 1_000 {
        0 => INIT.to_owned(),
        1 => "{\"cut\":\n".to_owned(),
        // Call and result lie so far apart that most often a cut is between them.
        2 => CALL.replace("ID", &format!("c{line}")),
        3 => RESULT.replace("ID", &format!("c{}", (line + 79_999) % 160_000)),
        _ => format!(
            "{{\"type\":\"n{}\",\"session_id\":\"T-{}\",\"text\":\"{:=<90}\"}}\n",
            line % 5,
            line / 9_000,
            ""
        ),
    });
    let text: String = lines.collect();
    assert!(text.len() > 17 << 20);
    let folder = folder(&[("a.jsonl", &text)]);
    let paths = [folder.path().as_os_str().to_owned()];
    let args = ["check", "-o", "json"];
    let want = said(&args, &["--threads", "1", "--io", "mmap"], &paths);
    assert!(want.contains("\"lines\":160000") && want.contains("\"line\":159002"), "{}", &want[..300]);
    assert_eq!(said(&args, &["--threads", "2"], &paths), want);

    let args = ["tools", "--calls", "-o", "json"];
    let want = said(&args, &["--threads", "1", "--io", "mmap"], &paths);
    assert_eq!(want.matches("\"outcome\":\"ok\"").count(), 160, "{}", &want[..300]);
    for threads in ["1", "2", "8"] {
        assert_eq!(said(&args, &["--threads", threads], &paths), want, "{threads}");
    }
}

#[test]
fn wrong_usage() {
    for args in [
        &["check", "--threads", "0", "-"][..],
        &["ls", "--threads", "x", "-"],
        &["stats", "--io", "x", "-"],
        &["tools", "--threads", "0", "-"],
    ] {
        assert_eq!(runlex(args).status, Some(2), "{args:?}");
    }
}

/// No more files are open than there are threads, and a few.
#[cfg(target_os = "linux")]
#[test]
fn few_open_files() {
    let folder = folder(&[]);
    for file in 0..300 {
        std::fs::write(folder.path().join(format!("{file}.jsonl")), INIT).expect("a file");
    }
    let program = crate::command().get_program().to_owned();
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "ulimit -n 24; exec \"$@\"", "sh"]).arg(program).args(["check", "--threads", "8"]);
    let ran = crate::Ran::of(command.arg(folder.path()).output().expect("the program runs"));
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.starts_with("300 files, 300 lines: "), "{}", ran.out);
}

/// A file that somebody shortens meanwhile neither ends the program nor gives a torn line.
#[cfg(unix)]
#[test]
fn a_file_that_becomes_shorter() {
    let line = "{\"type\":\"a\"}\n";
    let folder = folder(&[]);
    let path = folder.path().join("a.jsonl");
    for round in 0..12_u64 {
        std::fs::write(&path, line.repeat(600_000)).expect("a file");
        let mut command = crate::command();
        command.args(["check", "--threads", "2"]).arg(&path);
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let child = command.spawn().expect("the program runs");
        std::thread::sleep(std::time::Duration::from_millis(2 * round));
        let file = std::fs::File::options().write(true).open(&path).expect("a file");
        file.set_len(line.len() as u64 * 1_000 * round).expect("shorter");
        let ran = crate::Ran::of(child.wait_with_output().expect("it ends"));
        match ran.status {
            Some(0) => assert_eq!(ran.err, ""),
            Some(4) => {
                assert!(ran.err.contains("became shorter") && ran.err.lines().count() == 1, "{}", ran.err)
            }
            other => panic!("{other:?}: {}", ran.err),
        }
        assert!(ran.out.is_empty() || ran.out.contains(" 0 faults,"), "{}", ran.out);
    }
}
