//! The slow judge of OpenCode: straight from its page, over whole JSON documents. It shares no code with the crate.

use super::oracle::{Event, odd, row};
use super::oracle_heard::{Answers, Calls, Heard};
use serde_json::{Value, json};

const NAMES: [&str; 5] = ["input", "write", "read", "output", "reasoning"];

/// Page, sections 1 and 6.
pub(crate) fn is_own(event: &Event) -> bool {
    let others = [
        "system",
        "assistant",
        "user",
        "result",
        "conversation_reset",
        "progress",
        "chunk",
        "message",
        "turn.completed",
        "turn.failed",
    ];
    let kind = event.get("type").as_str();
    kind.is_some_and(|kind| !others.contains(&kind)) && event.get("sessionID").is_string()
}

pub(crate) fn time(event: &Event) -> Option<String> {
    event.get("timestamp").as_f64().map(|ms| rfc3339(ms as i64))
}

/// Milliseconds since 1970, counted up year by year and month by month.
pub(crate) fn rfc3339(ms: i64) -> String {
    let (mut days, mut year, mut month) = (ms.div_euclid(86_400_000), 1970, 1);
    let rest = ms.rem_euclid(86_400_000);
    let is_leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    while days >= 365 + i64::from(is_leap(year)) {
        days -= 365 + i64::from(is_leap(year));
        year += 1;
    }
    let length = |month: i64| match month {
        2 => 28 + i64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    while days >= length(month) {
        days -= length(month);
        month += 1;
    }
    let [hours, minutes, seconds] = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60];
    format!("{year:04}-{month:02}-{:02}T{hours:02}:{minutes:02}:{seconds:02}.{:03}Z", days + 1, rest % 1000)
}

/// Section 5: an error, or a step behind which the model is not called again.
pub(crate) fn ends(event: &Event) -> bool {
    let reason = event.get("part")["reason"].as_str();
    let goes_on = ["tool-calls", "unknown"];
    event.kind() == "error"
        || event.kind() == "step_finish" && reason.is_some_and(|reason| !goes_on.contains(&reason))
}

/// A call, and what came of it.
pub(crate) fn tools(event: &Event) -> (Calls, Answers) {
    let part = event.get("part");
    if event.kind() != "tool_use" || !part.is_object() {
        return (Vec::new(), Vec::new());
    }
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let id = text(&part["callID"]);
    let answer = match part["state"]["status"].as_str() {
        Some("completed") => vec![(id.clone(), false)],
        Some("error") => vec![(id.clone(), true)],
        _ => Vec::new(),
    };
    (vec![(id, text(&part["tool"]).unwrap_or("(none)".to_owned()))], answer)
}

pub(crate) fn judge(own: &[&Event]) -> Heard {
    let mut heard = Heard::new("opencode-steps");
    heard.is_at_least = true;
    let results: Vec<&&Event> = own.iter().filter(|event| ends(event)).collect();
    heard.turns = Some(results.len() as u64);
    let speaks = |event: &Event| {
        !tools(event).0.is_empty() || event.kind() == "text" && event.get("part")["text"].is_string()
    };
    if let Some(last) = results.last()
        && !own.iter().any(|event| event.line > last.line && speaks(event))
    {
        (heard.outcome, heard.reason) = match last.kind() {
            "error" => ("failed", Some("error".to_owned())),
            _ if last.get("part")["reason"] == "stop" => ("ok", None),
            _ => ("unknown", Some("step_finish".to_owned())),
        };
    }
    let mut steps = Vec::new();
    for part in own.iter().filter(|event| event.kind() == "step_finish").map(|event| event.get("part")) {
        let tokens = &part["tokens"];
        if !tokens.is_object() {
            continue;
        }
        let cache = &tokens["cache"];
        let flat = json!({
            "input": tokens["input"], "output": tokens["output"], "reasoning": tokens["reasoning"],
            "read": cache["read"], "write": cache["write"],
        });
        heard.odd += odd(&flat, NAMES);
        let ids = (part["messageID"].as_str(), part["id"].as_str());
        let cost = part["cost"].as_f64().filter(|cost| *cost >= 0.0).map(|cost| (cost * 1e6).round() as u64);
        steps.push((ids, row(&flat, NAMES), cost));
    }
    heard.has_usage = !steps.is_empty();
    for (at, (ids, row, cost)) in steps.iter().enumerate() {
        let is_last = *ids == (None, None) || !steps[at + 1..].iter().any(|(other, ..)| other == ids);
        if is_last {
            heard.count(None, *row, *cost);
        }
    }
    heard
}
