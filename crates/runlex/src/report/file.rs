//! The finished report of one stream.

use super::count::add;
use super::day::Day;
use super::groups::OpenGroups;
use super::names::Pool;
use super::record::{RunOutcome, RunRecord, SettledRuns};
use super::results::both;
use super::rows::{Counted, Rows};
use super::runs::United;
use super::sessions::Sessions;
use super::tokens::{Measured, Tokens};
use super::tools::by_text;
use super::usage::Common;
use super::{EndKind, FaultEntry, NoteEntry, Report, TokenSums, ToolCounts, TypeCounts, Usage};
use runlex_core::FaultKind;
use runlex_dialects::Dialect;
use serde::Serialize;
use std::collections::BTreeMap;

/// What is in a stream and what is broken, in plain data. Serialises to an entry of `check -o json`; keys are described in
/// `docs/report.md`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileReport {
    /// All bytes.
    pub bytes: u64,
    /// All lines; each is exactly one of event, blank, fault.
    pub lines: u64,
    /// Lines of nothing but white space.
    pub blank: u64,
    /// The last line has no newline.
    pub unterminated: bool,
    /// Lines that are one whole JSON object.
    pub events: u64,
    /// Events by top-level `type`; `(none)` where that is missing or no string.
    pub types: BTreeMap<String, u64>,
    /// The same with subtypes.
    #[serde(skip)]
    pub type_counts: BTreeMap<String, TypeCounts>,
    /// The faults in order, up to [`LISTED`](super::LISTED).
    pub faults: Vec<FaultEntry>,
    /// All faults by kind; kinds that do not occur are left out.
    pub fault_counts: BTreeMap<&'static str, u64>,
    /// The notes in order, up to [`LISTED`](super::LISTED).
    pub notes: Vec<NoteEntry>,
    /// All notes.
    pub note_count: u64,
    /// Distinct session ids in order of first sight.
    pub sessions: Vec<String>,
    /// The dialects of the runs in order of first sight; `unknown` for those without a module.
    pub dialects: Vec<&'static str>,
    /// How the runs ended.
    pub runs: Outcomes,
    /// The runs, in order.
    pub run_list: Vec<RunRecord>,
    /// Tokens, each message once.
    pub tokens: TokenSums,
    /// Tokens, summed over the lines as they stand.
    pub tokens_plain_sum: TokenSums,
    /// Counters that were neither missing nor counts (negative, fractional, beyond `u64`, no number): counted as 0.
    pub tokens_odd: u64,
    /// The dialects' own best figure; `None` when a run's dialect is unknown.
    #[serde(flatten, serialize_with = "super::usage::with_comparable")]
    pub usage: Option<Usage>,
    /// What the runs' results state of themselves; `None` when they state nothing.
    pub tokens_stated: Option<TokenSums>,
    /// Micro-dollars that the runs state; `None` when they state nothing.
    pub cost_stated_usd_micros: Option<u64>,
    /// Tool calls, each id once.
    pub tool_calls: u64,
    /// Tool results.
    pub tool_results: u64,
    /// Tool results that say they are errors.
    pub tool_errors: u64,
    /// The same by tool.
    pub tools: BTreeMap<String, ToolCounts>,
    /// Ids of calls without a result, in order of first sight.
    pub unanswered: Vec<String>,
    /// Ids that results name and no call has, sorted.
    pub orphan_results: Vec<String>,
    /// The events that end a run or turn, in order.
    pub end_events: Vec<EndEvent>,
}

/// An event that ends a run or turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct EndEvent {
    /// Line number, from 1.
    pub line: u64,
    /// Its `type`.
    #[serde(rename = "type")]
    pub kind: EndKind,
}

/// How runs ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Outcomes {
    /// With a result that is no error.
    pub ok: u64,
    /// With a result that is an error.
    pub failed: u64,
    /// Without a result: killed, crashed, cut, or still going.
    pub unterminated: u64,
    /// Of dialects that have no end event.
    pub open: u64,
    /// Of programs whose events are not known here; nothing is said of their end.
    pub unknown: u64,
}

impl Outcomes {
    fn count(&mut self, outcome: RunOutcome) {
        let count = match outcome {
            RunOutcome::Ok => &mut self.ok,
            RunOutcome::Failed => &mut self.failed,
            RunOutcome::Unterminated => &mut self.unterminated,
            RunOutcome::Open => &mut self.open,
            RunOutcome::Unknown => &mut self.unknown,
        };
        add(count, 1);
    }

    pub(super) fn add(&mut self, other: Outcomes) {
        add(&mut self.ok, other.ok);
        add(&mut self.failed, other.failed);
        add(&mut self.unterminated, other.unterminated);
        add(&mut self.open, other.open);
        add(&mut self.unknown, other.unknown);
    }
}

/// A finished report, with what sums over several files need beside it.
pub(super) struct Whole {
    pub(super) report: FileReport,
    pub(super) runs: SettledRuns,
    /// Of all runs.
    pub(super) rows: Rows,
    pub(super) pool: Pool,
    /// What the rows come to.
    pub(super) counted: Counted,
    /// What of `tokens` has no message id.
    pub(super) single: TokenSums,
    /// What the runs state and count by.
    pub(super) stated_usage: Measured,
    pub(super) common: Common,
    pub(super) sessions: Sessions,
    pub(super) days: BTreeMap<Day, u64>,
    pub(super) fault_counts: [u64; FaultKind::ALL.len()],
}

