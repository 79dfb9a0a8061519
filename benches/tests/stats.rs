//! runlex and the fold on serde_json tell the same of a file, whatever its dialect.

#![allow(clippy::print_stderr, reason = "says what was skipped")]

use runlex_benches::stats::{Answers, ours, rival};
use runlex_benches::{contestants, data};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn agreed(bytes: &[u8]) -> Answers {
    let want = rival::bytes(bytes);
    for kernel in contestants::kernels() {
        let totals = ours::bytes(bytes, kernel).expect("bytes in memory");
        assert_eq!(Answers::from(&totals), want, "{}", kernel.name());
    }
    want
}

#[test]
fn sets() {
    for name in data::present() {
        let data = data::load(name, 2_000_000).expect("a set");
        let answers = agreed(&data.bytes);
        assert_eq!(answers.bytes, data.bytes.len() as u64);
        assert!(answers.runs.iter().sum::<u64>() > 0, "{name}: no runs");
        assert!(!answers.tools.is_empty() || !answers.afk_tools.is_empty(), "{name}: no tools");
    }
}

/// Of programs that the rival does not know: beside the five dialects it was written for, others came.
fn is_beyond(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let others = ["codex-", "opencode", "pi", "copilot", "cursor", "qwen-", "gemini", "droid", "goose"];
    others.iter().any(|other| name.starts_with(other))
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true if is_beyond(&path) => {}
            true => files(&path, found),
            false if path.extension().is_some_and(|ending| ending == "jsonl") => found.push(path),
            false => {}
        }
    }
}

/// Every stream of the corpus whose program the rival knows by itself, and all of them in a row: runs of all dialects in one file.
#[test]
fn corpus() {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/streams"), &mut found);
    found.sort();
    let (mut all, mut dialects) = (Vec::new(), BTreeSet::new());
    for path in &found {
        let bytes = fs::read(path).expect("a stream");
        dialects.extend(agreed(&bytes).dialects);
        all.extend(bytes);
        all.push(b'\n');
    }
    assert_eq!(dialects.len(), 5, "{dialects:?}");
    // Lines that Amp reads go with the run before them.
    assert_eq!(agreed(&all).dialects.len(), 4);
}

/// Recordings, also of programs without a module.
#[test]
fn recordings() {
    let Some(root) = std::env::var_os("RUNLEX_DATA") else {
        eprintln!("skipped: no RUNLEX_DATA");
        return;
    };
    let mut found = Vec::new();
    files(&Path::new(&root).join("samples"), &mut found);
    assert!(!found.is_empty());
    for path in found {
        agreed(&fs::read(path).expect("a recording"));
    }
}

/// What turns of Claude Code state of everything so far: falling costs, resets, inits of other sessions.
#[test]
fn conversations() {
    let init = |session: &str| {
        format!(
            "{{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"{session}\",\"uuid\":\"u\",\"tools\":[]}}\n"
        )
    };
    let result = |cost: &str, models: &str| {
        format!(
            "{{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,\"total_cost_usd\":{cost},\
             \"modelUsage\":{{{models}}},\"usage\":{{\"input_tokens\":7,\"output_tokens\":1}}}}\n"
        )
    };
    let model = |tokens: u64| format!("\"m\":{{\"inputTokens\":{tokens},\"outputTokens\":3}}");
    let reset = "{\"type\":\"conversation_reset\",\"session_id\":\"a\",\"new_conversation_id\":\"b\"}\n";
    let lines = [
        init("a"),
        init("b"),
        result("0.5", &model(10)),
        result("0.25", &model(20)),
        result("null", &model(40)),
        result("0.75", ""),
        reset.to_owned(),
    ];
    // Every order of five of them, with repeats.
    for mut number in 0..7_u32.pow(5) {
        let mut stream = String::new();
        for _ in 0..5 {
            stream.push_str(&lines[(number % 7) as usize]);
            number /= 7;
        }
        let want = rival::bytes(stream.as_bytes());
        let totals = ours::bytes(stream.as_bytes(), runlex_core::Kernel::best()).expect("bytes in memory");
        assert_eq!(Answers::from(&totals), want, "{stream}");
    }
}
