//! Section 1: by which single line a run is recognised, and by which it never is.

use crate::common;
use runlex_dialects::{Dialect, Hint, sniff};

const DROID: Hint = Hint::Is(Dialect::Droid);
const CLAUDE: Hint = Hint::Is(Dialect::ClaudeStream);

#[test]
fn by_one_line() {
    for (rule, want, line) in [
        (
            "1: init",
            DROID,
            r#"{"type":"system","subtype":"init","session_id":"s","tools":[],"model":"m","reasoning_effort":"high"}"#,
        ),
        (
            "1: init without its mark",
            CLAUDE,
            r#"{"type":"system","subtype":"init","session_id":"s","tools":[],"model":"m"}"#,
        ),
        (
            "1: Claude Code's init",
            CLAUDE,
            r#"{"type":"system","subtype":"init","session_id":"s","tools":[],"model":"m","reasoning_effort":"high","apiKeySource":"none"}"#,
        ),
        ("1: the end", DROID, r#"{"type":"completion","finalText":"x","session_id":"s"}"#),
        ("1: an end of others", Hint::Open, r#"{"type":"completion","session_id":"s"}"#),
        ("1: call", DROID, r#"{"type":"tool_call","id":"i","toolId":"Read","session_id":"s"}"#),
        (
            "1: result",
            DROID,
            r#"{"type":"tool_result","id":"i","toolId":"Read","isError":false,"session_id":"s"}"#,
        ),
        (
            "1: message",
            DROID,
            r#"{"type":"message","role":"user","text":"x","timestamp":1,"session_id":"s"}"#,
        ),
        (
            "1: a message without a time",
            Hint::Open,
            r#"{"type":"message","role":"user","text":"x","session_id":"s"}"#,
        ),
        (
            "1: a message without a text",
            Hint::Open,
            r#"{"type":"message","role":"user","timestamp":1,"session_id":"s"}"#,
        ),
        (
            "1: a message of nobody",
            Hint::Open,
            r#"{"type":"message","text":"x","timestamp":1,"session_id":"s"}"#,
        ),
        ("1: reasoning", DROID, r#"{"type":"reasoning","id":"m","text":"x","timestamp":1,"session_id":"s"}"#),
        (
            "1: error",
            DROID,
            r#"{"type":"error","source":"cli","message":"x","timestamp":1,"session_id":"s"}"#,
        ),
        (
            "1: message without a time",
            Hint::Open,
            r#"{"type":"message","role":"user","text":"x","session_id":"s"}"#,
        ),
        ("1: reasoning alone", Hint::Open, r#"{"type":"reasoning","text":"x","session_id":"s"}"#),
        ("1: error alone", Hint::Open, r#"{"type":"error","message":"x","timestamp":1,"session_id":"s"}"#),
        ("1: no session", Hint::Open, r#"{"type":"tool_call","id":"i","toolId":"Read"}"#),
        ("1: another call", Hint::Open, r#"{"type":"tool_call","call_id":"i","session_id":"s"}"#),
        (
            "3: json",
            Hint::Open,
            r#"{"type":"result","subtype":"success","is_error":false,"session_id":"s","usage":{"factory_credits":1}}"#,
        ),
        (
            "Cursor",
            Hint::Is(Dialect::Cursor),
            r#"{"type":"tool_call","toolId":"x","session_id":"s","timestamp_ms":1}"#,
        ),
        (
            "only the line's own members",
            Hint::Open,
            r#"{"type":"completion","x":{"finalText":"x","session_id":"s"}}"#,
        ),
        ("escapes", DROID, r#"{"type":"comp\u006cetion","finalText":"x","session_id":"s"}"#),
    ] {
        assert_eq!(common::of(line, sniff), want, "{rule}: {line}");
    }
}
