//! Sums over many streams.

use super::file::by_kind;
use super::runs::Outcomes;
use super::sessions::Sessions;
use super::tokens::{TokenSums, Tokens};
use super::types::Types;
use super::{Report, SumOf, ToolCounts, TypeCounts, Usage};
use crate::id::IdKey;
use runlex_core::FaultKind;
use serde::Serialize;
use std::collections::BTreeMap;

/// Adds up the reports of several streams, in the order in which they are given.
///
/// A message that several files hold (a resumed session copies its history) counts once, by the line with the highest
/// output, the first file's on a tie. Sessions are distinct over all files. Calls and results are paired within a file.
#[derive(Clone, Debug)]
pub struct Totals {
    key: IdKey,
    sum: TotalsReport,
    sessions: Sessions,
    types: Types,
    tokens: Tokens,
    /// Sum of the files' own token sums.
    tokens_by_file: TokenSums,
    /// Of runs none of whose messages had usage.
    stated_only: TokenSums,
    /// Whether every run's dialect is known; `None` without runs.
    all_known: Option<bool>,
    /// A file's usage is a lower bound.
    at_least: bool,
    fault_counts: [u64; FaultKind::ALL.len()],
}

/// The finished sums. Serialises to `totals` of `stats -o json`; keys are described in `docs/report.md`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TotalsReport {
    /// Streams that were read: to their end, or at least one line before an error.
    pub files: u64,
    /// Streams that could not be read to their end, or not at all.
    pub files_with_errors: u64,
    /// All bytes.
    pub bytes: u64,
    /// All lines.
    pub lines: u64,
    /// Blank lines.
    pub blank: u64,
    /// Streams whose last line has no newline.
    pub unterminated: u64,
    /// Events.
    pub events: u64,
    /// Events by type, and within it by subtype.
    pub types: BTreeMap<String, TypeCounts>,
    /// Faults by kind.
    pub faults: BTreeMap<&'static str, u64>,
    /// Notes.
    pub notes: u64,
    /// Distinct session ids.
    pub sessions: u64,
    /// Files by the dialects that occur in them.
    pub dialects: BTreeMap<&'static str, u64>,
    /// How the runs ended.
    pub runs: Outcomes,
    /// Tokens, each message once over all files.
    pub tokens: TokenSums,
    /// Tokens, summed over the lines as they stand.
    pub tokens_plain_sum: TokenSums,
    /// What the files' own sums have beyond `tokens`: messages that several files hold.
    pub tokens_copied: TokenSums,
    /// Counters that were neither missing nor counts.
    pub tokens_odd: u64,
    /// The dialects' own best figure over all files; `None` when a run's dialect is unknown.
    pub usage: Option<Usage>,
    /// What the runs' results state of themselves; `None` when they state nothing.
    pub tokens_stated: Option<TokenSums>,
    /// Tool calls.
    pub tool_calls: u64,
    /// Tool results.
    pub tool_results: u64,
    /// Tool results that say they are errors.
    pub tool_errors: u64,
    /// The same by tool.
    pub tools: BTreeMap<String, ToolCounts>,
    /// Calls without a result.
    pub unanswered: u64,
    /// Ids that results name and no call of the file has.
    pub orphan_results: u64,
    /// Events that end a run or turn.
    pub end_events: u64,
}

impl Totals {
    /// No streams yet. `key` is that of the reports to come.
    pub fn new(key: IdKey) -> Totals {
        Totals {
            key,
            sum: TotalsReport::default(),
            sessions: Sessions::default(),
            types: Types::default(),
            tokens: Tokens::default(),
            tokens_by_file: TokenSums::default(),
            stated_only: TokenSums::default(),
            all_known: None,
            at_least: false,
            fault_counts: [0; FaultKind::ALL.len()],
        }
    }

    /// Takes in the report of one more stream. Of one that could not be read, give the empty report with
    /// [`Report::cut_short`] called.
    pub fn add(&mut self, mut report: Report) {
        debug_assert_eq!(self.key, report.key, "reports to be added up share their key");
        let sum = &mut self.sum;
        sum.files += u64::from(!report.cut_short || !report.is_empty());
        sum.files_with_errors += u64::from(report.cut_short);
        sum.bytes += report.bytes;
        sum.lines += report.lines;
        sum.blank += report.blank;
        sum.unterminated += u64::from(report.unterminated);
        sum.events += report.events;
        sum.notes += report.faults.note_count;
        for (sum, count) in self.fault_counts.iter_mut().zip(report.faults.counts) {
            *sum += count;
        }
        let runs = std::mem::take(&mut report.runs).finish();
        self.at_least |= report.bound(&runs) == SumOf::AtLeast;
        if let Some(known) = runs.all_known() {
            self.all_known = Some(self.all_known.unwrap_or(true) && known);
        }
        self.stated_only += runs.stated_only;
        if let Some(stated) = runs.stated {
            *sum.tokens_stated.get_or_insert_default() += stated;
        }
        for name in runs.dialect_names() {
            *sum.dialects.entry(name).or_default() += 1;
        }
        sum.runs.add(runs.outcomes);
        for (name, counts) in report.tools.by_name() {
            sum.tool_calls += counts.calls;
            sum.tool_results += counts.results;
            sum.tool_errors += counts.errors;
            let tool = sum.tools.entry(name).or_default();
            tool.calls += counts.calls;
            tool.results += counts.results;
            tool.errors += counts.errors;
            tool.unanswered += counts.unanswered;
            sum.unanswered += counts.unanswered;
        }
        sum.orphan_results += report.tools.orphan_count();
        sum.end_events += report.ends.all.len() as u64;
        sum.tokens_plain_sum += report.tokens.plain;
        sum.tokens_odd += report.tokens.odd + runs.odd;
        self.tokens_by_file += report.tokens.sum();
        self.tokens.add_file(report.tokens);
        self.types.merge(report.types);
        self.sessions.merge(self.key, report.sessions);
    }

    /// The sums in plain data.
    pub fn finish(self) -> TotalsReport {
        let tokens = self.tokens.sum();
        let bound = if self.at_least { SumOf::AtLeast } else { SumOf::Everything };
        TotalsReport {
            usage: Usage::of(tokens + self.stated_only, self.all_known, bound),
            types: self.types.sorted(),
            faults: by_kind(self.fault_counts),
            sessions: self.sessions.names.len() as u64,
            tokens,
            tokens_copied: self.tokens_by_file - tokens,
            ..self.sum
        }
    }
}
