//! What broken lines cost is told by every verb that leaves them out.

use crate::{CUT, INIT, Ran, command, folder};
use serde_json::Value;

/// A text, and a stream with a broken line.
fn damaged() -> tempfile::TempDir {
    folder(&[
        ("notes.json", "not JSON\nneither\n"),
        ("run.jsonl", &format!("{INIT}{CUT}")),
        ("sound.jsonl", INIT),
    ])
}

const VERBS: [&[&str]; 9] = [
    &["ls"],
    &["tools"],
    &["tools", "--calls"],
    &["text"],
    &["result"],
    &["grep", "nothing"],
    &["cat", "--events"],
    &["stats", "--by", "model"],
    &["stats", "--by", "tool,session"],
];

fn run(verb: &[&str], more: &[&str]) -> Ran {
    let folder = damaged();
    Ran::of(command().args(verb).args(more).current_dir(folder.path()).output().expect("the program runs"))
}

#[test]
fn told_once() {
    for verb in VERBS {
        for (files, want) in [
            (&["."][..], "left out: 3 lines with faults in 2 files (runlex check names each)"),
            (&["notes.json"], "left out: 2 lines with faults in 1 file (runlex check names each)"),
            (
                &["run.jsonl", "sound.jsonl"],
                "left out: 1 line with a fault in 1 file (runlex check names each)",
            ),
        ] {
            let ran = run(verb, files);
            assert_eq!(ran.err.matches("left out").count(), 1, "{verb:?}: {}", ran.err);
            assert!(ran.err.contains(&format!("runlex: {want}\n")), "{verb:?}: {}", ran.err);
            // It is for check to count them as failures.
            let is_search = ["result", "grep"].contains(&verb[0]);
            assert_eq!(ran.status, Some(i32::from(is_search)), "{verb:?}");
            let quiet = run(verb, &[&["-q"], files].concat());
            assert!(!quiet.err.contains("left out") && quiet.out == ran.out, "{verb:?}: {}", quiet.err);
        }
        assert!(!run(verb, &["sound.jsonl"]).err.contains("left out"), "{verb:?}");
    }
}

/// For programs an object.
#[test]
fn as_json() {
    let ran = run(&["ls", "-o", "json"], &["."]);
    let told: Value = serde_json::from_str(&ran.err).expect("JSON");
    assert_eq!(
        told["remark"]["message"],
        "left out: 3 lines with faults in 2 files (runlex check names each)"
    );
}

/// Where they are part of the answer nothing is left out.
#[test]
fn not_where_they_are_listed() {
    for verb in [&["stats"][..], &["cat"], &["show"], &["check"]] {
        let ran = run(verb, &["."]);
        assert_eq!(ran.err, "", "{verb:?}");
        assert!(ran.out.contains("noise") && ran.out.contains("truncated"), "{verb:?}: {}", ran.out);
    }
}
