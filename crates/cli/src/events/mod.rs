//! Inputs to their events, one after the other, each with the dialect to read it in.
//!
//! For verbs that say what the lines say. [`RunDialects`] tells the dialect, and has lines wait for it where it is not known yet;
//! [`seek`] finds by an index where to read. What becomes of them is up to the [`Sink`] of a verb.

mod seek;

use crate::Exit;
use crate::again::{self, Origin, end_of};
use crate::args::{Filters, Io, Reading, Threading};
use crate::choice::Choice;
use crate::indexed;
use crate::inputs;
use crate::interrupt;
use crate::message::{self, Kind};
use crate::out::Out;
use crate::parts::{Part, Parts};
use crate::progress::{self, Progress};
use crate::read::{self, Beside, Outcome, options};
use crate::records::{self, Fixed};
use crate::show::complain;
use anyhow::{Result, bail};
pub(crate) use runlex::whose::Event;
use runlex::whose::{RunDialects, Sorted};
use runlex::{At, Fault, IdKey, Record, Report, What};
use runlex_scan::{Compression, Source};
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;

/// What a verb makes of an input. Its output goes to the [`Out`] that [`all`] was given, and to nothing else: that is let go
/// before more of the input is waited for, and when it cannot be written, no more is read.
pub(crate) trait Sink {
    /// Whether dialects are wanted. Where not, no line waits.
    fn needs_dialect(&self) -> bool {
        true
    }

    fn event(&mut self, event: Event<'_, '_, '_>);

    fn fault(&mut self, at: At, fault: Fault);

    /// Whether the rest of the input is not wanted.
    fn is_done(&self) -> bool {
        false
    }

    /// The input is at its end, or reading it broke off.
    fn end(&mut self) {}
}

/// Where the inputs are.
pub(crate) struct Inputs<'i> {
    pub(crate) reading: &'i Reading,
    /// Of the files of this index only the runs are read that `filters` ask for, and that have lines of the sessions that they ask
    /// for.
    pub(crate) index: Option<&'i Path>,
    pub(crate) filters: &'i Filters,
}

/// Reads every input, in order, each with a sink that `make` makes for it, and hands that to `each` when it is read. What cannot be
/// read is told, raises `exit`, and costs the rest of that input; the only errors are those of the output and of `each`.
pub(crate) fn all<T: Sink>(
    inputs: &Inputs<'_>,
    out: &RefCell<Out>,
    exit: &mut Exit,
    mut make: impl FnMut(&Path) -> T,
    mut each: impl FnMut(T) -> Result<()>,
) -> Result<()> {
    let reading = inputs.reading;
    let mut one =
        |path: &Path, exit: &mut Exit, read: &dyn Fn(&mut Stream<'_, T>) -> Result<()>| -> Result<()> {
            let mut stream = Stream::new(make(path), reading, out);
            let read = read(&mut stream);
            stream.begin();
            stream.sink.end();
            {
                let mut out = out.borrow_mut();
                out.flush();
                out.take_error()?;
            }
            if interrupt::is_asked() {
                interrupt::make_partial();
            } else if let Err(error) = read {
                message::error_at(Kind::Input, path, &format!("{error:#}"));
                exit.raise(Exit::InputOrOutputError);
            }
            each(stream.sink)
        };
    let choice = Choice::of_lines(inputs.filters);
    let is_quiet = reading.checking.quiet || progress::is_piped();
    let result = match (inputs.index, &choice) {
        (Some(folder), choice) => indexed::ask(folder, exit, |index, exit| {
            out.borrow_mut().begin(Progress::of(is_quiet, None));
            for (path, parts) in seek::parts(index, inputs.filters, choice.as_ref(), exit)? {
                if interrupt::is_asked() {
                    break;
                }
                let origin = Origin::Path(path.clone());
                match parts {
                    Parts::Nothing => {}
                    Parts::All => {
                        one(&path, exit, &|stream| stream.whole(reading, &Source::File(path.clone())))?
                    }
                    Parts::Some(parts) => one(&path, exit, &|stream| stream.parts(reading, &origin, &parts))?,
                }
            }
            choice.iter().for_each(|choice| choice.tell(reading.checking.quiet));
            Ok(())
        }),
        (None, None) => {
            let files = inputs::find(reading, 1, exit);
            out.borrow_mut().begin(Progress::new(is_quiet, &files));
            for input in files {
                if interrupt::is_asked() {
                    break;
                }
                one(input.path(), exit, &|stream| stream.whole(reading, input.source()))?;
            }
            Ok(())
        }
        // Which runs these are is known only when they were read.
        (None, Some(choice)) => {
            let threading = Threading { threads: None, io: Io::Auto };
            let beside = Beside { look_for: Some(choice), keep: true, ..Beside::default() };
            let runs = |report: Report, _| report.finish().run_list;
            read::all(reading, &threading, IdKey::random(), beside, exit, runs, |outcome, exit| {
                let Outcome { input, output: runs, seen, end, origin, .. } = outcome;
                let parts = match Parts::of(&runs, &choice.take(&runs, &seen), end) {
                    Parts::Nothing => return Ok(()),
                    Parts::All => vec![Part { at: At::START, end }],
                    Parts::Some(parts) => parts,
                };
                one(input.path(), exit, &|stream| stream.parts(reading, &origin, &parts))
            })
        }
    };
    out.borrow_mut().end();
    if interrupt::is_partial() {
        // Where files were read ahead that is told already.
        if *exit < Exit::HungUp {
            complain("interrupted: what was printed is not all");
        }
        exit.raise(interrupt::exit());
    }
    result
}

