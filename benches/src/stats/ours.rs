//! runlex, as `runlex stats` does it: `Scan` over a `Report` for each part, `Totals` of each file and over all.

use runlex::dialects::KEYS;
use runlex::report::TotalsReport;
use runlex::{IdKey, Kernel, Options, Record, Report, Totals, What};
use runlex_scan::{Aggregate, FileError, Io, Scan, Sources};
use std::io;
use std::path::Path;

struct Fold(Report);

impl Aggregate for Fold {
    type Output = Totals;

    fn observe(&mut self, record: &Record<'_, '_>) {
        self.0.observe(record);
    }

    fn merge(&mut self, later: Fold) {
        self.0.merge(later.0);
    }

    fn finish(mut self, error: Option<&FileError>) -> Totals {
        if error.is_some() {
            self.0.cut_short();
        }
        Totals::alone(self.0)
    }
}

fn options(kernel: Kernel) -> Options<'static> {
    Options { kernel, ..Options::new(&KEYS) }
}

/// Reads the file, on this many threads.
///
/// # Errors
///
/// Of reading, or of starting threads.
pub fn file(path: &Path, kernel: Kernel, io: Io, threads: usize) -> io::Result<TotalsReport> {
    let key = IdKey::random();
    let mut totals = Totals::new(key);
    let mut error = None;
    let scan =
        Scan::new(options(kernel)).files(Sources::new().path(path).find().files).io(io).threads(threads);
    let ended = scan.run(
        |_| Fold(Report::new(key)),
        |_, outcome| {
            if let Some(failed) = outcome.error {
                error = Some(io::Error::other(failed.to_string()));
            }
            totals.merge(outcome.output);
        },
    );
    ended.map_err(io::Error::other)?;
    error.map_or_else(|| Ok(totals.finish()), Err)
}

/// Reads and checks the file as [`file()`] does, and takes nothing in: no fold over its lines can be quicker. Gives bytes, lines and
/// faults.
///
/// # Errors
///
/// As [`file()`].
pub fn checked(path: &Path, kernel: Kernel, io: Io) -> io::Result<[u64; 3]> {
    let mut counts = Ok([0; 3]);
    let scan = Scan::new(options(kernel)).files(Sources::new().path(path).find().files).io(io).threads(1);
    let ended = scan.run(
        |_| Faults(0),
        |_, outcome| {
            counts = match outcome.error {
                Some(failed) => Err(io::Error::other(failed.to_string())),
                None => Ok([outcome.bytes, outcome.lines, outcome.output]),
            };
        },
    );
    ended.map_err(io::Error::other)?;
    counts
}

/// How many there are.
struct Faults(u64);

impl Aggregate for Faults {
    type Output = u64;

    fn observe(&mut self, record: &Record<'_, '_>) {
        self.0 += u64::from(matches!(record.what, What::Fault(_)));
    }

    fn merge(&mut self, later: Faults) {
        self.0 += later.0;
    }

    fn finish(self, _: Option<&FileError>) -> u64 {
        self.0
    }
}

/// What [`file()`] does, of bytes in memory, on this thread: for counting instructions, and for tests.
///
/// # Errors
///
/// Where there is no memory for a line.
pub fn bytes(data: &[u8], kernel: Kernel) -> io::Result<TotalsReport> {
    let key = IdKey::random();
    let fold = Scan::new(options(kernel)).range(&data, 0..u64::MAX, Fold(Report::new(key)))?;
    Ok(fold.finish(None).finish())
}
