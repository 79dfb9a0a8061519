//! What the lines of Pi say, as items (sections 2 to 5).

use super::{Event, Message};
use crate::KEYS;
use crate::ask::{is_true, number, object, text};
use crate::block::Content;
use crate::count::{Count, Counters};
use crate::dialect::Dialect;
use crate::item::{Item, ItemKind, Outcome, ToolOutcome, UsageScope};
use crate::items::{Items, Speaker};
use crate::time::{Time, TimeOrigin, Timestamp};
use runlex_core::{Field, Object, Pick, RawStr, Value};

pub(super) fn of<'a, 't>(event: Event<'a, 't>) -> Items<'a, 't> {
    const LINE: Pick<4> = KEYS.pick(["type", "timestamp", "message", "id"]);
    let line = event.object();
    let [kind, timestamp, message, id] = line.pick(&LINE);
    let message = object(message);
    let mut items = Items::new(Item {
        timestamp: Timestamp::text(timestamp, TimeOrigin::Line).or_else(|| time(message?)),
        ..Item::of(Dialect::Pi, line)
    });
    let news = |said: Option<RawStr<'a>>| match text(kind) {
        Some(what) => ItemKind::Progress { what, text: said },
        None => ItemKind::Other(line),
    };
    items.whole = Some(match event {
        Event::MessageUpdate(update) => piece(&mut items, update.object(), news(None)),
        Event::MessageEnd(_) => return say(items, message, news(None)),
        Event::Message(_) => {
            items.frame.message_id = text(id);
            return say(items, message, news(None));
        }
        Event::TurnEnd(_) => {
            items.frame.replay = true;
            return say(items, message, news(None));
        }
        Event::ToolExecutionStart(tool) => {
            items.frame.replay = true;
            ItemKind::ToolCall {
                id: tool.tool_call_id().ok(),
                name: tool.tool_name().ok(),
                input: tool.object().get("args"),
            }
        }
        Event::ToolExecutionEnd(tool) => {
            items.frame.replay = true;
            ItemKind::ToolResult {
                id: tool.tool_call_id().ok(),
                outcome: ToolOutcome::of(tool.object().get("isError")),
                content: Content::of(tool.result().ok().and_then(|result| result.get("content"))),
            }
        }
        Event::AgentEnd(end) => ended(end.object().get("messages")),
        Event::Session(session) => {
            items.frame.session = session.id().ok();
            items.frame.forked_from = session.parent_session().ok().or(session.branched_from().ok());
            ItemKind::SessionStart { cwd: session.cwd().ok(), model: session.model_id().ok(), version: None }
        }
        Event::CustomMessage(message) => {
            items.frame.message_id = text(id);
            items.say(INJECTED, Content::of(message.content()));
            return items;
        }
        Event::ModelChange(change) => news(change.model_id().ok()),
        Event::ThinkingLevelChange(change) => news(change.thinking_level().ok()),
        Event::Compaction(compaction) => news(compaction.summary().ok()),
        Event::BranchSummary(branch) => news(branch.summary().ok()),
        Event::SessionInfo(info) => news(info.name().ok()),
        Event::Label(label) => news(label.label().ok()),
        Event::AutoRetryStart(retry) => news(retry.error_message().ok()),
        Event::AutoCompactionStart(start) | Event::CompactionStart(start) => news(start.reason().ok()),
        Event::AutoCompactionEnd(_)
        | Event::CompactionEnd(_)
        | Event::AutoRetryEnd(_)
        | Event::MessageStart(_)
        | Event::ToolExecutionUpdate(_)
        | Event::TurnStart(_)
        | Event::AgentStart(_)
        | Event::Custom(_) => news(None),
        Event::Unknown(object) => ItemKind::Other(object),
    });
    items
}

const INJECTED: Speaker = Speaker::User { injected: true, bare: false };

fn time<'a>(message: Object<'a, '_>) -> Option<Timestamp<'a>> {
    const TIME: Pick<1> = KEYS.pick(["timestamp"]);
    let [ms] = message.pick(&TIME);
    number(ms).map(|ms| Timestamp { time: Time::Milliseconds(ms), origin: TimeOrigin::Message })
}

/// A piece of a text that is still to come whole. Pieces of calls are no texts.
fn piece<'a, 't>(
    items: &mut Items<'a, 't>,
    update: Object<'a, 't>,
    news: ItemKind<'a, 't>,
) -> ItemKind<'a, 't> {
    items.frame.delta = true;
    let Some(event) = object(update.get("assistantMessageEvent")) else { return news };
    const KIND: Pick<2> = KEYS.pick(["type", "delta"]);
    let [kind, delta] = event.pick(&KIND);
    let is = |name: &str| text(kind).is_some_and(|kind| kind == name);
    match text(delta) {
        Some(delta) if is("text_delta") => ItemKind::AssistantText(delta),
        Some(delta) if is("thinking_delta") => ItemKind::Thinking(Some(delta)),
        _ => text(kind).map_or(news, |what| ItemKind::Progress { what, text: None }),
    }
}

