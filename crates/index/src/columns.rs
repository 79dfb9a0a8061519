//! Rows as columns of Arrow.
//!
//! Most columns of most rows say nothing, or what the rows before say: a column in which no row says anything costs one look at each, and words
//! of few are numbered as they come and never compared.

use crate::names::{Name, Names, Texts};
use crate::rows::{CallRow, FaultRow, Kind, LineRow, Rows, StatedRow};
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

impl Rows {
    /// Those of a table that grows line by line, as a batch of Arrow.
    pub(crate) fn batch(&self, table: Table) -> Result<RecordBatch, ArrowError> {
        // All columns of names share the texts.
        let names = Pool::of(&self.names);
        match table {
            Table::ToolCalls => self.calls_batch(&names),
            Table::Stated => self.stated_batch(&names),
            Table::Faults => self.faults_batch(),
            Table::Lines | Table::Files | Table::Runs => self.lines_batch(&names),
        }
    }

    fn lines_batch(&self, names: &Pool) -> Result<RecordBatch, ArrowError> {
        let rows = &self.lines;
        let name = |of: fn(&LineRow) -> Name| names.column(rows.iter().map(of));
        let text = |of: fn(&LineRow) -> Name| own_texts(&self.texts, rows.iter().map(of));
        let count = |at: usize| counts(rows.iter().map(move |row| row.says.counts.get(at)));
        batch(
            Table::Lines,
            vec![
                ints(rows.iter().map(|row| self.owned(row.owner).0)),
                optional_ints(rows.iter().map(|row| self.owned(row.owner).1)),
                ints(rows.iter().map(|row| row.line)),
                ints(rows.iter().map(|row| row.lines)),
                ints(rows.iter().map(|row| row.offset)),
                ints(rows.iter().map(|row| row.length)),
                numbered(
                    &["event", "blank", "fault"],
                    rows.iter().map(|row| {
                        Some(match row.says.what {
                            Kind::Event => 0,
                            Kind::Blank => 1,
                            Kind::Fault(_) => 2,
                        })
                    }),
                )?,
                of_list(
                    FaultKind::ALL,
                    FaultKind::as_str,
                    rows.iter().map(|row| match row.says.what {
                        Kind::Fault(kind) => Some(kind),
                        Kind::Event | Kind::Blank => None,
                    }),
                )?,
                of_list(Dialect::ALL, |dialect| dialect.as_str(), rows.iter().map(|row| row.says.dialect))?,
                name(|row| row.says.kind)?,
                name(|row| row.says.subtype)?,
                name(|row| row.says.session)?,
                name(|row| row.says.parent)?,
                name(|row| row.says.agent)?,
                text(|row| row.says.message_id)?,
                text(|row| row.says.request_id)?,
                times(rows.iter().map(|row| row.says.time.ms())),
                of_list(ORIGINS, |origin| origin.as_str(), rows.iter().map(|row| row.says.time_origin))?,
                name(|row| row.says.model)?,
                of_list(TOLD, told, rows.iter().map(|row| row.says.told))?,
                count(0),
                count(1),
                count(2),
                count(3),
                count(4),
                count(5),
                flags(rows.iter().map(|row| row.says.is_error)),
                text(|row| row.raw)?,
            ],
        )
    }

    fn calls_batch(&self, names: &Pool) -> Result<RecordBatch, ArrowError> {
        let rows = &self.calls;
        let name = |of: fn(&CallRow) -> Name| names.column(rows.iter().map(of));
        batch(
            Table::ToolCalls,
            vec![
                ints(rows.iter().map(|row| self.owned(row.owner).0)),
                optional_ints(rows.iter().map(|row| self.owned(row.owner).1)),
                ints(rows.iter().map(|row| row.line)),
                ints(rows.iter().map(|row| row.offset)),
                numbered(&["call", "result"], rows.iter().map(|row| Some(row.is_error.is_some().into())))?,
                numbered(&["message", "chunk"], rows.iter().map(|row| Some(row.is_chunk.into())))?,
                own_texts(&self.texts, rows.iter().map(|row| row.id))?,
                name(|row| row.tool)?,
                name(|row| row.session)?,
                name(|row| row.parent)?,
                name(|row| row.agent)?,
                flags(rows.iter().map(|row| row.is_error)),
                optional_ints(rows.iter().map(|row| Some(row.bytes).filter(|bytes| *bytes != u64::MAX))),
                times(rows.iter().map(|row| row.time.ms())),
            ],
        )
    }

    fn stated_batch(&self, names: &Pool) -> Result<RecordBatch, ArrowError> {
        let rows = &self.stated;
        let name = |of: fn(&StatedRow) -> Name| names.column(rows.iter().map(of));
        let count = |at: usize| counts(rows.iter().map(move |row| row.counts.get(at)));
        batch(
            Table::Stated,
            vec![
                ints(rows.iter().map(|row| self.owned(row.owner).0)),
                optional_ints(rows.iter().map(|row| self.owned(row.owner).1)),
                ints(rows.iter().map(|row| row.line)),
                ints(rows.iter().map(|row| row.offset)),
                of_list(UsageScope::ALL, |scope| scope.as_str(), rows.iter().map(|row| Some(row.scope)))?,
                own_texts(&self.texts, rows.iter().map(|row| row.message_id))?,
                name(|row| row.session)?,
                times(rows.iter().map(|row| row.time.ms())),
                name(|row| row.model)?,
                count(0),
                count(1),
                count(2),
                count(3),
                count(4),
                count(5),
            ],
        )
    }

    fn faults_batch(&self) -> Result<RecordBatch, ArrowError> {
        let rows: &[FaultRow] = &self.faults;
        batch(
            Table::Faults,
            vec![
                ints(rows.iter().map(|row| self.owned(row.owner).0)),
                optional_ints(rows.iter().map(|row| self.owned(row.owner).1)),
                ints(rows.iter().map(|row| row.line)),
                ints(rows.iter().map(|row| row.offset)),
                words(rows.iter().map(|row| Some(row.what))),
                words(rows.iter().map(|row| Some(row.kind))),
                ints(rows.iter().map(|row| row.at)),
                optional_ints(rows.iter().map(|row| row.length)),
            ],
        )
    }
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
fn int(number: u64) -> i64 {
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
    Arc::new(Int64Array::from_iter_values(values.map(int)))
}

pub(crate) fn optional_ints(values: impl Iterator<Item = Option<u64>> + Clone) -> ArrayRef {
    match some(values.clone()) {
        Some(values) => Arc::new(values.map(|value| value.map(int)).collect::<Int64Array>()),
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
