//! Rows of named cells, in any form: a table for people, CSV for spreadsheets, objects for programs.

use crate::by;
use crate::layout::{Grid, Heading};
use crate::show::{self, dollars, name, short, span, thousands, visible};
use anyhow::Result;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write;

/// A cell.
#[derive(Clone, Debug)]
pub(crate) enum Cell<'a> {
    /// From a stream.
    Text(Cow<'a, str>),
    /// A place, never cut short.
    Path(Cow<'a, str>),
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

impl Cell<'_> {
    /// Numbers whole, or in few characters.
    fn put(&self, grid: &mut Grid, is_short: bool) {
        match self {
            Cell::Text(text) => grid.cell(name(text)),
            Cell::Path(path) => grid.cell(visible(path)),
            Cell::Count(count) if is_short => grid.cell(short(*count)),
            Cell::Count(count) => grid.cell(thousands(*count)),
            Cell::Money(micros) => grid.cell(dollars(*micros)),
            Cell::Millis(millis) => grid.cell(span(*millis)),
            Cell::Share(part, whole) => grid.cell(show::share(*part, *whole)),
            Cell::None => grid.cell(""),
        }
    }

    /// Control characters are shown, as they are for people: a file of rows is often looked at in a terminal. Text that a
    /// spreadsheet would take for a formula has an apostrophe before it.
    fn put_csv(&self, field: &mut String) {
        // A text takes all there is.
        _ = match self {
            Cell::Text(text) | Cell::Path(text) if is_formula(text) => write!(field, "'{}", visible(text)),
            Cell::Text(text) | Cell::Path(text) => write!(field, "{}", visible(text)),
            Cell::Count(count) => write!(field, "{count}"),
            Cell::Money(number) | Cell::Millis(number) => write!(field, "{number}"),
            Cell::Share(part, whole) => write!(field, "{}", part_of_one(*part, *whole)),
            Cell::None => Ok(()),
        };
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

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Cell<'a> {
        Cell::Text(text.into())
    }
}

impl From<String> for Cell<'_> {
    fn from(text: String) -> Self {
        Cell::Text(text.into())
    }
}

impl From<u64> for Cell<'_> {
    fn from(count: u64) -> Self {
        Cell::Count(count.into())
    }
}

impl From<u128> for Cell<'_> {
    fn from(count: u128) -> Self {
        Cell::Count(count)
    }
}

impl<'a, T: Into<Cell<'a>>> From<Option<T>> for Cell<'a> {
    fn from(cell: Option<T>) -> Cell<'a> {
        cell.map_or(Cell::None, Into::into)
    }
}

impl Serialize for Cell<'_> {
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
    /// So many of them, from the first, say of what a row is.
    names: usize,
    pub(crate) rows: Vec<Vec<Cell<'static>>>,
    /// Stands below them for people: programs can add up by themselves, and would take it for one of the rows.
    all: Option<Vec<Cell<'static>>>,
}

impl Sheet {
    pub(crate) fn new(columns: &[Column]) -> Sheet {
        Sheet::of(1, columns)
    }

    /// With so many columns that say together of what a row is.
    pub(crate) fn of(names: usize, columns: &[Column]) -> Sheet {
        Sheet { columns: columns.to_vec(), names, rows: Vec::new(), all: None }
    }

    /// Has a last row for people, of cells by the names that columns have for programs. One row says the same already.
    pub(crate) fn with_all(mut self, cell: impl Fn(&str) -> Cell<'static>) -> Sheet {
        let columns = self.columns.iter().enumerate();
        let cells = columns.map(|(at, (_, name))| match at {
            0 => "all".into(),
            _ if at < self.names => Cell::None,
            _ => cell(name),
        });
        self.all = (self.rows.len() > 1).then(|| cells.collect());
        self
    }

    /// Columns of names to the left, all others to the right. Columns in which nothing is known are left out, and those that [tell
    /// nothing](by::tells_nothing). On a terminal
    /// that is too narrow numbers are short, and those of [`FIRST_TO_GO`] are left out as far as needed.
    pub(crate) fn write_table(&self, out: &mut impl Write) -> Result<()> {
        let hidden = by::tells_nothing(&self.columns, &self.rows);
        let is_shown = |at: &usize| !hidden.contains(at);
        let go = |name: &str| FIRST_TO_GO.iter().position(|first| *first == name);
        let turn = |name| go(name).map_or(0, |at| FIRST_TO_GO.len() - at);
        let columns = self.columns.iter().enumerate().filter(|(at, _)| is_shown(at));
        let headings = columns.map(|(at, (name, _))| match at {
            0 => Heading::text(name).goes(turn(name)),
            _ if at < self.names => Heading::text(name),
            _ => Heading::number(name).goes(turn(name)),
        });
        let headings: Vec<Heading> = headings.collect();
        let grid = |is_short| {
            let mut grid = Grid::new(&headings);
            for row in self.rows.iter().chain(&self.all) {
                let cells = row.iter().enumerate().filter(|(at, _)| is_shown(at));
                cells.for_each(|(_, cell)| cell.put(&mut grid, is_short));
                grid.end_row();
            }
            grid
        };
        let mut whole = grid(false);
        if whole.fitting(show::width()) != whole.fitting(usize::MAX) {
            whole = grid(true);
        }
        show::write_table(out, &whole)?;
        Ok(())
    }

    /// As JSON, a line for each row.
    pub(crate) fn write_lines(&self, out: &mut impl Write) -> Result<()> {
        for cells in &self.rows {
            serde_json::to_writer(&mut *out, &Object { columns: &self.columns, cells })?;
            writeln!(out)?;
        }
        Ok(())
    }

    pub(crate) fn write_csv(&self, out: impl Write) -> Result<()> {
        let mut csv = Csv::new(&self.columns);
        self.rows.iter().try_for_each(|row| csv.row(row))?;
        csv.write(out)
    }
}

/// Rows as CSV, kept as text until all are known.
pub(crate) struct Csv<'c> {
    columns: &'c [Column],
    rows: csv::Writer<Vec<u8>>,
    field: String,
}

impl<'c> Csv<'c> {
    pub(crate) fn new(columns: &'c [Column]) -> Csv<'c> {
        Csv { columns, rows: csv::Writer::from_writer(Vec::new()), field: String::new() }
    }

    pub(crate) fn row(&mut self, cells: &[Cell<'_>]) -> Result<()> {
        for cell in cells {
            self.field.clear();
            cell.put_csv(&mut self.field);
            self.rows.write_field(&self.field)?;
        }
        // Ends the row.
        self.rows.write_record(None::<&[u8]>)?;
        Ok(())
    }

    /// Its rows, and those of another one with the same columns.
    pub(crate) fn with(self, later: Csv<'_>) -> Result<Csv<'c>> {
        let (columns, field) = (self.columns, self.field);
        let mut rows = self.rows.into_inner().map_err(csv::IntoInnerError::into_error)?;
        rows.append(&mut later.rows.into_inner().map_err(csv::IntoInnerError::into_error)?);
        Ok(Csv { columns, rows: csv::Writer::from_writer(rows), field })
    }

    /// Writes them under the names of their columns.
    pub(crate) fn write(self, mut out: impl Write) -> Result<()> {
        let mut head = csv::Writer::from_writer(Vec::new());
        head.write_record(self.columns.iter().map(|(_, name)| name))?;
        for text in [head, self.rows] {
            out.write_all(&text.into_inner().map_err(csv::IntoInnerError::into_error)?)?;
        }
        out.flush()?;
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
    cells: &'a [Cell<'a>],
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
