//! Which files are read.

use crate::Exit;
use crate::args::Reading;
use crate::message::{self, Kind};
use crate::places;
use crate::show::{complain, thousands};
use runlex_scan::{FileInfo, Found, LeftOut, Sources};
use serde::Serialize;
#[cfg(unix)]
use std::fs::File;
#[cfg(not(unix))]
use std::io::IsTerminal;
use std::io::{Stdin, stdin};
use std::path::Path;

/// What is said when there is nothing to read.
pub(crate) const NO_FILES: &str =
    "no files to read: folders are searched for *.jsonl, *.ndjson and *.json, also with .gz or .zst";

/// What there is to read, in order, looked for with so many `threads`. What could not be looked at is told and raises `exit`; so does nothing at all.
pub(crate) fn find(args: &Reading, threads: usize, exit: &mut Exit) -> Vec<FileInfo> {
    let is_stdin_a_list = args.files_from.as_ref().is_some_and(|list| list.as_os_str() == "-");
    if is_stdin_a_list && args.paths.iter().any(|path| path.as_os_str() == "-") {
        message::error(Kind::Usage, "standard input is the list of --files-from and cannot be read as well");
        exit.raise(Exit::WrongUsage);
        return Vec::new();
    }
    let more = match places::named(args) {
        Ok(more) => more,
        Err(error) => {
            message::error(Kind::Input, &error);
            exit.raise(Exit::InputOrOutputError);
            return Vec::new();
        }
    };
    let is_bare = args.paths.is_empty() && args.files_from.is_none() && args.agents.is_empty();
    if is_bare && !is_given(&stdin()) {
        message::error(Kind::Usage, "name a file or a folder, or - for standard input");
        exit.raise(Exit::WrongUsage);
        return Vec::new();
    }
    let mut sources = Sources::new().threads(threads);
    if is_bare {
        sources = sources.stdin();
    }
    for path in &args.paths {
        sources = if path.as_os_str() == "-" { sources.stdin() } else { sources.path(path) };
    }
    sources = sources.paths(more);
    let Found { files, errors, left_out } = sources.find();
    if files.is_empty() || !errors.is_empty() {
        exit.raise(Exit::InputOrOutputError);
    }
    if files.is_empty() && errors.is_empty() {
        message::error(Kind::Input, NO_FILES);
    }
    for error in &errors {
        message::error(Kind::Input, &error.to_string());
    }
    if let Some(remark) = remark(left_out).filter(|_| !args.checking.quiet) {
        complain(&remark);
    }
    files
}

/// Whether standard input is something that was handed to the program, and not a terminal or nothing.
fn is_given(stdin: &Stdin) -> bool {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        use std::os::unix::fs::FileTypeExt;
        let file = stdin.as_fd().try_clone_to_owned().map(File::from);
        let kind = file.and_then(|file| file.metadata()).map(|metadata| metadata.file_type());
        kind.is_ok_and(|kind| kind.is_fifo() || kind.is_socket() || kind.is_file())
    }
    #[cfg(not(unix))]
    !stdin.is_terminal()
}

/// All that was passed over in one remark; nothing if there is nothing.
pub(crate) fn remark(left_out: LeftOut) -> Option<String> {
    let LeftOut { compressed, links, special } = left_out;
    let kinds = [
        (compressed, "compressed file", "decompress into a pipe to read"),
        (links, "link", "read if named"),
        (special, "special file", "read if named"),
    ];
    let told = kinds.iter().filter(|(count, ..)| *count > 0).map(|(count, what, how)| {
        format!("{} {what}{} ({how})", thousands(*count), if *count == 1 { "" } else { "s" })
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| format!("left out: {}", told.join(", ")))
}

/// A path as text, by which what is said of a file is known. JSON has no bytes that are no UTF-8.
#[derive(Debug, Serialize)]
pub(crate) struct PathText {
    #[serde(rename = "path")]
    pub(crate) text: String,
    /// Set when the path is no UTF-8 and `path` therefore only resembles it.
    #[serde(rename = "path_is_lossy", skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_lossy: bool,
}

impl PathText {
    pub(crate) fn of(path: &Path) -> PathText {
        PathText { text: path.to_string_lossy().into_owned(), is_lossy: path.to_str().is_none() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_out() {
        let remark = |compressed, links, special| remark(LeftOut { compressed, links, special });
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
