//! Runs, their usage and the groups, as the slow judge has them.

use crate::common::{cuts, read, scan_halves};
use crate::lines::stream;
use crate::oracle::{self, File};
use crate::{find, samples};
use proptest::collection::vec;
use proptest::prelude::*;
use runlex::report::{Group, Key, KeyValue, TokenSums, TotalsReport};
use runlex::{IdKey, Reader, Report, Totals};
use runlex_testgen::{Generator, Shape};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;

/// Both must say the same of these inputs: of each run, and of all together.
pub(crate) fn agree(files: &[(String, Vec<u8>)]) {
    let files: Vec<File<'_>> = files.iter().map(|(path, bytes)| File { path, bytes }).collect();
    for file in &files {
        let got = read(file.bytes).finish();
        let want = oracle::runs(file);
        for (at, want) in want.iter().enumerate() {
            let got = got.run_list.get(at).map(|run| json!(run)).unwrap_or_default();
            same(&got, want, &format!("{}, run {}", file.path, at + 1));
        }
        assert_eq!(got.run_list.len(), want.len(), "{}", file.path);
    }
    for by in [
        &["session", "model"][..],
        &["dialect", "run"],
        &["day", "session", "file"],
        &["day", "dialect", "model", "session", "run", "file"],
    ] {
        let (got, groups) = totals(&files, by);
        let usage: TokenSums = groups.values().map(|group| group.usage).sum();
        if let Some(whole) = got.usage {
            assert_eq!(usage, whole.tokens, "{by:?}");
        }
        let groups = groups.iter().map(|(values, group)| (shown(values), json!(group)));
        let groups = json!(groups.collect::<BTreeMap<_, _>>());
        same(&groups, &json!(oracle::cross(&files, by)), &by.join(","));
    }
    let (got, groups) = totals(&files, &[]);
    assert!(groups.is_empty());
    for (by, groups) in [
        ("session", &got.groups.sessions),
        ("model", &got.groups.models),
        ("day", &got.groups.days),
        ("dialect", &got.groups.dialects),
    ] {
        let groups = groups.iter().map(|(name, group)| (name.clone(), json!(group)));
        same(&json!(groups.collect::<BTreeMap<_, _>>()), &json!(oracle::groups(&files, by)), by);
    }
    let mut tools = got.tools.clone();
    for (name, counts) in got.event_tools {
        tools.entry(name).or_default().add(counts);
    }
    same(&json!(tools), &json!(oracle::tools(&files)), "tool");
    let types: BTreeMap<&String, u64> =
        got.types.iter().map(|(name, counts)| (name, counts.events)).collect();
    same(&json!(types), &json!(oracle::types(&files)), "type");
}

