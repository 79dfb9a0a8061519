//! The rows of `stats --by`.

use crate::args::By;
use crate::inputs::PathText;
use crate::sheet::{Cell, Column, Sheet};
use runlex::FileReport;
use runlex::report::{Group, TokenSums, ToolCounts, TotalsReport, Usage};
use std::cmp::Reverse;
use std::collections::BTreeMap;

pub(crate) const RUNS: Column = ("runs", "runs");
pub(crate) const EVENTS: Column = ("events", "events");
pub(crate) const MESSAGES: Column = ("messages", "messages");
const FAULTS: Column = ("faults", "faults");
const INPUT: Column = ("input", "input");
const CACHE_CREATION: Column = ("cache creation", "cache_creation");
const CACHE_READ: Column = ("cache read", "cache_read");
const OUTPUT: Column = ("output", "output");
const COST: Column = ("cost", "cost_stated_usd_micros");
const REASONING: Column = ("reasoning", "reasoning");
const ALL_INPUT: Column = ("all input", "comparable_input");
const ALL_OUTPUT: Column = ("all output", "comparable_output");
pub(crate) const TOKENS: [Column; 8] =
    [INPUT, CACHE_CREATION, CACHE_READ, OUTPUT, COST, REASONING, ALL_INPUT, ALL_OUTPUT];

