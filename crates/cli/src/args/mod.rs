//! The words of the command line: what verbs have in common, and a module for the words of each.

mod cat;
mod check;
mod filters;
mod grep;
mod index;
mod later;
mod ls;
mod result;
mod run;
mod show;
mod stats;
mod tail;
mod text;
mod tools;
mod when;
mod words;

pub(crate) use cat::Cat;
pub(crate) use check::{Check, Target};
pub(crate) use filters::{
    CallFilters, Ended, Filters, Kind, LineFilters, LiveFilters, Program, Role, RunFilters, Times, UNKNOWN,
};
pub(crate) use grep::{Grep, Part};
pub(crate) use index::{Index, IndexVerb};
pub(crate) use later::Later;
pub(crate) use ls::Ls;
pub(crate) use result::Results;
pub(crate) use run::Run;
pub(crate) use show::Show;
pub(crate) use stats::{By, Stats};
pub(crate) use tail::{Tail, Viewing};
pub(crate) use text::Text;
pub(crate) use tools::Tools;
pub(crate) use when::Zone;
pub(crate) use words::{Completions, Manual};

use clap::builder::{PossibleValuesParser, Styles, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use runlex::Kernel;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  runlex ls runs/                         the runs in a folder: how each ended, what it used
  runlex check runs/a.jsonl               every broken line, with its byte
  agent --stream-json | runlex stats      what came through a pipe

Exit status:
  0  fine
  1  nothing matched, or a run failed or has no result, where that is what is asked for
  2  wrong usage
  3  check found faults, or lines that are refused
  4  an input could not be read, there was none, or the output could not be written; a timeout, a command that did not start
  130  interrupted: what was printed is a part";

/// Reads the newline-delimited JSON that coding agents print, and tells what is in it and what is broken.
#[derive(Debug, Parser)]
#[command(name = "runlex", bin_name = "runlex", version, after_help = EXAMPLES, arg_required_else_help = true)]
// Without styles a rendered message holds no escape sequence but those that were typed.
#[command(styles = Styles::plain())]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Print what the lines say, one JSON object an item: text, tool call, result, usage ...
    #[command(after_help = cat::EXAMPLES)]
    Cat(Later<Cat>),
    /// Name every broken line: file, line, byte and kind. Exit status 3 when there is one
    #[command(after_help = check::EXAMPLES)]
    Check(Later<Check>),
    /// Search what the lines say, escapes resolved: texts, reasoning, inputs and outputs of tools. Exit status 1 without a match
    #[command(after_help = grep::EXAMPLES)]
    Grep(Later<Grep>),
    /// Keep what is known of the files in a folder, and bring it up to date: other verbs answer from it at once
    #[command(after_help = index::EXAMPLES)]
    Index(Later<Index>),
    /// List the runs: whose each is, how it ended, what it used and cost
    #[command(after_help = ls::EXAMPLES)]
    Ls(Later<Ls>),
    /// Print what came of each run: its final text. Exit status 1 when one did not end well
    #[command(after_help = result::EXAMPLES)]
    Result(Later<Results>),
    /// Run an agent's command and show what it says and does, as tail does
    #[command(after_help = run::EXAMPLES)]
    Run(Later<Run>),
    /// Print runs as conversations: what was said, each tool call with its result, how it ended
    #[command(after_help = show::EXAMPLES)]
    Show(Later<Show>),
    /// Count what is in the files: events, faults, runs, sessions, tokens, tools
    #[command(after_help = stats::EXAMPLES)]
    Stats(Later<Stats>),
    /// Show what an agent says and does while it does so: of a pipe, or of a file that grows
    #[command(after_help = tail::EXAMPLES)]
    Tail(Later<Tail>),
    /// Print what the agent wrote, and nothing else
    #[command(after_help = text::EXAMPLES)]
    Text(Later<Text>),
    /// Pair tool calls with their results: which tools fail, how often, how long they take
    #[command(after_help = tools::EXAMPLES)]
    Tools(Later<Tools>),
    /// Print what a shell completes command lines by
    #[command(after_help = words::COMPLETIONS)]
    Completions(Later<Completions>),
    /// Print the manual, as man reads it
    #[command(after_help = words::MANUAL)]
    Man(Later<Manual>),
}

/// The names of all verbs.
fn verbs() -> PossibleValuesParser {
    // Those of all words would need the names of all words.
    PossibleValuesParser::new(Verb::NAMES)
}

impl Verb {
    const NAMES: [&str; 12] =
        ["cat", "check", "grep", "index", "ls", "result", "run", "show", "stats", "tail", "text", "tools"];
}

