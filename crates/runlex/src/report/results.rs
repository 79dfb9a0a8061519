//! Result lines of Amp and Claude Code: how a run ended, and what it says of itself. Whose the run is may be told later,
//! so the figures of both are kept.

use super::conversations::{Conversations, ModelSum, Stated};
use super::count::add;
use super::names::{Name, Names};
use super::string;
use super::tokens::{Row, TokenSums, odd, row};
use crate::id::text;
use runlex_core::{Field, NumberError, Object, Pick, RawNumber, Value};
use runlex_dialects::{Count, Counters, Dialect, KEYS};

#[derive(Clone, Debug, Default)]
pub(super) struct Results {
    pub(super) count: u64,
    /// Events behind the last one.
    pub(super) after: u64,
    /// An init stands behind the last one: a turn without a result.
    pub(super) init_after: bool,
    pub(super) last: Option<Verdict>,
    /// Of the last result that states one, and of all.
    pub(super) duration_last: Option<u64>,
    pub(super) duration_sum: Option<u64>,
    /// Of the last result that states them.
    pub(super) turns_last: Option<u64>,
    /// Of the last result that states one, and of all.
    pub(super) usage_last: Option<Row>,
    pub(super) usage_sum: Option<TokenSums>,
    /// Counters under `usage`, and under `modelUsage`, that are neither missing nor counts.
    pub(super) odd_usage: u64,
    pub(super) odd_models: u64,
    pub(super) conversations: Conversations,
}

/// What a result says of success.
#[derive(Clone, Debug)]
pub(super) struct Verdict {
    pub(super) is_error: Option<bool>,
    pub(super) subtype: Option<Box<str>>,
}

/// Whether a result tells of a failure, by the rule of its dialect. `other_word`: its word for it is another than
/// `success`; `None` without one. Success is never inferred from silence.
pub(super) fn is_failure(dialect: Dialect, is_error: Option<bool>, other_word: Option<bool>) -> bool {
    match dialect {
        Dialect::Amp => is_error.or(other_word).unwrap_or(true),
        // Either of the two can tell of a failure.
        _ => is_error == Some(true) || other_word == Some(true) || (is_error, other_word) == (None, None),
    }
}

impl Verdict {
    pub(super) fn is_failure(&self, dialect: Dialect) -> bool {
        let other_word = self.subtype.as_ref().map(|subtype| **subtype != *"success");
        is_failure(dialect, self.is_error, other_word)
    }

    /// Why it failed.
    pub(super) fn reason(self) -> String {
        match self.subtype {
            Some(subtype) if *subtype != *"success" => subtype.into(),
            _ if self.is_error == Some(true) => "is_error".to_owned(),
            _ => "unsaid".to_owned(),
        }
    }
}

impl Results {
    /// `names` are those of the models.
    pub(super) fn add(&mut self, result: Object<'_, '_>, names: &mut Names) {
        const RESULT: Pick<8> = KEYS.pick([
            "subtype",
            "is_error",
            "duration_ms",
            "num_turns",
            "usage",
            "modelUsage",
            "total_cost_usd",
            "cost_usd",
        ]);
        let [subtype, is_error, duration, turns, usage, models, cost, old_cost] = result.pick(&RESULT);
        let duration = number(duration).and_then(whole);
        let usage = Field::of(usage, Value::object).ok().map(Counters::read);
        let stated = Stated {
            cost: number(cost).and_then(micros).or_else(|| number(old_cost).and_then(micros)),
            models: self.models(Field::of(models, Value::object).ok(), names),
        };
        add(&mut self.count, 1);
        (self.after, self.init_after) = (0, false);
        self.last = Some(Verdict {
            is_error: Field::of(is_error, Value::bool).ok(),
            subtype: string(subtype).map(|subtype| text(subtype).into()),
        });
        self.duration_last = duration.or(self.duration_last);
        self.duration_sum = both(self.duration_sum, duration, u64::saturating_add);
        self.turns_last = number(turns).and_then(whole).or(self.turns_last);
        if let Some(usage) = usage {
            let sum = row(usage);
            self.usage_last = Some(sum);
            self.usage_sum = both(self.usage_sum, Some(sum.into()), |one, other| one + other);
            add(&mut self.odd_usage, odd(usage));
        }
        self.conversations.result(stated);
    }

