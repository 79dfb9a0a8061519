//! A reader over any pieces gives the records of the whole: verdicts, places, notes and what stands in them.

use crate::choices::{Choices, pieces};
use runlex::dialects::KEYS;
use runlex::{At, Kernel, Node, Options, Reader, Record, Scanner, What};
use std::io::{self, Read};

pub(crate) fn hold(data: &[u8]) {
    let mut choices = Choices::of(data);
    let max_line = match choices.byte() % 3 {
        0 => choices.below(300) as u64,
        _ => u64::MAX,
    };
    let options = Options { max_line, ..Options::new(&KEYS) };
    let mut nodes = vec![Node::EMPTY; choices.below(600)];
    let mut want = Vec::new();
    let mut scanner =
        Scanner::new(Options { kernel: Kernel::SCALAR, ..options }, data, At::START, &mut nodes);
    match data {
        // By its mark UTF-16, it is not split.
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => {
            want.push(format!("1:0 {} None encoding at byte 0 []", data.len()));
        }
        _ => {
            while let Some(record) = scanner.next() {
                want.push(told(&record));
            }
        }
    }
    let pieces: Vec<&[u8]> = pieces(data, choices).collect();
    let mut reader = Reader::with_options(Pieces { piece: b"", pieces: &pieces, wait: false }, options);
    let mut want = want.into_iter();
    loop {
        match reader.next() {
            Ok(Some(record)) => assert_eq!(Some(told(&record)), want.next()),
            Ok(None) => break,
            // Interrupted reads are tried again by the reader.
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(None, want.next());
}

/// What is said of a record, but for what stands in a line that is too long: a reader lets it go.
fn told(record: &Record<'_, '_>) -> String {
    let at = record.line.at();
    let what = match record.what {
        What::Event(object) => {
            let notes: Vec<u64> = record.notes().map(|note| note.at).collect();
            let names = object.members().map(|(name, value)| format!("{name}={:?}", value.kind()));
            format!("event {} {notes:?} {}", object.raw().escape_ascii(), names.collect::<String>())
        }
        What::Blank => "blank".to_owned(),
        What::Fault(fault) => {
            let salvage: Vec<_> = record.salvage().map(|span| (span.start, span.end)).collect();
            format!("{fault} {salvage:?}")
        }
    };
    format!("{}:{} {} {:?} {what}", at.line, at.offset, record.line.len(), record.line.ending())
}

struct Pieces<'d> {
    piece: &'d [u8],
    pieces: &'d [&'d [u8]],
    wait: bool,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // A signal came between.
        self.wait = !self.wait;
        if self.wait {
            return Err(io::ErrorKind::Interrupted.into());
        }
        if self.piece.is_empty() {
            let Some((piece, behind)) = self.pieces.split_first() else { return Ok(0) };
            (self.piece, self.pieces) = (piece, behind);
        }
        let got = self.piece.len().min(buffer.len());
        let (now, later) = self.piece.split_at(got);
        buffer[..got].copy_from_slice(now);
        self.piece = later;
        Ok(got)
    }
}
