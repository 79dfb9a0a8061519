//! A line, with what nearly every fold asks of it.

use super::day::{Day, Time};
use super::names::Name;
use crate::id::{IdKey, text};
use runlex_core::{Object, RawStr, Value};

#[derive(Clone, Copy)]
pub(super) struct Line<'a, 't> {
    pub(super) key: IdKey,
    pub(super) number: u64,
    pub(super) offset: u64,
    pub(super) object: Object<'a, 't>,
    pub(super) kind: Kind,
    pub(super) subtype: Option<RawStr<'a>>,
    pub(super) message: Option<Value<'a, 't>>,
    pub(super) chunk: Option<Value<'a, 't>>,
    /// The first session id that it carries.
    pub(super) session: Option<Name>,
    /// The call whose sub-agent speaks, or the sub-agent's own id.
    pub(super) agent: Option<RawStr<'a>>,
    pub(super) time: Option<Time<'a>>,
    pub(super) day: Day,
}

impl Line<'_, '_> {
    pub(super) fn is_init(&self) -> bool {
        self.kind == Kind::System && self.subtype.is_some_and(|subtype| subtype == "init")
    }
}

/// The types that some fold reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Assistant,
    User,
    System,
    Result,
    ConversationReset,
    Progress,
    Chunk,
    Message,
    Done,
    Error,
    TurnCompleted,
    TurnFailed,
    StepFinish,
    /// Any other, or none.
    Other,
}

impl Kind {
    pub(super) fn of(kind: Option<RawStr<'_>>) -> Kind {
        match kind {
            None => Kind::Other,
            Some(kind) if kind.is_escaped() => Kind::named(text(kind).as_bytes()),
            Some(kind) => Kind::named(kind.raw()),
        }
    }

    fn named(name: &[u8]) -> Kind {
        match name {
            b"assistant" => Kind::Assistant,
            b"user" => Kind::User,
            b"system" => Kind::System,
            b"result" => Kind::Result,
            b"conversation_reset" => Kind::ConversationReset,
            b"progress" => Kind::Progress,
            b"chunk" => Kind::Chunk,
            b"message" => Kind::Message,
            b"done" => Kind::Done,
            b"error" => Kind::Error,
            b"turn.completed" => Kind::TurnCompleted,
            b"turn.failed" => Kind::TurnFailed,
            b"step_finish" => Kind::StepFinish,
            _ => Kind::Other,
        }
    }
}
