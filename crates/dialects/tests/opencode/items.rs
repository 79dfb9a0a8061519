//! The items of each line, in order: the examples of `docs/formats/opencode.md`, its types and its traps.
//! Each item begins with session, parent, message id and block, `-` for none.

use crate::common::{self, Row};
use runlex_dialects::Dialect;

#[test]
fn items_in_order() {
    for (rule, line, want) in ROWS {
        assert_eq!(common::of(line, common::items(Dialect::OpenCode)), *want, "{rule}: {line}");
    }
}

pub(crate) const ROWS: &[Row<&[&str]>] = &[
    (
        "7: example 1",
        r#"{"type":"step_start","timestamp":1800000000000,"sessionID":"ses_a1","part":{"id":"prt_1","messageID":"msg_1","sessionID":"ses_a1","type":"step-start"}}"#,
        &["ses_a1|-|msg_1|-|at=1800000000000ms/Line Progress step_start -"],
    ),
    (
        "7: example 2",
        r#"{"type":"tool_use","timestamp":1800000000400,"sessionID":"ses_a1","part":{"type":"tool","tool":"bash","callID":"c1","state":{"status":"completed","input":{"command":"ls"},"output":"a\n","title":"ls","metadata":{"exit":0},"time":{"start":1800000000100,"end":1800000000300}},"id":"prt_2","sessionID":"ses_a1","messageID":"msg_1"}}"#,
        &[
            "ses_a1|-|msg_1|-|at=1800000000400ms/Line ToolCall c1 bash {\"command\":\"ls\"}",
            "ses_a1|-|msg_1|-|at=1800000000400ms/Line ToolResult c1 Ok 'a\n'",
        ],
    ),
    (
        "7: example 3",
        r#"{"type":"step_finish","timestamp":1800000000500,"sessionID":"ses_a1","part":{"id":"prt_3","reason":"tool-calls","messageID":"msg_1","sessionID":"ses_a1","type":"step-finish","tokens":{"total":40,"input":10,"output":4,"reasoning":6,"cache":{"read":20,"write":0}},"cost":0.0001}}"#,
        &[
            "ses_a1|-|msg_1|-|request=prt_3|at=1800000000500ms/Line Usage Message [Is(10), Is(0), Is(20), Is(4)] 0.0001",
        ],
    ),
    (
        "7: example 4",
        r#"{"type":"text","timestamp":1800000001000,"sessionID":"ses_a1","part":{"id":"prt_4","messageID":"msg_2","sessionID":"ses_a1","type":"text","text":"Done.","time":{"start":1800000000900,"end":1800000000990}}}"#,
        &["ses_a1|-|msg_2|-|at=1800000001000ms/Line AssistantText Done."],
    ),
    (
        "7: example 5",
        r#"{"type":"error","timestamp":1800000002000,"sessionID":"ses_a1","error":{"name":"APIError","data":{"message":"bad key","statusCode":401,"isRetryable":false}}}"#,
        &[
            "ses_a1|-|-|-|at=1800000002000ms/Line Result Failed missing bad key - - -",
            "ses_a1|-|-|-|at=1800000002000ms/Line Error bad key APIError",
        ],
    ),
    (
        "2: an error without words",
        r#"{"type":"error","sessionID":"s","error":{"name":"MessageAbortedError"}}"#,
        &["s|-|-|- Result Failed missing MessageAbortedError - - -", "s|-|-|- Error - MessageAbortedError"],
    ),
    (
        "2: an error that is none",
        r#"{"type":"error","sessionID":"s","error":"x"}"#,
        &["s|-|-|- Result Failed missing - - - -", "s|-|-|- Error - -"],
    ),
    (
        "1: an error without a session is anyone's",
        r#"{"type":"error","error":{"name":"E","data":{"message":"x"}}}"#,
        &["-|-|-|- Other {\"type\":\"error\",\"error\":{\"name\":\"E\",\"data\":{\"message\":\"x\"}}}"],
    ),
    (
        "2: done",
        r#"{"type":"done","timestamp":5,"sessionID":"s","reason":"idle","rejected":[]}"#,
        &["s|-|-|-|at=5ms/Line Progress done -"],
    ),
    (
        "2: a type to come",
        r#"{"type":"new","sessionID":"s","part":{"messageID":"m"}}"#,
        &["s|-|m|- Other {\"type\":\"new\",\"sessionID\":\"s\",\"part\":{\"messageID\":\"m\"}}"],
    ),
    (
        "2: a time that is text",
        r#"{"type":"step_start","timestamp":"5","sessionID":"s","part":{}}"#,
        &["s|-|-|- Progress step_start -"],
    ),
    (
        "3: no part",
        r#"{"type":"text","sessionID":"s","part":7}"#,
        &["s|-|-|- Other {\"type\":\"text\",\"sessionID\":\"s\",\"part\":7}"],
    ),
    (
        "3: reasoning",
        r#"{"type":"reasoning","sessionID":"s","part":{"text":"Look first.","type":"reasoning","messageID":"m"}}"#,
        &["s|-|m|- Thinking Look first."],
    ),
    ("3: text that is none", r#"{"type":"text","sessionID":"s","part":{}}"#, &["s|-|-|- Progress text -"]),
    (
        "3: a tool that failed",
        r#"{"type":"tool_use","sessionID":"s","part":{"callID":"c","tool":"edit","state":{"status":"error","input":{},"error":"no such file","time":{"start":1,"end":2}}}}"#,
        &["s|-|-|- ToolCall c edit {}", "s|-|-|- ToolResult c Error 'no such file'"],
    ),
    (
        "6: a command that failed is no error by its exit code",
        r#"{"type":"tool_use","sessionID":"s","part":{"callID":"c","tool":"bash","state":{"status":"completed","input":{},"output":"","metadata":{"exit":2,"output":""}}}}"#,
        &["s|-|-|- ToolCall c bash {}", "s|-|-|- ToolResult c Ok ''"],
    ),
    (
        "3: a tool at work",
        r#"{"type":"tool_use","sessionID":"s","part":{"callID":"c","tool":"bash","state":{"status":"running","input":{}}}}"#,
        &["s|-|-|- ToolCall c bash {}"],
    ),
    (
        "3: a tool without a state",
        r#"{"type":"tool_use","sessionID":"s","part":{"callID":"c","tool":"bash"}}"#,
        &["s|-|-|- ToolCall c bash missing"],
    ),
    (
        "5: the natural end",
        r#"{"type":"step_finish","sessionID":"s","part":{"id":"p","reason":"stop","cost":0,"tokens":{"input":1,"output":2,"reasoning":0,"cache":{"read":3,"write":4}}}}"#,
        &[
            "s|-|-|-|request=p Result Ok missing - - - -",
            "s|-|-|-|request=p Usage Message [Is(1), Is(4), Is(3), Is(2)] 0",
        ],
    ),
    (
        "6: another end",
        r#"{"type":"step_finish","sessionID":"s","part":{"reason":"length"}}"#,
        &["s|-|-|- Result Unknown missing - - - -"],
    ),
    (
        "5: it goes on",
        r#"{"type":"step_finish","sessionID":"s","part":{"reason":"unknown","tokens":{}}}"#,
        &["s|-|-|- Usage Message [Absent, Absent, Absent, Absent] -"],
    ),
    (
        "3: old builds give no reason",
        r#"{"type":"step_finish","sessionID":"s","part":{"tokens":{"input":1,"output":-1,"cache":{"read":1.5}}}}"#,
        &["s|-|-|- Usage Message [Is(1), Absent, Odd, Odd] -"],
    ),
    (
        "3: nothing told",
        r#"{"type":"step_finish","sessionID":"s","part":{"tokens":null}}"#,
        &["s|-|-|- Progress step_finish -"],
    ),
];
