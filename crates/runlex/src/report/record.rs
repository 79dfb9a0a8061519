//! The record of a run: what its dialect makes of the figures.

use super::conversations::{ModelSum, Whole};
use super::count::{add, sum};
use super::day::Day;
use super::figures::Figures;
use super::heard;
use super::names::{AllRenamed, NO_NAME, Name, Names, Pool};
use super::rows::Rows;
use super::runs::Piece;
use super::tokens::{Measured, TokenSums, Tokens};
use super::tools::{ToolCounts, Tools, by_text};
use super::usage::{SumOf, Usage};
use super::words;
use super::zone::Zone;
use runlex_dialects::Dialect;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What a run is, how it ended and what it used. Keys are described in `docs/report.md`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RunRecord {
    /// The dialect; `unknown` without a module.
    pub dialect: &'static str,
    /// The first session id.
    pub session: Option<String>,
    /// Line number of the first event, from 1.
    pub line: u64,
    /// Offset of that line.
    pub offset: u64,
    /// Its events.
    pub events: u64,
    /// Broken lines between them.
    pub faults: u64,
    /// The first time that a line gives, as written.
    pub started: Option<String>,
    /// The last one.
    pub ended: Option<String>,
    /// As stated.
    pub duration_ms: Option<u64>,
    /// As stated or, in Claude Code, as told by its results.
    pub turns: Option<u64>,
    /// How it ended.
    pub outcome: RunOutcome,
    /// Why it failed or stopped, in the program's word.
    pub reason: Option<String>,
    /// Result and end events.
    pub results: u64,
    /// Events behind the last of them.
    pub lines_after_end: u64,
    /// The models that are named, in order of their names.
    pub models: Vec<String>,
    /// Messages of models that have usage, each once.
    pub messages: u64,
    /// Sub-agents with the number of their tool calls.
    pub agents: BTreeMap<String, u64>,
    /// Tool calls, each id once.
    pub tool_calls: u64,
    /// Tool results.
    pub tool_results: u64,
    /// Tool results that say they are errors.
    pub tool_errors: u64,
    /// Calls without a result in this run.
    pub unanswered: u64,
    /// Ids that results name and no call of this run has.
    pub orphan_results: u64,
    /// The same by tool.
    pub tools: BTreeMap<String, ToolCounts>,
    /// Tokens, each message once, by the rule that is the same for all dialects.
    pub tokens: TokenSums,
    /// The dialect's own best figure.
    #[serde(flatten, serialize_with = "super::usage::with_comparable")]
    pub usage: Option<Usage>,
    /// What the run states of itself.
    pub tokens_stated: Option<TokenSums>,
    /// Micro-dollars, as the run states them.
    pub cost_stated_usd_micros: Option<u64>,
    /// What is odd in the order of its lines.
    pub findings: Vec<&'static str>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RunOutcome {
    /// With a result that is no error.
    Ok,
    /// With a result that is an error.
    Failed,
    /// Without a result: killed, crashed, cut, or still going.
    Unterminated,
    /// Its dialect has no end event.
    Open,
    /// Its end does not say how it went, or it is of a program whose events are not known here.
    Unknown,
}

impl RunOutcome {
    #[cfg(feature = "saved")]
    const ALL: [RunOutcome; 5] = {
        use RunOutcome::{Failed, Ok, Open, Unknown, Unterminated};
        [Ok, Failed, Unterminated, Open, Unknown]
    };

    /// The name that reports use.
    pub const fn as_str(self) -> &'static str {
        match self {
            RunOutcome::Ok => "ok",
            RunOutcome::Failed => "failed",
            RunOutcome::Unterminated => "unterminated",
            RunOutcome::Open => "open",
            RunOutcome::Unknown => "unknown",
        }
    }
}

