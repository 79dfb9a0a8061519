//! AVX-512 leaf (BW, VBMI): one register a block, compares give masks directly.

use super::cursor::{self, Shapes};
use super::{Block, algebra, ends, unescape, wide};
use crate::keys::Keys;
use crate::mode::Mode;
use crate::node::Node;
use core::arch::x86_64::*;

/// Whether this machine has everything the leaf uses.
pub(super) fn present() -> bool {
    [
        std::arch::is_x86_feature_detected!("avx512f"),
        std::arch::is_x86_feature_detected!("avx512bw"),
        std::arch::is_x86_feature_detected!("avx512vl"),
        std::arch::is_x86_feature_detected!("avx512vbmi"),
        std::arch::is_x86_feature_detected!("avx512dq"),
        std::arch::is_x86_feature_detected!("avx512vbmi2"),
        std::arch::is_x86_feature_detected!("vpclmulqdq"),
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

pub(super) fn fill_narrow(
    batch: &[u8],
    from: usize,
    window: usize,
    keys: &Keys,
    mode: Mode,
    nodes: &mut [Node],
) -> (usize, usize) {
    match mode {
        // SAFETY: a `Kernel` of this kind exists only where `present` was true.
        Mode::Checked => unsafe { checked_narrow(batch, from, window, keys, nodes) },
        // SAFETY: as above.
        Mode::Skim => unsafe { skim_narrow(batch, from, window, keys, nodes) },
    }
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,vpclmulqdq,avx2,bmi1,bmi2,lzcnt,popcnt,pclmulqdq"
)]
fn checked(batch: &[u8], from: usize, window: usize, keys: &Keys, nodes: &mut [Node]) -> (usize, usize) {
    wide::fill::<true>(batch, from, window, keys, nodes)
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,vpclmulqdq,avx2,bmi1,bmi2,lzcnt,popcnt,pclmulqdq"
)]
fn skim(batch: &[u8], from: usize, window: usize, keys: &Keys, nodes: &mut [Node]) -> (usize, usize) {
    wide::fill::<false>(batch, from, window, keys, nodes)
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,vpclmulqdq,avx2,bmi1,bmi2,lzcnt,popcnt,pclmulqdq"
)]
fn checked_narrow(
    batch: &[u8],
    from: usize,
    window: usize,
    keys: &Keys,
    nodes: &mut [Node],
) -> (usize, usize) {
    algebra::fill::<Bytes, true>(batch, from, window, keys, nodes)
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,vpclmulqdq,avx2,bmi1,bmi2,lzcnt,popcnt,pclmulqdq"
)]
fn skim_narrow(batch: &[u8], from: usize, window: usize, keys: &Keys, nodes: &mut [Node]) -> (usize, usize) {
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

#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,vpclmulqdq,avx2,bmi1,bmi2,lzcnt,popcnt,pclmulqdq"
)]
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

#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,vpclmulqdq,avx2,bmi1,bmi2,lzcnt,popcnt,pclmulqdq"
)]
fn string_end_here(line: &[u8], from: usize) -> (usize, bool) {
    ends::by_blocks::<Bytes>(line, from)
}

/// See [`unescape`](mod@unescape).
pub(super) fn unescape(raw: &[u8], out: &mut [u8], wtf8: bool) -> Option<usize> {
    // SAFETY: a `Kernel` of this kind exists only where `present` was true.
    unsafe { unescape_here(raw, out, wtf8) }
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,vpclmulqdq,avx2,bmi1,bmi2,lzcnt,popcnt,pclmulqdq"
)]
fn unescape_here(raw: &[u8], out: &mut [u8], wtf8: bool) -> Option<usize> {
    unescape::by_blocks::<Bytes>(raw, out, wtf8)
}

#[derive(Clone, Copy)]
pub(super) struct Bytes(__m512i);

/// All ones at the letters that may follow a backslash alone.
const LETTERS: [u8; 128] = {
    let mut t = [0; 128];
    let s = b"\"\\/bfnrt";
    let mut i = 0;
    while i < s.len() {
        t[s[i] as usize] = 0x80;
        i += 1;
    }
    t
};

#[inline(always)]
fn table(t: &[u8; 64]) -> __m512i {
    // SAFETY: the array is 64 readable bytes; the caller is compiled for AVX-512.
    unsafe { _mm512_loadu_si512(t.as_ptr().cast()) }
}

