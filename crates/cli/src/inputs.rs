//! Which files are read.

use crate::show::thousands;
use ignore::WalkBuilder;
use std::collections::HashSet;
use std::error::Error;
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
    pub(crate) errors: Vec<String>,
    pub(crate) left_out: LeftOut,
}

/// What was passed over in folders although its name fits.
#[derive(Debug, Default)]
pub(crate) struct LeftOut {
    compressed: u64,
    links: u64,
    /// Pipes, sockets, devices.
    special: u64,
}

impl LeftOut {
    /// All of it in one remark; nothing if there is nothing.
    pub(crate) fn remark(&self) -> Option<String> {
        let kinds = [
            (self.compressed, "compressed file", "decompress into a pipe to read"),
            (self.links, "link", "read if named"),
            (self.special, "special file", "read if named"),
        ];
        let told = kinds.iter().filter(|(count, ..)| *count > 0).map(|(count, what, how)| {
            format!("{} {what}{} ({how})", thousands(*count), if *count == 1 { "" } else { "s" })
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| format!("left out: {}", told.join(", ")))
    }
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

/// Finds the files. A file that is named is taken whatever its name; in a folder the endings decide. A file that is found
/// under several paths is taken once, under the first of them.
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
    let mut seen = HashSet::new();
    inputs.all.retain(|input| match input {
        Input::Stdin => true,
        Input::File(path) => identity(path).is_none_or(|identity| seen.insert(identity)),
    });
    inputs
}

/// What a file is known by, whatever its path; nothing for one that is not there.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    path.metadata().ok().map(|file| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok()
}

fn walk(folder: &Path, inputs: &mut Inputs) {
    for entry in WalkBuilder::new(folder).standard_filters(false).build() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                inputs.errors.push(not_searched(folder, &error));
                continue;
            }
        };
        let (Some(kind), Some(ending)) = (entry.file_type(), ending(entry.path())) else { continue };
        if kind.is_symlink() {
            inputs.left_out.links += 1;
        } else if kind.is_file() {
            match ending {
                Ending::Lines => inputs.all.push(Input::File(entry.into_path())),
                Ending::Compressed => inputs.left_out.compressed += 1,
            }
        } else if !kind.is_dir() {
            inputs.left_out.special += 1;
        }
    }
}

/// The path and the reason, each once: the walker's own words repeat both.
fn not_searched(folder: &Path, error: &ignore::Error) -> String {
    let path = path_of(error).unwrap_or(folder).display();
    let Some(io) = error.io_error() else { return format!("{path}: not searched: {error}") };
    let mut reason: &dyn Error = io;
    while let Some(cause) = reason.source() {
        reason = cause;
    }
    format!("{path}: not searched: {reason}")
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } => path_of(err),
        _ => None,
    }
}

/// What a name says, in capitals or not.
enum Ending {
    Lines,
    Compressed,
}

fn ending(path: &Path) -> Option<Ending> {
    let is = |path: &Path, endings: &[&str]| {
        path.extension().is_some_and(|ending| endings.iter().any(|known| ending.eq_ignore_ascii_case(known)))
    };
    let is_lines = |path: &Path| is(path, &["jsonl", "ndjson", "json"]);
    if is_lines(path) {
        Some(Ending::Lines)
    } else if is(path, &["gz", "zst", "bz2", "xz"])
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn why_a_folder_is_not_searched() {
        let mut inputs = Inputs::default();
        walk(Path::new("no/such/folder"), &mut inputs);
        let [told] = &inputs.errors[..] else { panic!("{:?}", inputs.errors) };
        let reason = std::fs::read_dir("no/such/folder").map(|_| ()).expect_err("it is not there");
        assert_eq!(*told, format!("no/such/folder: not searched: {reason}"));
    }

    #[test]
    fn what_was_left_out() {
        let remark = |compressed, links, special| LeftOut { compressed, links, special }.remark();
        assert_eq!(remark(0, 0, 0), None);
        for (left_out, want) in [
            (remark(1, 0, 0), "left out: 1 compressed file (decompress into a pipe to read)"),
            (remark(0, 2, 1), "left out: 2 links (read if named), 1 special file (read if named)"),
            (
                remark(1234, 1, 0),
                "left out: 1,234 compressed files (decompress into a pipe to read), 1 link (read if named)",
            ),
        ] {
            assert_eq!(left_out.as_deref(), Some(want));
        }
    }
}
