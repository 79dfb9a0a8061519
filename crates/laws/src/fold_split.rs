//! The report of a stream is that of its parts, cut at any newlines, joined in any bracketing; so are the calls, and the totals are those
//! of the files.

use crate::Choices;
use runlex::dialects::KEYS;
use runlex::report::{CallLog, CallRecord};
use runlex::{At, FileReport, IdKey, Node, Options, Report, Scanner, Totals};

struct Part {
    report: Report,
    calls: CallLog,
    lines: u64,
}

pub(crate) fn hold(data: &[u8]) {
    let key = IdKey::random();
    let mut choices = Choices::of(data);
    let whole = finish(part(key, data, 0));
    let mut parts: Vec<Part> = Vec::new();
    let mut from = 0;
    while from < data.len() {
        let newlines = choices.below(6) + 1;
        let ends =
            data[from..].iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| from + at + 1);
        let end = ends.take(newlines).last().filter(|_| parts.len() < 64).unwrap_or(data.len());
        parts.push(part(key, &data[from..end], from as u64));
        from = end;
    }
    while parts.len() > 1 {
        let at = choices.below(parts.len() - 1);
        let later = parts.remove(at + 1);
        let part = &mut parts[at];
        part.report.merge(later.report);
        part.calls.merge(later.calls, part.lines);
        part.lines += later.lines;
    }
    let joined = finish(parts.pop().unwrap_or_else(|| part(key, b"", 0)));
    assert_eq!(whole.0, joined.0);
    assert_eq!(whole.1, joined.1);
    totals(key, data, &whole.0);
}

fn part(key: IdKey, data: &[u8], offset: u64) -> Part {
    let mut part = Part { report: Report::new(key), calls: CallLog::new(), lines: 0 };
    let mut nodes = [Node::EMPTY; 1024];
    let mut scanner = Scanner::new(Options::new(&KEYS), data, At { offset, ..At::START }, &mut nodes);
    while let Some(record) = scanner.next() {
        part.report.observe_with(&record, &mut part.calls);
        part.lines += 1;
    }
    part
}

fn finish(part: Part) -> (FileReport, Vec<CallRecord>) {
    let report = part.report.finish();
    let calls = part.calls.finish(&report.run_list);
    (report, calls)
}

/// Bytes and lines add up; the totals of a file alone are its own; of two copies everything is there twice but what counts once.
fn totals(key: IdKey, data: &[u8], file: &FileReport) {
    assert_eq!(file.bytes, data.len() as u64);
    let (one, _) = Totals::of(part(key, data, 0).report);
    let one = one.finish();
    assert_eq!((one.bytes, one.lines, one.events), (file.bytes, file.lines, file.events));
    assert_eq!(one.lines, one.events + one.blank + one.faults.values().sum::<u64>());
    let (mut two, _) = Totals::of(part(key, data, 0).report);
    two.merge(Totals::of(part(key, data, 0).report).0);
    let two = two.finish();
    assert_eq!((two.bytes, two.lines, two.events), (2 * one.bytes, 2 * one.lines, 2 * one.events));
    assert_eq!(two.sessions, one.sessions);
}
