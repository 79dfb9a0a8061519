//! What is kept of a run's lines. Whose the run is may be told by its last line, so these are the figures of every
//! candidate; `settled` selects.

use super::afk::Afk;
use super::calls::CallSource;
use super::candidates::Candidates;
use super::count::add;
use super::day::{Day, Time};
use super::line::{Kind, Line};
use super::moment::write_ms;
use super::names::{AllRenamed, NO_NAME, Name, Names, Pool};
use super::results::{Results, both, number, whole};
use super::rows::{Message, Rows};
use super::string;
use super::tokens::{Tokens, odd};
use super::tools::{Tools, tool};
use super::witness::{CallFacts, Input, MessageFacts, ResultFacts, Told, Witness};
use crate::id::{IdKey, text};
use runlex_core::{Array, Field, Object, Pick, Value};
use runlex_dialects::{Counters, Dialect, KEYS, Member};
use std::collections::BTreeSet;

const MESSAGE: Pick<4> = KEYS.pick(["id", "model", "usage", "content"]);
const BESIDE: Pick<4> = KEYS.pick(["requestId", "uuid", "isSidechain", "isApiErrorMessage"]);
const CONTENT: Pick<1> = KEYS.pick(["content"]);
const CALL: Pick<3> = KEYS.pick(["type", "id", "name"]);
const RESULT: Pick<3> = KEYS.pick(["type", "tool_use_id", "is_error"]);

#[derive(Clone, Debug, Default)]
pub(super) struct Figures {
    /// Line number and offset of the first event.
    pub(super) start: Option<(u64, u64)>,
    pub(super) events: u64,
    pub(super) faults: u64,
    pub(super) has_init: bool,
    /// The first session id.
    pub(super) session: Option<Name>,
    /// The last reset of the conversation, with the new id.
    reset: Option<Option<Box<str>>>,
    /// The first and the last time, as written.
    pub(super) started: Option<Box<str>>,
    pub(super) ended: String,
    /// Models that wrote messages.
    pub(super) models: BTreeSet<Name>,
    /// A message had usage.
    pub(super) has_usage: bool,
    pub(super) rows: Rows,
    pub(super) tokens: Tokens,
    pub(super) tools: Tools,
    pub(super) results: Results,
    pub(super) afk: Afk,
    pub(super) heard: Candidates,
    /// Events that name no session.
    pub(super) nameless: u64,
    /// Transcripts: `turn_duration` lines, and their sum.
    pub(super) turns: u64,
    pub(super) turns_duration: Option<u64>,
    /// Counters within progress lines that are neither missing nor counts.
    pub(super) odd_progress: u64,
}

impl Figures {
    pub(super) fn observe(&mut self, line: &Line<'_, '_>, pool: &mut Pool, witness: &mut impl Witness) {
        add(&mut self.events, 1);
        self.start.get_or_insert((line.number, line.offset));
        self.session = self.session.or(line.session);
        if let Some(time) = line.time {
            self.time(time);
        }
        let agent = line.agent.map_or(NO_NAME, |agent| {
            let agent = pool.agents.add_string(agent);
            self.tools.agent(agent);
            agent
        });
        let kind = line.kind();
        if kind != Kind::Result {
            self.results.other(line.is_init());
        }
        if !matches!(kind, Kind::Done | Kind::Error) {
            self.afk.other();
        }
        if line.session.is_none() {
            add(&mut self.nameless, 1);
        }
        if let Some(dialect) = line.heard_in {
            self.heard.sure(self.events.saturating_sub(1), line, dialect, pool, witness);
        }
        let message = || Field::of(line.get(Member::Message), Value::object).ok();
        match kind {
            Kind::Assistant => {
                if let Some(message) = message() {
                    let [id, model, usage, content] = message.pick(&MESSAGE);
                    self.message(line, beside(line), [id, model, usage], None, pool, witness);
                    self.calls(line, content, agent, pool, witness);
                }
            }
            Kind::User => {
                if let Some(message) = message() {
                    self.tool_results(line.key, message, witness);
                }
            }
            Kind::Chunk => self.afk.chunk(line, pool, witness),
            Kind::Progress => self.progress(line, pool, witness),
            Kind::System => self.system(line),
            Kind::Result => self.results.add(line.object(), &mut pool.models),
            Kind::ConversationReset => {
                self.results.conversations.reset();
                let id = string(line.object().get("new_conversation_id"));
                self.reset = Some(id.map(|id| text(id).into()));
            }
            Kind::Done => {
                if let Some(usage) = self.afk.done(line.object()) {
                    self.tokens.afk(usage);
                }
            }
            Kind::Error => self.afk.error(line.object()),
            Kind::TurnCompleted => self.tokens.codex(line.object()),
            Kind::Message | Kind::TurnFailed | Kind::StepFinish | Kind::Other => {}
        }
    }

