//! Content blocks: the elements of a message's `content`. The same in Amp and Claude Code; `docs/formats/amp.md`,
//! section 4, and `docs/formats/claude-code.md`, section 5.

use crate::KEYS;
use crate::ask::text;
use crate::view::views;
use runlex_core::{Array, Elements, Object, Pick, RawStr, Type, Value};

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
    #[inline]
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

impl<'a, 't> Blocks<'a, 't> {
    /// The next element, whatever it is.
    #[inline]
    pub(crate) fn next_value(&mut self) -> Option<Value<'a, 't>> {
        self.elements.as_mut()?.next()
    }
}

impl<'a, 't> Iterator for Blocks<'a, 't> {
    type Item = ContentBlock<'a, 't>;

    fn next(&mut self) -> Option<ContentBlock<'a, 't>> {
        self.next_value().map(ContentBlock::read)
    }
}

/// One block. What it does not know, it keeps.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
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
    /// `document`
    Document(DocumentBlock<'a, 't>),
    /// `server_tool_use` or `mcp_tool_use`: a call that the provider runs.
    ServerToolUse(ServerToolUseBlock<'a, 't>),
    /// `web_search_tool_result`, `advisor_tool_result` or `mcp_tool_result`: what came of such a call.
    ServerToolResult(ServerToolResultBlock<'a, 't>),
    /// `tool_reference`: a tool that was found, inside a result.
    ToolReference(ToolReferenceBlock<'a, 't>),
    /// An object of another type, or without one.
    Unknown(Object<'a, 't>),
    /// An element that is no object: a raw string, a null.
    NotObject(Value<'a, 't>),
}

impl<'a, 't> ContentBlock<'a, 't> {
    /// Reads one element of a content array.
    #[inline]
    pub fn read(value: Value<'a, 't>) -> ContentBlock<'a, 't> {
        let Some(object) = value.object().ok() else { return ContentBlock::NotObject(value) };
        const BLOCK: Pick<1> = KEYS.pick(["type"]);
        let [kind] = object.pick(&BLOCK);
        let Some(kind) = text(kind) else { return ContentBlock::Unknown(object) };
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
        } else if kind == "document" {
            ContentBlock::Document(DocumentBlock(object))
        } else if kind == "server_tool_use" || kind == "mcp_tool_use" {
            ContentBlock::ServerToolUse(ServerToolUseBlock(object))
        } else if kind == "web_search_tool_result"
            || kind == "advisor_tool_result"
            || kind == "mcp_tool_result"
        {
            ContentBlock::ServerToolResult(ServerToolResultBlock(object))
        } else if kind == "tool_reference" {
            ContentBlock::ToolReference(ToolReferenceBlock(object))
        } else {
            ContentBlock::Unknown(object)
        }
    }
}

views! {
    /// The views of content blocks.
    const BLOCK_FIELDS;

    /// A `text` block.
    TextBlock["type"] {
        /// The text, never trimmed.
        text: string,
        /// Sources that the text cites. Claude Code only.
        citations: array,
    }

    /// A `tool_use` block: the model calls a tool.
    ToolUseBlock["type"] {
        /// Joins the call to its result.
        id: string,
        /// The tool's name.
        name: string,
        /// The arguments; free-form, can be huge.
        input: object,
        /// Who calls. Claude Code only.
        caller: object,
    }

    /// A `tool_result` block: what came of a call.
    ToolResultBlock["type"] {
        /// The `id` of the call.
        tool_use_id: string,
        /// A string, an array of blocks, or what else a program wrote; read it with [`content`](Self::content).
        raw_content = "content": any,
        /// Missing means false.
        is_error: bool,
    }

    /// A `thinking` block.
    ThinkingBlock["type"] {
        /// The text; often empty.
        thinking: string,
        /// Claude Code only.
        signature: string,
    }

    /// A `redacted_thinking` block.
    RedactedThinkingBlock["type"] {
        /// Opaque.
        data: string,
    }

    /// An `image` block.
    ImageBlock["type"] {
        /// How the image is given; read it with [`details`](Self::details).
        source: object,
        /// Where it is from. Only in lines that Amp reads.
        source_path: string,
    }

    /// `source` of an [`ImageBlock`].
    ImageSource[] {
        /// `base64`, or what else a program takes.
        kind = "type": string,
        /// `image/png` ...
        media_type: string,
        /// The image in base64; can be megabytes.
        data: string,
    }

    /// A `document` block.
    DocumentBlock["type"] {
        /// How the document is given.
        source: object,
    }

    /// A `server_tool_use` or `mcp_tool_use` block: a call that the provider runs.
    ServerToolUseBlock["type"] {
        /// Joins the call to its result.
        id: string,
        /// The tool's name.
        name: string,
        /// The arguments.
        input: object,
    }

    /// What came of a call that the provider ran.
    ServerToolResultBlock["type"] {
        /// The `id` of the call.
        tool_use_id: string,
        /// Blocks, or an object with an `error_code`; read it with [`content`](Self::content).
        raw_content = "content": any,
        /// Missing means false.
        is_error: bool,
    }

    /// A `tool_reference` block: a tool that was found, inside a result.
    ToolReferenceBlock["type"] {
        /// The tool's name.
        tool_name: string,
    }
}

impl<'a, 't> ImageBlock<'a, 't> {
    /// How the image is given.
    pub fn details(&self) -> Option<ImageSource<'a, 't>> {
        self.source().ok().map(ImageSource)
    }
}

impl<'a, 't> ToolResultBlock<'a, 't> {
    /// The content in any of its forms.
    pub fn content(&self) -> Content<'a, 't> {
        Content::of(self.raw_content())
    }
}

impl<'a, 't> ServerToolResultBlock<'a, 't> {
    /// The content in any of its forms.
    pub fn content(&self) -> Content<'a, 't> {
        Content::of(self.raw_content())
    }
}
