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
        show::put_readable(text, &mut self.buffer);
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
        let cut = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
        for (at, piece) in text[..cut].split(['\n', '\t']).enumerate() {
            self.buffer.push_str(if at > 0 { " " } else { "" });
            show::put_readable(piece, &mut self.buffer);
        }
        if cut < text.len() {
            _ = write!(self.buffer, "… ({} bytes)", show::thousands(text.len() as u64));
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

#[cfg(test)]
mod tests {
    use super::{LONGEST, Page};

    fn page() -> Page {
        Page::new(std::io::sink())
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
