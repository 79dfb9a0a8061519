//! What `runlex stats` does to a file, against a program on serde_json that finds the same, in turn; answers equal by assertion.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for people")]

use anyhow::{Context, Result, ensure};
use clap::Parser;
use runlex_benches::clock::{self, median, process_cpu};
use runlex_benches::contestants::{self, REFERENCE, kernel_name};
use runlex_benches::stats::{Answers, ours, rival};
use runlex_benches::{data, record};
use runlex_core::Kernel;
use runlex_scan::Io;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Measures what `runlex stats` does to a file that lies in memory already, one thread, CPU time of the process.
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
    /// Only contestants whose name holds this (the reference stays for its answers and ratio); again for several
    #[arg(long)]
    only: Vec<String>,
    /// Where the file is put; the folder for temporary files if left out
    #[arg(long)]
    scratch: Option<PathBuf>,
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

/// Who does the work.
enum Who {
    Ours(Kernel, Io),
    /// The bound of ours: the same without a fold.
    Checked(Kernel, Io),
    Rival {
        utf8: bool,
    },
}

impl Who {
    fn name(&self) -> String {
        match self {
            Who::Ours(kernel, Io::Auto) => format!("runlex stats, {}", kernel_name(*kernel)),
            Who::Ours(kernel, Io::Mmap) => format!("runlex stats, {}, mmap", kernel_name(*kernel)),
            Who::Checked(kernel, io) => {
                let mapped = if *io == Io::Mmap { ", mmap" } else { "" };
                format!("read and checked alone, {}{mapped}", kernel_name(*kernel))
            }
            Who::Rival { utf8: false } => REFERENCE.into(),
            Who::Rival { utf8: true } => format!("{REFERENCE}, UTF-8 checked"),
        }
    }

    /// Finds out what is in the file, and says whether it is this.
    fn finds(&self, path: &Path, want: &Answers) -> Result<bool> {
        let got = match self {
            Who::Ours(kernel, io) => Answers::from(&ours::file(path, *kernel, *io, 1)?),
            Who::Checked(kernel, io) => {
                return Ok(ours::checked(path, *kernel, *io)? == [want.bytes, want.lines, want.faults]);
            }
            Who::Rival { utf8 } => rival::file(path, *utf8)?,
        };
        if got != *want {
            eprintln!("WRONG: {} finds\n{got:#?}\ninstead of\n{want:#?}", self.name());
        }
        Ok(got == *want)
    }
}

struct Lane {
    name: String,
    who: Who,
    cpu: Vec<f64>,
    wall: Vec<f64>,
}

fn lanes(only: &[String]) -> Vec<Lane> {
    let kernels: Vec<Kernel> = contestants::kernels().collect();
    let ours = kernels.iter().rev().map(|kernel| Who::Ours(*kernel, Io::Auto));
    let bounds = [Io::Auto, Io::Mmap].map(|io| Who::Checked(Kernel::best(), io));
    let mapped = Who::Ours(Kernel::best(), Io::Mmap);
    let rivals = [Who::Rival { utf8: false }, Who::Rival { utf8: true }];
    let all = std::iter::once(mapped).chain(ours).chain(bounds).chain(rivals);
    let mut lanes: Vec<Lane> =
        all.map(|who| Lane { name: who.name(), who, cpu: Vec::new(), wall: Vec::new() }).collect();
    lanes.retain(|lane| {
        lane.name == REFERENCE || only.is_empty() || only.iter().any(|part| lane.name.contains(part))
    });
    lanes
}

