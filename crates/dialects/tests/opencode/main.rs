//! The page `docs/formats/opencode.md`, row by row: each example, each trap, and what real files hold.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/pages.rs"]
mod pages;

mod hints;
mod items;

use runlex_core::Object;
use runlex_dialects::{Dialect, Hint, opencode, sniff};

#[test]
fn every_example_of_the_page_has_a_row() {
    let lines: Vec<_> = items::ROWS.iter().map(|row| row.1).collect();
    pages::assert_all_have_rows("opencode.md", 5, &lines);
}

/// Examples are of known types, have nothing that no view knows, and are recognised.
#[test]
fn every_example_of_the_page_is_known() {
    for line in pages::examples("opencode.md") {
        let event = |object: Object<'_, '_>| opencode::Event::read(object).name();
        assert_ne!(common::of(&line, event), "Unknown", "{line}");
        let extras = |object: Object<'_, '_>| opencode::Event::read(object).extras().count();
        assert_eq!(common::of(&line, extras), 0, "{line}");
        assert_eq!(common::of(&line, sniff), Hint::Is(Dialect::OpenCode), "{line}");
    }
}

/// The views of parts know all that the examples hold.
#[test]
fn parts_of_the_examples_are_known() {
    for line in pages::examples("opencode.md") {
        let extras = |object: Object<'_, '_>| match opencode::Event::read(object) {
            opencode::Event::ToolUse(line) => {
                let tool = opencode::ToolPart::of(line.part().ok().expect("a part"));
                let state = opencode::ToolState::of(tool.state().ok().expect("a state"));
                let time = opencode::Span::of(state.time().ok().expect("a time"));
                tool.extras().count() + state.extras().count() + time.extras().count()
            }
            opencode::Event::StepFinish(line) => {
                let step = opencode::StepFinishPart::of(line.part().ok().expect("a part"));
                let tokens = opencode::Tokens::of(step.tokens().ok().expect("tokens"));
                let cache = opencode::CachedTokens::of(tokens.cache().ok().expect("counters"));
                step.extras().count() + tokens.extras().count() + cache.extras().count()
            }
            opencode::Event::StepStart(line) => {
                opencode::StepStartPart::of(line.part().ok().expect("a part")).extras().count()
            }
            opencode::Event::Text(line) => {
                opencode::TextPart::of(line.part().ok().expect("a part")).extras().count()
            }
            opencode::Event::Error(line) => {
                let failure = opencode::Failure::of(line.error().ok().expect("an error"));
                let data = opencode::FailureData::of(failure.data().ok().expect("data"));
                failure.extras().count() + data.extras().count()
            }
            other => panic!("{}", other.name()),
        };
        assert_eq!(common::of(&line, extras), 0, "{line}");
    }
}

/// Every member that a view knows stands in the page.
#[test]
fn every_field_stands_in_the_page() {
    pages::assert_fields_stand_in("opencode.md", opencode::FIELDS);
}
