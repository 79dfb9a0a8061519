//! The slow judge of Pi: straight from its page, over whole JSON documents. It shares no code with the crate.

use super::oracle::{Event, odd, row};
use super::oracle_heard::{Answers, Calls, Heard};
use super::oracle_opencode::rfc3339;
use serde_json::{Value, json};

const NAMES: [&str; 5] = ["input", "cacheWrite", "cacheRead", "output", ""];

/// Page, section 1.
pub(crate) fn is_own(event: &Event) -> bool {
    let others =
        ["session_id", "sessionId", "sessionID", "thread_id", "uuid", "parentUuid", "timestamp_ms", "chunk"];
    if others.iter().any(|name| event.has(name)) {
        return false;
    }
    let message = event.get("message");
    let is_dated = event.get("timestamp").is_string();
    match event.kind() {
        "message_start" | "message_end" | "turn_end" => message["timestamp"].is_number(),
        "message_update" => event.has("assistantMessageEvent"),
        "tool_execution_start" | "tool_execution_update" | "tool_execution_end" => event.has("toolCallId"),
        "agent_end" => event.has("messages"),
        "agent_start"
        | "turn_start"
        | "auto_retry_start"
        | "auto_retry_end"
        | "auto_compaction_start"
        | "auto_compaction_end"
        | "compaction_start"
        | "compaction_end" => !event.has("timestamp"),
        "message" => is_dated && message["role"].is_string(),
        "session" => is_dated && event.has("cwd"),
        "model_change" => is_dated && event.has("modelId"),
        "thinking_level_change" => is_dated && event.has("thinkingLevel"),
        "compaction" => is_dated && event.has("summary"),
        "branch_summary" | "session_info" => is_dated && event.has("parentId"),
        "custom" | "custom_message" => is_dated && event.has("customType"),
        "label" => is_dated && event.has("targetId"),
        _ => false,
    }
}

pub(crate) fn session(event: &Event) -> Option<&str> {
    (event.kind() == "session").then(|| event.get("id").as_str()).flatten()
}

pub(crate) fn time(event: &Event) -> Option<String> {
    let ms = event.get("message")["timestamp"].as_f64().filter(|_| !event.get("timestamp").is_string());
    ms.map(|ms| rfc3339(ms as i64))
}

pub(crate) fn ends(event: &Event) -> bool {
    event.kind() == "agent_end"
}

/// A message that a line tells, once or again.
fn message<'e>(event: &'e Event, role: &str) -> Option<&'e Value> {
    let message = event.get("message");
    (["message", "message_end", "turn_end"].contains(&event.kind()) && message["role"] == role)
        .then_some(message)
}

fn blocks(content: &Value) -> &[Value] {
    content.as_array().map_or(&[], Vec::as_slice)
}

fn has_text(content: &Value) -> bool {
    content.is_string()
        || blocks(content).iter().any(|block| block["type"] == "text" && block["text"].is_string())
}

pub(crate) fn tools(event: &Event) -> (Calls, Answers) {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let called = |id: &Value, name: &Value| (text(id), text(name).unwrap_or("(none)".to_owned()));
    let (mut calls, mut answers) = (Vec::new(), Vec::new());
    if event.kind() == "tool_execution_start" {
        calls.push(called(event.get("toolCallId"), event.get("toolName")));
    }
    if let Some(message) = message(event, "assistant") {
        let all = blocks(&message["content"]).iter().filter(|block| block["type"] == "toolCall");
        calls.extend(all.map(|block| called(&block["id"], &block["name"])));
    }
    if let Some(message) = message(event, "toolResult").filter(|_| event.kind() != "turn_end") {
        answers.push((text(&message["toolCallId"]), message["isError"] == true));
    }
    (calls, answers)
}

fn speaks(event: &Event) -> bool {
    let (calls, answers) = tools(event);
    let says = |role: &str| message(event, role).is_some_and(|message| has_text(&message["content"]));
    let piece = event.get("assistantMessageEvent");
    let is_piece =
        event.kind() == "message_update" && piece["type"] == "text_delta" && piece["delta"].is_string();
    let is_told = event.kind() == "custom_message" && has_text(event.get("content"));
    !calls.is_empty()
        || !answers.is_empty()
        || is_piece
        || is_told
        || ["user", "assistant", "custom"].iter().any(|role| says(role))
}

pub(crate) fn judge(events: &[Event], own: &[&Event]) -> Heard {
    let mut heard = Heard::new("pi-messages");
    heard.is_at_least = true;
    let results: Vec<&&Event> = own.iter().filter(|event| ends(event)).collect();
    heard.turns = Some(results.len() as u64);
    if let Some(last) = results.last()
        && !own.iter().any(|event| event.line > last.line && speaks(event))
    {
        let answer = blocks(last.get("messages")).iter().rfind(|message| message["role"] == "assistant");
        let word = Some("agent_end".to_owned());
        (heard.outcome, heard.reason) = match answer.and_then(|answer| answer["stopReason"].as_str()) {
            Some("stop") => ("ok", None),
            Some("error" | "aborted") => ("failed", word),
            _ => ("unknown", word),
        };
    }
    // What was copied is older than the file's own first line.
    let first = events.first().filter(|event| event.kind() == "session");
    let is_copy = first
        .is_some_and(|first| first.get("parentSession").is_string() || first.get("branchedFrom").is_string());
    let second = |time: &str| time.ends_with('Z').then(|| time.chars().take(19).collect::<String>());
    let copied = first.filter(|_| is_copy).and_then(|first| second(first.get("timestamp").as_str()?));
    let (mut all, mut model) = (Vec::new(), None);
    for event in own {
        let Some(message) = message(event, "assistant") else { continue };
        if let Some(name) = message["model"].as_str() {
            model = Some(name.to_owned());
            heard.models.push(name.to_owned());
        }
        let usage = &message["usage"];
        if event.kind() == "turn_end" || !usage.is_object() {
            continue;
        }
        heard.odd += odd(usage, NAMES);
        let own_time = event.get("timestamp").as_str().map(str::to_owned);
        let at = own_time.or(time(event)).and_then(|time| second(&time));
        let id = event.get("id").as_str().filter(|_| event.kind() == "message");
        let cost = usage["cost"]["total"].as_f64().filter(|cost| *cost >= 0.0);
        let cost = json!(cost.map(|cost| (cost * 1e6).round() as u64)).as_u64();
        all.push((id, at, model.clone(), row(usage, NAMES), cost));
    }
    heard.has_usage = !all.is_empty();
    for (at, (id, time, model, row, cost)) in all.iter().enumerate() {
        let is_last = id.is_none() || !all[at + 1..].iter().any(|(other, ..)| other == id);
        let is_copied =
            time.as_ref().is_some_and(|time| copied.as_ref().is_some_and(|copied| time <= copied));
        if is_last && !is_copied {
            heard.count(model.clone(), *row, *cost);
        }
    }
    heard
}
