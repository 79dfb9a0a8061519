//! The items of each line, in order: the examples of `docs/formats/qwen.md` on the stream, its types and its traps.
//! Each item begins with session, parent, message id and block, `-` for none.

use crate::common::{self, Row};
use runlex_dialects::Dialect;

#[test]
fn items_in_order() {
    for (rule, line, want) in ROWS {
        assert_eq!(common::of(line, common::items(Dialect::QwenStream)), *want, "{rule}: {line}");
    }
}

pub(crate) const ROWS: &[Row<&[&str]>] = &[
    (
        "8: example 1",
        r#"{"type":"system","subtype":"init","uuid":"00000000-0000-4000-8000-000000000001","session_id":"00000000-0000-4000-8000-000000000001","cwd":"/w","tools":["read_file"],"mcp_servers":[],"model":"qwen-x","permission_mode":"yolo","qwen_code_version":"0.15.10"}"#,
        &["00000000-0000-4000-8000-000000000001|-|-|-|model=qwen-x SessionStart /w qwen-x 0.15.10"],
    ),
    (
        "8: example 2",
        r#"{"type":"assistant","uuid":"00000000-0000-4000-8000-000000000002","session_id":"00000000-0000-4000-8000-000000000001","parent_tool_use_id":null,"message":{"id":"00000000-0000-4000-8000-000000000002","type":"message","role":"assistant","model":"qwen-x","content":[{"type":"tool_use","id":"call_1","name":"read_file","input":{"file_path":"/w/a"}}],"stop_reason":"tool_use","usage":{"input_tokens":50,"output_tokens":5,"cache_read_input_tokens":20,"total_tokens":55}}}"#,
        &[
            "00000000-0000-4000-8000-000000000001|-|00000000-0000-4000-8000-000000000002|0|model=qwen-x ToolCall call_1 read_file {\"file_path\":\"/w/a\"}",
            "00000000-0000-4000-8000-000000000001|-|00000000-0000-4000-8000-000000000002|-|model=qwen-x Usage Message [Is(50), Absent, Is(20), Is(5)] -",
        ],
    ),
    (
        "8: example 3",
        r#"{"type":"user","uuid":"00000000-0000-4000-8000-000000000003","session_id":"00000000-0000-4000-8000-000000000001","parent_tool_use_id":null,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1","is_error":true,"content":"no such file"}]}}"#,
        &["00000000-0000-4000-8000-000000000001|-|-|0 ToolResult call_1 Error 'no such file'"],
    ),
    (
        "8: example 4",
        r#"{"type":"system","subtype":"compact_boundary","uuid":"00000000-0000-4000-8000-000000000005","session_id":"00000000-0000-4000-8000-000000000001","compact_metadata":{"trigger":"auto","pre_tokens":9000}}"#,
        &["00000000-0000-4000-8000-000000000001|-|-|- Progress compact_boundary auto"],
    ),
    (
        "8: example 5",
        r#"{"type":"result","subtype":"success","uuid":"00000000-0000-4000-8000-000000000004","session_id":"00000000-0000-4000-8000-000000000001","is_error":false,"duration_ms":900,"duration_api_ms":700,"num_turns":2,"result":"No file.","usage":{"input_tokens":110,"output_tokens":12,"cache_read_input_tokens":40,"total_tokens":122},"permission_denials":[]}"#,
        &[
            "00000000-0000-4000-8000-000000000001|-|-|- Result Ok false No file. 900 2 -",
            "00000000-0000-4000-8000-000000000001|-|-|- Usage Run [Is(110), Absent, Is(40), Is(12)] -",
        ],
    ),
    (
        "2: an init without a model",
        r#"{"type":"system","subtype":"init","qwen_code_version":"0.1"}"#,
        &["-|-|-|- SessionStart - - 0.1"],
    ),
    (
        "2: thinking",
        r#"{"type":"assistant","uuid":"u","session_id":"s","message":{"id":"m","content":[{"type":"thinking","thinking":"hm","signature":""}],"usage":{"input_tokens":0,"output_tokens":0}}}"#,
        &["s|-|m|0 Thinking hm", "s|-|m|- Usage Message [Is(0), Absent, Absent, Is(0)] -"],
    ),
    (
        "2: within a sub-agent",
        r#"{"type":"assistant","uuid":"u","session_id":"s","parent_tool_use_id":"c","message":{"content":[{"type":"text","text":"x"}]}}"#,
        &["s|c|-|0 AssistantText x"],
    ),
    (
        "2: input as a string",
        r#"{"type":"user","uuid":"u","session_id":"s","message":{"role":"user","content":"x"}}"#,
        &["s|-|-|- UserText x"],
    ),
    (
        "2: a piece",
        r#"{"type":"stream_event","uuid":"u","session_id":"s","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"x"}}}"#,
        &["s|-|-|0|delta AssistantText x"],
    ),
    (
        "2: a tool goes on",
        r#"{"type":"stream_event","uuid":"u","session_id":"s","event":{"type":"tool_progress","tool_use_id":"c"}}"#,
        &["s|-|-|-|delta Other {\"type\":\"tool_progress\",\"tool_use_id\":\"c\"}"],
    ),
    (
        "2: news",
        r#"{"type":"system","subtype":"session_start","uuid":"u","session_id":"s","data":"x"}"#,
        &["s|-|-|- Progress session_start x"],
    ),
    (
        "2: news without a word",
        r#"{"type":"system","uuid":"u"}"#,
        &["-|-|-|- Other {\"type\":\"system\",\"uuid\":\"u\"}"],
    ),
    (
        "2: a question",
        r#"{"type":"control_request","request_id":"r","request":{"subtype":"can_use_tool"}}"#,
        &["-|-|-|-|request=r Progress control_request can_use_tool"],
    ),
    (
        "2: its answer",
        r#"{"type":"control_response","response":{"subtype":"error","request_id":"r","error":"no"}}"#,
        &["-|-|-|-|request=r Error no control_response"],
    ),
    (
        "2: it is taken back",
        r#"{"type":"control_cancel_request","request_id":"r"}"#,
        &["-|-|-|-|request=r Progress control_cancel_request -"],
    ),
    (
        "2: a failure",
        r#"{"type":"result","subtype":"error_during_execution","uuid":"u","session_id":"s","is_error":true,"num_turns":1,"error":{"message":"no"},"usage":{}}"#,
        &["s|-|-|- Result Failed true no - 1 -", "s|-|-|- Usage Run [Absent, Absent, Absent, Absent] -"],
    ),
    (
        "4: usage by model is not read",
        r#"{"type":"result","subtype":"success","is_error":false,"modelUsage":{"m":{"inputTokens":1}}}"#,
        &["-|-|-|- Result Ok false - - - -"],
    ),
    (
        "2: a type to come",
        r#"{"type":"session_end","uuid":"u","session_id":"s"}"#,
        &["s|-|-|- Other {\"type\":\"session_end\",\"uuid\":\"u\",\"session_id\":\"s\"}"],
    ),
];
