//! The items of each line, in order: the examples of `docs/formats/pi.md`, its types and its traps.
//! Each item begins with session, parent, message id and block, `-` for none.

use crate::common::{self, Row};
use runlex_dialects::Dialect;

#[test]
fn items_in_order() {
    for (rule, line, want) in ROWS {
        assert_eq!(common::of(line, common::items(Dialect::Pi)), *want, "{rule}: {line}");
    }
}

/// Whose history was copied is told with the start.
#[test]
fn copies() {
    for (line, from) in [
        (r#"{"type":"session","id":"p","timestamp":"t","cwd":"/w"}"#, None),
        (r#"{"type":"session","id":"p","timestamp":"t","cwd":"/w","parentSession":"a"}"#, Some("a")),
        (r#"{"type":"session","id":"p","timestamp":"t","cwd":"/w","branchedFrom":"b"}"#, Some("b")),
    ] {
        let told = common::of(line, |object| {
            let first = runlex_dialects::items(Dialect::Pi, object).next();
            first.and_then(|item| item.forked_from).map(|from| from.to_string())
        });
        assert_eq!(told.as_deref(), from, "{line}");
    }
}

pub(crate) const ROWS: &[Row<&[&str]>] = &[
    (
        "6: example 1",
        r#"{"type":"session","version":3,"id":"p-1","timestamp":"2026-05-01T10:00:00.000Z","cwd":"/srv/mill"}"#,
        &["p-1|-|-|-|at=2026-05-01T10:00:00.000Z/Line SessionStart /srv/mill - -"],
    ),
    ("6: example 2", r#"{"type":"agent_start"}"#, &["-|-|-|- Progress agent_start -"]),
    (
        "6: example 3",
        r#"{"type":"message_end","message":{"role":"user","content":[{"type":"text","text":"grind"}],"timestamp":1777629600000}}"#,
        &["-|-|-|0|at=1777629600000ms/Message UserText grind"],
    ),
    (
        "6: example 4",
        r#"{"type":"message_update","message":{"role":"assistant","content":[{"type":"text","text":"On"}],"timestamp":1777629601000},"assistantMessageEvent":{"type":"text_delta","contentIndex":0,"delta":"On","partial":{"role":"assistant","content":[{"type":"text","text":"On"}],"timestamp":1777629601000}}}"#,
        &["-|-|-|-|at=1777629601000ms/Message|delta AssistantText On"],
    ),
    (
        "6: example 5",
        r#"{"type":"message_end","message":{"role":"assistant","content":[{"type":"thinking","thinking":"Slowly."},{"type":"text","text":"On it."},{"type":"toolCall","id":"t1","name":"bash","arguments":{"command":"ls"}}],"api":"a","provider":"p","model":"m-1","usage":{"input":10,"output":5,"cacheRead":20,"cacheWrite":3,"totalTokens":38,"cost":{"input":0.001,"output":0.001,"cacheRead":0,"cacheWrite":0,"total":0.002}},"stopReason":"toolUse","timestamp":1777629601000}}"#,
        &[
            "-|-|-|0|model=m-1|at=1777629601000ms/Message Thinking Slowly.",
            "-|-|-|1|model=m-1|at=1777629601000ms/Message AssistantText On it.",
            "-|-|-|2|model=m-1|at=1777629601000ms/Message ToolCall t1 bash {\"command\":\"ls\"}",
            "-|-|-|-|model=m-1|at=1777629601000ms/Message Usage Message [Is(10), Is(3), Is(20), Is(5)] 0.002",
        ],
    ),
    (
        "6: example 6",
        r#"{"type":"tool_execution_start","toolCallId":"t1","toolName":"bash","args":{"command":"ls"}}"#,
        &["-|-|-|-|replay ToolCall t1 bash {\"command\":\"ls\"}"],
    ),
    (
        "6: example 7",
        r#"{"type":"tool_execution_end","toolCallId":"t1","toolName":"bash","result":{"content":[{"type":"text","text":"no"}],"details":{}},"isError":true}"#,
        &["-|-|-|-|replay ToolResult t1 Error [1]"],
    ),
    (
        "6: example 8",
        r#"{"type":"message_end","message":{"role":"toolResult","toolCallId":"t1","toolName":"bash","content":[{"type":"text","text":"no"}],"details":{},"isError":true,"timestamp":1777629602000}}"#,
        &["-|-|-|-|at=1777629602000ms/Message ToolResult t1 Error [1]"],
    ),
    (
        "6: example 9",
        r#"{"type":"turn_end","message":{"role":"assistant","content":[{"type":"text","text":"On it."}],"model":"m-1","usage":{"input":10,"output":5,"cacheRead":20,"cacheWrite":3},"stopReason":"toolUse","timestamp":1777629601000},"toolResults":[]}"#,
        &[
            "-|-|-|0|model=m-1|at=1777629601000ms/Message|replay AssistantText On it.",
            "-|-|-|-|model=m-1|at=1777629601000ms/Message|replay Usage Message [Is(10), Is(3), Is(20), Is(5)] -",
        ],
    ),
    (
        "6: example 10",
        r#"{"type":"agent_end","messages":[{"role":"assistant","content":[{"type":"text","text":"Ground."}],"stopReason":"stop","timestamp":1777629603000}]}"#,
        &["-|-|-|- Result Ok missing Ground. - - -"],
    ),
    (
        "6: example 11",
        r#"{"type":"auto_retry_start","attempt":1,"maxAttempts":3,"delayMs":2000,"errorMessage":"rate limit"}"#,
        &["-|-|-|- Progress auto_retry_start rate limit"],
    ),
    (
        "6: example 12",
        r#"{"type":"message","id":"a1b2c3d4","parentId":null,"timestamp":"2026-05-01T10:00:01.000Z","message":{"role":"assistant","content":[{"type":"text","text":"Ground."}],"api":"a","provider":"p","model":"m-1","usage":{"input":1,"output":2,"cacheRead":3,"cacheWrite":4,"totalTokens":10,"cost":{"total":0.5}},"stopReason":"stop","timestamp":1777629600900}}"#,
        &[
            "-|-|a1b2c3d4|0|model=m-1|at=2026-05-01T10:00:01.000Z/Line AssistantText Ground.",
            "-|-|a1b2c3d4|-|model=m-1|at=2026-05-01T10:00:01.000Z/Line Usage Message [Is(1), Is(4), Is(3), Is(2)] 0.5",
        ],
    ),
    (
        "6: example 13",
        r#"{"type":"model_change","id":"a1b2c3d5","parentId":"a1b2c3d4","timestamp":"2026-05-01T10:00:02.000Z","provider":"p","modelId":"m-2"}"#,
        &["-|-|-|-|at=2026-05-01T10:00:02.000Z/Line Progress model_change m-2"],
    ),
    (
        "6: example 14",
        r#"{"type":"compaction","id":"a1b2c3d6","parentId":"a1b2c3d5","timestamp":"2026-05-01T10:00:03.000Z","summary":"All is ground.","firstKeptEntryId":"a1b2c3d4","tokensBefore":9000}"#,
        &["-|-|-|-|at=2026-05-01T10:00:03.000Z/Line Progress compaction All is ground."],
    ),
    (
        "6: example 15",
        r#"{"type":"custom_message","id":"a1b2c3d7","parentId":"a1b2c3d6","timestamp":"2026-05-01T10:00:04.000Z","customType":"note","content":"Mind the stone.","display":true}"#,
        &["-|-|a1b2c3d7|-|at=2026-05-01T10:00:04.000Z/Line UserText(injected) Mind the stone."],
    ),
    (
        "2: a message begins",
        r#"{"type":"message_start","message":{"role":"user","content":"x","timestamp":5}}"#,
        &["-|-|-|-|at=5ms/Message Progress message_start -"],
    ),
    (
        "2: a piece of thinking",
        r#"{"type":"message_update","message":{},"assistantMessageEvent":{"type":"thinking_delta","delta":"h"}}"#,
        &["-|-|-|-|delta Thinking h"],
    ),
    (
        "2: a piece of a call",
        r#"{"type":"message_update","message":{},"assistantMessageEvent":{"type":"toolcall_delta","delta":"{"}}"#,
        &["-|-|-|-|delta Progress toolcall_delta -"],
    ),
    (
        "2: a text is whole",
        r#"{"type":"message_update","message":{},"assistantMessageEvent":{"type":"text_end","content":"hm"}}"#,
        &["-|-|-|-|delta Progress text_end -"],
    ),
    (
        "2: a piece that is none",
        r#"{"type":"message_update","message":{},"assistantMessageEvent":7}"#,
        &["-|-|-|-|delta Progress message_update -"],
    ),
    (
        "5: it failed",
        r#"{"type":"agent_end","messages":[{"role":"assistant","content":[],"stopReason":"error","errorMessage":"limit"},{"role":"user","content":"x"}]}"#,
        &["-|-|-|- Result Failed missing limit - - -"],
    ),
    (
        "5: it was stopped",
        r#"{"type":"agent_end","messages":[{"role":"assistant","content":"x","stopReason":"aborted"}]}"#,
        &["-|-|-|- Result Failed missing aborted - - -"],
    ),
    (
        "5: it was cut",
        r#"{"type":"agent_end","messages":[{"role":"assistant","content":"x","stopReason":"length"}]}"#,
        &["-|-|-|- Result Unknown missing x - - -"],
    ),
    (
        "5: nobody answered",
        r#"{"type":"agent_end","messages":[{"role":"user","content":"x"}]}"#,
        &["-|-|-|- Result Unknown missing - - - -"],
    ),
    ("5: no messages", r#"{"type":"agent_end","messages":7}"#, &["-|-|-|- Result Unknown missing - - - -"]),
    (
        "4: an answer that failed",
        r#"{"type":"message_end","message":{"role":"assistant","content":[],"model":"m","usage":{"input":3,"output":0},"stopReason":"error","errorMessage":"limit"}}"#,
        &["-|-|-|-|model=m Usage Message [Is(3), Absent, Absent, Is(0)] -", "-|-|-|-|model=m Error limit -"],
    ),
    (
        "4: contents that are strings",
        r#"{"type":"message_end","message":{"role":"assistant","content":"x"}}"#,
        &["-|-|-|- AssistantText x"],
    ),
    (
        "4: contents that are strings",
        r#"{"type":"message_end","message":{"role":"user","content":"x"}}"#,
        &["-|-|-|- UserText x"],
    ),
    (
        "4: redacted",
        r#"{"type":"message_end","message":{"role":"assistant","content":[{"type":"thinking","thinking":"","redacted":true}]}}"#,
        &["-|-|-|0 Thinking -"],
    ),
    (
        "4: a block of another type with a text",
        r#"{"type":"message_end","message":{"role":"assistant","content":[{"type":"video","text":"x"}]}}"#,
        &["-|-|-|0 Other {\"type\":\"video\",\"text\":\"x\"}"],
    ),
    (
        "4: a block to come",
        r#"{"type":"message_end","message":{"role":"assistant","content":[{"type":"video"},7]}}"#,
        &["-|-|-|0 Other {\"type\":\"video\"}", "-|-|-|1 OtherValue 7"],
    ),
    (
        "4: an extension's",
        r#"{"type":"message_end","message":{"role":"custom","customType":"c","content":"x"}}"#,
        &["-|-|-|- UserText(injected) x"],
    ),
    (
        "4: a role to come",
        r#"{"type":"message_end","message":{"role":"bashExecution","command":"ls"}}"#,
        &["-|-|-|- Other {\"role\":\"bashExecution\",\"command\":\"ls\"}"],
    ),
    (
        "4: nothing said",
        r#"{"type":"message_end","message":{"role":"user","content":[],"timestamp":5}}"#,
        &["-|-|-|-|at=5ms/Message Progress message_end -"],
    ),
    (
        "4: no message",
        r#"{"type":"message_end","message":7}"#,
        &["-|-|-|- Other {\"type\":\"message_end\",\"message\":7}"],
    ),
    (
        "4: odd counters",
        r#"{"type":"message_end","message":{"role":"assistant","usage":{"input":-1,"output":"2","cacheRead":null}}}"#,
        &["-|-|-|- Usage Message [Odd, Absent, Absent, Odd] -"],
    ),
    (
        "3: a copy",
        r#"{"type":"session","id":"p","timestamp":"t","cwd":"/w","modelId":"m","branchedFrom":"/s/old.jsonl"}"#,
        &["p|-|-|-|at=t/Line SessionStart /w m -"],
    ),
    (
        "3: a branch",
        r#"{"type":"branch_summary","id":"e","parentId":"d","timestamp":"t","fromId":"c","summary":"left"}"#,
        &["-|-|-|-|at=t/Line Progress branch_summary left"],
    ),
    (
        "3: an extension's",
        r#"{"type":"custom","id":"e","parentId":"d","timestamp":"t","customType":"c","data":{}}"#,
        &["-|-|-|-|at=t/Line Progress custom -"],
    ),
    (
        "3: a name",
        r#"{"type":"session_info","id":"e","parentId":"d","timestamp":"t","name":"mill"}"#,
        &["-|-|-|-|at=t/Line Progress session_info mill"],
    ),
    (
        "3: a label",
        r#"{"type":"label","id":"e","parentId":"d","timestamp":"t","targetId":"c","label":"here"}"#,
        &["-|-|-|-|at=t/Line Progress label here"],
    ),
    (
        "3: thinking",
        r#"{"type":"thinking_level_change","timestamp":"t","thinkingLevel":"low"}"#,
        &["-|-|-|-|at=t/Line Progress thinking_level_change low"],
    ),
    (
        "2: compaction",
        r#"{"type":"auto_compaction_start","reason":"threshold"}"#,
        &["-|-|-|- Progress auto_compaction_start threshold"],
    ),
    (
        "2: a type to come",
        r#"{"type":"queue_update","steering":[]}"#,
        &["-|-|-|- Other {\"type\":\"queue_update\",\"steering\":[]}"],
    ),
];
