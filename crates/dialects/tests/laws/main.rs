//! Laws that hold for every dialect and every line: what is unknown changes nothing else, nothing is lost, and what is
//! written reads the same. Held over the examples of the pages and over the corpus.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/pages.rs"]
mod pages;

#[path = "../afk/items.rs"]
mod afk_items;
#[path = "../amp/items.rs"]
mod amp_items;
#[path = "../gemini_chat/items.rs"]
mod chat_items;
#[path = "../copilot/items.rs"]
mod copilot_items;
#[path = "../cursor/items.rs"]
mod cursor_items;
#[path = "../droid/items.rs"]
mod droid_items;
#[path = "../codex_exec/items.rs"]
mod exec_items;
#[path = "../gemini/items.rs"]
mod gemini_items;
#[path = "../goose/items.rs"]
mod goose_items;
#[path = "../amp_input/items.rs"]
mod input_items;
mod insertions;
mod members;
#[path = "../opencode/items.rs"]
mod opencode_items;
#[path = "../pi/items.rs"]
mod pi_items;
#[path = "../qwen_chat/items.rs"]
mod qwen_chat_items;
#[path = "../qwen_stream/items.rs"]
mod qwen_stream_items;
#[path = "../codex_rollout/items.rs"]
mod rollout_items;
mod round_trip;
#[path = "../claude_stream/items.rs"]
mod stream_items;
#[path = "../claude_transcript/items.rs"]
mod transcript_items;
#[path = "../common/words.rs"]
mod words;
mod wrong_types;

use runlex_core::Object;
use runlex_dialects::{
    Dialect, Extras, Item, ItemKind, afk, amp, amp_input, claude_stream, claude_transcript, codex_exec,
    codex_rollout, copilot, cursor, droid, gemini, gemini_chat, goose, opencode, pi, qwen_chat, qwen_stream,
};

/// Lines of all dialects: the pages' examples, every event of the corpus' sound streams, and the lines
/// that the suites of the dialects have in their tables.
pub(crate) fn lines() -> Vec<String> {
    let mut lines = pages::all_examples();
    for stream in pages::all_streams() {
        common::each(&stream.bytes, |line, _| {
            lines.push(String::from_utf8(line.to_vec()).expect("UTF-8"));
        });
    }
    for rows in [
        amp_items::ROWS,
        stream_items::ROWS,
        transcript_items::ROWS,
        afk_items::ROWS,
        input_items::ROWS,
        rollout_items::ROWS,
        exec_items::ROWS,
        opencode_items::ROWS,
        pi_items::ROWS,
        copilot_items::ROWS,
        cursor_items::ROWS,
        qwen_stream_items::ROWS,
        qwen_chat_items::ROWS,
        gemini_items::ROWS,
        chat_items::ROWS,
        droid_items::ROWS,
        goose_items::ROWS,
    ] {
        lines.extend(rows.iter().map(|row| row.1.to_owned()));
    }
    assert!(lines.len() > 250, "{} lines", lines.len());
    lines
}

/// The event of a line in a dialect: its name and what it does not know.
pub(crate) fn event<'a, 't>(dialect: Dialect, object: Object<'a, 't>) -> (&'static str, Extras<'a, 't>) {
    macro_rules! event {
        ($module:ident) => {{
            let event = $module::Event::read(object);
            (event.name(), event.extras())
        }};
    }
    match dialect {
        Dialect::ClaudeStream => event!(claude_stream),
        Dialect::ClaudeTranscript => event!(claude_transcript),
        Dialect::Afk => event!(afk),
        Dialect::AmpInput => event!(amp_input),
        Dialect::Amp => event!(amp),
        Dialect::CodexRollout => event!(codex_rollout),
        Dialect::CodexExec => event!(codex_exec),
        Dialect::OpenCode => event!(opencode),
        Dialect::Pi => event!(pi),
        Dialect::Copilot => event!(copilot),
        Dialect::Cursor => event!(cursor),
        Dialect::QwenStream => event!(qwen_stream),
        Dialect::QwenChat => event!(qwen_chat),
        Dialect::Gemini => event!(gemini),
        Dialect::GeminiChat => event!(gemini_chat),
        Dialect::Droid => event!(droid),
        Dialect::Goose => event!(goose),
        other => panic!("{other} has no arm here"),
    }
}

/// The dialects whose events are looked at here.
pub(crate) const DIALECTS: &[Dialect] = Dialect::ALL;

/// An item without what an unknown member may touch: the raw bytes of what is not taken apart.
pub(crate) fn told(item: &Item<'_, '_>) -> String {
    match item.kind {
        ItemKind::Other(_) | ItemKind::OtherValue(_) => item.kind.name().to_owned(),
        ItemKind::ToolCall { id, name, input } => {
            format!("ToolCall {id:?} {name:?} {}", input.is_some())
        }
        ItemKind::ToolResult { id, outcome, content } => {
            format!("ToolResult {id:?} {outcome:?} {:?}", std::mem::discriminant(&content))
        }
        _ => format!("{} {}", common::frame(item), common::kind(&item.kind)),
    }
}
