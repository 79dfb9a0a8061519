//! Texts of rows: kept once for many rows and known by a number.

use foldhash::fast::RandomState;
use std::collections::HashMap;

/// The number of a text in its pool; [`NONE`](Self::NONE) for no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name(u32);

impl Name {
    pub(crate) const NONE: Name = Name(u32::MAX);

    pub(crate) fn index(self) -> Option<usize> {
        (self != Name::NONE).then_some(self.0 as usize)
    }
}

/// Distinct texts, for columns with few of them.
#[derive(Debug, Default)]
pub(crate) struct Names {
    texts: Vec<Box<str>>,
    index: HashMap<Box<str>, u32, RandomState>,
}

impl Names {
    /// The name of `text`, which is most often that of the row before.
    pub(crate) fn add(&mut self, text: &str, before: Name) -> Name {
        if before.index().and_then(|at| self.texts.get(at)).is_some_and(|known| **known == *text) {
            return before;
        }
        if let Some(name) = self.index.get(text) {
            return Name(*name);
        }
        let name = self.texts.len() as u32;
        self.texts.push(text.into());
        self.index.insert(text.into(), name);
        Name(name)
    }

    pub(crate) fn get(&self, name: Name) -> Option<&str> {
        self.texts.get(name.index()?).map(|text| &**text)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|text| &**text)
    }

    /// What the names of `later` are here, once its texts are taken in.
    pub(crate) fn merge(&mut self, later: &Names) -> impl Fn(Name) -> Name + use<> {
        let renamed: Vec<Name> = later.iter().map(|text| self.add(text, Name::NONE)).collect();
        move |name| name.index().and_then(|at| renamed.get(at).copied()).unwrap_or(Name::NONE)
    }
}

/// Texts side by side, for columns in which each row has another.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    bytes: String,
    /// Where each ends.
    ends: Vec<usize>,
}

impl Texts {
    /// The name of `text`, which may be that of the row before.
    pub(crate) fn add(&mut self, text: &str, before: Name) -> Name {
        if self.get(before) == Some(text) {
            return before;
        }
        self.bytes.push_str(text);
        self.ends.push(self.bytes.len());
        Name(self.ends.len() as u32 - 1)
    }

    pub(crate) fn get(&self, name: Name) -> Option<&str> {
        let at = name.index()?;
        let start = if at == 0 { 0 } else { *self.ends.get(at - 1)? };
        self.bytes.get(start..*self.ends.get(at)?)
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// What the names of `later` are here, once its texts are taken in.
    pub(crate) fn merge(&mut self, later: &Texts) -> impl Fn(Name) -> Name + use<> {
        let (bytes, count) = (self.bytes.len(), self.ends.len() as u32);
        self.bytes.push_str(&later.bytes);
        self.ends.extend(later.ends.iter().map(|end| end + bytes));
        move |name| if name == Name::NONE { name } else { Name(name.0 + count) }
    }
}
