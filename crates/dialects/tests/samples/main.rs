//! Real files, read twice: by the crate, and slowly by a judge that shares no code with it and works on whole values.
//!
//! The data is not part of this repository. `RUNLEX_DATA` names the folder that holds `samples`; without it `../shared`
//! beside the workspace is tried. Where there is none, this says so and passes.
#![allow(clippy::print_stderr)]

#[path = "../common/mod.rs"]
mod common;
mod judge;

use runlex_core::RawStr;
use runlex_dialects::{
    Content, Dialect, Hint, Item, ItemKind, Outcome, ToolOutcome, amp, claude_stream, claude_transcript,
    codex_exec, codex_rollout, copilot, cursor, gemini, items, opencode, pi, sniff,
};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> Option<Vec<PathBuf>> {
    let root = std::env::var_os("RUNLEX_DATA").map(PathBuf::from);
    let root = root.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let folder = root.join("samples").join(name);
    let Ok(entries) = fs::read_dir(&folder) else {
        eprintln!("skipped: no data at {}", folder.display());
        return None;
    };
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "no files in {}", folder.display());
    Some(files)
}

fn text(text: Option<RawStr<'_>>) -> Option<String> {
    text.map(|text| text.to_string())
}

/// An item as the judge puts it: what it is, whose, and its texts and ids.
fn told(item: &Item<'_, '_>) -> judge::Piece {
    let mut piece = judge::Piece {
        session: text(item.session),
        message: text(item.message_id),
        ..judge::Piece::of(item.kind.name())
    };
    let outcome = match item.kind {
        ItemKind::SessionStart { cwd, model, version } => {
            piece.texts = vec![text(cwd), text(model), text(version)];
            ""
        }
        ItemKind::UserText { text: said, injected } => {
            piece.texts = vec![text(Some(said))];
            if injected { "injected" } else { "" }
        }
        ItemKind::AssistantText(said) => {
            piece.texts = vec![text(Some(said))];
            ""
        }
        ItemKind::Thinking(said) => {
            piece.texts = vec![text(said)];
            ""
        }
        ItemKind::ToolCall { id, name, input } => {
            piece.texts = vec![text(id), text(name)];
            piece.value = input.map(|input| serde_json::from_slice(input.raw()).expect("JSON"));
            ""
        }
        ItemKind::ToolResult { id, outcome, content } => {
            piece.texts = vec![text(id)];
            piece.value = match content {
                Content::Missing => None,
                Content::Null => Some(Value::Null),
                Content::Text(said) => Some(said.to_string().into()),
                Content::Blocks(blocks) => {
                    Some(serde_json::from_slice(blocks.as_value().raw()).expect("JSON"))
                }
                Content::Other(value) => Some(serde_json::from_slice(value.raw()).expect("JSON")),
            };
            match outcome {
                ToolOutcome::Ok => "ok",
                ToolOutcome::Error => "error",
                ToolOutcome::Declined => "declined",
                ToolOutcome::Unknown => "unknown",
            }
        }
        ItemKind::Usage { counters, scope, .. } => {
            piece.counts = counters.all().map(|count| count.or_zero());
            piece.texts = vec![text(item.model)];
            match scope {
                runlex_dialects::UsageScope::Message => "message",
                runlex_dialects::UsageScope::Turn => "turn",
                runlex_dialects::UsageScope::Run => "run",
                runlex_dialects::UsageScope::Progress => "progress",
                _ => "other",
            }
        }
        ItemKind::Result { outcome, text: said, .. } => {
            piece.texts = vec![text(said)];
            match outcome {
                Outcome::Ok => "ok",
                Outcome::Failed => "failed",
                Outcome::Unknown => "unknown",
            }
        }
        _ => "",
    };
    piece.outcome = outcome;
    piece
}

