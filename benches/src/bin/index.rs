//! The index task on gigabytes, all contestants in turn, their answers equal by assertion.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for people")]

use anyhow::{Context, Result, bail};
use clap::Parser;
use runlex_benches::clock::{self, median, thread_cpu};
use runlex_benches::contestants::{self, Contestant, MARK, REFERENCE};
use runlex_benches::data::{self, Data};
use runlex_benches::record;
use runlex_benches::task::{Index, Totals};
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Measures the index task. One thread: CPU time. Several: wall time, the data cut at newlines; on a busy machine only
/// the column by CPU second means something then.
#[derive(Debug, Parser)]
struct Args {
    /// s1, s2, g, t, p or a file; again for several. See benches/README.md
    #[arg(long, default_value = "g")]
    data: Vec<String>,
    /// How much of it, at least; k, M and G are powers of 1,000
    #[arg(long, default_value = "200M", value_parser = data::parse_size)]
    bytes: usize,
    /// Rounds that are measured, after one that is not
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Only contestants whose name holds this (the reference stays for its answers and ratio); again for several
    #[arg(long)]
    only: Vec<String>,
    /// Appends the rows to this file, one JSON object a line
    #[arg(long)]
    record: Option<PathBuf>,
    /// A word on the run for the record
    #[arg(long)]
    remark: Option<String>,
    /// Measures nothing: one round on little data of every set that is here, answers compared
    #[arg(long)]
    check_only: bool,
}

