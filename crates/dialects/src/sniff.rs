//! Which program printed a line. Only top-level keys count, never a search for text: a tool's output may quote anything.
//! Rules: `docs/formats/README.md`.

use crate::KEYS;
use crate::ask::{object, text};
use crate::dialect::Dialect;
use runlex_core::{Found, Object, Pick, RawStr, Value};

/// What one line tells of its dialect. The verdict is the run's: its first line that is sure decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hint {
    /// Printed by this program.
    Is(Dialect),
    /// Printed by this program as far as it goes, with low confidence: others may well print such lines. Counts only where
    /// no line of the run says more.
    Perhaps(Dialect),
    /// Printed by a program there is no module for.
    Foreign,
    /// Several programs print such lines.
    Open,
}

/// What `object` alone tells. One pass over what is noted of its top-level members, more for some lines.
pub fn sniff(object: Object<'_, '_>) -> Hint {
    let mut marks = Marks::nothing(object);
    marks.look_up();
    marks.hint()
}

/// Numbers the members, and prepares the look-up of all of them.
macro_rules! members {
    ($($(#[$doc:meta])* $member:ident = $name:literal,)*) => {
        /// A top-level member by which a line's dialect is told, or which nearly every line is asked for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Member {
            $($(#[$doc])* $member,)*
        }

        static MEMBERS: Pick<{ [$($name),*].len() }> = KEYS.pick([$($name),*]);
    };
}

members! {
    /// `type`
    Type = "type",
    /// `subtype`
    Subtype = "subtype",
    /// `message`
    Message = "message",
    /// `chunk`
    Chunk = "chunk",
    /// `session_id`
    SessionId = "session_id",
    /// `sessionId`
    SessionIdCamel = "sessionId",
    /// `sessionID`
    SessionIdCapital = "sessionID",
    /// `thread_id`
    ThreadId = "thread_id",
    /// `uuid`
    Uuid = "uuid",
    /// `timestamp`
    Timestamp = "timestamp",
    /// `timestamp_ms`
    TimestampMs = "timestamp_ms",
    /// `parent_tool_use_id`
    ParentToolUseId = "parent_tool_use_id",
    /// `subagent_tool_use_id`
    SubagentToolUseId = "subagent_tool_use_id",
    /// `agentId`
    AgentId = "agentId",
    /// `parentUuid`
    ParentUuid = "parentUuid",
    /// `isSidechain`
    IsSidechain = "isSidechain",
    /// `total_cost_usd`
    TotalCost = "total_cost_usd",
    /// `modelUsage`
    ModelUsage = "modelUsage",
    /// `request_id`
    RequestId = "request_id",
    /// `requestId`
    RequestIdCamel = "requestId",
    /// `isApiErrorMessage`
    IsApiErrorMessage = "isApiErrorMessage",
    /// `error`
    Error = "error",
    /// `steer`
    Steer = "steer",
    /// `metadata`
    Metadata = "metadata",
    /// `apiKeySource`
    ApiKeySource = "apiKeySource",
    /// `permissionMode`
    PermissionMode = "permissionMode",
    /// `claude_code_version`
    Version = "claude_code_version",
    /// `model`
    Model = "model",
    /// `tools`
    Tools = "tools",
}

impl Member {
    /// Its bit in a set.
    const fn bit(self) -> u32 {
        1 << self as u32
    }

    /// All of these as a set.
    pub const fn set<const N: usize>(members: [Member; N]) -> u32 {
        let (mut set, mut at) = (0, 0);
        while at < N {
            set |= members[at].bit();
            at += 1;
        }
        set
    }
}

/// A session, a line, a parent or a time of its own, in the words of any program.
const PLACE_OR_TIME: u32 = Member::set([
    Member::SessionId,
    Member::SubagentToolUseId,
    Member::Uuid,
    Member::Timestamp,
    Member::TimestampMs,
    Member::SessionIdCamel,
    Member::SessionIdCapital,
    Member::ThreadId,
    Member::ParentUuid,
    Member::IsSidechain,
]);

/// The members of a line by which its dialect is told, and what nearly every line is asked for: looked up once for all who ask.
#[derive(Clone, Copy, Debug)]
pub struct Marks<'a, 't> {
    found: Found<'a, 't>,
    name: Option<RawStr<'a>>,
    kind: LineKind,
    chunk_type: Option<Value<'a, 't>>,
}

impl<'a, 't> Marks<'a, 't> {
    /// What the line tells of its dialect: what [`sniff`] gives, for who asks the marks for more.
    pub fn hint(&self) -> Hint {
        crate::dialect::hint(self)
    }

    /// Nothing of this line, before [`look_up`](Self::look_up).
    #[inline(always)]
    pub fn nothing(line: Object<'a, 't>) -> Marks<'a, 't> {
        Marks { found: Found::nothing(line), name: None, kind: LineKind::Other, chunk_type: None }
    }

    /// Looks them up, in one pass over what is noted of the line's members: where the marks lie, because they are large.
    #[inline(always)]
    pub fn look_up(&mut self) {
        self.found.look_up(&MEMBERS);
        self.name = text(self.get(Member::Type));
        self.kind = LineKind::of(self.name);
        self.chunk_type = match self.kind {
            LineKind::Chunk => chunk_type(self.get(Member::Chunk)),
            _ => None,
        };
    }

    /// The line.
    #[inline]
    pub fn object(&self) -> Object<'a, 't> {
        self.found.object()
    }

    /// `type`, where it is a string.
    #[inline]
    pub fn name(&self) -> Option<RawStr<'a>> {
        self.name
    }

    /// `type`, where it is one that is read. Costs nothing more.
    #[inline]
    pub fn kind(&self) -> LineKind {
        self.kind
    }

    /// `type` of `chunk`, in a line of this type.
    #[inline]
    pub fn chunk_type(&self) -> Option<Value<'a, 't>> {
        self.chunk_type
    }

    /// Whether there is this member. Free.
    #[inline(always)]
    pub fn has(&self, member: Member) -> bool {
        self.has_any(member.bit())
    }

    /// Whether there is one of a [set](Member::set) of members. Free.
    #[inline(always)]
    pub fn has_any(&self, set: u32) -> bool {
        self.found.seen() & set != 0
    }

    /// The member's value.
    #[inline(always)]
    pub fn get(&self, member: Member) -> Option<Value<'a, 't>> {
        self.found.get(member as usize)
    }

    /// The member, where it is a string. Reads the string to its end.
    #[inline]
    pub fn text(&self, member: Member) -> Option<RawStr<'a>> {
        // Of most members there is none: that is told here, without a call.
        if self.has(member) { self.text_of(member) } else { None }
    }

    fn text_of(&self, member: Member) -> Option<RawStr<'a>> {
        text(self.get(member))
    }

    /// Whether `type` is this. For those that are read compare [`kind`](Self::kind).
    pub fn is(&self, name: &str) -> bool {
        self.name.is_some_and(|known| known == name)
    }

    /// Whether the line is `system` with this subtype.
    pub fn is_system(&self, subtype: &str) -> bool {
        self.kind == LineKind::System && self.text(Member::Subtype).is_some_and(|known| known == subtype)
    }

    /// Whether the line names a session, a line, a parent or a time of its own, in the words of any program.
    pub fn has_place_or_time(&self) -> bool {
        self.has_any(PLACE_OR_TIME)
    }

    /// Whether the session id is text that begins with `T-`.
    pub fn has_thread_session(&self) -> bool {
        let Some(id) = self.text(Member::SessionId) else { return false };
        if id.is_escaped() { id.chars().take(2).eq("T-".chars()) } else { id.raw().starts_with(b"T-") }
    }
}

