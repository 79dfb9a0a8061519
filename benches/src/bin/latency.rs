//! How long one line takes when it arrives: line in cache, one call a line, the task's fields read and put away.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "a program for people")]

use anyhow::Result;
use clap::Parser;
use runlex_benches::clock::median;
use runlex_benches::contestants::{self, Chunked, REFERENCE};
use runlex_benches::data;
use runlex_benches::record;
use runlex_benches::task::{Index, Totals};
use serde_json::{Value, json};
use std::hint::black_box;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Measures the latency of single lines. The floor of the timer is shown and taken off.
#[derive(Debug, Parser)]
struct Args {
    /// s1, s2, g, t, p or a file
    #[arg(long, default_value = "g")]
    data: String,
    /// How much of it; should fit the cache
    #[arg(long, default_value = "1400k", value_parser = data::parse_size)]
    bytes: usize,
    /// Rounds, in which the contestants take turns
    #[arg(long, default_value_t = 200)]
    rounds: usize,
    /// Only contestants whose name holds this; again for several
    #[arg(long, default_values_t = [String::from("decoder"), String::from(REFERENCE)])]
    only: Vec<String>,
    /// Appends the rows to this file, one JSON object a line
    #[arg(long)]
    record: Option<PathBuf>,
    /// A word on the run for the record
    #[arg(long)]
    remark: Option<String>,
}

/// Rounds of which a line's best counts for the maximum.
const BEST_OF: usize = 5;

fn main() -> Result<ExitCode> {
    let args = Args::parse();
    let data = data::load(&args.data, args.bytes)?;
    let lines: Vec<&[u8]> = data.bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let mut all = contestants::all();
    for kernel in contestants::kernels() {
        // A line whole in its chunk, as the peers get it.
        all.push(Box::new(Chunked::new(kernel, usize::MAX)));
    }
    all.retain(|one| one.does_the_task() && args.only.iter().any(|part| one.name().contains(part)));
    let floor = floor();
    let mut index = Index::new();
    let mut times: Vec<Vec<u32>> =
        all.iter().map(|_| Vec::with_capacity(lines.len() * args.rounds)).collect();
    let mut answers: Vec<Totals> = Vec::new();
    for round in 0..args.rounds {
        for (one, times) in all.iter_mut().zip(&mut times) {
            index.clear();
            let mut offset = 0;
            for line in &lines {
                // Into the cache.
                black_box(memchr::memchr_iter(b'\n', line).count());
                let start = Instant::now();
                one.run(black_box(line), offset, &mut index);
                let time = start.elapsed().as_nanos();
                times.push(u32::try_from(time).unwrap_or(u32::MAX).saturating_sub(floor));
                offset += line.len() as u64;
            }
            if round == 0 {
                answers.push(Totals::of([&index]));
            }
        }
    }
    let agree = answers.windows(2).all(|pair| pair[0] == pair[1]);
    let mut lengths: Vec<u32> = lines.iter().map(|line| line.len() as u32).collect();
    println!(
        "{} ({}): {} lines, length p50 {} p99 {} max {}; {} rounds; timer floor {floor} ns, taken off\n{}\n",
        data.name,
        data.origin,
        lines.len(),
        quantile(&mut lengths, 0.5),
        quantile(&mut lengths, 0.99),
        quantile(&mut lengths, 1.0),
        args.rounds,
        record::machine_line(),
    );
    println!(
        "| contestant | p50 ns | p99 ns | p99.9 ns | max of best of {BEST_OF} | raw max |\n|---|---|---|---|---|---|"
    );
    let mut rows = Vec::new();
    for (one, mut times) in all.iter().zip(times) {
        let best = best_max(&times, lines.len());
        let [p50, p99, p999, max] = [0.5, 0.99, 0.999, 1.0].map(|share| quantile(&mut times, share));
        println!("| {} | {p50} | {p99} | {p999} | {best:.0} | {max} |", one.name());
        let row = json!({
            "bench": "latency",
            "remark": args.remark,
            "data": data.name,
            "origin": data.origin,
            "bytes": data.bytes.len(),
            "lines": lines.len(),
            "rounds": args.rounds,
            "contestant": one.name(),
            "right": agree,
            "floor_ns": floor,
            "p50_ns": p50,
            "p99_ns": p99,
            "p999_ns": p999,
            "best_of_5_max_ns": best.round(),
            "raw_max_ns": max,
        });
        if let Value::Object(row) = row {
            rows.push(row);
        }
    }
    if let Some(file) = &args.record {
        record::append(file, rows)?;
    }
    if !agree {
        println!("\nWRONG: the contestants do not agree\n{answers:#?}");
    }
    Ok(if agree { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What reading the clock twice costs: the median of many.
fn floor() -> u32 {
    let mut times: Vec<u32> = (0..100_000)
        .map(|_| {
            let start = Instant::now();
            u32::try_from(start.elapsed().as_nanos()).unwrap_or(u32::MAX)
        })
        .collect();
    quantile(&mut times, 0.5)
}

/// The longest of the lines when each counts by its best of five rounds; the median over all groups of five rounds.
fn best_max(times: &[u32], lines: usize) -> f64 {
    let groups = times.chunks_exact((lines * BEST_OF).max(1));
    let maxima: Vec<f64> = groups
        .map(|group| {
            let best = |line: usize| group[line..].iter().step_by(lines).min().copied().unwrap_or(0);
            f64::from((0..lines).map(best).max().unwrap_or(0))
        })
        .collect();
    median(&maxima)
}

fn quantile(values: &mut [u32], share: f64) -> u32 {
    if values.is_empty() {
        return 0;
    }
    let rank = ((values.len() - 1) as f64 * share).round() as usize;
    *values.select_nth_unstable(rank).1
}
