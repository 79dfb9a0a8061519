//! What is named, and which runs of which files that is.
//!
//! Files are read twice: once for their runs, which are those of `ls`, and once to show them. What can be read once only, a
//! pipe, has no plan.

use crate::Exit;
use crate::args::{Filters, Io, Reading, Threading};
use crate::choice::Choice;
use crate::message::{self, Kind};
use crate::read::{self, Beside};
use crate::show::{counted, name};
use anyhow::Result;
use runlex::report::RunRecord;
use runlex::{IdKey, Report};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Fewer characters of a session id are no name.
const LEAST: usize = 8;

/// What stands on the command line.
#[derive(Debug, PartialEq, Eq)]
enum Word {
    /// A file or folder, or what else can be read.
    Path(PathBuf),
    /// The run that has this line.
    Line(PathBuf, u64),
    /// The runs whose session id begins so.
    Id(String),
}

impl Word {
    fn of(word: &Path) -> Word {
        if word.as_os_str() == "-" || word.exists() {
            return Word::Path(word.to_path_buf());
        }
        let Some(text) = word.to_str() else { return Word::Path(word.to_path_buf()) };
        if let Some((path, line)) = text.rsplit_once(':')
            && let Ok(line) = line.parse()
            && (Path::new(path).exists() || is_path(path))
        {
            return Word::Line(path.into(), line);
        }
        match is_path(text) {
            true => Word::Path(word.to_path_buf()),
            // As a table cuts it.
            false => Word::Id(text.strip_suffix('…').unwrap_or(text).to_owned()),
        }
    }
}

/// Whether it looks like one, where there is no such file.
fn is_path(text: &str) -> bool {
    let ending = Path::new(text).extension().and_then(|ending| ending.to_str());
    text == "-"
        || text.contains(['/', '\\'])
        || ending.is_some_and(|ending| ["jsonl", "ndjson", "json", "gz", "zst"].contains(&ending))
}

/// What is shown of a file.
#[derive(Default)]
pub(super) struct FilePlan {
    /// Its runs by their first lines, those that are shown with what is known of them.
    pub(super) runs: Vec<(u64, Option<RunRecord>)>,
    /// Lines that were asked for.
    pub(super) marks: Vec<u64>,
    /// All of it, also what stands before the first run.
    pub(super) is_whole: bool,
}

/// What is shown.
pub(super) struct Plan {
    /// What there is to read, and how.
    pub(super) reading: Reading,
    files: HashMap<PathBuf, FilePlan>,
}

impl Plan {
    /// Finds what `reading` names. `None` if there is nothing to show; that was told, and raised `exit`.
    pub(super) fn of(mut reading: Reading, filters: &Filters, exit: &mut Exit) -> Result<Option<Plan>> {
        let mut files = HashMap::new();
        if reading.paths.is_empty() {
            return Ok(Some(Plan { reading, files }));
        }
        let words: Vec<Word> = reading.paths.iter().map(|word| Word::of(word)).collect();
        let mut asked = Asked::of(words, exit);
        if *exit != Exit::Fine {
            return Ok(None);
        }
        let streams: Vec<PathBuf> = asked.paths.iter().filter(|path| is_stream(path)).cloned().collect();
        asked.paths.retain(|path| !is_stream(path));
        let lines = asked.lines.iter().map(|line| &line.path);
        reading.paths = asked.paths.iter().chain(lines).cloned().collect();
        let mut shown = streams;
        let choice = Choice::of_lines(filters);
        if !reading.paths.is_empty() {
            let threading = Threading { threads: None, io: Io::Auto };
            let runs = |report: Report, _| {
                let report = report.finish();
                (report.run_list, report.lines)
            };
            read::all(&reading, &threading, IdKey::random(), Beside::default(), exit, runs, |outcome, _| {
                let (path, (runs, lines)) = (outcome.input.path(), outcome.output);
                let is_taken = choice.as_ref().map(|choice| choice.take(&runs, &outcome.seen));
                let plan = asked.file(path, runs, is_taken.as_deref(), lines);
                let has_runs = plan.runs.iter().any(|(_, run)| run.is_some());
                if outcome.is_read && (plan.is_whole || has_runs) {
                    shown.push(path.to_path_buf());
                    files.insert(path.to_path_buf(), plan);
                }
                Ok(())
            })?;
        }
        if !asked.tell_what_was_not_found(exit) {
            return Ok(None);
        }
        reading.paths = shown;
        Ok((!reading.paths.is_empty()).then_some(Plan { reading, files }))
    }

    /// What is shown of a file; nothing for a pipe, of which all is.
    pub(super) fn file(&self, path: &Path) -> Option<&FilePlan> {
        self.files.get(path)
    }
}

/// Whether it is there to be read once only.
fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-" || fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// The words by what they are, and what was found of them.
#[derive(Default)]
struct Asked {
    paths: Vec<PathBuf>,
    /// The same as [`whole_path`] has them.
    whole_paths: HashSet<PathBuf>,
    lines: Vec<AskedLine>,
    ids: Vec<AskedId>,
}

