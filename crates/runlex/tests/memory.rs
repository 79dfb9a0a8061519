//! What the reader takes from the allocator: a bounded buffer, and nothing per line.

use runlex::dialects::{KEYS, amp};
use runlex::{
    DialectTracker, FaultKind, Framed, Incoming, Limits, LineDecoder, Node, OnError, Options, Reader,
    Records, Scanner, Slice, What,
};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::{self, Read};

/// The system's allocator, which counts for each thread (other tests run beside) and can be told to have no more.
struct Counting;

#[derive(Clone, Copy, Default)]
struct Counts {
    calls: u64,
    live: i64,
    peak: i64,
}

thread_local! {
    static COUNTS: Cell<Counts> = const { Cell::new(Counts { calls: 0, live: 0, peak: 0 }) };
    /// A larger block is refused.
    static LARGEST: Cell<usize> = const { Cell::new(usize::MAX) };
}

fn count(calls: u64, bytes: i64) {
    // A thread that ends may have let go of its counts; nothing is measured there.
    _ = COUNTS.try_with(|counts| {
        let mut now = counts.get();
        now.calls += calls;
        now.live += bytes;
        now.peak = now.peak.max(now.live);
        counts.set(now);
    });
}

fn is_refused(size: usize) -> bool {
    LARGEST.try_with(|largest| size > largest.get()).unwrap_or(false)
}

// SAFETY: all four hand their arguments to the system's allocator unchanged and return what it returns, or, before
// anything was done, the null that stands for no memory.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_refused(layout.size()) {
            return std::ptr::null_mut();
        }
        count(1, layout.size() as i64);
        // SAFETY: the caller's promises are those that `System` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if is_refused(layout.size()) {
            return std::ptr::null_mut();
        }
        count(1, layout.size() as i64);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if is_refused(size) {
            return std::ptr::null_mut();
        }
        count(1, size as i64 - layout.size() as i64);
        // SAFETY: as above.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(0, -(layout.size() as i64));
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What `work` allocates: calls, and bytes at once at most.
fn measure(work: impl FnOnce()) -> (u64, i64) {
    let before = COUNTS.get();
    COUNTS.set(Counts { peak: before.live, ..before });
    work();
    let after = COUNTS.get();
    (after.calls - before.calls, after.peak - before.live)
}

#[test]
fn the_counter_counts() {
    let (calls, peak) = measure(|| drop(std::hint::black_box(vec![1u8; 1000])));
    assert_eq!((calls, peak), (1, 1000));
}

/// A line of 64 MiB costs no more than the cap and one read.
#[test]
fn the_buffer_ends_at_the_cap() {
    const LINE: u64 = 64 << 20;
    const CAP: u64 = 1 << 20;
    // With a line behind it, which starts clean, and without.
    for behind in [&b"\n{}\n"[..], b""] {
        let source = io::repeat(b'x').take(LINE).chain(behind);
        let mut reader = Reader::with_options(source, Options { max_line: CAP, ..Options::new(&KEYS) });
        let (_, peak) = measure(|| {
            let record = reader.next().expect("no error").expect("a line");
            assert!(matches!(record.what, What::Fault(fault) if fault.kind == FaultKind::TooLong));
            assert_eq!(record.line.len(), LINE + u64::from(!behind.is_empty()));
            let record = reader.next().expect("no error");
            assert_eq!(
                record.is_some_and(|record| matches!(record.what, What::Event(_))),
                !behind.is_empty()
            );
        });
        assert!(peak <= CAP as i64 + (384 << 10), "{peak} bytes for a cap of {CAP}");
    }
}

/// A line for which there is no memory is an error like one of the source: nothing before it is lost, and once there is
/// memory, reading goes on.
#[test]
fn no_memory_is_an_error() {
    let long = format!("{{\"a\":[{}1]}}\n", "1,".repeat(1 << 20));
    let stream = ["{}\n", &long, "{}\n"].concat();
    let mut reader = Reader::new(stream.as_bytes());
    assert!(reader.next().expect("no error").is_some());
    for _ in 0..2 {
        LARGEST.set(1 << 20);
        let error = reader.next().map(|_| ());
        LARGEST.set(usize::MAX);
        assert_eq!(error.expect_err("no memory").kind(), io::ErrorKind::OutOfMemory);
        assert_eq!((reader.at().line, reader.at().offset), (2, 3));
    }
    for len in [long.len(), 3] {
        let record = reader.next().expect("no error").expect("a line");
        assert!(matches!(record.what, What::Event(_)));
        assert_eq!(record.line.len(), len as u64);
    }
}

