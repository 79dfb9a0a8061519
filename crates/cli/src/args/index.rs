//! Words of `index`.

use super::{Checking, Output, Threading, table_or_json};
use clap::{Args, Subcommand};
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  runlex index runs/ --to runs.index      make it; the same again brings it up to date
  runlex stats --index runs.index         as from the files, at once; also ls, tools, check, cat --session ID
  runlex index info --sql runs.index > views.sql; duckdb -init views.sql

An index is of all files and folders that it was ever given. It keeps no text of the lines unless --with-text asks for it. Its
tables are described in docs/index-format.md.";

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Index {
    #[command(subcommand)]
    pub(crate) verb: Option<IndexVerb>,

    /// Files and folders (searched as by the other verbs) that the index is to have besides those that it was given before
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// The folder of the index. It is made if it is not there
    #[arg(long, value_name = "DIR", required = true)]
    pub(crate) to: Option<PathBuf>,

    /// Read every file again, whatever its times say
    #[arg(long)]
    pub(crate) verify: bool,

    /// Keep also the lines themselves, with all that people and programs wrote into them, from now on
    #[arg(long)]
    pub(crate) with_text: bool,

    #[command(flatten)]
    pub(crate) checking: Checking,

    #[command(flatten)]
    pub(crate) threading: Threading,
}

#[derive(Debug, Subcommand)]
pub(crate) enum IndexVerb {
    /// Read all of an index and say whether it is whole. Exit status 4 if it is not
    Verify {
        /// Its folder
        #[arg(value_name = "DIR")]
        index: PathBuf,
    },
    /// Make fewer and larger files of it, without what no longer counts. Updates do it when there are many
    Compact {
        /// Its folder
        #[arg(value_name = "DIR")]
        index: PathBuf,
    },
    /// Say what is in it
    Info {
        /// Its folder
        #[arg(value_name = "DIR")]
        index: PathBuf,

        /// Print SQL for DuckDB instead: a view for each table, with the rows that count, and one that pairs calls with results
        #[arg(long)]
        sql: bool,

        /// Form of the output
        #[arg(short, long, value_enum, default_value_t = Output::Table, value_parser = table_or_json(), conflicts_with = "sql")]
        output: Output,
    },
}
