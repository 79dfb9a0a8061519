//! Nothing is allocated for a line.

use crate::{capped, find, folder};
use runlex::Record;
use runlex_scan::{Aggregate, FileError, Scan};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, which counts for each thread.
struct Counting;

thread_local! {
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: all four hand their arguments to the system's allocator unchanged and return what it returns.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        _ = CALLS.try_with(|calls| calls.set(calls.get() + 1));
        // SAFETY: the caller's promises are those that `System` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        _ = CALLS.try_with(|calls| calls.set(calls.get() + 1));
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        _ = CALLS.try_with(|calls| calls.set(calls.get() + 1));
        // SAFETY: as above.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The allocations of its thread between the first record of a part and the last.
#[derive(Default)]
struct Calls {
    records: u64,
    first: u64,
    last: u64,
    /// Of the parts before.
    before: u64,
}

impl Aggregate for Calls {
    type Output = (u64, u64);

    fn observe(&mut self, _: &Record<'_, '_>) {
        let calls = CALLS.get();
        if self.records == 0 {
            self.first = calls;
        }
        self.last = calls;
        self.records += 1;
    }

    fn merge(&mut self, later: Calls) {
        self.before += later.last - later.first + later.before;
        self.records += later.records;
    }

    fn finish(self, _: Option<&FileError>) -> (u64, u64) {
        (self.records, self.last - self.first + self.before)
    }
}

#[test]
fn none_for_a_line() {
    let lines = b"{\"type\":\"a\",\"n\":[1,2,{\"b\":\"\\n\"}]}\n".repeat(100_000);
    let (gz, zst) = (crate::gzip(&lines), crate::zstd(&lines));
    let folder = folder(&[("a.jsonl", &lines), ("b.jsonl.gz", &gz), ("c.jsonl.zst", &zst)]);
    for threads in [1, 2] {
        let mut all = Vec::new();
        Scan::new(capped(u64::MAX))
            .files(find(folder.path()))
            .threads(threads)
            .cut(1 << 20)
            .run(|_| Calls::default(), |_, outcome| all.push(outcome.output))
            .expect("threads");
        for (records, calls) in all {
            assert_eq!(records, 100_000);
            // Buffers and tapes that grow to their size, a few times for each thread.
            assert!(calls < 20, "{calls} allocations for {records} lines");
        }
    }
}
