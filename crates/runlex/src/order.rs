//! The order of a run: whether it begins with its init and ends with its result.
//!
//! Rule: `docs/formats/amp.md`, section 6. A stream is cut into runs at each init; what stands before the first init is a
//! run of its own where it has a result, and otherwise the beginning of the first run, whose init is then not first.
//! The fold is a monoid: the checks of parts of a stream, cut between lines, merge to the check of the whole.

use crate::tracker::{Mark, Program, Told, mark};
use runlex_core::{Record, What};
use runlex_dialects::{Dialect, RunEnd};

/// What is out of order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Disorder {
    /// A run has no init. Placed at its first event.
    NoInit,
    /// Events stand before the init of their run. Placed at the init.
    InitNotFirst,
    /// An init while the run before it has no result yet. Placed at the init; the run before is told as `NoResult`, too.
    SecondInit,
    /// An event behind the result of its run. Placed at the event.
    AfterResult,
    /// A run has no result. Placed at its first event.
    NoResult,
}

impl Disorder {
    /// All kinds.
    pub const ALL: [Disorder; 5] = [
        Disorder::NoInit,
        Disorder::InitNotFirst,
        Disorder::SecondInit,
        Disorder::AfterResult,
        Disorder::NoResult,
    ];

    /// The name for reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Disorder::NoInit => "no-init",
            Disorder::InitNotFirst => "init-not-first",
            Disorder::SecondInit => "second-init",
            Disorder::AfterResult => "after-result",
            Disorder::NoResult => "no-result",
        }
    }
}

/// Places of one kind: all counted, the first ones listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Places {
    count: u64,
    first: Vec<u64>,
}

impl Places {
    fn push(&mut self, at: u64) {
        self.count += 1;
        if self.first.len() < OrderCheck::LISTED {
            self.first.push(at);
        }
    }

    fn append(&mut self, later: Places) {
        self.count += later.count;
        let room = OrderCheck::LISTED - self.first.len();
        self.first.extend(later.first.into_iter().take(room));
    }
}

/// A stretch of events of which only the first can be an init.
#[derive(Clone, Debug, Default)]
struct Stretch {
    /// It begins with an init.
    init: bool,
    first: Option<u64>,
    told: Told,
    result: bool,
    /// Events up to the first result; kept only without an init, when a result of an earlier part may lie before them.
    before: Places,
    after: Places,
}

impl Stretch {
    fn append(&mut self, later: Stretch) {
        self.first = self.first.or(later.first);
        self.told = self.told.or(later.told);
        if self.result {
            self.after.append(later.before);
        } else if !self.init {
            self.before.append(later.before);
        }
        self.result |= later.result;
        self.after.append(later.after);
    }
}

/// Checks the order of a stream's runs. Sizes do not grow with the stream. An event costs one
/// [`sniff`](crate::dialects::sniff) and its first item.
///
/// Only dialects whose process prints one init and one result are held to it, Amp's; where a result ends a turn (Claude
/// Code), later events and inits are in order, and a dialect without an init (AFK) lacks none. Nothing is said of the runs
/// of unknown programs. A run's dialect is that of its first line that tells one.
///
/// ```
/// use runlex::{Disorder, OrderCheck, Slice};
/// let stream = br#"{"type":"user","session_id":"T-1"}
/// {"type":"system","subtype":"init","session_id":"T-1"}
/// {"type":"result","session_id":"T-1"}
/// {"type":"user","session_id":"T-1"}"#;
/// let mut check = OrderCheck::new();
/// let mut slice = Slice::new(stream);
/// while let Some(record) = slice.next() {
///     check.observe(&record);
/// }
/// let order = check.finish();
/// assert_eq!(order.runs, 1);
/// assert_eq!(order.places(Disorder::InitNotFirst), [35]);
/// assert_eq!(order.places(Disorder::AfterResult), [126]);
/// assert!(!order.is_clean());
/// ```
#[derive(Clone, Debug, Default)]
pub struct OrderCheck {
    /// Events before the first init.
    head: Stretch,
    /// The first run with an init, and the init that cut it. What stands before it is known only at the end.
    first: Option<(Stretch, Option<u64>)>,
    /// All runs between the first and the last.
    closed: Order,
    /// The last run, if it is not the first.
    last: Option<Stretch>,
}

/// What an [`OrderCheck`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// Runs, those of unknown programs included.
    pub runs: u64,
    places: [Places; 5],
}

impl Order {
    /// How often.
    pub fn count(&self, kind: Disorder) -> u64 {
        self.places[kind as usize].count
    }

    /// Stream offsets of the lines, in order: the first [`OrderCheck::LISTED`].
    pub fn places(&self, kind: Disorder) -> &[u64] {
        &self.places[kind as usize].first
    }

    /// True when nothing is out of order.
    pub fn is_clean(&self) -> bool {
        self.places.iter().all(|places| places.count == 0)
    }

