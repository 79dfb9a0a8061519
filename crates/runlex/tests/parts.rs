//! What a stream says that is cut anywhere, by hand: what random lines seldom meet.

mod common;

use common::{cuts, json, scan, scan_halves};
use runlex::report::{Key, KeyValue, SumOf, Usage};
use runlex::{FileReport, IdKey, Totals};

fn stream(lines: &[&str]) -> Vec<u8> {
    lines.iter().flat_map(|line| [line.as_bytes(), b"\n"].concat()).collect()
}

/// Its report, which is the same wherever the stream is cut.
fn report(lines: &[&str]) -> FileReport {
    let bytes = stream(lines);
    let whole = scan(IdKey::random(), &bytes, 0, bytes.len()).finish();
    for cut in cuts(&bytes) {
        assert_eq!(json(&scan_halves(&bytes, cut).finish()), json(&whole), "cut at {cut}: {lines:#?}");
    }
    whole
}

/// Of each run what it is of, how many events it has, whether and by which rule its usage is all (`=`) or a part (`>`), input and output,
/// and the cost in micro-dollars; last the same of all.
fn told(report: &FileReport) -> Vec<String> {
    let used = |usage: Option<Usage>| {
        usage.map_or("-".to_owned(), |usage| {
            let bound = if usage.bound == SumOf::Everything { '=' } else { '>' };
            format!("{bound}{} {}/{}", usage.rule, usage.tokens.input, usage.tokens.output)
        })
    };
    let cost = |cost: Option<u64>| cost.map_or(String::new(), |micros| format!(" ${micros}"));
    let runs = report.run_list.iter().map(|run| {
        format!("{} {} {}{}", run.dialect, run.events, used(run.usage), cost(run.cost_stated_usd_micros))
    });
    runs.chain([used(report.usage) + &cost(report.cost_stated_usd_micros)]).collect()
}

const INIT: &str = r#"{"type":"system","subtype":"init","session_id":"S","uuid":"u","model":"m","tools":[]}"#;
/// 1 token in, 2 out, $0.1 of the model m.
const OF_MODEL: &str = r#","modelUsage":{"m":{"inputTokens":1,"outputTokens":2,"costUSD":0.1}}"#;
/// 5 tokens in, 6 out.
const USED: &str = r#","usage":{"input_tokens":5,"output_tokens":6}"#;

fn result(more: &[&str]) -> String {
    let more = more.concat();
    format!(r#"{{"type":"result","subtype":"success","is_error":false,"session_id":"S","uuid":"u"{more}}}"#)
}

fn cost(dollars: &str) -> String {
    format!(r#","total_cost_usd":{dollars}"#)
}

/// Claude Code's figures are those of a conversation so far; one that costs less than the one before is another conversation.
#[test]
fn conversations() {
    for (results, want) in [
        (
            vec![result(&[&cost("0.5"), OF_MODEL]), result(&[&cost("0.7"), OF_MODEL])],
            ["claude-stream 3 =claude-model-usage 1/2 $700000", "=claude-model-usage 1/2 $700000"],
        ),
        // What is not stated again stands.
        (
            vec![result(&[&cost("0.5"), OF_MODEL]), result(&[OF_MODEL])],
            ["claude-stream 3 =claude-model-usage 1/2 $500000", "=claude-model-usage 1/2 $500000"],
        ),
        (
            vec![result(&[&cost("0.5"), OF_MODEL]), result(&[&cost("0.2"), OF_MODEL])],
            ["claude-stream 3 =claude-model-usage 2/4 $700000", "=claude-model-usage 2/4 $700000"],
        ),
        // One conversation in the middle says nothing of models: then models are not all.
        (
            vec![
                result(&[&cost("0.5"), OF_MODEL]),
                result(&[&cost("0.2"), USED]),
                result(&[&cost("0.1"), OF_MODEL]),
            ],
            ["claude-stream 4 =claude-result-usage 5/6 $800000", "=claude-result-usage 5/6 $800000"],
        ),
    ] {
        let lines: Vec<&str> = [INIT].into_iter().chain(results.iter().map(String::as_str)).collect();
        assert_eq!(told(&report(&lines)), want, "{lines:#?}");
    }
}

/// What is missing anywhere in the stream makes the sum of its runs a lower bound, also where each run is whole.
#[test]
fn usage_that_may_not_be_all() {
    const AMP: [&str; 3] = [
        r#"{"type":"system","subtype":"init","session_id":"T-1","tools":[],"mcp_servers":[]}"#,
        r#"{"type":"assistant","message":{"content":[],"usage":{"input_tokens":1,"output_tokens":2}},"session_id":"T-1"}"#,
        r#"{"type":"result","subtype":"success","is_error":false,"session_id":"T-1"}"#,
    ];
    let run = "amp 3 =amp-messages 1/2";
    let [init, message, ok] = AMP;
    assert_eq!(told(&report(&AMP)), [run, "=amp-messages 1/2"]);
    assert_eq!(told(&report(&["{\"cut\":", init, message, ok])), [run, ">amp-messages 1/2"]);
    // A counter that is none, in a run that has no usage.
    let given = r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"x"}]}}"#;
    let odd = r#"{"type":"assistant","message":{"usage":{"input_tokens":"x"}}}"#;
    let doubtful = report(&[given, odd, init, message, ok]);
    assert_eq!(doubtful.tokens_odd, 1);
    assert_eq!(told(&doubtful), ["amp-input 2 -", run, ">amp-messages 1/2"]);
    // Qwen Code's messages leave out its agents.
    for (last, want) in [
        (result(&[]), ["qwen-stream 3 >qwen-messages 300/4", ">qwen-messages 300/4"]),
        (result(&[USED]), ["qwen-stream 3 =qwen-result 5/6", "=qwen-result 5/6"]),
    ] {
        assert_eq!(told(&report(&[QWEN_INIT, QWEN_MESSAGE, &last])), want);
    }
}

