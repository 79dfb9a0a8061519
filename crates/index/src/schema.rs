//! The tables: the one definition from which Arrow schemas, the files and `docs/index-format.md` come.

use arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};
use std::sync::Arc;

/// A table of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Table {
    /// A row for each file.
    Files,
    /// A row for each line, or for several in a row that say the same.
    Lines,
    /// A row for each tool call and for each tool result, as lines tell them.
    ToolCalls,
    /// A row for each statement of usage that is not that of a line's message.
    Stated,
    /// A row for each run.
    Runs,
    /// A row for each fault, each whole object within a faulty line, and each note.
    Faults,
}

/// A column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Whether it may be null.
    pub is_nullable: bool,
    /// What it means, with its unit.
    pub about: &'static str,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers that runlex counts: 64 bits, with a sign that is never negative.
    Int,
    /// Whole numbers as programs print them: 64 bits without a sign.
    Count,
    /// True or false.
    Flag,
    /// Text, most often another in each row.
    Text,
    /// Text of which there are few.
    Name,
    /// A list of texts.
    Names,
    /// Milliseconds since 1970-01-01 in UTC.
    Time,
}

impl Column {
    /// As Arrow has it where text is plain text.
    pub(crate) fn plain_field(&self) -> Field {
        let kind = match self.kind {
            Kind::Name => DataType::Utf8,
            kind => kind.data_type(),
        };
        Field::new(self.name, kind, self.is_nullable)
    }
}

impl Kind {
    /// How `docs/index-format.md` calls it: the type that Parquet has for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Kind::Int => "INT64",
            Kind::Count => "UINT64",
            Kind::Flag => "BOOLEAN",
            Kind::Text | Kind::Name => "STRING",
            Kind::Names => "LIST of STRING",
            Kind::Time => "TIMESTAMP(MILLIS, UTC)",
        }
    }

    fn data_type(self) -> DataType {
        match self {
            Kind::Int => DataType::Int64,
            Kind::Count => DataType::UInt64,
            Kind::Flag => DataType::Boolean,
            Kind::Text => DataType::Utf8,
            Kind::Name => DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8)),
            Kind::Names => DataType::List(Arc::new(Field::new("item", DataType::Utf8, false))),
            Kind::Time => DataType::Timestamp(TimeUnit::Millisecond, Some("UTC".into())),
        }
    }
}

pub(crate) const fn column(name: &'static str, kind: Kind, about: &'static str) -> Column {
    Column { name, kind, is_nullable: false, about }
}

pub(crate) const fn perhaps(name: &'static str, kind: Kind, about: &'static str) -> Column {
    Column { name, kind, is_nullable: true, about }
}

const FILE: Column =
    column("file", Kind::Int, "number of the file; a file that was read anew gets a new one");
const COMMIT: Column =
    perhaps("commit", Kind::Int, "null, or the row counts only as long as its file's `commit` is the same");
const LINE: Column = column("line", Kind::Int, "line number, from 1");
const OFFSET: Column =
    column("offset", Kind::Int, "where the line begins, in bytes from the start of the unpacked file");
const SESSION: Column = perhaps("session", Kind::Name, "the first session id that the line carries");
const PARENT: Column =
    perhaps("parent_tool_use_id", Kind::Name, "the call in whose sub-agent the line was written");
const AGENT: Column = perhaps("agent", Kind::Name, "the sub-agent's own id");
const TIME: Column = perhaps("time", Kind::Time, "the time of the line, where it is one");

const FILES: &[Column] = &[
    FILE,
    column("commit", Kind::Int, "number of the commit that read it last"),
    column("path", Kind::Text, "absolute path; with U+FFFD where it is no UTF-8"),
    column("bytes", Kind::Int, "unpacked bytes"),
    column("bytes_on_disk", Kind::Int, "bytes as they lie there"),
    column("modified", Kind::Time, "when its content was last written"),
    perhaps("compression", Kind::Name, "`gzip`, `zstd`"),
    perhaps("encoding", Kind::Name, "`UTF-16LE`, `UTF-16BE`"),
    column("lines", Kind::Int, "lines"),
    column("events", Kind::Int, "lines that are one whole JSON object"),
    column("blank", Kind::Int, "lines of nothing but white space"),
    column("faults", Kind::Int, "lines that are faults"),
    column("notes", Kind::Int, "notes"),
    column("unterminated", Kind::Flag, "the last line has no newline"),
    column("dialects", Kind::Names, "the dialects of its runs in order of first sight; `unknown` among them"),
    column("sessions", Kind::Int, "distinct session ids"),
    column("runs", Kind::Int, "runs"),
    column("tool_calls", Kind::Int, "tool calls, each id once"),
    column("tool_results", Kind::Int, "tool results"),
    column("tool_errors", Kind::Int, "tool results that say they are errors"),
    perhaps("input_tokens", Kind::Count, "`tokens.input` of docs/report.md; null beyond 64 bits"),
    perhaps("cache_creation_tokens", Kind::Count, "`tokens.cache_creation`; null beyond 64 bits"),
    perhaps("cache_read_tokens", Kind::Count, "`tokens.cache_read`; null beyond 64 bits"),
    perhaps("output_tokens", Kind::Count, "`tokens.output`; null beyond 64 bits"),
    perhaps("cost_stated_usd_micros", Kind::Count, "micro-dollars that its runs state"),
];

