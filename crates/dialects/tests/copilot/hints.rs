//! Section 1: by which single line a run is recognised, and by which it never is.

use crate::common;
use runlex_dialects::{Dialect, Hint, sniff};

const COPILOT: Hint = Hint::Is(Dialect::Copilot);

#[test]
fn by_one_line() {
    for (rule, want, line) in [
        (
            "1: the first line",
            COPILOT,
            r#"{"type":"session.start","data":{},"id":"e","timestamp":"t","parentId":null}"#,
        ),
        (
            "1: without a parent",
            COPILOT,
            r#"{"type":"tool.execution_start","id":"e","timestamp":"t","data":{}}"#,
        ),
        ("1: a parent alone", COPILOT, r#"{"data":{},"parentId":"e","type":"new.type"}"#),
        ("1: abort", COPILOT, r#"{"type":"abort","data":{"reason":"user"},"parentId":"e"}"#),
        ("1: no data", Hint::Foreign, r#"{"type":"session.start","parentId":null}"#),
        ("1: data alone", Hint::Foreign, r#"{"type":"session.start","data":{},"id":"e"}"#),
        ("1: abort alone", Hint::Open, r#"{"type":"abort","data":{}}"#),
        ("1: no dot", Hint::Open, r#"{"type":"hook","data":{},"parentId":null}"#),
        ("1: error alone", Hint::Open, r#"{"type":"error","data":{"message":"x"}}"#),
        ("1: message alone", Hint::Open, r#"{"type":"message","data":{},"parentId":null}"#),
        ("1: Codex", Hint::Is(Dialect::CodexExec), r#"{"type":"turn.started"}"#),
        ("escapes", COPILOT, r#"{"type":"user\u002emessage","data":{},"parentId":null}"#),
    ] {
        assert_eq!(common::of(line, sniff), want, "{rule}: {line}");
    }
}
