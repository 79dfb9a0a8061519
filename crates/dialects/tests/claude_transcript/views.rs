//! What the views say beyond single members: sidechains, synthetic messages, quoted messages, contents.

use crate::common::{self, any, content, number, string};
use runlex_core::Object;
use runlex_dialects::claude_transcript::Event;

#[test]
fn sidechains() {
    for (line, want) in [
        (r#"{"type":"user","isSidechain":true}"#, true),
        (r#"{"type":"assistant","isSidechain":false}"#, false),
        (r#"{"type":"brand-new","isSidechain":true}"#, true),
        (r#"{"type":"user","isSidechain":"true"}"#, false),
        (r#"{"type":"summary"}"#, false),
    ] {
        assert_eq!(common::of(line, |object| Event::read(object).is_sidechain()), want, "{line}");
    }
}

/// Section 5.8.
#[test]
fn synthetic_messages() {
    for (line, want) in [
        (r#"{"type":"assistant","isApiErrorMessage":true,"message":{"model":"m"}}"#, true),
        (r#"{"type":"assistant","message":{"model":"<synthetic>"}}"#, true),
        (r#"{"type":"assistant","message":{"model":"\u003csynthetic\u003e"}}"#, true),
        (r#"{"type":"assistant","isApiErrorMessage":false,"message":{"model":"m"}}"#, false),
        (r#"{"type":"assistant","message":"x"}"#, false),
    ] {
        let is = |object: Object<'_, '_>| match Event::read(object) {
            Event::Assistant(assistant) => assistant.is_synthetic(),
            other => panic!("{other:?}"),
        };
        assert_eq!(common::of(line, is), want, "{line}");
    }
}

#[test]
fn quoted_messages() {
    let line = r#"{"type":"progress","toolUseID":"t","data":{"type":"agent_progress","message":{"type":"assistant","requestId":"r","message":{"id":"m"}},"elapsedTimeSeconds":1.5}}"#;
    common::of(line, |object| {
        let Event::Progress(progress) = Event::read(object) else { panic!() };
        let data = progress.details().expect("data");
        assert_eq!(number(data.elapsed_time_seconds()), "1.5");
        let quoted = data.quoted().expect("an entry");
        assert_eq!(string(quoted.request_id()), "'r'");
        assert_eq!(string(quoted.details().expect("a message").id()), "'m'");
    });
}

#[test]
fn contents_and_values_of_any_type() {
    let line =
        r#"{"type":"queue-operation","operation":"enqueue","content":["a",{"type":"text","text":"b"}]}"#;
    common::of(line, |object| {
        let Event::QueueOperation(entry) = Event::read(object) else { panic!() };
        assert_eq!(content(entry.content()), "[2]");
    });
    let line = r#"{"type":"user","toolUseResult":[1],"retryInMs":1,"message":{}}"#;
    common::of(line, |object| {
        let Event::User(entry) = Event::read(object) else { panic!() };
        assert_eq!(any(entry.tool_use_result()), "[1]");
        assert_eq!(entry.extras().map(|(name, _)| name.to_string()).collect::<Vec<_>>(), ["retryInMs"]);
    });
    let line = r#"{"type":"system","subtype":"api_error","retryInMs":537.25,"content":null}"#;
    common::of(line, |object| {
        let Event::System(entry) = Event::read(object) else { panic!() };
        assert_eq!((number(entry.retry_in_ms()), content(entry.content())), ("537.25".into(), "null".into()));
    });
}
