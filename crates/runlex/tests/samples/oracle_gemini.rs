//! The slow judge of Gemini CLI's two dialects: straight from their pages, over whole JSON documents. It shares no code with the crate.

use super::oracle::{Event, Row, add, odd, row, whole};
use super::oracle_heard::{Answers, Calls, Heard};
use serde_json::Value;
use std::collections::BTreeMap;

/// Of the recordings; thinking is named.
const CHAT: [&str; 5] = ["input", "-", "cached", "output", "thoughts"];
/// Of the stream; thinking is worked out.
const STATS: [&str; 5] = ["input_tokens", "-", "cached", "output_tokens", "-"];

pub(crate) fn is(dialect: &str) -> bool {
    dialect == "gemini" || dialect == "gemini-chat"
}

/// A header has a session that Claude Code's files could have, too.
pub(crate) fn is_header(event: &Event) -> bool {
    !event.get("type").is_string()
        && event.has("projectHash")
        && !event.has("parentUuid")
        && !is_history(event)
}

fn is_history(event: &Event) -> bool {
    event.has("display") && event.has("project")
}

/// The pages, "Recognise it".
pub(crate) fn program(event: &Event) -> Option<&'static str> {
    let text = |name: &str| event.get(name).is_string();
    let Some(kind) = event.get("type").as_str() else {
        let header = text("projectHash") && text("sessionId");
        return (header || event.get("$set").is_object() || text("$rewindTo")).then_some("gemini-chat");
    };
    if !text("timestamp") {
        return None;
    }
    let is_stream = match kind {
        "init" => text("session_id"),
        "message" => text("role") && text("content"),
        "tool_use" | "tool_result" => text("tool_id"),
        "error" => text("severity"),
        "result" => text("status"),
        _ => false,
    };
    if is_stream {
        return Some("gemini");
    }
    let is_record = text("id") && event.has("content");
    let others = ["message", "uuid", "session_id", "sessionId", "sessionID", "thread_id"];
    let is_chat = match kind {
        "gemini" | "info" | "warning" => is_record,
        "user" | "error" => is_record && !others.iter().any(|name| event.has(name)),
        _ => false,
    };
    is_chat.then_some("gemini-chat")
}

pub(crate) fn starts(dialect: &str, event: &Event) -> bool {
    if dialect == "gemini" { event.kind() == "init" } else { is_header(event) }
}

/// A header goes on with the run of its session.
pub(crate) fn goes_on(before: &[&Event], next: &[Event]) -> bool {
    let old = before.iter().find_map(|event| event.session());
    old.is_some() && old == next.iter().find_map(Event::session)
}

/// Whether someone speaks in the line, in this dialect.
pub(crate) fn speaks(dialect: &str, event: &Event) -> bool {
    let content = event.get("content");
    match (dialect, event.kind()) {
        ("gemini", "result" | "tool_use" | "tool_result") => true,
        ("gemini", "message") => {
            content.is_string() && (event.get("role") == "user" || event.get("role") == "assistant")
        }
        ("gemini-chat", "user") => content.is_string() || has_text(content),
        ("gemini-chat", "gemini") => {
            content.as_str().is_some_and(|text| !text.is_empty())
                || has_text(content)
                || event.get("toolCalls").as_array().into_iter().flatten().any(Value::is_object)
        }
        _ => false,
    }
}

fn has_text(content: &Value) -> bool {
    let is_text = |part: &Value| part.is_string() || part["text"].is_string() && part["thought"] != true;
    content.as_array().is_some_and(|parts| parts.iter().any(is_text))
}

/// When it began stands in the header under another name.
pub(crate) fn time(event: &Event) -> Option<String> {
    event.get("startTime").as_str().filter(|_| is_header(event)).map(str::to_owned)
}

pub(crate) fn judge(dialect: &str, events: &[Event]) -> Heard {
    if dialect == "gemini" { stream(events) } else { chat(events) }
}

