//! A stream that is begun in its middle has the dialects of the whole, from where it says that it is certain.

mod common;
#[path = "monoid/lines.rs"]
mod lines;

use common::corpus;
use proptest::prelude::*;
use runlex::dialects::{Dialect, KEYS};
use runlex::whose::{Next, OpenRun, RunDialects, Sorted};
use runlex::{At, Node, Options, Scanner, slice};
use std::fs;
use std::path::{Path, PathBuf};

fn options() -> Options<'static> {
    Options::new(&KEYS)
}

/// A line's offset, and the dialect; none for a fault.
type Told = (u64, Option<Option<Dialect>>);

/// All that `bytes` tell from `from` on, and where that is certain.
fn told(bytes: &[u8], from: usize) -> (Vec<Told>, Option<u64>) {
    let mut whose = if from == 0 { RunDialects::new(options()) } else { RunDialects::amid(options()) };
    let (mut all, mut certain) = (Vec::new(), whose.is_certain().then_some(0));
    let mut tell = |sorted: Sorted<'_, '_, '_>| {
        all.push(match sorted {
            Sorted::Event(event) => (event.record.line.at().offset, Some(event.dialect)),
            Sorted::Fault(at, _) => (at.offset, None),
        });
    };
    let mut nodes = vec![Node::EMPTY; 4096];
    let at = At { offset: from as u64, line: 1 };
    let mut scanner = Scanner::new(options(), &bytes[from..], at, &mut nodes);
    while let Some(record) = scanner.next() {
        whose.observe(&record, &mut tell);
        if certain.is_none() && whose.is_certain() {
            certain = Some(record.line.at().offset);
        }
    }
    whose.end(&mut tell);
    assert!(!whose.is_holding());
    (all, certain)
}

/// How many beginnings were certain before the end.
fn from_every_line(bytes: &[u8]) -> usize {
    let (whole, _) = told(bytes, 0);
    assert!(whole.is_sorted_by_key(|(offset, _)| *offset), "in the order of lines");
    let starts = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let mut count = 0;
    for from in starts {
        let (here, certain) = told(bytes, from);
        let Some(certain) = certain else { continue };
        let behind = |all: &[Told]| all.iter().filter(|told| told.0 >= certain).copied().collect::<Vec<_>>();
        assert_eq!(behind(&here), behind(&whole), "from {from}, certain at {certain}");
        count += 1;
    }
    count
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> = entries.collect();
    paths.sort();
    paths
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).expect("a file")
}

#[test]
fn streams_of_the_corpus() {
    let is_stream = |path: &PathBuf| path.extension().is_some_and(|end| end == "jsonl");
    let mut count = 0;
    for path in sorted(&corpus().join("cases")).iter().filter(|path| is_stream(path)) {
        count += from_every_line(&read(path));
    }
    let mut one_of_each: Vec<Vec<u8>> = Vec::new();
    for folder in sorted(&corpus().join("streams")).iter().filter(|path| path.is_dir()) {
        let streams: Vec<Vec<u8>> =
            sorted(folder).iter().filter(|path| is_stream(path)).map(|path| read(path)).collect();
        count += streams.iter().map(|stream| from_every_line(stream)).sum::<usize>();
        one_of_each.extend(streams.into_iter().next());
    }
    assert!(one_of_each.len() > 10, "streams of all dialects");
    count += from_every_line(&one_of_each.concat());
    one_of_each.reverse();
    count += from_every_line(&one_of_each.concat());
    assert!(count > 500, "{count} beginnings were certain");
}

proptest! {
    #[test]
    fn any_stream(stream in lines::stream()) {
        from_every_line(&stream);
    }
}

const AMP: &str = r#"{"type":"user","session_id":"T-1"}"#;
const CLAUDE: &str = r#"{"type":"user","message":{"role":"user","content":"hi"},"parent_tool_use_id":null,"session_id":"s","uuid":"u"}"#;
const INIT: &str = r#"{"type":"system","subtype":"init"}"#;
const OPEN: &str = r#"{"a":1}"#;
const FOREIGN: &str = r#"{"type":"turn.started"}"#;

#[test]
fn what_is_certain() {
    for (lines, want) in [
        (&[OPEN][..], false),
        (&["oops", "", OPEN], false),
        (&[AMP], true),
        (&[OPEN, AMP], true),
        // It may be one of a run of Qwen Code.
        (&[CLAUDE], false),
        (&[CLAUDE, CLAUDE, OPEN], false),
        (&[AMP, CLAUDE], true),
        (&[CLAUDE, INIT], true),
        (&[INIT], true),
        (&[INIT, CLAUDE], true),
        (&[FOREIGN], true),
    ] {
        let stream = lines.join("\n") + "\n";
        let whole = format!("{OPEN}\n{stream}");
        assert_eq!(told(whole.as_bytes(), OPEN.len() + 1).1.is_some(), want, "{lines:?}");
    }
}

#[test]
fn lines_wait_for_their_run() {
    let dialects = |lines: &[&str]| -> Vec<Option<Dialect>> {
        told(lines.join("\n").as_bytes(), 0).0.into_iter().filter_map(|(_, dialect)| dialect).collect()
    };
    const OF_AMP: Option<Dialect> = Some(Dialect::Amp);
    assert_eq!(dialects(&[OPEN, "oops", AMP, OPEN]), [OF_AMP; 3]);
    assert_eq!(dialects(&[AMP, INIT, OPEN]), [OF_AMP, None, None]);
    assert_eq!(dialects(&[INIT, OPEN, INIT, AMP]), [None, None, OF_AMP, OF_AMP]);
    // No more wait than 256.
    let many = |open: usize| [vec![OPEN; open], vec![AMP]].concat();
    assert_eq!(dialects(&many(256)), vec![OF_AMP; 257]);
    assert_eq!(dialects(&many(257)), [vec![None; 257], vec![OF_AMP]].concat());
}

#[test]
fn where_runs_begin() {
    let mut run = OpenRun::default();
    let mut told = Vec::new();
    let stream = [OPEN, AMP, OPEN, INIT, CLAUDE, AMP].join("\n");
    for (_, object) in slice::events(stream.as_bytes()) {
        let (next, with) = run.with(object);
        run = with;
        told.push((next, run.dialect()));
    }
    let (amp, claude) = (Some(Dialect::Amp), Some(Dialect::ClaudeStream));
    let (same, other) = (Next::Same, Next::Other);
    assert_eq!(told, [(same, None), (same, amp), (same, amp), (other, None), (same, claude), (other, amp)]);
}
