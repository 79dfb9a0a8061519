//! Session ids: distinct, in order of first sight, whatever a program calls them and however it writes them.

mod common;

use common::read;

fn sessions(lines: &[&str]) -> Vec<String> {
    read(lines.join("\n").as_bytes()).finish().sessions
}

#[test]
fn in_order_of_first_sight() {
    let lines = [
        r#"{"session_id":"b"}"#,
        r#"{"sessionId":"a"}"#,
        r#"{"sessionID":"c"}"#,
        r#"{"thread_id":"d"}"#,
        r#"{"session_id":"a"}"#,
        r#"{"session_id":"b"}"#,
        r#"{"session_id":""}"#,
    ];
    assert_eq!(sessions(&lines), ["b", "a", "c", "d", ""]);
}

/// Several in one line count in the order of the line, not of our list of names.
#[test]
fn several_in_a_line() {
    assert_eq!(
        sessions(&[r#"{"thread_id":"1","sessionID":"2","sessionId":"3","session_id":"4"}"#]),
        ["1", "2", "3", "4"]
    );
    assert_eq!(sessions(&[r#"{"session_id":"4","thread_id":"1"}"#]), ["4", "1"]);
}

/// What a string says counts, not how it is written; and only a string, on the top level, the last of equal names.
#[test]
fn what_is_an_id() {
    assert_eq!(sessions(&[r#"{"session_id":"T-1"}"#, r#"{"session\u005fid":"\u0054-1"}"#]), ["T-1"]);
    assert_eq!(sessions(&[r#"{"session_id":"\u0061"}"#, r#"{"session_id":"\u0061"}"#]), ["a"]);
    assert_eq!(sessions(&[r#"{"session_id":"old","session_id":"new"}"#]), ["new"]);
    for line in [
        r#"{"session_id":null}"#,
        r#"{"session_id":7}"#,
        r#"{"session_id":["a"]}"#,
        r#"{"message":{"session_id":"a"}}"#,
        r#"{"text":"{\"session_id\":\"a\"}"}"#,
        r#"{"session_id":"a""#,
    ] {
        assert_eq!(sessions(&[line]), [""; 0], "{line}");
    }
}
