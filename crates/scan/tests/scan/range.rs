//! Ranges of bytes, called alone.

use crate::{List, Seen, capped, read};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use runlex_scan::{Aggregate, ReadAt, Scan};
use std::cell::Cell;
use std::io::{self, Read};

/// Gives at most three bytes a call, and every third call is interrupted.
struct Slow<'a> {
    bytes: &'a [u8],
    calls: Cell<u32>,
}

impl Slow<'_> {
    fn new(bytes: &[u8]) -> Slow<'_> {
        Slow { bytes, calls: Cell::new(0) }
    }
}

impl ReadAt for Slow<'_> {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        self.calls.set(self.calls.get() + 1);
        if self.calls.get().is_multiple_of(3) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let most = buffer.len().min(3);
        self.bytes.read_at(&mut buffer[..most], offset)
    }
}

fn ranges(source: &dyn ReadAt, cuts: &[u64], max_line: u64) -> Vec<Seen> {
    let scan = Scan::new(capped(max_line));
    let mut whole = List::default();
    let mut from = 0;
    for to in cuts.iter().copied().chain([u64::MAX]) {
        whole.merge(scan.range(source, from..to, List::default()).expect("no error"));
        from = to;
    }
    whole.finish(None)
}

const PIECES: &[&[u8]] = &[b"a", b"{}", b"\n", b"\n", b"\r\n", b"\r", b"\xEF\xBB\xBF", b"\xFE\xFF"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Wherever a stream is cut, each line is in one range.
    #[test]
    fn ranges_make_up_the_whole(
        stream in vec(select(PIECES), 0..40),
        mut cuts in vec(0u64..80, 0..5),
        cap in prop_oneof![0u64..8, Just(u64::MAX)],
    ) {
        cuts.sort_unstable();
        let stream = stream.concat();
        let want = read(&stream, cap);
        prop_assert_eq!(&ranges(&&stream[..], &cuts, cap), &want);
        prop_assert_eq!(&ranges(&Slow::new(&stream), &cuts, cap), &want);
    }
}

/// A line belongs to the range that it begins in, however long it is.
#[test]
fn a_line_over_many_ranges() {
    let stream = [b"{}\n{\"a\":\"", &vec![b'x'; 1_000_000][..], b"\"}\n{}\n{}"].concat();
    let cuts: Vec<u64> = (1..100).map(|cut| cut * 11_111).collect();
    for max_line in [100, u64::MAX] {
        let want = read(&stream, max_line);
        assert_eq!(want.len(), 4);
        assert_eq!(ranges(&&stream[..], &cuts, max_line), want);
        assert_eq!(ranges(&Slow::new(&stream), &cuts, max_line), want);
    }
}

struct ByteByByte<'a>(&'a [u8]);

impl Read for ByteByByte<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(1);
        self.0.read(&mut buffer[..most])
    }
}

/// A line of as many bytes as the cap is none too long, whatever comes last of its end.
#[test]
fn lines_about_as_long_as_the_cap() {
    for len in 0..9 {
        for end in ["\n", "\r\n", "\r\r\n", "\r", ""] {
            let stream = ["7".repeat(len).as_str(), end, "{}\n"].concat().into_bytes();
            for cap in 0..9 {
                let want = read(&stream, cap);
                assert_eq!(ranges(&Slow::new(&stream), &[], cap), want, "{len} and {end:?}, cap {cap}");
                let outcome = Scan::new(capped(cap)).stream(ByteByByte(&stream), List::default());
                assert_eq!(outcome.output, want, "{len} and {end:?}, cap {cap}, byte by byte");
            }
        }
    }
}

struct Fails;

impl ReadAt for Fails {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        match offset {
            0..90 => (&[b'\n'; 90][..]).read_at(buffer, offset),
            _ => Err(io::ErrorKind::TimedOut.into()),
        }
    }
}

#[test]
fn errors_of_the_source_are_handed_on() {
    let scan = Scan::new(capped(u64::MAX));
    let of = |range| scan.range(&Fails, range, List::default()).map(|list| list.0.len());
    assert_eq!(of(0..90).map_err(|error| error.kind()), Ok(90));
    assert_eq!(of(10..20).map_err(|error| error.kind()), Ok(10));
    assert_eq!(of(10..200).map_err(|error| error.kind()), Err(io::ErrorKind::TimedOut));
    assert_eq!(of(0..0).map_err(|error| error.kind()), Ok(0));
    #[allow(clippy::reversed_empty_ranges)]
    let reversed = 9..3;
    assert_eq!(of(reversed).map_err(|error| error.kind()), Ok(0));
}

/// Fails once with this, wherever it is asked; from then on it is all there.
struct FailsOnce(&'static [u8], Cell<Option<io::ErrorKind>>);

impl ReadAt for FailsOnce {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        match self.1.take() {
            Some(kind) => Err(kind.into()),
            None => (&self.0).read_at(buffer, offset),
        }
    }
}

/// An interruption is none; whatever else fails is not asked for again.
#[test]
fn interruptions_of_the_source() {
    let scan = Scan::new(capped(u64::MAX));
    for (kind, want) in [
        (None, Ok(3)),
        (Some(io::ErrorKind::Interrupted), Ok(3)),
        (Some(io::ErrorKind::TimedOut), Err(io::ErrorKind::TimedOut)),
        (Some(io::ErrorKind::UnexpectedEof), Err(io::ErrorKind::UnexpectedEof)),
    ] {
        let source = FailsOnce(b"{}\n{}\n{}\n", Cell::new(kind));
        let got = scan.range(&source, 0..9, List::default()).map(|list| list.0.len());
        assert_eq!(got.map_err(|error| error.kind()), want, "{kind:?}");
    }
}