fn main() -> Result<ExitCode> {
    let args = Args::parse();
    let mut agree = true;
    if args.check_only {
        for name in data::present() {
            let data = data::load(name, 1_000_000)?;
            let totals = check(&data)?;
            agree &= totals.is_some();
            if let Some(totals) = totals {
                println!("{name}: {} lines, {} refused, all contestants agree", totals.lines, totals.refused);
            }
        }
    } else {
        for name in &args.data {
            agree &= measure(&data::load(name, args.bytes)?, &args)?;
        }
    }
    Ok(if agree { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A contestant, one copy a thread, and what it reached.
struct Lane {
    name: String,
    task: bool,
    copies: Vec<Box<dyn Contestant>>,
    times: Vec<Time>,
    wrong: bool,
}

/// Of one run.
#[derive(Clone, Copy)]
struct Time {
    /// What speeds are computed from: CPU time of one thread, wall time of several.
    counts: Duration,
    /// CPU time of all threads together.
    cpu: Duration,
}

fn lanes(threads: usize, only: &[String]) -> Vec<Lane> {
    let mut lanes: Vec<Lane> = contestants::all()
        .iter()
        .map(|one| Lane {
            name: one.name(),
            task: one.does_the_task(),
            copies: Vec::new(),
            times: Vec::new(),
            wrong: false,
        })
        .collect();
    for _ in 0..threads {
        for (lane, copy) in lanes.iter_mut().zip(contestants::all()) {
            lane.copies.push(copy);
        }
    }
    lanes.retain(|lane| {
        lane.name == REFERENCE || only.is_empty() || only.iter().any(|part| lane.name.contains(part))
    });
    lanes
}

/// One run over the pieces, a thread each.
fn run(lane: &mut Lane, pieces: &[(u64, &[u8])], indexes: &mut [Index]) -> Time {
    for index in indexes.iter_mut() {
        index.clear();
    }
    let one = |copy: &mut Box<dyn Contestant>, (base, piece): &(u64, &[u8]), index: &mut Index| {
        let start = thread_cpu();
        copy.run(piece, *base, index);
        thread_cpu() - start
    };
    match (&mut lane.copies[..], pieces, &mut *indexes) {
        ([copy], [piece], [index]) => {
            let cpu = one(copy, piece, index);
            Time { counts: cpu, cpu }
        }
        (copies, pieces, indexes) => {
            let start = Instant::now();
            let cpu = std::thread::scope(|scope| {
                let threads: Vec<_> = copies
                    .iter_mut()
                    .zip(pieces)
                    .zip(indexes)
                    .map(|((copy, piece), index)| scope.spawn(move || one(copy, piece, index)))
                    .collect();
                // A thread that panicked has told so; no time makes the run the slowest of all.
                threads
                    .into_iter()
                    .map(|thread| thread.join().unwrap_or(Duration::MAX))
                    .fold(Duration::ZERO, Duration::saturating_add)
            });
            Time { counts: start.elapsed(), cpu }
        }
    }
}

/// Runs the lane and compares its answer; a wrong one is told at once.
fn answer(lane: &mut Lane, pieces: &[(u64, &[u8])], indexes: &mut [Index], want: &Totals) -> Time {
    let time = run(lane, pieces, indexes);
    if lane.task {
        let got = Totals::of(indexes.iter());
        if got != *want && !lane.wrong {
            lane.wrong = true;
            eprintln!(
                "WRONG: {} has other totals than {REFERENCE}:\n{got:#?}\ninstead of\n{want:#?}",
                lane.name
            );
        }
    }
    time
}

/// The answer of the reference, which has to account for every byte.
fn wanted(lanes: &mut [Lane], data: &Data, pieces: &[(u64, &[u8])], indexes: &mut [Index]) -> Result<Totals> {
    let reference = lanes.iter_mut().find(|lane| lane.name == REFERENCE).context("no reference")?;
    run(reference, pieces, indexes);
    let totals = Totals::of(indexes.iter());
    if totals.bytes != data.bytes.len() as u64 {
        bail!("{REFERENCE} has seen {} of {} bytes", totals.bytes, data.bytes.len());
    }
    Ok(totals)
}

fn check(data: &Data) -> Result<Option<Totals>> {
    let mut all_right = true;
    let mut want = None;
    for threads in [1, 2] {
        let mut lanes = lanes(threads, &[]);
        let pieces = data::cut(&data.bytes, threads);
        let mut indexes: Vec<Index> = pieces.iter().map(|_| Index::new()).collect();
        let totals = wanted(&mut lanes, data, &pieces, &mut indexes)?;
        for lane in &mut lanes {
            answer(lane, &pieces, &mut indexes, want.as_ref().unwrap_or(&totals));
            all_right &= !lane.wrong;
        }
        want.get_or_insert(totals);
    }
    Ok(want.filter(|_| all_right))
}

fn measure(data: &Data, args: &Args) -> Result<bool> {
    let threads = args.threads.max(1);
    let mut lanes = lanes(threads, &args.only);
    let pieces = data::cut(&data.bytes, threads);
    let mut indexes: Vec<Index> = pieces.iter().map(|_| Index::new()).collect();
    let want = wanted(&mut lanes, data, &pieces, &mut indexes)?;
    // The round that is not measured: answers, warm caches and predictors, the rows' pages.
    for lane in &mut lanes {
        answer(lane, &pieces, &mut indexes, &want);
    }
    for _ in 0..args.rounds {
        for lane in &mut lanes {
            let time = answer(lane, &pieces, &mut indexes, &want);
            lane.times.push(time);
        }
    }
    let clock = if threads == 1 { clock::ONE_THREAD } else { "wall time" };
    println!(
        "\n{} ({}): {} bytes, {} lines, {} sessions, {} refused; {threads} thread(s), {clock}, {} rounds\n{}\n",
        data.name,
        data.origin,
        data.bytes.len(),
        want.lines,
        want.sessions,
        want.refused,
        args.rounds,
        record::machine_line(),
    );
    let speed = |time: Duration| data.bytes.len() as f64 / time.as_secs_f64() / 1e9;
    let rows: Vec<(&Lane, f64, f64, f64)> = lanes
        .iter()
        .map(|lane| {
            let speeds: Vec<f64> = lane.times.iter().map(|time| speed(time.counts)).collect();
            let least = speeds.iter().copied().fold(f64::INFINITY, f64::min);
            let most = speeds.iter().copied().fold(0.0, f64::max);
            // Whoever answers wrong counts for nothing.
            if lane.wrong { (lane, 0.0, 0.0, 0.0) } else { (lane, median(&speeds), least, most) }
        })
        .collect();
    let speed_of = |name: &str| rows.iter().find(|row| row.0.name == name).map_or(0.0, |row| row.1);
    let ratio = |of: f64, to: f64| if to > 0.0 { of / to } else { 0.0 };
    println!(
        "| contestant | GB/s | min-max | vs {REFERENCE} | vs {MARK} | GB a CPU second |\n|---|---|---|---|---|---|"
    );
    let mut records: Vec<Map<String, Value>> = Vec::new();
    for (lane, middle, least, most) in &rows {
        let by_cpu: Vec<f64> = lane.times.iter().map(|time| speed(time.cpu)).collect();
        let by_cpu = if lane.wrong { 0.0 } else { median(&by_cpu) };
        let (to_reference, to_mark) = (ratio(*middle, speed_of(REFERENCE)), ratio(*middle, speed_of(MARK)));
        println!(
            "| {} | {middle:.3} | {least:.3}-{most:.3} | {to_reference:.2} | {to_mark:.3} | {by_cpu:.3} |",
            lane.name
        );
        let round = |value: f64| (value * 1e4).round() / 1e4;
        let row = json!({
            "bench": "index",
            "remark": args.remark,
            "data": data.name,
            "origin": data.origin,
            "bytes": data.bytes.len(),
            "lines": want.lines,
            "refused": want.refused,
            "threads": threads,
            "clock": clock,
            "rounds": args.rounds,
            "contestant": lane.name,
            "does_the_task": lane.task,
            "right": !lane.wrong,
            "gb_per_s": round(*middle),
            "gb_per_s_min": round(*least),
            "gb_per_s_max": round(*most),
            "gb_per_cpu_s": round(by_cpu),
            "ratio_to_serde_json_typed": round(to_reference),
            "ratio_to_memchr": round(to_mark),
        });
        if let Value::Object(row) = row {
            records.push(row);
        }
    }
    if let Some(file) = &args.record {
        record::append(file, records)?;
    }
    Ok(lanes.iter().all(|lane| !lane.wrong))
}
