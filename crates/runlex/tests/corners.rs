//! What is asked for now and then, each by hand: the ends of sources and adaptors, and what is set before reading begins.

use runlex::dialects::Dialect;
use runlex::report::{CallLog, InputField, Zone};
use runlex::{
    At, DialectTracker, FailureKind, IdKey, Mark, OnError, Reader, Record, Records, Report, Slice, Totals,
    What, slice,
};

const STREAM: &[u8] = b"{\"n\":1}\noops\n{\"n\":3}\n{\"n\":4}\n";

/// Line number and value of `n`; none for a fault.
fn told(record: &Record<'_, '_>) -> (u64, Option<u64>) {
    let n = match record.what {
        What::Event(object) => object.get("n").and_then(|n| n.digits()),
        What::Blank | What::Fault(_) => None,
    };
    (record.line.at().line, n)
}

fn all(mut records: impl Records) -> Vec<(u64, Option<u64>)> {
    let mut all = Vec::new();
    while let Some(record) = records.next().expect("no error") {
        all.push(told(&record));
    }
    all
}

#[test]
fn a_reader_in_the_middle_of_its_stream() {
    let start = At { offset: 1_000, line: 40 };
    let mut reader = Reader::new(STREAM).starting_at(start);
    assert_eq!(reader.at(), start);
    let record = reader.next().expect("no error").expect("a record");
    assert_eq!(record.line.at(), start);
    assert_eq!(reader.at(), At { offset: 1_008, line: 41 });
    assert_eq!(all(&mut reader), [(41, None), (42, Some(3)), (43, Some(4))]);
}

#[test]
fn a_reader_gives_its_source_back() {
    let mut reader = Reader::new(&b"{\"n\":1}\n"[..]);
    assert_eq!(*reader.source(), b"{\"n\":1}\n");
    assert_eq!(all(&mut reader), [(1, Some(1))]);
    assert!(reader.source().is_empty());
    *reader.source_mut() = b"{\"n\":2}\n";
    assert_eq!(reader.into_inner(), b"{\"n\":2}\n");
}

