//! The slow judge of runs, usage and groups: straight from the words of the format pages, over whole JSON documents, with
//! lists that are searched from end to end. It shares no code with the crate, and must never learn from it.
//!
//! What it says is JSON of the same shape as the crate's reports.

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

use super::oracle_cursor as cursor;
use super::oracle_heard as heard;
use super::oracle_qwen as qwen;

/// Input, cache creation, cache read, output, reasoning.
pub(crate) type Row = [u128; 5];

/// The model, what it used and what it cost.
pub(crate) type OfModel = (Option<String>, Row, Option<u64>);

const NONE: &str = "(none)";

/// A sound line.
pub(crate) struct Event {
    pub(crate) line: usize,
    offset: usize,
    /// In the order of the line.
    members: Vec<(String, Value)>,
}

impl Event {
    /// The last of equal names; null for none.
    pub(crate) fn get(&self, name: &str) -> &Value {
        self.members.iter().rev().find(|(known, _)| known == name).map_or(&Value::Null, |(_, value)| value)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.members.iter().any(|(known, _)| known == name)
    }

    pub(crate) fn kind(&self) -> &str {
        self.get("type").as_str().unwrap_or_default()
    }

    fn is(&self, kind: &str, subtype: &str) -> bool {
        self.kind() == kind && self.get("subtype") == subtype
    }

    /// The first session id of the line.
    pub(crate) fn session(&self) -> Option<&str> {
        let names = ["session_id", "sessionId", "sessionID", "thread_id"];
        let mut ids = self.members.iter().filter(|(name, _)| names.contains(&name.as_str()));
        // Of equal names the last one counts, at its place.
        let own = ids.find_map(|(name, value)| {
            let counts = std::ptr::eq(self.get(name), value);
            value.as_str().filter(|_| counts)
        });
        own.or(heard::session(self))
    }

    /// Formats README, "Sniffing order", and the pages' own sections on recognition: the program, and whether that is sure.
    fn program(&self) -> (Option<&'static str>, bool) {
        let kind = self.get("type").as_str();
        let is = |kinds: &[&str]| kind.is_some_and(|kind| kinds.contains(&kind));
        let any = |names: &[&str]| names.iter().any(|name| self.has(name));
        let text = |name: &str| self.get(name).is_string();
        if qwen::is_record(self) {
            return (Some("qwen-chat"), true);
        }
        if any(&["parentUuid", "isSidechain"])
            || (self.has("sessionId") && !heard::is_header(self))
            || is(&["file-history-snapshot", "queue-operation"])
            || (is(&["summary"]) && self.has("leafUuid"))
        {
            return (Some("claude-transcript"), true);
        }
        if let Some(known) = heard::program(self) {
            return (Some(known), true);
        }
        if any(&["thread_id"]) || kind.is_some_and(|kind| kind.contains('.')) {
            return (Some("foreign"), true);
        }
        let has_ids =
            any(&["session_id", "sessionID", "uuid", "timestamp", "timestamp_ms", "subagent_tool_use_id"]);
        if !has_ids && !text("subtype") {
            let inner = |name: &str, inner: &str| self.get(name)[inner].is_string();
            match kind {
                Some("chunk") if inner("chunk", "type") => return (Some("afk"), true),
                Some("message") if inner("message", "content") => return (Some("afk"), true),
                Some("progress") if inner("progress", "taskId") => return (Some("afk"), true),
                Some("panel") if inner("spec", "kind") => return (Some("afk"), true),
                Some("suggestion") if text("suggestion") => return (Some("afk"), true),
                Some("notice") if text("text") && text("kind") => return (Some("afk"), true),
                Some("paused" | "resumed" | "stream_retry") => return (Some("afk"), true),
                Some("done") if self.get("metadata").is_object() => return (Some("afk"), true),
                Some("done") if !self.has("metadata") => return (Some("afk"), false),
                Some("error") if inner("error", "message") => return (Some("afk"), inner("error", "name")),
                Some("rate_limit") => return (Some("afk"), self.get("retryAfterMs").is_number()),
                _ => {}
            }
        }
        if kind.is_none() {
            return (None, true);
        }
        if qwen::begins_stream(self) {
            return (Some("qwen-stream"), true);
        }
        let shared = is(&["assistant", "user", "result", "system"]);
        let is_init = self.is("system", "init");
        let named =
            self.has("claude_code_version") || (self.has("apiKeySource") && self.has("slash_commands"));
        let marked = any(&["apiKeySource", "model", "permissionMode"]);
        if (self.has("uuid") && (shared || self.has("session_id")))
            || is(&["stream_event", "rate_limit_event", "control_request", "control_response"])
            || (is(&["result"]) && any(&["total_cost_usd", "modelUsage"]))
            || (is_init && (named || (self.has("tools") && marked)))
        {
            return (Some("claude-stream"), true);
        }
        let thread = self.get("session_id").as_str().is_some_and(|id| id.starts_with("T-"));
        let message = self.get("message");
        let plain = message.is_object() && message.get("id").is_none() && message.get("model").is_none();
        if !self.has("uuid")
            && !(is_init && (named || marked))
            && (self.is("system", "subagent_finished")
                || self.has("subagent_tool_use_id")
                || thread
                || (is(&["assistant"]) && plain && message["usage"].get("max_tokens").is_some())
                || (is(&["result"]) && !self.has("request_id") && text("error")))
        {
            return (Some("amp"), true);
        }
        if cursor::program(self) {
            return (Some("cursor"), true);
        }
        if is(&["user"]) && !has_ids {
            if any(&["steer", "request_id"]) {
                return (Some("amp-input"), true);
            }
            if message["content"].is_array() && !self.has("parent_tool_use_id") {
                return (Some("amp-input"), false);
            }
        }
        (None, true)
    }
}

