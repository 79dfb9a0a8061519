//! What the lines of Goose's stream say, as items (sections 2 to 4).

use super::{Complete, Event, MessageLine};
use crate::KEYS;
use crate::ask::{is_true, object, text};
use crate::block::Content;
use crate::count::Counters;
use crate::dialect::Dialect;
use crate::item::{Item, ItemKind, Outcome, ToolOutcome, UsageScope};
use crate::items::{Items, Speaker};
use crate::time::{Time, TimeOrigin, Timestamp};
use runlex_core::{Field, Object, Pick, RawStr, Value};

pub(super) fn of<'a, 't>(event: Event<'a, 't>) -> Items<'a, 't> {
    let line = event.object();
    let mut items = Items::new(Item::of(Dialect::Goose, line));
    items.whole = Some(match event {
        Event::Message(line) => return said(items, line),
        Event::Notification(news) => {
            let said = news.log().ok().or(news.progress().ok());
            let said = said.and_then(|said| text(said.get("message")));
            ItemKind::Progress { what: RawStr::word("notification"), text: said }
        }
        Event::ModelChange(change) => {
            items.frame.model = change.model().ok();
            ItemKind::Progress { what: RawStr::word("model_change"), text: change.model().ok() }
        }
        Event::Error(failure) => match failure.error().ok() {
            Some(why) => ended(Outcome::Failed, Some(why)),
            // Anyone's.
            None => ItemKind::Other(failure.object()),
        },
        Event::Complete(complete) => {
            items.usage = usage(complete);
            // It stands behind failures as well.
            ended(Outcome::Unknown, None)
        }
        Event::Unknown(object) => ItemKind::Other(object),
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

/// Older builds state a total alone, which says nothing.
fn usage<'a, 't>(complete: Complete<'a, 't>) -> Option<ItemKind<'a, 't>> {
    let counters = Counters::read_goose(complete.object());
    let is_told = counters != Counters::default();
    is_told.then_some(ItemKind::Usage {
        counters,
        scope: UsageScope::Run,
        cost_usd: complete.cost_usd().ok(),
    })
}

fn said<'a, 't>(mut items: Items<'a, 't>, line: MessageLine<'a, 't>) -> Items<'a, 't> {
    const MESSAGE: Pick<3> = KEYS.pick(["id", "role", "content"]);
    let Some(message) = line.details() else {
        items.whole = Some(ItemKind::Other(line.object()));
        return items;
    };
    let [id, role, content] = message.object().pick(&MESSAGE);
    items.frame.message_id = text(id);
    let created = message.created().ok().map(Time::Seconds);
    items.frame.timestamp = created.map(|time| Timestamp { time, origin: TimeOrigin::Message });
    let is_user = text(role).is_some_and(|role| role == "user");
    items.frame.piece = !is_user;
    items.say(if is_user { USER } else { AGENT }, Content::of(content));
    items
}

const USER: Speaker =
    Speaker::Own { block: given, text: Some(|text| ItemKind::UserText { text, injected: false }) };
const AGENT: Speaker = Speaker::Own { block: answered, text: None };

fn given<'a, 't>(block: Object<'a, 't>) -> ItemKind<'a, 't> {
    match text(block.get("text")).filter(|_| is_of(block, "text")) {
        Some(text) => ItemKind::UserText { text, injected: false },
        None => of_tool(block),
    }
}

fn answered<'a, 't>(block: Object<'a, 't>) -> ItemKind<'a, 't> {
    const BLOCK: Pick<2> = KEYS.pick(["text", "thinking"]);
    let [said, thought] = block.pick(&BLOCK).map(text);
    match said.filter(|_| is_of(block, "text")) {
        Some(text) => ItemKind::AssistantText(text),
        None if is_of(block, "thinking") => ItemKind::Thinking(thought),
        None if is_of(block, "redactedThinking") => ItemKind::Thinking(None),
        None => of_tool(block),
    }
}

fn is_of(block: Object<'_, '_>, kind: &str) -> bool {
    const KIND: Pick<1> = KEYS.pick(["type"]);
    let [own] = block.pick(&KIND);
    text(own).is_some_and(|own| own == kind)
}

/// Results of tools stand in messages of the user.
fn of_tool<'a, 't>(block: Object<'a, 't>) -> ItemKind<'a, 't> {
    let id = text(block.get("id"));
    let part = |name: &str| object(block.get(name));
    if is_of(block, "toolRequest") {
        let call = part("toolCall").and_then(|call| object(call.get("value")));
        let name = call.and_then(|call| text(call.get("name")));
        ItemKind::ToolCall { id, name, input: call.and_then(|call| call.get("arguments")) }
    } else if is_of(block, "toolResponse") {
        let (outcome, content) = part("toolResult").map_or((ToolOutcome::Unknown, Content::Missing), result);
        ItemKind::ToolResult { id, outcome, content }
    } else {
        ItemKind::Other(block)
    }
}

/// How it went, and what came of it: content alone, or with a mark of its own; else what went wrong.
fn result<'a, 't>(result: Object<'a, 't>) -> (ToolOutcome, Content<'a, 't>) {
    let status = text(result.get("status"));
    let is = |name: &str| status.is_some_and(|status| status == name);
    let value = result.get("value");
    let inner = object(value);
    let has_failed = inner.is_some_and(|value| is_true(value.get("isError")));
    let outcome = match () {
        () if is("error") || has_failed => ToolOutcome::Error,
        () if is("success") => ToolOutcome::Ok,
        () => ToolOutcome::Unknown,
    };
    let content: Option<Value<'a, 't>> = inner.and_then(|value| value.get("content")).or(value);
    (outcome, Content::of(content.or_else(|| result.get("error"))))
}
