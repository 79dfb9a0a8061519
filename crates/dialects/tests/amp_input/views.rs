//! Section 1: every accessor's answer; those that are missing are left out. Lenient: what Amp would refuse is read as well.

use crate::common::{self, Row};
use crate::{describe, words};

#[test]
fn every_accessor() {
    for (rule, line, want) in ROWS {
        let got = common::of(line, |object| words::text(|out| describe::event(out, object)));
        assert_eq!(got, *want, "{rule}: {line}");
    }
}

pub(crate) const ROWS: &[Row<&str>] = &[
    (
        "1: text",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"what is 2+2?"}]}}"#,
        r#"User message={} / role='user' content=[{"type":"text","text":"what is 2+2?"}] / Text text='what is 2+2?'"#,
    ),
    (
        "1: steer",
        r#"{"type":"user","steer":true,"message":{"role":"user","content":[{"type":"text","text":"stop and explain"}]}}"#,
        r#"User steer=true message={} / role='user' content=[{"type":"text","text":"stop and explain"}] / Text text='stop and explain'"#,
    ),
    (
        "1: request_id",
        r#"{"type":"user","request_id":"job-7-try-2","message":{"role":"user","content":[{"type":"text","text":"retry me"}]}}"#,
        r#"User request_id='job-7-try-2' message={} / role='user' content=[{"type":"text","text":"retry me"}] / Text text='retry me'"#,
    ),
    (
        "1: image",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"see"},{"type":"image","source_path":"file:///pics/a.gif","source":{"type":"base64","media_type":"image/gif","data":"R0lGODlhAQABAAAAACw="}}]}}"#,
        r#"User message={} / role='user' content=[{"type":"text","text":"see"},{"type":"image","source_path":"file:///pics/a.gif","source":{"type":"base64","media_type":"image/gif","data":"R0lGODlhAQABAAAAACw="}}] / Text text='see' / Image source={} source_path='file:///pics/a.gif' kind='base64' media_type='image/gif' data='R0lGODlhAQABAAAAACw='"#,
    ),
    (
        "1: image, null and wrong types",
        r#"{"type":"user","message":{"content":[{"type":"image","source_path":7,"source":{"type":null,"media_type":[]}},{"type":"image","source":"x"}]}}"#,
        r#"User message={} / content=[{"type":"image","source_path":7,"source":{"type":null,"media_type":[]}},{"type":"image","source":"x"}] / Image source={} source_path=wrong:7 kind=null media_type=wrong:[] data=missing / Image source=wrong:"x""#,
    ),
    (
        "1: tool_result of one SDK's type",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x","is_error":false}]}}"#,
        r#"User message={} / role='user' content=[{"type":"tool_result","tool_use_id":"t","content":"x","is_error":false}] / ToolResult tool_use_id='t' content="x" is_error=false"#,
    ),
    (
        "null and wrong types",
        r#"{"type":"user","steer":"yes","request_id":null,"message":{"role":7,"content":null}}"#,
        r#"User steer=wrong:"yes" request_id=null message={} / role=wrong:7 content=null"#,
    ),
    ("no message", r#"{"type":"user","message":"hi"}"#, r#"User message=wrong:"hi""#),
    (
        "unknown blocks and members are kept",
        r#"{"type":"user","x":1,"message":{"content":[{"type":"audio"},{"text":"x"}]}}"#,
        r#"User message={} / content=[{"type":"audio"},{"text":"x"}] / Unknown {"type":"audio"} / Unknown {"text":"x"}"#,
    ),
    ("another type", r#"{"type":"control"}"#, r#"Unknown {"type":"control"}"#),
    ("no type", r#"{"message":{}}"#, r#"Unknown {"message":{}}"#),
];

/// What a view does not know is still there.
#[test]
fn unknown_members_are_kept() {
    let line = r#"{"type":"user","x":[1],"message":{},"y":null}"#;
    let extras = common::of(line, |object| {
        let event = runlex_dialects::amp_input::Event::read(object);
        event.extras().map(|(name, value)| (name.to_string(), value.raw().to_vec())).collect::<Vec<_>>()
    });
    assert_eq!(extras, [("x".to_owned(), b"[1]".to_vec()), ("y".to_owned(), b"null".to_vec())]);
}
