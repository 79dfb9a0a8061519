//! What the lines of Copilot say, as items (sections 2 to 4).

use super::Event;
use crate::KEYS;
use crate::ask::{object, text};
use crate::block::Content;
use crate::count::{Count, Counters};
use crate::dialect::Dialect;
use crate::item::{Item, ItemKind, Outcome, ToolOutcome, UsageScope};
use crate::items::{Items, Speaker};
use crate::time::{TimeOrigin, Timestamp};
use runlex_core::{Field, Object, Pick, RawNumber, RawStr, Value};

pub(super) fn of<'a, 't>(event: Event<'a, 't>) -> Items<'a, 't> {
    const LINE: Pick<4> = KEYS.pick(["type", "timestamp", "data", "agentId"]);
    let line = event.object();
    let [kind, timestamp, data, agent] = line.pick(&LINE);
    let mut items = Items::new(Item {
        timestamp: Timestamp::text(timestamp, TimeOrigin::Line),
        agent: text(agent),
        ..Item::of(Dialect::Copilot, line)
    });
    let (Some(what), Some(data)) = (text(kind), object(data)) else {
        items.whole = Some(ItemKind::Other(line));
        return items;
    };
    let [parent, message] = data.pick(&["parentToolCallId", "messageId"]).map(text);
    (items.frame.parent_tool_use, items.frame.message_id) = (parent, message);
    let said = |name: &str| text(data.get(name));
    let news = |text: Option<RawStr<'a>>| ItemKind::Progress { what, text };
    let or_news =
        |text: Option<RawStr<'a>>, kind: fn(RawStr<'a>) -> ItemKind<'a, 't>| text.map_or(news(None), kind);
    items.whole = Some(match event {
        Event::AssistantMessage(_) => return answer(items, data),
        Event::UserMessage(_) => {
            or_news(said("content"), |text| ItemKind::UserText { text, injected: false })
        }
        Event::AssistantReasoning(_) => or_news(said("content"), |text| ItemKind::Thinking(Some(text))),
        Event::AssistantMessageDelta(_) => {
            // A piece that names its message is the first of it.
            (items.frame.delta, items.frame.message_id) = (true, None);
            or_news(said("deltaContent"), ItemKind::AssistantText)
        }
        Event::AssistantReasoningDelta(_) => {
            items.frame.delta = true;
            or_news(said("deltaContent"), |text| ItemKind::Thinking(Some(text)))
        }
        Event::ToolExecutionStart(_) => {
            items.frame.replay = true;
            let [id, name, input] = data.pick(&["toolCallId", "toolName", "arguments"]);
            ItemKind::ToolCall { id: text(id), name: text(name), input }
        }
        Event::ToolExecutionComplete(_) => came_of(data),
        Event::AssistantUsage(_) => {
            items.frame.model = said("model");
            ItemKind::Usage { counters: counters(data), scope: UsageScope::Message, cost_usd: None }
        }
        Event::SessionStart(_) => {
            let context = object(data.get("context"));
            items.frame.session = said("sessionId");
            ItemKind::SessionStart {
                cwd: context.and_then(|context| text(context.get("cwd"))),
                model: said("selectedModel"),
                version: said("copilotVersion"),
            }
        }
        Event::SessionShutdown(_) => {
            if let Some(models) = object(data.get("modelMetrics")) {
                items.by_model(models, metrics);
            }
            let is_error = said("shutdownType").is_some_and(|kind| kind == "error");
            ended(if is_error { Outcome::Failed } else { Outcome::Unknown }, said("errorReason"))
        }
        Event::SessionTaskComplete(_) => {
            let outcome = match Field::of(data.get("success"), Value::bool) {
                Field::Is(true) => Outcome::Ok,
                Field::Is(false) => Outcome::Failed,
                _ => Outcome::Unknown,
            };
            ended(outcome, said("summary"))
        }
        Event::SessionError(_) => ItemKind::Error { message: said("message"), code: said("errorType") },
        Event::SessionModelChange(_) => news(said("newModel")),
        Event::SessionInfo(_) => news(said("message")),
        Event::Abort(_) => news(said("reason")),
        Event::SubagentStarted(_) | Event::SubagentCompleted(_) | Event::SubagentFailed(_) => {
            news(said("agentName"))
        }
        Event::Unknown(object) => ItemKind::Other(object),
        _ => news(None),
    });
    items
}

fn ended<'a, 't>(outcome: Outcome, text: Option<RawStr<'a>>) -> ItemKind<'a, 't> {
    ItemKind::Result {
        outcome,
        is_error: Field::Missing,
        text,
        duration_ms: None,
        num_turns: None,
        cost_usd: None,
    }
}

/// A text, the calls that it asks for, and the thought behind it.
fn answer<'a, 't>(mut items: Items<'a, 't>, data: Object<'a, 't>) -> Items<'a, 't> {
    const DATA: Pick<2> = KEYS.pick(["content", "model"]);
    let [content, model] = data.pick(&DATA);
    let [requests, thought] = data.pick(&["toolRequests", "reasoningText"]);
    items.frame.model = text(model);
    if let requests @ Content::Blocks(_) = Content::of(requests) {
        items.say(Speaker::Own { block: asked, text: None }, requests);
    }
    items.whole = text(content).filter(|said| *said != "").map(ItemKind::AssistantText);
    let thought = text(thought).filter(|thought| *thought != "");
    items.last = thought.map(|thought| ItemKind::Thinking(Some(thought)));
    items
}

fn asked<'a, 't>(request: Object<'a, 't>) -> ItemKind<'a, 't> {
    let [id, name, input] = request.pick(&["toolCallId", "name", "arguments"]);
    match text(id).or(text(name)) {
        Some(_) => ItemKind::ToolCall { id: text(id), name: text(name), input },
        None => ItemKind::Other(request),
    }
}

fn came_of<'a, 't>(data: Object<'a, 't>) -> ItemKind<'a, 't> {
    let [id, success, result, error] = data.pick(&["toolCallId", "success", "result", "error"]);
    let outcome = match Field::of(success, Value::bool) {
        Field::Is(true) => ToolOutcome::Ok,
        Field::Is(false) => ToolOutcome::Error,
        _ => ToolOutcome::Unknown,
    };
    let content = object(result).and_then(|result| result.get("content"));
    let content = content.or_else(|| object(error).and_then(|error| error.get("message")));
    ItemKind::ToolResult { id: text(id), outcome, content: Content::of(content) }
}

/// An entry of `modelMetrics`. What its requests cost is not in dollars.
fn metrics<'a>(entry: Object<'a, '_>) -> Option<(Counters, Option<RawNumber<'a>>)> {
    object(entry.get("usage")).map(|usage| (counters(usage), None))
}

fn counters(usage: Object<'_, '_>) -> Counters {
    let [input, output, read, write, reasoning] = usage.pick(&[
        "inputTokens",
        "outputTokens",
        "cacheReadTokens",
        "cacheWriteTokens",
        "reasoningTokens",
    ]);
    Counters {
        input: Count::of(input),
        cache_creation: Count::of(write),
        cache_read: Count::of(read),
        output: Count::of(output),
        reasoning: Count::of(reasoning),
    }
}
