//! What a run's lines state of usage, in any scope, and what its usage is by that: the rules of dialects whose lines reports know
//! only as items. Each rule is a pure function over the statements in the order of the lines.
//!
//! Memory: 96 bytes a statement that says something new, of which a call of a model makes one or two.

use super::conversations::ModelSum;
use super::count::add;
use super::names::{NO_NAME, Name, Renamed};
use super::tokens::TokenSums;
use crate::id::IdHash;
use runlex_dialects::UsageScope;
use std::collections::{BTreeMap, HashMap};

/// The counters of a statement: input, cache creation, cache read, output, reasoning.
pub(super) type Counts = [u64; 5];

/// What one line states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Statement {
    pub(super) scope: UsageScope,
    /// Of the message; 0 where it has none.
    pub(super) id: IdHash,
    /// [`NO_NAME`] as long as no line named one.
    pub(super) model: Name,
    /// When, in milliseconds since 1970.
    pub(super) ms: Option<i64>,
    pub(super) counts: Counts,
    /// Micro-dollars.
    pub(super) cost: Option<u64>,
}

/// All statements of a run, in order, without those that say again what was just said.
#[derive(Clone, Debug, Default)]
pub(super) struct Statements {
    all: Vec<Statement>,
    /// The model that lines named last, and how many statements stand before the first that was named.
    model: Option<Name>,
    unnamed: usize,
    /// The last total.
    total: Option<Counts>,
}

impl Statements {
    /// The lines to come are of this model.
    pub(super) fn model(&mut self, model: Name) {
        self.model = Some(model);
    }

    /// Takes in what a line states: figures of a whole conversation together with those of its last call, where they are told
    /// together. Programs print what was used so far whenever they are told of limits, too: a total that is that of the last such line is
    /// left out, with its call.
    pub(super) fn line(&mut self, line: &[Statement]) {
        let total = line.iter().find(|one| one.scope == UsageScope::Thread).map(|one| one.counts);
        if total.is_some() && total == self.total {
            return;
        }
        self.total = total.or(self.total);
        for statement in line {
            let model = if statement.model == NO_NAME { self.model } else { Some(statement.model) };
            self.all.push(Statement { model: model.unwrap_or(NO_NAME), ..*statement });
        }
        if self.model.is_none() {
            self.unnamed = self.all.len();
        }
    }

    /// Takes in those of what directly follows.
    pub(super) fn append(&mut self, mut later: Statements) {
        for statement in later.all.iter_mut().take(later.unnamed) {
            if let (NO_NAME, Some(model)) = (statement.model, self.model) {
                statement.model = model;
            }
        }
        let first = later.all.iter().position(|one| one.scope == UsageScope::Thread);
        if let Some(first) = first.filter(|first| self.total == Some(later.all[*first].counts)) {
            let has_call = later.all.get(first + 1).is_some_and(|next| next.scope == UsageScope::Call);
            let behind = first + 1 + usize::from(has_call);
            later.all.drain(first..behind);
            if first < later.unnamed {
                later.unnamed -= behind - first;
            }
        }
        if self.model.is_none() {
            self.unnamed = self.all.len() + later.unnamed;
        }
        self.all.append(&mut later.all);
        self.model = later.model.or(self.model);
        self.total = later.total.or(self.total);
    }

    pub(super) fn rename(&mut self, models: &Renamed) {
        if models.is_same() {
            return;
        }
        self.all.iter_mut().for_each(|one| models.rename(&mut one.model));
        if let Some(model) = &mut self.model {
            models.rename(model);
        }
    }

    /// The last total of the whole conversation.
    pub(super) fn total(&self) -> Option<[u64; 4]> {
        let [input, creation, read, output, _] = self.total?;
        Some([input, creation, read, output])
    }

    /// What the run states of everything so far: the last total, or the last statements of the run.
    pub(super) fn stated(&self) -> Option<TokenSums> {
        let has_run = self.all.iter().any(|one| one.scope == UsageScope::Run);
        let of_run = || last_by_model(&self.all).iter().map(|sum| sum.tokens).sum();
        self.total.map(TokenSums::from).or_else(|| has_run.then(of_run))
    }

    /// What the run used, by model: the sum of the first of these scopes that it states anything of; nothing if it does of none.
    /// Statements up to `copied`, in milliseconds since 1970, are of another run whose history was copied.
    pub(super) fn usage(&self, scopes: &[UsageScope], copied: Option<i64>) -> Option<Vec<ModelSum>> {
        let has = |scope: &UsageScope| self.all.iter().any(|one| one.scope == *scope);
        let scope = *scopes.iter().find(|scope| has(scope))?;
        let is_copied =
            |one: &Statement| matches!((one.ms, copied), (Some(ms), Some(copied)) if ms <= copied);
        Some(match scope {
            UsageScope::Thread => growth(&self.all, is_copied),
            UsageScope::Run => last_by_model(&self.all),
            scope => each_id_once(&self.all, scope, is_copied),
        })
    }
}

