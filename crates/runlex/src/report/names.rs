//! Texts kept once and known by a small number.

use foldhash::fast::RandomState;
use std::collections::HashMap;

/// The number of a text, within one [`Names`].
pub(super) type Name = u32;

/// Stands for no text.
pub(super) const NO_NAME: Name = Name::MAX;

/// Distinct texts in order of first sight.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    texts: Vec<Box<str>>,
    index: HashMap<Box<str>, Name, RandomState>,
}

impl Names {
    pub(super) fn add(&mut self, text: &str) -> Name {
        // Most often there is one, or the last one again.
        if self.texts.last().is_some_and(|last| **last == *text) {
            return self.texts.len() as Name - 1;
        }
        if let Some(name) = self.index.get(text) {
            return *name;
        }
        let name = self.texts.len() as Name;
        self.texts.push(text.into());
        self.index.insert(text.into(), name);
        name
    }

    /// Makes up for what is not saved.
    #[cfg(feature = "saved")]
    fn complete(mut self) -> Option<Names> {
        self.index = self.texts.iter().cloned().zip(0..).collect();
        Some(self)
    }

    pub(super) fn get(&self, name: Name) -> Option<&str> {
        self.texts.get(name as usize).map(|text| &**text)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.texts.iter().map(|text| &**text)
    }

    /// Takes in the texts of `later`; gives what its numbers are here.
    pub(super) fn merge(&mut self, later: &Names) -> Renamed {
        Renamed(later.iter().map(|text| self.add(text)).collect())
    }
}

/// The numbers of other [`Names`] as they are after a merge.
pub(super) struct Renamed(Vec<Name>);

impl Renamed {
    pub(super) fn get(&self, name: Name) -> Name {
        self.0.get(name as usize).copied().unwrap_or(NO_NAME)
    }
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Names { texts } else { index: HashMap::default() } then Names::complete);
