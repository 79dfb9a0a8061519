//! Rows as columns of Arrow.
//!
//! Most columns of most rows say nothing, or what the rows before say: a column in which no row says anything costs one look at each, and words
//! of few are numbered as they come and never compared.

use crate::names::{Name, Names, Texts};
use crate::rows::{Kind, LineRow, Moment, Owner, Rows};
use crate::schema::Table;
use arrow_array::builder::BooleanBuilder;
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BinaryArray, DictionaryArray, Int32Array, Int64Array, RecordBatch, StringArray,
    TimestampMillisecondArray, UInt64Array, new_null_array,
};
use arrow_schema::{ArrowError, DataType};
use runlex::FaultKind;
use runlex::dialects::{Dialect, TimeOrigin, UsageScope};
use runlex::report::Told;
use std::sync::Arc;

/// Rows, and what their columns share.
pub(crate) struct Source<'r> {
    rows: &'r Rows,
    /// The texts of all columns of names.
    names: Pool,
}

type Made = Result<ArrayRef, ArrowError>;

/// What makes a column of rows.
type Make = fn(&Source<'_>) -> Made;

const LINES: &[(&str, Make)] = &[
    ("file", |of| of.file(&of.rows.lines, |row| row.owner)),
    ("commit", |of| of.commit(&of.rows.lines, |row| row.owner)),
    ("line", |of| int(&of.rows.lines, |row| row.line)),
    ("lines", |of| int(&of.rows.lines, |row| row.lines)),
    ("offset", |of| int(&of.rows.lines, |row| row.offset)),
    ("length", |of| int(&of.rows.lines, |row| row.length)),
    ("what", |of| {
        let number = |row: &LineRow| match row.says.what {
            Kind::Event => 0,
            Kind::Blank => 1,
            Kind::Fault(_) => 2,
        };
        numbered(&["event", "blank", "fault"], of.rows.lines.iter().map(|row| Some(number(row))))
    }),
    ("fault", |of| {
        let fault = |row: &LineRow| match row.says.what {
            Kind::Fault(kind) => Some(kind),
            Kind::Event | Kind::Blank => None,
        };
        of_list(FaultKind::ALL, FaultKind::as_str, of.rows.lines.iter().map(fault))
    }),
    ("dialect", |of| {
        let dialects = of.rows.lines.iter().map(|row| row.says.dialect);
        of_list(Dialect::ALL, |dialect| dialect.as_str(), dialects)
    }),
    ("type", |of| of.name(&of.rows.lines, |row| row.says.kind)),
    ("subtype", |of| of.name(&of.rows.lines, |row| row.says.subtype)),
    ("session", |of| of.name(&of.rows.lines, |row| row.says.session)),
    ("parent_tool_use_id", |of| of.name(&of.rows.lines, |row| row.says.parent)),
    ("agent", |of| of.name(&of.rows.lines, |row| row.says.agent)),
    ("message_id", |of| of.text(&of.rows.lines, |row| row.says.message_id)),
    ("request_id", |of| of.text(&of.rows.lines, |row| row.says.request_id)),
    ("time", |of| time(&of.rows.lines, |row| row.says.time)),
    ("time_origin", |of| {
        let origins = of.rows.lines.iter().map(|row| row.says.time_origin);
        of_list(ORIGINS, |origin| origin.as_str(), origins)
    }),
    ("model", |of| of.name(&of.rows.lines, |row| row.says.model)),
    ("told", |of| of_list(TOLD, told, of.rows.lines.iter().map(|row| row.says.told))),
    ("input_tokens", |of| count(&of.rows.lines, |row| row.says.counts.get(0))),
    ("cache_creation_tokens", |of| count(&of.rows.lines, |row| row.says.counts.get(1))),
    ("cache_read_tokens", |of| count(&of.rows.lines, |row| row.says.counts.get(2))),
    ("output_tokens", |of| count(&of.rows.lines, |row| row.says.counts.get(3))),
    ("reasoning_tokens", |of| count(&of.rows.lines, |row| row.says.counts.get(4))),
    ("cost_usd_micros", |of| count(&of.rows.lines, |row| row.says.counts.get(5))),
    ("is_error", |of| flag(&of.rows.lines, |row| row.says.is_error)),
    ("raw", |of| of.text(&of.rows.lines, |row| row.raw)),
];

const CALLS: &[(&str, Make)] = &[
    ("file", |of| of.file(&of.rows.calls, |row| row.owner)),
    ("commit", |of| of.commit(&of.rows.calls, |row| row.owner)),
    ("line", |of| int(&of.rows.calls, |row| row.line)),
    ("offset", |of| int(&of.rows.calls, |row| row.offset)),
    ("what", |of| {
        let results = of.rows.calls.iter().map(|row| Some(row.is_error.is_some().into()));
        numbered(&["call", "result"], results)
    }),
    ("told", |of| {
        let chunks = of.rows.calls.iter().map(|row| Some(row.is_chunk.into()));
        numbered(&["message", "chunk"], chunks)
    }),
    ("id", |of| of.text(&of.rows.calls, |row| row.id)),
    ("tool", |of| of.name(&of.rows.calls, |row| row.tool)),
    ("session", |of| of.name(&of.rows.calls, |row| row.session)),
    ("parent_tool_use_id", |of| of.name(&of.rows.calls, |row| row.parent)),
    ("agent", |of| of.name(&of.rows.calls, |row| row.agent)),
    ("is_error", |of| flag(&of.rows.calls, |row| row.is_error)),
    ("bytes", |of| perhaps_int(&of.rows.calls, |row| Some(row.bytes).filter(|bytes| *bytes != u64::MAX))),
    ("time", |of| time(&of.rows.calls, |row| row.time)),
];

const STATED: &[(&str, Make)] = &[
    ("file", |of| of.file(&of.rows.stated, |row| row.owner)),
    ("commit", |of| of.commit(&of.rows.stated, |row| row.owner)),
    ("line", |of| int(&of.rows.stated, |row| row.line)),
    ("offset", |of| int(&of.rows.stated, |row| row.offset)),
    ("scope", |of| {
        let scopes = of.rows.stated.iter().map(|row| Some(row.scope));
        of_list(UsageScope::ALL, |scope| scope.as_str(), scopes)
    }),
    ("message_id", |of| of.text(&of.rows.stated, |row| row.message_id)),
    ("session", |of| of.name(&of.rows.stated, |row| row.session)),
    ("time", |of| time(&of.rows.stated, |row| row.time)),
    ("model", |of| of.name(&of.rows.stated, |row| row.model)),
    ("input_tokens", |of| count(&of.rows.stated, |row| row.counts.get(0))),
    ("cache_creation_tokens", |of| count(&of.rows.stated, |row| row.counts.get(1))),
    ("cache_read_tokens", |of| count(&of.rows.stated, |row| row.counts.get(2))),
    ("output_tokens", |of| count(&of.rows.stated, |row| row.counts.get(3))),
    ("reasoning_tokens", |of| count(&of.rows.stated, |row| row.counts.get(4))),
    ("cost_usd_micros", |of| count(&of.rows.stated, |row| row.counts.get(5))),
];

const FAULTS: &[(&str, Make)] = &[
    ("file", |of| of.file(&of.rows.faults, |row| row.owner)),
    ("commit", |of| of.commit(&of.rows.faults, |row| row.owner)),
    ("line", |of| int(&of.rows.faults, |row| row.line)),
    ("offset", |of| int(&of.rows.faults, |row| row.offset)),
    ("what", |of| Ok(words(of.rows.faults.iter().map(|row| Some(row.what))))),
    ("kind", |of| Ok(words(of.rows.faults.iter().map(|row| Some(row.kind))))),
    ("at", |of| int(&of.rows.faults, |row| row.at)),
    ("length", |of| perhaps_int(&of.rows.faults, |row| row.length)),
];

/// The columns of a table that grows line by line, in its order, each with what makes it. Of others none.
const fn makers(table: Table) -> &'static [(&'static str, Make)] {
    match table {
        Table::Lines => LINES,
        Table::ToolCalls => CALLS,
        Table::Stated => STATED,
        Table::Faults => FAULTS,
        Table::Files | Table::Runs => &[],
    }
}

