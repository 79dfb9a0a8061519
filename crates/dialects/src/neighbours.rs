//! Lines of programs there is no module for: known so that no module takes them for its own. A program that gets a module
//! takes its rule with it.

use crate::ask::text;
use crate::sniff::Marks;

/// Codex: a type with a dot, or a thread. OpenCode: `sessionID`. Gemini: a time as text on five types.
pub(crate) fn early(marks: &Marks<'_, '_>) -> bool {
    if claude_transcript(marks) {
        return true;
    }
    if marks.thread_id.is_some() || marks.session_id_capital.is_some() {
        return true;
    }
    let Some(kind) = marks.kind else { return false };
    kind.chars().any(|c| c == '.')
        || text(marks.timestamp).is_some()
            && ["init", "message", "tool_use", "tool_result", "result"].iter().any(|name| kind == *name)
}

/// Cursor: a time in milliseconds, its result, and an init with a key's source or a mode, but no tools.
pub(crate) fn cursor(marks: &Marks<'_, '_>) -> bool {
    if marks.timestamp_ms.is_some() {
        return true;
    }
    if marks.is("result") {
        return marks.object.get("request_id").is_some();
    }
    if !marks.is_system("init") {
        return false;
    }
    let [model, source, mode, tools] =
        marks.object.pick(&["model", "apiKeySource", "permissionMode", "tools"]);
    tools.is_none() && (model.is_some() || source.is_some() || mode.is_some())
}

/// AFK: types that no other program prints.
pub(crate) fn afk(marks: &Marks<'_, '_>) -> bool {
    let types = ["chunk", "done", "paused", "resumed", "stream_retry", "panel"];
    marks.kind.is_some_and(|kind| types.iter().any(|name| kind == *name))
}

/// Claude Code, as long as there is no module: a mark of its own on the line.
pub(crate) fn claude_transcript(marks: &Marks<'_, '_>) -> bool {
    marks.parent_uuid.is_some() || marks.is_sidechain.is_some() || marks.session_id_camel.is_some()
}

/// The same for its streams.
pub(crate) fn claude_stream(marks: &Marks<'_, '_>) -> bool {
    if marks.uuid.is_some() || marks.timestamp.is_some() {
        return true;
    }
    let [cost, models] = marks.object.pick(&["total_cost_usd", "modelUsage"]);
    if marks.is("result") && (cost.is_some() || models.is_some()) {
        return true;
    }
    let marks_of_init =
        marks.object.pick(&["model", "apiKeySource", "permissionMode", "claude_code_version"]);
    marks.is_system("init") && marks_of_init.iter().any(Option::is_some)
}
