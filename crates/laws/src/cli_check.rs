//! What the command says of a file is what the library says of its bytes, and its status tells whether there was a fault.
//!
//! The command is the one that `RUNLEX_BIN` names; without it nothing is asked.

use runlex::dialects::KEYS;
use runlex::{At, IdKey, Node, Options, Report, Scanner};
use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

pub(crate) fn hold(data: &[u8]) {
    static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();
    let Some(program) = PROGRAM.get_or_init(|| std::env::var_os("RUNLEX_BIN").map(PathBuf::from)) else {
        return;
    };
    // What looks like an archive or UTF-16 is read as such.
    let is_packed =
        matches!(data, [0x1F, 0x8B, ..] | [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..]);
    if is_packed || matches!(data, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) || data.contains(&0) {
        return;
    }
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(data).expect("it can be written");
    let output = Command::new(program)
        .args(["check", "-o", "json", "--quiet", "--threads", "2"])
        .arg(file.path())
        .output()
        .expect("the command runs");
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let mut report = Report::new(IdKey::random());
    let mut nodes = [Node::EMPTY; 1024];
    let mut scanner = Scanner::new(Options::new(&KEYS), data, At::START, &mut nodes);
    while let Some(record) = scanner.next() {
        report.observe(&record);
    }
    let report = report.finish();
    let told = &told["files"][0];
    // By way of its text: sums may be beyond what a value holds, on both sides.
    let want = serde_json::to_vec(&report).expect("JSON");
    let want: Value = serde_json::from_slice(&want).expect("JSON");
    for key in
        ["bytes", "lines", "blank", "events", "faults", "notes", "types", "sessions", "tokens", "tool_calls"]
    {
        assert_eq!(told[key], want[key], "{key}");
    }
    let faults = report.lines - report.events - report.blank;
    assert_eq!(output.status.code(), Some(if faults > 0 { 3 } else { 0 }));
    assert!(output.stderr.is_empty(), "{}", output.stderr.escape_ascii());
}
