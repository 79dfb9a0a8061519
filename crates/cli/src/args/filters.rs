//! Words that say which events are wanted, and which of their items.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use runlex::dialects::Dialect;

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
