//! The page `docs/formats/codex-rollout.md`, row by row: each example, each trap, and what real files hold.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/pages.rs"]
mod pages;

mod hints;
mod items;

use runlex_core::Object;
use runlex_dialects::{Dialect, Hint, codex_rollout, sniff};

#[test]
fn every_example_of_the_page_has_a_row() {
    let lines: Vec<_> = items::ROWS.iter().map(|row| row.1).collect();
    pages::assert_all_have_rows("codex-rollout.md", 7, &lines);
}

/// Examples are of known types, have nothing that no view knows, and are recognised.
#[test]
fn every_example_of_the_page_is_known() {
    for line in pages::examples("codex-rollout.md") {
        let event = |object: Object<'_, '_>| codex_rollout::Event::read(object).name();
        assert_ne!(common::of(&line, event), "Unknown", "{line}");
        let extras = |object: Object<'_, '_>| codex_rollout::Event::read(object).extras().count();
        assert_eq!(common::of(&line, extras), 0, "{line}");
        assert_eq!(common::of(&line, sniff), Hint::Is(Dialect::CodexRollout), "{line}");
    }
}

/// Every member that a view knows stands in the page.
#[test]
fn every_field_stands_in_the_page() {
    pages::assert_fields_stand_in("codex-rollout.md", codex_rollout::FIELDS);
}

/// A payload has a view of its own, and what that does not know is kept.
#[test]
fn payloads() {
    use codex_rollout::{TurnContext, event_msg, response_item};
    let line = r#"{"timestamp":"t","type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{},"new":1},"rate_limits":null,"more":2}}"#;
    common::of(line, |object| {
        let payload = codex_rollout::Event::read(object).details().expect("a payload");
        let event = event_msg::Event::read(payload);
        assert_eq!((event.name(), event.extras().count()), ("TokenCount", 1));
        let event_msg::Event::TokenCount(count) = event else { panic!("{event:?}") };
        assert_eq!(count.details().expect("figures").extras().count(), 1);
        assert_eq!(common::object_(count.rate_limits()), "null");
        assert_eq!(response_item::Event::read(payload).name(), "Unknown");
        assert_eq!(TurnContext::of(payload).extras().count(), 4);
    });
}
