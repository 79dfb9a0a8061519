//! An agent's command, run and read: its lines as they come, and what goes wrong with it as items.
//!
//! Behaviour: `docs/formats/amp-sdk.md`, P8 and P13 to P15.
//!
//! # What a process costs
//!
//! Two threads, one that reads its output and one that keeps the end of its standard error, and what a
//! [`Reader`] takes. Output waits in a queue of up to 4 MiB; a command that writes more than that is made to
//! wait until it is read, so the memory does not grow with the stream.

mod child;
mod pipe;
mod tail;

use crate::deadline::{Deadlines, Limits};
use crate::failure::{Failure, FailureKind};
use crate::live::Incoming;
use crate::reader::Reader;
use crate::run::{FinalResult, Seeker};
use crate::tracker::{DialectTracker, Mark};
use child::Shared;
use pipe::Pipe;
use runlex_core::{At, Options, What};
use runlex_dialects::KEYS;
use std::io::{self, Write};
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// How a command is run.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How long to wait for lines; the total counts from the start. None by default; the Elixir SDK waits 300 s for a line.
    pub limits: Limits,
    /// Whether the command is given lines to read: then its standard input is a pipe, else it is empty. Many commands read
    /// theirs to its end before they begin.
    pub input: bool,
    /// Whether the result line is the last item. Off by default: then the output is read to its end.
    pub until_result: bool,
    /// How many bytes of standard error to keep: 262,144.
    pub stderr: usize,
    /// How long a command may take to end by itself once its input is closed: 2 s.
    pub grace: Duration,
    /// How long after that it is killed: 250 ms.
    pub kill_after: Duration,
    /// What to do between the two: send a polite signal to this process id. The standard library has none, so by default
    /// nothing is done.
    pub terminate: Option<fn(u32)>,
    /// How lines are read.
    pub options: Options<'static>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            limits: Limits::default(),
            input: false,
            until_result: false,
            stderr: 262_144,
            grace: Duration::from_secs(2),
            kill_after: Duration::from_millis(250),
            terminate: None,
            options: Options::new(&KEYS),
        }
    }
}

/// A running command, read line by line.
///
/// Whatever fails is an item, the last one: a start that failed, a deadline, reading, an exit with another status than 0 and
/// an end in order without a result ([`FailureKind::NoResult`]). Where a result came, neither status nor silence matter
/// (`docs/formats/amp.md`, section 6.10).
///
/// Dropping it cleans up, and takes up to `grace` and `kill_after`: the input is closed, what the command still writes is
/// drained, and if it does not end by itself it is killed. Processes that it started are not: give the command a process
/// group of its own and signal that in [`Settings::terminate`], where they matter.
///
/// ```no_run
/// use runlex::process::{Process, Settings};
/// use runlex::{Incoming, Limits};
/// use std::{process::Command, time::Duration};
///
/// let mut command = Command::new("amp");
/// command.args(["--execute", "What is 2+2?", "--stream-json"]);
/// let limits = Limits { idle: Some(Duration::from_secs(300)), total: None };
/// let mut process = Process::start(command, Settings { limits, ..Settings::default() });
/// while let Some(incoming) = process.next() {
///     match incoming {
///         Incoming::Record(record) => println!("{} bytes", record.line.len()),
///         Incoming::Pending => {}
///         Incoming::Synthetic(failure) => eprintln!("{failure}"),
///     }
/// }
/// ```
#[derive(Debug)]
pub struct Process {
    /// None where the start failed, and while the process is dropped.
    reader: Option<Reader<Pipe>>,
    shared: Arc<Shared>,
    input: Option<ChildStdin>,
    settings: Settings,
    tracker: DialectTracker,
    state: State,
    failure: Option<Failure>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The first answer is that it could not be started.
    FailedStart,
    Open {
        result: bool,
    },
    Over {
        result: bool,
    },
}

impl Process {
    /// Starts `command`. Its standard streams are set here; folder, environment and arguments are the caller's.
    ///
    /// Never fails: a start that did is what the first [`next`](Self::next) tells, and [`failure`](Self::failure) at once.
    pub fn start(mut command: Command, settings: Settings) -> Process {
        let input = if settings.input { Stdio::piped() } else { Stdio::null() };
        command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
        match child::start(&mut command, settings) {
            Ok((shared, pipe, input)) => Process {
                reader: Some(Reader::with_options(pipe, settings.options)),
                shared,
                input,
                settings,
                tracker: DialectTracker::default(),
                state: State::Open { result: false },
                failure: None,
            },
            Err(failure) => Process {
                reader: None,
                shared: Arc::default(),
                input: None,
                settings,
                tracker: DialectTracker::default(),
                state: State::FailedStart,
                failure: Some(failure),
            },
        }
    }

