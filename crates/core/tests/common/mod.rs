//! What several tests need: records as plain data, and judges that share no code with the crate.

// Each test binary uses some of these.
#![allow(dead_code)]

use runlex_core::{At, FaultKind, Keys, Line, Lines, Mode, Node, Object, Options, Record, Scanner, What};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::ops::Range;

/// What a record says, without any borrow, to be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    /// The span of the object within the stream.
    Event(Range<u64>),
    Blank,
    Fault(FaultKind, u64),
}

/// A record as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) at: At,
    pub(crate) content_offset: u64,
    pub(crate) len: u64,
    pub(crate) seen: Seen,
    pub(crate) notes: Vec<u64>,
    pub(crate) salvage: Vec<Range<u64>>,
}

pub(crate) fn entry(record: &Record<'_, '_>) -> Entry {
    let line = record.line;
    Entry {
        at: line.at(),
        content_offset: line.content_offset(),
        len: line.len(),
        seen: match record.what {
            What::Event(object) => {
                let span = object.as_value().span();
                let offset = line.content_offset();
                Seen::Event(offset + span.start as u64..offset + span.end as u64)
            }
            What::Blank => Seen::Blank,
            What::Fault(fault) => Seen::Fault(fault.kind, fault.at),
        },
        notes: record.notes().map(|note| note.at).collect(),
        salvage: record.salvage().collect(),
    }
}

/// All records of a batch at the start of a stream.
pub(crate) fn scan(batch: &[u8]) -> Vec<Entry> {
    scan_from(Options::new(&Keys::NONE), batch, At::START)
}

pub(crate) fn scan_from(options: Options<'_>, batch: &[u8], at: At) -> Vec<Entry> {
    let mut nodes = [Node::EMPTY; 64];
    let mut scanner = Scanner::new(options, batch, at, &mut nodes);
    let mut entries = Vec::new();
    while let Some(record) = scanner.next() {
        entries.push(entry(&record));
    }
    assert_eq!(scanner.at().line, at.line + entries.len() as u64);
    entries
}

/// The one line that `content` (without newline) is, somewhere in the middle of a stream, so that a mark is content.
pub(crate) fn line(content: &[u8]) -> Line<'_> {
    let mut lines = Lines::new(content, At { offset: MIDDLE, line: 7 });
    let line = lines.next().expect("a line");
    assert_eq!(line.content(), content, "not a single line");
    line
}

/// Where [`line`] begins.
pub(crate) const MIDDLE: u64 = 1_000;

/// The answer for one line, with places within the line.
pub(crate) fn answer(content: &[u8]) -> Seen {
    answer_in(Mode::Checked, content)
}

pub(crate) fn answer_in(mode: Mode, content: &[u8]) -> Seen {
    if content.is_empty() {
        return Seen::Blank;
    }
    let options = Options { mode, ..Options::new(&Keys::NONE) };
    match entry(&Scanner::once(options, line(content), &mut [])).seen {
        Seen::Event(span) => Seen::Event(span.start - MIDDLE..span.end - MIDDLE),
        Seen::Blank => Seen::Blank,
        Seen::Fault(kind, at) => Seen::Fault(kind, at - MIDDLE),
    }
}

/// Runs `look` on the object that the line `text` is.
pub(crate) fn with_object<R>(
    text: &[u8],
    options: Options<'_>,
    nodes: usize,
    look: impl FnOnce(Object<'_, '_>) -> R,
) -> R {
    let mut nodes = vec![Node::EMPTY; nodes];
    match Scanner::once(options, line(text), &mut nodes).what {
        What::Event(object) => look(object),
        other => panic!("no event: {other:?} of {}", text.escape_ascii()),
    }
}

/// The judge: serde_json for the grammar, the standard library for UTF-8. Knows no limit of depth.
pub(crate) fn is_json(text: &[u8]) -> bool {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    std::str::from_utf8(text).is_ok()
        && IgnoredAny::deserialize(&mut deserializer).is_ok()
        && deserializer.end().is_ok()
}

/// The deepest nesting of brackets outside of strings; of meaning for sound JSON only.
pub(crate) fn depth(text: &[u8]) -> usize {
    let (mut depth, mut deepest, mut in_string, mut escaped) = (0usize, 0, false, false);
    for byte in text {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// What is left of a line without the blanks in front.
pub(crate) fn without_blanks(content: &[u8]) -> &[u8] {
    let start = content.iter().position(|byte| !is_blank(*byte)).unwrap_or(content.len());
    &content[start..]
}

/// One whole object with blanks around it.
pub(crate) fn is_object_line(content: &[u8]) -> bool {
    without_blanks(content).starts_with(b"{") && is_json(content)
}