/// A model's message as one line tells it.
#[derive(Clone)]
struct Message {
    id: Option<String>,
    request: Option<String>,
    uuid: Option<String>,
    side: bool,
    progress: bool,
    synthetic: bool,
    /// No message: what a thread of Codex used so far.
    total: bool,
    row: Option<Row>,
    model: Option<String>,
    session: Option<String>,
    day: Option<String>,
    /// For the groups: the dialect of its run, its file, and the line at which the run begins.
    dialect: &'static str,
    run: (usize, u64),
}

struct Run {
    /// Pieces that begin at an init, or where another program speaks.
    pieces: Vec<Piece>,
    faults: usize,
}

struct Piece {
    program: Option<&'static str>,
    /// Where no line is sure.
    perhaps: Option<&'static str>,
    at_init: bool,
    events: Vec<Event>,
}

/// One input.
pub(crate) struct File<'a> {
    pub(crate) path: &'a str,
    pub(crate) bytes: &'a [u8],
}

/// What one run comes to.
struct Judged {
    record: Value,
    dialect: &'static str,
    session: Option<String>,
    day: Option<String>,
    /// As the run says itself, where that is its usage: by model.
    stated_usage: Option<Vec<OfModel>>,
    /// How many messages of each that is.
    stated_messages: Vec<u64>,
    cost: Option<u64>,
    messages: Vec<Message>,
    tools: BTreeMap<String, [u64; 4]>,
    /// The session and the day of each.
    events: Vec<(Option<String>, Option<String>)>,
}

/// The runs of a file, in order, as `ls` lists them.
pub(crate) fn runs(file: &File<'_>) -> Vec<Value> {
    judged(file).into_iter().map(|run| run.record).collect()
}

/// What a group comes to.
#[derive(Default)]
struct Group {
    runs: u64,
    events: u64,
    messages: u64,
    usage: Row,
    comparable: Row,
    cost: Option<u64>,
}

impl Group {
    fn used(&mut self, dialect: &str, row: Row) {
        add(&mut self.usage, row);
        add(&mut self.comparable, comparable(dialect, row));
    }
}

/// Formats README, "Run fold rules": input is all that was read, output all that was produced.
fn comparable(dialect: &str, row: Row) -> Row {
    let [input, creation, read, output, reasoning] = row;
    match dialect {
        "amp" | "claude-stream" | "claude-transcript" | "afk" | "pi" | "cursor" => {
            [input + creation + read, creation, read, output, reasoning]
        }
        "opencode" => [input + creation + read, creation, read, output + reasoning, reasoning],
        "gemini" | "gemini-chat" => [input, creation, read, output + reasoning, reasoning],
        _ => row,
    }
}

