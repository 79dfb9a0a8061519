//! Parts of a file: whole runs of it.

use runlex::At;
use runlex::report::RunRecord;

/// Runs side by side: from where the first begins to where another does, or to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) at: At,
    pub(crate) end: u64,
}

/// What of a file is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Parts {
    All,
    Nothing,
    Some(Vec<Part>),
}

impl Parts {
    /// Of a file of these runs, that was read to `end`, those for which there is a `true`. What stands before the first run
    /// goes with it.
    pub(crate) fn of(runs: &[RunRecord], is_taken: &[bool], end: u64) -> Parts {
        if !is_taken.contains(&true) {
            return Parts::Nothing;
        }
        if !is_taken.contains(&false) {
            return Parts::All;
        }
        let mut parts: Vec<Part> = Vec::new();
        for (number, run) in runs.iter().enumerate().filter(|(number, _)| is_taken[*number]) {
            let at = if number == 0 { At::START } else { At { offset: run.offset, line: run.line } };
            let end = runs.get(number + 1).map_or(end, |next| next.offset);
            match parts.last_mut() {
                Some(before) if before.end == at.offset => before.end = end,
                _ => parts.push(Part { at, end }),
            }
        }
        Parts::Some(parts)
    }
}
