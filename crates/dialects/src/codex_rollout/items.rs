//! What the lines of a session file say, as items (sections 2 to 6).

use super::event_msg::Event as Msg;
use super::response_item::Event as Response;
use super::views::{Message, SessionMeta, TokenCount, TokenUsageRecord, TurnContext};
use super::{Event, output};
use crate::KEYS;
use crate::ask::{object, text};
use crate::block::Content;
use crate::count::Counters;
use crate::dialect::Dialect;
use crate::item::{Item, ItemKind, Outcome, ToolOutcome, UsageScope};
use crate::items::{Items, Speaker};
use crate::time::{TimeOrigin, Timestamp};
use runlex_core::{Field, Object, Pick, RawStr, Value};

pub(super) fn of<'a, 't>(event: Event<'a, 't>) -> Items<'a, 't> {
    const LINE: Pick<3> = KEYS.pick(["type", "timestamp", "payload"]);
    let line = event.object();
    let [kind, timestamp, payload] = line.pick(&LINE);
    let frame = Item {
        timestamp: Timestamp::text(timestamp, TimeOrigin::Line),
        ..Item::of(Dialect::CodexRollout, line)
    };
    let mut items = Items::new(frame);
    let (Some(kind), Some(payload)) = (text(kind), object(payload)) else {
        items.whole = Some(ItemKind::Other(line));
        return items;
    };
    items.frame.value = payload.as_value();
    match event {
        Event::ResponseItem(_) => response(&mut items, Response::read(payload)),
        Event::EventMsg(_) => message(&mut items, Msg::read(payload)),
        Event::SessionMeta(_) => {
            let meta = SessionMeta::of(payload);
            items.frame.session = meta.id().ok();
            items.frame.forked_from =
                meta.forked_from_id().ok().or(meta.parent_thread_id().ok()).or_else(|| parent(meta.source()));
            items.whole = Some(ItemKind::SessionStart {
                cwd: meta.cwd().ok(),
                model: None,
                version: meta.cli_version().ok(),
            });
        }
        Event::TurnContext(_) => {
            items.frame.model = TurnContext::of(payload).model().ok();
            items.whole = Some(ItemKind::Progress { what: kind, text: None });
        }
        Event::TokenUsageRecord(_) => record(&mut items, kind, TokenUsageRecord::of(payload)),
        Event::Unknown(object) => {
            items.frame.value = object.as_value();
            items.whole = Some(ItemKind::Other(object));
        }
        _ => items.whole = Some(ItemKind::Progress { what: kind, text: None }),
    }
    items
}

/// The session that a sub-agent works for, where only its source names it.
fn parent<'a>(source: Option<Value<'a, '_>>) -> Option<RawStr<'a>> {
    let spawned = object(object(object(source)?.get("subagent"))?.get("thread_spawn"))?;
    text(spawned.get("parent_thread_id"))
}

fn record<'a, 't>(items: &mut Items<'a, 't>, kind: RawStr<'a>, record: TokenUsageRecord<'a, 't>) {
    items.frame.session = record.thread_id().ok();
    items.frame.message_id = record.response_id().ok();
    items.whole = Some(match record.usage().ok() {
        Some(usage) => usage_of(usage, UsageScope::Message),
        None => ItemKind::Progress { what: kind, text: None },
    });
}

fn usage_of<'a, 't>(usage: Object<'a, 't>, scope: UsageScope) -> ItemKind<'a, 't> {
    ItemKind::Usage { counters: Counters::read_codex(usage), scope, cost_usd: None }
}

/// The payload's own word for itself.
fn news<'a, 't>(payload: Object<'a, 't>, said: Option<RawStr<'a>>) -> ItemKind<'a, 't> {
    const KIND: Pick<1> = KEYS.pick(["type"]);
    let [kind] = payload.pick(&KIND);
    text(kind).map_or(ItemKind::Other(payload), |what| ItemKind::Progress { what, text: said })
}

