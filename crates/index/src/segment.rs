//! Segments: files of the index that are written once, each with a checksum that is looked at before anything in it is believed.

use crate::error::IndexError;
use crate::folder::Folder;
use crate::manifest::{Blob, Segment, segment_name, state_name};
use crate::schema::{Kind, Table};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use bytes::Bytes;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::arrow_writer::{ArrowWriter, ArrowWriterOptions};
use parquet::basic::Encoding;
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64, xxh3_128};

/// Rows of a group: what a reader takes at once, and what a writer keeps in memory.
const GROUP: usize = 1 << 17;

/// A file that is written, with the checksum of what was.
struct Summed {
    file: BufWriter<File>,
    sum: Xxh3Default,
    bytes: u64,
}

impl Summed {
    fn new(file: File) -> Summed {
        Summed { file: BufWriter::with_capacity(1 << 18, file), sum: Xxh3Default::new(), bytes: 0 }
    }

    /// Safe on the disk.
    fn finish(mut self) -> io::Result<(u64, u128)> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        Ok((self.bytes, self.sum.digest128()))
    }
}

impl Write for Summed {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let written = self.file.write(buffer)?;
        self.sum.update(&buffer[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes the rows of one table and commit.
pub(crate) struct TableWriter<'f> {
    folder: &'f Folder,
    table: Table,
    commit: u64,
    /// From the first row on.
    writer: Option<ArrowWriter<Summed>>,
    rows: u64,
}

impl<'f> TableWriter<'f> {
    pub(crate) fn new(folder: &'f Folder, table: Table, commit: u64) -> TableWriter<'f> {
        TableWriter { folder, table, commit, writer: None, rows: 0 }
    }

    fn name(&self) -> String {
        segment_name(self.table, self.commit)
    }

    pub(crate) fn write(&mut self, rows: &RecordBatch) -> Result<(), IndexError> {
        if rows.num_rows() == 0 {
            return Ok(());
        }
        self.rows += rows.num_rows() as u64;
        let path = self.folder.join(&self.name());
        let writer = match &mut self.writer {
            Some(writer) => writer,
            none => none.insert(begin(self.folder, self.table, self.commit, rows.schema())?),
        };
        writer.write(rows).map_err(|error| told(&path, error))
    }

    /// The segment, safe on the disk; none without rows.
    pub(crate) fn finish(self) -> Result<Option<Segment>, IndexError> {
        let name = self.name();
        let path = self.folder.join(&name);
        let Some(writer) = self.writer else { return Ok(None) };
        let summed = writer.into_inner().map_err(|error| told(&path, error))?;
        let (bytes, xxh3) = summed.finish().map_err(IndexError::io(&path))?;
        Ok(Some(Segment { name, table: Some(self.table), commit: self.commit, bytes, rows: self.rows, xxh3 }))
    }
}

fn begin(
    folder: &Folder,
    table: Table,
    commit: u64,
    schema: SchemaRef,
) -> Result<ArrowWriter<Summed>, IndexError> {
    let name = segment_name(table, commit);
    let mut properties = WriterProperties::builder()
        .set_created_by(concat!("runlex ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .set_max_row_group_row_count(Some(GROUP));
    for column in table.columns() {
        // The least and the greatest of names and ids say nothing, and each had to be compared.
        if matches!(column.kind, Kind::Text | Kind::Name) {
            let path = ColumnPath::from(column.name);
            properties = properties.set_column_statistics_enabled(path, EnabledStatistics::None);
        }
        // Numbers lie close to those before them, and most texts of these columns are another in each row.
        let encoding = match column.kind {
            Kind::Int | Kind::Count | Kind::Time => Encoding::DELTA_BINARY_PACKED,
            Kind::Text => Encoding::PLAIN,
            Kind::Flag | Kind::Name | Kind::Names => continue,
        };
        let path = ColumnPath::from(column.name);
        properties =
            properties.set_column_dictionary_enabled(path.clone(), false).set_column_encoding(path, encoding);
    }
    let options =
        ArrowWriterOptions::new().with_properties(properties.build()).with_skip_arrow_metadata(true);
    let file = Summed::new(folder.create_file(&name)?);
    ArrowWriter::try_new_with_options(file, schema, options).map_err(|error| told(&folder.join(&name), error))
}

/// What the encoder says, or the disk through it.
fn told(path: &Path, error: ParquetError) -> IndexError {
    let cause = match error {
        ParquetError::External(cause) => match cause.downcast::<io::Error>() {
            Ok(cause) => *cause,
            Err(cause) => io::Error::other(cause),
        },
        error => io::Error::other(error),
    };
    IndexError::Io { path: path.to_path_buf(), cause }
}

/// Hands out the rows of a segment in order, of these columns only, in the order of the schema.
///
/// Reads the whole file and looks at its checksum before.
pub(crate) fn read(
    folder: &Folder,
    segment: &Segment,
    columns: Option<&[&str]>,
    mut each: impl FnMut(RecordBatch) -> Result<(), IndexError>,
) -> Result<(), IndexError> {
    let path = folder.join(&segment.name);
    let bytes = whole(folder, segment)?;
    let mut batches = decoded(&path, || {
        let mut builder = ParquetRecordBatchReaderBuilder::try_new(Bytes::from(bytes))?;
        if let Some(columns) = columns {
            let mask = ProjectionMask::columns(builder.parquet_schema(), columns.iter().copied());
            builder = builder.with_projection(mask);
        }
        builder.with_batch_size(1 << 14).build()
    })?;
    let mut rows = 0;
    while let Some(batch) = decoded(&path, || batches.next().transpose())? {
        rows += batch.num_rows() as u64;
        each(batch)?;
    }
    match rows == segment.rows {
        true => Ok(()),
        false => {
            let what = format!("it has {rows} rows and should have {}", segment.rows);
            Err(IndexError::damaged(&path, what))
        }
    }
}

/// What the decoder makes of a segment. It is made for files that their own writers made: whoever forges one, checksum and all,
/// finds its weak places.
fn decoded<T, E: Display>(path: &Path, decode: impl FnOnce() -> Result<T, E>) -> Result<T, IndexError> {
    match catch_unwind(AssertUnwindSafe(decode)) {
        Ok(decoded) => decoded.map_err(|error| IndexError::damaged(path, error.to_string())),
        Err(_) => Err(IndexError::damaged(path, "it cannot be decoded")),
    }
}

/// A file that the manifest names, so it has to be there.
fn open(folder: &Folder, name: &str) -> Result<File, IndexError> {
    folder.open_file(name)?.ok_or_else(|| IndexError::Gone(folder.join(name)))
}

/// All bytes of a segment, which are those that were written.
pub(crate) fn whole(folder: &Folder, segment: &Segment) -> Result<Vec<u8>, IndexError> {
    let path = folder.join(&segment.name);
    let file = open(folder, &segment.name)?;
    let len = file.metadata().map_err(IndexError::io(&path))?.len();
    if len != segment.bytes {
        return Err(IndexError::damaged(
            &path,
            format!("it has {len} bytes and should have {}", segment.bytes),
        ));
    }
    let mut bytes = Vec::new();
    let reserved = bytes.try_reserve_exact(usize::try_from(len).unwrap_or(usize::MAX));
    reserved.map_err(|error| IndexError::io(&path)(io::Error::other(error)))?;
    file.take(len).read_to_end(&mut bytes).map_err(IndexError::io(&path))?;
    if xxh3_128(&bytes) != segment.xxh3 {
        return Err(IndexError::damaged(&path, "its checksum is another"));
    }
    Ok(bytes)
}

/// Writes a file that is no table at once, safe on the disk.
pub(crate) fn write(
    folder: &Folder,
    name: String,
    commit: u64,
    bytes: &[u8],
    rows: u64,
) -> Result<Segment, IndexError> {
    let path = folder.join(&name);
    let mut file = Summed::new(folder.create_file(&name)?);
    let written = file.write_all(bytes).and_then(|()| file.finish());
    let (bytes, xxh3) = written.map_err(IndexError::io(&path))?;
    Ok(Segment { name, table: None, commit, bytes, rows, xxh3 })
}

/// Writes the saved folds of a commit, one behind the other.
pub(crate) struct BlobWriter {
    name: String,
    path: std::path::PathBuf,
    commit: u64,
    file: Summed,
    count: u64,
}

impl BlobWriter {
    pub(crate) fn new(folder: &Folder, commit: u64) -> Result<BlobWriter, IndexError> {
        let name = state_name(commit);
        let (path, file) = (folder.join(&name), Summed::new(folder.create_file(&name)?));
        Ok(BlobWriter { name, path, commit, file, count: 0 })
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) -> Result<Blob, IndexError> {
        let offset = self.file.bytes;
        self.file.write_all(bytes).map_err(IndexError::io(&self.path))?;
        self.count += 1;
        Ok(Blob { commit: self.commit, offset, bytes: bytes.len() as u64, xxh3: xxh3_64(bytes) })
    }

    /// Safe on the disk.
    pub(crate) fn finish(self) -> Result<Segment, IndexError> {
        let (bytes, xxh3) = self.file.finish().map_err(IndexError::io(&self.path))?;
        let (name, commit, rows) = (self.name, self.commit, self.count);
        Ok(Segment { name, table: None, commit, bytes, rows, xxh3 })
    }
}

/// Reads saved folds.
pub(crate) struct Blobs<'f> {
    folder: &'f Folder,
    /// The file that the last one was in.
    open: Option<(u64, File)>,
    buffer: Vec<u8>,
}

impl<'f> Blobs<'f> {
    pub(crate) fn new(folder: &'f Folder) -> Blobs<'f> {
        Blobs { folder, open: None, buffer: Vec::new() }
    }

    pub(crate) fn read(&mut self, blob: Blob) -> Result<&[u8], IndexError> {
        let path = self.folder.join(&state_name(blob.commit));
        let file = match &mut self.open {
            Some((commit, file)) if *commit == blob.commit => file,
            open => {
                let file = self::open(self.folder, &state_name(blob.commit))?;
                &mut open.insert((blob.commit, file)).1
            }
        };
        let damaged = |what: &str| IndexError::damaged(&path, what);
        let end = blob.offset.checked_add(blob.bytes);
        let len = file.metadata().map_err(IndexError::io(&path))?.len();
        let bytes = usize::try_from(blob.bytes).ok().filter(|_| end.is_some_and(|end| end <= len));
        let bytes = bytes.ok_or_else(|| damaged("it is shorter than the manifest says"))?;
        self.buffer.clear();
        let reserved = self.buffer.try_reserve_exact(bytes);
        reserved.map_err(|error| IndexError::io(&path)(io::Error::other(error)))?;
        let read = file.seek(SeekFrom::Start(blob.offset));
        let read = read.and_then(|_| Read::by_ref(file).take(blob.bytes).read_to_end(&mut self.buffer));
        if read.map_err(IndexError::io(&path))? != bytes {
            return Err(damaged("it became shorter"));
        }
        match xxh3_64(&self.buffer) == blob.xxh3 {
            true => Ok(&self.buffer),
            false => Err(damaged("the checksum of a saved fold is another")),
        }
    }
}
