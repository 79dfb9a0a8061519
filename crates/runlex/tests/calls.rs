//! Tool calls and what came of them, by hand.

use runlex::report::{CallLog, CallRecord};
use runlex::{IdKey, Report, Slice};

fn calls(lines: &[&str]) -> Vec<CallRecord> {
    let stream = lines.join("\n");
    let (mut report, mut calls) = (Report::new(IdKey::random()), CallLog::new());
    let mut slice = Slice::new(stream.as_bytes());
    while let Some(record) = slice.next() {
        report.observe_with(&record, &mut calls);
    }
    calls.finish(&report.finish().run_list)
}

fn call(block: &str, more: &str) -> String {
    format!(r#"{{"type":"assistant","message":{{"content":[{{"type":"tool_use",{block}}}]}}{more}}}"#)
}

fn result(block: &str, more: &str) -> String {
    format!(r#"{{"type":"user","message":{{"content":[{{"type":"tool_result",{block}}}]}}{more}}}"#)
}

/// A call and its results, in a word: outcome, tool, lines, and how many results and errors.
fn told(call: &CallRecord) -> String {
    let line = |line: Option<u64>| line.map_or("-".to_owned(), |line| line.to_string());
    format!(
        "{} {} {}>{} {}/{}",
        call.outcome.as_str(),
        call.tool.as_deref().unwrap_or("-"),
        line(call.line),
        line(call.result_line),
        call.errors,
        call.results
    )
}

#[test]
fn outcomes() {
    let a = call(r#""id":"a","name":"Bash""#, "");
    let a_as_read = call(r#""id":"\u0061","name":"Read""#, "");
    let (fine, failed) =
        (result(r#""tool_use_id":"a""#, ""), result(r#""tool_use_id":"a","is_error":true"#, ""));
    let (bare, bare_error) = (call(r#""name":"Bash""#, ""), result(r#""is_error":true"#, ""));
    let nameless = call(r#""id":"n""#, "");
    let chunk = |what: &str| format!(r#"{{"type":"chunk","chunk":{{{what}}}}}"#);
    let afk_call = chunk(r#""type":"tool_use_detail","toolUseId":"a","toolName":"bash","toolInputRaw":"{}""#);
    let afk_pending = chunk(r#""type":"tool_use_detail","toolUseId":"a","toolName":"bash","pending":true"#);
    let afk_result = chunk(r#""type":"tool_result","toolUseId":"a","isError":true"#);
    let done = r#"{"type":"done","metadata":{"sessionId":"S-1"}}"#;
    for (lines, want) in [
        (&[][..], &[][..]),
        (&[&*a], &["unanswered Bash 1>- 0/0"]),
        (&[&*a, &*fine], &["ok Bash 1>2 0/1"]),
        (&[&*a, "", "no", &*failed], &["error Bash 1>4 1/1"]),
        // In either order; told again; answered again. The first line of each is the one to look at.
        (&[&*fine, &*a], &["ok Bash 2>1 0/1"]),
        (&[&*a, &*a_as_read, &*fine, &*failed], &["error Bash 1>3 1/2"]),
        (&[&*fine], &["orphan - ->1 0/1"]),
        (&[&*failed, &*failed], &["orphan - ->1 2/2"]),
        // Without an id each counts for itself.
        (
            &[&*bare, &*bare, &*bare_error],
            &["unknown Bash 1>- 0/0", "unknown Bash 2>- 0/0", "error - ->3 1/1"],
        ),
        (&[&*nameless, &*fine], &["unanswered - 1>- 0/0", "orphan - ->2 0/1"]),
        // AFK's are paired within its runs, and with none of a message.
        (
            &[&*afk_pending, &*afk_call, &*afk_result, done, &*afk_call, done],
            &["error bash 2>3 1/1", "unanswered bash 5>- 0/0"],
        ),
        (&[&*afk_call, &*failed, done], &["unanswered bash 1>- 0/0", "orphan - ->2 1/1"]),
        // In a run of another program a chunk is no call.
        (&[&*afk_call.replacen('{', r#"{"thread_id":"t","#, 1)], &[]),
    ] {
        assert_eq!(calls(lines).iter().map(told).collect::<Vec<_>>(), want, "{lines:#?}");
    }
}

#[test]
fn durations() {
    let at = |time: &str| format!(r#","timestamp":{time}"#);
    for (from, to, want) in [
        (r#""2026-05-01T10:00:00.000Z""#, r#""2026-05-01T10:00:02.045Z""#, Some(2045)),
        (r#""2026-05-01T10:00:00Z""#, r#""2026-05-01T12:00:00+02:00""#, Some(0)),
        (r#""2026\u002d05-01T10:00:00Z""#, r#""2026-05-01T10:00:00.001Z""#, Some(1)),
        // Before the call; no time; numbers, whose unit nobody tells.
        (r#""2026-05-01T10:00:00Z""#, r#""2026-05-01T09:59:59Z""#, None),
        (r#""2026-05-01T10:00:00Z""#, "null", None),
        (r#""soon""#, r#""2026-05-01T10:00:00Z""#, None),
        ("1", "2", None),
    ] {
        let lines = [call(r#""id":"a""#, &at(from)), result(r#""tool_use_id":"a""#, &at(to))];
        let calls = calls(&[&lines[0], &lines[1]]);
        assert_eq!(calls[0].duration_ms, want, "{from} {to}");
    }
    // One line has both: OpenCode prints a call when it is over.
    let done = r#"{"type":"tool_use","timestamp":1777629600000,"sessionID":"s","part":{"callID":"a","tool":"bash","state":{"status":"completed"}}}"#;
    let calls = calls(&[done]);
    assert_eq!(
        (calls[0].results, calls[0].time_ms, calls[0].duration_ms),
        (1, Some(1_777_629_600_000), None)
    );
}

/// Seconds since 1970, where the dialect says that its numbers are seconds.
#[test]
fn durations_in_seconds() {
    let message = |created: &str, block: &str| {
        format!(
            r#"{{"type":"message","message":{{"id":"g","role":"assistant","created":{created},"content":[{block}]}}}}"#
        )
    };
    let asked = r#"{"type":"toolRequest","id":"a","toolCall":{"status":"success","value":{"name":"shell","arguments":{}}}}"#;
    let answered = r#"{"type":"toolResponse","id":"a","toolResult":{"status":"success","value":[]}}"#;
    let calls = calls(&[&message("1800000000", asked), &message("1800000002.5", answered)]);
    assert_eq!(
        calls.iter().map(|call| (call.time_ms, call.duration_ms)).collect::<Vec<_>>(),
        [(Some(1_800_000_000_000), Some(2_500))]
    );
}

/// Of a record that is written again a result counts once; elsewhere each time.
#[test]
fn results_of_records_that_are_written_again() {
    let call = r#"{"id":"m2","timestamp":"2026-04-02T08:00:03.000Z","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"read_file","args":{},"result":[{"functionResponse":{"id":"c1","response":{"output":"x"}}}],"status":"success"}]}"#;
    let start = r#"{"sessionId":"S","projectHash":"00ff","startTime":"2026-04-02T08:00:00.000Z","lastUpdated":"2026-04-02T08:00:00.000Z","kind":"main"}"#;
    assert_eq!(calls(&[start, call, call]).iter().map(told).collect::<Vec<_>>(), ["ok read_file 2>2 0/1"]);
}

/// As written, escapes and spaces included; of the first line that tells it. A result counts with all its members.
#[test]
fn bytes() {
    let lines = [
        call(r#""id":"a","input":{"cmd": "\u006cs"}"#, ""),
        call(r#""id":"a","input":{}"#, ""),
        call(r#""id":"b""#, ""),
        result(r#""tool_use_id":"a","content":"x\n""#, ""),
        result(r#""tool_use_id":"a","content":[]"#, ""),
        result(r#""tool_use_id":"b","content":null"#, ""),
    ];
    let calls = calls(&lines.each_ref().map(String::as_str));
    let bytes: Vec<_> = calls.iter().map(|call| (call.input_bytes, call.result_bytes)).collect();
    assert_eq!(bytes, [(Some(18), Some(56)), (None, Some(55))]);
}

#[test]
fn whose_they_are() {
    let init = r#"{"type":"system","subtype":"init","session_id":"T-1","tools":[],"mcp_servers":[]}"#;
    let own = call(r#""id":"a""#, r#","session_id":"T-2","parent_tool_use_id":"p","agentId":"g""#);
    let silent = call(r#""id":"b""#, r#","agentId":"g""#);
    let answer = result(r#""tool_use_id":"c""#, r#","session_id":"T-3""#);
    let chunk = r#"{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"d","toolName":"bash"}}"#;
    let done = r#"{"type":"done","metadata":{"sessionId":"S-1"}}"#;
    let calls = calls(&[init, &own, &silent, &answer, chunk, done]);
    let whose: Vec<_> = calls
        .iter()
        .map(|call| (call.id.as_deref(), call.session.as_deref(), call.agent.as_deref()))
        .collect();
    assert_eq!(
        whose,
        [
            (Some("a"), Some("T-2"), Some("p")),
            // The line says nothing, the run does; AFK's in its end.
            (Some("b"), Some("T-1"), Some("g")),
            (Some("c"), Some("T-3"), None),
            (Some("d"), Some("S-1"), None),
        ]
    );
}
