//! Lines of programs there is no module for: known so that no module takes them for its own. A program that gets a module
//! takes its rule with it.

use crate::sniff::{LineKind, Marks, Member};
use runlex_core::RawStr;

/// What else Codex may print: a type with a dot, or a thread. Gemini: a time as text on five types.
#[inline]
pub(crate) fn early(marks: &Marks<'_, '_>) -> bool {
    if marks.has(Member::ThreadId) {
        return true;
    }
    match marks.kind() {
        LineKind::Result => marks.text(Member::Timestamp).is_some(),
        LineKind::System | LineKind::Assistant | LineKind::User => false,
        // These have no dot, and no program that is known prints them with a time.
        LineKind::Chunk | LineKind::Progress | LineKind::Done | LineKind::Error => false,
        LineKind::ConversationReset | LineKind::StepFinish => false,
        LineKind::TurnCompleted | LineKind::TurnFailed => true,
        LineKind::Message => marks.text(Member::Timestamp).is_some(),
        LineKind::Other => marks.name().is_some_and(|name| other(marks, name)),
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

fn other(marks: &Marks<'_, '_>, name: RawStr<'_>) -> bool {
    is_dotted(name)
        || marks.text(Member::Timestamp).is_some()
            && ["init", "tool_use", "tool_result"].iter().any(|known| name == *known)
}
