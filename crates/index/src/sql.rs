//! SQL for an engine that reads Parquet.

use crate::folder::Folder;
use crate::manifest::Manifest;
use crate::schema::Table;

/// A view of each table. Rows of files that are gone, or were read again, are left out.
pub(crate) fn views(folder: &Folder, manifest: &Manifest) -> String {
    let mut sql = String::new();
    for table in Table::ALL {
        let name = table.as_str();
        let files: Vec<String> = manifest
            .of_table(table)
            .map(|segment| text(&folder.join(&segment.name).to_string_lossy()))
            .collect();
        let rows = match files.is_empty() {
            // No row of it was ever written, so no file of it.
            true => none(table),
            false => format!("SELECT * FROM read_parquet([{}])", files.join(", ")),
        };
        let rows = match table {
            Table::Files => rows,
            Table::Runs => rows,
            _ => format!(
                "SELECT r.* FROM ({rows}) r JOIN files f ON r.file = f.file AND (r.\"commit\" IS NULL OR r.\"commit\" = f.\"commit\")"
            ),
        };
        sql.push_str(&format!("CREATE OR REPLACE VIEW {name} AS {rows};\n"));
    }
    sql
}

fn none(table: Table) -> String {
    use crate::schema::Kind;
    let columns: Vec<String> = table
        .columns()
        .iter()
        .map(|column| {
            let kind = match column.kind {
                Kind::Int => "BIGINT",
                Kind::Count => "UBIGINT",
                Kind::Flag => "BOOLEAN",
                Kind::Text | Kind::Name => "VARCHAR",
                Kind::Names => "VARCHAR[]",
                Kind::Time => "TIMESTAMPTZ",
            };
            format!("NULL::{kind} AS \"{}\"", column.name)
        })
        .collect();
    format!("SELECT {} WHERE false", columns.join(", "))
}

/// A path as SQL has text. What in it would be a pattern is taken as it is.
fn text(path: &str) -> String {
    let mut text = String::from("'");
    for letter in path.chars() {
        match letter {
            '\'' => text.push_str("''"),
            '*' | '?' | '[' => {
                text.push('[');
                text.push(letter);
                text.push(']');
            }
            letter => text.push(letter),
        }
    }
    text.push('\'');
    text
}
