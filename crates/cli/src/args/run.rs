//! Words of `run`.

use super::Viewing;
use clap::Args;
use std::ffi::OsString;

pub(super) const EXAMPLES: &str = "\
Examples:
  runlex run -- agent --stream-json 'what is 2+2?'                  what the agent says, as it says it
  runlex run --idle-timeout 5m --timeout 1h -- agent --stream-json
  runlex run --pass -- agent --stream-json > run.jsonl              to be read later, and seen now

Exit status: 0 if the run went well, 1 if it failed or has no result, 4 where the command could not be started, or at a timeout,
130 at Ctrl-C. Where there is a result, the status of the command does not matter.";

#[derive(Debug, Args)]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) viewing: Viewing,

    /// The command and its arguments. What is piped in is its standard input; it is asked to end at Ctrl-C and at a timeout, and
    /// what it has started in its process group ends with it
    #[arg(last = true, required = true, value_name = "CMD")]
    pub(crate) command: Vec<OsString>,
}
