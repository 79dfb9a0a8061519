//! Sections 3 to 5 and 7: the items of each line, in order. Each begins with session, parent, message id and block index,
//! `-` for none.

use crate::common::{self, Row};
use runlex_core::{Object, Value};
use runlex_dialects::amp::Event;
use runlex_dialects::{Content, Dialect, ItemKind};

#[test]
fn items_in_order() {
    for (rule, line, want) in ROWS {
        assert_eq!(common::of(line, common::items(Dialect::Amp)), *want, "{rule}: {line}");
    }
}

pub(crate) const ROWS: &[Row<&[&str]>] = &[
    (
        "3.1: init",
        r#"{"type":"system","subtype":"init","cwd":"/srv/app","session_id":"T-1","tools":[]}"#,
        &["T-1|-|-|- SessionStart /srv/app - -"],
    ),
    (
        "7.1: init with a session only",
        r#"{"type":"system","subtype":"init","session_id":"T-1"}"#,
        &["T-1|-|-|- SessionStart - - -"],
    ),
    (
        "3.2: standard input and a prompt, untrimmed",
        r#"{"type":"user","message":{"content":[{"type":"text","text":" in "},{"type":"text","text":"prompt"}]},"session_id":"T-1"}"#,
        &["T-1|-|-|0 UserText  in ", "T-1|-|-|1 UserText prompt"],
    ),
    (
        "3.2: parallel results in one line",
        r#"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"a","content":"x","is_error":false},{"type":"tool_result","tool_use_id":"b","content":"rejected","is_error":true}]}}"#,
        &["-|-|-|0 ToolResult a Ok 'x'", "-|-|-|1 ToolResult b Error 'rejected'"],
    ),
    (
        "7.3: content an array, is_error missing",
        r#"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"x"}]}]}}"#,
        &["-|-|-|0 ToolResult a Ok [1]"],
    ),
    (
        "4: content in all other forms",
        r#"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"a"},{"type":"tool_result","content":null},{"type":"tool_result","tool_use_id":7,"content":7,"is_error":"true"},{"type":"tool_result","content":{"a":1},"is_error":null}]}}"#,
        &[
            "-|-|-|0 ToolResult a Ok missing",
            "-|-|-|1 ToolResult - Ok null",
            "-|-|-|2 ToolResult - Unknown other:7",
            "-|-|-|3 ToolResult - Ok other:{\"a\":1}",
        ],
    ),
    (
        "7.10: no trimming, arrays accepted",
        r#"{"type":"user","message":{"content":[{"type":"text","text":"\n x \n"},{"type":"tool_result","tool_use_id":" a ","content":[]}]}}"#,
        &["-|-|-|0 UserText \n x \n", "-|-|-|1 ToolResult  a  Ok [0]"],
    ),
    (
        "3.3: blocks, then usage",
        r#"{"type":"assistant","message":{"content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"Reading."},{"type":"tool_use","id":"a","name":"Bash","input":{"cmd":"ls"}}],"usage":{"input_tokens":10,"cache_creation_input_tokens":200,"cache_read_input_tokens":0,"output_tokens":21,"max_tokens":968000}},"session_id":"T-1"}"#,
        &[
            "T-1|-|-|0 Thinking hm",
            "T-1|-|-|1 AssistantText Reading.",
            "T-1|-|-|2 ToolCall a Bash {\"cmd\":\"ls\"}",
            "T-1|-|-|- Usage Message [Is(10), Is(200), Is(0), Is(21)] -",
        ],
    ),
    (
        "7.4: the call in whose sub-agent it happened",
        r#"{"type":"assistant","message":{"content":"hi"},"parent_tool_use_id":"toolu_A","session_id":"T-1"}"#,
        &["T-1|toolu_A|-|- AssistantText hi"],
    ),
    (
        "7.4: missing and null are both the top level",
        r#"{"type":"assistant","message":{"content":"hi"},"parent_tool_use_id":null}"#,
        &["-|-|-|- AssistantText hi"],
    ),
    ("7.5: no content, no usage", r#"{"type":"assistant","message":{"content":[]},"session_id":"T-1"}"#, &[]),
    (
        "7.6: the id of older builds is on every item",
        r#"{"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"x"}],"usage":{}}}"#,
        &["-|-|m|0 AssistantText x", "-|-|m|- Usage Message [Absent, Absent, Absent, Absent] -"],
    ),
    (
        "7.7: two counters",
        r#"{"type":"assistant","message":{"usage":{"input_tokens":50,"output_tokens":10}}}"#,
        &["-|-|-|- Usage Message [Is(50), Absent, Absent, Is(10)] -"],
    ),
    (
        "7.7: null counters, and odd ones",
        r#"{"type":"assistant","message":{"usage":{"input_tokens":5.0,"cache_creation_input_tokens":null,"cache_read_input_tokens":-1,"output_tokens":"7"}}}"#,
        &["-|-|-|- Usage Message [Is(5), Absent, Odd, Odd] -"],
    ),
    (
        "5: the largest count, and one beyond",
        r#"{"type":"assistant","message":{"usage":{"input_tokens":18446744073709551615,"output_tokens":18446744073709551616,"cache_read_input_tokens":0.5}}}"#,
        &["-|-|-|- Usage Message [Is(18446744073709551615), Absent, Odd, Odd] -"],
    ),
    (
        "4: redacted thinking and thinking without text",
        r#"{"type":"assistant","message":{"content":[{"type":"redacted_thinking","data":"x"},{"type":"thinking"}]}}"#,
        &["-|-|-|0 Thinking -", "-|-|-|1 Thinking -"],
    ),
    (
        "4: a call without anything",
        r#"{"type":"assistant","message":{"content":[{"type":"tool_use"},{"type":"tool_use","id":1,"name":null,"input":"x"}]}}"#,
        &["-|-|-|0 ToolCall - - missing", "-|-|-|1 ToolCall - - \"x\""],
    ),
    (
        "4: anything else is kept",
        r#"{"type":"assistant","message":{"content":[{"type":"new","x":1},{"x":2},{"type":"image","source":{}},{"type":"text"},"raw",null,[1]]}}"#,
        &[
            "-|-|-|0 Other {\"type\":\"new\",\"x\":1}",
            "-|-|-|1 Other {\"x\":2}",
            "-|-|-|2 Other {\"type\":\"image\",\"source\":{}}",
            "-|-|-|3 Other {\"type\":\"text\"}",
            "-|-|-|4 OtherValue \"raw\"",
            "-|-|-|5 OtherValue null",
            "-|-|-|6 OtherValue [1]",
        ],
    ),
    (
        "a message that is none",
        r#"{"type":"assistant","message":"hi","session_id":"T-1"}"#,
        &["T-1|-|-|- OtherValue \"hi\""],
    ),
    (
        "3.4: a sub-agent finished",
        r#"{"type":"system","subtype":"subagent_finished","tool_use_id":"a","status":"completed","session_id":"T-1"}"#,
        &["T-1|-|-|- Progress subagent_finished completed"],
    ),
    (
        "3.5: an error that is no end",
        r#"{"type":"system","subtype":"error_max_turns","error":"x","session_id":"T-1"}"#,
        &["T-1|-|-|- Error x error_max_turns"],
    ),
    (
        "3.5: an error without words",
        r#"{"type":"system","subtype":"error_max_turns","error":{}}"#,
        &["-|-|-|- Error - error_max_turns"],
    ),
    (
        "3.6: success",
        r#"{"type":"result","subtype":"success","duration_ms":5400,"is_error":false,"num_turns":1,"result":"8","session_id":"T-1"}"#,
        &["T-1|-|-|- Result Ok false 8 5400 1 -"],
    ),
    (
        "3.6: error, and a usage that is a summary",
        r#"{"type":"result","is_error":true,"error":"no network","usage":{"input_tokens":1,"output_tokens":2}}"#,
        &[
            "-|-|-|- Result Failed true no network - - -",
            "-|-|-|- Usage Run [Is(1), Absent, Absent, Is(2)] -",
        ],
    ),
    (
        "7.2: an empty result beside the error",
        r#"{"type":"result","subtype":"error","is_error":true,"result":"","error":"x","num_turns":"1"}"#,
        &["-|-|-|- Result Failed true x - - -"],
    ),
    (
        "7.9: unknown type",
        r#"{"type":"panel","session_id":"T-1"}"#,
        &["T-1|-|-|- Other {\"type\":\"panel\",\"session_id\":\"T-1\"}"],
    ),
];

/// Section 4: a tool's own JSON inside the string, escaped twice, comes out whole.
#[test]
fn json_within_a_string() {
    let line = r#"{"type":"user","message":{"content":[{"type":"tool_result","content":"{\"output\":\"ok\\n\\u00e9 \\\"q\\\"\",\"exitCode\":0}"}]}}"#;
    let inner = common::of(line, |object: Object<'_, '_>| {
        Event::read(object).items().find_map(|item| match item.kind {
            ItemKind::ToolResult { content: Content::Text(text), .. } => Some(text.to_string()),
            _ => None,
        })
    });
    let inner: serde_json::Value = serde_json::from_str(&inner.expect("a text")).expect("JSON");
    assert_eq!((&inner["output"], &inner["exitCode"]), (&"ok\né \"q\"".into(), &0.into()));
}

/// Fields that no view knows are still there.
#[test]
fn unknown_fields_are_kept() {
    let line = r#"{"type":"result","is_error":false,"new_field":[1,2]}"#;
    let found = common::of(line, |object: Object<'_, '_>| {
        let object = Event::read(object).object();
        object.get("new_field").map(|value: Value<'_, '_>| value.raw().to_vec())
    });
    assert_eq!(found.as_deref(), Some(&b"[1,2]"[..]));
}
