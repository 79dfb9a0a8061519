//! The words of the command line.

use clap::builder::Styles;
use clap::{Args, Parser, Subcommand, ValueEnum};
use runlex::Kernel;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  runlex stats runs/                      what is in a folder of runs
  runlex check runs/a.jsonl               every broken line, with its byte
  agent --stream-json | runlex stats -    the same for a pipe

Exit status:
  0  fine
  2  wrong usage
  3  check found faults
  4  an input could not be read, there was none, or the output could not be written";

/// Reads the newline-delimited JSON that coding agents print, and tells what is in it and what is broken.
#[derive(Debug, Parser)]
#[command(name = "runlex", bin_name = "runlex", version, after_help = EXAMPLES, arg_required_else_help = true)]
// Without styles a rendered message holds no escape sequence but those that were typed.
#[command(styles = Styles::plain())]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Name every broken line: file, line, byte and kind. Exit status 3 when there is one
    Check(Reading),
    /// Count what is in the files: events, faults, runs, sessions, tokens, tools
    Stats(Reading),
}

/// What every reading verb takes.
#[derive(Debug, Args)]
pub(crate) struct Reading {
    /// Files, folders (searched for *.jsonl, *.ndjson and *.json, links not followed), or - for standard input. A file
    /// under several paths is read once. If no file is found, the exit status is 4
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = Output::Table)]
    pub(crate) output: Output,

    /// Lines with more content than this are passed over as too-long (K, M, G: powers of 1,024); those of 4 GiB or more
    /// always are
    #[arg(long, value_name = "BYTES", default_value = "256M", value_parser = bytes)]
    pub(crate) max_line: u64,

    /// Look only at strings and nesting, not at the whole grammar: some broken lines pass as events
    #[arg(long)]
    pub(crate) skim: bool,

    /// Check with this code instead of the fastest one; the answers are the same (scalar, avx2, avx512, neon)
    #[arg(long, value_name = "NAME", value_parser = kernel)]
    pub(crate) kernel: Option<Kernel>,

    /// No progress and no remarks on standard error, only errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Output {
    /// For people
    Table,
    /// For programs: one JSON document, described in docs/report.md
    Json,
}

/// `4096`, `64K`, `256M`, `2G`.
fn bytes(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 1 << 10),
        Some((at, 'm' | 'M')) => (&text[..at], 1 << 20),
        Some((at, 'g' | 'G')) => (&text[..at], 1 << 30),
        _ => (text, 1),
    };
    let number: u64 =
        digits.parse().map_err(|_| "expected a number of bytes, such as 64K or 256M".to_owned())?;
    number.checked_mul(unit).ok_or_else(|| "too large".to_owned())
}

fn kernel(name: &str) -> Result<Kernel, String> {
    let here: Vec<&str> = Kernel::all().map(Kernel::name).collect();
    Kernel::named(name).ok_or_else(|| format!("this machine has {}", here.join(", ")))
}