#[inline(always)]
fn lanes(t: &[u8; 16]) -> __m512i {
    // SAFETY: the array is 16 readable bytes; the caller is compiled for AVX-512.
    unsafe { _mm512_broadcast_i32x4(_mm_loadu_si128(t.as_ptr().cast())) }
}

/// The letters that may follow a backslash alone.
#[inline(always)]
pub(super) fn letters(v: Bytes) -> u64 {
    let (low, top) = LETTERS.split_at(64);
    let (Some(low), Some(top)) = (low.first_chunk(), top.first_chunk()) else {
        return 0;
    };
    // The permute reads seven bits of each byte, so bytes of 80 and up must be kept out by themselves.
    // SAFETY: register arithmetic; the caller is compiled for AVX-512 with VBMI.
    unsafe {
        _mm512_movepi8_mask(_mm512_andnot_si512(v.0, _mm512_permutex2var_epi8(table(low), v.0, table(top))))
    }
}

/// Eight masks, the lowest lane first: one number of 512 bits.
#[derive(Clone, Copy)]
pub(super) struct Eight(__m512i);

impl Eight {
    #[inline(always)]
    pub(super) fn load(masks: &[u64; 8]) -> Eight {
        // SAFETY: the array is 64 readable bytes; the caller is compiled for AVX-512.
        Eight(unsafe { _mm512_loadu_si512(masks.as_ptr().cast()) })
    }
    #[inline(always)]
    pub(super) fn store(self, masks: &mut [u64; 8]) {
        // SAFETY: the array is 64 writable bytes; the caller is compiled for AVX-512.
        unsafe { _mm512_storeu_si512(masks.as_mut_ptr().cast(), self.0) }
    }
    /// `mask` put into lane `lane`. Not by way of memory: eight narrow stores do not forward to one wide load.
    #[inline(always)]
    pub(super) fn put(self, lane: usize, mask: u64) -> Eight {
        // SAFETY: register arithmetic; the caller is compiled for AVX-512.
        Eight(unsafe { _mm512_mask_set1_epi64(self.0, 1u8 << (lane & 7), mask as i64) })
    }
    /// The same mask eight times.
    #[inline(always)]
    pub(super) fn all(mask: u64) -> Eight {
        // SAFETY: register arithmetic; the caller is compiled for AVX-512.
        Eight(unsafe { _mm512_set1_epi64(mask as i64) })
    }
    /// `mask` in the lowest lane, nothing in the others.
    #[inline(always)]
    pub(super) fn lowest(mask: u64) -> Eight {
        // SAFETY: register arithmetic; the caller is compiled for AVX-512.
        Eight(unsafe { _mm512_maskz_set1_epi64(1, mask as i64) })
    }
    /// `mask` in the highest lane, nothing in the others.
    #[inline(always)]
    pub(super) fn highest(mask: u64) -> Eight {
        // SAFETY: register arithmetic; the caller is compiled for AVX-512.
        Eight(unsafe { _mm512_maskz_set1_epi64(128, mask as i64) })
    }
    /// Every bit moved up by one; the top bit of `before` comes in at the bottom.
    #[inline(always)]
    pub(super) fn next(self, before: Eight) -> Eight {
        // SAFETY: register arithmetic; the caller is compiled for AVX-512 with VBMI2.
        Eight(unsafe { _mm512_shldi_epi64::<1>(self.0, _mm512_alignr_epi64::<7>(self.0, before.0)) })
    }
    /// Lanes whose top bit is set.
    #[inline(always)]
    pub(super) fn tops(self) -> u32 {
        // SAFETY: register arithmetic; the caller is compiled for AVX-512 with DQ.
        u32::from(unsafe { _mm512_movepi64_mask(self.0) })
    }
    /// Lanes that are not empty.
    #[inline(always)]
    pub(super) fn used(self) -> u32 {
        // SAFETY: register arithmetic; the caller is compiled for AVX-512.
        u32::from(unsafe { _mm512_test_epi64_mask(self.0, self.0) })
    }
    /// Lanes that are not full.
    #[inline(always)]
    pub(super) fn gaps(self) -> u32 {
        // SAFETY: register arithmetic; the caller is compiled for AVX-512.
        u32::from(unsafe { _mm512_cmpneq_epi64_mask(self.0, _mm512_set1_epi64(-1)) })
    }
    /// All bits of the lanes in `lanes` inverted.
    #[inline(always)]
    pub(super) fn invert(self, lanes: u32) -> Eight {
        // SAFETY: register arithmetic; the caller is compiled for AVX-512.
        Eight(unsafe { _mm512_mask_xor_epi64(self.0, lanes as u8, self.0, _mm512_set1_epi64(-1)) })
    }
    /// The sum of two numbers of 512 bits and a carry, and the carry out.
    ///
    /// Lanes are added apart. A lane that ran over hands one on to the next, which runs over in turn if it is all ones: that
    /// is itself an addition, of eight bits.
    #[inline(always)]
    pub(super) fn add(self, other: Eight, carry: u32) -> (Eight, u32) {
        // SAFETY: register arithmetic; the caller is compiled for AVX-512.
        unsafe {
            let sum = _mm512_add_epi64(self.0, other.0);
            let over = u32::from(_mm512_cmplt_epu64_mask(sum, self.0));
            let ones = u32::from(_mm512_cmpeq_epi64_mask(sum, _mm512_set1_epi64(-1)));
            let ripple = (over << 1 | carry) + ones;
            let more = (ripple ^ ones) as u8;
            (Eight(_mm512_mask_sub_epi64(sum, more, sum, _mm512_set1_epi64(-1))), ripple >> 8 & 1)
        }
    }
    /// Each lane by itself: bit `i` becomes the parity of bits `0..=i`.
    #[inline(always)]
    pub(super) fn parities(self) -> Eight {
        // SAFETY: register arithmetic; the caller is compiled for AVX-512 with VPCLMULQDQ.
        unsafe {
            let ones = _mm512_set1_epi8(-1);
            let even = _mm512_clmulepi64_epi128::<0>(self.0, ones);
            let odd = _mm512_clmulepi64_epi128::<1>(self.0, ones);
            Eight(_mm512_unpacklo_epi64(even, odd))
        }
    }
}

