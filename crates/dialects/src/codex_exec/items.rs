//! What the lines of `codex exec --json` say, as items (sections 2 to 5).

use super::{Event, ItemLine, McpToolCall, Thing};
use crate::KEYS;
use crate::ask::{object, text};
use crate::block::Content;
use crate::count::Counters;
use crate::dialect::Dialect;
use crate::item::{Item, ItemKind, Outcome, ToolOutcome, UsageScope};
use crate::items::Items;
use runlex_core::{Field, Object, Pick, RawNumber, RawStr, Value};

/// How far an item is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Started,
    Updated,
    Completed,
}

pub(super) fn of<'a, 't>(event: Event<'a, 't>) -> Items<'a, 't> {
    let line = event.object();
    let mut items = Items::new(Item::of(Dialect::CodexExec, line));
    items.whole = Some(match event {
        Event::ItemCompleted(item) => return thing(items, item, Stage::Completed),
        Event::ItemStarted(item) => return thing(items, item, Stage::Started),
        Event::ItemUpdated(item) => return thing(items, item, Stage::Updated),
        Event::ThreadStarted(thread) => {
            items.frame.session = thread.thread_id().ok();
            ItemKind::SessionStart { cwd: None, model: None, version: None }
        }
        Event::TurnStarted(_) => news(line, None),
        Event::TurnCompleted(turn) => {
            items.usage = turn.usage().ok().map(|usage| ItemKind::Usage {
                counters: Counters::read_codex(usage),
                scope: UsageScope::Thread,
                cost_usd: None,
            });
            ended(Outcome::Ok, None)
        }
        // The line before says the same as an error, so this is the end and no second one.
        Event::TurnFailed(turn) => {
            let error = turn.error().ok();
            ended(Outcome::Failed, error.and_then(|error| text(error.get("message"))))
        }
        Event::Error(failure) => ItemKind::Error { message: failure.message().ok(), code: None },
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

/// The object's own word for itself.
fn news<'a, 't>(object: Object<'a, 't>, said: Option<RawStr<'a>>) -> ItemKind<'a, 't> {
    const KIND: Pick<1> = KEYS.pick(["type"]);
    let [kind] = object.pick(&KIND);
    text(kind).map_or(ItemKind::Other(object), |what| ItemKind::Progress { what, text: said })
}

fn thing<'a, 't>(mut items: Items<'a, 't>, line: ItemLine<'a, 't>, stage: Stage) -> Items<'a, 't> {
    let Some(thing) = line.details() else {
        items.whole = Some(ItemKind::Other(line.object()));
        return items;
    };
    let object = line.item().ok().unwrap_or(line.object());
    items.frame.value = object.as_value();
    items.frame.delta = stage != Stage::Completed;
    let said = |said: Option<RawStr<'a>>, kind: fn(RawStr<'a>) -> ItemKind<'a, 't>| {
        // An update repeats what was there and goes on, so it is no piece that could be joined.
        said.filter(|_| stage == Stage::Completed).map_or(news(object, None), kind)
    };
    let call = match thing {
        Thing::AgentMessage(item) => {
            items.whole = Some(said(item.text().ok(), ItemKind::AssistantText));
            return items;
        }
        Thing::Reasoning(item) => {
            items.whole = Some(said(item.text().ok(), |text| ItemKind::Thinking(Some(text))));
            return items;
        }
        Thing::CommandExecution(item) => Call {
            name: Some(RawStr::word("shell")),
            input: item.object().get("command"),
            outcome: outcome(item.status().ok(), item.exit_code().ok(), false),
            output: item.object().get("aggregated_output"),
        },
        Thing::FileChange(item) => Call {
            name: Some(RawStr::word("apply_patch")),
            input: item.object().get("changes"),
            outcome: outcome(item.status().ok(), None, false),
            output: None,
        },
        Thing::McpToolCall(item) => Call {
            name: item.tool().ok(),
            input: item.arguments().filter(|arguments| !arguments.is_null()),
            outcome: outcome(item.status().ok(), None, item.error().ok().is_some()),
            output: output(item),
        },
        Thing::CollabToolCall(item) => Call {
            name: item.tool().ok(),
            input: item.object().get("prompt").filter(|prompt| !prompt.is_null()),
            outcome: outcome(item.status().ok(), None, false),
            output: item.object().get("agents_states"),
        },
        Thing::WebSearch(item) => Call {
            name: Some(RawStr::word("web_search")),
            input: item.object().get("query"),
            // A search that is over has no status.
            outcome: ToolOutcome::Ok,
            output: None,
        },
        Thing::Plan(item) => {
            items.whole = Some(news(object, item.text().ok()));
            return items;
        }
        Thing::Error(item) => {
            items.whole = Some(ItemKind::Error { message: item.message().ok(), code: None });
            return items;
        }
        Thing::TodoList(_) => {
            items.whole = Some(news(object, None));
            return items;
        }
        Thing::Unknown(object) => {
            items.whole = Some(ItemKind::Other(object));
            return items;
        }
    };
    let id = text(object.get("id"));
    if stage == Stage::Updated {
        items.whole = Some(news(object, None));
        return items;
    }
    items.whole = Some(ItemKind::ToolCall { id, name: call.name, input: call.input });
    if stage == Stage::Completed {
        let content = Content::of(call.output);
        items.last = Some(ItemKind::ToolResult { id, outcome: call.outcome, content });
    }
    items
}

/// What items that are calls of tools have in common.
struct Call<'a, 't> {
    name: Option<RawStr<'a>>,
    input: Option<Value<'a, 't>>,
    outcome: ToolOutcome,
    output: Option<Value<'a, 't>>,
}

fn outcome(status: Option<RawStr<'_>>, exit: Option<RawNumber<'_>>, has_error: bool) -> ToolOutcome {
    let is = |word: &str| status.is_some_and(|status| status == word);
    if is("declined") {
        ToolOutcome::Declined
    } else if has_error || is("failed") || exit.is_some_and(|exit| exit.to_u64() != Ok(0)) {
        ToolOutcome::Error
    } else if is("completed") {
        ToolOutcome::Ok
    } else {
        ToolOutcome::Unknown
    }
}

/// What a server's tool gave: its content, else what went wrong.
fn output<'a, 't>(call: McpToolCall<'a, 't>) -> Option<Value<'a, 't>> {
    let error = call.error().ok().and_then(|error| error.get("message"));
    error.or_else(|| object(call.object().get("result")).and_then(|result| result.get("content")))
}
