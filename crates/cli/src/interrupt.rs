//! Ctrl-C: what is known so far is printed, and said to be a part.

use crate::Exit;
use crate::live::Signals;
#[cfg(unix)]
use std::fs::File;
use std::io;
#[cfg(unix)]
use std::io::Write;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Once, OnceLock};

/// The signal that came: Ctrl-C, or what asks the program to end from elsewhere.
static ASKED: AtomicI32 = AtomicI32::new(0);
/// Reading was ended by it.
static PARTIAL: AtomicBool = AtomicBool::new(false);
/// All that was to be printed is, and more has to come first.
static WAITING: AtomicBool = AtomicBool::new(false);
/// What ends the document that is begun.
static ENDING: OnceLock<&str> = OnceLock::new();

/// From now on the first such signal ends reading, and a second one the program.
pub(crate) fn listen() {
    static LISTENS: Once = Once::new();
    LISTENS.call_once(|| {
        Signals::watch(|signal| {
            let is_waiting = WAITING.load(Ordering::SeqCst);
            if ASKED.swap(signal, Ordering::SeqCst) != 0 || is_waiting {
                if is_waiting && let Some(ending) = ENDING.get() {
                    _ = write(ending);
                }
                process::exit(Exit::of_signal(signal) as i32);
            }
        });
    });
}

/// A document is begun, which `ending` ends as a part of what it would be: so it is ended, too, where more is waited for.
pub(crate) fn end_with(ending: &'static str) {
    _ = ENDING.set(ending);
}

/// Past the lock on standard output, which who waits for input holds: nobody else writes now, and all that was written is out.
#[cfg(unix)]
fn write(text: &str) -> io::Result<()> {
    use std::os::fd::AsFd;
    File::from(io::stdout().as_fd().try_clone_to_owned()?).write_all(text.as_bytes())
}

#[cfg(not(unix))]
fn write(_: &str) -> io::Result<()> {
    Ok(())
}

pub(crate) fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed) != 0
}

/// How the program ends then.
pub(crate) fn exit() -> Exit {
    Exit::of_signal(ASKED.load(Ordering::Relaxed))
}

/// Says that not all was read.
pub(crate) fn make_partial() {
    PARTIAL.store(true, Ordering::Relaxed);
}

pub(crate) fn is_partial() -> bool {
    PARTIAL.load(Ordering::Relaxed)
}

/// Waits for what may never come, while nothing would be lost.
pub(crate) fn wait<T>(read: impl FnOnce() -> T) -> T {
    if ENDING.get().is_some() {
        listen();
    }
    WAITING.store(true, Ordering::SeqCst);
    let got = read();
    WAITING.store(false, Ordering::SeqCst);
    got
}
