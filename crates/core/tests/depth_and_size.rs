//! Depth and size cost neither stack nor more than linear work.
//!
//! The work cannot be counted from outside. What shows that it is linear is that these tests come to an end: one step
//! for each pair of bytes of a line of a million would be 10^12 steps, hours even at one step a nanosecond.

mod common;

use common::{Seen, entry, ways};
use runlex_core::{
    At, FaultKind, Field, Kernel, Keys, MAX_DEPTH, Mode, Node, Options, Scanner, Type, Value, What,
    check_value,
};

const MILLION: usize = 1_000_000;

/// Runs `work` on a thread with a stack of 64 KiB.
fn on_small_stack<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| {
        let thread =
            std::thread::Builder::new().stack_size(64 << 10).spawn_scoped(scope, work).expect("a thread");
        thread.join().expect("no panic")
    })
}

/// Scans the line with every kernel in both modes, with and without nodes, reads all of an event and asks for salvage;
/// returns what they say and how many spans there are.
fn read(text: &[u8]) -> (Seen, usize) {
    let mut nodes = vec![Node::EMPTY; 4 * MAX_DEPTH];
    on_small_stack(|| {
        let mut answers = Vec::new();
        let (scalar, room) = (Kernel::SCALAR, 4 * MAX_DEPTH);
        let all = ways().map(|(kernel, mode)| (kernel, mode, room));
        for (kernel, mode, room) in
            [(scalar, Mode::Skim, 0), (scalar, Mode::Checked, 0)].into_iter().chain(all)
        {
            let options = Options { kernel, mode, ..Options::new(&Keys::ALL) };
            let mut scanner = Scanner::new(options, text, At::START, &mut nodes[..room]);
            let record = scanner.next().expect("a line");
            let spans = record.salvage().count();
            assert_eq!(record.notes().count(), 0);
            if let What::Event(object) = record.what {
                assert!(walk(object.as_value()) > 0);
            }
            answers.push((entry(&record).seen, spans));
            assert!(scanner.next().is_none());
        }
        for (way, answer) in ways().zip(&answers[2..]) {
            // What skim lets pass of these lines is sound.
            assert_eq!(*answer, answers[1], "{way:?}: nodes and kernels do not matter");
        }
        let _ = check_value(text).is_ok();
        answers.remove(1)
    })
}

/// Goes down the first of everything, counting the members and elements of each container on the way.
fn walk(mut value: Value<'_, '_>) -> usize {
    let mut count = 1;
    loop {
        let inner = match value.kind() {
            Type::Object => {
                let object = value.object().ok().expect("an object");
                assert!(object.get("missing").is_none());
                count += object.members().count();
                object.members().next().map(|(_, value)| value)
            }
            Type::Array => {
                let array = value.array().ok().expect("an array");
                count += array.elements().count();
                array.elements().next()
            }
            _ => None,
        };
        match inner {
            Some(inner) => value = inner,
            None => return count,
        }
    }
}

fn fault(kind: FaultKind, at: usize) -> (Seen, usize) {
    (Seen::Fault(kind, at as u64), 0)
}

/// An object of the given depth: `{"a":[[...]]}`.
fn nested(depth: usize) -> Vec<u8> {
    format!("{{\"a\":{}{}}}", "[".repeat(depth - 1), "]".repeat(depth - 1)).into_bytes()
}

#[test]
fn depth() {
    let text = nested(MAX_DEPTH);
    assert_eq!(read(&text), (Seen::Event(0..text.len() as u64), 0));
    for depth in [MAX_DEPTH + 1, MILLION] {
        assert_eq!(read(&nested(depth)), fault(FaultKind::TooDeep, 5 + MAX_DEPTH - 1));
    }
    let text = format!("{}1{}", "{\"a\":".repeat(MAX_DEPTH), "}".repeat(MAX_DEPTH));
    assert_eq!(read(text.as_bytes()), (Seen::Event(0..text.len() as u64), 0));
    let text = format!("{}1{}", "{\"a\":".repeat(MILLION), "}".repeat(MILLION));
    assert_eq!(read(text.as_bytes()), fault(FaultKind::TooDeep, 5 * MAX_DEPTH));
    let text = format!("{}{}", "[".repeat(MILLION), "]".repeat(MILLION));
    assert_eq!(read(text.as_bytes()), fault(FaultKind::TooDeep, MAX_DEPTH));
}

/// Every level can be reached from the one above, to the very last.
#[test]
fn all_levels_are_reached() {
    let text = nested(MAX_DEPTH);
    let levels = on_small_stack(|| {
        let mut scanner = Scanner::new(Options::new(&Keys::NONE), &text, At::START, &mut []);
        let Some(What::Event(object)) = scanner.next().map(|record| record.what) else { panic!("no event") };
        let mut value = object.get("a").expect("a member");
        let mut levels = 2;
        while let Some(inner) = value.array().ok().expect("an array").elements().next() {
            value = inner;
            levels += 1;
        }
        levels
    });
    assert_eq!(levels, MAX_DEPTH);
}

