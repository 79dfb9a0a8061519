//! `runlex stats`: what is in the files.

use crate::Exit;
use crate::args::{By, Output, Stats};
use crate::by::Rows;
use crate::indexed;
use crate::inputs::PathText;
use crate::read::{self, Beside};
use crate::sheet::Sheet;
use crate::show::{self, dollars, name, table, thousands};
use anyhow::Result;
use runlex::report::{TokenSums, TotalsReport};
use runlex::{IdKey, Totals};
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
}

pub(crate) fn run(args: &Stats, exit: &mut Exit) -> Result<()> {
    let started = Instant::now();
    if let Some(folder) = &args.indexed.index {
        return indexed::ask(folder, exit, |index, _| {
            let totals = index.totals()?;
            let mut rows = args.by.map(Rows::new);
            if let (Some(By::File | By::Run), Some(rows)) = (args.by, &mut rows) {
                indexed::reports(index, |indexed| {
                    rows.file(&indexed.path, &indexed.report);
                    Ok(())
                })?;
            }
            let groups = rows.map(|rows| rows.finish(&totals));
            print(args.output, totals, groups, started.elapsed())
        });
    }
    let key = IdKey::random();
    let mut totals = Totals::new(key);
    let mut rows = args.by.map(Rows::new);
    let has_rows = rows.is_some();
    let finish = |report, _| {
        let (totals, file) = Totals::of(report);
        // What nobody asks for is let go where it was made. In a box, since it changes hands more than once.
        Box::new((totals, has_rows.then_some(file)))
    };
    read::all(&args.reading, &args.threading, key, Beside::default(), exit, finish, |outcome, _| {
        let (one, file) = *outcome.output;
        totals.merge(one);
        if let (Some(rows), Some(file)) = (&mut rows, file) {
            rows.file(&PathText::of(outcome.input.path()), &file);
        }
        Ok(())
    })?;
    let totals = totals.finish();
    let groups = rows.map(|rows| rows.finish(&totals));
    print(args.output, totals, groups, started.elapsed())
}

fn print(output: Output, totals: TotalsReport, groups: Option<Sheet>, elapsed: Duration) -> Result<()> {
    let mut out = show::stdout(output);
    match (output, groups) {
        (Output::Json, groups) => {
            let document =
                Document { schema_version: 1, totals, groups, elapsed_seconds: elapsed.as_secs_f64() };
            serde_json::to_writer(&mut out, &document)?;
            writeln!(out)?;
        }
        // What could not be read was told; zeros would say that it is empty.
        (Output::Table, _) if totals.files == 0 => {}
        (Output::Table, Some(groups)) => groups.write_table(&mut out)?,
        (Output::Table, None) => write(&mut out, &totals, elapsed)?,
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
    section(out, &["what", "count"], rows.map(|(name, count)| vec![name.to_owned(), thousands(count)]))?;

    let runs = totals.runs;
    let outcomes = [
        ("ok", runs.ok),
        ("failed", runs.failed),
        ("unterminated", runs.unterminated),
        ("open", runs.open),
        ("unknown", runs.unknown),
    ];
    let rows = outcomes.iter().filter(|(_, count)| *count > 0);
    section(out, &["runs", "count"], rows.map(|(name, count)| vec![(*name).to_owned(), thousands(*count)]))?;

    let rows = totals.dialects.iter();
    section(
        out,
        &["dialect", "files"],
        rows.map(|(name, count)| vec![(*name).to_owned(), thousands(*count)]),
    )?;

    let mut rows = Vec::new();
    let (types, more) = most_frequent(&totals.types, |counts| counts.events, TYPES);
    for (kind, counts) in types {
        rows.push(vec![name(kind), thousands(counts.events)]);
        let (subtypes, more) = most_frequent(&counts.subtypes, |count| *count, SUBTYPES);
        rows.extend(
            subtypes.iter().map(|(kind, count)| vec![format!("  {}", name(kind)), thousands(**count)]),
        );
        rows.extend(more.map(|more| vec![format!("  {more}")]));
    }
    rows.extend(more.map(|more| vec![more]));
    section(out, &["type", "events"], rows)?;

    let rows = totals.faults.iter();
    section(out, &["fault", "lines"], rows.map(|(name, count)| vec![(*name).to_owned(), thousands(*count)]))?;

    let mut rows = vec![tokens("each message once", totals.tokens)];
    if totals.tokens_plain_sum != totals.tokens {
        rows.push(tokens("as the lines stand", totals.tokens_plain_sum));
    }
    if totals.tokens_copied != TokenSums::default() {
        rows.push(tokens("copied between files", totals.tokens_copied));
    }
    if let Some(usage) = totals.usage {
        rows.push(tokens(&format!("usage: {}, {}", usage.rule, usage.bound.as_str()), usage.tokens));
    }
    if let Some(progress) = totals.usage.and_then(|usage| usage.progress) {
        rows.push(tokens("  only in progress lines", progress));
    }
    if let Some(stated) = totals.tokens_stated {
        rows.push(tokens("as the runs state", stated));
    }
    section(out, &["tokens", "input", "cache creation", "cache read", "output"], rows)?;
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
    let rows = tools.into_iter().map(|(tool, counts)| {
        let numbers = [counts.calls, counts.results, counts.errors, counts.unanswered];
        std::iter::once(name(tool)).chain(numbers.map(thousands)).collect()
    });
    let rows = rows.chain(more.map(|more| vec![more]));
    section(out, &["tool", "calls", "results", "errors", "unanswered"], rows)?;

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

fn tokens(name: &str, sums: TokenSums) -> Vec<String> {
    let numbers = [sums.input, sums.cache_creation, sums.cache_read, sums.output];
    std::iter::once(name.to_owned()).chain(numbers.map(thousands)).collect()
}

/// A table and an empty line; nothing for no rows.
fn section(out: &mut impl Write, header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> Result<()> {
    let table = table(header, rows);
    if table.is_empty() {
        return Ok(());
    }
    show::write_table(out, &table)?;
    writeln!(out)?;
    Ok(())
}
