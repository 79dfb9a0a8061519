//! Where a session's lines are, by an index.
//!
//! What a line says depends on whose run it is in, so whole runs are read: those that have a line of the session.

use crate::args::Filters;
use crate::show::complain;
use anyhow::Result;
use runlex::At;
use runlex_index::{Index, IndexError};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A part of a file, from the start of a run to the start of another or to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) at: At,
    pub(super) end: u64,
}

/// Which parts of which files to read, by path. A file without parts has to be read whole.
pub(super) fn parts(index: &Index, filters: &Filters) -> Result<Vec<(PathBuf, Vec<Part>)>> {
    // By number of the file: where its lines begin.
    let mut wanted: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for session in &filters.sessions {
        for (file, places) in index.session(session)? {
            wanted.entry(file.number()).or_default().extend(places.iter().map(|place| place.offset));
        }
    }
    let mut files = Vec::new();
    index.runs(|file, runs| {
        let lines = wanted.remove(&file.number());
        if lines.is_none() && !file.has_more_sessions() {
            return Ok::<(), IndexError>(());
        }
        let mut lines = lines.unwrap_or_default();
        let path = file.path().to_path_buf();
        let is_changed = !file.is_as_indexed();
        if is_changed {
            complain(&format!(
                "{}: it changed since it was indexed, so all of it is read; bring the index up to date",
                path.display()
            ));
        }
        // A compressed file has no places to go to, calls of a tool are remembered from its start, and of lines with several ids
        // only the first is known.
        let is_packed = file.compression().is_some();
        if is_changed || is_packed || file.has_more_sessions() || !filters.tools.is_empty() {
            files.push((path, Vec::new()));
            return Ok(());
        }
        lines.sort_unstable();
        let mut parts: Vec<Part> = Vec::new();
        for offset in lines {
            if parts.last().is_some_and(|part| offset < part.end) {
                continue;
            }
            let next = runs.partition_point(|run| run.offset <= offset);
            let at = match next.checked_sub(1).map(|at| &runs[at]) {
                Some(run) => At { offset: run.offset, line: run.line },
                None => At::START,
            };
            parts.push(Part { at, end: runs.get(next).map_or(file.bytes(), |run| run.offset) });
        }
        files.push((path, parts));
        Ok(())
    })?;
    Ok(files)
}
