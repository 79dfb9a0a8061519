//! The scanner: validates lines and notes their structure in one pass.

use crate::check::{self, Breach, skip_blank};
use crate::decoder::TooLong;
use crate::diagnose::diagnose;
use crate::fault::{Fault, FaultKind};
use crate::kernel::{Kernel, Memory, definition};
use crate::keys::Keys;
use crate::line::{At, Ending, Line, Lines, MARK};
use crate::mode::Mode;
use crate::node::{Node, Verdict};
use crate::notes::Notes;
use crate::object::Object;
use crate::salvage::Salvage;
use crate::tape::Tape;
use crate::value::Value;
use core::ops::Range;
use memchr::memchr;

/// What a scan is set to. `Copy`; the default of each field is the careful one.
#[derive(Clone, Copy, Debug)]
pub struct Options<'k> {
    /// The code that validates.
    pub kernel: Kernel,
    /// How much of a line is looked at.
    pub mode: Mode,
    /// The names worth noting.
    pub keys: &'k Keys,
    /// Lines with more content than this many bytes are [`FaultKind::TooLong`].
    pub max_line: u64,
}

impl<'k> Options<'k> {
    /// The fastest kernel, checked, without a cap.
    pub fn new(keys: &'k Keys) -> Options<'k> {
        Options { kernel: Kernel::best(), mode: Mode::Checked, keys, max_line: u64::MAX }
    }
}

/// What the scanner makes of one line.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a, 't> {
    /// The line.
    pub line: Line<'a>,
    /// What is on it.
    pub what: What<'a, 't>,
    /// A surrogate escape was seen, so there may be notes.
    surrogate: bool,
}

/// Exactly one of three.
#[derive(Clone, Copy, Debug)]
pub enum What<'a, 't> {
    /// The line is one whole JSON object.
    Event(Object<'a, 't>),
    /// The line holds nothing but white space.
    Blank,
    /// The line is anything else.
    Fault(Fault),
}

impl<'a, 't> Record<'a, 't> {
    fn new(line: Line<'a>, what: What<'a, 't>) -> Record<'a, 't> {
        Record { line, what, surrogate: false }
    }

    /// A fault of the whole line, at its start: for lines that are refused unread.
    pub(crate) fn refused(line: Line<'a>, kind: FaultKind) -> Record<'a, 't> {
        Record::new(line, What::Fault(Fault { kind, at: line.at().offset }))
    }

    /// A fault that stands for `len` bytes which were not read as a line: for readers that refuse a whole stream.
    pub fn unread(at: At, len: u64, kind: FaultKind) -> Record<'static, 'static> {
        Record::refused(Line::passed_over(at, len, Ending::None), kind)
    }

    /// Odd things in this event: places of lone surrogates. Nothing for blanks and faults.
    pub fn notes(&self) -> Notes<'a> {
        let line = if self.surrogate { self.line.content() } else { &[] };
        Notes::new(line, self.line.content_offset())
    }

    /// The whole objects within a faulty line. Nothing for events and blanks. Linear in the line.
    pub fn salvage(&self) -> Salvage<'a> {
        match self.what {
            What::Fault(fault) => Salvage::new(self.line.content(), self.line.content_offset(), fault.kind),
            What::Event(_) | What::Blank => Salvage::none(),
        }
    }
}

/// A line that a decoder or reader passed over.
impl From<TooLong> for Record<'static, 'static> {
    fn from(long: TooLong) -> Record<'static, 'static> {
        Record::refused(Line::passed_over(long.at, long.len, long.ending), FaultKind::TooLong)
    }
}

/// Validates the lines of a batch and hands out a [`Record`] for each.
///
/// A batch is any piece of a stream that begins at a line's start; a last line without newline is taken as whole, so cut
/// batches at newlines. Records borrow strings from the batch (`'a`) and their handles also from the lent nodes.
///
/// ```
/// use runlex_core::{At, Field, FaultKind, Keys, Node, Options, Scanner, Value, What};
///
/// const KEYS: Keys = Keys::new(&["type"]);
/// let batch = b"{\"type\":\"init\"}\n\noops\n";
/// let mut nodes = [Node::EMPTY; 256];
/// let mut scanner = Scanner::new(Options::new(&KEYS), batch, At::START, &mut nodes);
/// let (mut types, mut blank, mut faults) = (Vec::new(), 0, Vec::new());
/// while let Some(record) = scanner.next() {
///     match record.what {
///         What::Event(object) => {
///             let kind = Field::of(object.get("type"), Value::string).ok();
///             types.push(kind.and_then(|kind| kind.as_plain()).unwrap_or("(none)"));
///         }
///         What::Blank => blank += 1,
///         What::Fault(fault) => faults.push((record.line.at().line, fault.kind, fault.at)),
///     }
/// }
/// assert_eq!((types, blank, faults), (vec!["init"], 1, vec![(3, FaultKind::Noise, 17)]));
/// ```
#[derive(Debug)]
pub struct Scanner<'a, 't, 'k> {
    options: Options<'k>,
    batch: &'a [u8],
    nodes: &'t mut [Node],
    memory: Option<&'t mut Memory>,
    /// Where in the batch the next line begins, and where in the stream.
    from: usize,
    at: At,
    /// The heads and notes that a kernel wrote and that were not handed out yet.
    ready: Range<usize>,
}

