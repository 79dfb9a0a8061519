//! What is known by ids, without a table that is kept: entries are put on a pile, and those of one id become one when there are many.
//!
//! A run has few ids and a stream has many runs: a pile costs nothing before its first entry, and one is put onto another by
//! copying.

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
}

/// Lines of one id mostly stand close together: so many entries are looked at before one is put on top.
const NEAR: usize = 32;
/// So many entries more than four times those that are known to be distinct are put together.
const SLACK: usize = 1024;

impl<T> Default for Pile<T> {
    fn default() -> Pile<T> {
        Pile { entries: Vec::new(), united: 0 }
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
                if from == 0 && self.united == len {
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
        self.entries.append(&mut other.entries);
        self.bound();
    }

    /// Entries of one id become one before they are many: each is looked at once or twice more, and there are at most four times as
    /// many of them as of ids.
    fn bound(&mut self) {
        if self.entries.len() > 4 * self.united + SLACK {
            self.unite();
        }
    }

    /// Puts together what is of one id, in the order of first sight. Linear, with 16 to 32 bytes for each entry meanwhile.
    fn unite(&mut self) {
        if self.united == self.entries.len() {
            return;
        }
        // Ids are hashes already: some of their bits are a place.
        let mask = (2 * self.entries.len()).next_power_of_two() - 1;
        let mut places = vec![usize::MAX; mask + 1];
        let mut united = 0;
        for at in 0..self.entries.len() {
            let (kept, rest) = self.entries.split_at_mut(at);
            let Some((id, entry)) = rest.first_mut() else { break };
            let mut place = *id as usize & mask;
            let known = loop {
                match kept.get_mut(places[place]) {
                    Some((other, all)) if *other == *id => break Some(all),
                    Some(_) => place = (place + 1) & mask,
                    None => break None,
                }
            };
            match known {
                Some(all) => all.unite(entry),
                None => {
                    places[place] = united;
                    self.entries.swap(united, at);
                    united += 1;
                }
            }
        }
        self.entries.truncate(united);
        self.united = united;
    }

    /// By id.
    #[cfg(feature = "saved")]
    fn sort(&mut self) {
        let upper = |id: IdHash| (id >> 64) as u64;
        self.entries.sort_by_cached_key(|(id, _)| upper(*id));
        for alike in self.entries.chunk_by_mut(|(one, _), (other, _)| upper(*one) == upper(*other)) {
            alike.sort_by_key(|(id, _)| *id);
        }
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
    fn write(&self, out: &mut crate::saved::form::Out<'_>) {
        let mut pile = self.clone();
        pile.unite();
        pile.sort();
        out.list(pile.entries.iter(), |out, (id, entry)| {
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
        Ok(Pile { united: entries.len(), entries })
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

    /// Few ids that come often, or many that come once: the same counts as those of a map, in little more memory.
    #[test]
    fn counts() {
        for ids in [1, 7, 100, 5_000] {
            let (mut pile, mut part) = (Pile::<u64>::default(), Pile::default());
            for number in 0..20_000_u64 {
                let id = IdHash::from(number * 7_919 % ids) << 64;
                if let Some(count) = part.near(id, || 1) {
                    *count += 1;
                }
                if number % 1_000 == 0 {
                    pile.append(std::mem::take(&mut part));
                }
            }
            pile.append(part);
            let most = pile.entries.len();
            let united = pile.united();
            assert_eq!(united.iter().map(|(_, count)| count).sum::<u64>(), 20_000);
            let distinct: BTreeSet<IdHash> = united.iter().map(|(id, _)| *id).collect();
            assert_eq!(distinct.len(), united.len());
            assert_eq!(distinct.len() as u64, ids);
            assert!(most <= 4 * distinct.len() + SLACK, "{most} for {ids}");
        }
    }
}