/// What a dialect makes of a run.
pub(super) struct Story {
    pub(super) outcome: RunOutcome,
    pub(super) reason: Option<String>,
    pub(super) results: u64,
    pub(super) after: u64,
    pub(super) duration: Option<u64>,
    pub(super) turns: Option<u64>,
    /// The name of its rule for usage.
    pub(super) rule: Option<&'static str>,
    /// The usage as the run states it, where that is the rule's figure: by model.
    pub(super) usage: Option<Vec<ModelSum>>,
    /// The rule's figure may be too low even if nothing is broken.
    pub(super) is_at_least: bool,
    /// Counters that only this dialect reads, and that are no counts.
    pub(super) odd: u64,
    pub(super) stated: Option<TokenSums>,
    pub(super) cost: Option<u64>,
    pub(super) session: Option<Box<str>>,
    pub(super) more_models: Vec<Name>,
    pub(super) findings: Vec<&'static str>,
    /// Events that are of the run's session without naming it.
    pub(super) nameless: u64,
}

impl Story {
    pub(super) fn of(outcome: RunOutcome, rule: Option<&'static str>) -> Story {
        Story {
            outcome,
            reason: None,
            results: 0,
            after: 0,
            duration: None,
            turns: None,
            rule,
            usage: None,
            is_at_least: false,
            odd: 0,
            stated: None,
            cost: None,
            session: None,
            more_models: Vec::new(),
            findings: Vec::new(),
            nameless: 0,
        }
    }
}

/// A run that is known whole. Its names are those of the stream: who wants its record makes texts of them, for most of what is
/// asked of a stream needs none.
#[derive(Clone, Debug)]
pub(super) struct Settled {
    pub(super) dialect: Option<Dialect>,
    /// The day of its first time.
    pub(super) day: Day,
    pub(super) session: Option<Name>,
    /// Where no line carries one: what its end states.
    pub(super) stated_session: Option<Box<str>>,
    pub(super) line: u64,
    pub(super) offset: u64,
    pub(super) events: u64,
    faults: u64,
    started: Option<Box<str>>,
    ended: String,
    duration: Option<u64>,
    turns: Option<u64>,
    pub(super) outcome: RunOutcome,
    reason: Option<String>,
    results: u64,
    after: u64,
    /// Those that wrote messages, and those that it states figures of.
    pub(super) models: BTreeSet<Name>,
    messages: u64,
    agents: BTreeMap<Name, u64>,
    pub(super) tools: Vec<(Name, ToolCounts)>,
    orphans: u64,
    /// Each message once.
    once: TokenSums,
    pub(super) usage: Option<Usage>,
    pub(super) stated: Option<TokenSums>,
    pub(super) cost: Option<u64>,
    findings: Vec<&'static str>,
    /// What it states and counts by: by model.
    pub(super) stated_usage: Vec<ModelSum>,
    /// Counters that only its dialect reads, and that are no counts.
    pub(super) odd: u64,
    pub(super) tokens: Tokens,
    /// Events that are of the run's session without naming it.
    pub(super) nameless: u64,
}

/// Each lies where it was settled: thousands of them, of half a KB and more, are not moved together.
pub(super) type SettledRuns = Vec<Box<Settled>>;

impl Settled {
    /// What it states and counts by, of all models.
    pub(super) fn stated(&self) -> Measured {
        Measured::of(self.dialect, self.stated_usage.iter().map(|sum| sum.tokens).sum())
    }

    /// How many messages that is.
    pub(super) fn stated_messages(&self) -> u64 {
        sum(self.stated_usage.iter().map(|sum| sum.messages))
    }

