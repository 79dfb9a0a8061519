//! The page `docs/formats/copilot.md`, row by row: each example, each trap, and what real files hold.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/pages.rs"]
mod pages;

mod hints;
mod items;

use runlex_core::Object;
use runlex_dialects::{Dialect, Hint, copilot, sniff};

#[test]
fn every_example_of_the_page_has_a_row() {
    let lines: Vec<_> = items::ROWS.iter().map(|row| row.1).collect();
    pages::assert_all_have_rows("copilot.md", 8, &lines);
}

/// Examples are of known types, have nothing that no view knows, and are recognised.
#[test]
fn every_example_of_the_page_is_known() {
    for line in pages::examples("copilot.md") {
        let event = |object: Object<'_, '_>| copilot::Event::read(object).name();
        assert_ne!(common::of(&line, event), "Unknown", "{line}");
        let extras = |object: Object<'_, '_>| copilot::Event::read(object).extras().count();
        assert_eq!(common::of(&line, extras), 0, "{line}");
        assert_eq!(common::of(&line, sniff), Hint::Is(Dialect::Copilot), "{line}");
    }
}

/// The views of what the envelope holds know all that the examples hold.
#[test]
fn data_of_the_examples_is_known() {
    for line in pages::examples("copilot.md") {
        let extras = |object: Object<'_, '_>| {
            let event = copilot::Event::read(object);
            let data = event.details().expect("data");
            match event {
                copilot::Event::SessionStart(_) => copilot::SessionStart::of(data).extras().count(),
                copilot::Event::UserMessage(_) => copilot::UserMessage::of(data).extras().count(),
                copilot::Event::AssistantMessage(_) => copilot::AssistantMessage::of(data).extras().count(),
                copilot::Event::ToolExecutionStart(_) => copilot::ToolStart::of(data).extras().count(),
                copilot::Event::ToolExecutionComplete(_) => copilot::ToolComplete::of(data).extras().count(),
                copilot::Event::AssistantUsage(_) => copilot::TokenUsage::of(data).extras().count(),
                copilot::Event::SessionError(_) => copilot::SessionError::of(data).extras().count(),
                copilot::Event::SessionShutdown(_) => copilot::Shutdown::of(data).extras().count(),
                other => panic!("{}", other.name()),
            }
        };
        assert_eq!(common::of(&line, extras), 0, "{line}");
    }
}

/// Every member that a view knows stands in the page.
#[test]
fn every_field_stands_in_the_page() {
    pages::assert_fields_stand_in("copilot.md", copilot::FIELDS);
}
