//! The two laws, over random streams: bytes and lines add up, and the same bytes give the same answer, however they were read and
//! whatever became of the files before.

use crate::sameness::corpus;
use crate::{direct, indexed, rows_of, run, update};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use runlex::report::FileReport;
use runlex_index::{Table, Update, compact};
use runlex_scan::Io;
use runlex_testgen::damage::damage;
use runlex_testgen::{Generator, Shape};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

const SHAPES: [Shape; 3] = [Shape::Amp, Shape::Afk, Shape::Transcript];

/// Sound and damaged streams of each shape, to cut pieces of.
static STREAMS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let mut streams = Vec::new();
    for (seed, shape) in SHAPES.into_iter().enumerate() {
        let mut sound = Vec::new();
        Generator::new(shape, seed as u64).fill(&mut sound, 60_000);
        let mut damaged = sound.clone();
        assert!(damage(&mut damaged, 7, 0.15).len() > 1);
        streams.extend([sound, damaged]);
    }
    // What comes as items, with statements of usage.
    for name in [
        "codex-rollout/rollout-0-110-falls",
        "codex-rollout/rollout-0-171-records",
        "codex-exec/exec-resumed",
    ] {
        let stream = corpus().join("streams").join(name).with_extension("jsonl");
        streams.push(fs::read(stream).expect("a stream"));
    }
    streams
});

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(bytes).expect("memory");
    gz.finish().expect("memory")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).expect("memory")
}

/// The value of a row's column, as `rows_of` prints it: the type, a bracket, the value.
fn value<'r>(row: &'r str, name: &str) -> &'r str {
    let cell = row.split(&format!(" {name}=")).nth(1).expect("the column");
    cell.lines().nth(2).expect("a value").trim().trim_end_matches(',').trim_matches('"')
}

fn number(row: &str, name: &str) -> u64 {
    value(row, name).parse().expect("a number")
}

/// L1: the rows of lines are all bytes and lines of their files, each once; events, blank lines and faults are those of the report.
fn assert_accounts(folder: &Path, reports: &[(PathBuf, FileReport)]) {
    let (mut all, mut faults) = (rows_of(folder, Table::Lines), rows_of(folder, Table::Faults));
    for (path, report) in reports {
        let (rows, faults) = (all.remove(path).unwrap_or_default(), faults.remove(path).unwrap_or_default());
        let path = path.display();
        let mut places: Vec<[u64; 4]> = rows
            .iter()
            .map(|row| ["offset", "length", "line", "lines"].map(|name| number(row, name)))
            .collect();
        places.sort_unstable();
        let mut next = (0, 1);
        for [offset, length, line, lines] in places {
            assert_eq!(next, (offset, line), "{path}");
            next = (offset + length, line + lines);
        }
        assert_eq!(next, (report.bytes, report.lines + 1), "{path}");
        let lines = |what: &str| -> u64 {
            rows.iter().filter(|row| value(row, "what") == what).map(|row| number(row, "lines")).sum()
        };
        let broken: u64 = report.fault_counts.values().sum();
        assert_eq!(
            (lines("event"), lines("blank"), lines("fault")),
            (report.events, report.blank, broken),
            "{path}"
        );
        assert_eq!(report.events + report.blank + broken, report.lines, "{path}");
        let of = |what: &str| faults.iter().filter(|row| value(row, "what") == what).count() as u64;
        assert_eq!((of("fault"), of("note")), (broken, report.note_count), "{path}");
    }
    assert!(all.is_empty() && faults.is_empty(), "rows of files that are not there");
}