    /// Of the line that was taken in last, which is not sure of its program: what it says in the dialect of its run, or in all that the run
    /// may be of.
    pub(super) fn hear_open(&mut self, line: &Line<'_, '_>, decided: Option<Dialect>, pool: &mut Pool) {
        self.heard.open(self.events.saturating_sub(1), line, decided, pool);
    }

    /// The day of the first time.
    pub(super) fn day(&self) -> Day {
        self.started.as_deref().map_or(Day::NONE, |time| Day::of(time.as_bytes()))
    }

    fn time(&mut self, time: Time<'_>) {
        self.ended.clear();
        match time {
            Time::Text(raw) => self.ended.push_str(&text(raw)),
            Time::Number(lexeme) => self.ended.push_str(lexeme),
            Time::Ms(ms) => write_ms(ms, &mut self.ended),
        }
        if self.started.is_none() {
            self.started = Some(self.ended.as_str().into());
        }
    }

    fn system(&mut self, line: &Line<'_, '_>) {
        if line.is_init() {
            self.has_init = true;
        } else if line.subtype.is_some_and(|subtype| subtype == "turn_duration") {
            add(&mut self.turns, 1);
            let duration = number(line.object().get("durationMs")).and_then(whole);
            self.turns_duration = both(self.turns_duration, duration, u64::saturating_add);
        }
    }

    fn calls(
        &mut self,
        line: &Line<'_, '_>,
        content: Option<Value<'_, '_>>,
        agent: Name,
        pool: &mut Pool,
        witness: &mut impl Witness,
    ) {
        let mut place = line.offset;
        for block in blocks(content) {
            let [kind, id, name] = block.pick(&CALL);
            if kind.is_some_and(|kind| kind.says("tool_use")) {
                let (id, name) = (string(id), string(name));
                self.tools.call(line.key, place, id, tool(pool, name), agent);
                witness.call(&CallFacts {
                    source: CallSource::Message,
                    id,
                    name,
                    agent: line.agent,
                    input: Input::Member(block, "input"),
                });
                place = place.saturating_add(1);
            }
        }
    }

    fn tool_results(&mut self, key: IdKey, message: Object<'_, '_>, witness: &mut impl Witness) {
        let [content] = message.pick(&CONTENT);
        for block in blocks(content) {
            let [kind, id, is_error] = block.pick(&RESULT);
            if kind.is_some_and(|kind| kind.says("tool_result")) {
                let (id, is_error) = (string(id), Field::of(is_error, Value::bool).or(false));
                self.tools.result(key, id, is_error);
                witness.result(&ResultFacts { source: CallSource::Message, id, is_error, block });
            }
        }
    }

    /// A message that a progress line embeds: of a sub-agent, and most often told elsewhere as well.
    fn progress(&mut self, line: &Line<'_, '_>, pool: &mut Pool, witness: &mut impl Witness) {
        const DATA: Pick<1> = KEYS.pick(["data"]);
        const INNER: Pick<2> = KEYS.pick(["type", "message"]);
        let object = |value| Field::of(value, Value::object).ok();
        let [data] = line.object().pick(&DATA);
        let Some(data) = object(data) else { return };
        let [kind, outer] = data.pick(&INNER);
        if string(kind).is_none_or(|kind| kind != "agent_progress") {
            return;
        }
        let Some(outer) = object(outer) else { return };
        let [kind, message] = outer.pick(&INNER);
        if string(kind).is_none_or(|kind| kind != "assistant") {
            return;
        }
        if let Some(message) = object(message) {
            let [id, model, usage, _] = message.pick(&MESSAGE);
            let (beside, message) = (outer.pick(&BESIDE), [id, model, usage]);
            self.message(line, beside, message, Some(Told::Progress), pool, witness);
        }
    }

