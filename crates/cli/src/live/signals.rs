//! Signals that ask the program to end.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

/// Watches for them from when it is made.
pub(crate) struct Signals {
    caught: Arc<AtomicI32>,
}

impl Signals {
    /// Hands each to `each`, on a thread of its own. Where they cannot be watched for, the system ends the program.
    pub(crate) fn watch(each: impl FnMut(i32) + Send + 'static) -> Signals {
        let caught = Arc::new(AtomicI32::new(0));
        _ = start(Arc::clone(&caught), each);
        Signals { caught }
    }

    /// The last one that came.
    pub(crate) fn caught(&self) -> Option<i32> {
        Some(self.caught.load(Ordering::Acquire)).filter(|signal| *signal != 0)
    }
}

#[cfg(unix)]
fn start(caught: Arc<AtomicI32>, mut each: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let hang_up = (!ignores_hang_up()).then_some(SIGHUP);
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM].into_iter().chain(hang_up))?;
    std::thread::Builder::new().name("runlex signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            caught.store(signal, Ordering::Release);
            each(signal);
        }
    })?;
    Ok(())
}

/// Whether whoever started the program wants it to go on without its terminal (`nohup`); where that is not known, it is taken
/// to be so.
#[cfg(unix)]
fn ignores_hang_up() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_none_or(|mask| mask & (1 << (signal_hook::consts::SIGHUP - 1)) != 0)
}

#[cfg(not(unix))]
fn start(_: Arc<AtomicI32>, _: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
    Ok(())
}
