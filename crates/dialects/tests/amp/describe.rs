//! An event in words, to be held against a table.

use runlex_core::{At, Field, Keys, Lines, Node, Object, Options, RawStr, Scanner, Value, What};
use runlex_dialects::amp::{Assistant, Event, Init, Message, RunResult, SubagentFinished, SystemError, User};
use runlex_dialects::{Content, Item, ItemKind, KEYS};

/// What `look` says of the line's object; the same with a tape of the dialect's keys, of all keys, and with none.
pub(crate) fn of<T: PartialEq + std::fmt::Debug>(line: &str, look: impl Fn(Object<'_, '_>) -> T) -> T {
    let mut nodes = [Node::EMPTY; 256];
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

/// `name=answer` for every field of a view; the names must be those that the view lists.
macro_rules! fields {
    ($name:ident, $view:expr, $($field:ident: $say:ident),* $(,)?) => {{
        let names = [$(stringify!($field)),*].map(|name| if name == "raw_content" { "content" } else { name });
        assert_eq!(names, $name::FIELDS);
        names.iter().zip([$($say($view.$field())),*]).map(|(name, answer)| format!("{name}={answer}")).collect::<Vec<_>>().join(" ")
    }};
}

/// The variant, and every accessor's answer.
pub(crate) fn event(object: Object<'_, '_>) -> String {
    match Event::read(object) {
        Event::Init(view) => {
            let fields = fields!(Init, view, cwd: string, session_id: string, tools: array, mcp_servers: array,
                agent_mode: string, subagents: array);
            format!("Init {fields}")
        }
        Event::SubagentFinished(view) => {
            let fields =
                fields!(SubagentFinished, view, tool_use_id: string, status: string, session_id: string);
            format!("SubagentFinished {fields}")
        }
        Event::SystemError(view) => {
            format!("SystemError {}", fields!(SystemError, view, error: string, session_id: string))
        }
        Event::User(view) => {
            let fields = fields!(User, view, message: object_, parent_tool_use_id: string,
                subagent_tool_use_id: string, session_id: string);
            format!("User {fields} content={}", content(view.content()))
        }
        Event::Assistant(view) => {
            let fields =
                fields!(Assistant, view, message: object_, parent_tool_use_id: string, session_id: string);
            let details = view.details().map(|message| {
                let fields = fields!(Message, message, id: string, model: string, stop_reason: string,
                    usage: object_, raw_content: any);
                format!(" / {fields} content={}", content(message.content()))
            });
            format!("Assistant {fields}{}", details.unwrap_or_default())
        }
        Event::Result(view) => {
            let fields = fields!(RunResult, view, subtype: string, is_error: bool, duration_ms: number,
                duration_api_ms: number, num_turns: number, result: string, error: string, session_id: string,
                usage: object_, permission_denials: array);
            format!("Result {fields} failed={}", view.failed())
        }
        Event::Unknown(object) => {
            format!("Unknown {}", String::from_utf8_lossy(object.as_value().raw()))
        }
    }
}

/// Session, parent and message id, `-` for none; then the items with the index of their block.
pub(crate) fn items(object: Object<'_, '_>) -> Vec<String> {
    let event = Event::read(object);
    event.items().map(|item| format!("{} {}", frame(&item), kind(&item.kind))).collect()
}

fn frame(item: &Item<'_, '_>) -> String {
    let text = |text: Option<RawStr<'_>>| text.map_or("-".to_owned(), |text| text.to_string());
    let block = item.block.map_or("-".to_owned(), |block| block.to_string());
    let frame = [text(item.session), text(item.parent_tool_use), text(item.message_id), block];
    assert_eq!(item.dialect.as_str(), "amp");
    frame.join("|")
}

fn kind(kind: &ItemKind<'_, '_>) -> String {
    let text = |text: &Option<RawStr<'_>>| text.map_or("-".to_owned(), |text| text.to_string());
    match kind {
        ItemKind::SessionStart { cwd } => format!("SessionStart {}", text(cwd)),
        ItemKind::UserText(text) => format!("UserText {text}"),
        ItemKind::AssistantText(text) => format!("AssistantText {text}"),
        ItemKind::Thinking(thought) => format!("Thinking {}", text(thought)),
        ItemKind::ToolCall { id, name, input } => {
            format!("ToolCall {} {} {}", text(id), text(name), any(*input))
        }
        ItemKind::ToolResult { id, is_error, content: output } => {
            format!("ToolResult {} {is_error} {}", text(id), content(*output))
        }
        ItemKind::Usage { counters, scope } => format!("Usage {scope:?} {:?}", counters.all()),
        ItemKind::Error { message } => format!("Error {}", text(message)),
        ItemKind::Progress(what) => format!("Progress {what}"),
        ItemKind::Result { is_error, text: last, duration_ms, num_turns } => {
            let number = |number: &Option<runlex_core::RawNumber<'_>>| {
                number.map_or("-".to_owned(), |number| number.lexeme().to_owned())
            };
            let is_error = say(*is_error, |is_error| is_error.to_string());
            format!("Result {is_error} {} {} {}", text(last), number(duration_ms), number(num_turns))
        }
        ItemKind::Other(object) => format!("Other {}", any(Some(object.as_value()))),
        ItemKind::OtherValue(value) => format!("OtherValue {}", any(Some(*value))),
    }
}

fn say<T>(field: Field<T, Value<'_, '_>>, show: impl FnOnce(T) -> String) -> String {
    match field {
        Field::Missing => "missing".to_owned(),
        Field::Null => "null".to_owned(),
        Field::Wrong(value) => format!("wrong:{}", any(Some(value))),
        Field::Is(value) => show(value),
    }
}

fn string(field: Field<RawStr<'_>, Value<'_, '_>>) -> String {
    say(field, |text| format!("'{text}'"))
}

fn number(field: Field<runlex_core::RawNumber<'_>, Value<'_, '_>>) -> String {
    say(field, |number| number.lexeme().to_owned())
}

fn bool(field: Field<bool, Value<'_, '_>>) -> String {
    say(field, |value| value.to_string())
}

fn object_(field: Field<Object<'_, '_>, Value<'_, '_>>) -> String {
    say(field, |_| "{}".to_owned())
}

fn array(field: Field<runlex_core::Array<'_, '_>, Value<'_, '_>>) -> String {
    say(field, |array| format!("[{}]", array.elements().count()))
}

fn any(value: Option<Value<'_, '_>>) -> String {
    value.map_or("missing".to_owned(), |value| String::from_utf8_lossy(value.raw()).into_owned())
}

fn content(content: Content<'_, '_>) -> String {
    match content {
        Content::Missing => "missing".to_owned(),
        Content::Null => "null".to_owned(),
        Content::Text(text) => format!("'{text}'"),
        Content::Blocks(blocks) => format!("[{}]", blocks.elements().count()),
        Content::Other(value) => format!("other:{}", any(Some(value))),
    }
}
