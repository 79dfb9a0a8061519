//! Section 1: by which single line a run is recognised, and by which it never is.

use crate::common;
use runlex_dialects::{Dialect, Hint, sniff};

const CURSOR: Hint = Hint::Is(Dialect::Cursor);

#[test]
fn by_one_line() {
    for (rule, want, line) in [
        ("1: a time in milliseconds", CURSOR, r#"{"type":"assistant","timestamp_ms":1}"#),
        ("1: reasoning", CURSOR, r#"{"type":"thinking","subtype":"delta","text":"x","timestamp_ms":1}"#),
        ("1: reasoning without a time", Hint::Open, r#"{"type":"thinking","text":"x"}"#),
        ("1: init by its key", CURSOR, r#"{"type":"system","subtype":"init","apiKeySource":"login"}"#),
        (
            "1: init by its mode",
            Hint::Open,
            r#"{"type":"system","subtype":"init","permissionMode":"default"}"#,
        ),
        ("1: init by its model", Hint::Open, r#"{"type":"system","subtype":"init","model":"m"}"#),
        ("1: init with nothing", Hint::Open, r#"{"type":"system","subtype":"init","session_id":"s"}"#),
        ("1: another system line", Hint::Open, r#"{"type":"system","subtype":"status","model":"m"}"#),
        ("1: a call", CURSOR, r#"{"type":"tool_call","subtype":"started","tool_call":{}}"#),
        ("1: a call of others", Hint::Open, r#"{"type":"tool_call","id":"1","toolId":"Execute"}"#),
        ("1: a result with a request", CURSOR, r#"{"type":"result","request_id":"r"}"#),
        (
            "1: a result alone",
            Hint::Open,
            r#"{"type":"result","subtype":"success","is_error":false,"session_id":"s"}"#,
        ),
        ("1: user", Hint::Open, r#"{"type":"user","message":{"content":[]},"session_id":"s"}"#),
        ("1: assistant", Hint::Open, r#"{"type":"assistant","message":{"content":[]},"session_id":"s"}"#),
        (
            "init with tools is Claude Code's",
            Hint::Is(Dialect::ClaudeStream),
            r#"{"type":"system","subtype":"init","model":"m","tools":[]}"#,
        ),
        (
            "a thread of Amp",
            Hint::Is(Dialect::Amp),
            r#"{"type":"assistant","session_id":"T-1","timestamp_ms":1}"#,
        ),
        ("error alone", Hint::Open, r#"{"type":"error","message":"x"}"#),
        ("message alone", Hint::Open, r#"{"type":"message","content":"x"}"#),
        ("reasoning alone", Hint::Open, r#"{"type":"reasoning","text":"x"}"#),
        ("nested", Hint::Open, r#"{"type":"x","message":{"timestamp_ms":1}}"#),
        ("escapes", CURSOR, r#"{"type":"tool\u005fcall","tool_call":{}}"#),
    ] {
        assert_eq!(common::of(line, sniff), want, "{rule}: {line}");
    }
}
