//! What AFK's lines say whatever the dialect (sections 6 and 7), and by which of them it is recognised (section 8).

use super::{
    Chunk, Done, ErrorLine, Event, MessageLine, Metadata, TextChunk, ToolResultChunk, ToolUseDetail,
};
use crate::KEYS;
use crate::ask;
use crate::block::Content;
use crate::dialect::Dialect;
use crate::item::{Item, ItemKind, Outcome, ToolOutcome, UsageScope};
use crate::items::Items;
use crate::sniff::{Hint, LineKind, Marks, Member};
use crate::time::{TimeOrigin, Timestamp};
use runlex_core::{Field, Object, Pick, RawStr, Type};

pub(super) fn of<'a, 't>(event: Event<'a, 't>) -> Items<'a, 't> {
    match event {
        Event::Chunk(line) => match line.details() {
            Some(chunk) => of_chunk(chunk),
            None => other(line.object()),
        },
        Event::Message(line) => of_message(line),
        Event::Done(line) => of_done(line),
        Event::Error(line) => of_error(line),
        Event::Progress(line) => {
            let progress = line.details();
            news(line.object(), progress.and_then(|progress| progress.description().ok()))
        }
        Event::Suggestion(line) => news(line.object(), line.suggestion().ok()),
        Event::Panel(line) => news(
            line.object(),
            line.details().and_then(|panel| panel.title().ok().or(panel.body_lines().next())),
        ),
        Event::Paused(line) => news(line.object(), line.reason().ok()),
        Event::Resumed(line) => news(line.object(), None),
        Event::StreamRetry(line) => news(line.object(), None),
        Event::RateLimit(line) => news(line.object(), None),
        Event::Notice(line) => news(line.object(), line.text().ok()),
        Event::Unknown(object) => other(object),
    }
}

fn frame<'a, 't>(object: Object<'a, 't>) -> Item<'a, 't> {
    Item::of(Dialect::Afk, object)
}

/// One item that keeps the object as it is.
fn other<'a, 't>(object: Object<'a, 't>) -> Items<'a, 't> {
    Items::one(frame(object), ItemKind::Other(object))
}

/// News of work that goes on, under the line's own type.
fn news<'a, 't>(object: Object<'a, 't>, text: Option<RawStr<'a>>) -> Items<'a, 't> {
    const KIND: Pick<1> = KEYS.pick(["type"]);
    let [kind] = object.pick(&KIND).map(ask::text);
    match kind {
        Some(what) => Items::one(frame(object), ItemKind::Progress { what, text }),
        None => other(object),
    }
}

/// Pieces of text are marked as such: the message that follows has it whole. So are the lines that announce a call, since
/// its complete line is still to come. Reasoning comes in pieces only.
fn of_chunk<'a, 't>(chunk: Chunk<'a, 't>) -> Items<'a, 't> {
    let (kind, delta) = match chunk {
        Chunk::Content(piece) => (said(piece, ItemKind::AssistantText), true),
        // No other line brings the whole of it.
        Chunk::Thinking(piece) => (said(piece, |text| ItemKind::Thinking(Some(text))), false),
        Chunk::ToolUse(piece) => {
            let id = chunk.metadata().and_then(|metadata| metadata.only_tool_use_id());
            (said(piece, |name| ItemKind::ToolCall { id, name: Some(name), input: None }), true)
        }
        Chunk::ToolUseDetail(call) => called(call),
        Chunk::ToolResult(result) => (came_of(result), false),
        Chunk::Error(piece) => {
            (said(piece, |text| ItemKind::Error { message: Some(text), code: None }), false)
        }
        Chunk::ToolDiff(_) | Chunk::Done(_) | Chunk::Unknown(_) => (ItemKind::Other(chunk.object()), false),
    };
    let delta = delta && !matches!(kind, ItemKind::Other(_));
    let piece = matches!(kind, ItemKind::Thinking(_));
    Items::one(Item { delta, piece, ..frame(chunk.object()) }, kind)
}

