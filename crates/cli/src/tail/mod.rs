//! `runlex tail`: what an agent says while it says it.
//!
//! [`follow`] is a file that grows, [`wait`] a pipe that is not waited for longer than a moment.

mod follow;
mod wait;

use crate::Exit;
use crate::args::Tail;
use crate::cat::list;
use crate::filter::Filter;
use crate::live::{Course, End, Signals, View, limits, options};
use crate::message::{self, Kind};
use crate::out::Out;

use anyhow::Result;
use follow::{Follow, Turn};
use runlex::{At, Deadlines, Ending, Failure, FailureKind, Reader, What};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read};
use std::path::Path;
use std::time::Instant;
use wait::{LOOK, Paced, Pipe, Readable};

/// Of a file so many events are shown of what is there, if nothing is said.
const LAST: usize = 10;

pub(crate) fn run(args: &Tail, exit: &mut Exit) -> Result<()> {
    let stdin = Path::new("-");
    let Some(path) = args.path.as_deref().filter(|path| *path != stdin) else {
        if args.follow || args.last.is_some() {
            message::error(
                Kind::Usage,
                "-f and -n are for a file; a pipe is shown from its start to its end",
            );
            exit.raise(Exit::WrongUsage);
            return Ok(());
        }
        if args.path.is_none() && io::stdin().is_terminal() {
            message::error(Kind::Usage, "name a file, or - for standard input");
            exit.raise(Exit::WrongUsage);
            return Ok(());
        }
        let tailing = Tailing::new(args, stdin);
        match wait::stdin() {
            Ok(input) => return tailing.pipe(input, exit),
            Err(error) => tailing.unread(&error, exit),
        }
        return Ok(());
    };
    let opened = wait::open(path).and_then(|file| Ok((file.metadata()?, file)));
    let tailing = Tailing::new(args, path);
    match opened {
        Ok((metadata, file)) if metadata.is_file() => return tailing.file(file, metadata.len(), exit),
        // A named pipe. There is no way back in one.
        Ok((metadata, file)) if !metadata.is_dir() => return tailing.pipe(file, exit),
        Ok(_) => tailing.unread(&ErrorKind::IsADirectory.into(), exit),
        Err(error) => tailing.unread(&error, exit),
    }
    Ok(())
}

struct Tailing<'a> {
    args: &'a Tail,
    path: &'a Path,
    signals: Signals,
}

/// Where reading came to.
enum Stop {
    /// The stream is at its end.
    End,
    /// All that is there was read, and the last run is over.
    Result,
    Signal(i32),
    Failed(Failure),
}

