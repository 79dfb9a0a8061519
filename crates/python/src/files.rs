//! Which files are read.

use crate::error::Failure;
use runlex_scan::{FileInfo, Found, Sources};
use std::path::PathBuf;

/// The files at these paths, those in folders as the command finds them, in its order.
pub(crate) fn find(paths: &[PathBuf], threads: usize) -> Result<Vec<FileInfo>, Failure> {
    let Found { files, errors, .. } = Sources::new().threads(threads).paths(paths).find();
    if let Some(error) = errors.first() {
        return Err(Failure::of_path(&error.path, error));
    }
    if files.is_empty() {
        let what =
            "no files to read: folders are searched for *.jsonl, *.ndjson and *.json, also with .gz or .zst";
        return Err(Failure::of("file", &what));
    }
    Ok(files)
}
