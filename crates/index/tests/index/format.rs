//! `docs/index-format.md` has the columns that the tables have. `SNAPSHOTS=overwrite cargo test -p runlex-index` renews them there.

use runlex_index::{Column, Table};
use snapbox::{assert_data_eq, file};
use std::path::Path;

#[test]
fn the_page_has_every_column() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/index-format.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let renewed = Table::ALL.into_iter().fold(page, with_columns);
    assert_data_eq!(renewed, file!["../../../../docs/index-format.md"].raw());
}

/// The page with this table's columns at the end of its section.
fn with_columns(page: String, table: Table) -> String {
    let heading = format!("\n### `{}`\n", table.as_str());
    let (before, rest) = page.split_once(&heading).unwrap_or_else(|| panic!("no section {heading}"));
    let (section, behind) = rest.split_at(rest.find("\n#").unwrap_or(rest.len()));
    let text = section.split("\n|").next().unwrap_or_default().trim();
    let columns: String = table.columns().iter().map(row).collect();
    format!(
        "{before}{heading}\n{text}\n\n| Column | Type | Null | Meaning |\n|---|---|---|---|\n{columns}{behind}"
    )
}

fn row(column: &Column) -> String {
    let null = if column.is_nullable { "null" } else { "" };
    format!("| `{}` | {} | {null} | {} |\n", column.name, column.kind.as_str(), column.about)
}
