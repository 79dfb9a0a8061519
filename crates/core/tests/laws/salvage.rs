//! Salvage and notes equal searches that try out every place.

use crate::common::{MIDDLE, Seen, entry_of, is_blank, is_json};
use crate::text::{any_line, damaged, short, sound, stream};
use proptest::collection::vec;
use proptest::prelude::*;
use runlex_core::FaultKind;
use std::ops::Range;

fn is_object(bytes: &[u8]) -> bool {
    bytes.starts_with(b"{") && bytes.ends_with(b"}") && is_json(bytes)
}

/// The leading whole objects, then the one object that ends the line, blanks and NULs behind it allowed.
fn search(content: &[u8]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    loop {
        while at < content.len() && is_blank(content[at]) {
            at += 1;
        }
        let Some(end) = (at..=content.len()).find(|end| is_object(&content[at..*end])) else { break };
        found.push(at..end);
        at = end;
    }
    let end = content.iter().rposition(|byte| !is_blank(*byte) && *byte != 0).map_or(0, |at| at + 1);
    let starts: Vec<_> = (0..end).filter(|start| is_object(&content[*start..end])).collect();
    assert!(starts.len() <= 1, "at most one brace can begin it: {}", content.escape_ascii());
    // It may begin in the last leading one, and may be that one.
    for start in starts {
        if !found.contains(&(start..end)) {
            found.push(start..end);
        }
    }
    found
}

fn salvage_is_right(content: &[u8]) -> Result<(), TestCaseError> {
    if content.is_empty() {
        return Ok(());
    }
    let entry = entry_of(content);
    let want = match entry.seen {
        Seen::Event(_) | Seen::Blank => Vec::new(),
        Seen::Fault(kind, _) => match kind {
            FaultKind::Truncated
            | FaultKind::Noise
            | FaultKind::Encoding
            | FaultKind::NotObject
            | FaultKind::TooDeep
            | FaultKind::TooLong => Vec::new(),
            _ => search(content),
        },
    };
    let want: Vec<_> = want.iter().map(|span| MIDDLE + span.start as u64..MIDDLE + span.end as u64).collect();
    prop_assert_eq!(entry.salvage, want);
    Ok(())
}

/// Sound lines, cut or whole, one behind the other with little or nothing between.
fn glued() -> impl Strategy<Value = Vec<u8>> {
    let between = prop_oneof![
        5 => Just(&b""[..]),
        1 => proptest::sample::select(vec![&b" "[..], b"\0", b"\0\0\0\0", b",", b"x", b"\"", b"\\", b"\t\r", b"}"]),
    ];
    let part = (
        short(),
        prop_oneof![2 => Just(None), 1 => any::<proptest::sample::Index>().prop_map(Some)],
        between,
    );
    vec(part, 1..4).prop_map(|parts| {
        let mut bytes = Vec::new();
        for (line, cut, between) in parts {
            let end = cut.map_or(line.len(), |cut| cut.index(line.len()));
            bytes.extend(&line.as_bytes()[..end]);
            bytes.extend(between);
        }
        bytes
    })
}

/// Places of surrogate escapes without partner, by going through the line from the front.
fn lone(content: &[u8]) -> Vec<u64> {
    let unit = |at: usize| {
        let digits = content.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let (mut found, mut at) = (Vec::new(), 0);
    while at < content.len() {
        at += match (content[at], unit(at), unit(at + 6)) {
            (b'\\', Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (b'\\', Some(0xD800..=0xDFFF), _) => {
                found.push(at as u64);
                6
            }
            (b'\\', ..) => 2,
            _ => 1,
        };
    }
    found
}

proptest! {
    #[test]
    fn of_glued_lines(content in glued()) {
        salvage_is_right(&content)?;
    }

    #[test]
    fn of_damaged_lines(content in damaged()) {
        salvage_is_right(&content)?;
    }

    #[test]
    fn of_any_line(content in any_line()) {
        salvage_is_right(&content)?;
    }

    /// Every span of a stream is a whole object within its line, and they begin and end in order.
    #[test]
    fn of_streams(stream in stream()) {
        for entry in crate::common::scan(&stream) {
            let (mut start, mut end) = (entry.content_offset, entry.content_offset);
            for span in entry.salvage {
                prop_assert!(start <= span.start && end < span.end && span.end <= entry.at.offset + entry.len);
                prop_assert!(is_object(&stream[span.start as usize..span.end as usize]));
                (start, end) = (span.start, span.end);
            }
        }
    }

    #[test]
    fn notes(content in sound(true)) {
        let want: Vec<_> = lone(content.as_bytes()).iter().map(|at| MIDDLE + at).collect();
        prop_assert_eq!(entry_of(content.as_bytes()).notes, want);
    }
}

/// Faults have no notes, and places count from the start of the stream, a mark included.
#[test]
fn notes_of_a_stream() {
    let stream = "\u{feff}{\"a\":\"\\ud800\"}\n{\"a\":\"\\ud800\"\n{\"\\uDFFF\":\"\\\\ud800\"}\n";
    let notes: Vec<_> = crate::common::scan(stream.as_bytes()).into_iter().map(|entry| entry.notes).collect();
    assert_eq!(notes, [vec![9], vec![], vec![34]]);
}

/// The object that ends the line may begin in a string of the one that leads it.
#[test]
fn overlap() {
    let entries = crate::common::scan(br#"{"a":"{"}":1}"#);
    assert_eq!(entries[0].salvage, [0..9, 6..13]);
}