    pub(super) fn dialect_name(&self) -> &'static str {
        self.dialect.map_or(words::UNKNOWN, Dialect::as_str)
    }

    /// Tells its day by the clocks of `zone`.
    pub(super) fn day_in(&mut self, zone: &Zone) {
        self.day = self.started.as_deref().map_or(Day::NONE, |time| zone.day(time.as_bytes()));
    }

    /// The first session id.
    pub(super) fn session<'s>(&'s self, sessions: &'s Names) -> Option<&'s str> {
        self.session.and_then(|session| sessions.get(session)).or(self.stated_session.as_deref())
    }

    pub(super) fn rename(&mut self, names: &AllRenamed) {
        if let Some(session) = &mut self.session {
            names.sessions.rename(session);
        }
        if !names.models.is_same() {
            self.models = self.models.iter().map(|model| names.models.get(*model)).collect();
            self.stated_usage.iter_mut().for_each(|sum| names.models.rename(&mut sum.model));
        }
        if !names.agents.is_same() {
            self.agents =
                self.agents.iter().map(|(agent, calls)| (names.agents.get(*agent), *calls)).collect();
        }
        if !names.tools.is_same() {
            self.tools.iter_mut().for_each(|(tool, _)| names.tools.rename(tool));
            self.tools.sort_unstable_by_key(|(tool, _)| *tool);
        }
    }

    pub(super) fn record(self, sessions: &Names, pool: &Pool) -> RunRecord {
        let named = |(agent, calls)| Some((pool.agents.get(agent)?.to_owned(), calls));
        let tools = by_text(&self.tools, &pool.tools);
        let sum = ToolCounts::sum(tools.values());
        let models = self.models.iter().filter_map(|model| pool.models.get(*model));
        let mut models: Vec<String> = models.map(str::to_owned).collect();
        models.sort_unstable();
        RunRecord {
            dialect: self.dialect_name(),
            session: self.session(sessions).map(str::to_owned),
            line: self.line,
            offset: self.offset,
            events: self.events,
            faults: self.faults,
            ended: self.started.is_some().then_some(self.ended),
            started: self.started.map(String::from),
            duration_ms: self.duration,
            turns: self.turns,
            outcome: self.outcome,
            reason: self.reason,
            results: self.results,
            lines_after_end: self.after,
            models,
            messages: self.messages,
            agents: self.agents.into_iter().filter_map(named).collect(),
            tool_calls: sum.calls,
            tool_results: sum.results,
            tool_errors: sum.errors,
            unanswered: sum.unanswered,
            orphan_results: self.orphans,
            tools,
            tokens: self.once + self.tokens.sum(),
            usage: self.usage,
            tokens_stated: self.stated,
            cost_stated_usd_micros: self.cost,
            findings: self.findings,
        }
    }
}

/// Selects. `is_cut` says that the source failed before its end within this run. What is counted once over all runs of a stream
/// comes beside it: its rows, and the tools of its messages.
pub(super) fn settle(run: Piece, is_cut: bool) -> (Settled, Rows, Tools) {
    let dialect = run.dialect();
    let mut figures = run.figures;
    let story = match dialect {
        Some(Dialect::Amp) => amp(&mut figures),
        Some(Dialect::ClaudeStream) => claude_stream(&mut figures),
        Some(Dialect::ClaudeTranscript) => claude_transcript(&figures),
        Some(Dialect::QwenStream) => qwen_stream(&mut figures),
        Some(Dialect::Afk) => afk(&mut figures),
        // What is written to a program is no run of it, so it neither ends nor uses anything.
        Some(Dialect::AmpInput) => Story::of(RunOutcome::Open, None),
        Some(dialect) => match dialect.runs() {
            Some(rule) => heard::story(&mut figures, dialect, rule),
            None => Story::of(RunOutcome::Unknown, None),
        },
        None => Story::of(RunOutcome::Unknown, None),
    };
    let (line, offset) = figures.start.unwrap_or_default();
    figures.rows.settle(dialect, story.usage.is_some(), offset);

    let mut messages = 0;
    let counted = figures.rows.sums(|once| add(&mut messages, once.messages));
    let odd = figures.tokens.odd.saturating_add(story.odd);
    let stated_usage = story.usage.unwrap_or_default();
    let stated: TokenSums = stated_usage.iter().map(|model| model.tokens).sum();
    let used = counted.usage + Measured::of(dialect, stated);
    add(&mut messages, sum(stated_usage.iter().map(|model| model.messages)));
    let is_at_least = story.is_at_least
        || is_cut
        || odd > 0
        || figures.faults > 0
        || story.outcome == RunOutcome::Unterminated;
    let usage = story.rule.map(|rule| Usage {
        tokens: used.printed,
        comparable: used.comparable,
        rule,
        bound: if is_at_least { SumOf::AtLeast } else { SumOf::Everything },
        progress: (counted.progress != TokenSums::default()).then_some(counted.progress),
    });

    let agents = figures.tools.by_agent();
    let own_tools = match dialect {
        Some(Dialect::Afk) => &mut figures.afk.tools,
        Some(dialect) if dialect.runs().is_some() => &mut figures.heard.of(dialect).tools,
        _ => &mut figures.tools,
    };
    if dialect.is_some_and(Dialect::writes_again) {
        own_tools.each_result_once();
    }
    let tools = own_tools.by_name();
    let orphans = own_tools.orphan_count();
    let day = figures.day();
    let mut models = figures.models;
    models.extend(story.more_models);
    figures.tools.forget_agents();
    let run = Settled {
        dialect,
        day,
        session: figures.session,
        stated_session: story.session,
        line,
        offset,
        events: figures.events,
        faults: figures.faults,
        started: figures.started,
        ended: figures.ended,
        duration: story.duration,
        turns: story.turns,
        outcome: story.outcome,
        reason: story.reason,
        results: story.results,
        after: story.after,
        models,
        messages,
        agents,
        tools,
        orphans,
        once: counted.tokens,
        usage,
        stated: story.stated,
        cost: story.cost,
        findings: story.findings,
        stated_usage,
        odd: story.odd,
        tokens: figures.tokens,
        nameless: story.nameless,
    };
    (run, figures.rows, figures.tools)
}

