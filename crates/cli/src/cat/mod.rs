//! `runlex cat`: what the lines say, or the lines themselves.
//!
//! [`mod@run`] tells the dialect, [`filter`] what is asked for, [`item`] writes, [`out`] is where it goes; [`seek`] finds by
//! an index where to read.

mod filter;
mod item;
mod out;
mod run;
mod seek;

use crate::Exit;
use crate::args::{Cat, Reading};
use crate::indexed;
use crate::inputs::{self, PathText};
use crate::read::options;
use crate::records;
use crate::show::{complain, thousands};
use anyhow::{Result, bail};
use filter::Filter;
use item::Place;
use out::Out;
use run::{Held, Next, Run};
use runlex::dialects::{Dialect, Object, items};
use runlex::{At, Ending, Fault, Lines, Node, NoteKind, Options, Record, Scanner, What};
use runlex_scan::Source;
use seek::Part;
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;

pub(crate) fn run(args: &Cat, exit: &mut Exit) -> Result<()> {
    let out = RefCell::new(Out::stdout());
    let mut left_out = 0;
    let mut each =
        |path: &Path, exit: &mut Exit, read: &dyn Fn(&mut Stream<'_>) -> Result<()>| -> Result<()> {
            let mut stream = Stream::new(args, path, &out);
            let read = read(&mut stream);
            stream.release();
            left_out += stream.left_out;
            let mut out = out.borrow_mut();
            out.flush();
            out.take_error()?;
            if let Err(error) = read {
                complain(&format!("{}: {error:#}", path.display()));
                exit.raise(Exit::InputOrOutputError);
            }
            Ok(())
        };
    match &args.index {
        Some(folder) => indexed::ask(folder, exit, |index, exit| {
            for (path, parts) in seek::parts(index, &args.filters)? {
                each(&path, exit, &|stream| stream.parts(&args.reading, &path, &parts))?;
            }
            Ok(())
        })?,
        None => {
            for input in inputs::find(&args.reading, exit) {
                each(input.path(), exit, &|stream| stream.whole(&args.reading, input.source()))?;
            }
        }
    }
    if left_out > 0 && !args.reading.checking.quiet {
        let faults = if left_out == 1 { "fault, which is no event" } else { "faults, which are no events" };
        complain(&format!("left out: {} {faults} (runlex check names each)", thousands(left_out)));
    }
    Ok(())
}

/// Lets go what was written before it waits for more: who reads at the other end of a pipe sees what there is to see.
struct Prompt<'o, R> {
    source: R,
    out: &'o RefCell<Out>,
}

impl<R: Read> Read for Prompt<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut out = self.out.borrow_mut();
        out.flush();
        // Nothing that would still be read could be written. The error waits in `out`.
        if out.is_broken() { Ok(0) } else { self.source.read(buffer) }
    }
}

/// One input on its way.
struct Stream<'s> {
    out: &'s RefCell<Out>,
    options: Options<'static>,
    is_events: bool,
    needs_dialect: bool,
    filter: Filter<'s>,
    /// What every line of the output begins with.
    beginning: Vec<u8>,
    run: Run,
    held: Held,
    /// Faults that were not printed.
    left_out: u64,
    patched: Patched,
}

