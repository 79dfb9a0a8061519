//! However a stream arrives, its lines and records are the same, and no byte is lost.

use crate::common::{Entry, entry, scan, scan_from};
use crate::text::{any_line, fewer, stream};
use proptest::collection::vec;
use proptest::prelude::*;
use runlex_core::{
    At, Ending, FaultKind, Framed, Kernel, Keys, Line, LineDecoder, Lines, Node, Options, Record, Scanner,
};

/// A line or one passed over, as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    at: At,
    content: Option<Vec<u8>>,
    content_offset: u64,
    len: u64,
    ending: Ending,
}

fn piece(framed: Framed<'_>) -> Piece {
    match framed {
        Framed::Line(line) => whole(&line),
        Framed::TooLong(long) => too_long(long.at, long.len, long.ending),
    }
}

fn whole(line: &Line<'_>) -> Piece {
    Piece {
        at: line.at(),
        content: Some(line.content().to_vec()),
        content_offset: line.content_offset(),
        len: line.len(),
        ending: line.ending(),
    }
}

fn too_long(at: At, len: u64, ending: Ending) -> Piece {
    Piece { at, content: None, content_offset: 0, len: len + ending.len(), ending }
}

/// The lines of `stream`, cut into chunks of the given sizes in turn.
fn decode(stream: &[u8], sizes: &[usize], carry: usize, cap: u64) -> Vec<Piece> {
    let mut carry = vec![0; carry];
    let mut decoder = LineDecoder::new(&mut carry).max_line(cap);
    let (mut pieces, mut rest, mut taken) = (Vec::new(), stream, 0);
    for size in sizes.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (mut chunk, behind) = rest.split_at((*size).min(rest.len()));
        taken += chunk.len() as u64;
        rest = behind;
        while let Some(framed) = decoder.next(&mut chunk) {
            pieces.push(piece(framed));
        }
        assert!(chunk.is_empty());
        assert_eq!(decoder.at().offset + decoder.pending(), taken, "taken in and not handed out");
    }
    pieces.extend(decoder.finish().map(piece));
    assert_eq!((decoder.at().offset, decoder.pending()), (stream.len() as u64, 0));
    assert!(decoder.finish().is_none());
    pieces
}

/// The definition, in words of the standard library: what lies between newlines, less one `0D`, less a mark at the
/// start.
fn split(stream: &[u8], cap: u64) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = At::START;
    for body in stream.split_inclusive(|byte| *byte == b'\n') {
        let (content, ending) = match body {
            [content @ .., b'\r', b'\n'] => (content, Ending::CrLf),
            [content @ .., b'\n'] => (content, Ending::Lf),
            content => (content, Ending::None),
        };
        let mark = if at.offset == 0 && content.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        pieces.push(if content.len() as u64 > cap {
            too_long(at, content.len() as u64, ending)
        } else {
            Piece {
                at,
                content: Some(content[mark..].to_vec()),
                content_offset: at.offset + mark as u64,
                len: body.len() as u64,
                ending,
            }
        });
        at = At { offset: at.offset + body.len() as u64, line: at.line + 1 };
    }
    pieces
}

/// Records of lines that a decoder framed: those of every kernel, which must agree.
fn records(stream: &[u8], size: usize, cap: u64) -> Vec<Entry> {
    let want = records_with(Kernel::SCALAR, 0, stream, size, cap);
    for kernel in Kernel::every() {
        assert_eq!(records_with(kernel, 300, stream, size, cap), want, "{kernel}");
    }
    want
}

fn records_with(kernel: Kernel, nodes: usize, stream: &[u8], size: usize, cap: u64) -> Vec<Entry> {
    let mut carry = vec![0; stream.len()];
    let mut decoder = LineDecoder::new(&mut carry).max_line(cap);
    let options = Options { kernel, ..Options::new(&Keys::NONE) };
    let mut nodes = vec![Node::EMPTY; nodes];
    let mut record = |framed: Framed<'_>| match framed {
        Framed::Line(line) => entry(&Scanner::once(options, line, &mut nodes)),
        Framed::TooLong(long) => entry(&Record::from(long)),
    };
    let mut entries = Vec::new();
    for mut chunk in stream.chunks(size) {
        while let Some(framed) = decoder.next(&mut chunk) {
            entries.push(record(framed));
        }
    }
    entries.extend(decoder.finish().map(record));
    entries
}

