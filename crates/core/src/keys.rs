//! Which member names are worth noting on the tape: a set built at compile time.
//!
//! Looking a key up has to cost a handful of instructions and no branch that depends on the key, because a dense line has
//! thirty keys per kilobyte. So: eight bytes at each end plus the length make a hash whose multiplier was chosen at compile
//! time so that no two declared keys meet; the one candidate is then compared whole.

use crate::node::Node;
use core::fmt;

/// Slots of the hash table; many against at most 96 keys, so that a multiplier without collisions is found in some tries.
const SLOT_BITS: u32 = 10;
const SLOTS: usize = 1 << SLOT_BITS;

/// What a key is compared with; 32 bytes, so that finding one is a shift.
#[derive(Clone, Copy)]
struct Entry {
    /// The last eight bytes, or all of them.
    tail: u64,
    /// The eight bytes before those, aligned to them, and which of them belong to the key.
    before: u64,
    mask: u64,
    /// The node of such a key at position 0; its length is in there too.
    note: Node,
}

/// The entry that matches nothing.
const NONE: u8 = 0;

/// A set of member names, built in a constant. What is asked for most should be declared: [`Object::pick`] of declared
/// names reads only the tape, other names cost a walk over the object's own bytes. The answers are the same for every set.
/// Some kilobytes large: lend it from a `const` or `static`.
///
/// ```
/// use runlex_core::Keys;
/// const KEYS: Keys = Keys::new(&["type", "session_id"]);
/// assert!(KEYS.contains(b"type") && !KEYS.contains(b"uuid"));
/// ```
///
/// [`Object::pick`]: crate::Object::pick
#[derive(Clone)]
pub struct Keys {
    /// Entry 0 never matches, so that a miss needs no test of its own.
    entries: [Entry; 128],
    names: [&'static str; 128],
    /// Two keys agree in length and in their last eight bytes: the quick look-up is not for this set.
    alike: bool,
    slots: [u8; SLOTS],
    factor: u64,
    /// For the three bytes before a closing quote, last first: which of eight groups of keys the low six bits of the byte
    /// allow. Kernels that can look sixty-four bytes up at once use it to leave most undeclared keys unvisited.
    pub(crate) ends: [[u8; 64]; 3],
    /// The same by the low and by the high half of the byte, for kernels that can look sixteen up.
    pub(crate) halves: [[[u8; 16]; 2]; 3],
    count: usize,
    all: bool,
    /// Tells this set from others: a hash of its names in order.
    fingerprint: u64,
}

/// Little-endian word of up to eight bytes of `b` from `from` on.
const fn word(b: &[u8], from: usize, n: usize) -> u64 {
    let mut w = 0;
    let mut i = 0;
    while i < n {
        w |= (b[from + i] as u64) << (8 * i);
        i += 1;
    }
    w
}

#[inline(always)]
const fn slot(tail: u64, len: usize, factor: u64) -> usize {
    ((tail ^ len as u64).wrapping_mul(factor) >> (64 - SLOT_BITS)) as usize
}

impl Keys {
    /// Notes every name.
    pub const ALL: Keys = {
        let mut keys = Keys::new(&[]);
        keys.all = true;
        keys.fingerprint = !keys.fingerprint;
        keys
    };

    /// Notes none (but for names written with escapes, which are always noted).
    pub const NONE: Keys = Keys::new(&[]);

