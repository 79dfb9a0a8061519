//! Whose stream it is, as its lines tell it; and which events begin and end a run there.

use runlex_core::Object;
use runlex_dialects::{Dialect, Hint, ItemKind, items, sniff};

/// Tells the event that ends what is waited for. [`DialectTracker`] is the one that knows the dialects; any
/// `FnMut(Object<'_, '_>) -> bool` is one, too.
pub trait Terminal {
    /// Whether `object`, the next event of the stream, is the last that is wanted.
    fn is_terminal(&mut self, object: Object<'_, '_>) -> bool;
}

impl<F: FnMut(Object<'_, '_>) -> bool> Terminal for F {
    fn is_terminal(&mut self, object: Object<'_, '_>) -> bool {
        self(object)
    }
}

/// What an event is to the run that it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The program says that it begins (Amp, Claude Code: `system`/`init`).
    Start,
    /// The program says that it is done: with a run, or with a turn in dialects of several results.
    Result,
    /// Anything else.
    Between,
}

/// The dialect of a stream, as its lines tell it: that of the last line that told one. A word of state, no allocation.
///
/// Rule: a line whose dialect stays open belongs to the program of the lines before it, and so does one that [may stand](Dialect::takes) in
/// its runs. As long as no line has told a
/// dialect, an event is a border of its run where several dialects there are modules for say so; once a line was told to be
/// another program's, none is.
///
/// ```
/// use runlex::dialects::Dialect;
/// use runlex::{DialectTracker, Mark, slice};
///
/// let stream = b"{\"type\":\"user\",\"session_id\":\"T-1\"}\n{\"type\":\"result\"}\n";
/// let mut tracker = DialectTracker::default();
/// let marks: Vec<Mark> = slice::events(stream).map(|(_, object)| tracker.mark(object)).collect();
/// assert_eq!(marks, [Mark::Between, Mark::Result]);
/// assert_eq!(tracker.dialect(), Some(Dialect::Amp));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct DialectTracker {
    told: Told,
}

impl DialectTracker {
    /// A stream whose dialect is known beforehand, until a line tells another.
    pub fn starting(dialect: Dialect) -> DialectTracker {
        DialectTracker { told: Told { sure: Some(Program::Known(dialect)), perhaps: None } }
    }

    /// Takes in the next event and tells the dialect to read it in; `None` as long as none was told, and in the lines of
    /// a program there is no module for. Costs one [`sniff`].
    pub fn observe(&mut self, object: Object<'_, '_>) -> Option<Dialect> {
        let told = Told::by(object);
        if !self.told.takes(told, object) {
            self.told = told.or(self.told);
        }
        self.dialect()
    }

    /// The dialect told last.
    pub fn dialect(&self) -> Option<Dialect> {
        match self.told.program() {
            Some(Program::Known(dialect)) => Some(dialect),
            Some(Program::Foreign) | None => None,
        }
    }

    /// Takes in the next event and tells what it is to its run. Costs one [`sniff`] and the first item of the event; as long
    /// as no dialect was told, the first item in each.
    pub fn mark(&mut self, object: Object<'_, '_>) -> Mark {
        self.observe(object);
        mark(self.told, object)
    }

    /// The dialects that an event can be in, the likeliest first.
    pub(crate) fn candidates(&self) -> impl Iterator<Item = Dialect> + Clone + use<> {
        let all = if self.told.sure.is_none() { Dialect::ALL } else { &[] };
        self.dialect().into_iter().chain(all.iter().copied())
    }
}

impl Terminal for DialectTracker {
    fn is_terminal(&mut self, object: Object<'_, '_>) -> bool {
        self.mark(object) == Mark::Result
    }
}

/// Whose lines these are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    Known(Dialect),
    Foreign,
}

/// What lines told of their program.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Told {
    pub(crate) sure: Option<Program>,
    /// Counts as long as no line is sure.
    perhaps: Option<Program>,
}

impl Told {
    /// By one line.
    pub(crate) fn by(object: Object<'_, '_>) -> Told {
        match sniff(object) {
            Hint::Is(dialect) => Told { sure: Some(Program::Known(dialect)), perhaps: None },
            Hint::Foreign => Told { sure: Some(Program::Foreign), perhaps: None },
            Hint::Perhaps(dialect) => Told { sure: None, perhaps: Some(Program::Known(dialect)) },
            Hint::Open => Told::default(),
        }
    }

    /// What `self` says, and where that is nothing, what `other` does.
    pub(crate) fn or(self, other: Told) -> Told {
        Told { sure: self.sure.or(other.sure), perhaps: self.perhaps.or(other.perhaps) }
    }

    /// Whether the line, which tells `told`, goes on with a run of a program that prints such lines, too.
    fn takes(self, told: Told, line: Object<'_, '_>) -> bool {
        let (Some(Program::Known(own)), Some(Program::Known(told))) = (self.sure, told.sure) else {
            return false;
        };
        own != told && own.takes(told) && mark_in(told, line) != Mark::Start
    }

    pub(crate) fn program(self) -> Option<Program> {
        self.sure.or(self.perhaps)
    }
}

/// What an event is to its run, where `told` is known of its program. Of an unknown program nothing is said. A line that leaves
/// its program open is one that several print: it is a border where several dialects say so. One alone would have known
/// its line.
pub(crate) fn mark(told: Told, object: Object<'_, '_>) -> Mark {
    match told.sure {
        Some(Program::Known(dialect)) => return mark_in(dialect, object),
        Some(Program::Foreign) => return Mark::Between,
        None => {}
    }
    if let Some(Program::Known(dialect)) = told.perhaps {
        match mark_in(dialect, object) {
            Mark::Between => {}
            border => return border,
        }
    }
    let [mut starts, mut results] = [0; 2];
    for dialect in Dialect::ALL {
        match mark_in(*dialect, object) {
            Mark::Start => starts += 1,
            Mark::Result => results += 1,
            Mark::Between => {}
        }
    }
    match (starts, results) {
        (2.., _) => Mark::Start,
        (_, 2..) => Mark::Result,
        _ => Mark::Between,
    }
}

/// What a line is as a whole is its first item. Rules: the pages of `docs/formats`, "life cycle".
fn mark_in(dialect: Dialect, object: Object<'_, '_>) -> Mark {
    match items(dialect, object).next().map(|item| item.kind) {
        Some(ItemKind::SessionStart { .. }) => Mark::Start,
        Some(ItemKind::Result { .. }) => Mark::Result,
        _ => Mark::Between,
    }
}
