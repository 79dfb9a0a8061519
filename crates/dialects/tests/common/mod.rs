//! Events and items in words, to be held against tables; shared by the suites of all dialects.
#![allow(dead_code, unused_macros, unused_imports)]

use runlex_core::{At, Field, Keys, Lines, Node, Object, Options, RawNumber, RawStr, Scanner, Value, What};
use runlex_dialects::{Content, Dialect, Item, ItemKind, KEYS, Time};

/// What a table says of one line: the rule, the line, and what is expected.
pub(crate) type Row<T> = (&'static str, &'static str, T);

/// What `look` says of the line's object; the same with a tape of the dialect's keys, of all keys, and with none.
pub(crate) fn of<T: PartialEq + std::fmt::Debug>(line: &str, look: impl Fn(Object<'_, '_>) -> T) -> T {
    let mut nodes = [Node::EMPTY; 512];
    let answer = |keys: &Keys, nodes: &mut [Node]| {
        let line = Lines::new(line.as_bytes(), At::START).next().expect("a line");
        match Scanner::once(Options::new(keys), line, nodes).what {
            What::Event(object) => look(object),
            other => panic!("{line:?} is {other:?}"),
        }
    };
    let declared = answer(&KEYS, &mut nodes);
    assert_eq!(answer(&Keys::ALL, &mut nodes), declared, "{line}");
    assert_eq!(answer(&KEYS, &mut []), declared, "{line}");
    declared
}

/// Every object line of `text`, in order.
pub(crate) fn each(text: &[u8], mut look: impl FnMut(&[u8], Object<'_, '_>)) -> usize {
    let mut nodes = vec![Node::EMPTY; 1 << 16];
    let mut scanner = Scanner::new(Options::new(&KEYS), text, At::START, &mut nodes);
    let mut events = 0;
    while let Some(record) = scanner.next() {
        if let What::Event(object) = record.what {
            events += 1;
            look(record.line.content(), object);
        }
    }
    events
}

/// `name=answer` for every field of a view; the names must be those that its table lists, behind the tags.
macro_rules! fields {
    ($name:ident, $view:expr, $($field:ident: $say:ident),* $(,)?) => {{
        let names = [$(stringify!($field)),*].map(|name| if name == "raw_content" { "content" } else { name });
        let known: Vec<_> = $name::FIELDS.names().collect();
        assert!(known.ends_with(&names), "{known:?} {names:?}");
        assert!(known[..known.len() - names.len()].iter().all(|tag| ["type", "subtype", "role"].contains(tag)));
        names.iter().zip([$(common::$say($view.$field())),*]).map(|(name, answer)| format!("{name}={answer}")).collect::<Vec<_>>().join(" ")
    }};
}
pub(crate) use fields;

/// The items of a line in `dialect`, each with its frame.
pub(crate) fn items(dialect: Dialect) -> impl Fn(Object<'_, '_>) -> Vec<String> {
    move |object| {
        let items = runlex_dialects::items(dialect, object);
        items
            .map(|item| {
                assert_eq!(item.dialect, dialect);
                format!("{} {}", frame(&item), kind(&item.kind))
            })
            .collect()
    }
}

/// Session, parent, message id and block, `-` for none; then what else there is, by its name.
pub(crate) fn frame(item: &Item<'_, '_>) -> String {
    let text = |text: Option<RawStr<'_>>| text.map_or("-".to_owned(), |text| text.to_string());
    let block = item.block.map_or("-".to_owned(), |block| block.to_string());
    let mut frame = [text(item.session), text(item.parent_tool_use), text(item.message_id), block].join("|");
    for (name, text) in [("agent", item.agent), ("request", item.request_id), ("model", item.model)] {
        if let Some(text) = text {
            frame += &format!("|{name}={text}");
        }
    }
    if let Some(timestamp) = item.timestamp {
        let time = match timestamp.time {
            Time::Text(text) => text.to_string(),
            Time::Seconds(number) => format!("{number}s"),
            Time::Milliseconds(number) => format!("{number}ms"),
            other => panic!("{other:?}"),
        };
        frame += &format!("|at={time}/{:?}", timestamp.origin);
    }
    for (name, is) in [("delta", item.delta), ("piece", item.piece), ("replay", item.replay)] {
        if is {
            frame += &format!("|{name}");
        }
    }
    frame
}

