//! A stream to batches of whole lines, and those to records.

use crate::aggregate::Aggregate;
use crate::ahead::{Ahead, HEAD};
use memchr::{memchr, memrchr};
use runlex_core::{At, Ending, FaultKind, Memory, Node, Options, Record, Scanner, TooLong, Utf16};
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes of a batch, and of a read: more gains nothing, and this stays in the second-level cache.
pub(crate) const CHUNK: usize = 256 * 1024;
/// So many bytes are read behind the end of a part at a time: for most lines that begin in it.
const BEHIND: usize = 16 * 1024;
/// Positions within a line are 32 bits wide, so the scanner refuses a longer one whatever it holds.
const LONGEST: u64 = u32::MAX as u64;
/// Nodes that are there from the start: a kernel takes no short tape.
const FEWEST_NODES: usize = 4096;
/// Nodes beyond which the tape does not grow with the line; longer lines are navigated by their bytes.
const MOST_NODES: usize = 1 << 20;

/// What everyone who reads needs to know.
#[derive(Clone, Copy)]
pub(crate) struct Context<'s> {
    pub(crate) options: Options<'static>,
    pub(crate) progress: Option<&'s (dyn Fn(u64) + Sync)>,
    pub(crate) cancel: Option<&'s AtomicBool>,
}

impl Context<'_> {
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }

    pub(crate) fn check_cancel(&self) -> io::Result<()> {
        match self.is_cancelled() {
            true => Err(io::Error::other("the scan was cancelled")),
            false => Ok(()),
        }
    }

    pub(crate) fn advance(&self, bytes: u64) {
        if let Some(progress) = self.progress
            && bytes > 0
        {
            progress(bytes);
        }
    }
}

/// What a thread keeps from one piece of work to the next.
#[derive(Default)]
pub(crate) struct Lane {
    buffer: Vec<u8>,
    pub(crate) tape: Tape,
}

/// Memory for the scanner, and what it learned.
#[derive(Default)]
pub(crate) struct Tape {
    nodes: Vec<Node>,
    memory: Box<Memory>,
}

impl Tape {
    /// Hands out the lines of a batch whose first byte lies at `at`, and says where the next line begins. Breaks off where `each`
    /// does.
    pub(crate) fn observe(
        &mut self,
        options: Options<'static>,
        batch: &[u8],
        at: At,
        each: &mut impl FnMut(&Record<'_, '_>) -> ControlFlow<()>,
    ) -> ControlFlow<At, At> {
        let wanted = (batch.len() / 4).clamp(FEWEST_NODES, MOST_NODES).next_power_of_two();
        // Without memory for a longer tape the one there is serves: slower, with the same answers.
        if self.nodes.len() < wanted && self.nodes.try_reserve_exact(wanted - self.nodes.len()).is_ok() {
            self.nodes.resize(wanted, Node::EMPTY);
        }
        let mut scanner = Scanner::new(options, batch, at, &mut self.nodes).with_memory(&mut self.memory);
        while let Some(record) = scanner.next() {
            if each(&record).is_break() {
                return ControlFlow::Break(scanner.at());
            }
        }
        ControlFlow::Continue(scanner.at())
    }
}

/// Has an aggregate observe all there is.
pub(crate) fn all_to<A: Aggregate>(into: &mut A) -> impl FnMut(&Record<'_, '_>) -> ControlFlow<()> {
    |record| {
        into.observe(record);
        ControlFlow::Continue(())
    }
}

