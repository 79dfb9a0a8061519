//! Small answers that stand on no page of a format: names of items, types of lines, where a check stops.

mod common;

use common::of;
use runlex_core::FaultKind;
use runlex_dialects::amp_input::{InputError, InputErrorKind as Kind, check_input_line};
use runlex_dialects::{
    Dialect, Hint, LineKind, Marks, Outcome, TimeOrigin, ToolOutcome, UsageScope, afk, items, sniff,
};
use std::collections::BTreeSet;

const KINDS: [(&str, LineKind); 13] = [
    ("system", LineKind::System),
    ("assistant", LineKind::Assistant),
    ("user", LineKind::User),
    ("result", LineKind::Result),
    ("conversation_reset", LineKind::ConversationReset),
    ("progress", LineKind::Progress),
    ("chunk", LineKind::Chunk),
    ("message", LineKind::Message),
    ("done", LineKind::Done),
    ("error", LineKind::Error),
    ("turn.completed", LineKind::TurnCompleted),
    ("turn.failed", LineKind::TurnFailed),
    ("step_finish", LineKind::StepFinish),
];

/// A type is known as it is written plainly, with any letter escaped, and not when a letter is missing.
#[test]
fn types_of_lines() {
    let line_kind = |line: &str| {
        of(line, |object| {
            let mut marks = Marks::nothing(object);
            assert_eq!((marks.kind(), marks.name().is_some()), (LineKind::Other, false));
            marks.look_up();
            marks.kind()
        })
    };
    let kind = |name: &str| line_kind(&format!(r#"{{"type":"{name}"}}"#));
    for (name, want) in KINDS {
        assert_eq!(kind(name), want, "{name}");
        for at in 0..name.len() {
            let escape = format!("\\u{:04x}", name.as_bytes()[at]);
            let escaped = [&name[..at], &escape, &name[at + 1..]].concat();
            assert_eq!(kind(&escaped), want, "{escaped}");
            let short = [&name[..at], &name[at + 1..]].concat();
            assert_eq!(kind(&short), LineKind::Other, "{short}");
        }
        assert_eq!(want.is_shared(), ["system", "assistant", "user", "result"].contains(&name), "{name}");
    }
    assert_eq!(line_kind(r#"{"type":7}"#), LineKind::Other);
    assert_eq!(line_kind("{}"), LineKind::Other);
}

/// A neighbour is told by a dot in its type: neither a time nor another type says it.
#[test]
fn a_time_or_a_type_alone_is_no_neighbour() {
    for (line, foreign) in [
        (r#"{"type":"session.start"}"#, true),
        (r#"{"type":"session\u002estart"}"#, true),
        (r#"{"type":"session"}"#, false),
        (r#"{"type":"tool_use","timestamp":"2026-05-01T10:00:00Z"}"#, false),
        (r#"{"type":"note","timestamp":"2026-05-01T10:00:00Z"}"#, false),
    ] {
        assert_eq!(of(line, |object| sniff(object) == Hint::Foreign), foreign, "{line}");
    }
}

const LINES: &[(Dialect, &str)] = &[
    (Dialect::Amp, r#"{"type":"system","subtype":"init","cwd":"/a","session_id":"T-1"}"#),
    (Dialect::Amp, r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"a"}]}}"#),
    (
        Dialect::Amp,
        r#"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"b"}]}}"#,
    ),
    (
        Dialect::Amp,
        r#"{"type":"assistant","message":{"usage":{"input_tokens":1},"content":[{"type":"text","text":"a"},{"type":"thinking","thinking":"b"},{"type":"tool_use","id":"t","name":"n","input":{}},7]}}"#,
    ),
    (Dialect::Amp, r#"{"type":"result","subtype":"success","is_error":false,"result":"a"}"#),
    (Dialect::Amp, r#"{"type":"nothing known"}"#),
    (Dialect::Afk, r#"{"type":"error","error":{"message":"a"}}"#),
    (Dialect::ClaudeTranscript, r#"{"type":"progress","data":{"type":"hook_progress"}}"#),
];

/// Programs read the name of a kind in snake case; it is the same name.
#[test]
fn kinds_of_items_by_both_names() {
    let snake = |name: &str| {
        let mut snake = String::new();
        for letter in name.chars() {
            if letter.is_uppercase() && !snake.is_empty() {
                snake.push('_');
            }
            snake.extend(letter.to_lowercase());
        }
        snake
    };
    let mut seen = BTreeSet::new();
    for (dialect, line) in LINES {
        let names = of(line, |object| {
            items(*dialect, object).map(|item| (item.kind.name(), item.kind.as_str())).collect::<Vec<_>>()
        });
        for (name, word) in names {
            assert_eq!(word, snake(name), "{line}");
            seen.insert(word);
        }
    }
    let want = [
        "assistant_text",
        "error",
        "other",
        "other_value",
        "progress",
        "result",
        "session_start",
        "thinking",
        "tool_call",
        "tool_result",
        "usage",
        "user_text",
    ];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), want);
}

/// A debugger shows the items that are still to come, and takes none of them.
#[test]
fn items_in_a_debugger() {
    for (dialect, line) in LINES {
        of(line, |object| {
            let items = items(*dialect, object);
            let each: Vec<_> = items.map(|item| format!("{item:?}")).collect();
            assert!(!each.is_empty(), "{line}");
            assert_eq!(format!("{items:?}"), format!("[{}]", each.join(", ")), "{line}");
        });
    }
    of(r#"{"type":"done"}"#, |object| {
        let items = afk::Event::read(object).items();
        let each: Vec<_> = items.map(|item| format!("{item:?}")).collect();
        assert_eq!(each.len(), 1);
        assert_eq!(format!("{items:?}"), format!("[{}]", each[0]));
    });
}

#[test]
fn only_a_chunk_line_has_a_chunk() {
    for (line, has) in [
        (r#"{"type":"chunk","chunk":{"type":"content","content":"a"}}"#, true),
        (r#"{"type":"chunk","chunk":"a"}"#, false),
        (r#"{"type":"done","chunk":{"type":"content"}}"#, false),
    ] {
        assert_eq!(of(line, |object| afk::Event::read(object).chunk().is_some()), has, "{line}");
    }
}

/// What is cut inside a text is cut inside a text, whatever that says.
#[test]
fn texts_that_look_like_tokens() {
    for (line, kind) in [
        (r#"{"a":"x,1"#, Kind::NotJson(FaultKind::Truncated)),
        (r#"{"a":"x, "#, Kind::NotJson(FaultKind::Truncated)),
        (r#"{"a":"{"#, Kind::NotJson(FaultKind::Truncated)),
        (r#"{"a":"\",1"#, Kind::NotJson(FaultKind::Truncated)),
        (r#"{"a":"x,1""#, Kind::SpansLines),
        (r#"{"a":1"#, Kind::SpansLines),
    ] {
        let want = InputError { kind, at: line.len() };
        assert_eq!(check_input_line(line.as_bytes()).err(), Some(want), "{line}");
    }
}

/// Base64 breaks at the first byte that cannot go on, and at the end of the text where something is missing.
#[test]
fn where_base64_breaks() {
    const FRONT: &str = r#"{"type":"user","message":{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/gif","data":""#;
    const BACK: &str = r#""}}]}}"#;
    for (data, at) in [
        ("R0lGODdh", None),
        ("R0lGODdhAA==", None),
        ("R0lGODdhAAA=", None),
        ("R0lGODdh\\/\\/8=", None),
        ("R0lGODdh\\u0041A==", None),
        ("R0lGODdh\\u002fA=\\u003D", None),
        ("R0lGODdhA", Some(9)),
        ("R0lGODdhAA", Some(10)),
        ("R0lGODdhAA=", Some(11)),
        ("R0lGODdhAAA", Some(11)),
        ("R0lGODdh=", Some(8)),
        ("R0lGODdhA=", Some(9)),
        ("R0lGODdhAAA==", Some(12)),
        ("R0lGODdhAA===", Some(12)),
        ("R0lGODdhAA==A", Some(12)),
        ("R0lGODdhAA=A", Some(11)),
        ("R0lGODdh\\u00c1AA=", Some(8)),
        ("R0lGODdh\\nAA=", Some(8)),
        ("R0lGODdhA\\u0141A=", Some(9)),
        ("R0lGODdh-AA=", Some(8)),
    ] {
        let line = [FRONT, data, BACK].concat();
        let want = at.map(|at| InputError { kind: Kind::Base64, at: FRONT.len() + at });
        assert_eq!(check_input_line(line.as_bytes()).err(), want, "{data}");
    }
}

/// The names that reports use.
#[test]
fn names_of_answers() {
    assert_eq!(
        [Outcome::Ok, Outcome::Failed, Outcome::Unknown].map(Outcome::as_str),
        ["ok", "failed", "unknown"]
    );
    assert_eq!(
        [ToolOutcome::Ok, ToolOutcome::Error, ToolOutcome::Declined, ToolOutcome::Unknown]
            .map(ToolOutcome::as_str),
        ["ok", "error", "declined", "unknown"]
    );
    assert_eq!(
        [UsageScope::Message, UsageScope::Turn, UsageScope::Run, UsageScope::Progress]
            .map(UsageScope::as_str),
        ["message", "turn", "run", "progress"]
    );
    assert_eq!(
        [TimeOrigin::Line, TimeOrigin::Message, TimeOrigin::Inner].map(TimeOrigin::as_str),
        ["line", "message", "inner"]
    );
}

/// An answer of Claude Code's session files is an error by either of its two marks.
#[test]
fn either_mark_is_an_error() {
    for (members, is_error) in [
        (r#""isApiErrorMessage":true"#, true),
        (r#""error":"rate_limit""#, true),
        (r#""error":{"message":"busy"},"isApiErrorMessage":false"#, true),
        (r#""error":null,"isApiErrorMessage":false"#, false),
        (r#""isApiErrorMessage":"true""#, false),
        (r#""uuid":"u""#, false),
    ] {
        let line = format!(r#"{{"type":"assistant","message":{{"content":[]}},{members}}}"#);
        let names = of(&line, |object| {
            items(Dialect::ClaudeTranscript, object).map(|item| item.kind.name()).collect::<Vec<_>>()
        });
        assert_eq!(names.contains(&"Error"), is_error, "{line}");
    }
}

/// A message that is null says nothing; one of a wrong type is kept.
#[test]
fn messages_that_are_no_objects() {
    for dialect in [Dialect::Amp, Dialect::ClaudeStream, Dialect::ClaudeTranscript] {
        for (message, want) in [("null", &[][..]), ("7", &["OtherValue"]), ("\"a\"", &["OtherValue"])] {
            let line = format!(r#"{{"type":"user","message":{message}}}"#);
            let names =
                of(&line, |object| items(dialect, object).map(|item| item.kind.name()).collect::<Vec<_>>());
            assert_eq!(names, want, "{dialect:?} {line}");
        }
    }
}
