//! Amp `--stream-json` output. Every rule here is from `docs/formats/amp.md`; sections are named at each.

use crate::KEYS;
use crate::ask::{object, text};
use crate::block::Content;
use crate::count::Counters;
use crate::denial::Denials;
use crate::dialect::Dialect;
use crate::event::events;
use crate::item::{Item, ItemKind, Outcome, UsageScope};
use crate::items::Speaker;
use crate::message;
use crate::rule::{Counting, Part, RunRule};
use crate::sniff::{Hint, LineKind, Marks, Member};
use crate::view::views;
use runlex_core::{Field, Pick};

events! {
    /// One line of Amp's output (section 3).
    enum Event;

    /// One whole message of the model.
    Assistant(Assistant) = "assistant",
    /// A prompt's echo, tool results, or the report of a background sub-agent.
    User(User) = "user",
    /// The only sign that the run is over.
    Result(RunResult) = "result",
    /// The first line of a process.
    Init(Init) = "system" / "init",
    /// A background sub-agent stopped.
    SubagentFinished(SubagentFinished) = "system" / "subagent_finished",
    /// Not the end of the run.
    SystemError(SystemError) = "system" / "error_during_execution" | "error_max_turns",
}

views! {
    /// Every view of this dialect with the members that it knows.
    const FIELDS;

    /// `system` / `init` (section 3.1).
    Init["type", "subtype"] {
        /// Working directory.
        cwd: string,
        /// `T-` and a UUID.
        session_id: string,
        /// Names of the tools on offer.
        tools: array,
        /// Objects with `name` and `status`; an empty array does not prove that there are none.
        mcp_servers: array,
        /// Newest builds only.
        agent_mode: string,
        /// Background sub-agents that still run; objects with `tool_use_id` and `description`. Newest builds only.
        subagents: array,
    }

    /// `system` / `subagent_finished` (section 3.4): a background sub-agent stopped.
    SubagentFinished["type", "subtype"] {
        /// The call that started it.
        tool_use_id: string,
        /// `completed`, `failed`, `cancelled`, or what comes later.
        status: string,
        /// The session.
        session_id: string,
    }

    /// `system` / `error_*` (section 3.5).
    SystemError["type", "subtype"] {
        /// What went wrong.
        error: string,
        /// The session.
        session_id: string,
    }

    /// `user` (section 3.2).
    User["type"] {
        /// `role` and `content`.
        message: object,
        /// The call whose sub-agent this is for; null or missing on the top level.
        parent_tool_use_id: string,
        /// Set on the report of a background sub-agent that ended.
        subagent_tool_use_id: string,
        /// The session.
        session_id: string,
    }

    /// `assistant` (section 3.3): a whole message with all its blocks.
    Assistant["type"] {
        /// `content`, `stop_reason`, `usage`; older builds also `id` and `model`.
        message: object,
        /// The call whose sub-agent wrote it; null or missing on the top level.
        parent_tool_use_id: string,
        /// The session.
        session_id: string,
    }

    /// `message` of an [`Assistant`] line.
    Message["type", "role"] {
        /// Older builds only.
        id: string,
        /// Older builds only.
        model: string,
        /// `end_turn`, `tool_use`, ...; null when the message was not completed.
        stop_reason: string,
        /// Older builds only.
        stop_sequence: string,
        /// Token counters of this message.
        usage: object,
        /// Read it with [`content`](Self::content).
        raw_content = "content": any,
    }

    /// `result` (section 3.6): the last line of a run.
    RunResult["type"] {
        /// `success`, `error_during_execution`, `error_max_turns`, `error`, or what comes later.
        subtype: string,
        /// Decides success; see [`failed`](Self::failed).
        is_error: bool,
        /// Wall clock in milliseconds.
        duration_ms: number,
        /// Newest builds only.
        duration_api_ms: number,
        /// Informative: of the process or of the whole thread, by version.
        num_turns: number,
        /// The final text.
        result: string,
        /// What went wrong.
        error: string,
        /// The session.
        session_id: string,
        /// A summary of the run's messages; never add it to them.
        usage: object,
        /// Names of refused tools.
        permission_denials: array,
    }
}

impl<'a, 't> User<'a, 't> {
    /// The message's content; an empty array when it was only images.
    pub fn content(&self) -> Content<'a, 't> {
        Content::of(self.message().ok().and_then(|message| message.get("content")))
    }
}

impl<'a, 't> Assistant<'a, 't> {
    /// The message.
    pub fn details(&self) -> Option<Message<'a, 't>> {
        self.message().ok().map(Message)
    }
}

impl<'a, 't> Message<'a, 't> {
    /// The blocks; an empty array when thinking was left out.
    pub fn content(&self) -> Content<'a, 't> {
        Content::of(self.raw_content())
    }
}

impl<'a, 't> RunResult<'a, 't> {
    /// What was refused.
    pub fn denials(&self) -> Denials<'a, 't> {
        Denials::of(self.permission_denials().ok())
    }

