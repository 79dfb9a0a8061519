//! `docs/index-format.md` has the columns that the tables have, and `docs/python.md` those of items. `SNAPSHOTS=overwrite cargo test -p runlex-index` renews them there.

use runlex_index::{Column, ScanTable, Table};
use snapbox::{assert_data_eq, file};
use std::path::Path;

#[test]
fn the_page_has_every_column() {
    let with =
        |page: String, table: Table| with_columns(&page, table.as_str(), table.columns().iter().copied());
    let renewed = Table::ALL.into_iter().fold(read("index-format.md"), with);
    assert_data_eq!(renewed, file!["../../../../docs/index-format.md"].raw());
    let renewed = with_columns(&read("python.md"), "items", ScanTable::Items.columns(true));
    assert_data_eq!(renewed, file!["../../../../docs/python.md"].raw());
}

fn read(page: &str) -> String {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    std::fs::read_to_string(pages.join(page)).expect("the page")
}

/// The page with a table's columns at the end of its section.
fn with_columns(page: &str, table: &str, columns: impl Iterator<Item = Column>) -> String {
    let heading = format!("\n### `{table}`\n");
    let (before, rest) = page.split_once(&heading).unwrap_or_else(|| panic!("no section {heading}"));
    let (section, behind) = rest.split_at(rest.find("\n#").unwrap_or(rest.len()));
    let text = section.split("\n|").next().unwrap_or_default().trim();
    let columns: String = columns.map(row).collect();
    format!(
        "{before}{heading}\n{text}\n\n| Column | Type | Null | Meaning |\n|---|---|---|---|\n{columns}{behind}"
    )
}

fn row(column: Column) -> String {
    let null = if column.is_nullable { "null" } else { "" };
    format!("| `{}` | {} | {null} | {} |\n", column.name, column.kind.as_str(), column.about)
}
