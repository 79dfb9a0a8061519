//! What the views say beyond single members: outcomes, denials, and the views of inner objects. Missing, null and a wrong
//! type differ.

use crate::common::{self, any, array, bool, fields, number, string};
use runlex_core::{Object, RawStr, Value};
use runlex_dialects::Outcome;
use runlex_dialects::claude_stream::{
    Assistant, Event, Message, ModelUsage, Partial, RateLimitInfo, RunResult, Usage,
};

fn result<'a, 't>(object: Object<'a, 't>) -> RunResult<'a, 't> {
    match Event::read(object) {
        Event::Result(result) => result,
        other => panic!("{other:?}"),
    }
}

/// `is_error` beats the subtype, and success is never inferred from silence.
#[test]
fn outcomes() {
    use Outcome::{Failed, Ok, Unknown};
    for (is_error, subtype, want) in [
        ("false", "\"success\"", Ok),
        ("true", "\"success\"", Failed),
        ("true", "\"error_max_turns\"", Failed),
        ("false", "\"error_max_turns\"", Failed),
        ("null", "\"error_max_turns\"", Failed),
        ("null", "\"success\"", Ok),
        ("\"false\"", "\"success\"", Ok),
        ("false", "null", Ok),
        ("true", "7", Failed),
        ("null", "null", Unknown),
        ("0", "true", Unknown),
    ] {
        let line = format!(r#"{{"type":"result","is_error":{is_error},"subtype":{subtype}}}"#);
        assert_eq!(common::of(&line, |object| result(object).outcome()), want, "{line}");
    }
    assert_eq!(common::of(r#"{"type":"result"}"#, |object| result(object).outcome()), Unknown);
}

/// 10.9: objects, strings, and what is neither.
#[test]
fn denials() {
    let denials = |line: &str| {
        common::of(line, |object| {
            let text = |text: Option<RawStr<'_>>| text.map_or("-".to_owned(), |text| text.to_string());
            let input = |value: Option<Value<'_, '_>>| {
                value.map_or("-".to_owned(), |value| String::from_utf8_lossy(value.raw()).into_owned())
            };
            let denials = result(object).denials();
            denials
                .map(|it| format!("{} {} {}", text(it.tool_name), text(it.tool_use_id), input(it.tool_input)))
                .collect::<Vec<_>>()
        })
    };
    assert_eq!(
        denials(
            r#"{"type":"result","permission_denials":[{"tool_name":"Bash","tool_use_id":"t","tool_input":{"a":1}},"Read",{},7,null]}"#
        ),
        ["Bash t {\"a\":1}", "Read - -", "- - -", "- - -", "- - -"]
    );
    for none in ["[]", "null", "\"Bash\"", "{}"] {
        let line = format!(r#"{{"type":"result","permission_denials":{none}}}"#);
        assert!(denials(&line).is_empty(), "{line}");
    }
    assert!(denials(r#"{"type":"result"}"#).is_empty());
}

#[test]
fn inner_views() {
    let line = r#"{"type":"assistant","message":{"id":"m","model":null,"role":"assistant","type":"message","content":[],"stop_reason":null,"usage":{"input_tokens":3,"output_tokens":"8","speed":"fast","x":1},"y":2},"supersedes":["u"],"aborted":true}"#;
    let said = common::of(line, |object| {
        let Event::Assistant(assistant) = Event::read(object) else { panic!() };
        let message = assistant.details().expect("a message");
        let usage = Usage::of(message.usage().ok().expect("usage"));
        let extras = |extras: runlex_dialects::Extras<'_, '_>| {
            extras.map(|(name, value)| format!("{name}:{}", any(Some(value)))).collect::<String>()
        };
        [
            fields!(Message, message, id: string, model: string, raw_content: any, stop_reason: string,
                stop_sequence: string, usage: object_, stop_details: object_, context_management: object_,
                diagnostics: object_, container: object_),
            extras(message.extras()),
            fields!(Usage, usage, input_tokens: number, output_tokens: number,
                cache_creation_input_tokens: number, cache_read_input_tokens: number,
                cache_creation: object_, server_tool_use: object_, service_tier: string,
                inference_geo: string, iterations: array, speed: string, output_tokens_details: object_),
            extras(usage.extras()),
            format!("{} {}", bool(assistant.aborted()), array(assistant.supersedes())),
        ]
    });
    assert_eq!(
        said,
        [
            "id='m' model=null content=[] stop_reason=null stop_sequence=missing usage={} stop_details=missing context_management=missing diagnostics=missing container=missing",
            "y:2",
            "input_tokens=3 output_tokens=wrong:\"8\" cache_creation_input_tokens=missing cache_read_input_tokens=missing cache_creation=missing server_tool_use=missing service_tier=missing inference_geo=missing iterations=missing speed='fast' output_tokens_details=missing",
            "x:1",
            "true [1]",
        ]
    );
}

#[test]
fn names_in_camel_case_and_pieces() {
    let line = r#"{"type":"result","modelUsage":{"m":{"inputTokens":1,"costUSD":0.5,"cacheCreationEphemeral5mInputTokens":4}}}"#;
    common::of(line, |object| {
        let models = result(object).model_usage().ok().expect("models");
        let model = ModelUsage::of(models.get("m").and_then(|value| value.object().ok()).expect("a model"));
        assert_eq!(number(model.input_tokens()), "1");
        assert_eq!(number(model.cost_usd()), "0.5");
        assert_eq!(number(model.cache_creation_ephemeral_5m_input_tokens()), "4");
        assert_eq!(number(model.output_tokens()), "missing");
        assert_eq!(model.extras().count(), 0);
    });
    let line = r#"{"type":"rate_limit_event","rate_limit_info":{"status":"rejected","resetsAt":1782348600,"isUsingOverage":false,"new":1}}"#;
    common::of(line, |object| {
        let Event::RateLimitEvent(event) = Event::read(object) else { panic!() };
        let info: RateLimitInfo<'_, '_> = event.info().expect("info");
        assert_eq!(number(info.resets_at()), "1782348600");
        assert_eq!(bool(info.is_using_overage()), "false");
        assert_eq!(info.extras().count(), 1);
    });
    let line = r#"{"type":"stream_event","event":{"type":"content_block_delta","index":3,"delta":{}}}"#;
    common::of(line, |object| {
        let Event::StreamEvent(event) = Event::read(object) else { panic!() };
        let partial: Partial<'_, '_> = event.partial().expect("a piece");
        assert_eq!(
            (string(partial.kind()), number(partial.index())),
            ("'content_block_delta'".into(), "3".into())
        );
    });
}

/// A line that stands for an error: by its error, or by its mark alone.
#[test]
fn error_lines() {
    for (line, want) in [
        (r#"{"type":"assistant","error":"rate_limit"}"#, true),
        (r#"{"type":"assistant","is_api_error_message":true}"#, true),
        (r#"{"type":"assistant","error":null,"is_api_error_message":false}"#, false),
        (r#"{"type":"assistant"}"#, false),
    ] {
        let is = |object: Object<'_, '_>| match Event::read(object) {
            Event::Assistant(assistant) => Assistant::is_error(&assistant),
            other => panic!("{other:?}"),
        };
        assert_eq!(common::of(line, is), want, "{line}");
    }
}
