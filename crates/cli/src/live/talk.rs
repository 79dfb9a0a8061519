//! What an agent says and does, for people: its text as it comes, a line for each call of a tool, for what failed, and for the
//! end.

use super::page::Page;
use crate::filter::Filter;
use crate::show;
use runlex::dialects::{Content, ContentBlock, Dialect, Item, ItemKind, Object, Outcome, ToolOutcome, items};
use runlex::{IdKey, RawNumber, RawStr, Repeats, Value};
use std::fmt::{Display, Write as _};

/// So many bytes of pieces are remembered. Of a longer text all is printed twice, in pieces and whole.
const MOST_PIECES: usize = 4 << 20;

pub(super) struct Talk {
    pub(super) page: Page,
    /// Text that came in pieces since the last that came whole: what of the whole is not news.
    pieces: String,
    /// The last whole text; a result often repeats it.
    last: String,
    /// Whose pieces came last, of those that never come whole: the id of their message.
    message: Vec<u8>,
    repeats: Repeats,
    scratch: String,
}

impl Talk {
    pub(super) fn new(page: Page) -> Talk {
        Talk {
            page,
            pieces: String::new(),
            last: String::new(),
            message: Vec::new(),
            repeats: Repeats::new(IdKey::random()),
            scratch: String::new(),
        }
    }

    /// Reads an event in the words of `dialect`, what of it is asked for.
    pub(super) fn event(&mut self, dialect: Dialect, object: Object<'_, '_>, filter: &Filter<'_>) {
        let mut is_result = false;
        for item in items(dialect, object) {
            let item = self.repeats.mark(item);
            if !filter.takes_item(object, &item) {
                continue;
            }
            match item.kind {
                ItemKind::AssistantText(text) if !(item.replay || is_of_sub_agent(&item)) => {
                    self.said(&item, text);
                }
                ItemKind::ToolCall { name, input, .. } if !(item.delta || item.replay) => {
                    self.called(&item, name, input);
                }
                ItemKind::ToolResult {
                    outcome: outcome @ (ToolOutcome::Error | ToolOutcome::Declined),
                    content,
                    ..
                } if !item.replay => {
                    self.failed(&item, outcome, content);
                }
                // A result that is an error says the same.
                ItemKind::Error { message, code } if !(is_result || item.replay) => {
                    self.error(&item, message, code)
                }
                ItemKind::Progress { what, .. } if what == "stream_retry" => self.again(),
                ItemKind::Result { outcome, text, duration_ms, num_turns, cost_usd, .. } => {
                    is_result = true;
                    let has_all = dialect == Dialect::Cursor;
                    self.result(outcome, text, has_all, [num_turns, duration_ms, cost_usd]);
                }
                _ => {}
            }
        }
    }

    fn said(&mut self, item: &Item<'_, '_>, text: RawStr<'_>) {
        unescape(&mut self.scratch, text);
        if item.piece {
            let message = item.message_id.map_or(&b""[..], |id| id.raw());
            if self.message != message {
                self.page.end_line();
                message.clone_into(&mut self.message);
            }
            return self.page.text(&self.scratch);
        }
        if item.delta {
            self.page.text(&self.scratch);
            if self.pieces.len() + self.scratch.len() <= MOST_PIECES {
                self.pieces.push_str(&self.scratch);
            }
            return;
        }
        // What is whole may have come in pieces, or some of it, or behind pieces of what never came whole.
        if !self.pieces.ends_with(&self.scratch) {
            let rest = self.scratch.strip_prefix(&*self.pieces);
            if rest.is_none() || self.pieces.is_empty() {
                self.page.end_line();
            }
            self.page.text(rest.unwrap_or(&self.scratch));
        }
        self.page.end_line();
        self.pieces.clear();
        std::mem::swap(&mut self.last, &mut self.scratch);
    }

