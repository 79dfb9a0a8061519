//! What is known of the open run.

use crate::tracker::{Program, Told};
use runlex_core::{Field, Object, Pick, Value};
use runlex_dialects::{Dialect, KEYS};

/// The open run of a stream, as far as its events have told. A few bytes, `Copy`; allocates nothing.
///
/// Rules: `docs/report.md`, runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenRun {
    told: Told,
    /// No more lines are held, although no line was sure yet.
    is_given_up: bool,
}

/// What the next event is to the open run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Next {
    /// A part of it.
    Same,
    /// The first event of another run.
    Other,
}

impl OpenRun {
    /// What `object`, the next event, is to this run, and the run that is open behind it. Costs one [`sniff`](runlex_dialects::sniff).
    pub fn with(self, object: Object<'_, '_>) -> (Next, OpenRun) {
        let told = Told::by(object);
        let (next, run) = match begins_another(self.told.sure, told.sure) || is_init(object) {
            true => (Next::Other, OpenRun::default()),
            false => (Next::Same, self),
        };
        (next, OpenRun { told: run.told.or(told), ..run })
    }

    /// The dialect, by what is known so far; `None` for one that is not known.
    pub fn dialect(&self) -> Option<Dialect> {
        match self.told.program() {
            Some(Program::Known(dialect)) => Some(dialect),
            Some(Program::Foreign) | None => None,
        }
    }

    /// False while a later line may still tell the dialect, and it is worth waiting for it.
    pub(super) fn is_decided(&self) -> bool {
        self.told.sure.is_some() || self.is_given_up
    }

    /// What is known stands, until a line is sure.
    pub(super) fn give_up(&mut self) {
        self.is_given_up = true;
    }

    /// The program that a line was sure of.
    pub(super) fn program(&self) -> Option<Program> {
        self.told.sure
    }
}

/// Of which program the open run is behind `object`, for each that it may have been of before.
pub(super) fn narrow(programs: &mut Vec<Option<Program>>, object: Object<'_, '_>) {
    let (told, is_init) = (Told::by(object).sure, is_init(object));
    let mut behind = Vec::new();
    for before in programs.drain(..) {
        let now = match is_init || begins_another(before, told) {
            true => told,
            false => before.or(told),
        };
        if !behind.contains(&now) {
            behind.push(now);
        }
    }
    *programs = behind;
}

/// Whether a line that is sure of its program is none of the run's.
fn begins_another(own: Option<Program>, told: Option<Program>) -> bool {
    match (own, told) {
        (Some(Program::Known(own)), Some(Program::Known(told))) => !own.takes(told),
        (Some(own), Some(told)) => own != told,
        _ => false,
    }
}

fn is_init(object: Object<'_, '_>) -> bool {
    const INIT: Pick<2> = KEYS.pick(["type", "subtype"]);
    let [kind, subtype] = object.pick(&INIT).map(|member| Field::of(member, Value::string).ok());
    kind.is_some_and(|kind| kind == "system") && subtype.is_some_and(|subtype| subtype == "init")
}
