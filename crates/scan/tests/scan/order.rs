//! Results come by path, cancelling ends a scan, and panics are not swallowed.

use crate::{List, capped, find, folder, list};
use runlex::Record;
use runlex_scan::{Aggregate, FileError, Scan, ScanError, Sources};
use std::sync::atomic::{AtomicBool, Ordering};

fn many(count: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for file in 0..count {
        // Long ones between short ones.
        let lines = if file % 97 == 0 { 20_000 } else { file % 7 };
        std::fs::write(folder.path().join(format!("{file:04}.jsonl")), "{\"a\":1}\n".repeat(lines))
            .expect("a file");
    }
    folder
}

#[test]
fn results_come_by_path() {
    let folder = many(700);
    for threads in [1, 2, 8] {
        let scan = Scan::new(capped(u64::MAX)).threads(threads).cut(30_000);
        let all = list(scan.files(find(folder.path())));
        assert_eq!(all.len(), 700);
        for (at, (file, outcome)) in all.iter().enumerate() {
            assert_eq!(file.path(), folder.path().join(format!("{at:04}.jsonl")));
            let lines = if at % 97 == 0 { 20_000 } else { at as u64 % 7 };
            assert_eq!(outcome.lines, lines, "{at}");
        }
    }
}

#[test]
fn nothing_to_read() {
    assert_eq!(list(Scan::new(capped(u64::MAX))).len(), 0);
}

/// What was handed out before stays; nothing is handed out after.
#[test]
fn cancelled_between_files() {
    let folder = many(300);
    let cancel = AtomicBool::new(false);
    let mut seen = 0;
    let ended = Scan::new(capped(u64::MAX)).files(find(folder.path())).threads(2).cancel(&cancel).run(
        |_| List::default(),
        |_, _| {
            seen += 1;
            cancel.store(seen == 5, Ordering::Relaxed);
        },
    );
    assert!(matches!(ended, Err(ScanError::Cancelled)));
    assert_eq!(seen, 5);
}

struct Cancels<'c>(&'c AtomicBool, u64);

impl Aggregate for Cancels<'_> {
    type Output = u64;
    fn observe(&mut self, _: &Record<'_, '_>) {
        self.0.store(true, Ordering::Relaxed);
        self.1 += 1;
    }
    fn merge(&mut self, later: Self) {
        self.1 += later.1;
    }
    fn finish(self, _: Option<&FileError>) -> u64 {
        self.1
    }
}

/// With the next batch, not with the next file.
#[test]
fn cancelled_within_a_file() {
    let folder = folder(&[("a.jsonl", &b"{}\n".repeat(1_000_000))]);
    let cancel = AtomicBool::new(false);
    let scan = Scan::new(capped(u64::MAX)).cancel(&cancel);
    let ended =
        scan.clone().files(find(folder.path())).run(|_| Cancels(&cancel, 0), |_, _| panic!("not whole"));
    assert!(matches!(ended, Err(ScanError::Cancelled)));
    cancel.store(false, Ordering::Relaxed);
    let bytes = b"{}\n".repeat(1_000_000);
    assert!(scan.range(&&bytes[..], 0..u64::MAX, Cancels(&cancel, 0)).is_err());
}

struct Panics;

impl Aggregate for Panics {
    type Output = ();
    fn observe(&mut self, _: &Record<'_, '_>) {
        panic!("as the test wants");
    }
    fn merge(&mut self, _: Panics) {}
    fn finish(self, _: Option<&FileError>) {}
}

#[test]
#[should_panic = "as the test wants"]
fn a_panic_goes_on() {
    let folder = many(300);
    _ = Scan::new(capped(u64::MAX)).files(find(folder.path())).threads(2).run(|_| Panics, |_, _| {});
}

/// A file that is named and in a folder that is named counts once.
#[test]
fn each_file_once() {
    let folder = many(3);
    let first = folder.path().join("0001.jsonl");
    let found = Sources::new().path(&first).path(folder.path()).paths([&first, &first]).find();
    assert_eq!(found.files.len(), 3);
}
