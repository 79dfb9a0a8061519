//! `runlex stats`: what is in the files.

use crate::Exit;
use crate::args::{By, Output, Stats};
use crate::choice::Choice;
use crate::groups::Groups;
use crate::indexed;
use crate::inputs::PathText;
use crate::interrupt;
use crate::layout::{Grid, Heading};
use crate::message::{self, Kind};
use crate::read::{self, Beside};
use crate::sheet::Sheet;
use crate::show::{self, dollars, name, thousands};
use anyhow::Result;
use runlex::report::{CallLog, TokenSums, ToolCounts, TotalsReport};
use runlex::{IdKey, Report, Totals};
use runlex_index::Index;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::Write;
use std::time::{Duration, Instant};

/// So many names are shown of each kind. The JSON has all.
const TYPES: usize = 100;
const SUBTYPES: usize = 20;
const TOOLS: usize = 100;
/// Shown only where there are any.
const NOT_WHOLE: &str = "files not read to their end";

#[derive(Serialize)]
struct Document {
    schema_version: u32,
    totals: TotalsReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    groups: Option<Sheet>,
    elapsed_seconds: f64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    partial: bool,
}

pub(crate) fn run(args: &Stats, exit: &mut Exit) -> Result<()> {
    let started = Instant::now();
    let mut groups = match Groups::new(&args.by) {
        Ok(groups) => groups,
        Err(why) => {
            message::error(Kind::Usage, &format!("--by: {why}"));
            exit.raise(Exit::WrongUsage);
            return Ok(());
        }
    };
    let choice = Choice::of_runs(&args.runs, Some(&args.calls));
    let choice = choice.as_ref();
    let has_zone = args.runs.times.zone.is_some() && args.by.contains(&By::Day);
    if has_zone && groups.need_calls() {
        message::error(Kind::Usage, "days of calls are told in UTC: leave --tz out");
        exit.raise(Exit::WrongUsage);
        return Ok(());
    }
    if let Some(folder) = &args.indexed.index {
        return indexed::ask(folder, exit, |index, exit| {
            if !indexed::can_choose(choice, exit) {
                return Ok(());
            }
            let wrong = match () {
                () if has_zone => {
                    Some("an index keeps days in UTC: name the files instead, or leave --tz out")
                }
                () if choice.is_some() && groups.need_calls() => {
                    Some("an index does not part calls by run: name the files instead")
                }
                () => None,
            };
            if let Some(wrong) = wrong {
                message::error(Kind::Usage, wrong);
                exit.raise(Exit::WrongUsage);
                return Ok(());
            }
            let (totals, groups) = match choice {
                Some(choice) => {
                    let sums = chosen(index, choice, groups, exit)?;
                    choice.tell(args.reading.checking.quiet);
                    sums
                }
                None => {
                    let totals = index.totals()?;
                    let groups = groups.of_index(index, &totals, exit)?;
                    (totals, groups)
                }
            };
            print(args.output, totals, groups, started.elapsed())
        });
    }
    let key = IdKey::random();
    let mut totals = Totals::new(key);
    let zone = args.runs.times.zone.as_ref();
    // The totals have a row for them.
    let tell_faults = !args.by.is_empty();
    let beside = Beside { calls: groups.need_calls(), only: choice, zone, tell_faults, ..Beside::default() };
    let (keys, need_files) = (groups.keys(), groups.need_files());
    let has_groups = !args.by.is_empty();
    let finish = |report, calls: Option<CallLog>| {
        // In a box, since it changes hands more than once.
        if !has_groups {
            return Box::new((Totals::alone(report), None, None));
        }
        let (totals, file) = match &keys {
            Some(keys) => Totals::of_by(report, keys),
            None => Totals::of(report),
        };
        let calls = calls.map(|calls| calls.finish(&file.run_list));
        // What nobody asks for is let go where it was made.
        Box::new((totals, need_files.then_some(file), calls))
    };
    read::all(&args.reading, &args.threading, key, beside, exit, finish, |outcome, _| {
        let (one, file, calls) = *outcome.output;
        totals.merge(one);
        if let Some(file) = file {
            groups.file(&PathText::of(outcome.input.path()), &file, calls.as_deref(), outcome.is_read);
        }
        Ok(())
    })?;
    let (totals, usage) = totals.finish_by();
    let groups = groups.finish(&totals, &usage);
    print(args.output, totals, groups, started.elapsed())
}