/// What an index says of a file, apart from its path and number.
fn of_file(folder: &Path, path: &Path) -> Vec<Vec<String>> {
    let of = |table| rows_of(folder, table).remove(path).unwrap_or_default();
    [Table::Lines, Table::ToolCalls, Table::Stated, Table::Faults, Table::Runs].map(of).into()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, failure_persistence: None, ..ProptestConfig::default() })]

    /// L1, L2: any stream, plain and packed, on any number of threads, with any cut, read and mapped.
    #[test]
    fn l1_l2_however_it_is_read(
        shape in select(&SHAPES[..]),
        seed in any::<u64>(),
        bytes in 1usize..30_000,
        rate in prop_oneof![Just(0.0), 0.01..0.9f64],
        cuts in [1u64..60, 60u64..2_000, 2_000u64..40_000],
        end in 0usize..200,
    ) {
        let mut stream = Vec::new();
        Generator::new(shape, seed).fill(&mut stream, bytes);
        damage(&mut stream, seed, rate);
        stream.truncate(stream.len().saturating_sub(end));
        let place = crate::scratch();
        let runs = place.path().join("runs");
        fs::create_dir(&runs).expect("a folder");
        let names = ["a.jsonl", "b.jsonl.gz", "c.ndjson.zst"].map(|name| runs.join(name));
        for (path, bytes) in names.iter().zip([stream.clone(), gzip(&stream), zstd(&stream)]) {
            fs::write(path, bytes).expect("a file");
        }
        let want = direct(&[&runs]);
        prop_assert_eq!(want.totals.bytes, 3 * stream.len() as u64);
        let newlines = stream.iter().filter(|byte| **byte == b'\n').count() as u64;
        let open = u64::from(stream.last().is_some_and(|last| *last != b'\n'));
        prop_assert_eq!(want.totals.lines, 3 * (newlines + open));
        let mut first: Option<Vec<Vec<String>>> = None;
        let ways = [(1, Io::Auto, cuts[1]), (2, Io::Mmap, cuts[0]), (8, Io::Auto, cuts[2]), (8, Io::Mmap, cuts[1])];
        for (number, (threads, io, cut)) in ways.into_iter().enumerate() {
            let folder = place.path().join(number.to_string());
            let summary = run(Update::new(&folder).paths([&runs]).threads(threads).io(io).cut(cut));
            prop_assert!(summary.failed.is_empty(), "{:?}", summary.failed);
            let way = format!("{threads} threads, {io:?}, cut at {cut}");
            let got = indexed(&folder);
            prop_assert!(got == want, "{}: {:?}\n{:?}", way, got, want);
            if number == 0 {
                assert_accounts(&folder, &got.files);
            }
            for path in &names {
                let rows = of_file(&folder, path);
                let first = first.get_or_insert_with(|| rows.clone());
                prop_assert!(*first == rows, "{}, {}", way, path.display());
            }
        }
    }
}

/// Something that happens to files, or to their index.
#[derive(Clone, Debug)]
enum Step {
    /// More at the end, from any place of a stream to any other.
    Append(usize, Piece),
    /// Other bytes in its place, written over it.
    Rewrite(usize, Piece),
    /// The same, by another file that takes its name.
    Replace(usize, Piece),
    /// A byte in the middle is another, and the file's time is as before.
    Touch(usize),
    Cut(usize, usize),
    Rename(usize, usize),
    Remove(usize),
    /// Packed from now on; an append adds a member.
    Pack(usize),
    Update,
    Compact,
    /// The clock of the file system goes on, so that times tell.
    Tick,
}

#[derive(Clone, Copy, Debug)]
struct Piece {
    stream: usize,
    from: usize,
    len: usize,
}

impl Piece {
    fn bytes(self) -> &'static [u8] {
        let stream = &STREAMS[self.stream % STREAMS.len()];
        let from = self.from % stream.len();
        &stream[from..(from + self.len).min(stream.len())]
    }
}

const FILES: usize = 4;

fn step() -> impl Strategy<Value = Step> {
    let file = || 0..FILES;
    let piece = || {
        (0usize..6, prop_oneof![Just(0usize), 0usize..60_000], prop_oneof![0usize..300, 0usize..12_000])
            .prop_map(|(stream, from, len)| Piece { stream, from, len })
    };
    prop_oneof![
        6 => (file(), piece()).prop_map(|(file, piece)| Step::Append(file, piece)),
        1 => (file(), piece()).prop_map(|(file, piece)| Step::Rewrite(file, piece)),
        1 => (file(), piece()).prop_map(|(file, piece)| Step::Replace(file, piece)),
        1 => file().prop_map(Step::Touch),
        1 => (file(), 0usize..5_000).prop_map(|(file, left)| Step::Cut(file, left)),
        1 => (file(), file()).prop_map(|(from, to)| Step::Rename(from, to)),
        1 => file().prop_map(Step::Remove),
        1 => file().prop_map(Step::Pack),
        3 => Just(Step::Update),
        1 => Just(Step::Compact),
        3 => Just(Step::Tick),
    ]
}

/// The bytes of the files, by what was done to them.
#[derive(Default)]
struct Files(BTreeMap<usize, (Vec<u8>, bool)>);

impl Files {
    fn path(folder: &Path, file: usize) -> PathBuf {
        folder.join(format!("{file}.jsonl"))
    }

