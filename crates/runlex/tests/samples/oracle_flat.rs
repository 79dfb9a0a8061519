//! The slow judge of Factory Droid and of Goose: straight from their pages, over whole JSON documents. It shares no code with the crate.

use super::oracle::{Event, Row, add, micros, odd, row, whole};
use super::oracle_heard::{Answers, Calls, Heard};
use serde_json::Value;
use std::collections::BTreeMap;

const DROID: [&str; 5] = [
    "input_tokens",
    "cache_creation_input_tokens",
    "cache_read_input_tokens",
    "output_tokens",
    "thinking_tokens",
];
const GOOSE: [&str; 5] =
    ["input_tokens", "cache_write_input_tokens", "cache_read_input_tokens", "output_tokens", "-"];

pub(crate) fn is(dialect: &str) -> bool {
    dialect == "droid" || dialect == "goose"
}

/// The pages, "Recognise it".
pub(crate) fn program(event: &Event) -> Option<&'static str> {
    let text = |name: &str| event.get(name).is_string();
    let kind = event.get("type").as_str()?;
    let others = [
        "uuid",
        "claude_code_version",
        "apiKeySource",
        "permissionMode",
        "parent_tool_use_id",
        "timestamp_ms",
    ];
    let is_timed = event.get("timestamp").is_number();
    let is_droid = match kind {
        "system" => {
            event.get("subtype") == "init"
                && event.has("tools")
                && event.has("model")
                && text("reasoning_effort")
        }
        "message" => text("role") && text("text") && is_timed,
        "error" => text("source") && text("message") && is_timed,
        "reasoning" => text("id") && text("text") && is_timed,
        "tool_call" | "tool_result" => text("toolId"),
        "completion" => text("finalText"),
        _ => false,
    };
    if is_droid && event.has("session_id") && !others.iter().any(|name| event.has(name)) {
        return Some("droid");
    }
    let message = event.get("message");
    let is_goose = match kind {
        "message" => {
            message["role"].is_string() && message["content"].is_array() && message["created"].is_number()
        }
        "complete" => event.has("total_tokens"),
        "notification" => text("extension_id"),
        _ => false,
    };
    is_goose.then_some("goose")
}

/// When, where it is a number whose unit the page tells.
pub(crate) fn time(dialect: &str, event: &Event) -> Option<String> {
    let ms = match dialect {
        "droid" => event.get("timestamp").as_f64(),
        _ => event.get("message")["created"].as_f64().map(|seconds| seconds * 1000.0),
    };
    ms.map(|ms| rfc3339(ms as i64))
}

/// Whether someone speaks in the line, in this dialect, or it ends.
pub(crate) fn speaks(dialect: &str, event: &Event) -> bool {
    let is_speaker = |role: &Value| role == "user" || role == "assistant";
    match (dialect, event.kind()) {
        ("droid", "message") => event.get("text").is_string() && is_speaker(event.get("role")),
        ("droid", "tool_call" | "tool_result" | "completion") => true,
        ("goose", "error" | "complete") => ends(dialect, event),
        ("goose", "message") => {
            let content = &event.get("message")["content"];
            let is_said = |block: &Value| {
                block.is_string()
                    || block["type"] == "text" && block["text"].is_string()
                    || block["type"] == "toolRequest"
                    || block["type"] == "toolResponse"
            };
            content.is_string() || content.as_array().is_some_and(|blocks| blocks.iter().any(is_said))
        }
        _ => false,
    }
}

/// What ends a run.
pub(crate) fn ends(dialect: &str, event: &Event) -> bool {
    match dialect {
        "droid" => event.kind() == "completion",
        _ => event.kind() == "complete" || event.kind() == "error" && event.get("error").is_string(),
    }
}

