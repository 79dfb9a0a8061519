//! The words of the command line.

use clap::builder::{PossibleValuesParser, Styles, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use runlex::Kernel;
use runlex::dialects::Dialect;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  runlex ls runs/                         the runs in a folder: how each ended, what it used
  runlex check runs/a.jsonl               every broken line, with its byte
  agent --stream-json | runlex stats -    what came through a pipe

Exit status:
  0  fine
  2  wrong usage
  3  check found faults, or lines that are refused
  4  an input could not be read, there was none, or the output could not be written";

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
    #[command(after_help = CAT_EXAMPLES)]
    Cat(Cat),
    /// Name every broken line: file, line, byte and kind. Exit status 3 when there is one
    #[command(after_help = CHECK_EXAMPLES)]
    Check(Check),
    /// Keep what is known of the files in a folder, and bring it up to date: other verbs answer from it at once
    #[command(after_help = INDEX_EXAMPLES)]
    Index(Index),
    /// List the runs: whose each is, how it ended, what it used and cost
    #[command(after_help = LS_EXAMPLES)]
    Ls(Ls),
    /// Count what is in the files: events, faults, runs, sessions, tokens, tools
    #[command(after_help = STATS_EXAMPLES)]
    Stats(Stats),
    /// Pair tool calls with their results: which tools fail, how often, how long they take
    #[command(after_help = TOOLS_EXAMPLES)]
    Tools(Tools),
}

const CAT_EXAMPLES: &str = "\
Examples:
  runlex cat --kind assistant_text run.jsonl | jq -r 'select(.delta | not).text'
  runlex cat --tool Bash runs/                              calls, and what came of them
  runlex cat --events --type result runs/ > results.jsonl

Items with \"delta\":true are pieces of a text that also comes whole. The output is described in docs/items.md.";

const CHECK_EXAMPLES: &str = "\
Examples:
  runlex check runs/                      every broken line of a folder
  runlex check -o json runs/a.jsonl       all that is known of a file, for programs
  runlex check --as amp-input in.jsonl    also what Amp would refuse to read";

const INDEX_EXAMPLES: &str = "\
Examples:
  runlex index runs/ --to runs.index      make it; the same again brings it up to date
  runlex stats --index runs.index         as from the files, at once; also ls, tools, check, cat --session ID
  runlex index info --sql runs.index > views.sql; duckdb -init views.sql

An index is of all files and folders that it was ever given. It keeps no text of the lines unless --with-text asks for it. Its
tables are described in docs/index-format.md.";

const LS_EXAMPLES: &str = "\
Examples:
  runlex ls runs/
  runlex ls -o csv runs/ > runs.csv
  runlex ls -o json runs/ | jq -c '.runs[] | select(.outcome == \"failed\") | [.path, .line, .reason]'";

const STATS_EXAMPLES: &str = "\
Examples:
  runlex stats runs/
  runlex stats --by session runs/         also file, run, tool, model, dialect, type, day
  runlex stats --by day -o csv runs/ > days.csv";

const TOOLS_EXAMPLES: &str = "\
Examples:
  runlex tools runs/                      a row for each tool, those with most errors first
  runlex tools --errors runs/             the calls that failed, with their lines
  runlex tools --calls --tool Bash -o csv runs/ > bash.csv";

#[derive(Debug, Args)]
pub(crate) struct Cat {
    #[command(flatten)]
    pub(crate) reading: Reading,

    /// Find the lines of --session by the index in this folder (runlex index), and read of its files only the runs that have some
    #[arg(long, value_name = "DIR", conflicts_with = "paths", requires = "sessions")]
    pub(crate) index: Option<PathBuf>,

    /// Print the lines themselves, byte for byte: those of which the filters take something
    #[arg(long)]
    pub(crate) events: bool,

    #[command(flatten)]
    pub(crate) filters: Filters,
}

