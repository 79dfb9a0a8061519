//! Section 1: by which single line a run is recognised, and by which it never is.

use crate::common;
use runlex_dialects::{Dialect, Hint, sniff};

const OPENCODE: Hint = Hint::Is(Dialect::OpenCode);

#[test]
fn by_one_line() {
    for (rule, want, line) in [
        ("1: a part", OPENCODE, r#"{"type":"text","timestamp":1,"sessionID":"ses_1","part":{}}"#),
        ("1: any order", OPENCODE, r#"{"part":{},"sessionID":"ses_1","type":"step_finish"}"#),
        ("1: a type to come", OPENCODE, r#"{"type":"new","timestamp":1,"sessionID":"ses_1"}"#),
        ("1: an error", OPENCODE, r#"{"type":"error","sessionID":"ses_1","error":{"name":"E","data":{}}}"#),
        ("2: done", OPENCODE, r#"{"type":"done","sessionID":"ses_1","reason":"idle"}"#),
        ("1: the session is text", Hint::Open, r#"{"type":"text","timestamp":1,"sessionID":7,"part":{}}"#),
        ("1: the type is text", Hint::Open, r#"{"type":7,"timestamp":1,"sessionID":"ses_1","part":{}}"#),
        ("1: no session", Hint::Open, r#"{"type":"text","timestamp":1,"part":{"sessionID":"ses_1"}}"#),
        ("1: error alone", Hint::Open, r#"{"type":"error","error":{"name":"E","data":{"message":"x"}}}"#),
        ("1: reasoning alone", Hint::Open, r#"{"type":"reasoning","part":{"text":"x"}}"#),
        ("1: types of others", Hint::Open, r#"{"type":"assistant","sessionID":"ses_1","message":{}}"#),
        ("1: types of others", Hint::Open, r#"{"type":"message","sessionID":"ses_1"}"#),
        (
            "Gemini",
            Hint::Is(Dialect::Gemini),
            r#"{"type":"tool_use","timestamp":"2026-01-02T03:04:05Z","tool_name":"x","tool_id":"i"}"#,
        ),
        (
            "Claude Code's session files come first",
            Hint::Is(Dialect::ClaudeTranscript),
            r#"{"type":"text","sessionId":"S","sessionID":"ses_1"}"#,
        ),
        ("escapes", OPENCODE, r#"{"type":"te\u0078t","session\u0049D":"ses_1"}"#),
    ] {
        assert_eq!(common::of(line, sniff), want, "{rule}: {line}");
    }
}
