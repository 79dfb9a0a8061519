//! Section 8: by which single line AFK is recognised, and by which it never is.

use crate::common;
use runlex_dialects::{Dialect, Hint, sniff};

const AFK: Hint = Hint::Is(Dialect::Afk);
const PERHAPS: Hint = Hint::Perhaps(Dialect::Afk);

#[test]
fn recognised() {
    for (rule, line) in [
        ("chunk", r#"{"type":"chunk","chunk":{"type":"content","content":"x"}}"#),
        ("chunk of another type", r#"{"type":"chunk","chunk":{"type":"audio"}}"#),
        ("done with metadata", r#"{"type":"done","metadata":{}}"#),
        ("message", r#"{"type":"message","message":{"content":"x","timestamp":"2026-01-01T00:00:00.000Z"}}"#),
        ("message with a role", r#"{"type":"message","message":{"role":"assistant","content":"x"}}"#),
        ("error with its class", r#"{"type":"error","error":{"message":"x","name":"Error"}}"#),
        ("paused", r#"{"type":"paused","reason":"usage-limit"}"#),
        ("resumed", r#"{"type":"resumed","hotSwapped":true}"#),
        ("stream_retry", r#"{"type":"stream_retry"}"#),
        ("panel", r#"{"type":"panel","spec":{"kind":"info","body":[]}}"#),
        ("suggestion", r#"{"type":"suggestion","suggestion":"x"}"#),
        ("progress", r#"{"type":"progress","progress":{"taskId":"t"}}"#),
        ("rate_limit", r#"{"type":"rate_limit","retryAfterMs":1}"#),
        ("notice", r#"{"type":"notice","text":"x","kind":"refusal"}"#),
        ("any order, white space", "{ \"chunk\" : { \"type\" : \"content\" } , \"type\" : \"chunk\" }"),
        ("escapes", r#"{"typ\u0065":"chun\u006b","chunk":{"type":"content"}}"#),
    ] {
        assert_eq!(common::of(line, sniff), AFK, "{rule}: {line}");
    }
}

#[test]
fn with_low_confidence() {
    for (rule, line) in [
        ("done alone", r#"{"type":"done"}"#),
        (
            "error as the documents have it, and as providers do",
            r#"{"type":"error","error":{"message":"x"}}"#,
        ),
        ("rate_limit alone", r#"{"type":"rate_limit"}"#),
    ] {
        assert_eq!(common::of(line, sniff), PERHAPS, "{rule}: {line}");
    }
}

#[test]
fn not_recognised() {
    for (whose, line) in [
        (
            "Gemini, message",
            r#"{"type":"message","timestamp":"2026-01-01T00:00:00Z","role":"user","content":"x"}"#,
        ),
        (
            "Gemini, error",
            r#"{"type":"error","timestamp":"2026-01-01T00:00:00Z","severity":"error","message":"x"}"#,
        ),
        ("Gemini, message without a time", r#"{"type":"message","role":"user","content":"x"}"#),
        (
            "OpenCode, error",
            r#"{"type":"error","timestamp":1,"sessionID":"ses_1","error":{"message":"x","name":"E"}}"#,
        ),
        ("Codex, failed", r#"{"type":"turn.failed","error":{"message":"x","name":"E"}}"#),
        ("Codex, error", r#"{"type":"error","message":"x"}"#),
        (
            "Goose, message",
            r#"{"type":"message","message":{"role":"assistant","content":[{"type":"text","text":"x"}]}}"#,
        ),
        ("Pi, message", r#"{"type":"message_end","message":{"role":"assistant","content":"x"}}"#),
        (
            "Claude stream",
            r#"{"type":"error","error":{"message":"x","name":"E"},"session_id":"01","uuid":"u"}"#,
        ),
        (
            "Claude transcript",
            r#"{"type":"progress","progress":{"taskId":"t"},"sessionId":"01","parentUuid":null}"#,
        ),
        ("Amp", r#"{"type":"assistant","message":{"role":"assistant","content":"x"},"session_id":"T-1"}"#),
        ("a session at the top", r#"{"type":"chunk","chunk":{"type":"content"},"session_id":"01"}"#),
        ("a subtype at the top", r#"{"type":"message","subtype":"x","message":{"content":"x"}}"#),
        ("10: the ledger", r#"{"v":1,"ts":1765432100000,"kind":"meta"}"#),
        ("a done that is something else", r#"{"type":"done","metadata":"x"}"#),
        ("a chunk that is something else", r#"{"type":"chunk","chunk":"x"}"#),
        ("a panel that is something else", r#"{"type":"panel"}"#),
        ("an error of another form", r#"{"type":"error","error":"x"}"#),
        ("a notice of another form", r#"{"type":"notice","text":"x"}"#),
        (
            "quoted",
            r#"{"type":"user","message":{"content":"{\"type\":\"chunk\",\"chunk\":{\"type\":\"content\"}}"}}"#,
        ),
        ("nested", r#"{"type":"user","message":{"type":"chunk","chunk":{"type":"content"}}}"#),
        ("no type", r#"{"chunk":{"type":"content"}}"#),
    ] {
        let hint = common::of(line, sniff);
        assert!(hint != AFK && hint != PERHAPS, "{whose}: {line}: {hint:?}");
    }
}
