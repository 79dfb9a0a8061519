//! The live path says what events that own their parts say, and allocates nothing.

use runlex_benches::live::{Live, Ours, Owned, Seen};
use runlex_benches::{contestants, data};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, which counts for each thread.
struct Counting;

thread_local! {
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    _ = CALLS.try_with(|calls| calls.set(calls.get() + 1));
}

// SAFETY: all four hand their arguments to the system's allocator unchanged and return what it returns.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's promises are those that `System` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
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

/// What it saw, and how often it allocated.
fn run(live: &mut dyn Live, bytes: &[u8]) -> (Seen, u64) {
    let mut seen = Seen::default();
    let mut offset = 0;
    let before = CALLS.get();
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        live.line(line, offset, &mut seen);
        offset += line.len() as u64;
    }
    (seen, CALLS.get() - before)
}

#[test]
fn same_and_without_allocations() {
    let data = data::load("g", 3_000_000).expect("generated");
    let (want, calls) = run(&mut Owned, &data.bytes);
    assert!(want.text > 1_000_000 && want.calls > 0 && want.ends > 0, "{want:?}");
    assert!(calls > 1_000, "the counter counts");
    for kernel in contestants::kernels() {
        let (seen, calls) = run(&mut Ours::new(kernel, true), &data.bytes);
        assert_eq!(seen, want, "{}", kernel.name());
        assert_eq!(calls, 0, "{}", kernel.name());
        let (seen, calls) = run(&mut Ours::new(kernel, false), &data.bytes);
        assert_eq!(seen, want.without_text(), "{}", kernel.name());
        assert_eq!(calls, 0, "{}", kernel.name());
    }
}
