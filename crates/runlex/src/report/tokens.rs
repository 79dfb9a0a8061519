//! Token sums: each message once.
//!
//! Lines that share a message's id count once, by the whole line with the highest output, the last one on a tie; lines
//! without an id count each. AFK's end events add up, of Codex's the last counts. Sums are 128 bits wide and never wrap.

use crate::id::{IdKey, IdMap};
use runlex_core::{Field, Object, RawStr, Value};
use runlex_dialects::{Count, Counters};
use serde::Serialize;
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
            input: self.input + other.input,
            cache_creation: self.cache_creation + other.cache_creation,
            cache_read: self.cache_read + other.cache_read,
            output: self.output + other.output,
        }
    }
}

impl AddAssign for TokenSums {
    fn add_assign(&mut self, other: TokenSums) {
        *self = *self + other;
    }
}

/// For what a whole has beyond one of its parts.
impl Sub for TokenSums {
    type Output = TokenSums;

    fn sub(self, part: TokenSums) -> TokenSums {
        TokenSums {
            input: self.input - part.input,
            cache_creation: self.cache_creation - part.cache_creation,
            cache_read: self.cache_read - part.cache_read,
            output: self.output - part.output,
        }
    }
}

/// The counters of one line.
pub(super) type Row = [u64; 4];

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

const OUTPUT: usize = 3;

#[derive(Clone, Debug, Default)]
pub(super) struct Tokens {
    /// The chosen line of each message that has an id.
    by_message: IdMap<Row>,
    /// Lines without a message id, and end events that add up.
    single: TokenSums,
    /// The last Codex end event.
    codex: Option<Row>,
    pub(super) plain: TokenSums,
    /// Counters that are neither missing nor counts.
    pub(super) odd: u64,
}

impl Tokens {
    /// The usage of an assistant's message.
    pub(super) fn message(&mut self, key: IdKey, id: Option<RawStr<'_>>, counters: Counters) {
        let row = self.take(counters);
        match id {
            Some(id) => choose(&mut self.by_message, key.hash(id), row, |new, old| new >= old),
            None => self.single += row.into(),
        }
    }

    /// `done.metadata.usage` of AFK.
    pub(super) fn afk(&mut self, done: Object<'_, '_>) {
        let metadata = Field::of(done.get("metadata"), Value::object).ok();
        if let Some(usage) =
            metadata.and_then(|metadata| Field::of(metadata.get("usage"), Value::object).ok())
        {
            let row = self.take(Counters::read(usage));
            self.single += row.into();
        }
    }

    /// `turn.completed.usage` of Codex, which states the thread's total so far.
    pub(super) fn codex(&mut self, completed: Object<'_, '_>) {
        if let Some(usage) = Field::of(completed.get("usage"), Value::object).ok() {
            self.codex = Some(self.take(Counters::read_codex(usage)));
        }
    }

    fn take(&mut self, counters: Counters) -> Row {
        self.odd += odd(counters);
        let row = row(counters);
        self.plain += row.into();
        row
    }

    pub(super) fn merge(&mut self, later: Tokens) {
        for (id, row) in later.by_message {
            choose(&mut self.by_message, id, row, |new, old| new >= old);
        }
        self.add_rest(later.single, later.codex.or(self.codex), later.plain, later.odd);
    }

    fn add_rest(&mut self, single: TokenSums, codex: Option<Row>, plain: TokenSums, odd: u64) {
        self.single += single;
        self.codex = codex;
        self.plain += plain;
        self.odd += odd;
    }

    /// Takes in another file: a message that both have counts once, the earlier file's line on equal output.
    pub(super) fn add_file(&mut self, file: Tokens) {
        let codex = file.codex.map(TokenSums::from).unwrap_or_default();
        for (id, row) in file.by_message {
            choose(&mut self.by_message, id, row, |new, old| new > old);
        }
        self.add_rest(file.single + codex, None, file.plain, file.odd);
    }

    /// The sum, each message once.
    pub(super) fn sum(&self) -> TokenSums {
        let codex = self.codex.map(TokenSums::from).unwrap_or_default();
        self.by_message.values().fold(self.single + codex, |sum, row| sum + (*row).into())
    }
}

/// Keeps `row` for `id` if there is none yet or if it wins by its output.
fn choose(rows: &mut IdMap<Row>, id: u128, row: Row, wins: impl Fn(u64, u64) -> bool) {
    let kept = rows.entry(id).or_insert(row);
    if wins(row[OUTPUT], kept[OUTPUT]) {
        *kept = row;
    }
}
