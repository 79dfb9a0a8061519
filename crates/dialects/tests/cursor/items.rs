//! The items of each line, in order: the examples of `docs/formats/cursor.md`, its types and its traps.
//! Each item begins with session, parent, message id and block, `-` for none.

use crate::common::{self, Row};
use runlex_dialects::Dialect;

#[test]
fn items_in_order() {
    for (rule, line, want) in ROWS {
        assert_eq!(common::of(line, common::items(Dialect::Cursor)), *want, "{rule}: {line}");
    }
}

pub(crate) const ROWS: &[Row<&[&str]>] = &[
    (
        "7: example 1",
        r#"{"type":"system","subtype":"init","apiKeySource":"login","cwd":"/w","session_id":"00000000-0000-4000-8000-00000000000a","model":"Model X","permissionMode":"default"}"#,
        &["00000000-0000-4000-8000-00000000000a|-|-|-|model=Model X SessionStart /w Model X -"],
    ),
    (
        "7: example 2",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"How many files?"}]},"session_id":"00000000-0000-4000-8000-00000000000a"}"#,
        &["00000000-0000-4000-8000-00000000000a|-|-|0 UserText How many files?"],
    ),
    (
        "7: example 3",
        r#"{"type":"thinking","subtype":"delta","text":"Look first.","session_id":"00000000-0000-4000-8000-00000000000a","timestamp_ms":1800000000000}"#,
        &["00000000-0000-4000-8000-00000000000a|-|-|-|at=1800000000000ms/Line|piece Thinking Look first."],
    ),
    (
        "7: example 4",
        r#"{"type":"thinking","subtype":"completed","session_id":"00000000-0000-4000-8000-00000000000a","timestamp_ms":1800000000100}"#,
        &["00000000-0000-4000-8000-00000000000a|-|-|-|at=1800000000100ms/Line Progress thinking -"],
    ),
    (
        "7: example 5",
        r#"{"type":"tool_call","subtype":"started","call_id":"tool_1","tool_call":{"shellToolCall":{"args":{"command":"ls"}}},"model_call_id":"m1","session_id":"00000000-0000-4000-8000-00000000000a","timestamp_ms":1800000000200}"#,
        &[
            "00000000-0000-4000-8000-00000000000a|-|m1|-|at=1800000000200ms/Line ToolCall tool_1 shell {\"command\":\"ls\"}",
        ],
    ),
    (
        "7: example 6",
        r#"{"type":"tool_call","subtype":"completed","call_id":"tool_1","tool_call":{"shellToolCall":{"args":{"command":"ls"},"result":{"success":{"exitCode":0,"stdout":"a\n"}}}},"model_call_id":"m1","session_id":"00000000-0000-4000-8000-00000000000a","timestamp_ms":1800000000300}"#,
        &[
            "00000000-0000-4000-8000-00000000000a|-|m1|-|at=1800000000300ms/Line ToolResult tool_1 Ok other:{\"exitCode\":0,\"stdout\":\"a\\n\"}",
        ],
    ),
    (
        "7: example 7",
        r#"{"type":"interaction_query","subtype":"request","query_type":"shellRequestQuery","query":{"id":1},"session_id":"00000000-0000-4000-8000-00000000000a","timestamp_ms":1800000000350}"#,
        &[
            "00000000-0000-4000-8000-00000000000a|-|-|-|at=1800000000350ms/Line Progress interaction_query shellRequestQuery",
        ],
    ),
    (
        "7: example 8",
        r#"{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"One "}]},"session_id":"00000000-0000-4000-8000-00000000000a","timestamp_ms":1800000000400}"#,
        &["00000000-0000-4000-8000-00000000000a|-|-|0|at=1800000000400ms/Line|delta AssistantText One "],
    ),
    (
        "7: example 9",
        r#"{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"One file."}]},"session_id":"00000000-0000-4000-8000-00000000000a","model_call_id":"m2","timestamp_ms":1800000000500}"#,
        &["00000000-0000-4000-8000-00000000000a|-|m2|0|at=1800000000500ms/Line AssistantText One file."],
    ),
    (
        "7: example 10",
        r#"{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"One file."}]},"session_id":"00000000-0000-4000-8000-00000000000a"}"#,
        &["00000000-0000-4000-8000-00000000000a|-|-|0 AssistantText One file."],
    ),
    (
        "7: example 11",
        r#"{"type":"result","subtype":"success","duration_ms":900,"duration_api_ms":900,"is_error":false,"result":"One file.","session_id":"00000000-0000-4000-8000-00000000000a","request_id":"r1","usage":{"inputTokens":30,"outputTokens":4,"cacheReadTokens":10,"cacheWriteTokens":0}}"#,
        &[
            "00000000-0000-4000-8000-00000000000a|-|-|-|request=r1 Result Ok false One file. 900 - -",
            "00000000-0000-4000-8000-00000000000a|-|-|-|request=r1 Usage Run [Is(30), Is(0), Is(10), Is(4)] -",
        ],
    ),
    (
        "2: an init of few words",
        r#"{"type":"system","subtype":"init","model":"m"}"#,
        &["-|-|-|-|model=m SessionStart - m -"],
    ),
    ("2: no message", r#"{"type":"assistant","session_id":"s","timestamp_ms":1}"#, &[]),
    ("2: a message that is none", r#"{"type":"user","message":7}"#, &["-|-|-|- OtherValue 7"]),
    (
        "2: a time that is none",
        r#"{"type":"thinking","text":"x","timestamp_ms":"1"}"#,
        &["-|-|-|-|piece Thinking x"],
    ),
    (
        "2: a type to come",
        r#"{"type":"connection","subtype":"lost","timestamp_ms":1}"#,
        &["-|-|-|-|at=1ms/Line Other {\"type\":\"connection\",\"subtype\":\"lost\",\"timestamp_ms\":1}"],
    ),
    (
        "2: a step of a call to come",
        r#"{"type":"tool_call","subtype":"progress","tool_call":{}}"#,
        &["-|-|-|- Other {\"type\":\"tool_call\",\"subtype\":\"progress\",\"tool_call\":{}}"],
    ),
    (
        "2: a result that failed",
        r#"{"type":"result","subtype":"error","is_error":true,"result":"no","duration_ms":5}"#,
        &["-|-|-|- Result Failed true no 5 - -"],
    ),
    (
        "2: is_error beats the subtype",
        r#"{"type":"result","subtype":"success","is_error":true}"#,
        &["-|-|-|- Result Failed true - - - -"],
    ),
    (
        "2: a result by its subtype alone",
        r#"{"type":"result","subtype":"success"}"#,
        &["-|-|-|- Result Ok missing - - - -"],
    ),
    (
        "2: a result that does not say",
        r#"{"type":"result","request_id":"r"}"#,
        &["-|-|-|-|request=r Result Unknown missing - - - -"],
    ),
    (
        "2: usage with a cost",
        r#"{"type":"result","subtype":"success","usage":{"inputTokens":1,"outputTokens":2,"cacheWriteTokens":3,"totalCost":0.25}}"#,
        &["-|-|-|- Result Ok missing - - - -", "-|-|-|- Usage Run [Is(1), Is(3), Absent, Is(2)] 0.25"],
    ),
    (
        "2: the other name of a cost",
        r#"{"type":"result","subtype":"success","usage":{"inputTokens":1,"cost":1}}"#,
        &["-|-|-|- Result Ok missing - - - -", "-|-|-|- Usage Run [Is(1), Absent, Absent, Absent] 1"],
    ),
    (
        "2: counters of other names",
        r#"{"type":"result","subtype":"success","usage":{"input_tokens":1}}"#,
        &["-|-|-|- Result Ok missing - - - -", "-|-|-|- Usage Run [Absent, Absent, Absent, Absent] -"],
    ),
    (
        "3: a function",
        r#"{"type":"tool_call","subtype":"started","call_id":"c","tool_call":{"function":{"name":"todo","arguments":"{\"a\":1}"}}}"#,
        &["-|-|-|- ToolCall c todo \"{\\\"a\\\":1}\""],
    ),
    (
        "3: a function without a name",
        r#"{"type":"tool_call","subtype":"started","call_id":"c","tool_call":{"function":{}}}"#,
        &["-|-|-|- ToolCall c function missing"],
    ),
    (
        "3: a name that is no tool's",
        r#"{"type":"tool_call","subtype":"started","call_id":"c","tool_call":{"mcp":{"args":null}}}"#,
        &[
            "-|-|-|- Other {\"type\":\"tool_call\",\"subtype\":\"started\",\"call_id\":\"c\",\"tool_call\":{\"mcp\":{\"args\":null}}}",
        ],
    ),
    (
        "3: nothing to call it with",
        r#"{"type":"tool_call","subtype":"started","call_id":"c","tool_call":{"lsToolCall":{"args":null}}}"#,
        &["-|-|-|- ToolCall c ls missing"],
    ),
    (
        "3: an end of another name",
        r#"{"type":"tool_call","subtype":"completed","call_id":"c","tool_call":{"lsToolCall":{"result":{"lost":{}}}}}"#,
        &["-|-|-|- ToolResult c Unknown other:{\"lost\":{}}"],
    ),
    (
        "3: a name with an escape",
        r#"{"type":"tool_call","subtype":"started","call_id":"c","tool_call":{"ls\u0054oolCall":{"args":{}}}}"#,
        &["-|-|-|- ToolCall c lsToolCall {}"],
    ),
    (
        "3: what is no tool before it",
        r#"{"type":"tool_call","subtype":"started","call_id":"c","tool_call":{"startedAtMs":"1","lsToolCall":{"args":{"path":"."}}}}"#,
        &["-|-|-|- ToolCall c ls {\"path\":\".\"}"],
    ),
    (
        "3: no tool",
        r#"{"type":"tool_call","subtype":"started","call_id":"c","tool_call":{}}"#,
        &[
            "-|-|-|- Other {\"type\":\"tool_call\",\"subtype\":\"started\",\"call_id\":\"c\",\"tool_call\":{}}",
        ],
    ),
    (
        "3: nothing",
        r#"{"type":"tool_call","subtype":"completed","call_id":"c","tool_call":null}"#,
        &[
            "-|-|-|- Other {\"type\":\"tool_call\",\"subtype\":\"completed\",\"call_id\":\"c\",\"tool_call\":null}",
        ],
    ),
    (
        "3: rejected",
        r#"{"type":"tool_call","subtype":"completed","call_id":"c","tool_call":{"shellToolCall":{"result":{"rejected":{"reason":"no"}}}}}"#,
        &["-|-|-|- ToolResult c Declined other:{\"reason\":\"no\"}"],
    ),
    (
        "3: a failure",
        r#"{"type":"tool_call","subtype":"completed","call_id":"c","tool_call":{"shellToolCall":{"result":{"failure":{"exitCode":1}}}}}"#,
        &["-|-|-|- ToolResult c Error other:{\"exitCode\":1}"],
    ),
    (
        "3: an error that is text",
        r#"{"type":"tool_call","subtype":"completed","call_id":"c","tool_call":{"readToolCall":{"result":{"error":"gone"}}}}"#,
        &["-|-|-|- ToolResult c Error 'gone'"],
    ),
    (
        "3: a word beside it",
        r#"{"type":"tool_call","subtype":"completed","call_id":"c","tool_call":{"shellToolCall":{"result":{"isBackground":true,"success":{}}}}}"#,
        &["-|-|-|- ToolResult c Ok other:{}"],
    ),
    (
        "3: a result that does not say",
        r#"{"type":"tool_call","subtype":"completed","call_id":"c","tool_call":{"readToolCall":{"result":{"content":"x"}}}}"#,
        &["-|-|-|- ToolResult c Unknown other:{\"content\":\"x\"}"],
    ),
    (
        "3: no result",
        r#"{"type":"tool_call","subtype":"completed","call_id":"c","tool_call":{"readToolCall":{"args":{}}}}"#,
        &["-|-|-|- ToolResult c Unknown missing"],
    ),
    (
        "3: two ids",
        r#"{"type":"tool_call","subtype":"started","call_id":"a\nb","tool_call":{"lsToolCall":{"args":{}}}}"#,
        &["-|-|-|- ToolCall a\nb ls {}"],
    ),
    (
        "4, 1: a piece",
        r#"{"type":"assistant","message":{"content":[{"type":"text","text":"x"}]},"timestamp_ms":1}"#,
        &["-|-|-|0|at=1ms/Line|delta AssistantText x"],
    ),
    (
        "4, 1: its whole before calls",
        r#"{"type":"assistant","message":{"content":[{"type":"text","text":"x"}]},"model_call_id":"m","timestamp_ms":1}"#,
        &["-|-|m|0|at=1ms/Line AssistantText x"],
    ),
    (
        "4, 1: its whole at the end",
        r#"{"type":"assistant","message":{"content":[{"type":"text","text":"x"}]}}"#,
        &["-|-|-|0 AssistantText x"],
    ),
    (
        "2: a message is text only",
        r#"{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t"},{"type":"text"},"x"]},"timestamp_ms":1}"#,
        &[
            "-|-|-|0|at=1ms/Line|delta Other {\"type\":\"tool_use\",\"id\":\"t\"}",
            "-|-|-|1|at=1ms/Line|delta Other {\"type\":\"text\"}",
            "-|-|-|2|at=1ms/Line|delta OtherValue \"x\"",
        ],
    ),
    (
        "2: a content that is text",
        r#"{"type":"user","message":{"role":"user","content":"x"}}"#,
        &["-|-|-|- UserText x"],
    ),
];
