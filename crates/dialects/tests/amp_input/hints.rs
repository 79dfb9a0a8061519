//! Section 4: by which single line input is recognised, and by which it never is.

use crate::common;
use runlex_dialects::{Dialect, Hint, sniff};

#[test]
fn recognised() {
    const SURE: Hint = Hint::Is(Dialect::AmpInput);
    const PERHAPS: Hint = Hint::Perhaps(Dialect::AmpInput);
    for (rule, want, line) in [
        ("steer", SURE, r#"{"type":"user","steer":true,"message":{"role":"user","content":[]}}"#),
        ("steer of another type", SURE, r#"{"type":"user","steer":0,"message":{}}"#),
        ("request_id", SURE, r#"{"type":"user","request_id":"a","message":{"role":"user","content":[]}}"#),
        (
            "no ids",
            PERHAPS,
            r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"x"}]}}"#,
        ),
        ("no ids, no blocks", PERHAPS, r#"{"message":{"content":[],"role":"user"},"type":"user"}"#),
    ] {
        assert_eq!(common::of(line, sniff), want, "{rule}: {line}");
    }
}

#[test]
fn not_recognised() {
    for (whose, line) in [
        (
            "Amp, output",
            r#"{"type":"user","message":{"role":"user","content":[]},"parent_tool_use_id":null,"session_id":"T-1"}"#,
        ),
        (
            "Amp, a background report",
            r#"{"type":"user","subagent_tool_use_id":"a","message":{"content":[]}}"#,
        ),
        (
            "Claude, output",
            r#"{"type":"user","message":{"role":"user","content":[]},"session_id":"01","uuid":"u"}"#,
        ),
        ("Claude, input with a string", r#"{"type":"user","message":{"role":"user","content":"x"}}"#),
        (
            "Claude, input",
            r#"{"type":"user","message":{"role":"user","content":[]},"parent_tool_use_id":null,"session_id":""}"#,
        ),
        (
            "Claude, input without a session",
            r#"{"type":"user","message":{"role":"user","content":[]},"parent_tool_use_id":null}"#,
        ),
        (
            "Claude, transcript",
            r#"{"type":"user","message":{"role":"user","content":[]},"sessionId":"01","isSidechain":false}"#,
        ),
        ("Cursor", r#"{"type":"user","message":{"role":"user","content":[]},"session_id":"01"}"#),
        ("another type", r#"{"type":"assistant","steer":true,"message":{"content":[]}}"#),
        ("no message", r#"{"type":"user"}"#),
        ("nested", r#"{"type":"user","message":{"steer":true,"request_id":"a","content":"x"}}"#),
    ] {
        let hint = common::of(line, sniff);
        assert!(
            hint != Hint::Is(Dialect::AmpInput) && hint != Hint::Perhaps(Dialect::AmpInput),
            "{whose}: {line}: {hint:?}"
        );
    }
}
