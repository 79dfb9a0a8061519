//! Events by type and subtype.

use super::count::add;
use super::line::Kind;
use super::names::{NO_NAME, Name, Names};
use runlex_core::RawStr;
use serde::Serialize;
use std::collections::BTreeMap;

/// What stands for a type that is missing or no string.
pub(super) const NONE: &str = "(none)";

/// How often a type occurs, and under which subtypes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TypeCounts {
    /// Events of the type.
    pub events: u64,
    /// Those with a string `subtype`, by it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub subtypes: BTreeMap<String, u64>,
}

impl TypeCounts {
    /// Adds up.
    pub(super) fn add(&mut self, more: TypeCounts) {
        add(&mut self.events, more.events);
        for (subtype, count) in more.subtypes {
            add(self.subtypes.entry(subtype).or_default(), count);
        }
    }
}

/// Events by type and subtype.
#[derive(Clone, Debug)]
pub(super) struct Types {
    names: Names,
    /// The names of the types that are read, once they are met.
    by_kind: [Name; KINDS],
    subtypes: Names,
    counts: BTreeMap<(Name, Name), u64>,
    /// Those of the last events, in places of their own, with what is to be added to their counts.
    recent: [((Name, Name), u64); RECENT],
}

/// All but the last, [`Kind::Other`].
const KINDS: usize = Kind::Other as usize;
const RECENT: usize = 16;
const NOTHING: ((Name, Name), u64) = ((NO_NAME, NO_NAME), 0);

impl Default for Types {
    fn default() -> Types {
        Types {
            names: Names::default(),
            by_kind: [NO_NAME; KINDS],
            subtypes: Names::default(),
            counts: BTreeMap::new(),
            recent: [NOTHING; RECENT],
        }
    }
}

impl Types {
    /// `kind` is what `name` is read as.
    pub(super) fn add(&mut self, kind: Kind, name: Option<RawStr<'_>>, subtype: Option<RawStr<'_>>) {
        let kind = match self.by_kind.get_mut(kind as usize) {
            Some(known) if *known != NO_NAME => *known,
            known => {
                let added = match name {
                    Some(name) => self.names.add_string(name),
                    None => self.names.add(NONE),
                };
                if let Some(known) = known {
                    *known = added;
                }
                added
            }
        };
        let subtype = subtype.map_or(NO_NAME, |subtype| self.subtypes.add_string(subtype));
        let place = (kind as usize ^ (subtype.wrapping_add(1) as usize) << 1) % RECENT;
        let (pair, pending) = &mut self.recent[place];
        if *pair != (kind, subtype) {
            let (pair, pending) = std::mem::replace(&mut self.recent[place], ((kind, subtype), 1));
            self.settle(pair, pending);
        } else {
            add(pending, 1);
        }
    }

    fn settle(&mut self, pair: (Name, Name), pending: u64) {
        if pending > 0 {
            add(self.counts.entry(pair).or_default(), pending);
        }
    }

    fn settle_all(&mut self) {
        for (pair, pending) in std::mem::replace(&mut self.recent, [NOTHING; RECENT]) {
            self.settle(pair, pending);
        }
    }

    pub(super) fn merge(&mut self, mut later: Types) {
        later.settle_all();
        let (names, subtypes) = (self.names.merge(&later.names), self.subtypes.merge(&later.subtypes));
        for ((kind, subtype), count) in later.counts {
            add(self.counts.entry((names.get(kind), subtypes.get(subtype))).or_default(), count);
        }
    }

    /// By name.
    pub(super) fn finish(mut self) -> BTreeMap<String, TypeCounts> {
        self.settle_all();
        let mut all: BTreeMap<String, TypeCounts> = BTreeMap::new();
        for ((kind, subtype), count) in self.counts {
            let counts = all.entry(self.names.get(kind).unwrap_or(NONE).to_owned()).or_default();
            add(&mut counts.events, count);
            if let Some(subtype) = self.subtypes.get(subtype) {
                add(counts.subtypes.entry(subtype.to_owned()).or_default(), count);
            }
        }
        all
    }
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(TypeCounts { events, subtypes });
#[cfg(feature = "saved")]
impl crate::saved::form::Form for Types {
    fn write(&self, out: &mut crate::saved::form::Out<'_>) {
        let mut whole = self.clone();
        whole.settle_all();
        whole.names.write(out);
        whole.subtypes.write(out);
        whole.counts.write(out);
    }

    fn read(input: &mut crate::saved::form::In<'_>) -> Result<Types, crate::saved::LoadError> {
        Ok(Types {
            names: Names::read(input)?,
            by_kind: [NO_NAME; KINDS],
            subtypes: Names::read(input)?,
            counts: BTreeMap::read(input)?,
            recent: [NOTHING; RECENT],
        })
    }
}
