//! Answers from an index are those from the files.

use crate::{CUT, INIT, corpus, folder, runlex};
use std::ffi::OsString;
use std::path::Path;

/// Makes an index of what lies in `of`, or brings it up to date.
fn index(of: &Path, to: &Path) -> Option<i32> {
    runlex(["index".as_ref(), of.as_os_str(), "--to".as_ref(), to.as_os_str()]).status
}

#[test]
fn same_answers() {
    let corpus = corpus().canonicalize().expect("the corpus");
    let folder = folder(&[]);
    assert_eq!(index(&corpus, folder.path()), Some(0));
    same(&corpus, folder.path());
}

/// Also of files that grew since they were first indexed, and where one cannot be read.
#[test]
fn after_a_refresh() {
    let stream = std::fs::read_to_string(corpus().join("streams/amp/amp-cut-run.jsonl")).expect("a stream");
    let whole: Vec<&str> = stream.split_inclusive('\n').collect();
    let folder = folder(&[("runs/a.jsonl", ""), ("runs/b.jsonl", CUT), ("runs/d.jsonl", &stream)]);
    let place = folder.path().canonicalize().expect("a folder");
    let (runs, to) = (place.join("runs"), place.join("index"));
    for lines in [1, 3, 5, whole.len()] {
        std::fs::write(runs.join("a.jsonl"), whole[..lines].concat()).expect("a file");
        assert_eq!(index(&runs, &to), Some(0));
        same(&runs, &to);
    }
    for (name, bytes) in [
        ("0.jsonl.gz", &b"\x1f\x8b\x08\0"[..]),
        ("c.jsonl.gz", b"\x1f\x8b\x08\0"),
        ("e.jsonl.gz", b"\x1f\x8b"),
    ] {
        std::fs::write(runs.join(name), bytes).expect("a file");
    }
    assert_eq!(index(&runs, &to), Some(4));
    same(&runs, &to);
}

/// Where there is nothing to list, that is said, as of files.
#[test]
fn nothing_to_list() {
    for text in ["", "npm warn old\n", INIT] {
        let folder = folder(&[("runs/a.jsonl", text)]);
        let place = folder.path().canonicalize().expect("a folder");
        assert_eq!(index(&place.join("runs"), &place.join("index")), Some(0));
        same(&place.join("runs"), &place.join("index"));
    }
}

/// So many that the index keeps them in several parts, for two threads.
#[test]
fn many_runs() {
    let runs: String = (0..2000)
        .map(|run| INIT.replace("T-1", &format!("T-{run}")) + "{\"type\":\"result\",\"is_error\":false}\n")
        .collect();
    let files = ["a", "b", "c", "d", "e"].map(|name| format!("runs/{name}.jsonl"));
    let folder = folder(&files.each_ref().map(|name| (name.as_str(), runs.as_str())));
    let place = folder.path().canonicalize().expect("a folder");
    let (runs, to) = (place.join("runs"), place.join("index"));
    assert_eq!(index(&runs, &to), Some(0));
    let manifest = std::fs::read_to_string(to.join("manifest.json")).expect("a manifest");
    let (_, behind) = manifest.split_once("\"runs\":[").expect("a list");
    let parts = behind.split(']').next().map_or(0, |parts| parts.matches("\"offset\"").count());
    assert!(parts > 2, "{parts}");
    same(&runs, &to);
    assert_eq!(runlex(["index".as_ref(), "compact".as_ref(), to.as_os_str()]).status, Some(0));
    same(&runs, &to);
}

/// Of every verb and form: what is printed, and the exit status.
fn same(files: &Path, index: &Path) {
    let files = [files.as_os_str().to_owned()];
    let index = ["--index".into(), index.as_os_str().to_owned()];
    let mut asked: Vec<Vec<&str>> = Vec::new();
    for verb in ["check", "ls", "stats", "tools"] {
        asked.extend([vec![verb], vec![verb, "-o", "json"]]);
    }
    for by in ["file", "session", "run", "tool", "model", "dialect", "type", "day"] {
        asked.extend([vec!["stats", "--by", by, "-o", "csv"], vec!["stats", "--by", by, "-o", "json"]]);
    }
    asked.extend([
        vec!["ls", "-o", "csv"],
        vec!["tools", "-o", "csv"],
        vec!["tools", "--errors"],
        vec!["tools", "--calls", "-o", "csv"],
        vec!["tools", "--calls", "-o", "json"],
        vec!["tools", "--calls", "--tool", "Bash"],
    ]);
    for args in asked {
        let (got, want) = (said(&args, &index), said(&args, &files));
        // Both can be long: where they part is enough.
        let at = got.1.chars().zip(want.1.chars()).position(|(got, want)| got != want);
        let part =
            |text: &str| text.chars().skip(at.unwrap_or(0).saturating_sub(80)).take(240).collect::<String>();
        assert_eq!(part(&got.1), part(&want.1), "{args:?}");
        assert_eq!((got.0, got.1.len()), (want.0, want.1.len()), "{args:?}");
    }
}

fn said(args: &[&str], of: &[OsString]) -> (Option<i32>, String) {
    let ran = runlex(args.iter().map(OsString::from).chain(of.iter().cloned()));
    let out = ran.out.split("\"elapsed_seconds\"").next().unwrap_or_default();
    let lines: Vec<&str> = out.lines().filter(|line| !line.ends_with(" GB/s")).collect();
    (ran.status, lines.join("\n"))
}

/// What says how files are read says nothing to an index.
#[test]
fn wrong_usage() {
    for more in [
        &["a.jsonl"][..],
        &["--threads", "2"],
        &["--io", "mmap"],
        &["--kernel", "scalar"],
        &["--skim"],
        &["--max-line", "1K"],
        &["--max-unpacked", "1K"],
    ] {
        for verb in ["check", "ls", "stats", "tools"] {
            let ran = runlex([&[verb, "--index", "x"], more].concat());
            assert_eq!(ran.status, Some(2), "{verb} {more:?}: {}", ran.err);
        }
    }
    assert_eq!(runlex(["check", "--as", "amp-input", "--index", "x"]).status, Some(2));
}

#[test]
fn no_index() {
    let folder = folder(&[]);
    for path in [folder.path(), &folder.path().join("gone")] {
        for args in [&["check"][..], &["ls"], &["stats"], &["tools"], &["ls", "-o", "csv"]] {
            let args = args.iter().map(AsRef::as_ref).chain(["--index".as_ref(), path.as_os_str()]);
            let ran = runlex(args);
            assert_eq!((ran.status, ran.err.lines().count()), (Some(4), 1), "{} {}", ran.err, ran.out);
        }
    }
}
