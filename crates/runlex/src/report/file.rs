//! The finished report of one stream.

use super::runs::Finished;
use super::{EndKind, FaultEntry, NoteEntry, Outcomes, Report, TokenSums, ToolCounts, TypeCounts};
use runlex_core::FaultKind;
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
    /// Tokens, each message once.
    pub tokens: TokenSums,
    /// Tokens, summed over the lines as they stand.
    pub tokens_plain_sum: TokenSums,
    /// Counters that were neither missing nor counts (negative, fractional, beyond `u64`, no number): counted as 0.
    pub tokens_odd: u64,
    /// The dialects' own best figure; `None` when a run's dialect is unknown.
    pub usage: Option<Usage>,
    /// What the runs' results state of themselves; `None` when they state nothing.
    pub tokens_stated: Option<TokenSums>,
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

/// Token usage by the rule of the dialect's page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Usage {
    /// The counters.
    #[serde(flatten)]
    pub tokens: TokenSums,
    /// How they were come by.
    pub rule: &'static str,
    /// Whether lines may be missing from them.
    pub bound: SumOf,
}

/// What a sum is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum SumOf {
    /// Everything there was.
    #[serde(rename = "exact")]
    Everything,
    /// At least this: a run has no end, lines are broken, a counter is odd, or the source failed before its end.
    #[serde(rename = "at-least")]
    AtLeast,
}

/// Amp: every assistant line counts, each message id once; a run none of whose messages has usage counts its result's.
const AMP_RULE: &str = "amp-messages";

impl Usage {
    /// `None` when a run's dialect is unknown, or when there is no run (`known` is then `None`).
    pub(super) fn of(tokens: TokenSums, known: Option<bool>, bound: SumOf) -> Option<Usage> {
        (known == Some(true)).then_some(Usage { tokens, rule: AMP_RULE, bound })
    }
}

impl Report {
    /// Whether tokens may be missing from what was read.
    pub(super) fn bound(&self, runs: &Finished) -> SumOf {
        let is_whole = runs.outcomes.unterminated == 0
            && self.faults.count() == 0
            && self.tokens.odd + runs.odd == 0
            && !self.cut_short;
        if is_whole { SumOf::Everything } else { SumOf::AtLeast }
    }

    /// The report of the stream, in plain data.
    pub fn finish(mut self) -> FileReport {
        let tools = self.tools.sum();
        let tokens = self.tokens.sum();
        let runs = std::mem::take(&mut self.runs).finish();
        let tokens_odd = self.tokens.odd + runs.odd;
        let bound = self.bound(&runs);
        let usage = Usage::of(tokens + runs.stated_only, runs.all_known(), bound);
        let type_counts = self.types.sorted();
        FileReport {
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
            sessions: self.sessions.names,
            dialects: runs.dialect_names().collect(),
            runs: runs.outcomes,
            tokens,
            tokens_plain_sum: self.tokens.plain,
            tokens_odd,
            usage,
            tokens_stated: runs.stated,
            tool_calls: tools.calls,
            tool_results: tools.results,
            tool_errors: tools.errors,
            unanswered: self.tools.unanswered(),
            orphan_results: self.tools.orphans(),
            tools: self.tools.by_name(),
            end_events: self.ends.all.into_iter().map(|(line, kind)| EndEvent { line, kind }).collect(),
        }
    }
}

/// Counts in the order of [`FaultKind::ALL`], those above 0 by name.
pub(super) fn by_kind(counts: [u64; FaultKind::ALL.len()]) -> BTreeMap<&'static str, u64> {
    let names = FaultKind::ALL.iter().map(|kind| kind.as_str());
    names.zip(counts).filter(|(_, count)| *count > 0).collect()
}
