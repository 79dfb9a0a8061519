//! What the verbs add up over a file.

use crate::refused::Refused;
use runlex::report::CallLog;
use runlex::{Record, Report};
use runlex_scan::{Aggregate, FileError};

/// The report of a file or of a part of it; its calls, and the lines that are refused, if they were asked for.
pub(crate) struct Fold<F> {
    report: Report,
    calls: Option<CallLog>,
    refused: Option<Refused>,
    lines: u64,
    /// What is made of them when the file is whole.
    finish: F,
}

/// What they come to.
pub(crate) struct Folded<T> {
    /// What was made of the report and the calls.
    pub(crate) output: T,
    pub(crate) refused: Option<Refused>,
}

impl<F> Fold<F> {
    pub(crate) fn new(
        report: Report,
        calls: Option<CallLog>,
        refused: Option<Refused>,
        finish: F,
    ) -> Fold<F> {
        Fold { report, calls, refused, lines: 0, finish }
    }
}

impl<T, F: Fn(Report, Option<CallLog>) -> T + Send> Aggregate for Fold<F> {
    type Output = Folded<T>;

    fn observe(&mut self, record: &Record<'_, '_>) {
        self.lines += 1;
        match &mut self.calls {
            Some(calls) => self.report.observe_with(record, calls),
            None => self.report.observe(record),
        }
        if let Some(refused) = &mut self.refused {
            refused.observe(record);
        }
    }

    fn merge(&mut self, later: Fold<F>) {
        self.report.merge(later.report);
        if let (Some(calls), Some(later)) = (&mut self.calls, later.calls) {
            calls.merge(later, self.lines);
        }
        if let (Some(refused), Some(later)) = (&mut self.refused, later.refused) {
            refused.merge(later, self.lines);
        }
        self.lines += later.lines;
    }

    fn finish(mut self, error: Option<&FileError>) -> Folded<T> {
        if error.is_some() {
            self.report.cut_short();
        }
        Folded { output: (self.finish)(self.report, self.calls), refused: self.refused }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Target;
    use runlex::dialects::KEYS;
    use runlex::{FileReport, IdKey, Options};
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
        let told = |fold: Fold<fn(_, _) -> FileReport>| {
            let Folded { output: report, refused } = fold.finish(None);
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
