//! Calls with their results: a monoid as the report is, with its counts, whether they come from lines or from rows.

use crate::common::{cuts, record};
use crate::lines::stream;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use runlex::dialects::{Dialect, KEYS};
use runlex::report::{
    Call, CallFacts, CallLog, CallOutcome, CallRecord, CallResult, CallSource, EventFacts, ResultFacts, Time,
    ToolCounts, Witness,
};
use runlex::{At, Framed, IdKey, LineDecoder, Node, Options, RawStr, Report, Scanner, Totals};
use std::collections::BTreeMap;

/// A part of a stream: its report, what the witness has, and the number of its lines.
struct Part<W> {
    report: Report,
    witness: W,
    lines: u64,
}

fn part<W: Witness + Default>(key: IdKey, bytes: &[u8], from: usize, to: usize) -> Part<W> {
    let mut part = Part { report: Report::new(key), witness: W::default(), lines: 0 };
    let mut nodes = [Node::EMPTY; 16];
    let at = At { offset: from as u64, line: 1 };
    let mut scanner = Scanner::new(Options::new(&KEYS), &bytes[from..to], at, &mut nodes);
    while let Some(record) = scanner.next() {
        part.report.observe_with(&record, &mut part.witness);
        part.lines += 1;
    }
    part
}

fn whole(key: IdKey, bytes: &[u8]) -> Vec<CallRecord> {
    let Part { report, witness, .. } = part::<CallLog>(key, bytes, 0, bytes.len());
    witness.finish(&report.finish().run_list)
}

/// Rows as something that is kept would have them.
#[derive(Default)]
struct Kept {
    rows: Vec<Row>,
    /// Of the line whose event is still to come.
    open: Vec<(CallSource, Option<String>, Half)>,
}

struct Row {
    source: CallSource,
    line: u64,
    offset: u64,
    session: Option<String>,
    agent: Option<String>,
    time_ms: Option<i64>,
    id: Option<String>,
    half: Half,
}

enum Half {
    Call { name: Option<String>, bytes: Option<u64> },
    Result { is_error: bool, bytes: u64 },
}

fn has_own_calls(dialect: &str) -> bool {
    dialect == "afk" || Dialect::named(dialect).is_some_and(|dialect| dialect.runs().is_some())
}

fn owned(text: Option<RawStr<'_>>) -> Option<String> {
    text.map(|text| text.to_string())
}

impl Witness for Kept {
    fn call(&mut self, call: &CallFacts<'_, '_>) {
        let bytes = call.input().map(|input| input.raw().len() as u64);
        self.open.push((call.source, owned(call.id), Half::Call { name: owned(call.name), bytes }));
    }

    fn result(&mut self, result: &ResultFacts<'_, '_>) {
        let bytes = result.block().raw().len() as u64;
        self.open.push((result.source, owned(result.id), Half::Result { is_error: result.is_error, bytes }));
    }

    fn event(&mut self, event: &EventFacts<'_>) {
        for (source, id, half) in self.open.drain(..) {
            self.rows.push(Row {
                source,
                line: event.number,
                offset: event.offset,
                session: owned(event.session),
                agent: owned(event.parent_tool_use_id).or(owned(event.agent_id)),
                time_ms: event.time.and_then(Time::ms),
                id,
                half,
            });
        }
    }
}

