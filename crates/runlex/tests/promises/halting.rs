//! P5, P6: where a stream halts, and how it ended.

use crate::{ANSWER, FAILED, INIT, RESULT, USER, stream};
use runlex::dialects::{Dialect, Outcome};
use runlex::{At, FaultKind, OnError, Options, Reader, Records, Slice, What, run};

/// Numbers of the lines that come.
fn lines(records: &mut impl Records) -> Vec<u64> {
    let mut lines = Vec::new();
    while let Some(record) = records.next().expect("no error") {
        lines.push(record.line.at().line);
    }
    assert!(records.next().expect("no error").is_none(), "None for ever");
    lines
}

#[test]
fn p05_up_to_and_including_the_result() {
    let no_newline = format!("{INIT}\n{RESULT}");
    for (text, want, behind) in [
        (
            stream(&[INIT, USER, RESULT, USER, RESULT]),
            &[1, 2, 3][..],
            Some((INIT.len() + USER.len() + RESULT.len() + 3) as u64),
        ),
        (no_newline.clone(), &[1, 2], Some(no_newline.len() as u64)),
        (format!("{RESULT}\r\n{INIT}\n"), &[1], Some(RESULT.len() as u64 + 2)),
        (stream(&["", "noise", FAILED, "more"]), &[1, 2, 3], Some((FAILED.len() + 8) as u64)),
        (stream(&[INIT, USER, ANSWER]), &[1, 2, 3], None),
        (String::new(), &[], None),
    ] {
        let mut records = Reader::new(text.as_bytes()).until_result();
        assert_eq!((lines(&mut records), records.behind()), (want.to_vec(), behind), "{text}");
        let mut records = Slice::new(text.as_bytes()).until_result();
        assert_eq!((lines(&mut records), records.behind()), (want.to_vec(), behind), "{text}");
    }
}

#[test]
fn p05_the_rest_is_untouched() {
    let rest = stream(&["x", USER, "", INIT]);
    for result in [RESULT, FAILED] {
        let text = stream(&[INIT, result]) + &rest;
        let mut records = Reader::new(text.as_bytes()).until_result();
        while records.next().expect("no error").is_some() {}
        let behind = records.behind().expect("a result");
        assert_eq!(&text[behind as usize..], rest);
        let mut reader = records.into_inner();
        assert_eq!(reader.at(), At { offset: behind, line: 3 });
        assert_eq!(lines(&mut reader), [3, 4, 5, 6]);
    }
}