fn response<'a, 't>(items: &mut Items<'a, 't>, item: Response<'a, 't>) {
    items.whole = Some(match item {
        Response::Message(message) => return said(items, message),
        Response::Reasoning(reasoning) => {
            let summary = Content::of(reasoning.object().get("summary"));
            match summary {
                Content::Blocks(blocks) if blocks.elements().next().is_some() => {
                    return items.say(THOUGHT, summary);
                }
                _ => ItemKind::Thinking(None),
            }
        }
        Response::FunctionCall(call) => {
            ItemKind::ToolCall { id: call.call_id().ok(), name: call.name().ok(), input: call.arguments() }
        }
        Response::CustomToolCall(call) => ItemKind::ToolCall {
            id: call.call_id().ok(),
            name: call.name().ok(),
            input: call.object().get("input"),
        },
        Response::ToolSearchCall(call) => ItemKind::ToolCall {
            id: call.call_id().ok(),
            name: Some(RawStr::word("tool_search")),
            input: call.arguments(),
        },
        Response::LocalShellCall(call) => ItemKind::ToolCall {
            id: call.call_id().ok().or(text(call.object().get("id"))),
            name: Some(RawStr::word("local_shell")),
            input: call.object().get("action"),
        },
        Response::FunctionCallOutput(call) | Response::CustomToolCallOutput(call) => {
            let output = call.output();
            ItemKind::ToolResult {
                id: call.call_id().ok(),
                outcome: output::outcome(output),
                content: Content::of(output),
            }
        }
        Response::ToolSearchOutput(found) => ItemKind::ToolResult {
            id: found.call_id().ok(),
            outcome: ToolOutcome::Unknown,
            content: Content::of(found.object().get("tools")),
        },
        Response::WebSearchCall(call) | Response::ImageGenerationCall(call) => {
            news(call.object(), call.action().ok().and_then(|action| text(action.get("query"))))
        }
        Response::Unknown(object) => ItemKind::Other(object),
        _ => news(item.object(), None),
    });
}

/// A message of anyone. What goes out to the model as the user's words is the prompt, which an event of its own tells, or what the
/// program adds to it; as the developer's it is always the program's.
fn said<'a, 't>(items: &mut Items<'a, 't>, message: Message<'a, 't>) {
    const MESSAGE: Pick<3> = KEYS.pick(["role", "content", "id"]);
    let [role, content, id] = message.object().pick(&MESSAGE);
    items.frame.message_id = text(id);
    let is_agent = text(role).is_some_and(|role| role == "assistant");
    let content = Content::of(content);
    items.frame.replay = text(role).is_some_and(|role| role == "user") && !is_added(content);
    items.say(if is_agent { ANSWERED } else { SENT }, content);
}

/// Whether a message in the user's name is the program's own: it begins with a tag, or with the heading of project instructions.
fn is_added(content: Content<'_, '_>) -> bool {
    let first = match content {
        Content::Blocks(blocks) => blocks.elements().next(),
        _ => None,
    };
    object(first).and_then(|block| text(block.get("text"))).is_some_and(|said| {
        ["<", "# AGENTS.md"].iter().any(|begin| {
            let mut chars = said.chars();
            begin.chars().all(|c| chars.next() == Some(c))
        })
    })
}

const ANSWERED: Speaker = Speaker::Own { block: answered, text: Some(Speaker::ASSISTANT_TEXT) };
const SENT: Speaker =
    Speaker::Own { block: sent, text: Some(|text| ItemKind::UserText { text, injected: true }) };
const TYPED: Speaker =
    Speaker::Own { block: typed, text: Some(|text| ItemKind::UserText { text, injected: false }) };
const THOUGHT: Speaker = Speaker::Own { block: thought, text: Some(|text| ItemKind::Thinking(Some(text))) };

/// The text of a block whose type is one of these.
fn block_text<'a>(block: Object<'a, '_>, types: &[&str]) -> Option<RawStr<'a>> {
    const BLOCK: Pick<2> = KEYS.pick(["type", "text"]);
    let [kind, said] = block.pick(&BLOCK);
    let is_text = text(kind).is_some_and(|kind| types.iter().any(|known| kind == **known));
    text(said).filter(|_| is_text)
}

fn answered<'a, 't>(block: Object<'a, 't>) -> ItemKind<'a, 't> {
    block_text(block, &["output_text", "text", "Text"])
        .map_or(ItemKind::Other(block), ItemKind::AssistantText)
}

fn sent<'a, 't>(block: Object<'a, 't>) -> ItemKind<'a, 't> {
    block_text(block, &["input_text", "text"])
        .map_or(ItemKind::Other(block), |text| ItemKind::UserText { text, injected: true })
}

