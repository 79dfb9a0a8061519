//! The page `docs/formats/goose.md`, row by row: each example, each trap, and what real files hold.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/pages.rs"]
mod pages;

mod hints;
mod items;

use runlex_core::Object;
use runlex_dialects::{Dialect, Hint, goose, sniff};

#[test]
fn every_example_of_the_page_has_a_row() {
    let lines: Vec<_> = items::ROWS.iter().map(|row| row.1).collect();
    pages::assert_all_have_rows("goose.md", 7, &lines);
}

/// Examples are of known types, have nothing that no view knows, and are recognised.
#[test]
fn every_example_of_the_page_is_known() {
    for line in pages::examples("goose.md") {
        let event = |object: Object<'_, '_>| goose::Event::read(object).name();
        assert_ne!(common::of(&line, event), "Unknown", "{line}");
        let extras = |object: Object<'_, '_>| goose::Event::read(object).extras().count();
        assert_eq!(common::of(&line, extras), 0, "{line}");
        assert_eq!(common::of(&line, sniff), Hint::Is(Dialect::Goose), "{line}");
    }
}

/// Every member that a view knows stands in the page.
#[test]
fn every_field_stands_in_the_page() {
    pages::assert_fields_stand_in("goose.md", goose::FIELDS);
}