    fn add(&mut self, kind: Disorder, places: Places) {
        self.places[kind as usize].append(places);
    }

    fn push(&mut self, kind: Disorder, at: u64) {
        self.places[kind as usize].push(at);
    }

    fn append(&mut self, later: Order) {
        self.runs += later.runs;
        for (places, later) in self.places.iter_mut().zip(later.places) {
            places.append(later);
        }
    }

    /// Adds a run that is over. `cut_at` is the init that cut it.
    fn close(&mut self, run: Stretch, cut_at: Option<u64>) {
        let Some(first) = run.first else { return };
        self.runs += 1;
        let Some(Program::Known(dialect)) = run.told.program() else { return };
        let rules = Rules::of(dialect);
        if !run.init && rules.has_init {
            self.push(Disorder::NoInit, first);
        }
        if !run.result && rules.has_result {
            if let (Some(at), true) = (cut_at, rules.one_result) {
                self.push(Disorder::SecondInit, at);
            }
            self.push(Disorder::NoResult, first);
        } else if rules.one_result {
            self.add(Disorder::AfterResult, run.after);
        }
    }
}

/// What a dialect promises of its order. Where it promises nothing, nothing is out of order.
#[derive(Default)]
struct Rules {
    has_init: bool,
    has_result: bool,
    one_result: bool,
}

impl Rules {
    fn of(dialect: Dialect) -> Rules {
        match dialect {
            Dialect::Amp => Rules { has_init: true, has_result: true, one_result: true },
            Dialect::Afk => Rules { has_init: false, has_result: true, one_result: true },
            Dialect::ClaudeStream | Dialect::QwenStream => {
                Rules { has_init: true, has_result: true, one_result: false }
            }
            _ => {
                let ends = dialect.runs().is_some_and(|rule| rule.end == RunEnd::Run);
                Rules { has_result: ends, ..Rules::default() }
            }
        }
    }
}

impl OrderCheck {
    /// How many places of a kind are listed; all are counted.
    pub const LISTED: usize = 100;

    /// A check at the start of a stream, or of a part of one.
    pub fn new() -> OrderCheck {
        OrderCheck::default()
    }

    /// Takes in the next line. Blank lines and faults say nothing of the order.
    pub fn observe(&mut self, record: &Record<'_, '_>) {
        let What::Event(object) = record.what else { return };
        let at = record.line.at().offset;
        let told = Told::by(object);
        let mark = mark(told, object);
        let init = mark == Mark::Start;
        let mut before = Places::default();
        if !init {
            before.push(at);
        }
        let result = mark == Mark::Result;
        let stretch = Stretch { init, first: Some(at), told, result, before, after: Places::default() };
        if init { self.begin(stretch) } else { self.go_on(stretch) }
    }

    /// A run begins with an init.
    fn begin(&mut self, run: Stretch) {
        let at = run.first;
        match &mut self.first {
            None => self.first = Some((run, None)),
            Some((_, cut_at)) => match self.last.replace(run) {
                Some(done) => self.closed.close(done, at),
                None => *cut_at = at,
            },
        }
    }

    /// Events without an init.
    fn go_on(&mut self, stretch: Stretch) {
        let first = self.first.as_mut().map(|(run, _)| run);
        self.last.as_mut().or(first).unwrap_or(&mut self.head).append(stretch);
    }

    /// Takes in the check of the part of the stream that follows.
    pub fn merge(&mut self, later: OrderCheck) {
        self.go_on(later.head);
        let Some((run, cut_at)) = later.first else { return };
        if self.first.is_none() {
            self.first = Some((run, cut_at));
        } else {
            self.begin(run);
            // The first run of the later part is now one in the middle.
            if cut_at.is_some()
                && let Some(done) = self.last.take()
            {
                self.closed.close(done, cut_at);
            }
        }
        self.closed.append(later.closed);
        if later.last.is_some() {
            self.last = later.last;
        }
    }

    /// The end of the stream.
    pub fn finish(self) -> Order {
        let mut order = Order::default();
        match self.first {
            None => order.close(self.head, None),
            Some((mut run, cut_at)) => {
                let others =
                    matches!((self.head.told.program(), run.told.program()), (Some(a), Some(b)) if a != b);
                if self.head.result || others {
                    order.close(self.head, None);
                } else if let Some(first) = self.head.first {
                    run.told = self.head.told.or(run.told);
                    if let (Some(at), Some(Program::Known(dialect))) = (run.first, run.told.program())
                        && Rules::of(dialect).has_init
                    {
                        order.push(Disorder::InitNotFirst, at);
                    }
                    run.first = Some(first);
                }
                order.close(run, cut_at);
            }
        }
        order.append(self.closed);
        if let Some(run) = self.last {
            order.close(run, None);
        }
        order
    }
}
