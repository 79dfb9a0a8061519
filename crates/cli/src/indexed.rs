//! An index that answers instead of files.

use crate::Exit;
use crate::inputs::PathText;
use crate::show::complain;
use anyhow::Result;
use runlex::{FileReport, IdKey, Report};
use runlex_index::{Index, IndexError};
use std::path::Path;

/// Has `answer` asked of the index in `folder`. What is wrong with the index is told and raises `exit`, as is what could not be
/// read when it was made; errors are those of the output.
pub(crate) fn ask(
    folder: &Path,
    exit: &mut Exit,
    answer: impl FnOnce(&Index, &mut Exit) -> Result<()>,
) -> Result<()> {
    let answered = Index::open(folder).map_err(Into::into).and_then(|index| {
        for (path, error) in index.failed() {
            complain(&format!(
                "{}: {error} (when it was indexed, so it is not in the index)",
                path.display()
            ));
            exit.raise(Exit::InputOrOutputError);
        }
        answer(&index, exit)
    });
    tell(answered, exit)
}

/// What an index has of a file.
pub(crate) struct Indexed<'i> {
    pub(crate) path: PathText,
    /// Empty where the file could not be read.
    pub(crate) report: FileReport,
    pub(crate) encoding: Option<&'i str>,
    /// Why it could not.
    pub(crate) error: Option<&'i str>,
}

/// Every file by path, also those that could not be read when the index was made: as files are told of that are read now.
pub(crate) fn reports(index: &Index, mut each: impl FnMut(Indexed<'_>) -> Result<()>) -> Result<()> {
    let unread = |(path, error): (&Path, &str), each: &mut dyn FnMut(Indexed<'_>) -> Result<()>| {
        let report = Report::new(IdKey::random()).finish();
        each(Indexed { path: PathText::of(path), report, encoding: None, error: Some(error) })
    };
    let mut failed = index.failed().peekable();
    index.reports(|file, report| {
        while let Some(before) = failed.next_if(|(path, _)| *path < file.path()) {
            unread(before, &mut each)?;
        }
        let (path, report) = (PathText::of(file.path()), report.finish());
        each(Indexed { path, report, encoding: file.encoding(), error: None })
    })?;
    failed.try_for_each(|behind| unread(behind, &mut each))
}

/// What is wrong with an index is told where it is met; an error of the output goes on.
pub(crate) fn tell(result: Result<()>, exit: &mut Exit) -> Result<()> {
    match result {
        Err(error) if error.is::<IndexError>() => {
            complain(&error.to_string());
            exit.raise(Exit::InputOrOutputError);
            Ok(())
        }
        result => result,
    }
}