/// Which events, and which of their items.
#[derive(Debug, Default, Args)]
#[command(
    next_help_heading = "Filters (of one that is given several times any may fit, different ones must all fit)"
)]
pub(crate) struct Filters {
    /// The event's type, or type/subtype: result, system/init; (none) for events without one
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) types: Vec<String>,

    /// What the item is
    #[arg(long = "kind", value_enum, value_name = "KIND")]
    pub(crate) kinds: Vec<Kind>,

    /// Calls of this tool, and results of calls that stand before them in the same file
    #[arg(long = "tool", value_name = "NAME")]
    pub(crate) tools: Vec<String>,

    /// Events that carry this session id, the whole of it (ls -o json has it)
    #[arg(long = "session", value_name = "ID")]
    pub(crate) sessions: Vec<String>,

    /// Who speaks; the results of tools are the user's
    #[arg(long = "role", value_enum, value_name = "ROLE")]
    pub(crate) roles: Vec<Role>,

    /// Which program's events
    #[arg(long = "dialect", value_name = "DIALECT", value_parser = dialect())]
    pub(crate) dialects: Vec<Program>,
}

/// The kinds of items, and faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
#[allow(missing_docs)]
pub(crate) enum Kind {
    SessionStart,
    UserText,
    AssistantText,
    Thinking,
    ToolCall,
    ToolResult,
    Usage,
    Error,
    Progress,
    Result,
    Other,
    OtherValue,
    Fault,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Role {
    User,
    Assistant,
}

/// A dialect, or none that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Program(pub(crate) Option<Dialect>);

/// What stands for no known dialect.
pub(crate) const UNKNOWN: &str = "unknown";

fn dialect() -> impl TypedValueParser<Value = Program> {
    let names = Dialect::ALL.iter().map(|dialect| dialect.as_str()).chain([UNKNOWN]);
    PossibleValuesParser::new(names).map(|name| Program(Dialect::named(&name)))
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) indexed: Indexed,

    #[command(flatten)]
    pub(crate) threading: Threading,

    /// Name also every line that this program would refuse to read, and why. Exit status 3 when there is one
    #[arg(long = "as", value_enum, value_name = "DIALECT", conflicts_with = "index")]
    pub(crate) target: Option<Target>,

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = Output::Table, value_parser = table_or_json())]
    pub(crate) output: Output,
}

/// Whose input lines are held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    /// What Amp reads with --stream-json-input
    AmpInput,
}

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

#[derive(Debug, Args)]
pub(crate) struct Ls {
    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) indexed: Indexed,

    #[command(flatten)]
    pub(crate) threading: Threading,

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = Output::Table)]
    pub(crate) output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct Stats {
    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) indexed: Indexed,

    #[command(flatten)]
    pub(crate) threading: Threading,

    /// Sums for each of these instead of totals; with -o json beside the totals
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) by: Option<By>,

    /// Form of the output; csv needs --by
    #[arg(short, long, value_enum, default_value_t = Output::Table, requires_if("csv", "by"))]
    pub(crate) output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct Tools {
    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) indexed: Indexed,

    #[command(flatten)]
    pub(crate) threading: Threading,

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

    /// Form of the output
    #[arg(short, long, value_enum, default_value_t = Output::Table)]
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
    /// Days in UTC; (none) for what gives no time
    Day,
}

/// What every reading verb takes.
#[derive(Debug, Args)]
pub(crate) struct Reading {
    /// Files, folders (searched for *.jsonl, *.ndjson and *.json, also with .gz or .zst, links not followed), or - for
    /// standard input. What is compressed with gzip or zstd is unpacked, whatever its name. A file under several paths is read
    /// once. If no file is found, the exit status is 4
    #[arg(required_unless_present = "index", value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) checking: Checking,
}

/// Where answers come from that need no reading.
#[derive(Debug, Args)]
pub(crate) struct Indexed {
    /// Answer from the index in this folder, as of its last update (runlex index), instead of reading files
    #[arg(long, value_name = "DIR", conflicts_with_all = [
        "paths", "max_line", "max_unpacked", "skim", "kernel", "threads", "io",
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
    /// For programs: one JSON document, described in docs/report.md
    Json,
    /// For spreadsheets: a row each, under a header
    Csv,
}

/// What makes no table of rows has no rows for a spreadsheet.
fn table_or_json() -> impl TypedValueParser<Value = Output> {
    PossibleValuesParser::new(["table", "json"])
        .map(|name| if name == "json" { Output::Json } else { Output::Table })
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
