//! Codex's session files, `rollout-*.jsonl`. Every rule here is from `docs/formats/codex-rollout.md`; sections are named at each.
//!
//! Three keys wrap everything: a time, a type, and the payload, whose own `type` says more in the two frequent kinds:
//! [`response_item`] is what the model was sent and answered, [`event_msg`] what its users were shown. Both tell the same texts, so
//! those of one of them are repeats: see [`Item::replay`](crate::Item::replay).

pub mod event_msg;
mod items;
mod output;
pub mod response_item;
mod views;

pub use views::*;

use crate::KEYS;
use crate::ask;
use crate::dialect::Dialect;
use crate::event::events;
use crate::item::UsageScope;
use crate::rule::{Counting, Part, RunEnd, RunRule};
use crate::sniff::{Hint, LineKind, Marks, Member};
use runlex_core::{Object, Pick};

events! {
    /// One line of a session file (section 2).
    enum Event;

    /// What the model was sent, or answered.
    ResponseItem(Line) = "response_item",
    /// What its users were shown.
    EventMsg(Line) = "event_msg",
    /// The settings of a turn, and its model.
    TurnContext(Line) = "turn_context",
    /// What one call of the model used: newer builds.
    TokenUsageRecord(Line) = "token_usage_record",
    /// The session. The first one is the file's own; the parent's may follow, with a copy of its history.
    SessionMeta(Line) = "session_meta",
    /// History was replaced by a summary.
    Compacted(Line) = "compacted",
    /// What the model is told of its surroundings.
    WorldState(Line) = "world_state",
    /// Known by name only.
    Housekeeping(Line) = "dynamic_tools_updated",
    /// Known by name only.
    AgentCommunication(Line) = "inter_agent_communication",
    /// Known by name only.
    AgentCommunicationMetadata(Line) = "inter_agent_communication_metadata",
    /// Known by name only.
    SecurityRiskScore(Line) = "security_risk_score",
    /// Known by name only.
    RealtimeItem(Line) = "realtime_item",
    /// Known by name only.
    IdAllocation(Line) = "id_allocation",
}

/// What was cached is in the input, and reasoning in the output (section 6, 5).
pub const COUNTING: Counting = Counting { cached: Part::Inside, reasoning: Part::Inside };

/// Section 6: records of calls where there are any, else the growth of the thread's totals. Nothing ends a file; a turn ends.
pub const RUNS: Option<RunRule> = Some(RunRule {
    end: RunEnd::Turn,
    usage: &[UsageScope::Message, UsageScope::Thread],
    is_of_session: false,
    name: "codex-rollout",
    is_at_least: false,
});

/// The items of an [`Event`].
pub type Items<'a, 't> = crate::items::Items<'a, 't>;

impl<'a, 't> Event<'a, 't> {
    /// What the event says, piece by piece, in the order of the line.
    pub fn items(&self) -> Items<'a, 't> {
        items::of(*self)
    }

    /// The payload, if it is an object.
    pub fn details(&self) -> Option<Object<'a, 't>> {
        payload(self.object())
    }
}

/// What one line tells of its dialect (section 1): a time as text, a type and a payload. No other program prints the three.
#[inline]
pub fn hint(marks: &Marks<'_, '_>) -> Hint {
    if marks.kind() != LineKind::Other || !marks.has(Member::Timestamp) {
        return Hint::Open;
    }
    let is_own = marks.name().is_some()
        && payload(marks.object()).is_some()
        && marks.text(Member::Timestamp).is_some();
    if is_own { Hint::Is(Dialect::CodexRollout) } else { Hint::Open }
}

fn payload<'a, 't>(line: Object<'a, 't>) -> Option<Object<'a, 't>> {
    const PAYLOAD: Pick<1> = KEYS.pick(["payload"]);
    let [payload] = line.pick(&PAYLOAD);
    ask::object(payload)
}
