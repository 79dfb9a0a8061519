//! Rows of items are what `runlex cat` prints, however files are cut.

use crate::scratch;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, TimestampMillisecondType, UInt64Type};
use arrow_array::{Array, ArrayRef, RecordBatch};
use runlex::dialects::{KEYS, items};
use runlex::json::{self, Patched};
use runlex::report::time_ms;
use runlex::whose::{RunDialects, Sorted};
use runlex::{IdKey, Options, Reader, Repeats};
use runlex_index::{Batches, Bound, Comparison, Condition, Extract, ScanTable};
use runlex_scan::{Compression, FileInfo, Sources, Unpacked};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Folders of streams: of the corpus, and those of others where they are.
fn folders() -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut all = vec![corpus.join("streams"), corpus.join("cases")];
    match std::env::var_os("RUNLEX_DATA") {
        Some(data) => all.push(Path::new(&data).join("samples")),
        #[allow(clippy::print_stderr)]
        None => eprintln!("skipped: samples, for there is no RUNLEX_DATA"),
    }
    all
}

fn files(path: &Path) -> Vec<FileInfo> {
    Sources::new().path(path).find().files
}

fn items_of(extract: Extract) -> Batches {
    extract.with_text(true).read(ScanTable::Items).expect("columns")
}

/// What a cell says; nothing for null.
fn cell(column: &ArrayRef, row: usize) -> Option<Value> {
    if column.is_null(row) {
        return None;
    }
    if let Some(flags) = column.as_boolean_opt() {
        return Some(json!(flags.value(row)));
    }
    if let Some(ints) = column.as_primitive_opt::<Int64Type>() {
        return Some(json!(ints.value(row)));
    }
    if let Some(counts) = column.as_primitive_opt::<UInt64Type>() {
        return Some(json!(counts.value(row)));
    }
    if let Some(times) = column.as_primitive_opt::<TimestampMillisecondType>() {
        return Some(json!(times.value(row)));
    }
    Some(json!(column.as_string::<i32>().value(row)))
}

fn rows_of(batch: &RecordBatch) -> Vec<Map<String, Value>> {
    let row = |row: usize| {
        let columns = batch.columns().iter().zip(batch.schema_ref().fields());
        columns.filter_map(|(column, field)| Some((field.name().clone(), cell(column, row)?))).collect()
    };
    (0..batch.num_rows()).map(row).collect()
}

type Rows = BTreeMap<PathBuf, Vec<Map<String, Value>>>;

/// All rows, by path, without the place of their line if ranges have their own.
fn rows(batches: Batches) -> Rows {
    let mut all = Rows::new();
    for batch in batches {
        for mut row in rows_of(&batch.expect("rows")) {
            let path = row.remove("path").expect("a path");
            all.entry(path.as_str().expect("text").into()).or_default().push(row);
        }
    }
    all
}

/// What `cat` prints of a file, as rows: made of the JSON, and of nothing that the table is made of.
fn printed(path: &Path) -> Vec<Map<String, Value>> {
    let options = Options::new(&KEYS);
    let source = Unpacked::new(File::open(path).expect("a file")).expect("its form");
    let mut reader = Reader::with_options(source, options);
    let (mut whose, mut repeats) = (RunDialects::new(options), Repeats::new(IdKey::random()));
    let (mut patched, mut rows, mut last) = (Patched::default(), Vec::new(), (0, 0));
    let mut add = |at: runlex::At, members: Vec<u8>| {
        last = if last.0 == at.line { (at.line, last.1 + 1) } else { (at.line, 1) };
        let text = [b"{\"is\":0", &members[..], b"}"].concat();
        let Ok(Value::Object(mut said)) = serde_json::from_slice(&text) else { panic!("{text:?}") };
        said.remove("is");
        said.insert("line".into(), at.line.into());
        said.insert("offset".into(), at.offset.into());
        said.insert("item".into(), last.1.into());
        rows.push(as_row(said));
    };
    let mut take = |sorted: Sorted<'_, '_, '_>| match sorted {
        Sorted::Fault(at, fault) => {
            let mut out = Vec::new();
            json::fault(&mut out, fault);
            add(at, out);
        }
        Sorted::Event(event) => patched.of(event.record, event.object, options, |object| {
            let at = event.record.line.at();
            let mut out = Vec::new();
            let Some(dialect) = event.dialect else {
                json::unknown(&mut out, object);
                return add(at, out);
            };
            for item in items(dialect, object) {
                json::item(&mut out, &repeats.mark(item));
                add(at, std::mem::take(&mut out));
            }
        }),
    };
    // What cannot be read to its end has the items of what was read.
    while let Ok(Some(record)) = reader.next() {
        whose.observe(&record, &mut take);
    }
    whose.end(take);
    rows
}

