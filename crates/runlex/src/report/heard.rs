//! What the items of a run's lines say, whatever the dialect: of those whose lines reports do not know themselves. How a run is made of
//! it is the dialect's [`RunRule`]. For runs of which it is not known yet whose they are there is one of these for each candidate: `candidates.rs`.

use super::calls::CallSource;
use super::count::add;
use super::day::Time;
use super::figures::Figures;
use super::line::Line;
use super::names::{AllRenamed, NO_NAME, Name, Pool};
use super::record::{RunOutcome, Story};
use super::results::{both, micros, whole};
use super::statements::{Statement, Statements};
use super::string;
use super::tokens::{counts, odd};
use super::tools::{Tools, tool};
use super::witness::{CallFacts, Input, MessageFacts, ResultFacts, StatedFacts, Told, Witness};
use crate::id::{IdHash, IdKey, text};
use runlex_core::{Object, RawNumber, RawStr};
use runlex_dialects::{
    Dialect, Item, ItemKind, Outcome, RunEnd, RunRule, TimeOrigin, ToolOutcome, UsageScope, items,
};
use std::collections::BTreeSet;

#[derive(Clone, Debug, Default)]
pub(super) struct Heard {
    /// The starts before the first event that is none.
    starts: u64,
    /// The first event, if it is a start.
    first: Option<First>,
    /// The first session.
    session: Option<IdHash>,
    /// The last result: how it says that the run or turn ended, and its own word for it.
    end: Option<(Outcome, Box<str>)>,
    results: u64,
    /// Events up to the last result.
    ended: u64,
    /// Something was said or done behind the last result.
    goes_on: bool,
    /// As the results state them, all together.
    duration: Option<u64>,
    turns: Option<u64>,
    cost: Option<u64>,
    statements: Statements,
    pub(super) tools: Tools,
    /// Counters that are neither missing nor counts.
    odd: u64,
    /// What items name as their models.
    models: BTreeSet<Name>,
}

/// What the first item of a line says of the line as a whole.
pub(super) struct FirstItem<'a> {
    pub(super) session: Option<RawStr<'a>>,
    pub(super) time: Option<(Time<'a>, TimeOrigin)>,
    /// It begins a run.
    pub(super) starts: bool,
}

impl<'a> FirstItem<'a> {
    /// Not in line: the lines of most programs do not come here.
    #[inline(never)]
    pub(super) fn of(dialect: Dialect, line: Object<'a, '_>) -> FirstItem<'a> {
        let first = items(dialect, line).next();
        let time = first.and_then(|item| item.timestamp);
        FirstItem {
            session: first.and_then(|item| item.session),
            time: time.and_then(|time| Some((Time::of_item(time)?, time.origin))),
            starts: first.is_some_and(|item| matches!(item.kind, ItemKind::SessionStart { .. })),
        }
    }
}

/// The start of a run.
#[derive(Clone, Copy, Debug)]
struct First {
    /// It says that history of another session stands copied behind it.
    is_fork: bool,
    /// When it was written, in milliseconds since 1970.
    ms: Option<i64>,
}

impl Heard {
    /// An event in its dialect, and how many stand before it, of any kind.
    pub(super) fn event(
        &mut self,
        before: u64,
        line: &Line<'_, '_>,
        dialect: Dialect,
        pool: &mut Pool,
        witness: &mut impl Witness,
    ) {
        let (mut starts, mut ends, mut named) = (false, false, None);
        let mut message: Option<MessageFacts<'_>> = None;
        let mut stated: [Option<Statement>; 2] = [None; 2];
        for (at, item) in (0..).zip(items(dialect, line.object())) {
            if let Some(model) = item.model {
                let model = pool.models.add_string(model);
                self.statements.model(model);
                named = Some(model);
            }
            if let (None, Some(session)) = (self.session, item.session) {
                self.session = Some(line.key.hash(session));
            }
            says_of_message(&item, &mut message);
            match item.kind {
                ItemKind::SessionStart { .. } => {
                    starts = true;
                    if before == 0 {
                        self.first = Some(First { is_fork: item.forked_from.is_some(), ms: line.time_ms() });
                    }
                }
                ItemKind::Result { outcome, duration_ms, num_turns, cost_usd, .. } => {
                    ends = true;
                    witness.end(outcome);
                    let word = item.value.object().ok().and_then(word);
                    self.end = Some((outcome, word.map(|word| text(word).into()).unwrap_or_default()));
                    self.result(duration_ms, num_turns, cost_usd);
                }
                // One of another session's history is that one's.
                ItemKind::ToolCall { id, name, input } if !item.replay || item.forked_from.is_none() => {
                    let place = line.offset.saturating_add(at);
                    // Also one that is to be told whole: of a run that was cut it is all there is.
                    self.tools.call(line.key, place, id, tool(pool, name), NO_NAME);
                    witness.call(&CallFacts {
                        source: CallSource::Chunk,
                        id,
                        name,
                        agent: line.agent,
                        input: Input::Known(input),
                    });
                    self.goes_on = true;
                }
                // Results are counted each time; those told again are marked.
                ItemKind::ToolResult { id, outcome, .. } if !item.replay => {
                    let is_error = matches!(outcome, ToolOutcome::Error | ToolOutcome::Declined);
                    self.tools.result(line.key, id, is_error);
                    let block = item.value.object().ok().unwrap_or(line.object());
                    witness.result(&ResultFacts { source: CallSource::Chunk, id, is_error, block });
                    self.goes_on = true;
                }
                ItemKind::UserText { .. } | ItemKind::AssistantText(_) => self.goes_on = true,
                ItemKind::Usage { .. } => {
                    self.usage(line, &item, named, (&mut stated, &mut message), witness)
                }
                _ => {}
            }
        }
        match stated {
            [Some(one), Some(other)] => self.statements.line(&[one, other]),
            [Some(one), None] => self.statements.line(&[one]),
            [None, _] => {}
        }
        if let Some(message) = message {
            witness.message(&message);
        }
        if starts && self.starts == before {
            add(&mut self.starts, 1);
        }
        if ends {
            (self.ended, self.goes_on) = (before.saturating_add(1), false);
        }
        self.models.extend(named);
    }

