//! Files to their reports, in parallel.

use crate::Exit;
use crate::args::{Checking, Io, Reading, Target, Threading};
use crate::fold::{Fold, Folded};
use crate::inputs;
use crate::progress::Progress;
use crate::refused::Refused;
use crate::show::complain;
use anyhow::Result;
use runlex::dialects::KEYS;
use runlex::report::{CallLog, InputField};
use runlex::{IdKey, Kernel, Mode, Options, Report, Utf16};
use runlex_scan::{FileError, FileInfo, Scan, ScanError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What was read of one input. An error in the middle costs the rest of that input only.
pub(crate) struct Outcome<T> {
    pub(crate) input: FileInfo,
    /// What was made of its report, and of its calls if they were asked for.
    pub(crate) output: T,
    pub(crate) encoding: Option<Utf16>,
    /// Lines that the program would refuse to read that was asked for.
    pub(crate) refused: Option<Refused>,
    pub(crate) error: Option<FileError>,
    /// It was read to its end, or at least one line of it before an error.
    pub(crate) is_read: bool,
}

/// What is asked for beside the reports.
#[derive(Default)]
pub(crate) struct Beside {
    /// Whose input the lines are held against.
    pub(crate) target: Option<Target>,
    /// Tool calls with their results.
    pub(crate) calls: bool,
    /// With them what stands in their inputs at these places.
    pub(crate) fields: Arc<[InputField]>,
}

/// Reads every input, has `finish` make of its report (and its calls) what is wanted, on any thread, and hands the outcome to
/// `each`, in order. That must leave no open line on a terminal: the progress is drawn there. An input that could not be read to
/// its end, or none at all, raises `exit`; the only errors are those of `each`.
pub(crate) fn all<T: Send>(
    args: &Reading,
    threading: &Threading,
    key: IdKey,
    beside: Beside,
    exit: &mut Exit,
    finish: impl Fn(Report, Option<CallLog>) -> T + Sync,
    mut each: impl FnMut(Outcome<T>, &mut Exit) -> Result<()>,
) -> Result<()> {
    let files = inputs::find(args, exit);
    let progress = Progress::new(args.checking.quiet, &files);
    let add = |bytes| progress.add(bytes);
    // Nobody takes what else would be read.
    let stop = AtomicBool::new(false);
    let mut result = Ok(());
    let scan = Scan::new(options(&args.checking))
        .files(files)
        .io(threading.io.into())
        .threads(threading.threads.unwrap_or(0).into())
        .max_unpacked(args.checking.max_unpacked)
        .progress(&add)
        .cancel(&stop);
    let ended = scan.run(
        |_| {
            let calls = beside.calls.then(|| CallLog::with_fields(beside.fields.clone()));
            Fold::new(Report::new(key), calls, beside.target.map(Refused::new), &finish)
        },
        |input, outcome| {
            let is_read = outcome.is_read();
            let path = input.path().display();
            if let Some(error) = &outcome.error {
                progress.suspend(|| complain(&format!("{path}: {error}")));
                exit.raise(Exit::InputOrOutputError);
            } else if outcome.has_grown && !args.checking.quiet {
                progress.suspend(|| {
                    complain(&format!("{path}: grew while it was read; what was added is not counted"))
                });
            }
            let (Folded { output, refused }, encoding, error) =
                (outcome.output, outcome.encoding, outcome.error);
            let outcome = Outcome { input, output, encoding, refused, error, is_read };
            result = progress.suspend(|| each(outcome, exit));
            stop.store(result.is_err(), Ordering::Relaxed);
        },
    );
    progress.finish();
    if let Err(error @ ScanError::Threads(_)) = ended {
        complain(&error.to_string());
        exit.raise(Exit::InputOrOutputError);
    }
    result
}

pub(crate) fn options(args: &Checking) -> Options<'static> {
    Options {
        kernel: args.kernel.unwrap_or_else(Kernel::best),
        mode: if args.skim { Mode::Skim } else { Mode::Checked },
        max_line: args.max_line,
        ..Options::new(&KEYS)
    }
}

impl From<Io> for runlex_scan::Io {
    fn from(io: Io) -> runlex_scan::Io {
        match io {
            Io::Auto => runlex_scan::Io::Auto,
            Io::Mmap => runlex_scan::Io::Mmap,
        }
    }
}
