//! Strings with their escapes resolved: sixty-four bytes a step, copied as they are looked at.
//!
//! Texts have an escape every twenty to sixty bytes, and a search and a copy of just the right length for each stretch between
//! two escapes cost far more than the bytes in it. So backslashes are found as a mask, and behind each escape as many bytes as a
//! block has are copied, whether they belong to the text or will be written over.

use super::Block;
use crate::pieces::{ONE_LETTER, Pieces, escape};

/// The longest escape: a pair of surrogates.
const LONGEST: usize = 12;

/// What a step may read: a block, an escape that begins in its last byte, and what is copied behind that.
const AHEAD: usize = 63 + LONGEST + 64;

/// Piece by piece: what the other is held against, and what is left where there are no vectors.
///
/// Writes the text of `raw` to the front of `out`, and gives its length; `None` where `out` is too small.
pub(super) fn by_steps(raw: &[u8], out: &mut [u8], wtf8: bool) -> Option<usize> {
    let mut written = 0;
    for piece in Pieces::new(raw) {
        let mut buffer = [0; 4];
        let bytes = piece.bytes(&mut buffer, wtf8);
        out.get_mut(written..written + bytes.len())?.copy_from_slice(bytes);
        written += bytes.len();
    }
    Some(written)
}

/// The same by blocks. Bytes of `out` behind the text may be written, too.
#[inline(always)]
pub(super) fn by_blocks<B: Block>(raw: &[u8], out: &mut [u8], wtf8: bool) -> Option<usize> {
    let (mut at, mut to) = (0, 0);
    while let Some(ahead) = raw[at..].first_chunk()
        && let Some((seen, written)) = block::<B>(ahead, &raw[at..], &mut out[to..], wtf8)
    {
        at += seen;
        to += written;
    }
    let (rest, out) = (&raw[at..], &mut out[to..]);
    let written = if rest.len() < AHEAD { last::<B>(rest, out, wtf8) } else { by_steps(rest, out, wtf8) };
    Some(to + written?)
}

/// Less than [`AHEAD`], by way of memory that has room for more.
#[inline(always)]
fn last<B: Block>(rest: &[u8], out: &mut [u8], wtf8: bool) -> Option<usize> {
    let (mut raw, mut text) = ([0; 2 * AHEAD], [0; 2 * AHEAD]);
    raw[..rest.len()].copy_from_slice(rest);
    let (mut at, mut to) = (0, 0);
    while at < rest.len() {
        let (seen, written) = block::<B>(raw[at..].first_chunk()?, &rest[at..], &mut text[to..], wtf8)?;
        at += seen;
        to += written;
    }
    // No escape reaches over the end, so what was seen behind it is plain.
    to -= at - rest.len();
    out.get_mut(..to)?.copy_from_slice(&text[..to]);
    Some(to)
}

/// Sixty-four bytes, and what of an escape lies behind them: how many bytes were seen and how many written. `rest` begins with
/// `ahead`, or ends within it. `None` where there is no room to copy whole blocks.
#[inline(always)]
fn block<B: Block>(ahead: &[u8; AHEAD], rest: &[u8], out: &mut [u8], wtf8: bool) -> Option<(usize, usize)> {
    let first: &[u8; 64] = ahead.first_chunk()?;
    *out.first_chunk_mut()? = *first;
    let mut slashes = B::keep(B::load(first).eq(b'\\'));
    let (mut at, mut to) = (0, 0);
    while slashes != 0 {
        let slash = slashes.trailing_zeros() as usize & 63;
        to += slash - at;
        let said = ONE_LETTER[usize::from(ahead[slash + 1])];
        if said != 0 {
            let place: &mut [u8; 65] = out.get_mut(to..)?.first_chunk_mut()?;
            place[0] = said;
            to += 1;
            at = slash + 2;
            slashes &= !(3 << slash);
            *place.last_chunk_mut::<64>()? = *ahead[at..].first_chunk()?;
            continue;
        }
        let (len, written) = rare(&rest[slash..], &mut out[to..], wtf8)?;
        to += written;
        at = slash + len;
        slashes &= (!0u64).checked_shl(at as u32).unwrap_or(0);
        // They come in rows, where a text is of such letters.
        if slashes.trailing_zeros() as usize != at {
            *out.get_mut(to..)?.first_chunk_mut::<64>()? = *ahead[at..].first_chunk()?;
        }
    }
    Some(if at < 64 { (64, to + 64 - at) } else { (at, to) })
}

/// An escape with digits, or what is none: its length, and that of what is written for it.
#[inline(never)]
fn rare(bytes: &[u8], out: &mut [u8], wtf8: bool) -> Option<(usize, usize)> {
    let Some((piece, len)) = escape(bytes) else { return Some((1, 0)) };
    let mut said = [0; 4];
    let written = piece.bytes(&mut said, wtf8).len();
    *out.first_chunk_mut()? = said;
    Some((len, written))
}

#[cfg(test)]
mod tests {
    use super::{AHEAD, by_steps};
    use crate::kernel::Kernel;
    use std::vec;
    use std::vec::Vec;

    /// Escapes of all kinds, some of them broken, which no string that a scanner passed has.
    const ESCAPES: &[&str] = &[
        r"\n",
        r#"\""#,
        r"\\",
        r"\/",
        r"\b",
        r"\f",
        r"\r",
        r"\t",
        r"\u0041",
        r"\u00e9",
        r"\u20AC",
        r"\ud83d\ude00",
        r"\ud83d",
        r"\ude00",
        r"\ud83d\n",
        r"\u0000",
        r"\x",
        r"\u12",
        r"\ud83d\u",
        r"\",
    ];

    #[test]
    fn every_kernel_says_the_same() {
        let mut random = 0x2545_F491_4F6C_DD1C_u64;
        let mut next = |below: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random % below as u64) as usize
        };
        for round in 0..20_000 {
            let len = next([8, 80, 2 * AHEAD, 700][round % 4]);
            let (rare, kinds) = (1 + next(90), [3, ESCAPES.len()][round / 4 % 2]);
            let mut raw: Vec<u8> = Vec::new();
            while raw.len() < len {
                match next(rare) {
                    0 => raw.extend_from_slice(ESCAPES[next(kinds)].as_bytes()),
                    1 => raw.extend_from_slice("é€".as_bytes()),
                    // A run of backslashes, so that some end a block.
                    2 if next(20) == 0 => raw.resize(raw.len() + next(70), b'\\'),
                    _ => raw.push(b'a' + next(26) as u8),
                }
            }
            for wtf8 in [false, true] {
                let mut want = vec![0; 3 * raw.len()];
                let said = by_steps(&raw, &mut want, wtf8).expect("no escape says more");
                want.truncate(said);
                for kernel in Kernel::all() {
                    for room in
                        [said, raw.len().max(said), said + next(200), said.saturating_sub(1 + next(90))]
                    {
                        let mut out = vec![0xFF; room];
                        let got = kernel.unescape(&raw, &mut out, wtf8);
                        let told = raw.escape_ascii();
                        assert_eq!(got, (room >= said).then_some(said), "{kernel} in {room}: {told}");
                        if got.is_some() {
                            assert!(out[..said] == want, "{kernel} in {room}: {told}");
                        }
                    }
                }
            }
        }
    }
}
