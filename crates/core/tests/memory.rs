//! What earlier lines looked like decides about speed alone: with a memory every record is the one without.

use runlex_core::{
    At, Kernel, Keys, Lines, Memory, Mode, Node, Object, Options, Pick, Record, Scanner, Type, Value, What,
};
use std::fmt::Write;

const KEYS: Keys = Keys::new(&["type", "chunk", "content", "id", "usage", "is_error"]);
const OTHER: Keys = Keys::new(&["type", "n"]);
const EVENT: Pick<4> = KEYS.pick(["type", "chunk", "id", "usage"]);

/// A small generator of the classic kind: what is tested must be the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }

    fn of<'x>(&mut self, all: &[&'x str]) -> &'x str {
        all[self.below(all.len())]
    }
}

/// Everything there is to know of a record, as text.
fn told(record: &Record<'_, '_>) -> String {
    let mut told = format!("{:?} {:?} ", record.line.at(), record.line.content().len());
    match record.what {
        What::Blank => told.push_str("blank"),
        What::Fault(fault) => {
            write!(told, "{fault:?} {:?}", record.salvage().collect::<Vec<_>>()).expect("text")
        }
        What::Event(object) => {
            object_told(object, &mut told);
            for value in object.pick(&EVENT).into_iter().chain(object.pick(&["n", "type"])) {
                write!(told, " {:?}", value.map(|value| value.span())).expect("text");
            }
            write!(told, " {:?}", record.notes().collect::<Vec<_>>()).expect("text");
        }
    }
    told
}

fn object_told(object: Object<'_, '_>, told: &mut String) {
    for (name, value) in object.members() {
        write!(told, "{name:?}=").expect("text");
        value_told(value, told);
    }
}

fn value_told(value: Value<'_, '_>, told: &mut String) {
    write!(told, "{:?}{:?} ", value.kind(), value.span()).expect("text");
    match value.kind() {
        Type::Object => object_told(value.object().ok().expect("an object"), told),
        Type::Array => {
            for element in value.array().ok().expect("an array").elements() {
                value_told(element, told);
            }
        }
        _ => {}
    }
}

const STRINGS: [&str; 14] = [
    "",
    "a",
    "init",
    "with \\\"quotes\\\"",
    "back\\\\",
    "\\u00e9\\n",
    "\\ud83d\\ude00",
    "\\ud83d",
    "é ü 字 😀",
    "0123456789012345678901234567890123456789012345678901234567890123",
    "01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789",
    "{\\\"type\\\":1}",
    "\\\\\\\\\\\\\\\"",
    "\u{7f}",
];
const NUMBERS: [&str; 12] =
    ["0", "7", "-1", "12345678901234567890", "1.5", "1e9", "-0", "0.0", "1E+2", "true", "false", "null"];