impl<'s> Stream<'s> {
    fn new(args: &'s Cat, path: &Path, out: &'s RefCell<Out>) -> Stream<'s> {
        let filter = Filter::new(&args.filters);
        Stream {
            out,
            options: options(&args.reading.checking),
            is_events: args.events,
            needs_dialect: !args.events || filter.need_dialect(),
            filter,
            beginning: item::beginning(&PathText::of(path)),
            run: Run::default(),
            held: Held::default(),
            left_out: 0,
            patched: Patched::default(),
        }
    }

    fn whole(&mut self, reading: &Reading, source: &Source) -> Result<()> {
        let source = Prompt { source: records::open(source)?, out: self.out };
        records::of(reading, source, |record| self.observe(record))
    }

    /// Only these parts, each of whole runs.
    fn parts(&mut self, reading: &Reading, path: &Path, parts: &[Part]) -> Result<()> {
        let Some(last) = parts.last() else {
            return self.whole(reading, &Source::File(path.to_path_buf()));
        };
        let mut file = File::open(path)?;
        if file.metadata()?.len() < last.end {
            bail!("it is shorter than when it was indexed; bring the index up to date");
        }
        for part in parts {
            self.release();
            self.run = Run::default();
            file.seek(SeekFrom::Start(part.at.offset))?;
            let source = Prompt { source: &file, out: self.out };
            records::of_part(reading, source, part.at, part.end, |record| self.observe(record))?;
        }
        Ok(())
    }

    fn observe(&mut self, record: &Record<'_, '_>) -> ControlFlow<()> {
        match record.what {
            What::Blank => {}
            What::Fault(fault) => {
                let at = record.line.at();
                // Behind what is held, so that the order of lines is kept.
                if self.held.is_empty() {
                    self.fault(at, fault);
                } else if !self.held.fault(at, fault) {
                    self.run.give_up();
                    self.release();
                    self.fault(at, fault);
                }
            }
            What::Event(object) if self.needs_dialect => self.sort(record, object),
            What::Event(object) => self.event(record, object, None),
        }
        match self.out.borrow().is_broken() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// Prints an event, or has it wait for its dialect.
    fn sort(&mut self, record: &Record<'_, '_>, object: Object<'_, '_>) {
        let (next, run) = self.run.with(object);
        if next == Next::Other {
            self.release();
        }
        self.run = run;
        if !self.run.is_decided() {
            if self.held.event(record.line) {
                return;
            }
            self.run.give_up();
        }
        self.release();
        self.event(record, object, self.run.dialect());
    }

    /// Prints what is held, by what is known of the run now.
    fn release(&mut self) {
        if self.held.is_empty() {
            return;
        }
        let mut held = std::mem::take(&mut self.held);
        let dialect = self.run.dialect();
        held.release(self.options, |waiting| match waiting {
            run::Released::Event(record, object) => self.event(record, object, dialect),
            run::Released::Fault(at, fault) => self.fault(at, fault),
        });
        self.held = held;
    }

    fn fault(&mut self, at: At, fault: Fault) {
        if self.is_events || !self.filter.takes_faults() {
            self.left_out += 1;
            return;
        }
        item::fault(&mut self.out.borrow_mut(), Place { beginning: &self.beginning, at }, fault);
    }

    fn event(&mut self, record: &Record<'_, '_>, object: Object<'_, '_>, dialect: Option<Dialect>) {
        if !self.filter.takes_event(dialect, object) {
            return;
        }
        if self.is_events {
            if self.filter.takes_something_of(dialect, object) {
                let mut out = self.out.borrow_mut();
                out.bytes(record.line.content());
                out.bytes(if record.line.ending() == Ending::CrLf { b"\r\n" } else { b"\n" });
            }
            return;
        }
        let at = record.line.at();
        if record.notes().next().is_none() {
            self.items(at, object, dialect);
        } else {
            let mut patched = std::mem::take(&mut self.patched);
            patched.of(record, self.options, |object| self.items(at, object, dialect));
            self.patched = patched;
        }
    }

    fn items(&self, at: At, object: Object<'_, '_>, dialect: Option<Dialect>) {
        let mut out = self.out.borrow_mut();
        let place = Place { beginning: &self.beginning, at };
        match dialect {
            Some(dialect) => {
                for item in items(dialect, object) {
                    if self.filter.takes_item(object, &item) {
                        item::item(&mut out, place, &item);
                    }
                }
            }
            None if self.filter.takes_unknown(object) => {
                item::unknown(&mut out, place, filter::sessions(object).next(), object);
            }
            None => {}
        }
    }
}

/// A line in which lone surrogates are U+FFFD, as they are wherever text is unescaped: many parsers refuse a whole line for
/// one of them.
#[derive(Default)]
struct Patched {
    line: Vec<u8>,
    nodes: Vec<Node>,
}

impl Patched {
    fn of(&mut self, record: &Record<'_, '_>, options: Options<'static>, each: impl FnOnce(Object<'_, '_>)) {
        self.line.clear();
        self.line.extend_from_slice(record.line.content());
        for note in record.notes() {
            let NoteKind::LoneSurrogate = note.kind;
            let start = (note.at - record.line.content_offset()) as usize;
            // As long as the escape whose place it takes.
            if let Some(escape) = self.line.get_mut(start..start + 6) {
                escape.copy_from_slice(b"\\ufffd");
            }
        }
        self.nodes.resize(4096, Node::EMPTY);
        let Some(line) = Lines::new(&self.line, record.line.at()).next() else { return };
        if let What::Event(object) = Scanner::once(options, line, &mut self.nodes).what {
            each(object);
        }
    }
}
