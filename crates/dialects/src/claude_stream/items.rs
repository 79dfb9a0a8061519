//! What each event of the stream says, as items.

use super::{Assistant, Event, Items, Partial, RunResult, User};
use crate::KEYS;
use crate::ask::{is_true, object, text};
use crate::block::ContentBlock;
use crate::count::{Count, Counters};
use crate::dialect::Dialect;
use crate::item::{Item, ItemKind, Outcome, UsageScope};
use crate::items::Speaker;
use crate::message;
use crate::time::{TimeOrigin, Timestamp};
use runlex_core::{Object, Pick, RawStr};

impl<'a, 't> Event<'a, 't> {
    /// What the event says, piece by piece, in the order of the line; a message's usage follows its blocks. Pieces of a
    /// message that also comes whole have `delta` set.
    pub fn items(&self) -> Items<'a, 't> {
        let line = self.object();
        const FRAME: Pick<6> =
            KEYS.pick(["type", "subtype", "session_id", "parent_tool_use_id", "agent_id", "timestamp"]);
        let [kind, subtype, session, parent, agent, timestamp] = line.pick(&FRAME);
        let frame = Item {
            session: text(session),
            parent_tool_use: text(parent),
            agent: text(agent),
            timestamp: Timestamp::text(timestamp, TimeOrigin::Line),
            ..Item::of(Dialect::ClaudeStream, line)
        };
        let mut items = Items::new(frame);
        // The event's own word for itself: the subtype of `system`, else the type.
        let what = text(subtype).filter(|_| text(kind).is_some_and(|kind| kind == "system")).or(text(kind));
        let progress = |text: Option<RawStr<'a>>| what.map(|what| ItemKind::Progress { what, text });
        items.whole = match self {
            Event::Assistant(assistant) => {
                fill_assistant(&mut items, *assistant);
                return items;
            }
            Event::User(user) => {
                fill_user(&mut items, *user);
                return items;
            }
            Event::StreamEvent(event) => {
                match event.partial() {
                    Some(partial) => fill_partial(&mut items, partial),
                    None => items.whole = Some(ItemKind::Other(line)),
                }
                items.frame.delta = true;
                return items;
            }
            Event::Result(result) => {
                fill_result(&mut items, *result);
                return items;
            }
            Event::Init(init) => {
                let [cwd, model] = [init.cwd().ok(), init.model().ok()];
                items.frame.model = model;
                Some(ItemKind::SessionStart { cwd, model, version: init.claude_code_version().ok() })
            }
            Event::CompactBoundary(event) => {
                progress(event.compact_metadata().ok().and_then(|data| text(data.get("trigger"))))
            }
            Event::Status(event) => progress(event.status().ok().or(event.compact_result().ok())),
            Event::HookStarted(event) => progress(event.hook_name().ok()),
            Event::HookProgress(event) => progress(event.output().ok().or(event.stdout().ok())),
            Event::HookResponse(event) => progress(event.outcome().ok().or(event.hook_name().ok())),
            Event::TaskStarted(event) => progress(event.description().ok()),
            Event::TaskProgress(event) => progress(event.summary().ok().or(event.description().ok())),
            Event::TaskUpdated(event) => {
                progress(event.patch().ok().and_then(|patch| text(patch.get("status"))))
            }
            Event::TaskNotification(event) => progress(event.summary().ok().or(event.status().ok())),
            Event::ApiRetry(event) => progress(event.error().ok()),
            Event::PermissionDenied(event) => progress(event.message().ok().or(event.tool_name().ok())),
            Event::SessionStateChanged(event) => progress(event.state().ok()),
            Event::Notice(event) => {
                let said =
                    [event.text().ok(), event.message().ok(), text(event.content()), event.summary().ok()];
                progress(said.into_iter().flatten().next())
            }
            Event::RateLimitEvent(event) => progress(event.info().and_then(|info| info.status().ok())),
            Event::ToolProgress(event) => progress(event.tool_name().ok()),
            Event::ToolUseSummary(event) => progress(event.summary().ok()),
            Event::AuthStatus(event) => match event.error().ok() {
                Some(message) => Some(ItemKind::Error { message: Some(message), code: what }),
                None => progress(None),
            },
            Event::PromptSuggestion(event) => progress(event.suggestion().ok()),
            Event::ConversationReset(event) => progress(event.new_conversation_id().ok()),
            Event::ControlRequest(event) => {
                items.frame.request_id = event.request_id().ok();
                progress(event.request().ok().and_then(|request| text(request.get("subtype"))))
            }
            Event::ControlResponse(event) => {
                let [subtype, id, error] = match event.response().ok() {
                    Some(response) => response.pick(&["subtype", "request_id", "error"]).map(text),
                    None => [None; 3],
                };
                items.frame.request_id = id;
                if subtype.is_some_and(|subtype| subtype == "error") {
                    Some(ItemKind::Error { message: error, code: what })
                } else {
                    progress(subtype)
                }
            }
            Event::ControlCancelRequest(event) => {
                items.frame.request_id = event.request_id().ok();
                progress(None)
            }
            Event::ThinkingTokens(_)
            | Event::BackgroundTasksChanged(_)
            | Event::ActiveGoal(_)
            | Event::KeepAlive(_)
            | Event::TranscriptMirror(_)
            | Event::StreamlinedText(_)
            | Event::StreamlinedToolUseSummary(_) => progress(None),
            Event::Unknown(object) => Some(ItemKind::Other(*object)),
        };
        items
    }
}

