//! The tables as people see them. `SNAPSHOTS=overwrite cargo test -p runlex-cli` renews the files in `golden/`.

use crate::{command, corpus};
use snapbox::{assert_data_eq, file};
use std::fs;

/// The output for the Amp streams of the corpus, named as from within their folder.
fn table(args: &[&str]) -> String {
    let folder = corpus().join("streams/amp");
    let names = fs::read_dir(&folder).expect("the corpus").map(|entry| entry.expect("an entry").file_name());
    let streams = names.filter(|name| name.to_str().is_some_and(|name| name.ends_with(".jsonl")));
    let output = command().args(args).args(streams).current_dir(&folder).output();
    let text = String::from_utf8(output.expect("the program runs").stdout).expect("UTF-8");
    // How long it took is no part of the table.
    match text.trim_end().rsplit_once('\n') {
        Some((table, last)) if last.ends_with(" GB/s") => format!("{table}\nTIME s, RATE GB/s\n"),
        _ => text,
    }
}

#[test]
fn stats() {
    assert_data_eq!(table(&["stats"]), file!["golden/stats.txt"]);
}

#[test]
fn check() {
    assert_data_eq!(table(&["check"]), file!["golden/check.txt"]);
}

/// Streams of every program, each with what only that program says.
const EVERY_PROGRAM: [(&str, &[&str]); 4] = [
    (
        "afk.jsonl",
        &[
            r#"{"type":"chunk","chunk":{"type":"tool_use_detail","toolUseId":"toolu_a","toolName":"bash","toolInput":"ls"}}"#,
            r#"{"type":"chunk","chunk":{"type":"tool_result","toolUseId":"toolu_a","content":"ok","isError":false}}"#,
            r#"{"type":"message","message":{"role":"assistant","content":"Done.","timestamp":"2026-06-10T12:00:01.234Z"}}"#,
            r#"{"type":"done","metadata":{"sessionId":"33333333-3333-4333-8333-333333333333","durationMs":812,"numTurns":1,"totalCostUsd":0.0125,"usage":{"input_tokens":14,"output_tokens":5}}}"#,
            r#"{"type":"paused","reason":"usage-limit"}"#,
            r#"{"type":"error","error":{"message":"provider failure","name":"ProviderError"}}"#,
        ],
    ),
    (
        "amp.jsonl",
        &[
            r#"{"type":"system","subtype":"init","cwd":"/srv","session_id":"T-00000000-0000-4000-8000-000000000001","tools":[],"mcp_servers":[]}"#,
            r#"{"type":"assistant","message":{"content":[{"type":"tool_use","id":"toolu_b","name":"Read","input":{}}],"usage":{"input_tokens":10,"cache_creation_input_tokens":16256,"cache_read_input_tokens":0,"output_tokens":99}},"session_id":"T-00000000-0000-4000-8000-000000000001"}"#,
        ],
    ),
    (
        "claude-stream.jsonl",
        &[
            r#"{"type":"system","subtype":"init","model":"claude-x","tools":[],"uuid":"u1","session_id":"11111111-1111-4111-8111-111111111111"}"#,
            r#"{"type":"assistant","message":{"id":"msg_1","model":"claude-x","content":[{"type":"tool_use","id":"toolu_c","name":"Task","input":{}}],"usage":{"input_tokens":4,"output_tokens":8}},"uuid":"u2","session_id":"11111111-1111-4111-8111-111111111111"}"#,
            r#"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"toolu_c","is_error":true}]},"timestamp":"2026-06-25T10:00:00.000Z","uuid":"u3","session_id":"11111111-1111-4111-8111-111111111111"}"#,
            r#"{"type":"result","subtype":"error_max_turns","is_error":true,"duration_ms":166144,"num_turns":2,"total_cost_usd":1.2345678,"usage":{"input_tokens":4,"output_tokens":576},"modelUsage":{"claude-x":{"inputTokens":4,"outputTokens":576,"cacheReadInputTokens":40618,"cacheCreationInputTokens":7281,"costUSD":1.2},"claude-y":{"inputTokens":573,"outputTokens":134,"costUSD":0.0345678}},"uuid":"u4","session_id":"11111111-1111-4111-8111-111111111111"}"#,
        ],
    ),
    (
        "projects/claude-transcript.jsonl",
        &[
            r#"{"parentUuid":null,"isSidechain":false,"sessionId":"22222222-2222-4222-8222-222222222222","type":"assistant","message":{"id":"msg_2","model":"claude-y","content":[],"usage":{"input_tokens":2,"cache_creation_input_tokens":10,"cache_read_input_tokens":20,"output_tokens":1}},"requestId":"req_1","uuid":"u5","timestamp":"2026-05-01T10:00:01.000Z"}"#,
            r#"{"parentUuid":"u5","isSidechain":false,"sessionId":"22222222-2222-4222-8222-222222222222","type":"assistant","message":{"id":"msg_2","model":"claude-y","content":[],"usage":{"input_tokens":2,"cache_creation_input_tokens":10,"cache_read_input_tokens":20,"output_tokens":30}},"requestId":"req_1","uuid":"u6","timestamp":"2026-05-01T10:00:02.000Z"}"#,
            r#"{"parentUuid":"u6","isSidechain":false,"sessionId":"22222222-2222-4222-8222-222222222222","type":"progress","data":{"type":"agent_progress","message":{"type":"assistant","requestId":"req_2","message":{"id":"msg_3","model":"claude-y","usage":{"input_tokens":7,"output_tokens":9}}}},"uuid":"u7","timestamp":"2026-05-02T00:00:00.000Z"}"#,
            r#"{"parentUuid":"u7","isSidechain":false,"sessionId":"22222222-2222-4222-8222-222222222222","type":"system","subtype":"turn_duration","durationMs":11100000,"uuid":"u8","timestamp":"2026-05-02T00:00:00.000Z"}"#,
            r#"{"type":"session.opened","thread_id":"44444444"}"#,
        ],
    ),
];

