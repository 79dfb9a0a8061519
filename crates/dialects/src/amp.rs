//! Amp `--stream-json` output. Every rule here is from `docs/formats/amp.md`; sections are named at each.

use crate::KEYS;
use crate::block::{Blocks, Content, ContentBlock};
use crate::count::Counters;
use crate::item::{Item, ItemKind, UsageScope};
use crate::sniff::{Dialect, Hint};
use crate::view::view;
use runlex_core::{Field, Object, Pick, RawStr, Type, Value};

/// One line of Amp's output (section 3).
#[derive(Clone, Copy, Debug)]
pub enum Event<'a, 't> {
    /// `system` / `init`: the first line of a process.
    Init(Init<'a, 't>),
    /// `system` / `subagent_finished`.
    SubagentFinished(SubagentFinished<'a, 't>),
    /// `system` / `error_during_execution` or `error_max_turns`. Not the end of the run.
    SystemError(SystemError<'a, 't>),
    /// `user`: a prompt's echo, tool results, or the report of a background sub-agent.
    User(User<'a, 't>),
    /// `assistant`: one whole message of the model.
    Assistant(Assistant<'a, 't>),
    /// `result`: the only sign that the run is over.
    Result(RunResult<'a, 't>),
    /// A type or subtype that this module does not know.
    Unknown(Object<'a, 't>),
}

impl<'a, 't> Event<'a, 't> {
    /// Reads the event from its line. Never fails.
    pub fn read(object: Object<'a, 't>) -> Event<'a, 't> {
        const EVENT: Pick<2> = KEYS.pick(["type", "subtype"]);
        let [kind, subtype] = object.pick(&EVENT);
        let Some(kind) = text(kind) else { return Event::Unknown(object) };
        if kind == "assistant" {
            return Event::Assistant(Assistant(object));
        }
        if kind == "user" {
            return Event::User(User(object));
        }
        if kind == "result" {
            return Event::Result(RunResult(object));
        }
        if kind == "system"
            && let Some(subtype) = text(subtype)
        {
            if subtype == "init" {
                return Event::Init(Init(object));
            }
            if subtype == "subagent_finished" {
                return Event::SubagentFinished(SubagentFinished(object));
            }
            if subtype == "error_during_execution" || subtype == "error_max_turns" {
                return Event::SystemError(SystemError(object));
            }
        }
        Event::Unknown(object)
    }

    /// The object of the line.
    pub fn object(&self) -> Object<'a, 't> {
        match self {
            Event::Init(view) => view.0,
            Event::SubagentFinished(view) => view.0,
            Event::SystemError(view) => view.0,
            Event::User(view) => view.0,
            Event::Assistant(view) => view.0,
            Event::Result(view) => view.0,
            Event::Unknown(object) => *object,
        }
    }

    /// What the event says, piece by piece, in the order of the line; a message's usage follows its blocks.
    pub fn items(&self) -> Items<'a, 't> {
        Items::new(*self)
    }
}