    /// The next line or failure, waited for; `None` at the end and behind a failure. Never [`Incoming::Pending`].
    // Not an Iterator: what it yields borrows from this.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<Incoming<'_, '_>> {
        let mut result = match self.state {
            State::Open { result } => result,
            State::Over { .. } => return None,
            State::FailedStart => {
                self.state = State::Over { result: false };
                return self.failure.as_ref().map(Incoming::Synthetic);
            }
        };
        let reader = self.reader.as_mut()?;
        let at = reader.at();
        let expired = self.shared.wait_for_line();
        let answer = match expired {
            Some(_) => Err(io::ErrorKind::TimedOut.into()),
            None => reader.next(),
        };
        let failure = match answer {
            Ok(Some(record)) => {
                if let What::Event(object) = record.what
                    && self.tracker.mark(object) == Mark::Result
                {
                    result = true;
                    self.state = match self.settings.until_result {
                        true => State::Over { result },
                        false => State::Open { result },
                    };
                }
                return Some(Incoming::Record(record));
            }
            Ok(None) => {
                // Who has nothing more to say needs to hear no more.
                self.input = None;
                self.shared.ended(at, result)
            }
            Err(error) => Some(self.shared.failed(at, &error)),
        };
        self.state = State::Over { result };
        self.failure = failure;
        self.failure.as_ref().map(Incoming::Synthetic)
    }

    /// Reads up to the first result and tells what it says; then cleans up.
    ///
    /// # Errors
    ///
    /// The failure that came instead.
    pub fn run(mut self) -> Result<FinalResult, Failure> {
        let mut behind = At::START;
        let mut seeker = Seeker::default();
        while let Some(incoming) = self.next() {
            match incoming {
                Incoming::Record(record) => {
                    let at = record.line.at();
                    behind = At { offset: at.offset + record.line.len(), line: at.line + 1 };
                    if let Some(result) = seeker.observe(&record) {
                        return Ok(result);
                    }
                }
                Incoming::Pending => {}
                Incoming::Synthetic(failure) => return Err(failure.clone()),
            }
        }
        Err(Failure::no_result(behind))
    }

    /// Whether a result line came.
    pub fn result_seen(&self) -> bool {
        matches!(self.state, State::Open { result: true } | State::Over { result: true })
    }

    /// The failure that ended it, if one did.
    pub fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    /// How the command ended, if it has.
    pub fn exit(&self) -> Option<ExitStatus> {
        self.shared.exit()
    }

    /// The end of what the command has written to its standard error so far; behind the last item all of it, unless a process
    /// that the command left behind still holds it open.
    pub fn stderr(&self) -> crate::StderrTail {
        self.shared.stderr()
    }

    /// The id of the process; `None` if it was not started.
    pub fn id(&self) -> Option<u32> {
        self.shared.id()
    }

    /// Writes a line to the command's standard input, in one piece, its newline added. Only with [`Settings::input`]. For
    /// Amp the line is an [`InputMessage`](crate::dialects::amp_input::InputMessage).
    ///
    /// May block while the command does not read; it may not read while it waits for its own output to be taken. Take
    /// [`take_input`](Self::take_input) to a thread of its own for more than some lines.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::InvalidInput`] for text that holds a newline: it would be two lines.
    /// [`io::ErrorKind::NotConnected`] without an input. Those of the pipe.
    pub fn write_line(&mut self, line: impl std::fmt::Display) -> io::Result<()> {
        let mut line = line.to_string();
        if line.ends_with('\n') {
            line.pop();
        }
        if line.contains('\n') {
            let why = "an input line must not hold a newline: write each line by itself, newlines in strings as \\n";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        line.push('\n');
        let Some(input) = &mut self.input else {
            let why = "the command has no open input: set Settings::input, and write before close_input";
            return Err(io::Error::new(io::ErrorKind::NotConnected, why));
        };
        input.write_all(line.as_bytes())?;
        input.flush()
    }

    /// Closes the command's standard input: for most agents the sign to finish.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Hands out the command's standard input, to be written to from elsewhere, and to be closed there.
    pub fn take_input(&mut self) -> Option<ChildStdin> {
        self.input.take()
    }

    /// Kills the command at once, without the patience that dropping has.
    ///
    /// # Errors
    ///
    /// Those of the system.
    pub fn kill(&mut self) -> io::Result<()> {
        self.input = None;
        self.shared.kill()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        // With nobody to hand its chunks to, the thread that reads the output drains it.
        self.reader = None;
        self.shared.clean_up(self.settings);
    }
}

/// The deadlines of a process begin when it is started.
fn deadlines(settings: Settings) -> Deadlines {
    Deadlines::start(settings.limits, Duration::ZERO)
}

/// What the message of a failed start says to do.
fn start_failure(command: &Command, error: &io::Error) -> Failure {
    let program = command.get_program();
    let folder = command.get_current_dir().filter(|folder| !folder.is_dir());
    let (kind, message) = match (error.kind(), folder) {
        (_, Some(folder)) => {
            (FailureKind::StreamStartFailed, format!("{program:?} not started: no such folder {folder:?}"))
        }
        (io::ErrorKind::NotFound, None) => {
            (FailureKind::CliNotFound, format!("no command {program:?}: install it, or give its whole path"))
        }
        _ => (FailureKind::StreamStartFailed, format!("{program:?} not started: {error}")),
    };
    Failure::new(kind, At::START, message)
}
