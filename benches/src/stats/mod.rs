//! What `runlex stats` tells of a file, as runlex finds it and as a program on serde_json would, and the answers of both.
//!
//! | you want | take |
//! |---|---|
//! | runlex: `Scan`, `Report`, `Totals`, as the command does it | [`ours`] |
//! | serde_json: typed, borrowed, one pass | [`rival`] |
//! | to know whether they agree | [`Answers`] |

mod calls;
mod line;
mod messages;
pub mod ours;
pub mod rival;
mod runs;
mod sniff;

use runlex::report::{TokenSums, ToolCounts, TotalsReport};
use std::collections::{BTreeMap, BTreeSet};

/// Input, cache creation, cache read, output.
pub type Sums = [u128; 4];

/// What stands for a name that is missing.
const NONE: &str = "(none)";

/// What both must find; the meaning of each is that of `docs/report.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "they are named as the keys of the report")]
pub struct Answers {
    pub bytes: u64,
    pub lines: u64,
    pub blank: u64,
    pub events: u64,
    pub faults: u64,
    /// By type: events, and by subtype.
    pub types: BTreeMap<String, (u64, BTreeMap<String, u64>)>,
    pub sessions: u64,
    pub dialects: BTreeSet<String>,
    /// Ok, failed, unterminated, open, unknown.
    pub runs: [u64; 5],
    pub tokens: Sums,
    pub plain: Sums,
    pub usage: Option<Sums>,
    pub stated: Option<Sums>,
    pub cost: Option<u64>,
    /// Calls, results, errors, unanswered.
    pub tools: BTreeMap<String, [u64; 4]>,
    pub afk_tools: BTreeMap<String, [u64; 4]>,
    pub orphans: u64,
    pub ends: u64,
}

impl From<&TotalsReport> for Answers {
    fn from(totals: &TotalsReport) -> Answers {
        let sums = |sums: TokenSums| [sums.input, sums.cache_creation, sums.cache_read, sums.output];
        let tools = |tools: &BTreeMap<String, ToolCounts>| {
            let counts =
                |counts: &ToolCounts| [counts.calls, counts.results, counts.errors, counts.unanswered];
            tools.iter().map(|(name, tool)| (name.clone(), counts(tool))).collect()
        };
        let runs = totals.runs;
        Answers {
            bytes: totals.bytes,
            lines: totals.lines,
            blank: totals.blank,
            events: totals.events,
            faults: totals.faults.values().sum(),
            types: totals
                .types
                .iter()
                .map(|(name, counts)| (name.clone(), (counts.events, counts.subtypes.clone())))
                .collect(),
            sessions: totals.sessions,
            dialects: totals.dialects.keys().map(|name| (*name).into()).collect(),
            runs: [runs.ok, runs.failed, runs.unterminated, runs.open, runs.unknown],
            tokens: sums(totals.tokens),
            plain: sums(totals.tokens_plain_sum),
            usage: totals.usage.map(|usage| sums(usage.tokens)),
            stated: totals.tokens_stated.map(sums),
            cost: totals.cost_stated_usd_micros,
            tools: tools(&totals.tools),
            afk_tools: tools(&totals.event_tools),
            orphans: totals.orphan_results,
            ends: totals.end_events,
        }
    }
}

fn add(sums: &mut Sums, counts: [u64; 4]) {
    sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += u128::from(count));
}