/// Without memory for its tape a line is read without.
#[test]
fn no_memory_for_a_tape() {
    // The buffer has its size from the first line on; the nodes of this one are more than the limit.
    let line = format!("{{\"a\":\"{}\",\"type\":\"b\"}}\n", "x".repeat(200 << 10));
    let mut reader = Reader::new(line.as_bytes());
    LARGEST.set(256 << 10);
    let is_read = reader.next().map(|record| {
        matches!(record.map(|record| record.what), Some(What::Event(object)) if object.get("type").is_some())
    });
    LARGEST.set(usize::MAX);
    assert!(is_read.expect("no error"));
}

/// What no scanner can read is not held, even if the caller sets no cap.
#[test]
#[ignore = "needs 5 GiB of memory, and minutes without optimisation"]
#[cfg(target_pointer_width = "64")]
fn the_buffer_ends_at_four_gibibytes() {
    const LINE: u64 = 5 << 30;
    let mut reader = Reader::new(io::repeat(b'x').take(LINE).chain(&b"\n{}\n"[..]));
    let (_, peak) = measure(|| {
        let record = reader.next().expect("no error").expect("a line");
        assert!(matches!(record.what, What::Fault(fault) if fault.kind == FaultKind::TooLong));
        assert_eq!(record.line.len(), LINE + 1);
        let record = reader.next().expect("no error").expect("a line");
        assert!(matches!(record.what, What::Event(_)));
    });
    assert!(peak <= i64::from(u32::MAX) + (384 << 10), "{peak} bytes");
}

/// A line of Amp, one with an escape, a blank one and two broken ones.
const LINES: &str = concat!(
    r#"{"type":"assistant","message":{"content":[{"type":"text","text":"a\nb"},{"type":"tool_use","id":"t","name":"Bash","input":{"cmd":"ls"}}],"usage":{"input_tokens":1,"output_tokens":2}},"session_id":"T-1"}"#,
    "\n",
    r#"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"\ud83d\ude00 \ud83d"}]},"session_id":"T-1"}"#,
    "\n\r\n",
    r#"{"type":"user"}{"type":"user"}"#,
    "\n",
    r#"{"type":"assistant","mess"#,
    "\n",
);

/// Touches all that a line says.
fn look(what: What<'_, '_>) -> usize {
    match what {
        What::Event(object) => amp::Event::read(object).items().count(),
        What::Blank | What::Fault(_) => 0,
    }
}

/// Once the buffer and the tape have their size, reading allocates nothing.
#[test]
fn no_allocation_a_line() {
    let stream = LINES.repeat(2000);
    let mut reader = Reader::new(stream.as_bytes());
    for _ in 0..500 {
        assert!(reader.next().expect("no error").is_some());
    }
    let mut items = 0;
    // Far more than the buffer holds, so it is filled anew within.
    let (calls, _) = measure(|| {
        for _ in 0..5000 {
            let record = reader.next().expect("no error").expect("a line");
            items += look(record.what) + record.notes().count() + record.salvage().count();
        }
    });
    // Three items, one, a note, two salvaged objects.
    assert_eq!((calls, items), (0, 7 * 1000));
}

/// The decoder and the scanner live on lent memory from the first line on.
#[test]
fn no_allocation_at_all_over_chunks() {
    let stream = LINES.repeat(50);
    let mut carry = vec![0; 4096];
    let mut nodes = vec![Node::EMPTY; 64];
    let mut items = 0;
    let (calls, _) = measure(|| {
        let mut decoder = LineDecoder::new(&mut carry);
        for mut chunk in stream.as_bytes().chunks(7) {
            while let Some(framed) = decoder.next(&mut chunk) {
                let Framed::Line(line) = framed else { continue };
                items += look(Scanner::once(Options::new(&KEYS), line, &mut nodes).what);
            }
        }
    });
    assert_eq!((calls, items), (0, 4 * 50));
}

