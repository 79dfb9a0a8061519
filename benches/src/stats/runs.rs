//! Runs: where they begin, how they ended, what they state, by the rules of `docs/report.md`.

use super::calls::{Calls, Counts};
use super::line::{Ending, Line};
use super::messages::Whose;
use super::sniff::{Dialect, Hint, Kind, is_init};
use super::{Sums, add};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Program {
    Known(Dialect),
    Foreign,
}

/// What says how a run of Claude Code went on.
#[derive(Debug)]
enum Mark {
    /// A result's cost, and its sum over models if it names any.
    Result(Option<u64>, Option<Sums>),
    Reset,
}

/// The end of a run of AFK.
#[derive(Debug)]
struct AfkEnd {
    has_failed: bool,
    has_reason: bool,
    usage: Option<[u64; 4]>,
    cost: Option<u64>,
}

/// What a result says of success: `is_error`, and whether the subtype is another one than that of success.
type Verdict = [Option<bool>; 2];

/// Lines that belong to one run for sure.
#[derive(Debug, Default)]
struct Piece {
    at_init: bool,
    program: Option<Program>,
    perhaps: Option<Dialect>,
    events: u64,
    session: Option<Box<str>>,
    renewed: Option<Option<Box<str>>>,
    has_usage: bool,
    verdict: Option<Verdict>,
    init_after: bool,
    usage_last: Option<[u64; 4]>,
    usage_sum: Option<Sums>,
    marks: Vec<Mark>,
    afk_end: Option<AfkEnd>,
    afk_calls: Calls,
    /// Messages that nothing identifies.
    loose: Sums,
    /// Its number and the one behind its last, where it is several that were joined.
    numbers: (usize, usize),
}

impl Piece {
    fn dialect(&self) -> Option<Dialect> {
        match self.program {
            Some(Program::Known(dialect)) => Some(dialect),
            Some(Program::Foreign) => None,
            None => self.perhaps,
        }
    }

    fn takes(&self, program: Option<Program>) -> bool {
        let is_over = program == Some(Program::Known(Dialect::Afk)) && self.afk_end.is_some();
        program.is_none() || !is_over && (self.program.is_none() || self.program == program)
    }

    /// Whether this is a turn of Claude Code's `run`.
    fn is_turn_of(&self, run: &Piece) -> bool {
        let claude = Some(Dialect::ClaudeStream);
        if !self.at_init || self.dialect() != claude || run.dialect() != claude {
            return false;
        }
        let open = run.renewed.as_ref().and_then(Option::as_deref).or(run.session.as_deref());
        let is_same = open.zip(self.session.as_deref()).is_none_or(|(old, new)| old == new);
        let costs_less = match (run.marks.last(), self.marks.first()) {
            (Some(Mark::Result(Some(old), _)), Some(Mark::Result(Some(new), _))) => new < old,
            _ => false,
        };
        is_same && !costs_less
    }

    fn append(&mut self, later: Piece) {
        self.events += later.events;
        self.session = self.session.take().or(later.session);
        self.renewed = later.renewed.or(self.renewed.take());
        self.has_usage |= later.has_usage;
        self.init_after = later.init_after || self.init_after && later.verdict.is_none();
        self.verdict = later.verdict.or(self.verdict);
        self.usage_last = later.usage_last.or(self.usage_last);
        if let Some(more) = later.usage_sum {
            add_all(self.usage_sum.get_or_insert_default(), more);
        }
        self.marks.extend(later.marks);
        add_all(&mut self.loose, later.loose);
        self.numbers.1 = later.numbers.1;
    }
}

/// All runs of a stream, added up as they end.
#[derive(Debug, Default)]
pub(super) struct Runs {
    open: Piece,
    /// The run before, which may go on.
    run: Option<Piece>,
    /// By piece.
    pub(super) whose: Vec<Whose>,
    pub(super) outcomes: Outcomes,
    pub(super) dialects: BTreeSet<&'static str>,
    has_unknown: bool,
    has_rule: bool,
    /// What runs state and count by, and what nothing identifies.
    usage: Sums,
    pub(super) stated: Option<Sums>,
    pub(super) cost: Option<u64>,
    pub(super) afk_tools: BTreeMap<String, Counts>,
}

