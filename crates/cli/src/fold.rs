//! What the verbs add up over a file.

use crate::again::{self, Origin, end_of};
use crate::choice::Choice;
use crate::parts::Parts;
use crate::refused::Refused;
use crate::seen::Seen;
use runlex::report::CallLog;
use runlex::{Options, Record, Report, What};
use runlex_scan::{Aggregate, FileError};
use std::io;

/// The report of a file or of a part of it; its calls, the lines that are refused, and which events are there, if they were asked
/// for.
pub(crate) struct Fold<'c, F> {
    report: Report,
    calls: Option<CallLog>,
    refused: Option<Refused>,
    seen: Option<(&'c Choice<'c>, Seen)>,
    /// Only the lines of the runs that are chosen count.
    again: Option<Again>,
    lines: u64,
    faults: u64,
    end: u64,
    /// What is made of them when the file is whole.
    finish: F,
}

/// How the chosen runs are read, once it is known where they are.
pub(crate) struct Again {
    pub(crate) origin: Origin,
    pub(crate) options: Options<'static>,
    pub(crate) max_unpacked: u64,
}

/// What they come to.
pub(crate) struct Folded<T> {
    /// What was made of the report and the calls.
    pub(crate) output: T,
    /// Lines that are broken.
    pub(crate) faults: u64,
    pub(crate) refused: Option<Refused>,
    /// Where the events are that were asked for.
    pub(crate) seen: Seen,
    /// Whether a run was chosen, or all are.
    pub(crate) is_chosen: bool,
    /// Why the chosen runs could not be read.
    pub(crate) failed: Option<io::Error>,
}

impl<'c, F> Fold<'c, F> {
    pub(crate) fn new(report: Report, calls: Option<CallLog>, refused: Option<Refused>, finish: F) -> Self {
        Fold { report, calls, refused, seen: None, again: None, lines: 0, faults: 0, end: 0, finish }
    }

    /// Looks also for what is asked for of a run. With `again` only the lines of chosen runs count in the end.
    pub(crate) fn choosing(mut self, choice: &'c Choice<'c>, again: Option<Again>) -> Self {
        self.seen = Some((choice, Seen::default()));
        self.again = again;
        self
    }

    /// What it has so far.
    pub(crate) fn into_report(self) -> Report {
        self.report
    }

    /// Without what was taken in.
    fn emptied(self) -> (Self, Seen) {
        let seen = self.seen.map(|(_, seen)| seen).unwrap_or_default();
        let empty = Fold {
            report: self.report.emptied(),
            calls: self.calls.map(|_| CallLog::new()),
            refused: self.refused.as_ref().map(Refused::again),
            seen: None,
            again: None,
            lines: 0,
            faults: 0,
            end: 0,
            finish: self.finish,
        };
        (empty, seen)
    }

    /// The lines before this one are not wanted.
    pub(crate) fn pass_over(&mut self, line: u64) {
        let lines = (line - 1).saturating_sub(self.lines);
        self.report.pass_over(lines);
        self.lines += lines;
    }
}

impl<T, F: Fn(Report, Option<CallLog>) -> T + Send + Clone> Fold<'_, F> {
    fn done(self, failed: Option<io::Error>) -> Folded<T> {
        Folded {
            output: (self.finish)(self.report, self.calls),
            faults: self.faults,
            refused: self.refused,
            seen: self.seen.map(|(_, seen)| seen).unwrap_or_default(),
            is_chosen: true,
            failed,
        }
    }

    /// The same of the chosen runs alone.
    fn chosen(self, choice: &Choice<'_>, again: &Again, is_cut: bool) -> Folded<T> {
        let runs = self.report.clone().finish().run_list;
        let is_taken = {
            let nothing = Seen::default();
            choice.take(&runs, self.seen.as_ref().map_or(&nothing, |(_, seen)| seen))
        };
        // The last run is the one that lacks something.
        let is_cut = is_cut && is_taken.last().is_none_or(|last| *last);
        let parts = match Parts::of(&runs, &is_taken, self.end) {
            Parts::All => return self.done(None),
            Parts::Nothing => {
                let (mut empty, _) = self.emptied();
                if is_cut {
                    empty.report.cut_short();
                }
                return Folded { is_chosen: false, ..empty.done(None) };
            }
            Parts::Some(parts) => parts,
        };
        let (empty, _) = self.emptied();
        let finish = empty.finish.clone();
        let report = empty.report.emptied();
        let (calls, refused) = (empty.calls.is_some(), empty.refused.as_ref().map(Refused::again));
        let Again { origin, options, max_unpacked } = again;
        match again::observe(origin, *options, *max_unpacked, &parts, empty, Fold::pass_over) {
            Ok(mut fold) => {
                if is_cut {
                    fold.report.cut_short();
                }
                fold.done(None)
            }
            Err(error) => {
                let mut fold = Fold::new(report, calls.then(CallLog::new), refused, finish);
                fold.report.cut_short();
                fold.done(Some(error))
            }
        }
    }
}

