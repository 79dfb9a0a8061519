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
/// Rule: a line whose dialect stays open belongs to the program of the lines before it. As long as no line has told a
/// dialect, each dialect there is a module for is tried for the end of a run, and the first that knows it is believed;
/// once a line was told to be another program's, none is.
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
    told: Option<Told>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    Known(Dialect),
    Foreign,
}

impl DialectTracker {
    /// A stream whose dialect is known beforehand, until a line tells another.
    pub fn starting(dialect: Dialect) -> DialectTracker {
        DialectTracker { told: Some(Told::Known(dialect)) }
    }

    /// Takes in the next event and tells the dialect to read it in; `None` as long as none was told, and in the lines of
    /// a program there is no module for. Costs one [`sniff`].
    pub fn observe(&mut self, object: Object<'_, '_>) -> Option<Dialect> {
        match sniff(object) {
            Hint::Is(dialect) => self.told = Some(Told::Known(dialect)),
            Hint::Foreign => self.told = Some(Told::Foreign),
            Hint::Open => {}
        }
        self.dialect()
    }

    /// The dialect told last.
    pub fn dialect(&self) -> Option<Dialect> {
        match self.told {
            Some(Told::Known(dialect)) => Some(dialect),
            Some(Told::Foreign) | None => None,
        }
    }

    /// Takes in the next event and tells what it is to its run. Costs one [`sniff`] and a look at the event's type.
    pub fn mark(&mut self, object: Object<'_, '_>) -> Mark {
        self.observe(object);
        match self.told {
            Some(Told::Known(dialect)) => mark_in(dialect, object),
            Some(Told::Foreign) => Mark::Between,
            None => mark_in_any(object),
        }
    }
}

impl Terminal for DialectTracker {
    fn is_terminal(&mut self, object: Object<'_, '_>) -> bool {
        self.mark(object) == Mark::Result
    }
}

/// What an event says of its run in one dialect: its first item does. Rules: the pages of `docs/formats`, "life cycle".
pub(crate) fn mark_in(dialect: Dialect, object: Object<'_, '_>) -> Mark {
    match items(dialect, object).next().map(|item| item.kind) {
        Some(ItemKind::SessionStart { .. }) => Mark::Start,
        Some(ItemKind::Result { .. }) => Mark::Result,
        _ => Mark::Between,
    }
}

/// What an event of which nobody has told the dialect says of its run: as the first dialect has it that knows it as a border.
pub(crate) fn mark_in_any(object: Object<'_, '_>) -> Mark {
    let mut marks = Dialect::ALL.iter().map(|dialect| mark_in(*dialect, object));
    marks.find(|mark| *mark != Mark::Between).unwrap_or(Mark::Between)
}
