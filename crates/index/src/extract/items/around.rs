//! What stands around a range of a file: whose run is open where it begins, what was said in it, and what the last lines wait for.

use runlex::dialects::{ItemKind, items};
use runlex::whose::{RunDialects, Sorted};
use runlex::{At, IdKey, Options, Record, Repeats};
use runlex_scan::{Aggregate, FileError, Scan};
use std::fs::File;
use std::io;
use std::ops::Range;

/// So many bytes before a range are read first, and behind it at a time. Most lines there tell their program.
const NEAR: u64 = 64 << 10;
/// Each time that this is not enough, so many times as many.
const FURTHER: u64 = 4;
/// More are not looked at for the dialect: where no line of so many is sure of its program, none is to be expected.
pub(crate) const FARTHEST: u64 = 64 << 20;

/// A file, of which a range is read.
#[derive(Clone, Copy)]
pub(super) struct Around<'s> {
    pub(super) scan: &'s Scan<'s>,
    pub(super) file: &'s File,
    pub(super) options: Options<'static>,
}

impl Around<'_> {
    /// The run that is open at `start`, with the lines that wait for its dialect: by so many of the lines before it as it takes, of at
    /// most [`FARTHEST`] bytes.
    pub(super) fn open_at(&self, start: u64) -> io::Result<RunDialects> {
        let mut whose = RunDialects::new(self.options);
        for window in before(start) {
            let is_last = window.end - window.start >= FARTHEST;
            whose = self.whose_from(window.start);
            self.each(window, |record| whose.observe(record, |_| {}))?;
            if whose.is_certain() || is_last {
                break;
            }
        }
        Ok(whose)
    }

    /// What the session that is open at `start` has said before it, in dialects that write records again: from the session's start on, wherever
    /// that is.
    pub(super) fn said_before(&self, start: u64, key: IdKey) -> io::Result<Repeats> {
        let mut repeats = Repeats::new(key);
        for window in before(start) {
            let mut whose = self.whose_from(window.start);
            let (mut certain_from, mut begins_at) = (whose.is_certain().then_some(0), None);
            repeats = Repeats::new(key);
            self.each(window, |record| {
                whose.observe(record, |sorted| {
                    if let Some(at) = mark(sorted, &mut repeats) {
                        begins_at = Some(at.offset);
                    }
                });
                if certain_from.is_none() && whose.is_certain() {
                    certain_from = Some(record.line.at().offset);
                }
            })?;
            if certain_from.zip(begins_at).is_some_and(|(certain, begins)| certain <= begins) {
                break;
            }
        }
        Ok(repeats)
    }

    /// Reads on from `end`, until no line waits for another one. What comes from there on is not handed out as long as something waits.
    pub(super) fn read_on(
        &self,
        end: u64,
        whose: &mut RunDialects,
        mut each: impl FnMut(Sorted<'_, '_, '_>) + Send,
    ) -> io::Result<()> {
        let len = self.file.metadata()?.len();
        let mut next = end;
        while whose.is_holding() && next < len {
            let window = next..next.saturating_add(NEAR);
            next = window.end;
            self.each(window, |record| {
                if whose.is_holding() {
                    whose.observe(record, &mut each);
                }
            })?;
        }
        if whose.is_holding() {
            whose.end(each);
        }
        Ok(())
    }

    fn whose_from(&self, start: u64) -> RunDialects {
        match start {
            0 => RunDialects::new(self.options),
            _ => RunDialects::amid(self.options),
        }
    }

    fn each(&self, window: Range<u64>, each: impl FnMut(&Record<'_, '_>) + Send) -> io::Result<()> {
        self.scan.range(self.file, window, Each(each)).map(drop)
    }
}

/// Ever longer windows that end at `start`, the last of them from the file's start on.
fn before(start: u64) -> impl Iterator<Item = Range<u64>> {
    let mut next = (start > 0).then_some(NEAR);
    std::iter::from_fn(move || {
        let length = next?;
        next = (length < start).then(|| length.saturating_mul(FURTHER));
        Some(start.saturating_sub(length)..start)
    })
}

/// Takes in what a line says; its place, if it begins a session of a dialect that writes again.
fn mark(sorted: Sorted<'_, '_, '_>, repeats: &mut Repeats) -> Option<At> {
    let Sorted::Event(event) = sorted else { return None };
    let dialect = event.dialect.filter(|dialect| dialect.writes_again())?;
    let mut begins = None;
    for item in items(dialect, event.object) {
        repeats.mark(item);
        if matches!(item.kind, ItemKind::SessionStart { .. }) {
            begins = Some(event.record.line.at());
        }
    }
    begins
}

/// Has a function observe.
struct Each<F>(F);

impl<F: FnMut(&Record<'_, '_>) + Send> Aggregate for Each<F> {
    type Output = ();

    fn observe(&mut self, record: &Record<'_, '_>) {
        (self.0)(record);
    }

    /// A range is read by one thread, in order: there are no parts of it.
    fn merge(&mut self, _: Self) {}

    fn finish(self, _: Option<&FileError>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows() {
        let starts = |start| before(start).map(|window| window.start).collect::<Vec<_>>();
        assert_eq!(starts(0), [0; 0]);
        assert_eq!(starts(1), [0]);
        assert_eq!(starts(NEAR), [0]);
        assert_eq!(starts(NEAR + 1), [1, 0]);
        assert_eq!(starts(10 * NEAR), [9 * NEAR, 6 * NEAR, 0]);
    }
}
