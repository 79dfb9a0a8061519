//! A file to its records, and to its report.

use crate::Exit;
use crate::args::{Reading, Target};
use crate::inputs::{Input, Inputs, find};
use crate::refused::Refused;
use crate::show::complain;
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use runlex::dialects::KEYS;
use runlex::{IdKey, Kernel, Mode, Options, Reader, Record, Report, Utf16};
use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// What was read of one input. An error in the middle costs the rest of that input only.
pub(crate) struct Outcome {
    pub(crate) input: Input,
    pub(crate) report: Report,
    pub(crate) encoding: Option<Utf16>,
    /// Lines that the program would refuse to read that was asked for.
    pub(crate) refused: Option<Refused>,
    pub(crate) error: Option<anyhow::Error>,
}

impl Outcome {
    /// True when it was read to its end, or at least one line of it before an error.
    pub(crate) fn is_read(&self) -> bool {
        self.error.is_none() || !self.report.is_empty()
    }
}

/// What there is to read, in order. What could not be looked at is told and raises `exit`; so does nothing at all.
pub(crate) fn inputs(args: &Reading, exit: &mut Exit) -> Vec<Input> {
    let Inputs { all, errors, left_out } = find(&args.paths);
    if all.is_empty() || !errors.is_empty() {
        exit.raise(Exit::InputOrOutputError);
    }
    if all.is_empty() && errors.is_empty() {
        complain("no files to read: folders are searched for *.jsonl, *.ndjson and *.json");
    }
    for error in &errors {
        complain(error);
    }
    if let Some(remark) = left_out.remark().filter(|_| !args.quiet) {
        complain(&remark);
    }
    all
}

/// Reads every input in turn and hands its outcome to `each`, which must leave no open line on a terminal: the progress
/// is drawn there. An input that could not be read to its end, or none at all,
/// raises `exit`; the only errors are those of `each`.
pub(crate) fn all(
    args: &Reading,
    key: IdKey,
    target: Option<Target>,
    exit: &mut Exit,
    mut each: impl FnMut(Outcome, &mut Exit) -> Result<()>,
) -> Result<()> {
    let all = inputs(args, exit);
    let progress = Progress::new(args.quiet, &all);
    for input in all {
        let refused = target.map(Refused::new);
        let mut outcome = Outcome { input, report: Report::new(key), encoding: None, refused, error: None };
        if let Err(error) = one(args, &mut outcome, &progress) {
            progress.bar.suspend(|| complain(&format!("{}: {error:#}", outcome.input.path().display())));
            outcome.report.cut_short();
            outcome.error = Some(error);
            exit.raise(Exit::InputOrOutputError);
        }
        progress.bar.suspend(|| each(outcome, exit))?;
    }
    progress.bar.finish_and_clear();
    Ok(())
}

fn one(args: &Reading, outcome: &mut Outcome, progress: &Progress) -> Result<()> {
    let source = Counted { source: open(&outcome.input)?, progress };
    outcome.encoding = records(options(args), source, |record| {
        outcome.report.observe(record);
        if let Some(refused) = &mut outcome.refused {
            refused.observe(record);
        }
        ControlFlow::Continue(())
    })?;
    Ok(())
}

pub(crate) fn open(input: &Input) -> io::Result<Box<dyn Read>> {
    Ok(match input {
        Input::Stdin => Box::new(io::stdin().lock()),
        Input::File(path) => Box::new(File::open(path)?),
    })
}

pub(crate) fn options(args: &Reading) -> Options<'static> {
    Options {
        kernel: args.kernel.unwrap_or_else(Kernel::best),
        mode: if args.skim { Mode::Skim } else { Mode::Checked },
        max_line: args.max_line,
        ..Options::new(&KEYS)
    }
}

/// Hands the records of a stream to `each`, until that breaks off or the stream ends; then the encoding, if a mark says
/// that the stream is no UTF-8.
pub(crate) fn records(
    options: Options<'static>,
    mut source: impl Read,
    mut each: impl FnMut(&Record<'_, '_>) -> ControlFlow<()>,
) -> Result<Option<Utf16>> {
    let mut head = [0; 4];
    let got = begin(&mut source, &mut head)?;
    if let Some((name, command)) = compression(&head[..got]) {
        bail!("is compressed with {name}, which is not read yet; try `{command} FILE | runlex ... -`");
    }
    let mut reader = Reader::with_options(head[..got].chain(source), options);
    loop {
        let at = reader.at();
        let record = reader
            .next()
            .with_context(|| format!("line {}, byte {}: reading stopped", at.line, at.offset))?;
        if record.is_none_or(|record| each(&record).is_break()) {
            break;
        }
    }
    Ok(reader.encoding())
}

/// Reads until `head` is full, the source ends, or what came is no mark of compression: a pipe may stay quiet behind it.
fn begin(source: &mut impl Read, head: &mut [u8]) -> io::Result<usize> {
    let mut got = 0;
    while got < head.len() && (got == 0 || MARKS.iter().any(|(mark, ..)| mark.starts_with(&head[..got]))) {
        match source.read(&mut head[got..]) {
            Ok(0) => break,
            Ok(more) => got += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(got)
}

/// How compressed files begin, a name, and a command that decompresses to standard output.
const MARKS: [(&[u8], &str, &str); 2] =
    [(&[0x1F, 0x8B], "gzip", "zcat"), (&[0x28, 0xB5, 0x2F, 0xFD], "zstd", "zstdcat")];

fn compression(head: &[u8]) -> Option<(&'static str, &'static str)> {
    MARKS.iter().find(|(mark, ..)| head.starts_with(mark)).map(|(_, name, command)| (*name, *command))
}

/// Bytes read, shown on a terminal once the work takes longer than half a second.
struct Progress {
    bar: ProgressBar,
    started: Instant,
    quiet: bool,
}

impl Progress {
    fn new(quiet: bool, inputs: &[Input]) -> Progress {
        let total = if quiet { None } else { total(inputs) };
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(match total {
            Some(_) => "{bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
            None => "{bytes}, {bytes_per_sec}",
        });
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Progress { bar, started: Instant::now(), quiet }
    }

    fn add(&self, bytes: usize) {
        if !self.quiet && self.bar.is_hidden() && self.started.elapsed() > Duration::from_millis(500) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(bytes as u64);
    }
}

/// Bytes of all inputs; nothing where one does not tell, such as a pipe.
fn total(inputs: &[Input]) -> Option<u64> {
    let size = |input: &Input| match input {
        Input::Stdin => None,
        Input::File(path) => match path.metadata() {
            Ok(file) => file.is_file().then_some(file.len()),
            // It will be told when it is read.
            Err(_) => Some(0),
        },
    };
    inputs.iter().map(size).sum()
}

struct Counted<'p, R> {
    source: R,
    progress: &'p Progress,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let got = self.source.read(buffer)?;
        self.progress.add(got);
        Ok(got)
    }
}
