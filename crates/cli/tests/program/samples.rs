//! What the program prints of real files, number by number, as the slow judge has it.
//!
//! `RUNLEX_DATA` names the folder that holds `samples`; without it `../shared` beside the workspace is tried. Where there is
//! none, this says so and passes.

use crate::runlex;
use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};

// Its other half serves the tests of the library.
#[allow(dead_code)]
#[path = "../../../runlex/tests/samples/oracle.rs"]
mod oracle;
#[allow(dead_code)]
#[path = "../../../runlex/tests/samples/oracle_codex.rs"]
mod oracle_codex;
#[path = "../../../runlex/tests/samples/oracle_copilot.rs"]
mod oracle_copilot;
#[allow(dead_code)]
#[path = "../../../runlex/tests/samples/oracle_cursor.rs"]
mod oracle_cursor;
#[path = "../../../runlex/tests/samples/oracle_flat.rs"]
mod oracle_flat;
#[allow(dead_code)]
#[path = "../../../runlex/tests/samples/oracle_gemini.rs"]
mod oracle_gemini;
#[path = "../../../runlex/tests/samples/oracle_heard.rs"]
mod oracle_heard;
#[path = "../../../runlex/tests/samples/oracle_opencode.rs"]
mod oracle_opencode;
#[path = "../../../runlex/tests/samples/oracle_pi.rs"]
mod oracle_pi;
#[allow(dead_code)]
#[path = "../../../runlex/tests/samples/oracle_qwen.rs"]
mod oracle_qwen;

use oracle::File;

#[test]
#[allow(clippy::print_stderr)]
fn ls_and_stats_by() {
    let root = std::env::var_os("RUNLEX_DATA").map(PathBuf::from);
    let root = root.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    for name in [
        "amp",
        "claude-stream",
        "claude-projects",
        "codex-rollout",
        "codex-exec",
        "opencode",
        "pi",
        "copilot",
        "cursor",
        "gemini",
    ] {
        let folder = root.join("samples").join(name);
        if !folder.is_dir() {
            eprintln!("skipped: no data at {}", folder.display());
            continue;
        }
        let paths =
            fs::read_dir(&folder).expect("a readable folder").map(|entry| entry.expect("an entry").path());
        let mut paths: Vec<PathBuf> = paths.collect();
        paths.sort();
        let read = |path: &PathBuf| {
            (path.to_str().expect("UTF-8").to_owned(), fs::read(path).expect("a readable file"))
        };
        let contents: Vec<(String, Vec<u8>)> = paths.iter().map(read).collect();
        let files: Vec<File<'_>> = contents.iter().map(|(path, bytes)| File { path, bytes }).collect();

        let want: Vec<Value> = files.iter().flat_map(with_path).collect();
        let got = runlex(["ls".as_ref(), "-o".as_ref(), "json".as_ref(), folder.as_os_str()]).json();
        assert_eq!(got["runs"].as_array().expect("a list").len(), want.len(), "{name}");
        for (got, want) in got["runs"].as_array().into_iter().flatten().zip(&want) {
            let mut got = got.clone();
            // Of the path alone.
            got.as_object_mut().expect("an object").remove("file_session");
            assert_eq!(got, *want, "{name}");
        }

        for by in ["session", "model", "day", "dialect", "tool", "type"] {
            let args = ["stats", "-o", "json", "--by", by].map(AsRef::as_ref);
            let groups = runlex(args.into_iter().chain([folder.as_os_str()])).json()["groups"].take();
            let groups = groups.as_array().expect("a list");
            let want: Map<String, Value> = match by {
                "tool" => oracle::tools(&files).into_iter().collect(),
                "type" => oracle::types(&files).into_iter().map(|(key, count)| (key, count.into())).collect(),
                _ => oracle::groups(&files, by).into_iter().map(|(key, group)| (key, flat(group))).collect(),
            };
            let mut seen = 0;
            for group in groups.iter().filter(|group| group["subtype"].is_null()) {
                let mut group = group.as_object().expect("an object").clone();
                let key = group.remove("key").expect("a key");
                let key = key.as_str().expect("a string");
                let got = if by == "type" { group["events"].clone() } else { group.into() };
                assert_eq!(Some(&got), want.get(key), "{name} by {by}: {key}");
                seen += 1;
            }
            assert_eq!(seen, want.len(), "{name} by {by}");
        }
    }
}

fn with_path(file: &File<'_>) -> Vec<Value> {
    let mut runs = oracle::runs(file);
    runs.iter_mut().for_each(|run| run["path"] = file.path.into());
    runs
}

/// Groups have their tokens beside their other figures.
fn flat(mut group: Value) -> Value {
    let usage = group.as_object_mut().and_then(|group| group.remove("usage")).unwrap_or_default();
    group["reasoning"] = 0.into();
    for (name, count) in usage.as_object().into_iter().flatten() {
        group[name] = count.clone();
    }
    let all = group.as_object_mut().and_then(|group| group.remove("comparable")).unwrap_or_default();
    group["comparable_input"] = all["input"].clone();
    group["comparable_output"] = all["output"].clone();
    group
}