/// Rows of a single byte, and with something before them that changes how they are looked at.
#[test]
fn rows_of_one_byte() {
    let row =
        |front: &str, byte: &str, count: usize| [front.as_bytes(), byte.repeat(count).as_bytes()].concat();
    assert_eq!(read(&row("", "{", MILLION)), fault(FaultKind::Syntax, 1));
    assert_eq!(read(&row("", "\"", MILLION)), fault(FaultKind::Noise, 0));
    assert_eq!(read(&row("", "\\", MILLION)), fault(FaultKind::Noise, 0));
    assert_eq!(read(&row("x", "{", MILLION)), fault(FaultKind::Noise, 0));
    assert_eq!(read(&row("", "}", MILLION)), fault(FaultKind::Noise, 0));
    assert_eq!(read(&row("", "]", MILLION)), fault(FaultKind::Noise, 0));
    assert_eq!(read(&row("", "\0", MILLION)), fault(FaultKind::NulRun, 0));
    assert_eq!(read(&row("", " ", MILLION)), (Seen::Blank, 0));
    // In a string: an even number of backslashes leaves it open at the end, either way it is cut.
    assert_eq!(read(&row("{\"a\":\"", "\\", MILLION)), fault(FaultKind::Truncated, 6 + MILLION));
    assert_eq!(read(&row("{\"a\":\"", "\\", MILLION + 1)), fault(FaultKind::Truncated, 7 + MILLION));
    assert_eq!(read(&row("{\"a\":\"", "\\\"", MILLION)), fault(FaultKind::Truncated, 6 + 2 * MILLION));
}

/// Whatever a search backwards from the last brace could be made to look at twice.
#[test]
fn salvage_is_linear() {
    for (line, kind, at, spans) in [
        // Quotes behind rows of backslashes, one of which is never an opening quote.
        (format!("x{}\"}}", "\\".repeat(MILLION)), FaultKind::Noise, 0, 0),
        (format!("x{}}}", "\\\"".repeat(MILLION)), FaultKind::Noise, 0, 0),
        (format!("x{}\"{}}}", "\"".repeat(MILLION), "\\".repeat(MILLION)), FaultKind::Noise, 0, 0),
        (format!("x{}}}", "{\"".repeat(MILLION)), FaultKind::Noise, 0, 0),
        (format!("x{}{}", "{".repeat(MILLION), "}".repeat(MILLION)), FaultKind::Noise, 0, 0),
        (format!("x{}", "{}}".repeat(MILLION)), FaultKind::Noise, 0, 0),
        // Many beginnings, and one end.
        (format!("{}{{}}", "{\"a\":\"".repeat(MILLION / 6)), FaultKind::TornJoin, 8, 1),
        (format!("x{}{{\"b\":1}}", "{\"a\":".repeat(MILLION / 5)), FaultKind::Prefixed, 0, 1),
        // Many whole ones.
        ("{}".repeat(MILLION / 2), FaultKind::Concatenated, 2, MILLION / 2),
        (format!("{}x", "{}".repeat(MILLION / 2)), FaultKind::Concatenated, 2, MILLION / 2),
        (
            format!("{}{}", "{}".repeat(MILLION / 2), "{\"a\":\"".repeat(10)),
            FaultKind::Concatenated,
            2,
            MILLION / 2,
        ),
    ] {
        assert_eq!(read(line.as_bytes()), (Seen::Fault(kind, at), spans), "{}", &line[..20]);
    }
}

/// Many members, elements, escapes and notes in one object.
#[test]
fn wide() {
    let members =
        |count: usize| (0..count).map(|at| format!("\"{at}\":[{{}}]")).collect::<Vec<_>>().join(",");
    let text = format!("{{{}}}", members(100_000));
    let mut nodes = vec![Node::EMPTY; MILLION];
    for room in [0, MILLION] {
        on_small_stack(|| {
            let mut scanner =
                Scanner::new(Options::new(&Keys::ALL), text.as_bytes(), At::START, &mut nodes[..room]);
            let Some(What::Event(object)) = scanner.next().map(|record| record.what) else {
                panic!("no event")
            };
            let elements =
                object.members().map(|(_, value)| value.array().ok().expect("an array").elements().count());
            assert_eq!(elements.sum::<usize>(), 100_000);
            assert!(object.get("99999").is_some() && object.get("100000").is_none());
        });
    }

    let text = format!("{{\"a\":\"{}\",\"b\":[{}0]}}", "\\ud800".repeat(100_000), "0,".repeat(100_000));
    on_small_stack(|| {
        let mut scanner = Scanner::new(Options::new(&Keys::NONE), text.as_bytes(), At::START, &mut []);
        let record = scanner.next().expect("a line");
        assert_eq!(record.notes().count(), 100_000);
        let What::Event(object) = record.what else { panic!("no event") };
        let [a, b] = object.pick(&["a", "b"]);
        let text = Field::of(a, Value::string).ok().expect("a string");
        assert_eq!((text.chars().count(), text.unescaped_len()), (100_000, 300_000));
        assert_eq!(Field::of(b, Value::array).ok().expect("an array").elements().count(), 100_001);
    });
}

#[test]
fn kernels() {
    assert!(
        Kernel::all().any(|kernel| kernel == Kernel::best())
            && Kernel::all().any(|kernel| kernel == Kernel::SCALAR)
    );
}

/// Positions in a line have 32 bits: a longer one is refused by its length alone. All zeros, it would be a run of NULs
/// to a check that read it. (Framing looks at each byte once for a newline; the pages are never written, so they are
/// all the same one.)
#[test]
#[ignore = "walks over 4 GiB of address space, which takes a minute without optimisation and may be refused"]
#[cfg(target_pointer_width = "64")]
fn four_gibibytes_in_a_line() {
    let content = vec![0u8; (4 << 30) + 1];
    let mut scanner = Scanner::new(Options::new(&Keys::NONE), &content, At::START, &mut []);
    let record = scanner.next().expect("a line");
    let What::Fault(fault) = record.what else { panic!("no fault") };
    assert_eq!((fault.kind, fault.at), (FaultKind::TooLong, 0));
    assert_eq!((record.line.len(), record.line.content()), (content.len() as u64, &[][..]));
    assert_eq!(record.salvage().count(), 0);
    assert!(scanner.next().is_none());
    assert_eq!(scanner.at(), At { offset: content.len() as u64, line: 2 });
}
