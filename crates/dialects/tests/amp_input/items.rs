//! What each line is whatever the dialect.

use crate::common::{self, Row};
use crate::words;
use runlex_dialects::Dialect;
use runlex_dialects::amp_input::Event;

#[test]
fn items_in_order() {
    for (rule, line, want) in ROWS {
        let said = common::of(line, |object| {
            let by_name = runlex_dialects::items(Dialect::AmpInput, object);
            let by_name: Vec<_> = by_name.map(|item| words::text(|out| words::item(out, &item))).collect();
            let items = Event::read(object).items();
            let items: Vec<_> = items.map(|item| words::text(|out| words::item(out, &item))).collect();
            assert_eq!(items, by_name);
            items
        });
        assert_eq!(said, *want, "{rule}: {line}");
    }
}

pub(crate) const ROWS: &[Row<&[&str]>] = &[
    (
        "1: text",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"what is 2+2?"}]}}"#,
        &["amp-input block=0 UserText 'what is 2+2?' false"],
    ),
    (
        "1: steer",
        r#"{"type":"user","steer":true,"message":{"role":"user","content":[{"type":"text","text":"stop and explain"}]}}"#,
        &["amp-input block=0 UserText 'stop and explain' false"],
    ),
    (
        "1: request_id",
        r#"{"type":"user","request_id":"job-7-try-2","message":{"role":"user","content":[{"type":"text","text":"retry me"}]}}"#,
        &["amp-input request=job-7-try-2 block=0 UserText 'retry me' false"],
    ),
    (
        "1: image",
        r#"{"type":"user","message":{"role":"user","content":[{"type":"text","text":"see"},{"type":"image","source_path":"file:///pics/a.gif","source":{"type":"base64","media_type":"image/gif","data":"R0lGODlhAQABAAAAACw="}}]}}"#,
        &[
            "amp-input block=0 UserText 'see' false",
            r#"amp-input block=1 Other {"type":"image","source_path":"file:///pics/a.gif","source":{"type":"base64","media_type":"image/gif","data":"R0lGODlhAQABAAAAACw="}}"#,
        ],
    ),
    (
        "1: tool_result of one SDK's type",
        r#"{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"x","is_error":true}]}}"#,
        &["amp-input block=0 ToolResult 't' Error 'x'"],
    ),
    (
        "a string for content, as Claude Code takes it",
        r#"{"type":"user","message":{"content":" hi\n"}}"#,
        &["amp-input UserText ' hi\n' false"],
    ),
    (
        "anything else is kept",
        r#"{"type":"user","message":{"content":[{"type":"audio"},{"type":"text"},"raw",null]}}"#,
        &[
            r#"amp-input block=0 Other {"type":"audio"}"#,
            r#"amp-input block=1 Other {"type":"text"}"#,
            r#"amp-input block=2 OtherValue "raw""#,
            "amp-input block=3 OtherValue null",
        ],
    ),
    ("1: no blocks", r#"{"type":"user","message":{"role":"user","content":[]}}"#, &[]),
    ("no message", r#"{"type":"user"}"#, &[]),
    ("another type", r#"{"type":"control"}"#, &[r#"amp-input Other {"type":"control"}"#]),
];
