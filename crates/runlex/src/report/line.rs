//! A line, with what nearly every fold asks of it.

use super::day::{Day, Time};
use super::names::Name;
use crate::id::IdKey;
use runlex_core::{Object, RawStr, Value};
pub(super) use runlex_dialects::LineKind as Kind;
use runlex_dialects::{Dialect, Marks, Member};

#[derive(Clone, Copy)]
pub(super) struct Line<'a, 't> {
    pub(super) key: IdKey,
    pub(super) number: u64,
    pub(super) offset: u64,
    pub(super) marks: &'t Marks<'a, 't>,
    pub(super) subtype: Option<RawStr<'a>>,
    /// The first session id that it carries.
    pub(super) session: Option<Name>,
    /// The call whose sub-agent speaks, or the sub-agent's own id.
    pub(super) agent: Option<RawStr<'a>>,
    pub(super) time: Option<Time<'a>>,
    pub(super) day: Day,
    /// The dialect that the line is sure of, where reports know its lines only as items.
    pub(super) heard_in: Option<Dialect>,
    /// It begins a run, by its items.
    pub(super) starts: bool,
}

impl<'a, 't> Line<'a, 't> {
    #[inline(always)]
    pub(super) fn object(&self) -> Object<'a, 't> {
        self.marks.object()
    }

    #[inline(always)]
    pub(super) fn kind(&self) -> Kind {
        self.marks.kind()
    }

    #[inline(always)]
    pub(super) fn get(&self, member: Member) -> Option<Value<'a, 't>> {
        self.marks.get(member)
    }

    /// When it was written, in milliseconds since 1970.
    pub(super) fn time_ms(&self) -> Option<i64> {
        self.time.and_then(Time::ms)
    }

    pub(super) fn is_init(&self) -> bool {
        self.kind() == Kind::System && self.subtype.is_some_and(|subtype| subtype == "init")
    }
}
