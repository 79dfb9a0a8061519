//! SSE2 leaf: what every x86-64 has, so that it needs no question to the processor and goes inline.

use core::arch::x86_64::*;

/// Which of sixteen bytes are a quote or a backslash, the first lowest.
#[inline(always)]
pub(crate) fn quote_or_backslash(bytes: &[u8; 16]) -> u32 {
    // SAFETY: the array is 16 readable bytes, and SSE2 is a part of x86-64.
    unsafe {
        let bytes = _mm_loadu_si128(bytes.as_ptr().cast());
        let quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'"' as i8));
        let slash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b'\\' as i8));
        _mm_movemask_epi8(_mm_or_si128(quote, slash)) as u32
    }
}
