//! `runlex run`: an agent's command, and what it says while it says it.

use crate::Exit;
use crate::args::Run;
use crate::cat::list;
use crate::filter::Filter;
use crate::live::{Course, End, Signals, View, limits, options};
use crate::message;
use crate::out::Out;
use crate::show::visible_lines;
use anyhow::Result;
use runlex::dialects::Outcome;
use runlex::process::{Process, Settings};
use runlex::{At, Incoming, StderrTail};
use std::cell::RefCell;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::{ChildStdin, Command};
use std::sync::Arc;
use std::thread;

/// So many lines of what the command wrote to its standard error are shown where it fails.
const STDERR_LINES: usize = 20;

pub(crate) fn run(args: &Run, exit: &mut Exit) -> Result<()> {
    let group = Arc::new(Group::default());
    let signals = Signals::watch({
        let group = Arc::clone(&group);
        move |signal| group.ask(signal)
    });
    let settings = Settings {
        limits: limits(&args.viewing),
        input: !io::stdin().is_terminal(),
        terminate: Some(group::kill),
        options: options(&args.viewing),
        ..Settings::default()
    };
    let (out, list) = (RefCell::new(Out::stdout()), list(args.viewing.output));
    let filter = Filter::live(&args.viewing.filters);
    let mut view = View::new(&args.viewing, Path::new("-"), (&out, &list), filter, Course::default());
    let mut process = Process::start(command(args), settings);
    group.is(process.id());
    if let Some(input) = process.take_input() {
        hand_on(input);
    }
    let shown = show(&mut process, &mut view, &signals, exit);
    // What did not end by itself is asked to. Dropping waits for it, and then kills it.
    if process.exit().is_none() {
        group.ask(group::TERMINATE);
    }
    drop(process);
    group.end();
    shown
}

fn command(args: &Run) -> Command {
    let mut words = args.command.iter();
    let mut command = Command::new(words.next().map_or("".as_ref(), |word| word.as_os_str()));
    command.args(words);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

/// What is piped in is the command's.
fn hand_on(mut input: ChildStdin) {
    // Without a thread the command gets nothing, which it can tell from its input.
    _ = thread::Builder::new().name("runlex stdin".to_owned()).spawn(move || {
        // A command need not read what it is given.
        _ = io::copy(&mut io::stdin().lock(), &mut input);
    });
}

fn show(process: &mut Process, view: &mut View<'_>, signals: &Signals, exit: &mut Exit) -> Result<()> {
    let mut behind = At::START;
    let failure = loop {
        match process.next() {
            Some(Incoming::Record(record)) => {
                let at = record.line.at();
                behind = At { offset: at.offset + record.line.len(), line: at.line + 1 };
                view.record(&record);
                view.flush()?;
            }
            Some(Incoming::Pending) => {}
            Some(Incoming::Synthetic(failure)) => break Some(failure.clone()),
            None => break None,
        }
    };
    let end = match (signals.caught(), &failure) {
        (Some(signal), _) => End::Interrupted { signal, pending: 0 },
        (None, Some(failure)) => End::Failed(failure),
        (None, None) => End::Over(behind),
    };
    view.end(end, exit)?;
    let has_failed = view.course().ended() != Some(Outcome::Ok);
    let status = process.exit().filter(|status| !status.success() && !has_failed);
    if let Some(status) = status {
        view.remark(&format!("the command ended with {status}; what counts is its result"));
    }
    if has_failed {
        tell(view, &process.stderr());
    }
    Ok(())
}

/// The end of what the command wrote to its standard error.
fn tell(view: &mut View<'_>, tail: &StderrTail) {
    let text = tail.text();
    let text = text.trim_end();
    if text.is_empty() {
        return;
    }
    let lines = text.lines().count();
    let more = lines > STDERR_LINES || tail.truncated;
    let said = if more { "the last lines of its standard error" } else { "its standard error" };
    if message::are_for_programs() {
        message::remark(&format!("{said}: {text}"));
        return;
    }
    view.complain(&format!("{said}:"));
    for line in text.lines().skip(lines.saturating_sub(STDERR_LINES)) {
        _ = io::Write::write_fmt(&mut io::stderr(), format_args!("  {}\n", visible_lines(line)));
    }
}

use group::Group;

/// The command and what it has started, as one.
#[cfg(unix)]
mod group {
    use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};
    use std::sync::{Mutex, MutexGuard, PoisonError};
    use std::thread;
    use std::time::Duration;

    pub(super) const TERMINATE: i32 = 15;
    /// How long what was asked to end may take for it.
    const PATIENCE: Duration = Duration::from_secs(5);
    /// The same for what is left when the command itself has ended.
    const LEFT: Duration = Duration::from_millis(250);
    const LOOK: Duration = Duration::from_millis(5);

    #[derive(Default)]
    pub(super) struct Group(Mutex<State>);

    #[derive(Default)]
    struct State {
        id: Option<Pid>,
        /// The signal that it was asked by, or is to be as soon as it is there.
        asked: Option<i32>,
    }

    impl Group {
        /// No thread panics while it holds the lock.
        fn lock(&self) -> MutexGuard<'_, State> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner)
        }

        /// The id of the command, which is that of its group.
        pub(super) fn is(&self, id: Option<u32>) {
            let mut state = self.lock();
            state.id = id.and_then(pid);
            if let (Some(id), Some(signal)) = (state.id, state.asked) {
                ask(id, signal);
            }
        }

        /// Hands the signal on; kills where that was done before.
        pub(super) fn ask(&self, signal: i32) {
            let mut state = self.lock();
            let is_first = state.asked.replace(signal).is_none();
            match state.id {
                Some(id) if is_first => ask(id, signal),
                Some(id) => _ = kill_process_group(id, Signal::KILL),
                None => {}
            }
        }

        /// Ends what is left of it.
        pub(super) fn end(&self) {
            let Some(id) = self.lock().id else { return };
            if kill_process_group(id, Signal::TERM).is_err() {
                return;
            }
            for _ in 0..LEFT.as_millis() / LOOK.as_millis() {
                if test_kill_process_group(id).is_err() {
                    return;
                }
                thread::sleep(LOOK);
            }
            _ = kill_process_group(id, Signal::KILL);
        }
    }

    /// Kills it where it is still there after a while.
    fn ask(id: Pid, signal: i32) {
        let signal = match signal {
            1 => Signal::HUP,
            2 => Signal::INT,
            _ => Signal::TERM,
        };
        _ = kill_process_group(id, signal);
        // Ends with the program, if that ends before.
        _ = thread::Builder::new().name("runlex patience".to_owned()).spawn(move || {
            thread::sleep(PATIENCE);
            _ = kill_process_group(id, Signal::KILL);
        });
    }

    pub(super) fn kill(id: u32) {
        if let Some(id) = pid(id) {
            _ = kill_process_group(id, Signal::KILL);
        }
    }

    fn pid(id: u32) -> Option<Pid> {
        i32::try_from(id).ok().and_then(Pid::from_raw)
    }
}

/// Where there are no groups, the command is killed alone.
#[cfg(not(unix))]
mod group {
    pub(super) const TERMINATE: i32 = 15;

    #[derive(Default)]
    pub(super) struct Group;

    impl Group {
        pub(super) fn is(&self, _: Option<u32>) {}
        pub(super) fn ask(&self, _: i32) {}
        pub(super) fn end(&self) {}
    }

    pub(super) fn kill(_: u32) {}
}
