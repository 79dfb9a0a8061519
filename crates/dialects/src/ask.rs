//! Short questions to a member that may be missing, for what is read by prepared picks.

use runlex_core::{Field, Object, RawNumber, RawStr, Value};

/// The string that it is, if it is one.
#[inline]
pub(crate) fn text<'a>(value: Option<Value<'a, '_>>) -> Option<RawStr<'a>> {
    Field::of(value, Value::string).ok()
}

/// The object that it is, if it is one.
#[inline]
pub(crate) fn object<'a, 't>(value: Option<Value<'a, 't>>) -> Option<Object<'a, 't>> {
    Field::of(value, Value::object).ok()
}

/// The number that it is, if it is one.
#[inline]
pub(crate) fn number<'a>(value: Option<Value<'a, '_>>) -> Option<RawNumber<'a>> {
    Field::of(value, Value::number).ok()
}

/// Whether it is `true`.
#[inline]
pub(crate) fn is_true(value: Option<Value<'_, '_>>) -> bool {
    Field::of(value, Value::bool).or(false)
}
