//! Faults and notes: counted all, listed up to a bound.

use super::count::{add, sum};
use runlex_core::{Fault, FaultKind, NoteKind, Record};
use serde::Serialize;

/// So many faults, and so many notes, are listed for one stream. The counts stay exact.
pub const LISTED: usize = 10_000;
/// So many salvage spans are listed for one stream, over all its listed faults.
pub const SALVAGE_LISTED: usize = 100_000;

/// One fault of a stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FaultEntry {
    /// Line number, from 1.
    pub line: u64,
    /// What is wrong.
    #[serde(serialize_with = "as_name")]
    pub kind: FaultKind,
    /// Offset of the place, from 0.
    pub at: u64,
    /// Offset of the line's start.
    pub line_start: u64,
    /// Whole objects within the line, as `[start, end)`.
    pub salvage: Vec<[u64; 2]>,
    /// More of them are in the line than are listed, because the list of the stream is full.
    #[serde(skip_serializing_if = "is_false")]
    pub salvage_cut: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// One note of a stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NoteEntry {
    /// Line number, from 1.
    pub line: u64,
    /// What is odd.
    #[serde(serialize_with = "note_as_name")]
    pub kind: NoteKind,
    /// Offset of the place, from 0.
    pub at: u64,
}

fn as_name<S: serde::Serializer>(kind: &FaultKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.as_str())
}

fn note_as_name<S: serde::Serializer>(kind: &NoteKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.as_str())
}

#[derive(Clone, Debug, Default)]
pub(super) struct Faults {
    /// By kind, in the order of [`FaultKind::ALL`].
    pub(super) counts: [u64; FaultKind::ALL.len()],
    pub(super) listed: Vec<FaultEntry>,
    salvage_listed: usize,
    pub(super) note_count: u64,
    pub(super) notes: Vec<NoteEntry>,
}

impl Faults {
    pub(super) fn fault(&mut self, line: u64, fault: Fault, record: &Record<'_, '_>) {
        add(&mut self.counts[fault.kind as usize], 1);
        if self.listed.len() < LISTED {
            let mut spans = record.salvage().map(|span| [span.start, span.end]);
            let salvage: Vec<_> = spans.by_ref().take(SALVAGE_LISTED - self.salvage_listed).collect();
            self.salvage_listed += salvage.len();
            self.listed.push(FaultEntry {
                line,
                kind: fault.kind,
                at: fault.at,
                line_start: record.line.at().offset,
                salvage,
                salvage_cut: spans.next().is_some(),
            });
        }
    }

    pub(super) fn notes(&mut self, line: u64, record: &Record<'_, '_>) {
        for note in record.notes() {
            add(&mut self.note_count, 1);
            if self.notes.len() < LISTED {
                self.notes.push(NoteEntry { line, kind: note.kind, at: note.at });
            }
        }
    }

    pub(super) fn merge(&mut self, later: Faults, lines_before: u64) {
        for (count, more) in self.counts.iter_mut().zip(later.counts) {
            add(count, more);
        }
        for mut entry in later.listed.into_iter().take(LISTED - self.listed.len()) {
            add(&mut entry.line, lines_before);
            let room = SALVAGE_LISTED - self.salvage_listed;
            entry.salvage_cut |= entry.salvage.len() > room;
            entry.salvage.truncate(room);
            self.salvage_listed += entry.salvage.len();
            self.listed.push(entry);
        }
        add(&mut self.note_count, later.note_count);
        for mut note in later.notes.into_iter().take(LISTED - self.notes.len()) {
            add(&mut note.line, lines_before);
            self.notes.push(note);
        }
    }

    /// Makes up for what is not saved, if the lists keep their bounds.
    #[cfg(feature = "saved")]
    fn complete(mut self) -> Option<Faults> {
        self.salvage_listed = self.listed.iter().map(|entry| entry.salvage.len()).sum();
        let is_bounded = self.listed.len() <= LISTED
            && self.notes.len() <= LISTED
            && self.salvage_listed <= SALVAGE_LISTED;
        is_bounded.then_some(self)
    }

    pub(super) fn count(&self) -> u64 {
        sum(self.counts)
    }
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Faults { counts, listed, note_count, notes }
    else { salvage_listed: 0 }
    then Faults::complete);
#[cfg(feature = "saved")]
crate::saved::form::fields!(FaultEntry { line, kind, at, line_start, salvage, salvage_cut });
#[cfg(feature = "saved")]
crate::saved::form::fields!(NoteEntry { line, kind, at });
#[cfg(feature = "saved")]
/// By name, so that kinds can be added.
impl crate::saved::form::Form for [u64; FaultKind::ALL.len()] {
    fn write(&self, out: &mut crate::saved::form::Out<'_>) {
        let named = FaultKind::ALL.iter().copied().zip(*self);
        named.filter(|(_, count)| *count > 0).collect::<std::collections::BTreeMap<_, _>>().write(out);
    }

    fn read(input: &mut crate::saved::form::In<'_>) -> Result<Self, crate::saved::LoadError> {
        let mut counts = [0; FaultKind::ALL.len()];
        for (kind, count) in std::collections::BTreeMap::<FaultKind, u64>::read(input)? {
            counts[kind as usize] = count;
        }
        Ok(counts)
    }
}
