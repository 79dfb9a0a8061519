//! The slow judge of Copilot: straight from its page, over whole JSON documents. It shares no code with the crate.

use super::oracle::{Event, OfModel, odd, row};
use super::oracle_heard::{Answers, Calls, Heard};
use serde_json::Value;

const NAMES: [&str; 5] =
    ["inputTokens", "cacheWriteTokens", "cacheReadTokens", "outputTokens", "reasoningTokens"];

/// Page, section 1.
pub(crate) fn is_own(event: &Event) -> bool {
    let others = ["turn.completed", "turn.failed"];
    let kind = event.kind();
    let text = |name: &str| event.get(name).is_string();
    (kind == "abort" || kind.contains('.'))
        && !others.contains(&kind)
        && event.get("data").is_object()
        && (event.has("parentId") || text("id") && text("timestamp"))
}

pub(crate) fn session(event: &Event) -> Option<&str> {
    (event.kind() == "session.start").then(|| event.get("data")["sessionId"].as_str()).flatten()
}

pub(crate) fn ends(event: &Event) -> bool {
    ["session.shutdown", "session.task_complete"].contains(&event.kind())
}

fn elements(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub(crate) fn tools(event: &Event) -> (Calls, Answers) {
    let data = event.get("data");
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let called = |id: &Value, name: &Value| (text(id), text(name).unwrap_or("(none)".to_owned()));
    match event.kind() {
        "assistant.message" => {
            let asked = elements(&data["toolRequests"])
                .iter()
                .filter(|request| request["toolCallId"].is_string() || request["name"].is_string());
            (asked.map(|request| called(&request["toolCallId"], &request["name"])).collect(), Vec::new())
        }
        "tool.execution_start" => (vec![called(&data["toolCallId"], &data["toolName"])], Vec::new()),
        "tool.execution_complete" => {
            (Vec::new(), vec![(text(&data["toolCallId"]), data["success"] == false)])
        }
        _ => (Vec::new(), Vec::new()),
    }
}

fn speaks(event: &Event) -> bool {
    let (calls, answers) = tools(event);
    let data = event.get("data");
    let says = match event.kind() {
        "user.message" => data["content"].is_string(),
        "assistant.message" => data["content"].as_str().is_some_and(|said| !said.is_empty()),
        "assistant.message_delta" => data["deltaContent"].is_string(),
        _ => false,
    };
    says || !calls.is_empty() || !answers.is_empty()
}

pub(crate) fn judge(own: &[&Event]) -> Heard {
    let mut heard = Heard::new("copilot-shutdown");
    heard.is_at_least = true;
    let results: Vec<&&Event> = own.iter().filter(|event| ends(event)).collect();
    heard.turns = Some(results.len() as u64);
    if let Some(last) = results.last()
        && !own.iter().any(|event| event.line > last.line && speaks(event))
    {
        let data = last.get("data");
        let word = Some(last.kind().to_owned());
        (heard.outcome, heard.reason) = match last.kind() {
            "session.task_complete" if data["success"] == true => ("ok", None),
            "session.task_complete" if data["success"] == false => ("failed", word),
            "session.shutdown" if data["shutdownType"] == "error" => ("failed", word),
            _ => ("unknown", word),
        };
    }
    // Of each model what is stated last; without a shutdown that states anything, each call.
    let (mut stated, mut calls): (Vec<OfModel>, Vec<OfModel>) = (Vec::new(), Vec::new());
    let mut model = None;
    for event in own {
        let data = event.get("data");
        match event.kind() {
            "session.shutdown" => {
                for (name, entry) in data["modelMetrics"].as_object().into_iter().flatten() {
                    let usage = &entry["usage"];
                    if usage.is_object() {
                        heard.odd += odd(usage, NAMES);
                        heard.models.push(name.clone());
                        model = Some(name.clone());
                        stated.retain(|(known, ..)| known.as_ref() != Some(name));
                        stated.push((Some(name.clone()), row(usage, NAMES), None));
                    }
                }
            }
            "assistant.usage" => {
                heard.odd += odd(data, NAMES);
                model = data["model"].as_str().map(str::to_owned).or(model);
                heard.models.extend(data["model"].as_str().map(str::to_owned));
                calls.push((model.clone(), row(data, NAMES), None));
            }
            "assistant.message" => {
                let has_thought = data["reasoningText"].as_str().is_some_and(|said| !said.is_empty());
                let says = speaks(event) || has_thought || !elements(&data["toolRequests"]).is_empty();
                if let (Some(name), true) = (data["model"].as_str(), says) {
                    model = Some(name.to_owned());
                    heard.models.push(name.to_owned());
                }
            }
            _ => {}
        }
    }
    heard.has_usage = !stated.is_empty() || !calls.is_empty();
    heard.stated = (!stated.is_empty()).then(|| {
        stated.iter().fold([0; 5], |mut sum, (_, row, _)| {
            super::oracle::add(&mut sum, *row);
            sum
        })
    });
    if stated.is_empty() {
        calls.into_iter().for_each(|(model, row, _)| heard.count(model, row, None));
    }
    for (model, row, _) in stated {
        heard.sum(model, row, None);
    }
    heard
}
