//! Where a string ends: sixty-four bytes a step, escapes as masks, so that a text with a backslash in every line of it costs
//! no more than one without.

use super::Block;
use super::algebra::escapes;
use memchr::memchr2;

/// From one quote or backslash to the next: what the others are held against, and what is left where there are no vectors.
///
/// `from` lies in a string, on no escaped byte. Gives the place of the string's closing quote, and whether there is a backslash
/// before it; for a string that is left open, which no scanner has passed, the length of `line`.
pub(super) fn by_steps(line: &[u8], mut from: usize) -> (usize, bool) {
    let mut escaped = false;
    while let Some(found) = line.get(from..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
        let place = from + found;
        if line[place] == b'"' {
            return (place, escaped);
        }
        escaped = true;
        from = place + 2;
    }
    (line.len(), escaped)
}

/// The same by blocks.
#[inline(always)]
pub(super) fn by_blocks<B: Block>(line: &[u8], from: usize) -> (usize, bool) {
    let (mut at, mut carry, mut slashes) = (from, 0, 0);
    while at < line.len() {
        // The last block ends with the line: its first bytes were seen before.
        let (block, seen) = match (line[at..].first_chunk::<64>(), line.last_chunk::<64>()) {
            (Some(block), _) => (block, 0),
            (None, Some(block)) => (block, at + 64 - line.len()),
            // Shorter than a block, so nothing was seen yet.
            (None, None) => return by_steps(line, at),
        };
        let v = B::load(block);
        let slash = B::keep(v.eq(b'\\')) >> seen;
        let mut quote = B::keep(v.eq(b'"')) >> seen;
        if slash | carry != 0 {
            quote &= !escapes(slash, &mut carry);
        }
        if quote != 0 {
            slashes |= slash & (quote.wrapping_sub(1) & !quote);
            return (at + quote.trailing_zeros() as usize, slashes != 0);
        }
        slashes |= slash;
        at += 64 - seen;
    }
    (line.len(), slashes != 0)
}

#[cfg(test)]
mod tests {
    use super::by_steps;
    use crate::kernel::Kernel;
    use std::vec::Vec;

    #[test]
    fn every_kernel_finds_the_same_end() {
        // All mixes of these in all places of the first blocks, and what follows in all lengths of a last block.
        let mut random = 0x2545_F491_4F6C_DD1C_u64;
        let mut next = |below: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random % below
        };
        for round in 0..20_000 {
            let len = next(if round % 4 == 0 { 40 } else { 300 }) as usize;
            let rare = 2 + next(60);
            let mut line: Vec<u8> = (0..len)
                .map(|_| match next(rare) {
                    0 => b'\\',
                    1 if next(4) == 0 => b'"',
                    _ => b'x',
                })
                .collect();
            // A run of backslashes over the edge of a block, with a quote behind it.
            if len > 80 && round % 2 == 0 {
                let start = 55 + next(15) as usize;
                let run = next(12) as usize;
                line[start..][..run].fill(b'\\');
                line[start + run] = b'"';
            }
            let from = next(len as u64 + 2) as usize;
            let want = by_steps(&line, from);
            for kernel in Kernel::all() {
                assert_eq!(kernel.string_end(&line, from), want, "{kernel} {from} {}", line.escape_ascii());
            }
        }
    }
}
