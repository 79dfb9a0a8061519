//! `check --as`: lines that a program would refuse.

use crate::{corpus, folder, runlex, runlex_with};
use serde_json::json;

const SOUND: &str = r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"q"}]}}"#;
const PLAIN: &str = r#"{"type":"user","message":{"role":"user","content":"q"}}"#;

fn check(stream: &str, more: &[&str]) -> crate::Ran {
    runlex_with(stream.as_bytes(), &[&["check", "--as", "amp-input", "-"], more].concat())
}

#[test]
fn as_a_table() {
    let stream =
        format!("\u{feff}{SOUND}\n\n{PLAIN}\n{{\"type\":\n{SOUND}\n{{\"type\":\"us\n{SOUND} x\r\n{{}}\n");
    let third = 3 + SOUND.len() + 2;
    let fourth = third + PLAIN.len() + 1;
    let sixth = fourth + 9 + SOUND.len() + 1;
    let seventh = sixth + 12;
    let eighth = seventh + SOUND.len() + 4;
    let ran = check(&stream, &[]);
    let want = [
        format!(
            "-:3: refused: missing-content at byte {}: message.content must be an array of blocks",
            third + 50
        ),
        format!("-:4: truncated at byte {}: the line ends inside its object", fourth + 8),
        format!(
            "-:4: refused: spans-lines at byte {}: the object spans several lines: a message must be one line",
            fourth + 8
        ),
        format!("-:6: truncated at byte {}: the line ends inside its object", sixth + 11),
        format!(
            "-:6: refused: not-json at byte {}: the line stops inside a string or a word; a line break in a text is written \\n",
            sixth + 11
        ),
        format!(
            "-:7: trailing-bytes at byte {}: something stands behind the object; 1 whole object is in it",
            seventh + SOUND.len() + 1
        ),
        format!(
            "-:7: refused: trailing-data at byte {}: there is more behind the object: one message a line",
            seventh + SOUND.len() + 1
        ),
        format!("-:8: refused: wrong-type at byte {eighth}: type must be \"user\""),
        "1 file, 8 lines: 4 events, 1 blank, 3 faults, 0 notes, 5 refused".to_owned(),
    ];
    assert_eq!(ran.out.lines().collect::<Vec<_>>(), want);
    assert_eq!(ran.status, Some(3));
}

#[test]
fn as_json() {
    let ran = check(&format!("{SOUND}\n{PLAIN}\n{{\"type\":\"us"), &["-o", "json"]);
    let second = SOUND.len() + 1;
    let third = second + PLAIN.len() + 1;
    let file = &ran.json()["files"][0];
    assert_eq!(
        file["refused"],
        json!([
            {"line":2,"kind":"missing-content","at":second + 50,"message":"message.content must be an array of blocks"},
            {"line":3,"kind":"not-json","fault":"truncated","at":third + 11,
             "message":"the line stops inside a string or a word; a line break in a text is written \\n"},
        ])
    );
    assert_eq!((&file["refused_count"], &file["events"]), (&2.into(), &2.into()));
    // Without being asked for, nothing is said of it.
    let plain = runlex_with(PLAIN.as_bytes(), &["check", "-o", "json", "-"]);
    assert_eq!((plain.status, plain.json()["files"][0].get("refused")), (Some(0), None));
}

#[test]
fn what_amp_takes() {
    for stream in ["", "\n", SOUND, &format!("{SOUND}\r\n\n{SOUND}")] {
        let ran = check(stream, &[]);
        assert_eq!(ran.status, Some(0), "{stream}");
        assert!(ran.out.ends_with(", 0 refused\n"), "{}", ran.out);
    }
    let streams = corpus().join("streams/amp-input");
    let args = ["check".as_ref(), "--as".as_ref(), "amp-input".as_ref(), streams.as_os_str()];
    // The answers beside them are no lines of input.
    assert_eq!(runlex(args).status, Some(0));
    assert_eq!(runlex(["check", "--as", "amp", "-"]).status, Some(2));
}

/// Listed up to a bound, counted all, by file and in sum.
#[test]
fn many() {
    let folder = folder(&[("a.jsonl", &"{}\n".repeat(10_001)), ("b.jsonl", "{}\n")]);
    let path = folder.path().as_os_str();
    let ran = runlex(["check".as_ref(), "--as".as_ref(), "amp-input".as_ref(), path]);
    assert_eq!(ran.out.lines().count(), 10_000 + 1 + 1 + 1);
    assert!(ran.out.contains("a.jsonl: 1 more refused lines are counted and not listed\n"));
    assert!(ran.out.ends_with("0 faults, 0 notes, 10,002 refused\n"), "{}", &ran.out[ran.out.len() - 200..]);
    let json = runlex([
        "check".as_ref(),
        "-o".as_ref(),
        "json".as_ref(),
        "--as".as_ref(),
        "amp-input".as_ref(),
        path,
    ]);
    let file = &json.json()["files"][0];
    assert_eq!(
        (file["refused"].as_array().map(Vec::len), &file["refused_count"]),
        (Some(10_000), &10_001.into())
    );
}
