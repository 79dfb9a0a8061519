//! How far reading is, on a terminal.

use crate::interrupt;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use runlex_scan::FileInfo;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Bytes read, shown on a terminal once the work takes longer than half a second. From then on Ctrl-C ends it in good order.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    is_long: AtomicBool,
    quiet: bool,
}

impl Progress {
    pub(crate) fn new(quiet: bool, files: &[FileInfo]) -> Progress {
        Progress::of(quiet, if quiet { None } else { total(files) })
    }

    /// Of so many bytes, if that is known.
    pub(crate) fn of(quiet: bool, total: Option<u64>) -> Progress {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(match total {
            Some(_) => "{bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
            None => "{bytes}, {bytes_per_sec}",
        });
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Progress { bar, started: Instant::now(), is_long: AtomicBool::new(false), quiet }
    }

    /// Any thread may call it.
    pub(crate) fn add(&self, bytes: u64) {
        if !self.is_long.load(Ordering::Relaxed)
            && self.started.elapsed() > Duration::from_millis(500)
            && !self.is_long.swap(true, Ordering::Relaxed)
        {
            interrupt::listen();
            if !self.quiet {
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
            }
        }
        self.bar.inc(bytes);
    }

    /// Clears the progress away while something else is written.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Bytes of all files; nothing where one does not tell, such as a pipe.
fn total(files: &[FileInfo]) -> Option<u64> {
    // Of one that is not there it will be told when it is read.
    let size = |file: &FileInfo| if file.is_stream() { None } else { Some(file.len().unwrap_or(0)) };
    files.iter().map(size).sum()
}

/// Whether another program reads what is printed. It may print to the same terminal, at any time.
pub(crate) fn is_piped() -> bool {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        use std::os::unix::fs::FileTypeExt;
        let file = std::io::stdout().as_fd().try_clone_to_owned().map(std::fs::File::from);
        let kind = file.and_then(|file| file.metadata()).map(|metadata| metadata.file_type());
        kind.is_ok_and(|kind| kind.is_fifo() || kind.is_socket())
    }
    #[cfg(not(unix))]
    {
        use std::io::IsTerminal;
        !std::io::stdout().is_terminal()
    }
}
