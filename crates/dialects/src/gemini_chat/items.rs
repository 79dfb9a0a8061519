//! What the lines of Gemini CLI's chat recordings say, as items (sections 2 to 4).

use super::{Event, Gemini, Record, Thought, ToolCall};
use crate::KEYS;
use crate::ask::{object, text};
use crate::block::Content;
use crate::count::Counters;
use crate::dialect::Dialect;
use crate::item::{Item, ItemKind, ToolOutcome, UsageScope};
use crate::items::{self, Speaker};
use crate::time::{TimeOrigin, Timestamp};
use runlex_core::{Elements, Field, Object, Pick, RawStr, Value};

/// The items of an [`Event`]: of an answer first what was thought, then what was said and used, then its calls, each with its result.
/// Allocates nothing.
#[derive(Clone, Copy)]
pub struct Items<'a, 't> {
    thoughts: Option<Elements<'a, 't>>,
    said: items::Items<'a, 't>,
    calls: Option<Elements<'a, 't>>,
    /// The call that was handed out, for its result.
    open: Option<ToolCall<'a, 't>>,
}

impl<'a, 't> Items<'a, 't> {
    pub(super) fn of(event: Event<'a, 't>) -> Items<'a, 't> {
        const LINE: Pick<2> = KEYS.pick(["timestamp", "id"]);
        let line = event.object();
        let [timestamp, id] = line.pick(&LINE);
        let timestamp = Timestamp::text(timestamp, TimeOrigin::Line);
        let frame = Item { timestamp, message_id: text(id), ..Item::of(Dialect::GeminiChat, line) };
        let mut items = Items { thoughts: None, said: items::Items::new(frame), calls: None, open: None };
        let said = &mut items.said;
        match event {
            Event::Gemini(answer) => items.answer(answer),
            Event::User(record) => said.say(ASKED, Content::of(record.content())),
            Event::Info(record) | Event::Warning(record) => said.whole = Some(news(record)),
            Event::Error(record) => {
                said.whole = Some(ItemKind::Error { message: first_text(record.content()), code: None });
            }
            Event::Header(header) => {
                said.frame.session = header.session_id().ok();
                said.frame.timestamp = Timestamp::text(header.object().get("startTime"), TimeOrigin::Line);
                said.whole = Some(ItemKind::SessionStart { cwd: None, model: None, version: None });
            }
            Event::Patch(_) => {
                said.whole = Some(ItemKind::Progress { what: RawStr::word("$set"), text: None });
            }
            Event::Rewind(rewind) => {
                let to = rewind.rewind_to().ok();
                said.whole = Some(ItemKind::Progress { what: RawStr::word("$rewindTo"), text: to });
            }
            Event::Unknown(object) => said.whole = Some(ItemKind::Other(object)),
        }
        items
    }

    fn answer(&mut self, answer: Gemini<'a, 't>) {
        self.said.frame.model = answer.model().ok();
        self.thoughts = answer.thoughts().ok().map(|thoughts| thoughts.elements());
        match Content::of(answer.content()) {
            // Of an answer that only calls.
            Content::Text(text) if text.raw().is_empty() => {}
            content => self.said.say(ANSWERED, content),
        }
        self.calls = answer.tool_calls().ok().map(|calls| calls.elements());
        self.said.usage = answer.tokens().ok().map(|tokens| ItemKind::Usage {
            counters: Counters::read_gemini_chat(tokens),
            scope: UsageScope::Message,
            cost_usd: None,
        });
    }

    fn item(&self, kind: ItemKind<'a, 't>, value: Value<'a, 't>) -> Item<'a, 't> {
        Item { kind, value, ..self.said.frame }
    }
}

impl<'a, 't> Iterator for Items<'a, 't> {
    type Item = Item<'a, 't>;

