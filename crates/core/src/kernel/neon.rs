//! NEON leaf: four registers a block.
//!
//! A block is loaded interleaved: register `k` holds the bytes `4 i + k`. All that is done to bytes is done to each by itself,
//! so their order does not matter until a mask is made, and from this order that takes five instructions and not eight
//! (see [`tops`]).
//!
//! This is compiled only for targets that have NEON in all their functions, so none here needs a feature of its own, and closures
//! do as well as functions. The carry-less product is no part of that baseline, so [`Block::parity`] is made by shifts, which
//! the processor does within its six exclusive ors.

use super::cursor::{self, Shapes};
use super::{Block, algebra, ends, unescape};
use crate::keys::Keys;
use crate::mode::Mode;
use crate::node::Node;
use core::arch::aarch64::*;

pub(super) fn fill(
    batch: &[u8],
    from: usize,
    window: usize,
    keys: &Keys,
    mode: Mode,
    nodes: &mut [Node],
) -> (usize, usize) {
    match mode {
        Mode::Checked => checked(batch, from, window, keys, nodes),
        Mode::Skim => skim(batch, from, window, keys, nodes),
    }
}

#[inline(never)]
fn checked(batch: &[u8], from: usize, window: usize, keys: &Keys, nodes: &mut [Node]) -> (usize, usize) {
    algebra::fill::<Bytes, true>(batch, from, window, keys, nodes)
}

#[inline(never)]
fn skim(batch: &[u8], from: usize, window: usize, keys: &Keys, nodes: &mut [Node]) -> (usize, usize) {
    algebra::fill::<Bytes, false>(batch, from, window, keys, nodes)
}

