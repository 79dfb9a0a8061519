//! Section 9: by which single line Claude Code's stream is recognised, and by which it never is.

use crate::common;
use runlex_dialects::{Dialect, Hint, sniff};

const CLAUDE: Hint = Hint::Is(Dialect::ClaudeStream);
const TRANSCRIPT: Hint = Hint::Is(Dialect::ClaudeTranscript);
const AMP: Hint = Hint::Is(Dialect::Amp);

#[test]
fn by_one_line() {
    for (rule, want, line) in [
        ("9: uuid and session", CLAUDE, r#"{"type":"brand_new","uuid":"u","session_id":"S"}"#),
        ("README 5: uuid on a shared type", CLAUDE, r#"{"type":"user","uuid":"u","message":{}}"#),
        ("uuid alone on another type", Hint::Open, r#"{"type":"brand_new","uuid":"u"}"#),
        (
            "9: init with a version",
            CLAUDE,
            r#"{"type":"system","subtype":"init","claude_code_version":"2.1.0","session_id":"S"}"#,
        ),
        (
            "9: init with a key's source and commands",
            CLAUDE,
            r#"{"type":"system","subtype":"init","apiKeySource":"none","slash_commands":[],"session_id":"S"}"#,
        ),
        (
            "README 5: init of an old build, with tools",
            CLAUDE,
            r#"{"type":"system","subtype":"init","session_id":"S","tools":[],"model":"m"}"#,
        ),
        (
            "README 5: Cursor's init has no tools",
            Hint::Is(Dialect::Cursor),
            r#"{"type":"system","subtype":"init","apiKeySource":"login","model":"m","permissionMode":"default","session_id":"S"}"#,
        ),
        (
            "an init that says nothing",
            Hint::Open,
            r#"{"type":"system","subtype":"init","session_id":"S","tools":[]}"#,
        ),
        ("9: result with a cost", CLAUDE, r#"{"type":"result","total_cost_usd":0}"#),
        ("9: result with models", CLAUDE, r#"{"type":"result","modelUsage":{}}"#),
        ("9: stream_event", CLAUDE, r#"{"type":"stream_event","event":{}}"#),
        ("9: rate_limit_event", CLAUDE, r#"{"type":"rate_limit_event"}"#),
        ("9: control_request", CLAUDE, r#"{"type":"control_request","request_id":"r"}"#),
        ("9: control_response", CLAUDE, r#"{"type":"control_response"}"#),
        (
            "9: an old assistant line says nothing alone",
            Hint::Open,
            r#"{"type":"assistant","message":{"id":"msg_1","model":"m"},"session_id":"11111111-1111-4111-8111-111111111111"}"#,
        ),
        ("8: an input line", Hint::Open, r#"{"type":"user","message":{},"session_id":"default"}"#),
        ("9: transcripts come first", TRANSCRIPT, r#"{"type":"user","uuid":"u","sessionId":"S"}"#),
        (
            "README 5: uuid comes before the session",
            CLAUDE,
            r#"{"type":"user","uuid":"u","session_id":"T-1"}"#,
        ),
        ("Amp", AMP, r#"{"type":"user","session_id":"T-1"}"#),
        ("README 3: Codex comes first", Hint::Foreign, r#"{"type":"result","thread_id":"1","uuid":"u"}"#),
        (
            "README 3: OpenCode comes first",
            Hint::Is(Dialect::OpenCode),
            r#"{"type":"text","sessionID":"s","uuid":"u"}"#,
        ),
        (
            "README 3: Gemini comes first",
            Hint::Is(Dialect::Gemini),
            r#"{"type":"result","timestamp":"2026-01-01T00:00:00Z","status":"success","total_cost_usd":1}"#,
        ),
        (
            "a time on a user line says nothing",
            Hint::Open,
            r#"{"type":"user","timestamp":"2026-01-01T00:00:00Z","session_id":"S"}"#,
        ),
        (
            "README 5: Cursor",
            Hint::Is(Dialect::Cursor),
            r#"{"type":"assistant","timestamp_ms":1,"session_id":"S"}"#,
        ),
        ("no type", Hint::Open, r#"{"uuid":"u","session_id":"S"}"#),
        (
            "nested and quoted",
            Hint::Open,
            r#"{"type":"user","message":{"uuid":"u","content":"{\"uuid\":\"u\"}"}}"#,
        ),
        ("escapes", CLAUDE, r#"{"typ\u0065":"us\u0065r","u\u0075id":"u"}"#),
        ("the last of equal names", Hint::Open, r#"{"type":"stream_event","type":"x"}"#),
    ] {
        assert_eq!(common::of(line, sniff), want, "{rule}: {line}");
    }
}

/// Whatever the neighbours' types, their own marks decide.
#[test]
fn registered_dialects() {
    for dialect in [Dialect::ClaudeTranscript, Dialect::ClaudeStream, Dialect::Amp] {
        assert!(Dialect::ALL.contains(&dialect));
        assert_eq!(Dialect::named(dialect.as_str()), Some(dialect));
        assert_eq!(dialect.to_string(), dialect.as_str());
        assert!(!dialect.fields().is_empty());
    }
    assert_eq!(Dialect::named("brand-new"), None);
}
