//! The ways to read the same bytes. Whatever the way, the report must be the same.

// Each test binary uses some of these.
#![allow(dead_code)]

use runlex::dialects::KEYS;
use runlex::{At, FileReport, Framed, IdKey, LineDecoder, Node, Options, Reader, Record, Report, Scanner};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Gives at most `most` bytes a call.
pub(crate) struct Short<'a> {
    pub(crate) rest: &'a [u8],
    pub(crate) most: usize,
}

impl Read for Short<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = self.most.min(buffer.len());
        self.rest.read(&mut buffer[..most])
    }
}

/// By a reader, to its end.
pub(crate) fn read(source: impl Read) -> Report {
    read_with(Options::new(&KEYS), source)
}

/// The same with other options.
pub(crate) fn read_with(options: Options<'static>, source: impl Read) -> Report {
    let mut reader = Reader::with_options(source, options);
    let mut report = Report::new(IdKey::random());
    while let Some(record) = reader.next().expect("a source without errors") {
        report.observe(&record);
    }
    report
}

/// By a decoder that is given chunks of `chunk` bytes, without a tape.
pub(crate) fn decode(options: Options<'static>, bytes: &[u8], chunk: usize) -> Report {
    let mut carry = vec![0; bytes.len()];
    let mut decoder = LineDecoder::new(&mut carry).max_line(options.max_line);
    let mut report = Report::new(IdKey::random());
    for mut chunk in bytes.chunks(chunk) {
        while let Some(framed) = decoder.next(&mut chunk) {
            report.observe(&record(options, framed));
        }
    }
    if let Some(framed) = decoder.finish() {
        report.observe(&record(options, framed));
    }
    report
}

/// What becomes of a framed line.
pub(crate) fn record<'a>(options: Options<'a>, framed: Framed<'a>) -> Record<'a, 'a> {
    match framed {
        Framed::Line(line) => Scanner::once(options, line, &mut []),
        Framed::TooLong(long) => long.into(),
    }
}

/// By a scanner over `bytes[from..to]`, which is a part of a stream, with a tape that is too small for most lines.
pub(crate) fn scan(key: IdKey, bytes: &[u8], from: usize, to: usize) -> Report {
    let mut report = Report::new(key);
    observe(&mut report, bytes, from, to);
    report
}

/// The same into a report that has begun.
pub(crate) fn observe(report: &mut Report, bytes: &[u8], from: usize, to: usize) {
    observe_with(Options::new(&KEYS), report, bytes, from, to);
}

fn observe_with(options: Options<'static>, report: &mut Report, bytes: &[u8], from: usize, to: usize) {
    let mut nodes = [Node::EMPTY; 16];
    let at = At { offset: from as u64, line: 1 };
    let mut scanner = Scanner::new(options, &bytes[from..to], at, &mut nodes);
    while let Some(record) = scanner.next() {
        report.observe(&record);
    }
}

/// By a scanner over each half, cut at `cut`.
pub(crate) fn scan_halves(bytes: &[u8], cut: usize) -> Report {
    scan_halves_with(Options::new(&KEYS), bytes, cut)
}

/// The same with other options.
pub(crate) fn scan_halves_with(options: Options<'static>, bytes: &[u8], cut: usize) -> Report {
    let key = IdKey::random();
    let (mut report, mut later) = (Report::new(key), Report::new(key));
    observe_with(options, &mut report, bytes, 0, cut);
    observe_with(options, &mut later, bytes, cut, bytes.len());
    report.merge(later);
    report
}

/// The places behind newlines, and both ends.
pub(crate) fn cuts(bytes: &[u8]) -> Vec<usize> {
    let newlines = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let mut cuts: Vec<usize> = std::iter::once(0).chain(newlines).chain([bytes.len()]).collect();
    cuts.dedup();
    cuts
}

/// The report as it is printed.
pub(crate) fn json(report: &FileReport) -> String {
    serde_json::to_string(report).expect("a report is JSON")
}

/// `corpus/` of this repository.
pub(crate) fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

/// Tells of what a test leaves out.
#[allow(clippy::print_stderr)]
pub(crate) fn skipped(what: &str) {
    eprintln!("skipped: {what}");
}
