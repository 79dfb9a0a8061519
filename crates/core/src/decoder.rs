//! Chunks to lines: for a live stream that arrives in arbitrary pieces.

use crate::line::{At, Ending, Line};
use memchr::memchr;

/// A line beyond the cap: its content was passed over, its length counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// Where the line begins.
    pub at: At,
    /// Bytes of its content, without the line end.
    pub len: u64,
    /// How the line ends.
    pub ending: Ending,
}

/// What a [`LineDecoder`] yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framed<'s> {
    /// A whole line.
    Line(Line<'s>),
    /// A line beyond the cap. The line behind it starts clean.
    TooLong(TooLong),
}

/// Cuts chunks of any size, down to one byte, into lines.
///
/// A line that lies whole in its chunk is returned from the chunk; only a line across chunks is copied, into the
/// carry buffer that the caller lends. Nothing is allocated. The answer does not depend on how the stream is cut.
///
/// The cap on a line's content is the length of the carry buffer; [`max_line`](Self::max_line) can lower it. It
/// applies to every line, also to one that lies whole in its chunk.
///
/// ```
/// use runlex_core::{Framed, LineDecoder};
/// let mut carry = [0; 64];
/// let mut decoder = LineDecoder::new(&mut carry);
/// let mut seen = Vec::new();
/// for mut chunk in [&b"{\"a\""[..], b":1}\n{}"] {
///     while let Some(Framed::Line(line)) = decoder.next(&mut chunk) {
///         seen.push(line.content().to_vec());
///     }
/// }
/// if let Some(Framed::Line(line)) = decoder.finish() {
///     seen.push(line.content().to_vec());
/// }
/// assert_eq!(seen, [&b"{\"a\":1}"[..], b"{}"]);
/// ```
#[derive(Debug)]
pub struct LineDecoder<'b> {
    carry: &'b mut [u8],
    /// Content bytes of the open line: held in `carry` while within the cap, afterwards only counted.
    pending: u64,
    /// A `0D` was the last byte: it belongs to the content unless a newline follows. Never held in `carry` as such,
    /// so that a line of just the cap and a `0D 0A` fits.
    pending_cr: bool,
    cap: u64,
    at: At,
}

impl<'b> LineDecoder<'b> {
    /// A decoder at the start of a stream. `carry` holds the one line that lies across chunks.
    pub fn new(carry: &'b mut [u8]) -> LineDecoder<'b> {
        LineDecoder::starting(carry, At::START)
    }

    /// A decoder whose first byte lies at `at`, for a stream that is taken up again in the middle.
    pub fn starting(carry: &'b mut [u8], at: At) -> LineDecoder<'b> {
        let cap = carry.len() as u64;
        LineDecoder { carry, pending: 0, pending_cr: false, cap, at }
    }

    /// Lowers the cap on a line's content to `bytes`; it is never above the length of the carry buffer.
    pub fn max_line(mut self, bytes: u64) -> LineDecoder<'b> {
        self.cap = bytes.min(self.carry.len() as u64);
        self
    }

    /// Where the open line begins: the offset up to which the stream has been handed out.
    pub fn at(&self) -> At {
        self.at
    }

    /// Bytes of the open line that were taken in and not yet handed out.
    pub fn pending(&self) -> u64 {
        self.pending + u64::from(self.pending_cr)
    }

    /// Takes the next line out of `chunk` and moves `chunk` behind it. `None`: the chunk is used up, give the next.
    ///
    /// Costs one memchr over the line; copies only a line that began in an earlier chunk or goes on in a later one.
    #[inline]
    pub fn next<'s, 'c: 's>(&'s mut self, chunk: &mut &'c [u8]) -> Option<Framed<'s>> {
        let bytes: &'c [u8] = chunk;
        let Some(end) = memchr(b'\n', bytes) else {
            *chunk = &[];
            self.append(bytes);
            return None;
        };
        let body = &bytes[..end];
        *chunk = &bytes[end + 1..];
        if self.pending() == 0 {
            let line = Line::cut(body, true, self.at);
            self.at = self.at.after(line.len());
            return Some(if line.capped_len() > self.cap {
                Framed::TooLong(TooLong { at: line.at(), len: line.capped_len(), ending: line.ending() })
            } else {
                Framed::Line(line)
            });
        }
        self.append(body);
        let ending = if core::mem::take(&mut self.pending_cr) { Ending::CrLf } else { Ending::Lf };
        Some(self.hand_out(ending))
    }

    /// The end of the stream: hands out the last line if it has no newline. The decoder can go on afterwards.
    pub fn finish(&mut self) -> Option<Framed<'_>> {
        if self.pending() == 0 {
            return None;
        }
        if core::mem::take(&mut self.pending_cr) {
            self.push(b"\r");
        }
        Some(self.hand_out(Ending::None))
    }

    fn append(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        if core::mem::take(&mut self.pending_cr) {
            self.push(b"\r");
        }
        match bytes {
            [body @ .., b'\r'] => {
                self.push(body);
                self.pending_cr = true;
            }
            body => self.push(body),
        }
    }

    /// Copies while the line is within the cap, counts always.
    fn push(&mut self, bytes: &[u8]) {
        let total = self.pending + bytes.len() as u64;
        if total <= self.cap {
            let from = self.pending as usize;
            self.carry[from..from + bytes.len()].copy_from_slice(bytes);
        }
        self.pending = total;
    }

    fn hand_out(&mut self, ending: Ending) -> Framed<'_> {
        let len = core::mem::take(&mut self.pending);
        let at = self.at;
        self.at = at.after(len + ending.len());
        if len > self.cap {
            Framed::TooLong(TooLong { at, len, ending })
        } else {
            Framed::Line(Line::of_content(&self.carry[..len as usize], ending, at))
        }
    }
}
