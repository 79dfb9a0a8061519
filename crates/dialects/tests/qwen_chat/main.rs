//! The page `docs/formats/qwen.md` on session files, row by row: each example, each trap, and what real ones hold.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/pages.rs"]
mod pages;

mod hints;
mod items;

use runlex_core::Object;
use runlex_dialects::{Dialect, Hint, qwen_chat, sniff};

/// The page's examples of this dialect.
fn examples() -> Vec<String> {
    let of_files = |line: &String| line.contains("parentUuid");
    pages::examples("qwen.md").into_iter().filter(|line| of_files(line)).collect()
}

#[test]
fn every_example_of_the_page_has_a_row() {
    let lines: Vec<_> = items::ROWS.iter().map(|row| row.1).collect();
    let examples = examples();
    assert_eq!(examples.len(), 5);
    examples.iter().for_each(|example| assert!(lines.contains(&&**example), "no row for {example}"));
}

/// Examples are of known types and have nothing that no view knows.
#[test]
fn every_example_of_the_page_is_known() {
    for line in examples() {
        let event = |object: Object<'_, '_>| qwen_chat::Event::read(object).name();
        assert_ne!(common::of(&line, event), "Unknown", "{line}");
        let extras = |object: Object<'_, '_>| qwen_chat::Event::read(object).extras().count();
        assert_eq!(common::of(&line, extras), 0, "{line}");
        assert_eq!(common::of(&line, sniff), Hint::Is(Dialect::QwenChat), "{line}");
    }
}

/// Every member that a view knows stands in the page.
#[test]
fn every_field_stands_in_the_page() {
    pages::assert_fields_stand_in("qwen.md", qwen_chat::FIELDS);
}
