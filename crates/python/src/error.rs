//! Errors as exceptions.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyKeyboardInterrupt};
use pyo3::prelude::*;
use runlex_index::{ExtractError, IndexError};
use runlex_scan::{FileError, ScanError};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

create_exception!(
    runlex,
    RunlexError,
    PyException,
    "What could not be read, and why. ``path``, ``line`` (from 1), ``offset`` (bytes from the start of the unpacked file) and ``kind`` \
     (``\"file\"``, ``\"index\"``, ``\"scan\"``, ``\"columns\"``) are None where they are not known."
);

/// How often Ctrl-C is looked for.
const LOOK: Duration = Duration::from_millis(50);

/// What an exception tells besides its text.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) message: String,
    pub(crate) kind: &'static str,
    pub(crate) path: Option<String>,
    pub(crate) line: Option<u64>,
    pub(crate) offset: Option<u64>,
}

impl Failure {
    pub(crate) fn of(kind: &'static str, error: &impl ToString) -> Failure {
        Failure { message: error.to_string(), kind, path: None, line: None, offset: None }
    }

    pub(crate) fn of_file(path: &Path, error: &FileError) -> Failure {
        let path = path.to_string_lossy().into_owned();
        let (line, offset) = (error.at.map(|at| at.line), error.at.map(|at| at.offset));
        Failure { message: format!("{path}: {error}"), kind: "file", path: Some(path), line, offset }
    }

    pub(crate) fn of_path(path: &Path, error: &impl ToString) -> Failure {
        let path = path.to_string_lossy().into_owned();
        Failure { path: Some(path), ..Failure::of("file", error) }
    }

    /// The exception.
    pub(crate) fn raise(&self, py: Python<'_>) -> PyErr {
        let error = RunlexError::new_err(self.message.clone());
        let value = error.value(py);
        let set = value
            .setattr("path", self.path.as_deref())
            .and_then(|()| value.setattr("line", self.line))
            .and_then(|()| value.setattr("offset", self.offset))
            .and_then(|()| value.setattr("kind", self.kind));
        set.err().unwrap_or(error)
    }
}

impl From<&ExtractError> for Failure {
    fn from(error: &ExtractError) -> Failure {
        match error {
            ExtractError::File { path, error } => Failure::of_file(path, error),
            ExtractError::Range { path, .. } => Failure::of_path(path, error),
            ExtractError::Columns(_) => Failure::of("columns", error),
            error => Failure::of("scan", error),
        }
    }
}

impl From<IndexError> for Failure {
    fn from(error: IndexError) -> Failure {
        Failure::of("index", &error)
    }
}

impl From<ScanError> for Failure {
    fn from(error: ScanError) -> Failure {
        Failure::of("scan", &error)
    }
}

/// Does it on another thread, without the Python lock, and looks meanwhile for Ctrl-C: then `work` is told to stop, and waited for.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let done = py.detach(|| {
        thread::scope(|scope| {
            let (send, done) = channel();
            let stop = &stop;
            let worker = scope.spawn(move || {
                let done = work(stop);
                // The other end waits for it.
                _ = send.send(());
                done
            });
            let mut interrupted = None;
            while interrupted.is_none() && done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                interrupted = Python::attach(|py| py.check_signals()).err();
            }
            if interrupted.is_some() {
                stop.store(true, Ordering::Relaxed);
            }
            match (worker.join(), interrupted) {
                (Err(panic), _) => std::panic::resume_unwind(panic),
                (Ok(_), Some(interrupted)) => Err(interrupted),
                (Ok(done), None) => Ok(done),
            }
        })
    })?;
    if stop.load(Ordering::Relaxed) {
        return Err(PyKeyboardInterrupt::new_err(()));
    }
    done.map_err(|failure| failure.raise(py))
}

/// Panics on another thread: what a fault of runlex would do. For the test that it becomes an exception.
#[pyfunction]
pub(crate) fn _panic(py: Python<'_>) -> PyResult<()> {
    #[expect(clippy::panic, reason = "that is what it is for")]
    interruptible(py, |_| panic!("as was asked for"))
}