impl Rows {
    /// Those of a table that grows line by line, as a batch of Arrow.
    pub(crate) fn batch(&self, table: Table) -> Result<RecordBatch, ArrowError> {
        let source = Source::of(self);
        let columns = makers(table).iter().map(|(_, make)| make(&source));
        batch(table, columns.collect::<Result<_, _>>()?)
    }
}

impl<'r> Source<'r> {
    pub(crate) fn of(rows: &'r Rows) -> Source<'r> {
        Source { rows, names: Pool::of(&rows.names) }
    }

    /// The column with this name of a table that grows line by line. Nothing is made of other columns.
    pub(crate) fn column(&self, table: Table, name: &str) -> Made {
        match makers(table).iter().find(|(of, _)| *of == name) {
            Some((_, make)) => make(self),
            None => Err(ArrowError::SchemaError(format!("{} has no column {name}", table.as_str()))),
        }
    }

    fn file<R>(&self, rows: &[R], owner: impl Fn(&R) -> Owner) -> Made {
        int(rows, |row| self.rows.owned(owner(row)).0)
    }

    fn commit<R>(&self, rows: &[R], owner: impl Fn(&R) -> Owner + Clone) -> Made {
        perhaps_int(rows, |row| self.rows.owned(owner(row)).1)
    }

    fn name<R>(&self, rows: &[R], of: impl Fn(&R) -> Name + Clone) -> Made {
        self.names.column(rows.iter().map(of))
    }

    fn text<R>(&self, rows: &[R], of: impl Fn(&R) -> Name + Clone) -> Made {
        own_texts(&self.rows.texts, rows.iter().map(of))
    }
}

fn int<R>(rows: &[R], of: impl Fn(&R) -> u64) -> Made {
    Ok(ints(rows.iter().map(of)))
}

fn perhaps_int<R>(rows: &[R], of: impl Fn(&R) -> Option<u64> + Clone) -> Made {
    Ok(optional_ints(rows.iter().map(of)))
}

fn count<R>(rows: &[R], of: impl Fn(&R) -> Option<u64> + Clone) -> Made {
    Ok(counts(rows.iter().map(of)))
}

fn flag<R>(rows: &[R], of: impl Fn(&R) -> Option<bool> + Clone) -> Made {
    Ok(flags(rows.iter().map(of)))
}

fn time<R>(rows: &[R], of: impl Fn(&R) -> Moment) -> Made {
    Ok(times(rows.iter().map(|row| of(row).ms())))
}

const ORIGINS: &[TimeOrigin] = &[TimeOrigin::Line, TimeOrigin::Message, TimeOrigin::Inner];
const TOLD: &[Told] = &[Told::Main, Told::Side, Told::Progress, Told::Total];

fn told(told: Told) -> &'static str {
    match told {
        Told::Main => "main",
        Told::Side => "side",
        Told::Progress => "progress",
        Told::Total => "total",
    }
}

