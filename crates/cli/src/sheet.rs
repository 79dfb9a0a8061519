//! Rows of named cells, in any form: a table for people, CSV for spreadsheets, objects for programs.

use crate::show::{self, dollars, name, short, span, thousands, visible};
use anyhow::Result;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::io::Write;

/// A cell.
#[derive(Clone, Debug)]
pub(crate) enum Cell {
    /// From a stream.
    Text(String),
    /// A place, never cut short.
    Path(String),
    Count(u128),
    /// Micro-dollars.
    Money(u64),
    /// A span of time.
    Millis(u64),
    /// Of how many how many: a part of 1 for programs.
    Share(u64, u64),
    /// Nothing is known.
    None,
}

impl Cell {
    /// Numbers whole, or in few characters.
    fn for_people(&self, is_short: bool) -> String {
        match self {
            Cell::Text(text) => name(text),
            Cell::Path(path) => visible(path),
            Cell::Count(count) if is_short => short(*count),
            Cell::Count(count) => thousands(*count),
            Cell::Money(micros) => dollars(*micros),
            Cell::Millis(millis) => span(*millis),
            Cell::Share(part, whole) => show::share(*part, *whole),
            Cell::None => String::new(),
        }
    }

    /// Control characters are shown, as they are for people: a file of rows is often looked at in a terminal. Text that a
    /// spreadsheet would take for a formula has an apostrophe before it.
    fn for_csv(&self) -> String {
        match self {
            Cell::Text(text) | Cell::Path(text) if is_formula(text) => format!("'{}", visible(text)),
            Cell::Text(text) | Cell::Path(text) => visible(text),
            Cell::Count(count) => count.to_string(),
            Cell::Money(number) | Cell::Millis(number) => number.to_string(),
            Cell::Share(part, whole) => part_of_one(*part, *whole).to_string(),
            Cell::None => String::new(),
        }
    }
}

/// To four digits.
fn part_of_one(part: u64, whole: u64) -> f64 {
    (part as f64 / whole as f64 * 1e4).round() / 1e4
}

/// Whether a spreadsheet may compute it. Standard input and the runs in it (`-:3`) are no formulas.
fn is_formula(text: &str) -> bool {
    let line = text.strip_prefix("-:").filter(|line| line.bytes().all(|byte| byte.is_ascii_digit()));
    text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) && text != "-" && line.is_none()
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Cell {
        Cell::Count(count.into())
    }
}

impl From<u128> for Cell {
    fn from(count: u128) -> Cell {
        Cell::Count(count)
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(cell: Option<T>) -> Cell {
        cell.map_or(Cell::None, Into::into)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Text(text) | Cell::Path(text) => serializer.serialize_str(text),
            Cell::Count(count) => serializer.serialize_u128(*count),
            Cell::Money(number) | Cell::Millis(number) => serializer.serialize_u64(*number),
            Cell::Share(part, whole) => serializer.serialize_f64(part_of_one(*part, *whole)),
            Cell::None => serializer.serialize_none(),
        }
    }
}

/// The name of a column: for people, and for programs.
pub(crate) type Column = (&'static str, &'static str);

/// Columns that a narrow terminal does without, the first one first.
const FIRST_TO_GO: [&str; 12] = [
    "input bytes",
    "result bytes",
    "timed",
    "cache creation",
    "cache read",
    "messages",
    "events",
    "unanswered",
    "p95",
    "dialect",
    "input",
    "runs",
];

pub(crate) struct Sheet {
    columns: Vec<Column>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

impl Sheet {
    pub(crate) fn new(columns: &[Column]) -> Sheet {
        Sheet { columns: columns.to_vec(), rows: Vec::new() }
    }

    /// The first column to the left, all others to the right. Columns in which nothing is known are left out. On a terminal
    /// that is too narrow numbers are short, and those of [`FIRST_TO_GO`] are left out as far as needed.
    pub(crate) fn write_table(&self, out: &mut impl Write) -> Result<()> {
        let go = |name: &str| FIRST_TO_GO.iter().position(|first| *first == name);
        let rank = |name| go(name).map_or(0, |at| (FIRST_TO_GO.len() - at) as u32);
        let columns: Vec<(&str, u32)> = self.columns.iter().map(|(name, _)| (*name, rank(name))).collect();
        let cells = |is_short| -> Vec<Vec<String>> {
            self.rows.iter().map(|row| row.iter().map(|cell| cell.for_people(is_short)).collect()).collect()
        };
        let mut rows = cells(false);
        let all = show::fitting(&columns, &rows, usize::MAX);
        let mut shown = show::fitting(&columns, &rows, show::width());
        if shown != all {
            rows = cells(true);
            shown = show::fitting(&columns, &rows, show::width());
        }
        let header: Vec<&str> = shown.iter().map(|at| columns[*at].0).collect();
        let rows = rows.iter().map(|row| shown.iter().map(|at| row[*at].clone()).collect());
        let table = show::table(&header, rows);
        if !table.is_empty() {
            show::write_table(out, &table)?;
        }
        Ok(())
    }

    pub(crate) fn write_csv(&self, out: impl Write) -> Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        csv.write_record(self.columns.iter().map(|(_, name)| name))?;
        for row in &self.rows {
            csv.write_record(row.iter().map(Cell::for_csv))?;
        }
        csv.flush()?;
        Ok(())
    }
}

/// A list of objects.
impl Serialize for Sheet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.rows.iter().map(|cells| Object { columns: &self.columns, cells }))
    }
}

struct Object<'a> {
    columns: &'a [Column],
    cells: &'a [Cell],
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.cells.len()))?;
        for ((_, name), cell) in self.columns.iter().zip(self.cells) {
            map.serialize_entry(name, cell)?;
        }
        map.end()
    }
}
