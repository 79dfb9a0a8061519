//! Ids as keyed 128-bit hashes: counting once without keeping text.

use runlex_core::RawStr;
use std::borrow::Cow;
use std::hash::BuildHasher;
use xxhash_rust::xxh3::xxh3_128_with_seed;

/// The key of the id hashes, drawn once for all parts of a scan whose reports will be merged. Input cannot aim at
/// collisions without knowing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdKey(u64);

impl IdKey {
    /// A fresh key.
    pub fn random() -> IdKey {
        IdKey(std::hash::RandomState::new().hash_one(0))
    }

    /// The key as a number, to be kept beside reports that later ones will be merged with, or handed to workers elsewhere.
    /// Whoever knows it can aim at collisions, and can try whether an id is among the hashes.
    pub fn to_u64(self) -> u64 {
        self.0
    }

    /// The key that was this number. For parts of one scan only: for a new one take [`random`](Self::random).
    pub fn from_u64(key: u64) -> IdKey {
        IdKey(key)
    }

    /// The hash of what the string says: the same for every way to write it with escapes.
    pub(crate) fn hash(self, id: RawStr<'_>) -> IdHash {
        match id.is_escaped() {
            false => self.hash_bytes(id.raw()),
            true => self.hash_bytes(text(id).as_bytes()),
        }
    }

    pub(crate) fn hash_bytes(self, bytes: &[u8]) -> IdHash {
        xxh3_128_with_seed(bytes, self.0)
    }
}

pub(crate) type IdHash = u128;

/// What a string says; copies only where escapes must be resolved.
pub(crate) fn text(string: RawStr<'_>) -> Cow<'_, str> {
    match string.as_plain() {
        Some(plain) => Cow::Borrowed(plain),
        None => Cow::Owned(string.to_string()),
    }
}

#[cfg(feature = "saved")]
crate::saved::form::hashes!(IdKey(u64));