    fn result(
        &mut self,
        duration: Option<RawNumber<'_>>,
        turns: Option<RawNumber<'_>>,
        cost: Option<RawNumber<'_>>,
    ) {
        add(&mut self.results, 1);
        self.duration = both(self.duration, duration.and_then(whole), u64::saturating_add);
        self.turns = both(self.turns, turns.and_then(whole), u64::saturating_add);
        self.cost = both(self.cost, cost.and_then(micros), u64::saturating_add);
    }

    /// Two statements of a line are kept until all of it was heard: they may belong together.
    fn usage<'a>(
        &mut self,
        line: &Line<'_, '_>,
        item: &Item<'a, '_>,
        named: Option<Name>,
        (stated, message): (&mut [Option<Statement>; 2], &mut Option<MessageFacts<'a>>),
        witness: &mut impl Witness,
    ) {
        let ItemKind::Usage { counters, scope, cost_usd } = item.kind else { return };
        // Repeats of all kinds are marked; so are pieces.
        if item.replay || item.delta {
            return;
        }
        let cost = cost_usd.and_then(micros);
        add(&mut self.odd, odd(counters));
        let statement = Statement {
            scope,
            id: call_of_model(line.key, item),
            model: item.model.and(named).unwrap_or(NO_NAME),
            ms: line.time_ms(),
            counts: counts(counters),
            cost,
        };
        match message {
            Some(message)
                if scope == UsageScope::Message && message.usage.is_none() && is_of(item, message) =>
            {
                message.model = message.model.or(item.model);
                message.request_id = message.request_id.or(item.request_id);
                (message.usage, message.cost_usd_micros) = (Some(counters), cost);
            }
            _ => witness.stated(&StatedFacts {
                scope,
                message_id: item.message_id,
                model: item.model,
                counters,
                cost_usd_micros: cost,
            }),
        }
        match stated {
            [None, _] => stated[0] = Some(statement),
            [_, second @ None] if scope == UsageScope::Call => *second = Some(statement),
            _ => self.statements.line(&[statement]),
        }
    }

    /// `events` are those that this is of.
    pub(super) fn append(&mut self, later: Heard, events: u64) {
        if events == 0 {
            self.first = later.first;
        }
        if self.starts == events {
            add(&mut self.starts, later.starts);
        }
        self.session = self.session.or(later.session);
        if later.results > 0 {
            (self.ended, self.goes_on) = (events.saturating_add(later.ended), later.goes_on);
        } else {
            self.goes_on |= later.goes_on;
        }
        add(&mut self.results, later.results);
        self.end = later.end.or(self.end.take());
        self.duration = both(self.duration, later.duration, u64::saturating_add);
        self.turns = both(self.turns, later.turns, u64::saturating_add);
        self.cost = both(self.cost, later.cost, u64::saturating_add);
        self.statements.append(later.statements);
        self.tools.merge(later.tools);
        add(&mut self.odd, later.odd);
        self.models.extend(later.models);
    }

    /// Whether all `events` are starts: what follows is of the same run, whatever session it names.
    pub(super) fn has_only_started(&self, events: u64) -> bool {
        self.starts > 0 && self.starts == events
    }

    /// Up to when history of another session was copied: it is written when the run begins, or keeps its own, earlier times. Programs
    /// write the session that was copied from behind their own, or name it.
    fn copied(&self, dialect: Dialect) -> Option<i64> {
        let First { is_fork, ms } = self.first?;
        let second = ms?.div_euclid(1000);
        (is_fork || dialect.copies_history() && self.starts > 1).then_some(second * 1000 + 999)
    }

    /// Whether anything was said or done, or ended.
    pub(super) fn has_spoken(&self) -> bool {
        self.goes_on || self.results > 0
    }

