//! Kind, place and salvage of faulty lines, written by hand from the rules in `docs/faults.md`.
//!
//! In the lines `@` marks the place and `<` and `>` stand around each salvaged object; none of the three belongs to the
//! line.

mod common;

use FaultKind::{
    Concatenated, ControlChar, Encoding, InvalidUtf8, Noise, NotObject, NulRun, Prefixed, Syntax, TooDeep,
    TooLong, TornJoin, TrailingBytes, Truncated,
};
use common::{MIDDLE, Seen, answer, entry_of, scan, scan_from};
use runlex_core::{At, FaultKind, Keys, MAX_DEPTH, Options};
use std::ops::Range;

/// A line, its place and its salvage. Spans may overlap: the first that begins is the first that ends.
fn unmark(marked: &[u8]) -> (Vec<u8>, u64, Vec<Range<u64>>) {
    let (mut line, mut place, mut starts, mut salvage) = (Vec::new(), None, Vec::new(), Vec::new());
    for byte in marked {
        let at = line.len() as u64;
        match byte {
            b'@' => assert_eq!(place.replace(at), None, "two places"),
            b'<' => starts.push(at),
            b'>' => {
                let start = starts.remove(0);
                salvage.push(start..at);
            }
            byte => line.push(*byte),
        }
    }
    (line, place.expect("a place"), salvage)
}

fn check(kind: FaultKind, marked: &[u8], why: &str) {
    let (content, place, salvage) = unmark(marked);
    let got = entry_of(&content);
    let salvage: Vec<_> = salvage.into_iter().map(|span| MIDDLE + span.start..MIDDLE + span.end).collect();
    let name = marked.escape_ascii();
    assert_eq!(got.seen, Seen::Fault(kind, MIDDLE + place), "{name} ({why})");
    assert_eq!(got.salvage, salvage, "{name} ({why})");
    assert!(got.notes.is_empty(), "{name} ({why})");
}

type Case = (FaultKind, &'static [u8], &'static str);

/// The line ends, and some bytes more would have made it whole. Nothing in it is salvaged.
const TRUNCATED: &[Case] = &[
    (Truncated, b"{@", "nothing but the brace"),
    (Truncated, b" \t{@", "blanks in front"),
    (Truncated, b"{\"a@", "in a name"),
    (Truncated, b"{\"a\"@", "before the colon"),
    (Truncated, b"{\"a\":@", "before the value"),
    (Truncated, b"{\"a\":\"b@", "in a string"),
    (Truncated, b"{\"a\":\"b\\@", "behind a backslash"),
    (Truncated, b"{\"a\":\"b\\u00e@", "in an escape"),
    (Truncated, b"{\"a\":\"\\ud83d@", "between the halves of a pair"),
    (Truncated, b"{\"a\":\"\xC3@", "in a character of two bytes"),
    (Truncated, b"{\"a\":\"\xF0\x9F\x98@", "in a character of four bytes"),
    (Truncated, b"{\"a\":tru@", "in a word"),
    (Truncated, b"{\"a\":-@", "behind a minus"),
    (Truncated, b"{\"a\":1.@", "behind a point"),
    (Truncated, b"{\"a\":1e+@", "in an exponent"),
    (Truncated, b"{\"a\":12@", "in a number"),
    (Truncated, b"{\"a\":1, \t@", "blanks behind a comma"),
    (Truncated, b"{\"a\":1\r@", "a 0D without newline is a blank of the content"),
    (Truncated, b"{\"a\":{\"b\":1}@", "a whole inner object at the end is part of the cut one"),
    (
        Truncated,
        b"{\"a\":{\"type\":\"result\"}@",
        "cut behind a colon, then an object: it reads as the value",
    ),
    (Truncated, b"{\"a\":[{\"b\":1}@", "the same in an array"),
    (Truncated, b"{\"a\":\"{}@", "a string that ends like an object"),
];

