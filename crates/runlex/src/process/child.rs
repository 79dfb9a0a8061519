//! The command itself: starting it, how it ended, ending it.

use super::pipe::{Pipe, WAITING, pump};
use super::tail::Tail;
use super::{Settings, deadlines, start_failure};
use crate::deadline::Deadlines;
use crate::failure::{Failure, FailureKind, StderrTail};
use runlex_core::At;
use std::io;
use std::process::{Child, ChildStdin, Command, ExitStatus};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often it is looked whether a command that was asked to end has.
const LOOK: Duration = Duration::from_millis(5);

/// What both ends know: the process, which hands out lines, and the source under its reader, which waits for bytes.
#[derive(Debug, Default)]
pub(super) struct Shared {
    running: Option<Running>,
    tail: Arc<Tail>,
}

#[derive(Debug)]
struct Running {
    started: Instant,
    id: u32,
    grace: Duration,
    settle: Duration,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    child: Child,
    /// Kept: a child that has been waited for is gone.
    exit: Option<ExitStatus>,
    deadlines: Deadlines,
}

/// Starts the command and the threads that read from it.
pub(super) fn start(
    command: &mut Command,
    settings: Settings,
) -> Result<(Arc<Shared>, Pipe, Option<ChildStdin>), Failure> {
    let mut child = command.spawn().map_err(|error| start_failure(command, &error))?;
    let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let tail = Arc::new(Tail::default());
    let running = Running {
        started: Instant::now(),
        id: child.id(),
        grace: settings.grace,
        settle: settings.kill_after,
        state: Mutex::new(State { child, exit: None, deadlines: deadlines(settings) }),
    };
    let shared = Arc::new(Shared { running: Some(running), tail: Arc::clone(&tail) });
    let (send, chunks) = sync_channel(WAITING);
    let spawned = thread::Builder::new()
        .name("runlex stdout".to_owned())
        .spawn(move || {
            if let Some(output) = output {
                pump(output, &send);
            }
        })
        .and_then(|_| {
            thread::Builder::new().name("runlex stderr".to_owned()).spawn(move || {
                if let Some(errors) = errors {
                    tail.fill(errors, settings.stderr);
                }
            })
        });
    match spawned {
        Ok(_) => Ok((Arc::clone(&shared), Pipe::new(chunks, shared), input)),
        Err(error) => {
            drop(input);
            shared.clean_up(Settings { grace: Duration::ZERO, kill_after: Duration::ZERO, ..settings });
            Err(start_failure(command, &error))
        }
    }
}

impl Running {
    /// No thread panics while it holds the lock.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn exit(&self) -> Option<ExitStatus> {
        let mut state = self.lock();
        if state.exit.is_none() {
            state.exit = state.child.try_wait().ok().flatten();
        }
        state.exit
    }

    /// Whether it ends within `most`.
    fn ends_within(&self, most: Duration) -> bool {
        let from = Instant::now();
        while self.exit().is_none() {
            let left = most.saturating_sub(from.elapsed());
            if left.is_zero() {
                return false;
            }
            thread::sleep(LOOK.min(left));
        }
        true
    }
}

impl Shared {
    /// A line is waited for from now on. Tells the deadline that has passed already.
    pub(super) fn wait_for_line(&self) -> Option<FailureKind> {
        let running = self.running.as_ref()?;
        let now = running.started.elapsed();
        let deadlines = &mut running.lock().deadlines;
        deadlines.rearm(now);
        deadlines.expired(now)
    }

    /// How long may be waited; `None` for ever.
    pub(super) fn left(&self) -> Option<Duration> {
        let running = self.running.as_ref()?;
        let now = running.started.elapsed();
        running.lock().deadlines.left(now)
    }

    /// How long after the end of the command its output may stay quiet before it is taken for ended.
    pub(super) fn settle(&self) -> Duration {
        self.running.as_ref().map_or(Duration::ZERO, |running| running.settle)
    }

    pub(super) fn exit(&self) -> Option<ExitStatus> {
        self.running.as_ref()?.exit()
    }

    pub(super) fn id(&self) -> Option<u32> {
        self.running.as_ref().map(|running| running.id)
    }

    pub(super) fn stderr(&self) -> StderrTail {
        self.tail.get()
    }

    pub(super) fn kill(&self) -> io::Result<()> {
        let Some(running) = &self.running else { return Ok(()) };
        if running.exit().is_some() {
            return Ok(());
        }
        running.lock().child.kill()?;
        running.ends_within(running.settle.max(Duration::from_millis(250)));
        Ok(())
    }

    /// The output has ended: the failure that this is, if it is one.
    pub(super) fn ended(&self, at: At, result: bool) -> Option<Failure> {
        let running = self.running.as_ref()?;
        let exited = running.ends_within(running.grace);
        // A result that says that the run failed is no failure here, and what was written beside it may say why.
        self.tail.wait(running.settle);
        if result {
            return None;
        }
        let status = running.exit().filter(|_| exited);
        let code = status.and_then(|status| status.code());
        let mut failure = match (status, code) {
            (Some(status), _) if status.success() => Failure::no_result(at),
            (Some(_), Some(127)) => Failure::new(
                FailureKind::CliNotFound,
                at,
                "the command ended with status 127, no such command: install it, or give its whole path",
            ),
            (Some(status), _) => Failure::new(
                FailureKind::TransportExit,
                at,
                format!("the command ended without a result, {status}: its standard error may say why"),
            ),
            (None, _) => Failure::new(
                FailureKind::NoResult,
                at,
                "the command closed its output without a result and still runs: it is not an agent that prints lines",
            ),
        };
        failure.exit_code = code;
        failure.stderr = Some(self.tail.get());
        Some(failure)
    }

    /// Reading failed, or took too long.
    pub(super) fn failed(&self, at: At, error: &io::Error) -> Failure {
        let expired = self.running.as_ref().and_then(|running| {
            let now = running.started.elapsed();
            let deadlines = running.lock().deadlines;
            deadlines.expired(now).map(|kind| Failure::new(kind, at, deadlines.message(kind)))
        });
        let mut failure = expired.unwrap_or_else(|| Failure::of_read(at, error));
        failure.exit_code = self.exit().and_then(|status| status.code());
        failure.stderr = Some(self.tail.get());
        failure
    }

    /// Ends the command: waits, asks, kills. Its input is closed and its output drained by now.
    pub(super) fn clean_up(&self, settings: Settings) {
        let Some(running) = &self.running else { return };
        if running.ends_within(settings.grace) {
            return;
        }
        if let Some(terminate) = settings.terminate {
            terminate(running.id);
        }
        if running.ends_within(settings.kill_after) {
            return;
        }
        // It may have ended just now; then there is nothing to kill.
        let _ = running.lock().child.kill();
        running.ends_within(Duration::from_millis(250));
    }
}
