//! Views, items and recognition allocate nothing.

use crate::words::Sink;
use crate::{allocations, common, describe, items, pages, views, words};
use runlex_dialects::{Dialect, sniff};
use std::hint::black_box;

#[test]
fn nothing_is_allocated() {
    let mut text = Vec::new();
    for line in views::ROWS.iter().map(|row| row.1).chain(items::ROWS.iter().map(|row| row.1)) {
        text.extend_from_slice(line.as_bytes());
        text.push(b'\n');
    }
    for stream in pages::streams("afk") {
        text.extend_from_slice(&stream.bytes);
    }
    let (mut events, mut said) = (0, Sink::default());
    let mut count = 0;
    // The memory that the scan is lent is allocated before.
    common::each(&text, |_, object| {
        events += 1;
        count += allocations::of(|| {
            black_box(sniff(object));
            describe::event(&mut said, object).expect("a sink takes all");
            for item in runlex_dialects::items(Dialect::Afk, object) {
                words::item(&mut said, &item).expect("a sink takes all");
            }
        });
    });
    assert_eq!(count, 0);
    assert!(events > 60 && said.0 > 5_000, "{events} {}", said.0);
}