/// Adaptors on adaptors and on borrowed sources: where they stand, what they skipped, and what goes on behind them.
#[test]
fn adaptors_hand_on() {
    let mut slice = Slice::new(STREAM);
    let mut skipping = (&mut slice).on_error(OnError::Skip).on_error(OnError::Skip);
    assert_eq!(told(&skipping.next().expect("no error").expect("a record")), (1, Some(1)));
    assert_eq!(skipping.at(), At { offset: 8, line: 2 });
    assert_eq!(told(&skipping.next().expect("no error").expect("a record")), (3, Some(3)));
    assert_eq!(skipping.at(), At { offset: 21, line: 4 });
    let inner = skipping.into_inner();
    assert_eq!((inner.skipped(), inner.halted()), (1, false));
    assert_eq!(told(&slice.next().expect("the last one")), (4, Some(4)));

    let (result, behind) = (r#"{"type":"result","n":1}"#, r#"{"n":2}"#);
    for reader in [true, false] {
        let stream = format!("oops\n{result}\n{behind}\n");
        let mut slice = Slice::new(stream.as_bytes());
        let mut source = Reader::new(stream.as_bytes());
        let source: &mut dyn Records = if reader { &mut source } else { &mut slice };
        let mut until = source
            .until(|object: runlex::Object<'_, '_>| object.get("type").is_some())
            .on_error(OnError::Skip);
        assert_eq!(all(&mut until), [(2, Some(1))]);
        let until = until.into_inner();
        assert_eq!((until.behind(), until.at().line), (Some(29), 3));
        assert_eq!(all(until.into_inner()), [(3, Some(2))]);
    }
}

#[test]
fn answers_that_are_none_are_left_out() {
    let numbers = Slice::new(STREAM).filter_map(|record| told(&record).1);
    assert_eq!(numbers.collect::<Vec<_>>(), [1, 3, 4]);
    let lines = Slice::new(STREAM).map(|record| record.line.at().line);
    assert_eq!(lines.collect::<Vec<_>>(), [1, 2, 3, 4]);
}

/// A dialect known beforehand holds until a line tells another.
#[test]
fn a_tracker_that_begins_with_a_dialect() {
    let stream = br#"{"type":"chunk","chunk":{"type":"content","content":"a"}}"#;
    let (_, object) = slice::events(stream).next().expect("an event");
    let (_, plain) = slice::events(br#"{"x":1}"#).next().expect("an event");
    for dialect in [Dialect::Amp, Dialect::ClaudeStream] {
        let mut tracker = DialectTracker::starting(dialect);
        assert_eq!(tracker.dialect(), Some(dialect));
        assert_eq!((tracker.mark(plain), tracker.dialect()), (Mark::Between, Some(dialect)));
        assert_eq!(tracker.observe(object), Some(Dialect::Afk));
        assert_eq!(tracker.dialect(), Some(Dialect::Afk));
    }
    assert_eq!(DialectTracker::default().observe(plain), None);
}

/// Qwen Code prints lines that are Claude Code's in all they say: they go on with its run. A start is another run.
#[test]
fn a_tracker_among_neighbours() {
    let qwen = r#"{"type":"system","subtype":"init","uuid":"u","session_id":"S","tools":[],"mcp_servers":[],"model":"q","permission_mode":"yolo","qwen_code_version":"1"}"#;
    let claude = r#"{"type":"system","subtype":"init","uuid":"u","session_id":"S","tools":[],"model":"m","claude_code_version":"2"}"#;
    let result = r#"{"type":"result","is_error":false,"session_id":"S","uuid":"u","total_cost_usd":0.1,"modelUsage":{}}"#;
    let open = r#"{"type":"system","subtype":"init","session_id":"S"}"#;
    for (lines, want) in [
        (&[result][..], (Mark::Result, Some(Dialect::ClaudeStream))),
        (&[qwen], (Mark::Start, Some(Dialect::QwenStream))),
        (&[qwen, result], (Mark::Result, Some(Dialect::QwenStream))),
        (&[qwen, claude], (Mark::Start, Some(Dialect::ClaudeStream))),
        // Of several, and of none alone.
        (&[open], (Mark::Start, None)),
    ] {
        let mut tracker = DialectTracker::default();
        let mut mark = Mark::Between;
        for line in lines {
            let (_, object) = slice::events(line.as_bytes()).next().expect("an event");
            mark = tracker.mark(object);
        }
        assert_eq!((mark, tracker.dialect()), want, "{lines:#?}");
    }
}

#[test]
fn deadlines_are_told_from_other_failures() {
    let timeouts: Vec<_> = FailureKind::ALL.iter().filter(|kind| kind.is_timeout()).collect();
    assert_eq!(timeouts, [&FailureKind::StreamTimeout, &FailureKind::RunDeadlineExceeded]);
}

/// Days by the clocks of a zone; a report emptied keeps zone and key.
#[test]
fn a_report_in_a_zone() {
    let stream = br#"{"type":"user","sessionId":"a","timestamp":"2026-05-01T23:30:00Z","uuid":"b"}"#;
    let key = IdKey::random();
    let days = |mut report: Report| {
        let mut slice = Slice::new(stream);
        while let Some(record) = slice.next() {
            report.observe(&record);
        }
        Totals::of(report).0.finish().groups.days.into_keys().collect::<Vec<_>>()
    };
    let east = || Report::new(key).in_zone(Zone::new([(i64::MIN, 3_600)]));
    assert_eq!(days(Report::new(key)), ["2026-05-01"]);
    assert_eq!(days(east()), ["2026-05-02"]);
    let emptied = east().emptied();
    assert!(emptied.is_empty());
    assert_eq!(emptied.key(), key);
    assert_eq!(days(emptied), ["2026-05-02"]);
}

/// What stands in the inputs of calls, at the places asked for; the day of a call.
#[test]
fn fields_of_calls() {
    let stream = [
        r#"{"type":"assistant","timestamp":"2026-05-01T10:00:00Z","message":{"content":[{"type":"tool_use","id":"a","name":"Edit","input":{"path":"x\u0079","edits":[{"n":1.50}]}}]}}"#,
        r#"{"type":"assistant","message":{"content":[{"type":"tool_use","id":"b","name":"Edit","input":{"path":7}}]}}"#,
    ]
    .join("\n");
    let fields: Vec<_> =
        ["path", "/edits/0/n"].iter().map(|place| InputField::parse(place).expect("a place")).collect();
    let mut calls = CallLog::with_fields(fields.into());
    let mut report = Report::new(IdKey::random());
    let mut slice = Slice::new(stream.as_bytes());
    while let Some(record) = slice.next() {
        report.observe_with(&record, &mut calls);
    }
    let calls = calls.finish(&report.finish().run_list);
    let told: Vec<_> = calls.iter().map(|call| (call.day(), call.fields.clone())).collect();
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        told,
        [
            ("2026-05-01".to_owned(), vec![text("xy"), text("1.50")]),
            ("(none)".to_owned(), vec![text("7"), None]),
        ]
    );
}

#[cfg(feature = "saved")]
#[test]
fn errors_of_loading() {
    use runlex::saved::{LoadError, VERSION};
    let other = LoadError::OtherVersion(3).to_string();
    assert_eq!(other, format!("saved in version 3 of the form, which is {VERSION} here"));
    assert_eq!(LoadError::Damaged.to_string(), "the saved bytes are damaged");
}

#[cfg(feature = "dom")]
#[test]
fn scratch_begins_empty() {
    let mut dom = runlex::dom::Dom::default();
    assert_eq!(format!("{dom:?}"), "Dom { bytes: 0, .. }");
    let (_, object) = slice::events(br#"{"n":[1]}"#).next().expect("an event");
    dom.load(object.get("n").expect("a member")).expect("a document");
    assert_ne!(format!("{dom:?}"), "Dom { bytes: 0, .. }");
}
