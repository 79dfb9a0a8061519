//! Rows of items.

use crate::names::{Name, Names, Texts};
use crate::rows::{Counts, Moment};
use runlex::dialects::{Content, Count, Counting, Dialect, Item, ItemKind, Object, TimeOrigin, UsageScope};
use runlex::report::{Time, whole};
use runlex::{At, Fault, RawNumber, RawStr, session_ids};

/// A row: an item, or a broken line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ItemRow {
    pub(super) file: u64,
    pub(super) line: u64,
    pub(super) offset: u64,
    pub(super) counts: Counts,
    pub(super) time: Moment,
    pub(super) bytes: Option<u64>,
    pub(super) duration_ms: Option<u64>,
    pub(super) turns: Option<u64>,
    pub(super) fault: Option<Fault>,
    pub(super) kind: &'static str,
    pub(super) outcome: Option<&'static str>,
    pub(super) item: u32,
    pub(super) block: Option<u32>,
    pub(super) session: Name,
    pub(super) agent: Name,
    pub(super) parent: Name,
    pub(super) model: Name,
    pub(super) tool: Name,
    pub(super) version: Name,
    pub(super) cwd: Name,
    pub(super) code: Name,
    pub(super) news: Name,
    pub(super) message_id: Name,
    pub(super) request_id: Name,
    pub(super) id: Name,
    pub(super) text: Name,
    /// As JSON, and what it is.
    value: Name,
    value_is: What,
    pub(super) dialect: Option<Dialect>,
    pub(super) time_origin: Option<TimeOrigin>,
    pub(super) scope: Option<UsageScope>,
    pub(super) is_error: Option<bool>,
    pub(super) is_injected: Option<bool>,
    pub(super) is_delta: bool,
    pub(super) is_piece: bool,
    pub(super) is_replay: bool,
}

/// What a value of a row is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum What {
    Input,
    Content,
    Value,
}

/// Where an item stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) file: u64,
    pub(super) at: At,
    /// Its number in the line, from 1.
    pub(super) item: u32,
}

impl ItemRow {
    fn of(place: Place, kind: &'static str) -> ItemRow {
        const NONE: Name = Name::NONE;
        ItemRow {
            file: place.file,
            line: place.at.line,
            offset: place.at.offset,
            counts: Counts::NONE,
            time: Moment::of(None),
            bytes: None,
            duration_ms: None,
            turns: None,
            fault: None,
            kind,
            outcome: None,
            item: place.item,
            block: None,
            session: NONE,
            agent: NONE,
            parent: NONE,
            model: NONE,
            tool: NONE,
            version: NONE,
            cwd: NONE,
            code: NONE,
            news: NONE,
            message_id: NONE,
            request_id: NONE,
            id: NONE,
            text: NONE,
            value: NONE,
            value_is: What::Value,
            dialect: None,
            time_origin: None,
            scope: None,
            is_error: None,
            is_injected: None,
            is_delta: false,
            is_piece: false,
            is_replay: false,
        }
    }

    pub(super) fn value_of(&self, what: What) -> Name {
        if self.value_is == what { self.value } else { Name::NONE }
    }

    /// What its counters hold, of usage.
    pub(super) fn counting(&self) -> Option<Counting> {
        self.scope.and(self.dialect).map(Dialect::counting)
    }
}

/// Rows in the order of lines.
#[derive(Debug, Default)]
pub(crate) struct ItemRows {
    pub(super) rows: Vec<ItemRow>,
    pub(super) names: Names,
    pub(super) texts: Texts,
}

impl ItemRows {
    /// Of how much memory they are, in rows of some 300 bytes.
    pub(super) fn len(&self) -> usize {
        self.rows.len() + self.texts.len() / 300
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.names.clear();
        self.texts.clear();
    }

    /// Takes in the rows of what follows, and leaves none there.
    pub(super) fn append(&mut self, later: &mut ItemRows) {
        if self.rows.is_empty() {
            std::mem::swap(self, later);
        } else {
            let (name, text) = (self.names.merge(&later.names), self.texts.merge(&later.texts));
            self.rows.extend(later.rows.iter().map(|row| ItemRow {
                session: name(row.session),
                agent: name(row.agent),
                parent: name(row.parent),
                model: name(row.model),
                tool: name(row.tool),
                version: name(row.version),
                cwd: name(row.cwd),
                code: name(row.code),
                news: name(row.news),
                message_id: text(row.message_id),
                request_id: text(row.request_id),
                id: text(row.id),
                text: text(row.text),
                value: text(row.value),
                ..*row
            }));
        }
        later.clear();
    }

    /// A broken line.
    pub(super) fn fault(&mut self, place: Place, fault: Fault) {
        self.rows.push(ItemRow { fault: Some(fault), ..ItemRow::of(place, "fault") });
    }

    /// The event of a program that is not known.
    pub(super) fn unknown(&mut self, place: Place, object: Object<'_, '_>, with_text: bool) {
        let row = ItemRow::of(place, ItemKind::Other(object).as_str());
        let session = self.name(session_ids(object).next());
        let row = self.with_value(ItemRow { session, ..row }, What::Value, object.raw(), with_text);
        self.rows.push(row);
    }

