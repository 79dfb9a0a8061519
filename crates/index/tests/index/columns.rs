//! Whatever is asked for of a table is what the whole table says of it.

use crate::{scratch, update};
use arrow_array::{Array, BooleanArray, RecordBatch};
use arrow_select::concat::concat_batches;
use arrow_select::filter::filter_record_batch;
use runlex_index::{Batches, Bound, Comparison, Condition, Extract, Index, ScanTable, Table};
use runlex_scan::Sources;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn corpus(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(folder)
}

/// All rows, in the order of files.
fn rows(extract: Extract, table: ScanTable) -> RecordBatch {
    gathered(extract.threads(1).read(table).expect("columns"))
}

fn gathered(batches: Batches) -> RecordBatch {
    let schema = batches.schema();
    let batches: Vec<RecordBatch> = batches.map(|batch| batch.expect("rows")).collect();
    concat_batches(&schema, &batches).expect("one schema")
}

/// Each column alone, and each where only another one tells which rows are wanted.
#[test]
fn each_column_and_each_condition_alone() {
    let files = Sources::new().paths([corpus("streams"), corpus("cases")]).find().files;
    for (table, with_text) in ScanTable::ALL
        .map(|table| (table, false))
        .into_iter()
        .chain([(ScanTable::Lines, true), (ScanTable::Items, true)])
    {
        let extract = || Extract::new(files.clone()).with_text(with_text);
        let whole = rows(extract(), table);
        assert!(whole.num_rows() > 10, "{table:?}");
        let first = whole.schema().field(0).name().clone();
        for (at, field) in whole.schema().fields().iter().enumerate() {
            let name = field.name();
            let alone = rows(extract().columns([name]), table);
            assert_eq!(alone, whole.project(&[at]).expect("a column"), "{table:?}, {name}, {with_text}");

            let has = |row: usize| whole.column(at).is_valid(row);
            let comparison = Comparison::NotEqual;
            let condition = Condition { column: name.clone(), comparison, bounds: vec![Bound::Null] };
            let extract = extract().columns([&first]).conditions([condition]);
            let Ok(_) = extract.schema(table) else {
                assert!(field.data_type().is_nested(), "{table:?}, {name}");
                continue;
            };
            let met: BooleanArray = (0..whole.num_rows()).map(|row| Some(has(row))).collect();
            let want = filter_record_batch(&whole.project(&[0]).expect("a column"), &met);
            assert_eq!(rows(extract, table), want.expect("rows"), "{table:?}, {name}, {with_text}");
        }
    }
}

const RESULT: &str =
    "{\"type\":\"user\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"c\"}]}}\n";

/// Lines that say the same, messages, calls, results, usage of a turn, blank lines and broken ones; between long ones, so that there are parts.
fn large() -> Vec<u8> {
    let long = format!("{{\"type\":\"user\",\"text\":\"{}\"}}\n", "x".repeat(500_000));
    let mut all = Vec::new();
    for at in 0..80 {
        let mut some = String::new();
        for line in 0..300 {
            let id = at * 1000 + line;
            some.push_str(match line % 3 {
                0 => "{\"type\":\"status\",\"n\":1}\n{\"type\":\"status\",\"n\":2}\n",
                1 => "\n\n",
                _ => "{\"type\":\"system\",\"subtype\":\"note\",\"session_id\":\"s\"}\n{\"type\n",
            });
            _ = writeln!(
                some,
                "{{\"type\":\"assistant\",\"session_id\":\"s{at}\",\"message\":{{\"id\":\"m{id}\",\"model\":\"c\",\"usage\":{{\"input_tokens\":{line}}},\
                 \"content\":[{{\"type\":\"tool_use\",\"id\":\"c{id}\",\"name\":\"t{line}\",\"input\":{{}}}}]}}}}",
            );
            if line % 300 == 0 {
                some.push_str(&"{\"type\":\"turn.completed\",\"usage\":{\"input_tokens\":7}}\n".repeat(2));
                some.push_str(&RESULT.repeat(2));
            }
        }
        all.extend_from_slice(some.as_bytes());
        all.extend_from_slice(long.as_bytes());
    }
    all
}

