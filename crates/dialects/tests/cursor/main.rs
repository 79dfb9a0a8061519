//! The page `docs/formats/cursor.md`, row by row: each example, each trap, and what real streams hold.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/pages.rs"]
mod pages;

mod hints;
mod items;

use runlex_core::Object;
use runlex_dialects::{Dialect, Hint, cursor, sniff};

#[test]
fn every_example_of_the_page_has_a_row() {
    let lines: Vec<_> = items::ROWS.iter().map(|row| row.1).collect();
    pages::assert_all_have_rows("cursor.md", 11, &lines);
}

/// Examples are of known types, have nothing that no view knows, and are recognised unless others print such lines, too.
#[test]
fn every_example_of_the_page_is_known() {
    for line in pages::examples("cursor.md") {
        let event = |object: Object<'_, '_>| cursor::Event::read(object).name();
        assert_ne!(common::of(&line, event), "Unknown", "{line}");
        let extras = |object: Object<'_, '_>| cursor::Event::read(object).extras().count();
        assert_eq!(common::of(&line, extras), 0, "{line}");
        let is_anyones =
            !["timestamp_ms", "apiKeySource", "request_id"].iter().any(|mark| line.contains(mark));
        let want = if is_anyones { Hint::Open } else { Hint::Is(Dialect::Cursor) };
        assert_eq!(common::of(&line, sniff), want, "{line}");
    }
}

/// Every member that a view knows stands in the page.
#[test]
fn every_field_stands_in_the_page() {
    pages::assert_fields_stand_in("cursor.md", cursor::FIELDS);
}
