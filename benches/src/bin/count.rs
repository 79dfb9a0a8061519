//! One run of ours over a fixed input, for instruction counts: `gate.sh` runs it under callgrind, which collects only
//! within [`runlex_counted`].
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "a program for people")]

use anyhow::{Context, Result};
use clap::{Parser, ValueEnum};
use runlex::report::TotalsReport;
use runlex_benches::contestants::{self, Contestant, Ours, kernel_name};
use runlex_benches::data;
use runlex_benches::stats::ours;
use runlex_benches::task::{Index, Totals};
use runlex_core::{Kernel, Mode};

/// Runs a task once.
#[derive(Debug, Parser)]
struct Args {
    /// s1, s2, g, t, p or a file
    #[arg(long, default_value = "g")]
    data: String,
    /// How much of it
    #[arg(long, default_value = "4M", value_parser = data::parse_size)]
    bytes: usize,
    /// By name; the best one here when left out
    #[arg(long)]
    kernel: Option<String>,
    /// How much of a line is looked at
    #[arg(long, value_enum, default_value_t = Look::Checked)]
    mode: Look,
    /// What is done
    #[arg(long, value_enum, default_value_t = Task::Index)]
    task: Task,
    /// Prints the names of the kernels that run here, one a line, and stops
    #[arg(long)]
    list_kernels: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Look {
    Checked,
    Skim,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Task {
    /// The index task
    Index,
    /// What `runlex stats` does to a file, checked
    Stats,
}

fn main() -> Result<()> {
    let args = Args::parse();
    if args.list_kernels {
        for kernel in contestants::kernels() {
            println!("{}", kernel_name(kernel));
        }
        return Ok(());
    }
    let kernel = match &args.kernel {
        None => Kernel::best(),
        Some(name) => {
            let named = contestants::kernels().find(|kernel| kernel_name(*kernel) == *name);
            named.with_context(|| format!("no kernel {name} here"))?
        }
    };
    let mode = match args.mode {
        Look::Checked => Mode::Checked,
        Look::Skim => Mode::Skim,
    };
    let data = data::load(&args.data, args.bytes)?;
    if let Task::Stats = args.task {
        let totals = runlex_counted_stats(&data.bytes, kernel)?;
        let faults: u64 = totals.faults.values().sum();
        println!("stats: {} bytes, {} lines, {faults} faults", totals.bytes, totals.lines);
        return Ok(());
    }
    let mut ours = Ours::new(kernel, mode);
    let mut index = Index::new();
    runlex_counted(&mut ours, &data.bytes, &mut index);
    let totals = Totals::of([&index]);
    println!("{}: {} bytes, {} lines, {} refused", ours.name(), totals.bytes, totals.lines, totals.refused);
    Ok(())
}

/// What is counted. The names are what callgrind is told, so these stay functions of their own.
#[inline(never)]
fn runlex_counted(ours: &mut Ours, data: &[u8], index: &mut Index) {
    ours.run(data, 0, index);
}

#[inline(never)]
fn runlex_counted_stats(data: &[u8], kernel: Kernel) -> std::io::Result<TotalsReport> {
    ours::bytes(data, kernel)
}