/// The columns are those of the table, in its order.
pub(crate) fn batch(table: Table, columns: Vec<ArrayRef>) -> Result<RecordBatch, ArrowError> {
    RecordBatch::try_new(table.schema(), columns)
}

/// Counts of runlex's own never reach beyond 63 bits: they count bytes.
fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// `None` where no row says anything.
fn some<T>(values: impl Iterator<Item = Option<T>> + Clone) -> Option<impl Iterator<Item = Option<T>>> {
    values.clone().any(|value| value.is_some()).then_some(values)
}

fn nothing(kind: &DataType, rows: impl Iterator) -> ArrayRef {
    new_null_array(kind, rows.count())
}

pub(crate) fn ints(values: impl Iterator<Item = u64>) -> ArrayRef {
    Arc::new(Int64Array::from_iter_values(values.map(signed)))
}

pub(crate) fn optional_ints(values: impl Iterator<Item = Option<u64>> + Clone) -> ArrayRef {
    match some(values.clone()) {
        Some(values) => Arc::new(values.map(|value| value.map(signed)).collect::<Int64Array>()),
        None => nothing(&DataType::Int64, values),
    }
}

pub(crate) fn counts(values: impl Iterator<Item = Option<u64>> + Clone) -> ArrayRef {
    match some(values.clone()) {
        Some(values) => Arc::new(values.collect::<UInt64Array>()),
        None => nothing(&DataType::UInt64, values),
    }
}

