//! Gemini CLI's chat recordings, `session-*.jsonl`. Every rule here is from `docs/formats/gemini-chat.md`; sections are named at each.
//!
//! A log of changes: a header, then records by id, each written again when more is known of it, and between them patches of the header
//! and rewinds. Of what is written again a line does not know that it is: whoever adds up takes the last of an id.

mod items;
mod views;

pub use items::Items;
pub use views::*;

use crate::ask::{object, text};
use crate::dialect::Dialect;
use crate::event::events;
use crate::item::UsageScope;
use crate::rule::{Counting, Part, RunEnd, RunRule};
use crate::sniff::{Hint, LineKind, Marks, Member};

events! {
    /// One line of a recording (section 2).
    enum Event;

    /// An answer of the model.
    Gemini(Gemini) = "gemini",
    /// What was asked.
    User(Record) = "user",
    /// News.
    Info(Record) = "info",
    /// A warning.
    Warning(Record) = "warning",
    /// Something that went wrong.
    Error(Record) = "error",
    ;
    /// The first line.
    Header(Header) = "projectHash",
    /// A change of what it says.
    Patch(Patch) = "$set",
    /// Records that were taken back.
    Rewind(Rewind) = "$rewindTo",
}

/// What was cached is in the input, thinking stands beside the output (section 4).
pub const COUNTING: Counting = Counting { cached: Part::Inside, reasoning: Part::Outside };

/// Section 4: the last tokens of each record. Nothing ends a recording, and calls of the model that are no answer are not in it.
pub const RUNS: Option<RunRule> = Some(RunRule {
    end: RunEnd::Turn,
    usage: &[UsageScope::Message],
    is_of_session: false,
    name: "gemini-messages",
    is_at_least: true,
});

impl<'a, 't> Event<'a, 't> {
    /// What the event says, piece by piece, in the order of the line.
    pub fn items(&self) -> Items<'a, 't> {
        Items::of(*self)
    }
}

/// What one line tells of its dialect (section 1): a line without `type` by its member, a record by its type, id and time.
#[inline]
pub fn hint(marks: &Marks<'_, '_>) -> Hint {
    let is_own = match marks.kind() {
        LineKind::Other => match marks.name() {
            Some(name) => {
                marks.has(Member::Timestamp)
                    && (name == "gemini" || name == "info" || name == "warning")
                    && is_record(marks)
            }
            None => is_of_log(marks),
        },
        // Those of others have a message.
        LineKind::User | LineKind::Error => {
            marks.has(Member::Timestamp) && !marks.has_any(NOT_OF_RECORDS) && is_record(marks)
        }
        _ => false,
    };
    if is_own { Hint::Is(Dialect::GeminiChat) } else { Hint::Open }
}

const NOT_OF_RECORDS: u32 = Member::set([
    Member::Message,
    Member::Uuid,
    Member::SessionId,
    Member::SessionIdCamel,
    Member::SessionIdCapital,
    Member::ThreadId,
]);

fn is_record(marks: &Marks<'_, '_>) -> bool {
    let line = marks.object();
    text(line.get("id")).is_some() && line.get("content").is_some() && marks.text(Member::Timestamp).is_some()
}

fn is_of_log(marks: &Marks<'_, '_>) -> bool {
    let [header, patch, rewind] = marks.object().pick(&["projectHash", "$set", "$rewindTo"]);
    text(header).is_some() && marks.text(Member::SessionIdCamel).is_some()
        || object(patch).is_some()
        || text(rewind).is_some()
}
