//! An index that answers instead of files.

use crate::Exit;
use crate::again::{self, Origin};
use crate::choice::Choice;
use crate::fold::Fold;
use crate::inputs::PathText;
use crate::message::{self, Kind};
use crate::parts::Parts;
use crate::seen::Seen;
use anyhow::Result;
use runlex::dialects::KEYS;
use runlex::{IdKey, Options, Report};
use runlex_index::{Index, IndexError, IndexedFile};
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
            let why = format!("{error} (when it was indexed, so it is not in the index)");
            message::error_at(Kind::Input, path, &why);
            exit.raise(Exit::InputOrOutputError);
        }
        answer(&index, exit)
    });
    tell(answered, exit)
}

/// Whether an index knows what runs are chosen by. What it does not is told.
pub(crate) fn can_choose(choice: Option<&Choice<'_>>, exit: &mut Exit) -> bool {
    let can = choice.is_none_or(|choice| choice.wanted().is_none());
    if !can {
        message::error(
            Kind::Usage,
            "an index does not keep which runs have events of a --type or --role: name the files instead",
        );
        exit.raise(Exit::WrongUsage);
    }
    can
}

/// What an index has of a file.
pub(crate) struct Indexed<'i> {
    pub(crate) path: PathText,
    /// Empty where the file could not be read.
    pub(crate) report: Report,
    pub(crate) encoding: Option<&'i str>,
    /// Why it could not.
    pub(crate) error: Option<&'i str>,
}

/// Every file by path, also those that could not be read when the index was made: as files are told of that are read now. With
/// a choice the reports are of the chosen runs alone, and files without any are left out; of a file that has others as well these
/// are read where they lie, and it raises `exit` where they cannot be.
pub(crate) fn reports(
    index: &Index,
    choice: Option<&Choice<'_>>,
    exit: &mut Exit,
    mut each: impl FnMut(Indexed<'_>, &mut Exit) -> Result<()>,
) -> Result<()> {
    let unread = |(path, error): (&Path, &str),
                  exit: &mut Exit,
                  each: &mut dyn FnMut(Indexed<'_>, &mut Exit) -> Result<()>| {
        let report = Report::new(IdKey::random());
        each(Indexed { path: PathText::of(path), report, encoding: None, error: Some(error) }, exit)
    };
    let mut failed = index.failed().peekable();
    index.reports(|file, report| {
        while let Some(before) = failed.next_if(|(path, _)| *path < file.path()) {
            unread(before, exit, &mut each)?;
        }
        let report = match choice {
            Some(choice) => chosen(index, &file, report, choice).unwrap_or_else(|why| {
                message::error_at(Kind::Index, file.path(), &why);
                exit.raise(Exit::InputOrOutputError);
                None
            }),
            None => Some(report),
        };
        let Some(report) = report else { return Ok(()) };
        let indexed =
            Indexed { path: PathText::of(file.path()), report, encoding: file.encoding(), error: None };
        each(indexed, exit)
    })?;
    failed.try_for_each(|behind| unread(behind, exit, &mut each))?;
    Ok(())
}

/// The report of the chosen runs of a file; nothing where there are none.
fn chosen(
    index: &Index,
    file: &IndexedFile<'_>,
    report: Report,
    choice: &Choice<'_>,
) -> Result<Option<Report>, String> {
    let key = report.key();
    let runs = report.clone().finish().run_list;
    let parts = match Parts::of(&runs, &choice.take(&runs, &Seen::default()), file.bytes()) {
        Parts::All => return Ok(Some(report)),
        Parts::Nothing => return Ok(None),
        Parts::Some(parts) => parts,
    };
    if !file.is_as_indexed() {
        return Err("it changed since it was indexed, and only some of its runs are asked for: bring the index up to date".to_owned());
    }
    let origin = Origin::Path(file.path().to_path_buf());
    let options = Options { max_line: index.max_line(), ..Options::new(&KEYS) };
    let fold = Fold::new(Report::new(key), None, None, |report: Report, _| report);
    let read = again::observe(&origin, options, u64::MAX, &parts, fold, Fold::pass_over);
    read.map(|fold| Some(fold.into_report())).map_err(|error| format!("reading it again: {error}"))
}

/// What is wrong with an index is told where it is met; an error of the output goes on.
pub(crate) fn tell(result: Result<()>, exit: &mut Exit) -> Result<()> {
    match result {
        Err(error) if error.is::<IndexError>() => {
            message::error(Kind::Index, &error.to_string());
            exit.raise(Exit::InputOrOutputError);
            Ok(())
        }
        result => result,
    }
}
