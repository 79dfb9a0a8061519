//! The page `docs/formats/pi.md`, row by row: each example, each trap, and what real files hold.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/pages.rs"]
mod pages;

mod hints;
mod items;

use runlex_core::Object;
use runlex_dialects::{Dialect, Hint, pi, sniff};

#[test]
fn every_example_of_the_page_has_a_row() {
    let lines: Vec<_> = items::ROWS.iter().map(|row| row.1).collect();
    pages::assert_all_have_rows("pi.md", 15, &lines);
}

/// Examples are of known types, have nothing that no view knows, and are recognised.
#[test]
fn every_example_of_the_page_is_known() {
    for line in pages::examples("pi.md") {
        let event = |object: Object<'_, '_>| pi::Event::read(object).name();
        assert_ne!(common::of(&line, event), "Unknown", "{line}");
        let extras = |object: Object<'_, '_>| pi::Event::read(object).extras().count();
        assert_eq!(common::of(&line, extras), 0, "{line}");
        assert_eq!(common::of(&line, sniff), Hint::Is(Dialect::Pi), "{line}");
    }
}

/// The views of messages know all that the examples hold.
#[test]
fn messages_of_the_examples_are_known() {
    let mut seen = 0;
    for line in pages::examples("pi.md") {
        seen += common::of(&line, |object: Object<'_, '_>| {
            let message = match pi::Event::read(object) {
                pi::Event::MessageEnd(line) => line.message().ok(),
                pi::Event::Message(line) => line.message().ok(),
                pi::Event::MessageUpdate(line) => {
                    let piece = pi::Piece::of(line.assistant_message_event().ok().expect("a piece"));
                    assert_eq!(piece.extras().count(), 0);
                    line.message().ok()
                }
                _ => None,
            };
            let Some(message) = message.map(pi::Message::of) else { return 0 };
            assert_eq!(message.extras().count(), 0, "{line}");
            if let Some(usage) = message.usage().ok().map(pi::Usage::of) {
                let cost = pi::Cost::of(usage.cost().ok().expect("a cost"));
                assert_eq!(usage.extras().count() + cost.extras().count(), 0, "{line}");
            }
            1
        });
    }
    assert_eq!(seen, 5);
}

/// Every member that a view knows stands in the page.
#[test]
fn every_field_stands_in_the_page() {
    pages::assert_fields_stand_in("pi.md", pi::FIELDS);
}
