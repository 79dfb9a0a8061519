//! An index, opened for questions.

use crate::brief::BriefRuns;
use crate::compact::Live;
use crate::error::IndexError;
use crate::extract::{Batches, ExtractError};
use crate::folder::{Folder, MANIFEST};
use crate::manifest::Manifest;
use crate::schema::Table;
use crate::segment::{self, Blobs};
use crate::sources::Source;
use crate::{saved, sources, sql};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, TimestampMillisecondType};
use arrow_array::{
    Array, BooleanArray, Int64Array, RecordBatch, RecordBatchOptions, StringArray, TimestampMillisecondArray,
};
use runlex::report::{Call, CallLog, CallResult, CallSource, RunRecord, TotalsReport};
use runlex::{IdKey, Report};
use runlex_scan::ScanError;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// An index, as its last commit left it.
#[derive(Debug)]
pub struct Index {
    folder: Folder,
    pub(crate) manifest: Manifest,
    /// Read when they are asked for.
    sources: OnceLock<Vec<Source>>,
}

/// A file of an index.
#[derive(Clone, Copy, Debug)]
pub struct IndexedFile<'i> {
    source: &'i Source,
}

impl<'i> IndexedFile<'i> {
    /// Where it was found.
    pub fn path(&self) -> &'i Path {
        &self.source.path.0
    }

    /// Its number in the tables.
    pub fn number(&self) -> u64 {
        self.source.file
    }

    /// Its bytes, unpacked.
    pub fn bytes(&self) -> u64 {
        self.source.bytes
    }

    /// Its lines.
    pub fn lines(&self) -> u64 {
        self.source.lines
    }

    /// The encoding of a stream that is no UTF-8: `UTF-16LE`, `UTF-16BE`.
    pub fn encoding(&self) -> Option<&'i str> {
        self.source.encoding.as_deref()
    }

    /// How it is compressed: `gzip`, `zstd`.
    pub fn compression(&self) -> Option<&'i str> {
        self.source.compression.as_deref()
    }

    /// Whether a line of it carries several session ids: [`Index::session`] knows each line by its first.
    pub fn has_more_sessions(&self) -> bool {
        self.source.more_sessions
    }

    /// Whether the file is still as it was when it was read, by its identity and times. Asks the system.
    pub fn is_as_indexed(&self) -> bool {
        let meta = self.path().metadata();
        let stamp = meta.ok().and_then(|meta| runlex_scan::Stamp::of(&meta));
        stamp.is_some_and(|stamp| self.source.is_as(stamp))
    }
}

/// Where lines lie in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of the first line, from 1.
    pub line: u64,
    /// How many lines they are.
    pub lines: u64,
    /// Where the first begins, in bytes from the start of the unpacked file.
    pub offset: u64,
    /// Their bytes, with line ends.
    pub length: u64,
}

impl Index {
    /// Opens the index in `folder`. Reads the manifest; all else is read when it is asked for.
    ///
    /// # Errors
    ///
    /// If there is none, if its manifest is damaged, or if it is of another version.
    pub fn open(folder: impl AsRef<Path>) -> Result<Index, IndexError> {
        let folder = Folder::new(folder.as_ref());
        let manifest = Manifest::read(&folder)?;
        let manifest = manifest.ok_or_else(|| IndexError::Missing(folder.path().to_path_buf()))?;
        if manifest.state_version != runlex::saved::VERSION {
            return Err(IndexError::OtherVersion);
        }
        Ok(Index { folder, manifest, sources: OnceLock::new() })
    }

