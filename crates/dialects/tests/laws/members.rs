//! Every member of a line is known to its view or among its extras, never both and never neither; raw bytes are the line's.

use crate::{DIALECTS, common, event, lines};
use runlex_core::Object;
use runlex_dialects::{Dialect, claude_stream};

#[test]
fn known_and_extra_make_the_whole() {
    for line in lines() {
        for dialect in DIALECTS.iter().copied() {
            common::of(&line, |object: Object<'_, '_>| {
                let (name, extras) = event(dialect, object);
                let extras: Vec<_> = extras.map(|(name, value)| (name.raw(), value.span())).collect();
                let knows = |name: &str| {
                    let view = dialect.fields().iter();
                    view.filter(|table| is_view_of(dialect, table.view, object))
                        .any(|table| table.names().any(|known| known == name))
                };
                let want: Vec<_> = object
                    .members()
                    .filter(|(member, _)| name == "Unknown" || !knows(&member.to_string()))
                    .map(|(member, value)| (member.raw(), value.span()))
                    .collect();
                assert_eq!(extras, want, "{dialect}: {line}");
            });
        }
    }
}

/// The name of the view is the event's, but for results and what shares a view.
fn is_view_of(dialect: Dialect, view: &str, object: Object<'_, '_>) -> bool {
    let name = event(dialect, object).0;
    match name {
        _ if dialect == Dialect::CodexRollout || dialect == Dialect::Copilot => {
            view == "Line" && name != "Unknown"
        }
        _ if dialect == Dialect::QwenChat => view == "Record" && name != "Unknown",
        "Result" => view == "RunResult",
        "Chunk" | "Message" | "Error" | "Progress" | "Panel" if dialect == Dialect::Afk => {
            view.strip_suffix("Line") == Some(name)
        }
        "ItemStarted" | "ItemUpdated" | "ItemCompleted" if dialect == Dialect::CodexExec => {
            view == "ItemLine"
        }
        "Error" | "Done" if dialect == Dialect::OpenCode => view.strip_suffix("Line") == Some(name),
        "MessageStart" | "MessageEnd" if dialect == Dialect::Pi => view == "MessageLine",
        "AgentStart" | "TurnStart" if dialect == Dialect::Pi => view == "Bare",
        "Message" if dialect == Dialect::Pi => view == "Entry",
        "AutoRetryStart" | "AutoRetryEnd" | "AutoCompactionStart" | "AutoCompactionEnd"
            if dialect == Dialect::Pi =>
        {
            name.strip_prefix("Auto") == Some(view)
        }
        _ if dialect == Dialect::OpenCode => view == "PartLine" && name != "Unknown",
        "ToolStarted" | "ToolCompleted" if dialect == Dialect::Cursor => view == "ToolLine",
        "Error"
            if [Dialect::CodexExec, Dialect::Gemini, Dialect::Droid, Dialect::Goose].contains(&dialect) =>
        {
            view == "Failure"
        }
        "Message" if dialect == Dialect::Goose => view == "MessageLine",
        "User" | "Info" | "Warning" | "Error" if dialect == Dialect::GeminiChat => view == "Record",
        "StreamlinedText" | "StreamlinedToolUseSummary" => view == "Streamlined",
        name => view == name,
    }
}

#[test]
fn extras_borrow_and_keep_order_and_repeats() {
    let line = r#"{"b":1,"type":"keep_alive","\u0061":[ 1 ],"b":2.50}"#;
    common::of(line, |object: Object<'_, '_>| {
        let event = claude_stream::Event::read(object);
        let extras: Vec<_> = event.extras().map(|(name, value)| (name.raw(), value.raw())).collect();
        let want: [(&[u8], &[u8]); 3] = [(b"b", b"1"), (b"\\u0061", b"[ 1 ]"), (b"b", b"2.50")];
        assert_eq!(extras, want);
        assert_eq!(event.raw(), line.as_bytes());
        assert_eq!(event.object().get("b").map(|value| value.raw()), Some(&b"2.50"[..]));
    });
}

/// No table has an entry without words, and no view two of one name.
#[test]
fn tables_are_whole() {
    let shared = [runlex_dialects::BLOCK_FIELDS, runlex_dialects::MESSAGE_FIELDS];
    let own = Dialect::ALL.iter().map(|dialect| dialect.fields());
    for table in own.chain(shared).flatten() {
        assert!(!table.about.trim().is_empty(), "{}", table.view);
        let mut names: Vec<_> = table.names().collect();
        for field in table.known {
            assert!(!field.about.trim().is_empty(), "{}.{}", table.view, field.name);
            assert!(!field.kind.to_string().is_empty());
        }
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{}", table.view);
    }
}
