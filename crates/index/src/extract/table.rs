//! The tables of a scan.

use super::items::all_columns;
use crate::schema::{Column, Kind, Table, column, perhaps};
use arrow_schema::{Field, Schema, SchemaRef};
use std::sync::Arc;

/// A table of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScanTable {
    /// A row for each line, or for several in a row that say the same.
    Lines,
    /// A row for each item, what `runlex cat` prints: texts, calls, results, usage, ends, and broken lines. `docs/items.md` says what they are.
    Items,
    /// A row for each tool call and for each tool result, as lines tell them.
    ToolCalls,
    /// A row for each statement of usage that is not that of a line's message.
    Stated,
    /// A row for each run.
    Runs,
    /// A row for each fault, each whole object within a faulty line, and each note.
    Faults,
    /// A row for each session and model: what they used, each message of a model once over all files.
    Usage,
}

pub(super) const PATH: Column =
    column("path", Kind::Name, "the file; with U+FFFD where its path is no UTF-8");

const USAGE: &[Column] = &[
    perhaps("session", Kind::Name, "the session id"),
    perhaps("model", Kind::Name, "the model"),
    column("runs", Kind::Int, "runs of the session that name the model"),
    column("messages", Kind::Int, "messages of the model that have usage, each once"),
    perhaps(
        "input_tokens",
        Kind::Count,
        "by the rules of the dialects (docs/report.md); null beyond 64 bits",
    ),
    perhaps("cache_creation_tokens", Kind::Count, "the same"),
    perhaps("cache_read_tokens", Kind::Count, "the same"),
    perhaps("output_tokens", Kind::Count, "the same"),
    perhaps("reasoning_tokens", Kind::Count, "the same"),
    perhaps("comparable_input_tokens", Kind::Count, "all input, in one meaning for all dialects"),
    perhaps("comparable_output_tokens", Kind::Count, "all output, in one meaning for all dialects"),
    perhaps("cost_stated_usd_micros", Kind::Count, "micro-dollars that the runs state"),
];

impl ScanTable {
    /// All of them.
    pub const ALL: [ScanTable; 7] = [
        ScanTable::Lines,
        ScanTable::Items,
        ScanTable::ToolCalls,
        ScanTable::Stated,
        ScanTable::Runs,
        ScanTable::Faults,
        ScanTable::Usage,
    ];

    /// Its name.
    pub const fn as_str(self) -> &'static str {
        match (self, self.in_index()) {
            (_, Some(table)) => table.as_str(),
            (ScanTable::Items, None) => "items",
            (_, None) => "usage",
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<ScanTable> {
        ScanTable::ALL.into_iter().find(|table| table.as_str() == name)
    }

    /// The table of an index that has its rows.
    pub const fn in_index(self) -> Option<Table> {
        match self {
            ScanTable::Lines => Some(Table::Lines),
            ScanTable::ToolCalls => Some(Table::ToolCalls),
            ScanTable::Stated => Some(Table::Stated),
            ScanTable::Runs => Some(Table::Runs),
            ScanTable::Faults => Some(Table::Faults),
            ScanTable::Items | ScanTable::Usage => None,
        }
    }

    /// Its columns, in order: those of the index, with `path` for `file` and `commit`, and with text only `with_text`.
    pub fn columns(self, with_text: bool) -> impl Iterator<Item = Column> {
        let (path, columns) = match (self, self.in_index()) {
            (_, Some(table)) => (Some(PATH), table.columns()),
            (ScanTable::Items, None) => (Some(PATH), &[][..]),
            (_, None) => (None, USAGE),
        };
        let columns = columns.iter().copied().filter(move |column| !self.leaves_out(column, with_text));
        let of_items = (self == ScanTable::Items).then(|| all_columns(with_text).map(|(column, _)| *column));
        path.into_iter().chain(columns).chain(of_items.into_iter().flatten())
    }

    /// Its columns without text, as Arrow has them.
    pub fn schema(self) -> SchemaRef {
        let fields: Vec<Field> = self.columns(false).map(|column| column.plain_field()).collect();
        Arc::new(Schema::new(fields))
    }

    /// Whether a column of the index is none of the scan's.
    pub(super) fn leaves_out(self, column: &Column, with_text: bool) -> bool {
        match column.name {
            "file" | "commit" => true,
            "raw" => !with_text,
            _ => false,
        }
    }

    /// Whether its rows are made line by line.
    pub(super) const fn is_of_lines(self) -> bool {
        matches!(self, ScanTable::Lines | ScanTable::ToolCalls | ScanTable::Stated | ScanTable::Faults)
    }
}