    /// The files, by path. Read by the first question that needs them, and kept.
    ///
    /// # Errors
    ///
    /// If the index is damaged, or cannot be read.
    pub fn files(&self) -> Result<impl ExactSizeIterator<Item = IndexedFile<'_>>, IndexError> {
        Ok(self.sources()?.iter().map(|source| IndexedFile { source }))
    }

    pub(crate) fn sources(&self) -> Result<&[Source], IndexError> {
        match self.sources.get() {
            Some(sources) => Ok(sources),
            None => {
                let sources = sources::read(&self.folder, &self.manifest)?;
                Ok(self.sources.get_or_init(|| sources))
            }
        }
    }

    /// What could not be read when the index was made, each with the reason.
    pub fn failed(&self) -> impl ExactSizeIterator<Item = (&Path, &str)> {
        self.manifest.failed.iter().map(|failed| (&*failed.path.0, &*failed.error))
    }

    /// The number of the commit.
    pub fn commit(&self) -> u64 {
        self.manifest.commit
    }

    /// Lines with more content than this were passed over as `too-long`.
    pub fn max_line(&self) -> u64 {
        self.manifest.settings.max_line
    }

    /// What it was given to index.
    pub fn roots(&self) -> impl ExactSizeIterator<Item = &Path> {
        self.manifest.roots.iter().map(|root| &*root.0)
    }

    /// Rows of a table, those that no longer count among them; and bytes of its segments, and how many these are.
    pub fn size_of(&self, table: Table) -> (u64, u64, u64) {
        let segments = self.manifest.of_table(table);
        segments.fold((0, 0, 0), |(rows, bytes, count), segment| {
            (rows + segment.rows, bytes + segment.bytes, count + 1)
        })
    }

    /// Bytes of all files of the index but the manifest.
    pub fn bytes(&self) -> u64 {
        self.manifest.bytes()
    }

    /// Bytes of the saved folds.
    pub fn size_of_saved(&self) -> u64 {
        let segments = self.manifest.segments.iter();
        segments.filter(|segment| segment.table.is_none()).map(|segment| segment.bytes).sum()
    }

    /// SQL for DuckDB that makes a view of each table, with only the rows that count, and `calls`, which pairs tool calls with their
    /// results. It names the files of this commit: the next one may remove them.
    ///
    /// # Errors
    ///
    /// If the folder of the program cannot be told, so that the index has no absolute path.
    pub fn sql(&self) -> Result<String, IndexError> {
        sql::views(&self.folder, &self.manifest)
    }

    /// The sums over all files, as [`Totals`](runlex::Totals) gives them for the same files in the same order. They were made with
    /// the commit; this only loads them.
    ///
    /// # Errors
    ///
    /// If the index is damaged, or cannot be read.
    pub fn totals(&self) -> Result<TotalsReport, IndexError> {
        let mut blobs = Blobs::new(&self.folder);
        let path = self.folder.join(MANIFEST);
        let blob = self.manifest.totals.ok_or_else(|| IndexError::damaged(&path, "it names no sums"))?;
        saved::totals(blobs.read(blob)?)
    }

    /// The runs of each file, by path. They were made with the commit; this only loads them.
    ///
    /// # Errors
    ///
    /// If the index is damaged, or cannot be read; those of `each`.
    pub fn runs<E: From<IndexError>>(
        &self,
        mut each: impl FnMut(IndexedFile<'_>, Vec<RunRecord>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut blobs = Blobs::new(&self.folder);
        let mut files = self.files()?;
        for blob in &self.manifest.runs {
            for runs in saved::runs(blobs.read(*blob)?) {
                let runs = runs?;
                // They were saved in the order of files.
                let file =
                    files.find(|file| file.number() == runs.file).filter(|file| file.path() == runs.path);
                match file {
                    Some(file) => each(file, saved::records(runs.bytes)?)?,
                    None => {
                        let what = "there are runs of a file that is not there".to_owned();
                        return Err(IndexError::Saved(what).into());
                    }
                }
            }
        }
        Ok(())
    }

    /// The same in short, what a list shows of each run: takes a fraction of the time, for it needs no list of files and loads no
    /// counts by tool. Reads nothing yet.
    pub fn brief_runs(&self) -> BriefRuns<'_> {
        BriefRuns { folder: &self.folder, parts: &self.manifest.runs }
    }

    /// The report of each file, by path: all that `check` tells of it. Loads one after the other.
    ///
    /// # Errors
    ///
    /// If the index is damaged, or cannot be read; those of `each`.
    pub fn reports<E: From<IndexError>>(
        &self,
        mut each: impl FnMut(IndexedFile<'_>, Report) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut blobs = Blobs::new(&self.folder);
        for source in self.sources()? {
            let report = source.report(&mut blobs, IdKey::from_u64(self.manifest.id_key))?;
            each(IndexedFile { source }, report)?;
        }
        Ok(())
    }

    /// The rows of a table that count, with these columns, in the order of the schema. Those of a file are in the order of lines;
    /// files are in no order.
    ///
    /// # Errors
    ///
    /// If the index is damaged, or cannot be read; those of `each`.
    pub fn rows(
        &self,
        table: Table,
        columns: &[&str],
        mut each: impl FnMut(&RecordBatch) -> Result<(), IndexError>,
    ) -> Result<(), IndexError> {
        let live = Live::of(self.sources()?);
        let wanted: Vec<&str> = match table.is_snapshot() {
            true => columns.to_vec(),
            false => columns.iter().copied().chain(["file", "commit"]).collect(),
        };
        for segment in self.manifest.of_table(table) {
            segment::read(&self.folder, segment, Some(&wanted), |batch| match table.is_snapshot() {
                true => each(&batch),
                false => each(&live.rows(&batch)?),
            })?;
        }
        Ok(())
    }

    /// The same as batches, on a thread of its own: these columns alone, in this order.
    ///
    /// # Errors
    ///
    /// If no thread can be started. All others are items of [`Batches`].
    pub fn batches(self: &Arc<Index>, table: Table, columns: &[String]) -> Result<Batches, ExtractError> {
        let (index, columns) = (self.clone(), columns.to_vec());
        let schema = table.plain_schema(&columns);
        Batches::of(schema.clone(), move |taker| {
            let names: Vec<&str> = columns.iter().map(String::as_str).collect();
            let mut is_wanted = true;
            let read = index.rows(table, &names, |batch| {
                let found =
                    names.iter().map(|name| batch.column_by_name(name).cloned().ok_or_else(other_columns));
                let columns = found.collect::<Result<Vec<_>, _>>()?;
                let rows = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
                let batch = RecordBatch::try_new_with_options(schema.clone(), columns, &rows)?;
                is_wanted = taker.send(Ok(batch));
                // An end like any other, of which nobody hears.
                if is_wanted { Ok(()) } else { Err(IndexError::Scan(ScanError::Cancelled)) }
            });
            if is_wanted { Ok(read?) } else { Ok(()) }
        })
    }

    /// The tool calls and results of each file, by path, with the file's runs: what [`CallLog::finish`] takes. Loads
    /// all of them first.
    ///
    /// # Errors
    ///
    /// If the index is damaged, or cannot be read; those of `each`.
    pub fn calls<E: From<IndexError>>(
        &self,
        mut each: impl FnMut(IndexedFile<'_>, CallLog, Vec<RunRecord>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut logs: HashMap<u64, CallLog> = HashMap::new();
        let columns: Vec<&str> = Table::ToolCalls.columns().iter().map(|column| column.name).collect();
        self.rows(Table::ToolCalls, &columns, |batch| {
            let rows = CallColumns::of(batch).ok_or_else(other_columns)?;
            for row in 0..batch.num_rows() {
                rows.add(row, logs.entry(number(rows.file, row)).or_default());
            }
            Ok(())
        })?;
        self.runs(|file, runs| each(file, logs.remove(&file.number()).unwrap_or_default(), runs))
    }

    /// Where the events lie whose first session id this is: files by path, places in order. Lines that carry it behind another
    /// one are in files that say [`has_more_sessions`](IndexedFile::has_more_sessions).
    ///
    /// # Errors
    ///
    /// If the index is damaged, or cannot be read.
    pub fn session(&self, id: &str) -> Result<Vec<(IndexedFile<'_>, Vec<Place>)>, IndexError> {
        let mut found: HashMap<u64, Vec<Place>> = HashMap::new();
        let columns = ["line", "lines", "offset", "length", "session"];
        self.rows(Table::Lines, &columns, |batch| {
            let (Some(file), Some(line), Some(lines), Some(offset), Some(length), Some(sessions)) = (
                int(batch, "file"),
                int(batch, "line"),
                int(batch, "lines"),
                int(batch, "offset"),
                int(batch, "length"),
                text(batch, "session"),
            ) else {
                return Err(other_columns());
            };
            for (row, session) in sessions.iter().enumerate() {
                if session == Some(id) {
                    found.entry(number(file, row)).or_default().push(Place {
                        line: number(line, row),
                        lines: number(lines, row),
                        offset: number(offset, row),
                        length: number(length, row),
                    });
                }
            }
            Ok(())
        })?;
        let mut places = Vec::new();
        for file in self.files()? {
            if let Some(mut lines) = found.remove(&file.number()) {
                lines.sort_unstable_by_key(|place| place.offset);
                places.push((file, lines));
            }
        }
        Ok(places)
    }

    /// Where it is.
    pub fn folder(&self) -> PathBuf {
        self.folder.path().to_path_buf()
    }
}

fn int<'b>(batch: &'b RecordBatch, name: &str) -> Option<&'b Int64Array> {
    batch.column_by_name(name)?.as_primitive_opt::<Int64Type>()
}

