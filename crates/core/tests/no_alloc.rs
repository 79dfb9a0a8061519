//! Nothing is allocated, in no part of the crate, on no kind of line: held against an allocator that counts.

use runlex_core::{
    At, Field, Framed, Kernel, Keys, LineDecoder, Lines, Mode, Node, Object, Options, RawStr, Record,
    Scanner, Type, Value, What, check_value,
};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

struct Counting;

thread_local! {
    /// Of this thread alone: the test harness allocates on others meanwhile.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    let _ = ALLOCATIONS.try_with(|allocations| allocations.set(allocations.get() + 1));
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as above.
        unsafe { System.realloc(place, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// How often `work` allocates.
fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

/// Sound, escaped and damaged lines, of every kind of fault that a line can have without a cap.
const LINES: &[&[u8]] = &[
    br#"{"type":"system","subtype":"init","session_id":"T-1","tools":["Bash","Read"],"n":{"a":[1,2.5,-3e2,null,true]}}"#,
    br#" { "type" : "assistant", "message":{"id":"m1","usage":{"input_tokens":12,"output_tokens":5.0},"content":[{"type":"text","text":"line\n\"quoted\" \u00e9\ud83d\ude00"}]}} "#,
    br#"{"\u0074ype":"result","type":"user","lone":"\ud800 \udc00","big":123456789012345678901234567890}"#,
    "{\"type\":\"é€😀\",\"\":\"\"}".as_bytes(),
    b"",
    b" \t ",
    br#"{"type":"cut","a":[1,{"b":"c"#,
    br#"{"type":"torn","a":"b{"type":"whole"}"#,
    br#"{"type":"one"}{"type":"two"} {"type":"three"}"#,
    br#"{"type":"one"} and more {"type":"two"}"#,
    br#"data: {"type":"one"}"#,
    b"npm warn something",
    br#"[1,2,{"type":"no"}]"#,
    br#"{"type":tru}"#,
    b"{\"type\":\"\x01\"}",
    b"{\"type\":\"\xFF\"}",
    b"{\"type\":\"a\"}\0\0\0\0\0",
    b"\0\0\0\0\0\0\0\0",
    b"{\0\"\0a\0\"\0:\x001\0}\0",
];

fn stream() -> Vec<u8> {
    let mut stream = b"\xEF\xBB\xBF".to_vec();
    for (at, line) in LINES.iter().cycle().take(LINES.len() * 20).enumerate() {
        stream.extend_from_slice(line);
        stream.extend_from_slice(if at % 3 == 0 { b"\r\n" } else { b"\n" });
    }
    // Too deep, and a last line without newline.
    stream.extend_from_slice("[".repeat(2_000).as_bytes());
    stream.extend_from_slice(b"\n{\"type\":\"last\"}");
    stream
}

const KEYS: Keys = Keys::new(&["type", "session_id", "message"]);

/// What was met, so that an empty run is no pass.
#[derive(Default, Clone, Copy, Debug, PartialEq, Eq)]
struct Met {
    events: u64,
    blanks: u64,
    faults: u64,
    salvaged: u64,
    notes: u64,
    strings: u64,
    numbers: u64,
    long: u64,
}

fn read_string(text: RawStr<'_>, scratch: &mut [u8], met: &mut Met) {
    met.strings += 1;
    black_box((text.as_plain(), text.is_escaped(), text.has_lone_surrogate(), text.unescaped_len()));
    black_box((text == "type", text == "é€😀", text.chars().count()));
    black_box(text.unescape_into(&mut scratch[..1]).is_ok());
    black_box(text.unescape_wtf8_into(scratch).is_ok());
    assert!(text.unescape_into(scratch).is_ok());
}

fn read_value(value: Value<'_, '_>, scratch: &mut [u8], met: &mut Met) {
    black_box((value.raw(), value.span(), value.is_null(), value.bool().ok()));
    match value.kind() {
        Type::String => read_string(value.string().ok().expect("a string"), scratch, met),
        Type::Number => {
            met.numbers += 1;
            let number = value.number().ok().expect("a number");
            black_box((
                number.lexeme(),
                number.to_u64().is_ok(),
                number.to_i64().is_ok(),
                number.to_f64().is_ok(),
            ));
        }
        Type::Object => read_object(value.object().ok().expect("an object"), scratch, met),
        Type::Array => {
            for element in value.array().ok().expect("an array").elements() {
                read_value(element, scratch, met);
            }
        }
        Type::Null | Type::Bool => {}
    }
}

fn read_object(object: Object<'_, '_>, scratch: &mut [u8], met: &mut Met) {
    for (name, value) in object.members() {
        read_string(name, scratch, met);
        read_value(value, scratch, met);
    }
    for value in object.pick(&["type", "session_id", "not declared", "lone"]).into_iter().flatten() {
        read_value(value, scratch, met);
    }
    black_box(Field::of(object.get("message"), Value::object).is_present());
}

fn read_record(record: &Record<'_, '_>, scratch: &mut [u8], met: &mut Met) {
    met.notes += record.notes().count() as u64;
    met.salvaged += record.salvage().count() as u64;
    match record.what {
        What::Event(object) => {
            met.events += 1;
            read_object(object, scratch, met);
        }
        What::Blank => met.blanks += 1,
        What::Fault(fault) => {
            met.faults += 1;
            black_box((fault.kind.as_str(), fault.at));
        }
    }
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| {}), 0);
    assert_eq!(allocations(|| drop(black_box(Box::new(1)))), 1);
    assert_eq!(allocations(|| drop(black_box(vec![0u8; 10]))), 1);
    assert!(allocations(|| drop(black_box(String::from("a") + &"b".repeat(100)))) >= 2);
}

#[test]
fn scanner_and_navigation() {
    let stream = stream();
    let mut scratch = vec![0; 4_096];
    for (kernel, mode) in Kernel::every().flat_map(|kernel| [(kernel, Mode::Checked), (kernel, Mode::Skim)]) {
        for keys in [&Keys::ALL, &Keys::NONE, &KEYS] {
            for nodes in [0, 3, 1_000] {
                let mut nodes = vec![Node::EMPTY; nodes];
                let mut met = Met::default();
                let options = Options { kernel, mode, ..Options::new(keys) };
                let count = allocations(|| {
                    let mut scanner = Scanner::new(options, &stream, At::START, &mut nodes);
                    while let Some(record) = scanner.next() {
                        read_record(&record, &mut scratch, &mut met);
                    }
                });
                assert_eq!(count, 0);
                assert!(met.events > 80 && met.blanks == 40 && met.faults > 200, "{met:?}");
                assert!(
                    met.salvaged > 100 && met.notes == 40 && met.strings > 500 && met.numbers > 100,
                    "{met:?}"
                );
            }
        }
    }
}

#[test]
fn decoder_over_chunks() {
    let stream = stream();
    let mut scratch = vec![0; 4_096];
    let mut nodes = vec![Node::EMPTY; 300];
    let mut last = None;
    for (kernel, size) in Kernel::every().flat_map(|kernel| [1, 7, 64, 4_096].map(|size| (kernel, size))) {
        // One carry that holds every line, and one that does not.
        for room in [4_096, 50] {
            let mut carry = vec![0; room];
            let mut met = Met::default();
            let mut take = |framed: Framed<'_>| match framed {
                Framed::Line(line) => {
                    let options = Options { kernel, ..Options::new(&KEYS) };
                    let record = Scanner::once(options, line, &mut nodes);
                    read_record(&record, &mut scratch, &mut met);
                }
                Framed::TooLong(long) => {
                    met.long += 1;
                    black_box(Record::from(long));
                }
            };
            let count = allocations(|| {
                let mut decoder = LineDecoder::new(&mut carry);
                for mut chunk in stream.chunks(size) {
                    while let Some(framed) = decoder.next(&mut chunk) {
                        take(framed);
                    }
                }
                if let Some(framed) = decoder.finish() {
                    take(framed);
                }
            });
            assert_eq!(count, 0, "{kernel}, chunks of {size}");
            if room > 50 {
                assert_eq!(*last.get_or_insert(met), met, "{kernel}, chunks of {size}");
                assert!(met.long == 0 && met.events > 80);
            } else {
                assert!(met.long > 20 && met.events > 10, "{met:?}");
            }
        }
    }
}

#[test]
fn lines_and_texts() {
    let stream = stream();
    let mut count = (0, 0);
    let allocated = allocations(|| {
        for line in Lines::new(&stream, At::START) {
            black_box((line.is_blank(), line.len(), line.content_offset()));
            let sound = check_value(line.content()).is_ok();
            *if sound { &mut count.0 } else { &mut count.1 } += 1;
        }
    });
    assert_eq!(allocated, 0);
    assert!(count.0 > 90 && count.1 > 200, "{count:?}");
}
