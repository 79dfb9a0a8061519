//! The slow judge of Codex's two dialects: straight from their pages, over whole JSON documents. It shares no code with the crate.

use super::oracle::{Event, Row, odd, row, whole};
use super::oracle_heard::{Answers, Calls, Heard};
use serde_json::Value;

const NAMES: [&str; 5] = [
    "input_tokens",
    "cache_write_input_tokens",
    "cached_input_tokens",
    "output_tokens",
    "reasoning_output_tokens",
];

pub(crate) fn is(dialect: &str) -> bool {
    dialect.starts_with("codex-")
}

/// The pages, "Recognise it".
pub(crate) fn program(event: &Event) -> Option<&'static str> {
    let kind = event.get("type").as_str()?;
    let others = [
        "system",
        "assistant",
        "user",
        "result",
        "conversation_reset",
        "progress",
        "chunk",
        "message",
        "done",
        "error",
        "turn.completed",
        "turn.failed",
        "step_finish",
    ];
    if event.get("timestamp").is_string() && event.get("payload").is_object() && !others.contains(&kind) {
        return Some("codex-rollout");
    }
    let is_exec = kind.starts_with("turn.")
        || (kind.starts_with("item.") && event.get("item").is_object())
        || (kind.starts_with("thread.") && event.get("thread_id").is_string());
    is_exec.then_some("codex-exec")
}

/// The session that a line of Codex names.
pub(crate) fn session(event: &Event) -> Option<&str> {
    match event.kind() {
        "thread.started" => event.get("thread_id").as_str(),
        "session_meta" => event.get("payload")["id"].as_str(),
        "token_usage_record" => event.get("payload")["thread_id"].as_str(),
        _ => None,
    }
}

pub(crate) fn starts(event: &Event) -> bool {
    ["thread.started", "session_meta"].contains(&event.kind())
}

/// A resumed session goes on in the same file; a fork has its parent's start right behind its own.
pub(crate) fn goes_on(before: &[&Event], next: &[Event]) -> bool {
    let id = |event: &&Event| event.session().map(str::to_owned);
    let old = before.iter().find_map(&id);
    let new = next.iter().find_map(|event| id(&event));
    before.iter().all(|event| super::oracle_heard::starts(event)) || (old.is_some() && old == new)
}

fn said(event: &Event) -> Option<&str> {
    (event.kind() == "event_msg").then(|| event.get("payload")["type"].as_str()).flatten()
}

/// What ends a run or turn.
pub(crate) fn ends(event: &Event) -> bool {
    let of_turn = ["task_complete", "turn_complete", "turn_aborted"];
    ["turn.completed", "turn.failed"].contains(&event.kind())
        || said(event).is_some_and(|kind| of_turn.contains(&kind))
}

/// Whether something is said or done in it.
fn goes_further(event: &Event) -> bool {
    let payload = event.get("payload");
    let item = &payload["item"];
    let texts = |content: &Value, types: &[&str]| {
        content.as_array().is_some_and(|blocks| {
            blocks.iter().any(|block| {
                block["text"].is_string() && block["type"].as_str().is_some_and(|kind| types.contains(&kind))
            })
        })
    };
    if !call(event).is_empty() || !answer(event).is_empty() {
        return true;
    }
    match (event.kind(), payload["type"].as_str().unwrap_or_default()) {
        ("response_item", "message") => {
            let content = &payload["content"];
            content.is_string()
                || match payload["role"] == "assistant" {
                    true => texts(content, &["output_text", "text", "Text"]),
                    false => texts(content, &["input_text", "text"]),
                }
        }
        ("event_msg", "user_message" | "agent_message") => payload["message"].is_string(),
        ("event_msg", "item_completed") if item["type"] == "UserMessage" => {
            texts(&item["content"], &["text", "Text", "input_text"])
        }
        ("event_msg", "item_completed") if item["type"] == "AgentMessage" => {
            texts(&item["content"], &["output_text", "text", "Text"])
        }
        _ => false,
    }
}

