//! The pieces of one line, in order: a cursor that the dialects fill and hand out.

use crate::KEYS;
use crate::ask::{object, text};
use crate::block::{Blocks, Content, ContentBlock};
use crate::count::Counters;
use crate::item::{Item, ItemKind, ToolOutcome, UsageScope};
use runlex_core::{Members, Object, Pick, RawNumber, RawStr, Value};

/// The items of one line: first what the line is as a whole, then the blocks of its message, then the message's usage, then
/// usage by model, then what comes last. Allocates nothing.
#[derive(Clone, Copy)]
pub struct Items<'a, 't> {
    /// What the items have in common.
    pub(crate) frame: Item<'a, 't>,
    /// What the line is as a whole, or a content that is a plain string.
    pub(crate) whole: Option<ItemKind<'a, 't>>,
    /// Whose text the blocks are.
    pub(crate) speaker: Speaker,
    blocks: Blocks<'a, 't>,
    next_block: u32,
    pub(crate) usage: Option<ItemKind<'a, 't>>,
    models: Option<(Members<'a, 't>, ReadModel)>,
    /// What comes last: what went wrong, or what came of the call.
    pub(crate) last: Option<ItemKind<'a, 't>>,
}

/// What an entry of usage by model states: counters, and the cost in dollars. Nothing for one that says nothing of usage.
type ReadModel = for<'a, 't> fn(Object<'a, 't>) -> Option<(Counters, Option<RawNumber<'a>>)>;

/// Whose text a message holds.
#[derive(Clone, Copy)]
pub(crate) enum Speaker {
    User {
        injected: bool,
        /// A string among the blocks is text, too.
        bare: bool,
    },
    Assistant,
    /// A message whose blocks are of its dialect's own kind.
    Own {
        /// What each object among them is.
        block: for<'a, 't> fn(Object<'a, 't>) -> ItemKind<'a, 't>,
        /// What a string is, among them or instead of them; without it, it is the assistant's instead of them, and nothing known among them.
        text: Option<OfText>,
    },
}

/// What a string is.
pub(crate) type OfText = for<'a> fn(RawStr<'a>) -> ItemKind<'a, 'static>;

impl Speaker {
    /// The model's own.
    pub(crate) const ASSISTANT_TEXT: OfText = |text| ItemKind::AssistantText(text);

    /// The user; the line does not say otherwise.
    pub(crate) const USER: Speaker = Speaker::User { injected: false, bare: false };

    pub(crate) fn says<'a, 't>(self, text: RawStr<'a>) -> ItemKind<'a, 't> {
        match self {
            Speaker::User { injected, .. } => ItemKind::UserText { text, injected },
            Speaker::Own { text: Some(says), .. } => says(text),
            Speaker::Assistant | Speaker::Own { text: None, .. } => ItemKind::AssistantText(text),
        }
    }

    /// What a block of a message of this speaker is.
    pub(crate) fn block<'a, 't>(self, block: ContentBlock<'a, 't>) -> ItemKind<'a, 't> {
        match block {
            ContentBlock::Text(block) => match block.text().ok() {
                Some(text) => self.says(text),
                None => ItemKind::Other(block.object()),
            },
            ContentBlock::Thinking(block) => ItemKind::Thinking(block.thinking().ok()),
            ContentBlock::RedactedThinking(_) => ItemKind::Thinking(None),
            ContentBlock::ToolUse(block) => call(block.object()),
            ContentBlock::ToolResult(block) => result(block.object()),
            ContentBlock::ServerToolUse(block) => call(block.object()),
            ContentBlock::ServerToolResult(block) => {
                let failed = match block.content() {
                    Content::Other(value) => {
                        object(Some(value)).is_some_and(|content| content.get("error_code").is_some())
                    }
                    Content::Missing | Content::Null | Content::Text(_) | Content::Blocks(_) => false,
                };
                match result(block.object()) {
                    ItemKind::ToolResult { id, content, .. } if failed => {
                        ItemKind::ToolResult { id, outcome: ToolOutcome::Error, content }
                    }
                    result => result,
                }
            }
            ContentBlock::Image(block) => ItemKind::Other(block.object()),
            ContentBlock::Document(block) => ItemKind::Other(block.object()),
            ContentBlock::ToolReference(block) => ItemKind::Other(block.object()),
            ContentBlock::Unknown(object) => ItemKind::Other(object),
            ContentBlock::NotObject(value) => match (self, text(Some(value))) {
                (Speaker::User { bare: true, .. } | Speaker::Own { text: Some(_), .. }, Some(text)) => {
                    self.says(text)
                }
                (Speaker::User { .. } | Speaker::Assistant | Speaker::Own { .. }, _) => {
                    ItemKind::OtherValue(value)
                }
            },
        }
    }
}

