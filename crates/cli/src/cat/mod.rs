//! `runlex cat`: what the lines say, or the lines themselves.
//!
//! [`item`] writes what a line says as JSON; [`patched`] has lone surrogates be text.

mod item;
mod patched;

use crate::Exit;
use crate::args::{Cat, Filters};
use crate::events::{self, Event, Inputs, Sink};
use crate::filter::{self, Filter};
use crate::inputs::PathText;
use crate::out::Out;
use crate::read::options;
use crate::show;
use anyhow::Result;
use item::Place;
use patched::Patched;
use runlex::dialects::{Dialect, Object, items};
use runlex::{At, Ending, Fault, Options};
use std::cell::RefCell;
use std::path::Path;

pub(crate) fn run(args: &Cat, exit: &mut Exit) -> Result<()> {
    let out = RefCell::new(Out::stdout());
    let (mut left_out, mut timeless) = (0, 0);
    let inputs = Inputs { reading: &args.reading, index: args.index.as_deref(), filters: &args.filters };
    let options = options(&args.reading.checking);
    let make = |path: &Path| Lines::new(options, args.events, &args.filters, path, &out);
    events::all(&inputs, &out, exit, make, |lines| {
        left_out += lines.left_out;
        timeless += lines.filter.timeless();
        Ok(())
    })?;
    filter::tell_timeless(timeless, args.reading.checking.quiet);
    filter::tell_nothing(&args.filters, &out.borrow(), *exit, args.reading.checking.quiet);
    if !args.reading.checking.quiet {
        show::left_out(left_out);
    }
    Ok(())
}

/// An input to lines of output.
pub(crate) struct Lines<'s> {
    out: &'s RefCell<Out>,
    options: Options<'static>,
    is_events: bool,
    filter: Filter<'s>,
    /// What every line of the output begins with.
    beginning: Vec<u8>,
    /// Faults that were not printed.
    left_out: u64,
    patched: Patched,
}

impl<'s> Lines<'s> {
    /// The lines themselves if `is_events`, else what they say.
    pub(crate) fn new(
        options: Options<'static>,
        is_events: bool,
        filters: &'s Filters,
        path: &Path,
        out: &'s RefCell<Out>,
    ) -> Lines<'s> {
        Lines {
            out,
            options,
            is_events,
            filter: Filter::new(filters),
            beginning: item::beginning(&PathText::of(path)),
            left_out: 0,
            patched: Patched::default(),
        }
    }

    fn items(&self, at: At, object: Object<'_, '_>, dialect: Option<Dialect>) {
        let mut out = self.out.borrow_mut();
        let place = Place { beginning: &self.beginning, at };
        match dialect {
            Some(dialect) => {
                for item in items(dialect, object) {
                    if self.filter.takes_item(object, &item) {
                        item::item(&mut out, place, &item);
                    }
                }
            }
            None if self.filter.takes_unknown(object) => {
                item::unknown(&mut out, place, filter::sessions(object).next(), object);
            }
            None => {}
        }
    }
}

impl Sink for Lines<'_> {
    fn needs_dialect(&self) -> bool {
        !self.is_events || self.filter.needs_dialect()
    }

    fn event(&mut self, event: Event<'_, '_, '_>) {
        let Event { record, object, dialect } = event;
        if !self.filter.takes_event(dialect, object) {
            return;
        }
        if self.is_events {
            if self.filter.takes_something_of(dialect, object) {
                let mut out = self.out.borrow_mut();
                out.bytes(record.line.content());
                out.bytes(if record.line.ending() == Ending::CrLf { b"\r\n" } else { b"\n" });
            }
            return;
        }
        let at = record.line.at();
        if record.notes().next().is_none() {
            self.items(at, object, dialect);
        } else {
            let mut patched = std::mem::take(&mut self.patched);
            patched.of(record, self.options, |object| self.items(at, object, dialect));
            self.patched = patched;
        }
    }

    fn fault(&mut self, at: At, fault: Fault) {
        if self.is_events || !self.filter.takes_faults() {
            self.left_out += 1;
            return;
        }
        item::fault(&mut self.out.borrow_mut(), Place { beginning: &self.beginning, at }, fault);
    }
}
