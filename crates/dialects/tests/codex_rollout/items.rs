//! The items of each line, in order: the examples of `docs/formats/codex-rollout.md`, its types and its traps.
//! Each item begins with session, parent, message id and block, `-` for none.

use crate::common::{self, Row};
use runlex_dialects::Dialect;

#[test]
fn items_in_order() {
    for (rule, line, want) in ROWS {
        assert_eq!(common::of(line, common::items(Dialect::CodexRollout)), *want, "{rule}: {line}");
    }
}

pub(crate) const ROWS: &[Row<&[&str]>] = &[
    (
        "8: example 1",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"session_meta","payload":{"id":"019f0000-0000-7000-8000-000000000001","timestamp":"2026-01-02T03:04:05.000Z","cwd":"/w","originator":"codex_exec","cli_version":"0.110.0","source":"exec","model_provider":"openai"}}"#,
        &[
            "019f0000-0000-7000-8000-000000000001|-|-|-|at=2026-01-02T03:04:05.006Z/Line SessionStart /w - 0.110.0",
        ],
    ),
    (
        "8: example 2",
        r#"{"timestamp":"2026-01-02T03:04:05.100Z","type":"turn_context","payload":{"cwd":"/w","approval_policy":"never","sandbox_policy":{"type":"read-only"},"model":"gpt-x","summary":"auto"}}"#,
        &["-|-|-|-|model=gpt-x|at=2026-01-02T03:04:05.100Z/Line Progress turn_context -"],
    ),
    (
        "8: example 3",
        r#"{"timestamp":"2026-01-02T03:04:05.200Z","type":"event_msg","payload":{"type":"user_message","message":"list files","images":[]}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.200Z/Line UserText list files"],
    ),
    (
        "8: example 4",
        r#"{"timestamp":"2026-01-02T03:04:06.000Z","type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"ls\"}","call_id":"call_1"}}"#,
        &[
            "-|-|-|-|at=2026-01-02T03:04:06.000Z/Line ToolCall call_1 exec_command \"{\\\"cmd\\\":\\\"ls\\\"}\"",
        ],
    ),
    (
        "8: example 5",
        r#"{"timestamp":"2026-01-02T03:04:06.100Z","type":"response_item","payload":{"type":"function_call_output","call_id":"call_1","output":"Process exited with code 0\na.txt\n"}}"#,
        &[
            "-|-|-|-|at=2026-01-02T03:04:06.100Z/Line ToolResult call_1 Ok 'Process exited with code 0\na.txt\n'",
        ],
    ),
    (
        "8: example 6",
        r#"{"timestamp":"2026-01-02T03:04:06.200Z","type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":90,"cached_input_tokens":40,"output_tokens":9,"reasoning_output_tokens":2,"total_tokens":99},"last_token_usage":{"input_tokens":90,"cached_input_tokens":40,"output_tokens":9,"reasoning_output_tokens":2,"total_tokens":99},"model_context_window":200000},"rate_limits":null}}"#,
        &[
            "-|-|-|-|at=2026-01-02T03:04:06.200Z/Line Usage Thread [Is(90), Absent, Is(40), Is(9)] -",
            "-|-|-|-|at=2026-01-02T03:04:06.200Z/Line Usage Call [Is(90), Absent, Is(40), Is(9)] -",
        ],
    ),
    (
        "8: example 7",
        r#"{"timestamp":"2026-01-02T03:04:07.000Z","type":"event_msg","payload":{"type":"task_complete","turn_id":"t1","last_agent_message":"One file."}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:07.000Z/Line Result Ok missing One file. - - -"],
    ),
    (
        "2: a fork",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"session_meta","payload":{"id":"b","forked_from_id":"a","cwd":"/w","cli_version":"0.171.0"}}"#,
        &["b|-|-|-|at=2026-01-02T03:04:05.006Z/Line SessionStart /w - 0.171.0"],
    ),
    (
        "2: a sub-agent",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"session_meta","payload":{"id":"b","source":{"subagent":{"thread_spawn":{"parent_thread_id":"a"}}}}}"#,
        &["b|-|-|-|at=2026-01-02T03:04:05.006Z/Line SessionStart - - -"],
    ),
    (
        "2: a number, and metadata",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","ordinal":3,"type":"response_item","payload":{"type":"ghost_snapshot"},"metadata":{}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Progress ghost_snapshot -"],
    ),
    (
        "2: compacted",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"compacted","payload":{"message":"so far","replacement_history":[{"type":"message","role":"user","content":[]}]}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Progress compacted -"],
    ),
    (
        "2: world_state",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"world_state","payload":{"full":true,"state":{}}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Progress world_state -"],
    ),
    (
        "2: token_usage_record",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"token_usage_record","payload":{"thread_id":"b","turn_id":"t","session_id":"a","root_turn_id":"t","response_id":"r1","usage":{"input_tokens":9,"cached_input_tokens":4,"cache_write_input_tokens":1,"output_tokens":3,"reasoning_output_tokens":2,"total_tokens":12},"turn_token_usage":{"input_tokens":9,"cached_input_tokens":4,"cache_write_input_tokens":1,"output_tokens":3,"reasoning_output_tokens":2,"total_tokens":12},"thread_token_usage":{"input_tokens":9,"cached_input_tokens":4,"cache_write_input_tokens":1,"output_tokens":3,"reasoning_output_tokens":2,"total_tokens":12}}}"#,
        &["b|-|r1|-|at=2026-01-02T03:04:05.006Z/Line Usage Message [Is(9), Is(1), Is(4), Is(3)] -"],
    ),
    (
        "2: a record without usage",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"token_usage_record","payload":{"thread_id":"b","response_id":"r1"}}"#,
        &["b|-|r1|-|at=2026-01-02T03:04:05.006Z/Line Progress token_usage_record -"],
    ),
    (
        "2: a type to come",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"brand_new","payload":{"type":"x"}}"#,
        &[
            "-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Other {\"timestamp\":\"2026-01-02T03:04:05.006Z\",\"type\":\"brand_new\",\"payload\":{\"type\":\"x\"}}",
        ],
    ),
    (
        "2: a type that is known by name",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"id_allocation","payload":{"n":1}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Progress id_allocation -"],
    ),
    (
        "1: a payload that is no object",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"event_msg","payload":"x"}"#,
        &[
            "-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Other {\"timestamp\":\"2026-01-02T03:04:05.006Z\",\"type\":\"event_msg\",\"payload\":\"x\"}",
        ],
    ),
    (
        "3: message of the agent",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type":"message","role":"assistant","id":"m1","content":[{"type":"output_text","text":"One"},{"type":"refusal","refusal":"no"},7]}}"#,
        &[
            "-|-|m1|0|at=2026-01-02T03:04:05.006Z/Line AssistantText One",
            "-|-|m1|1|at=2026-01-02T03:04:05.006Z/Line Other {\"type\":\"refusal\",\"refusal\":\"no\"}",
            "-|-|m1|2|at=2026-01-02T03:04:05.006Z/Line OtherValue 7",
        ],
    ),
    (
        "3: the prompt, as it was sent",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"list files"},{"type":"input_image","image_url":"data:"}]}}"#,
        &[
            "-|-|-|0|at=2026-01-02T03:04:05.006Z/Line|replay UserText(injected) list files",
            "-|-|-|1|at=2026-01-02T03:04:05.006Z/Line|replay Other {\"type\":\"input_image\",\"image_url\":\"data:\"}",
        ],
    ),
    (
        "3: what the program adds to it",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context>"}]}}"#,
        &["-|-|-|0|at=2026-01-02T03:04:05.006Z/Line UserText(injected) <environment_context>"],
    ),
    (
        "3: project instructions",
        r##"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"# AGENTS.md instructions for /w"}]}}"##,
        &["-|-|-|0|at=2026-01-02T03:04:05.006Z/Line UserText(injected) # AGENTS.md instructions for /w"],
    ),
    (
        "3: what the developer says",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type":"message","role":"developer","content":"be brief"}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line UserText(injected) be brief"],
    ),
    (
        "3: reasoning, sealed",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type":"reasoning","summary":[],"content":null,"encrypted_content":"gAAA"}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Thinking -"],
    ),
    (
        "3: reasoning, in parts",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type":"reasoning","id":"rs","summary":[{"type":"summary_text","text":"first"},{"type":"summary_text","text":"then"}]}}"#,
        &[
            "-|-|-|0|at=2026-01-02T03:04:05.006Z/Line Thinking first",
            "-|-|-|1|at=2026-01-02T03:04:05.006Z/Line Thinking then",
        ],
    ),
    (
        "3: a call with a namespace",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type":"function_call","name":"query","namespace":"db","arguments":"{}","call_id":"c"}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line ToolCall c query \"{}\""],
    ),
    (
        "3: free text",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type":"custom_tool_call","status":"completed","call_id":"c","name":"apply_patch","input":"*** Begin Patch"}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line ToolCall c apply_patch \"*** Begin Patch\""],
    ),
    (
        "3: the output in blocks",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"c","output":[{"type":"input_text","text":"Exit code: 2\nWall time: 1 seconds\nOutput:\nx"},{"type":"input_text","text":"y"}]}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line ToolResult c Error [2]"],
    ),
    (
        "3: local_shell_call",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type":"local_shell_call","call_id":"c","status":"completed","action":{"type":"exec","command":["ls"]}}}"#,
        &[
            "-|-|-|-|at=2026-01-02T03:04:05.006Z/Line ToolCall c local_shell {\"type\":\"exec\",\"command\":[\"ls\"]}",
        ],
    ),
    (
        "3: local_shell_call, by its own id",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type":"local_shell_call","call_id":null,"id":"l","status":"completed","action":{"type":"exec"}}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line ToolCall l local_shell {\"type\":\"exec\"}"],
    ),
    (
        "3: web_search_call",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type":"web_search_call","status":"completed","action":{"type":"search","query":"owls"}}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Progress web_search_call owls"],
    ),
    (
        "3: image_generation_call",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type":"image_generation_call","id":"i","status":"completed","result":"aGk="}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Progress image_generation_call -"],
    ),
    (
        "3: tool_search_call",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type":"tool_search_call","call_id":"c","status":"completed","execution":"local","arguments":{"query":"owls"}}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line ToolCall c tool_search {\"query\":\"owls\"}"],
    ),
    (
        "3: tool_search_output",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type":"tool_search_output","call_id":"c","status":"completed","tools":[{"type":"function"}]}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line ToolResult c Unknown [1]"],
    ),
    (
        "3: an item to come",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type":"brand_new","x":1}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Other {\"type\":\"brand_new\",\"x\":1}"],
    ),
    (
        "3: an item without a type",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"x":1}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Other {\"x\":1}"],
    ),
    (
        "5: an exit code behind other lines",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type": "function_call_output", "call_id": "c", "output": "Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 127\nOutput:\nno"}}"#,
        &[
            "-|-|-|-|at=2026-01-02T03:04:05.006Z/Line ToolResult c Error 'Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 127\nOutput:\nno'",
        ],
    ),
    (
        "5: an exit code in the output itself",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type": "function_call_output", "call_id": "c", "output": "Chunk ID: 1\nOutput:\nProcess exited with code 1"}}"#,
        &[
            "-|-|-|-|at=2026-01-02T03:04:05.006Z/Line ToolResult c Unknown 'Chunk ID: 1\nOutput:\nProcess exited with code 1'",
        ],
    ),
    (
        "5: an exit code far below",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type": "function_call_output", "call_id": "c", "output": "1\n2\n3\n4\n5\n6\nExit code: 1"}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line ToolResult c Unknown '1\n2\n3\n4\n5\n6\nExit code: 1'"],
    ),
    (
        "5: still at work",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type": "function_call_output", "call_id": "c", "output": "Wall time: 1.0 seconds\nProcess running with session ID 5\nOutput:\n"}}"#,
        &[
            "-|-|-|-|at=2026-01-02T03:04:05.006Z/Line ToolResult c Unknown 'Wall time: 1.0 seconds\nProcess running with session ID 5\nOutput:\n'",
        ],
    ),
    (
        "5: JSON with an exit code",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type": "function_call_output", "call_id": "c", "output": "{\"output\":\"say \\\"exit_code\\\":0\",\"metadata\":{\"exit_code\":1,\"duration_seconds\":0.1}}"}}"#,
        &[
            "-|-|-|-|at=2026-01-02T03:04:05.006Z/Line ToolResult c Error '{\"output\":\"say \\\"exit_code\\\":0\",\"metadata\":{\"exit_code\":1,\"duration_seconds\":0.1}}'",
        ],
    ),
    (
        "5: JSON with none",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type": "function_call_output", "call_id": "c", "output": "{\"output\":\"x\"}"}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line ToolResult c Unknown '{\"output\":\"x\"}'"],
    ),
    (
        "5: a code that is none",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type": "function_call_output", "call_id": "c", "output": "Exit code: x"}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line ToolResult c Unknown 'Exit code: x'"],
    ),
    (
        "5: a code below zero",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type": "function_call_output", "call_id": "c", "output": "Exit code: -1"}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line ToolResult c Error 'Exit code: -1'"],
    ),
    (
        "3: an output that is nothing",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":null}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line ToolResult c Unknown null"],
    ),
    (
        "4: agent_message",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"event_msg","payload":{"type":"agent_message","message":"One","phase":"final_answer"}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line|replay AssistantText One"],
    ),
    (
        "4: agent_message without one",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"event_msg","payload":{"type":"agent_message"}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Progress agent_message -"],
    ),
    (
        "4: agent_reasoning",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"event_msg","payload":{"type":"agent_reasoning","text":"hm"}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line|replay Thinking hm"],
    ),
    (
        "4: agent_reasoning_raw_content",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"event_msg","payload":{"type":"agent_reasoning_raw_content","text":"hm"}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line|replay Thinking hm"],
    ),
    (
        "4: task_started",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"event_msg","payload":{"type":"task_started","turn_id":"t","model_context_window":null,"started_at":1800000000}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Progress task_started -"],
    ),
    (
        "4: item_completed, the prompt",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"event_msg","payload":{"type":"item_completed","thread_id":"a","turn_id":"t","item":{"type":"UserMessage","id":"i","content":[{"type":"text","text":"list files"}]},"completed_at_ms":1}}"#,
        &["-|-|-|0|at=2026-01-02T03:04:05.006Z/Line UserText list files"],
    ),
    (
        "4: item_completed, the answer",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"event_msg","payload":{"type":"item_completed","thread_id":"a","item":{"type":"AgentMessage","id":"i","content":[{"type":"Text","text":"One"}]}}}"#,
        &["-|-|-|0|at=2026-01-02T03:04:05.006Z/Line|replay AssistantText One"],
    ),
    (
        "4: item_completed, a command",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"event_msg","payload":{"type":"item_completed","item":{"type":"CommandExecution","id":"i","command":["ls"],"exit_code":1}}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Progress item_completed CommandExecution"],
    ),
    (
        "4: item_completed without an item",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"event_msg","payload":{"type":"item_completed"}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Progress item_completed -"],
    ),
    (
        "4: task_complete with an error",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"event_msg","payload":{"type":"turn_complete","turn_id":"t","last_agent_message":null,"error":{"message":"limit","codex_error_info":"x"},"duration_ms":12}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Result Failed missing limit 12 - -"],
    ),
    (
        "4: turn_aborted",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"event_msg","payload":{"type":"turn_aborted","turn_id":"t","reason":"interrupted","duration_ms":10}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Result Failed missing interrupted 10 - -"],
    ),
    (
        "4: error",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"event_msg","payload":{"type":"error","message":"no","codex_error_info":"usage_limit_exceeded"}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Error no usage_limit_exceeded"],
    ),
    (
        "4: stream_error",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"event_msg","payload":{"type":"stream_error","message":"again","codex_error_info":{"http":500}}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Error again stream_error"],
    ),
    (
        "4: warning",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"event_msg","payload":{"type":"warning","message":"old"}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Error old warning"],
    ),
    (
        "4: thread_rolled_back",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"event_msg","payload":{"type":"thread_rolled_back","num_turns":1}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Progress thread_rolled_back -"],
    ),
    (
        "4: an event to come",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"event_msg","payload":{"type":"brand_new"}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Other {\"type\":\"brand_new\"}"],
    ),
    (
        "6.4: limits only",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"event_msg","payload":{"type":"token_count","info":null,"rate_limits":{"primary":{"used_percent":1.0}}}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Progress token_count -"],
    ),
    (
        "6.5: five counters",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"event_msg","payload":{"type":"token_count","info":{"total_token_usage":{"input_tokens":9,"cached_input_tokens":4,"cache_write_input_tokens":1,"output_tokens":3,"reasoning_output_tokens":2,"total_tokens":12}}}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Usage Thread [Is(9), Is(1), Is(4), Is(3)] -"],
    ),
    (
        "6.5: the last call alone",
        r#"{"timestamp":"2026-01-02T03:04:05.006Z","type":"event_msg","payload":{"type":"token_count","info":{"last_token_usage":{"input_tokens":9,"cached_input_tokens":4,"cache_write_input_tokens":1,"output_tokens":3,"reasoning_output_tokens":2,"total_tokens":12}}}}"#,
        &[
            "-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Progress token_count -",
            "-|-|-|-|at=2026-01-02T03:04:05.006Z/Line Usage Call [Is(9), Is(1), Is(4), Is(3)] -",
        ],
    ),
];
