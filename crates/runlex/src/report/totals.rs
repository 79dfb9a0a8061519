//! Sums over many streams.

use super::count::{add, sum};
use super::cross::{Cross, Key, KeyValue};
use super::file::{FileReport, Outcomes, Whole, by_kind};
use super::groups::{Group, Groups, OpenGroups};
use super::names::Names;
use super::results::both;
use super::rows::{Counted, Once, Place, Rows};
use super::tokens::{Measured, TokenSums};
use super::usage::Common;
use super::{Report, ToolCounts, TypeCounts, Usage};
use crate::id::IdKey;
use foldhash::fast::RandomState;
use runlex_core::FaultKind;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// Sums over several streams: a monoid, in the order of the streams. Most of the work for a stream is in [`of`](Self::of), so
/// let that be done by whoever read it.
///
/// A message that several files hold (a resumed session copies its history) counts once, by the line with the highest
/// output, the first file's on a tie. Sessions are distinct over all files. Calls and results are paired within a file.
#[derive(Clone, Debug)]
pub struct Totals {
    key: IdKey,
    /// All but what is below.
    sum: TotalsReport,
    sessions: Names,
    models: Names,
    rows: Rows,
    /// What the rows come to, as long as they are those of one stream.
    counted: Option<Counted>,
    /// What of `tokens` has no message id.
    single: TokenSums,
    /// Sum of the files' own token sums.
    tokens_by_file: TokenSums,
    /// What the runs state and count by.
    stated_usage: Measured,
    /// What the usage of all runs has in common.
    common: Common,
    /// None where nobody asks for them.
    groups: Option<OpenGroups>,
    /// By several keys at once, if they were asked for.
    cross: Option<Cross>,
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
    #[serde(flatten, serialize_with = "super::usage::with_comparable")]
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
    /// The tools of runs whose calls are events of their own and in none of the counts above: AFK, Codex.
    #[serde(skip)]
    pub event_tools: BTreeMap<String, ToolCounts>,
    /// Sums by session, model, day and dialect; none of [`Totals::alone`].
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
            sessions: Names::default(),
            models: Names::default(),
            rows: Rows::default(),
            counted: None,
            single: TokenSums::default(),
            tokens_by_file: TokenSums::default(),
            stated_usage: Measured::default(),
            common: Common::default(),
            groups: None,
            cross: None,
            fault_counts: [0; FaultKind::ALL.len()],
        }
    }

    /// The totals of one stream, and its report. Of a stream that could not be read, give the empty report with
    /// [`Report::cut_short`] called.
    pub fn of(report: Report) -> (Totals, FileReport) {
        Totals::made(report, None, false)
    }

    /// The totals of one stream alone: without the texts that only its report shows, and without
    /// [`groups`](TotalsReport::groups), which what is merged with it loses as well.
    pub fn alone(report: Report) -> Totals {
        Totals::made(report, None, true).0
    }

    /// The totals of one stream and its report, with sums for each combination of these keys beside them: see
    /// [`finish_by`](Self::finish_by). All totals that are merged are made with the same keys. Memory grows with the combinations, and
    /// if [`Key::Run`] is among them with runs.
    pub fn of_by(report: Report, keys: &[Key]) -> (Totals, FileReport) {
        Totals::made(report, Some(Cross::new(keys)), false)
    }

    fn made(report: Report, mut cross: Option<Cross>, is_alone: bool) -> (Totals, FileReport) {
        let (key, is_cut, is_empty) = (report.key, report.cut_short, report.is_empty());
        let zone = report.zone.clone();
        let mut whole = report.whole();
        if !zone.is_utc() {
            whole.runs.iter_mut().for_each(|run| run.day_in(&zone));
        }
        if let Some(cross) = &mut cross {
            whole.runs.iter().for_each(|run| cross.run(run, &whole.sessions.names, &whole.pool.models));
        }
        let (groups, event_tools) = ((!is_alone).then(|| whole.groups()), whole.event_tools());
        if !is_alone {
            whole.report.run_list = whole.records();
        }
        let Whole {
            report: file,
            runs: _,
            rows,
            counted,
            pool,
            single,
            stated_usage,
            common,
            sessions,
            days: _,
            fault_counts,
        } = whole;
        let sums = TotalsReport {
            files: u64::from(!is_cut || !is_empty),
            files_with_errors: u64::from(is_cut),
            bytes: file.bytes,
            lines: file.lines,
            blank: file.blank,
            unterminated: u64::from(file.unterminated),
            events: file.events,
            types: file.type_counts.clone(),
            notes: file.note_count,
            dialects: file.dialects.iter().map(|name| (*name, 1)).collect(),
            runs: file.runs,
            tokens_plain_sum: file.tokens_plain_sum,
            tokens_odd: file.tokens_odd,
            tokens_stated: file.tokens_stated,
            cost_stated_usd_micros: file.cost_stated_usd_micros,
            tool_calls: file.tool_calls,
            tool_results: file.tool_results,
            tool_errors: file.tool_errors,
            tools: file.tools.clone(),
            event_tools,
            unanswered: sum(file.tools.values().map(|counts| counts.unanswered)),
            orphan_results: file.orphan_results.len() as u64,
            end_events: file.end_events.len() as u64,
            ..TotalsReport::default()
        };
        let totals = Totals {
            key,
            sum: sums,
            sessions: sessions.names,
            models: pool.models,
            rows,
            counted: Some(counted),
            single,
            tokens_by_file: file.tokens,
            stated_usage,
            common,
            groups,
            cross,
            fault_counts,
        };
        (totals, file)
    }

    /// No stream was taken in: one that could not be read counts too.
    fn is_empty(&self) -> bool {
        self.sum.files == 0 && self.sum.files_with_errors == 0
    }

    /// Takes in the totals of the streams that directly follow.
    pub fn merge(&mut self, mut later: Totals) {
        debug_assert_eq!(self.key, later.key, "reports to be added up share their key");
        if self.is_empty() {
            *self = later;
            return;
        }
        let (sum, more) = (&mut self.sum, later.sum);
        let (sessions, models) = (self.sessions.merge(&later.sessions), self.models.merge(&later.models));
        later.rows.rename(&sessions, &models);
        self.rows.merge_files(later.rows, sum.files);
        self.counted = None;
        if let Some(later) = later.cross {
            self.cross.get_or_insert_with(|| Cross::new(later.keys())).merge(later, sum.files);
        }
        add(&mut sum.files, more.files);
        add(&mut sum.files_with_errors, more.files_with_errors);
        add(&mut sum.bytes, more.bytes);
        add(&mut sum.lines, more.lines);
        add(&mut sum.blank, more.blank);
        add(&mut sum.unterminated, more.unterminated);
        add(&mut sum.events, more.events);
        for (name, counts) in more.types {
            sum.types.entry(name).or_default().add(counts);
        }
        add(&mut sum.notes, more.notes);
        for (name, files) in more.dialects {
            add(sum.dialects.entry(name).or_default(), files);
        }
        sum.runs.add(more.runs);
        sum.tokens_plain_sum += more.tokens_plain_sum;
        add(&mut sum.tokens_odd, more.tokens_odd);
        sum.tokens_stated = both(sum.tokens_stated, more.tokens_stated, |one, other| one + other);
        sum.cost_stated_usd_micros =
            both(sum.cost_stated_usd_micros, more.cost_stated_usd_micros, u64::saturating_add);
        add(&mut sum.tool_calls, more.tool_calls);
        add(&mut sum.tool_results, more.tool_results);
        add(&mut sum.tool_errors, more.tool_errors);
        for (tools, more) in [(&mut sum.tools, more.tools), (&mut sum.event_tools, more.event_tools)] {
            for (name, counts) in more {
                tools.entry(name).or_default().add(counts);
            }
        }
        add(&mut sum.unanswered, more.unanswered);
        add(&mut sum.orphan_results, more.orphan_results);
        add(&mut sum.end_events, more.end_events);
        self.single += later.single;
        self.tokens_by_file += later.tokens_by_file;
        self.stated_usage += later.stated_usage;
        self.common.add(later.common);
        self.groups = match (self.groups.take(), later.groups) {
            (Some(groups), Some(later)) => Some(groups.merge(later)),
            _ => None,
        };
        for (sum, count) in self.fault_counts.iter_mut().zip(later.fault_counts) {
            add(sum, count);
        }
    }

    /// The sums in plain data.
    pub fn finish(self) -> TotalsReport {
        self.finish_by().0
    }

    /// The same, and what falls to each combination of the keys of [`of_by`](Self::of_by), in their order; nothing without keys. A
    /// message counts once over all streams, with its chosen line. So the usage of all combinations is that of
    /// the totals, but that a run of unknown dialect adds nothing.
    pub fn finish_by(mut self) -> (TotalsReport, BTreeMap<Vec<KeyValue>, Group>) {
        let mut places: HashMap<Place, (u64, TokenSums), RandomState> = HashMap::default();
        let nobody_else_asks = self.groups.is_none() && self.cross.is_none();
        let counted = self.counted.filter(|_| nobody_else_asks).unwrap_or_else(|| {
            self.rows.sums(|once| {
                if self.groups.is_some() {
                    let (messages, sum) = places.entry(once.place.of_any_run()).or_default();
                    add(messages, once.messages);
                    *sum += once.usage;
                }
                if let Some(cross) = &mut self.cross {
                    let place = once.place;
                    cross.messages(self.sessions.get(place.session), self.models.get(place.model), &once);
                }
            })
        });
        let tokens = counted.tokens + self.single;
        let groups = self.groups.map_or_else(Groups::default, |mut groups| {
            for (place, (messages, usage)) in places {
                let (session, model) = (self.sessions.get(place.session), self.models.get(place.model));
                groups.messages(session, model, &Once { place, order: 0, messages, usage });
            }
            groups.finish()
        });
        let totals = TotalsReport {
            usage: self.common.usage(self.stated_usage + counted.usage, counted.progress),
            faults: by_kind(self.fault_counts),
            sessions: self.sessions.len() as u64,
            tokens,
            tokens_copied: self.tokens_by_file - tokens,
            groups,
            ..self.sum
        };
        (totals, self.cross.map(Cross::finish).unwrap_or_default())
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
    event_tools,
    groups,
    unanswered,
    orphan_results,
    end_events,
});
