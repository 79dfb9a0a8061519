//! An index that answers instead of files.

use crate::Exit;
use crate::show::complain;
use anyhow::Result;
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