    pub(super) fn rename(&mut self, names: &AllRenamed) {
        self.statements.rename(&names.models);
        if !names.models.is_same() {
            self.models = self.models.iter().map(|model| names.models.get(*model)).collect();
        }
        self.tools.rename(&names.tools, &names.agents);
    }
}

/// The word of a result for itself: its subtype, if that is not `success`, else its type.
fn word<'a>(result: Object<'a, '_>) -> Option<RawStr<'a>> {
    let [kind, subtype] = result.pick(&["type", "subtype"]).map(string);
    subtype.filter(|subtype| *subtype != "success").or(kind)
}

/// The call of a model that an item is of, by its message and request; 0 where it names neither.
fn call_of_model(key: IdKey, item: &Item<'_, '_>) -> IdHash {
    let hash = |id: Option<RawStr<'_>>| id.map(|id| key.hash(id).max(1));
    match (hash(item.message_id), hash(item.request_id)) {
        (message, None) => message.unwrap_or(0),
        // Ids of messages and of requests do not meet.
        (message, Some(request)) => (message.unwrap_or(0) ^ !request).max(1),
    }
}

/// What a line has of a message: the first item of one.
fn says_of_message<'a>(item: &Item<'a, '_>, message: &mut Option<MessageFacts<'a>>) {
    let is_of_one = match item.kind {
        ItemKind::AssistantText(_) | ItemKind::Thinking(_) | ItemKind::ToolCall { .. } => true,
        ItemKind::Usage { scope, .. } => scope == UsageScope::Message,
        _ => false,
    };
    if message.is_none() && is_of_one && !item.delta && !item.replay {
        *message = Some(MessageFacts {
            id: item.message_id,
            request_id: item.request_id,
            uuid: None,
            model: item.model,
            usage: None,
            cost_usd_micros: None,
            told: Told::Main,
            is_synthetic: false,
        });
    }
}

/// Whether usage is of this message, as far as their ids say.
fn is_of(usage: &Item<'_, '_>, message: &MessageFacts<'_>) -> bool {
    [(usage.message_id, message.id), (usage.request_id, message.request_id)].iter().all(|ids| match ids {
        (Some(one), Some(other)) => one.raw() == other.raw(),
        _ => true,
    })
}

/// What the dialect's rule makes of it.
pub(super) fn story(figures: &mut Figures, dialect: Dialect, rule: RunRule) -> Story {
    let heard = figures.heard.of(dialect);
    let end = heard.end.take().filter(|_| rule.end == RunEnd::Run || !heard.goes_on);
    let outcome = match (&end, rule.end) {
        (Some((Outcome::Ok, _)), _) => RunOutcome::Ok,
        (Some((Outcome::Failed, _)), _) => RunOutcome::Failed,
        (Some((Outcome::Unknown, _)), _) => RunOutcome::Unknown,
        (None, RunEnd::Run) => RunOutcome::Unterminated,
        (None, RunEnd::Turn) => RunOutcome::Open,
    };
    let sums = heard.statements.usage(rule.usage, heard.copied(dialect));
    let is_at_least = rule.is_at_least || sums.is_none();
    let stated = heard.statements.stated();
    // What runs of a session state with each other's figures in it counts among the messages of all files.
    let of_session = heard.session.filter(|_| rule.is_of_session);
    if let (Some(session), Some(counts)) = (of_session, heard.statements.total()) {
        let (offset, day) = (figures.start.map_or(0, |(_, offset)| offset), figures.day());
        figures.rows.total(session, (figures.session.unwrap_or(NO_NAME), day, offset), counts);
    }
    let heard = figures.heard.of(dialect);
    let sums = sums.unwrap_or_default();
    let cost = sums.iter().fold(heard.cost, |cost, sum| both(cost, sum.cost, u64::saturating_add));
    let turns = (rule.end == RunEnd::Turn && heard.results > 0).then_some(heard.results);
    Story {
        reason: end.filter(|(outcome, _)| *outcome != Outcome::Ok).map(|(_, kind)| kind.into()),
        results: heard.results,
        after: if heard.results > 0 { figures.events.saturating_sub(heard.ended) } else { 0 },
        duration: heard.duration,
        turns: heard.turns.or(turns),
        more_models: sums.iter().map(|sum| sum.model).chain(heard.models.iter().copied()).collect(),
        usage: Some(if of_session.is_some() { Vec::new() } else { sums }),
        is_at_least,
        odd: heard.odd,
        stated,
        cost,
        nameless: figures.nameless,
        ..Story::of(outcome, Some(rule.name))
    }
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Heard {
    starts,
    first,
    session,
    end,
    results,
    ended,
    goes_on,
    duration,
    turns,
    cost,
    statements,
    tools,
    odd,
    models,
});
#[cfg(feature = "saved")]
crate::saved::form::fields!(First { is_fork, ms });
#[cfg(feature = "saved")]
crate::saved::form::words!(Outcome: [Outcome::Ok, Outcome::Failed, Outcome::Unknown]);
