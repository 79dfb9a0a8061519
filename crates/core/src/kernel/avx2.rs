//! AVX2 leaf: two registers a block, each mask put together from two halves.

use super::cursor::{self, Shapes};
use super::{Block, algebra, ends, unescape};
use crate::keys::Keys;
use crate::mode::Mode;
use crate::node::Node;
use core::arch::x86_64::*;

/// Whether this machine has everything the leaf uses.
pub(super) fn present() -> bool {
    [
        std::arch::is_x86_feature_detected!("avx2"),
        std::arch::is_x86_feature_detected!("bmi1"),
        std::arch::is_x86_feature_detected!("bmi2"),
        std::arch::is_x86_feature_detected!("lzcnt"),
        std::arch::is_x86_feature_detected!("popcnt"),
        std::arch::is_x86_feature_detected!("pclmulqdq"),
    ]
    .into_iter()
    .all(|is_there| is_there)
}

pub(super) fn fill(
    batch: &[u8],
    from: usize,
    window: usize,
    keys: &Keys,
    mode: Mode,
    nodes: &mut [Node],
) -> (usize, usize) {
    match mode {
        // SAFETY: a `Kernel` of this kind exists only where `present` was true.
        Mode::Checked => unsafe { checked(batch, from, window, keys, nodes) },
        // SAFETY: as above.
        Mode::Skim => unsafe { skim(batch, from, window, keys, nodes) },
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,pclmulqdq")]
fn checked(batch: &[u8], from: usize, window: usize, keys: &Keys, nodes: &mut [Node]) -> (usize, usize) {
    algebra::fill::<Bytes, true>(batch, from, window, keys, nodes)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,pclmulqdq")]
fn skim(batch: &[u8], from: usize, window: usize, keys: &Keys, nodes: &mut [Node]) -> (usize, usize) {
    algebra::fill::<Bytes, false>(batch, from, window, keys, nodes)
}

/// See [`cursor`].
pub(super) fn short(
    batch: &[u8],
    from: usize,
    window: usize,
    keys: &Keys,
    mode: Mode,
    nodes: &mut [Node],
    shapes: &mut Shapes,
) -> (usize, usize, bool) {
    // SAFETY: a `Kernel` of this kind exists only where `present` was true.
    unsafe { short_here(batch, from, window, keys, mode, nodes, shapes) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,pclmulqdq")]
fn short_here(
    batch: &[u8],
    from: usize,
    window: usize,
    keys: &Keys,
    mode: Mode,
    nodes: &mut [Node],
    shapes: &mut Shapes,
) -> (usize, usize, bool) {
    cursor::fill::<Bytes>(batch, from, window, keys, mode, nodes, shapes)
}

/// See [`ends`].
pub(super) fn string_end(line: &[u8], from: usize) -> (usize, bool) {
    // SAFETY: a `Kernel` of this kind exists only where `present` was true.
    unsafe { string_end_here(line, from) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,pclmulqdq")]
fn string_end_here(line: &[u8], from: usize) -> (usize, bool) {
    ends::by_blocks::<Bytes>(line, from)
}

/// See [`unescape`](mod@unescape).
pub(super) fn unescape(raw: &[u8], out: &mut [u8], wtf8: bool) -> Option<usize> {
    // SAFETY: a `Kernel` of this kind exists only where `present` was true.
    unsafe { unescape_here(raw, out, wtf8) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,pclmulqdq")]
fn unescape_here(raw: &[u8], out: &mut [u8], wtf8: bool) -> Option<usize> {
    unescape::by_blocks::<Bytes>(raw, out, wtf8)
}

#[derive(Clone, Copy)]
struct Bytes(__m256i, __m256i);

#[inline(always)]
fn half(t: &[u8; 32]) -> __m256i {
    // SAFETY: the array is 32 readable bytes; the caller is compiled for AVX2.
    unsafe { _mm256_loadu_si256(t.as_ptr().cast()) }
}

#[inline(always)]
fn lanes(t: &[u8; 16]) -> __m256i {
    // SAFETY: the array is 16 readable bytes; the caller is compiled for AVX2.
    unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(t.as_ptr().cast())) }
}

/// The top bit of each byte.
#[inline(always)]
fn tops(a: __m256i, b: __m256i) -> u64 {
    // SAFETY: register arithmetic; the caller is compiled for AVX2.
    unsafe { u64::from(_mm256_movemask_epi8(a) as u32) | u64::from(_mm256_movemask_epi8(b) as u32) << 32 }
}

/// Bit of each byte that is at most `most` (unsigned).
#[inline(always)]
fn at_most(v: Bytes, most: u8) -> u64 {
    // SAFETY: register arithmetic; the caller is compiled for AVX2.
    unsafe {
        let m = _mm256_set1_epi8(most as i8);
        tops(_mm256_cmpeq_epi8(_mm256_max_epu8(v.0, m), m), _mm256_cmpeq_epi8(_mm256_max_epu8(v.1, m), m))
    }
}

/// What speaks against each byte, as [`Block::ill_formed`] on half a block.
#[inline(always)]
fn ill_formed_half(now: __m256i, one: __m256i, two: __m256i, three: __m256i) -> __m256i {
    use super::utf8::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH};
    // SAFETY: register arithmetic; the caller is compiled for AVX2.
    unsafe {
        let nibble = _mm256_set1_epi8(15);
        let pair = _mm256_and_si256(
            _mm256_and_si256(
                _mm256_shuffle_epi8(
                    lanes(&FIRST_HIGH),
                    _mm256_and_si256(_mm256_srli_epi16::<4>(one), nibble),
                ),
                _mm256_shuffle_epi8(lanes(&FIRST_LOW), _mm256_and_si256(one, nibble)),
            ),
            _mm256_shuffle_epi8(lanes(&SECOND_HIGH), _mm256_and_si256(_mm256_srli_epi16::<4>(now), nibble)),
        );
        // Saturating subtraction leaves bit 7 set only behind a lead of three (two back) or four (three back).
        let third = _mm256_subs_epu8(two, _mm256_set1_epi8((0xE0u8 - 0x80) as i8));
        let fourth = _mm256_subs_epu8(three, _mm256_set1_epi8((0xF0u8 - 0x80) as i8));
        let must = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8(0x80u8 as i8));
        _mm256_xor_si256(must, pair)
    }
}

/// What allows each byte, as [`Block::may_end`] on the half from `from` on.
#[inline(always)]
fn may_end_half(text: &[u8; 68], keys: &Keys, from: usize) -> __m256i {
    // SAFETY: register arithmetic; the caller is compiled for AVX2.
    unsafe {
        let nibble = _mm256_set1_epi8(15);
        let mut all = _mm256_set1_epi8(-1);
        for back in 0..3 {
            let Some(t) = text.get(from + 2 - back..).and_then(|t| t.first_chunk()) else {
                return all; // cannot be
            };
            let t = half(t);
            let low = lanes(&keys.halves[back][0]);
            let high = lanes(&keys.halves[back][1]);
            all = _mm256_and_si256(
                _mm256_and_si256(all, _mm256_shuffle_epi8(low, _mm256_and_si256(t, nibble))),
                _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16::<4>(t), nibble)),
            );
        }
        all
    }
}

impl Block for Bytes {
    #[inline(always)]
    fn load(bytes: &[u8; 64]) -> Self {
        let (a, b) = bytes.split_at(32);
        match (a.first_chunk(), b.first_chunk()) {
            (Some(a), Some(b)) => Bytes(half(a), half(b)),
            _ => Bytes(half(&[0; 32]), half(&[0; 32])), // cannot be; folds away
        }
    }
    #[inline(always)]
    fn differs(self, other: Self) -> u64 {
        // SAFETY: register arithmetic; the caller is compiled for AVX2.
        unsafe { !tops(_mm256_cmpeq_epi8(self.0, other.0), _mm256_cmpeq_epi8(self.1, other.1)) }
    }
    #[inline(always)]
    fn eq(self, byte: u8) -> u64 {
        // SAFETY: register arithmetic; the caller is compiled for AVX2.
        unsafe {
            let b = _mm256_set1_epi8(byte as i8);
            tops(_mm256_cmpeq_epi8(self.0, b), _mm256_cmpeq_epi8(self.1, b))
        }
    }
    #[inline(always)]
    fn control(self) -> u64 {
        at_most(self, 0x1F)
    }
    #[inline(always)]
    fn high(self) -> u64 {
        tops(self.0, self.1)
    }
    #[inline(always)]
    fn brackets(self) -> (u64, u64, u64) {
        // The square ones are the curly ones without bit 5; shifting brings that bit to the top.
        // SAFETY: register arithmetic; the caller is compiled for AVX2.
        unsafe {
            let bit = _mm256_set1_epi8(0x20);
            let folded = Bytes(_mm256_or_si256(self.0, bit), _mm256_or_si256(self.1, bit));
            (
                folded.eq(b'{'),
                folded.eq(b'}'),
                tops(_mm256_slli_epi16::<2>(self.0), _mm256_slli_epi16::<2>(self.1)),
            )
        }
    }
    #[inline(always)]
    fn digits(self) -> u64 {
        // SAFETY: register arithmetic; the caller is compiled for AVX2.
        unsafe {
            let zero = _mm256_set1_epi8(b'0' as i8);
            at_most(Bytes(_mm256_sub_epi8(self.0, zero), _mm256_sub_epi8(self.1, zero)), 9)
        }
    }
    #[inline(always)]
    fn odd_escapes(self, escaped: u64) -> u64 {
        // By high nibble 2: `"` and `/`; 5: `\`; 6: b, f, n; 7: r, t. The same bits by low nibble.
        const HIGH: [u8; 16] = [0, 0, 1, 0, 0, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0];
        const LOW: [u8; 16] = [0, 0, 1 | 4 | 8, 0, 8, 0, 4, 0, 0, 0, 0, 0, 2, 0, 4, 1];
        if escaped == 0 {
            return 0;
        }
        // SAFETY: register arithmetic; the caller is compiled for AVX2.
        unsafe {
            let nibble = _mm256_set1_epi8(15);
            let zero = _mm256_setzero_si256();
            // The shuffle reads bit 7 of the byte as "none", so bytes of 80 and up fall out by themselves.
            let a = _mm256_and_si256(
                _mm256_shuffle_epi8(lanes(&LOW), self.0),
                _mm256_shuffle_epi8(lanes(&HIGH), _mm256_and_si256(_mm256_srli_epi16::<4>(self.0), nibble)),
            );
            let b = _mm256_and_si256(
                _mm256_shuffle_epi8(lanes(&LOW), self.1),
                _mm256_shuffle_epi8(lanes(&HIGH), _mm256_and_si256(_mm256_srli_epi16::<4>(self.1), nibble)),
            );
            escaped & tops(_mm256_cmpeq_epi8(a, zero), _mm256_cmpeq_epi8(b, zero))
        }
    }
    #[inline(always)]
    fn ill_formed(self, one: Self, two: Self, three: Self) -> u64 {
        let a = ill_formed_half(self.0, one.0, two.0, three.0);
        let b = ill_formed_half(self.1, one.1, two.1, three.1);
        // SAFETY: register arithmetic; the caller is compiled for AVX2.
        unsafe {
            let zero = _mm256_setzero_si256();
            !tops(_mm256_cmpeq_epi8(a, zero), _mm256_cmpeq_epi8(b, zero))
        }
    }
    /// (Measured: less than it costs where there is other work to do beside it.)
    #[inline(always)]
    fn filters(checked: bool) -> bool {
        !checked
    }
    #[inline(always)]
    fn may_end(text: &[u8; 68], keys: &Keys) -> u64 {
        // SAFETY: register arithmetic; the caller is compiled for AVX2.
        unsafe {
            let zero = _mm256_setzero_si256();
            !tops(
                _mm256_cmpeq_epi8(may_end_half(text, keys, 0), zero),
                _mm256_cmpeq_epi8(may_end_half(text, keys, 32), zero),
            )
        }
    }
    #[inline(always)]
    fn parity(mask: u64) -> u64 {
        // SAFETY: register arithmetic; the caller is compiled for PCLMULQDQ.
        unsafe {
            let ones = _mm_set1_epi8(-1);
            _mm_cvtsi128_si64(_mm_clmulepi64_si128::<0>(_mm_cvtsi64_si128(mask as i64), ones)) as u64
        }
    }
    #[inline(always)]
    fn prefetch(ahead: *const u8) {
        // SAFETY: a prefetch never faults, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(ahead.cast()) }
    }
    #[inline(always)]
    fn keep(mask: u64) -> u64 {
        let mut m = mask;
        // SAFETY: no instruction at all; only hides where the value came from.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) m, options(pure, nomem, nostack, preserves_flags))
        };
        m
    }
}
