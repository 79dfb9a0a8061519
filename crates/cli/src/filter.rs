//! What is let through. Filters are asked in two steps: of the event, then of each of its items.

use crate::Exit;
use crate::args::{Filters, Kind, LineFilters, LiveFilters, Program, Role};
use crate::choice;
use crate::out::Out;
use crate::show::{complain, counted};
use crate::window::{self, Window};
use clap::ValueEnum;
use runlex::dialects::{Dialect, Item, ItemKind, KEYS, items};
use runlex::whose::{Next, OpenRun};
use runlex::{Field, Object, Pick, RawStr, Value, session_ids};
use std::collections::HashSet;

/// The filters, over one file.
pub(crate) struct Filter<'f> {
    filters: &'f LineFilters,
    /// Of a stream that is not at its end: the models that write.
    models: &'f [String],
    /// The kinds by their names.
    kinds: Vec<String>,
    /// Ids of the calls of the tools that are asked for.
    calls: HashSet<String>,
    window: Option<Window>,
    /// The open run, and the last time that it gave.
    run: OpenRun,
    time: Option<i64>,
    /// Events that were left out because they have none.
    timeless: u64,
}

/// What of an event is asked for.
struct Asked<'a> {
    kind: &'static str,
    /// The tool that is called.
    tool: Option<RawStr<'a>>,
    /// The call of which this is the result.
    call: Option<RawStr<'a>>,
    role: Option<Role>,
}

impl<'f> Filter<'f> {
    pub(crate) fn new(filters: &'f Filters) -> Filter<'f> {
        Filter { window: Window::of(&filters.times), ..Filter::of(&filters.lines, &[]) }
    }

    /// For a stream that is not at its end.
    pub(crate) fn live(filters: &'f LiveFilters) -> Filter<'f> {
        Filter::of(&filters.lines, &filters.models)
    }

    /// Lets all through.
    pub(crate) fn none() -> Filter<'static> {
        static NONE: LineFilters = LineFilters {
            types: Vec::new(),
            kinds: Vec::new(),
            tools: Vec::new(),
            sessions: Vec::new(),
            roles: Vec::new(),
            dialects: Vec::new(),
        };
        Filter::of(&NONE, &[])
    }

    /// For what lines say, and who wrote them.
    pub(crate) fn of(filters: &'f LineFilters, models: &'f [String]) -> Filter<'f> {
        let kinds = filters.kinds.iter().filter_map(Kind::to_possible_value);
        let kinds = kinds.map(|kind| kind.get_name().to_owned()).collect();
        let (calls, run) = (HashSet::new(), OpenRun::default());
        Filter { filters, models, kinds, calls, window: None, run, time: None, timeless: 0 }
    }

    /// Whether the answers depend on the dialect.
    pub(crate) fn needs_dialect(&self) -> bool {
        !(self.filters.dialects.is_empty() && self.filters.sessions.is_empty() && self.models.is_empty())
            || self.ask_items()
    }

    fn ask_items(&self) -> bool {
        !(self.kinds.is_empty() && self.filters.tools.is_empty() && self.filters.roles.is_empty())
    }

    /// Whether faults are asked for: they have a kind and nothing else to be told by.
    pub(crate) fn takes_faults(&self) -> bool {
        let LineFilters { types, kinds, tools, sessions, roles, dialects } = self.filters;
        self.window.is_none()
            && self.models.is_empty()
            && (kinds.is_empty() || kinds.contains(&Kind::Fault))
            && dialects.is_empty()
            && roles.is_empty()
            && [types, tools, sessions].iter().all(|asked| asked.is_empty())
    }

    /// Whether it has to see every event of the file.
    pub(crate) fn remembers(&self) -> bool {
        !self.filters.tools.is_empty()
    }

    /// Whether the event itself is asked for. Must see every event of the file, in order, if it [remembers](Self::remembers)
    /// calls.
    pub(crate) fn takes_event(&mut self, dialect: Option<Dialect>, object: Object<'_, '_>) -> bool {
        if self.remembers() {
            self.remember(dialect, object);
        }
        let is_in_time =
            self.window.is_none_or(|window| self.keep_time(object).is_some_and(|time| window.has(time)));
        let LineFilters { types, sessions, dialects, .. } = self.filters;
        let is_asked_for = (types.is_empty() || is_of_type(types, object))
            && (dialects.is_empty() || dialects.contains(&Program(dialect)))
            && (sessions.is_empty() || is_of_session(sessions, dialect, object))
            && (self.models.is_empty() || is_of_model(self.models, dialect, object));
        self.timeless += u64::from(is_asked_for && self.window.is_some() && self.time.is_none());
        is_asked_for && is_in_time
    }

    /// The time of an event: its own, else the last one before it in its run.
    fn keep_time(&mut self, object: Object<'_, '_>) -> Option<i64> {
        let (next, run) = self.run.with(object);
        if next == Next::Other {
            self.time = None;
        }
        self.run = run;
        self.time = window::of_event(object).or(self.time);
        self.time
    }

    /// How many events were left out because a time is asked for and they have none.
    pub(crate) fn timeless(&self) -> u64 {
        self.timeless
    }

    /// Whether something in the event is asked for.
    pub(crate) fn takes_something_of(&self, dialect: Option<Dialect>, object: Object<'_, '_>) -> bool {
        if !self.ask_items() {
            return true;
        }
        // A message has its role also where it says nothing.
        let says_enough = self.kinds.is_empty() && self.filters.tools.is_empty();
        if says_enough && role_of_message(object).is_some_and(|role| self.filters.roles.contains(&role)) {
            return true;
        }
        match dialect {
            Some(dialect) => items(dialect, object).any(|item| self.takes_item(object, &item)),
            None => self.takes_unknown(object),
        }
    }

