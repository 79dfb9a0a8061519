//! `text`: what was said, and nothing else.

use crate::{corpus, folder, runlex, runlex_with};

const INIT: &str = r#"{"type":"system","subtype":"init","session_id":"s-1","uuid":"u-0","tools":[],"claude_code_version":"2"}"#;

/// An event of a message in pieces.
fn piece(event: &str) -> String {
    format!(
        r#"{{"type":"stream_event","session_id":"s-1","uuid":"u-1","parent_tool_use_id":null,"event":{event}}}"#
    )
}

fn begun(id: &str) -> String {
    piece(&format!(
        r#"{{"type":"message_start","message":{{"id":"{id}","content":[],"usage":{{"input_tokens":1}}}}}}"#
    ))
}

fn said(block: u32, text: &str) -> String {
    piece(&format!(
        r#"{{"type":"content_block_delta","index":{block},"delta":{{"type":"text_delta","text":"{text}"}}}}"#
    ))
}

fn whole(id: &str, parent: &str, text: &str) -> String {
    format!(
        r#"{{"type":"assistant","session_id":"s-1","uuid":"u-2","parent_tool_use_id":{parent},"message":{{"id":"{id}","content":[{{"type":"text","text":"{text}"}}]}}}}"#
    )
}

fn afk(chunk: &str) -> String {
    format!(r#"{{"type":"chunk","chunk":{chunk}}}"#)
}

fn text_of(lines: &[String], more: &[&str]) -> String {
    let input = lines.join("\n") + "\n";
    let ran = runlex_with(input.as_bytes(), &[&["text"], more, &["-"]].concat());
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{lines:?}");
    ran.out
}

#[test]
fn pieces_and_wholes() {
    let init = || INIT.to_owned();
    let stop = || piece(r#"{"type":"content_block_stop","index":0}"#);
    let ping = || piece(r#"{"type":"ping"}"#);
    let done = || r#"{"type":"done","metadata":{"stopReason":"end_turn"}}"#.to_owned();
    let content = |text: &str| afk(&format!(r#"{{"type":"content","content":"{text}"}}"#));
    let message = |text: &str| format!(r#"{{"type":"message","message":{{"content":"{text}"}}}}"#);
    for (what, lines, want) in [
        ("whole", vec![init(), whole("m1", "null", "a")], "a\n"),
        (
            "in pieces",
            vec![init(), begun("m1"), said(0, "a"), ping(), said(0, "b"), stop(), whole("m1", "null", "ab")],
            "ab\n",
        ),
        ("cut", vec![init(), begun("m1"), said(0, "a"), said(0, "b")], "ab\n"),
        (
            "two blocks",
            vec![
                init(),
                begun("m1"),
                said(0, "a"),
                said(1, "b"),
                whole("m1", "null", "a"),
                whole("m1", "null", "b"),
            ],
            "a\nb\n",
        ),
        (
            "whole texts in between",
            vec![
                init(),
                begun("m1"),
                said(0, "a"),
                whole("m1", "null", "a"),
                said(1, "b"),
                whole("m1", "null", "b"),
            ],
            "a\nb\n",
        ),
        (
            "a sub-agent in between",
            vec![
                init(),
                begun("m1"),
                said(0, "a"),
                whole("m2", "\"toolu_1\"", "sub"),
                said(0, "b"),
                whole("m1", "null", "ab"),
            ],
            "a\nsub\nb\n",
        ),
        (
            "a message that never came whole",
            vec![init(), begun("m1"), said(0, "a"), begun("m2"), whole("m2", "null", "b")],
            "a\nb\n",
        ),
        ("another turn", vec![init(), begun("m1"), said(0, "a"), init(), whole("m2", "null", "b")], "a\nb\n"),
        ("AFK", vec![content("a"), content("b"), message("ab"), done()], "ab\n"),
        ("AFK without pieces", vec![message("ab"), done()], "ab\n"),
        ("AFK without a message", vec![content("a"), content("b"), done()], "ab\n"),
        (
            "AFK with a call between",
            vec![
                content("a"),
                afk(r#"{"type":"tool_use_detail","toolUseId":"t","toolName":"bash","toolInputRaw":"{}"}"#),
                content("b"),
                message("b"),
                done(),
            ],
            "a\nb\n",
        ),
        (
            "AFK tells anew",
            vec![content("a"), r#"{"type":"stream_retry"}"#.to_owned(), content("ab"), message("ab"), done()],
            "a\nab\n",
        ),
        ("an empty text", vec![init(), whole("m1", "null", "")], "\n"),
    ] {
        assert_eq!(text_of(&lines, &[]), want, "{what}");
    }
    let thinks = |text: &str| afk(&format!(r#"{{"type":"thinking","content":"{text}"}}"#));
    let lines = [thinks("a"), thinks("b"), content("c"), message("c"), done()];
    assert_eq!(text_of(&lines, &["--kind", "thinking"]), "ab\n");
    assert_eq!(text_of(&lines, &["--kind", "thinking", "--kind", "assistant_text"]), "ab\nc\n");
}

#[test]
fn who_speaks() {
    let run = |args: &[&str]| {
        let path = corpus().join("streams/amp/amp-subagents.jsonl");
        runlex(["text"].iter().chain(args).map(AsRef::as_ref).chain([path.as_os_str()])).out
    };
    let agent = "Looking at the east door.\nThe east barn is dry.\nEast is done, west still runs.\nBoth barns are dry.\n";
    assert_eq!(run(&[]), agent);
    assert_eq!(run(&["--role", "assistant"]), agent);
    assert_eq!(run(&["--kind", "assistant_text"]), agent);
    assert_eq!(run(&["--role", "user"]), "check both barns\nThe west barn is dry.\n");
    assert_eq!(run(&["--kind", "user_text", "--role", "assistant"]), "");
    assert_eq!(run(&["--session", "T-00000000-0000-4000-8000-000000000104"]), agent);
    assert_eq!((run(&["--session", "T-1"]), run(&["--kind", "tool_call"])), (String::new(), String::new()));
    let both = run(&["--role", "user", "--role", "assistant"]);
    assert!(both.starts_with("check both barns\nLooking at") && both.lines().count() == 6, "{both}");
}

/// Escapes are resolved, and nothing else is changed, however long a text is and wherever buffers end.
#[test]
fn escapes_are_resolved() {
    let raw = r#"\u0000 \u001b[2J \n \/ \"\\ é 😀 \ud83d\ude00 \ud83d \u2028"#;
    let lines = [INIT.to_owned(), whole("m1", "null", raw)];
    assert_eq!(text_of(&lines, &[]), "\0 \u{1b}[2J \n / \"\\ é 😀 😀 \u{fffd} \u{2028}\n");

    let mut input = INIT.to_owned() + "\n";
    let mut want = String::new();
    for length in [0, 1, 100, 5_000, 65_534, 65_535, 65_536, 65_537, 200_000] {
        for (written, said) in [("x", "x"), (r"\n", "\n"), (r"\u00e9", "é"), ("한", "한")] {
            let count = length / written.len();
            input += &whole("m1", "null", &written.repeat(count));
            input += "\n";
            want += &(said.repeat(count) + "\n");
        }
    }
    let folder = folder(&[("a.jsonl", &input)]);
    let out = runlex(["text".as_ref(), folder.path().as_os_str()]).out;
    assert!(out == want, "{} bytes, not {}", out.len(), want.len());
}

/// Each piece is there before more is waited for.
#[cfg(target_os = "linux")]
#[test]
fn a_live_pipe() {
    use std::io::{Read, Write};
    use std::process::Stdio;
    let mut live = crate::command();
    live.arg("text").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = live.spawn().expect("the program runs");
    let mut input = child.stdin.take().expect("a pipe");
    let mut out = child.stdout.take().expect("a pipe");
    let lines = [
        (INIT.to_owned(), ""),
        (said(0, "a"), "a"),
        (said(0, "b\\n"), "b\n"),
        (whole("m1", "null", "ab\\n"), "\n"),
        (whole("m2", "null", "c"), "c\n"),
    ];
    for (line, want) in lines {
        input.write_all((line + "\n").as_bytes()).expect("written");
        let mut got = vec![0; want.len()];
        // Would wait for ever if it were kept back.
        out.read_exact(&mut got).expect("a piece");
        assert_eq!(String::from_utf8_lossy(&got), want);
    }
    drop(input);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

/// Broken lines cost themselves.
#[test]
fn faults_and_nothing() {
    assert_eq!(text_of(&[String::new()], &[]), "");
    let cut = whole("m1", "null", "a")[..80].to_owned();
    assert_eq!(text_of(&[INIT.to_owned(), cut, whole("m1", "null", "b")], &["-q"]), "b\n");
    // Of an unknown program nobody knows what is text.
    assert_eq!(text_of(&[r#"{"type":"session.opened","thread_id":"1"}"#.to_owned()], &[]), "");
}
