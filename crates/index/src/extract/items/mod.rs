//! The table of items: what lines say, each in the dialect of its run.
//!
//! A file is read in order, by one thread: the dialect of a line is that of its run, which an earlier line tells, or a later one
//! ([`RunDialects`]). For a range of a file what stands [`around`] it is read, too.

mod around;
mod columns;
mod rows;

pub(crate) use columns::all as all_columns;

use super::{Extract, ExtractError, Outlet};
use crate::columns::texts;
use around::Around;
use rows::{ItemRows, Place};
use runlex::dialects::{Item, ItemKind, Object, items};
use runlex::json::Patched;
use runlex::whose::{Event, RunDialects, Sorted};
use runlex::{IdKey, Options, Record, Repeats};
use runlex_scan::{Aggregate, FileError, Scan};
use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::PathBuf;

/// So many rows are handed on at once.
const ROWS: usize = 1 << 14;

/// Reads what is asked for to its rows.
pub(super) fn read(
    extract: Extract,
    scan: Scan<'_>,
    key: IdKey,
    outlet: &Outlet,
) -> Result<(), ExtractError> {
    let mut gathered = ItemRows::default();
    let mut gather = |mut rows: ItemRows| {
        gathered.append(&mut rows);
        if gathered.len() >= ROWS {
            outlet.items(&mut gathered);
        }
    };
    match extract.range {
        Some(range) => {
            for (file, info) in (0..).zip(&extract.files) {
                let path = info.path();
                match File::open(path).and_then(|open| {
                    let around = Around { scan: &scan, file: &open, options: options() };
                    Reading::of_range(file, key, range.clone(), around, outlet)
                }) {
                    Ok(rows) => gather(rows),
                    Err(cause) => outlet.error(ExtractError::Range { path: path.to_path_buf(), cause }),
                }
            }
        }
        None => {
            let files = extract.files.iter().map(|info| info.path().to_path_buf());
            let numbers: HashMap<PathBuf, u64> = files.zip(0..).collect();
            // Nobody can say where runs begin before it was read.
            scan.cut(u64::MAX).files(extract.files).run(
                |info| Reading::of_file(numbers[info.path()], key, outlet),
                |info, outcome| {
                    gather(outcome.output);
                    if let Some(error) = outcome.error {
                        outlet.error(ExtractError::File { path: info.path().to_path_buf(), error });
                    }
                },
            )?;
        }
    }
    outlet.items(&mut gathered);
    Ok(())
}

fn options() -> Options<'static> {
    Options::new(&runlex::dialects::KEYS)
}

/// A file, or a range of it, on its way to rows.
struct Reading<'o> {
    whose: RunDialects,
    told: Told<'o>,
}

/// What its lines told.
struct Told<'o> {
    file: u64,
    outlet: &'o Outlet,
    /// Only lines that begin here have rows.
    range: Range<u64>,
    has_lines: bool,
    rows: ItemRows,
    repeats: Repeats,
    key: IdKey,
    /// Where what was said before the range can be read, as long as that was not needed.
    unread: Option<Around<'o>>,
    error: Option<io::Error>,
    patched: Patched,
}

impl<'o> Reading<'o> {
    fn of_file(file: u64, key: IdKey, outlet: &'o Outlet) -> Reading<'o> {
        let told = Told {
            file,
            outlet,
            range: 0..u64::MAX,
            has_lines: false,
            rows: ItemRows::default(),
            repeats: Repeats::new(key),
            key,
            unread: None,
            error: None,
            patched: Patched::default(),
        };
        Reading { whose: RunDialects::new(options()), told }
    }

    /// The rows of a range that were not handed on yet.
    fn of_range(
        file: u64,
        key: IdKey,
        range: Range<u64>,
        around: Around<'o>,
        outlet: &'o Outlet,
    ) -> io::Result<ItemRows> {
        let Reading { told, .. } = Reading::of_file(file, key, outlet);
        let unread = (range.start > 0).then_some(around);
        let reading = Reading {
            whose: around.open_at(range.start)?,
            told: Told { range: range.clone(), unread, ..told },
        };
        let Reading { mut whose, mut told } = around.scan.range(around.file, range.clone(), reading)?;
        if told.has_lines {
            around.read_on(range.end, &mut whose, |sorted| told.take(sorted))?;
        }
        told.error.map_or(Ok(told.rows), Err)
    }
}

impl Aggregate for Reading<'_> {
    type Output = ItemRows;

