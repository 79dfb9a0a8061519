//! What Claude Code's results state of everything so far: cost and usage by model.
//!
//! The figures are cumulative, so the last result of a process has all of it. A reset starts them anew, and a cost that is
//! lower than that of the result before has been started anew, too: the results between two such restarts are a
//! conversation, and what the last result of each states adds up.

use super::count::add;
use super::names::{Name, Renamed};
use super::results::both;
use super::tokens::TokenSums;
use std::collections::BTreeMap;

/// What one result states.
#[derive(Clone, Debug, Default)]
pub(super) struct Stated {
    /// Micro-dollars.
    pub(super) cost: Option<u64>,
    /// By model; empty if it says nothing of models.
    pub(super) models: Vec<ModelSum>,
}

/// What a model used and cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct ModelSum {
    /// [`NO_NAME`] where a statement does not say which.
    pub(super) model: Name,
    /// How many messages it is the sum of, where that is known.
    pub(super) messages: u64,
    pub(super) tokens: TokenSums,
    /// Micro-dollars.
    pub(super) cost: Option<u64>,
}

/// The results of a stretch of lines, folded.
#[derive(Clone, Debug, Default)]
pub(super) struct Conversations {
    /// A reset stands before the first result, or anywhere if there is none.
    reset_before: bool,
    /// The cost of the first result.
    first_cost: Option<u64>,
    /// Whether a result of the first conversation states a cost.
    first_has_cost: bool,
    /// All conversations but the last.
    closed: Closed,
    last: Option<Last>,
    /// A reset stands behind the last result.
    reset_after: bool,
}

#[derive(Clone, Debug)]
struct Last {
    stated: Stated,
    /// The last cost that the conversation states, be it by an earlier result.
    cost: Option<u64>,
}

/// What all conversations add up to.
#[derive(Debug, Default)]
pub(super) struct Whole {
    pub(super) cost: Option<u64>,
    /// By model.
    pub(super) models: Vec<ModelSum>,
    /// The last result of one says nothing of models.
    pub(super) lacks_models: bool,
}

/// What whole conversations add up to so far.
#[derive(Clone, Debug, Default)]
struct Closed {
    count: u64,
    cost: Option<u64>,
    /// By model; a stream can name a new one in every result.
    models: BTreeMap<Name, (TokenSums, Option<u64>)>,
    lacks_models: bool,
}

impl Closed {
    fn add(&mut self, last: Last) {
        add(&mut self.count, 1);
        self.lacks_models |= last.stated.models.is_empty();
        self.add_cost(last.cost);
        last.stated.models.into_iter().for_each(|more| self.add_model(more));
    }

    fn append(&mut self, later: Closed) {
        add(&mut self.count, later.count);
        self.lacks_models |= later.lacks_models;
        self.add_cost(later.cost);
        for (model, (tokens, cost)) in later.models {
            self.add_model(ModelSum { model, messages: 0, tokens, cost });
        }
    }

    fn add_cost(&mut self, cost: Option<u64>) {
        self.cost = both(self.cost, cost, u64::saturating_add);
    }

    fn add_model(&mut self, more: ModelSum) {
        let (tokens, cost) = self.models.entry(more.model).or_default();
        *tokens += more.tokens;
        *cost = both(*cost, more.cost, u64::saturating_add);
    }
}

impl Conversations {
    pub(super) fn reset(&mut self) {
        match self.last {
            None => self.reset_before = true,
            Some(_) => self.reset_after = true,
        }
    }

    pub(super) fn result(&mut self, stated: Stated) {
        self.append(Conversations {
            first_cost: stated.cost,
            first_has_cost: stated.cost.is_some(),
            last: Some(Last { cost: stated.cost, stated }),
            ..Conversations::default()
        });
    }

    /// Whether the cost falls from here to `later` without a reset that explains it: another process.
    pub(super) fn falls_to(&self, later: &Conversations) -> bool {
        !self.reset_after && !later.reset_before && self.costs_more_than(later)
    }

    fn costs_more_than(&self, later: &Conversations) -> bool {
        let cost = self.last.as_ref().and_then(|last| last.stated.cost);
        cost.zip(later.first_cost).is_some_and(|(before, after)| after < before)
    }

    pub(super) fn append(&mut self, later: Conversations) {
        if later.last.is_none() {
            if later.reset_before {
                self.reset();
            }
            return;
        }
        let restarts = self.reset_after || later.reset_before || self.costs_more_than(&later);
        let Some(before) = self.last.take() else {
            let reset_before = self.reset_before || later.reset_before;
            *self = Conversations { reset_before, ..later };
            return;
        };
        if restarts {
            self.closed.add(before);
        } else {
            // The conversation goes on in the first one of `later`.
            if self.closed.count == 0 {
                self.first_has_cost |= later.first_has_cost;
            }
            if !later.first_has_cost {
                if later.closed.count > 0 {
                    self.closed.add_cost(before.cost);
                } else {
                    self.last = later.last.map(|last| Last { cost: before.cost, ..last });
                    self.reset_after = later.reset_after;
                    return;
                }
            }
        }
        self.closed.append(later.closed);
        self.last = later.last;
        self.reset_after = later.reset_after;
    }

    pub(super) fn rename(&mut self, models: &Renamed) {
        if models.is_same() {
            return;
        }
        for sum in self.last.iter_mut().flat_map(|last| &mut last.stated.models) {
            models.rename(&mut sum.model);
        }
        for (model, (tokens, cost)) in std::mem::take(&mut self.closed.models) {
            self.closed.add_model(ModelSum { model: models.get(model), messages: 0, tokens, cost });
        }
    }

    /// What all conversations add up to; `None` without a result.
    pub(super) fn sum(mut self) -> Option<Whole> {
        let last = self.last.take()?;
        if self.closed.count == 0 {
            // Nearly always: the models of one result are there once each.
            let (cost, models) = (last.cost, last.stated.models);
            return Some(Whole { cost, lacks_models: models.is_empty(), models });
        }
        self.closed.add(last);
        let Closed { cost, models, lacks_models, .. } = self.closed;
        let models =
            models.into_iter().map(|(model, (tokens, cost))| ModelSum { model, messages: 0, tokens, cost });
        Some(Whole { cost, models: models.collect(), lacks_models })
    }
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Stated { cost, models });
#[cfg(feature = "saved")]
crate::saved::form::fields!(ModelSum { model, messages, tokens, cost });
#[cfg(feature = "saved")]
crate::saved::form::fields!(Conversations {
    reset_before,
    first_cost,
    first_has_cost,
    closed,
    last,
    reset_after,
});
#[cfg(feature = "saved")]
crate::saved::form::fields!(Last { stated, cost });
#[cfg(feature = "saved")]
crate::saved::form::fields!(Closed { count, cost, models, lacks_models });
