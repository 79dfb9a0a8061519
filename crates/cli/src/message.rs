//! What is said on standard error: for people a line, for programs an object a line.

use crate::show::{json, visible};
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// With what was asked for.
    Usage,
    /// With what was to be read.
    Input,
    /// With what was to be written.
    Output,
    /// With an index.
    Index,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Message<'a> {
    Error {
        kind: Kind,
        message: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        path: Option<&'a str>,
    },
    Remark {
        message: &'a str,
    },
}

/// Set once, before anything is said.
static IS_FOR_PROGRAMS: AtomicBool = AtomicBool::new(false);

pub(crate) fn for_programs(yes: bool) {
    IS_FOR_PROGRAMS.store(yes, Ordering::Relaxed);
}

pub(crate) fn are_for_programs() -> bool {
    IS_FOR_PROGRAMS.load(Ordering::Relaxed)
}

/// Says that something is not as it may seem. Nothing went wrong.
pub(crate) fn remark(text: &str) {
    say(text, &Message::Remark { message: text });
}

/// Says what went wrong, and what to do.
pub(crate) fn error(kind: Kind, text: &str) {
    say(text, &Message::Error { kind, message: text, path: None });
}

/// The same of what lies at a path.
pub(crate) fn error_at(kind: Kind, path: &Path, text: &str) {
    let path = path.to_string_lossy();
    say(&format!("{path}: {text}"), &Message::Error { kind, message: text, path: Some(&path) });
}

fn say(text: &str, message: &Message<'_>) {
    let line = match are_for_programs() {
        // What stands in paths can be anything, and this may be looked at on a terminal.
        true => serde_json::to_string(message).map(|line| json(&line)).unwrap_or_default(),
        false => format!("runlex: {}", visible(text)),
    };
    // There is nowhere else to say that it cannot be said.
    _ = writeln!(anstream::stderr(), "{line}");
}
