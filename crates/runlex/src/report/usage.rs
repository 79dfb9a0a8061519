//! Usage: the best figure by the rule of the dialect's page, with the rule's name and what it is worth.

use super::tokens::{Measured, TokenSums};
use super::words::MIXED;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// Token usage by the rule of the dialect's page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Usage {
    /// The counters.
    #[serde(flatten)]
    pub tokens: TokenSums,
    /// The same in one meaning for all dialects: `input` is all that was read, with what was cached, and `output` all that was
    /// produced, with reasoning; the others are the parts of these two.
    #[serde(skip)]
    pub comparable: TokenSums,
    /// How they were come by.
    pub rule: &'static str,
    /// Whether there may be more.
    pub bound: SumOf,
    /// Those of them that only progress lines tell of; transcripts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<TokenSums>,
}

/// Writes a usage, and beside it what of it can be compared: `usage` and `usage_comparable` of the object that has it.
pub(super) fn with_comparable<S: Serializer>(usage: &Option<Usage>, out: S) -> Result<S::Ok, S::Error> {
    let mut both = out.serialize_map(Some(2))?;
    both.serialize_entry("usage", usage)?;
    both.serialize_entry("usage_comparable", &usage.map(|usage| usage.comparable))?;
    both.end()
}

/// What a sum is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum SumOf {
    /// Everything there was.
    #[serde(rename = "exact")]
    Everything,
    /// At least this: a run has no end, lines are broken, a counter is odd, the source failed before its end, or the
    /// dialect does not print all of it.
    #[serde(rename = "at-least")]
    AtLeast,
}

impl SumOf {
    /// The name that reports use.
    pub const fn as_str(self) -> &'static str {
        match self {
            SumOf::Everything => "exact",
            SumOf::AtLeast => "at-least",
        }
    }
}

/// What the usage of several runs has in common.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Common {
    /// `None` before the first run that has one.
    rule: Option<&'static str>,
    is_at_least: bool,
    /// A run is of unknown dialect.
    has_unknown: bool,
}

impl Common {
    pub(super) fn add_run(&mut self, dialect_is_known: bool, usage: Option<&Usage>) {
        self.has_unknown |= !dialect_is_known;
        if let Some(usage) = usage {
            self.add(Common {
                rule: Some(usage.rule),
                is_at_least: usage.bound == SumOf::AtLeast,
                has_unknown: false,
            });
        }
    }

    pub(super) fn add(&mut self, other: Common) {
        self.rule = match (self.rule, other.rule) {
            (Some(one), Some(other)) if one != other => Some(MIXED),
            (one, other) => one.or(other),
        };
        self.is_at_least |= other.is_at_least;
        self.has_unknown |= other.has_unknown;
    }

    pub(super) fn at_least(&mut self, is_so: bool) {
        self.is_at_least |= is_so;
    }

    /// Nothing without runs, and nothing as soon as one run is of unknown dialect.
    pub(super) fn usage(&self, sums: Measured, progress: TokenSums) -> Option<Usage> {
        let rule = self.rule.filter(|_| !self.has_unknown)?;
        let bound = if self.is_at_least { SumOf::AtLeast } else { SumOf::Everything };
        Some(Usage {
            tokens: sums.printed,
            comparable: sums.comparable,
            rule,
            bound,
            progress: (progress != TokenSums::default()).then_some(progress),
        })
    }
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Usage { tokens, comparable, rule, bound, progress });
#[cfg(feature = "saved")]
crate::saved::form::words!(SumOf: [SumOf::Everything, SumOf::AtLeast]);
