//! `codex exec --json` output. Every rule here is from `docs/formats/codex-exec.md`; sections are named at each.
//!
//! A run is a thread taken up for one turn. Lines have no session, time or model of their own: the first one names the thread. What
//! `turn.completed` states is the whole thread's so far, with all its earlier runs.

mod items;
mod views;

pub use views::*;

use crate::ask;
use crate::dialect::Dialect;
use crate::event::events;
use crate::item::UsageScope;
use crate::rule::{Counting, Part, RunEnd, RunRule};
use crate::sniff::{Hint, LineKind, Marks, Member};
use runlex_core::Object;

events! {
    /// One line of output (section 2).
    enum Event;

    /// An item is done.
    ItemCompleted(ItemLine) = "item.completed",
    /// An item begins.
    ItemStarted(ItemLine) = "item.started",
    /// An item goes on.
    ItemUpdated(ItemLine) = "item.updated",
    /// The first line, with the thread.
    ThreadStarted(ThreadStarted) = "thread.started",
    /// A turn begins.
    TurnStarted(TurnStarted) = "turn.started",
    /// The turn went well.
    TurnCompleted(TurnCompleted) = "turn.completed",
    /// The turn failed.
    TurnFailed(TurnFailed) = "turn.failed",
    /// Something went wrong; also the news that it is tried again.
    Error(Failure) = "error",
}

/// What was cached is in the input, and reasoning in the output (section 5, 2).
pub const COUNTING: Counting = Counting { cached: Part::Inside, reasoning: Part::Inside };

/// Section 5, 1: what a thread used is what it states last. An interrupted turn prints no end.
pub const RUNS: Option<RunRule> = Some(RunRule {
    end: RunEnd::Run,
    usage: &[UsageScope::Thread],
    is_of_session: true,
    name: "codex-thread",
    is_at_least: false,
});

/// The items of an [`Event`].
pub type Items<'a, 't> = crate::items::Items<'a, 't>;

impl<'a, 't> Event<'a, 't> {
    /// What the event says, piece by piece, in the order of the line.
    pub fn items(&self) -> Items<'a, 't> {
        items::of(*self)
    }
}

impl<'a, 't> ItemLine<'a, 't> {
    /// The item.
    pub fn details(&self) -> Option<Thing<'a, 't>> {
        self.item().ok().map(Thing::read)
    }
}

/// `item` of an item line (section 3).
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Thing<'a, 't> {
    /// `agent_message`: text of the agent.
    AgentMessage(TextItem<'a, 't>),
    /// `reasoning`
    Reasoning(TextItem<'a, 't>),
    /// `command_execution`
    CommandExecution(CommandExecution<'a, 't>),
    /// `file_change`
    FileChange(FileChange<'a, 't>),
    /// `mcp_tool_call`
    McpToolCall(McpToolCall<'a, 't>),
    /// `collab_tool_call`: work with sub-agents.
    CollabToolCall(CollabToolCall<'a, 't>),
    /// `web_search`
    WebSearch(WebSearch<'a, 't>),
    /// `todo_list`: all of it each time.
    TodoList(TodoList<'a, 't>),
    /// `plan`
    Plan(TextItem<'a, 't>),
    /// `error`: a warning; the run goes on.
    Error(ErrorItem<'a, 't>),
    /// Another type, or none.
    Unknown(Object<'a, 't>),
}

impl<'a, 't> Thing<'a, 't> {
    /// Reads the item. Never fails.
    pub fn read(object: Object<'a, 't>) -> Thing<'a, 't> {
        let Some(kind) = ask::text(object.get("type")) else { return Thing::Unknown(object) };
        let is = |name: &str| kind == name;
        if is("command_execution") {
            Thing::CommandExecution(CommandExecution(object))
        } else if is("agent_message") {
            Thing::AgentMessage(TextItem(object))
        } else if is("reasoning") {
            Thing::Reasoning(TextItem(object))
        } else if is("file_change") {
            Thing::FileChange(FileChange(object))
        } else if is("mcp_tool_call") {
            Thing::McpToolCall(McpToolCall(object))
        } else if is("collab_tool_call") {
            Thing::CollabToolCall(CollabToolCall(object))
        } else if is("web_search") {
            Thing::WebSearch(WebSearch(object))
        } else if is("todo_list") {
            Thing::TodoList(TodoList(object))
        } else if is("plan") {
            Thing::Plan(TextItem(object))
        } else if is("error") {
            Thing::Error(ErrorItem(object))
        } else {
            Thing::Unknown(object)
        }
    }
}

/// What one line tells of its dialect (section 1): a type with a dot whose first word is one of three. `error` alone is anyone's.
#[inline]
pub fn hint(marks: &Marks<'_, '_>) -> Hint {
    let is_own = match marks.kind() {
        LineKind::TurnCompleted | LineKind::TurnFailed => true,
        LineKind::Other => is_item(marks),
        _ => false,
    };
    if is_own { Hint::Is(Dialect::CodexExec) } else { Hint::Open }
}

fn is_item(marks: &Marks<'_, '_>) -> bool {
    let Some(name) = marks.name() else { return false };
    let begins = |word: &str| match name.is_escaped() {
        true => {
            let mut chars = name.chars();
            word.chars().all(|c| chars.next() == Some(c))
        }
        false => name.raw().starts_with(word.as_bytes()),
    };
    if begins("item.") {
        return ask::object(marks.object().get("item")).is_some();
    }
    begins("turn.") || begins("thread.") && marks.text(Member::ThreadId).is_some()
}