    /// Notes the given names.
    ///
    /// # Panics
    ///
    /// On more than 96 names or an empty one; in a constant that is at compile time.
    pub const fn new(names: &[&'static str]) -> Keys {
        assert!(names.len() <= 96, "at most 96 keys");
        let none = Entry { tail: 0, before: 0, mask: 0, note: Node::NEVER };
        let mut k = Keys {
            entries: [none; 128],
            names: [""; 128],
            alike: false,
            slots: [NONE; SLOTS],
            factor: 0,
            ends: [[0; 64]; 3],
            halves: [[[0; 16]; 2]; 3],
            count: names.len(),
            all: false,
            fingerprint: fingerprint(names),
        };
        let mut i = 0;
        while i < names.len() {
            let b = names[i].as_bytes();
            let n = b.len();
            assert!(n > 0, "a declared key must not be empty");
            let end = if n < 8 { n } else { 8 };
            let more = n.saturating_sub(8);
            let more = if more < 8 { more } else { 8 };
            let mask = if more == 0 { 0 } else { !0 << (64 - 8 * more as u32) };
            let before = if more == 0 { 0 } else { word(b, n - 8 - more, more) << (64 - 8 * more as u32) };
            k.entries[i + 1] =
                Entry { tail: word(b, n - end, end), before, mask, note: Node::key(0, n as u64, i as u64) };
            k.names[i + 1] = names[i];
            // Keys of one last letter share a group: so the groups tell most apart.
            let group = 1u8 << (b[n - 1] % 8);
            let mut back = 0;
            while back < 3 {
                if back < n {
                    k.ends[back][(b[n - 1 - back] & 63) as usize] |= group;
                } else if back == n {
                    k.ends[back][(b'"' & 63) as usize] |= group;
                } else {
                    let mut any = 0;
                    while any < 64 {
                        k.ends[back][any] |= group;
                        any += 1;
                    }
                }
                if back <= n {
                    let byte = if back < n { b[n - 1 - back] } else { b'"' };
                    k.halves[back][0][(byte & 15) as usize] |= group;
                    k.halves[back][1][(byte >> 4) as usize] |= group;
                } else {
                    let mut any = 0;
                    while any < 16 {
                        k.halves[back][0][any] |= group;
                        k.halves[back][1][any] |= group;
                        any += 1;
                    }
                }
                back += 1;
            }
            i += 1;
        }
        let mut a = 1;
        while a <= names.len() {
            let mut b = a + 1;
            while b <= names.len() {
                let (x, y) = (&k.entries[a], &k.entries[b]);
                k.alike |= x.tail == y.tail && names[a - 1].len() == names[b - 1].len();
                b += 1;
            }
            a += 1;
        }
        if k.alike {
            return k;
        }
        let mut factor = 0x9E37_79B9_7F4A_7C15_u64;
        let mut tries = 0;
        loop {
            assert!(tries < 4096, "no collision-free multiplier");
            let mut slots = [NONE; SLOTS];
            let mut clash = false;
            let mut i = 1;
            while i <= names.len() && !clash {
                let s = slot(k.entries[i].tail, names[i - 1].len(), factor);
                clash = slots[s] != NONE;
                slots[s] = i as u8;
                i += 1;
            }
            if !clash {
                k.slots = slots;
                k.factor = factor;
                return k;
            }
            factor = factor.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(0x2545_F491_4F6C_DD1C) | 1;
            tries += 1;
        }
    }

    /// True when a name with these raw bytes (between its quotes, no escapes) is noted.
    #[inline]
    pub fn contains(&self, raw: &[u8]) -> bool {
        self.all || self.id_of(raw).is_some()
    }

    /// Prepares names of this set for [`Object::pick`](crate::Object::pick), in a constant.
    ///
    /// # Panics
    ///
    /// On a name that is not declared here, one given twice, or more than 31; in a constant that is at compile time. More than
    /// 12 can only be [found](crate::Found).
    pub const fn pick<const N: usize>(&self, names: [&'static str; N]) -> Pick<N> {
        assert!(N > 0 && N <= NOWHERE as usize, "one to thirty-one names at once");
        let mut places = [NOWHERE; 128];
        let mut name = 0;
        while name < N {
            let mut entry = 1;
            while entry <= self.count && !same(self.names[entry], names[name]) {
                entry += 1;
            }
            assert!(entry <= self.count, "a name to be picked is not declared");
            assert!(places[entry - 1] == NOWHERE, "a name to be picked is given twice");
            places[entry - 1] = name as u8;
            name += 1;
        }
        Pick { names, places, keys: self.fingerprint }
    }

    #[inline(always)]
    pub(crate) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Whether every key is noted.
    #[inline(always)]
    pub(crate) fn is_all(&self) -> bool {
        self.all
    }

    /// The number of a declared name.
    #[inline]
    pub(crate) fn id_of(&self, name: &[u8]) -> Option<u8> {
        if self.alike {
            return self.find_slowly(name).checked_sub(1);
        }
        let mut tail = 0;
        for byte in name.iter().rev().take(8) {
            tail = tail << 8 | u64::from(*byte);
        }
        let id = self.slots[slot(tail, name.len(), self.factor) & (SLOTS - 1)];
        let declared = self.names[usize::from(id & 127)];
        (id != NONE && declared.as_bytes() == name).then(|| id - 1)
    }

    /// The node (at position 0) of the key between the quotes at `open` and `close`, and zero if it is a declared one.
    ///
    /// Reads backwards from the closing quote: those bytes are always in the slice.
    #[inline(always)]
    pub(crate) fn find(&self, batch: Words<'_>, open: usize, close: usize) -> (Node, u64) {
        let len = close.wrapping_sub(open).wrapping_sub(1);
        let (Some(first), Some(last)) = (batch.at(close.wrapping_sub(16)), batch.at(close.wrapping_sub(8)))
        else {
            return self.find_near_start(batch.bytes, open, close);
        };
        self.compare(batch.bytes, open, len, first, last)
    }

    /// As [`find`](Self::find), with the sixteen bytes before the closing quote read.
    #[inline(always)]
    fn compare(&self, bytes: &[u8], open: usize, len: usize, first: u64, last: u64) -> (Node, u64) {
        // Of the last word what belongs to the key. (An empty one leaves rubbish, but no declared key is empty.)
        let tail = last.wrapping_shr(64 - 8 * len.min(8) as u32);
        let id = self.slots[slot(tail, len, self.factor) & (SLOTS - 1)];
        let e = &self.entries[(id & 127) as usize];
        let mut other = e.note.raw_len() ^ len as u64 | e.tail ^ tail | (e.before ^ first) & e.mask;
        if len > 16 {
            // The rest of a long one, if what was seen so far is the same.
            let rest = len - 16;
            let same = other == 0
                && match (
                    bytes.get(open + 1..open + 1 + rest),
                    self.names[(id & 127) as usize].as_bytes().get(..rest),
                ) {
                    (Some(a), Some(b)) => a == b,
                    _ => false,
                };
            other = u64::from(!same);
        }
        if self.alike {
            return self.find_by_text(bytes, open, len);
        }
        (e.note, other)
    }

    /// As [`find`](Self::find) for the first name of a batch, before which there are no sixteen bytes.
    #[inline(never)]
    fn find_near_start(&self, bytes: &[u8], open: usize, close: usize) -> (Node, u64) {
        let len = close.wrapping_sub(open).wrapping_sub(1);
        let Some(start) = eight(bytes, 0) else {
            return self.find_by_text(bytes, open, len);
        };
        // The eight bytes before `end`, with zeros for those that the batch does not have.
        let before = |end: usize| match end {
            0 => 0,
            1..8 => start << (64 - 8 * end),
            _ => eight(bytes, end - 8).unwrap_or(0),
        };
        let (first, last) = (before(close.saturating_sub(8)), before(close));
        self.compare(bytes, open, len, first, last)
    }

    #[cold]
    #[inline(never)]
    fn find_by_text(&self, bytes: &[u8], open: usize, len: usize) -> (Node, u64) {
        match bytes.get(open + 1..open + 1 + len).map_or(NONE, |name| self.find_slowly(name)) {
            NONE => (Node::EMPTY, 1),
            id => (self.entries[usize::from(id & 127)].note, 0),
        }
    }

    /// The entry of a name by plain comparison, for names that are alike.
    #[cold]
    fn find_slowly(&self, name: &[u8]) -> u8 {
        let found = self.names[1..=self.count].iter().position(|declared| declared.as_bytes() == name);
        found.map_or(NONE, |index| index as u8 + 1)
    }
}

/// Where what is not wanted goes.
pub(crate) const NOWHERE: u8 = 31;
/// The same for who asks for few names: the low bits of it, and no place of theirs.
pub(crate) const NOWHERE_OF_FEW: u8 = 15;

/// Names prepared for [`Object::pick`](crate::Object::pick) against the [`Keys`] that declare them: in a line scanned with
/// those keys they are found by number, without comparing text. In any other line the answers are the same and slower.
///
/// ```
/// use runlex_core::{Keys, Pick};
/// const KEYS: Keys = Keys::new(&["type", "subtype", "session_id"]);
/// const EVENT: Pick<2> = KEYS.pick(["type", "session_id"]);
/// ```
#[derive(Clone, Debug)]
pub struct Pick<const N: usize> {
    pub(crate) names: [&'static str; N],
    /// By the number of a key, its place in the answer.
    pub(crate) places: [u8; 128],
    /// Fingerprint of the keys.
    pub(crate) keys: u64,
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// FNV-1a over the names, each with an end mark that no text holds.
const fn fingerprint(names: &[&'static str]) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    let mut name = 0;
    while name < names.len() {
        let bytes = names[name].as_bytes();
        let mut at = 0;
        while at <= bytes.len() {
            let byte = if at < bytes.len() { bytes[at] } else { 0xFF };
            hash = (hash ^ byte as u64).wrapping_mul(0x0000_0100_0000_01B3);
            at += 1;
        }
        name += 1;
    }
    hash
}

/// A slice with the last place a word can be read from, so that reading one costs one comparison.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    bytes: &'a [u8],
}

impl<'a> Words<'a> {
    #[inline(always)]
    pub(crate) fn new(bytes: &'a [u8]) -> Words<'a> {
        Words { bytes }
    }

    /// The eight bytes from `at` on.
    #[inline(always)]
    pub(crate) fn at(self, at: usize) -> Option<u64> {
        eight(self.bytes, at)
    }
}

/// The eight bytes from `at` on, the first lowest.
#[inline(always)]
pub(crate) fn eight(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.all {
            return f.write_str("Keys::ALL");
        }
        f.debug_set().entries(&self.names[1..=self.count]).finish()
    }
}

#[cfg(test)]
mod tests;
