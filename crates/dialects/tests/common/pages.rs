//! The examples of the pages, and the corpus' sound streams with their answers.

#![allow(dead_code)]

use runlex_dialects::Dialect;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The lines in the blocks of a page that are fenced as `json`.
pub(crate) fn examples(page: &str) -> Vec<String> {
    let page = fs::read_to_string(root().join("docs/formats").join(page)).expect("a page");
    let mut fenced = false;
    let mut examples = Vec::new();
    for line in page.lines() {
        if line.starts_with("```") {
            fenced = line == "```json";
        } else if fenced {
            examples.push(line.to_owned());
        }
    }
    examples
}

/// Those of all pages of dialects.
pub(crate) fn all_examples() -> Vec<String> {
    let entries = fs::read_dir(root().join("docs/formats")).expect("the pages");
    let mut pages: Vec<String> =
        entries.map(|entry| entry.expect("a page").file_name().to_string_lossy().into_owned()).collect();
    // What is promised to who comes from Amp's SDKs is of no dialect.
    pages.retain(|page| page.ends_with(".md") && page != "README.md" && page != "amp-sdk.md");
    pages.sort();
    pages.iter().flat_map(|page| examples(page)).collect()
}

/// Panics unless each example of the page is among `lines`, word for word.
pub(crate) fn assert_all_have_rows(page: &str, at_least: usize, lines: &[&str]) {
    let examples = examples(page);
    assert!(examples.len() >= at_least, "the examples of {page} are not where they were");
    for example in examples {
        assert!(lines.contains(&&*example), "no row for {example}");
    }
}

/// A sound stream of the corpus: its name, its bytes, and its answers.
pub(crate) struct Stream {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) answers: serde_json::Value,
}

/// The sound streams of a dialect.
pub(crate) fn streams(dialect: &str) -> Vec<Stream> {
    let folder = root().join("corpus/streams");
    let manifest = fs::read(folder.join("manifest.json")).expect("a manifest");
    let manifest: Vec<serde_json::Value> = serde_json::from_slice(&manifest).expect("JSON");
    let mut streams = Vec::new();
    for answers in manifest {
        let name = answers["file"].as_str().expect("a file").to_owned();
        if name.starts_with(&format!("{dialect}/")) {
            let bytes = fs::read(folder.join(&name)).expect("a stream");
            streams.push(Stream { name, bytes, answers });
        }
    }
    assert!(!streams.is_empty(), "no streams of {dialect}");
    streams
}

/// Those of all dialects.
pub(crate) fn all_streams() -> Vec<Stream> {
    Dialect::ALL.iter().flat_map(|dialect| streams(dialect.as_str())).collect()
}

/// Panics unless the page has the name of each member that the views know.
pub(crate) fn assert_fields_stand_in(page: &str, tables: &[runlex_dialects::Fields]) {
    let text = fs::read_to_string(root().join("docs/formats").join(page)).expect("a page");
    let words: std::collections::HashSet<&str> =
        text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).collect();
    for table in tables {
        let mut names: Vec<_> = table.names().collect();
        for name in &names {
            let is_there = words.contains(name) || name.contains('.') && text.contains(name);
            assert!(is_there, "{page} does not have {name} of {}", table.view);
        }
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{}: a name twice", table.view);
    }
}
