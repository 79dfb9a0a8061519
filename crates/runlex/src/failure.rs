//! Failures that no line of the stream says: made by the reader's side, and never to be taken for the agent's words.

use runlex_core::At;
use std::borrow::Cow;
use std::{error, fmt, io};

/// What went wrong on the way. The names are those that the Elixir SDK of Amp gives to its error results, so that logs of
/// both agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum FailureKind {
    /// A line is a fault, and the caller said that a fault ends the stream.
    ParseError,
    /// An event lacks what the caller cannot do without. Made by callers, never by this crate.
    InvalidMessage,
    /// The stream ended in order and no result came.
    NoResult,
    /// No line came for the idle time.
    StreamTimeout,
    /// The run took longer than it may in total.
    RunDeadlineExceeded,
    /// The command could not be started.
    StreamStartFailed,
    /// Reading failed.
    TransportError,
    /// The command ended with another status than 0, or by a signal, and no result came.
    TransportExit,
    /// There is no such command.
    CliNotFound,
    /// The agent was refused by its service. Made by callers, never by this crate: only they can read the agent's prose.
    AuthError,
    /// The agent's work failed. Made by callers, never by this crate: a result that says so is an event, not a failure.
    ExecutionFailed,
    /// Anything else.
    Unknown,
}

impl FailureKind {
    /// All kinds.
    pub const ALL: &[FailureKind] = &[
        FailureKind::ParseError,
        FailureKind::InvalidMessage,
        FailureKind::NoResult,
        FailureKind::StreamTimeout,
        FailureKind::RunDeadlineExceeded,
        FailureKind::StreamStartFailed,
        FailureKind::TransportError,
        FailureKind::TransportExit,
        FailureKind::CliNotFound,
        FailureKind::AuthError,
        FailureKind::ExecutionFailed,
        FailureKind::Unknown,
    ];

    /// The name for logs and reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            FailureKind::ParseError => "parse_error",
            FailureKind::InvalidMessage => "invalid_message",
            FailureKind::NoResult => "no_result",
            FailureKind::StreamTimeout => "stream_timeout",
            FailureKind::RunDeadlineExceeded => "run_deadline_exceeded",
            FailureKind::StreamStartFailed => "stream_start_failed",
            FailureKind::TransportError => "transport_error",
            FailureKind::TransportExit => "transport_exit",
            FailureKind::CliNotFound => "cli_not_found",
            FailureKind::AuthError => "auth_error",
            FailureKind::ExecutionFailed => "execution_failed",
            FailureKind::Unknown => "unknown",
        }
    }
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A failure that is not from the wire. A type of its own, so that nobody counts it among the agent's errors.
///
/// Shown as one line: kind, what happened, what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// What went wrong.
    pub kind: FailureKind,
    /// What happened and what to do about it, in one line.
    pub message: String,
    /// Where the stream stood: where the line begins that was waited for, or that was too late or bad.
    pub at: At,
    /// The exit status of the command, where it ended by itself.
    pub exit_code: Option<i32>,
    /// The last that the command wrote to its standard error; only of a [`Process`](crate::process::Process).
    pub stderr: Option<StderrTail>,
}

impl Failure {
    /// A failure of your own making.
    pub fn new(kind: FailureKind, at: At, message: impl Into<String>) -> Failure {
        Failure { kind, message: message.into(), at, exit_code: None, stderr: None }
    }

    /// Reading failed with `error`.
    pub(crate) fn of_read(at: At, error: &io::Error) -> Failure {
        let message = match error.kind() {
            io::ErrorKind::OutOfMemory => "no memory for a line: set Options::max_line".to_owned(),
            _ => format!("reading failed at byte {}: {error}", at.offset),
        };
        Failure::new(FailureKind::TransportError, at, message)
    }

    /// The stream ended and no result came.
    pub(crate) fn no_result(at: At) -> Failure {
        let message = match at.offset {
            0 => "the stream is empty: there is no event in it, and no result".to_owned(),
            end => format!("the stream ended at byte {end} without a result: the run was cut or killed"),
        };
        Failure::new(FailureKind::NoResult, at, message)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.message)
    }
}

impl error::Error for Failure {}

/// The end of what a command wrote to its standard error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StderrTail {
    /// The last bytes.
    pub bytes: Vec<u8>,
    /// Whether there were more in front of them.
    pub truncated: bool,
}

impl StderrTail {
    /// As text; what is no UTF-8 as U+FFFD. May hold control bytes: not for a terminal as it is.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }
}
