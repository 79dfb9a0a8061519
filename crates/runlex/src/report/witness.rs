//! What the report sees, line by line: for rows and lists that come from the same reading as the report.

use super::calls::CallSource;
use super::day::Time;
use runlex_core::{Object, RawStr, Value};
use runlex_dialects::{Counters, Hint, Outcome, TimeOrigin, UsageScope};

/// Is told what a [`Report`](super::Report) takes in, while it does: see [`observe_with`](super::Report::observe_with).
///
/// Of one event come first its messages, calls and results in the order of the line, last the [`event`](Self::event)
/// itself. Blank lines and faults are not told. All facts are borrowed from the line; nothing is copied or allocated for
/// them, and what a witness does not ask for costs nothing.
///
/// ```
/// use runlex::report::{CallFacts, Report, Witness};
/// use runlex::{IdKey, Slice};
///
/// #[derive(Default)]
/// struct Longest(usize);
///
/// impl Witness for Longest {
///     fn call(&mut self, call: &CallFacts<'_, '_>) {
///         self.0 = self.0.max(call.input().map_or(0, |input| input.raw().len()));
///     }
/// }
///
/// let stream = br#"{"type":"assistant","message":{"content":[{"type":"tool_use","id":"c","name":"Bash","input":{"a":1}}]}}"#;
/// let (mut report, mut longest) = (Report::new(IdKey::random()), Longest::default());
/// let mut slice = Slice::new(stream);
/// while let Some(record) = slice.next() {
///     report.observe_with(&record, &mut longest);
/// }
/// assert_eq!((report.finish().tool_calls, longest.0), (1, 7));
/// ```
pub trait Witness {
    /// A message of a model: of an `assistant` line, or the one that a progress line of a session file embeds; of dialects whose
    /// lines come as items, what a line has of a message. At most one a line. Every telling of a message comes, not each message
    /// once; but no pieces, and no repeats that are marked as such.
    fn message(&mut self, message: &MessageFacts<'_>) {
        _ = message;
    }

    /// Usage that is not that of the line's message, in dialects whose lines come as items: never to be added to that of messages
    /// without a look at its scope. Pieces and marked repeats do not come.
    fn stated(&mut self, stated: &StatedFacts<'_>) {
        _ = stated;
    }

    /// A tool call. Every telling of it comes, as in a line that repeats a call; of AFK's up to three chunks the complete
    /// one.
    fn call(&mut self, call: &CallFacts<'_, '_>) {
        _ = call;
    }

    /// The result of a tool call.
    fn result(&mut self, result: &ResultFacts<'_, '_>) {
        _ = result;
    }

    /// The end of a run or turn, in dialects whose lines come as items; then [`EventFacts::is_error`] need not tell it.
    fn end(&mut self, outcome: Outcome) {
        _ = outcome;
    }

    /// The event, after all that it holds.
    fn event(&mut self, event: &EventFacts<'_>) {
        _ = event;
    }
}

/// Sees nothing.
impl Witness for () {}

/// An event, as the line alone tells it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct EventFacts<'a> {
    /// Line number, from 1, in the part of the stream that the report is of.
    pub number: u64,
    /// Offset of the line in the stream.
    pub offset: u64,
    /// Whose line it is.
    pub hint: Hint,
    /// `type`, where it is a string.
    pub kind: Option<RawStr<'a>>,
    /// `subtype`, where it is a string.
    pub subtype: Option<RawStr<'a>>,
    /// The first session id, by the rule of `docs/report.md`, section Sessions.
    pub session: Option<RawStr<'a>>,
    /// Whether the line carries other session ids besides.
    pub has_more_sessions: bool,
    /// `parent_tool_use_id`: the call whose sub-agent speaks.
    pub parent_tool_use_id: Option<RawStr<'a>>,
    /// `agentId`: the sub-agent that speaks, by its own id.
    pub agent_id: Option<RawStr<'a>>,
    /// The time that the line gives.
    pub time: Option<Time<'a>>,
    /// Where it stands: in the line, or in AFK's message. Of a line without a time, the line.
    pub time_origin: TimeOrigin,
    /// Whether the end that the line tells is an error; `None` for lines that tell no end, and for those that do by a
    /// program there is no module for. A `result` is judged by the rule of the dialect that the line itself is sure of, else by Claude
    /// Code's; they differ only for a result that denies an error and whose subtype is another than `success`.
    pub is_error: Option<bool>,
}