/// How runs ended: ok, failed, unterminated, open, unknown.
pub(super) type Outcomes = [u64; 5];
const OK: usize = 0;
const FAILED: usize = 1;
const UNTERMINATED: usize = 2;
const OPEN: usize = 3;
const UNKNOWN: usize = 4;

impl Runs {
    /// Takes in the next event, all but its message.
    pub(super) fn event(&mut self, line: &Line<'_>, kind: Kind, hint: Hint) {
        let (program, perhaps) = match hint {
            Hint::Is(dialect) => (Some(Program::Known(dialect)), None),
            Hint::Perhaps(dialect) => (None, Some(dialect)),
            Hint::Foreign => (Some(Program::Foreign), None),
            Hint::Open => (None, None),
        };
        let at_init = is_init(line, kind);
        if at_init || !self.open.takes(program) {
            self.close();
            self.open.at_init = at_init;
        }
        let open = &mut self.open;
        open.program = open.program.or(program);
        open.perhaps = open.perhaps.or(perhaps);
        open.events += 1;
        if open.session.is_none() {
            open.session = line.session().map(Box::from);
        }
        match kind {
            Kind::Result => {
                open.init_after = false;
                let subtype = line.subtype.get().map(|subtype| subtype != "success");
                open.verdict = Some([line.is_error.0, subtype]);
                if line.usage.is_object {
                    open.usage_last = Some(line.usage.counts);
                    add(open.usage_sum.get_or_insert_default(), line.usage.counts);
                }
                open.marks.push(Mark::Result(line.cost.0.or(line.old_cost.0), line.models.0));
            }
            Kind::ConversationReset => {
                open.marks.push(Mark::Reset);
                open.renewed = Some(line.new_conversation.get().map(Box::from));
            }
            Kind::Chunk => {
                let chunk = &line.chunk;
                match chunk.kind.get() {
                    Some("tool_use_detail") if !chunk.pending.is_true() => {
                        open.afk_calls.call(chunk.id.get(), chunk.name.get());
                    }
                    Some("tool_result") => open.afk_calls.result(chunk.id.get(), chunk.is_error.is_true()),
                    _ => {}
                }
            }
            Kind::Done => {
                let metadata = &line.metadata;
                let has_failed = metadata.is_error.is_true();
                open.afk_end.get_or_insert(AfkEnd {
                    has_failed,
                    has_reason: has_failed
                        || matches!(metadata.subtype, Ending::Natural | Ending::Other)
                        || matches!(metadata.stop, Ending::Success | Ending::Other),
                    usage: metadata.usage.is_object.then_some(metadata.usage.counts),
                    cost: metadata.cost.0,
                });
            }
            Kind::Error if line.error.is_object => {
                open.afk_end.get_or_insert(AfkEnd {
                    has_failed: true,
                    has_reason: true,
                    usage: None,
                    cost: None,
                });
            }
            _ => {}
        }
        open.init_after |= at_init;
    }

    /// The piece that is open.
    pub(super) fn piece(&self) -> u32 {
        self.whose.len() as u32
    }

    pub(super) fn has_usage(&mut self) {
        self.open.has_usage = true;
    }

    /// A message that nothing identifies.
    pub(super) fn loose(&mut self, counts: [u64; 4]) {
        add(&mut self.open.loose, counts);
    }

    /// The piece that is open ends.
    fn close(&mut self) {
        let number = self.whose.len();
        if self.open.events == 0 {
            return;
        }
        self.whose.push(Whose::default());
        let mut piece = std::mem::take(&mut self.open);
        piece.numbers = (number, number + 1);
        match &mut self.run {
            Some(run) if piece.is_turn_of(run) => run.append(piece),
            _ => {
                if let Some(run) = self.run.replace(piece) {
                    self.settle(run);
                }
            }
        }
    }