/// Neither does what can be put over a reader, once that has its size.
#[test]
fn no_allocation_by_adaptors() {
    let stream = LINES.repeat(2000);
    let mut reader = Reader::new(stream.as_bytes());
    for _ in 0..500 {
        assert!(reader.next().expect("no error").is_some());
    }
    let mut lines = 0;
    let (calls, _) = measure(|| {
        let records = (&mut reader).on_error(OnError::Skip).until_result();
        let mut live = records.live(Limits::default(), || std::time::Duration::ZERO);
        for _ in 0..3000 {
            lines += u32::from(matches!(live.next(), Some(Incoming::Record(_))));
        }
    });
    assert_eq!((calls, lines), (0, 3000));
    let mut slice = Slice::new(stream.as_bytes());
    let mut tracker = DialectTracker::default();
    let (calls, _) = measure(|| {
        while let Some(record) = slice.next() {
            if let What::Event(object) = record.what {
                tracker.mark(object);
            }
        }
    });
    assert_eq!(calls, 0);
    let (calls, _) = measure(|| {
        lines = runlex::slice::records(stream.as_bytes()).map(|record| look(record.what) as u32).sum();
    });
    assert_eq!((calls, lines), (0, 4 * 2000));
}

/// Scratch for documents grows to the largest value and no further.
#[test]
#[cfg(feature = "dom")]
fn no_allocation_by_warm_documents() {
    use runlex::dom::Dom;
    let mut dom = Dom::new();
    let mut slice = Slice::new(LINES.as_bytes());
    let Some(What::Event(object)) = slice.next().map(|record| record.what) else { panic!("an event") };
    assert!(dom.load(object.as_value()).is_ok());
    let (calls, _) = measure(|| {
        for _ in 0..100 {
            assert!(dom.load(object.as_value()).is_ok());
        }
    });
    assert_eq!(calls, 0);
}

/// What is loaded takes no more memory than a small multiple of the bytes, also where these state lengths that nothing
/// stands behind.
#[cfg(feature = "saved")]
#[test]
fn loading_is_bounded() {
    use runlex::saved::{load, save};
    use runlex::{IdKey, Report, Totals};
    let holds = |bytes: &[u8]| {
        let most = 100 * bytes.len() as i64 + 1024;
        let (_, peak) = measure(|| drop(std::hint::black_box(load::<Report>(bytes))));
        assert!(peak <= most, "{peak} bytes for a report of {}", bytes.len());
        let (_, peak) = measure(|| drop(std::hint::black_box(load::<runlex::report::TotalsReport>(bytes))));
        assert!(peak <= most, "{peak} bytes for totals of {}", bytes.len());
    };
    // Runs, types and names that are as short as can be, and many of them.
    let short: String = (0..600)
        .map(|run| {
            let name = char::from(b'a' + (run % 26) as u8);
            format!(
                "{{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"T-{run}\"}}\n\
                 {{\"type\":\"{name}{run}\",\"subtype\":\"\"}}\n\
                 {{\"type\":\"assistant\",\"message\":{{\"id\":\"{run}\",\"usage\":{{}},\"content\":[{{\"type\":\"tool_use\"}}]}}}}\n"
            )
        })
        .collect();
    for stream in [LINES, &short] {
        let mut report = Report::new(IdKey::random());
        let mut slice = Slice::new(stream.as_bytes());
        while let Some(record) = slice.next() {
            report.observe(&record);
        }
        let (mut bytes, mut sums) = (Vec::new(), Vec::new());
        save(&report, &mut bytes);
        let mut totals = Totals::new(report.key());
        totals.merge(Totals::of(report).0);
        save(&totals.finish(), &mut sums);
        for bytes in [bytes, sums] {
            holds(&bytes);
            for at in 2..bytes.len().min(2_000) {
                let length = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01];
                holds(&[&bytes[..at], &length, &bytes[at + 1..]].concat());
                holds(&[&bytes[..at], &length].concat());
            }
        }
    }
}