/// Where the bytes of a stream come from.
pub(crate) enum Feed<'f> {
    Reader(&'f mut dyn Read),
    /// Another thread has read them.
    Ahead(Ahead<'f>),
}

/// The lines that begin within a part of a stream, batch after batch.
pub(crate) struct Batches<'s, 'f> {
    context: &'s Context<'s>,
    lane: &'s mut Lane,
    feed: Feed<'f>,
    /// The bytes read and not yet scanned are `buffer[start..end]`, those up to `searched` without a newline.
    start: usize,
    searched: usize,
    end: usize,
    /// Stream offset of what will be read next.
    offset: u64,
    /// Where the line at `start` begins.
    at: At,
    /// Lines that begin here or later belong to others.
    until: u64,
    has_ended: bool,
}

impl<'s, 'f> Batches<'s, 'f> {
    /// `feed` gives the stream from `at` on. Lines that begin before `until` are read, to their ends.
    pub(crate) fn new(
        context: &'s Context<'s>,
        lane: &'s mut Lane,
        feed: Feed<'f>,
        at: At,
        until: u64,
    ) -> Batches<'s, 'f> {
        Batches {
            context,
            lane,
            feed,
            start: 0,
            searched: 0,
            end: 0,
            offset: at.offset,
            at,
            until,
            has_ended: false,
        }
    }

    /// Where the next line begins.
    pub(crate) fn at(&self) -> At {
        self.at
    }

    /// Passes over the line that the source begins in: it belongs to the part before.
    ///
    /// # Errors
    ///
    /// Those of the source.
    pub(crate) fn skip_line(&mut self) -> io::Result<()> {
        loop {
            if let Some(newline) = memchr(b'\n', &self.lane.buffer[self.start..self.end]) {
                self.start += newline + 1;
                break;
            }
            (self.start, self.searched) = (self.end, self.end);
            // A line that goes on to the end of the part leaves it none of its own.
            if self.offset >= self.until || !self.fill()? {
                break;
            }
        }
        self.searched = self.start;
        self.at.offset = self.offset - self.held() as u64;
        Ok(())
    }

    /// Hands out all lines until `each` breaks off, and tells the encoding of a stream that is no UTF-8.
    ///
    /// # Errors
    ///
    /// Those of the source; [`io::ErrorKind::OutOfMemory`] if there is no memory for a line. All lines before that are
    /// handed out, and [`at`](Self::at) is where the first begins that is not.
    pub(crate) fn observe(
        &mut self,
        mut each: impl FnMut(&Record<'_, '_>) -> ControlFlow<()>,
    ) -> io::Result<Option<Utf16>> {
        if self.at.offset == 0 {
            while self.held() < 2 && self.fill()? {}
            if let Some(encoding) = Utf16::of_mark(&self.lane.buffer[self.start..self.end]) {
                let len = self.drain()?;
                // There is no other, whatever it says.
                _ = each(&Record::unread(self.at, len, FaultKind::Encoding));
                self.at = At { offset: len, line: 2 };
                return Ok(Some(encoding));
            }
        }
        while self.at.offset < self.until {
            if let Some(stop) = self.whole_lines() {
                if self.scan(stop, &mut each).is_break() {
                    break;
                }
                continue;
            }
            self.searched = self.end;
            // One more byte than the cap could still be the 0D of the line end.
            if self.held() as u64 > self.cap() + 1 {
                let long = self.pass_over()?;
                let is_over = each(&long.into()).is_break();
                self.at =
                    At { offset: long.at.offset + long.len + long.ending.len(), line: long.at.line + 1 };
                if is_over {
                    break;
                }
            } else if !self.fill()? {
                if self.held() > 0 {
                    _ = self.scan(self.end, &mut each);
                }
                break;
            }
        }
        Ok(None)
    }

    fn held(&self) -> usize {
        self.end - self.start
    }

    /// Bytes of content beyond which a line is passed over.
    fn cap(&self) -> u64 {
        self.context.options.max_line.min(LONGEST)
    }

    /// The end of the last whole line that is held and ours.
    fn whole_lines(&self) -> Option<usize> {
        let buffer = &self.lane.buffer[..self.end];
        // The line with the last byte of the part is the last of it.
        let last = usize::try_from(self.until - 1 - self.at.offset).unwrap_or(usize::MAX);
        let last = last.saturating_add(self.start).clamp(self.searched, self.end);
        let found = match memchr(b'\n', &buffer[last..]) {
            Some(found) => Some(last + found),
            None => memrchr(b'\n', &buffer[self.searched..last]).map(|found| self.searched + found),
        };
        found.map(|newline| newline + 1)
    }

    fn scan(
        &mut self,
        stop: usize,
        each: &mut impl FnMut(&Record<'_, '_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Lane { buffer, tape } = &mut *self.lane;
        let scanned = tape.observe(self.context.options, &buffer[self.start..stop], self.at, each);
        self.start = stop;
        // Unless lines of others follow, and those are not looked at.
        self.searched = self.end;
        let (ControlFlow::Continue(at) | ControlFlow::Break(at)) = scanned;
        self.at = at;
        if scanned.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Reads more behind what is held; false at the end of the source.
    fn fill(&mut self) -> io::Result<bool> {
        if self.has_ended {
            return Ok(false);
        }
        self.context.check_cancel()?;
        let got = match &mut self.feed {
            Feed::Reader(_) => self.read()?,
            Feed::Ahead(ahead) => {
                let (chunk, got) = ahead.next()?;
                self.take(chunk, got)?;
                got
            }
        };
        self.offset += got as u64;
        self.has_ended = got == 0;
        Ok(got > 0)
    }

    fn read(&mut self) -> io::Result<usize> {
        self.make_room(CHUNK / 2)?;
        let ours = usize::try_from(self.until.saturating_sub(self.offset)).unwrap_or(usize::MAX);
        // The longer the last line is already, the more of it may be to come.
        let behind = BEHIND.max(self.end);
        let buffer = &mut self.lane.buffer;
        let most = ours.saturating_add(behind).min(CHUNK).min(buffer.len() - self.end);
        let Feed::Reader(source) = &mut self.feed else { return Ok(0) };
        let got = read(source, &mut buffer[self.end..self.end + most])?;
        self.end += got;
        Ok(got)
    }

    /// Goes on with a chunk in the place of the buffer, what is held before its bytes; where that is too long, with a copy
    /// of its bytes.
    fn take(&mut self, mut chunk: Vec<u8>, got: usize) -> io::Result<()> {
        let held = self.held();
        if let Some(start) = HEAD.checked_sub(held) {
            chunk[start..HEAD].copy_from_slice(&self.lane.buffer[self.start..self.end]);
            self.searched = start + (self.searched - self.start);
            (self.start, self.end) = (start, HEAD + got);
            std::mem::swap(&mut self.lane.buffer, &mut chunk);
        } else {
            self.make_room(got)?;
            let end = self.end + got;
            self.lane.buffer[self.end..end].copy_from_slice(&chunk[HEAD..HEAD + got]);
            self.end = end;
        }
        if let Feed::Ahead(ahead) = &mut self.feed {
            ahead.give_back(chunk);
        }
        Ok(())
    }

    /// Moves what is held to the start of the buffer, and has at least so many bytes behind it, or more.
    fn make_room(&mut self, least: usize) -> io::Result<()> {
        let buffer = &mut self.lane.buffer;
        if self.start > 0 {
            buffer.copy_within(self.start..self.end, 0);
            self.searched -= self.start;
            self.end -= self.start;
            self.start = 0;
        }
        if buffer.len() - self.end < least {
            // Doubling keeps the copies of a growing line linear; the cap keeps the last doubling small.
            let cap = self.context.options.max_line.min(LONGEST);
            let most = usize::try_from(cap).unwrap_or(usize::MAX).saturating_add(CHUNK);
            let wanted = (buffer.len() * 2).min(most).max(self.end + CHUNK);
            // Exactly that: a vector would double by itself, past the cap.
            buffer.try_reserve_exact(wanted - buffer.len()).map_err(|_| io::ErrorKind::OutOfMemory)?;
            buffer.resize(wanted, 0);
        }
        Ok(())
    }

    /// Counts the open line to its end without keeping it.
    fn pass_over(&mut self) -> io::Result<TooLong> {
        let mut passed = 0;
        loop {
            let held = &self.lane.buffer[self.start..self.end];
            let (len, ending) = if let Some(newline) = memchr(b'\n', held) {
                let ending = if held[..newline].last() == Some(&b'\r') { Ending::CrLf } else { Ending::Lf };
                self.start += newline + 1;
                (passed + newline as u64 + 1 - ending.len(), ending)
            } else {
                // The last byte stays until it is known whether it is the 0D of the line end.
                if let [body @ .., last] = held {
                    let last = *last;
                    passed += body.len() as u64;
                    self.lane.buffer[0] = last;
                    (self.start, self.end) = (0, 1);
                }
                self.searched = self.start;
                if self.fill()? {
                    continue;
                }
                let len = passed + self.held() as u64;
                self.start = self.end;
                (len, Ending::None)
            };
            self.searched = self.start;
            return Ok(TooLong { at: self.at, len, ending });
        }
    }

    /// Reads to the end of the source and counts all of it.
    fn drain(&mut self) -> io::Result<u64> {
        (self.start, self.searched) = (self.end, self.end);
        while self.fill()? {
            (self.start, self.searched) = (self.end, self.end);
        }
        Ok(self.offset)
    }
}

/// A read that nothing interrupts.
pub(crate) fn read(source: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match source.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => return other,
        }
    }
}