    /// Whether the item of an event is asked for.
    pub(crate) fn takes_item(&self, object: Object<'_, '_>, item: &Item<'_, '_>) -> bool {
        if !self.ask_items() {
            return true;
        }
        let (tool, call) = match item.kind {
            ItemKind::ToolCall { name, .. } => (name, None),
            ItemKind::ToolResult { id, .. } => (None, id),
            _ => (None, None),
        };
        let role = if self.filters.roles.is_empty() { None } else { role_of(object, item) };
        self.takes(&Asked { kind: item.kind.as_str(), tool, call, role })
    }

    /// Whether the event of a program that is not known is asked for.
    pub(crate) fn takes_unknown(&self, object: Object<'_, '_>) -> bool {
        let kind = ItemKind::Other(object).as_str();
        self.takes(&Asked { kind, tool: None, call: None, role: role_of_message(object) })
    }

    fn takes(&self, asked: &Asked<'_>) -> bool {
        let LineFilters { tools, roles, .. } = self.filters;
        let is_of_tool = || match (asked.tool, asked.call) {
            (Some(tool), _) => is_one_of(tools, tool),
            (None, Some(call)) => match call.as_plain() {
                Some(id) => self.calls.contains(id),
                None => self.calls.contains(&call.to_string()),
            },
            (None, None) => false,
        };
        (self.kinds.is_empty() || self.kinds.iter().any(|kind| kind == asked.kind))
            && (roles.is_empty() || asked.role.is_some_and(|role| roles.contains(&role)))
            && (tools.is_empty() || is_of_tool())
    }

    fn remember(&mut self, dialect: Option<Dialect>, object: Object<'_, '_>) {
        let Some(dialect) = dialect else { return };
        for item in items(dialect, object) {
            if let ItemKind::ToolCall { id: Some(id), name: Some(name), .. } = item.kind
                && is_one_of(&self.filters.tools, name)
            {
                self.calls.insert(id.to_string());
            }
        }
    }
}

/// Says so where filters let nothing through: then there is nothing else to be seen.
pub(crate) fn tell_nothing(filters: &Filters, out: &Out, exit: Exit, quiet: bool) {
    let words = choice::words(filters);
    if !words.is_empty() && !out.has_written() && exit == Exit::Fine && !quiet {
        complain(&format!("nothing fits {words}"));
    }
}

/// Says how many events were left out because a time is asked for and they have none.
pub(crate) fn tell_timeless(events: u64, quiet: bool) {
    if events > 0 && !quiet {
        let (carry, were) = if events == 1 { ("carries", "was") } else { ("carry", "were") };
        complain(&format!("{} {carry} no time and {were} left out", counted(events, "event", "events")));
    }
}

fn is_one_of(names: &[String], text: RawStr<'_>) -> bool {
    names.iter().any(|name| text == name.as_str())
}

/// `TYPE`, `TYPE/SUBTYPE` or `(none)`.
pub(crate) fn is_of_type(types: &[String], object: Object<'_, '_>) -> bool {
    const EVENT: Pick<2> = KEYS.pick(["type", "subtype"]);
    let [kind, subtype] = object.pick(&EVENT).map(|member| Field::of(member, Value::string).ok());
    let Some(kind) = kind else { return types.iter().any(|asked| asked == "(none)") };
    types.iter().any(|asked| {
        kind == asked.as_str()
            || asked.split_once('/').is_some_and(|(asked, asked_subtype)| {
                kind == asked && subtype.is_some_and(|subtype| subtype == asked_subtype)
            })
    })
}

fn is_of_session(asked: &[String], dialect: Option<Dialect>, object: Object<'_, '_>) -> bool {
    session_ids(object).any(|id| is_one_of(asked, id))
        || dialect.is_some_and(|dialect| {
            items(dialect, object).any(|item| item.session.is_some_and(|id| is_one_of(asked, id)))
        })
}

fn is_of_model(asked: &[String], dialect: Option<Dialect>, object: Object<'_, '_>) -> bool {
    dialect.is_some_and(|dialect| {
        items(dialect, object).any(|item| item.model.is_some_and(|model| is_one_of(asked, model)))
    })
}

/// Who speaks in the item of an event.
pub(crate) fn role_of(object: Object<'_, '_>, item: &Item<'_, '_>) -> Option<Role> {
    match item.kind {
        ItemKind::AssistantText(_) | ItemKind::Thinking(_) | ItemKind::ToolCall { .. } => {
            Some(Role::Assistant)
        }
        ItemKind::UserText { .. } | ItemKind::ToolResult { .. } => Some(Role::User),
        _ => role_of_message(object),
    }
}

pub(crate) fn role_of_message(object: Object<'_, '_>) -> Option<Role> {
    const MESSAGE: Pick<1> = KEYS.pick(["message"]);
    const ROLE: Pick<1> = KEYS.pick(["role"]);
    let [message] = object.pick(&MESSAGE);
    let [role] = Field::of(message, Value::object).ok()?.pick(&ROLE);
    let role = Field::of(role, Value::string).ok()?;
    match () {
        () if role == "user" => Some(Role::User),
        () if role == "assistant" => Some(Role::Assistant),
        () => None,
    }
}
