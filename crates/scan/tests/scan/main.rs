//! Scans against the plain way: a `Reader` over the same bytes.

mod accounting;
mod ahead;
mod allocations;
mod changes;
mod compressed;
mod kinds;
mod order;
mod range;
mod rest;
mod sameness;
mod sources;

use runlex::dialects::KEYS;
use runlex::{Ending, FaultKind, FileReport, IdKey, Options, Reader, Record, Report, What};
use runlex_scan::{Aggregate, FileError, FileInfo, Outcome, Scan, Sources};
use std::io::{Read, Write};
use std::path::Path;

/// A report, as an aggregate.
struct Fold(Report);

impl Aggregate for Fold {
    type Output = FileReport;

    fn observe(&mut self, record: &Record<'_, '_>) {
        self.0.observe(record);
    }

    fn merge(&mut self, later: Fold) {
        self.0.merge(later.0);
    }

    fn finish(self, _: Option<&FileError>) -> FileReport {
        self.0.finish()
    }
}

/// A record as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seen {
    offset: u64,
    line: u64,
    len: u64,
    content_offset: u64,
    ending: Ending,
    fault: Option<(FaultKind, u64)>,
    is_event: bool,
}

impl Seen {
    fn of(record: &Record<'_, '_>) -> Seen {
        let line = record.line;
        Seen {
            offset: line.at().offset,
            line: line.at().line,
            len: line.len(),
            content_offset: line.content_offset(),
            ending: line.ending(),
            fault: match record.what {
                What::Fault(fault) => Some((fault.kind, fault.at)),
                What::Event(_) | What::Blank => None,
            },
            is_event: matches!(record.what, What::Event(_)),
        }
    }
}

/// All records, in order.
#[derive(Default)]
struct List(Vec<Seen>);

impl Aggregate for List {
    type Output = Vec<Seen>;

    fn observe(&mut self, record: &Record<'_, '_>) {
        self.0.push(Seen::of(record));
    }

    fn merge(&mut self, later: List) {
        let before = self.0.len() as u64;
        self.0.extend(later.0.into_iter().map(|seen| Seen { line: seen.line + before, ..seen }));
    }

    fn finish(self, _: Option<&FileError>) -> Vec<Seen> {
        self.0
    }
}

fn capped(max_line: u64) -> Options<'static> {
    Options { max_line, ..Options::new(&KEYS) }
}

/// The records of the plain way.
fn read(bytes: &[u8], max_line: u64) -> Vec<Seen> {
    let mut reader = Reader::with_options(bytes, capped(max_line));
    let mut records = Vec::new();
    while let Some(record) = reader.next().expect("no error") {
        records.push(Seen::of(&record));
    }
    records
}

/// The report of the plain way.
fn report(bytes: &[u8]) -> FileReport {
    let mut reader = Reader::new(bytes);
    let mut report = Report::new(IdKey::random());
    while let Some(record) = reader.next().expect("no error") {
        report.observe(&record);
    }
    report.finish()
}

fn find(path: &Path) -> Vec<FileInfo> {
    let found = Sources::new().path(path).find();
    assert_eq!(found.errors, []);
    found.files
}

/// The records of all files.
fn list(scan: Scan<'_>) -> Vec<(FileInfo, Outcome<Vec<Seen>>)> {
    let mut all = Vec::new();
    scan.run(|_| List::default(), |file, outcome| all.push((file, outcome))).expect("threads");
    all
}

/// The records of one file that is read without error.
fn list_one(scan: Scan<'_>, path: &Path) -> Vec<Seen> {
    let mut all = list(scan.files(find(path)));
    assert_eq!(all.len(), 1);
    let (_, outcome) = all.remove(0);
    assert!(outcome.error.is_none(), "{:?}", outcome.error);
    assert!(!outcome.has_grown);
    outcome.output
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("an encoder");
    encoder.include_checksum(true).expect("a checksum");
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// All of what a reader gives, with the error that ends it.
fn all_of(mut source: impl Read) -> (Vec<u8>, Option<std::io::Error>) {
    let mut bytes = Vec::new();
    let error = source.read_to_end(&mut bytes).err();
    (bytes, error)
}

/// A folder that goes away, with these files.
fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    }
    folder
}
