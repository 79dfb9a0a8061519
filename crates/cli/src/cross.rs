//! The rows of `stats --by` with several keys.

use crate::args::By;
use crate::by::{CALLS, EVENTS, MESSAGES, RUNS, TOKENS, of_calls, of_tokens};
use crate::inputs::PathText;
use crate::sheet::{Cell, Column, Sheet};
use runlex::FileReport;
use runlex::report::{CallRecord, Group, Key, KeyValue, RunRecord, ToolCounts};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// What is counted, by what.
#[derive(Debug)]
pub(crate) enum Counted {
    /// Runs and usage.
    Usage(Vec<Key>),
    Calls,
    /// Events by type.
    Events,
}

/// Gathers the rows, file by file.
pub(crate) struct Cross {
    by: Vec<By>,
    pub(crate) counted: Counted,
    /// Of the files that count, in order.
    paths: Vec<String>,
    calls: BTreeMap<Vec<KeyValue>, ToolCounts>,
    events: BTreeMap<Vec<KeyValue>, u64>,
}

impl Cross {
    /// Says why there is no such sum, if there is none.
    pub(crate) fn new(by: &[By]) -> Result<Cross, String> {
        let has = |key| by.contains(&key);
        let other = |good: &[By]| by.iter().find(|key| !good.contains(key)).map(|key| key.as_str());
        if let Some(twice) = by.iter().enumerate().find(|(at, key)| by[..*at].contains(key)) {
            return Err(format!("{} stands twice", twice.1.as_str()));
        }
        let counted = if has(By::Type) {
            match other(&[By::Type, By::File]) {
                None => Counted::Events,
                Some(other) => {
                    return Err(format!(
                        "type does not go with {other}: events are counted by type for whole files only, so it goes with file"
                    ));
                }
            }
        } else if has(By::Tool) {
            match other(&[By::Tool, By::File, By::Run, By::Session, By::Dialect, By::Day]) {
                None => Counted::Calls,
                Some(other) => {
                    return Err(format!(
                        "tool does not go with {other}: which {other} called is not kept of a call; it goes with file, run, session, dialect and day"
                    ));
                }
            }
        } else {
            Counted::Usage(by.iter().filter_map(|by| key(*by)).collect())
        };
        Ok(Cross {
            by: by.to_vec(),
            counted,
            paths: Vec::new(),
            calls: BTreeMap::new(),
            events: BTreeMap::new(),
        })
    }

    /// The keys by which usage is to be summed up.
    pub(crate) fn keys(&self) -> Option<&[Key]> {
        match &self.counted {
            Counted::Usage(keys) => Some(keys),
            Counted::Calls | Counted::Events => None,
        }
    }

    /// Takes in the next file of those that count.
    pub(crate) fn file(&mut self, path: &PathText) {
        self.paths.push(path.text.clone());
    }

    /// The events of the file that was taken in last.
    pub(crate) fn events(&mut self, report: &FileReport) {
        if !matches!(self.counted, Counted::Events) {
            return;
        }
        for (kind, counts) in &report.type_counts {
            let value = |by: &By| match by {
                By::File => self.last_file(),
                _ => KeyValue::Name(kind.clone()),
            };
            let values = self.by.iter().map(value).collect();
            *self.events.entry(values).or_default() += counts.events;
        }
    }

    /// The calls of the file that was taken in last, whose runs these are.
    pub(crate) fn calls(&mut self, calls: &[CallRecord], runs: &[RunRecord]) {
        let name = |name: Option<&str>| KeyValue::Name(name.unwrap_or("(none)").to_owned());
        for call in calls {
            let line = call.line.or(call.result_line).unwrap_or_default();
            let run = runs.partition_point(|run| run.line <= line).checked_sub(1).map(|at| &runs[at]);
            let value = |by: &By| match (by, self.last_file()) {
                (By::Run, KeyValue::File(file)) => {
                    KeyValue::Run { file, line: run.map_or(line, |run| run.line) }
                }
                (By::File, file) => file,
                (By::Session, _) => name(call.session.as_deref()),
                (By::Dialect, _) => name(run.map(|run| run.dialect)),
                (By::Day, _) => KeyValue::Name(call.day()),
                _ => name(call.tool.as_deref()),
            };
            let values = self.by.iter().map(value).collect();
            self.calls.entry(values).or_default().add(call.counts());
        }
    }

