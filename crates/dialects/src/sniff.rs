//! Which program printed a line. Only top-level keys count, never a search for text: a tool's output may quote anything.
//! Rules: `docs/formats/README.md`.

use crate::KEYS;
use crate::ask::text;
use crate::dialect::Dialect;
use runlex_core::{Object, Pick, RawStr, Value};

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

/// What `object` alone tells. Two passes over what is noted of its top-level members, more for some lines.
pub fn sniff(object: Object<'_, '_>) -> Hint {
    Marks::read(object).hint()
}

/// The members of a line by which its dialect is told: what nearly every line is asked for, looked up once for all dialects, and
/// of the others whether they are there.
#[derive(Clone, Copy, Debug)]
pub struct Marks<'a, 't> {
    /// The line.
    pub object: Object<'a, 't>,
    /// `type`, where it is a string.
    pub kind: Option<RawStr<'a>>,
    /// `type`, where it is one of those that several programs share.
    pub shared: Option<Shared>,
    /// `chunk`
    pub chunk: Option<Value<'a, 't>>,
    /// Whether there is `subtype`.
    pub has_subtype: bool,
    /// Whether there is `session_id`.
    pub has_session_id: bool,
    /// Whether there is `subagent_tool_use_id`.
    pub has_subagent_tool_use_id: bool,
    /// Whether there is `uuid`.
    pub has_uuid: bool,
    /// Whether there is `timestamp`.
    pub has_timestamp: bool,
    /// Whether there is `timestamp_ms`.
    pub has_timestamp_ms: bool,
    /// Whether there is `sessionId`.
    pub has_session_id_camel: bool,
    /// Whether there is `sessionID`.
    pub has_session_id_capital: bool,
    /// Whether there is `thread_id`.
    pub has_thread_id: bool,
    /// Whether there is `parentUuid`.
    pub has_parent_uuid: bool,
    /// Whether there is `isSidechain`.
    pub has_is_sidechain: bool,
}

impl<'a, 't> Marks<'a, 't> {
    /// What the line tells of its dialect: what [`sniff`] gives, for who asks the marks for more.
    pub fn hint(&self) -> Hint {
        crate::dialect::hint(self)
    }

    /// Looks them up, in two passes over what is noted of the line's members.
    #[inline]
    pub fn read(object: Object<'a, 't>) -> Marks<'a, 't> {
        const VALUES: Pick<2> = KEYS.pick(["type", "chunk"]);
        const PRESENT: Pick<11> = KEYS.pick([
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
        let [kind, chunk] = object.pick(&VALUES);
        let [
            has_subtype,
            has_session_id,
            has_subagent_tool_use_id,
            has_uuid,
            has_timestamp,
            has_timestamp_ms,
            has_session_id_camel,
            has_session_id_capital,
            has_thread_id,
            has_parent_uuid,
            has_is_sidechain,
        ] = object.has(&PRESENT);
        let kind = text(kind);
        Marks {
            object,
            kind,
            shared: kind.and_then(Shared::of),
            chunk,
            has_subtype,
            has_session_id,
            has_subagent_tool_use_id,
            has_uuid,
            has_timestamp,
            has_timestamp_ms,
            has_session_id_camel,
            has_session_id_capital,
            has_thread_id,
            has_parent_uuid,
            has_is_sidechain,
        }
    }

    /// `subtype`, where it is a string.
    pub fn subtype(&self) -> Option<RawStr<'a>> {
        const SUBTYPE: Pick<1> = KEYS.pick(["subtype"]);
        if self.has_subtype { self.text_of(&SUBTYPE) } else { None }
    }

    /// `timestamp`, where it is a string.
    pub fn timestamp(&self) -> Option<RawStr<'a>> {
        const TIME: Pick<1> = KEYS.pick(["timestamp"]);
        if self.has_timestamp { self.text_of(&TIME) } else { None }
    }

    fn text_of(&self, name: &Pick<1>) -> Option<RawStr<'a>> {
        let [value] = self.object.pick(name);
        text(value)
    }

    /// Whether `type` is this. For the shared types compare [`shared`](Self::shared), which costs nothing more.
    pub fn is(&self, kind: &str) -> bool {
        self.kind.is_some_and(|known| known == kind)
    }

    /// Whether the line is `system` with this subtype.
    pub fn is_system(&self, subtype: &str) -> bool {
        self.shared == Some(Shared::System) && self.subtype().is_some_and(|known| known == subtype)
    }

    /// Whether the line names a session, a line, a parent or a time of its own, in the words of any program.
    pub fn has_place_or_time(&self) -> bool {
        self.has_session_id
            || self.has_subagent_tool_use_id
            || self.has_uuid
            || self.has_timestamp
            || self.has_timestamp_ms
            || self.has_session_id_camel
            || self.has_session_id_capital
            || self.has_thread_id
            || self.has_parent_uuid
            || self.has_is_sidechain
    }

    /// Whether the session id is text that begins with `T-`.
    pub fn has_thread_session(&self) -> bool {
        const SESSION: Pick<1> = KEYS.pick(["session_id"]);
        let Some(id) = self.text_of(&SESSION) else { return false };
        if id.is_escaped() { id.chars().take(2).eq("T-".chars()) } else { id.raw().starts_with(b"T-") }
    }
}

/// The types of lines that several programs share, each with its own members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shared {
    /// `system`
    System,
    /// `assistant`
    Assistant,
    /// `user`
    User,
    /// `result`
    Result,
}

impl Shared {
    fn of(kind: RawStr<'_>) -> Option<Shared> {
        match kind.raw() {
            b"system" => Some(Shared::System),
            b"assistant" => Some(Shared::Assistant),
            b"user" => Some(Shared::User),
            b"result" => Some(Shared::Result),
            _ if !kind.is_escaped() => None,
            _ => {
                let known = [
                    ("system", Shared::System),
                    ("assistant", Shared::Assistant),
                    ("user", Shared::User),
                    ("result", Shared::Result),
                ];
                known.iter().find(|(name, _)| kind == *name).map(|(_, shared)| *shared)
            }
        }
    }
}
