//! Whose line it is: each event with the dialect of its run.
//!
//! A run begins at an `init`, and where a line of another program than the run's stands; its first line that is sure of its
//! program decides (`docs/report.md`, runs). So that the lines before that one are read like those behind it, they are held until it comes, the run ends, or
//! there are too many of them. What comes out does not depend on how fast the stream comes, nor in what pieces.
//!
//! | you want | take |
//! |---|---|
//! | to read a stream that lies there, each line in the dialect of its run | [`RunDialects`] |
//! | the same of a part of it, cut anywhere between lines | [`RunDialects::amid`] |
//! | where runs begin, and nothing held | [`OpenRun`] |
//! | a live stream, in which no line may wait | [`DialectTracker`](crate::DialectTracker) |

mod held;
mod open_run;

pub use open_run::{Next, OpenRun};

use crate::tracker::Program;
use held::Held;
use runlex_core::{At, Fault, Object, Options, Record, What};
use runlex_dialects::Dialect;

/// An event, and what is known of where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Event<'r, 'a, 't> {
    /// Its line.
    pub record: &'r Record<'a, 't>,
    /// The line's object.
    pub object: Object<'a, 't>,
    /// The dialect to read it in; `None` for a program that is not known, and where nobody asked.
    pub dialect: Option<Dialect>,
}

/// What comes out of [`RunDialects`], in the order of lines.
#[derive(Clone, Copy, Debug)]
pub enum Sorted<'r, 'a, 't> {
    /// An event.
    Event(Event<'r, 'a, 't>),
    /// A broken line, by its place.
    Fault(At, Fault),
}

/// A stream's events, each with the dialect of its run; blank lines are left out.
///
/// Costs a [`sniff`](runlex_dialects::sniff) for each event. Lines that wait are copied, at most 256 lines and 8 MiB of a run: where there are more, what
/// [may be](runlex_dialects::Hint::Perhaps) counts until a line is sure. Others are handed on as they come, and nothing is allocated for them.
///
/// ```
/// use runlex::dialects::{Dialect, KEYS};
/// use runlex::whose::{RunDialects, Sorted};
/// use runlex::{Options, Reader};
///
/// let stream = b"{\"type\":\"result\"}\n{\"type\":\"user\",\"session_id\":\"T-1\"}\n";
/// let mut reader = Reader::new(&stream[..]);
/// let (mut whose, mut told) = (RunDialects::new(Options::new(&KEYS)), Vec::new());
/// let mut tell = |sorted: Sorted<'_, '_, '_>| {
///     if let Sorted::Event(event) = sorted {
///         told.push((event.record.line.at().line, event.dialect));
///     }
/// };
/// while let Some(record) = reader.next()? {
///     whose.observe(&record, &mut tell);
/// }
/// whose.end(tell);
/// assert_eq!(told, [(1, Some(Dialect::Amp)), (2, Some(Dialect::Amp))]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct RunDialects {
    options: Options<'static>,
    run: OpenRun,
    held: Held,
    /// What the open run may be of by what stands before the first record; empty where that makes no difference.
    before: Vec<Option<Program>>,
}

impl RunDialects {
    /// Of a stream from its start. Lines that were held are read again with these `options`, which are those of the records.
    pub fn new(options: Options<'static>) -> RunDialects {
        RunDialects { options, run: OpenRun::default(), held: Held::default(), before: Vec::new() }
    }

    /// Of a stream from any line on: the dialects that it gives are those of the whole stream from where it [is
    /// certain](Self::is_certain) on. So who reads a part of a stream begins so far before it as it takes.
    pub fn amid(options: Options<'static>) -> RunDialects {
        let known = Dialect::ALL.iter().map(|dialect| Some(Program::Known(*dialect)));
        let before = [None, Some(Program::Foreign)].into_iter().chain(known).collect();
        RunDialects { before, ..RunDialects::new(options) }
    }

    /// Whether what stands before the first record makes no difference to what comes. True from the start for a whole stream; else
    /// from a line on that is sure of its program, unless that line [may stand](Dialect::takes) in another's runs, or from an `init`.
    pub fn is_certain(&self) -> bool {
        self.before.is_empty()
    }

    /// Whether lines wait for those to come.
    pub fn is_holding(&self) -> bool {
        !self.held.is_empty()
    }

    /// Takes in the next record, and hands out what waited for it and, if it need not wait, what it is.
    #[inline]
    pub fn observe(&mut self, record: &Record<'_, '_>, mut each: impl FnMut(Sorted<'_, '_, '_>)) {
        match record.what {
            What::Blank => {}
            What::Fault(fault) => {
                let at = record.line.at();
                // Behind what is held, so that the order of lines is kept.
                if !self.held.is_empty() {
                    if self.held.fault(at, fault) {
                        return;
                    }
                    self.run.give_up();
                    self.release(&mut each);
                }
                each(Sorted::Fault(at, fault));
            }
            What::Event(object) => self.event(record, object, each),
        }
    }

    fn event(
        &mut self,
        record: &Record<'_, '_>,
        object: Object<'_, '_>,
        mut each: impl FnMut(Sorted<'_, '_, '_>),
    ) {
        let (next, run) = self.run.with(object);
        if next == Next::Other {
            self.release(&mut each);
        }
        self.run = run;
        if !self.before.is_empty() {
            self.narrow(object);
        }
        if !self.run.is_decided() {
            if self.held.event(record.line) {
                return;
            }
            self.run.give_up();
        }
        self.release(&mut each);
        each(Sorted::Event(Event { record, object, dialect: self.run.dialect() }));
    }

    fn narrow(&mut self, object: Object<'_, '_>) {
        open_run::narrow(&mut self.before, object);
        // Among these is what comes of a stream that begins here. With one left it is that, and what was held belongs to it: a run
        // that no line is sure of is certain at its `init` alone.
        if let [one] = self.before[..] {
            debug_assert_eq!(one, self.run.program());
            self.before.clear();
        }
    }

    /// Hands out what waits, by what is known: the stream is at its end, or goes on at another place, with no run open.
    pub fn end(&mut self, mut each: impl FnMut(Sorted<'_, '_, '_>)) {
        self.release(&mut each);
        self.run = OpenRun::default();
        self.before.clear();
    }

    #[inline]
    fn release(&mut self, each: &mut impl FnMut(Sorted<'_, '_, '_>)) {
        if !self.held.is_empty() {
            self.held.release(self.options, self.run.dialect(), each);
        }
    }
}
