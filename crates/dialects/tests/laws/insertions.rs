//! An unknown member, block or type, wherever it stands, changes nothing but what is kept of the unknown.

use crate::{DIALECTS, common, event, lines, told};
use runlex_core::{Object, Type, Value};
use runlex_dialects::{Dialect, items};

/// Where a member may be inserted, and whether it needs a comma before or behind it.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: usize,
    before: &'static str,
    behind: &'static str,
}

/// Members whose inside is data and not vocabulary: every name in there means something.
const DATA: [&str; 14] = [
    "input",
    "tool_input",
    "modelUsage",
    "modelMetrics",
    "models",
    "tool_use_result",
    "toolUseResult",
    "trackedFileBackups",
    "response",
    "request",
    "arguments",
    "agents_states",
    "action",
    "changes",
];

/// Before each member of each object, and behind the last.
fn places(value: Value<'_, '_>, arrays: bool, found: &mut Vec<Place>) {
    match value.kind() {
        Type::Object => {
            let object = value.object().ok().expect("an object");
            let mut any = false;
            for (name, inner) in object.members() {
                any = true;
                if !arrays {
                    let at = inner.span().start - behind_name(object, inner);
                    found.push(Place { at, before: "", behind: "," });
                }
                if !DATA.iter().any(|data| name == *data) {
                    places(inner, arrays, found);
                }
            }
            if !arrays {
                let before = if any { "," } else { "" };
                found.push(Place { at: value.span().end - 1, before, behind: "" });
            }
        }
        Type::Array => {
            let mut any = false;
            for inner in value.array().ok().expect("an array").elements() {
                any = true;
                if arrays && inner.kind() == Type::Object {
                    found.push(Place { at: inner.span().start, before: "", behind: "," });
                }
                places(inner, arrays, found);
            }
            if arrays && any {
                found.push(Place { at: value.span().end - 1, before: ",", behind: "" });
            }
        }
        _ => {}
    }
}

/// How many bytes before its value a member's name begins.
fn behind_name(object: Object<'_, '_>, inner: Value<'_, '_>) -> usize {
    let start = object.as_value().span().start;
    let raw = object.raw();
    let mut end = inner.span().start - start;
    while raw[end - 1] != b':' {
        end -= 1;
    }
    end -= 1;
    while raw[end - 1] != b'"' {
        end -= 1;
    }
    // The examples' names have no escaped quotes.
    let open = raw[..end - 1].iter().rposition(|byte| *byte == b'"').expect("an opening quote");
    inner.span().start - start - open
}

fn inserted(line: &str, place: Place, what: &str) -> String {
    format!("{}{}{what}{}{}", &line[..place.at], place.before, place.behind, &line[place.at..])
}

#[test]
fn unknown_members_change_only_extras() {
    let members = [
        r#""x-new":1"#,
        r#""x-new":{"type":"text","text":"no","uuid":"u","sessionId":"S","usage":{"input_tokens":1}}"#,
        r#""x-new":[{"type":"tool_use","id":"no"}]"#,
    ];
    let mut tried = 0;
    for line in lines() {
        let mut found = Vec::new();
        common::each(line.as_bytes(), |_, object| places(object.as_value(), false, &mut found));
        for place in found {
            let changed = inserted(&line, place, members[tried % members.len()]);
            tried += 1;
            for dialect in DIALECTS.iter().copied() {
                let look = |object: Object<'_, '_>| {
                    let items: Vec<_> = items(dialect, object).map(|item| told(&item)).collect();
                    let (name, extras) = event(dialect, object);
                    let extras: Vec<_> = extras.map(|(name, _)| name.to_string()).collect();
                    (items, name, extras, runlex_dialects::sniff(object))
                };
                let (was, is) = (common::of(&line, look), common::of(&changed, look));
                assert_eq!((&was.0, was.1, was.3), (&is.0, is.1, is.3), "{dialect}: {line}\n{changed}");
                let others: Vec<_> = is.2.iter().filter(|name| *name != "x-new").cloned().collect();
                assert_eq!(was.2, others, "{changed}");
                assert!(is.2.len() - others.len() <= 1);
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}

#[test]
fn unknown_blocks_change_only_their_own_count() {
    let blocks = [r#"{"type":"x-new","text":"no","id":"no"}"#, r#"{"text":"no"}"#, "null", "7"];
    let mut tried = 0;
    for line in lines() {
        let mut found = Vec::new();
        common::each(line.as_bytes(), |_, object| {
            let message = object.get("message").and_then(|message| message.object().ok());
            let content = message.and_then(|message| message.get("content"));
            let Some(array) = content.and_then(|content| content.array().ok()) else { return };
            for inner in array.elements() {
                found.push(Place { at: inner.span().start, before: "", behind: "," });
            }
            let before = if found.is_empty() { "" } else { "," };
            found.push(Place { at: array.as_value().span().end - 1, before, behind: "" });
        });
        for place in found {
            let changed = inserted(&line, place, blocks[tried % blocks.len()]);
            tried += 1;
            for dialect in DIALECTS.iter().copied() {
                let name = common::of(&line, |object: Object<'_, '_>| event(dialect, object).0);
                let has_blocks =
                    |object: Object<'_, '_>| items(dialect, object).any(|item| item.block.is_some());
                let is_whole = dialect == Dialect::Pi && !common::of(&line, has_blocks);
                // One item, whatever is in it; or the content is not the message's.
                let has_no_blocks =
                    [Dialect::Afk, Dialect::Gemini, Dialect::GeminiChat, Dialect::Droid].contains(&dialect);
                if name == "Unknown" || has_no_blocks || is_whole {
                    continue;
                }
                if dialect == Dialect::QwenChat {
                    continue; // Its messages have parts.
                }
                let look = |object: Object<'_, '_>| {
                    let items = items(dialect, object);
                    let items = items.map(|mut item| {
                        item.block = None;
                        told(&item)
                    });
                    let (others, known): (Vec<_>, Vec<_>) = items.partition(|item| item.starts_with("Other"));
                    (known, others.len())
                };
                let (was, is) = (common::of(&line, look), common::of(&changed, look));
                assert_eq!((was.0, was.1 + 1), is, "{dialect}: {line}\n{changed}");
            }
        }
    }
    assert!(tried > 50, "{tried}");
}

/// A type that no dialect knows is one item, the whole line, whatever else stands in it.
#[test]
fn unknown_types_are_kept_whole() {
    for line in [
        r#"{"type":"x-new"}"#,
        r#"{"type":"x-new","message":{"content":"no","usage":{}},"subtype":"init"}"#,
        r#"{"type":"system","subtype":"x-new","message":{"content":"no"}}"#,
        r#"{"type":7,"message":{"content":"no"}}"#,
        r#"{"message":{"content":"no"}}"#,
        "{}",
    ] {
        for dialect in DIALECTS.iter().copied() {
            let shares = ["claude-transcript", "qwen-chat", "qwen-stream"];
            if line.contains("\"system\"") && shares.contains(&dialect.as_str()) {
                continue; // All subtypes of `system` share one view there.
            }
            let look = |object: Object<'_, '_>| {
                let items: Vec<_> = items(dialect, object)
                    .map(|item| (item.kind.name(), item.value.raw().to_vec()))
                    .collect();
                let (name, extras) = event(dialect, object);
                (items, name, extras.count(), object.members().count())
            };
            let (items, name, extras, members) = common::of(line, look);
            assert_eq!(items, [("Other", line.as_bytes().to_vec())], "{dialect}: {line}");
            assert_eq!((name, extras), ("Unknown", members), "{dialect}: {line}");
        }
    }
}
