//! Runs in short, for lists.

use crate::error::IndexError;
use crate::folder::Folder;
use crate::manifest::Blob;
use crate::saved;
use crate::segment::Blobs;
use runlex::report::RunBrief;
use std::path::Path;

/// The runs of files, as they lie in the index: not read yet.
#[derive(Clone, Copy, Debug)]
pub struct BriefRuns<'i> {
    pub(crate) folder: &'i Folder,
    pub(crate) parts: &'i [Blob],
}

impl<'i> BriefRuns<'i> {
    /// Those of the first files and those of the others, as many parts each, for a thread each: much the same work, but where one file
    /// has most of the runs. Nothing for the second where there is but one part.
    pub fn split(self) -> (BriefRuns<'i>, Option<BriefRuns<'i>>) {
        let (first, others) = self.parts.split_at(self.parts.len().div_ceil(2));
        let others = (!others.is_empty()).then_some(BriefRuns { parts: others, ..self });
        (BriefRuns { parts: first, ..self }, others)
    }

    /// Hands out the files by path, also those without a run. Some are read at a time, each time into the same memory; copies neither
    /// paths nor runs.
    ///
    /// # Errors
    ///
    /// If the index is damaged, or cannot be read; those of `each`.
    pub fn files<E: From<IndexError>>(
        self,
        mut each: impl FnMut(FileRuns<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut blobs = Blobs::new(self.folder);
        for part in self.parts {
            for runs in saved::runs(blobs.read(*part)?) {
                each(FileRuns { runs: runs? })?;
            }
        }
        Ok(())
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