    fn called(&mut self, item: &Item<'_, '_>, name: Option<RawStr<'_>>, input: Option<Value<'_, '_>>) {
        self.scratch.clear();
        if let Some(input) = input {
            value(&mut self.scratch, input);
        }
        match name.map(|name| (name.as_plain(), name)) {
            Some((Some(name), _)) => self.page.line(indent(item), name, &self.scratch),
            Some((None, name)) => self.page.line(indent(item), &name.to_string(), &self.scratch),
            None => self.page.line(indent(item), "", &self.scratch),
        }
    }

    fn failed(&mut self, item: &Item<'_, '_>, outcome: ToolOutcome, content: Content<'_, '_>) {
        self.scratch.clear();
        match content {
            Content::Text(text) => unescape(&mut self.scratch, text),
            Content::Blocks(blocks) => {
                for block in content.blocks() {
                    if let ContentBlock::Text(block) = block
                        && let Some(text) = block.text().ok()
                    {
                        _ = write!(self.scratch, "{text} ");
                    }
                }
                if self.scratch.is_empty() {
                    value(&mut self.scratch, blocks.as_value());
                }
            }
            Content::Other(other) => value(&mut self.scratch, other),
            Content::Missing | Content::Null => {}
        }
        self.page.line(indent(item), outcome.as_str(), self.scratch.trim_end());
    }

    fn error(&mut self, item: &Item<'_, '_>, message: Option<RawStr<'_>>, code: Option<RawStr<'_>>) {
        self.scratch.clear();
        if let Some(message) = message {
            unescape(&mut self.scratch, message);
        }
        if let Some(code) = code {
            let gap = if self.scratch.is_empty() { "" } else { " " };
            _ = write!(self.scratch, "{gap}({code})");
        }
        self.page.line(indent(item), "error", &self.scratch);
    }

    /// What came in pieces is void, and comes again.
    fn again(&mut self) {
        self.pieces.clear();
        self.page.line("", "again", "");
    }

    /// `has_all`: the text is that of the whole run.
    fn result(
        &mut self,
        outcome: Outcome,
        text: Option<RawStr<'_>>,
        has_all: bool,
        [turns, millis, cost]: [Option<RawNumber<'_>>; 3],
    ) {
        self.scratch.clear();
        if let Some(text) = text.filter(|_| outcome == Outcome::Ok) {
            unescape(&mut self.scratch, text);
            let is_above = self.scratch == self.last
                || has_all && !self.last.is_empty() && self.scratch.ends_with(&self.last);
            if !self.scratch.is_empty() && !is_above {
                self.page.end_line();
                self.page.text(&self.scratch);
            }
            self.scratch.clear();
        }
        let whole = |number: Option<RawNumber<'_>>| number.and_then(|number| number.to_u64().ok());
        let mut add = |gap: &str, said: &dyn Display| {
            let gap = if self.scratch.is_empty() { "" } else { gap };
            _ = write!(self.scratch, "{gap}{said}");
        };
        if let Some(turns) = whole(turns) {
            add(", ", &show::counted(turns, "turn", "turns"));
        }
        if let Some(millis) = whole(millis) {
            add(", ", &show::span(millis));
        }
        if let Some(cost) = cost.and_then(|cost| cost.to_millionths().ok()) {
            add(", ", &show::dollars(cost));
        }
        if let Some(why) = text.filter(|_| outcome != Outcome::Ok) {
            add(": ", &why);
        }
        self.page.line("", outcome.as_str(), &self.scratch);
        // The next run says what it says anew.
        self.pieces.clear();
        self.last.clear();
    }
}

fn is_of_sub_agent(item: &Item<'_, '_>) -> bool {
    item.agent.is_some() || item.parent_tool_use.is_some()
}

fn indent(item: &Item<'_, '_>) -> &'static str {
    if is_of_sub_agent(item) { "  " } else { "" }
}

fn unescape(scratch: &mut String, text: RawStr<'_>) {
    scratch.clear();
    _ = write!(scratch, "{text}");
}

/// A string as text, anything else as it is written.
fn value(scratch: &mut String, value: Value<'_, '_>) {
    match value.string().ok() {
        Some(text) => unescape(scratch, text),
        None => scratch.push_str(&String::from_utf8_lossy(value.raw())),
    }
}
