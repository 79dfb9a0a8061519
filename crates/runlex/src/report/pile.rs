//! What is known by ids, without a table: entries are put on a pile, and those of one id become one when it is sorted.
//!
//! A run has few ids and a stream has many runs: a pile costs nothing before its first entry, one is put onto another by
//! copying, and no memory is touched at random.

use crate::id::IdHash;

/// What of one id can be put together, in any order.
pub(super) trait Unite {
    /// Takes in what else is known of the id.
    fn unite(&mut self, other: &mut Self);
}

#[derive(Clone, Debug)]
pub(super) struct Pile<T> {
    entries: Vec<(IdHash, T)>,
    /// So many of them, from the start, come by id, and each id once.
    united: usize,
}

/// Lines of one id mostly stand close together: so many entries are looked at before one is put on top.
const NEAR: usize = 8;
/// A smaller pile just grows.
const SMALL: usize = 64;

impl<T> Default for Pile<T> {
    fn default() -> Pile<T> {
        Pile { entries: Vec::new(), united: 0 }
    }
}

impl<T: Unite> Pile<T> {
    /// What lies near the top of this id, if anything.
    pub(super) fn near(&mut self, id: IdHash) -> Option<&mut T> {
        let near = self.entries.iter_mut().rev().take(NEAR);
        near.into_iter().find(|(other, _)| *other == id).map(|(_, entry)| entry)
    }

    pub(super) fn push(&mut self, id: IdHash, entry: T) {
        self.make_room(1);
        self.entries.push((id, entry));
    }

    pub(super) fn append(&mut self, mut other: Pile<T>) {
        if self.entries.is_empty() {
            *self = other;
            return;
        }
        self.make_room(other.entries.len());
        self.entries.append(&mut other.entries);
    }

    /// Sorts a full pile, and makes it larger only if that left it more than half full: so it has room for about twice the
    /// ids at most, and each entry is sorted a few times.
    fn make_room(&mut self, more: usize) {
        if self.entries.capacity() - self.entries.len() >= more || self.entries.len() < SMALL {
            return;
        }
        self.unite();
        let len = self.entries.len();
        if len + more > self.entries.capacity() / 2 {
            self.entries.reserve(len.max(more));
        }
    }

    /// Puts together what is of one id. Sorts: n log n, and 32 bytes for each meanwhile.
    pub(super) fn unite(&mut self) {
        if self.united < self.entries.len() {
            self.entries.sort_by_cached_key(|(id, _)| *id);
            self.entries.dedup_by(|(id, entry), (kept, all)| {
                let is_same = id == kept;
                if is_same {
                    all.unite(entry);
                }
                is_same
            });
            self.united = self.entries.len();
        }
    }

    /// By id, each once.
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
        out.list(pile.united().iter(), |out, (id, entry)| {
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
                let id = IdHash::from(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) % ids) << 64;
                match part.near(id) {
                    Some(count) => *count += 1,
                    None => part.push(id, 1),
                }
                if number % 1_000 == 0 {
                    pile.append(std::mem::take(&mut part));
                }
            }
            pile.append(part);
            let united = pile.united();
            assert!(united.is_sorted_by_key(|(id, _)| *id));
            assert_eq!(united.iter().map(|(_, count)| count).sum::<u64>(), 20_000);
            let distinct = united.len();
            assert!(distinct as u64 <= ids);
            assert!(pile.entries.capacity() <= 4 * distinct.max(2 * SMALL) + 1_000, "{distinct}");
        }
    }
}
