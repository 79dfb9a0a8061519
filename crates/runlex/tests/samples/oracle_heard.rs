//! The slow judges of the dialects whose lines reports know only as items: which of them a line is for, and what they tell of a run.

use super::oracle::{Event, OfModel, Row};
use super::{
    oracle_codex as codex, oracle_copilot as copilot, oracle_cursor as cursor, oracle_flat as flat,
    oracle_gemini as gemini, oracle_opencode as opencode, oracle_pi as pi, oracle_qwen as qwen,
};

/// What is told of a run.
pub(crate) struct Heard {
    pub(crate) outcome: &'static str,
    pub(crate) reason: Option<String>,
    pub(crate) duration: Option<u64>,
    pub(crate) turns: Option<u64>,
    pub(crate) rule: &'static str,
    pub(crate) usage: Vec<OfModel>,
    pub(crate) messages: Vec<u64>,
    pub(crate) has_usage: bool,
    /// The program does not tell of all that it uses.
    pub(crate) is_at_least: bool,
    pub(crate) stated: Option<Row>,
    pub(crate) cost: Option<u64>,
    pub(crate) odd: u64,
    pub(crate) models: Vec<String>,
    /// Of `codex exec`: the thread, and what it used so far.
    pub(crate) thread: Option<(String, Row)>,
}

impl Heard {
    pub(crate) fn new(rule: &'static str) -> Heard {
        Heard {
            outcome: "open",
            reason: None,
            duration: None,
            turns: None,
            rule,
            usage: Vec::new(),
            messages: Vec::new(),
            has_usage: false,
            is_at_least: false,
            stated: None,
            cost: None,
            odd: 0,
            models: Vec::new(),
            thread: None,
        }
    }

    /// One more message of a model.
    pub(crate) fn count(&mut self, model: Option<String>, row: Row, cost: Option<u64>) {
        let at = self.sum(model, row, cost);
        self.messages[at] += 1;
    }

    /// What a run states of a model, which is no message.
    pub(crate) fn sum(&mut self, model: Option<String>, row: Row, cost: Option<u64>) -> usize {
        let at = self.usage.iter().position(|(known, ..)| *known == model).unwrap_or_else(|| {
            self.usage.push((model, [0; 5], None));
            self.messages.push(0);
            self.usage.len() - 1
        });
        super::oracle::add(&mut self.usage[at].1, row);
        let sum = |sum: Option<u64>| cost.map(|cost| sum.unwrap_or(0) + cost).or(sum);
        (self.usage[at].2, self.cost) = (sum(self.usage[at].2), sum(self.cost));
        at
    }
}

pub(crate) type Calls = Vec<(Option<String>, String)>;
pub(crate) type Answers = Vec<(Option<String>, bool)>;

pub(crate) fn is(dialect: &str) -> bool {
    codex::is(dialect)
        || gemini::is(dialect)
        || flat::is(dialect)
        || ["opencode", "pi", "copilot", "cursor", "qwen-chat"].contains(&dialect)
}

/// The pages, "Recognise it", in the order of sniffing.
pub(crate) fn program(event: &Event) -> Option<&'static str> {
    let opencode = || opencode::is_own(event).then_some("opencode");
    let pi = || pi::is_own(event).then_some("pi");
    let copilot = || copilot::is_own(event).then_some("copilot");
    codex::program(event)
        .or_else(opencode)
        .or_else(pi)
        .or_else(copilot)
        .or_else(|| gemini::program(event))
        .or_else(|| flat::program(event))
}

/// The program of a line that reports know by its items.
fn known(event: &Event) -> Option<&'static str> {
    let is_transcript = ["parentUuid", "isSidechain"].iter().any(|name| event.has(name))
        || event.has("sessionId") && !gemini::is_header(event);
    if is_transcript { None } else { program(event) }
}

