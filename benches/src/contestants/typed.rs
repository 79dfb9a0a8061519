//! The shape of a line for parsers that speak serde: borrowed, nothing kept that the task does not ask for.
//!
//! Written by hand where a derive would refuse a repeated member or a value of another type, or would first copy the
//! value to choose between string and array (`untagged`). It is as fast as a derive or faster.

use crate::lenient::{Count, Flag, Text, lenient};
use crate::task::{Class, Index, Usage};
use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// A whole line.
#[derive(Debug, Default)]
pub(super) struct Event<'a> {
    kind: Text<'a>,
    subtype: Text<'a>,
    session_id: Text<'a>,
    other_session: Text<'a>,
    message: Message<'a>,
    duration_ms: Count,
    num_turns: Count,
    is_error: Flag,
}

impl Event<'_> {
    /// Hands everything over.
    #[inline]
    pub(super) fn put(&self, offset: u64, len: usize, out: &mut Index) {
        let session = if self.session_id.0.is_some() { &self.session_id } else { &self.other_session };
        out.event(offset, len, self.kind.bytes(), self.subtype.bytes(), session.bytes());
        match Class::of(self.kind.bytes()) {
            Class::Assistant => {
                if let Some(usage) = self.message.usage.0 {
                    out.usage(usage);
                }
                for block in &self.message.content.0 {
                    if block.kind.bytes() == b"tool_use" {
                        out.tool(block.name.bytes());
                    }
                }
            }
            Class::User => {
                for block in &self.message.content.0 {
                    if block.is_error.is_true() && block.kind.bytes() == b"tool_result" {
                        out.failed_tool();
                    }
                }
            }
            Class::Result => {
                out.result(self.duration_ms.or_zero(), self.num_turns.or_zero(), self.is_error.is_true());
            }
            Class::Other => {}
        }
    }
}

#[derive(Debug, Default)]
struct Message<'a> {
    usage: Counters,
    content: Blocks<'a>,
}

#[derive(Debug, Default)]
struct Counters(Option<Usage>);

/// The elements of an array, empty blocks for those that are no objects; none when the content is a string.
#[derive(Debug, Default)]
struct Blocks<'a>(Vec<Block<'a>>);

#[derive(Debug, Default)]
struct Block<'a> {
    kind: Text<'a>,
    name: Text<'a>,
    is_error: Flag,
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum MessageKey {
    Usage,
    Content,
    #[serde(other)]
    Other,
}

lenient!(Message<'a>, {
    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut message = Message::default();
        while let Some(key) = map.next_key()? {
            match key {
                MessageKey::Usage => message.usage = map.next_value()?,
                MessageKey::Content => message.content = map.next_value()?,
                MessageKey::Other => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(message)
    }
}, null bool number string array);

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum CounterKey {
    InputTokens,
    CacheCreationInputTokens,
    CacheReadInputTokens,
    OutputTokens,
    #[serde(other)]
    Other,
}

lenient!(Counters, {
    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut usage = Usage::default();
        while let Some(key) = map.next_key()? {
            let which = match key {
                CounterKey::InputTokens => 0,
                CounterKey::CacheCreationInputTokens => 1,
                CounterKey::CacheReadInputTokens => 2,
                CounterKey::OutputTokens => 3,
                CounterKey::Other => {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            usage[which] = map.next_value::<Count>()?.or_zero();
        }
        Ok(Counters(Some(usage)))
    }
}, null bool number string array);

lenient!(Blocks<'a>, {
    #[inline]
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut blocks = Vec::new();
        while let Some(block) = seq.next_element()? {
            blocks.push(block);
        }
        Ok(Blocks(blocks))
    }
}, null bool number string object);

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum BlockKey {
    Type,
    Name,
    IsError,
    #[serde(other)]
    Other,
}

lenient!(Block<'a>, {
    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut block = Block::default();
        while let Some(key) = map.next_key()? {
            match key {
                BlockKey::Type => block.kind = map.next_value()?,
                BlockKey::Name => block.name = map.next_value()?,
                BlockKey::IsError => block.is_error = map.next_value()?,
                BlockKey::Other => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(block)
    }
}, null bool number string array);

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum EventKey {
    Type,
    Subtype,
    SessionId,
    #[serde(rename = "sessionId")]
    OtherSession,
    Message,
    DurationMs,
    NumTurns,
    IsError,
    #[serde(other)]
    Other,
}

/// Unlike the values within, the line must be an object; a derive would also take an array.
impl<'de: 'a, 'a> Deserialize<'de> for Event<'a> {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Own<'a>(PhantomData<&'a ()>);
        impl<'de: 'a, 'a> Visitor<'de> for Own<'a> {
            type Value = Event<'a>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            #[inline]
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut event = Event::default();
                while let Some(key) = map.next_key()? {
                    match key {
                        EventKey::Type => event.kind = map.next_value()?,
                        EventKey::Subtype => event.subtype = map.next_value()?,
                        EventKey::SessionId => event.session_id = map.next_value()?,
                        EventKey::OtherSession => event.other_session = map.next_value()?,
                        EventKey::Message => event.message = map.next_value()?,
                        EventKey::DurationMs => event.duration_ms = map.next_value()?,
                        EventKey::NumTurns => event.num_turns = map.next_value()?,
                        EventKey::IsError => event.is_error = map.next_value()?,
                        EventKey::Other => {
                            map.next_value::<IgnoredAny>()?;
                        }
                    }
                }
                Ok(event)
            }
        }
        deserializer.deserialize_map(Own(PhantomData))
    }
}
