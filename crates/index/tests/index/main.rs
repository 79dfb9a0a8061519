//! Indexes of streams whose answers are known from the files themselves.

mod columns;
mod damage;
mod extract;
mod format;
mod items;
mod laws;
mod mistakes;
mod refresh;
mod sameness;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use runlex::dialects::KEYS;
use runlex::report::{FileReport, RunBrief, RunRecord, TotalsReport};
use runlex::{IdKey, Options, Record, Report, Totals};
use runlex_index::{FileRuns, Index, IndexError, Summary, Table, Update};
use runlex_scan::{Aggregate, FileError, Scan, Sources};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

pub(crate) struct Fold(Report);

impl Aggregate for Fold {
    type Output = Report;
    fn observe(&mut self, record: &Record<'_, '_>) {
        self.0.observe(record);
    }
    fn merge(&mut self, later: Fold) {
        self.0.merge(later.0);
    }
    fn finish(self, _: Option<&FileError>) -> Report {
        self.0
    }
}

/// All that can be asked, in forms that can be compared.
#[derive(Debug, PartialEq)]
pub(crate) struct Answers {
    pub(crate) totals: TotalsReport,
    pub(crate) files: Vec<(PathBuf, FileReport)>,
    pub(crate) runs: Vec<(PathBuf, Vec<RunRecord>)>,
}

/// From the files.
pub(crate) fn direct(paths: &[&Path]) -> Answers {
    let key = IdKey::random();
    let mut totals = Totals::new(key);
    let (mut files, mut runs) = (Vec::new(), Vec::new());
    let paths = paths.iter().map(|path| std::path::absolute(path).expect("a path"));
    let scan = Scan::new(Options::new(&KEYS)).files(Sources::new().paths(paths).find().files).threads(1);
    let ended = scan.run(
        |_| Fold(Report::new(key)),
        |info, outcome| {
            let (one, file) = Totals::of(outcome.output);
            totals.merge(one);
            runs.push((info.path().to_path_buf(), file.run_list.clone()));
            files.push((info.path().to_path_buf(), FileReport { run_list: Vec::new(), ..file }));
        },
    );
    ended.expect("a thread");
    runs.retain(|(_, runs)| !runs.is_empty());
    Answers { totals: totals.finish(), files, runs }
}

/// From the index.
pub(crate) fn indexed(folder: &Path) -> Answers {
    let index = runlex_index::verify(folder).expect("an index");
    let (mut files, mut runs) = (Vec::new(), Vec::new());
    index
        .reports(|file, report| {
            let mut report = report.finish();
            report.run_list.clear();
            files.push((file.path().to_path_buf(), report));
            Ok::<(), IndexError>(())
        })
        .expect("reports");
    index
        .runs(|file, list| {
            runs.push((file.path().to_path_buf(), list));
            Ok::<(), IndexError>(())
        })
        .expect("runs");
    let mut records = runs.iter();
    let (first, others) = index.brief_runs().split();
    for briefs in [Some(first), others].into_iter().flatten() {
        let check = |file: FileRuns<'_>| {
            let (path, records) = records.next().expect("a file with records");
            let briefs: Vec<RunBrief<'_>> = file.runs()?.collect::<Result<_, _>>()?;
            let want: Vec<RunBrief<'_>> = records.iter().map(RunBrief::from).collect();
            assert_eq!((file.path(), briefs), (&**path, want));
            Ok::<(), IndexError>(())
        };
        briefs.files(check).expect("runs in short");
    }
    assert!(records.next().is_none());
    runs.retain(|(_, runs): &(PathBuf, Vec<RunRecord>)| !runs.is_empty());
    Answers { totals: index.totals().expect("totals"), files, runs }
}

/// A folder that goes away. In memory if there is such a place: much is written here that has to be safe on a disk first.
pub(crate) fn scratch() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a folder")
}

pub(crate) fn run(update: Update) -> Summary {
    let prepared = update.prepare(|_| {}).expect("it can be prepared");
    prepared.run(&|_| {}, &AtomicBool::new(false)).expect("it can be written")
}

pub(crate) fn update(folder: &Path, paths: &[&Path]) -> Summary {
    run(Update::new(folder).paths(paths).threads(2))
}

/// All rows of a table that count, as text, sorted.
pub(crate) fn rows(folder: &Path, table: Table) -> Vec<String> {
    let mut all: Vec<String> = rows_of(folder, table).into_values().flatten().collect();
    all.sort();
    all
}

/// The same for each file, by path: in the order of lines.
pub(crate) fn rows_of(folder: &Path, table: Table) -> BTreeMap<PathBuf, Vec<String>> {
    let index = Index::open(folder).expect("an index");
    let files = index.files().expect("files");
    let paths: BTreeMap<u64, &Path> = files.map(|file| (file.number(), file.path())).collect();
    let columns: Vec<&str> = table.columns().iter().map(|column| column.name).collect();
    let mut all: BTreeMap<PathBuf, Vec<String>> = BTreeMap::new();
    index
        .rows(table, &columns, |batch| {
            let files = batch.column_by_name("file").expect("a column").as_primitive::<Int64Type>();
            for row in 0..batch.num_rows() {
                let columns = batch.columns().iter().zip(batch.schema_ref().fields());
                // The number of a file is not the same in two indexes of the same files.
                let columns =
                    columns.filter(|(_, field)| !matches!(field.name().as_str(), "file" | "commit"));
                let cells: Vec<String> = columns
                    .map(|(column, field)| format!(" {}={:?}", field.name(), column.slice(row, 1)))
                    .collect();
                let path = paths[&(files.value(row) as u64)].to_path_buf();
                all.entry(path).or_default().push(cells.concat());
            }
            Ok(())
        })
        .expect("rows");
    all
}
