//! The shape of a line for parsers that speak serde: borrowed, nothing kept that the task does not ask for.
//!
//! Written by hand where a derive would refuse a repeated member or a value of another type, or would first copy the
//! value to choose between string and array (`untagged`). It is as fast as a derive or faster.

use crate::task::{Class, Index, Usage, whole};
use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
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
                    if block.is_error.0 && block.kind.bytes() == b"tool_result" {
                        out.failed_tool();
                    }
                }
            }
            Class::Result => out.result(self.duration_ms.0, self.num_turns.0, self.is_error.0),
            Class::Other => {}
        }
    }
}

/// A string, or empty for anything else.
#[derive(Debug, Default)]
struct Text<'a>(Option<Cow<'a, str>>);

impl Text<'_> {
    fn bytes(&self) -> &[u8] {
        self.0.as_deref().unwrap_or("").as_bytes()
    }
}

/// A whole number, or 0 for anything else.
#[derive(Debug, Default)]
struct Count(u64);

/// `true`, or false for anything else.
#[derive(Debug, Default)]
struct Flag(bool);

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

/// Implements `Deserialize` by a visitor that gives the default for values of the other types.
macro_rules! lenient {
    ($type:ty, { $($own:tt)* }, $($other:ident)*) => {
        impl<'de: 'a, 'a> Deserialize<'de> for $type {
            #[inline]
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Own<'a>(PhantomData<&'a ()>);
                impl<'de: 'a, 'a> Visitor<'de> for Own<'a> {
                    type Value = $type;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("any value")
                    }
                    $($own)*
                    $(lenient!(@ $other);)*
                }
                deserializer.deserialize_any(Own(PhantomData))
            }
        }
    };
    (@ null) => {
        fn visit_unit<E: Error>(self) -> Result<Self::Value, E> { Ok(Default::default()) }
    };
    (@ bool) => {
        fn visit_bool<E: Error>(self, _: bool) -> Result<Self::Value, E> { Ok(Default::default()) }
    };
    (@ number) => {
        fn visit_i64<E: Error>(self, _: i64) -> Result<Self::Value, E> { Ok(Default::default()) }
        fn visit_u64<E: Error>(self, _: u64) -> Result<Self::Value, E> { Ok(Default::default()) }
        fn visit_f64<E: Error>(self, _: f64) -> Result<Self::Value, E> { Ok(Default::default()) }
    };
    (@ string) => {
        fn visit_str<E: Error>(self, _: &str) -> Result<Self::Value, E> { Ok(Default::default()) }
    };
    (@ array) => {
        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
            while seq.next_element::<IgnoredAny>()?.is_some() {}
            Ok(Default::default())
        }
    };
    (@ object) => {
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            Ok(Default::default())
        }
    };
}

lenient!(Text<'a>, {
    #[inline]
    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Text(Some(Cow::Borrowed(text))))
    }
    #[inline]
    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Text(Some(Cow::Owned(text.into()))))
    }
}, null bool number array object);

lenient!(Count, {
    #[inline]
    fn visit_u64<E: Error>(self, value: u64) -> Result<Self::Value, E> {
        Ok(Count(value))
    }
    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        Ok(Count(value.try_into().unwrap_or(0)))
    }
    fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
        Ok(Count(whole(value)))
    }
}, null bool string array object);

lenient!(Flag, {
    #[inline]
    fn visit_bool<E: Error>(self, value: bool) -> Result<Self::Value, E> {
        Ok(Flag(value))
    }
}, null number string array object);

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
            usage[which] = map.next_value::<Count>()?.0;
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
