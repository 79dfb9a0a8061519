//! Words of `tools`.

use super::{Indexed, Output, Reading, RunFilters, Threading};
use clap::Args;
use runlex::report::InputField;

pub(super) const EXAMPLES: &str = "\
Examples:
  runlex tools runs/                      a row for each tool, those with most errors first
  runlex tools --errors runs/             the calls that failed, with their lines
  runlex tools --calls --tool Bash -o csv runs/ > bash.csv
  runlex tools --errors --tool Bash --field cmd runs/     with what they were given";

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

    /// With --calls or --errors, a column with what stands in the input of each call there: names parted by dots (edits.0.path) or
    /// a JSON pointer (/edits/0/path)
    #[arg(long = "field", value_name = "PLACE", value_parser = field)]
    pub(crate) fields: Vec<InputField>,

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = Output::Table)]
    pub(crate) output: Output,
}

fn field(text: &str) -> Result<InputField, String> {
    InputField::parse(text).ok_or_else(|| "expected names parted by dots, or a JSON pointer".to_owned())
}