/// The session that a line names deeper than at its top.
pub(crate) fn session(event: &Event) -> Option<&str> {
    match known(event)? {
        "pi" => pi::session(event),
        "copilot" => copilot::session(event),
        _ => codex::session(event),
    }
}

/// When, where the line does not say so in words.
pub(crate) fn time(event: &Event) -> Option<String> {
    match known(event)? {
        "opencode" => opencode::time(event),
        "pi" => pi::time(event),
        "gemini-chat" => gemini::time(event),
        dialect if flat::is(dialect) => flat::time(dialect, event),
        _ => None,
    }
}

/// A header of a recording, which has a session as entries of Claude Code have.
pub(crate) fn is_header(event: &Event) -> bool {
    gemini::is_header(event)
}

pub(crate) fn starts(event: &Event) -> bool {
    known(event).is_some_and(|dialect| match dialect {
        "pi" => event.kind() == "session",
        "copilot" => event.kind() == "session.start",
        "gemini" | "gemini-chat" => gemini::starts(dialect, event),
        _ => codex::is(dialect) && codex::starts(event),
    })
}

/// Whether a start goes on with a run of its dialect.
pub(crate) fn goes_on(dialect: &str, before: &[&Event], next: &[Event]) -> bool {
    match dialect {
        "gemini-chat" => gemini::goes_on(before, next),
        dialect => {
            ["codex-rollout", "opencode", "pi", "copilot"].contains(&dialect) && codex::goes_on(before, next)
        }
    }
}

/// What ends a run or turn.
pub(crate) fn ends(dialect: &str, event: &Event) -> bool {
    if gemini::is(dialect) {
        return dialect == "gemini" && event.kind() == "result";
    }
    if flat::is(dialect) {
        return flat::ends(dialect, event);
    }
    known(event).is_some_and(|dialect| match dialect {
        "opencode" => opencode::ends(event),
        "pi" => pi::ends(event),
        "copilot" => copilot::ends(event),
        _ => codex::ends(event),
    })
}

/// Whether someone speaks in the line, in this dialect.
pub(crate) fn speaks(dialect: &str, event: &Event) -> bool {
    match dialect {
        "cursor" => cursor::speaks(event),
        _ if flat::is(dialect) => flat::speaks(dialect, event),
        _ => gemini::speaks(dialect, event),
    }
}

pub(crate) fn judge(dialect: &str, events: &[Event]) -> Option<Heard> {
    let own: Vec<&Event> = events.iter().filter(|event| known(event).is_some()).collect();
    match dialect {
        "cursor" => Some(cursor::judge(events)),
        "qwen-chat" => Some(qwen::judge(events)),
        "opencode" => Some(opencode::judge(&own)),
        "pi" => Some(pi::judge(events, &own)),
        "copilot" => Some(copilot::judge(&own)),
        // Lines of the run that several programs print are its own, too.
        "gemini" | "gemini-chat" => Some(gemini::judge(dialect, events)),
        "droid" | "goose" => Some(flat::judge(dialect, events)),
        _ if codex::is(dialect) => Some(codex::judge(dialect, events, &own)),
        _ => None,
    }
}

/// Each call and each result of a run.
pub(crate) fn tools(dialect: &str, events: &[Event]) -> (Calls, Answers) {
    match dialect {
        "cursor" => return cursor::tools(events),
        "qwen-chat" => return qwen::tools(events),
        _ if gemini::is(dialect) => return gemini::tools(dialect, events),
        _ if flat::is(dialect) => return flat::tools(dialect, events),
        _ => {}
    }
    let (mut calls, mut answers) = (Vec::new(), Vec::new());
    for event in events {
        let (called, answered) = match known(event) {
            Some("opencode") => opencode::tools(event),
            Some("pi") => pi::tools(event),
            Some("copilot") => copilot::tools(event),
            Some(_) => (codex::call(event), codex::answer(event)),
            None => continue,
        };
        calls.extend(called);
        answers.extend(answered);
    }
    (calls, answers)
}
