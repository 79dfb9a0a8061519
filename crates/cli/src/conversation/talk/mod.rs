//! What is said in a run, in the order of its lines.

mod calls;
mod known;
mod pieces;
mod speaker;

use super::brief;
use super::page::{Page, STEP};
use crate::check::meaning;
use crate::out::Out;
use crate::show::{dollars, name, span, thousands, visible};
use bumpalo::Bump;
use calls::Call;
use pieces::Pieces;
use runlex::dialects::{
    Count, Counters, Dialect, Item, ItemKind, Items, Object, Outcome, RunEnd, UsageScope, items,
};
use runlex::report::RunRecord;
use runlex::{At, Fault, RawNumber, TextIn, session_ids};
use speaker::Speaker;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write as _;

/// What is known of a line before its items.
pub(super) struct Line<'l> {
    number: u64,
    bump: &'l Bump,
    /// Of its message, or what its result states.
    tokens: Option<Counters>,
}

impl<'l> Line<'l> {
    pub(super) fn new(number: u64, items: Items<'_, '_>, bump: &'l Bump) -> Line<'l> {
        let usage = items.filter(|item| !item.delta).filter_map(|item| match item.kind {
            ItemKind::Usage { counters, scope, .. } if scope != UsageScope::Progress => {
                Some((scope, counters))
            }
            _ => None,
        });
        // What is stated model by model is the sum of it.
        let sum = usage.reduce(|(scope, sum), (other, counters)| match scope == other {
            true => (scope, added(sum, counters)),
            false => (scope, sum),
        });
        Line { number, bump, tokens: sum.map(|(_, counters)| counters) }
    }
}

fn added(one: Counters, other: Counters) -> Counters {
    let add = |one: Count, other: Count| match (one, other) {
        (Count::Is(one), Count::Is(other)) => Count::Is(one.saturating_add(other)),
        (Count::Absent, count) | (count, Count::Absent) => count,
        _ => Count::Odd,
    };
    Counters {
        input: add(one.input, other.input),
        cache_creation: add(one.cache_creation, other.cache_creation),
        cache_read: add(one.cache_read, other.cache_read),
        output: add(one.output, other.output),
        reasoning: add(one.reasoning, other.reasoning),
    }
}

pub(super) struct Talk<'o> {
    page: Page<'o>,
    is_full: bool,
    max_line: u64,
    dialect: Option<Dialect>,
    session: Option<String>,
    /// The calls of the run by their ids.
    calls: HashMap<String, Call>,
    speaker: Option<Speaker>,
    /// The call above, if nothing was shown since.
    above: Option<String>,
    day: String,
    pieces: Pieces,
    /// The last whole text, which a result may repeat.
    said: String,
    has_result: bool,
    has_shown: bool,
}

