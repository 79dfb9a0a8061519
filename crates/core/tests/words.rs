//! What is shown to people: names, errors, and how handles look in a debugger.

use runlex_core::{
    At, Ending, Fault, FaultKind, Field, Found, Kernel, Keys, Lines, Memory, Needed, Node, NoteKind,
    NumberError, Object, Options, Pick, RawStr, Record, Scanner, Utf16, Value, What,
};
use std::fmt::Debug;

const KEYS: Keys = Keys::new(&["type", "n", "list"]);
const OTHER: Keys = Keys::new(&["n", "type"]);
static OF_KEYS: Pick<2> = KEYS.pick(["n", "type"]);
static OF_OTHER: Pick<2> = OTHER.pick(["n", "type"]);

/// Runs `look` on the object that `line` is.
fn with<R>(line: &str, look: impl FnOnce(Object<'_, '_>) -> R) -> R {
    let mut nodes = [Node::EMPTY; 256];
    let mut scanner = Scanner::new(Options::new(&KEYS), line.as_bytes(), At::START, &mut nodes);
    match scanner.next().expect("a line").what {
        What::Event(object) => look(object),
        ref other => panic!("no event: {other:?}"),
    }
}

fn debug(what: &dyn Debug) -> String {
    format!("{what:?}")
}

#[test]
fn errors_say_what_is_wrong() {
    for (error, words) in [
        (&NumberError::Negative as &dyn std::error::Error, "the number is negative"),
        (&NumberError::Fraction, "the number is not whole"),
        (&NumberError::Overflow, "the number is out of range"),
        (&Needed { bytes: 12 }, "the buffer is too small: 12 bytes are enough"),
        (&Fault { kind: FaultKind::TornJoin, at: 1_234 }, "torn-join at byte 1234"),
    ] {
        assert_eq!(error.to_string(), words);
    }
}

/// Names keep to the width that is asked for.
#[test]
fn names_are_padded() {
    assert_eq!(format!("{:>14}|{:<10}|", FaultKind::NulRun, FaultKind::Noise), "       nul-run|noise     |");
    assert_eq!(format!("{:16}|", NoteKind::LoneSurrogate), "lone-surrogate  |");
    assert_eq!(format!("{:7}|", Kernel::SCALAR), "scalar |");
    let number = with(r#"{"n":-1.50}"#, |object| {
        format!("{:>8}|", object.get("n").expect("a member").number().ok().expect("a number"))
    });
    assert_eq!(number, "   -1.50|");
}

#[test]
fn kernels_go_by_their_names() {
    for kernel in Kernel::all() {
        assert_eq!(Kernel::named(kernel.name()), Some(kernel));
        assert_eq!(kernel.to_string(), kernel.name());
        assert_eq!(debug(&kernel), format!("Kernel({})", kernel.name()));
    }
    let names: Vec<_> = Kernel::all().map(Kernel::name).collect();
    assert_eq!(names[0], "scalar");
    assert!(names.iter().all(|name| ["scalar", "neon", "avx2", "avx512"].contains(name)), "{names:?}");
    assert_eq!(Kernel::all().last(), Some(Kernel::best()), "the fastest comes last");
    for name in ["", "Scalar", "sse2", "avx"] {
        assert_eq!(Kernel::named(name), None, "{name}");
    }
}

#[test]
fn marks_of_utf16() {
    for (head, want) in [
        (&b"\xFF\xFE"[..], Some((Utf16::Little, "UTF-16LE"))),
        (b"\xFE\xFF{\0", Some((Utf16::Big, "UTF-16BE"))),
        (b"\xFF", None),
        (b"", None),
        (b"\xFF\xFF", None),
        (b"\xEF\xBB\xBF", None),
        (b"{\0", None),
    ] {
        let got = Utf16::of_mark(head);
        assert_eq!(got.map(|mark| (mark, mark.as_str())), want, "{}", head.escape_ascii());
    }
}

#[test]
fn lines_and_their_ends() {
    let lines: Vec<_> = Lines::new(b"{}\r\n \t\r\n\n x", At::START).collect();
    let seen: Vec<_> =
        lines.iter().map(|line| (line.ending(), line.len(), line.is_blank(), line.is_empty())).collect();
    assert_eq!(
        seen,
        [
            (Ending::CrLf, 4, false, false),
            (Ending::CrLf, 4, true, false),
            (Ending::Lf, 1, true, false),
            (Ending::None, 2, false, false),
        ]
    );
    assert_eq!(
        [Ending::None, Ending::Lf, Ending::CrLf].map(|ending| (ending.len(), ending.is_empty())),
        [(0, true), (1, false), (2, false)]
    );
}

