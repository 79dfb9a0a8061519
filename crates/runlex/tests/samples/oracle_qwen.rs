//! The slow judge of Qwen Code's session files, and what tells its lines: straight from its page, over whole JSON documents. It shares no code
//! with the crate.

use super::oracle::{Event, Row, add, odd, row};
use super::oracle_heard::Heard;
use serde_json::Value;

const OF_MESSAGE: [&str; 5] =
    ["promptTokenCount", "", "cachedContentTokenCount", "candidatesTokenCount", "thoughtsTokenCount"];
const OF_TELEMETRY: [&str; 5] =
    ["input_token_count", "", "cached_content_token_count", "output_token_count", "thoughts_token_count"];

/// Section 1: the first line of a stream.
pub(crate) fn begins_stream(event: &Event) -> bool {
    let is_init = event.kind() == "system" && event.get("subtype") == "init";
    let is_claude = event.has("claude_code_version") || event.has("permissionMode");
    is_init
        && !is_claude
        && (event.has("qwen_code_version") || (event.has("permission_mode") && event.has("uuid")))
}

/// Section 5: a record of a session file.
pub(crate) fn is_record(event: &Event) -> bool {
    let parts = event.get("message")["parts"].is_array();
    let is_own = match event.kind() {
        "user" | "assistant" | "tool_result" => parts,
        "system" => parts || event.get("systemPayload").is_object(),
        _ => false,
    };
    event.has("parentUuid") && event.get("isSidechain") != false && is_own
}

pub(crate) fn starts(event: &Event) -> bool {
    is_record(event) && event.get("parentUuid").is_null()
}

fn parts(event: &Event) -> impl Iterator<Item = &Value> {
    event.get("message")["parts"].as_array().into_iter().flatten()
}

fn is_copy(event: &Event) -> bool {
    event.get("forkedFrom").is_object()
}

fn ui_event(event: &Event) -> Option<&Value> {
    let is_telemetry = event.kind() == "system" && event.get("subtype") == "ui_telemetry";
    Some(&event.get("systemPayload")["uiEvent"]).filter(|told| is_telemetry && told.is_object())
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// Section 6.
pub(crate) fn judge(events: &[Event]) -> Heard {
    let mut model: Option<String> = None;
    let (mut quoted, mut own, mut models, mut odds) = (Vec::new(), Vec::new(), Vec::new(), 0);
    // History that was copied is written in the second in which the file begins.
    let begins: Vec<&Event> = events.iter().take_while(|event| starts(event)).collect();
    let is_fork = begins.len() > 1
        || begins
            .first()
            .is_some_and(|first| is_copy(first) && first.get("forkedFrom")["sessionId"].is_string());
    let copied = begins.first().filter(|_| is_fork).and_then(|first| second(first));
    for event in events {
        let named = ui_event(event).map_or(event.get("model"), |told| &told["model"]);
        let known = ["user", "assistant", "tool_result", "system"].contains(&event.kind());
        let says = known && (starts(event) || parts(event).next().is_some() || event.kind() == "system");
        let usage = event.get("usageMetadata");
        let is_used = event.kind() == "assistant" && usage.is_object();
        if (says || is_used)
            && let Some(name) = named.as_str()
        {
            model = Some(name.to_owned());
            models.push(name.to_owned());
        }
        if is_copy(event) {
            continue;
        }
        let is_old = matches!((second(event), copied), (Some(own), Some(copied)) if own <= copied);
        if is_used {
            odds += odd(usage, OF_MESSAGE);
            own.push((text(event.get("uuid")), model.clone(), is_old, row(usage, OF_MESSAGE)));
        }
        let counted = |told: &&Value| OF_TELEMETRY.iter().any(|name| !told[*name].is_null());
        if let Some(told) = ui_event(event).filter(counted) {
            odds += odd(told, OF_TELEMETRY);
            quoted.push((text(&told["response_id"]), model.clone(), is_old, row(told, OF_TELEMETRY)));
        }
    }
    let all = if quoted.is_empty() { own } else { quoted };
    let mut judged = Heard {
        outcome: "open",
        reason: None,
        duration: None,
        turns: None,
        rule: "qwen-chat",
        usage: Vec::new(),
        messages: Vec::new(),
        // Nobody knows what is missing, so it is a lower bound always.
        has_usage: false,
        stated: None,
        odd: odds,
        models,
        thread: None,
        is_at_least: true,
        cost: None,
    };
    for (at, (id, model, is_old, row)) in all.iter().enumerate() {
        let is_last = id.is_none() || !all[at + 1..].iter().any(|(other, ..)| other == id);
        if is_last && !is_old {
            count(&mut judged, model, *row);
        }
    }
    judged
}

fn count(judged: &mut Heard, model: &Option<String>, row: Row) {
    let at = judged.usage.iter().position(|(known, ..)| known == model).unwrap_or_else(|| {
        judged.usage.push((model.clone(), [0; 5], None));
        judged.messages.push(0);
        judged.usage.len() - 1
    });
    add(&mut judged.usage[at].1, row);
    judged.messages[at] += 1;
}

/// Of `2026-01-02T03:04:05.006Z`, whose order is all that counts.
fn second(event: &Event) -> Option<u64> {
    let text = event.get("timestamp").as_str().unwrap_or_default();
    let digits: String = text.chars().take(19).filter(char::is_ascii_digit).collect();
    if text.ends_with('Z') && digits.len() == 14 { digits.parse().ok() } else { None }
}

type Calls = Vec<(Option<String>, String)>;
type Answers = Vec<(Option<String>, bool)>;

/// Each call and each result of a run.
pub(crate) fn tools(events: &[Event]) -> (Calls, Answers) {
    let (mut calls, mut answers) = (Vec::new(), Vec::new());
    let known = |event: &&Event| ["user", "assistant", "tool_result", "system"].contains(&event.kind());
    for event in events.iter().filter(known) {
        // Copied history is that of another session.
        let copied = event.get("forkedFrom");
        for part in parts(event) {
            let (call, response) = (&part["functionCall"], &part["functionResponse"]);
            if call.is_object() {
                if !copied["sessionId"].is_string() {
                    calls.push((text(&call["id"]), text(&call["name"]).unwrap_or("(none)".to_owned())));
                }
            } else if response.is_object() && !copied.is_object() {
                answers.push((text(&response["id"]), !response["response"]["error"].is_null()));
            }
        }
    }
    (calls, answers)
}