    fn observe(&mut self, record: &Record<'_, '_>) {
        let Reading { whose, told } = self;
        told.has_lines = true;
        whose.observe(record, |sorted| told.take(sorted));
        if told.rows.len() >= ROWS {
            told.outlet.items(&mut told.rows);
        }
    }

    /// Nothing comes here: files are not cut for this table, since a part would not know the dialect of its first lines.
    fn merge(&mut self, mut later: Self) {
        debug_assert!(later.told.rows.len() == 0 && !later.whose.is_holding());
        self.told.rows.append(&mut later.told.rows);
    }

    fn finish(self, _: Option<&FileError>) -> ItemRows {
        let Reading { mut whose, mut told } = self;
        whose.end(|sorted| told.take(sorted));
        told.rows
    }
}

impl Told<'_> {
    fn take(&mut self, sorted: Sorted<'_, '_, '_>) {
        match sorted {
            Sorted::Fault(at, fault) if self.range.contains(&at.offset) => {
                self.rows.fault(Place { file: self.file, at, item: 1 }, fault);
            }
            Sorted::Fault(..) => {}
            // What was held of an earlier range may be said again in this one.
            Sorted::Event(event) if event.record.line.at().offset < self.range.end => self.event(event),
            Sorted::Event(_) => {}
        }
    }

    fn event(&mut self, event: Event<'_, '_, '_>) {
        let Event { record, object, .. } = event;
        if !self.outlet.shape.with_text {
            return self.items(event, object);
        }
        let mut patched = std::mem::take(&mut self.patched);
        patched.of(record, object, options(), |object| self.items(event, object));
        self.patched = patched;
    }

    /// The items of an event, read in `object`.
    fn items(&mut self, event: Event<'_, '_, '_>, object: Object<'_, '_>) {
        let at = event.record.line.at();
        let is_asked_for = self.range.contains(&at.offset);
        let with_text = self.outlet.shape.with_text;
        let place = Place { file: self.file, at, item: 1 };
        let Some(dialect) = event.dialect else {
            if is_asked_for {
                self.rows.unknown(place, object, with_text);
            }
            return;
        };
        for (number, item) in (1..).zip(items(dialect, object)) {
            self.recall(&item);
            let item = self.repeats.mark(item);
            if is_asked_for {
                self.rows.item(Place { item: number, ..place }, &item, with_text);
            }
        }
    }

    /// Sees to it that what was said before the range is known, where it matters for `item`.
    fn recall(&mut self, item: &Item<'_, '_>) {
        if !item.dialect.writes_again() {
            return;
        }
        let Some(around) = self.unread.take() else { return };
        // A session that begins here has said nothing.
        if !matches!(item.kind, ItemKind::SessionStart { .. }) {
            match around.said_before(self.range.start, self.key) {
                Ok(repeats) => self.repeats = repeats,
                Err(error) => self.error = Some(error),
            }
        }
    }
}

impl Outlet {
    /// Hands on rows of items, and leaves none there.
    fn items(&self, rows: &mut ItemRows) {
        let columns: Vec<_> = all_columns(self.shape.with_text).collect();
        self.rows(rows.rows.len(), |at| match at.checked_sub(1).and_then(|at| columns.get(at)) {
            None => Ok(texts(rows.rows.iter().map(|row| self.path(row.file)))),
            Some((_, make)) => make(rows),
        });
        rows.clear();
    }
}
