//! What the lines of Gemini CLI's stream say, as items (sections 2 and 3).

use super::{Event, RunResult, ToolResult};
use crate::KEYS;
use crate::ask::{object, text};
use crate::block::Content;
use crate::count::Counters;
use crate::dialect::Dialect;
use crate::item::{Item, ItemKind, Outcome, ToolOutcome, UsageScope};
use crate::items::Items;
use crate::time::{TimeOrigin, Timestamp};
use runlex_core::{Field, Object, Pick, RawStr};

pub(super) fn of<'a, 't>(event: Event<'a, 't>) -> Items<'a, 't> {
    const LINE: Pick<1> = KEYS.pick(["timestamp"]);
    let line = event.object();
    let [timestamp] = line.pick(&LINE);
    let timestamp = Timestamp::text(timestamp, TimeOrigin::Line);
    let mut items = Items::new(Item { timestamp, ..Item::of(Dialect::Gemini, line) });
    items.whole = Some(match event {
        Event::Message(message) => {
            let role = message.role().ok();
            let is = |name: &str| role.is_some_and(|role| role == name);
            match message.content().ok() {
                Some(text) if is("user") => ItemKind::UserText { text, injected: false },
                Some(text) if is("assistant") => {
                    items.frame.piece = message.delta().or(false);
                    ItemKind::AssistantText(text)
                }
                _ => ItemKind::Other(line),
            }
        }
        Event::ToolUse(call) => ItemKind::ToolCall {
            id: call.tool_id().ok(),
            name: call.tool_name().ok(),
            input: call.object().get("parameters"),
        },
        Event::ToolResult(result) => ItemKind::ToolResult {
            id: result.tool_id().ok(),
            outcome: outcome(result.status().ok()),
            content: output(result),
        },
        Event::Init(init) => {
            let model = init.model().ok();
            items.frame.session = init.session_id().ok();
            items.frame.model = model;
            ItemKind::SessionStart { cwd: None, model, version: None }
        }
        Event::Error(failure) => {
            ItemKind::Error { message: failure.message().ok(), code: failure.severity().ok() }
        }
        Event::Result(result) => return ended(items, result),
        Event::Unknown(object) => ItemKind::Other(object),
    });
    items
}

fn outcome(status: Option<RawStr<'_>>) -> ToolOutcome {
    let is = |name: &str| status.is_some_and(|status| status == name);
    if is("success") {
        ToolOutcome::Ok
    } else if is("error") {
        ToolOutcome::Error
    } else {
        ToolOutcome::Unknown
    }
}

/// What it gave, else what went wrong.
fn output<'a, 't>(result: ToolResult<'a, 't>) -> Content<'a, 't> {
    let why = || result.error().ok().and_then(|error| error.get("message"));
    Content::of(result.object().get("output").or_else(why))
}

fn ended<'a, 't>(mut items: Items<'a, 't>, result: RunResult<'a, 't>) -> Items<'a, 't> {
    let stats = result.details();
    let outcome = match outcome(result.status().ok()) {
        ToolOutcome::Ok => Outcome::Ok,
        ToolOutcome::Error => Outcome::Failed,
        _ => Outcome::Unknown,
    };
    items.whole = Some(ItemKind::Result {
        outcome,
        is_error: Field::Missing,
        text: result.error().ok().and_then(|error| text(error.get("message"))),
        duration_ms: stats.and_then(|stats| stats.duration_ms().ok()),
        num_turns: None,
        cost_usd: None,
    });
    let Some(stats) = stats else { return items };
    match stats.models().ok().filter(|models| is_sum_of(stats.object(), *models)) {
        Some(models) => items.by_model(models, |model| Some((Counters::read_gemini(model), None))),
        None => {
            let counters = Counters::read_gemini(stats.object());
            let is_told = counters != Counters::default();
            items.usage =
                is_told.then_some(ItemKind::Usage { counters, scope: UsageScope::Run, cost_usd: None });
        }
    }
    items
}

/// Whether the figures are those of these models together, so that they can be told one by one.
fn is_sum_of(stats: Object<'_, '_>, models: Object<'_, '_>) -> bool {
    let figures = |stats| Counters::read_gemini(stats).all_five().map(|count| u128::from(count.or_zero()));
    let mut sum = [0_u128; 5];
    let mut has_any = false;
    for (_, model) in models.members() {
        let Some(model) = object(Some(model)) else { continue };
        has_any = true;
        sum.iter_mut().zip(figures(model)).for_each(|(sum, count)| *sum += count);
    }
    has_any && sum == figures(stats)
}
