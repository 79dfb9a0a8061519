//! Words of `result`.

use super::{CallFilters, Output, Reading, RunFilters, table_or_json};
use clap::Args;

pub(super) const EXAMPLES: &str = "\
Examples:
  runlex result run.jsonl > answer.md     the final text, and nothing else
  runlex result runs/                     of many runs, each under a line that names it
  agent --stream-json | runlex result && echo fine

The exit status is 0 only if there is a run and all of them ended well: 1 where one failed, has no result, or does not say
how it went.";

#[derive(Debug, Args)]
pub(crate) struct Results {
    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) runs: RunFilters,

    #[command(flatten)]
    pub(crate) calls: CallFilters,

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = Output::Table, value_parser = table_or_json())]
    pub(crate) output: Output,
}
