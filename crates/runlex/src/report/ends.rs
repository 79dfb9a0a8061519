//! End events: the lines by which programs say that they are done.

use runlex_core::{Field, Object, RawStr, Value};
use serde::Serialize;

/// The kinds of end event, over all dialects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum EndKind {
    /// `result`: Amp, Claude Code, Gemini, Cursor.
    #[serde(rename = "result")]
    Result,
    /// `done`: AFK.
    #[serde(rename = "done")]
    Done,
    /// `turn.completed`: Codex.
    #[serde(rename = "turn.completed")]
    TurnCompleted,
    /// `turn.failed`: Codex.
    #[serde(rename = "turn.failed")]
    TurnFailed,
    /// `step_finish`: OpenCode.
    #[serde(rename = "step_finish")]
    StepFinish,
    /// `error` with an object `error`: AFK.
    #[serde(rename = "error")]
    Error,
}

impl EndKind {
    pub(super) fn of(kind: RawStr<'_>, object: Object<'_, '_>) -> Option<EndKind> {
        const NAMES: [(&str, EndKind); 5] = [
            ("result", EndKind::Result),
            ("done", EndKind::Done),
            ("turn.completed", EndKind::TurnCompleted),
            ("turn.failed", EndKind::TurnFailed),
            ("step_finish", EndKind::StepFinish),
        ];
        if kind == "error" {
            let error = Field::of(object.get("error"), Value::object);
            return error.ok().map(|_| EndKind::Error);
        }
        NAMES.iter().find(|(name, _)| kind == *name).map(|(_, end)| *end)
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Ends {
    pub(super) all: Vec<(u64, EndKind)>,
}

impl Ends {
    pub(super) fn add(&mut self, line: u64, kind: EndKind) {
        self.all.push((line, kind));
    }

    pub(super) fn merge(&mut self, later: Ends, lines_before: u64) {
        self.all.extend(later.all.into_iter().map(|(line, kind)| (line + lines_before, kind)));
    }
}
