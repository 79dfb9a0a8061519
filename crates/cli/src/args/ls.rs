//! Words of `ls`.

use super::{CallFilters, Indexed, Output, Reading, RunFilters, Threading};
use clap::Args;

pub(super) const EXAMPLES: &str = "\
Examples:
  runlex ls runs/
  runlex ls -o csv runs/ > runs.csv
  runlex ls -o json runs/ | jq -c '.runs[] | select(.outcome == \"failed\") | [.path, .line, .reason]'";

#[derive(Debug, Args)]
pub(crate) struct Ls {
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

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = Output::Table)]
    pub(crate) output: Output,
}
