//! End events: the lines by which programs say that they are done.

use super::line::Kind;
use super::results::is_failure;
use super::string;
use runlex_core::{Field, Object, Pick, Value};
use runlex_dialects::{Dialect, Hint, ItemKind, KEYS, Outcome, items};
use serde::Serialize;

/// The kinds of end event, over all dialects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum EndKind {
    /// `result`: Amp, Claude Code, Gemini CLI, Cursor.
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
    pub(super) fn of(kind: Kind, object: Object<'_, '_>) -> Option<EndKind> {
        match kind {
            Kind::Result => Some(EndKind::Result),
            Kind::Done => Some(EndKind::Done),
            Kind::TurnCompleted => Some(EndKind::TurnCompleted),
            Kind::TurnFailed => Some(EndKind::TurnFailed),
            Kind::StepFinish => Some(EndKind::StepFinish),
            Kind::Error => Field::of(object.get("error"), Value::object).ok().map(|_| EndKind::Error),
            _ => None,
        }
    }

    /// Whether `object`, which is of this kind, tells of an error. Nothing for programs there is no module for.
    pub(super) fn is_error(self, object: Object<'_, '_>, hint: Hint) -> Option<bool> {
        if let Hint::Is(dialect) = hint
            && dialect.runs().is_some()
        {
            return items(dialect, object).find_map(|item| match item.kind {
                ItemKind::Result { outcome: Outcome::Ok, .. } => Some(false),
                ItemKind::Result { outcome: Outcome::Failed, .. } => Some(true),
                _ => None,
            });
        }
        match self {
            EndKind::Result => {
                const RESULT: Pick<2> = KEYS.pick(["subtype", "is_error"]);
                let [subtype, is_error] = object.pick(&RESULT);
                let dialect =
                    if hint == Hint::Is(Dialect::Amp) { Dialect::Amp } else { Dialect::ClaudeStream };
                let other_word = string(subtype).map(|subtype| subtype != "success");
                Some(is_failure(dialect, Field::of(is_error, Value::bool).ok(), other_word))
            }
            EndKind::Done => {
                let metadata = Field::of(object.get("metadata"), Value::object).ok();
                let is_error = metadata.and_then(|metadata| metadata.get("isError"));
                Some(Field::of(is_error, Value::bool).or(false))
            }
            EndKind::Error => Some(true),
            EndKind::TurnCompleted | EndKind::TurnFailed | EndKind::StepFinish => None,
        }
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
        self.all.extend(later.all.into_iter().map(|(line, kind)| (line.saturating_add(lines_before), kind)));
    }
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Ends { all });
#[cfg(feature = "saved")]
crate::saved::form::places!(EndKind: [Result, Done, TurnCompleted, TurnFailed, StepFinish, Error]);
