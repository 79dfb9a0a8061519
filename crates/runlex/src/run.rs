//! The final result only: the shortest way from a stream to what came of it.

use crate::failure::Failure;
use crate::owned::OwnedRecord;
use crate::reader::Reader;
use crate::tracker::{DialectTracker, Mark};
use runlex_core::{Field, Pick, RawNumber, RawStr, Record, Value, What};
use runlex_dialects::{Dialect, Item, ItemKind, KEYS, Outcome, items};
use std::io::Read;

/// What a result line says, kept.
///
/// It is from the wire: also a result that says that the run failed is one of these, and no [`Failure`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FinalResult {
    /// The vocabulary it was read in; `None` where no line told one.
    pub dialect: Option<Dialect>,
    /// How the run ended, by the dialect's rule: in Amp by `is_error`, and only where that is no truth value by the subtype.
    pub outcome: Outcome,
    /// The final text, or the error's, escapes resolved; never trimmed. That of AFK and of `codex exec` has none: there it is the last
    /// text that the agent wrote whole.
    pub text: Option<String>,
    /// Turns as stated.
    pub num_turns: Option<u64>,
    /// Wall clock in milliseconds as stated.
    pub duration_ms: Option<u64>,
    /// The session id: that of the first line that has a usable one.
    pub session: Option<String>,
    /// The byte offset behind the line.
    pub behind: u64,
    /// The line itself, for all else that it says.
    pub line: OwnedRecord,
}

impl FinalResult {
    /// Whether the line says that the run went well.
    pub fn is_ok(&self) -> bool {
        self.outcome == Outcome::Ok
    }

    fn fill(&mut self, item: Item<'_, '_>) {
        let ItemKind::Result { outcome, text, duration_ms, num_turns, .. } = item.kind else { return };
        let whole = |number: Option<RawNumber<'_>>| number.and_then(|number| number.to_u64().ok());
        self.outcome = outcome;
        self.text = text.map(|text| text.to_string());
        self.num_turns = whole(num_turns);
        self.duration_ms = whole(duration_ms);
    }
}

/// The session id, if it can be one: programs without a session print an empty one or the word `nil`
/// (`docs/formats/amp-sdk.md`, P3). Free.
pub fn usable_session(id: RawStr<'_>) -> Option<RawStr<'_>> {
    Some(id).filter(|id| !(*id == "" || *id == "nil"))
}

/// What is known of a run before its result.
#[derive(Debug, Default)]
pub(crate) struct Seeker {
    tracker: DialectTracker,
    session: Option<String>,
    /// The last text of the agent, in a dialect whose result has none.
    said: Option<String>,
    /// It came in pieces, and the next one goes on with it.
    goes_on: bool,
}

impl Seeker {
    /// Takes in the next line; its result if it is one.
    pub(crate) fn observe(&mut self, record: &Record<'_, '_>) -> Option<FinalResult> {
        let What::Event(object) = record.what else { return None };
        let mark = self.tracker.mark(object);
        let dialect = self.tracker.dialect();
        // What a line is as a whole is its first item.
        let mut firsts = self.tracker.candidates().filter_map(|dialect| items(dialect, object).next());
        if self.session.is_none() {
            // A message without content has no items and yet a session.
            const SESSION: Pick<1> = KEYS.pick(["session_id"]);
            let [on_line] = object.pick(&SESSION);
            let on_line = Field::of(on_line, Value::string).ok();
            let id = firsts.clone().find_map(|item| item.session).or(on_line).and_then(usable_session);
            self.session = id.map(|id| id.to_string());
        }
        if mark != Mark::Result {
            if dialect.is_some_and(tells_text_apart)
                && let Some(item) = firsts.next()
            {
                self.hear(&item);
            }
            return None;
        }
        let mut result = FinalResult {
            dialect,
            outcome: Outcome::Unknown,
            text: None,
            num_turns: None,
            duration_ms: None,
            session: self.session.take(),
            behind: record.line.at().offset + record.line.len(),
            line: OwnedRecord::from(*record),
        };
        // As long as nobody knows whose it is, who reads more in it has it.
        let results = firsts.filter(|item| matches!(item.kind, ItemKind::Result { .. }));
        let is_unsaid =
            |item: &Item<'_, '_>| matches!(item.kind, ItemKind::Result { outcome: Outcome::Unknown, .. });
        if let Some(item) = results.min_by_key(is_unsaid) {
            result.fill(item);
            result.dialect = dialect.filter(|dialect| *dialect == item.dialect);
        }
        if result.text.is_none() && result.outcome != Outcome::Failed {
            result.text = self.said.take();
        }
        Some(result)
    }
}

impl Seeker {
    fn hear(&mut self, item: &Item<'_, '_>) {
        let goes_on = std::mem::replace(&mut self.goes_on, item.piece);
        let ItemKind::AssistantText(text) = item.kind else {
            self.goes_on = false;
            return;
        };
        match &mut self.said {
            _ if item.delta || item.replay => {}
            Some(said) if goes_on && item.piece => *said += &text.to_string(),
            said => *said = Some(text.to_string()),
        }
    }
}

/// Whether the result of a run may be without the text that other lines have.
fn tells_text_apart(dialect: Dialect) -> bool {
    dialect == Dialect::Afk || dialect.runs().is_some()
}

/// Reads `source` up to its first result and tells what it says. Faults and everything else are passed over.
///
/// Allocates what [`Reader`] does, and the result itself.
///
/// ```
/// use runlex::run;
/// let stream = br#"{"type":"result","is_error":false,"result":"8\n","num_turns":1,"session_id":"T-1"}"#;
/// let result = run(&stream[..])?;
/// assert!(result.is_ok());
/// assert_eq!((result.text.as_deref(), result.num_turns), (Some("8\n"), Some(1)));
///
/// let cut = run(&b"{\"type\":\"user\",\"session_id\":\"T-1\"}\n"[..]).unwrap_err();
/// assert_eq!(cut.to_string(), "no_result: the stream ended at byte 35 without a result: the run was cut or killed");
/// # Ok::<(), runlex::Failure>(())
/// ```
///
/// # Errors
///
/// [`NoResult`](crate::FailureKind::NoResult) at the end of the stream;
/// [`TransportError`](crate::FailureKind::TransportError) where reading fails.
pub fn run(source: impl Read) -> Result<FinalResult, Failure> {
    let mut reader = Reader::new(source);
    let mut seeker = Seeker::default();
    loop {
        let at = reader.at();
        match reader.next() {
            Ok(Some(record)) => {
                if let Some(result) = seeker.observe(&record) {
                    return Ok(result);
                }
            }
            Ok(None) => return Err(Failure::no_result(at)),
            Err(error) => return Err(Failure::of_read(at, &error)),
        }
    }
}