/// Those of the columns that tell nothing beside the others: what can be compared, where no row has a program that counts what was
/// cached, or reasoning, otherwise than Claude Code.
pub(crate) fn tells_nothing(columns: &[Column], rows: &[Vec<Cell<'static>>]) -> Vec<usize> {
    let place = |column: Column| columns.iter().position(|known| *known == column);
    let (Some(from), Some(all)) = (place(INPUT), place(REASONING)) else { return Vec::new() };
    let is_usual = rows.iter().all(|row| {
        let count = |at: usize| match row.get(at) {
            Some(Cell::Count(count)) => *count,
            _ => 0,
        };
        let [input, creation, read, output] = [0, 1, 2, 3].map(|at| count(from + at));
        let cached = creation.saturating_add(read);
        count(all) == 0 && count(all + 1) == input.saturating_add(cached) && count(all + 2) == output
    });
    if is_usual { (all..all + 3).collect() } else { Vec::new() }
}
pub(crate) const CALLS: [Column; 4] =
    [("calls", "calls"), ("results", "results"), ("errors", "errors"), ("unanswered", "unanswered")];

/// Gathers them file by file, and from the totals.
pub(crate) struct Rows {
    by: By,
    sheet: Sheet,
}

impl Rows {
    pub(crate) fn new(by: By) -> Rows {
        let (name, counts): (&'static str, &[Column]) = match by {
            By::File => ("file", &[RUNS, EVENTS, FAULTS, MESSAGES]),
            By::Run => ("run", &[("dialect", "dialect"), ("outcome", "outcome"), EVENTS, MESSAGES]),
            By::Session => ("session", &[RUNS, EVENTS, MESSAGES]),
            By::Dialect => ("dialect", &[RUNS, EVENTS, MESSAGES]),
            By::Day => ("day", &[RUNS, EVENTS, MESSAGES]),
            By::Model => ("model", &[RUNS, MESSAGES]),
            By::Tool => ("tool", &CALLS),
            By::Type => ("type", &[("subtype", "subtype"), EVENTS]),
        };
        let tokens = if matches!(by, By::Tool | By::Type) { &[][..] } else { &TOKENS };
        Rows { by, sheet: Sheet::new(&[&[(name, "key")], counts, tokens].concat()) }
    }

    /// Whether files are to be taken in: all else is in the totals.
    pub(crate) fn need_files(&self) -> bool {
        matches!(self.by, By::File | By::Run)
    }

    /// Takes in a file.
    pub(crate) fn file(&mut self, path: &PathText, file: &FileReport) {
        match self.by {
            By::File => {
                let faults: u64 = file.fault_counts.values().sum();
                let messages: u64 = file.run_list.iter().map(|run| run.messages).sum();
                let counts = [file.run_list.len() as u64, file.events, faults, messages].map(Cell::from);
                let usage = of_usage(file.usage, file.cost_stated_usd_micros);
                self.sheet.rows.push([&[Cell::Path(path.text.clone().into())][..], &counts, &usage].concat());
            }
            By::Run => {
                for run in &file.run_list {
                    let key = Cell::Path(format!("{}:{}", path.text, run.line).into());
                    let about = [
                        run.dialect.into(),
                        run.outcome.as_str().into(),
                        run.events.into(),
                        run.messages.into(),
                    ];
                    let usage = of_usage(run.usage, run.cost_stated_usd_micros);
                    self.sheet.rows.push([&[key][..], &about, &usage].concat());
                }
            }
            By::Session | By::Tool | By::Model | By::Dialect | By::Type | By::Day => {}
        }
    }

    /// All rows: files and runs in their order, days by date, and all else with the largest first.
    pub(crate) fn finish(mut self, totals: &TotalsReport) -> Sheet {
        match self.by {
            By::File | By::Run => {}
            By::Session => self.groups(&totals.groups.sessions),
            By::Model => self.groups(&totals.groups.models),
            By::Dialect => self.groups(&totals.groups.dialects),
            By::Day => self.groups(&totals.groups.days),
            By::Tool => self.tools(totals),
            By::Type => self.types(totals),
        }
        self.sheet
    }

    fn groups(&mut self, groups: &BTreeMap<String, Group>) {
        let mut groups: Vec<(&String, &Group)> = groups.iter().collect();
        if self.by != By::Day {
            groups.sort_by_key(|(_, group)| Reverse((group.usage.output, group.events)));
        }
        for (key, group) in groups {
            let mut row = vec![key.clone().into(), group.runs.into()];
            row.extend(group.events.map(Cell::from));
            row.push(group.messages.into());
            row.extend(of_tokens(Some((group.usage, group.comparable)), group.cost_stated_usd_micros));
            self.sheet.rows.push(row);
        }
    }

    fn tools(&mut self, totals: &TotalsReport) {
        let mut tools: BTreeMap<&str, ToolCounts> = BTreeMap::new();
        for (name, counts) in totals.tools.iter().chain(&totals.event_tools) {
            tools.entry(name).or_default().add(*counts);
        }
        let mut tools: Vec<(&str, ToolCounts)> = tools.into_iter().collect();
        tools.sort_by_key(|(_, counts)| Reverse(counts.calls));
        for (name, counts) in tools {
            self.sheet.rows.push([&[name.to_owned().into()][..], &of_calls(counts)].concat());
        }
    }

    /// A row for the type, without a subtype, has all its events; rows for its subtypes follow.
    fn types(&mut self, totals: &TotalsReport) {
        let mut types: Vec<_> = totals.types.iter().collect();
        types.sort_by_key(|(_, counts)| Reverse(counts.events));
        for (kind, counts) in types {
            self.sheet.rows.push(vec![kind.clone().into(), Cell::None, counts.events.into()]);
            let mut subtypes: Vec<_> = counts.subtypes.iter().collect();
            subtypes.sort_by_key(|(_, count)| Reverse(**count));
            for (subtype, count) in subtypes {
                self.sheet.rows.push(vec![kind.clone().into(), subtype.clone().into(), (*count).into()]);
            }
        }
    }
}

fn of_usage(usage: Option<Usage>, cost: Option<u64>) -> [Cell<'static>; 8] {
    of_tokens(usage.map(|usage| (usage.tokens, usage.comparable)), cost)
}

pub(crate) fn of_calls(counts: ToolCounts) -> [Cell<'static>; 4] {
    [counts.calls, counts.results, counts.errors, counts.unanswered].map(Cell::from)
}

/// As printed, and as can be compared.
pub(crate) fn of_tokens(used: Option<(TokenSums, TokenSums)>, cost: Option<u64>) -> [Cell<'static>; 8] {
    let count = |of: fn(TokenSums) -> u128| Cell::from(used.map(|(printed, _)| of(printed)));
    let all = |of: fn(TokenSums) -> u128| Cell::from(used.map(|(_, comparable)| of(comparable)));
    [
        count(|tokens| tokens.input),
        count(|tokens| tokens.cache_creation),
        count(|tokens| tokens.cache_read),
        count(|tokens| tokens.output),
        cost.map_or(Cell::None, Cell::Money),
        count(|tokens| tokens.reasoning),
        all(|tokens| tokens.input),
        all(|tokens| tokens.output),
    ]
}
