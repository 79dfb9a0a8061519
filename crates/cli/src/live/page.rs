//! Text for people, piece by piece. A terminal obeys nothing of it.

use crate::show;
use std::fmt::Write as _;
use std::io::{self, Write};

/// So many characters of a call, a result or a message are shown on their line.
const LONGEST: usize = 200;

/// Where the text goes. As in [`Out`](crate::out::Out) the first error stays, and nothing is written after it.
pub(super) struct Page {
    sink: Box<dyn Write>,
    buffer: String,
    /// The last line has no end yet.
    is_open: bool,
    error: Option<io::Error>,
}

impl Page {
    pub(super) fn new(sink: impl Write + 'static) -> Page {
        Page { sink: Box::new(sink), buffer: String::new(), is_open: false, error: None }
    }

    /// Text as it was said: its lines stay lines.
    pub(super) fn text(&mut self, text: &str) {
        match is_plain(text) {
            true => self.buffer.push_str(text),
            false => text.chars().for_each(|c| push(&mut self.buffer, c)),
        }
        if let Some(last) = text.chars().next_back() {
            self.is_open = last != '\n';
        }
    }

    /// Ends the line, if one is open.
    pub(super) fn end_line(&mut self) {
        if std::mem::take(&mut self.is_open) {
            self.buffer.push('\n');
        }
    }

    /// A line of its own: `[label] text`, cut where it is long.
    pub(super) fn line(&mut self, indent: &str, label: &str, text: &str) {
        self.end_line();
        _ = write!(self.buffer, "{indent}[{}]", show::name(label));
        if !text.is_empty() {
            self.buffer.push(' ');
        }
        for (at, c) in text.chars().enumerate() {
            if at == LONGEST {
                _ = write!(self.buffer, "… ({} bytes)", show::thousands(text.len() as u64));
                break;
            }
            push(&mut self.buffer, if matches!(c, '\n' | '\t') { ' ' } else { c });
        }
        self.buffer.push('\n');
    }

    /// Lets whoever reads have all of it.
    pub(super) fn hand_on(&mut self) {
        if self.error.is_none() && !self.buffer.is_empty() {
            let written = self.sink.write_all(self.buffer.as_bytes());
            self.error = written.and_then(|()| self.sink.flush()).err();
        }
        self.buffer.clear();
    }

    /// The same, and the error, if there was one.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.hand_on();
        self.error.take().map_or(Ok(()), Err)
    }
}

/// Whether it is shown as it is. Most texts are.
fn is_plain(text: &str) -> bool {
    text.bytes().fold(true, |plain, byte| plain & matches!(byte, b' '..=b'~' | b'\n' | b'\t'))
}

/// A character of a text. What a terminal would obey, and what hides or turns others, is an escape; a backslash is itself, for
/// there are many in what is said of programs.
fn push(buffer: &mut String, c: char) {
    let is_escaped = match c {
        '\n' | '\t' => false,
        // In a text, other than in a name, blanks of any width do no harm, and joiners and variants are how emoji and some
        // scripts are written.
        '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{200C}' | '\u{200D}' | '\u{202F}' | '\u{205F}' => false,
        '\u{FE00}'..='\u{FE0F}' => false,
        _ => c.is_control() || show::is_unseen(c),
    };
    match is_escaped {
        true => _ = write!(buffer, "{}", c.escape_unicode()),
        false => buffer.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, Page};

    fn page() -> Page {
        Page::new(std::io::sink())
    }

    #[test]
    fn texts() {
        for (text, want) in [
            ("a\\b\n\tc", "a\\b\n\tc"),
            ("\u{1b}[2J\r\n\u{9b}\u{7f}\0", "\\u{1b}[2J\\u{d}\n\\u{9b}\\u{7f}\\u{0}"),
            ("\u{202e}\u{200b}\u{2066}\u{feff}\u{e0041}", "\\u{202e}\\u{200b}\\u{2066}\\u{feff}\\u{e0041}"),
            ("é 한 👩\u{200d}💻 ⚠\u{fe0f} 5\u{202f}%", "é 한 👩\u{200d}💻 ⚠\u{fe0f} 5\u{202f}%"),
        ] {
            let mut page = page();
            page.text(text);
            assert_eq!(page.buffer, want);
        }
    }

    #[test]
    fn lines() {
        let mut page = page();
        page.text("Hel");
        page.text("lo");
        page.line("", "Ba\u{1b}sh", "a\nb\u{7}");
        page.text("x\n");
        page.line("  ", "ok", "");
        page.end_line();
        assert_eq!(page.buffer, "Hello\n[Ba\\u{1b}sh] a b\\u{7}\nx\n  [ok]\n");
        page.buffer.clear();
        page.line("", "a", &"é".repeat(LONGEST));
        page.line("", "b", &"é".repeat(LONGEST + 1));
        let whole = "é".repeat(LONGEST);
        assert_eq!(page.buffer, format!("[a] {whole}\n[b] {whole}… (402 bytes)\n"));
    }
}
