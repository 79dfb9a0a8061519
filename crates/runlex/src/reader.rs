//! Records from anything that can be read.

use memchr::memchr;
use runlex_core::{At, Ending, FaultKind, Lines, Memory, Node, Options, Record, Scanner, TooLong, Utf16};
use std::io::{self, Read};
use std::ops::Range;

/// Bytes asked for in one read: more gains nothing, and this stays in the second-level cache.
const CHUNK: usize = 256 * 1024;
/// Positions within a line are 32 bits wide, so the scanner refuses a longer one whatever it holds.
const LONGEST: u64 = u32::MAX as u64;
/// Nodes that are there from the start: a kernel takes no short tape.
const FEWEST_NODES: usize = 4096;
/// Nodes beyond which the tape does not grow with the line; longer lines are navigated by their bytes.
const MOST_NODES: usize = 1 << 20;

/// Reads a stream to its end and hands out a [`Record`] for each line.
///
/// The buffer holds 256 KiB and grows to the longest line, up to the cap of [`Options::max_line`] and never beyond 4 GiB;
/// it is reused, so nothing is allocated per line. Reads that are interrupted are repeated. A stream with the mark of
/// UTF-16 is not split into lines: it yields one fault of kind `encoding` that stands for all its bytes.
///
/// ```
/// use runlex::{Reader, What};
/// let mut reader = Reader::new(&b"{\"a\":1}\n{\"a\":2"[..]);
/// let mut seen = Vec::new();
/// while let Some(record) = reader.next()? {
///     seen.push(matches!(record.what, What::Event(_)));
/// }
/// assert_eq!(seen, [true, false]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    options: Options<'static>,
    buffer: Vec<u8>,
    /// The bytes read and not yet handed out are `buffer[start..end]`, those up to `searched` without a newline.
    start: usize,
    searched: usize,
    end: usize,
    /// Bytes of the open line (or of a stream that is not read) that were counted and let go.
    skipped: u64,
    at: At,
    /// Where the line that was handed out last lies in the buffer, and in the stream.
    last: Option<(Range<usize>, At)>,
    source_ended: bool,
    encoding: Option<Utf16>,
    nodes: Vec<Node>,
    memory: Box<Memory>,
}

/// The next line, framed: by its place in the buffer, or passed over.
enum Frame {
    Line { start: usize, end: usize },
    TooLong(TooLong),
    Utf16,
}

impl<R: Read> Reader<R> {
    /// Reads `source` with the dialects' keys, checked, without a cap.
    pub fn new(source: R) -> Reader<R> {
        Reader::with_options(source, Options::new(&runlex_dialects::KEYS))
    }

    /// Reads `source` with options of your own.
    pub fn with_options(source: R, options: Options<'static>) -> Reader<R> {
        Reader {
            source,
            options,
            buffer: Vec::new(),
            start: 0,
            searched: 0,
            end: 0,
            skipped: 0,
            at: At::START,
            last: None,
            source_ended: false,
            encoding: None,
            nodes: Vec::new(),
            memory: Box::default(),
        }
    }

    /// The source begins at this place of its stream, and not at the stream's start: places are told accordingly. A line has to
    /// begin there. Before the first record.
    pub fn starting_at(mut self, at: At) -> Reader<R> {
        self.at = at;
        self
    }

