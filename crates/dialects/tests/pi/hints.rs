//! Section 1: by which single line a run is recognised, and by which it never is.

use crate::common;
use runlex_dialects::{Dialect, Hint, sniff};

const PI: Hint = Hint::Is(Dialect::Pi);

#[test]
fn by_one_line() {
    for (rule, want, line) in [
        (
            "2: a stream's first line",
            PI,
            r#"{"type":"session","version":3,"id":"p","timestamp":"t","cwd":"/w"}"#,
        ),
        ("2: of older builds", PI, r#"{"type":"agent_start"}"#),
        ("2: a turn", PI, r#"{"type":"turn_start"}"#),
        ("2: a message", PI, r#"{"type":"message_end","message":{"role":"user","timestamp":1}}"#),
        ("2: a piece", PI, r#"{"type":"message_update","message":{},"assistantMessageEvent":{}}"#),
        ("2: a tool", PI, r#"{"type":"tool_execution_end","toolCallId":"t","result":{},"isError":false}"#),
        ("2: the end", PI, r#"{"type":"agent_end","messages":[]}"#),
        ("2: once more", PI, r#"{"type":"auto_retry_start","attempt":1}"#),
        ("3: a message", PI, r#"{"type":"message","timestamp":"t","message":{"role":"user","content":"x"}}"#),
        ("3: a model", PI, r#"{"type":"model_change","timestamp":"t","parentId":null,"modelId":"m"}"#),
        (
            "3: an extension's",
            PI,
            r#"{"type":"custom","id":"e","parentId":"d","timestamp":"t","customType":"c"}"#,
        ),
        (
            "1: Anthropic's stream",
            Hint::Open,
            r#"{"type":"message_start","message":{"id":"m","role":"assistant"}}"#,
        ),
        ("1: a tool of nobody", Hint::Open, r#"{"type":"tool_execution_start","name":"x"}"#),
        ("1: message alone", Hint::Open, r#"{"type":"message","message":{"role":"user","content":[]}}"#),
        (
            "1: AFK",
            Hint::Is(Dialect::Afk),
            r#"{"type":"message","message":{"role":"assistant","content":"x"}}"#,
        ),
        (
            "1: Gemini",
            Hint::Is(Dialect::Gemini),
            r#"{"type":"message","timestamp":"t","role":"user","content":"x"}"#,
        ),
        ("1: a summary of nobody", Hint::Open, r#"{"type":"compaction","summary":"x"}"#),
        ("1: a session of nobody", Hint::Open, r#"{"type":"session","id":"p"}"#),
        ("1: a time in numbers", Hint::Open, r#"{"type":"model_change","timestamp":1,"modelId":"m"}"#),
        ("1: error alone", Hint::Open, r#"{"type":"error","message":"x"}"#),
        ("1: ids of others", Hint::Open, r#"{"type":"turn_start","session_id":"S"}"#),
        (
            "Claude Code's session files come first",
            Hint::Is(Dialect::ClaudeTranscript),
            r#"{"type":"message","parentUuid":null,"timestamp":"t","message":{"role":"user"}}"#,
        ),
        ("escapes", PI, r#"{"type":"agent\u005fend","messages":[]}"#),
        ("escapes", PI, r#"{"type":"message\u005fupdate","assistantMessageEvent":{}}"#),
    ] {
        assert_eq!(common::of(line, sniff), want, "{rule}: {line}");
    }
}