    fn next(&mut self) -> Option<Item<'a, 't>> {
        if let Some(value) = self.thoughts.iter_mut().flatten().next() {
            return Some(self.item(thought(value), value));
        }
        if let Some(item) = self.said.next() {
            return Some(item);
        }
        if let Some(call) = self.open.take() {
            let at = Timestamp::text(call.object().get("timestamp"), TimeOrigin::Inner);
            let item = self.item(result(call), call.object().as_value());
            return Some(Item { timestamp: at.or(item.timestamp), ..item });
        }
        if let Some(value) = self.calls.iter_mut().flatten().next() {
            let Some(call) = object(Some(value)).map(ToolCall::of) else {
                return Some(self.item(ItemKind::OtherValue(value), value));
            };
            self.open = Some(call).filter(|call| is_over(call.status().ok()));
            let kind = ItemKind::ToolCall {
                id: call.id().ok(),
                name: call.name().ok(),
                input: call.object().get("args"),
            };
            return Some(self.item(kind, value));
        }
        None
    }
}

impl core::fmt::Debug for Items<'_, '_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(*self).finish()
    }
}

fn thought<'a, 't>(value: Value<'a, 't>) -> ItemKind<'a, 't> {
    match object(Some(value)).map(Thought::of) {
        Some(thought) => ItemKind::Thinking(thought.description().ok().or(thought.subject().ok())),
        None => ItemKind::OtherValue(value),
    }
}

const ASKED: Speaker =
    Speaker::Own { block: asked, text: Some(|text| ItemKind::UserText { text, injected: false }) };
const ANSWERED: Speaker = Speaker::Own { block: answered, text: Some(Speaker::ASSISTANT_TEXT) };

fn asked<'a, 't>(part: Object<'a, 't>) -> ItemKind<'a, 't> {
    part_text(part).map_or(ItemKind::Other(part), |text| ItemKind::UserText { text, injected: false })
}

fn answered<'a, 't>(part: Object<'a, 't>) -> ItemKind<'a, 't> {
    match part_text(part) {
        Some(text) if part.get("thought").is_some_and(|is| is.bool().or(false)) => {
            ItemKind::Thinking(Some(text))
        }
        Some(text) => ItemKind::AssistantText(text),
        None => ItemKind::Other(part),
    }
}

fn part_text<'a>(part: Object<'a, '_>) -> Option<RawStr<'a>> {
    const TEXT: Pick<1> = KEYS.pick(["text"]);
    let [said] = part.pick(&TEXT);
    text(said)
}

/// The text of a content, or of its first part.
fn first_text<'a>(content: Option<Value<'a, '_>>) -> Option<RawStr<'a>> {
    match Content::of(content) {
        Content::Text(text) => Some(text),
        Content::Blocks(parts) => {
            let first = parts.elements().next();
            text(first).or_else(|| object(first).and_then(part_text))
        }
        _ => None,
    }
}

fn news<'a, 't>(record: Record<'a, 't>) -> ItemKind<'a, 't> {
    const KIND: Pick<1> = KEYS.pick(["type"]);
    let [kind] = record.object().pick(&KIND);
    let said = first_text(record.content());
    text(kind).map_or(ItemKind::Other(record.object()), |what| ItemKind::Progress { what, text: said })
}

fn is_over(status: Option<RawStr<'_>>) -> bool {
    outcome(status) != ToolOutcome::Unknown
}

/// A call that was cancelled may have begun or not; either way it did not succeed.
fn outcome(status: Option<RawStr<'_>>) -> ToolOutcome {
    let is = |name: &str| status.is_some_and(|status| status == name);
    if is("success") {
        ToolOutcome::Ok
    } else if is("error") || is("cancelled") {
        ToolOutcome::Error
    } else {
        ToolOutcome::Unknown
    }
}

fn result<'a, 't>(call: ToolCall<'a, 't>) -> ItemKind<'a, 't> {
    ItemKind::ToolResult { id: call.id().ok(), outcome: outcome(call.status().ok()), content: given(call) }
}

/// What the model was told of it: the text of its first part, or all that is there.
fn given<'a, 't>(call: ToolCall<'a, 't>) -> Content<'a, 't> {
    let content = Content::of(call.result());
    let Content::Blocks(parts) = content else { return content };
    let response = object(parts.elements().next())
        .and_then(|part| object(part.get("functionResponse")))
        .and_then(|response| object(response.get("response")));
    let said = response.and_then(|response| {
        let said = |name: &str| Field::of(response.get(name), Value::string).ok();
        said("output").or_else(|| said("error"))
    });
    said.map_or(content, Content::Text)
}
