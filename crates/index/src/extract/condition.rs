//! Which rows are wanted.

use crate::schema::Kind;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, TimestampMillisecondType, UInt64Type};
use arrow_array::{Array, ArrayRef, BooleanArray};
use std::cmp::Ordering;

/// What a row must meet: its value of a column compares so with a bound. A null meets `=` null and `!=` others, as nothing that is
/// told can be equal to what is not; it meets no order.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The column.
    pub column: String,
    /// How they compare.
    pub comparison: Comparison,
    /// With what. Several for [`Comparison::In`] and [`Comparison::NotIn`]; of others the first counts.
    pub bounds: Vec<Bound>,
}

/// How a value compares with a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Equal to it.
    Equal,
    /// Not equal to it.
    NotEqual,
    /// Less.
    Less,
    /// Less or equal.
    AtMost,
    /// Greater.
    Greater,
    /// Greater or equal.
    AtLeast,
    /// Equal to one of the bounds.
    In,
    /// Equal to none of them.
    NotIn,
}

/// What a value is compared with.
#[derive(Clone, Debug, PartialEq)]
pub enum Bound {
    /// No value.
    Null,
    /// A number; of times milliseconds since 1970 in UTC.
    Number(i128),
    /// True or false.
    Flag(bool),
    /// Text, which is ordered by its bytes.
    Text(String),
}

impl Comparison {
    /// Of the signs that Python and SQL have.
    pub fn named(sign: &str) -> Option<Comparison> {
        Some(match sign {
            "=" | "==" => Comparison::Equal,
            "!=" | "<>" => Comparison::NotEqual,
            "<" => Comparison::Less,
            "<=" => Comparison::AtMost,
            ">" => Comparison::Greater,
            ">=" => Comparison::AtLeast,
            "in" => Comparison::In,
            "not in" => Comparison::NotIn,
            _ => return None,
        })
    }
}

impl Condition {
    /// Whether its bounds go with a column of this kind; if not, why.
    pub(super) fn check(&self, kind: Kind) -> Result<(), String> {
        let name = &self.column;
        let fits = |bound: &Bound| match bound {
            Bound::Null => true,
            Bound::Number(_) => matches!(kind, Kind::Int | Kind::Count | Kind::Time),
            Bound::Flag(_) => kind == Kind::Flag,
            Bound::Text(_) => matches!(kind, Kind::Text | Kind::Name),
        };
        if kind == Kind::Names {
            return Err(format!("{name} is a list, which is not compared"));
        }
        if self.bounds.is_empty() && !matches!(self.comparison, Comparison::In | Comparison::NotIn) {
            return Err(format!("{name} is compared with nothing"));
        }
        match self.bounds.iter().find(|bound| !fits(bound)) {
            Some(bound) => Err(format!("{name} is {}, and {bound:?} is not", kind.as_str())),
            None => Ok(()),
        }
    }

    /// Which rows of the column meet it. Allocates a bit for each.
    pub(super) fn of(&self, column: &ArrayRef) -> BooleanArray {
        let rows = column.len();
        if let Some(ints) = column.as_primitive_opt::<Int64Type>() {
            return self.each(rows, |row| ints.is_valid(row).then(|| Bound::Number(ints.value(row).into())));
        }
        if let Some(counts) = column.as_primitive_opt::<UInt64Type>() {
            return self
                .each(rows, |row| counts.is_valid(row).then(|| Bound::Number(counts.value(row).into())));
        }
        if let Some(times) = column.as_primitive_opt::<TimestampMillisecondType>() {
            return self
                .each(rows, |row| times.is_valid(row).then(|| Bound::Number(times.value(row).into())));
        }
        if let Some(flags) = column.as_boolean_opt() {
            return self.each(rows, |row| flags.is_valid(row).then(|| Bound::Flag(flags.value(row))));
        }
        match column.as_string_opt::<i32>() {
            Some(texts) => self.texts(rows, |row| texts.is_valid(row).then(|| texts.value(row))),
            None => BooleanArray::from(vec![false; rows]),
        }
    }

    fn each(&self, rows: usize, value: impl Fn(usize) -> Option<Bound>) -> BooleanArray {
        (0..rows).map(|row| Some(self.meets(|bound| order(value(row).as_ref(), bound)))).collect()
    }

    fn texts<'t>(&self, rows: usize, value: impl Fn(usize) -> Option<&'t str>) -> BooleanArray {
        let order = |row: usize, bound: &Bound| match (value(row), bound) {
            (Some(text), Bound::Text(bound)) => Some(text.cmp(bound)),
            (None, Bound::Null) => Some(Ordering::Equal),
            _ => None,
        };
        (0..rows).map(|row| Some(self.meets(|bound| order(row, bound)))).collect()
    }

    /// By the order of a value to a bound, which is `None` where it has none.
    fn meets(&self, order: impl Fn(&Bound) -> Option<Ordering>) -> bool {
        let first = self.bounds.first();
        let is = |wanted: fn(Ordering) -> bool| {
            // Nothing is before or behind a null.
            first.filter(|bound| **bound != Bound::Null).and_then(&order).is_some_and(wanted)
        };
        let is_one = || self.bounds.iter().any(|bound| order(bound) == Some(Ordering::Equal));
        match self.comparison {
            Comparison::Equal => first.and_then(&order) == Some(Ordering::Equal),
            Comparison::NotEqual => first.and_then(&order) != Some(Ordering::Equal),
            Comparison::Less => is(Ordering::is_lt),
            Comparison::AtMost => is(Ordering::is_le),
            Comparison::Greater => is(Ordering::is_gt),
            Comparison::AtLeast => is(Ordering::is_ge),
            Comparison::In => is_one(),
            Comparison::NotIn => !is_one(),
        }
    }
}

fn order(value: Option<&Bound>, bound: &Bound) -> Option<Ordering> {
    match (value, bound) {
        (Some(Bound::Number(value)), Bound::Number(bound)) => Some(value.cmp(bound)),
        (Some(Bound::Flag(value)), Bound::Flag(bound)) => Some(value.cmp(bound)),
        (None, Bound::Null) => Some(Ordering::Equal),
        _ => None,
    }
}
