//! The tables of an index without an index: facts of files as Arrow batches, straight from a scan.
//!
//! Batches come while files are read: rows of one file in the order of its lines, of several files side by side. Memory is that of a
//! scan and of some ten thousand rows; but a file's `runs` wait for its end, and `usage` waits for that of all.

mod batches;
mod condition;
mod facts;
mod items;
mod table;

pub use batches::Batches;
pub(crate) use batches::Taker;
pub use condition::{Bound, Comparison, Condition};
pub use facts::{run_rows, usage_rows};
pub use table::ScanTable;

use crate::error::IndexError;
use crate::kept::Kept;
use crate::rows::Spare;
use crate::schema::Column;
use arrow_array::{ArrayRef, BooleanArray, RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, Field, Schema, SchemaRef};
use arrow_select::filter::filter_record_batch;
use facts::{Facts, Gathered};
use runlex::{IdKey, Options};
use runlex_scan::{FileError, FileInfo, Scan, ScanError};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// What is to be read, and what of it is wanted.
#[derive(Clone)]
pub struct Extract {
    files: Vec<FileInfo>,
    range: Option<Range<u64>>,
    threads: usize,
    with_text: bool,
    columns: Option<Vec<String>>,
    conditions: Vec<Condition>,
}

impl fmt::Debug for Extract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extract")
            .field("files", &self.files)
            .field("range", &self.range)
            .finish_non_exhaustive()
    }
}

