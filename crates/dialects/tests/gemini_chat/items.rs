//! The items of each line, in order: the examples of `docs/formats/gemini-chat.md`, its types and its traps.
//! Each item begins with session, parent, message id and block, `-` for none.

use crate::common::{self, Row};
use runlex_dialects::Dialect;

#[test]
fn items_in_order() {
    for (rule, line, want) in ROWS {
        assert_eq!(common::of(line, common::items(Dialect::GeminiChat)), *want, "{rule}: {line}");
    }
}

pub(crate) const ROWS: &[Row<&[&str]>] = &[
    (
        "6: example 1",
        r#"{"sessionId":"6f9b0000-0000-4000-8000-000000000002","projectHash":"00ff","startTime":"2026-01-02T03:04:05.000Z","lastUpdated":"2026-01-02T03:04:05.000Z","kind":"main"}"#,
        &["6f9b0000-0000-4000-8000-000000000002|-|-|-|at=2026-01-02T03:04:05.000Z/Line SessionStart - - -"],
    ),
    (
        "6: example 2",
        r#"{"id":"m1","timestamp":"2026-01-02T03:04:06.000Z","type":"user","content":[{"text":"which boat is oldest?"}]}"#,
        &["-|-|m1|0|at=2026-01-02T03:04:06.000Z/Line UserText which boat is oldest?"],
    ),
    ("6: example 3", r#"{"$set":{"lastUpdated":"2026-01-02T03:04:06.001Z"}}"#, &["-|-|-|- Progress $set -"]),
    (
        "6: example 4",
        r#"{"id":"m2","timestamp":"2026-01-02T03:04:07.000Z","type":"gemini","content":"I look into the log.","thoughts":[{"subject":"Log","description":"The log knows.","timestamp":"2026-01-02T03:04:06.900Z"}],"tokens":{"input":120,"output":9,"cached":80,"thoughts":14,"tool":0,"total":143},"model":"gemini-x"}"#,
        &[
            "-|-|m2|-|model=gemini-x|at=2026-01-02T03:04:07.000Z/Line Thinking The log knows.",
            "-|-|m2|-|model=gemini-x|at=2026-01-02T03:04:07.000Z/Line AssistantText I look into the log.",
            "-|-|m2|-|model=gemini-x|at=2026-01-02T03:04:07.000Z/Line Usage Message [Is(120), Absent, Is(80), Is(9)] -",
        ],
    ),
    (
        "6: example 5",
        r#"{"id":"m2","timestamp":"2026-01-02T03:04:07.000Z","type":"gemini","content":"I look into the log.","thoughts":[{"subject":"Log","description":"The log knows.","timestamp":"2026-01-02T03:04:06.900Z"}],"tokens":{"input":120,"output":9,"cached":80,"thoughts":14,"tool":0,"total":143},"model":"gemini-x","toolCalls":[{"id":"read_file_1","name":"read_file","args":{"file_path":"log.txt"},"result":[{"functionResponse":{"id":"read_file_1","name":"read_file","response":{"output":"Ada, 1871"}}}],"status":"success","timestamp":"2026-01-02T03:04:08.000Z","displayName":"ReadFile","description":"log.txt","renderOutputAsMarkdown":true}]}"#,
        &[
            "-|-|m2|-|model=gemini-x|at=2026-01-02T03:04:07.000Z/Line Thinking The log knows.",
            "-|-|m2|-|model=gemini-x|at=2026-01-02T03:04:07.000Z/Line AssistantText I look into the log.",
            "-|-|m2|-|model=gemini-x|at=2026-01-02T03:04:07.000Z/Line Usage Message [Is(120), Absent, Is(80), Is(9)] -",
            "-|-|m2|-|model=gemini-x|at=2026-01-02T03:04:07.000Z/Line ToolCall read_file_1 read_file {\"file_path\":\"log.txt\"}",
            "-|-|m2|-|model=gemini-x|at=2026-01-02T03:04:08.000Z/Inner ToolResult read_file_1 Ok 'Ada, 1871'",
        ],
    ),
    (
        "6: example 6",
        r#"{"id":"m3","timestamp":"2026-01-02T03:04:09.000Z","type":"info","content":"Request cancelled."}"#,
        &["-|-|m3|-|at=2026-01-02T03:04:09.000Z/Line Progress info Request cancelled."],
    ),
    (
        "6: example 7",
        r#"{"id":"m4","timestamp":"2026-01-02T03:04:09.500Z","type":"error","content":"quota exceeded"}"#,
        &["-|-|m4|-|at=2026-01-02T03:04:09.500Z/Line Error quota exceeded -"],
    ),
    ("6: example 8", r#"{"$rewindTo":"m3"}"#, &["-|-|-|- Progress $rewindTo m3"]),
    (
        "2: taken up again",
        r#"{"$set":{"sessionId":"s","messages":[{"id":"m","type":"user","content":"x"}]}}"#,
        &["-|-|-|- Progress $set -"],
    ),
    ("2: a patch that is none", r#"{"$set":7}"#, &["-|-|-|- Progress $set -"]),
    ("2: a line of nothing known", r#"{"summary":"x"}"#, &["-|-|-|- Other {\"summary\":\"x\"}"]),
    (
        "3: parts of all kinds",
        r#"{"id":"m","type":"gemini","content":["One ",{"text":"two","thought":true},{"text":"three"},{"functionCall":{"name":"n"}},7]}"#,
        &[
            "-|-|m|0 AssistantText One ",
            "-|-|m|1 Thinking two",
            "-|-|m|2 AssistantText three",
            "-|-|m|3 Other {\"functionCall\":{\"name\":\"n\"}}",
            "-|-|m|4 OtherValue 7",
        ],
    ),
    ("3: a prompt that is a string", r#"{"id":"m","type":"user","content":"x"}"#, &["-|-|m|- UserText x"]),
    (
        "3: a prompt of strings, and a file",
        r#"{"id":"m","type":"user","content":["x",{"inlineData":{"data":""}}]}"#,
        &["-|-|m|0 UserText x", "-|-|m|1 Other {\"inlineData\":{\"data\":\"\"}}"],
    ),
    ("3: an answer that only calls", r#"{"id":"m","type":"gemini","content":"","tokens":null}"#, &[]),
    (
        "3: a thought without a text, and one that is none",
        r#"{"id":"m","type":"gemini","content":"","thoughts":[{"subject":"Log"},{},"x"]}"#,
        &["-|-|m|- Thinking Log", "-|-|m|- Thinking -", "-|-|m|- OtherValue \"x\""],
    ),
    (
        "3: a call that is not over",
        r#"{"id":"m","type":"gemini","content":"","toolCalls":[{"id":"i","name":"n","args":{},"result":null,"status":"executing"}]}"#,
        &["-|-|m|- ToolCall i n {}"],
    ),
    (
        "3: calls that did not succeed",
        r#"{"id":"m","type":"gemini","content":"","toolCalls":[{"id":"i","name":"n","args":{},"result":[{"functionResponse":{"response":{"error":"no such file"}}}],"status":"error"},{"id":"j","name":"n","args":{},"result":null,"status":"cancelled"},7]}"#,
        &[
            "-|-|m|- ToolCall i n {}",
            "-|-|m|- ToolResult i Error 'no such file'",
            "-|-|m|- ToolCall j n {}",
            "-|-|m|- ToolResult j Error null",
            "-|-|m|- OtherValue 7",
        ],
    ),
    (
        "3: a result of other parts",
        r#"{"id":"m","type":"gemini","content":"","toolCalls":[{"id":"i","name":"n","result":[{"inlineData":{}}],"status":"success"}]}"#,
        &["-|-|m|- ToolCall i n missing", "-|-|m|- ToolResult i Ok [1]"],
    ),
    (
        "3: a warning of parts",
        r#"{"id":"m","type":"warning","content":[{"text":"slow"}]}"#,
        &["-|-|m|- Progress warning slow"],
    ),
    ("3: an error that is no text", r#"{"id":"m","type":"error","content":{"x":1}}"#, &["-|-|m|- Error - -"]),
    (
        "4: a counter that is none",
        r#"{"id":"m","type":"gemini","content":"","tokens":{"input":-1,"output":2}}"#,
        &["-|-|m|- Usage Message [Odd, Absent, Absent, Is(2)] -"],
    ),
    (
        "a type to come",
        r#"{"id":"m","type":"tip","content":"x"}"#,
        &["-|-|m|- Other {\"id\":\"m\",\"type\":\"tip\",\"content\":\"x\"}"],
    ),
];
