//! Lines of programs there is no module for: known so that no module takes them for its own. A program that gets a module
//! takes its rule with it.

use crate::sniff::{LineKind, Marks, Member};
use runlex_core::RawStr;

/// What else Codex may print: a type with a dot, or a thread.
#[inline]
pub(crate) fn early(marks: &Marks<'_, '_>) -> bool {
    if marks.has(Member::ThreadId) {
        return true;
    }
    match marks.kind() {
        LineKind::TurnCompleted | LineKind::TurnFailed => true,
        LineKind::Other => marks.name().is_some_and(is_dotted),
        _ => false,
    }
}

/// Whether a type has a dot in it.
#[inline]
pub(crate) fn is_dotted(name: RawStr<'_>) -> bool {
    match name.is_escaped() {
        true => name.chars().any(|c| c == '.'),
        false => name.raw().contains(&b'.'),
    }
}
