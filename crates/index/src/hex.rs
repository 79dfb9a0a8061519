//! Numbers that are no counts, in JSON: as text, which every reader of JSON keeps exactly.

use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};
use std::fmt;
use std::marker::PhantomData;

pub(crate) trait Hex: Copy {
    fn to_text(self) -> String;
    fn of_text(text: &str) -> Option<Self>;
}

impl Hex for u64 {
    fn to_text(self) -> String {
        format!("{self:016x}")
    }
    fn of_text(text: &str) -> Option<u64> {
        (text.len() == 16).then(|| u64::from_str_radix(text, 16).ok()).flatten()
    }
}

impl Hex for u128 {
    fn to_text(self) -> String {
        format!("{self:032x}")
    }
    fn of_text(text: &str) -> Option<u128> {
        (text.len() == 32).then(|| u128::from_str_radix(text, 16).ok()).flatten()
    }
}

pub(crate) fn serialize<T: Hex, S: Serializer>(number: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&number.to_text())
}

pub(crate) fn deserialize<'de, T: Hex, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_str(Digits(PhantomData))
}

struct Digits<T>(PhantomData<T>);

impl<T: Hex> Visitor<'_> for Digits<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("hexadecimal digits")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        T::of_text(text).ok_or_else(|| E::custom("a number is no hexadecimal"))
    }
}
