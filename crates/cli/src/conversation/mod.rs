//! `runlex show`: runs as conversations.
//!
//! [`plan`] finds the runs that are named, [`talk`] makes lines of what is said in them, with [`brief`] for what is long, and
//! [`page`] writes these lines.

mod brief;
mod page;
mod plan;
mod talk;

use crate::Exit;
use crate::args::{Reading, Show};
use crate::events::{self, Event, Inputs, Sink};
use crate::filter::{self, Filter};
use crate::inputs::PathText;
use crate::out::Out;
use crate::show::complain;
use anyhow::Result;
use bumpalo::Bump;
use plan::{FilePlan, Plan};
use runlex::dialects::{Dialect, Object, items};
use runlex::{At, Fault};
use std::cell::{Cell, RefCell};
use std::path::Path;
use talk::Talk;

pub(crate) fn run(args: Show, exit: &mut Exit) -> Result<()> {
    let Show { runs, full, raw, checking, filters } = args;
    let max_line = checking.max_line;
    let reading = Reading { paths: runs, files_from: None, agents: Vec::new(), checking };
    let Some(plan) = Plan::of(reading, &filters, exit)? else {
        return Ok(());
    };
    let out = RefCell::new(Out::as_written());
    let shown = Cell::new(false);
    let make = |path: &Path| Conversation {
        path: PathText::of(path).text,
        plan: plan.file(path),
        next: 0,
        marks: plan.file(path).map_or(&[], |file| &file.marks),
        place: Place::Before,
        filter: Filter::new(&filters),
        talk: Talk::new(&out, raw, full, max_line, shown.get()),
        bump: Bump::new(),
    };
    let mut timeless = 0;
    let inputs = Inputs { reading: &plan.reading, index: None, filters: &filters };
    events::all(&inputs, &out, exit, make, |conversation| {
        shown.set(shown.get() || conversation.talk.has_shown());
        timeless += conversation.filter.timeless();
        Ok(())
    })?;
    filter::tell_timeless(timeless, plan.reading.checking.quiet);
    if !shown.get() && *exit == Exit::Fine {
        complain("there is nothing to show");
        exit.raise(Exit::NoMatch);
    }
    Ok(())
}

/// An input to the conversations in it.
struct Conversation<'s> {
    path: String,
    plan: Option<&'s FilePlan>,
    /// The next run of the plan.
    next: usize,
    /// Lines that are still to be marked.
    marks: &'s [u64],
    place: Place,
    filter: Filter<'s>,
    talk: Talk<'s>,
    /// Text of a line with its escapes resolved.
    bump: Bump,
}

/// Where the stream is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before its first run.
    Before,
    InShown,
    InOther,
    /// Behind the last run that is shown.
    Behind,
}

impl Conversation<'_> {
    /// Begins a run if one begins at this line.
    fn enter(&mut self, at: At, object: Object<'_, '_>, dialect: Option<Dialect>) {
        let Some(plan) = self.plan else {
            if self.place == Place::Before || self.talk.is_over_before(object, dialect) {
                self.leave();
                self.place = Place::InShown;
                self.talk.begin(&self.path, at.line, None, dialect, object);
            }
            return;
        };
        while let Some((_, run)) = plan.runs.get(self.next).filter(|(line, _)| *line <= at.line) {
            self.leave();
            self.next += 1;
            self.place = match run {
                Some(run) => {
                    self.talk.begin(&self.path, run.line, Some(run), dialect, object);
                    Place::InShown
                }
                None if plan.runs[self.next..].iter().all(|(_, run)| run.is_none()) => Place::Behind,
                None => Place::InOther,
            };
        }
    }

    fn leave(&mut self) {
        if self.place == Place::InShown {
            self.talk.end();
        }
    }

    fn is_shown(&self) -> bool {
        match self.place {
            Place::InShown => true,
            Place::Before => self.plan.is_none_or(|plan| plan.is_whole),
            Place::InOther | Place::Behind => false,
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
        if !self.is_shown() {
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
            match is_taken && self.filter.takes_item(object, &item) {
                true => self.talk.item(&line, &item),
                false => self.talk.pass_over(&line, &item),
            }
        }
        bump.reset();
        self.bump = bump;
    }

    fn fault(&mut self, at: At, fault: Fault) {
        if !self.is_shown() {
            return;
        }
        self.mark(at.line);
        if self.filter.takes_faults() {
            self.talk.fault(at, fault);
        }
    }

    fn is_done(&self) -> bool {
        self.place == Place::Behind
    }

    fn end(&mut self) {
        self.leave();
    }
}