const SHORTER: &str = "it is shorter than when its runs were looked for; read it, or index it, again";

/// Lets go what was written before it waits for more: who reads at the other end of a pipe sees what there is to see.
struct Prompt<'o, S> {
    source: S,
    out: &'o RefCell<Out>,
}

impl<S: Read> Read for Prompt<'_, S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        prompt(self.out, || self.source.read(buffer))
    }
}

/// Waits for more, as [`Prompt`] does.
fn prompt(out: &RefCell<Out>, read: impl FnOnce() -> io::Result<usize>) -> io::Result<usize> {
    let mut out = out.borrow_mut();
    out.flush();
    // Nothing that would still be read could be written. The error waits in `out`.
    if out.is_broken() {
        return Ok(0);
    }
    // No end: what was begun of a line is not all of it.
    if interrupt::is_asked() {
        return Err(io::Error::other("interrupted"));
    }
    let got = interrupt::wait(read)?;
    out.was_read(got);
    Ok(got)
}

/// One input on its way to its sink.
struct Stream<'o, T> {
    sink: T,
    out: &'o RefCell<Out>,
    whose: RunDialects,
}

impl<'o, T: Sink> Stream<'o, T> {
    fn new(sink: T, reading: &Reading, out: &'o RefCell<Out>) -> Stream<'o, T> {
        Stream { sink, out, whose: RunDialects::new(options(&reading.checking)) }
    }

    fn whole(&mut self, reading: &Reading, source: &Source) -> Result<()> {
        if let Source::File(path) = source {
            let mut file = Fixed::new(File::open(path)?)?;
            if file.is_large() && file.is_plain()? {
                return self.large(reading, file, At::START);
            }
            return records::of(reading, Prompt { source: file, out: self.out }, |record| {
                self.observe(record)
            });
        }
        let source = Prompt { source: records::open(source)?, out: self.out };
        records::of(reading, source, |record| self.observe(record))
    }

    fn large(&mut self, reading: &Reading, file: Fixed<impl Read + Send>, at: At) -> Result<()> {
        let out = self.out;
        records::of_large(reading, file, at, |read| prompt(out, read), |record| self.observe(record))
    }

    /// Only these parts, each of whole runs.
    fn parts(&mut self, reading: &Reading, origin: &Origin, parts: &[Part]) -> Result<()> {
        let mut file = origin.open()?;
        if again::compression(&mut file)? != Compression::None {
            return self.unpacked_parts(reading, file, parts);
        }
        if parts.last().is_some_and(|last| file.metadata().is_ok_and(|file| file.len() < last.end)) {
            bail!(SHORTER);
        }
        for part in parts {
            self.begin();
            file.seek(SeekFrom::Start(part.at.offset))?;
            let source = Fixed::part(&file, part.end.saturating_sub(part.at.offset));
            if source.is_large() {
                self.large(reading, source, part.at)?;
                continue;
            }
            let source = Prompt { source, out: self.out };
            records::of_part(reading, source, part.at, |record| self.observe(record))?;
        }
        Ok(())
    }

    /// The same of a compressed file, in which there are no places to go to.
    fn unpacked_parts(&mut self, reading: &Reading, file: File, parts: &[Part]) -> Result<()> {
        let mut parts = parts.iter().copied();
        let mut part = parts.next();
        records::of(reading, Prompt { source: Fixed::new(file)?, out: self.out }, |record| {
            let Some(now) = part else { return ControlFlow::Break(()) };
            let offset = record.line.at().offset;
            if end_of(record) >= now.end {
                part = parts.next();
            }
            if offset == now.at.offset {
                self.begin();
            }
            if offset >= now.at.offset { self.observe(record) } else { ControlFlow::Continue(()) }
        })?;
        if part.is_some() && !self.is_done() {
            bail!(SHORTER);
        }
        Ok(())
    }

    fn is_done(&self) -> bool {
        self.out.borrow().is_broken() || self.sink.is_done() || interrupt::is_asked()
    }

    /// What comes, if anything does, goes on with no run so far.
    fn begin(&mut self) {
        let Stream { sink, whose, .. } = self;
        whose.end(|sorted| hand(sink, sorted));
    }

    fn observe(&mut self, record: &Record<'_, '_>) -> ControlFlow<()> {
        let Stream { sink, whose, .. } = self;
        match record.what {
            What::Event(object) if !sink.needs_dialect() => {
                sink.event(Event { record, object, dialect: None });
            }
            _ => whose.observe(record, |sorted| hand(sink, sorted)),
        }
        match self.is_done() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

fn hand(sink: &mut impl Sink, sorted: Sorted<'_, '_, '_>) {
    match sorted {
        Sorted::Event(event) => sink.event(event),
        Sorted::Fault(at, fault) => sink.fault(at, fault),
    }
}
