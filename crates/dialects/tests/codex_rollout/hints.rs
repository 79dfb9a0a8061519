//! Section 1: by which single line a session file is recognised, and by which it never is.

use crate::common;
use runlex_dialects::{Dialect, Hint, sniff};

const ROLLOUT: Hint = Hint::Is(Dialect::CodexRollout);

#[test]
fn by_one_line() {
    for (rule, want, line) in [
        ("1: three keys", ROLLOUT, r#"{"timestamp":"t","type":"session_meta","payload":{}}"#),
        ("1: in any order", ROLLOUT, r#"{"payload":{},"type":"event_msg","timestamp":"t"}"#),
        (
            "1: newer builds",
            ROLLOUT,
            r#"{"timestamp":"t","ordinal":1,"type":"response_item","payload":{},"metadata":{}}"#,
        ),
        ("1: a type to come", ROLLOUT, r#"{"timestamp":"t","type":"brand.new","payload":{}}"#),
        ("1: a payload that is no object", Hint::Open, r#"{"timestamp":"t","type":"event_msg","payload":1}"#),
        ("1: a time that is no text", Hint::Open, r#"{"timestamp":1,"type":"event_msg","payload":{}}"#),
        ("1: no time", Hint::Open, r#"{"type":"x-future","payload":{}}"#),
        ("1: no type", Hint::Open, r#"{"timestamp":"t","payload":{}}"#),
        (
            "1: before September 2025",
            Hint::Open,
            r#"{"id":"1","timestamp":"t","instructions":null,"git":{}}"#,
        ),
        ("1: before September 2025, an item", Hint::Open, r#"{"type":"reasoning","summary":[]}"#),
        (
            "README: types of others decide nothing",
            Hint::Open,
            r#"{"timestamp":"t","type":"error","payload":{}}"#,
        ),
        (
            "README: Claude Code's files come first",
            Hint::Is(Dialect::ClaudeTranscript),
            r#"{"timestamp":"t","type":"event_msg","payload":{},"sessionId":"S"}"#,
        ),
        ("only the line's own members", Hint::Open, r#"{"type":"x","a":{"timestamp":"t","payload":{}}}"#),
        ("escapes", ROLLOUT, r#"{"timestamp":"t","type":"event_msg","pay\u006coad":{}}"#),
    ] {
        assert_eq!(common::of(line, sniff), want, "{rule}: {line}");
    }
}