proptest! {
    #![proptest_config(fewer())]

    #[test]
    fn chunks_do_not_matter(stream in stream(), sizes in vec(1usize..12, 1..5)) {
        let lines: Vec<Piece> = Lines::new(&stream, At::START).map(|line| whole(&line)).collect();
        prop_assert_eq!(&lines, &split(&stream, u64::MAX));
        prop_assert_eq!(&lines, &decode(&stream, &sizes, stream.len(), u64::MAX));
        prop_assert_eq!(&lines, &decode(&stream, &[1], stream.len(), u64::MAX));
        prop_assert_eq!(&lines, &decode(&stream, &[usize::MAX], stream.len(), u64::MAX));
    }

    /// A cap, set or that of the carry buffer, costs the lines beyond it and nothing else, whatever the chunks.
    #[test]
    fn caps(stream in stream(), sizes in vec(1usize..12, 1..5), cap in 0u64..20) {
        let want = split(&stream, cap);
        prop_assert_eq!(&want, &decode(&stream, &sizes, stream.len().max(20), cap));
        prop_assert_eq!(&want, &decode(&stream, &sizes, cap as usize, u64::MAX));
        prop_assert_eq!(&want, &decode(&stream, &[usize::MAX], cap as usize, u64::MAX));
    }

    /// The same cap at the scanner gives the same records as at the decoder.
    #[test]
    fn caps_of_scanner_and_decoder(stream in stream(), size in 1usize..12, cap in 0u64..20) {
        let options = Options { max_line: cap, ..Options::new(&Keys::NONE) };
        prop_assert_eq!(scan_from(options, &stream, At::START), records(&stream, size, cap));
    }

    #[test]
    fn no_byte_is_lost(stream in stream(), cap in prop_oneof![Just(u64::MAX), 0u64..20]) {
        let options = Options { max_line: cap, ..Options::new(&Keys::NONE) };
        let entries = scan_from(options, &stream, At::START);
        prop_assert_eq!(entries.iter().map(|entry| entry.len).sum::<u64>(), stream.len() as u64);
        let mut at = At::START;
        for entry in entries {
            prop_assert_eq!(entry.at, at);
            at = At { offset: at.offset + entry.len, line: at.line + 1 };
        }
    }

    /// One line after the other, framed by a decoder, gives what the scanner gives over the batch.
    #[test]
    fn once_is_like_scanning(stream in stream(), size in 1usize..12) {
        prop_assert_eq!(scan(&stream), records(&stream, size, u64::MAX));
    }

    /// A batch may be cut behind any newline.
    #[test]
    fn batches_do_not_matter(stream in stream(), mask in any::<u64>()) {
        let want = scan(&stream);
        let (mut got, mut at, mut start) = (Vec::new(), At::START, 0);
        for end in (1..=stream.len()).filter(|end| *end == stream.len() || stream[end - 1] == b'\n') {
            if end < stream.len() && mask >> (got.len() % 64) & 1 == 1 {
                continue;
            }
            let entries = scan_from(Options::new(&Keys::NONE), &stream[start..end], at);
            at = At { offset: end as u64, line: at.line + entries.len() as u64 };
            start = end;
            got.extend(entries);
        }
        prop_assert_eq!(want, got);
    }

    /// What a line yields depends on that line alone: any other before it changes nothing but the place.
    #[test]
    fn damage_stays_in_its_line(bad in any_line(), good in any_line()) {
        let alone = scan_from(Options::new(&Keys::NONE), &good, At { offset: bad.len() as u64 + 1, line: 2 });
        let both = scan(&[&bad[..], b"\n", &good].concat());
        prop_assert_eq!(&both[1..], &alone[..]);
    }
}

/// A line that was passed over is a fault at its start, and the line behind it starts clean.
#[test]
fn beyond_the_cap() {
    let entries = records(b"{}\n{\"a\":123}\r\n{}", 4, 5);
    let kinds: Vec<_> = entries.iter().map(|entry| (entry.at.offset, &entry.seen)).collect();
    use crate::common::Seen::{Event, Fault};
    assert_eq!(kinds, [(0, &Event(0..2)), (3, &Fault(FaultKind::TooLong, 3)), (14, &Event(14..16))]);
}