/// What a message says, by who wrote it. One that says nothing is news, so that its time is heard.
fn say<'a, 't>(
    mut items: Items<'a, 't>,
    message: Option<Object<'a, 't>>,
    news: ItemKind<'a, 't>,
) -> Items<'a, 't> {
    let Some(message) = message else {
        let line = items.frame.value.object().ok();
        items.whole = line.map(ItemKind::Other);
        return items;
    };
    const MESSAGE: Pick<4> = KEYS.pick(["role", "content", "model", "usage"]);
    let [role, content, model, usage] = message.pick(&MESSAGE);
    let is = |name: &str| text(role).is_some_and(|role| role == name);
    let content = Content::of(content);
    items.frame.value = message.as_value();
    if is("assistant") {
        items.frame.model = text(model);
        items.say(Speaker::Own { block: answered, text: None }, content);
        items.usage = object(usage).map(used);
        let failure = text(message.get("errorMessage"));
        items.last = failure.map(|message| ItemKind::Error { message: Some(message), code: None });
    } else if is("user") {
        items.say(Speaker::USER, content);
    } else if is("toolResult") {
        let message = Message::of(message);
        items.whole = Some(ItemKind::ToolResult {
            id: message.tool_call_id().ok(),
            outcome: ToolOutcome::of(message.object().get("isError")),
            content,
        });
    } else if is("custom") {
        items.say(INJECTED, content);
    } else {
        items.whole = Some(ItemKind::Other(message));
    }
    let is_silent = match content {
        Content::Missing | Content::Null => true,
        Content::Blocks(blocks) => blocks.elements().next().is_none(),
        Content::Text(_) | Content::Other(_) => false,
    };
    if is_silent && items.whole.is_none() && items.usage.is_none() && items.last.is_none() {
        items.whole = Some(news);
    }
    items
}

/// A block of the assistant's.
fn answered<'a, 't>(block: Object<'a, 't>) -> ItemKind<'a, 't> {
    const BLOCK: Pick<5> = KEYS.pick(["type", "text", "thinking", "id", "name"]);
    let [kind, said, thought, id, name] = block.pick(&BLOCK);
    let is = |name: &str| text(kind).is_some_and(|kind| kind == name);
    match text(said) {
        Some(said) if is("text") => ItemKind::AssistantText(said),
        _ if is("thinking") => ItemKind::Thinking(text(thought).filter(|_| !is_true(block.get("redacted")))),
        _ if is("toolCall") => {
            ItemKind::ToolCall { id: text(id), name: text(name), input: block.get("arguments") }
        }
        _ => ItemKind::Other(block),
    }
}

fn used<'a, 't>(usage: Object<'a, 't>) -> ItemKind<'a, 't> {
    let [input, output, read, write, cost] =
        usage.pick(&["input", "output", "cacheRead", "cacheWrite", "cost"]);
    let counters = Counters {
        input: Count::of(input),
        cache_creation: Count::of(write),
        cache_read: Count::of(read),
        output: Count::of(output),
        reasoning: Count::Absent,
    };
    let cost_usd = number(object(cost).and_then(|cost| cost.get("total")));
    ItemKind::Usage { counters, scope: UsageScope::Message, cost_usd }
}

/// How it ended, by the last of the assistant's messages.
fn ended<'a, 't>(messages: Option<Value<'a, 't>>) -> ItemKind<'a, 't> {
    let array = messages.and_then(|messages| messages.array().ok());
    let objects =
        array.into_iter().flat_map(|array| array.elements()).filter_map(|value| object(Some(value)));
    let is_answer =
        |message: &Object<'_, '_>| text(message.get("role")).is_some_and(|role| role == "assistant");
    let last = objects.filter(is_answer).last().map(Message::of);
    let reason = last.and_then(|last| last.stop_reason().ok());
    let is = |name: &str| reason.is_some_and(|reason| reason == name);
    let outcome = match () {
        () if is("stop") => Outcome::Ok,
        () if is("error") || is("aborted") => Outcome::Failed,
        () => Outcome::Unknown,
    };
    let said = last.and_then(|last| match Content::of(last.object().get("content")) {
        Content::Text(said) => Some(said),
        Content::Blocks(blocks) => blocks
            .elements()
            .filter_map(|block| match object(Some(block)).map(answered) {
                Some(ItemKind::AssistantText(said)) => Some(said),
                _ => None,
            })
            .last(),
        _ => None,
    });
    let failure = last.and_then(|last| last.error_message().ok());
    ItemKind::Result {
        outcome,
        is_error: Field::Missing,
        text: if outcome == Outcome::Failed { failure.or(reason) } else { said },
        duration_ms: None,
        num_turns: None,
        cost_usd: None,
    }
}
