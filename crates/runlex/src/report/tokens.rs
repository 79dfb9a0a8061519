//! Token counters and their sums. Sums are 128 bits wide and never wrap: at the end of their range they stop.

use super::count::add;
use runlex_core::{Field, Object, Value};
use runlex_dialects::{Count, Counters};
use serde::Serialize;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

/// The four token counters, summed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TokenSums {
    /// Tokens read. Whether cached ones are among them differs by dialect.
    pub input: u128,
    /// Tokens written to the cache.
    pub cache_creation: u128,
    /// Tokens read from the cache.
    pub cache_read: u128,
    /// Tokens produced.
    pub output: u128,
}

impl Add for TokenSums {
    type Output = TokenSums;

    fn add(self, other: TokenSums) -> TokenSums {
        TokenSums {
            input: self.input.saturating_add(other.input),
            cache_creation: self.cache_creation.saturating_add(other.cache_creation),
            cache_read: self.cache_read.saturating_add(other.cache_read),
            output: self.output.saturating_add(other.output),
        }
    }
}

impl AddAssign for TokenSums {
    fn add_assign(&mut self, other: TokenSums) {
        *self = *self + other;
    }
}

impl Sum for TokenSums {
    fn sum<I: Iterator<Item = TokenSums>>(all: I) -> TokenSums {
        all.fold(TokenSums::default(), Add::add)
    }
}

/// For what a whole has beyond one of its parts.
impl Sub for TokenSums {
    type Output = TokenSums;

    fn sub(self, part: TokenSums) -> TokenSums {
        TokenSums {
            input: self.input.saturating_sub(part.input),
            cache_creation: self.cache_creation.saturating_sub(part.cache_creation),
            cache_read: self.cache_read.saturating_sub(part.cache_read),
            output: self.output.saturating_sub(part.output),
        }
    }
}

/// The counters of one line: input, cache creation, cache read, output.
pub(super) type Row = [u64; 4];

pub(super) const OUTPUT: usize = 3;

pub(super) fn row(counters: Counters) -> Row {
    counters.all().map(Count::or_zero)
}

/// How many of the counters are neither missing nor counts.
pub(super) fn odd(counters: Counters) -> u64 {
    counters.all().iter().filter(|count| **count == Count::Odd).count() as u64
}

impl From<Row> for TokenSums {
    fn from([input, cache_creation, cache_read, output]: Row) -> TokenSums {
        TokenSums {
            input: input.into(),
            cache_creation: cache_creation.into(),
            cache_read: cache_read.into(),
            output: output.into(),
        }
    }
}

/// What counts for `tokens` beside messages that have an id: lines without one and AFK's end events add up, of Codex's end
/// events the last counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Tokens {
    single: TokenSums,
    /// The last Codex end event.
    codex: Option<Row>,
    pub(super) plain: TokenSums,
    /// Counters that are neither missing nor counts.
    pub(super) odd: u64,
}

impl Tokens {
    /// The usage of an assistant's message.
    pub(super) fn message(&mut self, has_id: bool, counters: Counters) {
        let row = self.take(counters);
        if !has_id {
            self.single += row.into();
        }
    }

    /// `done.metadata.usage` of AFK.
    pub(super) fn afk(&mut self, usage: Counters) {
        let row = self.take(usage);
        self.single += row.into();
    }

    /// `turn.completed.usage` of Codex, which states the thread's total so far.
    pub(super) fn codex(&mut self, completed: Object<'_, '_>) {
        if let Some(usage) = Field::of(completed.get("usage"), Value::object).ok() {
            self.codex = Some(self.take(Counters::read_codex(usage)));
        }
    }

    fn take(&mut self, counters: Counters) -> Row {
        add(&mut self.odd, odd(counters));
        let row = row(counters);
        self.plain += row.into();
        row
    }

    pub(super) fn merge(&mut self, later: &Tokens) {
        self.single += later.single;
        self.codex = later.codex.or(self.codex);
        self.plain += later.plain;
        add(&mut self.odd, later.odd);
    }

    pub(super) fn sum(&self) -> TokenSums {
        self.single + self.codex.map(TokenSums::from).unwrap_or_default()
    }
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(TokenSums { input, cache_creation, cache_read, output });
#[cfg(feature = "saved")]
crate::saved::form::fields!(Tokens { single, codex, plain, odd });
