//! Files that grow, are renamed, and are cut.

use super::{FAILED, OK, SAID, append, end, following, lines, start};
use crate::{CUT, INIT, corpus, folder, runlex};
use serde_json::Value;
use std::fs::{self, File};
use std::io::Write;

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
    let mut child = following(&path, &["--events", "--idle-timeout", "1500ms"]);
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
            "runlex: {path}:2: truncated at byte 46\nrunlex: no line for 1.5s (--idle-timeout); so far: 2 events, 1 fault, 0 tool calls, no result, session S-0952\n"
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
    let mut child = following(&path, &["--events", "-n", "1", "--idle-timeout", "1500ms"]);
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
            "runlex: {}: it was cut or written anew; read from its start\nrunlex: no line for 1.5s",
            path.display()
        )),
        "{}",
        ran.err
    );
}