/// The names and forms of the table for those of `cat`.
fn as_row(said: Map<String, Value>) -> Map<String, Value> {
    let is_user_text = said["kind"] == "user_text";
    let is_fault = said["kind"] == "fault";
    let unit = if said.get("timestamp_unit").is_some_and(|unit| unit == "s") { 1000.0 } else { 1.0 };
    let mut row = Map::new();
    for flag in ["delta", "piece", "replay"] {
        row.insert(flag.into(), false.into());
    }
    if is_user_text {
        row.insert("injected".into(), false.into());
    }
    for (name, value) in said {
        match (&*name, value) {
            ("tokens", Value::Object(tokens)) => {
                let counts = tokens.into_iter().filter(|(_, count)| !count.is_null());
                row.extend(counts.map(|(name, count)| (format!("{name}_tokens"), count)));
            }
            ("timestamp", Value::String(text)) => {
                row.insert("time_origin".into(), "line".into());
                row.extend(time_ms(&text).map(|ms| ("time".to_owned(), ms.into())));
            }
            ("timestamp", number) => {
                let ms = number.as_f64().map(|time| (time * unit) as i64);
                row.insert("time_origin".into(), "line".into());
                row.extend(ms.map(|ms| ("time".to_owned(), ms.into())));
            }
            ("timestamp_origin", origin) => {
                row.insert("time_origin".into(), origin);
            }
            ("timestamp_unit", _) => {}
            // As JSON.
            ("input" | "content" | "value", value) => {
                row.insert(name, value);
            }
            ("is_error", value) if !value.is_boolean() => {}
            ("duration_ms", value) => {
                row.extend(value.as_f64().map(|ms| (name, (ms as u64).into())));
            }
            ("num_turns", value) => {
                row.extend(value.as_u64().map(|turns| ("turns".to_owned(), turns.into())));
            }
            ("name", tool) => {
                row.insert("tool".into(), tool);
            }
            ("cost_usd_micros", Value::Null) => {}
            (_, value) => {
                row.insert(name, value);
            }
        }
    }
    assert_eq!(is_fault, row.contains_key("fault"));
    row
}

/// A row in the form of [`as_row`]: JSON as a value, and without how long it is, which is checked here.
fn parsed(mut row: Map<String, Value>) -> Map<String, Value> {
    let bytes = row.remove("bytes").map(|bytes| bytes.as_u64().expect("a number") as usize);
    for name in ["input", "content", "value"] {
        if let Some(Value::String(text)) = row.remove(name) {
            assert_eq!(bytes, Some(text.len()), "{text}");
            row.insert(name.to_owned(), serde_json::from_str(&text).expect("JSON"));
        }
    }
    if let Some(text) = row.get("text").and_then(Value::as_str) {
        assert!(bytes.is_some_and(|bytes| bytes >= text.len() || bytes >= text.chars().count()), "{text}");
    }
    row
}

#[test]
fn rows_are_what_cat_prints() {
    let mut count = 0;
    for folder in folders() {
        for threads in [1, 4] {
            let mut here = rows(items_of(Extract::new(files(&folder)).threads(threads)));
            for info in files(&folder) {
                let got: Vec<_> =
                    here.remove(info.path()).unwrap_or_default().into_iter().map(parsed).collect();
                let want = printed(info.path());
                assert_eq!(got.len(), want.len(), "{}", info.path().display());
                for (got, want) in got.iter().zip(&want) {
                    assert_eq!(got, want, "{}", info.path().display());
                }
                count += got.len();
            }
            assert!(here.is_empty());
        }
    }
    assert!(count > 1000, "{count} items");
}

/// Rows of a range, without the number of their line, which counts from the range's start.
fn of_range(info: &FileInfo, start: u64, end: u64) -> Vec<Map<String, Value>> {
    let extract = Extract::new(vec![info.clone()]).range(start..end);
    let mut rows = rows(items_of(extract)).remove(info.path()).unwrap_or_default();
    rows.iter_mut().for_each(|row| _ = row.remove("line"));
    rows
}