fn stream(own: &[Event]) -> Heard {
    let mut judged = Heard::new("gemini-stats");
    judged.outcome = "unterminated";
    let mut model: Option<String> = None;
    // What was stated last of each model.
    let mut stated: BTreeMap<Option<String>, Row> = BTreeMap::new();
    for event in own {
        if event.kind() == "init"
            && let Some(name) = event.get("model").as_str()
        {
            model = Some(name.to_owned());
            judged.models.push(name.to_owned());
        }
        if event.kind() != "result" {
            continue;
        }
        (judged.outcome, judged.reason) = match event.get("status").as_str() {
            Some("success") => ("ok", None),
            Some("error") => ("failed", Some(word(event))),
            _ => ("unknown", Some(word(event))),
        };
        let stats = event.get("stats");
        if let Some(duration) = whole(&stats["duration_ms"]) {
            judged.duration = Some(judged.duration.unwrap_or(0) + duration);
        }
        if STATS.iter().all(|name| stats[*name].is_null())
            && stats["models"].as_object().is_none_or(|all| all.is_empty())
        {
            continue;
        }
        judged.has_usage = true;
        let models: Vec<(&String, &Value)> =
            stats["models"].as_object().into_iter().flatten().filter(|(_, one)| one.is_object()).collect();
        let mut sum = [0; 5];
        models.iter().for_each(|(_, one)| add(&mut sum, figures(one)));
        if !models.is_empty() && sum == figures(stats) {
            for (name, one) in models {
                judged.odd += odd(one, STATS);
                model = Some(name.clone());
                judged.models.push(name.clone());
                stated.insert(model.clone(), figures(one));
            }
        } else {
            judged.odd += odd(stats, STATS);
            stated.insert(model.clone(), figures(stats));
        }
    }
    let mut sum = [0; 5];
    for (model, row) in stated {
        add(&mut sum, row);
        judged.usage.push((model, row, None));
        judged.messages.push(0);
    }
    judged.stated = judged.has_usage.then_some(sum);
    judged
}

/// Its subtype, if it has one as results of others do, else its type.
fn word(event: &Event) -> String {
    let subtype = event.get("subtype").as_str().filter(|word| *word != "success");
    subtype.unwrap_or("result").to_owned()
}

/// Thinking is what the total has beyond input and output.
fn figures(stats: &Value) -> Row {
    let mut row = row(stats, STATS);
    let [total, input, output] =
        ["total_tokens", "input_tokens", "output_tokens"].map(|name| whole(&stats[name]));
    if let (Some(total), Some(input), Some(output)) = (total, input, output) {
        row[4] = u128::from(total).saturating_sub(u128::from(input) + u128::from(output));
    }
    row
}

fn chat(own: &[Event]) -> Heard {
    let mut judged = Heard::new("gemini-messages");
    (judged.has_usage, judged.is_at_least) = (true, true);
    let mut model: Option<String> = None;
    let mut told: Vec<(Option<String>, Option<String>, Row)> = Vec::new();
    for event in own.iter().filter(|event| event.kind() == "gemini") {
        if let Some(name) = event.get("model").as_str()
            && says_something(event)
        {
            model = Some(name.to_owned());
            judged.models.push(name.to_owned());
        }
        let tokens = event.get("tokens");
        if tokens.is_object() {
            judged.odd += odd(tokens, CHAT);
            let id = event.get("id").as_str().map(str::to_owned);
            told.retain(|(other, ..)| id.is_none() || *other != id);
            told.push((id, model.clone(), row(tokens, CHAT)));
        }
    }
    for (_, model, row) in told {
        judged.count(model, row, None);
    }
    judged
}

/// A record of nothing has no items that could name its model.
fn says_something(event: &Event) -> bool {
    let has = |name: &str| event.get(name).as_array().is_some_and(|list| !list.is_empty());
    let content = event.get("content");
    let is_said = match content {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(parts) => !parts.is_empty(),
        _ => true,
    };
    is_said || has("thoughts") || has("toolCalls") || event.get("tokens").is_object()
}

/// Each call and each result of a run, a result of a recording once an id.
pub(crate) fn tools(dialect: &str, events: &[Event]) -> (Calls, Answers) {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let (mut calls, mut answers): (Calls, Answers) = (Vec::new(), Vec::new());
    for event in events {
        match event.kind() {
            "tool_use" => {
                let name = text(event.get("tool_name")).unwrap_or("(none)".to_owned());
                calls.push((text(event.get("tool_id")), name));
            }
            "tool_result" => answers.push((text(event.get("tool_id")), event.get("status") == "error")),
            _ => {}
        }
        let recorded = event.get("toolCalls").as_array().filter(|_| event.kind() == "gemini");
        for call in recorded.into_iter().flatten().filter(|call| call.is_object()) {
            let name = text(&call["name"]).unwrap_or("(none)".to_owned());
            calls.push((text(&call["id"]), name));
            if let Some(status @ ("success" | "error" | "cancelled")) = call["status"].as_str() {
                answers.push((text(&call["id"]), status != "success"));
            }
        }
    }
    if dialect == "gemini-chat" {
        let mut once: Answers = Vec::new();
        for (id, is_error) in answers {
            match once.iter_mut().find(|(other, _)| id.is_some() && *other == id) {
                Some((_, other)) => *other |= is_error,
                None => once.push((id, is_error)),
            }
        }
        answers = once;
    }
    (calls, answers)
}
