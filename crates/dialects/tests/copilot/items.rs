//! The items of each line, in order: the examples of `docs/formats/copilot.md`, its types and its traps.
//! Each item begins with session, parent, message id and block, `-` for none.

use crate::common::{self, Row};
use runlex_dialects::Dialect;

#[test]
fn items_in_order() {
    for (rule, line, want) in ROWS {
        assert_eq!(common::of(line, common::items(Dialect::Copilot)), *want, "{rule}: {line}");
    }
}

pub(crate) const ROWS: &[Row<&[&str]>] = &[
    (
        "5: example 1",
        r#"{"type":"session.start","data":{"sessionId":"c-1","version":1,"producer":"copilot-agent","copilotVersion":"1.0.0","startTime":"2026-05-01T10:00:00.000Z","selectedModel":"m-1","context":{"cwd":"/srv/mill"}},"id":"e1","timestamp":"2026-05-01T10:00:00.000Z","parentId":null}"#,
        &["c-1|-|-|-|at=2026-05-01T10:00:00.000Z/Line SessionStart /srv/mill m-1 1.0.0"],
    ),
    (
        "5: example 2",
        r#"{"type":"user.message","data":{"content":"grind","transformedContent":"grind now","attachments":[]},"id":"e2","timestamp":"2026-05-01T10:00:01.000Z","parentId":"e1"}"#,
        &["-|-|-|-|at=2026-05-01T10:00:01.000Z/Line UserText grind"],
    ),
    (
        "5: example 3",
        r#"{"type":"assistant.message","data":{"messageId":"m1","content":"On it.","model":"m-1","outputTokens":9,"reasoningText":"Slowly.","toolRequests":[{"toolCallId":"c1","name":"shell","arguments":{"command":"ls"}}]},"id":"e3","timestamp":"2026-05-01T10:00:02.000Z","parentId":"e2"}"#,
        &[
            "-|-|m1|-|model=m-1|at=2026-05-01T10:00:02.000Z/Line AssistantText On it.",
            "-|-|m1|0|model=m-1|at=2026-05-01T10:00:02.000Z/Line ToolCall c1 shell {\"command\":\"ls\"}",
            "-|-|m1|-|model=m-1|at=2026-05-01T10:00:02.000Z/Line Thinking Slowly.",
        ],
    ),
    (
        "5: example 4",
        r#"{"type":"tool.execution_start","data":{"toolCallId":"c1","toolName":"shell","arguments":{"command":"ls"}},"id":"e4","timestamp":"2026-05-01T10:00:03.000Z","parentId":"e3"}"#,
        &["-|-|-|-|at=2026-05-01T10:00:03.000Z/Line|replay ToolCall c1 shell {\"command\":\"ls\"}"],
    ),
    (
        "5: example 5",
        r#"{"type":"tool.execution_complete","data":{"toolCallId":"c1","success":false,"error":{"message":"exit 1"}},"id":"e5","timestamp":"2026-05-01T10:00:04.000Z","parentId":"e4"}"#,
        &["-|-|-|-|at=2026-05-01T10:00:04.000Z/Line ToolResult c1 Error 'exit 1'"],
    ),
    (
        "5: example 6",
        r#"{"type":"assistant.usage","data":{"model":"m-1","inputTokens":10,"outputTokens":9,"cacheReadTokens":4,"cacheWriteTokens":1},"id":"e6","timestamp":"2026-05-01T10:00:05.000Z","parentId":"e5","ephemeral":true}"#,
        &["-|-|-|-|model=m-1|at=2026-05-01T10:00:05.000Z/Line Usage Message [Is(10), Is(1), Is(4), Is(9)] -"],
    ),
    (
        "5: example 7",
        r#"{"type":"session.error","data":{"errorType":"query","message":"no model","statusCode":400},"id":"e7","timestamp":"2026-05-01T10:00:06.000Z","parentId":"e6"}"#,
        &["-|-|-|-|at=2026-05-01T10:00:06.000Z/Line Error no model query"],
    ),
    (
        "5: example 8",
        r#"{"type":"session.shutdown","data":{"shutdownType":"routine","sessionStartTime":1777629600000,"modelMetrics":{"m-1":{"usage":{"inputTokens":30,"outputTokens":12,"cacheReadTokens":8,"cacheWriteTokens":1},"requests":{"count":2,"cost":1}}}},"id":"e8","timestamp":"2026-05-01T10:00:07.000Z","parentId":"e7"}"#,
        &[
            "-|-|-|-|at=2026-05-01T10:00:07.000Z/Line Result Unknown missing - - - -",
            "-|-|-|-|model=m-1|at=2026-05-01T10:00:07.000Z/Line Usage Run [Is(30), Is(1), Is(8), Is(12)] -",
        ],
    ),
    (
        "2: resumed",
        r#"{"type":"session.resume","data":{"eventCount":3},"parentId":null}"#,
        &["-|-|-|- Progress session.resume -"],
    ),
    (
        "2: a sub-agent's message",
        r#"{"type":"assistant.message","agentId":"g","data":{"content":"","toolRequests":[{"toolCallId":"c","name":"x","arguments":"{}"},{"type":"new"},7],"parentToolCallId":"p"},"parentId":"e"}"#,
        &[
            "-|p|-|0|agent=g ToolCall c x \"{}\"",
            "-|p|-|1|agent=g Other {\"type\":\"new\"}",
            "-|p|-|2|agent=g OtherValue 7",
        ],
    ),
    (
        "2: a message that says nothing",
        r#"{"type":"assistant.message","data":{"content":""},"parentId":null}"#,
        &[],
    ),
    (
        "2: a piece",
        r#"{"type":"assistant.message_delta","data":{"messageId":"m","deltaContent":"On"},"parentId":null}"#,
        &["-|-|-|-|delta AssistantText On"],
    ),
    (
        "2: a piece of reasoning",
        r#"{"type":"assistant.reasoning_delta","data":{"reasoningId":"r","deltaContent":"h"},"parentId":null}"#,
        &["-|-|-|-|delta Thinking h"],
    ),
    (
        "2: a piece that is none",
        r#"{"type":"assistant.message_delta","data":{},"parentId":null}"#,
        &["-|-|-|-|delta Progress assistant.message_delta -"],
    ),
    (
        "2: reasoning",
        r#"{"type":"assistant.reasoning","data":{"reasoningId":"r","content":"hm"},"parentId":null}"#,
        &["-|-|-|- Thinking hm"],
    ),
    (
        "2: a tool that went well",
        r#"{"type":"tool.execution_complete","data":{"toolCallId":"c","success":true,"result":{"content":"x","detailedContent":"xy"}},"parentId":null}"#,
        &["-|-|-|- ToolResult c Ok 'x'"],
    ),
    (
        "4: no truth value",
        r#"{"type":"tool.execution_complete","data":{"toolCallId":"c","success":"yes"},"parentId":null}"#,
        &["-|-|-|- ToolResult c Unknown missing"],
    ),
    (
        "4: it does not say",
        r#"{"type":"tool.execution_complete","data":{"toolCallId":7},"parentId":null}"#,
        &["-|-|-|- ToolResult - Unknown missing"],
    ),
    (
        "4: a shutdown by an error",
        r#"{"type":"session.shutdown","data":{"shutdownType":"error","errorReason":"lost"},"parentId":null}"#,
        &["-|-|-|- Result Failed missing lost - - -"],
    ),
    (
        "4: metrics of several models",
        r#"{"type":"session.shutdown","data":{"modelMetrics":{"a":{"requests":{"count":1}},"b":{"usage":{"inputTokens":1,"outputTokens":-1,"reasoningTokens":2}},"c":7}},"parentId":null}"#,
        &[
            "-|-|-|- Result Unknown missing - - - -",
            "-|-|-|-|model=b Usage Run [Is(1), Absent, Absent, Odd] -",
        ],
    ),
    (
        "4: done",
        r#"{"type":"session.task_complete","data":{"summary":"ground","success":true},"parentId":null}"#,
        &["-|-|-|- Result Ok missing ground - - -"],
    ),
    (
        "4: done, and not",
        r#"{"type":"session.task_complete","data":{"success":false},"parentId":null}"#,
        &["-|-|-|- Result Failed missing - - - -"],
    ),
    (
        "4: it says that it is done",
        r#"{"type":"session.task_complete","data":{"summary":"ground"},"parentId":null}"#,
        &["-|-|-|- Result Unknown missing ground - - -"],
    ),
    (
        "2: another model",
        r#"{"type":"session.model_change","data":{"newModel":"m"},"parentId":null}"#,
        &["-|-|-|- Progress session.model_change m"],
    ),
    (
        "2: news",
        r#"{"type":"session.info","data":{"infoType":"x","message":"hm"},"parentId":null}"#,
        &["-|-|-|- Progress session.info hm"],
    ),
    (
        "2: stopped",
        r#"{"type":"abort","data":{"reason":"user"},"parentId":null}"#,
        &["-|-|-|- Progress abort user"],
    ),
    (
        "2: a sub-agent",
        r#"{"type":"subagent.started","data":{"toolCallId":"c","agentName":"scout"},"parentId":null}"#,
        &["-|-|-|- Progress subagent.started scout"],
    ),
    (
        "2: a hook",
        r#"{"type":"hook.start","data":{"hookType":"x"},"parentId":null}"#,
        &["-|-|-|- Progress hook.start -"],
    ),
    (
        "2: a type to come",
        r#"{"type":"session.new","data":{},"parentId":null}"#,
        &["-|-|-|- Other {\"type\":\"session.new\",\"data\":{},\"parentId\":null}"],
    ),
    (
        "1: no data",
        r#"{"type":"user.message","data":7,"parentId":null}"#,
        &["-|-|-|- Other {\"type\":\"user.message\",\"data\":7,\"parentId\":null}"],
    ),
    (
        "2: a prompt that is none",
        r#"{"type":"user.message","data":{},"parentId":null}"#,
        &["-|-|-|- Progress user.message -"],
    ),
];
