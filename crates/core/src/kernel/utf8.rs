//! Tables that judge two neighbouring bytes of UTF-8 by their nibbles.
//!
//! Each bit is one way to be wrong. A way is set in the entry of a nibble when that nibble is compatible with it, so the AND of
//! the three look-ups names the ways that all of them allow: none for a sound pair. Which bytes must be the third or fourth of
//! a sequence is found apart from this; `CONTINUED` is the bit that has to agree with that.

/// A lead byte without a continuation behind it.
const SHORT: u8 = 1;
/// A continuation behind an ASCII byte.
const STRAY: u8 = 1 << 1;
/// E0 with 80..=9F.
const LONG_3: u8 = 1 << 2;
/// F4 and up with 90..=BF.
const LARGE: u8 = 1 << 3;
/// ED with A0..=BF.
const SURROGATE: u8 = 1 << 4;
/// C0 and C1.
const LONG_2: u8 = 1 << 5;
/// F0 with 80..=8F; F5 and up with the same (F4 80..=8F is fine, so this cannot be one bit with `LARGE`).
const LONG_4: u8 = 1 << 6;
/// Two continuations in a row.
const CONTINUED: u8 = 1 << 7;

/// By the high nibble of the first byte.
pub(super) const FIRST_HIGH: [u8; 16] = {
    let mut t = [STRAY; 16];
    let mut i = 8;
    while i < 12 {
        t[i] = CONTINUED;
        i += 1;
    }
    t[12] = SHORT | LONG_2;
    t[13] = SHORT;
    t[14] = SHORT | LONG_3 | SURROGATE;
    t[15] = SHORT | LARGE | LONG_4;
    t
};

/// By the low nibble of the first byte.
pub(super) const FIRST_LOW: [u8; 16] = {
    let mut t = [SHORT | STRAY | CONTINUED; 16];
    t[0] |= LONG_2 | LONG_3 | LONG_4;
    t[1] |= LONG_2;
    t[4] |= LARGE;
    let mut i = 5;
    while i < 16 {
        t[i] |= LARGE | LONG_4;
        i += 1;
    }
    t[13] |= SURROGATE;
    t
};

/// By the high nibble of the second byte.
pub(super) const SECOND_HIGH: [u8; 16] = {
    let mut t = [SHORT; 16];
    t[8] = STRAY | CONTINUED | LONG_2 | LONG_3 | LONG_4;
    t[9] = STRAY | CONTINUED | LONG_2 | LONG_3 | LARGE;
    t[10] = STRAY | CONTINUED | LONG_2 | SURROGATE | LARGE;
    t[11] = t[10];
    t
};
