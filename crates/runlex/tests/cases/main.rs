//! The corpus: every input with a verdict, read in every way there is, comes to exactly the facts of its manifest.

#[path = "../common/mod.rs"]
mod common;
mod generated;

use common::{Short, corpus, cuts, decode, read_with, scan_halves_with, skipped};
use runlex::dialects::KEYS;
use runlex::dialects::amp_input::check_line;
use runlex::{FaultKind, FileReport, Kernel, Options, Reader, Record};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

/// Members of an entry that name the case, say how to read it, or are looked at apart; all others are facts of the report.
const NAMING: [&str; 10] =
    ["case", "kind", "file", "why", "choice", "max_line", "sha256", "generates", "file_encoding", "refused"];
/// Block sizes, down to where every line is cut.
const BLOCKS: [usize; 4] = [1, 7, 64, 4096];
/// Above this a byte at a time is left out, and far below it not every newline is a cut: the debug build is slow.
const LARGE: usize = 1 << 20;

#[test]
fn cases() {
    // The five generated inputs are a part of this.
    assert!(run(&corpus().join("cases")) >= 47, "cases are missing from the manifest");
}

#[test]
fn streams() {
    assert!(run(&corpus().join("streams")) >= 11, "streams are missing from the manifest");
}

#[test]
fn grid() {
    assert!(run(&corpus().join("grid")) >= 1_500, "cases are missing from the manifest");
}

/// Holds every case of a manifest against all ways of reading; returns how many there were.
fn run(folder: &Path) -> usize {
    let manifest = fs::read(folder.join("manifest.json")).expect("a manifest");
    let manifest: Value = serde_json::from_slice(&manifest).expect("a manifest is JSON");
    let mut checked = 0;
    for case in manifest.as_array().expect("a list") {
        let file = case["file"].as_str().expect("a name");
        if file.ends_with(".steps.json") {
            skipped(&format!("{file}: a script for followers of growing files"));
            continue;
        }
        let bytes = match case.get("generates") {
            Some(_) => generated::bytes(file).unwrap_or_else(|| panic!("{file}: no such generator here")),
            None => fs::read(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}")),
        };
        assert_eq!(sum(&bytes), case["sha256"], "{file}: these are not the bytes that the facts are of");
        check(case, file, &bytes);
        checked += 1;
    }
    checked
}

fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn check(case: &Value, file: &str, bytes: &[u8]) {
    let mut options = Options::new(&KEYS);
    if let Some(cap) = case.get("max_line") {
        options.max_line = cap.as_u64().expect("a count of bytes");
    }
    let report = read_with(options, bytes).finish();
    facts(case, file, &report);
    if let Some(want) = case.get("refused") {
        assert_eq!(refused(bytes), *want, "{file}: what Amp would refuse");
    }
    let same =
        |way: &str, other: FileReport| assert_eq!(other, report, "{file}: {way} differs from the whole");
    for block in BLOCKS {
        if block == 1 && bytes.len() > LARGE {
            skipped(&format!("{file}: a byte at a time, for its {} bytes", bytes.len()));
            continue;
        }
        same(&format!("reading by {block}"), read_with(options, Short { rest: bytes, most: block }).finish());
        if case.get("file_encoding").is_none() {
            same(&format!("decoding by {block}"), decode(options, bytes, block).finish());
        }
    }
    for kernel in Kernel::all() {
        same(kernel.name(), read_with(Options { kernel, ..options }, bytes).finish());
    }
    if case.get("file_encoding").is_some() {
        // What the mark of UTF-16 means, only a reader knows: it has the stream's start.
        return;
    }
    let cuts = cuts(bytes);
    let step = cuts.len().div_ceil(((4 * LARGE) / bytes.len().max(1)).clamp(8, 200));
    for cut in cuts.iter().step_by(step).chain(cuts.last()) {
        same(&format!("scanning in two, cut at {cut},"), scan_halves_with(options, bytes, *cut).finish());
    }
}

/// The lines that Amp would not read.
fn refused(bytes: &[u8]) -> Value {
    let mut found = Vec::new();
    let mut reader = Reader::new(bytes);
    while let Some(Record { line, .. }) = reader.next().expect("a source without errors") {
        if let Some(error) = check_line(line) {
            let at = line.content_offset() + error.at as u64;
            found.push(json!({"line": line.at().line, "kind": error.kind.as_str(), "at": at}));
        }
    }
    found.into()
}

/// The facts of the manifest are those of the report.
fn facts(case: &Value, file: &str, report: &FileReport) {
    // Sums beyond 64 bits are compared as doubles, on both sides.
    let got: Value = serde_json::from_str(&common::json(report)).expect("a report is JSON");
    let kinds = || report.faults.iter().map(|fault| fault.kind);
    if let Some(encoding) = case.get("file_encoding") {
        assert!(encoding.is_string(), "{file}");
        assert_eq!((report.events, kinds().collect::<Vec<_>>()), (0, vec![FaultKind::Encoding]), "{file}");
        return;
    }
    // A reader with a limit on nesting may refuse the deep line; the lines around it are still counted.
    let deep = case["kind"].as_str().is_some_and(|kind| kind.starts_with("depth"))
        && kinds().any(|kind| kind == FaultKind::TooDeep);
    let checked: Vec<&str> = match deep {
        true => vec!["bytes", "lines", "blank", "unterminated", "end_events"],
        false => {
            let names = case.as_object().expect("an object").keys();
            names.map(String::as_str).filter(|name| !NAMING.contains(name)).collect()
        }
    };
    assert!(checked.len() >= 5, "{file}: hardly a fact");
    for name in checked {
        let got = got.get(name).unwrap_or_else(|| panic!("{file}: the report has no {name}"));
        assert!(is(&case[name], got), "{file}: {name}\nwant {}\ngot  {got}", case[name]);
    }
}

/// Equal, or a list told by its length and its last element.
fn is(want: &Value, got: &Value) -> bool {
    let Some(count) = want.get("count").filter(|_| got.is_array()) else { return want == got };
    let got = got.as_array().map_or(&[][..], Vec::as_slice);
    *count == got.len() && want.get("last").is_none_or(|last| got.last() == Some(last))
}
