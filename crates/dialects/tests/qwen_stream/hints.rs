//! Section 1: by which single line a run is recognised, and by which it never is.

use crate::common;
use runlex_dialects::{Dialect, Hint, sniff};

const QWEN: Hint = Hint::Is(Dialect::QwenStream);
const CLAUDE: Hint = Hint::Is(Dialect::ClaudeStream);

#[test]
fn by_one_line() {
    for (rule, want, line) in [
        ("1: by its version", QWEN, r#"{"type":"system","subtype":"init","qwen_code_version":"0.15.10"}"#),
        (
            "1: by its mode",
            QWEN,
            r#"{"type":"system","subtype":"init","uuid":"u","session_id":"s","permission_mode":"yolo"}"#,
        ),
        ("1: a mode alone", Hint::Open, r#"{"type":"system","subtype":"init","permission_mode":"yolo"}"#),
        (
            "1: Claude Code's mode",
            CLAUDE,
            r#"{"type":"system","subtype":"init","uuid":"u","session_id":"s","permissionMode":"default"}"#,
        ),
        ("1: other news", CLAUDE, r#"{"type":"system","subtype":"x","uuid":"u","qwen_code_version":"1"}"#),
        (
            "3, 4: what follows looks like Claude Code's",
            CLAUDE,
            r#"{"type":"assistant","uuid":"u","session_id":"s","message":{"usage":{"total_tokens":1}}}"#,
        ),
        ("nested", Hint::Open, r#"{"type":"system","subtype":"x","data":{"qwen_code_version":"1"}}"#),
        ("escapes", QWEN, r#"{"type":"system","subtype":"in\u0069t","qwen\u005fcode_version":"1"}"#),
    ] {
        assert_eq!(common::of(line, sniff), want, "{rule}: {line}");
    }
}
