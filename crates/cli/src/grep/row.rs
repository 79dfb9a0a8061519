//! A match as it is printed.

use super::window::{ROOM, around};
use crate::args::{Output, Role, UNKNOWN};
use crate::entries::Entries;
use crate::filter::{role_of, role_of_message};
use crate::inputs::PathText;
use crate::out::Out;
use crate::show::{self, name, visible, width_of};
use anstyle::{AnsiColor, Style};
use runlex::dialects::{Dialect, Item, ItemKind};
use runlex::{At, Object, RawStr, session_ids};
use serde::{Serialize, Serializer};
use std::io::Write;
use std::ops::Range;

const MATCH: Style = AnsiColor::Red.on_default().bold();

/// So much of a text is shown at least, however long the path is.
const LEAST: usize = 40;

/// In which file.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    pub(super) path: &'p PathText,
    /// The path as it is shown.
    pub(super) shown: &'p str,
}

/// Where it was said, by whom, and as what.
pub(super) struct Said<'a> {
    at: At,
    dialect: &'static str,
    kind: &'static str,
    session: Option<RawStr<'a>>,
    agent: Option<RawStr<'a>>,
    role: Option<Role>,
    tool: Option<RawStr<'a>>,
    id: Option<RawStr<'a>>,
}

impl<'a> Said<'a> {
    pub(super) fn of(at: At, object: Object<'a, '_>, item: &Item<'a, '_>) -> Said<'a> {
        let (tool, id) = match item.kind {
            ItemKind::ToolCall { name, id, .. } => (name, id),
            ItemKind::ToolResult { id, .. } => (None, id),
            _ => (None, None),
        };
        Said {
            at,
            dialect: Dialect::as_str(item.dialect),
            kind: item.kind.as_str(),
            session: item.session,
            agent: item.agent,
            role: role_of(object, item),
            tool,
            id,
        }
    }

    pub(super) fn unknown(at: At, object: Object<'a, '_>) -> Said<'a> {
        Said {
            at,
            dialect: UNKNOWN,
            kind: ItemKind::Other(object).as_str(),
            session: session_ids(object).next(),
            agent: None,
            role: role_of_message(object),
            tool: None,
            id: None,
        }
    }
}

/// An entry of `matches`.
#[derive(Serialize)]
struct Entry<'a> {
    #[serde(flatten)]
    path: &'a PathText,
    line: u64,
    offset: u64,
    dialect: &'static str,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<Unescaped<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<Unescaped<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool: Option<Unescaped<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Unescaped<'a>>,
    /// Of the match, in the text that it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<usize>,
    /// Where what is shown of the text begins.
    text_at: usize,
    text: &'a str,
}

struct Unescaped<'a>(RawStr<'a>);

impl Serialize for Unescaped<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// All that is printed of matches.
pub(super) struct Rows {
    output: Output,
    /// The list as JSON.
    pub(super) entries: Entries,
    /// Of the terminal, if there is one.
    width: Option<usize>,
    style: Style,
}

impl Rows {
    pub(super) fn new(output: Output) -> Rows {
        let width = Some(show::width()).filter(|width| *width < usize::MAX);
        Rows { output, entries: Entries::new("matches", output), width, style: show::style(MATCH) }
    }

    /// Prints the matches of a text: a row each, but that those which are seen whole in the row of the one before have none.
    pub(super) fn matches(
        &mut self,
        out: &mut Out,
        place: Place<'_>,
        said: &Said<'_>,
        text: &str,
        spans: impl Iterator<Item = Range<usize>>,
    ) {
        if self.output.is_json() {
            for span in spans {
                self.entry(out, place, said, text, Some(span));
            }
            return;
        }
        let head = head(place, said);
        let room = self.room(&head);
        let mut spans = spans.peekable();
        while let Some(first) = spans.next() {
            let window = around(text, first.clone(), room);
            out.bytes(head.as_bytes());
            out.bytes(if window.start > 0 { "…".as_bytes() } else { b"" });
            let (mut at, mut next) = (window.start, Some(first));
            while let Some(span) = next {
                let end = span.end.min(window.end);
                self.put(out, &text[at..span.start], Style::new());
                self.put(out, &text[span.start..end], self.style);
                at = end;
                next = spans.next_if(|span| span.end <= window.end);
            }
            self.put(out, &text[at..window.end], Style::new());
            out.bytes(if window.end < text.len() { "…\n".as_bytes() } else { b"\n" });
        }
    }

    /// Prints an item by the beginning of its first text.
    pub(super) fn item(&mut self, out: &mut Out, place: Place<'_>, said: &Said<'_>, text: &str) {
        if self.output.is_json() {
            return self.entry(out, place, said, text, None);
        }
        let head = head(place, said);
        let window = around(text, 0..0, self.room(&head));
        out.bytes(head.as_bytes());
        self.put(out, &text[window.clone()], Style::new());
        out.bytes(if window.end < text.len() { "…\n".as_bytes() } else { b"\n" });
    }

    /// Columns for the text, behind the head and between the marks of what is left out.
    fn room(&self, head: &str) -> usize {
        const MARKS: usize = 2;
        self.width.map_or(ROOM, |width| {
            let head: usize = head.chars().map(width_of).sum();
            width.saturating_sub(head + MARKS).max(LEAST)
        })
    }

    fn put(&self, out: &mut Out, text: &str, style: Style) {
        // It keeps its errors.
        _ = write!(out, "{style}{}{style:#}", visible(text));
    }

    fn entry(
        &mut self,
        out: &mut Out,
        place: Place<'_>,
        said: &Said<'_>,
        text: &str,
        span: Option<Range<usize>>,
    ) {
        let window = around(text, span.clone().unwrap_or(0..0), ROOM);
        let entry = Entry {
            path: place.path,
            line: said.at.line,
            offset: said.at.offset,
            dialect: said.dialect,
            kind: said.kind,
            session: said.session.map(Unescaped),
            agent: said.agent.map(Unescaped),
            role: said.role.map(Role::as_str),
            tool: said.tool.map(Unescaped),
            id: said.id.map(Unescaped),
            start: span.as_ref().map(|span| span.start),
            end: span.map(|span| span.end),
            text_at: window.start,
            text: &text[window],
        };
        _ = self.entries.add(out, &entry);
    }
}

/// `path:line: kind tool: `
fn head(place: Place<'_>, said: &Said<'_>) -> String {
    let tool = said.tool.map(|tool| format!(" {}", name(&tool.to_string()))).unwrap_or_default();
    format!("{}:{}: {}{tool}: ", place.shown, said.at.line, said.kind)
}
