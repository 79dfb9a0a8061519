//! What a file holds, line by line.

use crate::common::read;
use crate::oracle::Members;
use crate::{find, samples};
use runlex::FileReport;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

#[test]
fn samples_are_counted_like_by_hand() {
    let Some(folder) = samples("") else { return };
    let files = find(&folder);
    assert!(!files.is_empty(), "no *.jsonl in {}", folder.display());
    for path in files {
        let bytes = fs::read(&path).expect("a readable file");
        let got = Counts::of(read(&bytes[..]).finish());
        assert_eq!(got, Counts::by_hand(&bytes), "{}", path.display());
    }
}

type Row = [u128; 4];

#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    bytes: usize,
    lines: usize,
    unterminated: bool,
    blank: usize,
    events: usize,
    faulty_lines: Vec<usize>,
    types: BTreeMap<String, u64>,
    sessions: Vec<String>,
    tokens: Row,
    tokens_plain: Row,
    tool_calls: u64,
    tool_results: u64,
    tool_errors: u64,
    unanswered: Vec<String>,
    orphans: Vec<String>,
    ends: Vec<(usize, String)>,
}

impl Counts {
    fn of(report: FileReport) -> Counts {
        let row =
            |sums: runlex::report::TokenSums| [sums.input, sums.cache_creation, sums.cache_read, sums.output];
        let end = |end: &runlex::report::EndEvent| {
            let name = serde_json::to_value(end.kind).expect("a name");
            (end.line as usize, name.as_str().expect("a name").to_owned())
        };
        Counts {
            bytes: report.bytes as usize,
            lines: report.lines as usize,
            unterminated: report.unterminated,
            blank: report.blank as usize,
            events: report.events as usize,
            faulty_lines: report.faults.iter().map(|fault| fault.line as usize).collect(),
            types: report.types,
            sessions: report.sessions,
            tokens: row(report.tokens),
            tokens_plain: row(report.tokens_plain_sum),
            tool_calls: report.tool_calls,
            tool_results: report.tool_results,
            tool_errors: report.tool_errors,
            unanswered: report.unanswered,
            orphans: report.orphan_results,
            ends: report.end_events.iter().map(end).collect(),
        }
    }

    fn by_hand(bytes: &[u8]) -> Counts {
        let mut counts = Counts {
            bytes: bytes.len(),
            unterminated: bytes.last().is_some_and(|byte| *byte != b'\n'),
            ..Counts::default()
        };
        let mut hand = Hand::default();
        for (at, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            counts.lines += 1;
            let line = line.strip_prefix(b"\xEF\xBB\xBF").filter(|_| at == 0).unwrap_or(line);
            if line.iter().all(|byte| b" \t\r\n".contains(byte)) {
                counts.blank += 1;
            } else if let Ok(Members(members)) = serde_json::from_slice(line) {
                counts.events += 1;
                hand.event(at + 1, &members, &mut counts);
            } else {
                counts.faulty_lines.push(at + 1);
            }
        }
        hand.finish(&mut counts);
        counts
    }
}

/// What must be seen whole before it can be counted.
#[derive(Default)]
struct Hand {
    messages: Vec<(Option<String>, Row)>,
    afk: Vec<Row>,
    codex: Option<Row>,
    calls: Vec<Option<String>>,
    results: Vec<Option<String>>,
}

