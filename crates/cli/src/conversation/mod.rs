//! `runlex show`: runs as conversations.
//!
//! [`plan`] finds the runs that are named, [`walk`] goes through a file by it. [`talk`] makes lines of what is said in them, with [`brief`]
//! for what is long, and [`page`] writes these lines; for programs [`listed`] has their items.

mod brief;
mod listed;
mod page;
mod plan;
mod talk;
mod walk;

use crate::Exit;
use crate::args::{Reading, Show};
use crate::cat::{self, Lines, Listed, list};
use crate::events::{self, Event, Inputs, Sink};
use crate::filter::{self, Filter};
use crate::inputs::PathText;
use crate::message::{self, Kind};
use crate::out::Out;
use crate::read::options;

use anyhow::Result;
use bumpalo::Bump;
use listed::ListedRuns;
use plan::Plan;
use runlex::dialects::{Dialect, Object, items};
use runlex::{At, Fault, IdKey, Repeats};
use std::cell::{Cell, RefCell};
use std::path::Path;
use talk::Talk;
use walk::Walk;

pub(crate) fn run(args: Show, exit: &mut Exit) -> Result<()> {
    let Show { runs, output, full, raw, checking, filters } = args;
    if output.is_json() && (full || raw) {
        message::error(Kind::Usage, "--full and --raw are for people: JSON has all, and as it is");
        exit.raise(Exit::WrongUsage);
        return Ok(());
    }
    let max_line = checking.max_line;
    let reading = Reading { paths: runs, files_from: None, agents: Vec::new(), checking };
    let Some(plan) = Plan::of(reading, &filters, exit)? else {
        // What was asked for is understood, and there is none.
        if output.is_json() && *exit != Exit::WrongUsage {
            cat::end(&list(output), &RefCell::new(Out::stdout()))?;
        }
        return Ok(());
    };
    let inputs = Inputs { reading: &plan.reading, index: None, filters: &filters };
    let quiet = plan.reading.checking.quiet;
    let mut timeless = 0;
    let has_shown = if output.is_json() {
        let (out, list) = (RefCell::new(Out::stdout()), list(output));
        let options = options(&plan.reading.checking);
        let make = |path: &Path| ListedRuns {
            walk: Walk::new(plan.file(path)),
            lines: Lines::new(options, Some(Listed::new(path, &list, &out)), Filter::new(&filters), &out),
        };
        events::all(&inputs, &out, exit, make, |runs| {
            timeless += runs.lines.timeless();
            Ok(())
        })?;
        let has_shown = out.borrow().has_written();
        cat::end(&list, &out)?;
        has_shown
    } else {
        let (out, has_shown) = (RefCell::new(Out::as_written()), Cell::new(false));
        let make = |path: &Path| Conversation {
            path: PathText::of(path).text,
            walk: Walk::new(plan.file(path)),
            marks: plan.file(path).map_or(&[], |file| &file.marks),
            filter: Filter::new(&filters),
            talk: Talk::new(&out, raw, full, max_line, has_shown.get()),
            bump: Bump::new(),
            repeats: Repeats::new(IdKey::random()),
        };
        events::all(&inputs, &out, exit, make, |conversation| {
            has_shown.set(has_shown.get() || conversation.talk.has_shown());
            timeless += conversation.filter.timeless();
            Ok(())
        })?;
        has_shown.get()
    };
    filter::tell_timeless(timeless, quiet);
    if !has_shown && *exit == Exit::Fine {
        message::error(Kind::Usage, "there is nothing to show");
        exit.raise(Exit::NoMatch);
    }
    Ok(())
}

/// An input to the conversations in it.
struct Conversation<'s> {
    path: String,
    walk: Walk<'s>,
    /// Lines that are still to be marked.
    marks: &'s [u64],
    filter: Filter<'s>,
    talk: Talk<'s>,
    /// Text of a line with its escapes resolved.
    bump: Bump,
    repeats: Repeats,
}

impl Conversation<'_> {
    /// Begins a run if one begins at this line.
    fn enter(&mut self, at: At, object: Object<'_, '_>, dialect: Option<Dialect>) {
        if !self.walk.is_planned() {
            if self.walk.is_before() || self.talk.is_over_before(object, dialect) {
                self.leave();
                self.walk.enter();
                self.talk.begin(&self.path, at.line, None, dialect, object);
            }
            return;
        }
        loop {
            let was_in_shown = self.walk.is_in_shown();
            let Some(run) = self.walk.next(at.line) else { return };
            if was_in_shown {
                self.talk.end();
            }
            if let Some(run) = run {
                self.talk.begin(&self.path, run.line, Some(run), dialect, object);
            }
        }
    }

    fn leave(&mut self) {
        if self.walk.is_in_shown() {
            self.talk.end();
        }
    }

    /// Marks the lines that were asked for, up to this one.
    fn mark(&mut self, line: u64) {
        while let Some((mark, rest)) = self.marks.split_first().filter(|(mark, _)| **mark <= line) {
            self.marks = rest;
            self.talk.mark(*mark);
        }
    }
}

impl Sink for Conversation<'_> {
    fn event(&mut self, event: Event<'_, '_, '_>) {
        let Event { record, object, dialect } = event;
        let at = record.line.at();
        self.enter(at, object, dialect);
        let is_taken = self.filter.takes_event(dialect, object);
        if !self.walk.is_shown() {
            return;
        }
        self.mark(at.line);
        let Some(dialect) = dialect else {
            if is_taken && self.filter.takes_unknown(object) {
                self.talk.unknown(at.line, object);
            }
            return;
        };
        let mut bump = std::mem::take(&mut self.bump);
        let line = talk::Line::new(at.line, items(dialect, object), &bump);
        for item in items(dialect, object) {
            let item = self.repeats.mark(item);
            match is_taken && self.filter.takes_item(object, &item) {
                true => self.talk.item(&line, &item),
                false => self.talk.pass_over(&line, &item),
            }
        }
        bump.reset();
        self.bump = bump;
    }

    fn fault(&mut self, at: At, fault: Fault) {
        if !self.walk.is_shown() {
            return;
        }
        self.mark(at.line);
        if self.filter.takes_faults() {
            self.talk.fault(at, fault);
        }
    }

    fn is_done(&self) -> bool {
        self.walk.is_done()
    }

    fn end(&mut self) {
        self.leave();
    }
}