const LINES: &[Column] = &[
    FILE,
    COMMIT,
    LINE,
    column(
        "lines",
        Kind::Int,
        "so many lines in a row say the same in all other columns; 1 for lines with a message, a call, a result or usage",
    ),
    OFFSET,
    column("length", Kind::Int, "bytes of these lines, with their line ends"),
    column("what", Kind::Name, "`event`, `blank`, `fault`"),
    perhaps("fault", Kind::Name, "the kind of the fault (docs/faults.md)"),
    perhaps(
        "dialect",
        Kind::Name,
        "the dialect, where the line alone is sure of one; `runs` has that of the run",
    ),
    perhaps("type", Kind::Name, "`type` of the event, where it is a string"),
    perhaps("subtype", Kind::Name, "`subtype` of the event, where it is a string"),
    SESSION,
    PARENT,
    AGENT,
    perhaps("message_id", Kind::Text, "id of the model's message"),
    perhaps("request_id", Kind::Text, "id of the request that it answers"),
    TIME,
    perhaps("time_origin", Kind::Name, "where the line gives the time: `line`, `message`, `inner`"),
    perhaps("model", Kind::Name, "the model that wrote the message, where the line names it"),
    perhaps(
        "told",
        Kind::Name,
        "where the message is told: `main`, `side` (a sub-agent, or a replay), `progress`",
    ),
    perhaps("input_tokens", Kind::Count, "usage of the message as the line stands, not each message once"),
    perhaps("cache_creation_tokens", Kind::Count, "the same"),
    perhaps("cache_read_tokens", Kind::Count, "the same"),
    perhaps("output_tokens", Kind::Count, "the same"),
    perhaps("reasoning_tokens", Kind::Count, "the same, where it is counted"),
    perhaps("cost_usd_micros", Kind::Count, "micro-dollars of the same, where they are stated"),
    perhaps("is_error", Kind::Flag, "of events that end a run or turn: whether they say that it failed"),
    perhaps("raw", Kind::Text, "the line itself, if the index keeps text (`--with-text`) and it is UTF-8"),
];

const TOOL_CALLS: &[Column] = &[
    FILE,
    COMMIT,
    LINE,
    OFFSET,
    column("what", Kind::Name, "`call`, `result`"),
    column(
        "told",
        Kind::Name,
        "`message`: by a block of a message; `chunk`: by an event of its own (all but Amp and Claude Code), which counts within its run",
    ),
    perhaps("id", Kind::Text, "id of the call"),
    perhaps("tool", Kind::Name, "name of the tool; of calls"),
    SESSION,
    PARENT,
    AGENT,
    perhaps("is_error", Kind::Flag, "whether the result says that it is an error; of results"),
    perhaps(
        "bytes",
        Kind::Int,
        "bytes of the call's input, or of the result with all its members, as written",
    ),
    TIME,
];

const STATED: &[Column] = &[
    FILE,
    COMMIT,
    LINE,
    OFFSET,
    column(
        "scope",
        Kind::Name,
        "what it is of: `call`, `turn`, `run`, `thread`, `progress`, `message` (docs/items.md); never add one scope to another",
    ),
    perhaps("message_id", Kind::Text, "id of the message, turn or other part that it is of"),
    SESSION,
    TIME,
    perhaps("model", Kind::Name, "the model, where the line names it"),
    perhaps("input_tokens", Kind::Count, "as printed"),
    perhaps("cache_creation_tokens", Kind::Count, "the same"),
    perhaps("cache_read_tokens", Kind::Count, "the same"),
    perhaps("output_tokens", Kind::Count, "the same"),
    perhaps("reasoning_tokens", Kind::Count, "the same"),
    perhaps("cost_usd_micros", Kind::Count, "micro-dollars of the same, where they are stated"),
];

