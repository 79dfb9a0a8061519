//! A line is an event exactly when serde_json takes it, it is UTF-8, and it begins with `{`; but for the depth limit.

use runlex_core::{At, FaultKind, Keys, Lines, Node, Options, Scanner, What};
use serde::Deserialize;

pub(crate) fn hold(data: &[u8]) {
    let mut nodes = [Node::EMPTY; 64];
    let mut expected = Lines::new(data, At::START);
    let mut bytes = 0;
    let mut scanner = Scanner::new(Options::new(&Keys::ALL), data, At::START, &mut nodes);
    while let Some(record) = scanner.next() {
        let line = expected.next().expect("as many lines as records");
        assert_eq!(record.line.at(), line.at());
        bytes += record.line.len();
        let sound = std::str::from_utf8(line.content()).is_ok() && is_object(line.content());
        match record.what {
            What::Event(object) => {
                assert!(sound, "an event that serde_json refuses");
                // Walking everything must end.
                assert!(object.members().count() <= line.content().len());
            }
            What::Blank => assert!(line.is_blank()),
            What::Fault(fault) => {
                assert!(!sound || fault.kind == FaultKind::TooDeep, "a fault that serde_json takes: {fault}");
                assert!(fault.at >= line.at().offset && fault.at <= line.at().offset + line.len());
                for span in record.salvage() {
                    let from = (span.start - line.content_offset()) as usize;
                    let to = (span.end - line.content_offset()) as usize;
                    assert!(is_object(&line.content()[from..to]));
                }
            }
        }
    }
    assert!(expected.next().is_none());
    assert_eq!(bytes, data.len() as u64);
}

fn is_object(text: &[u8]) -> bool {
    let mut json = serde_json::Deserializer::from_slice(text);
    json.disable_recursion_limit();
    // Nesting deep enough to exhaust the judge's stack is a fault here anyway.
    let brackets = text.iter().filter(|byte| matches!(byte, b'{' | b'[')).count();
    if brackets > 5_000 {
        return false;
    }
    let first = text.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
    first == Some(&b'{') && serde::de::IgnoredAny::deserialize(&mut json).is_ok() && json.end().is_ok()
}
