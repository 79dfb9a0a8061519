//! Files whose beginning was read before: only what is behind it is read, and only if it is still the same file.

use crate::{List, Seen, capped, find, folder, gzip, list, read};
use runlex_scan::{FileInfo, Io, Scan, ScanError};
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

const STREAM: &[u8] = b"{\"a\":1}\n\noops\r\n{\"b\":[2,3]}\n{\"c\":\"no newline\"}";

fn from(path: &Path, offset: u64) -> Vec<FileInfo> {
    find(path).into_iter().map(|file| file.starting_at(offset)).collect()
}

/// From every line start: the records of the whole, with lines counted anew; whatever the pieces and the way to read.
#[test]
fn from_every_line() {
    let folder = folder(&[("a.jsonl", STREAM)]);
    let path = folder.path().join("a.jsonl");
    let whole = read(STREAM, u64::MAX);
    for (skipped, first) in whole.iter().enumerate() {
        let want: Vec<Seen> = whole[skipped..]
            .iter()
            .map(|seen| Seen { line: seen.line - skipped as u64, ..seen.clone() })
            .collect();
        for (cut, io) in [(1 << 30, Io::Auto), (7, Io::Auto), (20, Io::Mmap), (1 << 30, Io::Mmap)] {
            let files = from(&path, first.offset);
            assert_eq!(files[0].start(), first.offset);
            let mut all = list(Scan::new(capped(u64::MAX)).files(files).cut(cut).io(io).threads(2));
            let (_, outcome) = all.remove(0);
            assert!(outcome.error.is_none(), "{:?}", outcome.error);
            assert_eq!(outcome.output, want, "from {} cut {cut} {io:?}", first.offset);
            assert_eq!(outcome.bytes, STREAM.len() as u64, "to the end of its last line");
        }
    }
    // At its end there is nothing, and that is no error.
    let (_, outcome) = list(Scan::new(capped(u64::MAX)).files(from(&path, STREAM.len() as u64))).remove(0);
    assert!(
        outcome.error.is_none() && outcome.output.is_empty() && outcome.lines == 0,
        "{:?}",
        outcome.error
    );
}

/// What shows that it is not the file whose beginning was read.
#[test]
fn no_longer_the_same() {
    let (shorter, replaced) = ("became shorter", "another file took its place");
    type Change = fn(&Path);
    let rows: [(&str, Change, &str); 4] = [
        ("cut", |path| fs::write(path, &STREAM[..7]).expect("a file"), shorter),
        ("packed", |path| fs::write(path, gzip(STREAM)).expect("a file"), replaced),
        ("UTF-16", |path| fs::write(path, b"\xFF\xFE{\0}\0\n\0{\0}\0\n\0").expect("a file"), replaced),
        (
            "another one",
            |path| {
                let other = path.with_extension("new");
                fs::write(&other, STREAM).expect("a file");
                fs::rename(&other, path).expect("in its place");
            },
            replaced,
        ),
    ];
    for (name, change, want) in rows {
        let folder = folder(&[("a.jsonl", STREAM)]);
        let path = folder.path().join("a.jsonl");
        let files = from(&path, 8);
        change(&path);
        let (file, outcome) = list(Scan::new(capped(u64::MAX)).files(files)).remove(0);
        let error = outcome.error.as_ref().unwrap_or_else(|| panic!("{name}: {:?}", outcome.output));
        assert!(error.to_string().contains(want), "{name}: {error}");
        assert!(error.cause().to_string().contains(want), "{name}");
        assert!(!outcome.is_read() && outcome.output.is_empty() && outcome.bytes == 0, "{name}");
        assert_eq!(file.stamp().map(|stamp| stamp.len), Some(STREAM.len() as u64), "as it was found");
    }
}

#[test]
fn a_scan_in_words() {
    let scan = Scan::new(capped(u64::MAX)).io(Io::Mmap).threads(3);
    assert_eq!(format!("{scan:?}"), "Scan { files: [], io: Mmap, threads: 3, .. }");
    let flag = AtomicBool::new(true);
    let folder = folder(&[("a.jsonl", STREAM)]);
    let files = find(&folder.path().join("a.jsonl"));
    let cancelled =
        Scan::new(capped(u64::MAX)).files(files).cancel(&flag).run(|_| List::default(), |_, _| {});
    let error = cancelled.expect_err("it was cancelled");
    assert!(matches!(error, ScanError::Cancelled));
    assert_eq!(error.to_string(), "the scan was cancelled");
}
