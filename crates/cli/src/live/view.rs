//! What is shown of a stream, and what its end comes to.

use super::course::Course;
use super::page::Page;
use super::talk::Talk;
use crate::Exit;
use crate::args::Viewing;
use crate::cat::{Lines, Listed};
use crate::choice;
use crate::entries::Entries;
use crate::events::{Event, Sink};
use crate::filter::Filter;
use crate::interrupt;
use crate::message::{self, Kind};
use crate::out::Out;
use crate::show::{complain, counted};
use anyhow::Result;
use runlex::dialects::Outcome;
use runlex::{At, Failure, FailureKind, Object, Record, What, session_ids, usable_session};
use std::cell::RefCell;
use std::io;
use std::path::Path;

/// One stream on its way to who looks at it.
pub(crate) struct View<'o> {
    args: &'o Viewing,
    path: &'o Path,
    out: &'o RefCell<Out>,
    course: Course,
    /// Text for people, unless only JSON is wanted.
    talk: Option<Talk>,
    /// JSON, where it is wanted.
    lines: Option<Lines<'o>>,
    list: &'o RefCell<Entries>,
    /// What of the text is shown.
    filter: Filter<'o>,
    /// An event fitted it.
    has_fit: bool,
    /// The last session id that a line had.
    session: String,
}

/// Why there is no more.
#[derive(Clone, Copy)]
pub(crate) enum End<'f> {
    /// The stream ended here, or nothing more of it is wanted.
    Over(At),
    /// By a signal; so many bytes of a line without an end were there.
    Interrupted { signal: i32, pending: usize },
    /// Something went wrong on the way.
    Failed(&'f Failure),
}

