//! Words of `stats`.

use super::{CallFilters, Indexed, Output, Reading, RunFilters, Threading};
use clap::{Args, ValueEnum};

pub(super) const EXAMPLES: &str = "\
Examples:
  runlex stats runs/
  runlex stats --by session runs/         also file, run, tool, model, dialect, type, day
  runlex stats --by session,model runs/   tokens of each session and model
  runlex stats --by day -o csv runs/ > days.csv";

#[derive(Debug, Args)]
pub(crate) struct Stats {
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

    /// Sums for each of these instead of totals, with -o json beside the totals; of several, parted by commas, for each
    /// combination
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub(crate) by: Vec<By>,

    /// Form of the output; csv needs --by
    #[arg(short, long, value_enum, default_value_t = Output::Table, requires_if("csv", "by"))]
    pub(crate) output: Output,
}

/// What `stats` sums up by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum By {
    /// Each file
    File,
    /// The session ids that lines carry
    Session,
    /// Each run
    Run,
    /// The tools that were called
    Tool,
    /// The models that wrote
    Model,
    /// The programs that printed
    Dialect,
    /// The types of events
    Type,
    /// Days, by --tz; (none) for what gives no time
    Day,
}

impl By {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            By::File => "file",
            By::Session => "session",
            By::Run => "run",
            By::Tool => "tool",
            By::Model => "model",
            By::Dialect => "dialect",
            By::Type => "type",
            By::Day => "day",
        }
    }
}
