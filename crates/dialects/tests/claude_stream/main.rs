//! The page `docs/formats/claude-code.md`, row by row: each example, each type and subtype, each numbered deviation and each
//! rule of recognition.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/pages.rs"]
mod pages;

mod hints;
mod items;
mod views;

use runlex_core::{At, FaultKind, Node, Object, Options, Scanner, What};
use runlex_dialects::{Dialect, Hint, KEYS, claude_stream, sniff};

#[test]
fn every_example_of_the_page_has_a_row() {
    let lines: Vec<_> = items::ROWS.iter().map(|row| row.1).collect();
    pages::assert_all_have_rows("claude-code.md", 11, &lines);
}

/// Examples are of known types, have nothing that no view knows, and are recognised, but for one input line.
#[test]
fn every_example_of_the_page_is_known() {
    for line in pages::examples("claude-code.md") {
        let event = |object: Object<'_, '_>| claude_stream::Event::read(object).name();
        assert_ne!(common::of(&line, event), "Unknown", "{line}");
        let extras = |object: Object<'_, '_>| claude_stream::Event::read(object).extras().count();
        assert_eq!(common::of(&line, extras), 0, "{line}");
        let input = line.contains("\"session_id\":\"default\"");
        let want = if input { Hint::Open } else { Hint::Is(Dialect::ClaudeStream) };
        assert_eq!(common::of(&line, sniff), want, "{line}");
    }
}

/// The deviations of section 10 that are lines have rows here; three are not of one line.
#[test]
fn every_deviation_of_the_page_has_a_row() {
    for number in (1..=16).filter(|number| ![6, 14, 16].contains(number)) {
        let name = format!("10.{number}:");
        assert!(items::ROWS.iter().any(|row| row.0.starts_with(&name)), "no row for {name}");
    }
}

/// 10.6 and 10.16: a line that is no JSON and an array of all lines are faults, named by the scanner, and never an event.
#[test]
fn deviations_6_and_16_are_faults() {
    let text = b"Sandbox: debug\n[{\"type\":\"result\"}]\n{\"type\":\"keep_alive\"}\n";
    let mut nodes = [Node::EMPTY; 64];
    let mut scanner = Scanner::new(Options::new(&KEYS), text, At::START, &mut nodes);
    let mut kinds = Vec::new();
    while let Some(record) = scanner.next() {
        kinds.push(match record.what {
            What::Fault(fault) => Some(fault.kind),
            What::Event(_) | What::Blank => None,
        });
    }
    assert_eq!(kinds, [Some(FaultKind::Noise), Some(FaultKind::NotObject), None]);
}

/// 10.14: without a result nothing says how the turn ended.
#[test]
fn deviation_14_no_result_no_end() {
    for (rule, _, items) in items::ROWS {
        let ends = items.iter().any(|item| item.contains(" Result "));
        assert!(!ends || rule.contains("4.4") || rule.starts_with("10."), "{rule}");
    }
}

/// Every member that a view knows stands in the page.
#[test]
fn every_field_stands_in_the_page() {
    pages::assert_fields_stand_in("claude-code.md", claude_stream::FIELDS);
    pages::assert_fields_stand_in("claude-code.md", runlex_dialects::MESSAGE_FIELDS);
}