const QWEN_INIT: &str = r#"{"type":"system","subtype":"init","uuid":"u","session_id":"S","cwd":"/w","tools":[],"mcp_servers":[],"model":"q","permission_mode":"yolo","qwen_code_version":"1"}"#;
/// 300 tokens in, 4 out.
const QWEN_MESSAGE: &str = r#"{"type":"assistant","uuid":"v","session_id":"S","parent_tool_use_id":null,"message":{"id":"m1","role":"assistant","model":"q","content":[],"usage":{"input_tokens":300,"output_tokens":4,"total_tokens":304}}}"#;

/// A message that is told in two runs, in one stream or in two, is of what one of them states, whichever that is.
#[test]
fn a_message_of_two_runs() {
    let (silent, stated) = (result(&[]), result(&[USED]));
    for (first, second) in [(&silent, &stated), (&stated, &silent), (&stated, &stated)] {
        let lines = [QWEN_INIT, QWEN_MESSAGE, first, QWEN_INIT, QWEN_MESSAGE, second];
        let want = if first == second { (10, 12) } else { (5, 6) };
        let used = |usage: Option<Usage>| usage.map(|usage| (usage.tokens.input, usage.tokens.output));
        assert_eq!(used(report(&lines).usage), Some(want), "{lines:#?}");
        let key = IdKey::random();
        let mut totals = Totals::new(key);
        for lines in [&lines[..3], &lines[3..]] {
            let bytes = stream(lines);
            totals.merge(Totals::of(scan(key, &bytes, 0, bytes.len())).0);
        }
        assert_eq!(used(totals.finish().usage), Some(want), "{lines:#?}");
    }
}

