//! Section 5: by which single record a session file is recognised, and by which it never is.

use crate::common;
use runlex_dialects::{Dialect, Hint, sniff};

const QWEN: Hint = Hint::Is(Dialect::QwenChat);
const CLAUDE: Hint = Hint::Is(Dialect::ClaudeTranscript);

#[test]
fn by_one_line() {
    for (rule, want, line) in [
        ("5: parts", QWEN, r#"{"parentUuid":null,"type":"user","message":{"parts":[]}}"#),
        (
            "5: parts of a sub-agent",
            QWEN,
            r#"{"parentUuid":"p","isSidechain":true,"type":"assistant","message":{"parts":[]}}"#,
        ),
        ("5: what came of a call", QWEN, r#"{"parentUuid":"p","type":"tool_result","message":{"parts":[]}}"#),
        ("5: a payload", QWEN, r#"{"parentUuid":"p","type":"system","subtype":"x","systemPayload":{}}"#),
        ("5: parts of the system", QWEN, r#"{"parentUuid":"p","type":"system","message":{"parts":[]}}"#),
        (
            "5: not a side chain",
            CLAUDE,
            r#"{"parentUuid":"p","isSidechain":false,"type":"user","message":{"parts":[]}}"#,
        ),
        (
            "5: content",
            CLAUDE,
            r#"{"parentUuid":"p","sessionId":"s","type":"user","message":{"content":"x"}}"#,
        ),
        ("5: parts that are none", CLAUDE, r#"{"parentUuid":"p","type":"user","message":{"parts":"x"}}"#),
        ("5: no parent", CLAUDE, r#"{"sessionId":"s","type":"user","message":{"parts":[]}}"#),
        ("5: news without a payload", CLAUDE, r#"{"parentUuid":"p","type":"system","subtype":"x"}"#),
        ("5: another type", CLAUDE, r#"{"parentUuid":"p","type":"progress","message":{"parts":[]}}"#),
        ("nested", Hint::Open, r#"{"type":"user","message":{"parentUuid":"p","parts":[]}}"#),
        ("error alone", Hint::Open, r#"{"type":"error","message":{"parts":[]}}"#),
        ("escapes", QWEN, r#"{"parent\u0055uid":null,"type":"user","message":{"p\u0061rts":[]}}"#),
    ] {
        assert_eq!(common::of(line, sniff), want, "{rule}: {line}");
    }
}