impl<T, F: Fn(Report, Option<CallLog>) -> T + Send + Clone> Aggregate for Fold<'_, F> {
    type Output = Folded<T>;

    fn observe(&mut self, record: &Record<'_, '_>) {
        self.lines += 1;
        self.faults += u64::from(matches!(record.what, What::Fault(_)));
        self.end = end_of(record);
        match &mut self.calls {
            Some(calls) => self.report.observe_with(record, calls),
            None => self.report.observe(record),
        }
        if let Some(refused) = &mut self.refused {
            refused.observe(record, self.lines);
        }
        if let Some((choice, seen)) = &mut self.seen
            && let Some(wanted) = choice.wanted()
        {
            seen.observe(wanted, record);
        }
    }

    fn merge(&mut self, later: Self) {
        self.report.merge(later.report);
        if let (Some(calls), Some(later)) = (&mut self.calls, later.calls) {
            calls.merge(later, self.lines);
        }
        if let (Some(refused), Some(later)) = (&mut self.refused, later.refused) {
            refused.merge(later, self.lines);
        }
        if let (Some((_, seen)), Some((_, later))) = (&mut self.seen, later.seen) {
            seen.merge(later);
        }
        self.lines += later.lines;
        self.faults += later.faults;
        self.end = self.end.max(later.end);
    }

    fn finish(mut self, error: Option<&FileError>) -> Folded<T> {
        match (self.again.take(), self.seen.as_ref().map(|(choice, _)| *choice)) {
            (Some(again), Some(choice)) => {
                if error.is_some() {
                    self.report.cut_short();
                }
                self.chosen(choice, &again, error.is_some())
            }
            _ => {
                if error.is_some() {
                    self.report.cut_short();
                }
                self.done(None)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Target;
    use runlex::dialects::KEYS;
    use runlex::{FileReport, IdKey};
    use runlex_scan::Scan;

    fn finish(report: Report, _: Option<CallLog>) -> FileReport {
        report.finish()
    }

    /// Wherever a stream is cut, the refused lines are those of the whole, with their numbers.
    #[test]
    fn refused_lines_of_parts() {
        let stream =
            b"{\"type\":\"user\"}\n\nno\n{\"type\":\"system\"}\n{}\r\n{\"type\":\"user\",\"message\":1}";
        let key = IdKey::random();
        let scan = Scan::new(Options::new(&KEYS));
        let part = |from, to| {
            let refused = Some(Refused::new(Target::AmpInput));
            let fold = Fold::new(Report::new(key), None, refused, finish as fn(_, _) -> _);
            scan.range(&&stream[..], from..to, fold).expect("bytes in memory")
        };
        let told = |fold: Fold<'_, fn(_, _) -> FileReport>| {
            let Folded { output: report, refused, .. } = fold.finish(None);
            let refused = refused.expect("it was asked for");
            (format!("{:?}", refused.listed), refused.count, report)
        };
        let whole = told(part(0, u64::MAX));
        assert_eq!(whole.1, 5);
        for one in 0..stream.len() as u64 {
            for other in one..stream.len() as u64 {
                let mut joined = part(0, one);
                joined.merge(part(one, other));
                joined.merge(part(other, u64::MAX));
                assert_eq!(told(joined), whole, "cut at {one} and {other}");
            }
        }
    }
}
