//! Ctrl-C: what is known so far is printed, and said to be a part.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

/// Ctrl-C was pressed.
static ASKED: AtomicBool = AtomicBool::new(false);
/// Reading was ended by it.
static PARTIAL: AtomicBool = AtomicBool::new(false);
/// All that was to be printed is, and more has to come first.
static WAITING: AtomicBool = AtomicBool::new(false);

/// The exit status of what was interrupted, by which shells know it.
pub(crate) const STATUS: u8 = 130;

/// From now on the first Ctrl-C ends reading, and a second one the program.
pub(crate) fn listen() {
    // Where it cannot be, or is already, all stays as it is.
    _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::SeqCst) || WAITING.load(Ordering::SeqCst) {
            process::exit(STATUS.into());
        }
    });
}

pub(crate) fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
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
    WAITING.store(true, Ordering::SeqCst);
    let got = read();
    WAITING.store(false, Ordering::SeqCst);
    got
}