const RUNS: &[Column] = &[
    FILE,
    column("run", Kind::Int, "number within the file, from 1"),
    column("dialect", Kind::Name, "the dialect; `unknown` without a module"),
    perhaps("session", Kind::Name, "the first session id"),
    column("line", Kind::Int, "line number of the first event, from 1"),
    column("offset", Kind::Int, "where that line begins"),
    column("events", Kind::Int, "its events"),
    column("faults", Kind::Int, "broken lines between them"),
    perhaps("started", Kind::Time, "the first time that a line gives, where it is one"),
    perhaps("ended", Kind::Time, "the last one"),
    perhaps("duration_ms", Kind::Count, "milliseconds, as stated"),
    perhaps("turns", Kind::Count, "turns, as stated or told by its results"),
    column("outcome", Kind::Name, "`ok`, `failed`, `unterminated`, `open`, `unknown` (docs/report.md)"),
    perhaps("reason", Kind::Name, "why it failed or stopped, in the program's word"),
    column("results", Kind::Int, "result and end events"),
    column("lines_after_end", Kind::Int, "events behind the last of them"),
    column("models", Kind::Names, "the models that are named"),
    column("messages", Kind::Int, "messages of models that have usage, each once"),
    column("tool_calls", Kind::Int, "tool calls, each id once"),
    column("tool_results", Kind::Int, "tool results"),
    column("tool_errors", Kind::Int, "tool results that say they are errors"),
    column("unanswered", Kind::Int, "calls without a result in this run"),
    column("orphan_results", Kind::Int, "ids that results name and no call of this run has"),
    perhaps("input_tokens", Kind::Count, "`tokens.input` of docs/report.md; null beyond 64 bits"),
    perhaps("cache_creation_tokens", Kind::Count, "`tokens.cache_creation`; null beyond 64 bits"),
    perhaps("cache_read_tokens", Kind::Count, "`tokens.cache_read`; null beyond 64 bits"),
    perhaps("output_tokens", Kind::Count, "`tokens.output`; null beyond 64 bits"),
    perhaps("usage_rule", Kind::Name, "the dialect's rule for usage (docs/report.md)"),
    perhaps("usage_bound", Kind::Name, "`exact`, `at-least`"),
    perhaps("usage_input_tokens", Kind::Count, "by that rule; null beyond 64 bits"),
    perhaps("usage_cache_creation_tokens", Kind::Count, "the same"),
    perhaps("usage_cache_read_tokens", Kind::Count, "the same"),
    perhaps("usage_output_tokens", Kind::Count, "the same"),
    perhaps("cost_stated_usd_micros", Kind::Count, "micro-dollars, as the run states them"),
    column("findings", Kind::Names, "what is odd in the order of its lines"),
];

const FAULTS: &[Column] = &[
    FILE,
    COMMIT,
    LINE,
    OFFSET,
    column(
        "what",
        Kind::Name,
        "`fault`, `note`; `salvage`: a whole object within the line of the fault before it",
    ),
    column("kind", Kind::Name, "what is wrong or odd (docs/faults.md); of salvage the kind of its fault"),
    column(
        "at",
        Kind::Int,
        "the place, in bytes from the start of the unpacked file; of salvage where the object begins",
    ),
    perhaps("length", Kind::Int, "bytes of the object; of salvage"),
];

impl Table {
    /// All of them.
    pub const ALL: [Table; 6] =
        [Table::Files, Table::Lines, Table::ToolCalls, Table::Stated, Table::Runs, Table::Faults];

    /// Its name, as files and views have it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Table::Files => "files",
            Table::Lines => "lines",
            Table::ToolCalls => "tool_calls",
            Table::Stated => "stated",
            Table::Runs => "runs",
            Table::Faults => "faults",
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Table> {
        Table::ALL.into_iter().find(|table| table.as_str() == name)
    }

    /// Its columns, in order.
    pub const fn columns(self) -> &'static [Column] {
        match self {
            Table::Files => FILES,
            Table::Lines => LINES,
            Table::ToolCalls => TOOL_CALLS,
            Table::Stated => STATED,
            Table::Runs => RUNS,
            Table::Faults => FAULTS,
        }
    }

    /// Whether it is written anew with each commit, and not added to.
    pub const fn is_snapshot(self) -> bool {
        matches!(self, Table::Files | Table::Runs)
    }

    /// Of the columns with these names, in their order, as Arrow has them where text is plain text.
    pub fn plain_schema(self, names: &[String]) -> SchemaRef {
        let found = names.iter().filter_map(|name| self.columns().iter().find(|column| column.name == *name));
        Arc::new(Schema::new(found.map(|column| column.plain_field()).collect::<Vec<_>>()))
    }

    /// As Arrow has it. What is read back has plain text where this has dictionaries.
    pub fn schema(self) -> SchemaRef {
        let fields = self
            .columns()
            .iter()
            .map(|column| Field::new(column.name, column.kind.data_type(), column.is_nullable));
        Arc::new(Schema::new(fields.collect::<Vec<_>>()))
    }
}