/// Bytes noted ahead by one call of a kernel: few enough that they and their notes are still in cache when they are read.
const WINDOW: usize = 64 << 10;

impl<'a, 't, 'k> Scanner<'a, 't, 'k> {
    /// A scanner over `batch`, whose first byte lies at `at`. `nodes` is the tape; a line that needs more than it has is
    /// read without, with the same answers: each look at a container then reads its bytes again, so a walk into the depth
    /// pays for them once a level. Lend 4,096, or for long lines one for every eight of their bytes.
    pub fn new(options: Options<'k>, batch: &'a [u8], at: At, nodes: &'t mut [Node]) -> Scanner<'a, 't, 'k> {
        Scanner { options, batch, nodes, memory: None, from: 0, at, ready: 0..0 }
    }

    /// Lends what earlier lines looked like, and learns from these: for streams of short lines.
    pub fn with_memory(mut self, memory: &'t mut Memory) -> Scanner<'a, 't, 'k> {
        self.memory = Some(memory);
        self
    }

    /// Where the next line begins.
    pub fn at(&self) -> At {
        self.at
    }

    /// The record of the next line; it must be let go before the next call. Linear in the line, allocates nothing.
    // Not an Iterator: the record borrows from the scanner.
    #[allow(clippy::should_implement_trait)]
    #[inline]
    pub fn next(&mut self) -> Option<Record<'a, '_>> {
        // A mark is no part of the JSON behind it.
        let mark = if self.at.offset == 0 && self.batch.starts_with(MARK) { MARK.len() } else { 0 };
        let start = self.from + mark;
        if self.ready.is_empty() {
            if self.from >= self.batch.len() {
                return None;
            }
            if start == self.batch.len() || self.nodes.is_empty() {
                let line = Lines::new(&self.batch[self.from..], self.at).next()?;
                self.from += line.len() as usize;
                self.at = self.at.after(line.len());
                return Some(untaped(self.options, line));
            }
            let Options { kernel, mode, keys, .. } = self.options;
            let memory = self.memory.as_deref_mut();
            self.ready = 0..kernel.fill(self.batch, start, WINDOW, (keys, mode), self.nodes, memory);
        }
        let head = self.nodes[self.ready.start];
        let notes = self.ready.start + 1..self.ready.start + 1 + head.notes();
        self.ready.start = notes.end;
        let rest = &self.batch[start..];
        let len = match head.verdict() {
            Verdict::Long => memchr(b'\n', rest).unwrap_or(rest.len()),
            Verdict::Sound | Verdict::Blank | Verdict::Bad | Verdict::Untaped => head.at(),
        };
        let newline = len < rest.len();
        let line = Line::cut(&self.batch[self.from..start + len], newline, self.at);
        self.from = start + len + usize::from(newline);
        self.at = self.at.after(line.len());
        Some(record(self.options, line, head, &self.nodes[notes]))
    }

    /// The record of a single line that was framed elsewhere, by [`Lines`](crate::Lines) or a
    /// [`LineDecoder`](crate::LineDecoder).
    #[inline]
    pub fn once(options: Options<'k>, line: Line<'a>, nodes: &'t mut [Node]) -> Record<'a, 't>
    where
        'k: 't,
    {
        once(options, line, nodes, None)
    }

    /// As [`once`](Self::once), with what earlier lines looked like: the live path for streams of short lines.
    #[inline]
    pub fn once_with(
        options: Options<'k>,
        line: Line<'a>,
        nodes: &'t mut [Node],
        memory: &mut Memory,
    ) -> Record<'a, 't>
    where
        'k: 't,
    {
        once(options, line, nodes, Some(memory))
    }
}

#[inline]
fn once<'a, 't>(
    options: Options<'t>,
    line: Line<'a>,
    nodes: &'t mut [Node],
    memory: Option<&mut Memory>,
) -> Record<'a, 't> {
    let content = line.content();
    if content.is_empty() || nodes.is_empty() || is_too_long(options, line) {
        return untaped(options, line);
    }
    let Options { kernel, mode, keys, .. } = options;
    kernel.fill(content, 0, content.len(), (keys, mode), nodes, memory);
    let (head, notes) = (nodes[0], &nodes[1..]);
    record(options, line, head, &notes[..head.notes()])
}

/// Positions within a line are 32 bits wide.
const LONGEST: u64 = u32::MAX as u64;

#[inline]
fn is_too_long(options: Options<'_>, line: Line<'_>) -> bool {
    line.capped_len() > options.max_line.min(LONGEST)
}

/// The record of a line for which there is no room on the tape, or which is passed over.
#[cold]
fn untaped<'a, 't>(options: Options<'t>, line: Line<'a>) -> Record<'a, 't> {
    let head = match is_too_long(options, line) {
        true => Node::head(0, Verdict::Long, false, 0),
        false => definition::head(line.content(), options.keys, options.mode),
    };
    record(options, line, head, &[])
}

/// What a kernel's word on a line comes to.
#[inline(always)]
fn record<'a, 't>(options: Options<'t>, line: Line<'a>, head: Node, notes: &'t [Node]) -> Record<'a, 't> {
    let (start, nodes) = match (head.verdict(), notes) {
        (Verdict::Sound, [open, ..]) if !is_too_long(options, line) => (open.at(), notes),
        // Only what it found comes back, in registers: a whole record would go through memory, and so would all others.
        _ => match rare(options, line, head) {
            Rare::Untaped => (skip_blank(line.content(), 0), &[][..]),
            Rare::Blank => return Record::new(line, What::Blank),
            Rare::Fault(kind, at) => return Record::new(line, What::Fault(Fault { kind, at })),
            Rare::TooLong => {
                let passed_over = Line::passed_over(line.at(), line.capped_len(), line.ending());
                return Record::refused(passed_over, FaultKind::TooLong);
            }
        },
    };
    let tape = Tape { nodes, keys: options.keys };
    let object = Object::of(Value { line: line.content(), tape, at: start as u32, node: 0 });
    Record { line, what: What::Event(object), surrogate: head.surrogate() }
}

/// A line that is no event with a tape.
enum Rare {
    /// An event whose notes did not fit.
    Untaped,
    Blank,
    Fault(FaultKind, u64),
    TooLong,
}

#[inline(never)]
fn rare(options: Options<'_>, line: Line<'_>, head: Node) -> Rare {
    if is_too_long(options, line) {
        return Rare::TooLong;
    }
    match head.verdict() {
        Verdict::Blank => return Rare::Blank,
        Verdict::Bad => match diagnose(line.content()) {
            Some((kind, at)) => return Rare::Fault(kind, place(line, kind, at)),
            None => debug_assert!(false, "{:?} refuses what the definition takes", options.kernel),
        },
        Verdict::Sound | Verdict::Untaped | Verdict::Long => {}
    }
    Rare::Untaped
}

/// The stream offset of a fault.
fn place(line: Line<'_>, kind: FaultKind, at: usize) -> u64 {
    match kind {
        // An encoding is told of the line as such, whatever stands in front of its content.
        FaultKind::Encoding => line.at().offset,
        _ => line.content_offset() + at as u64,
    }
}

/// Checks that `text` is one JSON value (RFC 8259) in UTF-8 with white space around it allowed, `0A` included. For any
/// JSON text, not only for lines. A byte order mark is refused. Linear, allocates nothing, no recursion.
///
/// # Errors
///
/// The first place that does not fit, as an offset into `text`: of the kinds, only truncated, trailing-bytes, syntax,
/// control-char, invalid-utf8 and too-deep occur.
pub fn check_value(text: &[u8]) -> Result<(), Fault> {
    let fault = |kind, at: usize| Err(Fault { kind, at: at as u64 });
    match check::value(text, 0, &mut ()) {
        Ok(end) => match skip_blank(text, end) {
            behind if behind == text.len() => Ok(()),
            behind => fault(FaultKind::TrailingBytes, behind),
        },
        Err(Breach::End) => fault(FaultKind::Truncated, text.len()),
        Err(Breach::TooDeep { at }) => fault(FaultKind::TooDeep, at),
        Err(Breach::Bad { how, at }) => fault(how.kind(), at),
    }
}