fn text<'b>(batch: &'b RecordBatch, name: &str) -> Option<&'b StringArray> {
    batch.column_by_name(name)?.as_string_opt::<i32>()
}

/// None of these columns is ever negative.
fn number(column: &Int64Array, row: usize) -> u64 {
    column.value(row).max(0) as u64
}

fn other_columns() -> IndexError {
    IndexError::Saved("a table has other columns than it should".to_owned())
}

/// The columns of `tool_calls`.
struct CallColumns<'b> {
    file: &'b Int64Array,
    line: &'b Int64Array,
    offset: &'b Int64Array,
    told: &'b StringArray,
    id: &'b StringArray,
    tool: &'b StringArray,
    session: &'b StringArray,
    parent: &'b StringArray,
    agent: &'b StringArray,
    is_error: &'b BooleanArray,
    bytes: &'b Int64Array,
    time: &'b TimestampMillisecondArray,
}

impl<'b> CallColumns<'b> {
    fn of(batch: &'b RecordBatch) -> Option<CallColumns<'b>> {
        Some(CallColumns {
            file: int(batch, "file")?,
            line: int(batch, "line")?,
            offset: int(batch, "offset")?,
            told: text(batch, "told")?,
            id: text(batch, "id")?,
            tool: text(batch, "tool")?,
            session: text(batch, "session")?,
            parent: text(batch, "parent_tool_use_id")?,
            agent: text(batch, "agent")?,
            is_error: batch.column_by_name("is_error")?.as_boolean_opt()?,
            bytes: int(batch, "bytes")?,
            time: batch.column_by_name("time")?.as_primitive_opt::<TimestampMillisecondType>()?,
        })
    }

    fn add(&self, row: usize, log: &mut CallLog) {
        let text = |column: &'b StringArray| column.is_valid(row).then(|| column.value(row));
        let source = match self.told.value(row) {
            "chunk" => CallSource::Chunk,
            _ => CallSource::Message,
        };
        let (line, offset) = (number(self.line, row), number(self.offset, row));
        let (session, id) = (text(self.session), text(self.id));
        let agent = text(self.parent).or(text(self.agent));
        let bytes = self.bytes.is_valid(row).then(|| number(self.bytes, row));
        let time_ms = self.time.is_valid(row).then(|| self.time.value(row));
        if self.is_error.is_valid(row) {
            let (is_error, bytes) = (self.is_error.value(row), bytes.unwrap_or(0));
            log.add_result(CallResult { source, line, offset, session, id, agent, is_error, bytes, time_ms });
        } else {
            let (name, input_bytes) = (text(self.tool), bytes);
            log.add_call(Call { source, line, offset, session, id, name, agent, input_bytes, time_ms });
        }
    }
}