/// What totals grew by: the sum of their positive differences. The first one counts from 0, or from the last that was copied. Where a
/// total falls it was begun anew, and what its last call used is all that is known of it.
fn growth(all: &[Statement], is_copied: impl Fn(&Statement) -> bool) -> Vec<ModelSum> {
    let mut sums = Sums::default();
    let mut before = [0; 5];
    for (at, one) in all.iter().enumerate().filter(|(_, one)| one.scope == UsageScope::Thread) {
        let last = all.get(at + 1).filter(|next| next.scope == UsageScope::Call).map(|call| call.counts);
        let falls = one.counts.iter().zip(before).any(|(now, before)| *now < before);
        let step = match falls {
            true => last.unwrap_or_default(),
            false => std::array::from_fn(|at| one.counts[at] - before[at]),
        };
        before = one.counts;
        if !is_copied(one) && step != [0; 5] {
            sums.add(one, step);
        }
    }
    sums.finish()
}

/// The last statement of each id, and each that has none. A statement for a part of a run is the last of its id.
fn each_id_once(
    all: &[Statement],
    scope: UsageScope,
    is_copied: impl Fn(&Statement) -> bool,
) -> Vec<ModelSum> {
    let of_scope = || all.iter().enumerate().filter(|(_, one)| one.scope == scope);
    let last: HashMap<IdHash, usize> = of_scope().map(|(at, one)| (one.id, at)).collect();
    let mut sums = Sums::default();
    for (at, one) in of_scope() {
        if !is_copied(one) && (one.id == 0 || last.get(&one.id) == Some(&at)) {
            sums.add(one, one.counts);
        }
    }
    sums.finish()
}

/// Of what is stated of the run so far the last counts, for each model that is named.
fn last_by_model(all: &[Statement]) -> Vec<ModelSum> {
    let of_scope = all.iter().filter(|one| one.scope == UsageScope::Run);
    let last: BTreeMap<Name, &Statement> = of_scope.map(|one| (one.model, one)).collect();
    let mut sums = Sums::default();
    last.values().for_each(|one| sums.add(one, one.counts));
    sums.finish()
}

/// Sums by model.
#[derive(Default)]
struct Sums(BTreeMap<Name, ModelSum>);

impl Sums {
    fn add(&mut self, one: &Statement, counts: Counts) {
        let model = one.model;
        let new = ModelSum { model, messages: 0, tokens: TokenSums::default(), cost: None };
        let sum = self.0.entry(model).or_insert(new);
        // What is stated of a run is of any number of messages.
        add(&mut sum.messages, u64::from(one.scope != UsageScope::Run));
        sum.tokens += counts.into();
        sum.cost = super::results::both(sum.cost, one.cost, u64::saturating_add);
    }

    fn finish(self) -> Vec<ModelSum> {
        self.0.into_values().collect()
    }
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Statements { all, model, unnamed, total } then Statements::complete);
#[cfg(feature = "saved")]
crate::saved::form::fields!(Statement { scope, id, model, ms, counts, cost });
#[cfg(feature = "saved")]
crate::saved::form::words!(UsageScope: UsageScope::ALL);

