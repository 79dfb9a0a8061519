//! Events by type and subtype.

use super::count::add;
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
    subtypes: Names,
    counts: BTreeMap<(Name, Name), u64>,
    /// Those of the last event, and how many in a row had the same.
    last: (Name, Name),
    pending: u64,
}

impl Default for Types {
    fn default() -> Types {
        Types {
            names: Names::default(),
            subtypes: Names::default(),
            counts: BTreeMap::new(),
            last: (NO_NAME, NO_NAME),
            pending: 0,
        }
    }
}

impl Types {
    pub(super) fn add(&mut self, kind: Option<RawStr<'_>>, subtype: Option<RawStr<'_>>) {
        let kind = match kind {
            Some(kind) => self.names.add_string(kind),
            None => self.names.add(NONE),
        };
        let subtype = subtype.map_or(NO_NAME, |subtype| self.subtypes.add_string(subtype));
        if (kind, subtype) != self.last {
            self.settle();
            self.last = (kind, subtype);
        }
        add(&mut self.pending, 1);
    }

    fn settle(&mut self) {
        if self.pending > 0 {
            add(self.counts.entry(self.last).or_default(), std::mem::take(&mut self.pending));
        }
    }

    pub(super) fn merge(&mut self, mut later: Types) {
        later.settle();
        let (names, subtypes) = (self.names.merge(&later.names), self.subtypes.merge(&later.subtypes));
        for ((kind, subtype), count) in later.counts {
            add(self.counts.entry((names.get(kind), subtypes.get(subtype))).or_default(), count);
        }
    }

    /// By name.
    pub(super) fn finish(mut self) -> BTreeMap<String, TypeCounts> {
        self.settle();
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
crate::saved::form::fields!(Types { names, subtypes, counts, last, pending });