/// The four answers to a question of type, told apart.
#[test]
fn four_answers() {
    with(r#"{"n":7,"type":null,"list":["a"]}"#, |object| {
        let ask =
            |name| Field::of(object.get(name), |value: Value<'_, '_>| value.number().map(|n| n.to_u64()));
        let told = |name| match ask(name) {
            Field::Is(number) => format!("is {number:?}"),
            Field::Wrong(value) => format!("wrong {}", value.raw().escape_ascii()),
            Field::Null => "null".to_owned(),
            Field::Missing => "missing".to_owned(),
        };
        assert_eq!(
            ["n", "type", "list", "none"].map(told),
            ["is Ok(7)", "null", "wrong [\\\"a\\\"]", "missing"]
        );
        let present = ["n", "type", "list", "none"].map(|name| ask(name).is_present());
        assert_eq!(present, [true, true, true, false]);
        assert_eq!(["n", "type"].map(|name| ask(name).or(Ok(1))), [Ok(7), Ok(1)]);
    });
}

/// Members looked up for other keys than the line was scanned with: the same answers.
#[test]
fn members_by_other_keys() {
    for (line, n, kind) in [
        (r#"{"n":1,"type":"a"}"#, Some("1"), Some("\"a\"")),
        (r#"{"n":1,"\u006e":2}"#, Some("2"), None),
        (r#"{"x":{"n":1,"type":2}}"#, None, None),
        ("{}", None, None),
    ] {
        with(line, |object| {
            let mut found = Found::nothing(object);
            for pick in [&OF_KEYS, &OF_OTHER, &OF_KEYS] {
                found.look_up(pick);
                let raw = |which| found.get(which).map(|value| value.raw().to_vec());
                let want = [n, kind].map(|text| text.map(|text| text.as_bytes().to_vec()));
                assert_eq!([raw(0), raw(1)], want, "{line}");
                assert_eq!(object.has(pick), [n.is_some(), kind.is_some()], "{line}");
                assert_eq!(found.seen(), u32::from(n.is_some()) | u32::from(kind.is_some()) << 1, "{line}");
                assert_eq!([2, 31, 32, 64].map(|which| found.get(which).is_none()), [true; 4], "{line}");
                assert_eq!(found.object().raw(), line.as_bytes());
            }
        });
    }
}

#[test]
fn how_handles_look() {
    assert_eq!(debug(&KEYS), r#"{"type", "n", "list"}"#);
    assert_eq!(debug(&Keys::ALL), "Keys::ALL");
    assert_eq!(debug(&Keys::NONE), "{}");
    assert_eq!(debug(&Memory::default()), debug(&Memory::new()));
    with(r#"{"n":[1,"\u0041"],"type":"a\n"}"#, |object| {
        let n = object.get("n").expect("a member");
        let array = n.array().ok().expect("an array");
        let text = object.get("type").expect("a member").string().ok().expect("a string");
        assert_eq!(debug(&n), r#"Value([1,\"\\u0041\"])"#);
        assert_eq!(debug(&array), r#"Array([1,\"\\u0041\"])"#);
        assert_eq!(debug(&object), r#"Object({\"n\":[1,\"\\u0041\"],\"type\":\"a\\n\"})"#);
        assert_eq!(debug(&text), r"RawStr(a\\n)");
        assert_eq!(array.as_value().raw(), n.raw());
        let number = array.elements().next().expect("an element").number().ok().expect("a number");
        assert_eq!(debug(&number), "RawNumber(1)");
        let mut found = Found::nothing(object);
        assert_eq!(debug(&found), "{}");
        found.look_up(&OF_KEYS);
        assert_eq!(debug(&found), r#"{"n": Value([1,\"\\u0041\"]), "type": Value(\"a\\n\")}"#);
        assert_eq!(debug(&text.chars()), "Chars { .. }");
    });
    // Long ones are cut, and say how long they are.
    let (fits, long) = ("x".repeat(80), "x".repeat(81));
    for (text, shown) in [(&fits, format!("RawStr({fits})")), (&long, format!("RawStr({fits}... 81 bytes)"))]
    {
        with(&format!(r#"{{"n":"{text}"}}"#), |object| {
            let text = object.get("n").expect("a member").string().ok().expect("a string");
            assert_eq!(debug(&text), shown);
        });
    }
}

/// A word of a program's own is taken as it is; what JSON would escape is none, wherever it stands.
#[test]
fn a_word_of_its_own() {
    for text in ["", "shell", "é", " ", "\u{7f}"] {
        assert_eq!((RawStr::word(text).raw(), RawStr::word(text).is_escaped()), (text.as_bytes(), false));
    }
    for text in ["\"a", "a\"", "a\\b", "a\nb", "a\u{1f}"] {
        assert!(std::panic::catch_unwind(|| RawStr::word(text)).is_err(), "{text:?}");
    }
}

/// A record that was not read has a line of no bytes.
#[test]
fn a_line_of_no_bytes() {
    let record = Record::unread(At { offset: 5, line: 2 }, 0, FaultKind::TooLong);
    assert!(record.line.is_empty());
    assert_eq!(record.line.len(), 0);
}
