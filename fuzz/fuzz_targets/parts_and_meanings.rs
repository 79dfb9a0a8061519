//! The report of a stream is that of its parts, cut at any newlines; and whatever stands on a line, each dialect's pieces lie
//! within it, and a line written anew reads and is written the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use runlex::dialects::amp_input::check_input_line;
use runlex::dialects::{Dialect, Json, items, sniff};
use runlex::{At, FileReport, IdKey, Lines, Node, Object, Options, Report, Scanner, What, dialects};

fuzz_target!(|input: (Vec<u8>, Vec<u8>)| {
    let (cuts, data) = input;
    let key = IdKey::random();
    let whole = report(key, &data, 0).finish();
    assert_eq!(whole, in_parts(key, &data, &cuts));
    for line in Lines::new(&data, At::START) {
        if let Err(error) = check_input_line(line.content()) {
            assert!(error.at <= line.content().len());
        }
        let mut nodes = [Node::EMPTY; 1024];
        let record = Scanner::once(Options::new(&dialects::KEYS), line, &mut nodes);
        if let What::Event(object) = record.what {
            meanings(object);
        }
    }
});

fn report(key: IdKey, data: &[u8], offset: u64) -> Report {
    let mut report = Report::new(key);
    let mut nodes = [Node::EMPTY; 1024];
    let at = At { offset, ..At::START };
    let mut scanner = Scanner::new(Options::new(&dialects::KEYS), data, at, &mut nodes);
    while let Some(record) = scanner.next() {
        report.observe(&record);
    }
    report
}

/// Each of `cuts` is how many newlines the next part has.
fn in_parts(key: IdKey, data: &[u8], cuts: &[u8]) -> FileReport {
    let mut merged = Report::new(key);
    let mut rest = data;
    let mut cuts = cuts.iter();
    while !rest.is_empty() {
        let ends = rest.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        let end = match cuts.next() {
            Some(newlines) => ends.take(usize::from(*newlines)).last().unwrap_or(0),
            None => rest.len(),
        };
        let (part, behind) = rest.split_at(end);
        merged.merge(report(key, part, (data.len() - rest.len()) as u64));
        rest = behind;
    }
    merged.finish()
}

fn meanings(object: Object<'_, '_>) {
    let _ = sniff(object);
    let line = object.as_value().span();
    for dialect in Dialect::ALL {
        for item in items(*dialect, object) {
            let span = item.value.span();
            assert!(line.start <= span.start && span.end <= line.end);
            assert_eq!(item.value.raw().len(), span.len());
        }
    }
    let written = Json::of(object).to_string();
    let mut nodes = [Node::EMPTY; 1024];
    let Some(again) = Lines::new(written.as_bytes(), At::START).next() else { panic!("nothing is written") };
    match Scanner::once(Options::new(&dialects::KEYS), again, &mut nodes).what {
        What::Event(again) => assert_eq!(Json::of(again).to_string(), written),
        What::Blank | What::Fault(_) => panic!("what is written is no event: {written}"),
    }
}
