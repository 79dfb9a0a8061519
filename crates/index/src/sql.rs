//! SQL for an engine that reads Parquet.

use crate::error::IndexError;
use crate::folder::Folder;
use crate::manifest::Manifest;
use crate::schema::Table;
use runlex::dialects::Dialect;
use runlex::report::CallSource;

/// A view of each table. Rows of files that are gone, or were read again, are left out. And one that pairs calls with results, and one of
/// what runs used.
pub(crate) fn views(folder: &Folder, manifest: &Manifest) -> Result<String, IndexError> {
    let home = std::path::absolute(folder.path()).map_err(IndexError::io(folder.path()))?;
    let folder = Folder::new(&home);
    let mut sql = String::new();
    for table in Table::ALL {
        let rows = rows(&folder, manifest, table, false);
        sql.push_str(&format!("CREATE OR REPLACE VIEW {} AS {rows};\n", table.as_str()));
    }
    let told = rows(&folder, manifest, Table::ToolCalls, true);
    let has_chunks = |dialect: Dialect| CallSource::of(dialect) == CallSource::Chunk;
    let is_of_session = |dialect: Dialect| dialect.runs().is_some_and(|rule| rule.is_of_session);
    let calls = CALLS.replace("TOLD", &told).replace("CHUNKS", &dialects(has_chunks));
    sql.push_str(&calls.replace("AGAIN", &dialects(Dialect::writes_again)));
    sql.push_str(&RUN_USAGE.replace("OF_SESSION", &dialects(is_of_session)));
    Ok(sql)
}

/// The pairs of `runlex tools --calls`: a call once by its id within the file, or within the run if an event of its own tells it. What
/// stands in one line is in the order of rows. Of a record that is written again a result counts once.
const CALLS: &str = "\
CREATE OR REPLACE VIEW calls AS
WITH told AS (TOLD),
placed AS (
  SELECT told.*, runs.run, runs.session AS run_session, told.told = 'chunk' AND id IS NOT NULL AND runs.dialect IN (AGAIN) AS is_once, (told.line, told.file_row_number) AS place
  FROM told ASOF LEFT JOIN runs ON told.file = runs.file AND told.line >= runs.line
  WHERE told.told = 'message' OR runs.dialect IN (CHUNKS)
),
pairs AS (
  SELECT file, id,
    arg_min(placed, place) FILTER (what = 'call') AS c,
    arg_min(placed, place) FILTER (what = 'result') AS r,
    CASE WHEN bool_or(is_once) THEN least(1, count(*) FILTER (what = 'result')) ELSE count(*) FILTER (what = 'result') END AS results,
    CASE WHEN bool_or(is_once) THEN least(1, count(*) FILTER (is_error)) ELSE count(*) FILTER (is_error) END AS errors
  FROM placed
  GROUP BY file, id, CASE told WHEN 'chunk' THEN run END, CASE WHEN id IS NULL THEN place END
)
SELECT file, c.tool AS tool,
  CASE WHEN c IS NULL AND id IS NOT NULL THEN 'orphan' WHEN errors > 0 THEN 'error' WHEN results > 0 THEN 'ok'
    WHEN id IS NOT NULL THEN 'unanswered' ELSE 'unknown' END AS outcome,
  coalesce(c.session, r.session, CASE WHEN c IS NULL THEN r.run_session ELSE c.run_session END) AS session,
  coalesce(c.parent_tool_use_id, c.agent, r.parent_tool_use_id, r.agent) AS agent, id,
  c.line AS line, c.\"offset\" AS \"offset\", r.line AS result_line, r.\"offset\" AS result_offset, results, errors,
  CASE WHEN r.time >= c.time AND r.line <> c.line THEN epoch_ms(r.time) - epoch_ms(c.time) END AS duration_ms,
  c.bytes AS input_bytes, r.bytes AS result_bytes
FROM pairs;
";

/// What runs used, in rows that may be added up: of those that state what their session used so far, the largest.
const RUN_USAGE: &str = "\
CREATE OR REPLACE VIEW run_usage AS
SELECT file, run, line, dialect, session, usage_rule, usage_bound,
  usage_input_tokens AS input_tokens, usage_cache_creation_tokens AS cache_creation_tokens,
  usage_cache_read_tokens AS cache_read_tokens, usage_output_tokens AS output_tokens
FROM runs
WHERE usage_rule IS NOT NULL
QUALIFY dialect NOT IN (OF_SESSION) OR session IS NULL
  OR row_number() OVER (PARTITION BY dialect, session ORDER BY usage_output_tokens DESC NULLS LAST, file, run) = 1;
";

/// Their names, as a list of texts.
fn dialects(are: impl Fn(Dialect) -> bool) -> String {
    let names = Dialect::ALL.iter().filter(|dialect| are(**dialect)).map(|dialect| text(dialect.as_str()));
    names.collect::<Vec<_>>().join(", ")
}

/// The rows of a table that count; `is_numbered` with their place in the segment, as `file_row_number`.
fn rows(folder: &Folder, manifest: &Manifest, table: Table, is_numbered: bool) -> String {
    let segments = manifest.of_table(table);
    let files: Vec<String> =
        segments.map(|segment| text(&folder.join(&segment.name).to_string_lossy())).collect();
    let number = if is_numbered { ", file_row_number = true" } else { "" };
    let rows = match files.is_empty() {
        // No row of it was ever written, so no file of it.
        true => none(table, is_numbered),
        false => format!("SELECT * FROM read_parquet([{}]{number})", files.join(", ")),
    };
    match table.is_snapshot() {
        true => rows,
        false => format!(
            "SELECT r.* FROM ({rows}) r JOIN files f ON r.file = f.file AND (r.\"commit\" IS NULL OR r.\"commit\" = f.\"commit\")"
        ),
    }
}

fn none(table: Table, is_numbered: bool) -> String {
    use crate::schema::Kind;
    let mut columns: Vec<String> = table
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
    columns.extend(is_numbered.then(|| "NULL::BIGINT AS file_row_number".to_owned()));
    format!("SELECT {} WHERE false", columns.join(", "))
}

/// A path as SQL has text. What in it would be a pattern is taken as it is, and what would do something to a terminal, or is not
/// seen there, stands as its number.
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
            '"' | '\\' => text.push(letter),
            _ if letter.escape_debug().len() > 1 => {
                text.push_str(&format!("' || chr({}) || '", u32::from(letter)));
            }
            letter => text.push(letter),
        }
    }
    text.push('\'');
    text
}

#[cfg(test)]
mod tests {
    use super::text;

    /// DuckDB reads these as the paths that they are of.
    #[test]
    fn paths_as_text() {
        for (path, want) in [
            ("/a b/é.parquet", "'/a b/é.parquet'"),
            ("/it's\\\"", "'/it''s\\\"'"),
            ("/a[1]*?", "'/a[[]1][*][?]'"),
            ("/\u{1b}[2J\n", "'/' || chr(27) || '[[]2J' || chr(10) || ''"),
            ("/\u{202e}x", "'/' || chr(8238) || 'x'"),
        ] {
            assert_eq!(text(path), want, "{path:?}");
        }
    }
}
