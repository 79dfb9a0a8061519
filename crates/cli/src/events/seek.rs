//! Where what is asked for lies by an index, so that nothing else is read.
//!
//! What a line says depends on whose run it is in, so whole runs are read: those that are chosen, and by an index only those that
//! have a line of the session.

use crate::Exit;
use crate::args::Filters;
use crate::choice::Choice;
use crate::message::{self, Kind};
use crate::parts::Parts;
use crate::seen::Seen;
use crate::show::complain;
use anyhow::Result;
use runlex::report::RunRecord;
use runlex_index::{Index, IndexError, IndexedFile};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Which parts of which files to read, by path.
pub(super) fn parts(
    index: &Index,
    filters: &Filters,
    choice: Option<&Choice<'_>>,
    exit: &mut Exit,
) -> Result<Vec<(PathBuf, Parts)>> {
    // By number of the file: where its lines of the sessions begin.
    let mut wanted: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
    for session in &filters.lines.sessions {
        for (file, places) in index.session(session)? {
            wanted.entry(file.number()).or_default().extend(places.iter().map(|place| place.offset));
        }
    }
    let mut files = Vec::new();
    index.runs(|file, runs| {
        let lines = wanted.remove(&file.number());
        if !filters.lines.sessions.is_empty() && lines.is_none() && !file.has_more_sessions() {
            return Ok::<(), IndexError>(());
        }
        let path = file.path().to_path_buf();
        let parts = match file.is_as_indexed() {
            true => of_file(&file, &runs, lines, filters, choice),
            // It is not known where its runs are now.
            false if choice.is_some() => {
                let why = "it changed since it was indexed, so it is left out; bring the index up to date";
                message::error_at(Kind::Index, &path, why);
                exit.raise(Exit::InputOrOutputError);
                Parts::Nothing
            }
            false => {
                complain(&format!(
                    "{}: it changed since it was indexed, so all of it is read; bring the index up to date",
                    path.display()
                ));
                Parts::All
            }
        };
        files.push((path, parts));
        Ok(())
    })?;
    Ok(files)
}

/// What of a file that is as it was indexed.
fn of_file(
    file: &IndexedFile<'_>,
    runs: &[RunRecord],
    lines: Option<Vec<u64>>,
    filters: &Filters,
    choice: Option<&Choice<'_>>,
) -> Parts {
    let mut is_taken = match choice {
        Some(choice) => choice.take(runs, &Seen::default()),
        None => vec![true; runs.len()],
    };
    // A compressed file has no places to go to, calls of a tool are remembered from its start, and of lines with several ids
    // only the first is known.
    let is_known =
        file.compression().is_none() && !file.has_more_sessions() && filters.lines.tools.is_empty();
    if !filters.lines.sessions.is_empty() && is_known {
        let mut has_lines = vec![false; runs.len()];
        for offset in lines.unwrap_or_default() {
            // What stands before the first run goes with it.
            let run = runs.partition_point(|run| run.offset <= offset).saturating_sub(1);
            if let Some(has) = has_lines.get_mut(run) {
                *has = true;
            }
        }
        is_taken.iter_mut().zip(has_lines).for_each(|(taken, has)| *taken &= has);
    }
    Parts::of(runs, &is_taken, file.bytes())
}
