//! The items of each line, in order: the examples of `docs/formats/gemini.md`, its types and its traps.
//! Each item begins with session, parent, message id and block, `-` for none.

use crate::common::{self, Row};
use runlex_dialects::{Counters, Dialect};

#[test]
fn items_in_order() {
    for (rule, line, want) in ROWS {
        assert_eq!(common::of(line, common::items(Dialect::Gemini)), *want, "{rule}: {line}");
    }
}

pub(crate) const ROWS: &[Row<&[&str]>] = &[
    (
        "6: example 1",
        r#"{"type":"init","timestamp":"2026-01-02T03:04:05.006Z","session_id":"6f9b0000-0000-4000-8000-000000000001","model":"gemini-x"}"#,
        &[
            "6f9b0000-0000-4000-8000-000000000001|-|-|-|model=gemini-x|at=2026-01-02T03:04:05.006Z/Line SessionStart - gemini-x -",
        ],
    ),
    (
        "6: example 2",
        r#"{"type":"message","timestamp":"2026-01-02T03:04:05.007Z","role":"user","content":"list files"}"#,
        &["-|-|-|-|at=2026-01-02T03:04:05.007Z/Line UserText list files"],
    ),
    (
        "6: example 3",
        r#"{"type":"tool_use","timestamp":"2026-01-02T03:04:06.000Z","tool_name":"list_directory","tool_id":"list_directory__1","parameters":{"dir_path":"."}}"#,
        &[
            "-|-|-|-|at=2026-01-02T03:04:06.000Z/Line ToolCall list_directory__1 list_directory {\"dir_path\":\".\"}",
        ],
    ),
    (
        "6: example 4",
        r#"{"type":"tool_result","timestamp":"2026-01-02T03:04:06.100Z","tool_id":"list_directory__1","status":"error","output":"denied","error":{"type":"permission","message":"denied"}}"#,
        &["-|-|-|-|at=2026-01-02T03:04:06.100Z/Line ToolResult list_directory__1 Error 'denied'"],
    ),
    (
        "6: example 5",
        r#"{"type":"message","timestamp":"2026-01-02T03:04:07.000Z","role":"assistant","content":"Can","delta":true}"#,
        &["-|-|-|-|at=2026-01-02T03:04:07.000Z/Line|piece AssistantText Can"],
    ),
    (
        "6: example 6",
        r#"{"type":"error","timestamp":"2026-01-02T03:04:07.050Z","severity":"warning","message":"Loop detected, stopping execution"}"#,
        &["-|-|-|-|at=2026-01-02T03:04:07.050Z/Line Error Loop detected, stopping execution warning"],
    ),
    (
        "6: example 7",
        r#"{"type":"result","timestamp":"2026-01-02T03:04:07.100Z","status":"success","stats":{"total_tokens":57,"input_tokens":40,"output_tokens":10,"cached":5,"input":35,"duration_ms":2100,"tool_calls":1,"models":{"gemini-x":{"total_tokens":57,"input_tokens":40,"output_tokens":10,"cached":5,"input":35}}}}"#,
        &[
            "-|-|-|-|at=2026-01-02T03:04:07.100Z/Line Result Ok missing - 2100 - -",
            "-|-|-|-|model=gemini-x|at=2026-01-02T03:04:07.100Z/Line Usage Run [Is(40), Absent, Is(5), Is(10)] -",
        ],
    ),
    (
        "2: a text that comes whole",
        r#"{"type":"message","role":"assistant","content":"The log knows.","timestamp":"t"}"#,
        &["-|-|-|-|at=t/Line AssistantText The log knows."],
    ),
    (
        "2: a speaker to come",
        r#"{"type":"message","role":"tool","content":"x"}"#,
        &["-|-|-|- Other {\"type\":\"message\",\"role\":\"tool\",\"content\":\"x\"}"],
    ),
    (
        "2: a result whose output is no text",
        r#"{"type":"tool_result","tool_id":"i","status":"success"}"#,
        &["-|-|-|- ToolResult i Ok missing"],
    ),
    (
        "2: what went wrong, where there is no output",
        r#"{"type":"tool_result","tool_id":"i","status":"error","error":{"type":"x","message":"no such file"}}"#,
        &["-|-|-|- ToolResult i Error 'no such file'"],
    ),
    (
        "2: a result that does not say",
        r#"{"type":"tool_result","tool_id":"i","status":"cancelled"}"#,
        &["-|-|-|- ToolResult i Unknown missing"],
    ),
    (
        "2: a failure, 3: its duration",
        r#"{"type":"result","status":"error","error":{"type":"FatalTurnLimitedError","message":"too many turns"},"stats":{"total_tokens":7,"input_tokens":4,"output_tokens":3,"duration_ms":0,"tool_calls":0}}"#,
        &[
            "-|-|-|- Result Failed missing too many turns 0 - -",
            "-|-|-|- Usage Run [Is(4), Absent, Absent, Is(3)] -",
        ],
    ),
    ("2: an end that does not say", r#"{"type":"result"}"#, &["-|-|-|- Result Unknown missing - - - -"]),
    (
        "3: older builds",
        r#"{"type":"result","status":"success","stats":{"input_tokens":100,"output_tokens":50}}"#,
        &["-|-|-|- Result Ok missing - - - -", "-|-|-|- Usage Run [Is(100), Absent, Absent, Is(50)] -"],
    ),
    (
        "3: two models that add up",
        r#"{"type":"result","status":"success","stats":{"total_tokens":12,"input_tokens":9,"output_tokens":3,"cached":2,"models":{"a":{"total_tokens":5,"input_tokens":4,"output_tokens":1,"cached":2},"b":{"total_tokens":7,"input_tokens":5,"output_tokens":2,"cached":0}}}}"#,
        &[
            "-|-|-|- Result Ok missing - - - -",
            "-|-|-|-|model=a Usage Run [Is(4), Absent, Is(2), Is(1)] -",
            "-|-|-|-|model=b Usage Run [Is(5), Absent, Is(0), Is(2)] -",
        ],
    ),
    (
        "3: models that do not",
        r#"{"type":"result","status":"success","stats":{"total_tokens":12,"input_tokens":9,"output_tokens":3,"models":{"a":{"total_tokens":5,"input_tokens":4,"output_tokens":1}}}}"#,
        &["-|-|-|- Result Ok missing - - - -", "-|-|-|- Usage Run [Is(9), Absent, Absent, Is(3)] -"],
    ),
    (
        "3: nothing but a total",
        r#"{"type":"result","status":"success","stats":{"total_tokens":9}}"#,
        &["-|-|-|- Result Ok missing - - - -"],
    ),
    (
        "3: no models",
        r#"{"type":"result","status":"success","stats":{"total_tokens":0,"input_tokens":0,"output_tokens":0,"models":{}}}"#,
        &["-|-|-|- Result Ok missing - - - -", "-|-|-|- Usage Run [Is(0), Absent, Absent, Is(0)] -"],
    ),
    (
        "a type to come",
        r#"{"type":"thought","timestamp":"t","content":"x"}"#,
        &["-|-|-|-|at=t/Line Other {\"type\":\"thought\",\"timestamp\":\"t\",\"content\":\"x\"}"],
    ),
];

/// Section 3: what the total has beyond input and output is thinking, where all three are there and it has something.
#[test]
fn thinking() {
    for (stats, want) in [
        (r#"{"total_tokens":2054,"input_tokens":2000,"output_tokens":40}"#, Some(14)),
        (r#"{"total_tokens":50,"input_tokens":40,"output_tokens":10}"#, Some(0)),
        (r#"{"total_tokens":49,"input_tokens":40,"output_tokens":10}"#, None),
        (r#"{"input_tokens":40,"output_tokens":10}"#, None),
        (r#"{"total_tokens":"50","input_tokens":40,"output_tokens":10}"#, None),
        (r#"{"total_tokens":50,"input_tokens":18446744073709551615,"output_tokens":10}"#, None),
    ] {
        let read = |stats: runlex_dialects::Object<'_, '_>| {
            let counters = Counters::read_gemini(stats);
            (counters.reasoning != runlex_dialects::Count::Absent).then(|| counters.reasoning.or_zero())
        };
        assert_eq!(common::of(stats, read), want, "{stats}");
    }
}