fn main() -> Result<ExitCode> {
    let args = Args::parse();
    let sets: Vec<String> = match args.check_only {
        true => data::present().into_iter().map(String::from).collect(),
        false => args.data.clone(),
    };
    let mut agree = true;
    for name in sets {
        let bytes = if args.check_only { 3_000_000 } else { args.bytes };
        agree &= measure(&name, bytes, &args)?;
    }
    Ok(if agree { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The set as a file, which goes away with what is given.
fn file(
    name: &str,
    bytes: usize,
    scratch: Option<&Path>,
) -> Result<(String, String, tempfile::NamedTempFile)> {
    let data = data::load(name, bytes)?;
    let folder = scratch.map_or_else(std::env::temp_dir, Path::to_owned);
    let mut file = tempfile::Builder::new().prefix("runlex-").suffix(".jsonl").tempfile_in(folder)?;
    file.write_all(&data.bytes).context("writing the data")?;
    Ok((data.name, data.origin, file))
}

fn measure(name: &str, bytes: usize, args: &Args) -> Result<bool> {
    let (name, origin, file) = file(name, bytes, args.scratch.as_deref())?;
    let path = file.path();
    let bytes = file.as_file().metadata()?.len();
    let mut lanes = lanes(&args.only);
    let want = rival::file(path, false)?;
    ensure!(want.bytes == bytes, "{REFERENCE} has seen {} of {bytes} bytes", want.bytes);
    // Before any time counts; it also warms caches and predictors.
    let mut agree = true;
    for lane in &lanes {
        let is_right = lane.who.finds(path, &want)?;
        if !is_right {
            agree = false;
            eprintln!("WRONG: {} in {name}", lane.name);
        }
    }
    if args.check_only {
        if agree {
            println!("{name}: {} lines, {} faults, all contestants agree", want.lines, want.faults);
        }
        return Ok(agree);
    }
    if !agree {
        return Ok(false);
    }
    for _ in 0..args.rounds {
        for lane in &mut lanes {
            let (cpu, wall) = (process_cpu(), Instant::now());
            let is_right = lane.who.finds(path, &want)?;
            lane.cpu.push((process_cpu() - cpu).as_secs_f64());
            lane.wall.push(wall.elapsed().as_secs_f64());
            ensure!(is_right, "{} changed its answer", lane.name);
        }
    }
    println!(
        "\n{name} ({origin}): {bytes} bytes, {} lines, {} faults, {} runs; one thread, {}, {} rounds\n{}\n",
        want.lines,
        want.faults,
        want.runs.iter().sum::<u64>(),
        clock::PROCESS,
        args.rounds,
        record::machine_line(),
    );
    println!("| contestant | GB/s | min-max | vs {REFERENCE} | wall GB/s |\n|---|---|---|---|---|");
    let speeds = |times: &[f64]| times.iter().map(|time| bytes as f64 / time / 1e9).collect::<Vec<f64>>();
    let reference = lanes.iter().find(|lane| lane.name == REFERENCE).context("no reference")?;
    let reference = reference.cpu.clone();
    let mut records: Vec<Map<String, Value>> = Vec::new();
    for lane in &lanes {
        let (cpu, wall) = (speeds(&lane.cpu), median(&speeds(&lane.wall)));
        let least = cpu.iter().copied().fold(f64::INFINITY, f64::min);
        let most = cpu.iter().copied().fold(0.0, f64::max);
        // Of neighbours in time: what slows the machine down slows both.
        let pairs: Vec<f64> = lane.cpu.iter().zip(&reference).map(|(own, other)| other / own).collect();
        let (middle, ratio) = (median(&cpu), median(&pairs));
        println!("| {} | {middle:.3} | {least:.3}-{most:.3} | {ratio:.2} | {wall:.3} |", lane.name);
        let round = |value: f64| (value * 1e4).round() / 1e4;
        let row = json!({
            "bench": "stats",
            "remark": args.remark,
            "data": name,
            "origin": origin,
            "bytes": bytes,
            "lines": want.lines,
            "faults": want.faults,
            "threads": 1,
            "clock": clock::PROCESS,
            "rounds": args.rounds,
            "contestant": lane.name,
            "right": true,
            "gb_per_s": round(middle),
            "gb_per_s_min": round(least),
            "gb_per_s_max": round(most),
            "wall_gb_per_s": round(wall),
            "ratio_to_serde_json_typed": round(ratio),
        });
        if let Value::Object(row) = row {
            records.push(row);
        }
    }
    if let Some(file) = &args.record {
        record::append(file, records)?;
    }
    Ok(true)
}
