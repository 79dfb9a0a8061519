//! `runlex cat`: what the lines say, or the lines themselves.
//!
//! [`item`] writes what a line says as JSON, [`listed`] a list of that.

mod item;
mod listed;

pub(crate) use listed::{Listed, list};

use crate::Exit;
use crate::args::Cat;
use crate::entries::Entries;
use crate::events::{self, Event, Inputs, Sink};
use crate::filter::{self, Filter};
use crate::out::Out;
use crate::read::options;
use crate::show::LeftOut;
use anyhow::Result;
use runlex::dialects::{Dialect, Object, items};
use runlex::json::Patched;
use runlex::{At, Ending, Fault, IdKey, Options, Repeats};
use std::cell::RefCell;
use std::path::Path;

pub(crate) fn run(args: &Cat, exit: &mut Exit) -> Result<()> {
    let (out, list) = (RefCell::new(Out::stdout()), list(args.output));
    let (mut left_out, mut timeless) = (LeftOut::default(), 0);
    let inputs = Inputs { reading: &args.reading, index: args.index.as_deref(), filters: &args.filters };
    let options = options(&args.reading.checking);
    let make = |path: &Path| {
        let listed = (!args.events).then(|| Listed::new(path, &list, &out));
        Lines::new(options, listed, Filter::new(&args.filters), &out)
    };
    events::all(&inputs, &out, exit, make, |lines| {
        left_out.add(lines.left_out);
        timeless += lines.filter.timeless();
        Ok(())
    })?;
    filter::tell_timeless(timeless, args.reading.checking.quiet);
    filter::tell_nothing(&args.filters, &out.borrow(), *exit, args.reading.checking.quiet);
    left_out.tell(args.reading.checking.quiet);
    end(&list, &out)
}

/// Ends the list of items, once nothing more comes.
pub(crate) fn end(list: &RefCell<Entries>, out: &RefCell<Out>) -> Result<()> {
    let out = &mut *out.borrow_mut();
    list.borrow_mut().end(out)?;
    out.flush();
    Ok(out.take_error()?)
}

/// An input to lines of output.
pub(crate) struct Lines<'s> {
    out: &'s RefCell<Out>,
    options: Options<'static>,
    /// What the lines say goes here; where nothing of it is wanted, the lines themselves are.
    listed: Option<Listed<'s>>,
    filter: Filter<'s>,
    /// Faults that were not printed.
    left_out: u64,
    patched: Patched,
    repeats: Repeats,
}

impl<'s> Lines<'s> {
    /// Without `listed` the lines themselves.
    pub(crate) fn new(
        options: Options<'static>,
        listed: Option<Listed<'s>>,
        filter: Filter<'s>,
        out: &'s RefCell<Out>,
    ) -> Lines<'s> {
        let repeats = Repeats::new(IdKey::random());
        Lines { out, options, listed, filter, left_out: 0, patched: Patched::default(), repeats }
    }

    /// How many events were left out because a time is asked for and they have none.
    pub(crate) fn timeless(&self) -> u64 {
        self.filter.timeless()
    }

    /// Takes in an event that is not wanted, for what is to be known of those behind it.
    pub(crate) fn pass_over(&mut self, event: Event<'_, '_, '_>) {
        self.filter.takes_event(event.dialect, event.object);
    }

    fn items(&mut self, at: At, object: Object<'_, '_>, dialect: Option<Dialect>) {
        let Some(listed) = &self.listed else { return };
        match dialect {
            Some(dialect) => {
                for item in items(dialect, object) {
                    let item = self.repeats.mark(item);
                    if self.filter.takes_item(object, &item) {
                        listed.item(at, &item);
                    }
                }
            }
            None if self.filter.takes_unknown(object) => {
                listed.unknown(at, object);
            }
            None => {}
        }
    }
}

impl Sink for Lines<'_> {
    fn needs_dialect(&self) -> bool {
        self.listed.is_some() || self.filter.needs_dialect()
    }

    fn event(&mut self, event: Event<'_, '_, '_>) {
        let Event { record, object, dialect } = event;
        if !self.filter.takes_event(dialect, object) {
            return;
        }
        if self.listed.is_none() {
            if self.filter.takes_something_of(dialect, object) {
                let mut out = self.out.borrow_mut();
                out.bytes(record.line.content());
                out.bytes(if record.line.ending() == Ending::CrLf { b"\r\n" } else { b"\n" });
            }
            return;
        }
        let at = record.line.at();
        let mut patched = std::mem::take(&mut self.patched);
        patched.of(record, object, self.options, |object| self.items(at, object, dialect));
        self.patched = patched;
    }

    fn fault(&mut self, at: At, fault: Fault) {
        match &self.listed {
            Some(listed) if self.filter.takes_faults() => listed.fault(at, fault),
            _ => self.left_out += 1,
        }
    }
}
