//! Sections 3, 4, 6 and 7: what each line is whatever the dialect. Each item begins with what its frame says, missing answers
//! of a kind are `-`.

use crate::common::{self, Row};
use crate::words;
use runlex_core::Object;
use runlex_dialects::Dialect;
use runlex_dialects::afk::Event;

#[test]
fn items_in_order() {
    for (rule, line, want) in ROWS {
        let said = |object: Object<'_, '_>| {
            let by_name = runlex_dialects::items(Dialect::Afk, object);
            let by_name: Vec<_> = by_name.map(|item| words::text(|out| words::item(out, &item))).collect();
            let items = Event::read(object).items();
            let items: Vec<_> = items.map(|item| words::text(|out| words::item(out, &item))).collect();
            assert_eq!(items, by_name);
            items
        };
        assert_eq!(common::of(line, said), *want, "{rule}: {line}");
    }
}

/// What an item was read from: of a chunk the chunk, else the line.
#[test]
fn items_have_their_place() {
    for (line, want) in [
        (
            r#"{"type":"chunk","chunk":{"type":"content","content":"x"}}"#,
            r#"{"type":"content","content":"x"}"#,
        ),
        (r#"{"type":"stream_retry"}"#, r#"{"type":"stream_retry"}"#),
    ] {
        let place = common::of(line, |object| {
            runlex_dialects::items(Dialect::Afk, object).map(|item| item.value.span()).collect::<Vec<_>>()
        });
        assert_eq!(place.iter().map(|span| &line[span.clone()]).collect::<Vec<_>>(), [want]);
    }
}

pub(crate) const ROWS: &[Row<&[&str]>] = &[
    (
        "3: chunk",
        r#"{"type":"chunk","chunk":{"type":"content","content":"Hello","metadata":{"eventType":"delta","deltaType":"text_delta"}}}"#,
        &["afk delta AssistantText 'Hello'"],
    ),
    (
        "9.2: message, with a role",
        r#"{"type":"message","message":{"role":"assistant","content":"Hello","timestamp":"2026-06-10T12:00:01.234Z"}}"#,
        &["afk Message=2026-06-10T12:00:01.234Z AssistantText 'Hello'"],
    ),
    (
        "9.2: message, without a role",
        r#"{"type":"message","message":{"content":" Hello\n"}}"#,
        &["afk AssistantText ' Hello\n'"],
    ),
    (
        "9.2: message of another role is not the assistant's",
        r#"{"type":"message","message":{"role":"user","content":"Hello"}}"#,
        &[r#"afk Other {"type":"message","message":{"role":"user","content":"Hello"}}"#],
    ),
    (
        "9.11: message whose date prints as nothing",
        r#"{"type":"message","message":{"content":"Hello","timestamp":{}}}"#,
        &["afk AssistantText 'Hello'"],
    ),
    (
        "message without a text",
        r#"{"type":"message","message":{"content":[]}}"#,
        &[r#"afk Other {"type":"message","message":{"content":[]}}"#],
    ),
    (
        "3: paused",
        r#"{"type":"paused","reason":"usage-limit","resetsAt":"2026-06-10T13:00:00.000Z","autoResume":true}"#,
        &["afk Progress paused 'usage-limit'"],
    ),
    ("3: resumed", r#"{"type":"resumed","hotSwapped":false}"#, &["afk Progress resumed -"]),
    ("9.1: rate_limit", r#"{"type":"rate_limit","retryAfterMs":70000}"#, &["afk Progress rate_limit -"]),
    ("9.1: stream_retry", r#"{"type":"stream_retry"}"#, &["afk Progress stream_retry -"]),
    (
        "9.1: notice",
        r#"{"type":"notice","text":"Output cut by the token limit.","kind":"truncation"}"#,
        &["afk Progress notice 'Output cut by the token limit.'"],
    ),
    (
        "3: panel, by its title",
        r#"{"type":"panel","spec":{"kind":"info","title":"Plan","body":["one","two"]}}"#,
        &["afk Progress panel 'Plan'"],
    ),
    (
        "3: panel, without a title by its first line",
        r#"{"type":"panel","spec":{"kind":"info","body":["one","two"]}}"#,
        &["afk Progress panel 'one'"],
    ),
    (
        "3: suggestion",
        r#"{"type":"suggestion","suggestion":"try again"}"#,
        &["afk Progress suggestion 'try again'"],
    ),
    (
        "7: progress gives no usage",
        r#"{"type":"progress","progress":{"taskId":"t1","description":"Working","totalTokens":1200,"toolUses":3,"durationMs":5100,"lastToolName":"bash"}}"#,
        &["afk Progress progress 'Working'"],
    ),
    (
        "9.6: error, with the name of its class",
        r#"{"type":"error","error":{"message":"provider failure","name":"Error"}}"#,
        &["afk Result Failed missing 'provider failure' - - -", "afk Error 'provider failure' 'Error'"],
    ),
    (
        "9.11: error that prints as nothing",
        r#"{"type":"error","error":{}}"#,
        &["afk Result Failed missing - - - -", "afk Error - -"],
    ),
    (
        "3: done",
        r#"{"type":"done","metadata":{"sessionId":"33333333-3333-4333-8333-333333333333","stopReason":"end_turn","durationMs":812,"usage":{"input_tokens":14,"output_tokens":5,"total_tokens":19}}}"#,
        &[
            "afk session=33333333-3333-4333-8333-333333333333 Result Ok missing - 812 - -",
            "afk session=33333333-3333-4333-8333-333333333333 Usage Run 14 - - 5 -",
        ],
    ),
    ("9.3: done without metadata", r#"{"type":"done"}"#, &["afk Result Ok missing - - - -"]),
    (
        "9.3: done with metadata of another type",
        r#"{"type":"done","metadata":"none"}"#,
        &["afk Result Ok missing - - - -"],
    ),
    (
        "9.8: numbers as floats; the cost stands once",
        r#"{"type":"done","metadata":{"durationMs":812.25,"totalCostUsd":0.0123,"numTurns":2,"isError":false,"usage":{"input_tokens":14.0,"output_tokens":0.5}}}"#,
        &["afk Result Ok false - 812.25 2 0.0123", "afk Usage Run 14 - - odd -"],
    ),
    (
        "9.10: values inside usage that are no numbers",
        r#"{"type":"done","metadata":{"usage":{"input_tokens":14,"output_tokens":"5","cache_read_input_tokens":7,"cache_creation_input_tokens":null,"iterations":[{"a":1}],"cache_creation":{"b":2}}}}"#,
        &["afk Result Ok missing - - - -", "afk Usage Run 14 - 7 odd -"],
    ),
    (
        "6: a turn that was interrupted did not go well for certain",
        r#"{"type":"done","metadata":{"resultSubtype":"interrupted","isError":false}}"#,
        &["afk Result Unknown false - - - -"],
    ),
    (
        "5: a turn that was finished and failed",
        r#"{"type":"done","metadata":{"isError":true}}"#,
        &["afk Result Failed true - - - -"],
    ),
    (
        "9.5: a call, pending, comes again whole",
        r#"{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"toolu_1","toolName":"bash","toolInput":" ...","pending":true}}"#,
        &["afk delta ToolCall 'toolu_1' 'bash' -"],
    ),
    (
        "9.4: the same call in a word",
        r#"{"type":"chunk","chunk":{"type":"tool_use","content":"bash","metadata":{"eventType":"tool_use_summary","precedingToolUseIds":["toolu_1"]}}}"#,
        &["afk delta ToolCall 'toolu_1' 'bash' -"],
    ),
    (
        "9.4: as the documents have it",
        r#"{"type":"chunk","chunk":{"type":"tool_use","content":"bash"}}"#,
        &["afk delta ToolCall - 'bash' -"],
    ),
    (
        "9.5: the same call, complete",
        r#"{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"toolu_1","toolName":"bash","toolInput":" ls -la","toolInputRaw":"{\"command\":\"ls -la\"}"}}"#,
        &[r#"afk ToolCall 'toolu_1' 'bash' "{\"command\":\"ls -la\"}""#],
    ),
    (
        "4: a call without its input as JSON",
        r#"{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"t","toolName":"bash","toolInput":" ls","pending":false}}"#,
        &["afk ToolCall 't' 'bash' -"],
    ),
    (
        "4: tool_result",
        r#"{"type":"chunk","chunk":{"type":"tool_result","toolUseId":"toolu_1","content":"total 8...+12 lines","isError":false,"sizeBytes":640,"sizeLabel":"640B","lineCount":12}}"#,
        &["afk ToolResult 'toolu_1' Ok 'total 8...+12 lines'"],
    ),
    (
        "4: tool_result of a call that failed",
        r#"{"type":"chunk","chunk":{"type":"tool_result","toolUseId":"t","content":"x","isError":true,"failureClass":"timeout"}}"#,
        &["afk ToolResult 't' Error 'x'"],
    ),
    (
        "4: tool_result of a call that was refused",
        r#"{"type":"chunk","chunk":{"type":"tool_result","toolUseId":"t","content":"x","isError":true,"failureClass":"permission-denied"}}"#,
        &["afk ToolResult 't' Declined 'x'"],
    ),
    (
        "4: tool_result without its mark",
        r#"{"type":"chunk","chunk":{"type":"tool_result","content":null}}"#,
        &["afk ToolResult - Unknown null"],
    ),
    (
        "4: tool_diff",
        r#"{"type":"chunk","chunk":{"type":"tool_diff","toolUseId":"toolu_2","diff":{"hunks":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":[{"kind":"-","text":"a"},{"kind":"+","text":"b"}]}],"addedLines":1,"removedLines":1}}}"#,
        &[
            r#"afk Other {"type":"tool_diff","toolUseId":"toolu_2","diff":{"hunks":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":[{"kind":"-","text":"a"},{"kind":"+","text":"b"}]}],"addedLines":1,"removedLines":1}}"#,
        ],
    ),
    (
        "4: thinking",
        r#"{"type":"chunk","chunk":{"type":"thinking","content":"hm"}}"#,
        &["afk piece Thinking 'hm'"],
    ),
    (
        "4: done as a chunk is not the end of the run",
        r#"{"type":"chunk","chunk":{"type":"done","content":"x"}}"#,
        &[r#"afk Other {"type":"done","content":"x"}"#],
    ),
    (
        "4: error as a chunk is not the end of the run",
        r#"{"type":"chunk","chunk":{"type":"error","content":"x"}}"#,
        &["afk Error 'x' -"],
    ),
    (
        "4: a chunk without a text is kept whole",
        r#"{"type":"chunk","chunk":{"type":"content","content":7}}"#,
        &[r#"afk Other {"type":"content","content":7}"#],
    ),
    (
        "4: another type of chunk",
        r#"{"type":"chunk","chunk":{"type":"audio"}}"#,
        &[r#"afk Other {"type":"audio"}"#],
    ),
    (
        "a chunk that is none",
        r#"{"type":"chunk","chunk":["x"]}"#,
        &[r#"afk Other {"type":"chunk","chunk":["x"]}"#],
    ),
    ("another type", r#"{"type":"heartbeat","n":1}"#, &[r#"afk Other {"type":"heartbeat","n":1}"#]),
    ("no type", r#"{"n":1}"#, &[r#"afk Other {"n":1}"#]),
];
