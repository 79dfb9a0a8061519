//! Many small segments to one of each table, without the rows of files that are gone or were read anew.

use crate::error::IndexError;
use crate::folder::Folder;
use crate::manifest::Manifest;
use crate::schema::Table;
use crate::segment::{self, BlobWriter, Blobs, TableWriter};
use crate::sources::{self, Source};
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, BooleanArray, RecordBatch};
use arrow_select::filter::filter_record_batch;
use std::collections::HashMap;
use std::path::Path;

/// Writes the index's growing tables and its saved folds anew, each as one file: with only the rows that count. Answers stay
/// as they are. An update does this by itself when there are more than 32 segments of lines.
///
/// # Errors
///
/// If there is no index, if it is damaged, or if it cannot be written; it then stays as it was.
pub fn compact(folder: impl AsRef<Path>, waiting: impl Fn(&str)) -> Result<(), IndexError> {
    let folder = Folder::new(folder.as_ref());
    let missing = || IndexError::Missing(folder.path().to_path_buf());
    // Before the lock, which would make a file.
    Manifest::read(&folder)?.ok_or_else(missing)?;
    let _lock = folder.lock(&waiting)?;
    let mut manifest = Manifest::read(&folder)?.ok_or_else(missing)?;
    folder.remove_others(&manifest.names().collect());
    // Whoever opened the index before may still read its files: the next commit removes them.
    locked(&folder, &mut manifest)
}

/// By the one that holds the lock.
pub(crate) fn locked(folder: &Folder, manifest: &mut Manifest) -> Result<(), IndexError> {
    let commit = manifest.commit + 1;
    let mut sources = sources::read(folder, manifest)?;
    let live = Live::of(&sources);
    let mut segments: Vec<_> = Vec::new();
    for table in Table::ALL {
        if table.is_snapshot() {
            segments.extend(manifest.of_table(table).cloned());
            continue;
        }
        let mut writer = TableWriter::new(folder, table, commit);
        for old in manifest.of_table(table) {
            segment::read(folder, old, None, |batch| writer.write(&live.rows(&batch)?))?;
        }
        segments.extend(writer.finish()?);
    }
    let (mut old, mut new) = (Blobs::new(folder), BlobWriter::new(folder, commit)?);
    let copied = sources.iter_mut().flat_map(|source| {
        source.rows_in = vec![commit];
        [Some(&mut source.state), source.tail.as_mut()]
    });
    for blob in copied.chain([manifest.totals.as_mut()]).flatten().chain(&mut manifest.runs) {
        *blob = new.add(old.read(*blob)?)?;
    }
    segments.push(new.finish()?);
    manifest.sources = Some(sources::write(folder, commit, &sources)?);
    (manifest.segments, manifest.commit) = (segments, commit);
    folder.commit(&manifest.to_bytes())
}

/// Which rows count.
pub(crate) struct Live {
    /// The commit that read each file last.
    commits: HashMap<i64, i64>,
}

impl Live {
    pub(crate) fn of(sources: &[Source]) -> Live {
        let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let commits = sources.iter().map(|source| (number(source.file), number(source.commit)));
        Live { commits: commits.collect() }
    }

    /// Those of a batch with the columns `file` and `commit`.
    pub(crate) fn rows(&self, batch: &RecordBatch) -> Result<RecordBatch, IndexError> {
        let column =
            |name: &str| batch.column_by_name(name).and_then(|column| column.as_primitive_opt::<Int64Type>());
        let (Some(files), Some(commits)) = (column("file"), column("commit")) else {
            return Err(IndexError::Saved("a segment has no column file, or no column commit".to_owned()));
        };
        let counts = |row: usize| {
            let last = self.commits.get(&files.value(row));
            last.is_some_and(|last| commits.is_null(row) || commits.value(row) == *last)
        };
        let counts: BooleanArray = (0..batch.num_rows()).map(|row| Some(counts(row))).collect();
        Ok(match counts.true_count() == batch.num_rows() {
            true => batch.clone(),
            false => filter_record_batch(batch, &counts)?,
        })
    }
}