    fn last_file(&self) -> KeyValue {
        KeyValue::File((self.paths.len() as u64).saturating_sub(1))
    }

    /// All rows. `usage` is what falls to the combinations of [`keys`](Self::keys).
    pub(crate) fn finish(self, usage: &BTreeMap<Vec<KeyValue>, Group>) -> Sheet {
        match &self.counted {
            Counted::Usage(_) => {
                let has_events = usage.values().any(|group| group.events.is_some());
                let events: &[Column] = if has_events { &[EVENTS] } else { &[] };
                let columns = [&[RUNS], events, &[MESSAGES], &TOKENS].concat();
                self.sheet(
                    &columns,
                    usage,
                    |group| group.usage.output,
                    |group| {
                        let mut cells = vec![group.runs.into()];
                        if has_events {
                            cells.push(group.events.unwrap_or_default().into());
                        }
                        cells.push(group.messages.into());
                        cells.extend(of_tokens(
                            Some((group.usage, group.comparable)),
                            group.cost_stated_usd_micros,
                        ));
                        cells
                    },
                )
            }
            Counted::Calls => self.sheet(
                &CALLS,
                &self.calls,
                |counts| counts.calls.into(),
                |counts| of_calls(*counts).into(),
            ),
            Counted::Events => self.sheet(
                &[EVENTS],
                &self.events,
                |events| u128::from(*events),
                |events| vec![(*events).into()],
            ),
        }
    }

    /// A row for each combination: by its first key, within that by the second, and so on. Files, runs and days have an order of
    /// their own; of all else what has most comes first.
    fn sheet<T>(
        &self,
        columns: &[Column],
        groups: &BTreeMap<Vec<KeyValue>, T>,
        weight: impl Fn(&T) -> u128,
        cells: impl Fn(&T) -> Vec<Cell<'static>>,
    ) -> Sheet {
        let mut weights: HashMap<&[KeyValue], u128> = HashMap::new();
        for (values, group) in groups {
            for len in 1..=values.len() {
                let sum = weights.entry(&values[..len]).or_default();
                *sum = sum.saturating_add(weight(group));
            }
        }
        let mut sorted: Vec<(&Vec<KeyValue>, &T)> = groups.iter().collect();
        // The groups come in the order of their values, which stays where nothing else decides.
        sorted.sort_by_cached_key(|(values, _)| {
            let rank = |(at, by): (usize, &By)| {
                let weight = match by {
                    By::File | By::Run | By::Day => 0,
                    _ => weights.get(&values[..=at]).copied().unwrap_or_default(),
                };
                (Reverse(weight), values[at].clone())
            };
            self.by.iter().enumerate().map(rank).collect::<Vec<_>>()
        });
        let names = self.by.iter().map(|by| (by.as_str(), by.as_str()));
        let mut sheet = Sheet::of(self.by.len(), &names.chain(columns.iter().copied()).collect::<Vec<_>>());
        for (values, group) in sorted {
            let mut row: Vec<Cell<'static>> = values.iter().map(|value| self.cell(value)).collect();
            row.extend(cells(group));
            sheet.rows.push(row);
        }
        sheet
    }

    fn cell(&self, value: &KeyValue) -> Cell<'static> {
        let path = |file: u64| self.paths.get(file as usize).map_or("", String::as_str);
        match value {
            KeyValue::File(file) => Cell::Path(path(*file).to_owned().into()),
            KeyValue::Run { file, line } => Cell::Path(format!("{}:{line}", path(*file)).into()),
            KeyValue::Name(name) => name.clone().into(),
        }
    }
}

fn key(by: By) -> Option<Key> {
    Some(match by {
        By::File => Key::File,
        By::Run => Key::Run,
        By::Session => Key::Session,
        By::Model => Key::Model,
        By::Dialect => Key::Dialect,
        By::Day => Key::Day,
        By::Tool | By::Type => return None,
    })
}