/// A breach of syntax, and an object that ends the line.
const TORN_JOIN: &[Case] = &[
    (
        TornJoin,
        b"{\"a\":\"b<{\"@c\":1}>",
        "the object begins in the open string, before the byte that breaks",
    ),
    (TornJoin, b"{\"a\":\"b\\\\<{\"@c\":1}>", "cut behind an escaped backslash"),
    (TornJoin, b"{\"a\":\"<{\"@type\":\"x\",\"m\":{\"n\":[\"}\"]}}>", "brackets and quotes inside it"),
    (TornJoin, b"{\"a\":1,@<{\"b\":2}>", "behind a comma"),
    (
        TornJoin,
        b"{\"a\":1,@<{\"b\":\"\\\\\\\"{\"}>",
        "a quote behind three backslashes is text of the last object",
    ),
    (TornJoin, b"{\"a\":1,@<{\"b\":\"{\\\\\\\\\"}>", "a quote behind four ends its string"),
    (TornJoin, b"{\"a\"@<{\"b\":2}>", "behind a name"),
    (TornJoin, b"{@<{\"b\":2}>", "behind the brace"),
    (TornJoin, b"{\"a\":1@<{\"b\":2}>", "behind a number"),
    (TornJoin, b"{\"a\":1.@<{\"b\":2}>", "in a number"),
    (TornJoin, b"{\"a\":tr@<{\"b\":2}>", "in a word"),
    (TornJoin, b"{\"a\":[1,2@<{\"b\":2}> \t", "in an array, blanks behind"),
    (TornJoin, b"{\"a\":\"x\\@<{\"b\":2}>", "behind a backslash: the brace is no escape"),
    (TornJoin, b"{\"a\":\"x\\@\x01<{\"b\":2}>", "a control byte that breaks an escape"),
    (TornJoin, b"{\"a\":\"x\\u12@<{\"b\":2}>", "in an escape: the brace is no digit"),
    (TornJoin, b"{\"a\":1,@<{\"b\":2}>\0\0", "NULs behind are allowed"),
    (TornJoin, b"{\"a\":{\"b\":2},@<{}>", "an inner object before the cut"),
    (TornJoin, b"{\"a\":1,@{\"b\":2}<{\"c\":3}>", "only the last object ends the line"),
    (TornJoin, b"{\"a\":1,@x<{\"b\":2}>", "bytes between"),
    (TornJoin, b"{\"a\":1,@\x01<{\"b\":2}>", "a control byte outside of strings is a breach of syntax"),
    (TornJoin, b"{\"a\":1,@\0<{\"b\":2}>", "one NUL is no run"),
];

/// A whole object, then `{`.
const CONCATENATED: &[Case] = &[
    (Concatenated, b"<{\"a\":1}>@<{\"b\":2}>", "nothing between"),
    (Concatenated, b" <{}> \t@<{}> ", "blanks around and between"),
    (Concatenated, b"<{}>@<{}><{}>", "three"),
    (Concatenated, b"<{\"a\":1}>@{\"b\":", "the second is cut"),
    (Concatenated, b"<{\"a\":1}>@{\"b\":<{\"c\":2}>", "the second is cut, a third ends the line"),
    (Concatenated, b"<{\"a\":1}>@<{\"b\":2}>x", "the second leads, too, and something follows"),
    (
        Concatenated,
        b"<{\"a\":1}>@<{\"b\":2}>\0\0",
        "the first byte behind the object decides, not the NULs at the end",
    ),
    (Concatenated, b"<{\"a\":1}>@{x}", "a brace is enough"),
    (Concatenated, b"<{\"a\":1}>@{\"b\":\"\xFF\"}", "the second is broken"),
    (Concatenated, b"<{}>@{\"a\":\"b<{\"c\":1}>", "the second is cut in a string, a third ends the line"),
];