#[test]
fn p05_other_ends_by_a_function() {
    let text = stream(&[INIT, r#"{"kind":"bye"}"#, USER]);
    let mut records =
        Slice::new(text.as_bytes()).until(|object: runlex::Object<'_, '_>| object.get("kind").is_some());
    assert_eq!(lines(&mut records), [1, 2]);
}

#[test]
fn p05_a_foreign_result_is_no_end() {
    // No module knows this program, so nothing is said of its end.
    let text = stream(&[r#"{"type":"session.opened","thread_id":"0"}"#, r#"{"type":"result"}"#, "{}"]);
    assert_eq!(lines(&mut Slice::new(text.as_bytes()).until_result()), [1, 2, 3]);
}

#[test]
fn p05_policies_for_faults() {
    let text = stream(&["bad", INIT, "bad", "bad", USER, RESULT, "bad"]);
    for (policy, want, skipped) in [
        (OnError::Yield, &[1, 2, 3, 4, 5, 6, 7][..], 0),
        (OnError::Skip, &[2, 5, 6], 4),
        (OnError::Halt, &[1], 0),
    ] {
        let mut records = Reader::new(text.as_bytes()).on_error(policy);
        assert_eq!(lines(&mut records), want, "{policy:?}");
        assert_eq!((records.skipped(), records.halted()), (skipped, policy == OnError::Halt));
        assert_eq!(lines(&mut Slice::new(text.as_bytes()).on_error(policy)), want, "{policy:?}");
    }
    assert_eq!(OnError::default(), OnError::Yield);
}

#[test]
fn p05_skipped_faults_are_also_those_that_were_not_read() {
    let options = Options { max_line: 8, ..Options::new(&runlex::dialects::KEYS) };
    let text = "{\"a\":1}\n{\"a\":\"too long\"}\n{}\n";
    let mut records = Reader::with_options(text.as_bytes(), options).on_error(OnError::Skip).until_result();
    assert_eq!(lines(&mut records), [1, 3]);
    let mut halted = Reader::with_options(text.as_bytes(), options).on_error(OnError::Halt);
    let mut last = None;
    while let Some(record) = halted.next().expect("no error") {
        last = Some(match record.what {
            What::Fault(fault) => fault.kind,
            _ => continue,
        });
    }
    assert_eq!(last, Some(FaultKind::TooLong));
}

#[test]
fn p06_the_outcome_is_by_is_error_first() {
    for (line, want) in [
        (RESULT, Outcome::Ok),
        (FAILED, Outcome::Failed),
        (r#"{"type":"result","subtype":"success","is_error":true,"session_id":"T-1"}"#, Outcome::Failed),
        (r#"{"type":"result","subtype":"error","is_error":false,"session_id":"T-1"}"#, Outcome::Ok),
        (r#"{"type":"result","subtype":"success","session_id":"T-1"}"#, Outcome::Ok),
        (r#"{"type":"result","subtype":"error_max_turns","session_id":"T-1"}"#, Outcome::Failed),
    ] {
        let result = run(line.as_bytes()).expect("a result");
        assert_eq!((result.outcome, result.is_ok()), (want, want == Outcome::Ok), "{line}");
    }
    let cut = run(stream(&[INIT, ANSWER]).as_bytes()).expect_err("unterminated");
    assert_eq!(cut.kind.as_str(), "no_result");
}

/// What ends a run is the dialect's to say: whatever dialects there are modules for.
#[test]
fn p05_each_dialect_has_its_end() {
    let claude = r#"{"type":"result","is_error":false,"session_id":"s","uuid":"u","total_cost_usd":0.1}"#;
    let done = r#"{"type":"done","metadata":{"durationMs":8}}"#;
    let error = r#"{"type":"error","error":{"message":"provider failure","name":"Error"}}"#;
    let chunk = r#"{"type":"chunk","chunk":{"type":"content","content":"Hi"}}"#;
    let system_error =
        r#"{"type":"system","subtype":"error_during_execution","error":"x","session_id":"T-1"}"#;
    for (dialect, said, last) in [
        (Dialect::Amp, &[INIT, system_error, RESULT, USER][..], 3),
        (Dialect::ClaudeStream, &[r#"{"type":"user","session_id":"s","uuid":"u"}"#, claude, claude], 2),
        (Dialect::Afk, &[chunk, done, chunk], 2),
        (Dialect::Afk, &[chunk, error, chunk], 2),
        (Dialect::Afk, &[done, chunk], 1),
    ] {
        if !Dialect::ALL.contains(&dialect) {
            continue;
        }
        let text = stream(said);
        let mut records = Reader::new(text.as_bytes()).until_result();
        assert_eq!(lines(&mut records).len(), last, "{dialect} {said:#?}");
        let result = run(text.as_bytes()).expect("a result");
        assert_eq!((result.dialect, Some(result.behind)), (Some(dialect), records.behind()));
    }
}

/// A line that several programs print is an end where these agree, also before any line has told its program; a word of one
/// program alone is none.
#[test]
fn p05_an_end_in_a_stream_that_does_not_tell_its_program() {
    for (last, is_end) in [
        (r#"{"type":"result"}"#, true),
        (r#"{"type":"result","is_error":false,"session_id":"s"}"#, true),
        (r#"{"type":"error"}"#, false),
        (r#"{"type":"bye"}"#, false),
        (r#"{"result":"result"}"#, false),
        ("{}", false),
    ] {
        let mut records = Slice::new(last.as_bytes()).until_result();
        assert_eq!(lines(&mut records), [1]);
        assert_eq!(records.behind().is_some(), is_end, "{last}");
    }
}

/// A line that is perhaps another program's does not hide the end.
#[test]
fn p05_a_doubtful_line_does_not_hide_the_end() {
    let bare = r#"{"type":"user","message":{"role":"user","content":[]}}"#;
    for doubtful in [bare, r#"{"type":"rate_limit"}"#] {
        let result = r#"{"type":"result","is_error":false,"result":"8","session_id":"s"}"#;
        let text = stream(&[doubtful, result]);
        let result = run(text.as_bytes()).expect(doubtful);
        assert_eq!((result.outcome, result.text.as_deref()), (Outcome::Ok, Some("8")));
    }
}

#[test]
fn p06_the_text_of_a_result_without_one_is_the_last_that_was_said() {
    let chunk = r#"{"type":"chunk","chunk":{"type":"content","content":"piece"}}"#;
    let message = |text: &str| {
        format!(r#"{{"type":"message","message":{{"role":"assistant","content":"{text}","timestamp":"t"}}}}"#)
    };
    let text = stream(&[
        chunk,
        &message("first"),
        chunk,
        &message("last"),
        r#"{"type":"done","metadata":{"numTurns":2}}"#,
    ]);
    if Dialect::ALL.contains(&Dialect::Afk) {
        let result = run(text.as_bytes()).expect("a result");
        assert_eq!((result.text.as_deref(), result.num_turns), (Some("last"), Some(2)));
    }
}

/// Pieces that another line brings whole are no text of their own.
#[test]
fn p06_pieces_are_not_the_text() {
    let copilot = |kind: &str, data: &str| {
        format!(
            r#"{{"type":"{kind}","data":{{{data}}},"id":"e","timestamp":"2026-05-04T07:00:00.000Z","parentId":null}}"#
        )
    };
    let text = stream(&[
        &copilot("session.start", r#""sessionId":"c","version":1,"copilotVersion":"1""#),
        &copilot("assistant.message", r#""messageId":"m1","content":"whole""#),
        &copilot("assistant.message_delta", r#""messageId":"m2","deltaContent":"a piece""#),
        &copilot("session.shutdown", r#""shutdownType":"routine""#),
    ]);
    let result = run(text.as_bytes()).expect("a result");
    assert_eq!(result.text.as_deref(), Some("whole"));
}
