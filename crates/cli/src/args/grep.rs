//! Words of `grep`.

use super::{Filters, Output, Reading, table_or_json};
use clap::{Args, ValueEnum};

pub(super) const EXAMPLES: &str = "\
Examples:
  runlex grep 'connection refused' runs/
  runlex grep --in input --tool Bash 'rm -rf' runs/         what a tool was given
  runlex grep -l -i --in output 'out of memory' runs/       the files in which a tool said it

The pattern is a regular expression as of https://docs.rs/regex; ^ and $ stand at the ends of the lines of a text. The output is
described in docs/report.md.";

#[derive(Debug, Args)]
pub(crate) struct Grep {
    /// What to look for
    #[arg(value_name = "PATTERN")]
    pub(crate) pattern: String,

    #[command(flatten)]
    pub(crate) reading: Reading,

    /// Where to look; given several times, in all of these
    #[arg(long = "in", value_enum, value_name = "WHERE")]
    pub(crate) parts: Vec<Part>,

    /// Whatever the case of letters
    #[arg(short, long)]
    pub(crate) ignore_case: bool,

    /// The pattern is plain text
    #[arg(short = 'F', long)]
    pub(crate) fixed_strings: bool,

    /// Items in which nothing matches, instead
    #[arg(short = 'v', long)]
    pub(crate) invert_match: bool,

    /// Only how many matches each file has that has any
    #[arg(short, long, conflicts_with = "files_with_matches")]
    pub(crate) count: bool,

    /// Only the files that have any
    #[arg(short = 'l', long)]
    pub(crate) files_with_matches: bool,

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = Output::Table, value_parser = table_or_json())]
    pub(crate) output: Output,

    #[command(flatten)]
    pub(crate) filters: Filters,
}

/// Which strings of an item are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// What was said to the agent, and what it said
    Text,
    /// Its reasoning
    Thinking,
    /// What tools were given
    Input,
    /// What tools gave back
    Output,
    /// All of these, errors, news, results, and whatever is in lines of unknown programs; so without --in
    Any,
}