impl<'o> View<'o> {
    /// `course` is what is known of what comes before, and `filter` has seen it.
    pub(crate) fn new(
        args: &'o Viewing,
        path: &'o Path,
        (out, list): (&'o RefCell<Out>, &'o RefCell<Entries>),
        filter: Filter<'o>,
        course: Course,
    ) -> View<'o> {
        let is_json = args.output.is_json();
        let talk = match () {
            () if args.pass => Some(Page::new(io::stderr())),
            () if is_json || args.events => None,
            () => Some(Page::new(io::stdout())),
        };
        let lines = |filter| {
            let listed = is_json.then(|| Listed::new(path, list, out));
            Lines::new(super::options(args), listed, filter, out)
        };
        let lines = match () {
            // Who comes next gets all.
            () if args.pass => Some(lines(Filter::none())),
            () if is_json || args.events => Some(lines(Filter::live(&args.filters))),
            () => None,
        };
        let (talk, session) = (talk.map(Talk::new), String::new());
        View { args, path, out, course, talk, lines, list, filter, has_fit: false, session }
    }

    pub(crate) fn course(&self) -> &Course {
        &self.course
    }

    pub(crate) fn record(&mut self, record: &Record<'_, '_>) {
        match record.what {
            What::Blank => {}
            What::Fault(fault) => {
                self.course.faults += 1;
                let at = record.line.at();
                match &mut self.lines {
                    Some(lines) if self.args.output.is_json() => lines.fault(at, fault),
                    _ => self.remark(&format!(
                        "{}:{}: {} at byte {}",
                        self.path.display(),
                        at.line,
                        fault.kind,
                        fault.at
                    )),
                }
            }
            What::Event(object) => {
                self.course.event(object);
                self.remember(object);
                if let Some(lines) = &mut self.lines {
                    lines.event(Event { record, object, dialect: self.course.dialect() });
                }
                let dialect = self.course.reading();
                if !self.filter.takes_event(dialect, object)
                    || !self.filter.takes_something_of(dialect, object)
                {
                    return;
                }
                self.has_fit = true;
                if let (Some(talk), Some(dialect)) = (&mut self.talk, dialect) {
                    talk.event(dialect, object, &self.filter);
                }
            }
        }
    }

    fn remember(&mut self, object: Object<'_, '_>) {
        let Some(id) = session_ids(object).find_map(usable_session) else { return };
        if id != self.session.as_str() {
            self.session = id.to_string();
        }
    }

    /// Lets whoever reads have what there is.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        let mut out = self.out.borrow_mut();
        out.flush();
        out.take_error()?;
        match &mut self.talk {
            // Of standard error nothing is owed.
            Some(talk) if self.args.pass => _ = talk.page.flush(),
            Some(talk) => talk.page.flush()?,
            None => {}
        }
        Ok(())
    }

    /// A message on standard error, on a line of its own. What came before it is shown first; whether that could be written,
    /// the next flush tells.
    pub(crate) fn complain(&mut self, text: &str) {
        if let Some(talk) = &mut self.talk {
            talk.page.end_line();
            talk.page.hand_on();
        }
        complain(text);
    }

    /// The same of what raises the exit status.
    fn fail(&mut self, text: &str) {
        if let Some(talk) = &mut self.talk {
            talk.page.end_line();
            talk.page.hand_on();
        }
        message::error(Kind::Input, text);
    }

    /// The same, unless nobody wants remarks.
    pub(crate) fn remark(&mut self, text: &str) {
        if !self.args.quiet {
            self.complain(text);
        }
    }

    /// Says how it ended, and raises `exit`.
    pub(crate) fn end(&mut self, end: End<'_>, exit: &mut Exit) -> Result<()> {
        if let Some(talk) = &mut self.talk {
            talk.page.end_line();
        }
        if self.args.output.is_json() {
            let is_partial = match end {
                End::Over(_) => false,
                End::Interrupted { .. } => true,
                // A command that ended was heard to its end.
                End::Failed(failure) => {
                    !matches!(failure.kind, FailureKind::NoResult | FailureKind::TransportExit)
                }
            };
            if is_partial {
                interrupt::make_partial();
            }
            self.list.borrow_mut().end(&mut *self.out.borrow_mut())?;
        }
        self.flush()?;
        let words = choice::live_words(&self.args.filters);
        if !self.has_fit && !words.is_empty() {
            self.remark(&format!("nothing fits {words}"));
        }
        match end {
            End::Over(at) => self.judge(at, exit),
            End::Interrupted { signal, pending } => {
                let open =
                    if pending > 0 { format!(", {pending} bytes of an open line") } else { String::new() };
                let known = self.known();
                self.complain(&format!("interrupted; so far: {known}{open}"));
                exit.raise(Exit::of_signal(signal));
            }
            End::Failed(failure) if failure.kind.is_timeout() => {
                let message = self.timeout(failure.kind);
                if self.course.ended().is_some() {
                    self.remark(&format!("{message}, behind the result"));
                    self.judge(failure.at, exit);
                } else {
                    let known = self.known();
                    self.fail(&format!("{message}; so far: {known}"));
                    exit.raise(Exit::InputOrOutputError);
                }
            }
            // Nothing ends its runs.
            End::Failed(failure) if failure.kind == FailureKind::NoResult && self.course.is_open() => {}
            End::Failed(failure) => {
                self.fail(&failure.message);
                exit.raise(match failure.kind {
                    FailureKind::NoResult | FailureKind::TransportExit => Exit::NoMatch,
                    _ => Exit::InputOrOutputError,
                });
            }
        }
        if self.course.foreign > 0 && self.talk.is_some() {
            let events = counted(self.course.foreign, "event", "events");
            self.remark(&format!(
                "{events} of a program without a module, whose text is not known; -o ndjson has them whole"
            ));
        }
        Ok(())
    }

    /// By the last run.
    fn judge(&mut self, at: At, exit: &mut Exit) {
        match self.course.ended() {
            Some(Outcome::Ok) => {}
            Some(Outcome::Failed | Outcome::Unknown) => exit.raise(Exit::NoMatch),
            None if self.course.is_open() => {}
            None => {
                self.fail(&format!("no result: the stream ended at byte {} without one", at.offset));
                exit.raise(Exit::NoMatch);
            }
        }
    }

    fn timeout(&self, kind: FailureKind) -> String {
        match kind {
            FailureKind::RunDeadlineExceeded => {
                format!("not over after {:?} (--timeout)", self.args.timeout.unwrap_or_default())
            }
            _ => format!("no line for {:?} (--idle-timeout)", self.args.idle_timeout.unwrap_or_default()),
        }
    }

    fn known(&self) -> String {
        let Course { events, faults, calls, .. } = self.course;
        let result = match self.course.ended() {
            Some(outcome) => format!("result: {}", outcome.as_str()),
            None => "no result".to_owned(),
        };
        let session = match self.session.as_str() {
            "" => String::new(),
            id => format!(", session {id}"),
        };
        format!(
            "{}, {}, {}, {result}{session}",
            counted(events, "event", "events"),
            counted(faults, "fault", "faults"),
            counted(calls, "tool call", "tool calls"),
        )
    }
}
