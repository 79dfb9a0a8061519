//! Section 8: by which single line a session file is recognised, and by which it never is.

use crate::common;
use runlex_dialects::{Dialect, Hint, sniff};

const TRANSCRIPT: Hint = Hint::Is(Dialect::ClaudeTranscript);

#[test]
fn by_one_line() {
    for (rule, want, line) in [
        ("8: a session in camel case", TRANSCRIPT, r#"{"type":"mode","mode":"normal","sessionId":"S"}"#),
        ("8: a parent", TRANSCRIPT, r#"{"parentUuid":null,"type":"user"}"#),
        ("8: a sidechain", TRANSCRIPT, r#"{"isSidechain":false}"#),
        ("8: summary with its leaf", TRANSCRIPT, r#"{"type":"summary","summary":"x","leafUuid":"u"}"#),
        ("8: summary alone", Hint::Open, r#"{"type":"summary","summary":"x"}"#),
        ("8: snapshot", TRANSCRIPT, r#"{"type":"file-history-snapshot"}"#),
        ("8: queue", TRANSCRIPT, r#"{"type":"queue-operation"}"#),
        (
            "2: history of prompts",
            Hint::Foreign,
            r#"{"display":"x","pastedContents":{},"timestamp":1,"project":"/w","sessionId":"S"}"#,
        ),
        (
            "8: OpenCode",
            Hint::Is(Dialect::OpenCode),
            r#"{"type":"text","sessionID":"s","part":{},"timestamp":1}"#,
        ),
        (
            "8: a stream's line",
            Hint::Is(Dialect::ClaudeStream),
            r#"{"type":"user","uuid":"u","session_id":"S"}"#,
        ),
        ("README 2: before Codex", TRANSCRIPT, r#"{"type":"a.b","sessionId":"S","thread_id":"t"}"#),
        ("README 2: before Gemini", TRANSCRIPT, r#"{"type":"result","timestamp":"t","sessionId":"S"}"#),
        (
            "only the line's own members",
            Hint::Open,
            r#"{"type":"x","metadata":{"sessionId":"S","parentUuid":"p"}}"#,
        ),
        ("escapes", TRANSCRIPT, r#"{"type":"x","session\u0049d":"S"}"#),
    ] {
        assert_eq!(common::of(line, sniff), want, "{rule}: {line}");
    }
}
