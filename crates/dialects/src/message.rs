//! Messages of the model as Claude Code wraps them: the same in its streams and in its session files
//! (`docs/formats/claude-code.md`, sections 4.2 and 6). [`fill`] reads those of Amp as well, which have the same members.

use crate::KEYS;
use crate::ask::{object, text};
use crate::block::{Content, ContentBlock};
use crate::count::Counters;
use crate::item::{ItemKind, UsageScope};
use crate::items::{Items, Speaker};
use crate::view::views;
use runlex_core::{Pick, RawStr, Value};

views! {
    /// The views of messages.
    const MESSAGE_FIELDS;

    /// A message of the model, as it stands under `message`.
    Message["type", "role"] {
        /// Several lines share it.
        id: string,
        /// `<synthetic>` on lines that no model wrote.
        model: string,
        /// Read it with [`content`](Self::content).
        raw_content = "content": any,
        /// Null on most lines, whatever comes.
        stop_reason: string,
        /// What stopped it.
        stop_sequence: string,
        /// Counters; on streamed lines those known when the message began, so its output is too low.
        usage: object,
        /// Newer builds.
        stop_details: object,
        /// Newer builds.
        context_management: object,
        /// Newer builds.
        diagnostics: object,
        /// Newer builds.
        container: object,
    }

    /// A `usage` object (section 6).
    Usage[] {
        /// Read, without what was cached.
        input_tokens: number,
        /// Produced.
        output_tokens: number,
        /// Written to the cache.
        cache_creation_input_tokens: number,
        /// Read from the cache.
        cache_read_input_tokens: number,
        /// A split of `cache_creation_input_tokens`: never add both.
        cache_creation: object,
        /// Searches and fetches.
        server_tool_use: object,
        /// How it was served.
        service_tier: string,
        /// Where it was served.
        inference_geo: string,
        /// By call: never add to the whole.
        iterations: array,
        /// `fast` is priced otherwise.
        speed: string,
        /// A split of `output_tokens`.
        output_tokens_details: object,
    }
}

impl<'a, 't> Message<'a, 't> {
    /// The blocks; often just one.
    pub fn content(&self) -> Content<'a, 't> {
        Content::of(self.raw_content())
    }
}

/// The blocks and the usage of the message that `member` is, and the frame of both; the content.
pub(crate) fn fill<'a, 't>(items: &mut Items<'a, 't>, member: Option<Value<'a, 't>>) -> Content<'a, 't> {
    let Some(message) = object(member) else {
        items.say_message(Speaker::Assistant, member);
        return Content::Missing;
    };
    const MESSAGE: Pick<4> = KEYS.pick(["id", "model", "content", "usage"]);
    let [id, model, content, usage] = message.pick(&MESSAGE);
    items.frame.message_id = text(id);
    items.frame.model = text(model);
    let content = Content::of(content);
    items.say(Speaker::Assistant, content);
    items.usage = object(usage).map(|usage| ItemKind::Usage {
        counters: Counters::read(usage),
        scope: UsageScope::Message,
        cost_usd: None,
    });
    content
}

/// A message that stands for an error: its first text says what went wrong.
pub(crate) fn error_line<'a, 't>(code: Option<RawStr<'a>>, content: Content<'a, 't>) -> ItemKind<'a, 't> {
    let message = match content {
        Content::Text(text) => Some(text),
        content => content.blocks().find_map(|block| match block {
            ContentBlock::Text(block) => block.text().ok(),
            _ => None,
        }),
    };
    ItemKind::Error { message, code }
}
