//! Runs in short, for lists.

use crate::error::IndexError;
use crate::saved;
use runlex::report::RunBrief;
use std::path::Path;

/// The runs of all files, as they lie in the index: in memory, and not looked at yet.
#[derive(Debug)]
pub struct BriefRuns {
    pub(crate) bytes: Vec<u8>,
}

impl BriefRuns {
    /// The files by path, also those without a run. Allocates the list; copies neither paths nor runs.
    ///
    /// # Errors
    ///
    /// If the index is damaged.
    pub fn files(&self) -> Result<Vec<FileRuns<'_>>, IndexError> {
        saved::runs(&self.bytes).map(|runs| runs.map(|runs| FileRuns { runs })).collect()
    }
}

/// The runs of a file.
#[derive(Clone, Copy, Debug)]
pub struct FileRuns<'r> {
    runs: saved::Runs<'r>,
}

impl<'r> FileRuns<'r> {
    /// Where the file was found.
    pub fn path(&self) -> &'r Path {
        self.runs.path
    }

    /// The bytes that its runs take in the index: a measure of the work that they are.
    pub fn bytes(&self) -> usize {
        self.runs.bytes.len()
    }

    /// Its runs in their order. Borrows their texts; allocates for the list of a run's models only.
    ///
    /// # Errors
    ///
    /// If the index is damaged; where that is found later, it is the last item.
    pub fn runs(
        &self,
    ) -> Result<impl Iterator<Item = Result<RunBrief<'r>, IndexError>> + use<'r>, IndexError> {
        saved::briefs(self.runs.bytes)
    }
}