fn logged(rows: &[Row]) -> CallLog {
    let mut log = CallLog::new();
    for row in rows {
        let (session, agent) = (row.session.as_deref(), row.agent.as_deref());
        let Row { source, line, offset, time_ms, .. } = *row;
        let id = row.id.as_deref();
        match &row.half {
            Half::Call { name, bytes } => {
                let (name, input_bytes) = (name.as_deref(), *bytes);
                log.add_call(Call { source, line, offset, session, id, name, agent, input_bytes, time_ms });
            }
            Half::Result { is_error, bytes } => {
                let (is_error, bytes) = (*is_error, *bytes);
                log.add_result(CallResult {
                    source,
                    line,
                    offset,
                    session,
                    id,
                    agent,
                    is_error,
                    bytes,
                    time_ms,
                });
            }
        }
    }
    log
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_cut_and_any_bracketing(
        bytes in stream(),
        chosen in vec(any::<Index>(), 0..8),
        order in vec(any::<Index>(), 1..8),
    ) {
        let key = IdKey::random();
        let places = cuts(&bytes);
        let mut ends: Vec<usize> = chosen.iter().map(|index| places[index.index(places.len())]).collect();
        ends.push(bytes.len());
        ends.sort_unstable();
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let mut parts: Vec<Part<CallLog>> =
            starts.zip(&ends).map(|(from, to)| part(key, &bytes, from, *to)).collect();
        let mut order = order.iter().cycle();
        while parts.len() > 1 {
            let at = order.next().map_or(0, |index| index.index(parts.len() - 1));
            let later = parts.remove(at + 1);
            let part = &mut parts[at];
            part.report.merge(later.report);
            part.witness.merge(later.witness, part.lines);
            part.lines += later.lines;
        }
        let Part { report, witness, .. } = parts.remove(0);
        prop_assert_eq!(witness.finish(&report.finish().run_list), whole(key, &bytes));
    }

    /// Tool by tool, those of AFK and of dialects that are known by their items included; and what was never called or never answered.
    #[test]
    fn counts_are_those_of_the_report(bytes in stream()) {
        let key = IdKey::random();
        let calls = whole(key, &bytes);
        let (totals, report) = Totals::of(part::<()>(key, &bytes, 0, bytes.len()).report);
        let totals = totals.finish();
        let mut want: BTreeMap<&str, ToolCounts> = BTreeMap::new();
        for (name, counts) in totals.tools.iter().chain(&totals.event_tools) {
            want.entry(name).or_default().add(*counts);
        }
        let mut got: BTreeMap<&str, ToolCounts> = BTreeMap::new();
        for call in &calls {
            got.entry(call.tool.as_deref().unwrap_or("(none)")).or_default().add(call.counts());
        }
        prop_assert_eq!(got, want);
        let apart = || report.run_list.iter().filter(|run| has_own_calls(run.dialect));
        let orphans = calls.iter().filter(|call| call.outcome == CallOutcome::Orphan).count() as u64;
        let apart_orphans: u64 = apart().map(|run| run.orphan_results).sum();
        prop_assert_eq!(orphans, report.orphan_results.len() as u64 + apart_orphans);
        let unanswered = calls.iter().filter(|call| call.outcome == CallOutcome::Unanswered);
        let ids: Vec<&str> = unanswered.filter_map(|call| call.id.as_deref()).collect();
        if apart().next().is_none() {
            prop_assert_eq!(ids, report.unanswered.iter().map(String::as_str).collect::<Vec<_>>());
        }
    }

    #[test]
    fn rows_that_were_kept_do_as_well(bytes in stream()) {
        let key = IdKey::random();
        let Part { report, witness, .. } = part::<Kept>(key, &bytes, 0, bytes.len());
        let runs = report.finish().run_list;
        prop_assert_eq!(logged(&witness.rows).finish(&runs), whole(key, &bytes));
    }

    /// Each place is that of a line, and they come in order.
    #[test]
    fn places(bytes in stream()) {
        let mut starts = Vec::new();
        let mut carry = vec![0; bytes.len()];
        let mut decoder = LineDecoder::new(&mut carry);
        let mut chunk = &bytes[..];
        let mut start = |framed: Framed<'_>| starts.push(record(Options::new(&KEYS), framed).line.at().offset);
        while let Some(framed) = decoder.next(&mut chunk) {
            start(framed);
        }
        if let Some(framed) = decoder.finish() {
            start(framed);
        }
        let calls = whole(IdKey::random(), &bytes);
        let firsts: Vec<u64> = calls.iter().filter_map(|call| call.line.or(call.result_line)).collect();
        prop_assert_eq!(firsts.len(), calls.len());
        prop_assert!(firsts.is_sorted());
        for call in &calls {
            for (line, offset) in [(call.line, call.offset), (call.result_line, call.result_offset)] {
                prop_assert_eq!(line.map(|line| starts[line as usize - 1]), offset);
            }
        }
    }
}
