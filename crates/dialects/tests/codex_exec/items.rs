//! The items of each line, in order: the examples of `docs/formats/codex-exec.md`, its types and its traps.
//! Each item begins with session, parent, message id and block, `-` for none.

use crate::common::{self, Row};
use runlex_dialects::Dialect;

#[test]
fn items_in_order() {
    for (rule, line, want) in ROWS {
        assert_eq!(common::of(line, common::items(Dialect::CodexExec)), *want, "{rule}: {line}");
    }
}

pub(crate) const ROWS: &[Row<&[&str]>] = &[
    (
        "7: example 1",
        r#"{"type":"thread.started","thread_id":"019f0000-0000-7000-8000-000000000001"}"#,
        &["019f0000-0000-7000-8000-000000000001|-|-|- SessionStart - - -"],
    ),
    ("7: example 2", r#"{"type":"turn.started"}"#, &["-|-|-|- Progress turn.started -"]),
    (
        "7: example 3",
        r#"{"type":"item.completed","item":{"id":"item_0","type":"reasoning","text":"Look at the tree first."}}"#,
        &["-|-|-|- Thinking Look at the tree first."],
    ),
    (
        "7: example 4",
        r#"{"type":"item.started","item":{"id":"item_1","type":"command_execution","command":"/bin/sh -c 'ls'","aggregated_output":"","exit_code":null,"status":"in_progress"}}"#,
        &["-|-|-|-|delta ToolCall item_1 shell \"/bin/sh -c 'ls'\""],
    ),
    (
        "7: example 5",
        r#"{"type":"item.completed","item":{"id":"item_1","type":"command_execution","command":"/bin/sh -c 'ls'","aggregated_output":"a.txt\n","exit_code":0,"status":"completed"}}"#,
        &["-|-|-|- ToolCall item_1 shell \"/bin/sh -c 'ls'\"", "-|-|-|- ToolResult item_1 Ok 'a.txt\n'"],
    ),
    (
        "7: example 6",
        r#"{"type":"item.completed","item":{"id":"item_2","type":"mcp_tool_call","server":"db","tool":"query","arguments":{"q":1},"result":null,"error":{"message":"timeout"},"status":"failed"}}"#,
        &["-|-|-|- ToolCall item_2 query {\"q\":1}", "-|-|-|- ToolResult item_2 Error 'timeout'"],
    ),
    (
        "7: example 7",
        r#"{"type":"item.completed","item":{"id":"item_3","type":"agent_message","text":"One file."}}"#,
        &["-|-|-|- AssistantText One file."],
    ),
    (
        "7: example 8",
        r#"{"type":"turn.completed","usage":{"input_tokens":120,"cached_input_tokens":80,"output_tokens":9,"reasoning_output_tokens":3}}"#,
        &["-|-|-|- Result Ok missing - - - -", "-|-|-|- Usage Thread [Is(120), Absent, Is(80), Is(9)] -"],
    ),
    (
        "7: example 9",
        r#"{"type":"turn.failed","error":{"message":"stream closed"}}"#,
        &["-|-|-|- Result Failed missing stream closed - - -"],
    ),
    (
        "2: error",
        r#"{"type":"error","message":"Reconnecting... 2/5"}"#,
        &["-|-|-|- Error Reconnecting... 2/5 -"],
    ),
    (
        "2: a type to come",
        r#"{"type":"turn.rate_limited","retry_after_ms":1200}"#,
        &["-|-|-|- Other {\"type\":\"turn.rate_limited\",\"retry_after_ms\":1200}"],
    ),
    (
        "2: usage with five counters",
        r#"{"type":"turn.completed","usage":{"input_tokens":9,"cached_input_tokens":4,"cache_write_input_tokens":1,"output_tokens":3,"reasoning_output_tokens":2}}"#,
        &["-|-|-|- Result Ok missing - - - -", "-|-|-|- Usage Thread [Is(9), Is(1), Is(4), Is(3)] -"],
    ),
    ("2: no usage", r#"{"type":"turn.completed","usage":null}"#, &["-|-|-|- Result Ok missing - - - -"]),
    ("2: a failure without words", r#"{"type":"turn.failed"}"#, &["-|-|-|- Result Failed missing - - - -"]),
    (
        "2: no item",
        r#"{"type":"item.completed","item":7}"#,
        &["-|-|-|- Other {\"type\":\"item.completed\",\"item\":7}"],
    ),
    (
        "3: a command that failed",
        r#"{"type":"item.completed","item":{"id":"i","type":"command_execution","command":"x","aggregated_output":"no","exit_code":127,"status":"failed"}}"#,
        &["-|-|-|- ToolCall i shell \"x\"", "-|-|-|- ToolResult i Error 'no'"],
    ),
    (
        "3: a command by its exit code alone",
        r#"{"type":"item.completed","item":{"id":"i","type":"command_execution","command":"x","aggregated_output":"","exit_code":1}}"#,
        &["-|-|-|- ToolCall i shell \"x\"", "-|-|-|- ToolResult i Error ''"],
    ),
    (
        "3: a command that was declined",
        r#"{"type":"item.completed","item":{"id":"i","type":"command_execution","command":"x","aggregated_output":"","exit_code":null,"status":"declined"}}"#,
        &["-|-|-|- ToolCall i shell \"x\"", "-|-|-|- ToolResult i Declined ''"],
    ),
    (
        "3: a command that goes on",
        r#"{"type":"item.updated","item":{"id":"i","type":"command_execution","command":"x","aggregated_output":"a","exit_code":null,"status":"in_progress"}}"#,
        &["-|-|-|-|delta Progress command_execution -"],
    ),
    (
        "3: an end that does not say",
        r#"{"type":"item.completed","item":{"id":"i","type":"command_execution","command":"x"}}"#,
        &["-|-|-|- ToolCall i shell \"x\"", "-|-|-|- ToolResult i Unknown missing"],
    ),
    (
        "3: file_change",
        r#"{"type":"item.completed","item":{"id":"i","type":"file_change","changes":[{"path":"a","kind":"add"}],"status":"completed"}}"#,
        &[
            "-|-|-|- ToolCall i apply_patch [{\"path\":\"a\",\"kind\":\"add\"}]",
            "-|-|-|- ToolResult i Ok missing",
        ],
    ),
    (
        "3: a call to a server",
        r#"{"type":"item.completed","item":{"id":"i","type":"mcp_tool_call","server":"db","tool":"query","arguments":null,"result":{"content":[{"type":"text","text":"3"}],"structured_content":null},"error":null,"status":"completed"}}"#,
        &["-|-|-|- ToolCall i query missing", "-|-|-|- ToolResult i Ok [1]"],
    ),
    (
        "3: collab_tool_call",
        r#"{"type":"item.completed","item":{"id":"i","type":"collab_tool_call","tool":"spawn_agent","sender_thread_id":"a","receiver_thread_ids":["b"],"prompt":"look","agents_states":{"b":{"status":"running","message":null}},"status":"completed"}}"#,
        &[
            "-|-|-|- ToolCall i spawn_agent \"look\"",
            "-|-|-|- ToolResult i Ok other:{\"b\":{\"status\":\"running\",\"message\":null}}",
        ],
    ),
    (
        "3: web_search with two ids",
        r#"{"type":"item.completed","item":{"id":"item_1","type":"web_search","id":"ws_1","query":"owls","action":{"type":"search"}}}"#,
        &["-|-|-|- ToolCall ws_1 web_search \"owls\"", "-|-|-|- ToolResult ws_1 Ok missing"],
    ),
    (
        "3: todo_list",
        r#"{"type":"item.updated","item":{"id":"i","type":"todo_list","items":[{"text":"a","completed":false}]}}"#,
        &["-|-|-|-|delta Progress todo_list -"],
    ),
    (
        "3: plan",
        r#"{"type":"item.completed","item":{"id":"i","type":"plan","text":"1. look"}}"#,
        &["-|-|-|- Progress plan 1. look"],
    ),
    (
        "3: a warning",
        r#"{"type":"item.completed","item":{"id":"i","type":"error","message":"deprecated"}}"#,
        &["-|-|-|- Error deprecated -"],
    ),
    (
        "3: text that goes on",
        r#"{"type":"item.updated","item":{"id":"i","type":"agent_message","text":"One"}}"#,
        &["-|-|-|-|delta Progress agent_message -"],
    ),
    (
        "3: text of a phase",
        r#"{"type":"item.completed","item":{"id":"i","type":"agent_message","text":"One","phase":"commentary"}}"#,
        &["-|-|-|- AssistantText One"],
    ),
    (
        "3: text that is none",
        r#"{"type":"item.completed","item":{"id":"i","type":"agent_message"}}"#,
        &["-|-|-|- Progress agent_message -"],
    ),
    (
        "3: an item to come",
        r#"{"type":"item.completed","item":{"id":"i","type":"tool_call","name":"x"}}"#,
        &["-|-|-|- Other {\"id\":\"i\",\"type\":\"tool_call\",\"name\":\"x\"}"],
    ),
    (
        "3: an item of old builds",
        r#"{"type":"item.completed","item":{"id":"i","item_type":"command_execution","command":"x"}}"#,
        &["-|-|-|- Other {\"id\":\"i\",\"item_type\":\"command_execution\",\"command\":\"x\"}"],
    ),
];
