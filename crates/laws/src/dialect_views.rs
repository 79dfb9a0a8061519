//! Whatever stands on a line, each dialect's items lie within it, an unknown member changes none of them, and a line written anew
//! reads and is written the same.

use crate::{Choices, events};
use runlex::dialects::amp_input::check_input_line;
use runlex::dialects::{Content, Dialect, Item, ItemKind, Json, KEYS, items, sniff};
use runlex::{At, Lines, Node, Object, Options, Scanner, What};

pub(crate) fn hold(data: &[u8]) {
    let mut choices = Choices::of(data);
    for line in Lines::new(data, At::START) {
        if let Err(error) = check_input_line(line.content()) {
            assert!(error.at <= line.content().len());
        }
    }
    events(data, |line, object| {
        within(object);
        written_anew(object);
        with_a_member_more(line.content(), object, choices.byte());
    });
}

fn within(object: Object<'_, '_>) {
    let line = object.as_value().span();
    for dialect in Dialect::ALL {
        for item in items(*dialect, object) {
            let span = item.value.span();
            assert!(line.start <= span.start && span.end <= line.end);
            assert_eq!(item.value.raw().len(), span.len());
        }
    }
}

fn written_anew(object: Object<'_, '_>) {
    let written = Json::of(object).to_string();
    reread(written.as_bytes(), |again| assert_eq!(Json::of(again).to_string(), written));
}

/// Before the first member, or behind the last one, or in the message.
fn with_a_member_more(content: &[u8], object: Object<'_, '_>, choice: u8) {
    let message = object.get("message").and_then(|message| message.object().ok());
    let place = match (choice % 3, message) {
        (2, Some(message)) => message,
        _ => object,
    };
    let span = place.as_value().span();
    let is_empty = place.members().next().is_none();
    let at = if choice.is_multiple_of(2) { span.start + 1 } else { span.end - 1 };
    let member: &[u8] = match (is_empty, choice.is_multiple_of(2)) {
        (true, _) => br#""x-new":{"type":"text","uuid":"u","usage":{"input_tokens":1}}"#,
        (false, true) => br#""x-new":[{"type":"tool_use","id":"no"}],"#,
        (false, false) => br#","x-new":1"#,
    };
    let changed = [&content[..at], member, &content[at..]].concat();
    reread(&changed, |changed| {
        assert_eq!(sniff(object), sniff(changed));
        for dialect in Dialect::ALL {
            let told = |object| items(*dialect, object).map(|item| told(&item)).collect::<Vec<_>>();
            assert_eq!(told(object), told(changed), "{dialect}");
        }
    });
}

fn reread(line: &[u8], each: impl FnOnce(Object<'_, '_>)) {
    let mut nodes = [Node::EMPTY; 1024];
    let line = Lines::new(line, At::START).next().expect("a line");
    match Scanner::once(Options::new(&KEYS), line, &mut nodes).what {
        What::Event(object) => each(object),
        What::Blank | What::Fault(_) => panic!("no event: {}", line.content().escape_ascii()),
    }
}

/// An item without the raw bytes of what is not taken apart: a member more may stand in there.
fn told(item: &Item<'_, '_>) -> String {
    let Item { session, agent, parent_tool_use, message_id, request_id, model, timestamp, .. } = item;
    let frame = format!(
        "{session:?} {agent:?} {parent_tool_use:?} {message_id:?} {request_id:?} {model:?} {:?} {:?} {} {} {}",
        timestamp.map(|timestamp| format!("{:?} {:?}", timestamp.time, timestamp.origin)),
        item.block,
        item.delta,
        item.piece,
        item.replay,
    );
    let kind = match item.kind {
        ItemKind::Other(_) | ItemKind::OtherValue(_) => item.kind.name().to_owned(),
        ItemKind::ToolCall { id, name, input } => {
            format!("{id:?} {name:?} {:?}", input.map(|input| input.kind()))
        }
        ItemKind::ToolResult { id, outcome, content } => match content {
            Content::Text(text) => format!("{id:?} {outcome:?} {text:?}"),
            _ => format!("{id:?} {outcome:?} {:?}", std::mem::discriminant(&content)),
        },
        ItemKind::Result { outcome, is_error, text, duration_ms, num_turns, cost_usd } => format!(
            "{outcome:?} {:?} {text:?} {duration_ms:?} {num_turns:?} {cost_usd:?}",
            is_error.map(|is| is).ok(),
        ),
        kind => format!("{kind:?}"),
    };
    format!("{frame} {} {kind}", item.kind.name())
}
