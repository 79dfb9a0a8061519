//! Lines of programs there is no module for: known so that no module takes them for its own. A program that gets a module
//! takes its rule with it.

use crate::KEYS;
use crate::ask::text;
use crate::sniff::{Marks, Shared};
use runlex_core::{Pick, RawStr};

/// Codex: a type with a dot, or a thread. OpenCode: `sessionID`. Gemini: a time as text on five types.
pub(crate) fn early(marks: &Marks<'_, '_>) -> bool {
    if marks.thread_id || marks.session_id_capital {
        return true;
    }
    let Some(kind) = marks.kind else { return false };
    let dotted = |kind: RawStr<'_>| match kind.is_escaped() {
        true => kind.chars().any(|c| c == '.'),
        false => kind.raw().contains(&b'.'),
    };
    match marks.shared {
        Some(Shared::Result) => text(marks.timestamp).is_some(),
        Some(Shared::System | Shared::Assistant | Shared::User) => false,
        None => {
            dotted(kind)
                || text(marks.timestamp).is_some()
                    && ["init", "message", "tool_use", "tool_result"].iter().any(|name| kind == *name)
        }
    }
}

/// Cursor: a time in milliseconds, its result, and an init with a key's source or a mode, but no tools.
pub(crate) fn cursor(marks: &Marks<'_, '_>) -> bool {
    if marks.timestamp_ms {
        return true;
    }
    if marks.shared == Some(Shared::Result) {
        const REQUEST: Pick<1> = KEYS.pick(["request_id"]);
        return marks.object.has(&REQUEST) == [true];
    }
    if !marks.is_system("init") {
        return false;
    }
    let [model, source, mode, tools] =
        marks.object.pick(&["model", "apiKeySource", "permissionMode", "tools"]);
    tools.is_none() && (model.is_some() || source.is_some() || mode.is_some())
}