/// A line of one of a few shapes; some of them with white space, some of them long.
fn line(random: &mut Random, out: &mut Vec<u8>) {
    let (a, b) = (random.of(&STRINGS), random.of(&STRINGS));
    let (m, n) = (random.of(&NUMBERS), random.of(&NUMBERS));
    let text = match random.below(9) {
        0 | 1 => format!(r#"{{"type":"chunk","chunk":{{"type":"content","content":"{a}"}}}}"#),
        2 => format!(r#"{{"type":"chunk","chunk":{{"type":"tool","id":"{a}","is_error":{m}}}}}"#),
        3 => format!(r#"{{"type":"done","usage":{{"n":{m},"out":{n}}},"id":"{b}"}}"#),
        4 => format!(r#"{{"n": {m}, "type": "{a}", "list": [{n}, "{b}", {{"id": {m}}}]}}"#),
        5 => format!(r#"{{"ty\u0070e":"{a}","type":"{b}","type":{m}}}"#),
        6 => format!(r#" {{ "type" :"{a}" , "n":[] }} "#),
        7 => format!(r#"{{"type":"long","content":"{}"}}"#, "x".repeat(300 + random.below(700))),
        _ => String::from_utf8(vec![b' '; random.below(3)]).expect("blanks"),
    };
    out.extend_from_slice(text.as_bytes());
}

fn damage(random: &mut Random, line: &mut Vec<u8>) {
    if line.is_empty() {
        return;
    }
    let at = random.below(line.len());
    match random.below(5) {
        0 => line.truncate(at),
        1 => _ = line.remove(at),
        2 => line[at] = random.below(256) as u8,
        3 => line.insert(at, b"\"\\{}[],: 0e\x00\x80\xff"[random.below(14)]),
        _ => {
            let copy = line.clone();
            line.extend_from_slice(&copy[at..]);
        }
    }
    line.retain(|byte| *byte != b'\n');
}

fn stream(seed: u64, lines: usize) -> Vec<u8> {
    let mut random = Random(seed);
    let mut stream = Vec::new();
    for _ in 0..lines {
        let mut one = Vec::new();
        line(&mut random, &mut one);
        if random.below(12) == 0 {
            damage(&mut random, &mut one);
        }
        stream.append(&mut one);
        stream.extend_from_slice(random.of(&["\n", "\n", "\n", "\r\n"]).as_bytes());
    }
    stream.pop();
    stream
}

fn scan(options: Options<'_>, batch: &[u8], nodes: usize, memory: Option<&mut Memory>) -> Vec<String> {
    let mut nodes = vec![Node::EMPTY; nodes];
    let mut scanner = Scanner::new(options, batch, At { offset: 9, line: 1 }, &mut nodes);
    if let Some(memory) = memory {
        scanner = scanner.with_memory(memory);
    }
    let mut all = Vec::new();
    while let Some(record) = scanner.next() {
        all.push(told(&record));
    }
    all
}

#[test]
fn records_are_the_same_with_a_memory() {
    for kernel in Kernel::every() {
        for mode in [Mode::Checked, Mode::Skim] {
            let mut memory = Memory::new();
            for seed in 0..60 {
                let batch = stream(seed, 120);
                let keys = if seed % 7 == 6 { &OTHER } else { &KEYS };
                let options = Options { kernel, mode, ..Options::new(keys) };
                let without = scan(options, &batch, 4096, None);
                let checked = scan(Options { mode: Mode::Checked, ..options }, &batch, 4096, None);
                // What is read from a broken line that skim lets pass is unspecified.
                let unspecified = |at: usize| checked[at].contains("Fault") && !without[at].contains("Fault");
                for nodes in [0, 1, 64, 192, 261, 300, 4096] {
                    let with = scan(options, &batch, nodes, Some(&mut memory));
                    assert_eq!(with.len(), without.len());
                    for (at, (with, without)) in with.iter().zip(&without).enumerate() {
                        if unspecified(at) {
                            assert!(!with.contains("Fault"), "{kernel} {mode:?} seed {seed}, {nodes} nodes");
                        } else {
                            assert_eq!(with, without, "{kernel} {mode:?} seed {seed}, {nodes} nodes");
                        }
                    }
                }
                let mut nodes = vec![Node::EMPTY; 512];
                for (at, line) in Lines::new(&batch, At { offset: 9, line: 1 }).enumerate() {
                    let record = Scanner::once_with(options, line, &mut nodes, &mut memory);
                    if !unspecified(at) {
                        assert_eq!(told(&record), without[at], "{kernel} {mode:?} seed {seed}, by the line");
                    }
                }
            }
        }
    }
}

/// Every byte of a line of a known shape set to every value: a near miss is never taken for a match.
#[test]
fn near_misses_are_no_matches() {
    const MODELS: [&str; 3] = [
        r#"{"type":"chunk","chunk":{"type":"content","content":"a word or two"}}"#,
        r#"{"type":"done","usage":{"n":120,"out":-3.5},"ok":true,"x":null}"#,
        r#"{"n": 12 , "type": "\u00e9\\", "list": [1, "b"]}"#,
    ];
    for kernel in Kernel::every() {
        for model in MODELS {
            let mut memory = Memory::new();
            let options = Options { kernel, ..Options::new(&KEYS) };
            // Its values are seen to vary.
            let taught: String = ["a word or two", "b", "\\n"]
                .map(|word| {
                    model.replace("a word or two", word).replace("120", "7").replace("12 ", "3 ")
                        + "\n"
                        + model
                        + "\n"
                })
                .concat();
            for _ in 0..4 {
                scan(options, taught.repeat(4).as_bytes(), 4096, Some(&mut memory));
            }
            // A miss costs as much as many matches earn: without these between them no shape would be asked for long.
            let between = format!("\n{model}").repeat(9) + "\n";
            for at in 0..model.len() {
                let mut batch = Vec::new();
                for byte in 0..=255u8 {
                    let mut near = model.as_bytes().to_vec();
                    near[at] = byte;
                    batch.extend_from_slice(&near);
                    batch.extend_from_slice(between.as_bytes());
                }
                let misses = |memory| {
                    let mut nodes = [Node::EMPTY; 4096];
                    let mut scanner = Scanner::new(options, &batch, At { offset: 9, line: 1 }, &mut nodes);
                    if let Some(memory) = memory {
                        scanner = scanner.with_memory(memory);
                    }
                    let mut all = Vec::new();
                    while let Some(record) = scanner.next() {
                        if record.line.content() != model.as_bytes() {
                            all.push(told(&record));
                        }
                    }
                    all
                };
                assert_eq!(misses(Some(&mut memory)), misses(None), "{kernel} byte {at} of {model}");
            }
        }
    }
}

/// Lines of one shape, so that the tests above are known to reach what they are about.
#[test]
fn a_shape_is_learnt() {
    let batch =
        String::from(r#"{"type":"chunk","chunk":{"type":"content","content":"a word or two"}}"#) + "\n";
    // The definition learns none.
    for kernel in Kernel::all().filter(|kernel| *kernel != Kernel::SCALAR) {
        let mut memory = Memory::new();
        let options = Options { kernel, ..Options::new(&KEYS) };
        scan(options, batch.repeat(50).as_bytes(), 4096, Some(&mut memory));
        assert_eq!(format!("{memory:?}"), "Memory { shapes: 1, .. }");
    }
}

/// Lines that differ in a name alone are of different shapes, whether the names are asked for or not.
#[test]
fn names_never_vary_in_a_shape() {
    const NAMES: [&str; 6] = ["type", "kind", "id", "no", "usage", "other"];
    for kernel in Kernel::every() {
        for line in [r#"{"NAME":1}"#, r#"{"a":"b","NAME":"c","d":[true]}"#, r#"{"chunk":{"NAME":"c"}}"#] {
            let options = Options { kernel, ..Options::new(&KEYS) };
            let mut memory = Memory::new();
            let mut random = Random(7);
            for _ in 0..20 {
                let batch: String = (0..60).map(|_| line.replace("NAME", random.of(&NAMES)) + "\n").collect();
                let without = scan(options, batch.as_bytes(), 4096, None);
                assert_eq!(
                    scan(options, batch.as_bytes(), 4096, Some(&mut memory)),
                    without,
                    "{kernel} {line}"
                );
            }
        }
    }
}

/// A text that is seen to vary, with something wrong at each of its places: one that ends in its second block of 64 bytes, and
/// one that goes on.
#[test]
fn long_texts_are_checked_to_their_end() {
    let line = |text: &[u8]| [&b"{\"type\":\"long\",\"content\":\""[..], text, b"\"}\n"].concat();
    let wrong: [&[u8]; 8] =
        [b"\x80", b"\xC3", b"\xE2\x82", b"\x01", b"\\x", b"\\u12", b"\"", b"\xED\xA0\x80"];
    let right = ["\u{e9}", "\u{1f600}", "\\n", "\\ud83d", "\\\\", "\\\""].map(str::as_bytes);
    for kernel in Kernel::every() {
        let options = Options { kernel, ..Options::new(&KEYS) };
        let mut memory = Memory::new();
        let known: Vec<u8> = (0..40).flat_map(|at| line(&b"x".repeat(100 + at % 3))).collect();
        scan(options, &known, 4096, Some(&mut memory));
        for (at, len) in (0..=100).map(|at| (at, 100)).chain((120..=140).map(|at| (at, 140))) {
            for damage in wrong.iter().chain(&right) {
                let text = [&b"x".repeat(at)[..], damage, &b"x".repeat(len - at)].concat();
                // What matches costs nothing; a few of it pay for the line that may not.
                let batch = [&line(&text)[..], &line(&b"y".repeat(141)).repeat(8)].concat();
                let without = scan(options, &batch, 4096, None);
                let with = scan(options, &batch, 4096, Some(&mut memory));
                assert_eq!(with, without, "{kernel} {at} {}", damage.escape_ascii());
            }
        }
    }
}
