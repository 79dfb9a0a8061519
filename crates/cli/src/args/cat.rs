//! Words of `cat`.

use super::{Filters, Output, Reading, json_only};
use clap::Args;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  runlex cat --kind assistant_text run.jsonl | jq -r 'select(.delta | not).text'
  runlex cat --tool Bash runs/                              calls, and what came of them
  runlex cat --events --type result runs/ > results.jsonl

Items with \"delta\":true are pieces of a text that also comes whole. The output is described in docs/items.md.";

#[derive(Debug, Args)]
pub(crate) struct Cat {
    #[command(flatten)]
    pub(crate) reading: Reading,

    /// Read the files of the index in this folder (runlex index), and of these only the runs that are asked for and have lines of
    /// --session
    #[arg(long, value_name = "DIR", conflicts_with_all = ["paths", "files_from", "agents"])]
    pub(crate) index: Option<PathBuf>,

    /// Form of the output: an item a line, or one document
    #[arg(short, long, default_value_t = Output::Ndjson, value_enum, value_parser = json_only(), conflicts_with = "events")]
    pub(crate) output: Output,

    /// Print the lines themselves, byte for byte: those of which the filters take something
    #[arg(long)]
    pub(crate) events: bool,

    #[command(flatten)]
    pub(crate) filters: Filters,
}