impl core::ops::BitAnd for Eight {
    type Output = Eight;
    #[inline(always)]
    fn bitand(self, other: Eight) -> Eight {
        // SAFETY: register arithmetic; the caller is compiled for AVX-512.
        Eight(unsafe { _mm512_and_si512(self.0, other.0) })
    }
}
impl core::ops::BitOr for Eight {
    type Output = Eight;
    #[inline(always)]
    fn bitor(self, other: Eight) -> Eight {
        // SAFETY: register arithmetic; the caller is compiled for AVX-512.
        Eight(unsafe { _mm512_or_si512(self.0, other.0) })
    }
}
impl core::ops::BitXor for Eight {
    type Output = Eight;
    #[inline(always)]
    fn bitxor(self, other: Eight) -> Eight {
        // SAFETY: register arithmetic; the caller is compiled for AVX-512.
        Eight(unsafe { _mm512_xor_si512(self.0, other.0) })
    }
}
impl core::ops::Not for Eight {
    type Output = Eight;
    #[inline(always)]
    fn not(self) -> Eight {
        // SAFETY: register arithmetic; the caller is compiled for AVX-512.
        Eight(unsafe { _mm512_xor_si512(self.0, _mm512_set1_epi64(-1)) })
    }
}

impl Block for Bytes {
    #[inline(always)]
    fn load(bytes: &[u8; 64]) -> Self {
        Bytes(table(bytes))
    }
    #[inline(always)]
    fn load_part(bytes: &[u8]) -> Self {
        let some = (1u64 << (bytes.len() & 63)) - 1;
        // SAFETY: only the bytes of `some` are read, and those are in the slice; the caller is compiled for AVX-512.
        Bytes(unsafe { _mm512_maskz_loadu_epi8(some, bytes.as_ptr().cast()) })
    }
    #[inline(always)]
    fn differs(self, other: Self) -> u64 {
        // SAFETY: register arithmetic; the caller is compiled for AVX-512.
        unsafe { _mm512_cmpneq_epi8_mask(self.0, other.0) }
    }
    #[inline(always)]
    fn eq(self, byte: u8) -> u64 {
        // SAFETY: register arithmetic; the caller is compiled for AVX-512.
        unsafe { _mm512_cmpeq_epi8_mask(self.0, _mm512_set1_epi8(byte as i8)) }
    }
    #[inline(always)]
    fn control(self) -> u64 {
        // SAFETY: register arithmetic; the caller is compiled for AVX-512.
        unsafe { _mm512_cmplt_epu8_mask(self.0, _mm512_set1_epi8(0x20)) }
    }
    #[inline(always)]
    fn high(self) -> u64 {
        // SAFETY: register arithmetic; the caller is compiled for AVX-512.
        unsafe { _mm512_movepi8_mask(self.0) }
    }
    #[inline(always)]
    fn brackets(self) -> (u64, u64, u64) {
        // The square ones are the curly ones without bit 5.
        // SAFETY: register arithmetic; the caller is compiled for AVX-512.
        unsafe {
            let bit = _mm512_set1_epi8(0x20);
            let folded = _mm512_or_si512(self.0, bit);
            (
                _mm512_cmpeq_epi8_mask(folded, _mm512_set1_epi8(b'{' as i8)),
                _mm512_cmpeq_epi8_mask(folded, _mm512_set1_epi8(b'}' as i8)),
                _mm512_test_epi8_mask(self.0, bit),
            )
        }
    }
    #[inline(always)]
    fn digits(self) -> u64 {
        // SAFETY: register arithmetic; the caller is compiled for AVX-512.
        unsafe {
            _mm512_cmplt_epu8_mask(
                _mm512_sub_epi8(self.0, _mm512_set1_epi8(b'0' as i8)),
                _mm512_set1_epi8(10),
            )
        }
    }
    #[inline(always)]
    fn odd_escapes(self, escaped: u64) -> u64 {
        let (low, top) = LETTERS.split_at(64);
        let (Some(low), Some(top)) = (low.first_chunk(), top.first_chunk()) else {
            return escaped;
        };
        // The permute reads seven bits of each byte, so bytes of 80 and up must be kept out by themselves.
        // SAFETY: register arithmetic; the caller is compiled for AVX-512 with VBMI.
        unsafe {
            let fine = _mm512_permutex2var_epi8(table(low), self.0, table(top));
            escaped & !_mm512_movepi8_mask(_mm512_andnot_si512(self.0, fine))
        }
    }
    #[inline(always)]
    fn ill_formed(self, one: Self, two: Self, three: Self) -> u64 {
        use super::utf8::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH};
        // SAFETY: register arithmetic; the caller is compiled for AVX-512.
        unsafe {
            let nibble = _mm512_set1_epi8(15);
            let pair = _mm512_and_si512(
                _mm512_and_si512(
                    _mm512_shuffle_epi8(
                        lanes(&FIRST_HIGH),
                        _mm512_and_si512(_mm512_srli_epi16::<4>(one.0), nibble),
                    ),
                    _mm512_shuffle_epi8(lanes(&FIRST_LOW), _mm512_and_si512(one.0, nibble)),
                ),
                _mm512_shuffle_epi8(
                    lanes(&SECOND_HIGH),
                    _mm512_and_si512(_mm512_srli_epi16::<4>(self.0), nibble),
                ),
            );
            // Saturating subtraction leaves bit 7 set only behind a lead of three (two back) or four (three back).
            let third = _mm512_subs_epu8(two.0, _mm512_set1_epi8((0xE0u8 - 0x80) as i8));
            let fourth = _mm512_subs_epu8(three.0, _mm512_set1_epi8((0xF0u8 - 0x80) as i8));
            let must = _mm512_and_si512(_mm512_or_si512(third, fourth), _mm512_set1_epi8(0x80u8 as i8));
            let wrong = _mm512_xor_si512(must, pair);
            _mm512_test_epi8_mask(wrong, wrong)
        }
    }
    #[inline(always)]
    fn filters(_checked: bool) -> bool {
        true
    }
    #[inline(always)]
    fn may_end(text: &[u8; 68], keys: &Keys) -> u64 {
        let (Some(one), Some(two), Some(three)) = (
            text.get(2..).and_then(|t| t.first_chunk()),
            text.get(1..).and_then(|t| t.first_chunk()),
            text.first_chunk(),
        ) else {
            return !0;
        };
        // SAFETY: register arithmetic; the caller is compiled for AVX-512 with VBMI.
        unsafe {
            let a = _mm512_permutexvar_epi8(table(one), table(&keys.ends[0]));
            let b = _mm512_permutexvar_epi8(table(two), table(&keys.ends[1]));
            let c = _mm512_permutexvar_epi8(table(three), table(&keys.ends[2]));
            _mm512_test_epi8_mask(_mm512_and_si512(a, b), c)
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
        // Masks are born in registers of their own here; a barrier made no difference.
        mask
    }
}
