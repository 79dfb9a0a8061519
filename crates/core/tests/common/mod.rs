//! What several tests need: records as plain data, and judges that share no code with the crate.

// Each test binary uses some of these.
#![allow(dead_code)]

pub(crate) mod agree;

use runlex_core::{
    At, FaultKind, Kernel, Keys, Line, Lines, Mode, Node, Object, Options, Record, Scanner, What,
};
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

/// Every kernel that runs here, in every mode.
pub(crate) fn ways() -> impl Iterator<Item = (Kernel, Mode)> {
    Kernel::every().flat_map(|kernel| [(kernel, Mode::Checked), (kernel, Mode::Skim)])
}

/// A tape on which most lines of the tests fit, so that vectors are used at all.
const TAPE: usize = 400;

/// A blank line that makes any batch long: some kernels take short batches and long ones in different ways.
const FILLER: [u8; 1_101] = {
    let mut filler = [b' '; 1_101];
    filler[1_100] = b'\n';
    filler
};

/// All records of a batch at the start of a stream.
pub(crate) fn scan(batch: &[u8]) -> Vec<Entry> {
    scan_from(Options::new(&Keys::NONE), batch, At::START)
}

/// All records of a batch. Every kernel is asked, and they must agree; so are tapes of several lengths, and the batch as the
/// last part of a longer one.
pub(crate) fn scan_from(options: Options<'_>, batch: &[u8], at: At) -> Vec<Entry> {
    let want = scan_with(options, batch, at, 0);
    for kernel in Kernel::every() {
        let options = Options { kernel, ..options };
        for nodes in [64, TAPE] {
            assert_eq!(scan_with(options, batch, at, nodes), want, "{kernel}, {nodes} nodes");
        }
        // A mark is one at the start of the stream only.
        if at.offset > 0 || !batch.starts_with(b"\xEF\xBB\xBF") {
            let before = FILLER.len() as u64;
            let mut entries = scan_with(options, &[&FILLER[..], batch].concat(), at, TAPE);
            entries.remove(0);
            entries.iter_mut().for_each(|entry| entry.shift(before));
            assert_eq!(entries, want, "{kernel}, in a long batch");
        }
    }
    want
}

fn scan_with(options: Options<'_>, batch: &[u8], at: At, nodes: usize) -> Vec<Entry> {
    let mut nodes = vec![Node::EMPTY; nodes];
    let mut scanner = Scanner::new(options, batch, at, &mut nodes);
    let mut entries = Vec::new();
    while let Some(record) = scanner.next() {
        entries.push(entry(&record));
    }
    assert_eq!(scanner.at().line, at.line + entries.len() as u64);
    entries
}

impl Entry {
    /// As if it was one line and so many bytes earlier in the stream.
    fn shift(&mut self, by: u64) {
        self.at = At { offset: self.at.offset - by, line: self.at.line - 1 };
        self.content_offset -= by;
        match &mut self.seen {
            Seen::Event(span) => *span = span.start - by..span.end - by,
            Seen::Blank => {}
            Seen::Fault(_, at) => *at -= by,
        }
        self.notes.iter_mut().for_each(|at| *at -= by);
        self.salvage.iter_mut().for_each(|span| *span = span.start - by..span.end - by);
    }
}

/// The one line that `content` (without newline) is, somewhere in the middle of a stream, so that a mark is content.
pub(crate) fn line(content: &[u8]) -> Line<'_> {
    let mut lines = Lines::new(content, At { offset: MIDDLE, line: 7 });
    let line = lines.next().expect("a line");
    assert_eq!(line.content(), content, "not a single line");
    line
}

/// Where [`line`] begins.
pub(crate) const MIDDLE: u64 = 2_000;

/// Runs `look` on the record of [`line`], once for every kernel, with several tapes, alone and in a long batch.
pub(crate) fn each_record(options: Options<'_>, content: &[u8], mut look: impl FnMut(&Record<'_, '_>)) {
    look(&Scanner::once(options, line(content), &mut []));
    let mut nodes = vec![Node::EMPTY; TAPE];
    for kernel in Kernel::every() {
        let options = Options { kernel, ..options };
        look(&Scanner::once(options, line(content), &mut nodes));
        in_long_batch(options, content, &mut nodes, &mut look);
    }
}

fn in_long_batch(
    options: Options<'_>,
    content: &[u8],
    nodes: &mut [Node],
    look: impl FnOnce(&Record<'_, '_>),
) {
    let batch = [&FILLER[..], content].concat();
    let at = At { offset: MIDDLE - FILLER.len() as u64, line: 6 };
    let mut scanner = Scanner::new(options, &batch, at, nodes);
    assert!(scanner.next().is_some());
    look(&scanner.next().expect("the line behind the filler"));
    assert!(scanner.next().is_none());
}

/// What every kernel says of the one line that `content` is, which is not empty; they must agree.
pub(crate) fn entry_of(content: &[u8]) -> Entry {
    entry_in(Mode::Checked, content)
}

pub(crate) fn entry_in(mode: Mode, content: &[u8]) -> Entry {
    let options = Options { mode, ..Options::new(&Keys::NONE) };
    let mut first = None;
    each_record(options, content, |record| {
        let got = entry(record);
        let want = first.get_or_insert_with(|| got.clone());
        // What is read from a broken line that skim lets pass is not specified.
        match (mode, &got.seen, &want.seen) {
            (Mode::Skim, Seen::Event(_), Seen::Event(_)) => {}
            _ => assert_eq!(got, *want, "{}", content.escape_ascii()),
        }
    });
    first.expect("a record")
}

/// The answer for one line, with places within the line; that of every kernel.
pub(crate) fn answer(content: &[u8]) -> Seen {
    answer_in(Mode::Checked, content)
}

pub(crate) fn answer_in(mode: Mode, content: &[u8]) -> Seen {
    if content.is_empty() {
        return Seen::Blank;
    }
    match entry_in(mode, content).seen {
        Seen::Event(span) => Seen::Event(span.start - MIDDLE..span.end - MIDDLE),
        Seen::Blank => Seen::Blank,
        Seen::Fault(kind, at) => Seen::Fault(kind, at - MIDDLE),
    }
}

/// Runs `look` on the object that the line `text` is: for every kernel, in every mode (the line is sound), alone and in a long
/// batch. What it returns must be the same each time.
pub(crate) fn with_object<R: PartialEq + std::fmt::Debug>(
    text: &[u8],
    options: Options<'_>,
    nodes: usize,
    mut look: impl FnMut(Object<'_, '_>) -> R,
) -> R {
    let mut nodes = vec![Node::EMPTY; nodes];
    let mut first = None;
    for (kernel, mode) in ways() {
        let mut take = |record: &Record<'_, '_>| match record.what {
            What::Event(object) => {
                let got = look(object);
                match &first {
                    Some(want) => assert_eq!(got, *want, "{kernel} {mode:?}: {}", text.escape_ascii()),
                    None => first = Some(got),
                }
            }
            ref other => panic!("no event: {other:?} of {}, {kernel} {mode:?}", text.escape_ascii()),
        };
        let options = Options { kernel, mode, ..options };
        take(&Scanner::once(options, line(text), &mut nodes));
        if kernel != Kernel::SCALAR {
            in_long_batch(options, text, &mut nodes, take);
        }
    }
    first.expect("a record")
}

/// Runs `look` once on the object that the line `text` is: for what is read from its bytes alone, whatever the kernel.
pub(crate) fn with_bytes<R>(text: &[u8], look: impl FnOnce(Object<'_, '_>) -> R) -> R {
    match Scanner::once(Options::new(&Keys::NONE), line(text), &mut []).what {
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