struct AskedLine {
    path: PathBuf,
    whole_path: PathBuf,
    line: u64,
    is_found: bool,
}

struct AskedId {
    beginning: String,
    found: BTreeSet<String>,
}

impl Asked {
    fn of(words: Vec<Word>, exit: &mut Exit) -> Asked {
        let mut asked = Asked::default();
        for word in words {
            match word {
                Word::Path(path) => {
                    asked.whole_paths.insert(whole_path(&path));
                    asked.paths.push(path);
                }
                Word::Line(path, line) if is_stream(&path) => {
                    message::error(
                        Kind::Usage,
                        &format!("{}:{line}: a pipe is read only once: save it to a file", path.display()),
                    );
                    exit.raise(Exit::WrongUsage);
                }
                Word::Line(path, line) => {
                    let whole_path = whole_path(&path);
                    asked.lines.push(AskedLine { path, whole_path, line, is_found: false });
                }
                Word::Id(beginning) if beginning.chars().count() < LEAST => {
                    message::error(
                        Kind::Usage,
                        &format!(
                            "{beginning}: no such file, and too short for a session id: at least {LEAST} characters"
                        ),
                    );
                    exit.raise(Exit::WrongUsage);
                }
                Word::Id(beginning) => asked.ids.push(AskedId { beginning, found: BTreeSet::new() }),
            }
        }
        let stream = asked.paths.iter().find(|path| is_stream(path));
        match (asked.ids.first(), stream) {
            (Some(_), Some(stream)) => {
                let stream = stream.display();
                message::error(
                    Kind::Usage,
                    &format!("{stream}: a pipe is read only once, too late to look for a session"),
                );
                exit.raise(Exit::WrongUsage);
            }
            (Some(id), None) if asked.paths.is_empty() => {
                message::error(
                    Kind::Usage,
                    &format!(
                        "{}: no such file; if it is a session id, name the files or folders to search beside it",
                        id.beginning
                    ),
                );
                exit.raise(Exit::WrongUsage);
            }
            _ => {}
        }
        asked
    }

    /// What of a file with these runs and so many lines is asked for. Only those are that are chosen, where runs are.
    fn file(
        &mut self,
        path: &Path,
        runs: Vec<RunRecord>,
        is_taken: Option<&[bool]>,
        lines_of_file: u64,
    ) -> FilePlan {
        let file = whole_path(path);
        let is_named = file.ancestors().any(|path| self.whole_paths.contains(path));
        let mut plan = FilePlan { is_whole: is_named && self.ids.is_empty(), ..FilePlan::default() };
        let mut lines: Vec<&mut AskedLine> =
            self.lines.iter_mut().filter(|asked| asked.whole_path == file).collect();
        let begins: Vec<u64> = runs.iter().map(|run| run.line).collect();
        for (at, run) in runs.into_iter().enumerate() {
            let mut is_shown = plan.is_whole;
            for asked in self.ids.iter_mut().filter(|_| is_named) {
                if let Some(id) = run.session.as_ref().filter(|id| id.starts_with(&asked.beginning)) {
                    asked.found.insert(id.clone());
                    is_shown = true;
                }
            }
            let behind = begins.get(at + 1).copied().unwrap_or(lines_of_file + 1);
            for asked in lines.iter_mut().filter(|asked| (run.line..behind).contains(&asked.line)) {
                asked.is_found = true;
                is_shown = true;
                // The beginning needs no mark.
                if asked.line != run.line {
                    plan.marks.push(asked.line);
                }
            }
            is_shown &= is_taken.is_none_or(|is_taken| is_taken[at]);
            plan.runs.push((run.line, is_shown.then_some(run)));
        }
        plan.marks.sort_unstable();
        plan
    }

    /// False if a word names several sessions, so that nobody knows which is meant.
    fn tell_what_was_not_found(&self, exit: &mut Exit) -> bool {
        for asked in self.lines.iter().filter(|asked| !asked.is_found && asked.path.exists()) {
            message::error(
                Kind::Usage,
                &format!("{}:{}: there is no run at this line", asked.path.display(), asked.line),
            );
            exit.raise(Exit::NoMatch);
        }
        let mut is_clear = true;
        for AskedId { beginning, found } in &self.ids {
            match found.len() as u64 {
                0 => {
                    message::error(Kind::Usage, &format!("{beginning}: no run's session id begins so"));
                    exit.raise(Exit::NoMatch);
                }
                1 => {}
                count => {
                    let ids: Vec<String> = found.iter().take(10).map(|id| name(id).to_string()).collect();
                    let more = if count > 10 { " …" } else { "" };
                    let sessions = counted(count, "session", "sessions");
                    message::error(
                        Kind::Usage,
                        &format!("{beginning}: {sessions} begin so: {}{more}", ids.join(" ")),
                    );
                    exit.raise(Exit::WrongUsage);
                    is_clear = false;
                }
            }
        }
        is_clear
    }
}

/// By which two names of a file are known to be one.
fn whole_path(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}
