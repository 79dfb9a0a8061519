//! What the lines of Factory Droid's stream say, as items (sections 2 and 3).

use super::{Completion, Event, ToolResult};
use crate::KEYS;
use crate::ask::{number, object, text};
use crate::block::Content;
use crate::count::Counters;
use crate::dialect::Dialect;
use crate::item::{Item, ItemKind, Outcome, ToolOutcome, UsageScope};
use crate::items::Items;
use crate::time::{Time, TimeOrigin, Timestamp};
use runlex_core::{Field, Pick};

pub(super) fn of<'a, 't>(event: Event<'a, 't>) -> Items<'a, 't> {
    const LINE: Pick<3> = KEYS.pick(["session_id", "timestamp", "id"]);
    let line = event.object();
    let [session, timestamp, id] = line.pick(&LINE);
    let timestamp = number(timestamp).map(Time::Milliseconds);
    let frame = Item {
        session: text(session),
        timestamp: timestamp.map(|time| Timestamp { time, origin: TimeOrigin::Line }),
        ..Item::of(Dialect::Droid, line)
    };
    let mut items = Items::new(frame);
    items.whole = Some(match event {
        Event::Message(message) => {
            items.frame.message_id = text(id);
            let role = message.role().ok();
            let is = |name: &str| role.is_some_and(|role| role == name);
            match message.text().ok() {
                Some(text) if is("user") => ItemKind::UserText { text, injected: false },
                Some(text) if is("assistant") => ItemKind::AssistantText(text),
                _ => ItemKind::Other(line),
            }
        }
        Event::Reasoning(reasoning) => {
            items.frame.message_id = text(id);
            ItemKind::Thinking(reasoning.text().ok())
        }
        Event::ToolCall(call) => {
            items.frame.message_id = call.message_id().ok();
            ItemKind::ToolCall {
                id: text(id),
                name: call.tool_name().ok().or(call.tool_id().ok()),
                input: call.object().get("parameters"),
            }
        }
        Event::ToolResult(result) => {
            items.frame.message_id = result.message_id().ok();
            let is_error = result.object().get("isError");
            ItemKind::ToolResult { id: text(id), outcome: ToolOutcome::of(is_error), content: given(result) }
        }
        Event::Init(init) => {
            let model = init.model().ok();
            items.frame.model = model;
            ItemKind::SessionStart { cwd: init.cwd().ok(), model, version: None }
        }
        Event::Error(failure) => {
            ItemKind::Error { message: failure.message().ok(), code: failure.source().ok() }
        }
        Event::Completion(completion) => return ended(items, completion),
        Event::Unknown(object) => ItemKind::Other(object),
    });
    items
}

/// What it gave, else what went wrong.
fn given<'a, 't>(result: ToolResult<'a, 't>) -> Content<'a, 't> {
    let why = || result.error().ok().and_then(|error| error.get("message"));
    Content::of(result.value().or_else(why))
}

/// Where a run fails no such line is printed, only errors.
fn ended<'a, 't>(mut items: Items<'a, 't>, completion: Completion<'a, 't>) -> Items<'a, 't> {
    items.whole = Some(ItemKind::Result {
        outcome: Outcome::Ok,
        is_error: Field::Missing,
        text: completion.final_text().ok(),
        duration_ms: completion.duration_ms().ok(),
        num_turns: completion.num_turns().ok(),
        cost_usd: None,
    });
    items.usage = object(completion.object().get("usage")).map(|usage| ItemKind::Usage {
        counters: Counters {
            reasoning: crate::Count::of(usage.get("thinking_tokens")),
            ..Counters::read(usage)
        },
        scope: UsageScope::Run,
        cost_usd: None,
    });
    items
}