/// A whole object, then other bytes.
const TRAILING_BYTES: &[Case] = &[
    (TrailingBytes, b"<{\"a\":1}>@x", "a letter"),
    (TrailingBytes, b"<{\"a\":1}> \t@done", "blanks between"),
    (TrailingBytes, b"<{\"a\":1}>@}", "a bracket too many"),
    (TrailingBytes, b"<{\"a\":1}>@,<{\"b\":2}>", "a comma and an object that ends the line"),
    (TrailingBytes, b"<{\"a\":1}> @]<{\"b\":2}> \0", "the same with blanks and a NUL behind"),
    (TrailingBytes, b"<{}>@\"", "a quote"),
    (TrailingBytes, b"<{}>@\0x", "one NUL is no run"),
    (TrailingBytes, b"<{}>@\0\0\0x", "three are none either"),
    (TrailingBytes, b"<{}>@\0 ", "a NUL and a blank: the NULs do not reach the line end"),
    (TrailingBytes, b"<{}>@\xEF\xBB\xBF<{}>", "a mark between two objects"),
    (TrailingBytes, b"<{}> @\x0B", "0B is no blank"),
    (TrailingBytes, b"<{}>@\xC2\xA0", "neither is a no-break space"),
    (
        TrailingBytes,
        b"<{\"a\":\"<{\"}>@\":1}>",
        "the object that ends the line begins in the one that leads it: both",
    ),
    (TrailingBytes, b"<{\"a\":{}}>@x{\"b\":1}y", "an object that does not end the line"),
];

/// An object ends the line, and something that is no object leads it.
const PREFIXED: &[Case] = &[
    (Prefixed, b"@data: <{\"a\":1}>", "a stream of events of the web"),
    (Prefixed, b" \t@x<{\"a\":1}>", "the place is behind the blanks"),
    (Prefixed, b"@\xEF\xBB\xBF<{\"a\":1}>", "a mark that is not at the start of the stream"),
    (Prefixed, b"@\0<{\"a\":1}>", "one NUL"),
    (Prefixed, b"@\0\0\0<{\"a\":1}>", "three NULs"),
    (Prefixed, b"@\"x<{\"a\":1}>", "an open string"),
    (Prefixed, b"@\"<{}>", "a lone quote"),
    (Prefixed, b"@[<{\"a\":1}>", "an array that is not closed"),
    (Prefixed, b"@1<{\"a\":1}> \0", "a number; blanks and NULs behind"),
    (Prefixed, b"@}<{\"a\":1}>", "the end of another object"),
    (Prefixed, b"@x{\"a\":1<{\"b\":2}>", "a cut object between"),
    (Prefixed, b"@x{}<{\"b\":2}>", "a whole object between does not lead the line"),
    (Prefixed, b"@\xFF\xFE<{\"a\":\"\xC3\xA9\"}>", "bytes that are no UTF-8"),
    (Prefixed, b"@\x1B[2K\r<{}>", "control sequences of a terminal"),
];

/// Nothing of what we look for.
const NOISE: &[Case] = &[
    (Noise, b"@hello", "text"),
    (Noise, b" \t@npm warn {\"a\":1} done", "an object in the middle"),
    (Noise, b"@[1,2", "a cut array"),
    (Noise, b"@x{\"a\":1", "a cut object behind text"),
    (Noise, b"@\0x", "a NUL and text"),
    (Noise, b"@\0\0 ", "NULs and a blank: neither four nor only NULs"),
    (Noise, b"@\xFF\xFE", "no UTF-8"),
    (Noise, b"@}", "a bracket"),
    (Noise, b"@\"abc", "an open string"),
    (Noise, b"@\"\xFF\"", "a string that is no UTF-8 is no JSON value"),
    (Noise, b"@tru", "half a word"),
    (Noise, b"@01", "no number of JSON"),
    (Noise, b"@NaN", "no word of JSON"),
    (Noise, b"@[{\"a\":1}]]", "a bracket too many"),
    (Noise, b"@x{\"a\":\"\xFF\"}", "what ends the line is no sound object"),
    (Noise, b"@x{\"a\":1,}", "neither is this"),
    (Noise, b"@\x0B{", "0B is no blank"),
    (Noise, b"@\0a\0b\0c\0", "seven bytes are too few for UTF-16"),
    (Noise, b"@a\0b\0c\0dxex", "60 % of NULs are too few"),
    (Noise, b"@a\0b\0c\0d\0\0\0", "20 % of NULs at the other parity are too many"),
];

