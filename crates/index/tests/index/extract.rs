//! Tables of a scan are those of an index, and parts of a file make up the whole.

use crate::{rows_of, scratch, update};
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use runlex_index::{
    Batches, Bound, Comparison, Condition, Extract, ExtractError, Index, ScanTable, Table, run_rows,
};
use runlex_scan::Sources;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn corpus() -> PathBuf {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    std::path::absolute(corpus).expect("a path")
}

fn extract(path: &Path) -> Extract {
    Extract::new(Sources::new().path(path).find().files)
}

/// The cells of each row behind its path, in the form of [`rows_of`].
fn cells(batches: Batches) -> BTreeMap<PathBuf, Vec<String>> {
    let mut all: BTreeMap<PathBuf, Vec<String>> = BTreeMap::new();
    for batch in batches {
        let batch = batch.expect("rows");
        let paths = batch.column_by_name("path").expect("a column").as_string::<i32>();
        for row in 0..batch.num_rows() {
            let columns = batch.columns().iter().zip(batch.schema_ref().fields()).skip(1);
            let cells: Vec<String> = columns
                .map(|(column, field)| format!(" {}={:?}", field.name(), column.slice(row, 1)))
                .collect();
            all.entry(paths.value(row).into()).or_default().push(cells.concat());
        }
    }
    all
}

#[test]
fn rows_are_those_of_an_index() {
    let (place, corpus) = (scratch(), corpus());
    for folder in ["streams", "cases"] {
        let (index, folder) = (place.path().join(folder), corpus.join(folder));
        update(&index, &[&folder]);
        for (table, scanned) in [
            (Table::Lines, ScanTable::Lines),
            (Table::ToolCalls, ScanTable::ToolCalls),
            (Table::Stated, ScanTable::Stated),
            (Table::Faults, ScanTable::Faults),
            (Table::Runs, ScanTable::Runs),
        ] {
            // An index has a column for the line itself, be it empty.
            let mut want = rows_of(&index, table);
            want.values_mut().flatten().for_each(|row| row.truncate(row.find(" raw=").unwrap_or(row.len())));
            for threads in [1, 2, 8] {
                let here = cells(extract(&folder).threads(threads).read(scanned).expect("columns"));
                assert!(here == want, "{table:?}, {threads} threads");
            }
        }
    }
}

#[test]
fn ranges_make_up_the_whole() {
    let path = corpus().join("streams/claude-stream");
    let files = Sources::new().path(&path).find().files;
    for info in files {
        let one = || Extract::new(vec![info.clone()]);
        let len = info.len().expect("a length");
        for table in [ScanTable::ToolCalls, ScanTable::Stated, ScanTable::Faults, ScanTable::Lines] {
            let places = |extract: Extract| -> Vec<(i64, i64)> {
                let counted = if table == ScanTable::Lines { "lines" } else { "offset" };
                let batches = extract.columns([counted, "offset"]).read(table).expect("columns");
                let ints =
                    |batch: &RecordBatch, at: usize| batch.column(at).as_primitive::<Int64Type>().clone();
                batches
                    .map(|batch| batch.expect("rows"))
                    .flat_map(|batch| {
                        let (counted, offsets) = (ints(&batch, 0), ints(&batch, 1));
                        let rows = counted.values().iter().zip(offsets.values());
                        rows.map(|(counted, offset)| (*counted, *offset)).collect::<Vec<_>>()
                    })
                    .collect()
            };
            let want = places(one());
            for size in [1_u64, 97, 1000, len] {
                // Of the smallest some are enough: each begins a thread.
                let most = if size == 1 { len.min(300) } else { len };
                let starts = (0..most).step_by(size as usize);
                let here: Vec<_> =
                    starts.flat_map(|start| places(one().range(start..(start + size).min(len)))).collect();
                match table {
                    // Lines that say the same may stand in several parts.
                    ScanTable::Lines if most == len => {
                        let sum = |rows: &[(i64, i64)]| rows.iter().map(|(lines, _)| lines).sum::<i64>();
                        assert_eq!(sum(&here), sum(&want), "{}, {size}", info.path().display());
                    }
                    ScanTable::Lines => {}
                    _ => {
                        let want: Vec<_> =
                            want.iter().filter(|(_, at)| (*at as u64) < most).copied().collect();
                        assert_eq!(here, want, "{}, {size}", info.path().display());
                    }
                }
            }
        }
    }
}