pub(crate) fn judge(dialect: &str, events: &[Event]) -> Heard {
    let is_droid = dialect == "droid";
    let rule = if is_droid { "droid-completion" } else { "goose-complete" };
    let mut judged = Heard::new(rule);
    judged.outcome = "unterminated";
    let mut model: Option<String> = None;
    // What was stated last of each model.
    let mut stated: BTreeMap<Option<String>, (Row, Option<u64>)> = BTreeMap::new();
    for event in events {
        let names_model = match is_droid {
            true => event.kind() == "system" && event.get("subtype") == "init",
            false => event.kind() == "model_change",
        };
        if let Some(name) = event.get("model").as_str().filter(|_| names_model) {
            model = Some(name.to_owned());
            judged.models.push(name.to_owned());
        }
        if !ends(dialect, event) {
            continue;
        }
        let word = event.get("subtype").as_str().filter(|word| *word != "success").unwrap_or(event.kind());
        (judged.outcome, judged.reason) = match event.kind() {
            "completion" => ("ok", None),
            "error" => ("failed", Some(word.to_owned())),
            _ => ("unknown", Some(word.to_owned())),
        };
        let sum = |sum: Option<u64>, more: Option<u64>| more.map(|more| sum.unwrap_or(0) + more).or(sum);
        if is_droid {
            judged.duration = sum(judged.duration, whole(event.get("durationMs")));
            judged.turns = sum(judged.turns, whole(event.get("numTurns")));
        }
        let (usage, names) = match is_droid {
            true => (event.get("usage").clone(), DROID),
            false => (Value::Object(names_of(event)), GOOSE),
        };
        let is_told = match is_droid {
            true => usage.is_object(),
            false => event.kind() == "complete" && GOOSE.iter().any(|name| !usage[*name].is_null()),
        };
        if is_told {
            judged.odd += odd(&usage, names);
            let cost = if is_droid { None } else { micros(event.get("cost_usd")) };
            stated.insert(model.clone(), (row(&usage, names), cost));
        }
    }
    judged.has_usage = !stated.is_empty();
    let mut sum = [0; 5];
    for (model, (row, cost)) in stated {
        add(&mut sum, row);
        judged.cost = cost.map(|cost| judged.cost.unwrap_or(0) + cost).or(judged.cost);
        judged.usage.push((model, row, cost));
        judged.messages.push(0);
    }
    judged.stated = judged.has_usage.then_some(sum);
    judged
}

/// The counters of an end stand beside its type.
fn names_of(event: &Event) -> serde_json::Map<String, Value> {
    GOOSE.iter().map(|name| ((*name).to_owned(), event.get(name).clone())).collect()
}

/// Each call and each result of a run.
pub(crate) fn tools(dialect: &str, events: &[Event]) -> (Calls, Answers) {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let name = |value: &Value| text(value).unwrap_or("(none)".to_owned());
    let (mut calls, mut answers): (Calls, Answers) = (Vec::new(), Vec::new());
    for event in events {
        match (dialect, event.kind()) {
            ("droid", "tool_call") => {
                let tool = text(event.get("toolName")).or(text(event.get("toolId")));
                calls.push((text(event.get("id")), tool.unwrap_or("(none)".to_owned())));
            }
            ("droid", "tool_result") => answers.push((text(event.get("id")), event.get("isError") == true)),
            ("goose", "message") => {
                let blocks = event.get("message")["content"].as_array().into_iter().flatten();
                for block in blocks {
                    let id = text(&block["id"]);
                    if block["type"] == "toolRequest" {
                        calls.push((id, name(&block["toolCall"]["value"]["name"])));
                    } else if block["type"] == "toolResponse" {
                        let result = &block["toolResult"];
                        let is_error = result["status"] == "error" || result["value"]["isError"] == true;
                        answers.push((id, is_error));
                    }
                }
            }
            _ => {}
        }
    }
    (calls, answers)
}

/// Milliseconds since 1970, day by day.
fn rfc3339(ms: i64) -> String {
    let (mut days, mut year, mut month) = (ms.div_euclid(86_400_000), 1970, 0);
    let rest = ms.rem_euclid(86_400_000);
    let leap = |year: i64| i64::from(year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    while days >= 365 + leap(year) {
        days -= 365 + leap(year);
        year += 1;
    }
    let lengths = [31, 28 + leap(year), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    let [hours, minutes, seconds] = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60];
    let (month, day) = (month + 1, days + 1);
    format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.{:03}Z", rest % 1000)
}