/// Every sound line of a folder, by the crate and by the judge; what was met, by kind.
fn hold(name: &str, dialect: Dialect, judge: fn(&Value) -> Vec<judge::Piece>) {
    let Some(files) = folder(name) else { return };
    let (mut lines, mut pieces, mut recognised) = (0, 0, 0);
    for path in files {
        let bytes = fs::read(&path).expect("a readable file");
        lines += common::each(&bytes, |line, object| {
            recognised += usize::from(sniff(object) == Hint::Is(dialect));
            assert!(
                [Hint::Open, Hint::Is(dialect)].contains(&sniff(object)),
                "{}: {:?}",
                path.display(),
                sniff(object)
            );
            let mut got: Vec<_> = items(dialect, object).map(|item| told(&item)).collect();
            // The judge has models sorted by name.
            let models = got.len() - got.iter().rev().take_while(|piece| piece.outcome == "run").count();
            got[models..].sort_by(|a, b| a.texts.cmp(&b.texts));
            // A lone surrogate is no value for the judge.
            let Ok(value) = serde_json::from_slice::<Value>(line) else { return };
            pieces += got.len();
            assert_eq!(got, judge(&value), "{}: {}", path.display(), String::from_utf8_lossy(line));
            let mut written = String::new();
            let written_by = match dialect {
                Dialect::Amp => amp::Event::read(object).write_json(&mut written),
                Dialect::ClaudeStream => claude_stream::Event::read(object).write_json(&mut written),
                _ => claude_transcript::Event::read(object).write_json(&mut written),
            };
            written_by.expect("a String takes all");
            assert_eq!(serde_json::from_str::<Value>(&written).expect("JSON"), value, "{}", path.display());
        });
    }
    assert!(lines > 0 && pieces > 0 && recognised * 10 > lines * 3, "{name}: {lines} {pieces} {recognised}");
    eprintln!("{name}: {lines} lines, {pieces} items, {recognised} lines that tell their dialect");
}

#[test]
fn amp() {
    hold("amp", Dialect::Amp, judge::amp);
}

#[test]
fn claude_stream() {
    hold("claude-stream", Dialect::ClaudeStream, judge::claude_stream);
}

#[test]
fn claude_projects() {
    hold("claude-projects", Dialect::ClaudeTranscript, judge::claude_transcript);
}

/// Each line is recognised, or is one that several programs print; what is written reads the same.
#[test]
fn those_that_reports_know_by_their_items() {
    for (name, dialect) in [
        ("codex-rollout", Dialect::CodexRollout),
        ("codex-exec", Dialect::CodexExec),
        ("opencode", Dialect::OpenCode),
        ("pi", Dialect::Pi),
        ("copilot", Dialect::Copilot),
        ("cursor", Dialect::Cursor),
        ("gemini", Dialect::Gemini),
    ] {
        let Some(files) = folder(name) else { return };
        for path in files {
            let bytes = fs::read(&path).expect("a readable file");
            let (mut sure, mut open) = (0, 0);
            common::each(&bytes, |line, object| {
                match sniff(object) {
                    Hint::Is(told) if told == dialect => sure += 1,
                    Hint::Open => open += 1,
                    other => panic!("{}: {other:?}", path.display()),
                }
                let mut written = String::new();
                let written_by = match dialect {
                    Dialect::CodexExec => codex_exec::Event::read(object).write_json(&mut written),
                    Dialect::OpenCode => opencode::Event::read(object).write_json(&mut written),
                    Dialect::Pi => pi::Event::read(object).write_json(&mut written),
                    Dialect::Copilot => copilot::Event::read(object).write_json(&mut written),
                    Dialect::Cursor => cursor::Event::read(object).write_json(&mut written),
                    Dialect::Gemini => gemini::Event::read(object).write_json(&mut written),
                    _ => codex_rollout::Event::read(object).write_json(&mut written),
                };
                written_by.expect("a String takes all");
                let read = |text: &[u8]| serde_json::from_slice::<Value>(text).expect("JSON");
                assert_eq!(read(written.as_bytes()), read(line), "{}", path.display());
            });
            // Warnings and failures of `codex exec`, and what Cursor prints without a time, are lines that others print, too.
            assert!(sure > 0 && open <= 3, "{}: {sure} {open}", path.display());
        }
    }
}
