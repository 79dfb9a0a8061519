//! What a run's lines say as items, for every dialect that the run may be of.
//!
//! The verdict on whose lines these are is the run's: its first line that is sure of its program. Reports hear such lines in their own
//! dialect. A line that several programs print (`user`, `result`, `error`) says nothing of it: until its run is decided it is heard in
//! each dialect that is known by its items, each with figures of its own, and the verdict keeps those of one and lets the others go. So a
//! run comes to the same wherever its stream is cut: a part without a line that is sure keeps all, for the part before it to choose from.
//!
//! - Once a run is decided, such a line is heard in the run's dialect alone; in one whose lines reports know themselves it costs nothing.
//! - Whether a line says anything in a dialect depends on the two alone, so figures that are missing are figures without anything in them.
//! - Lines that are heard without being sure are not told to a witness: it is told line by line, before there is a verdict.
//!
//! Memory: nothing for runs of other dialects; of an undecided run the figures of those dialects in which it says something.

use super::heard::Heard;
use super::line::Line;
use super::names::{AllRenamed, Pool};
use super::witness::Witness;
use runlex_dialects::{Dialect, ItemKind, items};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default)]
pub(super) struct Candidates {
    all: BTreeMap<Dialect, Box<Heard>>,
}

impl Candidates {
    /// A line that is sure of its dialect, and how many events of the run stand before it.
    pub(super) fn sure(
        &mut self,
        before: u64,
        line: &Line<'_, '_>,
        dialect: Dialect,
        pool: &mut Pool,
        witness: &mut impl Witness,
    ) {
        self.of(dialect).event(before, line, dialect, pool, witness);
    }

    /// A line that is not, in a run of `decided`, or in one that may be of any dialect.
    pub(super) fn open(
        &mut self,
        before: u64,
        line: &Line<'_, '_>,
        decided: Option<Dialect>,
        pool: &mut Pool,
    ) {
        let one = decided.as_slice();
        let candidates = if decided.is_some() { one } else { Dialect::ALL };
        for dialect in candidates.iter().copied().filter(|dialect| dialect.runs().is_some()) {
            if says_something(dialect, line) {
                self.of(dialect).event(before, line, dialect, pool, &mut ());
            }
        }
    }

    /// The run is of this dialect, or of none that is known.
    pub(super) fn decide(&mut self, dialect: Option<Dialect>) {
        self.all.retain(|candidate, _| dialect == Some(*candidate));
    }

    /// What the run says, read in this dialect.
    pub(super) fn of(&mut self, dialect: Dialect) -> &mut Heard {
        self.all.entry(dialect).or_default()
    }

    /// The same, where it says anything.
    pub(super) fn get(&self, dialect: Dialect) -> Option<&Heard> {
        self.all.get(&dialect).map(|heard| &**heard)
    }

    /// `events` are those that this is of.
    pub(super) fn append(&mut self, later: Candidates, events: u64) {
        for (dialect, heard) in later.all {
            self.of(dialect).append(*heard, events);
        }
    }

    pub(super) fn rename(&mut self, names: &AllRenamed) {
        self.all.values_mut().for_each(|heard| heard.rename(names));
    }
}

/// Whether there is anything in it that [`Heard`] counts.
fn says_something(dialect: Dialect, line: &Line<'_, '_>) -> bool {
    items(dialect, line.object()).any(|item| match item.kind {
        ItemKind::SessionStart { .. }
        | ItemKind::UserText { .. }
        | ItemKind::AssistantText(_)
        | ItemKind::ToolCall { .. }
        | ItemKind::ToolResult { .. }
        | ItemKind::Usage { .. }
        | ItemKind::Result { .. } => true,
        _ => item.model.is_some(),
    })
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Candidates { all });
