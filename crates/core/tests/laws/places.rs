//! Kind and place of every fault, against the words of the rules: the place is found by trying out how a prefix could
//! go on, with serde_json as the judge.

use crate::common::{Seen, answer, is_blank, is_json, without_blanks};
use crate::text::{any_line, damaged, fewer, short, soup};
use proptest::prelude::*;
use runlex_core::FaultKind;

/// What may be missing at the end of a cut token: the rest of a character, of an escape, of a word, a digit.
const ENDS: &[&[u8]] = &[
    b"",
    b"\x80",
    b"\x80\x80",
    b"\x80\x80\x80",
    b"\xA0\x80",
    b"\x90\x80\x80",
    b"n",
    b"0",
    b"00",
    b"000",
    b"0000",
    b"rue",
    b"ue",
    b"e",
    b"alse",
    b"lse",
    b"se",
    b"ull",
    b"ll",
    b"l",
];

/// What may be missing before all brackets can be closed.
const RESTS: &[&[u8]] = &[b"", b"\"", b"\":0", b":0", b"\"x\":0", b"0"];

/// True when some bytes behind `prefix` make it one whole object.
fn can_go_on(prefix: &[u8]) -> bool {
    let mut brackets = Vec::new();
    let (mut in_string, mut escaped) = (false, false);
    for byte in prefix {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' if !in_string => brackets.push(b'}'),
            b'[' if !in_string => brackets.push(b']'),
            b'}' | b']' if !in_string => drop(brackets.pop()),
            _ => {}
        }
    }
    brackets.reverse();
    if without_blanks(prefix).is_empty() {
        return true;
    }
    without_blanks(prefix).starts_with(b"{")
        && ENDS.iter().any(|end| RESTS.iter().any(|rest| is_json(&[prefix, end, rest, &brackets].concat())))
}

/// Whether the end of a sound beginning lies inside a string, and there not inside an escape.
fn inside_text(prefix: &[u8]) -> bool {
    let (mut in_string, mut escape) = (false, 0);
    for byte in prefix {
        match byte {
            b'u' if escape == 5 => escape = 4,
            _ if escape == 5 => escape = 0,
            _ if escape > 0 => escape -= 1,
            b'\\' if in_string => escape = 5,
            b'"' => in_string = !in_string,
            _ => {}
        }
    }
    in_string && escape == 0
}

fn is_object(bytes: &[u8]) -> bool {
    bytes.starts_with(b"{") && bytes.ends_with(b"}") && is_json(bytes)
}

/// True when an object ends the line, blanks and NULs behind it allowed.
fn ends_with_object(content: &[u8]) -> bool {
    let end = content.iter().rposition(|byte| !is_blank(*byte) && *byte != 0).map_or(0, |at| at + 1);
    (0..end).any(|start| is_object(&content[start..end]))
}

fn begins_nul_run(rest: &[u8]) -> bool {
    rest.starts_with(b"\0\0\0\0") || (!rest.is_empty() && rest.iter().all(|byte| *byte == 0))
}

fn is_utf16(content: &[u8]) -> bool {
    let share = |parity: usize| {
        let bytes: Vec<_> = content.iter().skip(parity).step_by(2).collect();
        bytes.iter().filter(|byte| ***byte == 0).count() as f64 / bytes.len() as f64
    };
    content.len() >= 8 && (0..2).any(|parity| share(parity) >= 0.8 && share(1 - parity) < 0.2)
}