/// What every reading verb takes.
#[derive(Debug, Args)]
pub(crate) struct Reading {
    /// Files, folders (searched for *.jsonl, *.ndjson and *.json, also with .gz or .zst, links not followed), or - for
    /// standard input, which is also read where nothing is named and something is piped in. What is compressed with gzip or zstd is unpacked, whatever its name. A file under several paths is read
    /// once. If no file is found, the exit status is 4
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// Read also the files and folders that this file names, one a line, or each with a zero byte behind it if there is one; - for
    /// standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) files_from: Option<PathBuf>,

    /// Read also what this program keeps where it does so by default
    #[arg(long = "agent", value_enum, value_name = "PROGRAM")]
    pub(crate) agents: Vec<Agent>,

    #[command(flatten)]
    pub(crate) checking: Checking,
}

/// A program whose folders are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Agent {
    /// Claude Code: projects in $CLAUDE_CONFIG_DIR, else in ~/.claude and ~/.config/claude
    Claude,
    /// Codex: sessions and archived_sessions in $CODEX_HOME, else in ~/.codex
    Codex,
    /// Gemini CLI: chats of all projects in ~/.gemini/tmp
    Gemini,
    /// Pi: ~/.pi/agent/sessions
    Pi,
    /// Qwen Code: chats of all projects in ~/.qwen/projects
    Qwen,
}

/// Where answers come from that need no reading.
#[derive(Debug, Args)]
pub(crate) struct Indexed {
    /// Answer from the index in this folder, as of its last update (runlex index), instead of reading files
    #[arg(long, value_name = "DIR", conflicts_with_all = [
        "paths", "files_from", "agents", "max_line", "max_unpacked", "skim", "kernel", "threads", "io",
    ])]
    pub(crate) index: Option<PathBuf>,
}

/// How lines are checked, and what is said besides.
#[derive(Debug, Args)]
pub(crate) struct Checking {
    /// Lines with more content than this are passed over as too-long (K, M, G: powers of 1,024); those of 4 GiB or more
    /// always are
    #[arg(long, value_name = "BYTES", default_value = "256M", value_parser = bytes)]
    pub(crate) max_line: u64,

    /// A compressed file that unpacks to more than this is not read further
    #[arg(long, value_name = "BYTES", default_value = "64G", value_parser = bytes)]
    pub(crate) max_unpacked: u64,

    /// Look only at strings and nesting, not at the whole grammar: some broken lines pass as events
    #[arg(long)]
    pub(crate) skim: bool,

    /// Check with this code instead of the fastest one; the answers are the same (scalar, avx2, avx512, neon)
    #[arg(long, value_name = "NAME", value_parser = kernel)]
    pub(crate) kernel: Option<Kernel>,

    /// No progress and no remarks on standard error, only errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// What verbs take that read in parallel.
#[derive(Debug, Args)]
pub(crate) struct Threading {
    /// Read with so many threads [default: as many as the machine has cores, up to 8]; the answers are the same
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,

    /// How files are read
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Io::Auto)]
    pub(crate) io: Io,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Io {
    /// Into buffers
    Auto,
    /// As mapped memory: quicker for one large file, and only for files that nobody writes to: where one is shortened
    /// meanwhile, the program is killed
    Mmap,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Output {
    /// For people
    Table,
    /// For programs: one JSON document, described in docs/report.md; items in docs/items.md
    Json,
    /// For programs: the entries of that document, one a line
    Ndjson,
    /// For spreadsheets: a row each, under a header
    Csv,
}

impl Output {
    /// Whether a program reads it.
    pub(crate) fn is_json(self) -> bool {
        matches!(self, Output::Json | Output::Ndjson)
    }
}

/// What makes no table of rows has no rows for a spreadsheet.
fn table_or_json() -> impl TypedValueParser<Value = Output> {
    PossibleValuesParser::new(["table", "json", "ndjson"]).map(|name| match &name[..] {
        "json" => Output::Json,
        "ndjson" => Output::Ndjson,
        _ => Output::Table,
    })
}

/// What programs read only.
fn json_only() -> impl TypedValueParser<Value = Output> {
    PossibleValuesParser::new(["json", "ndjson"])
        .map(|name| if name == "json" { Output::Json } else { Output::Ndjson })
}

/// `4096`, `64K`, `256M`, `2G`.
fn bytes(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 1 << 10),
        Some((at, 'm' | 'M')) => (&text[..at], 1 << 20),
        Some((at, 'g' | 'G')) => (&text[..at], 1 << 30),
        _ => (text, 1),
    };
    let number: u64 =
        digits.parse().map_err(|_| "expected a number of bytes, such as 64K or 256M".to_owned())?;
    number.checked_mul(unit).ok_or_else(|| "too large".to_owned())
}

fn kernel(name: &str) -> Result<Kernel, String> {
    let here: Vec<&str> = Kernel::all().map(Kernel::name).collect();
    Kernel::named(name).ok_or_else(|| format!("this machine has {}", here.join(", ")))
}
