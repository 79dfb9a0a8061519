//! Made-up streams for the edges of the rules, each with what it comes to, by hand. The slow judge must agree, too.

use crate::common::read;
use crate::runs::agree;
use runlex::report::RunRecord;
use serde_json::Value;
use std::time::{Duration, Instant};

/// A line of Claude Code's stream.
fn stream(kind: &str, rest: &str) -> String {
    format!(r#"{{"type":"{kind}",{rest},"uuid":"u","session_id":"S-1"}}"#)
}

fn init(session: &str) -> String {
    format!(
        r#"{{"type":"system","subtype":"init","model":"m","tools":[],"uuid":"u","session_id":"{session}"}}"#
    )
}

fn message(id: &str, output: u32) -> String {
    stream(
        "assistant",
        &format!(
            r#""message":{{"id":"{id}","model":"m","usage":{{"input_tokens":10,"output_tokens":{output}}}}}"#
        ),
    )
}

/// A result with the turn's output, the cumulative cost, and the cumulative output.
fn result(output: u32, cost: &str, cumulative: u32) -> String {
    stream(
        "result",
        &format!(
            r#""subtype":"success","is_error":false,"duration_ms":100,"num_turns":1,"total_cost_usd":{cost},"usage":{{"input_tokens":1,"output_tokens":{output}}},"modelUsage":{{"m":{{"inputTokens":2,"outputTokens":{cumulative}}}}}"#
        ),
    )
}

const FAILED: &str = r#""subtype":"success","is_error":true,"result":"API Error"#;

/// A row of a transcript.
fn row(id: &str, request: &str, output: u32, more: &str) -> String {
    format!(
        r#"{{"parentUuid":null,"isSidechain":false,"sessionId":"S-1","type":"assistant","uuid":"{id}{output}","message":{{"id":"{id}","model":"m","content":[],"usage":{{"input_tokens":{output},"output_tokens":{output}}}}}{request}{more}}}"#
    )
}

fn progress(id: &str, output: u32) -> String {
    format!(
        r#"{{"parentUuid":null,"isSidechain":false,"sessionId":"S-1","type":"progress","data":{{"type":"agent_progress","message":{{"type":"assistant","requestId":"r","message":{{"id":"{id}","model":"m","usage":{{"input_tokens":{output},"output_tokens":{output}}}}}}}}}}}"#
    )
}

const PLAIN: &str = r#"{"type":"user","message":{"content":"x"}}"#;
const REQUEST: &str = r#","requestId":"r""#;

fn of(lines: &[String]) -> Vec<RunRecord> {
    let bytes = lines.join("\n").into_bytes();
    agree(&[("made up".to_owned(), bytes.clone())]);
    read(&bytes[..]).finish().run_list
}

/// Each run in short: dialect, outcome, reason, results, events behind the end.
fn ends(lines: &[String]) -> Vec<String> {
    let short = |run: RunRecord| {
        let reason = run.reason.map_or(String::new(), |reason| format!(" ({reason})"));
        format!("{} {}{reason} {} {}", run.dialect, run.outcome.as_str(), run.results, run.lines_after_end)
    };
    of(lines).into_iter().map(short).collect()
}

/// Each run's usage in short: rule, bound, output; then what it states and costs.
fn usage(lines: &[String]) -> Vec<String> {
    let short = |run: RunRecord| {
        let usage = run.usage.map_or("none".to_owned(), |usage| {
            let bound = serde_json::to_value(usage.bound).expect("a name");
            format!("{} {} {}", usage.rule, bound.as_str().unwrap_or_default(), usage.tokens.output)
        });
        let stated = run.tokens_stated.map_or("-".to_owned(), |sums| sums.output.to_string());
        let cost = run.cost_stated_usd_micros.map_or("-".to_owned(), |cost| cost.to_string());
        format!("{usage}, states {stated}, {cost}")
    };
    of(lines).into_iter().map(short).collect()
}

fn lines(all: &[&str]) -> Vec<String> {
    all.iter().map(|line| (*line).to_owned()).collect()
}

#[test]
fn how_runs_end() {
    let amp = |rest: &str| format!(r#"{{{rest},"session_id":"T-1"}}"#);
    let amp_init = || amp(r#""type":"system","subtype":"init","tools":[]"#);
    let said = |kind: &str, rest: &str| format!(r#"{{"type":"{kind}"{rest}}}"#);
    let chunk = || said("chunk", r#","chunk":{"type":"content","content":"x"}"#);
    for (lines, want) in [
        // Claude Code: a result a turn, and one run; other lines may follow.
        (
            vec![init("S-1"), result(1, "0.1", 1), init("S-1"), result(1, "0.2", 2)],
            &["claude-stream ok 2 0"][..],
        ),
        (
            vec![init("S-1"), result(1, "0.1", 1), stream("prompt_suggestion", r#""suggestion":"x""#)],
            &["claude-stream ok 1 1"],
        ),
        (vec![init("S-1"), result(1, "0.1", 1), init("S-1")], &["claude-stream unterminated 1 1"]),
        (vec![init("S-1"), message("a", 1)], &["claude-stream unterminated 0 0"]),
        // What is said of an error beats the word success, and success is never inferred.
        (
            vec![init("S-1"), stream("result", &format!("{FAILED}\""))],
            &["claude-stream failed (is_error) 1 0"],
        ),
        (
            vec![stream("result", r#""subtype":"error_max_turns","is_error":false"#)],
            &["claude-stream failed (error_max_turns) 1 0"],
        ),
        (vec![stream("result", r#""is_error":false"#)], &["claude-stream ok 1 0"]),
        (vec![stream("result", r#""result":"x""#), PLAIN.to_owned()], &["claude-stream failed (unsaid) 1 1"]),
        // Another session, or a cost that falls, is another process.
        (
            vec![init("S-1"), result(1, "0.1", 1), init("S-2"), PLAIN.to_owned()],
            &["claude-stream ok 1 0", "claude-stream unterminated 0 0"],
        ),
        (
            vec![init("S-1"), result(1, "0.1", 1), init("S-1"), result(1, "0.05", 2)],
            &["claude-stream ok 1 0", "claude-stream ok 1 0"],
        ),
        // A reset explains both.
        (
            vec![
                init("S-1"),
                result(1, "0.1", 1),
                stream("conversation_reset", r#""new_conversation_id":"S-2""#),
                init("S-2"),
                result(1, "0.05", 2),
            ],
            &["claude-stream ok 2 0"],
        ),
        // Amp: one result a process.
        (
            vec![amp_init(), amp(r#""type":"result","subtype":"success","is_error":true"#)],
            &["amp failed (is_error) 1 0"],
        ),
        (
            vec![amp_init(), amp(r#""type":"result","subtype":"error_max_turns""#)],
            &["amp failed (error_max_turns) 1 0"],
        ),
        (
            vec![amp_init(), amp(r#""type":"result","subtype":"odd","is_error":false"#), PLAIN.to_owned()],
            &["amp ok 1 1"],
        ),
        (
            vec![amp_init(), amp(r#""type":"result","subtype":"success""#), amp_init()],
            &["amp ok 1 0", "amp unterminated 0 0"],
        ),
        // Session files have no end.
        (vec![row("a", "", 1, ""), PLAIN.to_owned()], &["claude-transcript open 0 0"]),
        // Several programs in a file.
        (
            vec![amp_init(), row("a", "", 1, ""), init("S-1")],
            &["amp unterminated 0 0", "claude-transcript open 0 0", "claude-stream unterminated 0 0"],
        ),
        (vec![said("a.new", ""), said("a.word", "")], &["unknown unknown 0 0"]),
        (
            vec![said("thread.started", r#","thread_id":"1""#), said("turn.failed", "")],
            &["codex-exec failed (turn.failed) 1 0"],
        ),
        // AFK: the first end is final.
        (vec![chunk(), said("done", "")], &["afk ok 1 0"]),
        (
            vec![chunk(), said("error", r#","error":{"message":"x","name":"Timeout"}"#), chunk(), chunk()],
            &["afk failed (Timeout) 1 0", "afk unterminated 0 0"],
        ),
        (
            vec![
                said("done", r#","metadata":{"resultSubtype":"interrupted","isError":false}"#),
                said("done", ""),
            ],
            &["afk unknown (interrupted) 1 1"],
        ),
        (vec![said("done", r#","metadata":{"isError":true}"#)], &["afk failed (is_error) 1 0"]),
        (vec![said("done", r#","metadata":{"stopReason":"budget"}"#)], &["afk unknown (budget) 1 0"]),
        // A word that others may print counts where no line says more.
        (vec![said("done", "")], &["afk ok 1 0"]),
        (vec![amp_init(), said("done", "")], &["amp unterminated 0 0"]),
        // What is written to a program.
        (vec![said("user", r#","steer":true,"message":{"content":[]}"#)], &["amp-input open 0 0"]),
    ] {
        assert_eq!(ends(&lines), want, "{lines:#?}");
    }
}

#[test]
fn which_figure_is_the_usage() {
    let turn = |output: u32| {
        stream(
            "result",
            &format!(r#""subtype":"success","is_error":false,"usage":{{"output_tokens":{output}}}"#),
        )
    };
    let agent = stream("user", r#""parent_tool_use_id":"toolu_1","message":{"content":[]}"#);
    for (lines, want) in [
        // The last result's sum by model, whatever the messages and turns say.
        (
            vec![init("S-1"), message("a", 1), result(7, "0.1", 20), init("S-1"), result(9, "0.3", 50)],
            &["claude-model-usage exact 50, states 50, 300000"][..],
        ),
        // Begun anew: both count.
        (
            vec![
                init("S-1"),
                result(7, "0.3", 20),
                stream("conversation_reset", r#""trigger":"clear""#),
                result(9, "0.1", 50),
            ],
            &["claude-model-usage exact 70, states 70, 400000"],
        ),
        (
            vec![init("S-1"), result(7, "0.3", 20), result(9, "0.1", 50)],
            &["claude-model-usage exact 70, states 70, 400000"],
        ),
        // Nothing by model: the turns add up; they leave sub-agents out.
        (
            vec![init("S-1"), message("a", 1), turn(30), turn(40)],
            &["claude-result-usage exact 70, states 70, -"],
        ),
        (vec![init("S-1"), agent, turn(30)], &["claude-result-usage at-least 30, states 30, -"]),
        // No result: each message once, by its highest output, the last on a tie.
        (
            vec![init("S-1"), message("a", 1), message("b", 5), message("a", 3), message("a", 3)],
            &["claude-messages at-least 8, states -, -"],
        ),
        // A turn that has not ended.
        (
            vec![init("S-1"), result(7, "0.1", 20), init("S-1"), message("a", 4)],
            &["claude-model-usage at-least 20, states 20, 100000"],
        ),
        (
            vec![init("S-1"), "{\"cut\":".to_owned(), result(7, "0.1", 20)],
            &["claude-model-usage at-least 20, states 20, 100000"],
        ),
        // Counters of other names say nothing.
        (
            vec![
                init("S-1"),
                stream(
                    "result",
                    r#""subtype":"success","is_error":false,"usage":{"output_tokens":3},"modelUsage":{"m":{"output_tokens":9}}"#,
                ),
            ],
            &["claude-result-usage exact 3, states 3, -"],
        ),
        // Session files: rows of one answer, near or far; its requests apart.
        (
            vec![row("a", REQUEST, 1, ""), row("b", REQUEST, 2, ""), row("a", REQUEST, 9, "")],
            &["transcript-messages at-least 11, states -, -"],
        ),
        (
            vec![row("a", REQUEST, 1, ""), row("a", r#","requestId":"s""#, 2, "")],
            &["transcript-messages at-least 3, states -, -"],
        ),
        (
            vec![row("a", REQUEST, 1, ""), row("a", "", 2, "")],
            &["transcript-messages at-least 1, states -, -"],
        ),
        // A side question replays it, and a synthetic row is no call.
        (
            vec![row("a", REQUEST, 1, ""), row("a", r#","requestId":"s""#, 2, r#","isSidechain":true"#)],
            &["transcript-messages at-least 1, states -, -"],
        ),
        (
            vec![row("a", REQUEST, 1, ""), row("b", "", 2, r#","isApiErrorMessage":true"#)],
            &["transcript-messages at-least 1, states -, -"],
        ),
        // AFK: its end has the usage, and of the cache that of the last call only.
        (
            vec![
                r#"{"type":"done","metadata":{"usage":{"output_tokens":5},"totalCostUsd":0.0125}}"#
                    .to_owned(),
            ],
            &["afk-done exact 5, states 5, 12500"],
        ),
        (
            vec![
                r#"{"type":"done","metadata":{"usage":{"output_tokens":5,"cache_read_input_tokens":1}}}"#
                    .to_owned(),
            ],
            &["afk-done at-least 5, states 5, -"],
        ),
        (
            vec![r#"{"type":"paused","reason":"usage-limit"}"#.to_owned()],
            &["afk-done at-least 0, states -, -"],
        ),
        // A sub-agent's message within a line of progress: once, wherever else it stands.
        (
            vec![row("a", REQUEST, 5, r#","isSidechain":true"#), progress("a", 5), progress("b", 3)],
            &["transcript-messages at-least 8, states -, -"],
        ),
    ] {
        assert_eq!(usage(&lines), want, "{lines:#?}");
    }
}

/// What only lines of progress tell is shown apart, and nothing of it is in `tokens`.
/// Of a repeated name the last entry counts, and if that says nothing, nothing does.
#[test]
fn repeated_models() {
    let of = |models: &str| {
        let result = stream("result", &format!(r#""subtype":"success","modelUsage":{{{models}}}"#));
        usage(&[init("S-1"), result]).join("; ")
    };
    let [one, two, odd] = ["1", "2", "-1"].map(|output| format!(r#""m":{{"outputTokens":{output}}}"#));
    let escaped = two.replace("\"m\"", "\"\\u006d\"");
    assert_eq!(of(&one), "claude-model-usage exact 1, states 1, -");
    assert_eq!(of(&format!("{one},{two}")), "claude-model-usage exact 2, states 2, -");
    assert_eq!(of(&format!("{one},{escaped}")), "claude-model-usage exact 2, states 2, -");
    assert_eq!(
        of(&format!(r#"{odd},"n":{{"outputTokens":7}},{one}"#)),
        "claude-model-usage exact 8, states 8, -"
    );
    assert_eq!(of(&format!(r#"{one},"m":3"#)), "claude-messages at-least 0, states -, -");
}

/// A line, and a stream, can name any number of models. Squared, it would take minutes.
#[test]
fn many_models() {
    const MANY: usize = 100_000;
    let begun = Instant::now();
    let entry = |at: usize| format!(r#""m{at}":{{"outputTokens":1}}"#);
    let all = (0..MANY).map(entry).collect::<Vec<_>>().join(",");
    let one_line = stream("result", &format!(r#""subtype":"success","modelUsage":{{{all}}}"#));
    // Falling costs: every result is a conversation of its own.
    let falling = (0..MANY).map(|at| {
        let rest = format!(r#""total_cost_usd":{},"modelUsage":{{{}}}"#, MANY - at, entry(at));
        stream("result", &rest)
    });
    for results in [vec![one_line], falling.collect()] {
        let bytes = [vec![init("S-1")], results].concat().join("\n");
        let runs = read(bytes.as_bytes()).finish().run_list;
        assert_eq!(runs[0].usage.map(|usage| usage.tokens.output), Some(MANY as u128));
        assert_eq!(runs[0].models.len(), MANY);
    }
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
}

#[test]
fn progress_apart() {
    let lines = [
        row("a", REQUEST, 5, ""),
        progress("b", 3),
        progress("b", 4),
        progress("c", 1),
        row("c", REQUEST, 1, ""),
    ];
    let run = &of(&lines)[0];
    let usage = run.usage.expect("a dialect that is known");
    assert_eq!(usage.tokens.output, 10);
    assert_eq!(usage.progress.map(|sums| sums.output), Some(4));
    assert_eq!((run.tokens.output, run.messages), (6, 3));
}

/// Usage of all files: each message once, and what a run states covers its messages wherever they stand.
#[test]
fn over_files() {
    let total = |files: &[&[String]]| {
        let files: Vec<(String, Vec<u8>)> = files
            .iter()
            .enumerate()
            .map(|(at, lines)| (format!("file {at}"), lines.join("\n").into_bytes()))
            .collect();
        agree(&files);
        let key = runlex::IdKey::random();
        let mut totals = runlex::Totals::new(key);
        for (_, bytes) in &files {
            totals.merge(runlex::Totals::of(crate::common::scan(key, bytes, 0, bytes.len())).0);
        }
        let totals = totals.finish();
        let usage = totals.usage.expect("dialects that are known");
        (usage.tokens.output, usage.rule, totals.tokens_copied.output)
    };
    let forked = [row("a", REQUEST, 5, ""), row("b", REQUEST, 6, "")];
    let more = [row("a", REQUEST, 5, ""), row("b", REQUEST, 6, ""), row("c", REQUEST, 7, "")];
    assert_eq!(total(&[&forked, &more]), (18, "transcript-messages", 11));
    // Without ids of messages their lines' ids tell.
    let nameless = forked.clone().map(|line| line.replace(r#""id":"a","#, "").replace(r#""id":"b","#, ""));
    assert_eq!(total(&[&nameless, &nameless]).0, 11);
    // The stream of the same run states it all.
    let captured = [init("S-1"), message("a", 1), result(7, "0.1", 20)];
    assert_eq!(total(&[&captured, &forked]), (26, "mixed", 1));
}

/// Sub-agents with their calls, and calls that are paired within their run.
#[test]
fn agents_and_tools() {
    let call = |id: &str, parent: &str| {
        stream(
            "assistant",
            &format!(
                r#""parent_tool_use_id":{parent},"message":{{"content":[{{"type":"tool_use","id":"{id}","name":"Bash","input":{{}}}}]}}"#
            ),
        )
    };
    let answer = |id: &str| {
        stream(
            "user",
            &format!(
                r#""message":{{"content":[{{"type":"tool_result","tool_use_id":"{id}","is_error":true}}]}}"#
            ),
        )
    };
    let lines = [
        init("S-1"),
        call("t1", "null"),
        call("t2", "\"t1\""),
        call("t2", "\"t1\""),
        answer("t2"),
        stream("user", r#""parent_tool_use_id":"t9","message":{"content":[]}"#),
        init("S-2"),
        answer("t1"),
    ];
    let runs = of(&lines);
    let agents: Vec<_> = runs[0].agents.iter().map(|(id, calls)| (id.as_str(), *calls)).collect();
    assert_eq!(agents, [("t1", 1), ("t9", 0)]);
    let short: Vec<_> = runs
        .iter()
        .map(|run| (run.tool_calls, run.tool_results, run.tool_errors, run.unanswered, run.orphan_results))
        .collect();
    assert_eq!(short, [(2, 1, 1, 1, 0), (0, 1, 1, 0, 1)]);
    // In the file they meet.
    let bytes = lines.join("\n").into_bytes();
    assert_eq!(read(&bytes[..]).finish().unanswered, [""; 0]);
}

/// A run that only `dialect` tells from the figures of the others: the shape of a record.
#[test]
fn a_record() {
    let lines = lines(&[
        r#"{"type":"system","subtype":"init","cwd":"/srv","session_id":"T-1","tools":[],"mcp_servers":[]}"#,
        r#"{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"Read","input":{}}],"usage":{"input_tokens":3,"output_tokens":4}},"session_id":"T-1"}"#,
        r#"{"type":"result","subtype":"success","is_error":false,"duration_ms":1500,"num_turns":2,"session_id":"T-1"}"#,
    ]);
    let want: Value = serde_json::from_str(
        r#"{"dialect":"amp","session":"T-1","line":1,"offset":0,"events":3,"faults":0,"started":null,"ended":null,
        "duration_ms":1500,"turns":2,"outcome":"ok","reason":null,"results":1,"lines_after_end":0,"models":[],"messages":1,
        "agents":{},"tool_calls":1,"tool_results":0,"tool_errors":0,"unanswered":1,"orphan_results":0,
        "tools":{"Read":{"calls":1,"results":0,"errors":0,"unanswered":1}},
        "tokens":{"input":3,"cache_creation":0,"cache_read":0,"output":4},
        "usage":{"input":3,"cache_creation":0,"cache_read":0,"output":4,"rule":"amp-messages","bound":"exact"},
        "usage_comparable":{"input":3,"cache_creation":0,"cache_read":0,"output":4},
        "tokens_stated":null,"cost_stated_usd_micros":null,"findings":[]}"#,
    )
    .expect("JSON");
    assert_eq!(serde_json::to_value(&of(&lines)[0]).expect("JSON"), want);
}
