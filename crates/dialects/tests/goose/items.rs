//! The items of each line, in order: the examples of `docs/formats/goose.md`, its types and its traps.
//! Each item begins with session, parent, message id and block, `-` for none.

use crate::common::{self, Row};
use runlex_dialects::Dialect;

#[test]
fn items_in_order() {
    for (rule, line, want) in ROWS {
        assert_eq!(common::of(line, common::items(Dialect::Goose)), *want, "{rule}: {line}");
    }
}

pub(crate) const ROWS: &[Row<&[&str]>] = &[
    (
        "7: example 1",
        r#"{"type":"message","message":{"id":"msg_1","role":"assistant","created":1800000000,"content":[{"type":"text","text":"I look "}]}}"#,
        &["-|-|msg_1|0|at=1800000000s/Message|piece AssistantText I look "],
    ),
    (
        "7: example 2",
        r#"{"type":"message","message":{"id":"msg_1","role":"assistant","created":1800000000,"content":[{"type":"text","text":"into the log."}]}}"#,
        &["-|-|msg_1|0|at=1800000000s/Message|piece AssistantText into the log."],
    ),
    (
        "7: example 3",
        r#"{"type":"message","message":{"id":"msg_1","role":"assistant","created":1800000001,"content":[{"type":"toolRequest","id":"call_1","toolCall":{"status":"success","value":{"name":"developer__shell","arguments":{"command":"cat log"}}}}]}}"#,
        &["-|-|msg_1|0|at=1800000001s/Message ToolCall call_1 developer__shell {\"command\":\"cat log\"}"],
    ),
    (
        "7: example 4",
        r#"{"type":"message","message":{"id":"msg_2","role":"user","created":1800000002,"content":[{"type":"toolResponse","id":"call_1","toolResult":{"status":"success","value":[{"type":"text","text":"Ada, 1871"}]}}]}}"#,
        &["-|-|msg_2|0|at=1800000002s/Message ToolResult call_1 Ok [1]"],
    ),
    (
        "7: example 5",
        r#"{"type":"message","message":{"id":"msg_3","role":"assistant","created":1800000003,"content":[{"type":"thinking","thinking":"The log knows.","signature":"x"}]}}"#,
        &["-|-|msg_3|0|at=1800000003s/Message|piece Thinking The log knows."],
    ),
    (
        "7: example 6",
        r#"{"type":"notification","extension_id":"developer","log":{"message":"done"}}"#,
        &["-|-|-|- Progress notification done"],
    ),
    (
        "7: example 7",
        r#"{"type":"complete","total_tokens":99,"input_tokens":90,"output_tokens":9,"cache_read_input_tokens":60,"cache_write_input_tokens":5,"cost_usd":0.0125}"#,
        &[
            "-|-|-|- Result Unknown missing - - - -",
            "-|-|-|- Usage Run [Is(90), Is(5), Is(60), Is(9)] 0.0125",
        ],
    ),
    (
        "2: progress, and a model",
        r#"{"type":"notification","extension_id":"x","progress":{"progress":0.5,"total":1.0,"message":"half"}}"#,
        &["-|-|-|- Progress notification half"],
    ),
    (
        "2: another model",
        r#"{"type":"model_change","model":"m","mode":"auto"}"#,
        &["-|-|-|-|model=m Progress model_change m"],
    ),
    (
        "2: a failure",
        r#"{"type":"error","error":"no provider"}"#,
        &["-|-|-|- Result Failed missing no provider - - -"],
    ),
    (
        "4: a total alone",
        r#"{"type":"complete","total_tokens":99}"#,
        &["-|-|-|- Result Unknown missing - - - -"],
    ),
    ("4: nothing", r#"{"type":"complete","total_tokens":null}"#, &["-|-|-|- Result Unknown missing - - - -"]),
    (
        "2: no message",
        r#"{"type":"message","message":"x"}"#,
        &["-|-|-|- Other {\"type\":\"message\",\"message\":\"x\"}"],
    ),
    (
        "3: what the user says, and what is not known",
        r#"{"type":"message","message":{"role":"user","created":1,"content":[{"type":"text","text":"x"},{"type":"image","data":""},7]}}"#,
        &[
            "-|-|-|0|at=1s/Message UserText x",
            "-|-|-|1|at=1s/Message Other {\"type\":\"image\",\"data\":\"\"}",
            "-|-|-|2|at=1s/Message OtherValue 7",
        ],
    ),
    (
        "3: sealed thinking, and a call that could not be read",
        r#"{"type":"message","message":{"id":"m","role":"assistant","created":1,"content":[{"type":"redactedThinking","data":"x"},{"type":"toolRequest","id":"c","toolCall":{"status":"error","error":"bad JSON"}}]}}"#,
        &["-|-|m|0|at=1s/Message|piece Thinking -", "-|-|m|1|at=1s/Message ToolCall c - missing"],
    ),
    (
        "3: results that failed",
        r#"{"type":"message","message":{"role":"user","created":1,"content":[{"type":"toolResponse","id":"c","toolResult":{"status":"error","error":"denied"}},{"type":"toolResponse","id":"d","toolResult":{"status":"success","value":{"content":[{"type":"text","text":"no"}],"isError":true}}},{"type":"toolResponse","id":"e"}]}}"#,
        &[
            "-|-|-|0|at=1s/Message ToolResult c Error 'denied'",
            "-|-|-|1|at=1s/Message ToolResult d Error [1]",
            "-|-|-|2|at=1s/Message ToolResult e Unknown missing",
        ],
    ),
    ("a type to come", r#"{"type":"usage","x":1}"#, &["-|-|-|- Other {\"type\":\"usage\",\"x\":1}"]),
];
