//! Token counters and their sums. Sums are 128 bits wide and never wrap: at the end of their range they stop.

use super::count::add;
use super::statements::Counts;
use runlex_core::{Field, Object, Value};
use runlex_dialects::{Count, Counters, Dialect, Part};
use serde::Serialize;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

/// The token counters, summed.
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
    /// Tokens of reasoning, of dialects that count them. Whether they are among the produced ones differs by dialect.
    #[serde(skip_serializing_if = "is_zero")]
    pub reasoning: u128,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde wants it")]
fn is_zero(count: &u128) -> bool {
    *count == 0
}

/// Sums as printed, and beside them what can be compared between dialects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Measured {
    pub(super) printed: TokenSums,
    pub(super) comparable: TokenSums,
}

impl Measured {
    /// Of one dialect. Comparable: `input` is all that was read, with what was cached, and `output` all that was produced, with reasoning.
    /// What nobody knows the place of is not added.
    pub(super) fn of(dialect: Option<Dialect>, printed: TokenSums) -> Measured {
        let mut comparable = printed;
        let counting = dialect.map(Dialect::counting);
        if counting.is_some_and(|counting| counting.cached == Part::Outside) {
            let cached = printed.cache_creation.saturating_add(printed.cache_read);
            comparable.input = comparable.input.saturating_add(cached);
        }
        if counting.is_some_and(|counting| counting.reasoning == Part::Outside) {
            comparable.output = comparable.output.saturating_add(printed.reasoning);
        }
        Measured { printed, comparable }
    }
}

impl Add for Measured {
    type Output = Measured;

    fn add(mut self, other: Measured) -> Measured {
        self += other;
        self
    }
}

impl AddAssign for Measured {
    fn add_assign(&mut self, other: Measured) {
        self.printed += other.printed;
        self.comparable += other.comparable;
    }
}

impl Sum for Measured {
    fn sum<I: Iterator<Item = Measured>>(all: I) -> Measured {
        let mut sum = Measured::default();
        all.for_each(|one| sum += one);
        sum
    }
}

impl Add for TokenSums {
    type Output = TokenSums;

    fn add(self, other: TokenSums) -> TokenSums {
        TokenSums {
            input: self.input.saturating_add(other.input),
            cache_creation: self.cache_creation.saturating_add(other.cache_creation),
            cache_read: self.cache_read.saturating_add(other.cache_read),
            output: self.output.saturating_add(other.output),
            reasoning: self.reasoning.saturating_add(other.reasoning),
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
            reasoning: self.reasoning.saturating_sub(part.reasoning),
        }
    }
}

/// The counters of one line: input, cache creation, cache read, output.
pub(super) type Row = [u64; 4];

pub(super) const OUTPUT: usize = 3;

pub(super) fn row(counters: Counters) -> Row {
    counters.all().map(Count::or_zero)
}

/// All five.
pub(super) fn counts(counters: Counters) -> Counts {
    counters.all_five().map(Count::or_zero)
}

/// How many of the counters are neither missing nor counts.
pub(super) fn odd(counters: Counters) -> u64 {
    counters.all_five().iter().filter(|count| **count == Count::Odd).count() as u64
}

impl From<Row> for TokenSums {
    fn from([input, cache_creation, cache_read, output]: Row) -> TokenSums {
        TokenSums {
            input: input.into(),
            cache_creation: cache_creation.into(),
            cache_read: cache_read.into(),
            output: output.into(),
            reasoning: 0,
        }
    }
}

impl From<Counts> for TokenSums {
    fn from([input, cache_creation, cache_read, output, reasoning]: Counts) -> TokenSums {
        TokenSums {
            reasoning: reasoning.into(),
            ..TokenSums::from([input, cache_creation, cache_read, output])
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
            let all = Counters::read_codex(usage);
            // What is odd in it is told by its items.
            let row = row(Counters { cache_creation: Count::Absent, ..all });
            self.plain += row.into();
            self.codex = Some(row);
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
crate::saved::form::fields!(TokenSums { input, cache_creation, cache_read, output, reasoning });
#[cfg(feature = "saved")]
crate::saved::form::fields!(Measured { printed, comparable });
#[cfg(feature = "saved")]
crate::saved::form::fields!(Tokens { single, codex, plain, odd });