fn typed<'a, 't>(block: Object<'a, 't>) -> ItemKind<'a, 't> {
    block_text(block, &["text", "Text", "input_text"])
        .map_or(ItemKind::Other(block), |text| ItemKind::UserText { text, injected: false })
}

fn thought<'a, 't>(block: Object<'a, 't>) -> ItemKind<'a, 't> {
    block_text(block, &["summary_text"]).map_or(ItemKind::Other(block), |text| ItemKind::Thinking(Some(text)))
}

fn message<'a, 't>(items: &mut Items<'a, 't>, event: Msg<'a, 't>) {
    items.whole = Some(match event {
        Msg::TokenCount(count) => return counted(items, count),
        Msg::UserMessage(prompt) => match prompt.message().ok() {
            Some(text) => ItemKind::UserText { text, injected: false },
            None => news(prompt.object(), None),
        },
        Msg::AgentMessage(answer) => match answer.message().ok() {
            Some(text) => {
                items.frame.replay = true;
                ItemKind::AssistantText(text)
            }
            None => news(answer.object(), None),
        },
        Msg::AgentReasoning(reasoning) | Msg::AgentReasoningRaw(reasoning) => match reasoning.text().ok() {
            Some(text) => {
                items.frame.replay = true;
                ItemKind::Thinking(Some(text))
            }
            None => news(reasoning.object(), None),
        },
        Msg::ItemCompleted(event) => match event.item().ok() {
            Some(item) => return completed(items, event.object(), item),
            None => news(event.object(), None),
        },
        Msg::TaskComplete(task) | Msg::TurnComplete(task) => {
            let error = task.error().ok();
            ItemKind::Result {
                outcome: if error.is_some() { Outcome::Failed } else { Outcome::Ok },
                is_error: Field::Missing,
                text: error.and_then(|error| text(error.get("message"))).or(task.last_agent_message().ok()),
                duration_ms: task.duration_ms().ok(),
                num_turns: None,
                cost_usd: None,
            }
        }
        Msg::TurnAborted(turn) => ItemKind::Result {
            outcome: Outcome::Failed,
            is_error: Field::Missing,
            text: turn.reason().ok(),
            duration_ms: turn.duration_ms().ok(),
            num_turns: None,
            cost_usd: None,
        },
        Msg::Error(failure) | Msg::StreamError(failure) | Msg::Warning(failure) => {
            let code = text(failure.codex_error_info());
            ItemKind::Error { message: failure.message().ok(), code: code.or(kind_of(failure.object())) }
        }
        Msg::Unknown(object) => ItemKind::Other(object),
        _ => news(event.object(), None),
    });
}

fn kind_of<'a>(payload: Object<'a, '_>) -> Option<RawStr<'a>> {
    const KIND: Pick<1> = KEYS.pick(["type"]);
    let [kind] = payload.pick(&KIND);
    text(kind)
}

/// The total so far, and the call that it was told behind. Without figures only limits are told.
fn counted<'a, 't>(items: &mut Items<'a, 't>, count: TokenCount<'a, 't>) {
    let Some(info) = count.details() else {
        items.whole = Some(news(count.object(), None));
        return;
    };
    let [total, last] = info.object().pick(&["total_token_usage", "last_token_usage"]).map(object);
    items.whole = match total {
        Some(total) => Some(usage_of(total, UsageScope::Thread)),
        None => Some(news(count.object(), None)),
    };
    items.usage = last.map(|last| usage_of(last, UsageScope::Call));
}

/// What newer builds tell of what is done: the prompt only here, the rest as response items, too.
fn completed<'a, 't>(items: &mut Items<'a, 't>, event: Object<'a, 't>, item: Object<'a, 't>) {
    const ITEM: Pick<2> = KEYS.pick(["type", "content"]);
    let [kind, content] = item.pick(&ITEM);
    let content = Content::of(content);
    let kind = text(kind);
    let is = |name: &str| kind.is_some_and(|kind| kind == name);
    items.frame.value = item.as_value();
    if is("UserMessage") && matches!(content, Content::Blocks(_)) {
        items.say(TYPED, content);
    } else if is("AgentMessage") && matches!(content, Content::Blocks(_)) {
        items.frame.replay = true;
        items.say(ANSWERED, content);
    } else {
        items.whole = Some(news(event, kind));
    }
}
