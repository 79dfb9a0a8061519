//! Files that change while they are read.

use crate::{Fold, List, capped, find, folder, list};
use runlex::{At, IdKey, Report};
use runlex_scan::{Io, Outcome, Scan};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::sync::Once;

/// A line of ten bytes.
const LINE: &[u8] = b"{\"a\":123}\n";

/// Scans one file on one thread, and does something to it as soon as the first bytes were read.
fn changed(path: &Path, cut: u64, change: impl Fn() + Sync) -> Outcome<Vec<crate::Seen>> {
    let once = Once::new();
    let progress = |_| once.call_once(&change);
    let mut all = list(Scan::new(capped(u64::MAX)).files(find(path)).threads(1).cut(cut).progress(&progress));
    assert_eq!(all.len(), 1);
    let (file, outcome) = all.remove(0);
    assert_eq!(file.path(), path);
    let bytes: u64 = outcome.output.iter().map(|seen| seen.len).sum();
    assert_eq!((bytes, outcome.output.len() as u64), (outcome.bytes, outcome.lines));
    // One piece from the start on, without a torn line.
    assert!(outcome.output.iter().enumerate().all(|(at, seen)| seen.is_event && seen.line == at as u64 + 1));
    outcome
}

/// What was read is kept, the rest is an error with its place.
#[test]
fn shorter() {
    for (cut, left) in
        [(1 << 30, 600_003), (100_000, 600_003), (100_000, 0), (1 << 30, 300_000), (33, 600_003)]
    {
        let folder = folder(&[("a.jsonl", &LINE.repeat(if cut == 33 { 60_010 } else { 100_000 }))]);
        let path = folder.path().join("a.jsonl");
        let shorten =
            || File::options().write(true).open(&path).expect("a file").set_len(left).expect("shorter");
        let outcome = changed(&path, cut, shorten);
        let error = outcome.error.as_ref().expect("it is told");
        assert_eq!(error.at, Some(At { offset: outcome.bytes, line: outcome.lines + 1 }), "{error}");
        assert!(error.to_string().contains("became shorter"), "{error}");
        assert!(
            outcome.is_read() && outcome.bytes > 0 && outcome.bytes <= left.max(262_144),
            "{}",
            outcome.bytes
        );
        if left > 262_144 {
            assert_eq!(outcome.lines, left / 10, "cut at {cut}");
        }
    }
}

/// Its length is that of its opening.
#[test]
fn longer() {
    for cut in [1 << 30, 100_000] {
        let folder = folder(&[("a.jsonl", &LINE.repeat(100_000))]);
        let path = folder.path().join("a.jsonl");
        let append = || {
            let mut file = File::options().append(true).open(&path).expect("a file");
            file.write_all(&LINE.repeat(50_000)).expect("written");
        };
        let outcome = changed(&path, cut, append);
        assert!(outcome.error.is_none() && outcome.has_grown);
        assert_eq!(outcome.bytes, 1_000_000);
    }
}

#[test]
fn replaced() {
    let folder = folder(&[("a.jsonl", &LINE.repeat(100_000)), ("b", &LINE.repeat(100_000))]);
    let path = folder.path().join("a.jsonl");
    let outcome = changed(&path, 300_000, || fs::rename(folder.path().join("b"), &path).expect("renamed"));
    let error = outcome.error.expect("it is told");
    assert!(error.to_string().contains("another file took its place"), "{error}");
    assert_eq!((outcome.lines, outcome.bytes), (30_000, 300_000));
}

#[test]
fn vanished() {
    for (cut, lines) in [(300_000, 30_000), (1 << 30, 100_000)] {
        let folder = folder(&[("a.jsonl", &LINE.repeat(100_000))]);
        let path = folder.path().join("a.jsonl");
        let outcome = changed(&path, cut, || fs::remove_file(&path).expect("removed"));
        // Who has it open can read on.
        assert_eq!((outcome.lines, outcome.error.is_some()), (lines, lines < 100_000));
    }
    let folder = folder(&[("a.jsonl", LINE), ("b.jsonl", LINE)]);
    let files = find(folder.path());
    fs::remove_file(folder.path().join("a.jsonl")).expect("removed");
    let all = list(Scan::new(capped(u64::MAX)).files(files));
    let error = all[0].1.error.as_ref().expect("it is told");
    assert_eq!((error.at, all[0].1.is_read()), (None, false));
    assert!(error.to_string().starts_with("No such file"), "{error}");
    assert_eq!((all[1].1.lines, all[1].1.error.is_some()), (1, false));
}

/// Somebody shortens and lengthens it all the time: no panic, no torn event, and what counts is one piece.
#[test]
fn all_the_time() {
    let folder = folder(&[("a.jsonl", &LINE.repeat(200_000))]);
    let path = folder.path().join("a.jsonl");
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut len = 1_999_993_u64;
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                len = len.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let file = File::options().write(true).open(&path).expect("a file");
                file.set_len(len % 2_000_000).expect("a length");
                drop(file);
                fs::write(folder.path().join("n.jsonl"), LINE.repeat(200_000)).expect("a file");
                fs::rename(folder.path().join("n.jsonl"), &path).expect("renamed");
            }
        });
        for round in 0..60 {
            let key = IdKey::random();
            Scan::new(capped(u64::MAX))
                .files(find(&path))
                .threads(1 + round % 3)
                .cut(50_000)
                .run(
                    |_| Fold(Report::new(key)),
                    |_, outcome| {
                        assert_eq!(
                            (outcome.bytes, outcome.lines),
                            (outcome.output.bytes, outcome.output.lines)
                        );
                        // The last line may be cut if the file was opened so.
                        assert!(outcome.lines - outcome.output.events <= 1);
                    },
                )
                .expect("threads");
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

/// A file that cannot be mapped is read.
#[test]
fn mapping_an_empty_file() {
    let folder = folder(&[("a.jsonl", b""), ("b.jsonl", LINE)]);
    let scan = Scan::new(capped(u64::MAX)).io(Io::Mmap);
    let mut lines = Vec::new();
    scan.files(find(folder.path()))
        .run(
            |_| List::default(),
            |_, outcome| {
                assert!(outcome.error.is_none());
                lines.push(outcome.lines);
            },
        )
        .expect("threads");
    assert_eq!(lines, [0, 1]);
}
