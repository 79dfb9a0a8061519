//! Section 1: by which single line a run is recognised, and by which it never is.

use crate::common;
use runlex_dialects::{Dialect, Hint, sniff};

const GOOSE: Hint = Hint::Is(Dialect::Goose);

#[test]
fn by_one_line() {
    for (rule, want, line) in [
        ("1: message", GOOSE, r#"{"type":"message","message":{"role":"user","created":1,"content":[]}}"#),
        (
            "1: message without an id",
            GOOSE,
            r#"{"type":"message","message":{"role":"assistant","created":1.5,"content":[{"type":"text","text":"x"}]}}"#,
        ),
        (
            "1: AFK's message",
            Hint::Is(Dialect::Afk),
            r#"{"type":"message","message":{"role":"assistant","created":1,"content":"x"}}"#,
        ),
        (
            "1: Pi's message",
            Hint::Open,
            r#"{"type":"message","message":{"role":"user","timestamp":1,"content":[]}}"#,
        ),
        (
            "1: a time as text",
            Hint::Open,
            r#"{"type":"message","message":{"role":"user","created":"t","content":[]}}"#,
        ),
        ("1: nobody speaks", Hint::Open, r#"{"type":"message","message":{"created":1,"content":[]}}"#),
        ("1: the end", GOOSE, r#"{"type":"complete","total_tokens":null}"#),
        ("1: an end of others", Hint::Open, r#"{"type":"complete","status":"success"}"#),
        ("1: notification", GOOSE, r#"{"type":"notification","extension_id":"x","log":{"message":"y"}}"#),
        ("1: a notification of others", Hint::Open, r#"{"type":"notification","message":"y"}"#),
        ("1: error alone", Hint::Open, r#"{"type":"error","error":"x"}"#),
        ("1: another model", Hint::Open, r#"{"type":"model_change","model":"m","mode":"auto"}"#),
        ("only the line's own members", Hint::Open, r#"{"type":"complete","x":{"total_tokens":1}}"#),
        ("escapes", GOOSE, r#"{"type":"comp\u006cete","total_tokens":1}"#),
    ] {
        assert_eq!(common::of(line, sniff), want, "{rule}: {line}");
    }
}
