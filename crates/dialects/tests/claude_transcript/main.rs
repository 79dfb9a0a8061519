//! The page `docs/formats/claude-transcript.md`, row by row: each example, each entry type, and what real files hold.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/pages.rs"]
mod pages;

mod hints;
mod items;
mod views;

use runlex_core::Object;
use runlex_dialects::{Dialect, Hint, claude_transcript, sniff};

#[test]
fn every_example_of_the_page_has_a_row() {
    let lines: Vec<_> = items::ROWS.iter().map(|row| row.1).collect();
    pages::assert_all_have_rows("claude-transcript.md", 7, &lines);
}

/// Examples are of known types, have nothing that no view knows, and are recognised.
#[test]
fn every_example_of_the_page_is_known() {
    for line in pages::examples("claude-transcript.md") {
        let event = |object: Object<'_, '_>| claude_transcript::Event::read(object).name();
        assert_ne!(common::of(&line, event), "Unknown", "{line}");
        let extras = |object: Object<'_, '_>| claude_transcript::Event::read(object).extras().count();
        assert_eq!(common::of(&line, extras), 0, "{line}");
        assert_eq!(common::of(&line, sniff), Hint::Is(Dialect::ClaudeTranscript), "{line}");
    }
}

/// The types of section 4 have rows, each under its own name.
#[test]
fn every_entry_type_has_a_row() {
    for kind in [
        "user",
        "assistant",
        "system",
        "progress",
        "attachment",
        "summary",
        "file-history-snapshot",
        "queue-operation",
        "pr-link",
        "custom-title",
        "ai-title",
        "agent-name",
        "agent-setting",
        "last-prompt",
        "permission-mode",
        "mode",
        "bridge-session",
        "worktree-state",
        "tag",
        "agent_metadata",
    ] {
        let mark = format!("\"type\":\"{kind}\"");
        let row = items::ROWS.iter().find(|row| row.1.contains(&mark) && !row.0.contains("unknown"));
        let (rule, line, _) = row.unwrap_or_else(|| panic!("no row for {kind}"));
        let event = |object: Object<'_, '_>| claude_transcript::Event::read(object).name();
        assert_ne!(common::of(line, event), "Unknown", "{rule}");
    }
}

/// Every member that a view knows stands in the page.
#[test]
fn every_field_stands_in_the_page() {
    pages::assert_fields_stand_in("claude-transcript.md", claude_transcript::FIELDS);
}