/// `own` are those of the events that are Codex's.
pub(crate) fn judge(dialect: &str, events: &[Event], own: &[&Event]) -> Heard {
    let is_exec = dialect == "codex-exec";
    let results: Vec<&&Event> = own.iter().filter(|event| ends(event)).collect();
    let last = results.last().map(|event| event.line);
    let goes_further =
        last.is_some_and(|last| own.iter().any(|event| event.line > last && goes_further(event)));
    let word = |event: &Event| match is_exec {
        true => event.kind().to_owned(),
        false => event.get("payload")["type"].as_str().expect("a type").to_owned(),
    };
    let has_failed = |event: &Event| {
        event.kind() == "turn.failed"
            || said(event) == Some("turn_aborted")
            || (said(event).is_some() && event.get("payload")["error"].is_object())
    };
    let (outcome, reason) = match results.last().filter(|_| is_exec || !goes_further) {
        None => (if is_exec { "unterminated" } else { "open" }, None),
        Some(event) if has_failed(event) => ("failed", Some(word(event))),
        Some(_) => ("ok", None),
    };
    let mut judged = Heard::new(if is_exec { "codex-thread" } else { "codex-rollout" });
    (judged.outcome, judged.reason) = (outcome, reason);
    judged.turns = (!is_exec).then_some(results.len() as u64);
    let durations: Vec<u64> =
        results.iter().filter_map(|event| whole(&event.get("payload")["duration_ms"])).collect();
    judged.duration = (!durations.is_empty()).then(|| durations.iter().sum());
    match is_exec {
        true => exec(own, &mut judged),
        false => rollout(events, own, &mut judged),
    }
    judged
}

/// Page of `codex exec`, section on traps: what is stated is the thread's, so that the largest counts once.
fn exec(own: &[&Event], judged: &mut Heard) {
    let totals: Vec<&Value> = own
        .iter()
        .filter(|event| event.kind() == "turn.completed")
        .map(|event| event.get("usage"))
        .filter(|usage| usage.is_object())
        .collect();
    judged.odd = totals.iter().map(|usage| odd(usage, NAMES)).sum();
    let Some(last) = totals.last() else { return };
    judged.has_usage = true;
    judged.stated = Some(row(last, NAMES));
    let rows: Vec<(Option<String>, i64, Row, Option<Row>)> =
        totals.iter().map(|usage| (None, i64::MAX, row(usage, NAMES), None)).collect();
    match own.iter().find_map(|event| session(event)) {
        Some(thread) => {
            let [input, write, read, output, _] = row(last, NAMES);
            judged.thread = Some((thread.to_owned(), [input, write, read, output, 0]));
        }
        None => grow(&rows, i64::MIN, judged),
    }
}

/// Page of the session files, section on usage.
fn rollout(events: &[Event], own: &[&Event], judged: &mut Heard) {
    let mut model: Option<String> = None;
    let (mut totals, mut records) = (Vec::new(), Vec::new());
    for event in own {
        let payload = event.get("payload");
        let at = seconds(event);
        if event.kind() == "turn_context"
            && let Some(name) = payload["model"].as_str()
        {
            model = Some(name.to_owned());
            judged.models.push(name.to_owned());
        }
        if event.kind() == "token_usage_record" && payload["usage"].is_object() {
            judged.odd += odd(&payload["usage"], NAMES);
            let id = payload["response_id"].as_str().map(str::to_owned);
            records.push((id, model.clone(), at, row(&payload["usage"], NAMES)));
        }
        let info = &payload["info"];
        if said(event) == Some("token_count") {
            let total = &info["total_token_usage"];
            let last = &info["last_token_usage"];
            judged.odd += odd(total, NAMES) + odd(last, NAMES);
            if total.is_object() {
                let last = last.is_object().then(|| row(last, NAMES));
                totals.push((model.clone(), at, row(total, NAMES), last));
                judged.stated = Some(row(total, NAMES));
            }
        }
    }
    // A fork names whose history it has, or has that one's start behind its own.
    let begins: Vec<&Event> = events.iter().take_while(|event| starts(event)).collect();
    let meta = begins.first().map(|event| event.get("payload"));
    let names = |meta: &Value| {
        meta["forked_from_id"].is_string()
            || meta["parent_thread_id"].is_string()
            || meta["source"]["subagent"]["thread_spawn"]["parent_thread_id"].is_string()
    };
    let is_fork = begins.len() > 1 || meta.is_some_and(names);
    let copied = begins.first().filter(|_| is_fork).map(|event| seconds(event));
    let copied = copied.filter(|second| *second != i64::MAX).unwrap_or(i64::MIN);
    if records.is_empty() {
        judged.has_usage = !totals.is_empty();
        grow(&totals, copied, judged);
        return;
    }
    judged.has_usage = true;
    for (at, (id, model, second, row)) in records.iter().enumerate() {
        let is_last = id.is_none() || !records[at + 1..].iter().any(|(other, ..)| other == id);
        if is_last && (*second == i64::MAX || *second > copied) {
            judged.count(model.clone(), *row, None);
        }
    }
}