/// See [`cursor`].
#[inline(never)]
pub(super) fn short(
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
#[inline(never)]
pub(super) fn string_end(line: &[u8], from: usize) -> (usize, bool) {
    ends::by_blocks::<Bytes>(line, from)
}

/// See [`unescape`](mod@unescape).
#[inline(never)]
pub(super) fn unescape(raw: &[u8], out: &mut [u8], wtf8: bool) -> Option<usize> {
    unescape::by_blocks::<Bytes>(raw, out, wtf8)
}

/// Byte `4 i + k` of the block is lane `i` of register `k`.
#[derive(Clone, Copy)]
struct Bytes([uint8x16_t; 4]);

#[inline(always)]
fn lanes(t: &[u8; 16]) -> uint8x16_t {
    // SAFETY: the array is 16 readable bytes, and a load of bytes asks for no alignment.
    unsafe { vld1q_u8(t.as_ptr()) }
}

/// The top `N` bits of each byte of `top`, and below them as many as there is room for of `rest`.
///
/// This is `vsriq_n_u8` with the compiler kept out: it takes that apart into an AND a register and ORs, nine instructions a mask.
#[inline(always)]
fn above<const N: u32>(top: uint8x16_t, rest: uint8x16_t) -> uint8x16_t {
    let mut v = top;
    // SAFETY: register arithmetic; the target has NEON.
    unsafe {
        core::arch::asm!(
            "sri {0:v}.16b, {1:v}.16b, {n}",
            inlateout(vreg) v,
            in(vreg) rest,
            n = const N,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    v
}

/// The top bit of each byte; their other bits do not matter.
///
/// Each step puts the bits found so far below those of the next registers, so that a lane ends with the four bits of its four
/// neighbouring bytes, twice. Of two lanes the last one takes the upper and the lower half.
#[inline(always)]
fn tops(v: Bytes) -> u64 {
    let [a, b, c, d] = v.0;
    // SAFETY: register arithmetic; the target has NEON.
    unsafe {
        let four = above::<2>(above::<1>(d, c), above::<1>(b, a));
        let twice = above::<4>(four, four);
        vget_lane_u64::<0>(vreinterpret_u64_u8(vshrn_n_u16::<4>(vreinterpretq_u16_u8(twice))))
    }
}

impl Bytes {
    #[inline(always)]
    fn each(self, f: impl Fn(uint8x16_t) -> uint8x16_t) -> Bytes {
        let [a, b, c, d] = self.0;
        Bytes([f(a), f(b), f(c), f(d)])
    }
    #[inline(always)]
    fn with(self, other: Bytes, f: impl Fn(uint8x16_t, uint8x16_t) -> uint8x16_t) -> Bytes {
        let ([a, b, c, d], [e, g, h, i]) = (self.0, other.0);
        Bytes([f(a, e), f(b, g), f(c, h), f(d, i)])
    }
}

/// All ones for each byte that is not zero.
#[inline(always)]
fn some(v: uint8x16_t) -> uint8x16_t {
    // SAFETY: register arithmetic; the target has NEON.
    unsafe { vtstq_u8(v, v) }
}

/// By the low half of each byte in one table and the high half in the other: what both entries have.
#[inline(always)]
fn in_both(v: uint8x16_t, low: uint8x16_t, high: uint8x16_t) -> uint8x16_t {
    // SAFETY: register arithmetic; the target has NEON.
    unsafe { vandq_u8(vqtbl1q_u8(low, vandq_u8(v, vdupq_n_u8(15))), vqtbl1q_u8(high, vshrq_n_u8::<4>(v))) }
}

impl Block for Bytes {
    #[inline(always)]
    fn load(bytes: &[u8; 64]) -> Self {
        // SAFETY: the array is 64 readable bytes, and a load of bytes asks for no alignment.
        let v = unsafe { vld4q_u8(bytes.as_ptr()) };
        Bytes([v.0, v.1, v.2, v.3])
    }
    #[inline(always)]
    fn differs(self, other: Self) -> u64 {
        // SAFETY: register arithmetic; the target has NEON.
        unsafe { !tops(self.with(other, |a, b| vceqq_u8(a, b))) }
    }
    #[inline(always)]
    fn eq(self, byte: u8) -> u64 {
        // SAFETY: register arithmetic; the target has NEON.
        unsafe { tops(self.each(|v| vceqq_u8(v, vdupq_n_u8(byte)))) }
    }
    #[inline(always)]
    fn control(self) -> u64 {
        // SAFETY: register arithmetic; the target has NEON.
        unsafe { tops(self.each(|v| vcltq_u8(v, vdupq_n_u8(0x20)))) }
    }
    #[inline(always)]
    fn high(self) -> u64 {
        tops(self)
    }
    #[inline(always)]
    fn brackets(self) -> (u64, u64, u64) {
        // The square ones are the curly ones without bit 5; shifting brings that bit to the top.
        // SAFETY: register arithmetic; the target has NEON.
        unsafe {
            let folded = self.each(|v| vorrq_u8(v, vdupq_n_u8(0x20)));
            (folded.eq(b'{'), folded.eq(b'}'), tops(self.each(|v| vshlq_n_u8::<2>(v))))
        }
    }
    #[inline(always)]
    fn digits(self) -> u64 {
        // SAFETY: register arithmetic; the target has NEON.
        unsafe { tops(self.each(|v| vcltq_u8(vsubq_u8(v, vdupq_n_u8(b'0')), vdupq_n_u8(10)))) }
    }
    #[inline(always)]
    fn odd_escapes(self, escaped: u64) -> u64 {
        // By high nibble 2: `"` and `/`; 5: `\`; 6: b, f, n; 7: r, t. The same bits by low nibble.
        const HIGH: [u8; 16] = [0, 0, 1, 0, 0, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0];
        const LOW: [u8; 16] = [0, 0, 1 | 4 | 8, 0, 8, 0, 4, 0, 0, 0, 0, 0, 2, 0, 4, 1];
        if escaped == 0 {
            return 0;
        }
        let (low, high) = (lanes(&LOW), lanes(&HIGH));
        escaped & !tops(self.each(|v| some(in_both(v, low, high))))
    }
    #[inline(always)]
    fn ill_formed(self, one: Self, two: Self, three: Self) -> u64 {
        use super::utf8::{FIRST_HIGH, FIRST_LOW, SECOND_HIGH};
        let (low, high, second) = (lanes(&FIRST_LOW), lanes(&FIRST_HIGH), lanes(&SECOND_HIGH));
        // SAFETY: register arithmetic; the target has NEON.
        let wrong = unsafe {
            let pair = one.with(self, |one, now| {
                vandq_u8(in_both(one, low, high), vqtbl1q_u8(second, vshrq_n_u8::<4>(now)))
            });
            // Saturating subtraction leaves bit 7 set only behind a lead of three (two back) or four (three back).
            let must = two.with(three, |two, three| {
                let third = vqsubq_u8(two, vdupq_n_u8(0xE0 - 0x80));
                let fourth = vqsubq_u8(three, vdupq_n_u8(0xF0 - 0x80));
                vandq_u8(vorrq_u8(third, fourth), vdupq_n_u8(0x80))
            });
            must.with(pair, |must, pair| some(veorq_u8(must, pair)))
        };
        tops(wrong)
    }
    /// (As for AVX2. Not measured.)
    #[inline(always)]
    fn filters(checked: bool) -> bool {
        !checked
    }
    #[inline(always)]
    fn may_end(text: &[u8; 68], keys: &Keys) -> u64 {
        // SAFETY: register arithmetic; the target has NEON.
        let mut all = unsafe { Bytes([vdupq_n_u8(!0); 4]) };
        for back in 0..3 {
            let Some(t) = text.get(2 - back..).and_then(|t| t.first_chunk()) else {
                return !0; // cannot be
            };
            let (low, high) = (lanes(&keys.halves[back][0]), lanes(&keys.halves[back][1]));
            // SAFETY: register arithmetic; the target has NEON.
            all = unsafe { all.with(Self::load(t), |all, t| vandq_u8(all, in_both(t, low, high))) };
        }
        tops(all.each(some))
    }
    #[inline(always)]
    fn parity(mask: u64) -> u64 {
        let mut m = mask;
        m ^= m << 1;
        m ^= m << 2;
        m ^= m << 4;
        m ^= m << 8;
        m ^= m << 16;
        m ^ m << 32
    }
    #[inline(always)]
    fn prefetch(ahead: *const u8) {
        // SAFETY: a prefetch is a hint: it never faults, whatever the address, and changes nothing a program can see.
        unsafe {
            core::arch::asm!("prfm pldl1keep, [{0}]", in(reg) ahead.addr(), options(nomem, nostack, preserves_flags))
        }
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
