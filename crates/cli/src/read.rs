//! Files to their reports, in parallel.

use crate::Exit;
use crate::again::{self, Origin};
use crate::args::{Checking, Io, Reading, Target, Threading, Zone};
use crate::choice::Choice;
use crate::fold::{Again, Fold, Folded};
use crate::inputs;
use crate::interrupt;
use crate::message::{self, Kind};
use crate::progress::Progress;
use crate::records;
use crate::refused::Refused;
use crate::seen::Seen;
use crate::show::{LeftOut, complain, counted, thousands};
use anyhow::Result;
use runlex::dialects::KEYS;
use runlex::report::{CallLog, InputField};
use runlex::{IdKey, Kernel, Mode, Options, Report, Utf16};
use runlex_scan::{Aggregate, FileError, FileInfo, Scan, ScanError};
use std::io::{self, Read};
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
    /// Where it has the events that [`Beside::look_for`] asks for.
    pub(crate) seen: Seen,
    /// Where its last line ends, in what is unpacked.
    pub(crate) end: u64,
    /// Where it can be read again.
    pub(crate) origin: Origin,
}

/// What is asked for beside the reports.
#[derive(Clone, Default)]
pub(crate) struct Beside<'c> {
    /// Whose input the lines are held against.
    pub(crate) target: Option<Target>,
    /// Tool calls with their results.
    pub(crate) calls: bool,
    /// Where the events are by which runs are chosen, for who chooses among the runs of a report.
    pub(crate) look_for: Option<&'c Choice<'c>>,
    /// Nothing but the lines of the chosen runs is in the reports. A file is read again where it has others as well, and one
    /// that has none is not handed out, unless it could not be read.
    pub(crate) only: Option<&'c Choice<'c>>,
    /// The zone that days are told by, if not UTC.
    pub(crate) zone: Option<&'c Zone>,
    /// What comes through a pipe is kept, since it may be read again.
    pub(crate) keep: bool,
    /// How many lines were left out for their faults is said in the end.
    pub(crate) tell_faults: bool,
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
    beside: Beside<'_>,
    exit: &mut Exit,
    finish: impl Fn(Report, Option<CallLog>) -> T + Sync,
    mut each: impl FnMut(Outcome<T>, &mut Exit) -> Result<()>,
) -> Result<()> {
    let files = inputs::find(args, threading.threads.unwrap_or(0).into(), exit);
    let progress = Progress::new(args.checking.quiet, &files);
    // Nobody takes what else would be read.
    let stop = AtomicBool::new(false);
    let add = |bytes| {
        progress.add(bytes);
        if interrupt::is_asked() {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let total = files.len() as u64;
    let mut through = 0;
    let options = options(&args.checking);
    let max_unpacked = args.checking.max_unpacked;
    let zone = beside.zone.map(Zone::changes).unwrap_or_default();
    let make = |origin: Origin| {
        let calls = beside.calls.then(|| CallLog::with_fields(beside.fields.clone()));
        let report = Report::new(key).in_zone(zone.clone());
        let fold = Fold::new(report, calls, beside.target.map(Refused::new), &finish);
        let again = |_| Again { origin, options, max_unpacked };
        match beside.only.or(beside.look_for) {
            Some(choice) => fold.choosing(choice, beside.only.map(again)),
            None => fold,
        }
    };
    let mut result = Ok(());
    let mut left_out = LeftOut::default();
    let mut hand = |input: FileInfo, outcome: runlex_scan::Outcome<Folded<T>>, origin: Origin| {
        through += 1;
        let mut is_read = outcome.is_read();
        let path = input.path();
        let Folded { output, faults, refused, seen, is_chosen, failed } = outcome.output;
        left_out.add(faults);
        if let Some(error) = outcome.error.as_ref().map(ToString::to_string).or(failed.map(|error| {
            is_read = false;
            format!("reading it again: {error}")
        })) {
            progress.suspend(|| message::error_at(Kind::Input, path, &error));
            exit.raise(Exit::InputOrOutputError);
        } else if !is_chosen {
            return;
        } else if outcome.has_grown && !args.checking.quiet {
            progress.suspend(|| {
                complain(&format!(
                    "{}: grew while it was read; what was added is not counted",
                    path.display()
                ))
            });
        }
        let is_read = is_read && is_chosen;
        let (encoding, error, end) = (outcome.encoding, outcome.error, outcome.bytes);
        let outcome = Outcome { input, output, encoding, refused, error, is_read, seen, end, origin };
        result = progress.suspend(|| each(outcome, exit));
        if result.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
    };
    // What comes through a pipe comes once.
    let is_kept = |file: &FileInfo| (beside.keep || beside.only.is_some()) && file.is_stream();
    let mut files = files.into_iter().peekable();
    let mut ended = Ok(());
    while ended.is_ok() && !stop.load(Ordering::Relaxed) {
        if let Some(input) = files.next_if(is_kept) {
            let (outcome, origin) = kept(&input, options, max_unpacked, add, make);
            hand(input, outcome, origin);
            continue;
        }
        let group: Vec<FileInfo> = std::iter::from_fn(|| files.next_if(|file| !is_kept(file))).collect();
        if group.is_empty() {
            break;
        }
        let scan = Scan::new(options)
            .files(group)
            .io(threading.io.into())
            .threads(threading.threads.unwrap_or(0).into())
            .max_unpacked(max_unpacked)
            .progress(&add)
            .cancel(&stop);
        let origin = |input: &FileInfo| Origin::Path(input.path().to_path_buf());
        ended = scan.run(
            |input| make(origin(input)),
            |input, outcome| {
                let origin = origin(&input);
                hand(input, outcome, origin);
            },
        );
    }
    progress.finish();
    if interrupt::is_asked() && through < total {
        interrupt::make_partial();
        complain(&format!(
            "interrupted: {} of {} was read",
            thousands(through),
            counted(total, "file", "files")
        ));
        exit.raise(interrupt::exit());
    }
    if let Err(error @ ScanError::Threads(_)) = ended {
        message::error(Kind::Input, &error.to_string());
        exit.raise(Exit::InputOrOutputError);
    }
    for choice in [beside.only, beside.look_for].into_iter().flatten() {
        choice.tell(args.checking.quiet);
    }
    if beside.tell_faults {
        left_out.tell(args.checking.quiet);
    }
    result
}

/// Reads what comes through a pipe, on this thread, and keeps it.
fn kept<A: Aggregate>(
    input: &FileInfo,
    options: Options<'static>,
    max_unpacked: u64,
    progress: impl Fn(u64),
    make: impl FnOnce(Origin) -> A,
) -> (runlex_scan::Outcome<A::Output>, Origin) {
    let kept = records::open(input.source()).and_then(|source| again::keep(source, progress));
    let path = || Origin::Path(input.path().to_path_buf());
    let origin = kept.map(|file| Origin::Kept(Arc::new(file)));
    let source: Box<dyn Read> =
        match origin.as_ref().map_err(|error| Failing(error.kind(), error.to_string())) {
            Ok(origin) => match origin.open() {
                Ok(file) => Box::new(file),
                Err(error) => Box::new(Failing(error.kind(), error.to_string())),
            },
            Err(failing) => Box::new(failing),
        };
    let origin = origin.unwrap_or_else(|_| path());
    let outcome = Scan::new(options).max_unpacked(max_unpacked).stream(source, make(origin.clone()));
    (outcome, origin)
}

/// What could not be opened or kept.
struct Failing(io::ErrorKind, String);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::new(self.0, self.1.clone()))
    }
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
