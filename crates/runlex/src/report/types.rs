//! Events by type and subtype.

use super::count::add;
use crate::id::text;
use foldhash::fast::RandomState;
use runlex_core::RawStr;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

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

#[derive(Clone, Debug, Default)]
pub(super) struct Types {
    counts: HashMap<Box<str>, TypeCounts, RandomState>,
}

impl Types {
    pub(super) fn add(&mut self, kind: Option<RawStr<'_>>, subtype: Option<RawStr<'_>>) {
        let name = kind.map_or(NONE.into(), text);
        if !self.counts.contains_key(&*name) {
            self.counts.insert(name.as_ref().into(), TypeCounts::default());
        }
        if let Some(entry) = self.counts.get_mut(&*name) {
            add(&mut entry.events, 1);
            if let Some(subtype) = subtype {
                let subtype = text(subtype);
                match entry.subtypes.get_mut(&*subtype) {
                    Some(count) => add(count, 1),
                    None => _ = entry.subtypes.insert(subtype.into_owned(), 1),
                }
            }
        }
    }

    pub(super) fn merge(&mut self, later: Types) {
        for (name, more) in later.counts {
            self.counts.entry(name).or_default().add(more);
        }
    }

    /// By name.
    pub(super) fn finish(self) -> BTreeMap<String, TypeCounts> {
        self.counts.into_iter().map(|(name, counts)| (name.into(), counts)).collect()
    }
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(TypeCounts { events, subtypes });
#[cfg(feature = "saved")]
impl crate::saved::form::Form for Types {
    fn write(&self, out: &mut crate::saved::form::Out<'_>) {
        self.clone().finish().write(out);
    }

    fn read(input: &mut crate::saved::form::In<'_>) -> Result<Types, crate::saved::LoadError> {
        let sorted = BTreeMap::<Box<str>, TypeCounts>::read(input)?;
        Ok(Types { counts: sorted.into_iter().collect() })
    }
}
