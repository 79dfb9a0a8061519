//! Words of `show`.

use super::{Checking, Filters, Output, table_or_json};
use clap::Args;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  runlex show runs/a.jsonl | less         every run in it
  runlex show runs/a.jsonl:12             the run that has this line: what ls prints as where
  runlex show T-2775dc92 runs/            the runs in a folder whose session id begins so";

#[derive(Debug, Args)]
pub(crate) struct Show {
    /// FILE, FILE:LINE for the run that has this line, a folder, - for standard input, or the beginning of a session id (at
    /// least 8 characters): then its runs in the files and folders that are named beside it
    #[arg(value_name = "RUN")]
    pub(crate) runs: Vec<PathBuf>,

    /// Form of the output: a conversation, or its items as cat prints them
    #[arg(short, long, default_value_t = Output::Table, value_enum, value_parser = table_or_json())]
    pub(crate) output: Output,

    /// Show results of tools, inputs of calls and other lines whole, however long, and what has no words
    #[arg(long)]
    pub(crate) full: bool,

    /// Print text as it is, with the control characters in it: a terminal obeys them
    #[arg(long)]
    pub(crate) raw: bool,

    #[command(flatten)]
    pub(crate) checking: Checking,

    #[command(flatten)]
    pub(crate) filters: Filters,
}
