//! Files as memory: the one place with `unsafe` in this crate.
#![allow(unsafe_code)]

use mmap_rs::{Mmap, MmapOptions};
use std::fs::File;

/// A file's bytes from some place on.
pub(crate) struct Mapped {
    map: Mmap,
    /// Stream offset of the first byte of `map`.
    base: u64,
}

impl Mapped {
    /// Maps `file` from `from` (or somewhat before it) to `to`. `None` where that cannot be done; it can then still be read.
    pub(crate) fn of(file: &File, from: u64, to: u64) -> Option<Mapped> {
        let base = from - from % (MmapOptions::allocation_granularity().max(1) as u64);
        let len = usize::try_from(to.checked_sub(base)?).ok().filter(|len| *len > 0)?;
        let options = MmapOptions::new(len).ok()?;
        // SAFETY: the map is private and never written by us, and it outlives no slice of it. That nobody else changes or
        // shortens the file meanwhile cannot be known: it is the caller's word, given by choosing `Io::Mmap`, whose
        // documentation says what breaks without it.
        let map = unsafe { options.with_file(file, base) }.map().ok()?;
        Some(Mapped { map, base })
    }

    /// Stream offset of the first of [`bytes`](Self::bytes).
    pub(crate) fn base(&self) -> u64 {
        self.base
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.map.as_slice()
    }
}
