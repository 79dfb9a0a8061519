//! Whose run it is: lines wait for the one that tells.

use super::{cat, each};
use crate::{INIT, folder, runlex, runlex_with};

/// A line that several programs print.
const OPEN: &str =
    r#"{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"hi"}]}}"#;
const AMP: &str =
    r#"{"type":"user","session_id":"T-1","message":{"role":"user","content":[{"type":"text","text":"q"}]}}"#;
const AFK: &str = r#"{"type":"chunk","chunk":{"type":"content","content":"c"}}"#;
const CLAUDE: &str = r#"{"type":"user","uuid":"u","session_id":"s","message":{"role":"user","content":"q"}}"#;
const CODEX: &str = r#"{"type":"a.new"}"#;
const INPUT: &str = r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"q"}]}}"#;
const DONE: &str = r#"{"type":"done"}"#;
const START: &str = r#"{"type":"system","subtype":"init"}"#;
const BAD: &str = "oops";

#[test]
fn of_a_run() {
    for (lines, want) in [
        // The first line that is sure decides for those before it.
        (&[OPEN, OPEN, AMP, OPEN][..], "amp amp amp amp"),
        (&[OPEN, CLAUDE, OPEN], "claude-stream claude-stream claude-stream"),
        (&[OPEN, CODEX, OPEN], "unknown unknown unknown"),
        (&[OPEN, OPEN], "unknown unknown"),
        // What may be is taken only if nothing is sure.
        (&[INPUT, OPEN, INPUT], "amp-input amp-input amp-input"),
        (&[OPEN, DONE], "afk afk"),
        (&[INPUT, AMP], "amp amp"),
        (&[DONE, INPUT], "afk afk"),
        // Another program, another run; what is open stays with the run before.
        (&[AMP, OPEN, AFK, OPEN, AMP], "amp amp afk afk amp"),
        (&[OPEN, START, AMP], "unknown amp amp"),
        (&[AMP, START, OPEN], "amp unknown unknown"),
        (&[AMP, START, CLAUDE], "amp claude-stream claude-stream"),
        // Faults keep their place.
        (&[BAD, OPEN, BAD, BAD, AMP, BAD], " amp   amp "),
        (&[BAD, OPEN, BAD, OPEN, BAD], " unknown  unknown "),
    ] {
        let stream = lines.join("\n");
        let out = cat(&stream, &["--quiet"]);
        // Each of these lines has one item, whatever the dialect.
        assert_eq!(each(&out, "dialect").join(" "), want, "{lines:#?}");
        let numbers: Vec<_> = out.iter().filter_map(|line| line["line"].as_u64()).collect();
        assert_eq!(numbers, (1..=lines.len() as u64).collect::<Vec<_>>(), "{lines:#?}");
    }
}

/// How the input comes changes nothing, but for the name.
#[test]
fn a_file_and_a_pipe() {
    let stream = [OPEN, BAD, AMP, START, OPEN, AFK, INPUT].join("\n");
    let folder = folder(&[("a.jsonl", &stream)]);
    for more in [&[][..], &["--events"], &["--dialect", "afk"], &["--events", "--dialect", "amp"]] {
        let piped = runlex_with(stream.as_bytes(), &[&["cat", "-"], more].concat());
        let path = folder.path().join("a.jsonl");
        let path = path.to_str().expect("UTF-8");
        let read = runlex([&["cat", path], more].concat());
        assert_eq!(piped.out, read.out.replace(path, "-"), "{more:?}");
        assert!(!piped.out.is_empty());
    }
}

/// 256 lines wait, faults among them, and no more.
#[test]
fn no_more_lines_wait_than_there_is_room_for() {
    let dialects = |lines: Vec<String>| {
        let folder = folder(&[("a.jsonl", &lines.join("\n"))]);
        let ran = runlex(["cat".as_ref(), folder.path().as_os_str()]);
        each(&super::lines(&ran.out), "dialect")
    };
    let open = |count| vec![OPEN.to_owned(); count];
    let amp = || vec![AMP.to_owned()];
    assert_eq!(dialects([open(256), amp()].concat()), vec!["amp"; 257]);
    let got = dialects([open(257), amp(), open(1)].concat());
    assert_eq!(got, [vec!["unknown"; 257], vec!["amp"; 2]].concat());
    let got = dialects([open(1), vec![BAD.to_owned(); 256], open(1), amp()].concat());
    assert_eq!(got, [vec!["unknown"], vec![""; 256], vec!["unknown", "amp"]].concat());
    // What may be stands from there on.
    let got = dialects([vec![INPUT.to_owned()], open(300), amp()].concat());
    assert_eq!(got, [vec!["amp-input"; 301], vec!["amp"]].concat());
    // 8 MiB of bytes.
    let large = OPEN.replace("hi", &"x".repeat(5 << 20));
    let got = dialects([vec![large.clone()], amp()].concat());
    assert_eq!(got, ["amp", "amp"]);
    let got = dialects([vec![large.clone(), large], amp()].concat());
    assert_eq!(got, ["unknown", "unknown", "amp"]);
    // A new run is waited for anew.
    let got = dialects([open(300), vec![START.to_owned()], open(1), amp()].concat());
    assert_eq!(got, [vec!["unknown"; 300], vec!["amp"; 3]].concat());
}

#[test]
fn a_stream_begins_anew_in_each_file() {
    let folder = folder(&[("a.jsonl", INIT), ("b.jsonl", OPEN), ("c.jsonl", OPEN), ("d.jsonl", INIT)]);
    let ran = runlex(["cat".as_ref(), folder.path().as_os_str()]);
    assert_eq!(each(&super::lines(&ran.out), "dialect"), ["amp", "unknown", "unknown", "amp"]);
}
