//! The slow judge of Cursor's runs: straight from its page, over whole JSON documents. It shares no code with the crate.

use super::oracle::{Event, Members, Row, micros, odd, row, whole};
use super::oracle_heard::Heard;
use serde_json::Value;

const NAMES: [&str; 5] = ["inputTokens", "cacheWriteTokens", "cacheReadTokens", "outputTokens", ""];

/// Section 1.
pub(crate) fn program(event: &Event) -> bool {
    let tool = event.kind() == "tool_call" && event.get("tool_call").is_object();
    let init = event.kind() == "system" && event.get("subtype") == "init";
    event.has("timestamp_ms")
        || tool
        || (event.kind() == "result" && event.has("request_id"))
        || (init && event.has("apiKeySource") && !event.has("tools"))
}

/// When a line of its own was written, in milliseconds, if it says anything.
pub(crate) fn ms(event: &Event) -> Option<i64> {
    let message = event.get("message");
    let content = &message["content"];
    let is_empty = match message {
        Value::Object(_) => content.is_null() || content.as_array().is_some_and(Vec::is_empty),
        other => other.is_null(),
    };
    let is_message = ["user", "assistant"].contains(&event.kind());
    event.get("timestamp_ms").as_f64().filter(|_| !(is_message && is_empty)).map(|ms| ms as i64)
}

/// Whether something is said in it, or ends.
pub(crate) fn speaks(event: &Event) -> bool {
    let content = &event.get("message")["content"];
    let has_text = content.is_string()
        || content.as_array().is_some_and(|blocks| {
            blocks.iter().any(|block| block["type"] == "text" && block["text"].is_string())
        });
    event.kind() == "result" || (["user", "assistant"].contains(&event.kind()) && has_text)
}

pub(crate) fn judge(events: &[Event]) -> Heard {
    let results: Vec<&Event> = events.iter().filter(|event| event.kind() == "result").collect();
    let (outcome, reason) = match results.last() {
        None => ("unterminated", None),
        Some(last) => {
            let word = last.get("subtype").as_str();
            let because = word.filter(|word| *word != "success").unwrap_or("result").to_owned();
            match (last.get("is_error").as_bool(), word) {
                (Some(true), _) => ("failed", Some(because)),
                (_, Some(word)) if word != "success" => ("failed", Some(because)),
                (None, None) => ("unknown", Some(because)),
                _ => ("ok", None),
            }
        }
    };
    let durations: Vec<u64> = results.iter().filter_map(|event| whole(event.get("duration_ms"))).collect();
    let usages: Vec<&Value> =
        results.iter().map(|event| event.get("usage")).filter(|usage| usage.is_object()).collect();
    let inits = events.iter().filter(|event| event.kind() == "system" && event.get("subtype") == "init");
    let models: Vec<String> =
        inits.filter_map(|event| event.get("model").as_str()).map(str::to_owned).collect();
    let last: Option<Row> = usages.last().map(|usage| row(usage, NAMES));
    let cost = usages.last().and_then(|usage| {
        let stated = [&usage["totalCost"], &usage["cost"]];
        stated.into_iter().find(|cost| cost.is_number()).and_then(micros)
    });
    Heard {
        outcome,
        reason,
        duration: (!durations.is_empty()).then(|| durations.iter().sum()),
        turns: None,
        rule: "cursor-result",
        usage: last.into_iter().map(|row| (models.first().cloned(), row, cost)).collect(),
        messages: Vec::new(),
        has_usage: last.is_some(),
        stated: last,
        odd: usages.iter().map(|usage| odd(usage, NAMES)).sum(),
        models,
        thread: None,
        is_at_least: false,
        cost,
    }
}

type Calls = Vec<(Option<String>, String)>;
type Answers = Vec<(Option<String>, bool)>;

/// Section 3: each call where it begins, and what came of it.
pub(crate) fn tools(events: &[Event]) -> (Calls, Answers) {
    let (mut calls, mut answers) = (Vec::new(), Vec::new());
    for event in events.iter().filter(|event| event.kind() == "tool_call") {
        // In the order of the line.
        let text = event.get("tool_call").to_string();
        let Ok(Members(members)) = serde_json::from_str(&text) else { continue };
        let is_tool = |name: &str| name.ends_with("ToolCall") || name == "function";
        let Some((key, tool)) = members.iter().find(|(key, tool)| is_tool(key) && tool.is_object()) else {
            continue;
        };
        let id = event.get("call_id").as_str().map(str::to_owned);
        if event.get("subtype") == "started" {
            let own = tool["name"].as_str().filter(|_| key == "function");
            let name = own.or(key.strip_suffix("ToolCall")).unwrap_or(key);
            calls.push((id, name.to_owned()));
        } else if event.get("subtype") == "completed" {
            let result = &tool["result"];
            let says = |words: &[&str]| words.iter().any(|word| result.get(word).is_some());
            let is_error = !says(&["success"])
                && says(&["rejected", "error", "failure", "timeout", "permissionDenied", "spawnError"]);
            answers.push((id, is_error));
        }
    }
    (calls, answers)
}

/// RFC 3339 of milliseconds since 1970.
pub(crate) fn iso(ms: i64) -> String {
    let (mut days, rest) = (ms.div_euclid(86_400_000), ms.rem_euclid(86_400_000));
    let (mut year, mut month) = (1970, 0);
    let leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    while days >= 365 + i64::from(leap(year)) {
        days -= 365 + i64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + i64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    let [hours, minutes, seconds] = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60];
    let (month, day) = (month + 1, days + 1);
    format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.{:03}Z", rest % 1000)
}
