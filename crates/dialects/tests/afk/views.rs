//! Sections 3 to 5 and 9: the variant of each line, and every accessor's answer; those that are missing are left out. Missing,
//! null and a wrong type differ.

use crate::common::{self, Row};
use crate::{describe, words};

#[test]
fn every_accessor() {
    for (rule, line, want) in ROWS {
        let got = common::of(line, |object| words::text(|out| describe::event(out, object)));
        assert_eq!(got, *want, "{rule}: {line}");
    }
}

pub(crate) const ROWS: &[Row<&str>] = &[
    (
        "3: chunk",
        r#"{"type":"chunk","chunk":{"type":"content","content":"Hello","metadata":{"eventType":"delta","deltaType":"text_delta"}}}"#,
        "Chunk chunk={} / Content content='Hello' metadata={} / eventType='delta' deltaType='text_delta'",
    ),
    (
        "9.2: message, with a role",
        r#"{"type":"message","message":{"role":"assistant","content":"Hello","timestamp":"2026-06-10T12:00:01.234Z"}}"#,
        "Message message={} / role='assistant' content='Hello' timestamp='2026-06-10T12:00:01.234Z'",
    ),
    (
        "9.2: message, without a role, as the documents have it",
        r#"{"type":"message","message":{"content":"Hello","timestamp":"2026-06-10T12:00:01.234Z","metadata":{"a":1}}}"#,
        "Message message={} / content='Hello' timestamp='2026-06-10T12:00:01.234Z' metadata={}",
    ),
    (
        "message, null and wrong types",
        r#"{"type":"message","message":{"role":null,"content":[],"timestamp":7,"metadata":"x"}}"#,
        "Message message={} / role=null content=wrong:[] timestamp=wrong:7 metadata=wrong:\"x\"",
    ),
    ("message without one", r#"{"type":"message","message":"Hello"}"#, "Message message=wrong:\"Hello\""),
    (
        "3: paused",
        r#"{"type":"paused","reason":"usage-limit","resetsAt":"2026-06-10T13:00:00.000Z","autoResume":true}"#,
        "Paused reason='usage-limit' resetsAt='2026-06-10T13:00:00.000Z' autoResume=true",
    ),
    (
        "9.7: paused without resetsAt, with autoResume",
        r#"{"type":"paused","reason":"usage-limit","accountId":"acct-1","autoResume":false}"#,
        "Paused reason='usage-limit' accountId='acct-1' autoResume=false",
    ),
    (
        "paused, null and wrong types",
        r#"{"type":"paused","reason":1,"resetsAt":null,"accountId":{},"autoResume":"no"}"#,
        "Paused reason=wrong:1 resetsAt=null accountId=wrong:{} autoResume=wrong:\"no\"",
    ),
    ("3: resumed", r#"{"type":"resumed","hotSwapped":false}"#, "Resumed hotSwapped=false"),
    (
        "3: resumed with another account",
        r#"{"type":"resumed","hotSwapped":true,"accountId":"acct-2"}"#,
        "Resumed hotSwapped=true accountId='acct-2'",
    ),
    ("9.1: rate_limit", r#"{"type":"rate_limit","retryAfterMs":70000}"#, "RateLimit retryAfterMs=70000"),
    ("9.1: rate_limit, its wait left out", r#"{"type":"rate_limit"}"#, "RateLimit"),
    ("9.1: stream_retry", r#"{"type":"stream_retry"}"#, "StreamRetry"),
    (
        "9.1: notice",
        r#"{"type":"notice","text":"Output cut by the token limit.","kind":"truncation"}"#,
        "Notice text='Output cut by the token limit.' kind='truncation'",
    ),
    (
        "3: panel, its body an array",
        r#"{"type":"panel","spec":{"kind":"info","title":"Plan","body":["one","two"]}}"#,
        r#"Panel spec={} / kind='info' title='Plan' body=["one","two"] 'one' 'two'"#,
    ),
    (
        "3: panel, its body a string",
        r#"{"type":"panel","spec":{"kind":"info","body":"one\ntwo"}}"#,
        "Panel spec={} / kind='info' body=\"one\\ntwo\" 'one\ntwo'",
    ),
    (
        "panel, null and wrong types",
        r#"{"type":"panel","spec":{"kind":null,"title":[],"body":{"a":1}}}"#,
        r#"Panel spec={} / kind=null title=wrong:[] body={"a":1}"#,
    ),
    (
        "panel, what is no string is left out of its lines",
        r#"{"type":"panel","spec":{"body":["one",2,null,"three"]}}"#,
        r#"Panel spec={} / body=["one",2,null,"three"] 'one' 'three'"#,
    ),
    ("panel without a spec", r#"{"type":"panel","spec":null}"#, "Panel spec=null"),
    (
        "3: suggestion",
        r#"{"type":"suggestion","suggestion":"try again"}"#,
        "Suggestion suggestion='try again'",
    ),
    (
        "3: progress",
        r#"{"type":"progress","progress":{"taskId":"t1","description":"Working","totalTokens":1200,"toolUses":3,"durationMs":5100,"lastToolName":"bash"}}"#,
        "Progress progress={} / taskId='t1' description='Working' totalTokens=1200 toolUses=3 durationMs=5100 lastToolName='bash'",
    ),
    (
        "progress, all optional fields, null and wrong types",
        r#"{"type":"progress","progress":{"taskId":1,"description":null,"totalTokens":"1200","toolUses":null,"durationMs":5.5,"summary":"read","lastToolName":false}}"#,
        "Progress progress={} / taskId=wrong:1 description=null totalTokens=wrong:\"1200\" toolUses=null durationMs=5.5 summary='read' lastToolName=wrong:false",
    ),
    ("progress without figures", r#"{"type":"progress"}"#, "Progress"),
    (
        "9.6: error, with the name of its class",
        r#"{"type":"error","error":{"message":"provider failure","name":"Error"}}"#,
        "Error error={} / message='provider failure' name='Error'",
    ),
    (
        "3: error, as the documents have it",
        r#"{"type":"error","error":{"message":"quota","code":"E_LIMIT"}}"#,
        "Error error={} / message='quota'",
    ),
    ("9.11: error that prints as nothing", r#"{"type":"error","error":{}}"#, "Error error={} /"),
    (
        "9.11: a date that prints as nothing",
        r#"{"type":"paused","reason":"usage-limit","resetsAt":{}}"#,
        "Paused reason='usage-limit' resetsAt=wrong:{}",
    ),
    (
        "3: done",
        r#"{"type":"done","metadata":{"sessionId":"33333333-3333-4333-8333-333333333333","stopReason":"end_turn","durationMs":812,"usage":{"input_tokens":14,"output_tokens":5,"total_tokens":19}}}"#,
        "Done metadata={} / sessionId='33333333-3333-4333-8333-333333333333' stopReason='end_turn' durationMs=812 usage={} Ok / input_tokens=14 output_tokens=5 total_tokens=19",
    ),
    ("9.3: done without metadata", r#"{"type":"done"}"#, "Done"),
    ("9.3: done with null for metadata", r#"{"type":"done","metadata":null}"#, "Done metadata=null"),
    (
        "9.8: numbers as floats",
        r#"{"type":"done","metadata":{"durationMs":812.25,"durationApiMs":700.0,"totalCostUsd":0.0123,"numTurns":2}}"#,
        "Done metadata={} / durationMs=812.25 durationApiMs=700.0 totalCostUsd=0.0123 numTurns=2 Ok",
    ),
    (
        "9.10: values inside usage that are no numbers",
        r#"{"type":"done","metadata":{"usage":{"input_tokens":14,"output_tokens":5,"cache_read_input_tokens":7,"cache_creation_input_tokens":null,"context_window_tokens":"n/a","total_tokens":[19],"iterations":[{"a":1}],"cache_creation":{"b":2},"server_tool_use":{}}}}"#,
        "Done metadata={} / usage={} Ok / input_tokens=14 output_tokens=5 cache_read_input_tokens=7 cache_creation_input_tokens=null total_tokens=wrong:[19] context_window_tokens=wrong:\"n/a\"",
    ),
    (
        "5: all of it",
        r#"{"type":"done","metadata":{"sessionId":"s","stopReason":null,"resultSubtype":"success","isError":false,"usage":{},"modelUsage":{},"permissionDenials":["a"],"errors":["x","y"],"successfulToolNames":["bash","bash"]}}"#,
        "Done metadata={} / sessionId='s' stopReason=null resultSubtype='success' isError=false usage={} modelUsage={} permissionDenials=[1] errors=[2] successfulToolNames=[2] Ok /",
    ),
    (
        "5: wrong types",
        r#"{"type":"done","metadata":{"sessionId":1,"stopReason":[],"resultSubtype":null,"isError":"no","durationMs":"812","durationApiMs":null,"totalCostUsd":{},"numTurns":true,"usage":[],"modelUsage":null,"permissionDenials":{},"errors":"x","successfulToolNames":7}}"#,
        "Done metadata={} / sessionId=wrong:1 stopReason=wrong:[] resultSubtype=null isError=wrong:\"no\" durationMs=wrong:\"812\" durationApiMs=null totalCostUsd=wrong:{} numTurns=wrong:true usage=wrong:[] modelUsage=null permissionDenials=wrong:{} errors=wrong:\"x\" successfulToolNames=wrong:7 Unknown",
    ),
    (
        "6: a turn that was interrupted",
        r#"{"type":"done","metadata":{"resultSubtype":"interrupted","isError":false}}"#,
        "Done metadata={} / resultSubtype='interrupted' isError=false Unknown",
    ),
    (
        "6: a turn that was capped",
        r#"{"type":"done","metadata":{"stopReason":"max_budget","isError":false}}"#,
        "Done metadata={} / stopReason='max_budget' isError=false Unknown",
    ),
    (
        "5: a turn that was finished and failed",
        r#"{"type":"done","metadata":{"stopReason":"end_turn","isError":true}}"#,
        "Done metadata={} / stopReason='end_turn' isError=true Failed",
    ),
    (
        "9.5: a call, pending",
        r#"{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"toolu_1","toolName":"bash","toolInput":" ...","pending":true}}"#,
        "Chunk chunk={} / ToolUseDetail toolUseId='toolu_1' toolName='bash' toolInput=' ...' pending=true",
    ),
    (
        "9.4: the same call in a word",
        r#"{"type":"chunk","chunk":{"type":"tool_use","content":"bash","metadata":{"eventType":"tool_use_summary","precedingToolUseIds":["toolu_1"]}}}"#,
        "Chunk chunk={} / ToolUse content='bash' metadata={} / eventType='tool_use_summary' precedingToolUseIds=[1] only 'toolu_1'",
    ),
    (
        "9.5: the same call, complete",
        r#"{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"toolu_1","toolName":"bash","toolInput":" ls -la","toolInputRaw":"{\"command\":\"ls -la\"}"}}"#,
        r#"Chunk chunk={} / ToolUseDetail toolUseId='toolu_1' toolName='bash' toolInput=' ls -la' toolInputRaw='{"command":"ls -la"}'"#,
    ),
    (
        "4: tool_use of several calls",
        r#"{"type":"chunk","chunk":{"type":"tool_use","content":"two","metadata":{"precedingToolUseIds":["a","b"]}}}"#,
        "Chunk chunk={} / ToolUse content='two' metadata={} / precedingToolUseIds=[2]",
    ),
    (
        "4: tool_use_detail, null and wrong types",
        r#"{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":7,"toolName":null,"toolInput":{},"toolInputRaw":{"command":"ls"},"pending":1,"metadata":[]}}"#,
        r#"Chunk chunk={} / ToolUseDetail toolUseId=wrong:7 toolName=null toolInput=wrong:{} toolInputRaw=wrong:{"command":"ls"} pending=wrong:1 metadata=wrong:[]"#,
    ),
    (
        "4: tool_result",
        r#"{"type":"chunk","chunk":{"type":"tool_result","toolUseId":"toolu_1","content":"total 8...+12 lines","isError":false,"sizeBytes":640,"sizeLabel":"640B","lineCount":12}}"#,
        "Chunk chunk={} / ToolResult toolUseId='toolu_1' content='total 8...+12 lines' isError=false sizeBytes=640 sizeLabel='640B' lineCount=12",
    ),
    (
        "4: tool_result, all of it",
        r#"{"type":"chunk","chunk":{"type":"tool_result","toolUseId":"t","content":"x","isError":true,"truncated":true,"sizeBytes":1,"sizeLabel":"1B","lineCount":1,"persistedPath":"/srv/out/t.txt","display":{"kind":"table"},"batchIndex":0,"batchSize":2,"failureClass":"timeout","metadata":{"eventType":"tool_result"}}}"#,
        r#"Chunk chunk={} / ToolResult toolUseId='t' content='x' isError=true truncated=true sizeBytes=1 sizeLabel='1B' lineCount=1 persistedPath='/srv/out/t.txt' display={"kind":"table"} batchIndex=0 batchSize=2 failureClass='timeout' metadata={} / eventType='tool_result'"#,
    ),
    (
        "4: tool_result, null and wrong types",
        r#"{"type":"chunk","chunk":{"type":"tool_result","toolUseId":null,"content":["x"],"isError":0,"truncated":"yes","sizeBytes":"1","sizeLabel":1,"lineCount":null,"persistedPath":[],"display":null,"batchIndex":{},"batchSize":false,"failureClass":3}}"#,
        r#"Chunk chunk={} / ToolResult toolUseId=null content=wrong:["x"] isError=wrong:0 truncated=wrong:"yes" sizeBytes=wrong:"1" sizeLabel=wrong:1 lineCount=null persistedPath=wrong:[] display=null batchIndex=wrong:{} batchSize=wrong:false failureClass=wrong:3"#,
    ),
    (
        "4: tool_diff",
        r#"{"type":"chunk","chunk":{"type":"tool_diff","toolUseId":"toolu_2","diff":{"hunks":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":1,"lines":[{"kind":"-","text":"a"},{"kind":"+","text":"b"}]}],"addedLines":1,"removedLines":1}}}"#,
        "Chunk chunk={} / ToolDiff toolUseId='toolu_2' diff={} / hunks=[1] addedLines=1 removedLines=1 / oldStart=1 oldLines=1 newStart=1 newLines=1 lines=[2] / kind='-' text='a' / kind='+' text='b'",
    ),
    (
        "4: tool_diff, null and wrong types",
        r#"{"type":"chunk","chunk":{"type":"tool_diff","toolUseId":1,"diff":{"hunks":[null,{"oldStart":"1","oldLines":null,"newStart":[],"newLines":{},"lines":["x",{"kind":1,"text":null}]},{"lines":7}],"addedLines":null,"removedLines":"1"}}}"#,
        r#"Chunk chunk={} / ToolDiff toolUseId=wrong:1 diff={} / hunks=[3] addedLines=null removedLines=wrong:"1" / oldStart=wrong:"1" oldLines=null newStart=wrong:[] newLines=wrong:{} lines=[2] / kind=wrong:1 text=null / lines=wrong:7"#,
    ),
    (
        "4: tool_diff without a diff",
        r#"{"type":"chunk","chunk":{"type":"tool_diff","diff":[]}}"#,
        "Chunk chunk={} / ToolDiff diff=wrong:[]",
    ),
    (
        "4: thinking",
        r#"{"type":"chunk","chunk":{"type":"thinking","content":"hm"}}"#,
        "Chunk chunk={} / Thinking content='hm'",
    ),
    (
        "4: done as a chunk is not the end of the run",
        r#"{"type":"chunk","chunk":{"type":"done","content":"x"}}"#,
        "Chunk chunk={} / Done content='x'",
    ),
    (
        "4: error as a chunk is not the end of the run",
        r#"{"type":"chunk","chunk":{"type":"error"}}"#,
        "Chunk chunk={} / Error",
    ),
    (
        "4: another type of chunk",
        r#"{"type":"chunk","chunk":{"type":"audio","content":"x","metadata":{"eventType":"delta"}}}"#,
        r#"Chunk chunk={} / Unknown {"type":"audio","content":"x","metadata":{"eventType":"delta"}} / eventType='delta'"#,
    ),
    (
        "4: a chunk without a type",
        r#"{"type":"chunk","chunk":{"content":"x"}}"#,
        r#"Chunk chunk={} / Unknown {"content":"x"}"#,
    ),
    ("a chunk that is none", r#"{"type":"chunk","chunk":"x"}"#, "Chunk chunk=wrong:\"x\""),
    ("another type", r#"{"type":"heartbeat","n":1}"#, r#"Unknown {"type":"heartbeat","n":1}"#),
    ("no type", r#"{"chunk":{}}"#, r#"Unknown {"chunk":{}}"#),
    ("a type that is no string", r#"{"type":{"a":"chunk"}}"#, r#"Unknown {"type":{"a":"chunk"}}"#),
    (
        "10: a line of the ledger",
        r#"{"v":1,"ts":1765432100000,"kind":"meta"}"#,
        r#"Unknown {"v":1,"ts":1765432100000,"kind":"meta"}"#,
    ),
    (
        "white space and any order",
        "{ \"chunk\" : { \"content\" : \" x\" , \"type\" : \"content\" } ,\t\"type\" : \"chunk\" }",
        "Chunk chunk={} / Content content=' x'",
    ),
    (
        "escaped names and values are the same",
        r#"{"t\u0079pe":"ch\u0075nk","ch\u0075nk":{"type":"cont\u0065nt","content":"\u00e9\ud83d\ude00"}}"#,
        "Chunk chunk={} / Content content='é😀'",
    ),
    (
        "the last of equal names",
        r#"{"type":"done","type":"paused","reason":"a","reason":"b"}"#,
        "Paused reason='b'",
    ),
];