/// The sums over the chosen runs of an index.
fn chosen(
    index: &Index,
    choice: &Choice<'_>,
    mut groups: Groups,
    exit: &mut Exit,
) -> Result<(TotalsReport, Option<Sheet>)> {
    let (mut key, mut totals) = (IdKey::random(), None);
    let (keys, need_files) = (groups.keys(), groups.need_files());
    let mut unread = 0;
    indexed::reports(index, Some(choice), exit, |indexed, _| {
        if indexed.error.is_some() {
            unread += 1;
            return Ok(());
        }
        // All of an index share theirs.
        key = indexed.report.key();
        let (one, file) = match &keys {
            Some(keys) => Totals::of_by(indexed.report, keys),
            None => Totals::of(indexed.report),
        };
        totals.get_or_insert_with(|| Totals::new(key)).merge(one);
        if need_files {
            groups.file(&indexed.path, &file, None, true);
        }
        Ok(())
    })?;
    let mut totals = totals.unwrap_or_else(|| Totals::new(key));
    for _ in 0..unread {
        let mut report = Report::new(key);
        report.cut_short();
        totals.merge(Totals::of(report).0);
    }
    let (totals, usage) = totals.finish_by();
    let groups = groups.finish(&totals, &usage);
    Ok((totals, groups))
}

fn print(output: Output, totals: TotalsReport, groups: Option<Sheet>, elapsed: Duration) -> Result<()> {
    let mut out = show::stdout(output);
    match (output, groups) {
        (Output::Json, groups) => {
            let (elapsed_seconds, partial) = (elapsed.as_secs_f64(), interrupt::is_partial());
            let document = Document { schema_version: 1, totals, groups, elapsed_seconds, partial };
            serde_json::to_writer(&mut out, &document)?;
            writeln!(out)?;
        }
        (Output::Ndjson, Some(groups)) => groups.write_lines(&mut out)?,
        (Output::Ndjson, None) => {
            serde_json::to_writer(&mut out, &totals)?;
            writeln!(out)?;
        }
        // What could not be read was told; zeros would say that it is empty.
        (Output::Table, _) if totals.files == 0 => {}
        (Output::Table, Some(groups)) => {
            groups.write_table(&mut out)?;
            show::write_partial(&mut out)?;
        }
        (Output::Table, None) => {
            write(&mut out, &totals, elapsed)?;
            show::write_partial(&mut out)?;
        }
        (Output::Csv, groups) => groups.map_or(Ok(()), |groups| groups.write_csv(&mut out))?,
    }
    out.flush()?;
    Ok(())
}

