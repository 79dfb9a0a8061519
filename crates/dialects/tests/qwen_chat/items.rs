//! The items of each record, in order: the examples of `docs/formats/qwen.md` on session files, their types and traps.
//! Each item begins with session, parent, message id and block, `-` for none.

use crate::common::{self, Row};
use runlex_dialects::Dialect;

#[test]
fn items_in_order() {
    for (rule, line, want) in ROWS {
        assert_eq!(common::of(line, common::items(Dialect::QwenChat)), *want, "{rule}: {line}");
    }
}

pub(crate) const ROWS: &[Row<&[&str]>] = &[
    (
        "8: example 6",
        r#"{"uuid":"00000000-0000-4000-8000-0000000000a1","parentUuid":null,"sessionId":"00000000-0000-4000-8000-000000000001","timestamp":"2026-03-01T10:00:00.000Z","type":"user","cwd":"/w","version":"0.15.10","message":{"role":"user","parts":[{"text":"Which file?"}]}}"#,
        &[
            "00000000-0000-4000-8000-000000000001|-|00000000-0000-4000-8000-0000000000a1|-|at=2026-03-01T10:00:00.000Z/Line SessionStart /w - 0.15.10",
            "00000000-0000-4000-8000-000000000001|-|00000000-0000-4000-8000-0000000000a1|0|at=2026-03-01T10:00:00.000Z/Line UserText Which file?",
        ],
    ),
    (
        "8: example 7",
        r#"{"uuid":"00000000-0000-4000-8000-0000000000a2","parentUuid":"00000000-0000-4000-8000-0000000000a1","sessionId":"00000000-0000-4000-8000-000000000001","timestamp":"2026-03-01T10:00:02.000Z","type":"system","subtype":"ui_telemetry","cwd":"/w","version":"0.15.10","systemPayload":{"uiEvent":{"event.name":"qwen-code.api_response","event.timestamp":"2026-03-01T10:00:02.000Z","response_id":"r-1","model":"qwen-x","status_code":200,"duration_ms":1500,"input_token_count":50,"output_token_count":9,"cached_content_token_count":20,"thoughts_token_count":4,"tool_token_count":0,"total_token_count":59}}}"#,
        &[
            "00000000-0000-4000-8000-000000000001|-|r-1|-|model=qwen-x|at=2026-03-01T10:00:02.000Z/Line Usage Progress [Is(50), Absent, Is(20), Is(9)] -",
            "00000000-0000-4000-8000-000000000001|-|r-1|-|model=qwen-x|at=2026-03-01T10:00:02.000Z/Line Progress ui_telemetry qwen-code.api_response",
        ],
    ),
    (
        "8: example 8",
        r#"{"uuid":"00000000-0000-4000-8000-0000000000a3","parentUuid":"00000000-0000-4000-8000-0000000000a2","sessionId":"00000000-0000-4000-8000-000000000001","timestamp":"2026-03-01T10:00:02.100Z","type":"assistant","cwd":"/w","version":"0.15.10","model":"qwen-x","usageMetadata":{"promptTokenCount":50,"candidatesTokenCount":9,"thoughtsTokenCount":4,"cachedContentTokenCount":20,"totalTokenCount":59},"message":{"role":"model","parts":[{"text":"I look.","thought":true},{"functionCall":{"id":"call_1","name":"read_file","args":{"file_path":"/w/a"}}}]}}"#,
        &[
            "00000000-0000-4000-8000-000000000001|-|00000000-0000-4000-8000-0000000000a3|0|model=qwen-x|at=2026-03-01T10:00:02.100Z/Line Thinking I look.",
            "00000000-0000-4000-8000-000000000001|-|00000000-0000-4000-8000-0000000000a3|1|model=qwen-x|at=2026-03-01T10:00:02.100Z/Line ToolCall call_1 read_file {\"file_path\":\"/w/a\"}",
            "00000000-0000-4000-8000-000000000001|-|00000000-0000-4000-8000-0000000000a3|-|model=qwen-x|at=2026-03-01T10:00:02.100Z/Line Usage Message [Is(50), Absent, Is(20), Is(9)] -",
        ],
    ),
    (
        "8: example 9",
        r#"{"uuid":"00000000-0000-4000-8000-0000000000a4","parentUuid":"00000000-0000-4000-8000-0000000000a3","sessionId":"00000000-0000-4000-8000-000000000001","timestamp":"2026-03-01T10:00:03.000Z","type":"tool_result","cwd":"/w","version":"0.15.10","message":{"role":"user","parts":[{"functionResponse":{"id":"call_1","name":"read_file","response":{"error":"no such file"}}}]},"toolCallResult":{"status":"error"}}"#,
        &[
            "00000000-0000-4000-8000-000000000001|-|00000000-0000-4000-8000-0000000000a4|0|at=2026-03-01T10:00:03.000Z/Line ToolResult call_1 Error 'no such file'",
        ],
    ),
    (
        "8: example 10",
        r#"{"uuid":"00000000-0000-4000-8000-0000000000a5","parentUuid":"00000000-0000-4000-8000-0000000000a4","sessionId":"00000000-0000-4000-8000-000000000001","timestamp":"2026-03-01T10:00:04.000Z","type":"assistant","cwd":"/w","version":"0.15.10","model":"qwen-x","message":{"role":"model","parts":[{"text":"No file."}]}}"#,
        &[
            "00000000-0000-4000-8000-000000000001|-|00000000-0000-4000-8000-0000000000a5|0|model=qwen-x|at=2026-03-01T10:00:04.000Z/Line AssistantText No file.",
        ],
    ),
    (
        "5: what the program passes on",
        r#"{"uuid":"u","parentUuid":"p","sessionId":"s","type":"user","subtype":"notification","message":{"role":"user","parts":[{"text":"x"}]}}"#,
        &["s|-|u|0 UserText(injected) x"],
    ),
    (
        "5: what a sub-agent says",
        r#"{"uuid":"u","parentUuid":"p","sessionId":"s","type":"assistant","agentId":"explore-1","isSidechain":true,"message":{"parts":[{"text":"x"}]}}"#,
        &["s|-|u|0|agent=explore-1 AssistantText x"],
    ),
    (
        "5: a call without an id",
        r#"{"uuid":"u","parentUuid":"p","sessionId":"s","type":"assistant","message":{"parts":[{"functionCall":{"name":"ls","args":null}}]}}"#,
        &["s|-|u|0 ToolCall - ls missing"],
    ),
    (
        "5: an output",
        r#"{"uuid":"u","parentUuid":"p","sessionId":"s","type":"tool_result","message":{"parts":[{"functionResponse":{"id":"c","name":"ls","response":{"output":"a"}}}]}}"#,
        &["s|-|u|0 ToolResult c Ok 'a'"],
    ),
    (
        "5: neither output nor error",
        r#"{"uuid":"u","parentUuid":"p","sessionId":"s","type":"tool_result","message":{"parts":[{"functionResponse":{"id":"c","response":{"x":1}}}]}}"#,
        &["s|-|u|0 ToolResult c Unknown other:{\"x\":1}"],
    ),
    (
        "5: no response",
        r#"{"uuid":"u","parentUuid":"p","sessionId":"s","type":"tool_result","message":{"parts":[{"functionResponse":{"id":"c"}}]}}"#,
        &["s|-|u|0 ToolResult c Unknown missing"],
    ),
    (
        "5: a part to come",
        r#"{"uuid":"u","parentUuid":"p","sessionId":"s","type":"user","message":{"parts":[{"inlineData":{"mimeType":"image/png"}},"x"]}}"#,
        &["s|-|u|0 Other {\"inlineData\":{\"mimeType\":\"image/png\"}}", "s|-|u|1 OtherValue \"x\""],
    ),
    (
        "5: no parts",
        r#"{"uuid":"u","parentUuid":"p","sessionId":"s","type":"assistant","message":{"content":"x"}}"#,
        &[],
    ),
    (
        "5: news",
        r#"{"uuid":"u","parentUuid":"p","sessionId":"s","type":"system","subtype":"slash_command","systemPayload":{"phase":"invocation"}}"#,
        &["s|-|u|- Progress slash_command -"],
    ),
    (
        "5: news without a word",
        r#"{"uuid":"u","parentUuid":"p","sessionId":"s","type":"system"}"#,
        &["s|-|u|- Other {\"uuid\":\"u\",\"parentUuid\":\"p\",\"sessionId\":\"s\",\"type\":\"system\"}"],
    ),
    (
        "5, 2: telemetry without counters",
        r#"{"uuid":"u","parentUuid":"p","sessionId":"s","type":"system","subtype":"ui_telemetry","systemPayload":{"uiEvent":{"event.name":"qwen-code.tool_call"}}}"#,
        &["s|-|-|- Progress ui_telemetry qwen-code.tool_call"],
    ),
    (
        "5, 2: telemetry of nothing",
        r#"{"uuid":"u","parentUuid":"p","sessionId":"s","type":"system","subtype":"ui_telemetry"}"#,
        &["s|-|u|- Progress ui_telemetry -"],
    ),
    (
        "5, 3: a copy",
        r#"{"uuid":"u","parentUuid":null,"sessionId":"s","type":"assistant","forkedFrom":{"sessionId":"o","messageUuid":"u"},"message":{"parts":[{"text":"x"}]},"usageMetadata":{"promptTokenCount":1}}"#,
        &[
            "s|-|u|-|replay SessionStart - - -",
            "s|-|u|0|replay AssistantText x",
            "s|-|u|-|replay Usage Message [Is(1), Absent, Absent, Absent] -",
        ],
    ),
    (
        "5: a type to come",
        r#"{"uuid":"u","parentUuid":"p","sessionId":"s","type":"checkpoint"}"#,
        &["-|-|-|- Other {\"uuid\":\"u\",\"parentUuid\":\"p\",\"sessionId\":\"s\",\"type\":\"checkpoint\"}"],
    ),
];
