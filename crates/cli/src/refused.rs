//! Lines that a program would refuse to read: `check --as`.

use crate::args::Target;
use runlex::Record;
use runlex::dialects::amp_input::{InputErrorKind, check_line};
use runlex::report::LISTED;
use serde::Serialize;

/// The lines of one stream that are refused: counted all, listed as many as faults are.
#[derive(Debug)]
pub(crate) struct Refused {
    target: Target,
    pub(crate) listed: Vec<RefusedLine>,
    pub(crate) count: u64,
}

/// A line, and why it is refused.
#[derive(Debug, Serialize)]
pub(crate) struct RefusedLine {
    pub(crate) line: u64,
    pub(crate) kind: &'static str,
    /// Set when the kind is that the line is not JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'static str>,
    pub(crate) at: u64,
    pub(crate) message: &'static str,
}

impl Refused {
    pub(crate) fn new(target: Target) -> Refused {
        Refused { target, listed: Vec::new(), count: 0 }
    }

    /// Of the same program, and nothing yet.
    pub(crate) fn again(&self) -> Refused {
        Refused::new(self.target)
    }

    /// Takes in the next record, which is the line of this number.
    pub(crate) fn observe(&mut self, record: &Record<'_, '_>, number: u64) {
        let Target::AmpInput = self.target;
        let Some(error) = check_line(record.line) else { return };
        self.count += 1;
        if self.listed.len() < LISTED {
            self.listed.push(RefusedLine {
                line: number,
                kind: error.kind.as_str(),
                fault: match error.kind {
                    InputErrorKind::NotJson(fault) => Some(fault.as_str()),
                    _ => None,
                },
                at: record.line.content_offset() + error.at as u64,
                message: error.message(),
            });
        }
    }

    /// Takes in what directly follows; `lines` are those before it, from which its own line numbers go on.
    pub(crate) fn merge(&mut self, later: Refused, lines: u64) {
        self.count += later.count;
        let room = LISTED.saturating_sub(self.listed.len());
        let listed = later.listed.into_iter().take(room);
        self.listed.extend(listed.map(|refused| RefusedLine { line: refused.line + lines, ..refused }));
    }
}
