//! Exit statuses: 0 fine, 2 wrong usage, 3 faults found by `check`, 4 input or output error; the highest applies.

use crate::{CUT, INIT, folder, runlex, runlex_with};
use std::ffi::OsStr;

#[test]
fn fine() {
    for verb in ["check", "stats"] {
        let ran = runlex_with(INIT.as_bytes(), &[verb, "-"]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{verb}");
        // Blank lines, notes and a missing last newline are no faults; nor is a stream of nothing.
        for input in ["", "\n \t\r\n", "{\"a\":\"\\ud800\"}"] {
            assert_eq!(runlex_with(input.as_bytes(), &[verb, "-"]).status, Some(0), "{verb} {input:?}");
        }
    }
}

#[test]
fn faults() {
    for input in [CUT, "npm warn\n", "[1]\n", "{}{}\n", "\0\0\0\0\n"] {
        let found = |verb: &str| runlex_with(input.as_bytes(), &[verb, "-"]).status;
        assert_eq!((found("check"), found("stats")), (Some(3), Some(0)), "{input:?}");
    }
}

#[test]
fn wrong_usage() {
    for args in [
        &["chekc", "-"][..],
        &["check"],
        &["stats"],
        &["check", "-", "--output", "xml"],
        &["check", "-", "--no-such-option"],
        &["check", "-", "--max-line", "12Q"],
        &["check", "-", "--max-line", ""],
        &["check", "-", "--max-line", "-1"],
        &["check", "-", "--max-line", "99999999999G"],
    ] {
        let ran = runlex(args);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(!ran.err.is_empty(), "{args:?}");
    }
}

/// Nothing to read is no success: a path was mistyped, or an archive is elsewhere.
#[test]
fn no_files() {
    let folder = folder(&[("a.txt", INIT), ("b.jsonl.xz", "x")]);
    for verb in ["check", "stats", "show", "text", "result"] {
        for quiet in [&[][..], &["-q"]] {
            let args = [&[verb][..], quiet].concat();
            let ran = runlex(args.iter().map(OsStr::new).chain([folder.path().as_os_str()]));
            assert_eq!((ran.status, ran.out.as_str()), (Some(4), ""), "{args:?}");
            assert!(ran.err.contains("no files to read"), "{args:?}: {}", ran.err);
        }
    }
    assert!(runlex(["check", "--help"]).out.contains("the exit status is 4"));
}

/// Where nothing could be read there is a message, and no table that says zero.
#[test]
fn nothing_read() {
    let folder = folder(&[]);
    let packed = folder.path().join("packed.jsonl");
    std::fs::write(&packed, b"\x1f\x8b\x08\0").expect("a file");
    for verb in ["check", "stats", "show", "text", "result"] {
        for path in [packed.as_path(), &folder.path().join("gone.jsonl")] {
            let ran = runlex([verb.as_ref(), path.as_os_str()]);
            assert_eq!((ran.status, ran.out.as_str()), (Some(4), ""), "{verb}");
            assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        }
    }
}

/// A file that is not there is told, and the others are read.
#[test]
fn a_missing_file() {
    let folder = folder(&[("sound.jsonl", INIT), ("cut.jsonl", CUT)]);
    let path = |name: &str| folder.path().join(name).into_os_string();
    for (verb, others) in [("check", "1 line: 1 event"), ("stats", "events     1")] {
        let ran = runlex([verb.into(), path("gone.jsonl"), path("sound.jsonl")]);
        assert_eq!(ran.status, Some(4), "{verb}");
        assert!(ran.err.contains("gone.jsonl") && ran.err.contains("No such file"), "{}", ran.err);
        let out = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
        let others = others.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(out.contains(&others), "{verb}: {out}");
    }
    // Higher than the faults that were found beside it.
    let ran = runlex(["check".into(), path("gone.jsonl"), path("cut.jsonl")]);
    assert_eq!(ran.status, Some(4));
    assert!(ran.out.contains("cut.jsonl:1: truncated at byte 20"), "{}", ran.out);
}
