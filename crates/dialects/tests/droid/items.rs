//! The items of each line, in order: the examples of `docs/formats/droid.md`, its types and its traps.
//! Each item begins with session, parent, message id and block, `-` for none.

use crate::common::{self, Row};
use runlex_dialects::{Count, Dialect, ItemKind, items};

#[test]
fn items_in_order() {
    for (rule, line, want) in ROWS {
        assert_eq!(common::of(line, common::items(Dialect::Droid)), *want, "{rule}: {line}");
    }
}

/// What it thought is told beside what it put out.
#[test]
fn what_was_thought() {
    for (line, want) in [
        (r#"{"type":"completion","usage":{"output_tokens":9,"thinking_tokens":2}}"#, Count::Is(2)),
        (r#"{"type":"completion","usage":{"output_tokens":9}}"#, Count::Absent),
        (r#"{"type":"completion","usage":{"output_tokens":9,"thinking_tokens":"2"}}"#, Count::Odd),
    ] {
        let told = common::of(line, |object| {
            items(Dialect::Droid, object).find_map(|item| match item.kind {
                ItemKind::Usage { counters, .. } => Some(format!("{:?}", counters.reasoning)),
                _ => None,
            })
        });
        assert_eq!(told, Some(format!("{want:?}")), "{line}");
    }
}

pub(crate) const ROWS: &[Row<&[&str]>] = &[
    (
        "6: example 1",
        r#"{"type":"system","subtype":"init","cwd":"/w","session_id":"s1","tools":["Read","Execute"],"model":"model-x","reasoning_effort":"high"}"#,
        &["s1|-|-|-|model=model-x SessionStart /w model-x -"],
    ),
    (
        "6: example 2",
        r#"{"type":"message","role":"user","id":"m1","text":"which boat is oldest?","timestamp":1800000000000,"session_id":"s1"}"#,
        &["s1|-|m1|-|at=1800000000000ms/Line UserText which boat is oldest?"],
    ),
    (
        "6: example 3",
        r#"{"type":"reasoning","id":"m2","text":"The log knows.","timestamp":1800000001000,"session_id":"s1"}"#,
        &["s1|-|m2|-|at=1800000001000ms/Line Thinking The log knows."],
    ),
    (
        "6: example 4",
        r#"{"type":"tool_call","id":"t1","messageId":"m2","toolId":"Execute","toolName":"Execute","parameters":{"command":"cat log"},"timestamp":1800000002000,"session_id":"s1"}"#,
        &["s1|-|m2|-|at=1800000002000ms/Line ToolCall t1 Execute {\"command\":\"cat log\"}"],
    ),
    (
        "6: example 5",
        r#"{"type":"tool_result","id":"t1","messageId":"m2","toolId":"Execute","isError":true,"error":{"type":"tool_error","message":"denied"},"timestamp":1800000003000,"session_id":"s1"}"#,
        &["s1|-|m2|-|at=1800000003000ms/Line ToolResult t1 Error 'denied'"],
    ),
    (
        "6: example 6",
        r#"{"type":"error","source":"agent_loop","message":"Connection error.","timestamp":1800000004000,"session_id":"s1"}"#,
        &["s1|-|-|-|at=1800000004000ms/Line Error Connection error. agent_loop"],
    ),
    (
        "6: example 7",
        r#"{"type":"completion","finalText":"Ada is oldest.","numTurns":2,"durationMs":4100,"session_id":"s1","timestamp":1800000005000,"usage":{"input_tokens":120,"output_tokens":9,"cache_read_input_tokens":80,"cache_creation_input_tokens":4,"factory_credits":3,"thinking_tokens":2,"ttft_ms":900}}"#,
        &[
            "s1|-|-|-|at=1800000005000ms/Line Result Ok missing Ada is oldest. 4100 2 -",
            "s1|-|-|-|at=1800000005000ms/Line Usage Run [Is(120), Is(4), Is(80), Is(9)] -",
        ],
    ),
    (
        "2: what the agent says",
        r#"{"type":"message","role":"assistant","text":"Ada."}"#,
        &["-|-|-|- AssistantText Ada."],
    ),
    (
        "2: a speaker to come",
        r#"{"type":"message","role":"tool","text":"x"}"#,
        &["-|-|-|- Other {\"type\":\"message\",\"role\":\"tool\",\"text\":\"x\"}"],
    ),
    (
        "2: a result of any type",
        r#"{"type":"tool_result","id":"i","isError":false,"value":{"a":1}}"#,
        &["-|-|-|- ToolResult i Ok other:{\"a\":1}"],
    ),
    (
        "2: a call by its id alone",
        r#"{"type":"tool_call","id":"i","toolId":"Read"}"#,
        &["-|-|-|- ToolCall i Read missing"],
    ),
    (
        "2: an end without figures",
        r#"{"type":"completion","usage":null}"#,
        &["-|-|-|- Result Ok missing - - - -"],
    ),
    (
        "another system line",
        r#"{"type":"system","subtype":"new","session_id":"s"}"#,
        &["s|-|-|- Other {\"type\":\"system\",\"subtype\":\"new\",\"session_id\":\"s\"}"],
    ),
];