/// Why there are no rows of a file, or of the rest of it; or why there are none at all. Displayed in one line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExtractError {
    /// A file was not read to its end. The rows of what was read before it came, and those of other files still do.
    #[error("{}: {error}", .path.display())]
    File {
        /// Where it is.
        path: PathBuf,
        /// What is wrong, and where.
        error: FileError,
    },
    /// A range of a file was not read to its end.
    #[error("{}: {cause}", .path.display())]
    Range {
        /// Where the file is.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// The scan could not be done.
    #[error(transparent)]
    Scan(#[from] ScanError),
    /// An index could not be read.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// There is no such column, or a condition does not go with its column.
    #[error("{0}")]
    Columns(String),
    /// Reading panicked: a fault of runlex. Not all rows came.
    #[error("reading broke off by a fault of runlex, please report it")]
    Panicked,
    /// Rows do not fit their table: a fault of runlex.
    #[error("there are no rows of this: {0}; this is a fault of runlex, please report it")]
    Rows(#[from] ArrowError),
}

impl Extract {
    /// All of these files, all columns but text, by as many threads as the machine can run at once, but not more than 8.
    pub fn new(files: Vec<FileInfo>) -> Extract {
        let (range, columns, conditions) = (None, None, Vec::new());
        Extract { files, range, threads: 0, with_text: false, columns, conditions }
    }

    /// Only the lines of each file that begin in these bytes: parts that make up a whole give each line once. Line numbers count from the
    /// first of them. Nothing is unpacked; one thread reads.
    ///
    /// The dialect of items is that of their run, which lines outside of the range may tell: of those before it so many are read as it takes, most often 64 KiB
    /// and at most 64 MiB, and of those behind it at most as many as [wait](runlex::whose::RunDialects) for a dialect. So items are those of
    /// the whole file, unless the 64 MiB before the range do not decide whose run it is. Which items of a recording of Gemini CLI are
    /// repeats is known by reading it from its start.
    pub fn range(mut self, range: Range<u64>) -> Extract {
        self.range = Some(range);
        self
    }

    /// So many threads; 0 for as many as the machine can run at once, but not more than 8.
    pub fn threads(mut self, threads: usize) -> Extract {
        self.threads = threads;
        self
    }

    /// Whether there are the columns with what people and programs wrote. Not by default.
    pub fn with_text(mut self, yes: bool) -> Extract {
        self.with_text = yes;
        self
    }

    /// These columns alone, in this order. No other is made, but for [conditions](Self::conditions), and no more is gathered of the lines than
    /// they take.
    pub fn columns<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Extract {
        self.columns = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// Only rows that meet all of these.
    pub fn conditions(mut self, conditions: impl IntoIterator<Item = Condition>) -> Extract {
        self.conditions.extend(conditions);
        self
    }

    /// The columns that [`read`](Self::read) gives of `table`.
    ///
    /// # Errors
    ///
    /// [`ExtractError::Columns`].
    pub fn schema(&self, table: ScanTable) -> Result<SchemaRef, ExtractError> {
        Ok(self.shape(table)?.schema)
    }

    fn shape(&self, table: ScanTable) -> Result<Shape, ExtractError> {
        let all: Vec<Column> = table.columns(self.with_text).collect();
        let place = |name: &str| {
            all.iter().position(|column| column.name == name).ok_or_else(|| {
                let names: Vec<&str> = all.iter().map(|column| column.name).collect();
                let (table, names) = (table.as_str(), names.join(", "));
                ExtractError::Columns(format!("{table} has no column {name}; its columns are {names}"))
            })
        };
        let wanted: Vec<usize> = match &self.columns {
            Some(names) => names.iter().map(|name| place(name)).collect::<Result<_, _>>()?,
            None => (0..all.len()).collect(),
        };
        let mut conditions = Vec::new();
        for condition in &self.conditions {
            let at = place(&condition.column)?;
            condition.check(all[at].kind).map_err(ExtractError::Columns)?;
            conditions.push((at, condition.clone()));
        }
        let fields: Vec<Field> = wanted.iter().map(|at| all[*at].plain_field()).collect();
        let schema = Arc::new(Schema::new(fields));
        Ok(Shape { table, with_text: self.with_text, all, wanted, conditions, schema })
    }

    /// Begins to read, on threads that end when [`Batches`] is dropped.
    ///
    /// # Errors
    ///
    /// [`ExtractError::Columns`], and where no thread can be started. All others are items of [`Batches`].
    pub fn read(self, table: ScanTable) -> Result<Batches, ExtractError> {
        let shape = self.shape(table)?;
        let paths = self.files.iter().map(|info| info.path().to_string_lossy().into_owned()).collect();
        Batches::of(shape.schema.clone(), move |taker| self.run(&Outlet::new(shape, paths, taker.clone())))
    }

    fn run(self, outlet: &Outlet) -> Result<(), ExtractError> {
        let key = IdKey::random();
        let options = Options::new(&runlex::dialects::KEYS);
        let scan = Scan::new(options).threads(self.threads).cancel(&outlet.taker.stop);
        if outlet.shape.table == ScanTable::Items {
            return items::read(self, scan, key, outlet);
        }
        let mut gathered = Gathered::new(key, outlet);
        match self.range {
            Some(range) => {
                for (file, info) in (0..).zip(&self.files) {
                    let path = info.path();
                    let facts = Facts::new(file, key, outlet).alone();
                    match File::open(path).and_then(|open| scan.range(&open, range.clone(), facts)) {
                        Ok(facts) => gathered.add(facts.known()),
                        Err(cause) => outlet.error(ExtractError::Range { path: path.to_path_buf(), cause }),
                    }
                }
            }
            None => {
                let numbers: HashMap<PathBuf, u64> =
                    self.files.iter().map(|info| info.path().to_path_buf()).zip(0..).collect();
                scan.files(self.files).run(
                    |info| Facts::new(numbers[info.path()], key, outlet),
                    |info, outcome| {
                        gathered.add(outcome.output);
                        if let Some(error) = outcome.error {
                            outlet.error(ExtractError::File { path: info.path().to_path_buf(), error });
                        }
                    },
                )?;
            }
        }
        gathered.finish();
        Ok(())
    }
}

/// Which rows and columns of a table are wanted.
struct Shape {
    table: ScanTable,
    with_text: bool,
    /// The columns that there are.
    all: Vec<Column>,
    /// Those that are wanted, by their numbers among all.
    wanted: Vec<usize>,
    /// With the column that each is of.
    conditions: Vec<(usize, Condition)>,
    schema: SchemaRef,
}

impl Shape {
    /// Whether a column is wanted, or it takes it to tell which rows are.
    fn needs(&self, name: &str) -> bool {
        let is_it = |at: &usize| self.all.get(*at).is_some_and(|column| column.name == name);
        self.wanted.iter().any(is_it) || self.conditions.iter().any(|(at, _)| is_it(at))
    }

    /// Of so many rows those that are wanted, in the columns that are. `make` makes a column by its number; it is asked for no other, and
    /// for none twice.
    fn of(
        &self,
        rows: usize,
        make: impl Fn(usize) -> Result<ArrayRef, ArrowError>,
    ) -> Result<RecordBatch, ArrowError> {
        let mut made: BTreeMap<usize, ArrayRef> = BTreeMap::new();
        let mut column = |at: usize| match made.get(&at) {
            Some(column) => Ok(column.clone()),
            None => make(at).inspect(|column| {
                made.insert(at, column.clone());
            }),
        };
        let mut keep: Option<BooleanArray> = None;
        for (at, condition) in &self.conditions {
            let met = condition.of(&column(*at)?);
            let both = keep.map_or(met.clone(), |keep| BooleanArray::new(keep.values() & met.values(), None));
            if both.true_count() == 0 {
                return Ok(RecordBatch::new_empty(self.schema.clone()));
            }
            keep = Some(both);
        }
        let columns = self.wanted.iter().map(|at| column(*at)).collect::<Result<Vec<_>, _>>()?;
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let batch = RecordBatch::try_new_with_options(self.schema.clone(), columns, &options)?;
        match keep {
            Some(keep) => filter_record_batch(&batch, &keep),
            None => Ok(batch),
        }
    }
}

/// Where batches go.
struct Outlet {
    shape: Shape,
    /// What that takes of the lines.
    kept: Kept,
    /// Of the files, by their numbers.
    paths: Vec<String>,
    taker: Taker,
    /// What the lines of a part are gathered in.
    spare: Spare,
}

impl Outlet {
    fn new(shape: Shape, paths: Vec<String>, taker: Taker) -> Outlet {
        let kept = facts::kept(&shape);
        Outlet { shape, kept, paths, taker, spare: Spare::default() }
    }

    fn error(&self, error: ExtractError) {
        self.taker.send(Err(error));
    }

    /// Hands on so many rows, of whose columns `make` makes one by its number.
    fn rows(&self, rows: usize, make: impl Fn(usize) -> Result<ArrayRef, ArrowError>) {
        if rows == 0 {
            return;
        }
        match self.shape.of(rows, make) {
            Ok(batch) if batch.num_rows() == 0 => {}
            Ok(batch) => {
                self.taker.send(Ok(batch));
            }
            Err(error) => self.error(error.into()),
        }
    }

    fn path(&self, file: u64) -> Option<&str> {
        usize::try_from(file).ok().and_then(|file| self.paths.get(file)).map(|path| &**path)
    }
}