    /// The record of the next line; `None` at the end of the stream. It borrows from the reader and must be let go
    /// before the next call.
    ///
    /// # Errors
    ///
    /// Those of the source; [`io::ErrorKind::OutOfMemory`] if there is no memory for a line. What was read before stays,
    /// and a later call goes on.
    // Not an Iterator: the record borrows from the reader.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> io::Result<Option<Record<'_, '_>>> {
        self.last = None;
        let Some(frame) = self.frame()? else { return Ok(None) };
        let at = self.at;
        let (start, end) = match frame {
            Frame::TooLong(long) => {
                self.advance(long.len + long.ending.len());
                return Ok(Some(long.into()));
            }
            Frame::Utf16 => {
                let len = self.drain()?;
                self.advance(len);
                return Ok(Some(Record::unread(at, len, FaultKind::Encoding)));
            }
            Frame::Line { start, end } => (start, end),
        };
        self.advance((end - start) as u64);
        let wanted = ((end - start) / 4).clamp(FEWEST_NODES, MOST_NODES);
        if self.nodes.len() < wanted {
            let more = wanted.next_power_of_two() - self.nodes.len();
            // Without memory for a longer tape the one there is serves: slower, with the same answers.
            if self.nodes.try_reserve_exact(more).is_ok() {
                self.nodes.resize(wanted.next_power_of_two(), Node::EMPTY);
            }
        }
        self.last = Some((start..end, at));
        Ok(self.again())
    }

    /// The record that [`next`](Self::next) gave last, made anew at the cost of another look at the line. Only for lines
    /// that were read: nothing for one beyond the cap, or before the first.
    pub(crate) fn again(&mut self) -> Option<Record<'_, '_>> {
        let (place, at) = self.last.clone()?;
        let line = Lines::new(&self.buffer[place], at).next()?;
        Some(Scanner::once_with(self.options, line, &mut self.nodes, &mut self.memory))
    }

    /// Where the next line begins.
    pub fn at(&self) -> At {
        self.at
    }

    /// The encoding of a stream that is no UTF-8, told by its mark; known once the first record was asked for.
    pub fn encoding(&self) -> Option<Utf16> {
        self.encoding
    }

    /// The source. What was read from it and not handed out yet is in [`buffered`](Self::buffered).
    pub fn source(&self) -> &R {
        &self.source
    }

    /// The source, to set it up. Bytes taken out of it here are missing in the records.
    pub fn source_mut(&mut self) -> &mut R {
        &mut self.source
    }

    /// Bytes that were read ahead and belong to lines not handed out yet; the first of them lies at [`at`](Self::at)
    /// (unless that line is beyond the cap: what was passed over of it is gone).
    pub fn buffered(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Lets go of the reader. Save [`buffered`](Self::buffered) first, where the rest of the stream matters.
    pub fn into_inner(self) -> R {
        self.source
    }

    fn advance(&mut self, len: u64) {
        self.at = At { offset: self.at.offset + len, line: self.at.line + 1 };
    }

    /// Bytes of content beyond which a line is passed over.
    fn cap(&self) -> u64 {
        self.options.max_line.min(LONGEST)
    }

    fn frame(&mut self) -> io::Result<Option<Frame>> {
        loop {
            if self.encoding.is_some() && self.at.offset > 0 {
                return Ok(None);
            }
            if self.at.offset == 0 && self.skipped == 0 && self.end - self.start >= 2 {
                self.encoding = Utf16::of_mark(&self.buffer[self.start..self.end]);
            }
            if self.encoding.is_some() {
                return Ok(Some(Frame::Utf16));
            }
            // One more byte than the cap could still be the 0D of the line end.
            if self.skipped > 0 || (self.searched - self.start) as u64 > self.cap() + 1 {
                return self.pass_over().map(Some);
            }
            if let Some(found) = memchr(b'\n', &self.buffer[self.searched..self.end]) {
                let end = self.searched + found + 1;
                return Ok(Some(self.take(end)));
            }
            self.searched = self.end;
            if (self.end - self.start) as u64 <= self.cap() + 1 && !self.fill()? {
                return Ok((self.start < self.end).then(|| self.take(self.end)));
            }
        }
    }

    /// The line that ends before `end`, its newline included.
    fn take(&mut self, end: usize) -> Frame {
        let start = std::mem::replace(&mut self.start, end);
        self.searched = end;
        Frame::Line { start, end }
    }

    /// Reads more behind what is held; false at the end of the source.
    fn fill(&mut self) -> io::Result<bool> {
        if self.source_ended {
            return Ok(false);
        }
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.searched -= self.start;
            self.end -= self.start;
            self.start = 0;
        }
        if self.buffer.len() - self.end < CHUNK / 2 {
            // Doubling keeps the copies of a growing line linear; the cap keeps the last doubling small.
            let most = usize::try_from(self.cap()).unwrap_or(usize::MAX).saturating_add(CHUNK);
            let wanted = (self.buffer.len() * 2).min(most).max(self.end + CHUNK);
            // Exactly that: a vector would double by itself, past the cap.
            self.buffer
                .try_reserve_exact(wanted - self.buffer.len())
                .map_err(|_| io::ErrorKind::OutOfMemory)?;
            self.buffer.resize(wanted, 0);
        }
        let got = self.read_at(self.end)?;
        self.end += got;
        self.source_ended = got == 0;
        Ok(got > 0)
    }

    fn read_at(&mut self, from: usize) -> io::Result<usize> {
        loop {
            match self.source.read(&mut self.buffer[from..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => return other,
            }
        }
    }

    /// Counts the open line to its end without keeping it. An error in between loses nothing: `skipped` holds the count.
    fn pass_over(&mut self) -> io::Result<Frame> {
        loop {
            let held = &self.buffer[self.start..self.end];
            if let Some(newline) = memchr(b'\n', held) {
                let ending = if held[..newline].last() == Some(&b'\r') { Ending::CrLf } else { Ending::Lf };
                let len = self.skipped + newline as u64 + 1 - ending.len();
                self.start += newline + 1;
                return Ok(self.too_long(len, ending));
            }
            // The last byte stays in the buffer until it is known whether it is the 0D of the line end.
            if let [body @ .., last] = held {
                let last = *last;
                self.skipped += body.len() as u64;
                self.buffer[0] = last;
                self.start = 0;
                self.end = 1;
            }
            self.searched = self.start;
            if !self.fill()? {
                let len = self.skipped + (self.end - self.start) as u64;
                self.start = self.end;
                return Ok(self.too_long(len, Ending::None));
            }
        }
    }

    fn too_long(&mut self, len: u64, ending: Ending) -> Frame {
        self.skipped = 0;
        self.searched = self.start;
        Frame::TooLong(TooLong { at: self.at, len, ending })
    }

    /// Reads to the end of the source and counts what was still to come.
    fn drain(&mut self) -> io::Result<u64> {
        self.skipped += (self.end - self.start) as u64;
        self.start = self.end;
        self.searched = self.end;
        while !self.source_ended {
            let got = self.read_at(0)?;
            self.skipped += got as u64;
            self.source_ended = got == 0;
        }
        Ok(std::mem::take(&mut self.skipped))
    }
}
