//! Lines: the pieces of a stream between newlines, each with its place.
//!
//! A line ends at byte `0A` and at nothing else. One `0D` directly before that byte belongs to the line end. The last
//! piece of a stream is a line even without a newline. A UTF-8 mark (`EF BB BF`) at stream offset 0 belongs to line 1
//! but not to its content. Rules: `docs/faults.md`.

use memchr::memchr;

/// The three bytes of a UTF-8 byte order mark.
pub(crate) const MARK: &[u8] = b"\xEF\xBB\xBF";

/// A place in a stream: where a line begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct At {
    /// Bytes before this place, from 0 at the start of the stream (decompressed, where it was compressed).
    pub offset: u64,
    /// Number of the line that begins here, from 1.
    pub line: u64,
}

impl At {
    /// The start of a stream: offset 0, line 1.
    pub const START: At = At { offset: 0, line: 1 };

    /// The place behind a line that begins here and has `len` bytes, its end included.
    #[inline]
    pub(crate) fn after(self, len: u64) -> At {
        At { offset: self.offset + len, line: self.line + 1 }
    }
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The stream stopped without a newline.
    None,
    /// `0A`.
    Lf,
    /// `0D 0A`.
    CrLf,
}

impl Ending {
    /// Bytes of the line end: 0, 1 or 2.
    #[inline]
    pub fn len(self) -> u64 {
        match self {
            Ending::None => 0,
            Ending::Lf => 1,
            Ending::CrLf => 2,
        }
    }

    /// True for [`Ending::None`].
    pub fn is_empty(self) -> bool {
        matches!(self, Ending::None)
    }
}

/// One line of a stream. `Copy`; borrows its content, never owns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    content: &'a [u8],
    at: At,
    /// Bytes of this line in front of `content`: the mark of a first line, or all that was passed over of a line
    /// beyond the cap.
    before: u64,
    ending: Ending,
}

impl<'a> Line<'a> {
    /// The line whose bytes up to its newline are `body` (a `0D` at its end still included when `newline` is set).
    #[inline]
    pub(crate) fn cut(body: &'a [u8], newline: bool, at: At) -> Line<'a> {
        let (content, ending) = match (newline, body) {
            (true, [content @ .., b'\r']) => (content, Ending::CrLf),
            (true, content) => (content, Ending::Lf),
            (false, content) => (content, Ending::None),
        };
        Line::of_content(content, ending, at)
    }

    /// The line with this content, still with the mark that may lead it.
    #[inline]
    pub(crate) fn of_content(content: &'a [u8], ending: Ending, at: At) -> Line<'a> {
        if at.offset == 0
            && let Some(rest) = content.strip_prefix(MARK)
        {
            return Line { content: rest, at, before: MARK.len() as u64, ending };
        }
        Line { content, at, before: 0, ending }
    }

    /// A line whose `len` content bytes were passed over.
    pub(crate) fn passed_over(at: At, len: u64, ending: Ending) -> Line<'static> {
        Line { content: &[], at, before: len, ending }
    }

    /// The bytes of the line without its end and without the mark of a first line. Empty for a line that was passed
    /// over as too long.
    #[inline]
    pub fn content(&self) -> &'a [u8] {
        self.content
    }

    /// Where the line begins.
    #[inline]
    pub fn at(&self) -> At {
        self.at
    }

    /// Stream offset of the first byte of [`content`](Self::content). Add positions within the line to this.
    #[inline]
    pub fn content_offset(&self) -> u64 {
        self.at.offset + self.before
    }

    /// How the line ends.
    #[inline]
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// All bytes of the line, its end included. Over a stream these add up to the length of the stream.
    #[inline]
    pub fn len(&self) -> u64 {
        self.before + self.content.len() as u64 + self.ending.len()
    }

    /// True for a line of no bytes at all, which neither [`Lines`] nor a decoder yields.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// True when the content is nothing but spaces, tabs and `0D`.
    pub fn is_blank(&self) -> bool {
        self.content.iter().all(|b| crate::check::is_blank(*b))
    }

    /// Content bytes with the mark, which is what a cap is held against.
    #[inline]
    pub(crate) fn capped_len(&self) -> u64 {
        self.before + self.content.len() as u64
    }
}

/// Splits a slice into its lines with memchr. Yields nothing for an empty slice; allocates nothing.
///
/// ```
/// use runlex_core::{At, Lines};
/// let lines: Vec<&[u8]> = Lines::new(b"{}\r\n\n{}", At::START).map(|line| line.content()).collect();
/// assert_eq!(lines, [&b"{}"[..], b"", b"{}"]);
/// ```
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    rest: &'a [u8],
    at: At,
}

impl<'a> Lines<'a> {
    /// The lines of `batch`, whose first byte lies at `at`.
    pub fn new(batch: &'a [u8], at: At) -> Lines<'a> {
        Lines { rest: batch, at }
    }

    /// Where the next line begins.
    #[inline]
    pub fn at(&self) -> At {
        self.at
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    #[inline]
    fn next(&mut self) -> Option<Line<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let line = match memchr(b'\n', self.rest) {
            Some(end) => {
                let line = Line::cut(&self.rest[..end], true, self.at);
                self.rest = &self.rest[end + 1..];
                line
            }
            None => Line::cut(core::mem::take(&mut self.rest), false, self.at),
        };
        self.at = self.at.after(line.len());
        Some(line)
    }
}