/// A file that is read in parts has the rows that it has in one, those of an index, whatever is asked for.
#[test]
fn parts_of_a_large_file() {
    let place = scratch();
    let path = place.path().join("large.jsonl");
    fs::write(&path, large()).expect("a file");
    let files = Sources::new().path(&path).find().files;
    // Else it is not cut.
    assert!(files[0].len() > Some(40 << 20), "{:?}", files[0].len());
    update(&place.path().join("index"), &[&path]);
    let index = Arc::new(Index::open(place.path().join("index")).expect("an index"));
    for (table, in_index, columns) in [
        (ScanTable::Lines, Table::Lines, &["line", "lines", "offset", "type"][..]),
        (ScanTable::Lines, Table::Lines, &["message_id", "input_tokens", "session", "fault", "line"]),
        (ScanTable::ToolCalls, Table::ToolCalls, &["line", "id", "tool", "session", "bytes"]),
        (ScanTable::ToolCalls, Table::ToolCalls, &["tool", "line"]),
        (ScanTable::Stated, Table::Stated, &["line", "offset", "input_tokens"]),
        (ScanTable::Faults, Table::Faults, &["line", "kind", "at"]),
    ] {
        let extract = || Extract::new(files.clone()).columns(columns.iter().copied());
        let want = rows(extract(), table);
        assert!(want.num_rows() > 100, "{table:?}");
        let names: Vec<String> = columns.iter().map(|name| name.to_string()).collect();
        let indexed = gathered(index.batches(in_index, &names).expect("a thread"));
        assert_eq!(indexed, want, "{table:?}, {columns:?}: an index");
        let here = gathered(extract().threads(3).read(table).expect("columns"));
        assert_eq!(here, want, "{table:?}, {columns:?}: parts");
    }
    // Each line with a message, a result or usage stands alone, also where nobody asks for these.
    let is = |column: &str, comparison, bound| Condition {
        column: column.into(),
        comparison,
        bounds: vec![bound],
    };
    for kind in ["assistant", "user", "turn.completed"] {
        let of = [is("type", Comparison::Equal, Bound::Text(kind.into()))];
        let several = [is("lines", Comparison::Greater, Bound::Number(1))];
        let extract = Extract::new(files.clone()).columns(["type"]).conditions(of);
        assert!(rows(extract.clone(), ScanTable::Lines).num_rows() > 100, "{kind}");
        assert_eq!(rows(extract.conditions(several), ScanTable::Lines).num_rows(), 0, "{kind}");
    }
}

/// Streams of all programs, one behind the other, so often that a scan forgets amid runs of many: it tells what an index tells, which never does.
#[test]
fn what_is_forgotten_changes_no_row() {
    let place = scratch();
    let path = place.path().join("streams.jsonl");
    let mut streams = Vec::new();
    for info in Sources::new().path(corpus("streams")).find().files {
        let bytes = fs::read(info.path()).expect("a stream");
        if info.path().extension().is_some_and(|extension| extension == "jsonl") {
            streams.extend_from_slice(&bytes);
            if !bytes.ends_with(b"\n") {
                streams.push(b'\n');
            }
        }
    }
    // Of each round it forgets at another line.
    let rounds = 40 * 4096 / streams.iter().filter(|byte| **byte == b'\n').count();
    fs::write(&path, streams.repeat(rounds)).expect("a file");
    update(&place.path().join("index"), &[&path]);
    let index = Arc::new(Index::open(place.path().join("index")).expect("an index"));
    let files = Sources::new().path(&path).find().files;
    for (table, in_index) in [
        (ScanTable::Lines, Table::Lines),
        (ScanTable::ToolCalls, Table::ToolCalls),
        (ScanTable::Stated, Table::Stated),
    ] {
        // The columns of both: a scan has a path where an index has numbers.
        let names: Vec<String> = in_index.columns().iter().map(|column| column.name.to_owned()).collect();
        let has = Extract::new(files.clone()).schema(table).expect("a schema");
        let names: Vec<String> = names.into_iter().filter(|name| has.field_with_name(name).is_ok()).collect();
        let got = rows(Extract::new(files.clone()).columns(names.clone()), table);
        assert!(got.num_rows() > 1000, "{table:?}");
        let want = gathered(index.batches(in_index, &names).expect("a thread"));
        for (at, name) in names.iter().enumerate() {
            assert_eq!(got.column(at), want.column(at), "{table:?}, {name}");
        }
    }
}
