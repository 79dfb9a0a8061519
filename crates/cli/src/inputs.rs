//! Which files are read.

use anyhow::{Context, Result};
use ignore::WalkBuilder;
use std::path::{Path, PathBuf};

/// Something to read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Input {
    Stdin,
    File(PathBuf),
}

/// What the paths of the command line come to.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    /// By path, standard input first.
    pub(crate) all: Vec<Input>,
    /// What could not be looked at.
    pub(crate) errors: Vec<anyhow::Error>,
    /// Compressed files in folders, which are not read yet.
    pub(crate) compressed: u64,
}

impl Input {
    /// `-` for standard input.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Input::Stdin => Path::new("-"),
            Input::File(path) => path,
        }
    }
}

/// Finds the files. A file that is named is taken whatever its name; in a folder the endings decide.
pub(crate) fn find(paths: &[PathBuf]) -> Inputs {
    let mut inputs = Inputs::default();
    for path in paths {
        if path.as_os_str() == "-" {
            inputs.all.push(Input::Stdin);
        } else if path.is_dir() {
            walk(path, &mut inputs);
        } else {
            inputs.all.push(Input::File(path.clone()));
        }
    }
    inputs.all.sort();
    inputs.all.dedup();
    inputs
}

fn walk(folder: &Path, inputs: &mut Inputs) {
    for entry in WalkBuilder::new(folder).standard_filters(false).build() {
        let entry = match entry.with_context(|| format!("{}: not searched", folder.display())) {
            Ok(entry) => entry,
            Err(error) => {
                inputs.errors.push(error);
                continue;
            }
        };
        if !entry.file_type().is_some_and(|kind| kind.is_file()) {
            continue;
        }
        match ending(entry.path()) {
            Some(Ending::Lines) => inputs.all.push(Input::File(entry.into_path())),
            Some(Ending::Compressed) => inputs.compressed += 1,
            None => {}
        }
    }
}

enum Ending {
    Lines,
    Compressed,
}

fn ending(path: &Path) -> Option<Ending> {
    let is_lines =
        |path: &Path| path.extension().is_some_and(|e| e == "jsonl" || e == "ndjson" || e == "json");
    if is_lines(path) {
        Some(Ending::Lines)
    } else if path.extension().is_some_and(|e| e == "gz" || e == "zst")
        && path.file_stem().is_some_and(|stem| is_lines(Path::new(stem)))
    {
        Some(Ending::Compressed)
    } else {
        None
    }
}

/// The report of an input is known by its path; this is it for JSON, which knows no bytes that are no UTF-8.
pub(crate) fn path_text(path: &Path) -> Result<String, String> {
    match path.to_str() {
        Some(text) => Ok(text.to_owned()),
        None => Err(path.to_string_lossy().into_owned()),
    }
}