/// Each row counts what it has beyond the one before; where it has less, its last call.
fn grow(rows: &[(Option<String>, i64, Row, Option<Row>)], copied: i64, judged: &mut Heard) {
    let mut before = [0; 5];
    for (model, second, total, last) in rows {
        let falls = total.iter().zip(before).any(|(now, before)| *now < before);
        let step = match falls {
            true => last.unwrap_or_default(),
            false => [0, 1, 2, 3, 4].map(|at| total[at] - before[at]),
        };
        // The same again is no other call, also where only the last call is told otherwise.
        let is_repeat = *total == before;
        before = *total;
        let is_copied = *second != i64::MAX && *second <= copied;
        if step != [0; 5] && !is_copied && !is_repeat {
            judged.count(model.clone(), step, None);
        }
    }
}

/// Seconds of `2026-01-02T03:04:05.006Z`, whose order is all that counts; the largest for what is none.
fn seconds(event: &Event) -> i64 {
    let text = event.get("timestamp").as_str().unwrap_or_default();
    let digits: String = text.chars().take(19).filter(char::is_ascii_digit).collect();
    match text.ends_with('Z') && digits.len() == 14 {
        true => digits.parse().expect("digits"),
        false => i64::MAX,
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// A tool by the type of an item.
fn tool_of(item: &Value) -> Option<String> {
    Some(match item["type"].as_str()? {
        "command_execution" => "shell".to_owned(),
        "file_change" => "apply_patch".to_owned(),
        "web_search" => "web_search".to_owned(),
        "mcp_tool_call" | "collab_tool_call" => text(&item["tool"]).unwrap_or("(none)".to_owned()),
        _ => return None,
    })
}

pub(crate) fn call(event: &Event) -> Calls {
    let (item, payload) = (event.get("item"), event.get("payload"));
    if ["item.started", "item.completed"].contains(&event.kind()) {
        return tool_of(item).map(|tool| (text(&item["id"]), tool)).into_iter().collect();
    }
    if event.kind() != "response_item" {
        return Vec::new();
    }
    let named = || text(&payload["name"]).unwrap_or("(none)".to_owned());
    let id = text(&payload["call_id"]);
    match payload["type"].as_str().unwrap_or_default() {
        "function_call" | "custom_tool_call" => vec![(id, named())],
        "tool_search_call" => vec![(id, "tool_search".to_owned())],
        "local_shell_call" => vec![(id.or(text(&payload["id"])), "local_shell".to_owned())],
        _ => Vec::new(),
    }
}

pub(crate) fn answer(event: &Event) -> Answers {
    let (item, payload) = (event.get("item"), event.get("payload"));
    if event.kind() == "item.completed" {
        let status = item["status"].as_str().unwrap_or_default();
        let is_error = ["failed", "declined"].contains(&status)
            || (item["type"] == "command_execution"
                && item["exit_code"].as_f64().is_some_and(|code| code != 0.0))
            || (item["type"] == "mcp_tool_call" && item["error"].is_object());
        let is_error = is_error && item["type"] != "web_search";
        return tool_of(item).map(|_| (text(&item["id"]), is_error)).into_iter().collect();
    }
    if event.kind() != "response_item" {
        return Vec::new();
    }
    match payload["type"].as_str().unwrap_or_default() {
        "function_call_output" | "custom_tool_call_output" => {
            let output = &payload["output"];
            let said = output.as_str().or(output[0]["text"].as_str()).unwrap_or_default();
            vec![(text(&payload["call_id"]), exit_code(said).is_some_and(|code| code != 0))]
        }
        "tool_search_output" => vec![(text(&payload["call_id"]), false)],
        _ => Vec::new(),
    }
}

/// Of the lines before the output, or of the JSON that older builds wrote.
fn exit_code(said: &str) -> Option<i64> {
    if said.starts_with('{') {
        let old: Value = serde_json::from_str(said).ok()?;
        return old["metadata"]["exit_code"].as_i64();
    }
    let lines: Vec<_> = said.lines().take(6).take_while(|line| *line != "Output:").collect();
    lines.iter().find_map(|line| {
        let code = line.strip_prefix("Process exited with code ").or(line.strip_prefix("Exit code: "))?;
        code.trim().parse().ok()
    })
}
