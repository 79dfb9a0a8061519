//! Any bytes: an error or a saved value, which is saved again as the same bytes and of which anything can be made. And a fold saved in
//! the middle of a stream and loaded again goes on as if nothing had been.

use crate::Choices;
use runlex::dialects::KEYS;
use runlex::report::{RunRecord, TotalsReport};
use runlex::saved::{Saved, VERSION, load, save};
use runlex::{At, IdKey, Node, Options, Report, Scanner, Totals};

pub(crate) fn hold(data: &[u8]) {
    goes_on(data);
    // The first bytes are the version and what it is of; few inputs would get beyond them.
    for kind in 1..=3 {
        let bytes = [&[VERSION as u8, kind], data].concat();
        any(&bytes);
    }
    any(data);
}

fn any(bytes: &[u8]) {
    if let Some(report) = twice::<Report>(bytes) {
        _ = Totals::of(twice::<Report>(bytes).expect("it was one"));
        _ = report.finish();
    }
    _ = twice::<TotalsReport>(bytes);
    _ = twice::<Vec<RunRecord>>(bytes);
}

/// What `bytes` are, if they are one; saved again it is what is read again, byte by byte.
fn twice<T: Saved>(bytes: &[u8]) -> Option<T> {
    let value: T = load(bytes).ok()?;
    let mut again = Vec::new();
    save(&value, &mut again);
    let value: T = load(&again).expect("what was saved");
    let mut third = Vec::new();
    save(&value, &mut third);
    assert_eq!(again, third);
    Some(value)
}

fn goes_on(data: &[u8]) {
    let key = IdKey::from_u64(7);
    let ends: Vec<usize> =
        data.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1).collect();
    let cut = match ends.len() {
        0 => 0,
        lines => ends[Choices::of(data).below(lines)],
    };
    let mut whole = Report::new(key);
    observe(&mut whole, data, At::START);
    let mut report = Report::new(key);
    let at = observe(&mut report, &data[..cut], At::START);
    let mut bytes = Vec::new();
    save(&report, &mut bytes);
    let mut report: Report = load(&bytes).expect("what was saved");
    observe(&mut report, &data[cut..], at);
    assert_eq!(whole.finish(), report.finish());
}

/// Where the next line would begin.
fn observe(report: &mut Report, data: &[u8], at: At) -> At {
    let mut nodes = [Node::EMPTY; 1024];
    let mut scanner = Scanner::new(Options::new(&KEYS), data, at, &mut nodes);
    let mut lines = 0;
    while let Some(record) = scanner.next() {
        report.observe(&record);
        lines += 1;
    }
    At { offset: at.offset + data.len() as u64, line: at.line + lines }
}
