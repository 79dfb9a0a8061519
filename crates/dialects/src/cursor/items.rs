//! What the lines of `cursor-agent` say, as items (sections 2 to 5).

use super::{Event, RunResult, ToolLine, Usage};
use crate::KEYS;
use crate::ask::{number, text};
use crate::block::{Content, ContentBlock};
use crate::count::Counters;
use crate::dialect::Dialect;
use crate::item::{Item, ItemKind, UsageScope};
use crate::items::{Items, Speaker};
use crate::time::{Time, TimeOrigin, Timestamp};
use runlex_core::{Object, Pick, RawStr};

pub(super) fn of<'a, 't>(event: Event<'a, 't>) -> Items<'a, 't> {
    let line = event.object();
    let mut items = Items::new(frame(line));
    items.whole = match event {
        Event::Assistant(assistant) => {
            items.frame.message_id = assistant.model_call_id().ok();
            items.frame.delta = assistant.is_piece();
            say(&mut items, line, false);
            return items;
        }
        Event::User(_) => {
            say(&mut items, line, true);
            return items;
        }
        // No line brings it whole, so that the pieces are all there is.
        Event::Thinking(thinking) => match thinking.text().ok() {
            Some(piece) => {
                items.frame.piece = true;
                Some(ItemKind::Thinking(Some(piece)))
            }
            None => Some(news(line, None)),
        },
        Event::ToolStarted(call) => {
            items.frame.message_id = call.model_call_id().ok();
            Some(match call.tool() {
                Some(tool) => ItemKind::ToolCall {
                    id: call.call_id().ok(),
                    name: Some(tool.name()),
                    input: tool.input(),
                },
                None => ItemKind::Other(line),
            })
        }
        Event::ToolCompleted(call) => Some(completed(&mut items, call)),
        Event::Init(init) => {
            let [cwd, model] = [init.cwd().ok(), init.model().ok()];
            items.frame.model = model;
            Some(ItemKind::SessionStart { cwd, model, version: None })
        }
        Event::InteractionQuery(query) => Some(news(line, query.query_type().ok())),
        Event::Result(result) => {
            fill_result(&mut items, result);
            return items;
        }
        Event::Unknown(object) => Some(ItemKind::Other(object)),
    };
    items
}

fn frame<'a, 't>(line: Object<'a, 't>) -> Item<'a, 't> {
    const FRAME: Pick<2> = KEYS.pick(["session_id", "timestamp_ms"]);
    let [session, ms] = line.pick(&FRAME);
    let timestamp = number(ms).map(|ms| Timestamp { time: Time::Milliseconds(ms), origin: TimeOrigin::Line });
    Item { session: text(session), timestamp, ..Item::of(Dialect::Cursor, line) }
}

/// The line's message, which has nothing but texts: those that the agent was given, or its own.
fn say<'a, 't>(items: &mut Items<'a, 't>, line: Object<'a, 't>, is_given: bool) {
    const MESSAGE: Pick<1> = KEYS.pick(["message"]);
    let [message] = line.pick(&MESSAGE);
    items.say_message(Speaker::Own { block: if is_given { given } else { own }, text: None }, message);
    if let Some(ItemKind::AssistantText(text)) = items.whole {
        items.whole = Some(says(text, is_given));
    }
}

fn given<'a, 't>(block: Object<'a, 't>) -> ItemKind<'a, 't> {
    block_of(block, true)
}

fn own<'a, 't>(block: Object<'a, 't>) -> ItemKind<'a, 't> {
    block_of(block, false)
}

fn block_of<'a, 't>(block: Object<'a, 't>, is_given: bool) -> ItemKind<'a, 't> {
    let text = match ContentBlock::read(block.as_value()) {
        ContentBlock::Text(text) => text.text().ok(),
        _ => None,
    };
    text.map_or(ItemKind::Other(block), |text| says(text, is_given))
}

fn says<'a, 't>(text: RawStr<'a>, is_given: bool) -> ItemKind<'a, 't> {
    match is_given {
        true => ItemKind::UserText { text, injected: false },
        false => ItemKind::AssistantText(text),
    }
}

/// The line's own word for itself.
fn news<'a, 't>(line: Object<'a, 't>, said: Option<RawStr<'a>>) -> ItemKind<'a, 't> {
    const KIND: Pick<1> = KEYS.pick(["type"]);
    let [kind] = line.pick(&KIND);
    text(kind).map_or(ItemKind::Other(line), |what| ItemKind::Progress { what, text: said })
}

/// The call stands in the line of its start; here its arguments are told again.
fn completed<'a, 't>(items: &mut Items<'a, 't>, call: ToolLine<'a, 't>) -> ItemKind<'a, 't> {
    items.frame.message_id = call.model_call_id().ok();
    let Some(tool) = call.tool() else { return ItemKind::Other(call.object()) };
    ItemKind::ToolResult {
        id: call.call_id().ok(),
        outcome: tool.outcome(),
        content: Content::of(tool.output()),
    }
}

fn fill_result<'a, 't>(items: &mut Items<'a, 't>, result: RunResult<'a, 't>) {
    items.frame.request_id = result.request_id().ok();
    items.whole = Some(ItemKind::Result {
        outcome: result.outcome(),
        is_error: result.is_error(),
        text: result.result().ok(),
        duration_ms: result.duration_ms().ok(),
        num_turns: None,
        cost_usd: None,
    });
    items.usage = result.usage().ok().map(|usage| {
        let stated = Usage::of(usage);
        ItemKind::Usage {
            counters: Counters::read_cursor(usage),
            scope: UsageScope::Run,
            cost_usd: stated.total_cost().ok().or(stated.cost().ok()),
        }
    });
}