/// A value, but no object. Objects inside are not salvaged.
const NOT_OBJECT: &[Case] = &[
    (NotObject, b"@null", "a word"),
    (NotObject, b"@true", "another"),
    (NotObject, b" @[1,{\"a\":2}] \t", "an array with blanks around it"),
    (NotObject, b"@[{\"a\":1}]", "objects inside are no events"),
    (NotObject, b"@\"text\"", "a string"),
    (NotObject, b"@\"{\\\"a\\\":1}\"", "an object as text"),
    (NotObject, b"@-1.5e3", "a number"),
    (NotObject, b"@[]", "an empty array"),
    (NotObject, b"@1e400", "a number beyond all floats is grammar"),
    (NotObject, b"@\"\\ud800\"", "a lone surrogate is grammar"),
];

/// A byte that the grammar does not allow there, and no object that ends the line.
const SYNTAX: &[Case] = &[
    (Syntax, b"{@1:2}", "a number as a name"),
    (Syntax, b"{@'a':1}", "wrong quotes"),
    (Syntax, b"{@,}", "a comma first"),
    (Syntax, b"{\"a\"@,\"b\":1}", "a comma for a colon"),
    (Syntax, b"{\"a\":@}", "no value"),
    (Syntax, b"{\"a\":@:1}", "two colons"),
    (Syntax, b"{\"a\":1@x}", "a letter behind a number"),
    (Syntax, b"{\"a\":[1@}", "the wrong bracket"),
    (Syntax, b"{\"a\":1@]", "the wrong bracket for the object"),
    (Syntax, b"{\"a\":1,@}", "a comma too many"),
    (Syntax, b"{\"a\":[1,@]}", "a comma too many in an array"),
    (Syntax, b"{\"a\":0@1}", "a zero in front"),
    (Syntax, b"{\"a\":@+1}", "a plus in front"),
    (Syntax, b"{\"a\":1.@}", "no digit behind the point"),
    (Syntax, b"{\"a\":1e@}", "no digit in the exponent"),
    (Syntax, b"{\"a\":nul@}", "half a word"),
    (Syntax, b"{\"a\":@NaN}", "no word of JSON"),
    (Syntax, b"{\"a\":\"\\@x\"}", "no escape"),
    (Syntax, b"{\"a\":\"\\u12@z4\"}", "no hex digit"),
    (Syntax, b"{\"a\":\"\\u12@\"}", "the string ends in an escape"),
    (Syntax, b"{\"a\":\"\\@\xC3\xA9\"}", "a character that is no escape"),
    (Syntax, b"{\"a\":\"\\@\xC3", "half a character that is no escape: nothing can make it good"),
    (Syntax, b"{\"a\":\"\\@\x02\"}", "a control byte breaks the escape before it is a control byte"),
    (Syntax, b"{\"a\":\"\\@\0\"}", "the same for one NUL"),
    (Syntax, b"{\"a\":\"\\u00@\x0B1\"}", "the same among the digits"),
    (Syntax, b"{\"a\":\"\\@\xFF\"}", "the same for what is no UTF-8"),
    (Syntax, b"{\"a\":@\xFF}", "no UTF-8 outside of strings"),
    (Syntax, b"{\"a\":@\x01}", "a control byte outside of strings"),
    (Syntax, b"{\"a\":1@\0}", "one NUL outside of strings"),
    (Syntax, b"{\"a\":1@\x0B}", "0B is no blank"),
    (Syntax, b"{\"a\":1 @\"b\":2}", "no comma"),
    (Syntax, b"{\"a\":tr@{\"b\":2}x", "torn, but the object does not end the line"),
    (Syntax, b"{\"a\":1,@{\"b\":\"\xFF\"}", "torn, but what ends the line is no sound object"),
    (Syntax, b"{@\xEF\xBB\xBF\"a\":1}", "a mark inside"),
];