/// A message of a model, as one line tells it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct MessageFacts<'a> {
    /// `message.id`
    pub id: Option<RawStr<'a>>,
    /// `requestId`, of session files.
    pub request_id: Option<RawStr<'a>>,
    /// `uuid`: the id of the line itself.
    pub uuid: Option<RawStr<'a>>,
    /// `message.model`
    pub model: Option<RawStr<'a>>,
    /// `message.usage`, as printed; `None` without one.
    pub usage: Option<Counters>,
    /// Its cost in micro-dollars, of dialects whose lines come as items, where it is stated.
    pub cost_usd_micros: Option<u64>,
    /// Where it was told.
    pub told: Told,
    /// The program wrote it itself: no call of a model.
    pub is_synthetic: bool,
}

/// Usage in some scope, as one line states it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct StatedFacts<'a> {
    /// What the counters count.
    pub scope: UsageScope,
    /// The message, turn or other part of the run that it is of, where it has an id.
    pub message_id: Option<RawStr<'a>>,
    /// The model that the line names for it.
    pub model: Option<RawStr<'a>>,
    /// As printed.
    pub counters: Counters,
    /// Its cost in micro-dollars, where it is stated.
    pub cost_usd_micros: Option<u64>,
}

/// Where a message was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Told {
    /// On the main thread.
    Main,
    /// On a sidechain: a sub-agent's own line, or a replay of what the main thread has.
    Side,
    /// Within a progress line.
    Progress,
    /// No message: what a session used so far, as one of its runs states it.
    Total,
}

impl Told {
    /// Whether it is a message on its own line.
    pub(super) fn is_message(self) -> bool {
        matches!(self, Told::Main | Told::Side)
    }
}

/// A tool call, as one line tells it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CallFacts<'a, 't> {
    /// How it is told.
    pub source: CallSource,
    /// The id that joins it to its result.
    pub id: Option<RawStr<'a>>,
    /// The name of the tool.
    pub name: Option<RawStr<'a>>,
    /// The sub-agent that calls: `parent_tool_use_id`, else `agentId`.
    pub agent: Option<RawStr<'a>>,
    pub(super) input: Input<'a, 't>,
}

/// The input of a call, looked up or not.
#[derive(Clone, Copy, Debug)]
pub(super) enum Input<'a, 't> {
    /// The member of this name.
    Member(Object<'a, 't>, &'static str),
    Known(Option<Value<'a, 't>>),
}

impl<'a, 't> CallFacts<'a, 't> {
    /// The input, whatever it is; of AFK `toolInputRaw`, which is JSON in a string. Its size as written is
    /// `raw().len()`: see [`Value::raw`] for the cost. Each call may look it up again.
    pub fn input(&self) -> Option<Value<'a, 't>> {
        match self.input {
            Input::Member(block, name) => block.get(name),
            Input::Known(input) => input,
        }
    }
}

/// The result of a tool call.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ResultFacts<'a, 't> {
    /// How it is told.
    pub source: CallSource,
    /// The id of the call.
    pub id: Option<RawStr<'a>>,
    /// It says that it is an error.
    pub is_error: bool,
    pub(super) block: Object<'a, 't>,
}

impl<'a, 't> ResultFacts<'a, 't> {
    /// The block, with all its members; of AFK the piece, whose content is a preview of one line. Its size as written is
    /// `raw().len()`, which needs no look at what it holds.
    pub fn block(&self) -> Object<'a, 't> {
        self.block
    }
}

#[cfg(feature = "saved")]
crate::saved::form::places!(Told: [Main, Side, Progress, Total]);