/// The output for them; paths have slashes everywhere.
fn every_program(args: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, lines) in EVERY_PROGRAM {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, lines.join("\n") + "\n").expect("a file");
    }
    let output = command().args(args).arg(".").current_dir(folder.path()).output().expect("the program runs");
    String::from_utf8(output.stdout).expect("UTF-8").replace('\\', "/")
}

#[test]
fn ls() {
    assert_data_eq!(every_program(&["ls"]), file!["golden/ls.txt"]);
    assert_data_eq!(every_program(&["ls", "-o", "csv"]), file!["golden/ls.csv"].raw());
}

/// Of every program, and of the corpus, where lines give times.
#[test]
fn tools() {
    let corpus = |args: &[&str]| {
        let output = command().args(args).arg(".").current_dir(corpus().join("streams")).output();
        String::from_utf8(output.expect("the program runs").stdout).expect("UTF-8").replace('\\', "/")
    };
    let mut all = String::new();
    for args in [&["tools"][..], &["tools", "--calls"], &["tools", "--errors"]] {
        all += &format!("-- {}\n{}\n{}\n", args.join(" "), every_program(args), corpus(args));
    }
    assert_data_eq!(all, file!["golden/tools.txt"]);
    assert_data_eq!(corpus(&["tools", "-o", "csv"]), file!["golden/tools.csv"].raw());
    assert_data_eq!(corpus(&["tools", "--calls", "-o", "csv"]), file!["golden/tools-calls.csv"].raw());
}

#[test]
fn stats_by() {
    let mut all = String::new();
    for by in ["file", "session", "run", "tool", "model", "dialect", "type", "day"] {
        all += &format!("-- {by}\n{}\n", every_program(&["stats", "--by", by]));
    }
    for by in ["session,model", "day,model", "dialect,file", "model,run", "tool,session", "file,type"] {
        all += &format!("-- {by}\n{}\n", every_program(&["stats", "--by", by]));
    }
    assert_data_eq!(all, file!["golden/stats-by.txt"]);
    assert_data_eq!(
        every_program(&["stats", "--by", "model", "-o", "csv"]),
        file!["golden/stats-by-model.csv"].raw()
    );
}

/// A line of every kind of fault, one that is passed over, a note, and no last newline.
#[test]
fn check_of_every_kind() {
    let deep = [&b"{\"a\":"[..], &b"[".repeat(1024), b"\n"].concat();
    let long = [&b"{\"a\":\""[..], &b"x".repeat(2048), b"\"}\n"].concat();
    let lines: [&[u8]; 16] = [
        b"{\"a\":\"cut\n",
        b"{\"a\":{\"b\":1}{\"c\":2}\n",
        b"{\"a\":1}{\"b\":2}\n",
        b"{\"a\":1} done\n",
        b"data: {\"a\":1}\r\n",
        b"npm warn old\n",
        b"[{\"a\":1}]\n",
        b"{'a':1}\n",
        b"{\"a\":\"\x1b[0m\"}\n",
        b"{\"a\":\"\xff\"}\n",
        b"{\"a\":1}\0\0\0\0\n",
        b"{\0\"\0a\0\"\0:\0\x31\0}\0\n",
        &deep,
        &long,
        b" \t\r\n",
        b"{\"a\":\"\\udc00\"}",
    ];
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("every.jsonl"), lines.concat()).expect("a file");
    let args = ["check", "--max-line", "2K", "every.jsonl"];
    let output = command().args(args).current_dir(folder.path()).output().expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    for kind in runlex::FaultKind::ALL {
        assert!(text.contains(&format!(": {kind} at byte ")), "no {kind}: {text}");
    }
    assert_data_eq!(text, file!["golden/check-every-kind.txt"]);
}