/// The rules in their order, for lines without deep nesting.
fn rules(content: &[u8]) -> Seen {
    let fault = |kind, at: usize| Seen::Fault(kind, at as u64);
    let first = content.len() - without_blanks(content).len();
    if first == content.len() {
        return Seen::Blank;
    }
    if content.iter().all(|byte| *byte == 0) {
        return fault(FaultKind::NulRun, 0);
    }
    if content[first] == b'{' && is_json(content) {
        let end = content.iter().rposition(|byte| *byte == b'}').map_or(0, |at| at + 1);
        return Seen::Event(first as u64..end as u64);
    }
    if is_utf16(content) {
        return fault(FaultKind::Encoding, 0);
    }
    if content[first] != b'{' {
        let kind = if is_json(content) {
            FaultKind::NotObject
        } else if content[first..].starts_with(b"\0\0\0\0") {
            FaultKind::NulRun
        } else if ends_with_object(content) {
            FaultKind::Prefixed
        } else {
            FaultKind::Noise
        };
        return fault(kind, first);
    }
    // Longer prefixes can only go on where shorter ones can, so the first that cannot is found by halving.
    let (mut sound, mut broken) = (first, content.len() + 1);
    while broken - sound > 1 {
        let middle = (sound + broken) / 2;
        *if can_go_on(&content[..middle]) { &mut sound } else { &mut broken } = middle;
    }
    let place = sound;
    if place == content.len() {
        return fault(FaultKind::Truncated, place);
    }
    let nuls = begins_nul_run(&content[place..]);
    if (first..place).any(|end| is_object(&content[first..=end])) {
        return match content[place] {
            _ if nuls => fault(FaultKind::NulRun, place),
            b'{' => fault(FaultKind::Concatenated, place),
            _ => fault(FaultKind::TrailingBytes, place),
        };
    }
    // The place of an ill-formed sequence is its start, not the byte that broke it.
    let start = std::str::from_utf8(&content[..place]).map_or_else(|error| error.valid_up_to(), str::len);
    let ill_formed = std::str::from_utf8(&content[start..])
        .is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_some());
    if ill_formed && inside_text(&content[..start]) {
        return fault(FaultKind::InvalidUtf8, start);
    }
    if nuls {
        return fault(FaultKind::NulRun, place);
    }
    if content[place] < 0x20 && inside_text(&content[..place]) {
        return fault(FaultKind::ControlChar, place);
    }
    if ends_with_object(content) {
        return fault(FaultKind::TornJoin, place);
    }
    fault(FaultKind::Syntax, place)
}

/// Two short lines, the first of them cut, with something between.
fn torn() -> impl Strategy<Value = Vec<u8>> {
    (short(), any::<proptest::sample::Index>(), prop_oneof![3 => Just(Vec::new()), 1 => soup()], short())
        .prop_map(|(first, cut, between, second)| {
            let end = cut.index(first.len() + 1);
            [&first.as_bytes()[..end], &between, second.as_bytes()].concat()
        })
}

proptest! {
    #![proptest_config(fewer())]

    #[test]
    fn of_damaged_lines(line in damaged()) {
        prop_assert_eq!(answer(&line), rules(&line));
    }

    #[test]
    fn of_soups(soup in soup()) {
        prop_assert_eq!(answer(&soup), rules(&soup));
        let line = [b"{\"", &soup[..]].concat();
        prop_assert_eq!(answer(&line), rules(&line));
    }

    #[test]
    fn of_torn_lines(line in torn()) {
        prop_assert_eq!(answer(&line), rules(&line));
    }

    #[test]
    fn of_any_line(line in any_line()) {
        prop_assert_eq!(answer(&line), rules(&line));
    }
}

/// A line cut anywhere could go on, so it is truncated; one byte of `1F` there breaks it there.
#[test]
fn every_cut() {
    let line = r#"{"a\u00e9":[-1.5e+0,"é😀",true,null,{"b":"\\\ud83d"}],"c":false}"#.as_bytes();
    for cut in 1..line.len() {
        assert_eq!(answer(&line[..cut]), Seen::Fault(FaultKind::Truncated, cut as u64));
        assert_eq!(rules(&line[..cut]), Seen::Fault(FaultKind::Truncated, cut as u64));
        let broken = [&line[..cut], b"\x1F"].concat();
        assert_eq!(answer(&broken), rules(&broken), "{}", broken.escape_ascii());
    }
}
