//! The strings of an item.

use crate::args::Part;
use runlex::dialects::{Content, ContentBlock, Item, ItemKind, KEYS};
use runlex::{Elements, Field, Members, Object, Pick, RawStr, Type, Value};

/// Which of them are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts<'p>(pub(super) &'p [Part]);

impl Parts<'_> {
    fn has(self, part: Part) -> bool {
        self.has_any() || self.0.contains(&part)
    }

    fn has_any(self) -> bool {
        self.0.is_empty() || self.0.contains(&Part::Any)
    }

    /// Hands those of an item to `each`, in the order of the line. Of inputs and outputs, and of what is not known, these are
    /// all strings inside, at any depth; names of members are none.
    pub(super) fn of<'a>(self, item: &Item<'a, '_>, each: &mut dyn FnMut(RawStr<'a>)) {
        match item.kind {
            ItemKind::UserText { text, .. } | ItemKind::AssistantText(text) if self.has(Part::Text) => {
                each(text)
            }
            ItemKind::Thinking(Some(text)) if self.has(Part::Thinking) => each(text),
            ItemKind::ToolCall { input: Some(input), .. } if self.has(Part::Input) => inside(input, each),
            ItemKind::ToolResult { content, .. } if self.has(Part::Output) => came_back(content, each),
            ItemKind::Error { message, code } if self.has_any() => {
                [code, message].into_iter().flatten().for_each(each);
            }
            ItemKind::Progress { text: Some(text), .. } | ItemKind::Result { text: Some(text), .. }
                if self.has_any() =>
            {
                each(text);
            }
            ItemKind::Other(object) if self.has_any() => inside(object.as_value(), each),
            ItemKind::OtherValue(value) if self.has_any() => inside(value, each),
            _ => {}
        }
    }

    /// The same for an event of a program that is not known.
    pub(super) fn of_unknown<'a>(self, object: Object<'a, '_>, each: &mut dyn FnMut(RawStr<'a>)) {
        if self.has_any() {
            inside(object.as_value(), each);
        }
    }
}

/// Blocks of text give that only, and not the word for what they are.
fn came_back<'a>(content: Content<'a, '_>, each: &mut dyn FnMut(RawStr<'a>)) {
    match content {
        Content::Missing | Content::Null => {}
        Content::Text(text) => each(text),
        Content::Other(value) => inside(value, each),
        Content::Blocks(blocks) => {
            for value in blocks.elements() {
                match ContentBlock::read(value) {
                    ContentBlock::Text(block) if block.text().is_present() => {
                        block.text().ok().into_iter().for_each(&mut *each);
                    }
                    _ => inside(value, each),
                }
            }
        }
    }
}

/// What is opened and not read to its end.
enum Open<'a, 't> {
    Object(Members<'a, 't>),
    Array(Elements<'a, 't>),
}

/// All strings inside a value, but for what is encoded: no one reads base64.
fn inside<'a>(value: Value<'a, '_>, each: &mut dyn FnMut(RawStr<'a>)) {
    let mut open = Vec::new();
    let mut next = Some(value);
    loop {
        if let Some(value) = next {
            match value.kind() {
                Type::String => value.string().ok().into_iter().for_each(&mut *each),
                Type::Object => {
                    let object = value.object().ok().filter(|object| !is_encoded(*object));
                    open.extend(object.map(|object| Open::Object(object.members())));
                }
                Type::Array => open.extend(value.array().ok().map(|array| Open::Array(array.elements()))),
                Type::Null | Type::Bool | Type::Number => {}
            }
        }
        next = match open.last_mut() {
            None => return,
            Some(Open::Object(members)) => members.next().map(|(_, value)| value),
            Some(Open::Array(elements)) => elements.next(),
        };
        if next.is_none() {
            open.pop();
        }
    }
}

fn is_encoded(object: Object<'_, '_>) -> bool {
    const KIND: Pick<1> = KEYS.pick(["type"]);
    let [kind] = object.pick(&KIND);
    Field::of(kind, Value::string).ok().is_some_and(|kind| kind == "base64")
}