#[cfg(feature = "saved")]
impl Statements {
    fn complete(self) -> Option<Statements> {
        (self.unnamed <= self.all.len()).then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use UsageScope::{Call, Message, Run, Thread};

    fn one(scope: UsageScope, input: u64, output: u64) -> Statement {
        Statement { scope, id: 0, model: NO_NAME, ms: None, counts: [input, 0, 0, output, 0], cost: None }
    }

    fn at(ms: i64, one: Statement) -> Statement {
        Statement { ms: Some(ms), ..one }
    }

    fn of(id: IdHash, one: Statement) -> Statement {
        Statement { id, ..one }
    }

    fn by(model: Name, one: Statement) -> Statement {
        Statement { model, ..one }
    }

    /// Input and output of all models, and how many statements counted.
    fn sum(sums: &[ModelSum]) -> (u128, u128, u64) {
        let all = |of: fn(&ModelSum) -> u128| sums.iter().map(of).sum();
        let messages = sums.iter().map(|sum| sum.messages).sum();
        (all(|sum| sum.tokens.input), all(|sum| sum.tokens.output), messages)
    }

    #[test]
    fn totals_count_by_what_they_grow() {
        for (why, all, want) in [
            ("nothing", vec![], (0, 0, 0)),
            ("the first counts from zero", vec![one(Thread, 10, 1)], (10, 1, 1)),
            ("differences", vec![one(Thread, 10, 1), one(Thread, 25, 3)], (25, 3, 2)),
            ("told again", vec![one(Thread, 10, 1), one(Thread, 10, 1), one(Thread, 11, 1)], (11, 1, 2)),
            ("begun anew", vec![one(Thread, 10, 4), one(Thread, 3, 1), one(Call, 2, 1)], (12, 5, 2)),
            ("begun anew, without a word", vec![one(Thread, 10, 4), one(Thread, 3, 1)], (10, 4, 1)),
            (
                "on from where it fell to",
                vec![one(Thread, 10, 4), one(Thread, 0, 0), one(Call, 0, 0), one(Thread, 5, 2)],
                (15, 6, 2),
            ),
            ("one counter falls", vec![one(Thread, 10, 4), one(Thread, 20, 3), one(Call, 9, 2)], (19, 6, 2)),
            ("a call alone is no total", vec![one(Call, 10, 1)], (0, 0, 0)),
            (
                "a copy is where it counts from",
                vec![at(5, one(Thread, 10, 1)), at(9, one(Thread, 14, 3))],
                (4, 2, 1),
            ),
            (
                "a whole history that was copied",
                vec![at(3, one(Thread, 10, 1)), at(5, one(Thread, 30, 2)), at(6, one(Thread, 31, 4))],
                (1, 2, 1),
            ),
        ] {
            let is_copied = |one: &Statement| one.ms.is_some_and(|ms| ms <= 5);
            assert_eq!(sum(&growth(&all, is_copied)), want, "{why}");
        }
    }

    #[test]
    fn messages_count_once() {
        for (why, all, want) in [
            ("each without an id", vec![one(Message, 10, 1), one(Message, 10, 1)], (20, 2, 2)),
            ("the last of an id", vec![of(7, one(Message, 10, 1)), of(7, one(Message, 12, 3))], (12, 3, 1)),
            ("ids are apart", vec![of(7, one(Message, 10, 1)), of(8, one(Message, 12, 3))], (22, 4, 2)),
            ("other scopes do not count", vec![one(Message, 10, 1), one(Run, 99, 9)], (10, 1, 1)),
            ("nor copies", vec![at(5, one(Message, 10, 1)), at(6, one(Message, 3, 1))], (3, 1, 1)),
        ] {
            let is_copied = |one: &Statement| one.ms.is_some_and(|ms| ms <= 5);
            assert_eq!(sum(&each_id_once(&all, Message, is_copied)), want, "{why}");
        }
    }

    #[test]
    fn of_what_a_run_states_the_last_counts() {
        let all = [by(1, one(Run, 10, 1)), by(2, one(Run, 5, 5)), by(1, one(Run, 30, 2)), one(Message, 9, 9)];
        assert_eq!(sum(&last_by_model(&all)), (35, 7, 0));
        assert_eq!(sum(&last_by_model(&[])), (0, 0, 0));
    }

    /// The first scope of the rule that anything is stated of.
    #[test]
    fn scopes_are_tried_in_order() {
        let mut statements = Statements::default();
        let usage =
            |statements: &Statements| statements.usage(&[Message, Thread], None).map(|sums| sum(&sums));
        assert_eq!(usage(&statements), None);
        statements.line(&[one(Run, 9, 9)]);
        assert_eq!(usage(&statements), None);
        statements.line(&[one(Thread, 10, 1), one(Call, 10, 1)]);
        assert_eq!(usage(&statements), Some((10, 1, 1)));
        statements.line(&[one(Message, 4, 1)]);
        assert_eq!(usage(&statements), Some((4, 1, 1)));
    }

    /// Wherever the lines are cut: repeats are dropped, and a model holds until another is named.
    #[test]
    fn any_cut() {
        enum Line {
            Model(Name),
            Says(Vec<Statement>),
        }
        use Line::{Model, Says};
        let total = |input| vec![one(Thread, input, 1), one(Call, input, 1)];
        let lines = [
            Says(total(1)),
            Says(total(1)),
            Model(3),
            Says(total(2)),
            Says(total(2)),
            Says(vec![one(Thread, 2, 1)]),
            Says(vec![one(Message, 2, 1)]),
            Model(4),
            Says(vec![by(5, one(Message, 2, 1))]),
            Says(total(3)),
            Says(total(3)),
        ];
        let read = |lines: &[Line]| {
            let mut statements = Statements::default();
            for line in lines {
                match line {
                    Model(model) => statements.model(*model),
                    Says(line) => statements.line(line),
                }
            }
            statements
        };
        let whole = read(&lines);
        assert_eq!(whole.all.len(), 8);
        for cut in 0..=lines.len() {
            for second in cut..=lines.len() {
                let mut parts = read(&lines[..cut]);
                parts.append(read(&lines[cut..second]));
                parts.append(read(&lines[second..]));
                assert_eq!(
                    (parts.all, parts.model, parts.unnamed),
                    (whole.all.clone(), whole.model, whole.unnamed)
                );
                let mut rest = read(&lines[cut..second]);
                rest.append(read(&lines[second..]));
                let mut parts = read(&lines[..cut]);
                parts.append(rest);
                assert_eq!(parts.all, whole.all, "{cut} {second}");
            }
        }
    }

    #[test]
    fn size_of_a_statement() {
        assert_eq!(size_of::<Statement>(), 96);
    }
}
