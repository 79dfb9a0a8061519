//! Who speaks: headings, where another one does or another message begins.

use super::{ASSISTANT, Line, Talk};
use crate::conversation::brief;
use crate::show::thousands;
use runlex::TextIn;
use runlex::dialects::{Dialect, Item, ItemKind, Time};
use std::fmt::Write as _;

/// So many levels of sub-agents at most.
const DEEPEST: usize = 8;

/// Who speaks, as far as the last heading said.
#[derive(Default, PartialEq, Eq)]
pub(super) struct Speaker {
    who: &'static str,
    within: Option<String>,
    /// Its id, else its line.
    message: Option<String>,
    line: u64,
}

impl Speaker {
    /// The agent, in pieces that name nothing else.
    pub(super) fn of_pieces() -> Speaker {
        Speaker { who: ASSISTANT, ..Speaker::default() }
    }
}

impl Talk<'_> {
    /// How many sub-agents deep an item is.
    pub(super) fn depth(&self, line: &Line<'_>, item: &Item<'_, '_>) -> usize {
        match (item.parent_tool_use, item.agent) {
            (Some(call), _) => {
                self.calls.get(call.text_in(line.bump)).map_or(1, |call| call.depth + 1).min(DEEPEST)
            }
            (None, Some(_)) => 1,
            (None, None) => 0,
        }
    }

    /// In whose name a sub-agent speaks.
    pub(super) fn within(&self, line: &Line<'_>, item: &Item<'_, '_>) -> Option<String> {
        match (item.parent_tool_use, item.agent) {
            (Some(call), _) => Some(match self.calls.get(call.text_in(line.bump)) {
                Some(call) => call.label.clone(),
                None => brief::line(call),
            }),
            (None, agent) => agent.map(|agent| format!("agent {}", brief::line(agent))),
        }
    }

    /// A heading, where another speaks than before, or another message begins.
    pub(super) fn speak(&mut self, who: &'static str, line: &Line<'_>, item: &Item<'_, '_>, indent: usize) {
        self.on_day(item);
        let message = item.message_id.map(|id| id.to_string());
        let number = if message.is_some() { 0 } else { line.number };
        let speaker = Speaker { who, within: self.within(line, item), message, line: number };
        if self.speaker.as_ref() == Some(&speaker) {
            return;
        }
        let mut what = who.to_owned();
        if let Some(within) = &speaker.within {
            _ = write!(what, " in {within}");
        }
        let style = if who == ASSISTANT { self.page.styles.heading } else { self.page.styles.user };
        self.page.gap();
        self.page.heading(indent, style, &what, &self.beside(line, item));
        self.speaker = Some(speaker);
    }

    /// The line, its time, its tokens.
    pub(super) fn beside(&self, line: &Line<'_>, item: &Item<'_, '_>) -> String {
        let mut beside = format!("line {}", thousands(line.number));
        if let Some((_, time)) = time(item) {
            _ = write!(beside, "  {time}");
        }
        // What is printed with a message is of its beginning there.
        let is_least = matches!(item.dialect, Dialect::ClaudeStream | Dialect::ClaudeTranscript)
            && !matches!(item.kind, ItemKind::Result { .. });
        if let Some(tokens) =
            line.tokens.map(|tokens| brief::tokens(tokens, is_least)).filter(|said| !said.is_empty())
        {
            _ = write!(beside, "  {tokens}");
        }
        beside
    }

    /// A line where the day changes.
    pub(super) fn on_day(&mut self, item: &Item<'_, '_>) {
        let Some((day, _)) = time(item) else { return };
        if !day.is_empty() && self.day != day {
            self.page.gap();
            self.plain_line(0, &day);
            self.day = day;
        }
    }
}

/// The day and the time of it, as written; of another form only the time.
fn time(item: &Item<'_, '_>) -> Option<(String, String)> {
    let timestamp = item.timestamp?;
    let text = match timestamp.time {
        Time::Text(text) => brief::line(text),
        _ => {
            let ms = runlex::report::Time::of_item(timestamp)?.ms()?;
            jiff::Timestamp::from_millisecond(ms).ok()?.to_string()
        }
    };
    let is_usual = |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b':' | b'T');
    Some(match text.as_bytes().get(..19) {
        Some(moment) if moment[10] == b'T' && moment.iter().all(is_usual) => {
            (text[..10].to_owned(), text[11..19].to_owned())
        }
        _ => (String::new(), text),
    })
}
