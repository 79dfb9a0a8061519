//! Section 1: by which single line a run is recognised, and by which it never is.

use crate::common;
use runlex_dialects::{Dialect, Hint, sniff};

const GEMINI: Hint = Hint::Is(Dialect::Gemini);

#[test]
fn by_one_line() {
    for (rule, want, line) in [
        ("1: init", GEMINI, r#"{"type":"init","timestamp":"t","session_id":"s","model":"m"}"#),
        (
            "1: init of another order",
            GEMINI,
            r#"{"type":"init","session_id":"s","model":"m","timestamp":"t"}"#,
        ),
        ("1: message", GEMINI, r#"{"type":"message","timestamp":"t","role":"user","content":"x"}"#),
        ("1: call", GEMINI, r#"{"type":"tool_use","timestamp":"t","tool_name":"n","tool_id":"i"}"#),
        ("1: result", GEMINI, r#"{"type":"tool_result","timestamp":"t","tool_id":"i","status":"success"}"#),
        ("1: error", GEMINI, r#"{"type":"error","timestamp":"t","severity":"warning","message":"x"}"#),
        ("1: the end", GEMINI, r#"{"type":"result","timestamp":"t","status":"error"}"#),
        (
            "1: members that recorders add",
            GEMINI,
            r#"{"type":"result","timestamp":"t","status":"error","ts":"u"}"#,
        ),
        ("1: a time that is no text", Hint::Open, r#"{"type":"result","timestamp":1,"status":"error"}"#),
        ("1: no time", Hint::Open, r#"{"type":"init","session_id":"s","model":"m"}"#),
        ("1: message without a role", Hint::Open, r#"{"type":"message","timestamp":"t","content":"x"}"#),
        (
            "1: message of parts",
            Hint::Open,
            r#"{"type":"message","timestamp":"t","role":"user","content":[]}"#,
        ),
        ("1: error alone", Hint::Open, r#"{"type":"error","timestamp":"t","message":"x"}"#),
        ("1: result alone", Hint::Open, r#"{"type":"result","timestamp":"t"}"#),
        ("1: another call", Hint::Open, r#"{"type":"tool_use","timestamp":"t","id":"i","name":"n"}"#),
        ("1: another type", Hint::Open, r#"{"type":"thought","timestamp":"t","tool_id":"i"}"#),
        (
            "a subtype of Claude's",
            Hint::Is(Dialect::ClaudeStream),
            r#"{"type":"result","subtype":"success","timestamp":"t","total_cost_usd":1}"#,
        ),
        (
            "OpenCode",
            Hint::Is(Dialect::OpenCode),
            r#"{"type":"tool_use","timestamp":1,"sessionID":"s","part":{}}"#,
        ),
        (
            "only the line's own members",
            Hint::Open,
            r#"{"type":"init","x":{"timestamp":"t","session_id":"s"}}"#,
        ),
        ("escapes", GEMINI, r#"{"type":"tool\u005fuse","timestamp":"t","tool_id":"i"}"#),
    ] {
        assert_eq!(common::of(line, sniff), want, "{rule}: {line}");
    }
}