/// A byte below 20 in a string. What ends the line is salvaged, but makes no torn join of it.
const CONTROL_CHAR: &[Case] = &[
    (ControlChar, b"{\"a\":\"@\x01\"}", "the lowest but NUL"),
    (ControlChar, b"{\"a\":\"x@\ty\"}", "a tab"),
    (ControlChar, b"{\"a\":\"@\r\"}", "a 0D"),
    (ControlChar, b"{\"@\x1F\":1}", "the highest, in a name"),
    (ControlChar, b"{\"a\":\"@\0\"}", "one NUL"),
    (ControlChar, b"{\"a\":\"@\0\0\0\"}", "three NULs"),
    (ControlChar, b"{\"a\":\"\\\\@\x02\"}", "behind an escaped backslash"),
    (ControlChar, b"{\"a\":\"\\u00e9@\x0B1\"}", "behind an escape"),
    (ControlChar, b"{\"a\":\"b@\x01<{\"c\":1}>", "the breach is none of syntax, so no torn join"),
    (ControlChar, b"{\"a\":\"@\x1B[0m\"}", "colours of a terminal"),
    (ControlChar, b"{\"a\":\"@\0\xFF\"}", "the first breach counts"),
];

/// Bytes in a string that are no UTF-8; the place is the start of the sequence.
const INVALID_UTF8: &[Case] = &[
    (InvalidUtf8, b"{\"a\":\"@\xFF\"}", "a byte that never occurs"),
    (InvalidUtf8, b"{\"a\":\"@\x80\"}", "a tail without its lead"),
    (InvalidUtf8, b"{\"a\":\"@\xC0\x80\"}", "overlong"),
    (InvalidUtf8, b"{\"a\":\"@\xE0\x9F\xBF\"}", "overlong, three bytes"),
    (InvalidUtf8, b"{\"a\":\"@\xED\xA0\x80\"}", "a surrogate"),
    (InvalidUtf8, b"{\"a\":\"@\xF4\x90\x80\x80\"}", "beyond the last character"),
    (InvalidUtf8, b"{\"a\":\"@\xE2\x82\"}", "cut by the quote"),
    (InvalidUtf8, b"{\"a\":\"@\xF0\x9F\x98\"}", "cut by the quote, four bytes"),
    (InvalidUtf8, b"{\"@\xC3(\":1}", "in a name"),
    (InvalidUtf8, b"{\"a\":\"\xC3\xA9@\xE9\"}", "Latin-1 behind UTF-8"),
    (InvalidUtf8, b"{\"a\":\"\\\\@\xFF\"}", "behind an escaped backslash"),
    (InvalidUtf8, b"{\"a\":\"@\xC3\0\0\0\0", "the sequence that NULs cut short begins with no NUL"),
    (
        InvalidUtf8,
        b"{\"a\":\"@\xE2\x82<{\"b\":1}>",
        "torn within a character; what ends the line is salvaged",
    ),
    (InvalidUtf8, b"{\"a\":\"@\xFF\0\0\0\0\"}", "the first breach counts"),
];