#[inline]
fn chunk_type<'a, 't>(chunk: Option<Value<'a, 't>>) -> Option<Value<'a, 't>> {
    const TYPE: Pick<1> = KEYS.pick(["type"]);
    let [kind] = object(chunk)?.pick(&TYPE);
    kind
}

/// The types of lines that are read, whatever the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// `system`
    System,
    /// `assistant`
    Assistant,
    /// `user`
    User,
    /// `result`
    Result,
    /// `conversation_reset`
    ConversationReset,
    /// `progress`
    Progress,
    /// `chunk`
    Chunk,
    /// `message`
    Message,
    /// `done`
    Done,
    /// `error`
    Error,
    /// `turn.completed`
    TurnCompleted,
    /// `turn.failed`
    TurnFailed,
    /// `step_finish`
    StepFinish,
    /// Any other, or none.
    Other,
}

impl LineKind {
    const NAMED: [(&str, LineKind); 13] = [
        ("system", LineKind::System),
        ("assistant", LineKind::Assistant),
        ("user", LineKind::User),
        ("result", LineKind::Result),
        ("conversation_reset", LineKind::ConversationReset),
        ("progress", LineKind::Progress),
        ("chunk", LineKind::Chunk),
        ("message", LineKind::Message),
        ("done", LineKind::Done),
        ("error", LineKind::Error),
        ("turn.completed", LineKind::TurnCompleted),
        ("turn.failed", LineKind::TurnFailed),
        ("step_finish", LineKind::StepFinish),
    ];

    /// Printed by several programs, each with its own members.
    #[inline(always)]
    pub fn is_shared(self) -> bool {
        matches!(self, LineKind::System | LineKind::Assistant | LineKind::User | LineKind::Result)
    }

    #[inline(always)]
    fn of(name: Option<RawStr<'_>>) -> LineKind {
        let Some(name) = name else { return LineKind::Other };
        match name.raw() {
            b"system" => LineKind::System,
            b"assistant" => LineKind::Assistant,
            b"user" => LineKind::User,
            b"result" => LineKind::Result,
            b"conversation_reset" => LineKind::ConversationReset,
            b"progress" => LineKind::Progress,
            b"chunk" => LineKind::Chunk,
            b"message" => LineKind::Message,
            b"done" => LineKind::Done,
            b"error" => LineKind::Error,
            b"turn.completed" => LineKind::TurnCompleted,
            b"turn.failed" => LineKind::TurnFailed,
            b"step_finish" => LineKind::StepFinish,
            _ if !name.is_escaped() => LineKind::Other,
            _ => LineKind::of_escaped(name),
        }
    }

    #[cold]
    fn of_escaped(name: RawStr<'_>) -> LineKind {
        LineKind::NAMED.iter().find(|(known, _)| name == **known).map_or(LineKind::Other, |(_, kind)| *kind)
    }
}