    /// The usage by model; an entry without any counter says nothing.
    fn models(&mut self, models: Option<Object<'_, '_>>, names: &mut Names) -> Vec<ModelSum> {
        let Some(models) = models else { return Vec::new() };
        let mut members: Vec<(Name, Value<'_, '_>)> =
            models.members().map(|(model, usage)| (names.add_string(model), usage)).collect();
        // Of equal names the last one counts. The sort is stable; a line can hold any number of them.
        members.reverse();
        members.sort_by_key(|(model, _)| *model);
        members.dedup_by_key(|(model, _)| *model);
        let mut stated = Vec::new();
        for (model, usage) in members {
            let Some(usage) = usage.object().ok() else { continue };
            let (counters, cost) = Counters::read_model(usage);
            add(&mut self.odd_models, odd(counters));
            if counters.all() == [Count::Absent; 4] {
                continue;
            }
            let cost = cost.and_then(micros);
            stated.push(ModelSum { model, messages: 0, tokens: row(counters).into(), cost });
        }
        stated
    }

    /// An event that is no result.
    pub(super) fn other(&mut self, is_init: bool) {
        add(&mut self.after, u64::from(self.count > 0));
        self.init_after |= is_init;
    }

    /// `events` are those that `later` is of.
    pub(super) fn append(&mut self, later: Results, events: u64) {
        if later.count > 0 {
            (self.after, self.init_after) = (later.after, later.init_after);
        } else {
            add(&mut self.after, if self.count > 0 { events } else { 0 });
            self.init_after |= later.init_after;
        }
        add(&mut self.count, later.count);
        self.last = later.last.or(self.last.take());
        self.duration_last = later.duration_last.or(self.duration_last);
        self.duration_sum = both(self.duration_sum, later.duration_sum, u64::saturating_add);
        self.turns_last = later.turns_last.or(self.turns_last);
        self.usage_last = later.usage_last.or(self.usage_last);
        self.usage_sum = both(self.usage_sum, later.usage_sum, |one, other| one + other);
        add(&mut self.odd_usage, later.odd_usage);
        add(&mut self.odd_models, later.odd_models);
        self.conversations.append(later.conversations);
    }
}

/// The sum of what is there.
pub(super) fn both<T>(one: Option<T>, other: Option<T>, add: impl Fn(T, T) -> T) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(add(one, other)),
        (one, other) => one.or(other),
    }
}

/// The number that a member is, if it is one.
pub(super) fn number<'a>(value: Option<Value<'a, '_>>) -> Option<RawNumber<'a>> {
    Field::of(value, Value::number).ok()
}

/// Micro-dollars of dollars; nothing for what is no sum of money.
pub(super) fn micros(dollars: RawNumber<'_>) -> Option<u64> {
    dollars.to_millionths().ok()
}

/// A span of time, or a number of turns, as a whole number: a fraction is cut off. Nothing for what is negative, or beyond 64 bits.
pub fn whole(number: RawNumber<'_>) -> Option<u64> {
    match number.to_u64() {
        Ok(whole) => Some(whole),
        Err(NumberError::Fraction) => {
            number.to_f64().ok().filter(|float| *float >= 0.0).map(|float| float as u64)
        }
        Err(NumberError::Negative | NumberError::Overflow) => None,
    }
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Results {
    count,
    after,
    init_after,
    last,
    duration_last,
    duration_sum,
    turns_last,
    usage_last,
    usage_sum,
    odd_usage,
    odd_models,
    conversations,
});
#[cfg(feature = "saved")]
crate::saved::form::fields!(Verdict { is_error, subtype });