    /// True when the run failed: by `is_error`, and only where that is no truth value by a subtype other than
    /// `success` (section 3.6). Success is never inferred from silence.
    pub fn failed(&self) -> bool {
        match self.is_error() {
            Field::Is(is_error) => is_error,
            Field::Missing | Field::Null | Field::Wrong(_) => {
                !self.subtype().ok().is_some_and(|subtype| subtype == "success")
            }
        }
    }
}

/// What was cached stands beside the input; reasoning is in the output.
pub const COUNTING: Counting = Counting { cached: Part::Outside, reasoning: Part::Inside };

/// Reports know these lines themselves.
pub const RUNS: Option<RunRule> = None;

/// The items of an [`Event`].
pub type Items<'a, 't> = crate::items::Items<'a, 't>;

impl<'a, 't> Event<'a, 't> {
    /// What the event says, piece by piece, in the order of the line; a message's usage follows its blocks.
    pub fn items(&self) -> Items<'a, 't> {
        let line = self.object();
        const LINE: Pick<3> = KEYS.pick(["session_id", "parent_tool_use_id", "message"]);
        let [session, parent_tool_use, message] = line.pick(&LINE);
        let frame = Item {
            session: text(session),
            parent_tool_use: text(parent_tool_use),
            ..Item::of(Dialect::Amp, line)
        };
        let mut items = Items::new(frame);
        match self {
            Event::Init(init) => {
                items.whole =
                    Some(ItemKind::SessionStart { cwd: init.cwd().ok(), model: None, version: None });
            }
            Event::SubagentFinished(finished) => {
                items.whole = text(line.get("subtype"))
                    .map(|what| ItemKind::Progress { what, text: finished.status().ok() });
            }
            Event::SystemError(error) => {
                items.whole =
                    Some(ItemKind::Error { message: error.error().ok(), code: text(line.get("subtype")) });
            }
            Event::User(user) => {
                let injected = user.subagent_tool_use_id().ok().is_some();
                items.say_message(Speaker::User { injected, bare: false }, message);
            }
            Event::Assistant(_) => {
                message::fill(&mut items, message);
            }
            Event::Result(result) => {
                let [said, error] = [result.result().ok(), result.error().ok()];
                let failed = result.failed();
                items.whole = Some(ItemKind::Result {
                    outcome: if failed { Outcome::Failed } else { Outcome::Ok },
                    is_error: result.is_error(),
                    // A failed run may print an empty result beside its error.
                    text: if failed { error.or(said) } else { said.or(error) },
                    duration_ms: result.duration_ms().ok(),
                    num_turns: result.num_turns().ok(),
                    cost_usd: None,
                });
                items.usage = result.usage().ok().map(|usage| ItemKind::Usage {
                    counters: Counters::read(usage),
                    scope: UsageScope::Run,
                    cost_usd: None,
                });
            }
            Event::Unknown(object) => items.whole = Some(ItemKind::Other(*object)),
        }
        items
    }
}

/// What one line tells of its dialect (section 8, and `docs/formats/README.md` for the order of all dialects).
#[inline]
pub fn hint(marks: &Marks<'_, '_>) -> Hint {
    /// Members of a Claude Code or Cursor init that Amp's never has.
    const CLAUDE_INIT: u32 =
        Member::set([Member::Model, Member::ApiKeySource, Member::PermissionMode, Member::Version]);
    /// Members of a Claude Code or Cursor result that Amp's never has.
    const CLAUDE_RESULT: u32 = Member::set([Member::TotalCost, Member::ModelUsage, Member::RequestId]);
    if marks.name().is_none() || marks.has(Member::Uuid) {
        return Hint::Open;
    }
    if marks.kind() == LineKind::System {
        if marks.has_any(CLAUDE_INIT) && marks.is_system("init") {
            return Hint::Open;
        }
        if marks.is_system("subagent_finished") {
            return AMP;
        }
    }
    let is_own = marks.has(Member::SubagentToolUseId)
        || marks.has_thread_session()
        || match marks.kind() {
            LineKind::Assistant => is_message(marks),
            LineKind::Result => !marks.has_any(CLAUDE_RESULT) && marks.text(Member::Error).is_some(),
            _ => false,
        };
    if is_own { AMP } else { Hint::Open }
}

const AMP: Hint = Hint::Is(Dialect::Amp);

/// A message without an id and a model, whose usage has a member of Amp's.
fn is_message(marks: &Marks<'_, '_>) -> bool {
    const MESSAGE: Pick<3> = KEYS.pick(["id", "model", "usage"]);
    const MOST: Pick<1> = KEYS.pick(["max_tokens"]);
    match object(marks.get(Member::Message)).map(|message| message.pick(&MESSAGE)) {
        Some([None, None, usage]) => object(usage).is_some_and(|usage| usage.has(&MOST) == [true]),
        _ => false,
    }
}