fn write(out: &mut impl Write, totals: &TotalsReport, elapsed: Duration) -> Result<()> {
    let faults: u64 = totals.faults.values().sum();
    let rows = [
        ("files", totals.files),
        (NOT_WHOLE, totals.files_with_errors),
        ("bytes", totals.bytes),
        ("lines", totals.lines),
        ("events", totals.events),
        ("blank lines", totals.blank),
        ("faults", faults),
        ("notes", totals.notes),
        ("sessions", totals.sessions),
        ("files without a last newline", totals.unterminated),
    ];
    let rows = rows.into_iter().filter(|(name, count)| *name != NOT_WHOLE || *count > 0);
    counts(out, "what", "count", rows)?;

    let runs = totals.runs;
    let outcomes = [
        ("ok", runs.ok),
        ("failed", runs.failed),
        ("unterminated", runs.unterminated),
        ("open", runs.open),
        ("unknown", runs.unknown),
    ];
    counts(out, "runs", "count", outcomes.into_iter().filter(|(_, count)| *count > 0))?;
    counts(out, "dialect", "files", totals.dialects.iter().map(|(name, count)| (*name, *count)))?;

    let mut grid = by_name("type", &["events"]);
    let (types, more) = most_frequent(&totals.types, |counts| counts.events, TYPES);
    for (kind, counts) in types {
        grid.row(&[&name(kind), &thousands(counts.events)]);
        let (subtypes, more) = most_frequent(&counts.subtypes, |count| *count, SUBTYPES);
        for (kind, count) in subtypes {
            grid.row(&[&format_args!("  {}", name(kind)), &thousands(*count)]);
        }
        more.iter().for_each(|more| grid.row(&[&format_args!("  {more}")]));
    }
    more.iter().for_each(|more| grid.row(&[more]));
    show::write_section(out, &grid)?;

    counts(out, "fault", "lines", totals.faults.iter().map(|(name, count)| (*name, *count)))?;

    let mut grid = by_name("tokens", &["input", "cache creation", "cache read", "output"]);
    let mut tokens = |name: &str, sums: TokenSums| {
        let TokenSums { input, cache_creation, cache_read, output, .. } = sums;
        let [input, creation, read, output] = [input, cache_creation, cache_read, output].map(thousands);
        grid.row(&[&name, &input, &creation, &read, &output]);
    };
    tokens("each message once", totals.tokens);
    if totals.tokens_plain_sum != totals.tokens {
        tokens("as the lines stand", totals.tokens_plain_sum);
    }
    if totals.tokens_copied != TokenSums::default() {
        tokens("copied between files", totals.tokens_copied);
    }
    if let Some(usage) = totals.usage {
        tokens(&format!("usage: {}, {}", usage.rule, usage.bound.as_str()), usage.tokens);
        let TokenSums { input, cache_creation, cache_read, output, .. } = usage.tokens;
        let all = input.saturating_add(cache_creation).saturating_add(cache_read);
        if (usage.comparable.input, usage.comparable.output) != (all, output) {
            tokens("  with what was cached and reasoned", usage.comparable);
        }
    }
    if let Some(progress) = totals.usage.and_then(|usage| usage.progress) {
        tokens("  only in progress lines", progress);
    }
    if let Some(stated) = totals.tokens_stated {
        tokens("as the runs state", stated);
    }
    show::write_section(out, &grid)?;
    if let Some(cost) = totals.cost_stated_usd_micros {
        writeln!(out, "cost as the runs state: {}\n", dollars(cost))?;
    }
    if totals.usage.is_none() && totals.runs.unknown > 0 {
        let unknown = thousands(totals.runs.unknown);
        writeln!(out, "no usage by the programs' rules, because of runs that are unknown: {unknown}\n")?;
    }
    if totals.tokens_odd > 0 {
        writeln!(out, "{} token counters are no counts and were taken as 0\n", thousands(totals.tokens_odd))?;
    }

    let (tools, more) = most_frequent(&totals.tools, |counts| counts.calls, TOOLS);
    let mut grid = by_name("tool", &["calls", "results", "errors", "unanswered"]);
    for (tool, counts) in tools {
        let ToolCounts { calls, results, errors, unanswered } = *counts;
        let [calls, results, errors, unanswered] = [calls, results, errors, unanswered].map(thousands);
        grid.row(&[&name(tool), &calls, &results, &errors, &unanswered]);
    }
    more.iter().for_each(|more| grid.row(&[more]));
    show::write_section(out, &grid)?;

    let seconds = elapsed.as_secs_f64();
    let rate = if seconds > 0.0 { totals.bytes as f64 / seconds / 1e9 } else { 0.0 };
    writeln!(out, "{seconds:.3} s, {rate:.2} GB/s")?;
    Ok(())
}

/// The names with the highest counts, equal ones by name, and what to say of those beyond `most`.
fn most_frequent<T>(
    all: &BTreeMap<String, T>,
    count: impl Fn(&T) -> u64,
    most: usize,
) -> (Vec<(&str, &T)>, Option<String>) {
    let mut names: Vec<_> = all.iter().map(|(name, counts)| (name.as_str(), counts)).collect();
    names.sort_by_key(|(_, counts)| Reverse(count(counts)));
    let more = names.len().saturating_sub(most) as u64;
    names.truncate(most);
    (names, (more > 0).then(|| format!("and {} more (-o json lists all)", thousands(more))))
}

/// One column of names, the others of numbers.
fn by_name(names: &'static str, numbers: &[&'static str]) -> Grid {
    let numbers = numbers.iter().map(|name| Heading::number(name));
    Grid::new(&std::iter::once(Heading::text(names)).chain(numbers).collect::<Vec<_>>())
}

/// A table and an empty line; nothing for no rows.
fn counts(
    out: &mut impl Write,
    names: &'static str,
    numbers: &'static str,
    rows: impl IntoIterator<Item = (&'static str, u64)>,
) -> Result<()> {
    let mut grid = by_name(names, &[numbers]);
    rows.into_iter().for_each(|(name, count)| grid.row(&[&name, &thousands(count)]));
    show::write_section(out, &grid)?;
    Ok(())
}
