//! What the records of Qwen Code's session files say, as items (sections 5 and 6).

use super::{Event, FunctionCall, FunctionResponse, MessagePart, Record, parts};
use crate::ask::{object, text};
use crate::block::Content;
use crate::count::{Count, Counters};
use crate::dialect::Dialect;
use crate::item::{Item, ItemKind, ToolOutcome, UsageScope};
use crate::items::{Items, Speaker};
use crate::time::{TimeOrigin, Timestamp};
use runlex_core::Object;

pub(super) fn of<'a, 't>(event: Event<'a, 't>) -> Items<'a, 't> {
    let record = match event {
        Event::Assistant(record)
        | Event::ToolResult(record)
        | Event::User(record)
        | Event::Telemetry(record)
        | Event::System(record) => record,
        Event::Unknown(object) => {
            return Items::one(Item::of(Dialect::QwenChat, object), ItemKind::Other(object));
        }
    };
    let mut items = Items::new(frame(record));
    let line = record.object();
    let is_first = line.get("parentUuid").is_some_and(|parent| parent.is_null());
    if is_first {
        let (cwd, version) = (record.cwd().ok(), record.version().ok());
        items.whole = Some(ItemKind::SessionStart { cwd, model: record.model().ok(), version });
    }
    let speaker = match event {
        Event::Assistant(_) => Speaker::Own { block: of_agent, text: None },
        _ if record.subtype().ok().is_some() => Speaker::Own { block: of_program, text: None },
        _ => Speaker::Own { block: of_user, text: None },
    };
    if let Some(parts) = record.message().ok().and_then(parts) {
        let whole = items.whole;
        items.say(speaker, Content::of(Some(parts)));
        items.whole = whole;
    }
    match event {
        Event::Assistant(_) => {
            items.usage = record.usage_metadata().ok().map(|usage| used(usage, UsageScope::Message));
        }
        Event::Telemetry(_) => fill_telemetry(&mut items, record),
        Event::System(_) => items.last = Some(news(record)),
        Event::ToolResult(_) | Event::User(_) | Event::Unknown(_) => {}
    }
    items
}

fn frame<'a, 't>(record: Record<'a, 't>) -> Item<'a, 't> {
    let line = record.object();
    Item {
        session: record.session_id().ok(),
        agent: record.agent_id().ok(),
        message_id: record.uuid().ok(),
        model: record.model().ok(),
        timestamp: Timestamp::text(line.get("timestamp"), TimeOrigin::Line),
        replay: record.forked_from().ok().is_some(),
        forked_from: record.forked_from().ok().and_then(|from| text(from.get("sessionId"))),
        ..Item::of(Dialect::QwenChat, line)
    }
}

fn news<'a, 't>(record: Record<'a, 't>) -> ItemKind<'a, 't> {
    match record.subtype().ok() {
        Some(what) => ItemKind::Progress { what, text: None },
        None => ItemKind::Other(record.object()),
    }
}

/// What a request used is that of the answer, under its id and model.
fn fill_telemetry<'a, 't>(items: &mut Items<'a, 't>, record: Record<'a, 't>) {
    let event = record.ui_event();
    let what = record.subtype().ok();
    items.last =
        what.map(|what| ItemKind::Progress { what, text: event.and_then(|event| event.name().ok()) });
    let Some(event) = event else { return };
    items.frame.message_id = event.response_id().ok();
    items.frame.model = event.model().ok();
    let usage = used(event.object(), UsageScope::Progress);
    if let ItemKind::Usage { counters, .. } = usage
        && counters.all_five() != [Count::Absent; 5]
    {
        items.usage = Some(usage);
    }
}

fn used<'a, 't>(usage: Object<'a, 't>, scope: UsageScope) -> ItemKind<'a, 't> {
    ItemKind::Usage { counters: Counters::read_qwen(usage), scope, cost_usd: None }
}

fn of_agent<'a, 't>(part: Object<'a, 't>) -> ItemKind<'a, 't> {
    part_of(part).unwrap_or_else(|| match MessagePart(part).text().ok() {
        Some(text) => ItemKind::AssistantText(text),
        None => ItemKind::Other(part),
    })
}

fn of_user<'a, 't>(part: Object<'a, 't>) -> ItemKind<'a, 't> {
    given(part, false)
}

fn of_program<'a, 't>(part: Object<'a, 't>) -> ItemKind<'a, 't> {
    given(part, true)
}

fn given<'a, 't>(part: Object<'a, 't>, injected: bool) -> ItemKind<'a, 't> {
    part_of(part).unwrap_or_else(|| match MessagePart(part).text().ok() {
        Some(text) => ItemKind::UserText { text, injected },
        None => ItemKind::Other(part),
    })
}

/// A call, what came of one, or a thought: whoever speaks.
fn part_of<'a, 't>(object: Object<'a, 't>) -> Option<ItemKind<'a, 't>> {
    let part = MessagePart(object);
    if let Some(call) = part.function_call().ok().map(FunctionCall) {
        let input = call.object().get("args").filter(|args| !args.is_null());
        return Some(ItemKind::ToolCall { id: call.id().ok(), name: call.name().ok(), input });
    }
    if let Some(response) = part.function_response().ok().map(FunctionResponse) {
        return Some(came_of(response));
    }
    let thought = part.text().ok().filter(|_| part.thought().or(false));
    thought.map(|thought| ItemKind::Thinking(Some(thought)))
}

fn came_of<'a, 't>(response: FunctionResponse<'a, 't>) -> ItemKind<'a, 't> {
    let [output, error] = match object(response.object().get("response")) {
        Some(said) => said.pick(&["output", "error"]).map(|said| said.filter(|said| !said.is_null())),
        None => [None; 2],
    };
    let outcome = match (output, error) {
        (_, Some(_)) => ToolOutcome::Error,
        (Some(_), None) => ToolOutcome::Ok,
        (None, None) => ToolOutcome::Unknown,
    };
    let content = error.or(output).or(response.object().get("response"));
    ItemKind::ToolResult { id: response.id().ok(), outcome, content: Content::of(content) }
}
