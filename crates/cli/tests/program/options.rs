//! What the options change.

use crate::{INIT, corpus, folder, runlex, runlex_with};
use std::fs;

#[test]
fn bare_call_helps_with_three_examples() {
    let ran = runlex([""; 0]);
    // Nothing was asked for, so nothing is on standard output.
    assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
    let examples = ran.err.split_once("Examples:\n").expect("examples").1;
    assert_eq!(examples.lines().filter(|line| line.contains("runlex ")).count(), 3, "{examples}");
}

#[test]
fn version_and_help() {
    let ran = runlex(["--version"]);
    let version = concat!("runlex ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), version));
    for args in [&["--help"][..], &["check", "--help"], &["stats", "-h"]] {
        let ran = runlex(args);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{args:?}");
        assert!(ran.out.contains("Usage: runlex"), "{args:?}");
    }
}

/// What is explained stands in one column.
#[test]
fn examples_are_aligned() {
    let help = runlex(["--help"]).out;
    let examples = help.split_once("Examples:\n").expect("examples").1;
    let explained = examples.lines().take(3).map(|line| {
        let (command, said) = line.trim_start().split_once("  ").expect("two columns");
        assert!(command.contains("runlex "), "{line}");
        line.len() - said.trim_start().len()
    });
    let columns: Vec<usize> = explained.collect();
    assert!(columns.windows(2).all(|pair| pair[0] == pair[1]), "{columns:?}");
}

/// The cap that nobody set is told where the one that can be set is.
#[test]
fn help_names_the_longest_line() {
    assert!(runlex(["check", "--help"]).out.contains("4 GiB"));
}

/// The cap is on content without the line end, and costs that line only.
#[test]
fn max_line() {
    let input = format!("{{}}\n{{\"a\":\"{}\"}}\r\n{{}}\n", "x".repeat(1016)); // 1,024 bytes of content
    for (cap, too_long) in
        [("1023", true), ("1024", false), ("1k", false), ("1K", false), ("1m", false), ("1G", false)]
    {
        let report = &runlex_with(input.as_bytes(), &["check", "-o", "json", "--max-line", cap, "-"]).json()
            ["files"][0];
        let faults = report["faults"].as_array().expect("a list");
        assert_eq!(faults.len(), usize::from(too_long), "{cap}");
        assert_eq!((&report["lines"], &report["bytes"]), (&3.into(), &1032.into()), "{cap}");
        if too_long {
            assert_eq!((&faults[0]["kind"], &faults[0]["at"]), (&"too-long".into(), &3.into()));
            assert_eq!(report["events"], 2);
        }
    }
}

#[test]
fn max_line_in_megabytes() {
    let line = format!("{{\"a\":\"{}\"}}\n", "x".repeat((1 << 20) - 8)); // 1 MiB of content
    let folder = folder(&[("a.jsonl", &line)]);
    let found = |cap: &str| {
        runlex(["check".as_ref(), "--max-line".as_ref(), cap.as_ref(), folder.path().as_os_str()]).status
    };
    assert_eq!((found("1023K"), found("1048575"), found("1M")), (Some(3), Some(3), Some(0)));
}

/// On sound input skimming changes nothing.
#[test]
fn skim() {
    let mut compared = 0;
    for folder in ["streams/amp", "streams/afk", "streams/amp-input"] {
        for entry in fs::read_dir(corpus().join(folder)).expect("the corpus") {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|ending| ending != "jsonl") {
                continue;
            }
            let run = |more: &[&str]| {
                let args = ["check", "-o", "json"].iter().chain(more).map(Into::into);
                runlex(args.chain([path.clone().into_os_string()]))
            };
            let checked = run(&[]);
            if checked.status == Some(0) {
                assert_eq!(run(&["--skim"]).out, checked.out, "{}", path.display());
                compared += 1;
            }
        }
    }
    assert!(compared >= 8, "only {compared} sound streams");
    // It is another mode: what it does not look at, it does not find.
    let found = |args: &[&str]| runlex_with(b"{\"a\":tru}\n", args).status;
    assert_eq!((found(&["check", "-"]), found(&["check", "--skim", "-"])), (Some(3), Some(0)));
}

#[test]
fn quiet() {
    let folder = folder(&[("a.jsonl.xz", ""), ("b.jsonl", INIT)]);
    let run = |option: &str| runlex(["stats".as_ref(), option.as_ref(), folder.path().as_os_str()]);
    let loud = run("--output=table");
    assert!(loud.err.contains("left out: 1 compressed file ("), "{}", loud.err);
    assert_eq!((loud.status, run("--quiet").err.as_str(), run("-q").err.as_str()), (Some(0), "", ""));
    // Errors are still told.
    assert!(runlex(["stats", "-q", "no-such-file"]).err.contains("no-such-file"));
}
