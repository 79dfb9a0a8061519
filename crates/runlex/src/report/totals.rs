//! Sums over many streams.

use super::count::add;
use super::file::{FileReport, Outcomes, Whole, by_kind};
use super::groups::Groups;
use super::results::both;
use super::rows::Rows;
use super::sessions::Sessions;
use super::tokens::TokenSums;
use super::types::Types;
use super::usage::Common;
use super::{Report, ToolCounts, TypeCounts, Usage};
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
    rows: Rows,
    /// What of `tokens` has no message id.
    single: TokenSums,
    /// Sum of the files' own token sums.
    tokens_by_file: TokenSums,
    /// What the runs state and count by.
    stated_usage: TokenSums,
    /// What the usage of all runs has in common.
    common: Common,
    groups: Groups,
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
    /// Micro-dollars that the runs state; `None` when they state nothing.
    pub cost_stated_usd_micros: Option<u64>,
    /// Tool calls.
    pub tool_calls: u64,
    /// Tool results.
    pub tool_results: u64,
    /// Tool results that say they are errors.
    pub tool_errors: u64,
    /// The same by tool.
    pub tools: BTreeMap<String, ToolCounts>,
    /// The tools of AFK's runs, whose calls are events of their own and in none of the counts above.
    #[serde(skip)]
    pub afk_tools: BTreeMap<String, ToolCounts>,
    /// Sums by session, model, day and dialect.
    #[serde(skip)]
    pub groups: Groups,
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
            rows: Rows::default(),
            single: TokenSums::default(),
            tokens_by_file: TokenSums::default(),
            stated_usage: TokenSums::default(),
            common: Common::default(),
            groups: Groups::default(),
            fault_counts: [0; FaultKind::ALL.len()],
        }
    }

    /// Takes in the report of one more stream, and gives it finished. Of one that could not be read, give the empty report
    /// with [`Report::cut_short`] called.
    pub fn add(&mut self, report: Report) -> FileReport {
        debug_assert_eq!(self.key, report.key, "reports to be added up share their key");
        let (is_cut, is_empty, ends) = (report.cut_short, report.is_empty(), report.ends.all.len() as u64);
        let Whole {
            report: mut file,
            runs,
            rows,
            single,
            stated_usage,
            common,
            types,
            sessions,
            days,
            fault_counts,
        } = report.whole();
        let sum = &mut self.sum;
        self.rows.add_file(rows, sum.files);
        add(&mut sum.files, u64::from(!is_cut || !is_empty));
        add(&mut sum.files_with_errors, u64::from(is_cut));
        add(&mut sum.bytes, file.bytes);
        add(&mut sum.lines, file.lines);
        add(&mut sum.blank, file.blank);
        add(&mut sum.unterminated, u64::from(file.unterminated));
        add(&mut sum.events, file.events);
        add(&mut sum.notes, file.note_count);
        for (sum, count) in self.fault_counts.iter_mut().zip(fault_counts) {
            add(sum, count);
        }
        for name in &file.dialects {
            add(sum.dialects.entry(name).or_default(), 1);
        }
        sum.runs.add(file.runs);
        sum.tokens_stated = both(sum.tokens_stated, file.tokens_stated, |one, other| one + other);
        sum.cost_stated_usd_micros =
            both(sum.cost_stated_usd_micros, file.cost_stated_usd_micros, u64::saturating_add);
        sum.tokens_plain_sum += file.tokens_plain_sum;
        add(&mut sum.tokens_odd, file.tokens_odd);
        for (name, counts) in &file.tools {
            sum.tools.entry(name.clone()).or_default().add(*counts);
            add(&mut sum.unanswered, counts.unanswered);
        }
        add(&mut sum.tool_calls, file.tool_calls);
        add(&mut sum.tool_results, file.tool_results);
        add(&mut sum.tool_errors, file.tool_errors);
        add(&mut sum.orphan_results, file.orphan_results.len() as u64);
        add(&mut sum.end_events, ends);
        self.tokens_by_file += file.tokens;
        self.single += single;
        self.stated_usage += stated_usage;
        self.common.add(common);
        self.types.merge(types);

        for run in &runs {
            self.groups.run(run);
            for (name, counts) in &run.afk_tools {
                self.sum.afk_tools.entry(name.clone()).or_default().add(*counts);
            }
        }
        let mut without = file.events;
        for (session, events) in sessions.iter() {
            self.groups.session_events(Some(session), events);
            without = without.saturating_sub(events);
        }
        self.groups.session_events(None, without);
        for (day, events) in days {
            self.groups.day_events(day, events);
        }
        self.sessions.merge(self.key, sessions);
        file.run_list = runs.into_iter().map(|run| run.record).collect();
        file
    }

    /// The sums in plain data.
    pub fn finish(mut self) -> TotalsReport {
        let tokens = self.rows.tokens() + self.single;
        let (mut usage, mut progress) = (self.stated_usage, TokenSums::default());
        self.rows.each_once(|once| {
            usage += once.usage;
            if once.place.only_progress {
                progress += once.usage;
            }
            self.groups.message(&self.rows, &once);
        });
        TotalsReport {
            usage: self.common.usage(usage, progress),
            types: self.types.sorted(),
            faults: by_kind(self.fault_counts),
            sessions: self.sessions.iter().count() as u64,
            tokens,
            tokens_copied: self.tokens_by_file - tokens,
            groups: self.groups.finish(),
            ..self.sum
        }
    }
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(TotalsReport {
    files,
    files_with_errors,
    bytes,
    lines,
    blank,
    unterminated,
    events,
    types,
    faults,
    notes,
    sessions,
    dialects,
    runs,
    tokens,
    tokens_plain_sum,
    tokens_copied,
    tokens_odd,
    usage,
    tokens_stated,
    cost_stated_usd_micros,
    tool_calls,
    tool_results,
    tool_errors,
    tools,
    afk_tools,
    groups,
    unanswered,
    orphan_results,
    end_events,
});
