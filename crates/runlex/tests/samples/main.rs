//! Real files, judged twice: by the crate, and slowly by judges that share no code with it.
//!
//! The data is not part of this repository. `RUNLEX_DATA` names the folder that holds `samples`; without it `../shared`
//! beside the workspace is tried. Where there is none, the tests over it say so and pass.

#[path = "../common/mod.rs"]
mod common;
mod counts;
mod edges;
#[path = "../monoid/lines.rs"]
mod lines;
mod oracle;
mod oracle_codex;
mod oracle_copilot;
mod oracle_cursor;
mod oracle_flat;
mod oracle_gemini;
mod oracle_heard;
mod oracle_opencode;
mod oracle_pi;
mod oracle_qwen;
mod runs;

use std::fs;
use std::path::{Path, PathBuf};

/// The folder `name` of the samples, if there is one.
fn samples(name: &str) -> Option<PathBuf> {
    let root = std::env::var_os("RUNLEX_DATA").map(PathBuf::from);
    let root = root.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let folder = root.join("samples").join(name);
    if !folder.is_dir() {
        common::skipped(&format!("no data at {}", folder.display()));
        return None;
    }
    Some(folder)
}

/// The files under `folder` in the order of their paths.
fn find(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(find(&path));
        } else if path.extension().is_some_and(|ending| ending == "jsonl") {
            files.push(path);
        }
    }
    files.sort();
    files
}
