//! What the lines of OpenCode say, as items (sections 2 to 5).

use super::Event;
use crate::KEYS;
use crate::ask::{number, object, text};
use crate::block::Content;
use crate::count::{Count, Counters};
use crate::dialect::Dialect;
use crate::item::{Item, ItemKind, Outcome, ToolOutcome, UsageScope};
use crate::items::Items;
use crate::time::{Time, TimeOrigin, Timestamp};
use runlex_core::{Field, Object, Pick, RawStr};

pub(super) fn of<'a, 't>(event: Event<'a, 't>) -> Items<'a, 't> {
    const LINE: Pick<3> = KEYS.pick(["type", "timestamp", "sessionID"]);
    let line = event.object();
    let [kind, timestamp, session] = line.pick(&LINE);
    let (kind, part) = (text(kind), object(line.get("part")));
    let mut items = Items::new(Item {
        session: text(session),
        timestamp: number(timestamp)
            .map(|ms| Timestamp { time: Time::Milliseconds(ms), origin: TimeOrigin::Line }),
        message_id: part.and_then(|part| text(part.get("messageID"))),
        ..Item::of(Dialect::OpenCode, line)
    });
    let news = kind.map_or(ItemKind::Other(line), |what| ItemKind::Progress { what, text: None });
    items.whole = Some(match (event, part) {
        (Event::Unknown(object), _) => ItemKind::Other(object),
        // Anyone's.
        _ if items.frame.session.is_none() => ItemKind::Other(line),
        (Event::Error(_), _) => {
            let error = object(line.get("error"));
            let [name, data] = error.map_or([None; 2], |error| error.pick(&["name", "data"]));
            let message = object(data).and_then(|data| text(data.get("message")));
            items.last = Some(ItemKind::Error { message, code: text(name) });
            ended(Outcome::Failed, message.or(text(name)))
        }
        (Event::Done(_) | Event::StepStart(_), _) => news,
        (_, None) => ItemKind::Other(line),
        (Event::ToolUse(_), Some(part)) => {
            items.frame.value = part.as_value();
            return call(items, part);
        }
        (Event::Text(_), Some(part)) => match said(&mut items, part) {
            Some(text) => ItemKind::AssistantText(text),
            None => news,
        },
        (Event::Reasoning(_), Some(part)) => ItemKind::Thinking(said(&mut items, part)),
        (Event::StepFinish(_), Some(part)) => return step(items, part, news),
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

fn said<'a, 't>(items: &mut Items<'a, 't>, part: Object<'a, 't>) -> Option<RawStr<'a>> {
    const TEXT: Pick<1> = KEYS.pick(["text"]);
    items.frame.value = part.as_value();
    let [said] = part.pick(&TEXT);
    text(said)
}

/// The call, and what came of it. One that is still at work is printed by no build that was seen, and has no result.
fn call<'a, 't>(mut items: Items<'a, 't>, part: Object<'a, 't>) -> Items<'a, 't> {
    let [id, tool, state] = part.pick(&["callID", "tool", "state"]);
    let id = text(id);
    let state = object(state).map_or([None; 4], |state| state.pick(&["status", "input", "output", "error"]));
    let [status, input, output, error] = state;
    items.whole = Some(ItemKind::ToolCall { id, name: text(tool), input });
    let is = |word: &str| text(status).is_some_and(|status| status == word);
    let came = match () {
        () if is("completed") => Some((ToolOutcome::Ok, output)),
        () if is("error") => Some((ToolOutcome::Error, error)),
        () => None,
    };
    items.last =
        came.map(|(outcome, content)| ItemKind::ToolResult { id, outcome, content: Content::of(content) });
    items
}

/// What a step used. The turn ends with a step behind which the model is not called again.
fn step<'a, 't>(mut items: Items<'a, 't>, part: Object<'a, 't>, news: ItemKind<'a, 't>) -> Items<'a, 't> {
    let [id, reason, cost, tokens] = part.pick(&["id", "reason", "cost", "tokens"]);
    // A message may have several steps.
    items.frame.request_id = text(id);
    let is = |word: &str| text(reason).is_some_and(|reason| reason == word);
    items.whole = match text(reason) {
        None => None,
        Some(_) if is("tool-calls") || is("unknown") => None,
        Some(_) if is("stop") => Some(ended(Outcome::Ok, None)),
        Some(_) => Some(ended(Outcome::Unknown, None)),
    };
    items.usage = object(tokens).map(|tokens| ItemKind::Usage {
        counters: counters(tokens),
        scope: UsageScope::Message,
        cost_usd: number(cost),
    });
    if items.whole.is_none() && items.usage.is_none() {
        items.whole = Some(news);
    }
    items
}

fn counters(tokens: Object<'_, '_>) -> Counters {
    let [input, output, reasoning, cache] = tokens.pick(&["input", "output", "reasoning", "cache"]);
    let [read, write] = object(cache).map_or([None; 2], |cache| cache.pick(&["read", "write"]));
    Counters {
        input: Count::of(input),
        cache_creation: Count::of(write),
        cache_read: Count::of(read),
        output: Count::of(output),
        reasoning: Count::of(reasoning),
    }
}
