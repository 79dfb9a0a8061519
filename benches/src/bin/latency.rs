//! How long one line takes when it arrives: line in cache, one call a line, what the task asks for read and put away.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "a program for people")]

use anyhow::Result;
use clap::{Parser, ValueEnum};
use runlex_benches::clock::median;
use runlex_benches::contestants::{self, Chunked, REFERENCE};
use runlex_benches::data::{self, Data};
use runlex_benches::live::{Live, Ours, Owned, Seen};
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
    /// What is done to a line
    #[arg(long, value_enum, default_value_t = Task::Index)]
    task: Task,
    /// Only contestants whose name holds this; again for several. Index: `decoder` and serde_json if left out
    #[arg(long)]
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

/// What is done to a line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Task {
    /// The index task's fields, read and put away
    Index,
    /// All that it says: `LineDecoder`, scan, view, items, against events that own their parts (Amp only: data g)
    Live,
}

fn main() -> Result<ExitCode> {
    let args = Args::parse();
    let data = data::load(&args.data, args.bytes)?;
    let agree = match args.task {
        Task::Index => index(&args, &data)?,
        Task::Live => live(&args, &data)?,
    };
    Ok(if agree { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn index(args: &Args, data: &Data) -> Result<bool> {
    let mut all = contestants::all();
    for kernel in contestants::kernels() {
        // A line whole in its chunk, as the peers get it.
        all.push(Box::new(Chunked::new(kernel, usize::MAX)));
    }
    let wanted =
        if args.only.is_empty() { &[String::from("decoder"), REFERENCE.into()] } else { &args.only[..] };
    all.retain(|one| one.does_the_task() && wanted.iter().any(|part| one.name().contains(part)));
    let mut index = Index::new();
    let mut lanes = Vec::new();
    for mut one in all {
        index.clear();
        each_line(data, |line, offset| one.run(line, offset, &mut index));
        let answer = format!("{:#?}", Totals::of([&index]));
        lanes.push(Lane::new(one.name(), answer, one));
    }
    measure(args, data, lanes, |one, line, offset| one.run(line, offset, &mut index))
}

fn live(args: &Args, data: &Data) -> Result<bool> {
    let mut all: Vec<Box<dyn Live>> = vec![Box::new(Owned)];
    for kernel in contestants::kernels() {
        all.extend([false, true].map(|text| -> Box<dyn Live> { Box::new(Ours::new(kernel, text)) }));
    }
    all.retain(|one| args.only.is_empty() || args.only.iter().any(|part| one.name().contains(part)));
    let mut lanes = Vec::new();
    for mut one in all {
        let mut seen = Seen::default();
        each_line(data, |line, offset| one.line(line, offset, &mut seen));
        // That those who unescape find the same texts is a test's matter.
        lanes.push(Lane::new(one.name(), format!("{:#?}", seen.without_text()), one));
    }
    let mut seen = Seen::default();
    measure(args, data, lanes, |one, line, offset| one.line(line, offset, &mut seen))
}

fn each_line<'d>(data: &'d Data, mut each: impl FnMut(&'d [u8], u64)) {
    let mut offset = 0;
    for line in data.bytes.split_inclusive(|byte| *byte == b'\n') {
        each(line, offset);
        offset += line.len() as u64;
    }
}

/// A contestant, what it finds, and its times.
struct Lane<C: ?Sized> {
    name: String,
    answer: String,
    times: Vec<u32>,
    contestant: Box<C>,
}

impl<C: ?Sized> Lane<C> {
    fn new(name: String, answer: String, contestant: Box<C>) -> Lane<C> {
        Lane { name, answer, times: Vec::new(), contestant }
    }
}

fn measure<C: ?Sized>(
    args: &Args,
    data: &Data,
    mut lanes: Vec<Lane<C>>,
    mut run: impl FnMut(&mut C, &[u8], u64),
) -> Result<bool> {
    let floor = floor();
    let mut lengths = Vec::new();
    each_line(data, |line, _| lengths.push(line.len() as u32));
    for lane in &mut lanes {
        lane.times.reserve(lengths.len() * args.rounds);
    }
    for _ in 0..args.rounds {
        for lane in &mut lanes {
            each_line(data, |line, offset| {
                // Into the cache.
                black_box(memchr::memchr_iter(b'\n', line).count());
                let start = Instant::now();
                run(&mut lane.contestant, black_box(line), offset);
                let time = start.elapsed().as_nanos();
                lane.times.push(u32::try_from(time).unwrap_or(u32::MAX).saturating_sub(floor));
            });
        }
    }
    let agree = lanes.windows(2).all(|pair| pair[0].answer == pair[1].answer);
    let lines = lengths.len();
    println!(
        "{} ({}): {lines} lines, length p50 {} p99 {} max {}; {} rounds; timer floor {floor} ns, taken off\n{}\n",
        data.name,
        data.origin,
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
    for lane in &mut lanes {
        let best = best_max(&lane.times, lines);
        let [p50, p99, p999, max] = [0.5, 0.99, 0.999, 1.0].map(|share| quantile(&mut lane.times, share));
        println!("| {} | {p50} | {p99} | {p999} | {best:.0} | {max} |", lane.name);
        let row = json!({
            "bench": "latency",
            "task": match args.task { Task::Index => "index", Task::Live => "live" },
            "remark": args.remark,
            "data": data.name,
            "origin": data.origin,
            "bytes": data.bytes.len(),
            "lines": lines,
            "rounds": args.rounds,
            "contestant": lane.name,
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
        println!("\nWRONG: the contestants do not agree");
        lanes.iter().for_each(|lane| println!("{}: {}", lane.name, lane.answer));
    }
    Ok(agree)
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
