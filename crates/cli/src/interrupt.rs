//! Ctrl-C: what is known so far is printed, and said to be a part.

use crate::Exit;
use crate::live::Signals;
use std::process;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// The signal that came: Ctrl-C, or what asks the program to end from elsewhere.
static ASKED: AtomicI32 = AtomicI32::new(0);
/// Reading was ended by it.
static PARTIAL: AtomicBool = AtomicBool::new(false);
/// All that was to be printed is, and more has to come first.
static WAITING: AtomicBool = AtomicBool::new(false);

/// From now on the first such signal ends reading, and a second one the program.
pub(crate) fn listen() {
    static LISTENS: Once = Once::new();
    LISTENS.call_once(|| {
        Signals::watch(|signal| {
            if ASKED.swap(signal, Ordering::SeqCst) != 0 || WAITING.load(Ordering::SeqCst) {
                process::exit(Exit::of_signal(signal) as i32);
            }
        });
    });
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
    WAITING.store(true, Ordering::SeqCst);
    let got = read();
    WAITING.store(false, Ordering::SeqCst);
    got
}