    fn put(&mut self, folder: &Path, file: usize, bytes: Vec<u8>, is_packed: bool) {
        fs::write(Files::path(folder, file), &bytes).expect("a file");
        self.0.insert(file, (bytes, is_packed));
    }

    fn take(&mut self, folder: &Path, step: &Step) {
        match *step {
            Step::Append(file, piece) => {
                let (bytes, is_packed) = self.0.entry(file).or_default();
                let more = if *is_packed { gzip(piece.bytes()) } else { piece.bytes().to_vec() };
                let path = Files::path(folder, file);
                let mut file = OpenOptions::new().append(true).create(true).open(path).expect("a file");
                file.write_all(&more).expect("it can be written");
                bytes.extend(more);
            }
            Step::Rewrite(file, piece) => self.put(folder, file, piece.bytes().to_vec(), false),
            Step::Replace(file, piece) => {
                fs::write(folder.join("new"), piece.bytes()).expect("a file");
                fs::rename(folder.join("new"), Files::path(folder, file)).expect("a file");
                self.0.insert(file, (piece.bytes().to_vec(), false));
            }
            Step::Touch(file) => {
                let Some((bytes, false)) = self.0.get_mut(&file) else { return };
                let (path, middle) = (Files::path(folder, file), bytes.len() / 2);
                let Some(byte) = bytes.get_mut(middle) else { return };
                *byte = if *byte == b'7' { b'8' } else { b'7' };
                let modified = fs::metadata(&path).and_then(|meta| meta.modified()).expect("a time");
                fs::write(&path, &*bytes).expect("a file");
                let file = File::options().write(true).open(&path);
                file.and_then(|file| file.set_modified(modified)).expect("a file");
            }
            Step::Cut(file, left) => {
                let Some((bytes, false)) = self.0.get_mut(&file) else { return };
                bytes.truncate(left);
                let file = File::options().write(true).open(Files::path(folder, file)).expect("a file");
                file.set_len(bytes.len() as u64).expect("shorter");
            }
            Step::Rename(from, to) => {
                let Some(bytes) = self.0.remove(&from) else { return };
                fs::rename(Files::path(folder, from), Files::path(folder, to)).expect("renamed");
                self.0.insert(to, bytes);
            }
            Step::Remove(file) => {
                if self.0.remove(&file).is_some() {
                    fs::remove_file(Files::path(folder, file)).expect("removed");
                }
            }
            Step::Pack(file) => {
                let Some((bytes, false)) = self.0.get(&file) else { return };
                let packed = gzip(bytes);
                self.put(folder, file, packed, true);
            }
            Step::Update | Step::Compact | Step::Tick => {}
        }
    }
}

/// The index says the same as one that is made now, and as the files.
fn assert_as_new(index: &Path, runs: &Path, new: &Path) {
    let want = direct(&[runs]);
    let got = indexed(index);
    assert!(got == want, "{got:?}\n{want:?}");
    _ = fs::remove_dir_all(new);
    update(new, &[runs]);
    for table in [Table::Files, Table::ToolCalls, Table::Stated, Table::Runs, Table::Faults] {
        assert_eq!(rows_of(index, table), rows_of(new, table), "{table:?}");
    }
    assert_accounts(index, &got.files);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// L2: whatever became of the files, the index is as if it were made anew; also once it is compacted.
    #[test]
    fn l2_whatever_happened_before(steps in vec(step(), 4..28)) {
        let place = crate::scratch();
        let (runs, index) = (place.path().join("runs"), place.path().join("index"));
        fs::create_dir(&runs).expect("a folder");
        let mut files = Files::default();
        files.put(&runs, 0, STREAMS[0][..5_000].to_vec(), false);
        update(&index, &[&runs]);
        for step in steps {
            files.take(&runs, &step);
            match step {
                Step::Update => {
                    update(&index, &[&runs]);
                    let got = indexed(&index);
                    let want = direct(&[&runs]);
                    prop_assert!(got == want, "{:?}\n{:?}", got, want);
                }
                Step::Compact => compact(&index, |_| {}).expect("it can be compacted"),
                Step::Tick => std::thread::sleep(std::time::Duration::from_millis(60)),
                _ => {}
            }
        }
        update(&index, &[&runs]);
        assert_as_new(&index, &runs, &place.path().join("new"));
        compact(&index, |_| {}).expect("it can be compacted");
        assert_as_new(&index, &runs, &place.path().join("new"));
    }
}
