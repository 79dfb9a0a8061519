//! Whatever stands where something else is expected: no panic, every block and every line still told, and what is written
//! still reads the same.

use crate::{DIALECTS, common, event, lines};
use runlex_core::{Object, Type, Value};
use runlex_dialects::{Json, items, sniff};
use std::ops::Range;

/// The spans of all values in a line, the line apart.
fn spans(value: Value<'_, '_>, found: &mut Vec<Range<usize>>) {
    match value.kind() {
        Type::Object => {
            for (_, inner) in value.object().ok().expect("an object").members() {
                found.push(inner.span());
                spans(inner, found);
            }
        }
        Type::Array => {
            for inner in value.array().ok().expect("an array").elements() {
                found.push(inner.span());
                spans(inner, found);
            }
        }
        _ => {}
    }
}

fn look(object: Object<'_, '_>) -> (Vec<usize>, String) {
    let _ = sniff(object);
    let mut counts = Vec::new();
    for dialect in DIALECTS.iter().copied() {
        let mut count = 0;
        for item in items(dialect, object) {
            count += 1;
            let span = item.value.span();
            let line = object.as_value().span();
            assert!(line.start <= span.start && span.end <= line.end);
            assert_eq!(item.value.raw().len(), span.len());
            let _ = (common::frame(&item), common::kind(&item.kind));
        }
        counts.push(count);
        let (name, extras) = event(dialect, object);
        assert!(!name.is_empty());
        counts.push(extras.count());
    }
    (counts, Json::of(object).to_string())
}

#[test]
fn any_value_anywhere() {
    let values = [
        "null",
        "true",
        "0",
        "-1.5e400",
        "\"\\ud800\"",
        "\"text\"",
        "[]",
        "[[1],\"x\",{}]",
        "{}",
        "{\"type\":\"text\"}",
    ];
    let mut tried = 0;
    for line in lines() {
        let mut found = Vec::new();
        common::each(line.as_bytes(), |_, object| spans(object.as_value(), &mut found));
        for span in found {
            let value = values[tried % values.len()];
            tried += 1;
            let changed = format!("{}{value}{}", &line[..span.start], &line[span.end..]);
            let (counts, written) = common::of(&changed, look);
            let (again, twice) = common::of(&written, look);
            assert_eq!((counts, &written), (again, &twice), "{changed}");
        }
    }
    assert!(tried > 2_500, "{tried}");
}
