//! Words of `text`.

use super::{Filters, Output, Reading, table_or_json};
use clap::Args;

pub(super) const EXAMPLES: &str = "\
Examples:
  runlex text run.jsonl                   all that the agent said
  runlex text --role user runs/           all that it was told
  agent --stream-json | runlex text       as it is written, piece by piece

Each text is followed by a newline. One that comes in pieces is printed piece by piece, and not again where it comes whole.
--role user prints the texts that were given to the agent; --kind names texts of another kind: assistant_text, user_text
or thinking.";

#[derive(Debug, Args)]
pub(crate) struct Text {
    #[command(flatten)]
    pub(crate) reading: Reading,

    /// Form of the output: text alone, or the items whose texts these are, as cat prints them
    #[arg(short, long, default_value_t = Output::Table, value_enum, value_parser = table_or_json())]
    pub(crate) output: Output,

    #[command(flatten)]
    pub(crate) filters: Filters,
}