/// What a text is, or the chunk itself where it has none.
fn said<'a, 't>(
    piece: TextChunk<'a, 't>,
    kind: impl FnOnce(RawStr<'a>) -> ItemKind<'a, 't>,
) -> ItemKind<'a, 't> {
    const CONTENT: Pick<1> = KEYS.pick(["content"]);
    let [content] = piece.object().pick(&CONTENT);
    ask::text(content).map_or(ItemKind::Other(piece.object()), kind)
}

/// The call, and whether its complete line is still to come.
fn called<'a, 't>(call: ToolUseDetail<'a, 't>) -> (ItemKind<'a, 't>, bool) {
    let [id, name, input, pending] =
        call.object().pick(&["toolUseId", "toolName", "toolInputRaw", "pending"]);
    // What is in words for humans is no input.
    let input = input.filter(|_| ask::text(input).is_some());
    (ItemKind::ToolCall { id: ask::text(id), name: ask::text(name), input }, ask::is_true(pending))
}

/// Classes of failure that mean that the call was refused, by a human or a rule, and did not run (section 4).
const DECLINED: [&str; 5] =
    ["permission-denied", "policy-refusal", "hook-block", "elicitation-declined", "denial-breaker"];

fn came_of<'a, 't>(result: ToolResultChunk<'a, 't>) -> ItemKind<'a, 't> {
    let declined =
        || result.failure_class().ok().is_some_and(|class| DECLINED.iter().any(|known| class == *known));
    ItemKind::ToolResult {
        id: result.tool_use_id().ok(),
        outcome: match result.is_error() {
            Field::Is(false) => ToolOutcome::Ok,
            Field::Is(true) if declined() => ToolOutcome::Declined,
            Field::Is(true) => ToolOutcome::Error,
            // It is always written, so silence is no success.
            Field::Missing | Field::Null | Field::Wrong(_) => ToolOutcome::Unknown,
        },
        content: Content::of(result.object().get("content")),
    }
}

fn of_message<'a, 't>(line: MessageLine<'a, 't>) -> Items<'a, 't> {
    const MESSAGE: Pick<3> = KEYS.pick(["role", "content", "timestamp"]);
    let Some(message) = line.details() else { return other(line.object()) };
    let [role, content, timestamp] = message.object().pick(&MESSAGE);
    match ask::text(content) {
        // What someone else said is not the assistant's.
        Some(text) if ask::text(role).is_none_or(|role| role == "assistant") => {
            let timestamp = Timestamp::text(timestamp, TimeOrigin::Message);
            Items::one(Item { timestamp, ..frame(line.object()) }, ItemKind::AssistantText(text))
        }
        _ => other(line.object()),
    }
}

/// The end of a run that was finished, and its usage. The cost stands in the result alone, lest it be counted twice.
fn of_done<'a, 't>(line: Done<'a, 't>) -> Items<'a, 't> {
    let metadata = line.details();
    let said = metadata.as_ref();
    let mut frame = frame(line.object());
    frame.session = said.and_then(|metadata| metadata.session_id().ok());
    let mut items = Items::one(
        frame,
        ItemKind::Result {
            outcome: said.map_or(Outcome::Ok, |metadata| metadata.outcome()),
            is_error: said.map_or(Field::Missing, |metadata| metadata.is_error()),
            text: None,
            duration_ms: said.and_then(|metadata| metadata.duration_ms().ok()),
            num_turns: said.and_then(|metadata| metadata.num_turns().ok()),
            cost_usd: said.and_then(|metadata| metadata.total_cost_usd().ok()),
        },
    );
    items.usage = said.and_then(|metadata| metadata.usage_details()).map(|usage| ItemKind::Usage {
        counters: usage.counters(),
        scope: UsageScope::Run,
        cost_usd: None,
    });
    items
}

impl Metadata<'_, '_> {
    /// How a run that was finished ended (section 6). Failed by `isError`; else it went well unless something says that it was
    /// stopped: a `resultSubtype` other than `success`, or a `stopReason` that is no natural end. Then it is unknown.
    pub fn outcome(&self) -> Outcome {
        let fits = |text: Option<RawStr<'_>>, names: &[&str]| {
            text.is_none_or(|text| names.iter().any(|name| text == *name))
        };
        match self.is_error() {
            Field::Is(true) => Outcome::Failed,
            Field::Wrong(_) => Outcome::Unknown,
            Field::Missing | Field::Null | Field::Is(false) => {
                let ended = fits(self.stop_reason().ok(), &["end_turn", "stop_sequence"]);
                match ended && fits(self.result_subtype().ok(), &["success"]) {
                    true => Outcome::Ok,
                    false => Outcome::Unknown,
                }
            }
        }
    }
}

