//! Values for parsers that speak serde, of one type each: what has another type reads as nothing and is no error.
//!
//! Written by hand, because a derive refuses other types. As fast as a derive.

use crate::task::whole;
use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// A string, or nothing for anything else. Borrowed where there are no escapes.
#[derive(Debug, Default)]
pub(crate) struct Text<'a>(pub(crate) Option<Cow<'a, str>>);

impl Text<'_> {
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        self.get().unwrap_or("").as_bytes()
    }

    #[inline]
    pub(crate) fn get(&self) -> Option<&str> {
        self.0.as_deref()
    }
}

/// A number as a count, 0 for one that is none; or nothing for anything else.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count(pub(crate) Option<u64>);

impl Count {
    #[inline]
    pub(crate) fn or_zero(self) -> u64 {
        self.0.unwrap_or(0)
    }
}

/// A truth value, or nothing for anything else.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Flag(pub(crate) Option<bool>);

impl Flag {
    #[inline]
    pub(crate) fn is_true(self) -> bool {
        self.0 == Some(true)
    }
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
                    $($crate::lenient::lenient!(@ $other);)*
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
pub(crate) use lenient;

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
        Ok(Count(Some(value)))
    }
    fn visit_i64<E: Error>(self, value: i64) -> Result<Self::Value, E> {
        Ok(Count(Some(value.try_into().unwrap_or(0))))
    }
    fn visit_f64<E: Error>(self, value: f64) -> Result<Self::Value, E> {
        Ok(Count(Some(whole(value))))
    }
}, null bool string array object);

lenient!(Flag, {
    #[inline]
    fn visit_bool<E: Error>(self, value: bool) -> Result<Self::Value, E> {
        Ok(Flag(Some(value)))
    }
}, null number string array object);
