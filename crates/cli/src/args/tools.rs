//! Words of `tools`.

use super::{Indexed, Output, Reading, RunFilters, Threading};
use clap::Args;

pub(super) const EXAMPLES: &str = "\
Examples:
  runlex tools runs/                      a row for each tool, those with most errors first
  runlex tools --errors runs/             the calls that failed, with their lines
  runlex tools --calls --tool Bash -o csv runs/ > bash.csv";

#[derive(Debug, Args)]
pub(crate) struct Tools {
    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) indexed: Indexed,

    #[command(flatten)]
    pub(crate) threading: Threading,

    #[command(flatten)]
    pub(crate) runs: RunFilters,

    /// List the calls themselves instead of sums for each tool
    #[arg(long)]
    pub(crate) calls: bool,

    /// List those that failed
    #[arg(long, conflicts_with = "calls")]
    pub(crate) errors: bool,

    /// Only calls of this tool; (none) for results whose call is not there
    #[arg(long = "tool", value_name = "NAME")]
    pub(crate) tools: Vec<String>,

    /// Only calls of this session, the whole id
    #[arg(long = "session", value_name = "ID")]
    pub(crate) sessions: Vec<String>,

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = Output::Table)]
    pub(crate) output: Output,
}