/// The end of a failed run, and what went wrong.
fn of_error<'a, 't>(line: ErrorLine<'a, 't>) -> Items<'a, 't> {
    let details = line.details();
    let message = details.and_then(|error| error.message().ok());
    let code = details.and_then(|error| error.name().ok());
    let mut items = Items::one(
        frame(line.object()),
        ItemKind::Result {
            outcome: Outcome::Failed,
            is_error: Field::Missing,
            text: message,
            duration_ms: None,
            num_turns: None,
            cost_usd: None,
        },
    );
    items.last = Some(ItemKind::Error { message, code });
    items
}

/// What one line tells of its dialect (section 8). AFK prints no id of a session, no `uuid`, no `subtype` and no time at the
/// top level, so a line with one of these is not its own.
#[inline]
pub fn hint(marks: &Marks<'_, '_>) -> Hint {
    if marks.kind().is_shared() || marks.has_place_or_time() {
        return Hint::Open;
    }
    let Some(name) = marks.name() else { return Hint::Open };
    if marks.text(Member::Subtype).is_some() {
        return Hint::Open;
    }
    let is_own = match marks.kind() {
        // Nearly all lines are chunks.
        LineKind::Chunk => marks.chunk_type().is_some_and(|kind| kind.kind() == Type::String),
        _ => return of_other(marks, name),
    };
    if is_own { AFK } else { Hint::Open }
}

fn of_other(marks: &Marks<'_, '_>, name: RawStr<'_>) -> Hint {
    let member = |name| marks.object().get(name);
    let has_text = |name, inner| {
        ask::object(member(name)).is_some_and(|payload| ask::text(payload.get(inner)).is_some())
    };
    let is_own = match marks.kind() {
        LineKind::Progress => has_text("progress", "taskId"),
        LineKind::Message => has_text("message", "content"),
        LineKind::Done => match marks.get(Member::Metadata) {
            Some(metadata) => ask::object(Some(metadata)).is_some(),
            // A word that anyone may print.
            None => return Hint::Perhaps(Dialect::Afk),
        },
        LineKind::Error => {
            let error = ask::object(marks.get(Member::Error));
            let [message, name] = error.map_or([None; 2], |error| error.pick(&["message", "name"]));
            match (ask::text(message), ask::text(name)) {
                (Some(_), Some(_)) => true,
                // The documented form is also that of providers' own errors.
                (Some(_), None) => return Hint::Perhaps(Dialect::Afk),
                (None, _) => false,
            }
        }
        LineKind::Other if name == "panel" => has_text("spec", "kind"),
        LineKind::Other if name == "suggestion" => ask::text(member("suggestion")).is_some(),
        LineKind::Other if name == "notice" => {
            marks.object().pick(&["text", "kind"]).iter().all(|member| ask::text(*member).is_some())
        }
        LineKind::Other if name == "rate_limit" => {
            return match ask::number(member("retryAfterMs")) {
                Some(_) => AFK,
                None => Hint::Perhaps(Dialect::Afk),
            };
        }
        LineKind::Other => ["paused", "resumed", "stream_retry"].iter().any(|known| name == *known),
        _ => false,
    };
    if is_own { AFK } else { Hint::Open }
}

const AFK: Hint = Hint::Is(Dialect::Afk);
