//! Whether an index is whole.

use crate::compact::Live;
use crate::error::IndexError;
use crate::folder::{Folder, MANIFEST};
use crate::index::Index;
use crate::schema::Table;
use crate::segment::{self, Blobs};
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use runlex::IdKey;
use std::collections::HashMap;
use std::path::Path;

/// Reads all of an index, and holds its parts against each other: checksums, rows that can be decoded, lines that make up their
/// files without gaps or overlaps, saved reports that say the same of bytes and lines. Says nothing of whether files changed since.
///
/// # Errors
///
/// If there is no index, or what of it is damaged, the first that is found.
pub fn verify(folder: impl AsRef<Path>) -> Result<Index, IndexError> {
    let folder = Folder::new(folder.as_ref());
    let index = Index::open(folder.path())?;
    let manifest = &index.manifest;
    for segment in &manifest.segments {
        match segment.table {
            None => _ = segment::whole(&folder, segment)?,
            Some(Table::Lines) => {}
            Some(_) => segment::read(&folder, segment, None, |_| Ok(()))?,
        }
    }
    lines(&folder, &index)?;
    let damaged = |what: String| IndexError::damaged(&folder.join(MANIFEST), what);
    let mut blobs = Blobs::new(&folder);
    for source in index.sources()? {
        let report = source.report(&mut blobs, IdKey::from_u64(manifest.id_key))?.finish();
        if (report.bytes, report.lines) != (source.bytes, source.lines) {
            return Err(damaged(format!(
                "{}: it has {} bytes and {} lines, and what was saved of it {} and {}",
                source.path.0.display(),
                source.bytes,
                source.lines,
                report.bytes,
                report.lines
            )));
        }
    }
    index.totals()?;
    index.runs(|_, _| Ok::<(), IndexError>(()))?;
    Ok(index)
}

/// Lines follow each other without a gap, from the start of each file to its end.
fn lines(folder: &Folder, index: &Index) -> Result<(), IndexError> {
    let live = Live::of(index.sources()?);
    // Where the next row of each file has to begin.
    let mut next: HashMap<i64, (i64, i64)> = HashMap::new();
    for segment in index.manifest.of_table(Table::Lines) {
        let damaged = |what: String| IndexError::damaged(&folder.join(&segment.name), what);
        segment::read(folder, segment, None, |batch| {
            let batch = live.rows(&batch)?;
            let int = |name: &str| batch.column_by_name(name).and_then(|c| c.as_primitive_opt::<Int64Type>());
            let (Some(file), Some(line), Some(lines), Some(offset), Some(length)) =
                (int("file"), int("line"), int("lines"), int("offset"), int("length"))
            else {
                return Err(damaged("it has other columns than it should".to_owned()));
            };
            for row in 0..batch.num_rows() {
                let place = next.entry(file.value(row)).or_insert((1, 0));
                if (line.value(row), offset.value(row)) != *place {
                    return Err(damaged(format!(
                        "file {}: a row is of line {} at byte {}, and should be of line {} at byte {}",
                        file.value(row),
                        line.value(row),
                        offset.value(row),
                        place.0,
                        place.1
                    )));
                }
                place.0 = place.0.saturating_add(lines.value(row));
                place.1 = place.1.saturating_add(length.value(row));
            }
            Ok(())
        })?;
    }
    for source in index.sources()? {
        let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let reached = next.get(&number(source.file)).copied().unwrap_or((1, 0));
        if reached != (number(source.lines).saturating_add(1), number(source.bytes)) {
            return Err(IndexError::damaged(
                &folder.join(MANIFEST),
                format!(
                    "{}: its rows end at line {}, byte {}, and the file at line {}, byte {}",
                    source.path.0.display(),
                    reached.0.saturating_sub(1),
                    reached.1,
                    source.lines,
                    source.bytes
                ),
            ));
        }
    }
    Ok(())
}