/// `docs/formats/amp.md`, sections 3.6 and 9: the last result decides; every message counts, and what a result states only
/// where no message says anything.
fn amp(figures: &mut Figures) -> Story {
    let results = &mut figures.results;
    let verdict = results.last.take();
    let failed = verdict.as_ref().map(|last| last.is_failure(Dialect::Amp));
    let stated = results.usage_last.map(TokenSums::from);
    let mut findings = Vec::new();
    if !figures.has_init {
        findings.push(words::NO_INIT);
    }
    if results.count > 1 {
        findings.push(words::SEVERAL_RESULTS);
    }
    Story {
        reason: verdict.filter(|_| failed == Some(true)).map(|last| last.reason()),
        results: results.count,
        after: results.after,
        duration: results.duration_last,
        turns: results.turns_last,
        usage: stated.filter(|_| !figures.has_usage).map(of_no_model),
        odd: results.odd_usage,
        stated,
        findings,
        ..Story::of(ended(failed), Some(words::AMP_MESSAGES))
    }
}

/// A statement that does not say of which model.
fn of_no_model(tokens: TokenSums) -> Vec<ModelSum> {
    vec![ModelSum { model: NO_NAME, messages: 0, tokens, cost: None }]
}

fn ended(failed: Option<bool>) -> RunOutcome {
    match failed {
        None => RunOutcome::Unterminated,
        Some(true) => RunOutcome::Failed,
        Some(false) => RunOutcome::Ok,
    }
}

/// Section 6 of the page on its stream: what the last result states by model, for all agents and the whole process; else the
/// sum of what the results state of their turns, for the main agent; else the messages, whose output is far too low.
fn claude_stream(figures: &mut Figures) -> Story {
    let results = &mut figures.results;
    // A turn that has begun and not ended.
    let verdict = results.last.take().filter(|_| !results.init_after);
    let failed = verdict.as_ref().map(|last| last.is_failure(Dialect::ClaudeStream));
    let Whole { cost, models, lacks_models } =
        std::mem::take(&mut results.conversations).sum().unwrap_or_default();
    let more_models = models.iter().map(|sum| sum.model).collect();
    let (rule, usage, is_at_least) = if !models.is_empty() && !lacks_models {
        (words::CLAUDE_MODEL_USAGE, Some(models), false)
    } else if let Some(sum) = results.usage_sum {
        (words::CLAUDE_RESULT_USAGE, Some(of_no_model(sum)), figures.tools.has_agents())
    } else {
        (words::CLAUDE_MESSAGES, None, true)
    };
    Story {
        reason: verdict.filter(|_| failed == Some(true)).map(|last| last.reason()),
        results: results.count,
        after: results.after,
        duration: results.duration_sum,
        turns: (results.count > 0).then_some(results.count),
        stated: usage.as_ref().map(|models| models.iter().map(|sum| sum.tokens).sum()),
        usage,
        is_at_least,
        odd: results.odd_usage.saturating_add(results.odd_models),
        cost,
        more_models,
        findings: if figures.has_init { Vec::new() } else { vec![words::NO_INIT] },
        ..Story::of(ended(failed), Some(rule))
    }
}