impl<'a> Tailing<'a> {
    fn new(args: &'a Tail, path: &'a Path) -> Tailing<'a> {
        Tailing { args, path, signals: Signals::watch(|_| {}) }
    }

    fn pipe(&self, source: impl Readable, exit: &mut Exit) -> Result<()> {
        let mut reader = Reader::with_options(Paced::new(Pipe(source)), options(&self.args.viewing));
        let viewing = &self.args.viewing;
        let (out, list) = (RefCell::new(Out::stdout()), list(viewing.output));
        let filter = Filter::live(&viewing.filters);
        let mut view = View::new(viewing, self.path, (&out, &list), filter, Course::default());
        let mut clock = Clock::start(self.args);
        let stop = self.drain(&mut reader, &mut view, &mut clock, false)?;
        end(&mut view, stop, reader.at(), reader.buffered().len(), exit)
    }

    fn file(&self, file: File, len: u64, exit: &mut Exit) -> Result<()> {
        let options = options(&self.args.viewing);
        let mut filter = Filter::live(&self.args.viewing.filters);
        let (start, course) = match self.look_back(&file, len, &mut filter) {
            Ok(found) => found,
            Err(error) => {
                self.unread(&error, exit);
                return Ok(());
            }
        };
        let (out, list) = (RefCell::new(Out::stdout()), list(self.args.viewing.output));
        let mut view = View::new(&self.args.viewing, self.path, (&out, &list), filter, course);
        let mut clock = Clock::start(self.args);
        if !self.args.follow {
            let mut reader = Reader::with_options(Paced::new(file), options).starting_at(start);
            let stop = self.drain(&mut reader, &mut view, &mut clock, false)?;
            return end(&mut view, stop, reader.at(), reader.buffered().len(), exit);
        }
        let mut start = start;
        let mut follow = match Follow::new(self.path, file, start.offset, LOOK) {
            Ok(follow) => follow,
            Err(error) => {
                self.unread(&error, exit);
                return Ok(());
            }
        };
        loop {
            let mut reader = Reader::with_options(Paced::new(&mut follow), options).starting_at(start);
            let stop = self.drain(&mut reader, &mut view, &mut clock, !self.args.forever)?;
            if !matches!(stop, Stop::End) {
                return end(&mut view, stop, reader.at(), reader.buffered().len(), exit);
            }
            drop(reader);
            let what = match follow.turn() {
                Err(error) => {
                    self.unread(&error, exit);
                    return Ok(());
                }
                Ok(Turn::Replaced) => "another file has its name now; read from its start",
                Ok(Turn::Cut) => "it was cut or written anew; read from its start",
            };
            view.remark(&format!("{}: {what}", self.path.display()));
            start = At::START;
        }
    }

    /// The file cannot be read.
    fn unread(&self, error: &io::Error, exit: &mut Exit) {
        message::error_at(Kind::Input, self.path, &error.to_string());
        exit.raise(Exit::InputOrOutputError);
    }

    /// Where the last events begin that are asked for, and what is known there. Leaves the file at that place.
    fn look_back(&self, file: &File, len: u64, filter: &mut Filter<'_>) -> io::Result<(At, Course)> {
        let wanted = self.args.last.unwrap_or(LAST);
        let mut last = VecDeque::new();
        let mut course = Course::default();
        let mut reader = Reader::with_options(Paced::new(file.take(len)), options(&self.args.viewing));
        let mut behind = At::START;
        loop {
            let record = match reader.next() {
                Err(error) if error.kind() == ErrorKind::TimedOut => match self.signals.caught() {
                    Some(_) => break,
                    None => continue,
                },
                record => record?,
            };
            let Some(record) = record else { break };
            // More of it may still come.
            if record.line.ending() == Ending::None {
                break;
            }
            // Told where the rest would be shown.
            if self.signals.caught().is_some() {
                break;
            }
            let at = record.line.at();
            behind = At { offset: at.offset + record.line.len(), line: at.line + 1 };
            match record.what {
                What::Event(object) => {
                    let before = course;
                    course.event(object);
                    let dialect = course.reading();
                    let fits =
                        filter.takes_event(dialect, object) && filter.takes_something_of(dialect, object);
                    if fits && last.len() == wanted {
                        last.pop_front();
                    }
                    if fits && wanted > 0 {
                        last.push_back((at, before));
                    }
                }
                What::Fault(_) => course.faults += 1,
                What::Blank => {}
            }
        }
        let found = match last.front() {
            _ if wanted == 0 => (behind, course),
            Some((at, course)) if last.len() == wanted => (*at, *course),
            _ => (At::START, Course::default()),
        };
        let mut file = file;
        io::Seek::seek(&mut file, io::SeekFrom::Start(found.0.offset))?;
        Ok(found)
    }

    /// Shows all that comes.
    fn drain(
        &self,
        reader: &mut Reader<impl Read>,
        view: &mut View<'_>,
        clock: &mut Clock,
        until_result: bool,
    ) -> Result<Stop> {
        loop {
            let at = reader.at();
            match reader.next() {
                Ok(Some(record)) => {
                    view.record(&record);
                    // Who reads has it before more is waited for.
                    if !reader.buffered().contains(&b'\n') {
                        view.flush()?;
                    }
                    clock.line();
                }
                Ok(None) => return Ok(Stop::End),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if until_result && view.course().ended().is_some() {
                        return Ok(Stop::Result);
                    }
                }
                Err(error) if error.kind() == ErrorKind::TimedOut => {}
                // Said of standard output, by who waits.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => return Err(error.into()),
                Err(error) => {
                    let message = format!("{}: {error}", self.path.display());
                    return Ok(Stop::Failed(Failure::new(FailureKind::TransportError, at, message)));
                }
            }
            if let Some(signal) = self.signals.caught() {
                return Ok(Stop::Signal(signal));
            }
            if let Some(kind) = clock.expired() {
                return Ok(Stop::Failed(Failure::new(kind, at, "")));
            }
        }
    }
}

fn end(view: &mut View<'_>, stop: Stop, at: At, pending: usize, exit: &mut Exit) -> Result<()> {
    match stop {
        Stop::End | Stop::Result => view.end(End::Over(at), exit),
        Stop::Signal(signal) => view.end(End::Interrupted { signal, pending }, exit),
        Stop::Failed(failure) => view.end(End::Failed(&failure), exit),
    }
}

/// The deadlines, by the time since it was started.
struct Clock {
    started: Instant,
    deadlines: Deadlines,
}

impl Clock {
    fn start(args: &Tail) -> Clock {
        let started = Instant::now();
        Clock { started, deadlines: Deadlines::start(limits(&args.viewing), started.elapsed()) }
    }

    /// A line came.
    fn line(&mut self) {
        self.deadlines.rearm(self.started.elapsed());
    }

    fn expired(&self) -> Option<FailureKind> {
        self.deadlines.expired(self.started.elapsed())
    }
}
