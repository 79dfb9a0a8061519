//! Lines of the conversation on their way out: indented, wrapped, folded, with nothing in them that a terminal obeys.

use crate::layout::{pieces, width};
use crate::out::Out;
use crate::show::{self, counted, put_readable, style, thousands};
use anstyle::{AnsiColor, Style};
use std::cell::RefCell;

/// Of a folded text so much is shown.
const MOST_LINES: usize = 10;
const MOST_BYTES: usize = 2000;

/// However far to the right it begins, a text has so many columns.
const LEAST_ROOM: usize = 20;

const TAB: usize = 8;

/// Columns for each level.
pub(super) const STEP: usize = 2;

/// None where the output takes no colour.
#[derive(Clone, Copy)]
pub(super) struct Styles {
    pub(super) heading: Style,
    pub(super) user: Style,
    pub(super) call: Style,
    pub(super) beside: Style,
    pub(super) bad: Style,
    pub(super) odd: Style,
    pub(super) plain: Style,
}

pub(super) struct Page<'o> {
    out: &'o RefCell<Out>,
    pub(super) styles: Styles,
    width: usize,
    is_raw: bool,
    is_full: bool,
    /// A line as it is shown; kept for its memory.
    shown: String,
    /// The last line is an empty one, or there is none.
    has_gap: bool,
}