impl<'o> Talk<'o> {
    /// `is_next` says that others were shown before.
    pub(super) fn new(
        out: &'o RefCell<Out>,
        is_raw: bool,
        is_full: bool,
        max_line: u64,
        is_next: bool,
    ) -> Talk<'o> {
        let mut page = Page::new(out, is_raw, is_full);
        page.set_gap(!is_next);
        Talk {
            page,
            is_full,
            max_line,
            dialect: None,
            session: None,
            calls: HashMap::new(),
            speaker: None,
            above: None,
            day: String::new(),
            pieces: Pieces::default(),
            said: String::new(),
            has_result: false,
            has_shown: false,
        }
    }

    pub(super) fn has_shown(&self) -> bool {
        self.has_shown
    }

    /// Begins a run, with what is known of it.
    pub(super) fn begin(
        &mut self,
        path: &str,
        line: u64,
        run: Option<&RunRecord>,
        dialect: Option<Dialect>,
        object: Object<'_, '_>,
    ) {
        let on_line = || session_ids(object).next().map(|id| id.to_string());
        self.session = run.map_or_else(on_line, |run| run.session.clone());
        self.dialect = dialect;
        self.calls.clear();
        self.pieces = Pieces::default();
        self.speaker = None;
        self.day.clear();
        self.said.clear();
        self.has_result = false;
        let beside = match run {
            Some(run) => known::of(run),
            None => dialect.map_or("unknown", Dialect::as_str).to_owned(),
        };
        let session = self.session.as_deref().map(|id| format!("  {}", name(id))).unwrap_or_default();
        self.page.gap();
        let what = format!("{}:{line}", visible(path));
        self.page.heading(0, self.page.styles.heading, &what, &(beside + &session));
        self.shown();
    }

    /// Ends it. A result that is missing is told.
    pub(super) fn end(&mut self) {
        self.release();
        let ends = self.dialect.is_some_and(|dialect| match dialect {
            Dialect::Amp | Dialect::ClaudeStream | Dialect::QwenStream | Dialect::Afk => true,
            dialect => dialect.runs().is_some_and(|rule| rule.end == RunEnd::Run),
        });
        if ends && !self.has_result {
            self.page.gap();
            self.page.heading(0, self.page.styles.bad, "no result", "it was cut, or is still at work");
            self.shown();
        }
    }

    /// Whether the event is the first of another run, where no report tells: each start begins one, but those of the turns of
    /// Claude Code; so does another program, and what follows the end of AFK.
    pub(super) fn is_over_before(&self, object: Object<'_, '_>, dialect: Option<Dialect>) -> bool {
        let first = dialect.and_then(|dialect| items(dialect, object).next());
        let starts = first.is_some_and(|item| matches!(item.kind, ItemKind::SessionStart { .. }));
        let is_turn = dialect == Some(Dialect::ClaudeStream)
            && session_ids(object)
                .next()
                .is_some_and(|id| self.session.as_deref().is_some_and(|own| id == own));
        dialect != self.dialect || starts && !is_turn || dialect == Some(Dialect::Afk) && self.has_result
    }

    /// Marks a line that was asked for.
    pub(super) fn mark(&mut self, line: u64) {
        self.release();
        self.page.gap();
        self.page.heading(0, self.page.styles.odd, &format!("▶ line {}", thousands(line)), "");
        self.page.set_gap(true);
        self.speaker = None;
        self.interrupted();
    }

    pub(super) fn fault(&mut self, at: At, fault: Fault) {
        let Fault { kind, at: byte, .. } = fault;
        let what = format!("line {}: {kind} at byte {byte}: {}", at.line, meaning(kind, self.max_line));
        self.page.heading(0, self.page.styles.odd, &what, "");
        self.interrupted();
    }

    /// A line of a program that is not known.
    pub(super) fn unknown(&mut self, line: u64, object: Object<'_, '_>) {
        let what = format!("line {}", thousands(line));
        match self.is_full {
            false => self.page.heading(0, self.page.styles.plain, &what, &brief::value(object.raw())),
            true => {
                self.page.heading(0, self.page.styles.plain, &what, "");
                self.raw(STEP, object.raw());
            }
        }
        self.interrupted();
    }

    pub(super) fn item(&mut self, line: &Line<'_>, item: &Item<'_, '_>) {
        if !self.is_due(line, item) {
            return;
        }
        let depth = self.depth(line, item);
        let indent = STEP * depth;
        let above = self.above.take();
        match item.kind {
            ItemKind::SessionStart { cwd, model, version } => {
                let known = [("cwd ", cwd), ("model ", model), ("version ", version)];
                let known =
                    known.iter().filter_map(|(name, text)| Some(format!("{name}{}", brief::line((*text)?))));
                // Another turn.
                if std::mem::take(&mut self.has_result) {
                    self.page.gap();
                }
                self.plain_line(0, &known.collect::<Vec<_>>().join(", "));
            }
            ItemKind::UserText { text, injected } => {
                let text = text.text_in(line.bump);
                let who = if injected { "user, written by the program" } else { "user" };
                self.speak(who, line, item, indent);
                match injected {
                    true => self.page.folded(indent + STEP, self.page.styles.plain, text),
                    false => self.page.text(indent + STEP, self.page.styles.plain, text),
                }
            }
            ItemKind::AssistantText(text) => {
                let text = text.text_in(line.bump);
                self.say(line, item, indent, text);
            }
            ItemKind::Thinking(text) => {
                self.speak(ASSISTANT, line, item, indent);
                let text = text.map_or("(redacted)", |text| text.text_in(line.bump));
                if !text.is_empty() {
                    self.page.text(indent + STEP, self.page.styles.beside, text);
                }
            }
            ItemKind::ToolCall { id, name, input } => {
                let label = calls::label(name, input, usize::MAX);
                self.speak(ASSISTANT, line, item, indent);
                self.page.heading(indent + STEP, self.page.styles.call, &format!("→ {label}"), "");
                if self.is_full {
                    self.input(line, indent + 2 * STEP, input);
                }
                self.above = id.map(|id| id.to_string());
                self.remember(item, depth);
            }
            ItemKind::ToolResult { id, outcome, content } => {
                self.result(line, indent, above.as_deref(), id, outcome, content);
                self.speaker = None;
            }
            ItemKind::Usage { .. } => {
                self.above = above;
                return;
            }
            ItemKind::Error { message, code } => {
                let what = code.map_or(String::new(), |code| format!(": {}", brief::line(code)));
                let text = message.map_or("", |message| message.text_in(line.bump));
                let has_new = !text.is_empty() && text != self.said;
                self.page.heading(
                    indent,
                    self.page.styles.bad,
                    &format!("error{what}"),
                    &self.beside(line, item),
                );
                if has_new {
                    self.page.folded(indent + STEP, self.page.styles.plain, text);
                }
            }
            ItemKind::Progress { what, text } => {
                let text = text.map(brief::line).filter(|text| !text.is_empty());
                match (text, self.is_full) {
                    (Some(text), _) => self.plain_line(indent, &format!("· {}: {text}", brief::line(what))),
                    (None, true) => self.plain_line(indent, &format!("· {}", brief::line(what))),
                    (None, false) => {
                        self.above = above;
                        return;
                    }
                }
            }
            ItemKind::Result { .. } => self.ended(line, item),
            // A block is said by who speaks, a line by nobody.
            ItemKind::Other(object) => self.other(indent + item.block.map_or(0, |_| STEP), object),
            _ => self.raw(indent + STEP, item.value.raw()),
        }
        self.shown();
    }

    /// What is not shown tells of what is: calls by what their results are known, and whether the run has ended.
    pub(super) fn pass_over(&mut self, line: &Line<'_>, item: &Item<'_, '_>) {
        match item.kind {
            ItemKind::ToolCall { .. } if !item.delta => self.remember(item, self.depth(line, item)),
            ItemKind::SessionStart { .. } => self.has_result = false,
            ItemKind::Result { .. } => self.has_result = true,
            _ => {}
        }
    }

    fn remember(&mut self, item: &Item<'_, '_>, depth: usize) {
        if let ItemKind::ToolCall { id: Some(id), name, input } = item.kind {
            self.calls.insert(id.to_string(), Call { label: calls::label(name, input, 1), depth });
        }
    }

    /// The end of a run or turn.
    fn ended(&mut self, line: &Line<'_>, item: &Item<'_, '_>) {
        let ItemKind::Result { outcome, text, duration_ms, num_turns, cost_usd, .. } = item.kind else {
            return;
        };
        self.has_result = true;
        let (word, style) = match outcome {
            Outcome::Ok => ("ok", self.page.styles.heading),
            Outcome::Failed => ("failed", self.page.styles.bad),
            Outcome::Unknown => ("it does not say how it went", self.page.styles.odd),
        };
        let mut beside = self.beside(line, item);
        let whole = |number: Option<RawNumber<'_>>| number.and_then(|number| number.to_u64().ok());
        if let Some(millis) = whole(duration_ms) {
            _ = write!(beside, "  {}", span(millis));
        }
        if let Some(turns) = whole(num_turns) {
            _ = write!(beside, "  {} {}", thousands(turns), if turns == 1 { "turn" } else { "turns" });
        }
        if let Some(Ok(micros)) = cost_usd.map(|cost| cost.to_millionths()) {
            _ = write!(beside, "  {}", dollars(micros));
        }
        self.page.gap();
        self.page.heading(0, style, &format!("result: {word}"), &beside);
        let text = text.map_or("", |text| text.text_in(line.bump));
        // Cursor's has all texts of the run.
        let has_all = item.dialect == Dialect::Cursor && !self.said.is_empty();
        let is_above = text == self.said || has_all && text.ends_with(&self.said);
        if is_above && !text.is_empty() {
            self.page.text(STEP, self.page.styles.beside, "(the text above)");
        } else if !text.is_empty() {
            self.page.text(STEP, self.page.styles.plain, text);
            text.clone_into(&mut self.said);
        }
        self.speaker = None;
    }

    /// A block or line of another kind: its type, and how it begins.
    fn other(&mut self, indent: usize, object: Object<'_, '_>) {
        let kind = object.get("type").and_then(|kind| kind.string().ok());
        let kind = kind.map_or("other".to_owned(), brief::line);
        self.page.heading(indent, self.page.styles.beside, &format!("({kind})"), "");
        self.raw(indent + STEP, object.raw());
    }

    fn raw(&mut self, indent: usize, value: &[u8]) {
        match self.is_full {
            true => self.page.text(indent, self.page.styles.beside, &String::from_utf8_lossy(value)),
            false => self.page.text(indent, self.page.styles.beside, &brief::value(value)),
        }
    }

    fn plain_line(&mut self, indent: usize, shown: &str) {
        if !shown.is_empty() {
            self.page.heading(indent, self.page.styles.beside, shown, "");
        }
    }

    fn shown(&mut self) {
        self.has_shown = true;
    }

    /// Something else was shown: what comes next is not beneath a call.
    fn interrupted(&mut self) {
        self.above = None;
        self.shown();
    }
}

const ASSISTANT: &str = "assistant";