fn totals(files: &[File<'_>], by: &[&str]) -> (TotalsReport, BTreeMap<Vec<KeyValue>, Group>) {
    let keys: Vec<Key> = by
        .iter()
        .map(|key| match *key {
            "file" => Key::File,
            "run" => Key::Run,
            "session" => Key::Session,
            "model" => Key::Model,
            "dialect" => Key::Dialect,
            _ => Key::Day,
        })
        .collect();
    let key = IdKey::random();
    let mut totals = Totals::new(key);
    for file in files {
        let mut reader = Reader::new(file.bytes);
        let mut report = Report::new(key);
        while let Some(record) = reader.next().expect("a source without errors") {
            report.observe(&record);
        }
        totals.merge(if keys.is_empty() { Totals::of(report).0 } else { Totals::of_by(report, &keys).0 });
    }
    totals.finish_by()
}

fn shown(values: &[KeyValue]) -> String {
    let shown = |value: &KeyValue| match value {
        KeyValue::File(file) => file.to_string(),
        KeyValue::Run { file, line } => format!("{file}:{line}"),
        KeyValue::Name(name) => name.clone(),
    };
    values.iter().map(shown).collect::<Vec<_>>().join(" | ")
}

/// Names the first key that differs.
fn same(got: &Value, want: &Value, what: &str) {
    if let (Some(left), Some(right)) = (got.as_object(), want.as_object()) {
        for (key, want) in right {
            same(left.get(key).unwrap_or(&Value::Null), want, &format!("{what}: {key}"));
        }
        let more: Vec<_> = left.keys().filter(|key| !right.contains_key(*key)).collect();
        assert!(more.is_empty(), "{what}: not expected: {more:?}");
        return;
    }
    assert_eq!(got, want, "{what}");
}

fn folder(name: &str) -> Option<Vec<(String, Vec<u8>)>> {
    let files = find(&samples(name)?);
    let read =
        |path: &std::path::PathBuf| (path.display().to_string(), fs::read(path).expect("a readable file"));
    Some(files.iter().map(read).collect())
}

#[test]
fn amp() {
    folder("amp").iter().for_each(|files| agree(files));
}

#[test]
fn claude_stream() {
    folder("claude-stream").iter().for_each(|files| agree(files));
}

#[test]
fn claude_transcript() {
    folder("claude-projects").iter().for_each(|files| agree(files));
}

#[test]
fn codex_rollout() {
    folder("codex-rollout").iter().for_each(|files| agree(files));
}

#[test]
fn codex_exec() {
    folder("codex-exec").iter().for_each(|files| agree(files));
}

#[test]
fn opencode() {
    folder("opencode").iter().for_each(|files| agree(files));
}

#[test]
fn pi() {
    folder("pi").iter().for_each(|files| agree(files));
}

#[test]
fn copilot() {
    folder("copilot").iter().for_each(|files| agree(files));
}

#[test]
fn cursor() {
    folder("cursor").iter().for_each(|files| agree(files));
}

#[test]
fn gemini() {
    folder("gemini").iter().for_each(|files| agree(files));
}

fn generated(shape: Shape, bytes: usize) -> (String, Vec<u8>) {
    let mut stream = Vec::new();
    Generator::new(shape, 11).fill(&mut stream, bytes);
    (format!("generated {shape:?}"), stream)
}

#[test]
fn generated_streams() {
    for (shape, bytes) in [(Shape::Amp, 1 << 20), (Shape::Afk, 150_000), (Shape::Transcript, 1 << 20)] {
        agree(&[generated(shape, bytes)]);
    }
    agree(&[Shape::Amp, Shape::Afk, Shape::Transcript].map(|shape| generated(shape, 100_000)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// On streams of lines that collide all the time.
    #[test]
    fn any_streams(streams in vec(stream(), 1..4)) {
        let judged = |bytes: &Vec<u8>| {
            // The other reader has no lone surrogates, and its JSON no numbers beyond 64 bits.
            let lines = bytes.split_inclusive(|byte| *byte == b'\n');
            let kept = lines.filter(|line| {
                let has = |text: &[u8]| line.windows(text.len()).any(|window| window == text);
                !has(br"\ud800") && !has(b"18446744073709551615")
            });
            kept.collect::<Vec<_>>().concat()
        };
        let files = streams.iter().enumerate().map(|(at, bytes)| (format!("stream {at}"), judged(bytes)));
        agree(&files.collect::<Vec<_>>());
    }
}

/// A message that names two requests, in a run that states what it used: such runs count their messages by id.
#[test]
fn two_requests_in_a_run_that_states_its_usage() {
    let progress = |request: &str| {
        format!(
            r#"{{"type":"progress","data":{{"type":"agent_progress","message":{{"type":"assistant","message":{{"role":"assistant","id":"b","usage":{{"input_tokens":0,"output_tokens":0}}}},"requestId":"{request}"}}}}}}"#
        )
    };
    let chunk = r#"{"type":"chunk","chunk":{"type":"content","content":"x"}}"#;
    let stream = [chunk, &progress("s"), &progress("r"), ""].join("\n");
    agree(&[("stream".to_owned(), stream.into_bytes())]);
}

/// The runs are those of the whole, wherever it was cut.
#[test]
fn any_cut() {
    let mut files: Vec<_> = [
        "amp",
        "claude-stream",
        "claude-projects",
        "codex-rollout",
        "codex-exec",
        "opencode",
        "pi",
        "copilot",
        "cursor",
        "gemini",
    ]
    .iter()
    .filter_map(|name| folder(name))
    .flatten()
    .collect();
    files.push(generated(Shape::Afk, 20_000));
    for (path, bytes) in files {
        let whole = read(&bytes[..]).finish();
        let cuts = cuts(&bytes);
        for cut in cuts.iter().step_by(cuts.len() / 30 + 1) {
            let report = scan_halves(&bytes, *cut).finish();
            assert!(report == whole, "{path} cut at {cut}");
        }
    }
}