fn rollout(kind: &str, payload: &str) -> String {
    format!(r#"{{"timestamp":"2026-05-01T10:00:00.000Z","type":"{kind}","payload":{payload}}}"#)
}

/// By the conversation and by its last call.
fn used_so_far(input: u32) -> String {
    let usage = format!(r#"{{"input_tokens":{input},"output_tokens":2}}"#);
    let info = format!(r#"{{"total_token_usage":{usage},"last_token_usage":{usage}}}"#);
    rollout("event_msg", &format!(r#"{{"type":"token_count","info":{info}}}"#))
}

/// What a conversation used so far counts once, however often it is said; each conversation for itself.
#[test]
fn totals_of_conversations() {
    let thread = |id: &str| format!(r#"{{"type":"thread.started","thread_id":"{id}"}}"#);
    let done = |input: u32| {
        format!(
            r#"{{"type":"turn.completed","usage":{{"input_tokens":{input},"cached_input_tokens":0,"output_tokens":2}}}}"#
        )
    };
    let lines = [thread("a"), done(3), thread("b"), done(4)];
    assert_eq!(
        told(&report(&lines.each_ref().map(String::as_str))),
        ["codex-exec 2 =codex-thread 3/2", "codex-exec 2 =codex-thread 4/2", "=codex-thread 7/4"]
    );
    // The same total again behind a line that names a model.
    let lines = [
        rollout("session_meta", r#"{"id":"a","cwd":"/w"}"#),
        used_so_far(3),
        rollout("turn_context", r#"{"model":"m"}"#),
        used_so_far(3),
    ];
    assert_eq!(
        told(&report(&lines.each_ref().map(String::as_str))),
        ["codex-rollout 4 =codex-rollout 3/2", "=codex-rollout 3/2"]
    );
}

/// Only lines that nobody is thought to have printed are of the run that begins behind them.
#[test]
fn lines_before_a_start() {
    let start = r#"{"type":"thread.started","thread_id":"a"}"#;
    for (line, want) in [
        (r#"{"type":"error","message":"x"}"#, &["codex-exec 2"][..]),
        (r#"{"type":"chunk","chunk":{"type":"content","content":"x"}}"#, &["afk 1", "codex-exec 1"]),
        (r#"{"type":"done"}"#, &["afk 1", "codex-exec 1"]),
        (
            r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"x"}]}}"#,
            &["amp-input 1", "codex-exec 1"],
        ),
    ] {
        let runs = report(&[line, start]).run_list;
        let told: Vec<_> = runs.iter().map(|run| format!("{} {}", run.dialect, run.events)).collect();
        assert_eq!(told, want, "{line}");
    }
}

/// Of another session's history nothing counts.
#[test]
fn calls_that_are_copied() {
    for (from, want) in [("", 1), (r#""forkedFrom":{"sessionId":"S-1"},"#, 0)] {
        let line = format!(
            r#"{{"uuid":"b","parentUuid":null,"sessionId":"S-2","timestamp":"2026-05-01T10:00:01.000Z",{from}"type":"assistant","model":"m","message":{{"parts":[{{"functionCall":{{"id":"a","name":"Bash"}}}}]}}}}"#
        );
        let runs = report(&[&line]).run_list;
        assert_eq!((runs[0].dialect, runs[0].tool_calls), ("qwen-chat", want), "{line}");
    }
}

/// By model, also of files that come later: what a run states of it, and its cost.
#[test]
fn sums_by_model() {
    let key = IdKey::random();
    let bytes = stream(&[INIT, &result(&[&cost("0.5"), OF_MODEL])]);
    let one = || Totals::of_by(scan(key, &bytes, 0, bytes.len()), &[Key::Model]).0;
    let mut both = one();
    both.merge(one());
    for (totals, want) in [(one(), (1, 1, 2, Some(100_000))), (both, (2, 2, 4, Some(200_000)))] {
        let groups = totals.finish_by().1;
        let told: Vec<_> = groups
            .into_iter()
            .map(|(keys, group)| {
                (keys, (group.runs, group.usage.input, group.usage.output, group.cost_stated_usd_micros))
            })
            .collect();
        assert_eq!(told, [(vec![KeyValue::Name("m".into())], want)]);
    }
}

/// A stream that failed counts as a file as far as it could be read, and always as one with an error.
#[test]
fn files_with_errors() {
    for (lines, is_cut, want) in
        [(&[INIT][..], false, (1, 0)), (&[INIT], true, (1, 1)), (&[], false, (1, 0)), (&[], true, (0, 1))]
    {
        let bytes = stream(lines);
        let mut report = scan(IdKey::random(), &bytes, 0, bytes.len());
        if is_cut {
            report.cut_short();
        }
        let totals = Totals::of(report).0.finish();
        assert_eq!((totals.files, totals.files_with_errors), want, "{lines:?} {is_cut}");
    }
}