/// Four NULs where nothing else was decided before, or NULs to the line end.
const NUL_RUN: &[Case] = &[
    (NulRun, b"@\0", "only a NUL"),
    (NulRun, b"@\0\0\0\0\0\0\0\0\0", "only NULs, and not UTF-16"),
    (NulRun, b"@\0\0\0\0<{\"a\":1}>", "before an object"),
    (NulRun, b" @\0\0\0\0x", "behind blanks"),
    (NulRun, b"@\0\0\0\0 ", "four and a blank"),
    (NulRun, b"<{\"a\":1}>@\0", "one behind an object, to the line end"),
    (NulRun, b"<{\"a\":1}> @\0\0\0\0x", "four behind an object"),
    (NulRun, b"<{\"a\":1}>@\0\0\0\0<{\"b\":2}>", "between two objects"),
    (NulRun, b"{\"a\":\"x@\0\0\0\0y\"}", "four in a string"),
    (NulRun, b"{\"a\":\"x@\0", "one in a string, to the line end"),
    (NulRun, b"{\"a\":@\0\0", "in place of a value, to the line end"),
    (NulRun, b"{\"a\":\"x@\0\0\0\0<{\"b\":1}>", "a cut object, then NULs, then a whole one"),
    (NulRun, b"{\"a\":1,@\0\0\0\0<{\"b\":1}>", "the same outside of a string: no torn join"),
    (NulRun, b"{\"a\":\"\\@\0\0\0\0\"}", "behind a backslash"),
    (NulRun, b"{\"a\":\"\\u0@\0", "in an escape, to the line end"),
];

/// Units of 16 bits. Nothing is salvaged.
const ENCODING: &[Case] = &[
    (Encoding, b"@{\0\"\0a\0\"\0", "low byte first, eight bytes"),
    (Encoding, b"@\0{\0\"\0a\0\"", "high byte first, as a stream cut at 0A also looks"),
    (Encoding, b"@\0{\0}\0{\0}\0", "an odd number of bytes"),
    (Encoding, b"@ \0\t\0x\0y\0", "the place is the line start, blanks or not"),
    (Encoding, b"@a\0b\0c\0d\0ex", "80 % of NULs are enough"),
    (Encoding, b"@a\0b\0c\0d\0e\0f\0g\0h\0i\0\0\0", "10 % at the other parity are few enough"),
    (Encoding, b"@a\0b\0c\0d\0e\0f\0g\0h\0i\0j\0{}", "an object that ends it does not make it prefixed"),
];

fn table() -> Vec<Case> {
    [
        TRUNCATED,
        TORN_JOIN,
        CONCATENATED,
        TRAILING_BYTES,
        PREFIXED,
        NOISE,
        NOT_OBJECT,
        SYNTAX,
        CONTROL_CHAR,
        INVALID_UTF8,
        NUL_RUN,
        ENCODING,
    ]
    .concat()
}

#[test]
fn every_line_of_the_table() {
    for (kind, marked, why) in table() {
        check(kind, marked, why);
    }
}

/// Too deep and too long need lines that are made, not written; all others have at least five lines.
#[test]
fn every_kind_has_lines() {
    for kind in FaultKind::ALL {
        let count = table().iter().filter(|case| case.0 == *kind).count();
        assert_eq!(count >= 5, !matches!(kind, TooDeep | TooLong), "{kind}: {count}");
    }
}

/// The same answers anywhere in a stream: the faulty line is between two good ones.
#[test]
fn every_line_between_good_ones() {
    for (kind, marked, why) in table() {
        let (content, place, salvage) = unmark(marked);
        if content.ends_with(b"\r") {
            continue;
        }
        for end in [&b"\n"[..], b"\r\n"] {
            let entries = scan(&[b"{}\n", &content[..], end, b"{}"].concat());
            let want: Vec<_> = salvage.iter().map(|span| 3 + span.start..3 + span.end).collect();
            assert_eq!(entries[1].seen, Seen::Fault(kind, 3 + place), "{} ({why})", marked.escape_ascii());
            assert_eq!(entries[1].salvage, want);
            assert_eq!((&entries[0].seen, entries.len()), (&Seen::Event(0..2), 3));
            assert_eq!(entries[2].seen, Seen::Event(entries[2].at.offset..entries[2].at.offset + 2));
        }
    }
}

