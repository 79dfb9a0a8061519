//! Content blocks: the elements of a message's `content`. The same in Amp and Claude Code; `docs/formats/amp.md`,
//! section 4.

use crate::view::view;
use runlex_core::{Array, Elements, Object, RawStr, Type, Value};

/// The `content` of a message or of a tool result, in any of the forms seen on the wire.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a, 't> {
    /// There is none.
    Missing,
    /// It is `null`.
    Null,
    /// A plain string.
    Text(RawStr<'a>),
    /// An array of blocks.
    Blocks(Array<'a, 't>),
    /// Something else: an object, a number, a truth value.
    Other(Value<'a, 't>),
}

impl<'a, 't> Content<'a, 't> {
    /// Reads a `content` member that may be missing.
    pub fn of(value: Option<Value<'a, 't>>) -> Content<'a, 't> {
        let Some(value) = value else { return Content::Missing };
        match value.kind() {
            Type::Null => Content::Null,
            Type::String => value.string().ok().map_or(Content::Other(value), Content::Text),
            Type::Array => value.array().ok().map_or(Content::Other(value), Content::Blocks),
            Type::Bool | Type::Number | Type::Object => Content::Other(value),
        }
    }

    /// The blocks in order; nothing unless it is an array.
    pub fn blocks(self) -> Blocks<'a, 't> {
        match self {
            Content::Blocks(array) => Blocks { elements: Some(array.elements()) },
            Content::Missing | Content::Null | Content::Text(_) | Content::Other(_) => {
                Blocks { elements: None }
            }
        }
    }
}

/// The blocks of a [`Content`].
#[derive(Clone, Copy)]
pub struct Blocks<'a, 't> {
    elements: Option<Elements<'a, 't>>,
}

impl<'a, 't> Iterator for Blocks<'a, 't> {
    type Item = ContentBlock<'a, 't>;

    fn next(&mut self) -> Option<ContentBlock<'a, 't>> {
        self.elements.as_mut()?.next().map(ContentBlock::read)
    }
}

/// One block. What it does not know, it keeps.
#[derive(Clone, Copy, Debug)]
pub enum ContentBlock<'a, 't> {
    /// `text`
    Text(TextBlock<'a, 't>),
    /// `tool_use`
    ToolUse(ToolUseBlock<'a, 't>),
    /// `tool_result`
    ToolResult(ToolResultBlock<'a, 't>),
    /// `thinking`
    Thinking(ThinkingBlock<'a, 't>),
    /// `redacted_thinking`
    RedactedThinking(RedactedThinkingBlock<'a, 't>),
    /// `image`
    Image(ImageBlock<'a, 't>),
    /// An object of another type, or without one.
    Unknown(Object<'a, 't>),
    /// An element that is no object: a raw string, a null.
    NotObject(Value<'a, 't>),
}

impl<'a, 't> ContentBlock<'a, 't> {
    /// Reads one element of a content array.
    pub fn read(value: Value<'a, 't>) -> ContentBlock<'a, 't> {
        let Some(object) = value.object().ok() else { return ContentBlock::NotObject(value) };
        let Some(kind) = object.get("type").and_then(|kind| kind.string().ok()) else {
            return ContentBlock::Unknown(object);
        };
        if kind == "text" {
            ContentBlock::Text(TextBlock(object))
        } else if kind == "tool_use" {
            ContentBlock::ToolUse(ToolUseBlock(object))
        } else if kind == "tool_result" {
            ContentBlock::ToolResult(ToolResultBlock(object))
        } else if kind == "thinking" {
            ContentBlock::Thinking(ThinkingBlock(object))
        } else if kind == "redacted_thinking" {
            ContentBlock::RedactedThinking(RedactedThinkingBlock(object))
        } else if kind == "image" {
            ContentBlock::Image(ImageBlock(object))
        } else {
            ContentBlock::Unknown(object)
        }
    }
}

view! {
    /// A `text` block.
    TextBlock {
        /// The text, never trimmed.
        text: string,
    }
}

view! {
    /// A `tool_use` block: the model calls a tool.
    ToolUseBlock {
        /// Joins the call to its result.
        id: string,
        /// The tool's name.
        name: string,
        /// The arguments; free-form, can be huge.
        input: object,
    }
}

view! {
    /// A `tool_result` block: what came of a call.
    ToolResultBlock {
        /// The `id` of the call.
        tool_use_id: string,
        /// A string, an array of blocks, or what else a program wrote; read it with [`content`](Self::content).
        raw_content = "content": any,
        /// Missing means false.
        is_error: bool,
    }
}

impl<'a, 't> ToolResultBlock<'a, 't> {
    /// The content in any of its forms.
    pub fn content(&self) -> Content<'a, 't> {
        Content::of(self.raw_content())
    }
}

view! {
    /// A `thinking` block.
    ThinkingBlock {
        /// The text.
        thinking: string,
        /// Claude Code only.
        signature: string,
    }
}

view! {
    /// A `redacted_thinking` block.
    RedactedThinkingBlock {
        /// Opaque.
        data: string,
    }
}

view! {
    /// An `image` block.
    ImageBlock {
        /// How the image is given: `type`, `media_type`, `data`.
        source: object,
    }
}
