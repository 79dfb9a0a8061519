//! Words of `check`.

use super::{CallFilters, Indexed, Output, Reading, RunFilters, Threading, table_or_json};
use clap::{Args, ValueEnum};

pub(super) const EXAMPLES: &str = "\
Examples:
  runlex check runs/                      every broken line of a folder
  runlex check -o json runs/a.jsonl       all that is known of a file, for programs
  runlex check --as amp-input in.jsonl    also what Amp would refuse to read";

#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) indexed: Indexed,

    #[command(flatten)]
    pub(crate) threading: Threading,

    #[command(flatten)]
    pub(crate) runs: RunFilters,

    #[command(flatten)]
    pub(crate) calls: CallFilters,

    /// Name also every line that this program would refuse to read, and why. Exit status 3 when there is one
    #[arg(long = "as", value_enum, value_name = "DIALECT", conflicts_with = "index")]
    pub(crate) target: Option<Target>,

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = Output::Table, value_parser = table_or_json())]
    pub(crate) output: Output,
}

/// Whose input lines are held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    /// What Amp reads with --stream-json-input
    AmpInput,
}