    pub(super) fn item(&mut self, place: Place, item: &Item<'_, '_>, with_text: bool) {
        let row = ItemRow {
            dialect: Some(item.dialect),
            session: self.name(item.session),
            agent: self.name(item.agent),
            parent: self.name(item.parent_tool_use),
            message_id: self.text(item.message_id),
            request_id: self.text(item.request_id),
            model: self.name(item.model),
            time: Moment::of(item.timestamp.and_then(Time::of_item).and_then(Time::ms)),
            time_origin: item.timestamp.map(|time| time.origin),
            block: item.block,
            is_delta: item.delta,
            is_piece: item.piece,
            is_replay: item.replay,
            ..ItemRow::of(place, item.kind.as_str())
        };
        let row = self.with_kind(row, item, with_text);
        self.rows.push(row);
    }

    /// With what its kind has of its own.
    fn with_kind(&mut self, row: ItemRow, item: &Item<'_, '_>, with_text: bool) -> ItemRow {
        match item.kind {
            ItemKind::SessionStart { cwd, model, version } => {
                let model = model.map_or(row.model, |model| self.names.add(model));
                ItemRow { cwd: self.name(cwd), version: self.name(version), model, ..row }
            }
            ItemKind::UserText { text, injected } => {
                let row = ItemRow { is_injected: Some(injected), ..row };
                self.with_text(row, Some(text), with_text)
            }
            ItemKind::AssistantText(text) => self.with_text(row, Some(text), with_text),
            ItemKind::Thinking(text) => self.with_text(row, text, with_text),
            ItemKind::ToolCall { id, name, input } => {
                let row = ItemRow { id: self.text(id), tool: self.name(name), ..row };
                match input {
                    Some(input) => self.with_value(row, What::Input, input.raw(), with_text),
                    None => row,
                }
            }
            ItemKind::ToolResult { id, outcome, content } => {
                let row = ItemRow { id: self.text(id), outcome: Some(outcome.as_str()), ..row };
                let mut with = |raw: &[u8]| self.with_value(row, What::Content, raw, with_text);
                match content {
                    Content::Missing => row,
                    Content::Null => with(b"null"),
                    // As JSON, so with its quotes.
                    Content::Text(said) if with_text => with(&[b"\"", said.raw(), b"\""].concat()),
                    Content::Text(said) => ItemRow { bytes: Some(said.raw().len() as u64 + 2), ..row },
                    Content::Blocks(blocks) => with(blocks.as_value().raw()),
                    Content::Other(value) => with(value.raw()),
                }
            }
            ItemKind::Usage { counters, scope, cost_usd } => {
                let [input, creation, read, output, reasoning] = counters.all_five().map(count);
                let counts = Counts::of([input, creation, read, output, reasoning, micros(cost_usd)]);
                ItemRow { counts, scope: Some(scope), ..row }
            }
            ItemKind::Error { message, code } => {
                let row = ItemRow { code: self.name(code), ..row };
                self.with_text(row, message, with_text)
            }
            ItemKind::Progress { what, text } => {
                let row = ItemRow { news: self.names.add(what), ..row };
                self.with_text(row, text, with_text)
            }
            ItemKind::Result { outcome, is_error, text, duration_ms, num_turns, cost_usd } => {
                let row = ItemRow {
                    outcome: Some(outcome.as_str()),
                    is_error: is_error.ok(),
                    duration_ms: duration_ms.and_then(whole),
                    turns: num_turns.and_then(whole),
                    counts: Counts::of([None, None, None, None, None, micros(cost_usd)]),
                    ..row
                };
                self.with_text(row, text, with_text)
            }
            ItemKind::Other(object) => self.with_value(row, What::Value, object.raw(), with_text),
            ItemKind::OtherValue(value) => self.with_value(row, What::Value, value.raw(), with_text),
            // A kind to come: what it was read from has all of it.
            _ => self.with_value(row, What::Value, item.value.raw(), with_text),
        }
    }

    fn with_text(&mut self, row: ItemRow, text: Option<RawStr<'_>>, with_text: bool) -> ItemRow {
        let bytes = text.map(|text| text.raw().len() as u64);
        let text = if with_text { self.text(text) } else { Name::NONE };
        ItemRow { bytes, text, ..row }
    }

    fn with_value(&mut self, row: ItemRow, value_is: What, raw: &[u8], with_text: bool) -> ItemRow {
        let value = if with_text { self.texts.add_bytes(raw) } else { Name::NONE };
        ItemRow { bytes: Some(raw.len() as u64), value, value_is, ..row }
    }

    fn text(&mut self, string: Option<RawStr<'_>>) -> Name {
        string.map_or(Name::NONE, |string| self.texts.add(string))
    }

    fn name(&mut self, string: Option<RawStr<'_>>) -> Name {
        string.map_or(Name::NONE, |string| self.names.add(string))
    }
}

fn count(count: Count) -> Option<u64> {
    match count {
        Count::Is(count) => Some(count),
        Count::Absent | Count::Odd => None,
    }
}

fn micros(dollars: Option<RawNumber<'_>>) -> Option<u64> {
    dollars.and_then(|dollars| dollars.to_millionths().ok())
}
