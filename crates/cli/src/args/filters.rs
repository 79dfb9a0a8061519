//! Words that say what is wanted: which runs, which events, and which of their items.

use super::when::{self, When, Zone};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use runlex::dialects::Dialect;
use runlex::report::RunOutcome;

const HEADING: &str = "Filters (of one that is given several times any may fit, different ones must all fit)";

/// Which events, which of their items, and in which runs.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = HEADING)]
pub(crate) struct Filters {
    #[command(flatten)]
    pub(crate) lines: LineFilters,

    #[command(flatten)]
    pub(crate) of_run: OfRun,

    #[command(flatten)]
    pub(crate) times: Times,
}

/// The same of a stream that is not at its end: what only the whole of a run tells cannot be asked for.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = HEADING)]
pub(crate) struct LiveFilters {
    #[command(flatten)]
    pub(crate) lines: LineFilters,

    /// Events that name this model as the one that wrote them
    #[arg(long = "model", value_name = "NAME")]
    pub(crate) models: Vec<String>,
}

/// Which events, and which of their items, by what they say.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = HEADING)]
pub(crate) struct LineFilters {
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

/// Which runs, for verbs that list them or sum them up.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = HEADING)]
pub(crate) struct RunFilters {
    /// Runs with an event of this type, or type/subtype: result, system/init; (none) for events without one
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) types: Vec<String>,

    /// Runs in which this one speaks; the results of tools are the user's
    #[arg(long = "role", value_enum, value_name = "ROLE")]
    pub(crate) roles: Vec<Role>,

    /// Runs of this program
    #[arg(long = "dialect", value_name = "DIALECT", value_parser = dialect())]
    pub(crate) dialects: Vec<Program>,

    #[command(flatten)]
    pub(crate) of_run: OfRun,

    #[command(flatten)]
    pub(crate) times: Times,
}

/// The same, for verbs that have no calls to choose.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = HEADING)]
pub(crate) struct CallFilters {
    /// Runs that call this tool
    #[arg(long = "tool", value_name = "NAME")]
    pub(crate) tools: Vec<String>,

    /// Runs of this session, the whole id (ls -o json has it)
    #[arg(long = "session", value_name = "ID")]
    pub(crate) sessions: Vec<String>,
}

/// What only the whole of a run tells.
#[derive(Debug, Default, Args)]
pub(crate) struct OfRun {
    /// Runs in which this model writes, by its whole name (stats --by model lists them)
    #[arg(long = "model", value_name = "NAME")]
    pub(crate) models: Vec<String>,

    /// Runs that ended so
    #[arg(long = "outcome", value_enum, value_name = "OUTCOME")]
    pub(crate) outcomes: Vec<Ended>,
}

/// From when to when.
#[derive(Debug, Default, Args)]
pub(crate) struct Times {
    /// From this time on: a day (2026-05-01), a time (2026-05-01T10:00, with its zone or in that of --tz), how long ago
    /// (90m, 3h, 7d), today, yesterday. What carries no time is left out
    #[arg(long, value_name = "TIME", value_parser = when::when, allow_hyphen_values = true)]
    pub(crate) since: Option<When>,

    /// Before this time; of a day, to its end
    #[arg(long, value_name = "TIME", value_parser = when::when, allow_hyphen_values = true)]
    pub(crate) until: Option<When>,

    /// The zone that days are told by: a name as Europe/Berlin, or +02:00 [default: UTC]
    #[arg(long = "tz", value_name = "ZONE", value_parser = when::zone, allow_hyphen_values = true)]
    pub(crate) zone: Option<Zone>,
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

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Ended {
    /// With a result that is no error
    Ok,
    /// With a result that is an error
    Failed,
    /// Without a result
    Unterminated,
    /// Its program writes no results
    Open,
    /// That is not said, or the program is not known
    Unknown,
}

impl Ended {
    pub(crate) fn is(self, outcome: RunOutcome) -> bool {
        outcome
            == match self {
                Ended::Ok => RunOutcome::Ok,
                Ended::Failed => RunOutcome::Failed,
                Ended::Unterminated => RunOutcome::Unterminated,
                Ended::Open => RunOutcome::Open,
                Ended::Unknown => RunOutcome::Unknown,
            }
    }
}

impl Role {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Role::User => "user",
            Role::Assistant => "assistant",
        }
    }
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
