//! The items of each line, in order: the examples of `docs/formats/claude-code.md`,
//! its catalogue and its numbered deviations.
//! Each item begins with session, parent, message id and block, `-` for none.

use crate::common::{self, Row};
use runlex_dialects::Dialect;

#[test]
fn items_in_order() {
    for (rule, line, want) in ROWS {
        assert_eq!(common::of(line, common::items(Dialect::ClaudeStream)), *want, "{rule}: {line}");
    }
}

pub(crate) const ROWS: &[Row<&[&str]>] = &[
    (
        "4.1: init",
        r#"{"type":"system","subtype":"init","cwd":"/srv/app","session_id":"11111111-1111-4111-8111-111111111111","tools":["Bash","Task"],"mcp_servers":[],"model":"claude-x","permissionMode":"default","slash_commands":[],"apiKeySource":"none","claude_code_version":"2.1.178","output_style":"default","agents":[],"skills":[],"plugins":[],"uuid":"11111111-1111-4111-8111-11111111aaaa"}"#,
        &["11111111-1111-4111-8111-111111111111|-|-|-|model=claude-x SessionStart /srv/app claude-x 2.1.178"],
    ),
    (
        "4.2: thinking, first block of a message",
        r#"{"type":"assistant","message":{"id":"msg_01","type":"message","role":"assistant","model":"claude-x","content":[{"type":"thinking","thinking":"","signature":"c2ln"}],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":3,"cache_creation_input_tokens":100,"cache_read_input_tokens":50,"output_tokens":8,"service_tier":"standard"}},"parent_tool_use_id":null,"session_id":"11111111-1111-4111-8111-111111111111","uuid":"11111111-1111-4111-8111-11111111aaab"}"#,
        &[
            "11111111-1111-4111-8111-111111111111|-|msg_01|0|model=claude-x Thinking ",
            "11111111-1111-4111-8111-111111111111|-|msg_01|-|model=claude-x Usage Message [Is(3), Is(100), Is(50), Is(8)] -",
        ],
    ),
    (
        "4.2: a call, second block of the message",
        r#"{"type":"assistant","message":{"id":"msg_01","type":"message","role":"assistant","model":"claude-x","content":[{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"ls"},"caller":{"type":"direct"}}],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":3,"cache_creation_input_tokens":100,"cache_read_input_tokens":50,"output_tokens":8,"service_tier":"standard"}},"parent_tool_use_id":null,"session_id":"11111111-1111-4111-8111-111111111111","uuid":"11111111-1111-4111-8111-11111111aaac"}"#,
        &[
            r#"11111111-1111-4111-8111-111111111111|-|msg_01|0|model=claude-x ToolCall toolu_1 Bash {"command":"ls"}"#,
            "11111111-1111-4111-8111-111111111111|-|msg_01|-|model=claude-x Usage Message [Is(3), Is(100), Is(50), Is(8)] -",
        ],
    ),
    (
        "4.4: result",
        r#"{"type":"result","subtype":"success","is_error":false,"duration_ms":1200,"duration_api_ms":1100,"num_turns":2,"result":"done","stop_reason":"end_turn","session_id":"11111111-1111-4111-8111-111111111111","total_cost_usd":0.01,"usage":{"input_tokens":4,"cache_creation_input_tokens":100,"cache_read_input_tokens":150,"output_tokens":60,"server_tool_use":{"web_search_requests":0},"service_tier":"standard"},"modelUsage":{"claude-x":{"inputTokens":4,"outputTokens":60,"cacheReadInputTokens":150,"cacheCreationInputTokens":100,"webSearchRequests":0,"costUSD":0.01,"contextWindow":200000,"maxOutputTokens":32000}},"permission_denials":[{"tool_name":"Bash","tool_use_id":"toolu_1","tool_input":{"command":"rm x"}}],"uuid":"11111111-1111-4111-8111-11111111aaad"}"#,
        &[
            "11111111-1111-4111-8111-111111111111|-|-|- Result Ok false done 1200 2 0.01",
            "11111111-1111-4111-8111-111111111111|-|-|- Usage Turn [Is(4), Is(100), Is(150), Is(60)] -",
            "11111111-1111-4111-8111-111111111111|-|-|-|model=claude-x Usage Run [Is(4), Is(100), Is(150), Is(60)] 0.01",
        ],
    ),
    (
        "4.5: message_delta",
        r#"{"type":"stream_event","event":{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":61}},"parent_tool_use_id":null,"uuid":"11111111-1111-4111-8111-11111111aaae","session_id":"11111111-1111-4111-8111-111111111111"}"#,
        &[
            "11111111-1111-4111-8111-111111111111|-|-|-|delta Progress message_delta end_turn",
            "11111111-1111-4111-8111-111111111111|-|-|-|delta Usage Message [Absent, Absent, Absent, Is(61)] -",
        ],
    ),
    (
        "4.7: rate limit",
        r#"{"type":"rate_limit_event","rate_limit_info":{"status":"allowed","resetsAt":1782348600,"rateLimitType":"five_hour"},"uuid":"11111111-1111-4111-8111-11111111aaaf","session_id":"11111111-1111-4111-8111-111111111111"}"#,
        &["11111111-1111-4111-8111-111111111111|-|-|- Progress rate_limit_event allowed"],
    ),
    (
        "4.7: control_request",
        r#"{"type":"control_request","request_id":"r1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"ls"},"tool_use_id":"toolu_1"}}"#,
        &["-|-|-|-|request=r1 Progress control_request can_use_tool"],
    ),
    (
        "4.7: control_response",
        r#"{"type":"control_response","response":{"subtype":"success","request_id":"r1","response":{"behavior":"allow","updatedInput":{"command":"ls"}}}}"#,
        &["-|-|-|-|request=r1 Progress control_response success"],
    ),
    (
        "4.6: compact_boundary",
        r#"{"type":"system","subtype":"compact_boundary","compact_metadata":{"trigger":"auto","pre_tokens":155000},"session_id":"11111111-1111-4111-8111-111111111111","uuid":"11111111-1111-4111-8111-11111111aab0"}"#,
        &["11111111-1111-4111-8111-111111111111|-|-|- Progress compact_boundary auto"],
    ),
    (
        "8: input",
        r#"{"type":"user","message":{"role":"user","content":"hi"},"parent_tool_use_id":null,"session_id":"default"}"#,
        &["default|-|-|- UserText hi"],
    ),
    (
        "8: input, a control request",
        r#"{"type":"control_request","request_id":"req_1","request":{"subtype":"interrupt"}}"#,
        &["-|-|-|-|request=req_1 Progress control_request interrupt"],
    ),
    (
        "10.1: a hook before init",
        r#"{"type":"system","subtype":"hook_started","hook_id":"h","hook_name":"SessionStart:startup","hook_event":"SessionStart","uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress hook_started SessionStart:startup"],
    ),
    (
        "10.2: is_error beside success",
        r#"{"type":"result","subtype":"success","is_error":true,"result":"API Error: 529","num_turns":1,"duration_ms":5,"session_id":"S"}"#,
        &["S|-|-|- Result Failed true API Error: 529 5 1 -"],
    ),
    (
        "10.3: an empty result",
        r#"{"type":"result","subtype":"success","is_error":false,"result":"","total_cost_usd":0,"session_id":"S"}"#,
        &["S|-|-|- Result Ok false  - - 0"],
    ),
    (
        "10.4: content a string",
        r#"{"type":"user","message":{"role":"user","content":"hi"},"parent_tool_use_id":null,"session_id":"S","timestamp":"2026-05-01T10:00:00Z"}"#,
        &["S|-|-|-|at=2026-05-01T10:00:00Z/Line UserText hi"],
    ),
    (
        "10.5: results, content in all forms, is_error missing",
        r#"{"type":"user","message":{"role":"user","content":[{"tool_use_id":"a","type":"tool_result","content":"x"},{"type":"tool_result","tool_use_id":"b","content":[{"type":"text","text":"y"},{"type":"tool_reference","tool_name":"T"},"z"]},{"type":"tool_result","tool_use_id":"c","is_error":true},{"type":"tool_result","tool_use_id":"d","content":null,"is_error":null},{"type":"tool_result","tool_use_id":"e","is_error":"no"}]},"parent_tool_use_id":"P","session_id":"S"}"#,
        &[
            "S|P|-|0 ToolResult a Ok 'x'",
            "S|P|-|1 ToolResult b Ok [3]",
            "S|P|-|2 ToolResult c Error missing",
            "S|P|-|3 ToolResult d Ok null",
            "S|P|-|4 ToolResult e Unknown missing",
        ],
    ),
    (
        "10.7: the message of the line before, once more",
        r#"{"type":"assistant","message":{"id":"m","model":"claude-x","role":"assistant","type":"message","content":[{"type":"text","text":"x"}],"usage":{"input_tokens":3,"output_tokens":8}},"request_id":"r","session_id":"S","timestamp":"2026-05-01T10:00:00Z"}"#,
        &[
            "S|-|m|0|request=r|model=claude-x|at=2026-05-01T10:00:00Z/Line AssistantText x",
            "S|-|m|-|request=r|model=claude-x|at=2026-05-01T10:00:00Z/Line Usage Message [Is(3), Absent, Absent, Is(8)] -",
        ],
    ),
    (
        "10.8: an unknown type",
        r#"{"type":"brand_new","uuid":"u","session_id":"S"}"#,
        &[r#"S|-|-|- Other {"type":"brand_new","uuid":"u","session_id":"S"}"#],
    ),
    (
        "10.8: an unknown subtype",
        r#"{"type":"system","subtype":"brand_new","uuid":"u","session_id":"S"}"#,
        &[r#"S|-|-|- Other {"type":"system","subtype":"brand_new","uuid":"u","session_id":"S"}"#],
    ),
    (
        "10.8: a system line without subtype",
        r#"{"type":"system","session_id":"S"}"#,
        &[r#"S|-|-|- Other {"type":"system","session_id":"S"}"#],
    ),
    (
        "10.9: denials, none",
        r#"{"type":"result","subtype":"success","is_error":false,"permission_denials":[],"session_id":"S"}"#,
        &["S|-|-|- Result Ok false - - - -"],
    ),
    (
        "10.10: a result of August 2025",
        r#"{"type":"result","subtype":"success","is_error":false,"duration_ms":1,"duration_api_ms":1,"num_turns":1,"result":"ok","session_id":"S","total_cost_usd":0.5,"usage":{"input_tokens":1,"cache_creation_input_tokens":2,"cache_read_input_tokens":3,"output_tokens":4}}"#,
        &["S|-|-|- Result Ok false ok 1 1 0.5", "S|-|-|- Usage Turn [Is(1), Is(2), Is(3), Is(4)] -"],
    ),
    (
        "10.11: members that are in no list",
        r#"{"type":"system","subtype":"init","cwd":"/w","model":"m","tools":[],"analytics_disabled":false,"memory_paths":{"auto":"/m"},"uuid":"u","session_id":"S"}"#,
        &["S|-|-|-|model=m SessionStart /w m -"],
    ),
    (
        "10.12: a lone surrogate",
        r#"{"type":"assistant","message":{"content":[{"type":"text","text":"a\ud83db"}]},"session_id":"S"}"#,
        &["S|-|-|0 AssistantText a�b"],
    ),
    (
        "10.13: a later result, cumulative",
        r#"{"type":"result","subtype":"success","is_error":false,"num_turns":2,"result":"b","total_cost_usd":0.020000000000000004,"usage":{"input_tokens":5,"output_tokens":6},"modelUsage":{"a":{"inputTokens":9,"outputTokens":10,"cacheReadInputTokens":11,"cacheCreationInputTokens":12,"costUSD":0.015},"b":{"inputTokens":1,"costUSD":5e-3},"odd":7},"session_id":"S"}"#,
        &[
            "S|-|-|- Result Ok false b - 2 0.020000000000000004",
            "S|-|-|- Usage Turn [Is(5), Absent, Absent, Is(6)] -",
            "S|-|-|-|model=a Usage Run [Is(9), Is(12), Is(11), Is(10)] 0.015",
            "S|-|-|-|model=b Usage Run [Is(1), Absent, Absent, Absent] 5e-3",
        ],
    ),
    (
        "10.15: hook_response of older builds",
        r#"{"type":"system","subtype":"hook_response","hook_name":"n","hook_event":"Stop","stdout":"s","stderr":"","exit_code":0,"uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress hook_response n"],
    ),
    (
        "4.2: an error in the place of a message",
        r#"{"type":"assistant","message":{"id":"e","model":"<synthetic>","content":[{"type":"text","text":"API Error"}],"usage":{"input_tokens":0,"output_tokens":0}},"error":"rate_limit","is_api_error_message":true,"session_id":"S"}"#,
        &[
            "S|-|e|0|model=<synthetic> AssistantText API Error",
            "S|-|e|-|model=<synthetic> Usage Message [Is(0), Absent, Absent, Is(0)] -",
            "S|-|e|-|model=<synthetic> Error API Error rate_limit",
        ],
    ),
    (
        "4.2: an error without a name",
        r#"{"type":"assistant","message":{"content":"gone"},"is_api_error_message":true,"session_id":"S"}"#,
        &["S|-|-|- AssistantText gone", "S|-|-|- Error gone -"],
    ),
    (
        "4.2: of a sub-agent",
        r#"{"type":"assistant","message":{"id":"m","model":"h","content":[{"type":"tool_use","id":"t","name":"Read","input":{}}]},"parent_tool_use_id":"P","agent_id":"A","subagent_type":"Explore","task_description":"count","session_id":"S"}"#,
        &["S|P|m|0|agent=A|model=h ToolCall t Read {}"],
    ),
    (
        "4.2: a message that is none",
        r#"{"type":"assistant","message":"hi","session_id":"S"}"#,
        &[r#"S|-|-|- OtherValue "hi""#],
    ),
    ("4.2: no message", r#"{"type":"assistant","session_id":"S"}"#, &[]),
    (
        "4.3: replayed",
        r#"{"type":"user","message":{"role":"user","content":"old"},"isReplay":true,"session_id":"S"}"#,
        &["S|-|-|-|replay UserText old"],
    ),
    (
        "4.3: synthetic",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"go on"}]},"isSynthetic":true,"session_id":"S"}"#,
        &["S|-|-|0 UserText(injected) go on"],
    ),
    (
        "4.3: content null",
        r#"{"type":"user","message":{"role":"user","content":null},"session_id":"S"}"#,
        &[],
    ),
    ("4.3: content missing", r#"{"type":"user","message":{"role":"user"},"session_id":"S"}"#, &[]),
    (
        "4.3: content a number",
        r#"{"type":"user","message":{"role":"user","content":7},"session_id":"S"}"#,
        &["S|-|-|- OtherValue 7"],
    ),
    (
        "4.4: failed by subtype",
        r#"{"type":"result","subtype":"error_max_turns","is_error":false,"errors":["too many","more"],"total_cost_usd":1,"session_id":"S"}"#,
        &["S|-|-|- Result Failed false too many - - 1"],
    ),
    (
        "4.4: failed, and not only by subtype",
        r#"{"type":"result","subtype":"error_during_execution","is_error":true,"errors":[],"session_id":"S"}"#,
        &["S|-|-|- Result Failed true - - - -"],
    ),
    (
        "4.4: an error in one string",
        r#"{"type":"result","subtype":"error","is_error":true,"result":"","error":"no key","session_id":"S"}"#,
        &["S|-|-|- Result Failed true no key - - -"],
    ),
    (
        "4.4: success by subtype alone",
        r#"{"type":"result","subtype":"success","result":"x","session_id":"S"}"#,
        &["S|-|-|- Result Ok missing x - - -"],
    ),
    (
        "4.4: success by is_error alone",
        r#"{"type":"result","is_error":false,"result":"x","session_id":"S"}"#,
        &["S|-|-|- Result Ok false x - - -"],
    ),
    (
        "4.4: nothing is said",
        r#"{"type":"result","is_error":"no","result":"x","session_id":"S"}"#,
        &[r#"S|-|-|- Result Unknown wrong:"no" x - - -"#],
    ),
    (
        "4.4: the cost of very old builds",
        r#"{"type":"result","subtype":"success","is_error":false,"cost_usd":0.1,"session_id":"S"}"#,
        &["S|-|-|- Result Ok false - - - 0.1"],
    ),
    (
        "4.5: message_start",
        r#"{"type":"stream_event","event":{"type":"message_start","message":{"id":"m","model":"x","content":[],"usage":{"input_tokens":3,"output_tokens":1}}},"parent_tool_use_id":null,"uuid":"u","session_id":"S"}"#,
        &["S|-|m|-|model=x|delta Usage Message [Is(3), Absent, Absent, Is(1)] -"],
    ),
    (
        "4.5: message_start",
        r#"{"type":"stream_event","event":{"type":"message_start","message":{"id":"m"}},"parent_tool_use_id":null,"uuid":"u","session_id":"S"}"#,
        &["S|-|m|-|delta Progress message_start -"],
    ),
    (
        "4.5: content_block_start tool_use",
        r#"{"type":"stream_event","event":{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"Bash","input":{}}},"parent_tool_use_id":null,"uuid":"u","session_id":"S"}"#,
        &["S|-|-|1|delta ToolCall t Bash {}"],
    ),
    (
        "4.5: content_block_start text",
        r#"{"type":"stream_event","event":{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}},"parent_tool_use_id":null,"uuid":"u","session_id":"S"}"#,
        &["S|-|-|0|delta AssistantText "],
    ),
    (
        "4.5: content_block_delta text_delta",
        r#"{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"ab"}},"parent_tool_use_id":null,"uuid":"u","session_id":"S"}"#,
        &["S|-|-|0|delta AssistantText ab"],
    ),
    (
        "4.5: content_block_delta input_json_delta",
        r#"{"type":"stream_event","event":{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"c"}},"parent_tool_use_id":null,"uuid":"u","session_id":"S"}"#,
        &[r#"S|-|-|1|delta Progress input_json_delta {"c"#],
    ),
    (
        "4.5: content_block_delta thinking_delta",
        r#"{"type":"stream_event","event":{"type":"content_block_delta","index":2,"delta":{"type":"thinking_delta","thinking":"hm"}},"parent_tool_use_id":null,"uuid":"u","session_id":"S"}"#,
        &["S|-|-|2|delta Thinking hm"],
    ),
    (
        "4.5: content_block_delta signature_delta",
        r#"{"type":"stream_event","event":{"type":"content_block_delta","index":2,"delta":{"type":"signature_delta","signature":"c2ln"}},"parent_tool_use_id":null,"uuid":"u","session_id":"S"}"#,
        &["S|-|-|2|delta Progress signature_delta -"],
    ),
    (
        "4.5: content_block_delta citations_delta",
        r#"{"type":"stream_event","event":{"type":"content_block_delta","index":2,"delta":{"type":"citations_delta","citation":{}}},"parent_tool_use_id":null,"uuid":"u","session_id":"S"}"#,
        &["S|-|-|2|delta Progress citations_delta -"],
    ),
    (
        "4.5: content_block_delta new_delta",
        r#"{"type":"stream_event","event":{"type":"content_block_delta","index":2,"delta":{"type":"new_delta","x":1}},"parent_tool_use_id":null,"uuid":"u","session_id":"S"}"#,
        &[r#"S|-|-|2|delta Other {"type":"new_delta","x":1}"#],
    ),
    (
        "4.5: content_block_stop",
        r#"{"type":"stream_event","event":{"type":"content_block_stop","index":2},"parent_tool_use_id":null,"uuid":"u","session_id":"S"}"#,
        &["S|-|-|2|delta Progress content_block_stop -"],
    ),
    (
        "4.5: message_stop",
        r#"{"type":"stream_event","event":{"type":"message_stop"},"parent_tool_use_id":null,"uuid":"u","session_id":"S"}"#,
        &["S|-|-|-|delta Progress message_stop -"],
    ),
    (
        "4.5: ping",
        r#"{"type":"stream_event","event":{"type":"ping"},"parent_tool_use_id":null,"uuid":"u","session_id":"S"}"#,
        &["S|-|-|-|delta Progress ping -"],
    ),
    (
        "4.5: error overloaded_error",
        r#"{"type":"stream_event","event":{"type":"error","error":{"type":"overloaded_error","message":"busy"}},"parent_tool_use_id":null,"uuid":"u","session_id":"S"}"#,
        &["S|-|-|-|delta Error busy overloaded_error"],
    ),
    (
        "4.5: brand_new",
        r#"{"type":"stream_event","event":{"type":"brand_new"},"parent_tool_use_id":null,"uuid":"u","session_id":"S"}"#,
        &[r#"S|-|-|-|delta Other {"type":"brand_new"}"#],
    ),
    (
        "4.5: an empty event",
        r#"{"type":"stream_event","event":{},"parent_tool_use_id":null,"uuid":"u","session_id":"S"}"#,
        &["S|-|-|-|delta Other {}"],
    ),
    (
        "4.5: no event",
        r#"{"type":"stream_event","parent_tool_use_id":null,"uuid":"u","session_id":"S"}"#,
        &[
            r#"S|-|-|-|delta Other {"type":"stream_event","parent_tool_use_id":null,"uuid":"u","session_id":"S"}"#,
        ],
    ),
    (
        "4.6: status",
        r#"{"type":"system","subtype":"status","status":"compacting","uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress status compacting"],
    ),
    (
        "4.6: status",
        r#"{"type":"system","subtype":"status","status":null,"compact_result":"failed","uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress status failed"],
    ),
    (
        "4.6: hook_progress",
        r#"{"type":"system","subtype":"hook_progress","hook_id":"h","stdout":"o","output":"p","uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress hook_progress p"],
    ),
    (
        "4.6: hook_response",
        r#"{"type":"system","subtype":"hook_response","hook_id":"h","outcome":"error","uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress hook_response error"],
    ),
    (
        "4.6: task_started",
        r#"{"type":"system","subtype":"task_started","task_id":"t","description":"count","tool_use_id":"T","uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress task_started count"],
    ),
    (
        "4.6: task_progress",
        r#"{"type":"system","subtype":"task_progress","task_id":"t","description":"count","summary":"at 3","usage":{"total_tokens":9,"tool_uses":1,"duration_ms":2},"uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress task_progress at 3"],
    ),
    (
        "4.6: task_updated",
        r#"{"type":"system","subtype":"task_updated","task_id":"t","patch":{"status":"killed"},"uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress task_updated killed"],
    ),
    (
        "4.6: task_notification",
        r#"{"type":"system","subtype":"task_notification","task_id":"t","status":"completed","summary":"all","usage":{"total_tokens":9},"uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress task_notification all"],
    ),
    (
        "4.6: background_tasks_changed",
        r#"{"type":"system","subtype":"background_tasks_changed","tasks":[],"uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress background_tasks_changed -"],
    ),
    (
        "4.6: thinking_tokens",
        r#"{"type":"system","subtype":"thinking_tokens","estimated_tokens":50,"estimated_tokens_delta":50,"uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress thinking_tokens -"],
    ),
    (
        "4.6: api_retry",
        r#"{"type":"system","subtype":"api_retry","attempt":1,"max_retries":10,"retry_delay_ms":500.5,"error_status":null,"error":"overloaded","uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress api_retry overloaded"],
    ),
    (
        "4.6: permission_denied",
        r#"{"type":"system","subtype":"permission_denied","tool_name":"Bash","tool_use_id":"T","message":"no","agent_id":"A","uuid":"u","session_id":"S"}"#,
        &["S|-|-|-|agent=A Progress permission_denied no"],
    ),
    (
        "4.6: session_state_changed",
        r#"{"type":"system","subtype":"session_state_changed","state":"idle","uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress session_state_changed idle"],
    ),
    (
        "4.6: informational",
        r#"{"type":"system","subtype":"informational","content":"c","uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress informational c"],
    ),
    (
        "4.6: notification",
        r#"{"type":"system","subtype":"notification","text":"t","uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress notification t"],
    ),
    (
        "4.6: local_command_output",
        r#"{"type":"system","subtype":"local_command_output","content":["c"],"uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress local_command_output -"],
    ),
    (
        "4.6: memory_recall",
        r#"{"type":"system","subtype":"memory_recall","uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress memory_recall -"],
    ),
    (
        "4.6: commands_changed",
        r#"{"type":"system","subtype":"commands_changed","uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress commands_changed -"],
    ),
    (
        "4.6: files_persisted",
        r#"{"type":"system","subtype":"files_persisted","uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress files_persisted -"],
    ),
    (
        "4.6: elicitation_complete",
        r#"{"type":"system","subtype":"elicitation_complete","uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress elicitation_complete -"],
    ),
    (
        "4.6: plugin_install",
        r#"{"type":"system","subtype":"plugin_install","uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress plugin_install -"],
    ),
    (
        "4.6: mirror_error",
        r#"{"type":"system","subtype":"mirror_error","message":"m","uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress mirror_error m"],
    ),
    (
        "4.6: model_refusal_fallback",
        r#"{"type":"system","subtype":"model_refusal_fallback","retracted_message_uuids":["u"],"uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress model_refusal_fallback -"],
    ),
    (
        "4.6: model_refusal_no_fallback",
        r#"{"type":"system","subtype":"model_refusal_no_fallback","uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress model_refusal_no_fallback -"],
    ),
    (
        "4.6: control_request_progress",
        r#"{"type":"system","subtype":"control_request_progress","uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress control_request_progress -"],
    ),
    (
        "4.6: worker_shutting_down",
        r#"{"type":"system","subtype":"worker_shutting_down","uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress worker_shutting_down -"],
    ),
    (
        "4.6: session_writes_lost",
        r#"{"type":"system","subtype":"session_writes_lost","uuid":"u","session_id":"S"}"#,
        &["S|-|-|- Progress session_writes_lost -"],
    ),
    (
        "4.7: tool_progress",
        r#"{"type":"tool_progress","tool_use_id":"T","tool_name":"Bash","parent_tool_use_id":"P","elapsed_time_seconds":2}"#,
        &["-|P|-|- Progress tool_progress Bash"],
    ),
    (
        "4.7: tool_use_summary",
        r#"{"type":"tool_use_summary","summary":"read two","preceding_tool_use_ids":["T"]}"#,
        &["-|-|-|- Progress tool_use_summary read two"],
    ),
    (
        "4.7: auth_status",
        r#"{"type":"auth_status","isAuthenticating":true,"output":[]}"#,
        &["-|-|-|- Progress auth_status -"],
    ),
    (
        "4.7: auth_status",
        r#"{"type":"auth_status","isAuthenticating":false,"error":"denied"}"#,
        &["-|-|-|- Error denied auth_status"],
    ),
    (
        "4.7: prompt_suggestion",
        r#"{"type":"prompt_suggestion","suggestion":"run it"}"#,
        &["-|-|-|- Progress prompt_suggestion run it"],
    ),
    (
        "4.7: conversation_reset",
        r#"{"type":"conversation_reset","new_conversation_id":"C","timestamp":"2026-05-01T10:00:00Z"}"#,
        &["-|-|-|-|at=2026-05-01T10:00:00Z/Line Progress conversation_reset C"],
    ),
    ("4.7: active_goal", r#"{"type":"active_goal","value":null}"#, &["-|-|-|- Progress active_goal -"]),
    ("4.7: keep_alive", r#"{"type":"keep_alive"}"#, &["-|-|-|- Progress keep_alive -"]),
    (
        "4.7: control_cancel_request",
        r#"{"type":"control_cancel_request","request_id":"r1"}"#,
        &["-|-|-|-|request=r1 Progress control_cancel_request -"],
    ),
    (
        "4.7: control_response",
        r#"{"type":"control_response","response":{"subtype":"error","request_id":"r1","error":"no such request"}}"#,
        &["-|-|-|-|request=r1 Error no such request control_response"],
    ),
    ("4.7: control_response", r#"{"type":"control_response"}"#, &["-|-|-|- Progress control_response -"]),
    ("4.7: rate_limit_event", r#"{"type":"rate_limit_event"}"#, &["-|-|-|- Progress rate_limit_event -"]),
    (
        "4.7: transcript_mirror",
        r#"{"type":"transcript_mirror","filePath":"/f","entries":[]}"#,
        &["-|-|-|- Progress transcript_mirror -"],
    ),
    ("4.7: streamlined_text", r#"{"type":"streamlined_text"}"#, &["-|-|-|- Progress streamlined_text -"]),
    (
        "4.7: streamlined_tool_use_summary",
        r#"{"type":"streamlined_tool_use_summary"}"#,
        &["-|-|-|- Progress streamlined_tool_use_summary -"],
    ),
    (
        "5: blocks of the provider",
        r#"{"type":"assistant","message":{"content":[{"type":"server_tool_use","id":"s","name":"web_search","input":{"query":"q"}},{"type":"web_search_tool_result","tool_use_id":"s","content":[{"type":"web_search_result"}]},{"type":"web_search_tool_result","tool_use_id":"s2","content":{"type":"web_search_tool_result_error","error_code":"max_uses_exceeded"}},{"type":"advisor_tool_result","tool_use_id":"a","content":"x"},{"type":"mcp_tool_use","id":"p","name":"q","input":null},{"type":"mcp_tool_result","tool_use_id":"p","is_error":true,"content":[]},{"type":"redacted_thinking","data":"x"},{"type":"new_block","y":1},null,"bare",7]},"session_id":"S"}"#,
        &[
            r#"S|-|-|0 ToolCall s web_search {"query":"q"}"#,
            "S|-|-|1 ToolResult s Ok [1]",
            r#"S|-|-|2 ToolResult s2 Error other:{"type":"web_search_tool_result_error","error_code":"max_uses_exceeded"}"#,
            "S|-|-|3 ToolResult a Ok 'x'",
            "S|-|-|4 ToolCall p q null",
            "S|-|-|5 ToolResult p Error [0]",
            "S|-|-|6 Thinking -",
            r#"S|-|-|7 Other {"type":"new_block","y":1}"#,
            "S|-|-|8 OtherValue null",
            r#"S|-|-|9 OtherValue "bare""#,
            "S|-|-|10 OtherValue 7",
        ],
    ),
    (
        "5: images and documents",
        r#"{"type":"user","message":{"content":[{"type":"image","source":{"type":"base64"}},{"type":"document","source":{}},{"type":"text"},"bare"]},"session_id":"S"}"#,
        &[
            r#"S|-|-|0 Other {"type":"image","source":{"type":"base64"}}"#,
            r#"S|-|-|1 Other {"type":"document","source":{}}"#,
            r#"S|-|-|2 Other {"type":"text"}"#,
            r#"S|-|-|3 OtherValue "bare""#,
        ],
    ),
    (
        "6: counters null, missing, odd",
        r#"{"type":"assistant","message":{"usage":{"input_tokens":null,"cache_read_input_tokens":1.5,"output_tokens":2.0,"cache_creation":{"ephemeral_5m_input_tokens":9}}},"session_id":"S"}"#,
        &["S|-|-|- Usage Message [Absent, Absent, Odd, Is(2)] -"],
    ),
];