fn fill_assistant<'a, 't>(items: &mut Items<'a, 't>, assistant: Assistant<'a, 't>) {
    const LINE: Pick<2> = KEYS.pick(["message", "request_id"]);
    let [member, request] = assistant.object().pick(&LINE);
    items.frame.request_id = text(request);
    let content = message::fill(items, member);
    if assistant.is_error() {
        items.last = Some(message::error_line(assistant.error().ok(), content));
    }
}

fn fill_user<'a, 't>(items: &mut Items<'a, 't>, user: User<'a, 't>) {
    const LINE: Pick<3> = KEYS.pick(["message", "isSynthetic", "isReplay"]);
    let [message, synthetic, replay] = user.object().pick(&LINE);
    items.frame.replay = is_true(replay);
    let speaker = Speaker::User { injected: is_true(synthetic), bare: false };
    items.say_message(speaker, message);
}

fn fill_result<'a, 't>(items: &mut Items<'a, 't>, result: RunResult<'a, 't>) {
    let first = result.errors().ok().and_then(|errors| errors.elements().next());
    let [said, error] = [result.result().ok(), result.error().ok().or(text(first))];
    let outcome = result.outcome();
    items.whole = Some(ItemKind::Result {
        outcome,
        is_error: result.is_error(),
        // With `is_error` beside `success` the result is the error's text.
        text: if outcome == Outcome::Failed { error.or(said) } else { said.or(error) },
        duration_ms: result.duration_ms().ok(),
        num_turns: result.num_turns().ok(),
        cost_usd: result.total_cost_usd().ok().or(result.cost_usd().ok()),
    });
    items.usage = result.usage().ok().map(|usage| ItemKind::Usage {
        counters: Counters::read(usage),
        scope: UsageScope::Turn,
        cost_usd: None,
    });
    if let Some(models) = result.model_usage().ok() {
        items.by_model(models, |usage| Some(Counters::read_model(usage)));
    }
}

/// Section 4.5.
fn fill_partial<'a, 't>(items: &mut Items<'a, 't>, partial: Partial<'a, 't>) {
    const PARTIAL: Pick<4> = KEYS.pick(["type", "message", "delta", "usage"]);
    let [kind, message, delta, usage] = partial.object().pick(&PARTIAL);
    let Some(kind) = text(kind) else {
        items.whole = Some(ItemKind::Other(partial.object()));
        return;
    };
    let index = match Count::of(partial.object().get("index")) {
        Count::Is(index) => u32::try_from(index).ok(),
        Count::Absent | Count::Odd => None,
    };
    if kind == "content_block_delta" {
        items.frame.block = index;
        items.whole = Some(match object(delta) {
            Some(delta) => delta_item(delta),
            None => ItemKind::Progress { what: kind, text: None },
        });
    } else if kind == "content_block_start" {
        items.frame.block = index;
        let block = partial.object().get("content_block");
        items.whole = Some(match block {
            Some(block) => {
                items.frame.value = block;
                Speaker::Assistant.block(ContentBlock::read(block))
            }
            None => ItemKind::Progress { what: kind, text: None },
        });
    } else if kind == "message_start" {
        message::fill(items, message);
        // Its content is still empty, so without usage it would say nothing.
        if items.usage.is_none() {
            items.whole = items.whole.or(Some(ItemKind::Progress { what: kind, text: None }));
        }
    } else if kind == "message_delta" {
        let reason = object(delta).and_then(|delta| text(delta.get("stop_reason")));
        items.whole = Some(ItemKind::Progress { what: kind, text: reason });
        items.usage = object(usage).map(|usage| ItemKind::Usage {
            counters: Counters::read(usage),
            scope: UsageScope::Message,
            cost_usd: None,
        });
    } else if kind == "error" {
        let [code, message] = match partial.error().ok() {
            Some(error) => error.pick(&["type", "message"]).map(text),
            None => [None; 2],
        };
        items.whole = Some(ItemKind::Error { message, code });
    } else if ["content_block_stop", "message_stop", "ping"].iter().any(|known| kind == *known) {
        items.frame.block = index;
        items.whole = Some(ItemKind::Progress { what: kind, text: None });
    } else {
        items.whole = Some(ItemKind::Other(partial.object()));
    }
}

/// What is new in a block.
fn delta_item<'a, 't>(delta: Object<'a, 't>) -> ItemKind<'a, 't> {
    let Some(kind) = text(delta.get("type")) else { return ItemKind::Other(delta) };
    if kind == "text_delta" {
        return text(delta.get("text")).map_or(ItemKind::Other(delta), ItemKind::AssistantText);
    }
    if kind == "thinking_delta" {
        return ItemKind::Thinking(text(delta.get("thinking")));
    }
    if kind == "input_json_delta" {
        return ItemKind::Progress { what: kind, text: text(delta.get("partial_json")) };
    }
    if kind == "signature_delta" || kind == "citations_delta" {
        return ItemKind::Progress { what: kind, text: None };
    }
    ItemKind::Other(delta)
}
