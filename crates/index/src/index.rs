//! An index, opened for questions.

use crate::compact::Live;
use crate::error::IndexError;
use crate::folder::{Folder, MANIFEST};
use crate::manifest::{Blob, Manifest, Source};
use crate::schema::Table;
use crate::segment::{self, Blobs};
use crate::{saved, sql, update};
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use runlex::Report;
use runlex::report::{RunRecord, TotalsReport};
use std::path::{Path, PathBuf};

/// An index, as its last commit left it.
#[derive(Debug)]
pub struct Index {
    folder: Folder,
    pub(crate) manifest: Manifest,
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
    /// If there is none, if its manifest is damaged, or of another version.
    pub fn open(folder: impl AsRef<Path>) -> Result<Index, IndexError> {
        let folder = Folder::new(folder.as_ref());
        let manifest = Manifest::read(&folder)?;
        let manifest = manifest.ok_or_else(|| IndexError::Missing(folder.path().to_path_buf()))?;
        Ok(Index { folder, manifest })
    }

    /// The files, by path.
    pub fn files(&self) -> impl ExactSizeIterator<Item = IndexedFile<'_>> {
        self.manifest.sources.iter().map(|source| IndexedFile { source })
    }

    /// What could not be read when the index was made, each with the reason.
    pub fn failed(&self) -> impl ExactSizeIterator<Item = (&Path, &str)> {
        self.manifest.failed.iter().map(|failed| (&*failed.path.0, &*failed.error))
    }

    /// The number of the commit.
    pub fn commit(&self) -> u64 {
        self.manifest.commit
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

    /// Bytes of the saved folds.
    pub fn size_of_saved(&self) -> u64 {
        let segments = self.manifest.segments.iter();
        segments.filter(|segment| segment.table.is_none()).map(|segment| segment.bytes).sum()
    }

    /// SQL that makes a view of each table, with only the rows that count. For DuckDB.
    pub fn sql(&self) -> String {
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
        saved::totals(blobs.read(self.blob(self.manifest.totals)?)?)
    }

    fn blob(&self, blob: Option<Blob>) -> Result<Blob, IndexError> {
        let path = self.folder.join(MANIFEST);
        blob.ok_or_else(|| IndexError::damaged(&path, "it names no sums"))
    }

    /// The runs of each file that has any, by path. They were made with the commit; this only loads them.
    ///
    /// # Errors
    ///
    /// If the index is damaged, or cannot be read; those of `each`.
    pub fn runs<E: From<IndexError>>(
        &self,
        mut each: impl FnMut(IndexedFile<'_>, Vec<RunRecord>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut blobs = Blobs::new(&self.folder);
        let bytes = blobs.read(self.blob(self.manifest.runs)?)?;
        let mut files = self.files();
        saved::runs(bytes, |number, runs| {
            // They were saved in the order of files.
            match files.find(|file| file.number() == number) {
                Some(file) => each(file, runs),
                None => {
                    Err(IndexError::Saved("there are runs of a file that is not there".to_owned()).into())
                }
            }
        })
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
        for source in &self.manifest.sources {
            let report = update::load(&mut blobs, source)?;
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
        let live = Live::of(&self.manifest.sources);
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

    /// Where the events lie that carry this session id: files by path, places in order.
    ///
    /// # Errors
    ///
    /// If the index is damaged, or cannot be read.
    pub fn session(&self, id: &str) -> Result<Vec<(IndexedFile<'_>, Vec<Place>)>, IndexError> {
        let mut found: std::collections::BTreeMap<i64, Vec<Place>> = std::collections::BTreeMap::new();
        let columns = ["line", "lines", "offset", "length", "session"];
        self.rows(Table::Lines, &columns, |batch| {
            let int = |name: &str| batch.column_by_name(name).and_then(|c| c.as_primitive_opt::<Int64Type>());
            let sessions = batch.column_by_name("session").and_then(|column| column.as_string_opt::<i32>());
            let (Some(file), Some(line), Some(lines), Some(offset), Some(length), Some(sessions)) =
                (int("file"), int("line"), int("lines"), int("offset"), int("length"), sessions)
            else {
                return Err(IndexError::Saved("lines have other columns than they should".to_owned()));
            };
            for (row, session) in sessions.iter().enumerate() {
                if session == Some(id) {
                    let number = |column: &arrow_array::Int64Array| column.value(row).max(0) as u64;
                    found.entry(file.value(row)).or_default().push(Place {
                        line: number(line),
                        lines: number(lines),
                        offset: number(offset),
                        length: number(length),
                    });
                }
            }
            Ok(())
        })?;
        let mut places = Vec::new();
        for file in self.files() {
            if let Some(mut lines) = found.remove(&i64::try_from(file.number()).unwrap_or(i64::MAX)) {
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
