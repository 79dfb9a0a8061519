//! Which program printed a line. Only top-level keys count, never a search for text: a tool's output may quote anything.
//! Rules: `docs/formats/README.md`.

use crate::amp;
use core::fmt;
use runlex_core::Object;

/// The event vocabulary of one producer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Dialect {
    /// Amp `--stream-json` output.
    Amp,
}

impl Dialect {
    /// Every dialect there is a module for.
    pub const ALL: &[Dialect] = &[Dialect::Amp];

    /// The name that reports use.
    pub const fn as_str(self) -> &'static str {
        match self {
            Dialect::Amp => "amp",
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What one line tells of its dialect. The verdict is the run's: its first line that is not open decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hint {
    /// Printed by this program.
    Is(Dialect),
    /// Printed by a program there is no module for.
    Foreign,
    /// Several programs print such lines.
    Open,
}

/// What `object` alone tells. A pass over its top-level members.
pub fn sniff(object: Object<'_, '_>) -> Hint {
    amp::hint(object)
}