pub(crate) fn kind(kind: &ItemKind<'_, '_>) -> String {
    let text = |text: &Option<RawStr<'_>>| text.map_or("-".to_owned(), |text| text.to_string());
    let number =
        |number: &Option<RawNumber<'_>>| number.map_or("-".to_owned(), |number| number.lexeme().to_owned());
    let name = kind.name();
    match kind {
        ItemKind::SessionStart { cwd, model, version } => {
            format!("{name} {} {} {}", text(cwd), text(model), text(version))
        }
        ItemKind::UserText { text, injected } => {
            format!("{name}{} {text}", if *injected { "(injected)" } else { "" })
        }
        ItemKind::AssistantText(text) => format!("{name} {text}"),
        ItemKind::Thinking(thought) => format!("{name} {}", text(thought)),
        ItemKind::ToolCall { id, name: tool, input } => {
            format!("{name} {} {} {}", text(id), text(tool), any(*input))
        }
        ItemKind::ToolResult { id, outcome, content: output } => {
            format!("{name} {} {outcome:?} {}", text(id), content(*output))
        }
        ItemKind::Usage { counters, scope, cost_usd } => {
            format!("{name} {scope:?} {:?} {}", counters.all(), number(cost_usd))
        }
        ItemKind::Error { message, code } => format!("{name} {} {}", text(message), text(code)),
        ItemKind::Progress { what, text: news } => format!("{name} {what} {}", text(news)),
        ItemKind::Result { outcome, is_error, text: last, duration_ms, num_turns, cost_usd } => {
            let is_error = say(*is_error, |is_error| is_error.to_string());
            let numbers = [duration_ms, num_turns, cost_usd].map(number).join(" ");
            format!("{name} {outcome:?} {is_error} {} {numbers}", text(last))
        }
        ItemKind::Other(object) => format!("{name} {}", any(Some(object.as_value()))),
        ItemKind::OtherValue(value) => format!("{name} {}", any(Some(*value))),
        other => panic!("{other:?}"),
    }
}

pub(crate) fn say<T>(field: Field<T, Value<'_, '_>>, show: impl FnOnce(T) -> String) -> String {
    match field {
        Field::Missing => "missing".to_owned(),
        Field::Null => "null".to_owned(),
        Field::Wrong(value) => format!("wrong:{}", any(Some(value))),
        Field::Is(value) => show(value),
    }
}

pub(crate) fn string(field: Field<RawStr<'_>, Value<'_, '_>>) -> String {
    say(field, |text| format!("'{text}'"))
}

pub(crate) fn number(field: Field<RawNumber<'_>, Value<'_, '_>>) -> String {
    say(field, |number| number.lexeme().to_owned())
}

pub(crate) fn bool(field: Field<bool, Value<'_, '_>>) -> String {
    say(field, |value| value.to_string())
}

pub(crate) fn object_(field: Field<Object<'_, '_>, Value<'_, '_>>) -> String {
    say(field, |_| "{}".to_owned())
}

pub(crate) fn array(field: Field<runlex_core::Array<'_, '_>, Value<'_, '_>>) -> String {
    say(field, |array| format!("[{}]", array.elements().count()))
}

pub(crate) fn any(value: Option<Value<'_, '_>>) -> String {
    value.map_or("missing".to_owned(), |value| String::from_utf8_lossy(value.raw()).into_owned())
}

pub(crate) fn content(content: Content<'_, '_>) -> String {
    match content {
        Content::Missing => "missing".to_owned(),
        Content::Null => "null".to_owned(),
        Content::Text(text) => format!("'{text}'"),
        Content::Blocks(blocks) => format!("[{}]", blocks.elements().count()),
        Content::Other(value) => format!("other:{}", any(Some(value))),
    }
}