#[inline]
fn call<'a, 't>(block: Object<'a, 't>) -> ItemKind<'a, 't> {
    const CALL: Pick<3> = KEYS.pick(["id", "name", "input"]);
    let [id, name, input] = block.pick(&CALL);
    ItemKind::ToolCall { id: text(id), name: text(name), input }
}

#[inline]
fn result<'a, 't>(block: Object<'a, 't>) -> ItemKind<'a, 't> {
    const RESULT: Pick<3> = KEYS.pick(["tool_use_id", "is_error", "content"]);
    let [id, is_error, content] = block.pick(&RESULT);
    ItemKind::ToolResult { id: text(id), outcome: ToolOutcome::of(is_error), content: Content::of(content) }
}

impl<'a, 't> Items<'a, 't> {
    /// Nothing yet, in this frame.
    pub(crate) fn new(frame: Item<'a, 't>) -> Items<'a, 't> {
        Items {
            frame,
            whole: None,
            speaker: Speaker::USER,
            blocks: Content::Missing.blocks(),
            next_block: 0,
            usage: None,
            models: None,
            last: None,
        }
    }

    /// One item.
    pub(crate) fn one(frame: Item<'a, 't>, kind: ItemKind<'a, 't>) -> Items<'a, 't> {
        Items { whole: Some(kind), ..Items::new(frame) }
    }

    /// The content of a message that `speaker` wrote. A content of a wrong type is kept, a missing one gives nothing.
    pub(crate) fn say(&mut self, speaker: Speaker, content: Content<'a, 't>) {
        self.speaker = speaker;
        self.blocks = content.blocks();
        match content {
            Content::Text(text) => self.whole = Some(speaker.says(text)),
            Content::Other(value) => self.whole = Some(ItemKind::OtherValue(value)),
            Content::Missing | Content::Null | Content::Blocks(_) => {}
        }
    }

    /// The content of the message that `member` is. One that is no object is kept, a missing one gives nothing.
    pub(crate) fn say_message(&mut self, speaker: Speaker, member: Option<Value<'a, 't>>) {
        match (object(member), member) {
            (Some(message), _) => {
                const CONTENT: Pick<1> = KEYS.pick(["content"]);
                let [content] = message.pick(&CONTENT);
                self.say(speaker, Content::of(content));
            }
            (None, Some(value)) if !value.is_null() => self.whole = Some(ItemKind::OtherValue(value)),
            (None, _) => {}
        }
    }

    /// Usage of a whole run by model: the names of `models` are models, and `read` tells what their values state.
    pub(crate) fn by_model(&mut self, models: Object<'a, 't>, read: ReadModel) {
        self.models = Some((models.members(), read));
    }
}

impl<'a, 't> Iterator for Items<'a, 't> {
    type Item = Item<'a, 't>;

    fn next(&mut self) -> Option<Item<'a, 't>> {
        if let Some(kind) = self.whole.take() {
            return Some(Item { kind, ..self.frame });
        }
        if let Some(value) = self.blocks.next_value() {
            let index = self.next_block;
            self.next_block = index.saturating_add(1);
            let kind = match (self.speaker, object(Some(value))) {
                (Speaker::Own { block: read, .. }, Some(block)) => read(block),
                (speaker, _) => speaker.block(ContentBlock::read(value)),
            };
            let is_text = matches!(kind, ItemKind::AssistantText(_) | ItemKind::Thinking(_));
            let piece = self.frame.piece && is_text;
            return Some(Item { kind, block: Some(index), value, piece, ..self.frame });
        }
        if let Some(kind) = self.usage.take() {
            return Some(Item { kind, ..self.frame });
        }
        let Some((models, read)) = &mut self.models else { return self.take_last() };
        for (model, value) in models {
            if let Some((counters, cost_usd)) = object(Some(value)).and_then(*read) {
                let kind = ItemKind::Usage { counters, scope: UsageScope::Run, cost_usd };
                return Some(Item { kind, model: Some(model), value, ..self.frame });
            }
        }
        self.take_last()
    }
}

impl<'a, 't> Items<'a, 't> {
    fn take_last(&mut self) -> Option<Item<'a, 't>> {
        let kind = self.last.take()?;
        Some(Item { kind, ..self.frame })
    }
}

impl core::fmt::Debug for Items<'_, '_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(*self).finish()
    }
}