#[test]
fn columns_and_conditions() {
    let path = corpus().join("streams/amp/amp-simple.jsonl");
    let with = |column: &str, comparison, bounds: Vec<Bound>| Condition {
        column: column.into(),
        comparison,
        bounds,
    };
    let count = |condition: Condition| -> usize {
        let batches = extract(&path).conditions([condition]).read(ScanTable::Lines).expect("columns");
        batches.map(|batch| batch.expect("rows").num_rows()).sum()
    };
    let text = |text: &str| Bound::Text(text.to_owned());
    let all = count(with("line", Comparison::AtLeast, vec![Bound::Number(1)]));
    assert!(all > 2);
    let is_user = count(with("type", Comparison::Equal, vec![text("user")]));
    assert!(is_user > 0 && is_user < all);
    assert_eq!(count(with("type", Comparison::NotEqual, vec![text("user")])), all - is_user);
    assert_eq!(count(with("type", Comparison::In, vec![text("user"), text("x")])), is_user);
    assert_eq!(count(with("type", Comparison::NotIn, vec![text("user"), text("x")])), all - is_user);
    // What is told is not null, and what is not told has no order.
    assert_eq!(count(with("type", Comparison::NotEqual, vec![Bound::Null])), all);
    assert_eq!(count(with("fault", Comparison::Equal, vec![Bound::Null])), all);
    assert_eq!(count(with("fault", Comparison::Less, vec![text("z")])), 0);
    assert_eq!(count(with("line", Comparison::Less, vec![Bound::Number(2)])), 1);
    assert_eq!(count(with("line", Comparison::AtMost, vec![Bound::Number(2)])), 2);
    assert_eq!(count(with("line", Comparison::Greater, vec![Bound::Number(2)])), all - 2);
    for (wrong, told) in [
        (with("x", Comparison::Equal, vec![Bound::Null]), "no column x"),
        (with("line", Comparison::Equal, vec![text("1")]), "line is INT64"),
        (with("line", Comparison::Equal, vec![]), "with nothing"),
        (with("is_error", Comparison::Equal, vec![Bound::Number(1)]), "BOOLEAN"),
    ] {
        let error = extract(&path).conditions([wrong]).schema(ScanTable::Lines).expect_err("a mistake");
        assert!(matches!(&error, ExtractError::Columns(text) if text.contains(told)), "{error}");
    }
    let schema = extract(&path).columns(["line", "path"]).schema(ScanTable::Faults).expect("columns");
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    assert_eq!(names, ["line", "path"]);
}

#[test]
fn errors_are_told_and_others_go_on() {
    let place = scratch();
    fs::write(place.path().join("a.jsonl.gz"), [0x1f, 0x8b, 8, 0, 0]).expect("a file");
    fs::write(place.path().join("b.jsonl"), "{\"type\":\"result\"}\n").expect("a file");
    let (mut rows, mut errors) = (0, Vec::new());
    for batch in extract(place.path()).read(ScanTable::Runs).expect("columns") {
        match batch {
            Ok(batch) => rows += batch.num_rows(),
            Err(error) => errors.push(error),
        }
    }
    assert_eq!(rows, 1);
    assert!(
        matches!(&errors[..], [ExtractError::File { path, .. }] if path.ends_with("a.jsonl.gz")),
        "{errors:?}"
    );
    let missing = Extract::new(Sources::new().path(place.path().join("none")).find().files).range(0..10);
    let errors: Vec<_> = missing.read(ScanTable::Lines).expect("columns").collect();
    assert!(matches!(&errors[..], [Err(ExtractError::Range { .. })]), "{errors:?}");
}

#[test]
fn an_index_gives_the_columns_that_are_named_in_their_order() {
    let place = scratch();
    update(place.path(), &[&corpus().join("streams/amp")]);
    let index = Arc::new(Index::open(place.path()).expect("an index"));
    let columns = ["outcome".to_owned(), "run".to_owned()];
    let batches = index.batches(Table::Runs, &columns).expect("a thread");
    assert_eq!(batches.schema().field(0).name(), "outcome");
    let rows: usize = batches.map(|batch| batch.expect("rows").num_rows()).sum();
    assert!(rows > 5);
    // Nobody takes them to the end.
    drop(index.batches(Table::Lines, &["line".to_owned()]).expect("a thread"));
}

#[test]
fn runs_of_a_report_are_rows() {
    let rows = run_rows("a.jsonl", Vec::new()).expect("a batch");
    assert_eq!((rows.num_rows(), rows.schema()), (0, ScanTable::Runs.schema()));
}