    /// `beside` is what stands beside the message, [`BESIDE`]; of the message its id, model and usage.
    fn message(
        &mut self,
        line: &Line<'_, '_>,
        beside: [Option<Value<'_, '_>>; 4],
        message: [Option<Value<'_, '_>>; 3],
        told: Option<Told>,
        pool: &mut Pool,
        witness: &mut impl Witness,
    ) {
        let [id, model, usage] = message;
        let [request, uuid, is_sidechain, is_api_error] = beside;
        let is_true = |value| Field::of(value, Value::bool).or(false);
        let model = string(model);
        let is_synthetic = is_true(is_api_error) || model.is_some_and(|model| model == "<synthetic>");
        let model_name = model.map_or(NO_NAME, |model| pool.models.add_string(model));
        if model.is_some() && !is_synthetic {
            self.models.insert(model_name);
        }
        let side = if is_true(is_sidechain) { Told::Side } else { Told::Main };
        let (id, request, uuid) = (string(id), string(request), string(uuid));
        let usage = Field::of(usage, Value::object).ok().map(Counters::read);
        witness.message(&MessageFacts {
            id,
            request_id: request,
            uuid,
            model,
            usage,
            cost_usd_micros: None,
            told: told.unwrap_or(side),
            is_synthetic,
        });
        let Some(usage) = usage else { return };
        match told {
            None => self.tokens.message(id.is_some(), usage),
            Some(_) => add(&mut self.odd_progress, odd(usage)),
        }
        self.has_usage |= told.is_none();
        let message = Message {
            id,
            request,
            uuid,
            told: told.unwrap_or(side),
            is_synthetic,
            usage,
            session: line.session.unwrap_or(NO_NAME),
            model: model_name,
            day: line.day,
            offset: line.offset,
        };
        self.rows.add(line.key, &message);
    }

    /// The id of the conversation that is open.
    fn conversation<'n>(&'n self, sessions: &'n Names) -> Option<&'n str> {
        let renewed = self.reset.as_ref().and_then(Option::as_deref);
        renewed.or(self.session_in(sessions))
    }

    fn session_in<'n>(&self, sessions: &'n Names) -> Option<&'n str> {
        self.session.and_then(|session| sessions.get(session))
    }

    /// Whether `later`, which begins at an init of Claude Code, is a turn of the same process.
    pub(super) fn goes_on_in(&self, later: &Figures, sessions: &Names) -> bool {
        let ids = self.conversation(sessions).zip(later.session_in(sessions));
        ids.is_none_or(|(old, new)| old == new)
            && !self.results.conversations.falls_to(&later.results.conversations)
    }

    /// Takes in what directly follows, as part of the same run.
    pub(super) fn append(&mut self, later: Figures) {
        self.results.append(later.results, later.events);
        self.afk.append(later.afk, later.events);
        self.heard.append(later.heard, self.events);
        add(&mut self.nameless, later.nameless);
        self.start = self.start.or(later.start);
        add(&mut self.events, later.events);
        add(&mut self.faults, later.faults);
        self.has_init |= later.has_init;
        self.session = self.session.or(later.session);
        self.reset = later.reset.or(self.reset.take());
        if later.started.is_some() {
            self.started = self.started.take().or(later.started);
            self.ended = later.ended;
        }
        self.models.extend(later.models);
        self.has_usage |= later.has_usage;
        self.rows.merge(later.rows);
        self.tokens.merge(&later.tokens);
        self.tools.merge(later.tools);
        add(&mut self.turns, later.turns);
        self.turns_duration = both(self.turns_duration, later.turns_duration, u64::saturating_add);
        add(&mut self.odd_progress, later.odd_progress);
    }

    pub(super) fn rename(&mut self, names: &AllRenamed) {
        if let Some(session) = &mut self.session {
            names.sessions.rename(session);
        }
        if !names.models.is_same() {
            self.models = self.models.iter().map(|model| names.models.get(*model)).collect();
        }
        self.rows.rename(&names.sessions, &names.models);
        self.results.conversations.rename(&names.models);
        self.tools.rename(&names.tools, &names.agents);
        self.afk.tools.rename(&names.tools, &names.agents);
        self.heard.rename(names);
    }

    /// Line numbers count from `lines` lines earlier.
    pub(super) fn shift(&mut self, lines: u64) {
        if let Some((line, _)) = &mut self.start {
            add(line, lines);
        }
    }
}

/// The blocks of a message's content that are objects.
fn blocks<'a, 't>(content: Option<Value<'a, 't>>) -> impl Iterator<Item = Object<'a, 't>> {
    let blocks = Field::of(content, Value::array).ok().map(Array::elements);
    blocks.into_iter().flatten().filter_map(|block| block.object().ok())
}

/// [`BESIDE`] of a message that is the line's own.
fn beside<'a, 't>(line: &Line<'a, 't>) -> [Option<Value<'a, 't>>; 4] {
    [Member::RequestIdCamel, Member::Uuid, Member::IsSidechain, Member::IsApiErrorMessage]
        .map(|member| line.get(member))
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Figures {
    start,
    events,
    faults,
    has_init,
    session,
    reset,
    started,
    ended,
    models,
    has_usage,
    rows,
    tokens,
    tools,
    results,
    afk,
    heard,
    nameless,
    turns,
    turns_duration,
    odd_progress,
});
