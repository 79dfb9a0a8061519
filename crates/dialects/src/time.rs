//! Times as written, and where they were written.

use runlex_core::{RawNumber, RawStr, Value};

/// The time that a line gives, unconverted.
#[derive(Clone, Copy, Debug)]
pub struct Timestamp<'a> {
    /// The time itself.
    pub time: Time<'a>,
    /// Where in the line it stands.
    pub origin: TimeOrigin,
}

/// A time as written, with the unit that the dialect gives it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Time<'a> {
    /// Text; in every dialect so far RFC 3339. Not held against its form.
    Text(RawStr<'a>),
    /// Seconds since 1970, perhaps with a fraction.
    Seconds(RawNumber<'a>),
    /// Milliseconds since 1970.
    Milliseconds(RawNumber<'a>),
}

/// Where in a line a time stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TimeOrigin {
    /// A member of the line itself.
    Line,
    /// A member of its message.
    Message,
    /// Deeper: of an event that the line wraps or quotes.
    Inner,
}

impl TimeOrigin {
    /// The name that reports use.
    pub const fn as_str(self) -> &'static str {
        match self {
            TimeOrigin::Line => "line",
            TimeOrigin::Message => "message",
            TimeOrigin::Inner => "inner",
        }
    }
}

impl<'a> Timestamp<'a> {
    /// The member's text, if it is text.
    pub(crate) fn text(member: Option<Value<'a, '_>>, origin: TimeOrigin) -> Option<Timestamp<'a>> {
        crate::ask::text(member).map(|text| Timestamp { time: Time::Text(text), origin })
    }
}
