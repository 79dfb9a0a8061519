//! What is known by ids: entries are put on a pile, and those of one id become one when there are many.
//!
//! A run has few ids and a stream has many runs: a pile costs nothing before its first entry, one is put onto another by
//! copying, and only one that grows large gets a table of its ids. That is kept, so that when the parts of a large file are joined each
//! costs what it has itself, and nothing is left for the end.

use crate::id::IdHash;

/// What of one id can be put together, in any order.
pub(super) trait Unite {
    /// Takes in what else is known of the id.
    fn unite(&mut self, other: &mut Self);
}

#[derive(Clone, Debug)]
pub(super) struct Pile<T> {
    entries: Vec<(IdHash, T)>,
    /// So many of them, from the start, have each an id of their own.
    united: usize,
    /// Where those are, from a place that their id says on; [`FREE`] for none. Empty, or at least twice as many as there are ids.
    places: Vec<Place>,
}

/// Of an entry. Those of more would need memory by the hundred GB.
type Place = u32;
const FREE: Place = Place::MAX;

/// Lines of one id mostly stand close together: so many entries are looked at before one is put on top.
const NEAR: usize = 32;
/// So many entries more than four times those that are known to be distinct are put together: not what a part of a file has.
const SLACK: usize = 16 * 1024;
/// So many that come at once are put together with what is there.
const MANY: usize = 1024;

impl<T> Default for Pile<T> {
    fn default() -> Pile<T> {
        Pile { entries: Vec::new(), united: 0, places: Vec::new() }
    }
}

impl<T: Unite> Pile<T> {
    /// What is near the top of this id; if nothing is, what was made is put there.
    pub(super) fn near(&mut self, id: IdHash, make: impl FnOnce() -> T) -> Option<&mut T> {
        let len = self.entries.len();
        let from = len.saturating_sub(NEAR);
        match self.entries[from..].iter().rposition(|(other, _)| *other == id) {
            Some(at) => self.entries.get_mut(from + at).map(|(_, entry)| entry),
            None => {
                if from == 0 && self.united == len && self.places.is_empty() {
                    self.united += 1;
                }
                self.entries.push((id, make()));
                self.bound();
                None
            }
        }
    }

    pub(super) fn append(&mut self, mut other: Pile<T>) {
        if self.entries.is_empty() {
            *self = other;
            return;
        }
        let are_many = other.entries.len() >= MANY;
        self.entries.append(&mut other.entries);
        match are_many {
            true => self.unite(),
            false => self.bound(),
        }
    }

    /// Entries of one id become one before they are many: each is looked at once or twice more, and there are at most four times as
    /// many of them as of ids.
    fn bound(&mut self) {
        if self.entries.len() > 4 * self.united + SLACK {
            self.unite();
        }
    }

    /// Puts together what is of one id, in the order of first sight. Linear in what was put on the pile since the last time, but for
    /// the table, which doubles.
    fn unite(&mut self) {
        let len = self.entries.len();
        if self.united == len {
            return;
        }
        if self.places.len() < 2 * len {
            self.places.clear();
            self.places.resize((4 * len).next_power_of_two(), FREE);
            // Each has an id of its own: nothing to compare.
            for at in 0..self.united {
                let id = self.entries[at].0;
                let place = self.seek(id, |_| false);
                self.places[place] = at as Place;
            }
        }
        for at in self.united..len {
            let id = self.entries[at].0;
            let place = self.seek(id, |known| known == id);
            let (kept, rest) = self.entries.split_at_mut(at);
            match (kept.get_mut(self.places[place] as usize), rest.first_mut()) {
                (Some((_, all)), Some((_, entry))) => all.unite(entry),
                _ => {
                    self.places[place] = self.united as Place;
                    if self.united < at {
                        self.entries.swap(self.united, at);
                    }
                    self.united += 1;
                }
            }
        }
        self.entries.truncate(self.united);
    }

    /// The place of an id that `is` it, or a free one for it.
    fn seek(&self, id: IdHash, is: impl Fn(IdHash) -> bool) -> usize {
        let mask = self.places.len() - 1;
        // Ids are hashes already: some of their bits are a place.
        let mut place = id as usize & mask;
        while let Some((known, _)) = self.entries.get(self.places[place] as usize) {
            if is(*known) {
                break;
            }
            place = (place + 1) & mask;
        }
        place
    }

    /// Each id once, in any order.
    pub(super) fn united(&mut self) -> &[(IdHash, T)] {
        self.unite();
        &self.entries
    }

    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.entries.iter_mut().map(|(_, entry)| entry)
    }
}

#[cfg(feature = "saved")]
impl<T: Unite + Clone + crate::saved::form::Form> crate::saved::form::Form for Pile<T> {
    /// By id.
    fn write(&self, out: &mut crate::saved::form::Out<'_>) {
        let mut copy = None;
        let entries = match self.united == self.entries.len() {
            true => &self.entries,
            false => {
                let copy = copy.insert(self.clone());
                copy.unite();
                &copy.entries
            }
        };
        // The upper half of the ids tells nearly all of them apart.
        let numbered = (0..).zip(entries).map(|(at, (id, _))| ((id >> 64) as u64, at));
        let mut order: Vec<(u64, Place)> = numbered.collect();
        order.sort_unstable_by_key(|(upper, at)| (*upper, entries[*at as usize].0));
        out.list(order.iter(), |out, (_, at)| {
            let (id, entry) = &entries[*at as usize];
            out.hash(&id.to_le_bytes());
            entry.write(out);
        });
    }

    fn read(input: &mut crate::saved::form::In<'_>) -> Result<Pile<T>, crate::saved::LoadError> {
        let entries = input.list::<(IdHash, T), _>(Vec::with_capacity, |entries, input| {
            let id = IdHash::from_le_bytes(input.hash()?);
            if entries.last().is_some_and(|(last, _)| *last >= id) {
                return Err(crate::saved::LoadError::Damaged);
            }
            entries.push((id, T::read(input)?));
            Ok(())
        })?;
        Ok(Pile { united: entries.len(), entries, places: Vec::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    impl Unite for u64 {
        fn unite(&mut self, other: &mut u64) {
            *self += *other;
        }
    }

    /// Few ids that come often, or many that come once, a few or many at a time: the same counts as those of a map, in little
    /// more memory.
    #[test]
    fn counts() {
        for ids in [1, 7, 100, 5_000] {
            for at_once in [100, 1_000, 3_000] {
                let (mut pile, mut part) = (Pile::<u64>::default(), Pile::default());
                for number in 0..20_000_u64 {
                    let id = IdHash::from(number * 7_919 % ids) << 64 | IdHash::from(number % ids % 3);
                    if let Some(count) = part.near(id, || 1) {
                        *count += 1;
                    }
                    if number % at_once == 0 {
                        pile.append(std::mem::take(&mut part));
                        // And now and then by itself.
                        if let Some(count) = pile.near(id, || 1) {
                            *count += 1;
                        }
                    }
                }
                let more = 20_000_u64.div_ceil(at_once);
                pile.append(part);
                let most = pile.entries.len();
                let united = pile.united();
                assert_eq!(united.iter().map(|(_, count)| count).sum::<u64>(), 20_000 + more);
                let distinct: BTreeSet<IdHash> = united.iter().map(|(id, _)| *id).collect();
                assert_eq!(distinct.len(), united.len());
                let known = (0..20_000).map(|number| (number * 7_919 % ids, number % ids % 3));
                assert_eq!(distinct.len(), known.collect::<BTreeSet<_>>().len());
                assert!(most <= 4 * distinct.len() + SLACK, "{most} for {ids}");
            }
        }
    }
}