impl<'o> Page<'o> {
    pub(super) fn new(out: &'o RefCell<Out>, is_raw: bool, is_full: bool) -> Page<'o> {
        let of = |color: AnsiColor| Style::new().fg_color(Some(color.into()));
        let styles = Styles {
            heading: style(Style::new().bold()),
            user: style(of(AnsiColor::Green).bold()),
            call: style(of(AnsiColor::Cyan)),
            beside: style(Style::new().dimmed()),
            bad: style(of(AnsiColor::Red).bold()),
            odd: style(of(AnsiColor::Yellow)),
            plain: Style::new(),
        };
        Page { out, styles, width: show::width(), is_raw, is_full, shown: String::new(), has_gap: true }
    }

    /// Whether what comes next needs no empty line before it.
    pub(super) fn set_gap(&mut self, has_gap: bool) {
        self.has_gap = has_gap;
    }

    /// An empty line, unless there is one or nothing before it.
    pub(super) fn gap(&mut self) {
        if !self.has_gap {
            self.out.borrow_mut().bytes(b"\n");
            self.has_gap = true;
        }
    }

    /// A line of what it is and what is known of it, over several lines where there is too little room. Both can be shown.
    pub(super) fn heading(&mut self, indent: usize, style: Style, what: &str, beside: &str) {
        let room = self.room(indent);
        if beside.is_empty() || room != usize::MAX && width(what) + 2 + width(beside) > room {
            self.pieces(indent, style, what);
            if !beside.is_empty() {
                self.pieces(indent + 2, self.styles.beside, beside);
            }
            return;
        }
        let mut out = self.out.borrow_mut();
        put(&mut out, indent, style, what, b"");
        put(&mut out, 2, self.styles.beside, beside, b"\n");
        self.has_gap = false;
    }

    /// A text, whole, without the newlines at its end.
    pub(super) fn text(&mut self, indent: usize, style: Style, text: &str) {
        for line in text.trim_end_matches('\n').split('\n') {
            if self.is_raw {
                put(&mut self.out.borrow_mut(), indent, style, line, b"\n");
                self.has_gap = false;
                continue;
            }
            let mut shown = std::mem::take(&mut self.shown);
            shown.clear();
            put_line(line, &mut shown);
            self.pieces(indent, style, &shown);
            self.shown = shown;
        }
    }

    /// A text of which the end is only counted if it is long.
    pub(super) fn folded(&mut self, indent: usize, style: Style, text: &str) {
        let text = text.trim_end_matches('\n');
        let Some(end) = (!self.is_full).then(|| fold(text)).flatten() else {
            return self.text(indent, style, text);
        };
        let (begin, rest) = text.split_at(end);
        self.text(indent, style, begin);
        let bytes = rest.strip_prefix('\n').unwrap_or(rest).len() as u64;
        let more = match rest.bytes().filter(|byte| *byte == b'\n').count() as u64 {
            0 => format!("… {} more bytes (--full)", thousands(bytes)),
            lines => format!(
                "… {}, {} bytes (--full)",
                counted(lines, "more line", "more lines"),
                thousands(bytes)
            ),
        };
        self.pieces(indent, self.styles.beside, &more);
    }

    /// One line that can be shown, over several where there is too little room.
    fn pieces(&mut self, indent: usize, style: Style, shown: &str) {
        let mut out = self.out.borrow_mut();
        self.has_gap = shown.is_empty();
        match self.room(indent) {
            _ if shown.is_empty() => out.bytes(b"\n"),
            usize::MAX => put(&mut out, indent, style, shown, b"\n"),
            room => pieces(shown, room).for_each(|piece| put(&mut out, indent, style, piece, b"\n")),
        }
    }

    fn room(&self, indent: usize) -> usize {
        match self.width {
            usize::MAX => usize::MAX,
            width => width.saturating_sub(indent).max(LEAST_ROOM.min(width)),
        }
    }
}

fn put(out: &mut Out, indent: usize, style: Style, text: &str, end: &[u8]) {
    const BLANKS: [u8; 32] = [b' '; 32];
    out.bytes(&BLANKS[..indent.min(BLANKS.len())]);
    let is_plain = style == Style::new();
    if !is_plain {
        out.bytes(style.render().to_string().as_bytes());
    }
    out.bytes(text.as_bytes());
    if !is_plain {
        out.bytes(style.render_reset().to_string().as_bytes());
    }
    out.bytes(end);
}

/// A line without a new line, tabs as blanks.
fn put_line(line: &str, shown: &mut String) {
    let mut column = 0;
    for (at, part) in line.split('\t').enumerate() {
        if at > 0 {
            let blanks = TAB - column % TAB;
            shown.extend(std::iter::repeat_n(' ', blanks));
            column += blanks;
        }
        let before = shown.len();
        put_readable(part, shown);
        column += width(&shown[before..]);
    }
}

/// Where a long text is cut: behind a line, or within one that is long itself. One that is not much longer is not cut.
fn fold(text: &str) -> Option<usize> {
    let slack = |most: usize| most + most / 5;
    let is_short = text.len() <= slack(MOST_BYTES)
        && text.bytes().filter(|byte| *byte == b'\n').count() < slack(MOST_LINES);
    if is_short {
        return None;
    }
    let mut lines = text.match_indices('\n').map(|(at, _)| at);
    let end = lines.clone().nth(MOST_LINES - 1).unwrap_or(text.len());
    if end <= MOST_BYTES {
        return Some(end);
    }
    // The last line that is within, unless the first is beyond.
    let within = lines.by_ref().take_while(|at| *at <= MOST_BYTES).last();
    Some(within.unwrap_or_else(|| {
        // No character is longer than four bytes.
        (MOST_BYTES - 3..=MOST_BYTES).rfind(|at| text.is_char_boundary(*at)).unwrap_or(MOST_BYTES)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_texts_are_cut() {
        let line = |count: usize| "x".repeat(count) + "\n";
        for (text, want) in [
            (String::new(), None),
            (line(1).repeat(11) + "x", None),
            (line(1).repeat(12) + "x", Some(19)),
            (line(2400).trim_end().to_owned(), None),
            (line(2401).trim_end().to_owned(), Some(2000)),
            ("é".repeat(2000).replacen('é', "xé", 1), Some(1999)),
            (line(999).repeat(3), Some(1999)),
            (line(10) + &line(3000), Some(10)),
        ] {
            assert_eq!(fold(&text), want, "{} bytes", text.len());
        }
    }

    #[test]
    fn tabs_are_blanks() {
        for (line, want) in [
            ("a\tb", "a       b"),
            ("\t\tb", "                b"),
            ("한글\tb", "한글    b"),
            ("12345678\tb", "12345678        b"),
            ("\u{1b}\tb", "\\u{1b}  b"),
        ] {
            let mut shown = String::new();
            put_line(line, &mut shown);
            assert_eq!(shown, want);
        }
    }
}