/// What looks odd and is sound.
#[test]
fn no_faults() {
    for text in [
        &b" \t\r{ \"a\" : [ ] } \t\r"[..],
        b"{\"a\":\"\x7F\xC2\x80\xE2\x80\xA8\xEF\xBB\xBF\"}",
        b"{\"a\":\"\\u0000\\ud800\\udc00\\udc00\"}",
        b"{\"a\":1,\"a\":2,\"\":{}}",
        b"{\"a\":-0,\"b\":1E+999,\"c\":123456789012345678901234567890}",
        b"{\"\\u0022\":\"{\\\"\"}",
    ] {
        assert!(matches!(answer(text), Seen::Event(_)), "{}", text.escape_ascii());
    }
    for text in [&b""[..], b" ", b"\t", b"\r", b" \r\t "] {
        assert_eq!(answer(text), Seen::Blank);
    }
    assert_eq!(answer(b"\x0C"), Seen::Fault(Noise, 0), "0C is no blank");
    assert_eq!(answer(b"\xC2\xA0"), Seen::Fault(Noise, 0), "a no-break space is none");
}

/// A mark at the start of the stream is no content; everywhere else it is.
#[test]
#[allow(clippy::single_range_in_vec_init)]
fn marks() {
    let first = |batch: &[u8]| {
        let mut entries = scan(batch);
        let entry = entries.remove(0);
        (entry.content_offset, entry.seen, entry.salvage)
    };
    assert_eq!(first(b"\xEF\xBB\xBF{}\n"), (3, Seen::Event(3..5), vec![]));
    assert_eq!(first(b"\xEF\xBB\xBF"), (3, Seen::Blank, vec![]));
    assert_eq!(first(b"\xEF\xBB\xBF \t\r\n"), (3, Seen::Blank, vec![]));
    assert_eq!(first(b"\xEF\xBB\xBFx\n"), (3, Seen::Fault(Noise, 3), vec![]));
    assert_eq!(first(b"\xEF\xBB\xBF{\n"), (3, Seen::Fault(Truncated, 4), vec![]));
    assert_eq!(first(b"\xEF\xBB\xBF{}{}\n"), (3, Seen::Fault(Concatenated, 5), vec![3..5, 5..7]));
    assert_eq!(
        first(b"\xEF\xBB\xBF\xEF\xBB\xBF{}\n"),
        (3, Seen::Fault(Prefixed, 3), vec![6..8]),
        "only one of them"
    );
    assert_eq!(first(b"\xEF\xBB{}\n"), (0, Seen::Fault(Prefixed, 0), vec![2..4]), "half a mark is none");
    assert_eq!(first(b" \xEF\xBB\xBF{}\n"), (0, Seen::Fault(Prefixed, 1), vec![4..6]), "not at the start");
    assert_eq!(
        first(b"\xEF\xBB\xBF{\0\"\0a\0\"\0"),
        (3, Seen::Fault(Encoding, 0), vec![]),
        "at the line start"
    );
    // A part that begins in the middle counts its lines from 1, and its bytes from where it begins.
    let part = scan_from(Options::new(&Keys::NONE), b"\xEF\xBB\xBF{}", At { offset: 9, line: 1 });
    assert_eq!(part[0].seen, Seen::Fault(Prefixed, 9));
    assert_eq!(scan(b"\n\xEF\xBB\xBF{}")[1].seen, Seen::Fault(Prefixed, 1), "not on line 2");
}