/// Section 6 of Qwen Code's page: what the last result states is the whole run's, with agents of which no line tells; without one the messages
/// are all that is known.
fn qwen_stream(figures: &mut Figures) -> Story {
    let results = &mut figures.results;
    let verdict = results.last.take();
    let failed = verdict.as_ref().map(|last| last.is_failure(Dialect::QwenStream));
    let stated = results.usage_last.map(TokenSums::from);
    Story {
        reason: verdict.filter(|_| failed == Some(true)).map(|last| last.reason()),
        results: results.count,
        after: results.after,
        duration: results.duration_last,
        turns: results.turns_last,
        usage: stated.map(of_no_model),
        is_at_least: stated.is_none(),
        odd: results.odd_usage,
        stated,
        ..Story::of(
            ended(failed),
            Some(if stated.is_some() { words::QWEN_RESULT } else { words::QWEN_MESSAGES }),
        )
    }
}

/// Sections 5 and 9 of the page on its files: nothing ends them, and output tokens are a lower bound.
fn claude_transcript(figures: &Figures) -> Story {
    Story {
        duration: figures.turns_duration,
        turns: (figures.turns > 0).then_some(figures.turns),
        is_at_least: true,
        odd: figures.odd_progress,
        ..Story::of(RunOutcome::Open, Some(words::TRANSCRIPT_MESSAGES))
    }
}

/// Sections 6 and 7 of AFK's page: `done` has the usage; its cache counters are those of the last call only.
fn afk(figures: &mut Figures) -> Story {
    let rule = Some(words::AFK_DONE);
    let Some(end) = figures.afk.end.take() else {
        return Story { usage: Some(Vec::new()), ..Story::of(RunOutcome::Unterminated, rule) };
    };
    let sum = end.usage.map(TokenSums::from);
    // An interrupted or capped turn is done as well; whether its work was, nobody says.
    let outcome = match (end.has_failed, &end.reason) {
        (true, _) => RunOutcome::Failed,
        (false, Some(_)) => RunOutcome::Unknown,
        (false, None) => RunOutcome::Ok,
    };
    Story {
        reason: end.reason.map(String::from),
        results: 1,
        after: figures.afk.after,
        duration: end.duration,
        turns: end.turns,
        usage: Some(sum.map(of_no_model).unwrap_or_default()),
        is_at_least: sum.is_none_or(|sum| sum.cache_creation + sum.cache_read > 0),
        stated: sum,
        cost: end.cost,
        session: end.session,
        ..Story::of(outcome, rule)
    }
}

// What a list shows, and apart from it the details, which a list passes over in one step but for how many sub-agents there are.
#[cfg(feature = "saved")]
crate::saved::form::fields!(RunRecord {
    dialect,
    session,
    line,
    offset,
    events,
    faults,
    started,
    ended,
    duration_ms,
    turns,
    outcome,
    reason,
    results,
    lines_after_end,
    models,
    messages,
    tool_calls,
    tool_results,
    tool_errors,
    unanswered,
    orphan_results,
    usage,
    cost_stated_usd_micros,
} apart {
    agents,
    tools,
    tokens,
    tokens_stated,
    findings,
});
#[cfg(feature = "saved")]
crate::saved::form::words!(RunOutcome: RunOutcome::ALL);
#[cfg(feature = "saved")]
crate::saved::form::fields!(Settled {
    dialect,
    day,
    session,
    stated_session,
    line,
    offset,
    events,
    faults,
    started,
    ended,
    duration,
    turns,
    outcome,
    reason,
    results,
    after,
    models,
    messages,
    agents,
    tools,
    orphans,
    once,
    usage,
    stated,
    cost,
    findings,
    stated_usage,
    odd,
    tokens,
    nameless,
});