view! {
    /// `system` / `init` (section 3.1).
    Init {
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
}

view! {
    /// `system` / `subagent_finished` (section 3.4): a background sub-agent stopped.
    SubagentFinished {
        /// The call that started it.
        tool_use_id: string,
        /// `completed`, `failed`, `cancelled`, or what comes later.
        status: string,
        /// The session.
        session_id: string,
    }
}

view! {
    /// `system` / `error_*` (section 3.5).
    SystemError {
        /// What went wrong.
        error: string,
        /// The session.
        session_id: string,
    }
}

view! {
    /// `user` (section 3.2).
    User {
        /// `role` and `content`.
        message: object,
        /// The call whose sub-agent this is for; null or missing on the top level.
        parent_tool_use_id: string,
        /// Set on the report of a background sub-agent that ended.
        subagent_tool_use_id: string,
        /// The session.
        session_id: string,
    }
}

impl<'a, 't> User<'a, 't> {
    /// The message's content; an empty array when it was only images.
    pub fn content(&self) -> Content<'a, 't> {
        Content::of(self.message().ok().and_then(|message| message.get("content")))
    }
}

view! {
    /// `assistant` (section 3.3): a whole message with all its blocks.
    Assistant {
        /// `content`, `stop_reason`, `usage`; older builds also `id` and `model`.
        message: object,
        /// The call whose sub-agent wrote it; null or missing on the top level.
        parent_tool_use_id: string,
        /// The session.
        session_id: string,
    }
}

impl<'a, 't> Assistant<'a, 't> {
    /// The message.
    pub fn details(&self) -> Option<Message<'a, 't>> {
        self.message().ok().map(Message)
    }
}

view! {
    /// `message` of an [`Assistant`] line.
    Message {
        /// Older builds only.
        id: string,
        /// Older builds only.
        model: string,
        /// `end_turn`, `tool_use`, ...; null when the message was not completed.
        stop_reason: string,
        /// Token counters of this message.
        usage: object,
        /// Read it with [`content`](Self::content).
        raw_content = "content": any,
    }
}

impl<'a, 't> Message<'a, 't> {
    /// The blocks; an empty array when thinking was left out.
    pub fn content(&self) -> Content<'a, 't> {
        Content::of(self.raw_content())
    }
}

view! {
    /// `result` (section 3.6): the last line of a run.
    RunResult {
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

impl RunResult<'_, '_> {
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

/// The items of an [`Event`].
#[derive(Clone, Copy)]
pub struct Items<'a, 't> {
    /// What the items have in common.
    frame: Item<'a, 't>,
    /// The role whose text blocks these are.
    role: Role,
    blocks: Blocks<'a, 't>,
    next_block: u32,
    /// A content that is a plain string, or an event of one item.
    single: Option<ItemKind<'a, 't>>,
    usage: Option<ItemKind<'a, 't>>,
}

#[derive(Clone, Copy)]
enum Role {
    User,
    Assistant,
}

impl<'a, 't> Items<'a, 't> {
    fn new(event: Event<'a, 't>) -> Items<'a, 't> {
        let object = event.object();
        const FRAME: Pick<2> = KEYS.pick(["session_id", "parent_tool_use_id"]);
        let [session, parent] = object.pick(&FRAME);
        let mut items = Items {
            frame: Item {
                dialect: Dialect::Amp,
                session: text(session),
                parent_tool_use: text(parent),
                message_id: None,
                block: None,
                kind: ItemKind::Other(object),
            },
            role: Role::User,
            blocks: Content::Missing.blocks(),
            next_block: 0,
            single: None,
            usage: None,
        };
        match event {
            Event::Init(init) => items.single = Some(ItemKind::SessionStart { cwd: init.cwd().ok() }),
            Event::SubagentFinished(finished) => {
                items.single = text(finished.0.get("subtype")).map(ItemKind::Progress);
            }
            Event::SystemError(error) => {
                items.single = Some(ItemKind::Error { message: error.error().ok() });
            }
            Event::User(user) => items.fill(user.content()),
            Event::Assistant(assistant) => {
                items.role = Role::Assistant;
                if let Some(message) = assistant.details() {
                    items.frame.message_id = message.id().ok();
                    items.fill(message.content());
                    items.usage = message.usage().ok().map(|usage| ItemKind::Usage {
                        counters: Counters::read(usage),
                        scope: UsageScope::Message,
                    });
                }
            }
            Event::Result(result) => {
                let [said, error] = [result.result().ok(), result.error().ok()];
                items.single = Some(ItemKind::Result {
                    is_error: result.is_error(),
                    // A failed run may print an empty result beside its error.
                    text: if result.failed() { error.or(said) } else { said.or(error) },
                    duration_ms: result.duration_ms().ok(),
                    num_turns: result.num_turns().ok(),
                });
                items.usage = result
                    .usage()
                    .ok()
                    .map(|usage| ItemKind::Usage { counters: Counters::read(usage), scope: UsageScope::Run });
            }
            Event::Unknown(object) => items.single = Some(ItemKind::Other(object)),
        }
        items
    }

    fn fill(&mut self, content: Content<'a, 't>) {
        self.blocks = content.blocks();
        if let Content::Text(text) = content {
            self.single = Some(self.role.text(text));
        }
    }

    fn block(&self, block: ContentBlock<'a, 't>) -> ItemKind<'a, 't> {
        match block {
            ContentBlock::Text(block) => match block.text().ok() {
                Some(text) => self.role.text(text),
                None => ItemKind::Other(block.object()),
            },
            ContentBlock::Thinking(block) => ItemKind::Thinking(block.thinking().ok()),
            ContentBlock::RedactedThinking(_) => ItemKind::Thinking(None),
            ContentBlock::ToolUse(block) => {
                const CALL: Pick<3> = KEYS.pick(["id", "name", "input"]);
                let [id, name, input] = block.object().pick(&CALL);
                ItemKind::ToolCall { id: text(id), name: text(name), input }
            }
            ContentBlock::ToolResult(block) => {
                const RESULT: Pick<3> = KEYS.pick(["tool_use_id", "is_error", "content"]);
                let [id, is_error, content] = block.object().pick(&RESULT);
                ItemKind::ToolResult {
                    id: text(id),
                    is_error: Field::of(is_error, Value::bool).or(false),
                    content: Content::of(content),
                }
            }
            ContentBlock::Image(block) => ItemKind::Other(block.object()),
            ContentBlock::Unknown(object) => ItemKind::Other(object),
            ContentBlock::NotObject(value) => ItemKind::OtherValue(value),
        }
    }
}

impl Role {
    fn text<'a, 't>(self, text: RawStr<'a>) -> ItemKind<'a, 't> {
        match self {
            Role::User => ItemKind::UserText(text),
            Role::Assistant => ItemKind::AssistantText(text),
        }
    }
}

impl<'a, 't> Iterator for Items<'a, 't> {
    type Item = Item<'a, 't>;

    fn next(&mut self) -> Option<Item<'a, 't>> {
        if let Some(kind) = self.single.take() {
            return Some(Item { kind, ..self.frame });
        }
        if let Some(block) = self.blocks.next() {
            let index = self.next_block;
            self.next_block += 1;
            return Some(Item { kind: self.block(block), block: Some(index), ..self.frame });
        }
        let kind = self.usage.take()?;
        Some(Item { kind, ..self.frame })
    }
}

/// What one line tells of its dialect (section 8, and `docs/formats/README.md` for the others).
pub fn hint(object: Object<'_, '_>) -> Hint {
    let [kind, subtype, session, subagent, never_amp @ ..] = object.pick(&HINTS);
    if never_amp.iter().any(Option::is_some) {
        return Hint::Foreign;
    }
    let Some(kind) = text(kind) else { return Hint::Open };
    let init = kind == "system" && is_text(subtype, "init");
    if init && object.pick(&CLAUDE_INIT).iter().any(Option::is_some) {
        return Hint::Foreign;
    }
    if subagent.is_some() || (kind == "system" && is_text(subtype, "subagent_finished")) {
        return Hint::Is(Dialect::Amp);
    }
    if text(session).is_some_and(|id| id.chars().take(2).eq("T-".chars())) {
        return Hint::Is(Dialect::Amp);
    }
    if kind == "assistant" {
        let message = Field::of(object.get("message"), Value::object).ok();
        return match message.map(|message| message.pick(&MESSAGE)) {
            Some([None, None, Some(usage)]) if has_max_tokens(usage) => Hint::Is(Dialect::Amp),
            _ => Hint::Open,
        };
    }
    if kind == "result" {
        let [cost, models, request, error] = object.pick(&RESULT);
        return if cost.is_some() || models.is_some() || request.is_some() {
            Hint::Foreign
        } else if error.is_some_and(|error| error.kind() == Type::String) {
            Hint::Is(Dialect::Amp)
        } else {
            Hint::Open
        };
    }
    let foreign = AFK_TYPES.iter().any(|name| kind == *name) || kind.chars().any(|c| c == '.');
    if foreign { Hint::Foreign } else { Hint::Open }
}

/// Types that AFK alone prints; types with a dot are Codex's.
const AFK_TYPES: [&str; 6] = ["chunk", "done", "paused", "resumed", "stream_retry", "panel"];

/// What tells of the dialect; from the fifth on, members that Amp never prints and another program does: no line of Amp has
/// an id or a time of its own.
const HINTS: Pick<12> = KEYS.pick([
    "type",
    "subtype",
    "session_id",
    "subagent_tool_use_id",
    "uuid",
    "timestamp",
    "timestamp_ms",
    "sessionId",
    "sessionID",
    "thread_id",
    "parentUuid",
    "isSidechain",
]);
const MESSAGE: Pick<3> = KEYS.pick(["id", "model", "usage"]);
const RESULT: Pick<4> = KEYS.pick(["total_cost_usd", "modelUsage", "request_id", "error"]);
/// Members of a Claude Code or Cursor init that Amp's never has.
const CLAUDE_INIT: Pick<4> = KEYS.pick(["model", "apiKeySource", "permissionMode", "claude_code_version"]);

fn has_max_tokens(usage: Value<'_, '_>) -> bool {
    usage.object().ok().is_some_and(|usage| usage.get("max_tokens").is_some())
}

fn text<'a>(value: Option<Value<'a, '_>>) -> Option<RawStr<'a>> {
    Field::of(value, Value::string).ok()
}

fn is_text(value: Option<Value<'_, '_>>, want: &str) -> bool {
    text(value).is_some_and(|text| text == want)
}
