//! Section 1: by which single line a recording is recognised, and by which it never is.

use crate::common;
use runlex_dialects::{Dialect, Hint, sniff};

const CHAT: Hint = Hint::Is(Dialect::GeminiChat);
const TRANSCRIPT: Hint = Hint::Is(Dialect::ClaudeTranscript);

#[test]
fn by_one_line() {
    for (rule, want, line) in [
        ("1: header", CHAT, r#"{"sessionId":"s","projectHash":"h","startTime":"t"}"#),
        ("1: header without a session", Hint::Open, r#"{"projectHash":"h","startTime":"t"}"#),
        ("1: header with a type", TRANSCRIPT, r#"{"type":"x","sessionId":"s","projectHash":"h"}"#),
        ("1: a hash that is no string", Hint::Open, r#"{"sessionId":"s","projectHash":7}"#),
        ("1: patch", CHAT, r#"{"$set":{"summary":"x"}}"#),
        ("1: patch of nothing", Hint::Open, r#"{"$set":7}"#),
        ("1: rewind", CHAT, r#"{"$rewindTo":"m"}"#),
        ("1: rewind to nothing", Hint::Open, r#"{"$rewindTo":null}"#),
        ("1: answer", CHAT, r#"{"id":"m","timestamp":"t","type":"gemini","content":""}"#),
        ("1: prompt", CHAT, r#"{"id":"m","timestamp":"t","type":"user","content":"x"}"#),
        ("1: news", CHAT, r#"{"id":"m","timestamp":"t","type":"info","content":"x"}"#),
        ("1: warning", CHAT, r#"{"id":"m","timestamp":"t","type":"warning","content":"x"}"#),
        ("1: error", CHAT, r#"{"id":"m","timestamp":"t","type":"error","content":"x"}"#),
        ("1: no id", Hint::Open, r#"{"timestamp":"t","type":"gemini","content":"x"}"#),
        ("1: no time", Hint::Open, r#"{"id":"m","type":"gemini","content":"x"}"#),
        ("1: a time that is no text", Hint::Open, r#"{"id":"m","timestamp":1,"type":"user","content":"x"}"#),
        ("1: no content", Hint::Open, r#"{"id":"m","timestamp":"t","type":"user"}"#),
        (
            "1: a message",
            Hint::Open,
            r#"{"id":"m","timestamp":"t","type":"user","content":"x","message":{}}"#,
        ),
        (
            "1: a session of its own",
            Hint::Open,
            r#"{"id":"m","timestamp":"t","type":"user","content":"x","session_id":"s"}"#,
        ),
        ("1: a type of others", Hint::Open, r#"{"id":"m","timestamp":"t","type":"assistant","content":"x"}"#),
        ("1: error alone", Hint::Open, r#"{"type":"error","content":"x"}"#),
        ("Claude Code's files", TRANSCRIPT, r#"{"sessionId":"s"}"#),
        (
            "Claude Code's history of prompts",
            Hint::Foreign,
            r#"{"display":"x","project":"/w","sessionId":"s"}"#,
        ),
        ("only the line's own members", Hint::Open, r#"{"x":{"$set":{}}}"#),
        ("escapes", CHAT, r#"{"\u0024set":{}}"#),
    ] {
        assert_eq!(common::of(line, sniff), want, "{rule}: {line}");
    }
}