    /// No more lines come. Gives what counts beside the messages, unless a run is unknown or none has a rule.
    pub(super) fn finish(&mut self) -> Option<Sums> {
        self.close();
        if let Some(run) = self.run.take() {
            self.settle(run);
        }
        (self.has_rule && !self.has_unknown).then_some(self.usage)
    }

    fn settle(&mut self, run: Piece) {
        let dialect = run.dialect();
        self.dialects.insert(dialect.map_or("unknown", Dialect::name));
        // What it states, and whether its usage is that.
        let (mut stated, mut cost, mut covers) = (None, None, false);
        let outcome = match dialect {
            None => UNKNOWN,
            Some(Dialect::ClaudeTranscript | Dialect::AmpInput) => OPEN,
            Some(Dialect::Amp) => {
                stated = run.usage_last.map(|counts| counts.map(u128::from));
                covers = stated.is_some() && !run.has_usage;
                match run.verdict {
                    None => UNTERMINATED,
                    Some([is_error, is_other]) if is_error.or(is_other).unwrap_or(true) => FAILED,
                    Some(_) => OK,
                }
            }
            Some(Dialect::ClaudeStream) => {
                let models;
                (models, cost) = conversations(&run.marks);
                stated = models.or(run.usage_sum);
                covers = stated.is_some();
                match run.verdict.filter(|_| !run.init_after) {
                    None => UNTERMINATED,
                    Some(said) if said.contains(&Some(true)) || said == [None; 2] => FAILED,
                    Some(_) => OK,
                }
            }
            Some(Dialect::Afk) => {
                run.afk_calls.by_name(&mut self.afk_tools);
                covers = true;
                match &run.afk_end {
                    None => UNTERMINATED,
                    Some(end) => {
                        stated = end.usage.map(|counts| counts.map(u128::from));
                        cost = end.cost;
                        match (end.has_failed, end.has_reason) {
                            (true, _) => FAILED,
                            (false, true) => UNKNOWN,
                            (false, false) => OK,
                        }
                    }
                }
            }
        };
        self.outcomes[outcome] += 1;
        let is_known = dialect.is_some();
        self.has_unknown |= !is_known;
        self.has_rule |= is_known && dialect != Some(Dialect::AmpInput);
        match (covers, stated) {
            (true, Some(stated)) => add_all(&mut self.usage, stated),
            (false, _) if is_known => add_all(&mut self.usage, run.loose),
            _ => {}
        }
        if let Some(stated) = stated {
            add_all(self.stated.get_or_insert_default(), stated);
        }
        if let Some(cost) = cost {
            self.cost = Some(self.cost.unwrap_or(0).saturating_add(cost));
        }
        for number in run.numbers.0..run.numbers.1 {
            self.whose[number] = Whose { is_known, is_covered: covers };
        }
    }
}

/// Cumulative figures: the last result in front of each reset, and of each fall of the cost, counts.
fn conversations(marks: &[Mark]) -> (Option<Sums>, Option<u64>) {
    let (mut sum, mut lacks, mut total) = (None, false, None);
    // The last result: its own cost, its models, and the last cost of its conversation.
    let mut last: Option<(Option<u64>, Option<Sums>, Option<u64>)> = None;
    let mut is_reset = false;
    let mut close = |(_, models, cost): (Option<u64>, Option<Sums>, Option<u64>)| {
        match models {
            Some(models) => add_all(sum.get_or_insert_default(), models),
            None => lacks = true,
        }
        if let Some(cost) = cost {
            total = Some(total.unwrap_or(0_u64).saturating_add(cost));
        }
    };
    for mark in marks {
        match mark {
            Mark::Reset => is_reset = true,
            Mark::Result(cost, models) => {
                let falls = |before: Option<u64>| before.zip(*cost).is_some_and(|(old, new)| new < old);
                let mut known = *cost;
                if let Some(before) = last.take() {
                    if is_reset || falls(before.0) {
                        close(before);
                    } else {
                        known = cost.or(before.2);
                    }
                }
                is_reset = false;
                last = Some((*cost, *models, known));
            }
        }
    }
    if let Some(last) = last {
        close(last);
    }
    (sum.filter(|_| !lacks), total)
}

fn add_all(sum: &mut Sums, more: Sums) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}