impl Hand {
    fn event(&mut self, line: usize, members: &[(String, Value)], counts: &mut Counts) {
        // The last of equal names counts; `members` keeps the order for the sessions.
        let object: BTreeMap<&str, &Value> =
            members.iter().map(|(name, value)| (name.as_str(), value)).collect();
        let get = |name: &str| object.get(name).copied().unwrap_or(&Value::Null);
        let kind = get("type").as_str();
        *counts.types.entry(kind.unwrap_or("(none)").to_owned()).or_default() += 1;
        let mut has_own = false;
        for (name, _) in members {
            let is_name = ["session_id", "sessionId", "sessionID", "thread_id"].contains(&name.as_str());
            has_own |= is_name && get(name).is_string();
            if ["session_id", "sessionId", "sessionID", "thread_id"].contains(&name.as_str())
                && let Some(id) = get(name).as_str()
                && !counts.sessions.iter().any(|known| known == id)
            {
                counts.sessions.push(id.to_owned());
            }
        }
        // Codex's session files name theirs in what they wrap, Pi's start under another name, and Copilot's deeper.
        let is_claude =
            ["parentUuid", "isSidechain", "sessionId"].iter().any(|name| object.contains_key(name));
        let inner = match kind {
            Some("session_meta") => &get("payload")["id"],
            Some("token_usage_record") => &get("payload")["thread_id"],
            Some("session") if object.contains_key("cwd") => get("id"),
            Some("session.start") => &get("data")["sessionId"],
            _ => &Value::Null,
        };
        if let Some(id) = inner.as_str().filter(|_| get("timestamp").is_string() && !is_claude && !has_own)
            && !counts.sessions.iter().any(|known| known == id)
        {
            counts.sessions.push(id.to_owned());
        }
        let blocks = get("message")["content"].as_array().into_iter().flatten();
        match kind {
            Some("assistant") => {
                for block in blocks.filter(|block| block["type"] == "tool_use") {
                    self.calls.push(block["id"].as_str().map(str::to_owned));
                }
                if get("message")["usage"].is_object() {
                    let id = get("message")["id"].as_str().map(str::to_owned);
                    self.messages.push((id, row(&get("message")["usage"], NAMES)));
                }
            }
            Some("user") => {
                for block in blocks.filter(|block| block["type"] == "tool_result") {
                    counts.tool_results += 1;
                    counts.tool_errors += u64::from(block["is_error"] == true);
                    self.results.push(block["tool_use_id"].as_str().map(str::to_owned));
                }
            }
            Some("done") if get("metadata")["usage"].is_object() => {
                self.afk.push(row(&get("metadata")["usage"], NAMES));
            }
            Some("turn.completed") if get("usage").is_object() => {
                let row = row(get("usage"), ["input_tokens", "", "cached_input_tokens", "output_tokens"]);
                add(&mut counts.tokens_plain, row);
                self.codex = Some(row);
            }
            _ => {}
        }
        let ends = ["result", "done", "turn.completed", "turn.failed", "step_finish"];
        if let Some(kind) = kind
            && (ends.contains(&kind) || (kind == "error" && get("error").is_object()))
        {
            counts.ends.push((line, kind.to_owned()));
        }
    }

    fn finish(self, counts: &mut Counts) {
        for (at, (id, row)) in self.messages.iter().enumerate() {
            add(&mut counts.tokens_plain, *row);
            // It is beaten by a higher output anywhere, and by the same further down.
            let beaten = id.is_some()
                && self.messages.iter().enumerate().any(|(other_at, (other, other_row))| {
                    other == id && (other_row[3], other_at) > (row[3], at)
                });
            if !beaten {
                add(&mut counts.tokens, *row);
            }
        }
        for row in &self.afk {
            add(&mut counts.tokens_plain, *row);
            add(&mut counts.tokens, *row);
        }
        self.codex.into_iter().for_each(|row| add(&mut counts.tokens, row));

        let called: BTreeSet<&String> = self.calls.iter().flatten().collect();
        let answered: BTreeSet<&String> = self.results.iter().flatten().collect();
        let nameless = self.calls.iter().filter(|id| id.is_none()).count();
        counts.tool_calls = (called.len() + nameless) as u64;
        for id in self.calls.iter().flatten() {
            if !answered.contains(id) && !counts.unanswered.contains(id) {
                counts.unanswered.push(id.clone());
            }
        }
        counts.orphans = answered.difference(&called).map(|id| (*id).clone()).collect();
    }
}

const NAMES: [&str; 4] =
    ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens"];

fn row(usage: &Value, names: [&str; 4]) -> Row {
    names.map(|name| {
        let number = &usage[name];
        let whole = number.as_f64().filter(|float| *float >= 0.0 && float.fract() == 0.0);
        number.as_u64().map_or(whole.map_or(0, |float| float as u128), u128::from)
    })
}

fn add(sum: &mut Row, row: Row) {
    sum.iter_mut().zip(row).for_each(|(sum, more)| *sum += more);
}
