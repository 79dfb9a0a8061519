//! What the lines of Qwen Code's stream say, as items (sections 2 to 4): those of Claude Code, under their own label, but for the first line,
//! the result, and news.

use super::{Event, Init, RunResult, System};
use crate::KEYS;
use crate::ask::text;
use crate::claude_stream;
use crate::count::Counters;
use crate::dialect::Dialect;
use crate::item::{Item, ItemKind, Outcome, UsageScope};
use crate::items::Items;
use runlex_core::{Object, Pick};

pub(super) fn of<'a, 't>(event: Event<'a, 't>) -> Items<'a, 't> {
    match event {
        Event::Init(init) => of_init(init),
        Event::Result(result) => of_result(result),
        Event::System(system) => of_system(system),
        Event::Unknown(object) => Items::one(frame(object), ItemKind::Other(object)),
        Event::Assistant(_)
        | Event::User(_)
        | Event::StreamEvent(_)
        | Event::ControlRequest(_)
        | Event::ControlResponse(_)
        | Event::ControlCancelRequest(_) => {
            let mut items = claude_stream::Event::read(event.object()).items();
            items.frame.dialect = Dialect::QwenStream;
            items
        }
    }
}

fn frame<'a, 't>(line: Object<'a, 't>) -> Item<'a, 't> {
    const FRAME: Pick<2> = KEYS.pick(["session_id", "parent_tool_use_id"]);
    let [session, parent] = line.pick(&FRAME).map(text);
    Item { session, parent_tool_use: parent, ..Item::of(Dialect::QwenStream, line) }
}

fn of_init<'a, 't>(init: Init<'a, 't>) -> Items<'a, 't> {
    let [cwd, model] = [init.cwd().ok(), init.model().ok()];
    let frame = Item { model, ..frame(init.object()) };
    Items::one(frame, ItemKind::SessionStart { cwd, model, version: init.qwen_code_version().ok() })
}

fn of_system<'a, 't>(system: System<'a, 't>) -> Items<'a, 't> {
    let trigger = system.compact_metadata().ok().and_then(|data| text(data.get("trigger")));
    let kind = match system.subtype().ok() {
        Some(what) => ItemKind::Progress { what, text: trigger.or(text(system.data())) },
        None => ItemKind::Other(system.object()),
    };
    Items::one(frame(system.object()), kind)
}

fn of_result<'a, 't>(result: RunResult<'a, 't>) -> Items<'a, 't> {
    let said = result.result().ok();
    let error = result.error().ok().and_then(|error| text(error.get("message")));
    let outcome = result.outcome();
    let mut items = Items::new(frame(result.object()));
    items.whole = Some(ItemKind::Result {
        outcome,
        is_error: result.is_error(),
        text: if outcome == Outcome::Failed { error.or(said) } else { said.or(error) },
        duration_ms: result.duration_ms().ok(),
        num_turns: result.num_turns().ok(),
        cost_usd: None,
    });
    items.usage = result.usage().ok().map(|usage| ItemKind::Usage {
        counters: Counters::read(usage),
        scope: UsageScope::Run,
        cost_usd: None,
    });
    items
}