/// `stats --by session`, `model`, `day` or `dialect`, by the text of the group.
pub(crate) fn groups(files: &[File<'_>], by: &str) -> BTreeMap<String, Value> {
    let text = |text: Option<&String>| text.cloned().unwrap_or(NONE.to_owned());
    let all: Vec<(usize, Judged)> = files
        .iter()
        .enumerate()
        .flat_map(|(at, file)| judged(file).into_iter().map(move |run| (at, run)))
        .collect();
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for (_, run) in &all {
        let own = match by {
            "session" => Some(text(run.session.as_ref())),
            "day" => Some(text(run.day.as_ref())),
            "dialect" => Some(run.dialect.to_owned()),
            _ => None,
        };
        if let Some(own) = &own {
            let group = groups.entry(own.clone()).or_default();
            group.runs += 1;
            group.cost = sum_of(group.cost, run.cost);
        }
        for (session, day) in &run.events {
            let key = match by {
                "session" => text(session.as_ref()),
                "day" => text(day.as_ref()),
                "dialect" => run.dialect.to_owned(),
                _ => continue,
            };
            groups.entry(key).or_default().events += 1;
        }
        if by == "model" {
            for model in run.record["models"].as_array().expect("a list") {
                groups.entry(model.as_str().expect("a name").to_owned()).or_default().runs += 1;
            }
        }
        for (at, (model, row, cost)) in run.stated_usage.iter().flatten().enumerate() {
            let group = groups.entry(own.clone().unwrap_or(text(model.as_ref()))).or_default();
            group.used(run.dialect, *row);
            group.messages += run.stated_messages.get(at).unwrap_or(&0);
            if by == "model" {
                group.cost = sum_of(group.cost, *cost);
            }
        }
    }
    // Each message once over all files; what a run states of itself covers its own messages.
    let mut messages = Vec::new();
    for (file, run) in &all {
        for message in &run.messages {
            let message = Message { dialect: run.dialect, ..message.clone() };
            messages.push((*file, run.stated_usage.is_some() && !message.total, message));
        }
    }
    for (is_covered, message) in each_once(&messages) {
        let key = match by {
            "session" => text(message.session.as_ref()),
            "model" => text(message.model.as_ref()),
            "day" => text(message.day.as_ref()),
            _ => message.dialect.to_owned(),
        };
        let group = groups.entry(key).or_default();
        group.messages += u64::from(!message.total);
        if !is_covered && message.dialect != "unknown" {
            group.used(message.dialect, message.row.unwrap_or_default());
        }
    }
    let shown = |group: Group| {
        let mut shown = json!({
            "runs": group.runs, "messages": group.messages, "usage": sums(group.usage),
            "comparable": sums(group.comparable), "cost_stated_usd_micros": group.cost,
        });
        if by != "model" {
            shown["events"] = group.events.into();
        }
        shown
    };
    groups.into_iter().map(|(key, group)| (key, shown(group))).collect()
}

/// `stats --by` with several keys: files by their number, runs by that and their line.
pub(crate) fn cross(files: &[File<'_>], by: &[&str]) -> BTreeMap<String, Value> {
    let has = |key: &str| by.contains(&key);
    let text = |text: Option<&String>| text.cloned().unwrap_or(NONE.to_owned());
    let key = |run: (usize, u64),
               session: Option<&String>,
               model: Option<&String>,
               dialect: &str,
               day: Option<&String>| {
        let value = |by: &&str| match *by {
            "file" => run.0.to_string(),
            "run" => format!("{}:{}", run.0, run.1),
            "session" => text(session),
            "model" => text(model),
            "dialect" => dialect.to_owned(),
            _ => text(day),
        };
        by.iter().map(value).collect::<Vec<_>>().join(" | ")
    };
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    let mut messages = Vec::new();
    for (file, run) in
        files.iter().enumerate().flat_map(|(at, file)| judged(file).into_iter().map(move |run| (at, run)))
    {
        let place = (file, run.record["line"].as_u64().expect("a line"));
        let of_model =
            |model: Option<&String>| key(place, run.session.as_ref(), model, run.dialect, run.day.as_ref());
        let stated = run.stated_usage.iter().flatten();
        if has("model") {
            for model in run.record["models"].as_array().expect("a list") {
                let model = model.as_str().expect("a name").to_owned();
                groups.entry(of_model(Some(&model))).or_default().runs += 1;
            }
            for (at, (model, row, cost)) in stated.enumerate() {
                let group = groups.entry(of_model(model.as_ref())).or_default();
                group.used(run.dialect, *row);
                group.messages += run.stated_messages.get(at).unwrap_or(&0);
                group.cost = sum_of(group.cost, *cost);
            }
        } else {
            let group = groups.entry(of_model(None)).or_default();
            group.runs += 1;
            group.events += run.events.len() as u64;
            group.cost = sum_of(group.cost, run.cost);
            stated.for_each(|(_, row, _)| group.used(run.dialect, *row));
            group.messages += run.stated_messages.iter().sum::<u64>();
        }
        for message in &run.messages {
            let message = Message { dialect: run.dialect, run: place, ..message.clone() };
            messages.push((file, run.stated_usage.is_some() && !message.total, message));
        }
    }
    for (is_covered, message) in each_once(&messages) {
        let key = key(
            message.run,
            message.session.as_ref(),
            message.model.as_ref(),
            message.dialect,
            message.day.as_ref(),
        );
        let group = groups.entry(key).or_default();
        group.messages += u64::from(!message.total);
        if !is_covered && message.dialect != "unknown" {
            group.used(message.dialect, message.row.unwrap_or_default());
        }
    }
    let shown = |group: Group| {
        let mut shown = json!({
            "runs": group.runs, "messages": group.messages, "usage": sums(group.usage),
            "comparable": sums(group.comparable), "cost_stated_usd_micros": group.cost,
        });
        if !(has("model") || has("session") || has("day")) {
            shown["events"] = group.events.into();
        }
        shown
    };
    groups.into_iter().map(|(key, group)| (key, shown(group))).collect()
}

fn sum_of(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    if one.is_none() && other.is_none() { None } else { Some(one.unwrap_or(0) + other.unwrap_or(0)) }
}

/// `stats --by tool`: calls, results, errors, unanswered; paired within a file, AFK's within a run.
pub(crate) fn tools(files: &[File<'_>]) -> BTreeMap<String, Value> {
    let mut sums: BTreeMap<String, [u64; 4]> = BTreeMap::new();
    let mut add_all = |tools: BTreeMap<String, [u64; 4]>| {
        for (name, counts) in tools {
            let sum = sums.entry(name).or_default();
            sum.iter_mut().zip(counts).for_each(|(sum, more)| *sum += more);
        }
    };
    for file in files {
        let (events, _) = read(file.bytes);
        let calls: Vec<_> = events.iter().flat_map(calls).collect();
        let results: Vec<_> = events.iter().flat_map(results).collect();
        add_all(by_tool(&calls, &results));
        for run in judged(file).into_iter().filter(|run| run.dialect == "afk" || heard::is(run.dialect)) {
            add_all(run.tools);
        }
    }
    sums.into_iter().map(|(name, counts)| (name, tool_counts(counts))).collect()
}

fn by_tool(
    calls: &[(Option<String>, String)],
    results: &[(Option<String>, bool)],
) -> BTreeMap<String, [u64; 4]> {
    let mut tools: BTreeMap<String, [u64; 4]> = BTreeMap::new();
    let mut seen = Vec::new();
    for (id, name) in calls {
        if id.is_some() && seen.contains(&id) {
            continue;
        }
        seen.push(id);
        let tool = tools.entry(name.clone()).or_default();
        tool[0] += 1;
        tool[3] += u64::from(id.is_some() && !results.iter().any(|(result, _)| result == id));
    }
    for (id, is_error) in results {
        let call = calls.iter().find(|(call, _)| id.is_some() && call == id);
        let tool = tools.entry(call.map_or(NONE.to_owned(), |(_, name)| name.clone())).or_default();
        tool[1] += 1;
        tool[2] += u64::from(*is_error);
    }
    tools
}

fn tool_counts([calls, results, errors, unanswered]: [u64; 4]) -> Value {
    json!({"calls": calls, "results": results, "errors": errors, "unanswered": unanswered})
}

/// `stats --by type`.
pub(crate) fn types(files: &[File<'_>]) -> BTreeMap<String, u64> {
    let mut types = BTreeMap::new();
    for event in files.iter().flat_map(|file| read(file.bytes).0) {
        let kind = event.get("type").as_str().unwrap_or(NONE);
        *types.entry(kind.to_owned()).or_default() += 1;
    }
    types
}

/// The events, and the lines that are broken.
fn read(bytes: &[u8]) -> (Vec<Event>, Vec<usize>) {
    let (mut events, mut faults, mut offset) = (Vec::new(), Vec::new(), 0);
    for (at, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let content = line.strip_prefix(b"\xEF\xBB\xBF").filter(|_| at == 0).unwrap_or(line);
        if !content.iter().all(|byte| b" \t\r\n".contains(byte)) {
            match serde_json::from_slice(content) {
                Ok(Members(members)) => events.push(Event { line: at + 1, offset, members }),
                Err(_) => faults.push(at + 1),
            }
        }
        offset += line.len();
    }
    (events, faults)
}

/// A run begins at an init and where another program speaks; AFK's ends with its first `done` or `error`. Lines that tell
/// no program belong to the run that is open. Claude Code prints an init a turn: it cuts only where the session changes or
/// the cost that adds up falls.
fn cut(events: Vec<Event>, faults: &[usize]) -> Vec<Run> {
    let mut pieces: Vec<Piece> = Vec::new();
    for event in events {
        let ((program, is_sure), at_init) =
            (event.program(), event.is("system", "init") || heard::starts(&event) || qwen::starts(&event));
        let (program, perhaps) = if is_sure { (program, None) } else { (None, program) };
        if let Some(open) = pieces.last_mut().filter(|_| !at_init) {
            // Only the first line of Qwen Code's stream tells it from Claude Code's.
            let is_like = open.program == Some("qwen-stream") && program == Some("claude-stream");
            let other = program.is_some() && open.program.is_some() && open.program != program && !is_like;
            let over = program == Some("afk") && afk_end(&open.events).is_some();
            if !other && !over {
                open.program = open.program.or(program);
                open.perhaps = open.perhaps.or(perhaps);
                open.events.push(event);
                continue;
            }
        }
        pieces.push(Piece { program, perhaps, at_init, events: vec![event] });
    }
    // Warnings before the first thread are its own; what is said there is of another run.
    if let [first, second, ..] = &mut pieces[..]
        && (first.program, first.perhaps, first.at_init) == (None, None, false)
        && second.program.is_some_and(heard::is)
        && !first.events.iter().any(|event| heard::speaks(second.program.expect("one"), event))
    {
        let mut events = std::mem::take(&mut first.events);
        events.append(&mut second.events);
        (second.events, second.at_init) = (events, false);
        pieces.remove(0);
    }
    let mut runs: Vec<Run> = Vec::new();
    for piece in pieces {
        if let Some(run) = runs.last_mut()
            && piece.at_init
            && run.pieces[0].program == piece.program
            && match piece.program {
                Some("claude-stream") => goes_on(&run.pieces, &piece),
                Some("qwen-chat") => {
                    let before: Vec<&Event> = run.pieces.iter().flat_map(|piece| &piece.events).collect();
                    let old = before.iter().find_map(|event| event.session());
                    let new = piece.events.iter().find_map(Event::session);
                    before.iter().all(|event| qwen::starts(event)) || (old.is_some() && old == new)
                }
                Some(program) => {
                    let before: Vec<&Event> = run.pieces.iter().flat_map(|piece| &piece.events).collect();
                    heard::goes_on(program, &before, &piece.events)
                }
                None => false,
            }
        {
            run.pieces.push(piece);
        } else {
            runs.push(Run { pieces: vec![piece], faults: 0 });
        }
    }
    // A broken line belongs to the run that is open; before the first one, to that if it does not begin at an init.
    for fault in faults {
        let before = runs.iter().rposition(|run| run.pieces[0].events[0].line < *fault);
        let is_own = |piece: &Piece| !piece.at_init || piece.program.is_some_and(heard::is);
        let first = runs.first().filter(|run| is_own(&run.pieces[0])).map(|_| 0);
        if let Some(at) = before.or(first) {
            runs[at].faults += 1;
        }
    }
    runs
}

fn goes_on(run: &[Piece], next: &Piece) -> bool {
    let events = || run.iter().flat_map(|piece| &piece.events);
    // After a reset the conversation has a new id.
    let reset = events().rfind(|event| event.kind() == "conversation_reset");
    let session = reset.and_then(|event| event.get("new_conversation_id").as_str());
    let session = session.or(events().find_map(Event::session));
    if let (Some(old), Some(new)) = (session, next.events.iter().find_map(Event::session))
        && old != new
    {
        return false;
    }
    // From the last result to the next one.
    let (mut last, mut is_reset) = (None, false);
    for event in events() {
        is_reset |= event.kind() == "conversation_reset";
        if event.kind() == "result" {
            (last, is_reset) = (cost(event), false);
        }
    }
    let mut next_cost = None;
    for event in &next.events {
        is_reset |= event.kind() == "conversation_reset";
        if event.kind() == "result" {
            next_cost = cost(event);
            break;
        }
    }
    is_reset || !matches!((last, next_cost), (Some(old), Some(new)) if new < old)
}

/// Micro-dollars of a result's cumulative cost.
fn cost(event: &Event) -> Option<u64> {
    if event.kind() != "result" {
        return None;
    }
    micros(event.get("total_cost_usd")).or(micros(event.get("cost_usd")))
}

pub(crate) fn micros(dollars: &Value) -> Option<u64> {
    dollars.as_f64().filter(|dollars| *dollars >= 0.0).map(|dollars| (dollars * 1e6).round() as u64)
}

fn afk_end(events: &[Event]) -> Option<&Event> {
    events
        .iter()
        .find(|event| event.kind() == "done" || (event.kind() == "error" && event.get("error").is_object()))
}

fn judged(file: &File<'_>) -> Vec<Judged> {
    let (events, faults) = read(file.bytes);
    cut(events, &faults).into_iter().map(judge).collect()
}

fn judge(run: Run) -> Judged {
    let dialect = match run.pieces[0].program.or(run.pieces[0].perhaps) {
        None | Some("foreign") => "unknown",
        Some(known) => known,
    };
    let last_piece = run.pieces.len() - 1;
    let unanswered_turn = !run.pieces[last_piece].events.iter().any(|event| event.kind() == "result");
    let has_init = run.pieces.iter().any(|piece| piece.at_init);
    let faults = run.faults;
    let events: Vec<Event> = run.pieces.into_iter().flat_map(|piece| piece.events).collect();
    let is_stream = dialect == "amp" || dialect == "claude-stream";
    let results: Vec<&Event> = match dialect {
        "amp" | "claude-stream" | "cursor" | "qwen-stream" => {
            events.iter().filter(|event| event.kind() == "result").collect()
        }
        "afk" => afk_end(&events).into_iter().collect(),
        dialect if heard::is(dialect) => events.iter().filter(|event| heard::ends(dialect, event)).collect(),
        _ => Vec::new(),
    };
    let heard = heard::judge(dialect, &events);
    let after_end =
        results.last().map_or(0, |last| events.iter().filter(|event| event.line > last.line).count());

    let (outcome, reason) = match &heard {
        Some(heard) => (heard.outcome, heard.reason.clone()),
        None => outcome(dialect, &results, unanswered_turn),
    };
    let numbers =
        |name: &str| results.iter().filter_map(|event| whole(event.get(name))).collect::<Vec<u64>>();
    let turn_durations: Vec<&Event> =
        events.iter().filter(|event| event.is("system", "turn_duration")).collect();
    let metadata = results.last().map_or(&Value::Null, |event| event.get("metadata"));
    let (duration, turns) = match dialect {
        "amp" | "qwen-stream" => {
            (numbers("duration_ms").last().copied(), numbers("num_turns").last().copied())
        }
        "claude-stream" => {
            let durations = numbers("duration_ms");
            ((!durations.is_empty()).then(|| durations.iter().sum()), Some(results.len() as u64))
        }
        "claude-transcript" => {
            let durations: Vec<u64> =
                turn_durations.iter().filter_map(|event| whole(event.get("durationMs"))).collect();
            ((!durations.is_empty()).then(|| durations.iter().sum()), Some(turn_durations.len() as u64))
        }
        "afk" => (whole(&metadata["durationMs"]), whole(&metadata["numTurns"])),
        _ => (None, None),
    };

    let mut all = messages(&events);
    let started: Option<String> = events.iter().find_map(time);
    if let Some((thread, row)) = heard.as_ref().and_then(|heard| heard.thread.clone()) {
        all.push(Message {
            id: Some(format!("thread {thread}")),
            request: None,
            uuid: None,
            side: false,
            progress: false,
            synthetic: false,
            total: true,
            row: Some(row),
            model: None,
            session: events.iter().find_map(Event::session).map(str::to_owned),
            day: started.as_ref().and_then(|time| day(time)),
            dialect: "",
            run: (0, 0),
        });
    }
    let has_agents = agents(&events);
    let mut models: BTreeSet<String> =
        all.iter().filter(|message| !message.synthetic).filter_map(|message| message.model.clone()).collect();

    // Whose usage counts.
    let mut odd = events
        .iter()
        .filter(|event| event.kind() == "assistant")
        .map(|event| odd(&event.get("message")["usage"], NAMES))
        .sum::<u64>();
    let mut stated = None;
    let mut stated_usage = None;
    let (mut rule, mut cost_stated) = ("", None);
    let mut exact = faults == 0 && outcome != "unterminated";
    match dialect {
        "amp" => {
            rule = "amp-messages";
            odd += results.iter().map(|event| self::odd(event.get("usage"), NAMES)).sum::<u64>();
            let last = results.iter().rev().find(|event| event.get("usage").is_object());
            stated = last.map(|event| row(event.get("usage"), NAMES));
            if let Some(stated) =
                stated.filter(|_| !all.iter().any(|message| message.row.is_some() && !message.progress))
            {
                stated_usage = Some(vec![(None, stated, None)]);
            }
        }
        "claude-stream" => {
            odd += results.iter().map(|event| self::odd(event.get("usage"), NAMES)).sum::<u64>();
            let mut conversations: Vec<Vec<&Event>> = vec![Vec::new()];
            let (mut last_cost, mut restarts) = (None, false);
            for event in &events {
                restarts |= event.kind() == "conversation_reset";
                if event.kind() != "result" {
                    continue;
                }
                let fell = matches!((last_cost, cost(event)), (Some(old), Some(new)) if new < old);
                if restarts || fell {
                    conversations.push(Vec::new());
                }
                restarts = false;
                last_cost = cost(event);
                conversations.last_mut().expect("one at least").push(event);
            }
            conversations.retain(|results| !results.is_empty());
            for results in &conversations {
                if let Some(cost) = results.iter().rev().find_map(|event| cost(event)) {
                    cost_stated = Some(cost_stated.unwrap_or(0) + cost);
                }
                for event in results {
                    for usage in
                        event.get("modelUsage").as_object().into_iter().flat_map(|models| models.values())
                    {
                        odd += self::odd(usage, MODEL_NAMES);
                    }
                }
            }
            let by_model: Vec<Vec<OfModel>> =
                conversations.iter().map(|results| model_usage(results[results.len() - 1])).collect();
            let turns: Vec<Row> = results
                .iter()
                .filter(|event| event.get("usage").is_object())
                .map(|event| row(event.get("usage"), NAMES))
                .collect();
            for (model, ..) in by_model.iter().flatten() {
                models.extend(model.clone());
            }
            if !by_model.is_empty() && by_model.iter().all(|models| !models.is_empty()) {
                rule = "claude-model-usage";
                stated_usage = Some(by_model.concat());
            } else if !turns.is_empty() {
                rule = "claude-result-usage";
                exact &= has_agents.is_empty();
                stated_usage = Some(turns.into_iter().map(|row| (None, row, None)).collect());
            } else {
                rule = "claude-messages";
                exact = false;
            }
            stated = stated_usage.as_ref().map(|rows| total(rows.iter().map(|(_, row, _)| *row)));
        }
        "qwen-stream" => {
            odd += results.iter().map(|event| self::odd(event.get("usage"), NAMES)).sum::<u64>();
            let last = results.iter().rev().find(|event| event.get("usage").is_object());
            stated = last.map(|event| row(event.get("usage"), NAMES));
            stated_usage = stated.map(|stated| vec![(None, stated, None)]);
            rule = if stated.is_some() { "qwen-result" } else { "qwen-messages" };
            exact &= stated.is_some();
        }
        "claude-transcript" => {
            rule = "transcript-messages";
            exact = false;
            odd += events
                .iter()
                .filter_map(embedded)
                .map(|message| self::odd(&message["message"]["usage"], NAMES))
                .sum::<u64>();
        }
        "afk" => {
            rule = "afk-done";
            odd += self::odd(&metadata["usage"], NAMES);
            cost_stated = micros(&metadata["totalCostUsd"]);
            let usage = metadata["usage"].is_object().then(|| row(&metadata["usage"], NAMES));
            exact &= usage.is_some_and(|row| row[1] == 0 && row[2] == 0);
            stated = usage;
            stated_usage = Some(usage.into_iter().map(|row| (None, row, None)).collect());
        }
        _ => {}
    }
    let mut stated_messages = Vec::new();
    if let Some(heard) = &heard {
        rule = heard.rule;
        odd += heard.odd;
        exact &= heard.has_usage && !heard.is_at_least;
        stated = heard.stated;
        cost_stated = heard.cost;
        stated_usage = Some(heard.usage.clone());
        stated_messages = heard.messages.clone();
        models.extend(heard.models.clone());
    }
    exact &= odd == 0;
    // What the run states of itself covers its messages, whatever requests they name.
    let is_covered = |message: &Message| stated_usage.is_some() && !message.total;
    let seen: Vec<_> = all.iter().map(|message| (0, is_covered(message), message.clone())).collect();
    let once: Vec<Message> = each_once(&seen).into_iter().map(|(_, message)| message).collect();
    let progress = total(once.iter().filter(|message| message.progress).filter_map(|message| message.row));
    let (mut usage, mut compared) = (Value::Null, Value::Null);
    if !rule.is_empty() {
        let rows = total(once.iter().filter_map(|message| message.row));
        let counted = match &stated_usage {
            Some(stated) => {
                let threads = once.iter().filter(|message| message.total).filter_map(|message| message.row);
                total(stated.iter().map(|(_, row, _)| *row).chain(threads))
            }
            None => rows,
        };
        usage = sums(counted);
        compared = sums(comparable(dialect, counted));
        usage["rule"] = rule.into();
        usage["bound"] = if exact { "exact" } else { "at-least" }.into();
        if stated_usage.is_none() && progress != [0; 5] {
            usage["progress"] = sums(progress);
        }
    }

    // Calls and results are paired within the run.
    let (called, answered): (Vec<_>, Vec<_>) = match dialect {
        "afk" => {
            (events.iter().filter_map(afk_call).collect(), events.iter().filter_map(afk_result).collect())
        }
        _ if heard.is_some() => heard::tools(dialect, &events),
        _ => (events.iter().flat_map(calls).collect(), events.iter().flat_map(self::results).collect()),
    };
    let tools = by_tool(&called, &answered);
    let tool_sum = |which: usize| tools.values().map(|counts| counts[which]).sum::<u64>();
    let orphans: BTreeSet<_> = answered
        .iter()
        .map(|(id, _)| id)
        .filter(|id| id.is_some() && !called.iter().any(|(call, _)| call == *id))
        .collect();

    let times: Vec<String> = events.iter().filter_map(time).collect();
    let session = events.iter().find_map(Event::session).map(str::to_owned);
    let afk_session = metadata["sessionId"].as_str().map(str::to_owned);
    let session = session.or(afk_session.filter(|_| dialect == "afk"));
    let carried = session.clone().filter(|_| heard::is(dialect));
    let mut findings = Vec::new();
    if is_stream && !has_init {
        findings.push("no-init");
    }
    if dialect == "amp" && results.len() > 1 {
        findings.push("several-results");
    }
    let record = json!({
        "dialect": dialect,
        "session": session,
        "line": events[0].line,
        "offset": events[0].offset,
        "events": events.len(),
        "faults": faults,
        "started": times.first(),
        "ended": times.last(),
        "duration_ms": heard.as_ref().map_or(duration, |heard| heard.duration),
        "turns": heard.as_ref().map_or(turns, |heard| heard.turns).filter(|turns| *turns > 0 || ["amp", "afk", "qwen-stream"].contains(&dialect)),
        "outcome": outcome,
        "reason": reason,
        "results": results.len(),
        "lines_after_end": after_end,
        "models": models,
        "messages": once.iter().filter(|message| !message.total).count() as u64 + stated_messages.iter().sum::<u64>(),
        "agents": has_agents,
        "tool_calls": tool_sum(0),
        "tool_results": tool_sum(1),
        "tool_errors": tool_sum(2),
        "unanswered": tool_sum(3),
        "orphan_results": orphans.len(),
        "tools": tools.iter().map(|(name, counts)| (name.clone(), tool_counts(*counts))).collect::<BTreeMap<_, _>>(),
        "tokens": sums(tokens(&events)),
        "usage": usage,
        "usage_comparable": compared,
        "tokens_stated": stated.map(sums),
        "cost_stated_usd_micros": cost_stated,
        "findings": findings,
    });
    Judged {
        dialect,
        session,
        day: times.first().and_then(|time| day(time)),
        stated_usage,
        stated_messages,
        cost: cost_stated,
        messages: all,
        tools,
        events: events
            .iter()
            .map(|event| {
                let own = event.session().map(str::to_owned);
                // Codex names its session on few lines.
                let session = own.or(carried.clone());
                (session, time(event).and_then(|time| day(&time)))
            })
            .collect(),
        record,
    }
}

/// `is_error` beats `subtype`; never infer success.
fn outcome(dialect: &str, results: &[&Event], unanswered_turn: bool) -> (&'static str, Option<String>) {
    let Some(last) = results.last() else {
        let open = match dialect {
            "claude-transcript" | "amp-input" => "open",
            "unknown" => "unknown",
            _ => "unterminated",
        };
        return (open, None);
    };
    let subtype = last.get("subtype").as_str();
    let is_error = last.get("is_error").as_bool();
    let because = || match subtype {
        Some(name) if name != "success" => Some(name.to_owned()),
        _ if is_error == Some(true) => Some("is_error".to_owned()),
        _ => Some("unsaid".to_owned()),
    };
    match dialect {
        "amp" => match is_error {
            Some(false) => ("ok", None),
            None if subtype == Some("success") => ("ok", None),
            _ => ("failed", because()),
        },
        "claude-stream" if unanswered_turn => ("unterminated", None),
        "claude-stream" | "qwen-stream" => match (is_error, subtype) {
            (Some(true), _) | (None, None) => ("failed", because()),
            (_, Some(name)) if name != "success" => ("failed", because()),
            _ => ("ok", None),
        },
        _ if last.kind() == "error" => {
            ("failed", Some(last.get("error")["name"].as_str().unwrap_or("error").to_owned()))
        }
        _ => {
            let metadata = last.get("metadata");
            let subtype = metadata["resultSubtype"].as_str().filter(|name| *name != "success");
            let stop =
                metadata["stopReason"].as_str().filter(|name| !["end_turn", "stop_sequence"].contains(name));
            let reason = subtype.or(stop).map(str::to_owned);
            match metadata["isError"] == true {
                true => ("failed", reason.or(Some("is_error".to_owned()))),
                // Done, but it does not say that all went well.
                false if reason.is_some() => ("unknown", reason),
                false => ("ok", None),
            }
        }
    }
}

/// A message that a transcript's `agent_progress` line embeds.
fn embedded(event: &Event) -> Option<&Value> {
    let data = event.get("data");
    let message = &data["message"];
    (event.kind() == "progress" && data["type"] == "agent_progress" && message["type"] == "assistant")
        .then_some(message)
}

fn messages(events: &[Event]) -> Vec<Message> {
    let mut all = Vec::new();
    for event in events {
        let (outer, inner, progress) = match embedded(event) {
            Some(outer) => (Some(outer), &outer["message"], true),
            None if event.kind() == "assistant" => (None, event.get("message"), false),
            None => continue,
        };
        if !inner.is_object() {
            continue;
        }
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let model = text(&inner["model"]);
        let usage = &inner["usage"];
        all.push(Message {
            id: text(&inner["id"]),
            request: text(outer.map_or(event.get("requestId"), |outer| &outer["requestId"])),
            uuid: text(outer.map_or(event.get("uuid"), |outer| &outer["uuid"])),
            side: event.get("isSidechain") == true,
            progress,
            total: false,
            synthetic: model.as_deref() == Some("<synthetic>")
                || outer.map_or(event.get("isApiErrorMessage"), |outer| &outer["isApiErrorMessage"]) == true,
            row: usage.is_object().then(|| row(usage, NAMES)),
            model,
            session: event.session().map(str::to_owned),
            day: time(event).and_then(|time| day(&time)),
            dialect: "",
            run: (0, 0),
        });
    }
    all
}

/// Transcript page, section 5, which is also that of the streams (they have no request id of this name and no sidechain):
/// one of the rows with the same message id and request id, by the largest output, the last on a tie (of several files the
/// first); sidechain rows lose against others of the same message, rows without a request id against those with one.
/// Rows without usage and synthetic ones are no calls. Gives whether some run's own statement covers the message.
fn each_once(all: &[(usize, bool, Message)]) -> Vec<(bool, Message)> {
    let rows: Vec<_> = all.iter().filter(|(_, _, message)| message.row.is_some()).collect();
    let main = |message: &Message| !message.side && !message.progress;
    let told = |message: &Message| if message.progress { (true, false) } else { (false, message.side) };
    let name =
        |message: &Message| message.id.clone().or(message.uuid.clone().map(|uuid| format!("uuid {uuid}")));
    let mut chosen = Vec::new();
    for (at, (_, covered, message)) in rows.iter().enumerate() {
        let Some(id) = name(message) else {
            if !message.synthetic {
                chosen.push((*covered, message.clone()));
            }
            continue;
        };
        let same: Vec<_> =
            rows.iter().enumerate().filter(|(_, (_, _, other))| name(other).as_ref() == Some(&id)).collect();
        let any_covered = same.iter().any(|(_, (_, covered, _))| *covered);
        let mut left = same.clone();
        if left.iter().any(|(_, (_, _, other))| main(other)) {
            left.retain(|(_, (_, _, other))| main(other));
        }
        if left.iter().any(|(_, (_, _, other))| other.request.is_some()) {
            left.retain(|(_, (_, _, other))| other.request.is_some());
        }
        let group: Vec<_> = left
            .iter()
            .filter(|(_, (_, _, other))| any_covered || other.request == message.request)
            .collect();
        let best = group.iter().max_by_key(|(at, (file, _, other))| {
            (other.row.expect("a row")[3], std::cmp::Reverse(*file), *at)
        });
        if best.is_some_and(|(best, _)| *best == at) && !message.synthetic {
            let mut best = message.clone();
            // The first line dates it; only progress lines tell of it if all of them do.
            let days = same.iter().filter(|(_, (_, _, other))| {
                other.request == message.request && told(other) == told(message)
            });
            best.day = days.filter_map(|(_, (_, _, other))| other.day.clone()).min();
            best.progress = same.iter().all(|(_, (_, _, other))| other.progress);
            chosen.push((any_covered, best));
        }
    }
    chosen
}

/// The rule of the shared cases, within these events: `assistant` lines by message id alone, AFK's ends, Codex's last.
fn tokens(events: &[Event]) -> Row {
    let mut sum = [0; 5];
    let messages: Vec<Message> =
        messages(events).into_iter().filter(|message| !message.progress && message.row.is_some()).collect();
    for (at, message) in messages.iter().enumerate() {
        let output = |message: &Message| message.row.expect("a row")[3];
        let beaten = message.id.is_some()
            && messages.iter().enumerate().any(|(other_at, other)| {
                other.id == message.id && (output(other), other_at) > (output(message), at)
            });
        if !beaten {
            add(&mut sum, message.row.expect("a row"));
        }
    }
    for event in events.iter().filter(|event| event.kind() == "done") {
        add(&mut sum, row(&event.get("metadata")["usage"], NAMES));
    }
    let mut codex =
        events.iter().filter(|event| event.kind() == "turn.completed" && event.get("usage").is_object());
    if let Some(last) = codex.next_back() {
        add(
            &mut sum,
            row(last.get("usage"), ["input_tokens", "", "cached_input_tokens", "output_tokens", ""]),
        );
    }
    sum
}

/// Calls by the sub-agent that made them.
fn agents(events: &[Event]) -> BTreeMap<String, u64> {
    let mut agents: BTreeMap<String, u64> = BTreeMap::new();
    let mut seen = Vec::new();
    for event in events {
        let agent = event.get("parent_tool_use_id").as_str().or(event.get("agentId").as_str());
        let fresh = calls(event).into_iter().filter(|(id, _)| {
            let fresh = id.is_none() || !seen.contains(id);
            seen.push(id.clone());
            fresh
        });
        let fresh = fresh.count() as u64;
        if let Some(agent) = agent {
            *agents.entry(agent.to_owned()).or_default() += fresh;
        }
    }
    agents
}

fn blocks(event: &Event) -> impl Iterator<Item = &Value> {
    event.get("message")["content"].as_array().into_iter().flatten()
}

fn calls(event: &Event) -> Vec<(Option<String>, String)> {
    if event.kind() != "assistant" {
        return Vec::new();
    }
    let calls = blocks(event).filter(|block| block["type"] == "tool_use");
    let text = |value: &Value| value.as_str().map(str::to_owned);
    calls.map(|block| (text(&block["id"]), text(&block["name"]).unwrap_or(NONE.to_owned()))).collect()
}

fn results(event: &Event) -> Vec<(Option<String>, bool)> {
    if event.kind() != "user" {
        return Vec::new();
    }
    let results = blocks(event).filter(|block| block["type"] == "tool_result");
    results
        .map(|block| (block["tool_use_id"].as_str().map(str::to_owned), block["is_error"] == true))
        .collect()
}

/// AFK's page, section 4: a call is told up to three times, the complete detail counts.
fn afk_call(event: &Event) -> Option<(Option<String>, String)> {
    let chunk = event.get("chunk");
    let is_call = event.kind() == "chunk" && chunk["type"] == "tool_use_detail" && chunk["pending"] != true;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    is_call.then(|| (text(&chunk["toolUseId"]), text(&chunk["toolName"]).unwrap_or(NONE.to_owned())))
}

fn afk_result(event: &Event) -> Option<(Option<String>, bool)> {
    let chunk = event.get("chunk");
    let is_result = event.kind() == "chunk" && chunk["type"] == "tool_result";
    is_result.then(|| (chunk["toolUseId"].as_str().map(str::to_owned), chunk["isError"] == true))
}

/// `modelUsage` of a result; an entry without any counter says nothing.
fn model_usage(result: &Event) -> Vec<OfModel> {
    let models = result.get("modelUsage").as_object().into_iter().flatten();
    models
        .filter(|(_, usage)| MODEL_NAMES.iter().any(|name| !usage[*name].is_null()))
        .map(|(model, usage)| (Some(model.clone()), row(usage, MODEL_NAMES), micros(&usage["costUSD"])))
        .collect()
}

/// The time that a line states, as written; Cursor's in words.
fn time(event: &Event) -> Option<String> {
    if event.program() == (Some("cursor"), true)
        && let Some(ms) = cursor::ms(event)
    {
        return Some(cursor::iso(ms));
    }
    let own = match event.get("timestamp") {
        Value::Null if event.kind() == "message" => &event.get("message")["timestamp"],
        own => own,
    };
    if let Some(time) = heard::time(event) {
        return Some(time);
    }
    match own {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// `2026-05-01T10:00:00.000Z`: all that the pages know.
fn day(time: &str) -> Option<String> {
    let is_day = time.len() >= 20 && time.ends_with('Z') && time.as_bytes()[10] == b'T';
    is_day.then(|| time[..10].to_owned())
}

const NAMES: [&str; 5] =
    ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens", ""];
const MODEL_NAMES: [&str; 5] =
    ["inputTokens", "cacheCreationInputTokens", "cacheReadInputTokens", "outputTokens", ""];

pub(crate) fn row(usage: &Value, names: [&str; 5]) -> Row {
    names.map(|name| count(&usage[name]).unwrap_or(0).into())
}

pub(crate) fn odd(usage: &Value, names: [&str; 5]) -> u64 {
    names.iter().filter(|name| !usage[**name].is_null() && count(&usage[**name]).is_none()).count() as u64
}

fn count(number: &Value) -> Option<u64> {
    let float = number.as_f64().filter(|float| *float >= 0.0 && float.fract() == 0.0 && *float < 1.8e19);
    number.as_u64().or(float.map(|float| float as u64))
}

/// A time span; what is beyond the millisecond is cut off.
pub(crate) fn whole(number: &Value) -> Option<u64> {
    let float = number.as_f64().filter(|float| *float >= 0.0);
    number.as_u64().or(float.map(|float| float as u64))
}

pub(crate) fn add(sum: &mut Row, row: Row) {
    sum.iter_mut().zip(row).for_each(|(sum, more)| *sum += more);
}

fn total(rows: impl Iterator<Item = Row>) -> Row {
    let mut sum = [0; 5];
    rows.for_each(|row| add(&mut sum, row));
    sum
}

/// As the reports show it.
fn sums([input, cache_creation, cache_read, output, reasoning]: Row) -> Value {
    let number = |number: u128| Value::from(u64::try_from(number).expect("samples are not that large"));
    let mut sums = json!({
        "input": number(input), "cache_creation": number(cache_creation),
        "cache_read": number(cache_read), "output": number(output),
    });
    if reasoning > 0 {
        sums["reasoning"] = number(reasoning);
    }
    sums
}

/// The members of an object in the order of the line.
pub(crate) struct Members(pub(crate) Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Members, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Members;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(Object)
    }
}