fn assert_ranges_make_up_the_whole(info: &FileInfo, sizes: &[u64]) {
    let len = info.len().expect("a length");
    let whole = of_range(info, 0, len);
    for size in sizes {
        let starts = (0..len).step_by(usize::try_from(*size).expect("a size"));
        let parts = starts.flat_map(|start| of_range(info, start, (start + size).min(len)));
        let mut count = 0;
        for (part, whole) in parts.zip(&whole) {
            assert_eq!(part, *whole, "{}, parts of {size}", info.path().display());
            count += 1;
        }
        assert_eq!(count, whole.len(), "{}, parts of {size}", info.path().display());
    }
}

#[test]
fn ranges_make_up_the_whole() {
    let place = scratch();
    let mut one_of_each: Vec<Vec<u8>> = Vec::new();
    for folder in folders() {
        for info in files(&folder) {
            if Unpacked::new(File::open(info.path()).expect("a file"))
                .is_ok_and(|source| source.compression() == Compression::None)
                && info.len().is_some_and(|len| len < 1 << 20)
            {
                assert_ranges_make_up_the_whole(&info, &[1000, 7777]);
            }
        }
    }
    let streams = folders().remove(0);
    for folder in fs::read_dir(streams).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if let Some(info) = files(&folder).first().filter(|_| folder.is_dir()) {
            one_of_each.push(fs::read(info.path()).expect("a file"));
        }
    }
    // Runs of all dialects behind each other, one longer than what is read before a range at first, and lines that wait for a
    // dialect across a cut.
    let wait = "{\"a\":1}\n".repeat(200);
    for (name, order) in [("a.jsonl", false), ("b.jsonl", true)] {
        if order {
            one_of_each.reverse();
        }
        let path = place.path().join(name);
        let long = [&one_of_each[0][..], &one_of_each[0].repeat(200)].concat();
        let init: &[u8] = b"{\"type\":\"system\",\"subtype\":\"init\"}\n";
        let parts =
            [&one_of_each.concat(), wait.as_bytes(), &long, init, wait.as_bytes(), &one_of_each.concat()];
        fs::write(&path, parts.concat()).expect("a file");
        assert_ranges_make_up_the_whole(&files(&path)[0], &[997, 10_000, 300_000]);
    }
}

/// A recording that says a record again, long after it was said first.
#[test]
fn repeats_are_known_across_ranges() {
    let place = scratch();
    let path = place.path().join("recording.jsonl");
    let header = "{\"sessionId\":\"s-1\",\"projectHash\":\"p\",\"startTime\":\"2026-05-01T10:00:00.000Z\",\"lastUpdated\":\"2026-05-01T10:00:00.000Z\",\"kind\":\"main\"}\n";
    let said = |id: &str| {
        format!(
            "{{\"id\":\"{id}\",\"timestamp\":\"2026-05-01T10:00:01.000Z\",\"type\":\"user\",\"content\":\"grind it\"}}\n"
        )
    };
    let others: String = (0..2500).map(|id| said(&format!("m-{id}"))).collect();
    fs::write(&path, [header, &said("first"), &others, &said("first")].concat()).expect("a file");
    let info = files(&path).remove(0);
    let len = info.len().expect("a length");
    let whole = of_range(&info, 0, len);
    let repeats = |rows: &[Map<String, Value>]| rows.iter().filter(|row| row["replay"] == true).count();
    assert_eq!((repeats(&whole), whole.last().expect("rows")["replay"] == true), (1, true));
    assert!(len > 3 * 64 * 1024);
    assert_ranges_make_up_the_whole(&info, &[5000, 100_000]);
}

#[test]
fn columns_conditions_and_text() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/streams/amp/amp-cut-run.jsonl");
    let extract = || Extract::new(files(&path));
    let names = |with_text| {
        let schema = extract().with_text(with_text).schema(ScanTable::Items).expect("columns");
        schema.fields().iter().map(|field| field.name().clone()).collect::<Vec<_>>()
    };
    let text = ["text", "input", "content", "value"];
    assert!(names(false).iter().all(|name| !text.contains(&&**name)));
    assert!(names(true).ends_with(&text.map(String::from)));
    let condition = Condition {
        column: "kind".into(),
        comparison: Comparison::Equal,
        bounds: vec![Bound::Text("tool_call".into())],
    };
    let batches = extract().columns(["tool", "line"]).conditions([condition]).read(ScanTable::Items);
    let rows: Vec<_> = batches.expect("columns").flat_map(|batch| rows_of(&batch.expect("rows"))).collect();
    assert!(!rows.is_empty());
    for row in rows {
        assert_eq!(row.keys().collect::<Vec<_>>(), ["line", "tool"]);
    }
}