pub(crate) fn times(values: impl Iterator<Item = Option<i64>>) -> ArrayRef {
    Arc::new(values.collect::<TimestampMillisecondArray>().with_timezone("UTC"))
}

pub(crate) fn flags(values: impl Iterator<Item = Option<bool>> + Clone) -> ArrayRef {
    let Some(flags) = some(values.clone()) else { return nothing(&DataType::Boolean, values) };
    let mut column = BooleanBuilder::new();
    flags.for_each(|flag| column.append_option(flag));
    Arc::new(column.finish())
}

pub(crate) fn texts<'a>(values: impl Iterator<Item = Option<&'a str>>) -> ArrayRef {
    Arc::new(values.collect::<StringArray>())
}

/// Of texts that each row has of its own. Whether they are UTF-8 is looked at once for all of them.
pub(crate) fn own_texts(
    texts: &Texts,
    names: impl Iterator<Item = Name> + Clone,
) -> Result<ArrayRef, ArrowError> {
    match some(names.clone().map(|name| texts.get(name))) {
        Some(values) => Ok(Arc::new(StringArray::try_from_binary(values.collect::<BinaryArray>())?)),
        None => Ok(nothing(&DataType::Utf8, names)),
    }
}

/// Of a column with few distinct texts that are no names: words of our own.
pub(crate) fn words<'a>(values: impl Iterator<Item = Option<&'a str>>) -> ArrayRef {
    Arc::new(values.collect::<DictionaryArray<Int32Type>>())
}

/// The same, of values that stand in a list.
fn of_list<T: Copy + PartialEq>(
    all: &[T],
    word: impl Fn(T) -> &'static str,
    values: impl Iterator<Item = Option<T>> + Clone,
) -> Result<ArrayRef, ArrowError> {
    let words: Vec<&str> = all.iter().map(|value| word(*value)).collect();
    // Most are those of the row before.
    let mut last = (None, None);
    numbered(
        &words,
        values.map(move |value| {
            if value != last.0 {
                last = (value, all.iter().position(|one| Some(*one) == value).map(|at| at as i32));
            }
            last.1
        }),
    )
}

/// The same, of words by their number.
fn numbered(
    words: &[&str],
    numbers: impl Iterator<Item = Option<i32>> + Clone,
) -> Result<ArrayRef, ArrowError> {
    Pool { texts: Arc::new(StringArray::from_iter_values(words)) }.numbers(numbers)
}

/// Texts that columns have by their numbers.
struct Pool {
    texts: ArrayRef,
}

impl Pool {
    fn of(names: &Names) -> Pool {
        Pool { texts: Arc::new(StringArray::from_iter_values(names.iter())) }
    }

    fn column(&self, names: impl Iterator<Item = Name> + Clone) -> Result<ArrayRef, ArrowError> {
        self.numbers(names.map(|name| name.index().map(|at| at as i32)))
    }

    fn numbers(&self, numbers: impl Iterator<Item = Option<i32>> + Clone) -> Result<ArrayRef, ArrowError> {
        let keys = match some(numbers.clone()) {
            Some(numbers) => numbers.collect::<Int32Array>(),
            None => Int32Array::new_null(numbers.count()),
        };
        Ok(Arc::new(DictionaryArray::try_new(keys, self.texts.clone())?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_the_tables() {
        for table in Table::ALL.into_iter().filter(|table| !table.is_snapshot()) {
            let made: Vec<&str> = makers(table).iter().map(|(name, _)| *name).collect();
            let told: Vec<&str> = table.columns().iter().map(|column| column.name).collect();
            assert_eq!(made, told, "{table:?}");
        }
    }
}
