//! Short questions to a member that may be missing, for what is read by prepared picks.

use runlex_core::{Field, Object, Pick, RawNumber, RawStr, Value};

/// The member `name`, by number where the name is declared.
#[inline]
pub(crate) fn member<'a, 't>(
    object: Object<'a, 't>,
    name: &str,
    prepared: &Option<Pick<1>>,
) -> Option<Value<'a, 't>> {
    match prepared {
        Some(pick) => only(object, pick),
        None => object.get(name),
    }
}

/// Stands apart, so that what is written out for a pick is there once and not in each accessor.
#[inline(never)]
fn only<'a, 't>(object: Object<'a, 't>, pick: &Pick<1>) -> Option<Value<'a, 't>> {
    let [value] = object.pick(pick);
    value
}

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
