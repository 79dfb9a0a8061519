//! Words of `tail`, and of what is seen, which `run` has as well.

use super::{LiveFilters, Output, bytes, table_or_json};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

pub(super) const EXAMPLES: &str = "\
Examples:
  agent --stream-json | runlex tail                 what an agent says, as it says it
  runlex tail -f run.jsonl --idle-timeout 5m        of a file that grows, until its run is over
  agent --stream-json | runlex tail --pass | next   the text on standard error, the events to the next program

Exit status: 0 if the last run went well, 1 if it failed or has no result, 4 at a timeout or where reading failed, 130 at Ctrl-C.";

#[derive(Debug, Args)]
pub(crate) struct Tail {
    /// A file; standard input if none is given, or for -. Nothing is unpacked
    #[arg(value_name = "FILE")]
    pub(crate) path: Option<PathBuf>,

    /// Wait for more of the file until its last run has its result. A file that is renamed, removed or cut, and begun anew under
    /// its name, is read on from its new start
    #[arg(short, long, requires = "path")]
    pub(crate) follow: bool,

    /// Wait for more behind a result, too
    #[arg(long, requires = "follow")]
    pub(crate) forever: bool,

    /// Of what is in the file already, show so many events, the last ones that fit [default: 10]; a pipe is shown from its start
    #[arg(short = 'n', long = "last", value_name = "N", requires = "path")]
    pub(crate) last: Option<usize>,

    #[command(flatten)]
    pub(crate) viewing: Viewing,
}

/// What is seen of a live stream, and for how long it is waited for.
#[derive(Debug, Args)]
pub(crate) struct Viewing {
    /// Form of the output: text for people, or the items as cat prints them
    #[arg(short, long, group = "form", default_value_t = Output::Table, value_enum, value_parser = table_or_json())]
    pub(crate) output: Output,

    /// Print the events themselves, byte for byte, and not text
    #[arg(long, group = "form")]
    pub(crate) events: bool,

    /// The same, all of them, and the text on standard error
    #[arg(long, group = "form")]
    pub(crate) pass: bool,

    /// Give up when no line has come for so long: 500ms, 30s, 5m, 2h
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) idle_timeout: Option<Duration>,

    /// Give up after so long, whatever comes
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) timeout: Option<Duration>,

    /// Lines with more content than this are passed over as too-long (K, M, G: powers of 1,024)
    #[arg(long, value_name = "BYTES", default_value = "256M", value_parser = bytes)]
    pub(crate) max_line: u64,

    /// No remarks on standard error, neither of faults, only errors
    #[arg(short, long)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) filters: LiveFilters,
}

/// `500ms`, `30s`, `5m`, `2h`.
fn time(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let millis = match &text[digits.len()..] {
        "ms" => 1,
        "s" => 1000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return Err("expected a time with its unit, such as 500ms, 30s, 5m or 2h".to_owned()),
    };
    let number: u64 = digits.parse().map_err(|_| "expected a whole number before the unit".to_owned())?;
    number.checked_mul(millis).map(Duration::from_millis).ok_or_else(|| "too large".to_owned())
}

#[cfg(test)]
mod tests {
    use super::time;

    #[test]
    fn times() {
        for (text, want) in
            [("500ms", Some(500)), ("30s", Some(30_000)), ("5m", Some(300_000)), ("2h", Some(7_200_000))]
        {
            assert_eq!(time(text).ok().map(|time| time.as_millis()), want, "{text}");
        }
        for text in
            ["", "5", "s", "-1s", "1.5s", "1d", "1 s", "99999999999999999999s", "9999999999999999h", "5é"]
        {
            assert!(time(text).is_err(), "{text}");
        }
    }
}
