//! Records of bytes in memory: as a lending [`Slice`], and as plain iterators where what they yield can outlive a step.
//!
//! | you want | take | cost |
//! |---|---|---|
//! | each record in turn, with everything | [`Slice`] (or [`Scanner`], with memory of your own) | one pass by the fastest kernel |
//! | an iterator of answers: counts, owned values, `RawStr`s and `str`s of the slice | [`Slice::map`], [`Slice::filter_map`] | the same |
//! | an iterator of records, events or items themselves | [`records`], [`events`] | a byte-by-byte check, and each look at a container reads its bytes |
//!
//! [`Scanner`]: crate::Scanner

use runlex_core::{At, Line, Lines, Memory, Node, Object, Options, Record, Scanner, What};
use runlex_dialects::KEYS;

/// Nodes of the tape; a line that needs more is navigated by its bytes.
const NODES: usize = 4096;

/// The records of a slice, one after another, with the tape and memory that take. Owns 48 KiB, allocated once.
///
/// The handles of a record borrow from this (`'_`), its strings and bytes from the slice (`'a`): these may be kept.
///
/// ```
/// use runlex::{Slice, What};
/// let mut slice = Slice::new(b"{\"a\":1}\n\n{\"a\":2}");
/// let mut events = 0;
/// while let Some(record) = slice.next() {
///     events += u32::from(matches!(record.what, What::Event(_)));
/// }
/// assert_eq!(events, 2);
/// ```
#[derive(Debug)]
pub struct Slice<'a> {
    lines: Lines<'a>,
    last: Option<Line<'a>>,
    options: Options<'static>,
    nodes: Vec<Node>,
    memory: Box<Memory>,
}

impl<'a> Slice<'a> {
    /// The records of a whole stream, checked, with the dialects' keys.
    pub fn new(stream: &'a [u8]) -> Slice<'a> {
        Slice::with_options(stream, At::START, Options::new(&KEYS))
    }

    /// The records of a part of a stream that begins at `at`, with options of your own.
    pub fn with_options(part: &'a [u8], at: At, options: Options<'static>) -> Slice<'a> {
        let lines = Lines::new(part, at);
        Slice { lines, last: None, options, nodes: vec![Node::EMPTY; NODES], memory: Box::default() }
    }

    /// The record of the next line; let it go before the next call. Linear in the line, allocates nothing.
    // Not an Iterator: the record borrows from this.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<Record<'a, '_>> {
        self.last = self.lines.next();
        self.again()
    }

    /// The record that [`next`](Self::next) gave last, made anew.
    pub(crate) fn again(&mut self) -> Option<Record<'a, '_>> {
        let line = self.last?;
        Some(Scanner::once_with(self.options, line, &mut self.nodes, &mut self.memory))
    }

    /// Where the next line begins.
    pub fn at(&self) -> At {
        self.lines.at()
    }

    /// An iterator of what `answer` makes of each record. The answer may keep strings of the slice, but no handle.
    pub fn map<T, F: FnMut(Record<'a, '_>) -> T>(self, answer: F) -> Map<'a, F> {
        Map { slice: self, answer }
    }

    /// As [`map`](Self::map), without the answers that are `None`.
    ///
    /// ```
    /// use runlex::dialects::{ItemKind, amp};
    /// use runlex::{Slice, What};
    /// let stream = b"{\"type\":\"system\",\"subtype\":\"init\",\"cwd\":\"/a\"}\nnoise\n";
    /// let folders = Slice::new(stream).filter_map(|record| match record.what {
    ///     What::Event(object) => match amp::Event::read(object) {
    ///         amp::Event::Init(init) => init.cwd().ok()?.as_plain(),
    ///         _ => None,
    ///     },
    ///     _ => None,
    /// });
    /// assert_eq!(folders.collect::<Vec<&str>>(), ["/a"]);
    /// ```
    pub fn filter_map<T, F>(self, answer: F) -> impl Iterator<Item = T> + use<'a, T, F>
    where
        F: FnMut(Record<'a, '_>) -> Option<T>,
    {
        let answers = self.map(answer);
        answers.flatten()
    }
}

/// See [`Slice::map`].
#[derive(Debug)]
pub struct Map<'a, F> {
    slice: Slice<'a>,
    answer: F,
}

impl<'a, T, F: FnMut(Record<'a, '_>) -> T> Iterator for Map<'a, F> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.slice.next().map(&mut self.answer)
    }
}

/// The records of a whole stream as a plain iterator: they borrow from the slice alone, so they may be kept, collected and
/// sent to other threads. Without a tape: each line is checked byte by byte by the definition of soundness, and each look
/// at a container reads its bytes, once a level on a walk into the depth. Allocates nothing.
///
/// ```
/// let records: Vec<_> = runlex::slice::records(b"{}\noops\n").collect();
/// assert_eq!(records.len(), 2);
/// ```
pub fn records(stream: &[u8]) -> impl Iterator<Item = Record<'_, 'static>> + Clone {
    Lines::new(stream, At::START).map(|line| Scanner::once(Options::new(&KEYS), line, &mut []))
}

/// The events among [`records`], with their lines. Blank lines and faults are left out.
pub fn events(stream: &[u8]) -> impl Iterator<Item = (Line<'_>, Object<'_, 'static>)> + Clone {
    records(stream).filter_map(|record| match record.what {
        What::Event(object) => Some((record.line, object)),
        What::Blank | What::Fault(_) => None,
    })
}
