//! Texts of rows: kept once for many rows and known by a number.

use foldhash::fast::RandomState;
use runlex::RawStr;
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
    /// Those that were asked for last, by what of them is quickly read: most often one of these is asked for again.
    recent: [u32; RECENT],
}

const RECENT: usize = 32;

fn slot(text: &[u8]) -> usize {
    let ends = match text {
        [first, .., last] => usize::from(*first) ^ usize::from(*last) << 1,
        _ => 0,
    };
    (ends ^ text.len()) % RECENT
}

impl Names {
    /// The name of what a string says.
    pub(crate) fn add(&mut self, string: RawStr<'_>) -> Name {
        let recent = self.recent[slot(string.raw())];
        match self.texts.get(recent as usize) {
            Some(known) if !string.is_escaped() && known.as_bytes() == string.raw() => Name(recent),
            _ => match string.as_plain() {
                Some(text) => self.add_text(text),
                None => self.add_text(&string.to_string()),
            },
        }
    }

    pub(crate) fn add_text(&mut self, text: &str) -> Name {
        let name = self.index.get(text).copied().unwrap_or_else(|| {
            let name = self.texts.len() as u32;
            self.texts.push(text.into());
            self.index.insert(text.into(), name);
            name
        });
        self.recent[slot(text.as_bytes())] = name;
        Name(name)
    }

    pub(crate) fn get(&self, name: Name) -> Option<&str> {
        self.texts.get(name.index()?).map(|text| &**text)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|text| &**text)
    }

    pub(crate) fn clear(&mut self) {
        self.texts.clear();
        self.index.clear();
    }

    /// What the names of `later` are here, once its texts are taken in.
    pub(crate) fn merge(&mut self, later: &Names) -> impl Fn(Name) -> Name + use<> {
        let renamed: Vec<Name> = later.iter().map(|text| self.add_text(text)).collect();
        move |name| name.index().and_then(|at| renamed.get(at).copied()).unwrap_or(Name::NONE)
    }
}

/// Texts side by side, for columns in which each row has another. They are UTF-8 as long as what was added is.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    bytes: Vec<u8>,
    /// Where each ends.
    ends: Vec<usize>,
}

impl Texts {
    /// The name of what a string says.
    pub(crate) fn add(&mut self, string: RawStr<'_>) -> Name {
        match string.is_escaped() {
            false => self.add_bytes(string.raw()),
            true => self.add_bytes(string.to_string().as_bytes()),
        }
    }

    pub(crate) fn add_bytes(&mut self, text: &[u8]) -> Name {
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len());
        Name(self.ends.len() as u32 - 1)
    }

    pub(crate) fn get(&self, name: Name) -> Option<&[u8]> {
        let at = name.index()?;
        let start = if at == 0 { 0 } else { *self.ends.get(at - 1)? };
        self.bytes.get(start..*self.ends.get(at)?)
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// What the names of `later` are here, once its texts are taken in.
    pub(crate) fn merge(&mut self, later: &Texts) -> impl Fn(Name) -> Name + use<> {
        let (bytes, count) = (self.bytes.len(), self.ends.len() as u32);
        self.bytes.extend_from_slice(&later.bytes);
        self.ends.extend(later.ends.iter().map(|end| end + bytes));
        move |name| if name == Name::NONE { name } else { Name(name.0 + count) }
    }
}
