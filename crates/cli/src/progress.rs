//! How far reading is, on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use runlex_scan::FileInfo;
use std::time::{Duration, Instant};

/// Bytes read, shown on a terminal once the work takes longer than half a second.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
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
        Progress { bar, started: Instant::now(), quiet }
    }

    /// Any thread may call it.
    pub(crate) fn add(&self, bytes: u64) {
        if !self.quiet && self.bar.is_hidden() && self.started.elapsed() > Duration::from_millis(500) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
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