/// 1,024 brackets are fine, the next one is the place, whatever kind of line it is in, and nothing is salvaged.
#[test]
fn too_deep() {
    let nest = |open: &str, close: &str, depth: usize| [open.repeat(depth), close.repeat(depth)];
    let too_deep = |at: usize| Seen::Fault(TooDeep, at as u64);

    let [open, close] = nest("[", "]", MAX_DEPTH - 1);
    let line = format!("{{\"a\":{open}{close}}}");
    assert_eq!(answer(line.as_bytes()), Seen::Event(0..line.len() as u64));
    assert_eq!(answer(format!("{{\"a\":{open}[{close}]}}").as_bytes()), too_deep(5 + 1_023));
    // Objects, with something after the place or nothing.
    let [open, close] = nest("{\"a\":", "}", MAX_DEPTH);
    assert!(matches!(answer(format!("{open}1{close}").as_bytes()), Seen::Event(_)));
    assert_eq!(answer(format!("{open}{{}}{close}").as_bytes()), too_deep(5 * 1_024));
    assert_eq!(answer(format!("{open}{{").as_bytes()), too_deep(5 * 1_024));
    assert_eq!(answer(open.as_bytes()), Seen::Fault(Truncated, 5 * 1_024));
    // A line that is no object.
    let [open, close] = nest("[", "]", MAX_DEPTH);
    assert_eq!(answer(format!("{open}{close}").as_bytes()), Seen::Fault(NotObject, 0));
    assert_eq!(answer(format!(" {open}[{close}]").as_bytes()), too_deep(1_025));
    assert_eq!(answer(open.as_bytes()), Seen::Fault(Noise, 0));
    // Not salvaged, even if an object leads into it or ends the line.
    let entries = scan(format!("{open}[{close}]{{\"a\":1}}").as_bytes());
    assert_eq!((&entries[0].seen, &entries[0].salvage[..]), (&too_deep(1_024), &[][..]));
    // What breaks before the depth is reached is that breach.
    assert_eq!(answer(format!("{{\"a\":x{open}[").as_bytes()), Seen::Fault(Syntax, 5));
    assert_eq!(answer(format!("{{}}{open}[").as_bytes()), Seen::Fault(TrailingBytes, 2));
    // Brackets in strings are text.
    assert!(matches!(answer(format!("{{\"{open}[\":\"{open}[\"}}").as_bytes()), Seen::Event(_)));
}

/// The cap is on the content without the line end, comes before every other decision, and costs that line only.
#[test]
fn too_long() {
    let seen = |batch: &[u8], max_line| {
        let options = Options { max_line, ..Options::new(&Keys::NONE) };
        let entries = scan_from(options, batch, At::START);
        assert!(entries.iter().all(|entry| entry.salvage.is_empty()));
        assert_eq!(entries.iter().map(|entry| entry.len).sum::<u64>(), batch.len() as u64);
        entries.into_iter().map(|entry| entry.seen).collect::<Vec<_>>()
    };
    let long = |at| Seen::Fault(TooLong, at);
    assert_eq!(
        seen(b"{}\n{\"a\":1}\n{}", 6),
        [Seen::Event(0..2), long(3), Seen::Event(11..13)],
        "the place is the line start"
    );
    assert_eq!(seen(b"{\"a\":1}\r\n", 7), [Seen::Event(0..7)], "the line end does not count");
    assert_eq!(seen(b"{\"a\":1}\r\n", 6), [long(0)]);
    assert_eq!(seen(b"{\"a\":1}\r", 7), [long(0)], "a 0D without newline is content");
    assert_eq!(seen(b"   \n\n", 2), [long(0), Seen::Blank], "before blank");
    assert_eq!(seen(b"\0\0\0\0\0", 4), [long(0)], "before NULs");
    assert_eq!(seen(b"{\0\"\0a\0\"\0\n x\n", 4), [long(0), Seen::Fault(Noise, 10)], "before encoding");
    assert_eq!(seen(b"{}{}\n{}", 3), [long(0), Seen::Event(5..7)], "no salvage");
    assert_eq!(seen(b"[[\n\n", 0), [long(0), Seen::Blank], "a cap of none");
}
