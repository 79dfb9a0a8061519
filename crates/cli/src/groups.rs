//! What `stats --by` asks for: nothing, sums by one key ([`by`](crate::by)), or by several ([`cross`](crate::cross)).

use crate::Exit;
use crate::args::By;
use crate::by::Rows;
use crate::cross::{Counted, Cross};
use crate::indexed;
use crate::inputs::PathText;
use crate::sheet::{Cell, Sheet};
use anyhow::Result;
use runlex::report::{CallRecord, Group, Key, KeyValue, TokenSums, ToolCounts, TotalsReport};
use runlex::{FileReport, Totals};
use runlex_index::Index;
use std::collections::BTreeMap;

/// What a column comes to over all that was read, each run and message once: where they fall to several rows that is less than
/// these add up to.
fn all(column: &str, totals: &TotalsReport) -> Cell<'static> {
    let groups = || totals.groups.dialects.values();
    let sum = |of: fn(&Group) -> u64| Cell::from(groups().map(of).sum::<u64>());
    let tokens = |of: fn(TokenSums) -> u128| Cell::from(groups().map(|group| of(group.usage)).sum::<u128>());
    let comparable =
        |of: fn(TokenSums) -> u128| Cell::from(groups().map(|group| of(group.comparable)).sum::<u128>());
    let calls = |of: fn(&ToolCounts) -> u64| {
        Cell::from(totals.tools.values().chain(totals.event_tools.values()).map(of).sum::<u64>())
    };
    match column {
        "runs" => sum(|group| group.runs),
        "events" => totals.events.into(),
        "faults" => totals.faults.values().sum::<u64>().into(),
        "messages" => sum(|group| group.messages),
        "input" => tokens(|tokens| tokens.input),
        "cache_creation" => tokens(|tokens| tokens.cache_creation),
        "cache_read" => tokens(|tokens| tokens.cache_read),
        "output" => tokens(|tokens| tokens.output),
        "reasoning" => tokens(|tokens| tokens.reasoning),
        "comparable_input" => comparable(|tokens| tokens.input),
        "comparable_output" => comparable(|tokens| tokens.output),
        "cost_stated_usd_micros" => totals.cost_stated_usd_micros.map_or(Cell::None, Cell::Money),
        "calls" => calls(|counts| counts.calls),
        "results" => calls(|counts| counts.results),
        "errors" => calls(|counts| counts.errors),
        "unanswered" => calls(|counts| counts.unanswered),
        _ => Cell::None,
    }
}

pub(crate) enum Groups {
    None,
    One(Rows),
    Several(Cross),
}

impl Groups {
    /// Says why there is no such sum, if there is none.
    pub(crate) fn new(by: &[By]) -> Result<Groups, String> {
        Ok(match by {
            [] => Groups::None,
            [by] => Groups::One(Rows::new(*by)),
            several => Groups::Several(Cross::new(several)?),
        })
    }

    /// The keys by which totals are to sum up usage.
    pub(crate) fn keys(&self) -> Option<Vec<Key>> {
        match self {
            Groups::Several(cross) => cross.keys().map(<[Key]>::to_vec),
            Groups::None | Groups::One(_) => None,
        }
    }

    /// Whether each file is to be taken in.
    pub(crate) fn need_files(&self) -> bool {
        match self {
            Groups::None => false,
            Groups::One(rows) => rows.need_files(),
            Groups::Several(_) => true,
        }
    }

    /// Whether with its calls.
    pub(crate) fn need_calls(&self) -> bool {
        matches!(self, Groups::Several(Cross { counted: Counted::Calls, .. }))
    }

    /// Takes in the next file. `is_read` says that it counts as one.
    pub(crate) fn file(
        &mut self,
        path: &PathText,
        file: &FileReport,
        calls: Option<&[CallRecord]>,
        is_read: bool,
    ) {
        match self {
            Groups::None => {}
            Groups::One(rows) => rows.file(path, file),
            Groups::Several(cross) => {
                if is_read {
                    cross.file(path);
                    cross.events(file);
                    cross.calls(calls.unwrap_or_default(), &file.run_list);
                }
            }
        }
    }

    /// All rows; nothing if none were asked for. `usage` is what falls to the combinations of [`keys`](Self::keys).
    pub(crate) fn finish(
        self,
        totals: &TotalsReport,
        usage: &BTreeMap<Vec<KeyValue>, Group>,
    ) -> Option<Sheet> {
        let sheet = match self {
            Groups::None => return None,
            Groups::One(rows) => rows.finish(totals),
            Groups::Several(cross) => cross.finish(usage),
        };
        Some(sheet.with_all(|name| all(name, totals)))
    }

    /// The same of an index, whose sums these are.
    pub(crate) fn of_index(
        mut self,
        index: &Index,
        totals: &TotalsReport,
        exit: &mut Exit,
    ) -> Result<Option<Sheet>> {
        let mut usage = BTreeMap::new();
        match &mut self {
            Groups::None => {}
            Groups::One(rows) => {
                if rows.need_files() {
                    indexed::reports(index, None, exit, |indexed, _| {
                        rows.file(&indexed.path, &indexed.report.finish());
                        Ok(())
                    })?;
                }
            }
            Groups::Several(cross) if matches!(cross.counted, Counted::Calls) => {
                index.calls(|file, log, runs| {
                    cross.file(&PathText::of(file.path()));
                    cross.calls(&log.finish(&runs), &runs);
                    anyhow::Ok(())
                })?;
            }
            Groups::Several(cross) => {
                let mut sums: Option<Totals> = None;
                index.reports(|file, report| {
                    cross.file(&PathText::of(file.path()));
                    let Some(keys) = cross.keys() else {
                        cross.events(&report.finish());
                        return anyhow::Ok(());
                    };
                    let key = report.key();
                    let (one, _) = Totals::of_by(report, keys);
                    sums.get_or_insert_with(|| Totals::new(key)).merge(one);
                    Ok(())
                })?;
                usage = sums.map(|sums| sums.finish_by().1).unwrap_or_default();
            }
        }
        Ok(self.finish(totals, &usage))
    }
}