impl Whole {
    /// The tools of runs whose calls are events of their own.
    pub(super) fn event_tools(&self) -> BTreeMap<String, ToolCounts> {
        let runs = self.runs.iter().filter(|run| run.dialect.is_some_and(has_event_tools));
        by_text(runs.flat_map(|run| &run.tools), &self.pool.tools)
    }

    /// What falls to each session, model, day and dialect, but for messages.
    pub(super) fn groups(&mut self) -> OpenGroups {
        let mut groups = OpenGroups::default();
        groups.runs(&self.runs, &self.sessions.names, &self.pool.models);
        let mut without = self.report.events;
        for (session, events) in self.sessions.iter() {
            groups.session_events(Some(session), events);
            without = without.saturating_sub(events);
        }
        // Where only one line of a run names its session, the others are of it.
        for run in self.runs.iter().filter(|run| run.nameless > 0) {
            if let Some(session) = run.session(&self.sessions.names) {
                groups.session_events(Some(session), run.nameless);
                without = without.saturating_sub(run.nameless);
            }
        }
        groups.session_events(None, without);
        for (day, events) in std::mem::take(&mut self.days) {
            groups.day_events(day, events);
        }
        groups
    }

    /// The records of the runs, which are gone then.
    pub(super) fn records(&mut self) -> Vec<RunRecord> {
        let runs = std::mem::take(&mut self.runs).into_iter();
        runs.map(|run| run.record(&self.sessions.names, &self.pool)).collect()
    }
}

impl Report {
    /// The report of the stream, in plain data.
    pub fn finish(self) -> FileReport {
        let mut whole = self.whole();
        FileReport { run_list: whole.records(), ..whole.report }
    }

    /// All but `run_list`, which is in `runs`.
    pub(super) fn whole(self) -> Whole {
        let (runs, United { mut rows, mut tools }, pool) =
            self.runs.finish(self.cut_short, &self.sessions.names);
        let (mut common, mut outcomes) = (Common::default(), Outcomes::default());
        let mut dialects: Vec<&'static str> = Vec::new();
        let (mut tokens, mut odd, mut stated_usage) = (Tokens::default(), 0, Measured::default());
        let (mut stated, mut cost) = (None, None);
        common.at_least(self.faults.count() > 0 || self.cut_short);
        for run in &runs {
            tokens.merge(&run.tokens);
            common.add_run(run.dialect.is_some(), run.usage.as_ref());
            outcomes.count(run.outcome);
            let dialect = run.dialect_name();
            if !dialects.contains(&dialect) {
                dialects.push(dialect);
            }
            stated_usage += run.stated();
            add(&mut odd, run.odd);
            stated = both(stated, run.stated, |one, other| one + other);
            cost = both(cost, run.cost, u64::saturating_add);
        }
        add(&mut odd, tokens.odd);
        // An odd counter may stand in a run that has no usage.
        common.at_least(odd > 0);
        let counted = rows.sums(|_| {});
        let by_tool = by_text(&tools.by_name(), &pool.tools);
        let sum = ToolCounts::sum(by_tool.values());
        let type_counts = self.types.finish();
        let single = tokens.sum();
        let report = FileReport {
            bytes: self.bytes,
            lines: self.lines,
            blank: self.blank,
            unterminated: self.unterminated,
            events: self.events,
            types: type_counts.iter().map(|(name, counts)| (name.clone(), counts.events)).collect(),
            type_counts,
            fault_counts: by_kind(self.faults.counts),
            faults: self.faults.listed,
            notes: self.faults.notes,
            note_count: self.faults.note_count,
            sessions: self.sessions.iter().map(|(name, _)| name.to_owned()).collect(),
            dialects,
            runs: outcomes,
            run_list: Vec::new(),
            tokens: counted.tokens + single,
            tokens_plain_sum: tokens.plain,
            tokens_odd: odd,
            usage: common.usage(stated_usage + counted.usage, counted.progress),
            tokens_stated: stated,
            cost_stated_usd_micros: cost,
            tool_calls: sum.calls,
            tool_results: sum.results,
            tool_errors: sum.errors,
            unanswered: tools.unanswered(),
            orphan_results: tools.orphans(),
            tools: by_tool,
            end_events: self.ends.all.into_iter().map(|(line, kind)| EndEvent { line, kind }).collect(),
        };
        Whole {
            report,
            runs,
            rows,
            counted,
            pool,
            single,
            stated_usage,
            common,
            sessions: self.sessions,
            days: self.days.finish(),
            fault_counts: self.faults.counts,
        }
    }
}

/// Whether the calls of a dialect are events of their own, and no blocks of messages: counted by run.
pub(super) fn has_event_tools(dialect: Dialect) -> bool {
    dialect == Dialect::Afk || dialect.runs().is_some()
}

/// Counts in the order of [`FaultKind::ALL`], those above 0 by name.
pub(super) fn by_kind(counts: [u64; FaultKind::ALL.len()]) -> BTreeMap<&'static str, u64> {
    let names = FaultKind::ALL.iter().map(|kind| kind.as_str());
    names.zip(counts).filter(|(_, count)| *count > 0).collect()
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Outcomes { ok, failed, unterminated, open, unknown });
