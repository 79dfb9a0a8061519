//! Texts kept once and known by a small number.

use crate::id::text;
use foldhash::fast::RandomState;
use runlex_core::RawStr;
use std::collections::HashMap;

/// The number of a text, within one [`Names`].
pub(super) type Name = u32;

/// Stands for no text.
pub(super) const NO_NAME: Name = Name::MAX;

/// So many are looked through one by one; of more there is an index.
const FEW: usize = 16;

/// Distinct texts in order of first sight.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    texts: Vec<Box<str>>,
    /// Empty as long as there are few.
    index: HashMap<Box<str>, Name, RandomState>,
    /// Those that were asked for last, by a hash of what is quickly read of them: most often one of these is asked for again.
    recent: [Name; RECENT],
}

const RECENT: usize = 16;

fn slot(text: &[u8]) -> usize {
    let ends = match text {
        [first, .., last] => usize::from(*first) ^ usize::from(*last) << 1,
        _ => 0,
    };
    (ends ^ text.len()) % RECENT
}

impl Names {
    pub(super) fn add(&mut self, text: &str) -> Name {
        let slot = slot(text.as_bytes());
        if self.get(self.recent[slot]) != Some(text) {
            self.recent[slot] = self.find(text).unwrap_or_else(|| self.push(text));
        }
        self.recent[slot]
    }

    /// By what the string says.
    pub(super) fn add_string(&mut self, string: RawStr<'_>) -> Name {
        let recent = self.recent[slot(string.raw())];
        match self.get(recent) {
            Some(known) if !string.is_escaped() && known.as_bytes() == string.raw() => recent,
            _ => self.add(&text(string)),
        }
    }

    fn find(&self, text: &str) -> Option<Name> {
        match self.texts.len() {
            ..=FEW => self.texts.iter().position(|known| **known == *text).map(|at| at as Name),
            _ => self.index.get(text).copied(),
        }
    }

    fn push(&mut self, text: &str) -> Name {
        self.texts.push(text.into());
        match self.texts.len() {
            ..=FEW => {}
            len if self.index.is_empty() => self.index = self.numbered().take(len).collect(),
            len => _ = self.index.insert(text.into(), len as Name - 1),
        }
        self.texts.len() as Name - 1
    }

    fn numbered(&self) -> impl Iterator<Item = (Box<str>, Name)> {
        self.texts.iter().cloned().zip(0..)
    }

    /// Makes up for what is not saved.
    #[cfg(feature = "saved")]
    fn complete(mut self) -> Option<Names> {
        if self.texts.len() > FEW {
            self.index = self.numbered().collect();
        }
        Some(self)
    }

    pub(super) fn get(&self, name: Name) -> Option<&str> {
        self.texts.get(name as usize).map(|text| &**text)
    }

    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.texts.iter().map(|text| &**text)
    }

    /// Takes in the texts of `later`; gives what its numbers are here.
    pub(super) fn merge(&mut self, later: &Names) -> Renamed {
        let names: Vec<Name> = later.iter().map(|text| self.add(text)).collect();
        let is_same = names.iter().copied().eq(0..names.len() as Name);
        Renamed { names, is_same }
    }
}

/// The numbers of other [`Names`] as they are after a merge.
pub(super) struct Renamed {
    names: Vec<Name>,
    /// All are what they were.
    is_same: bool,
}

impl Renamed {
    pub(super) fn get(&self, name: Name) -> Name {
        self.names.get(name as usize).copied().unwrap_or(NO_NAME)
    }

    pub(super) fn rename(&self, name: &mut Name) {
        *name = self.get(*name);
    }

    /// Nothing is to be renamed.
    pub(super) fn is_same(&self) -> bool {
        self.is_same
    }
}

/// The names that the runs of a stream share, beside those of sessions.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    pub(super) models: Names,
    pub(super) tools: Names,
    pub(super) agents: Names,
}

impl Pool {
    /// Takes in the names of `later`; gives what its numbers are here, with those of its sessions.
    pub(super) fn merge(&mut self, later: &Pool, sessions: Renamed) -> AllRenamed {
        AllRenamed {
            sessions,
            models: self.models.merge(&later.models),
            tools: self.tools.merge(&later.tools),
            agents: self.agents.merge(&later.agents),
        }
    }
}

/// [`Renamed`] of all kinds.
pub(super) struct AllRenamed {
    pub(super) sessions: Renamed,
    pub(super) models: Renamed,
    pub(super) tools: Renamed,
    pub(super) agents: Renamed,
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Names { texts } else { index: HashMap::default(), recent: [0; RECENT] } then Names::complete);
#[cfg(feature = "saved")]
crate::saved::form::fields!(Pool { models, tools, agents });

#[cfg(test)]
mod tests {
    use super::*;

    /// Few or many: each text has one number, in order of first sight.
    #[test]
    fn numbers() {
        let mut names = Names::default();
        for round in 0..2 {
            for number in 0..3 * FEW as Name {
                assert_eq!(names.add(&number.to_string()), number, "round {round}");
                assert_eq!(names.add("0"), 0);
            }
        }
        assert_eq!(names.len(), 3 * FEW);
        let mut other = Names::default();
        other.add("1");
        let renamed = other.merge(&names);
        assert_eq!([0, 1, 2, 99].map(|name| renamed.get(name)), [1, 0, 2, NO_NAME]);
    }
}
