//! Base64 (RFC 4648, section 4): written piece by piece, and checked where it lies in a string.

use core::fmt;
use runlex_core::RawStr;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Writes `bytes` in base64, with padding. Allocates nothing: goes over a buffer of 1 KiB.
pub(crate) fn write(bytes: &[u8], out: &mut (impl fmt::Write + ?Sized)) -> fmt::Result {
    let mut buffer = [0u8; 1024];
    for piece in bytes.chunks(buffer.len() / 4 * 3) {
        let mut len = 0;
        for (three, four) in piece.chunks(3).zip(buffer.chunks_exact_mut(4)) {
            let at = |index: usize| u32::from(three.get(index).copied().unwrap_or(0));
            let word = at(0) << 16 | at(1) << 8 | at(2);
            for (place, byte) in four.iter_mut().enumerate() {
                *byte = match place <= three.len() {
                    true => ALPHABET[(word >> (18 - 6 * place) & 63) as usize],
                    false => b'=',
                };
            }
            len += 4;
        }
        // The alphabet is ASCII, so this never fails.
        out.write_str(core::str::from_utf8(&buffer[..len]).map_err(|_| fmt::Error)?)?;
    }
    Ok(())
}

/// Holds the text of a string against the rules: letters of the alphabet, up to two `=` at the end, a length that four
/// divides. Says where in the raw string the first breach is, its length where something is missing. The first bytes that
/// the text stands for go to `front`; returns how many.
pub(crate) fn check(text: RawStr<'_>, front: &mut [u8]) -> Result<usize, usize> {
    let raw = text.raw();
    let (mut at, mut count, mut padding) = (0, 0usize, 0usize);
    let (mut word, mut filled) = (0u32, 0);
    while at < raw.len() {
        let (byte, len) = letter(&raw[at..]);
        let value = byte.and_then(value);
        match (byte, value) {
            (Some(b'='), _) if count % 4 + padding >= 2 && count % 4 + padding < 4 => padding += 1,
            (Some(_), Some(value)) if padding == 0 => {
                count += 1;
                if filled < front.len() {
                    word = word << 6 | u32::from(value);
                    let bits = count * 6 % 8;
                    // Each letter but the first of four completes a byte.
                    if count % 4 != 1 {
                        front[filled] = (word >> bits) as u8;
                        filled += 1;
                    }
                }
            }
            _ => return Err(at),
        }
        at += len;
    }
    if (count + padding) % 4 != 0 { Err(raw.len()) } else { Ok(filled) }
}

/// The next letter of a raw string and its length there. `None` for what is no letter of ASCII.
fn letter(raw: &[u8]) -> (Option<u8>, usize) {
    match raw {
        [b'\\', b'/', ..] => (Some(b'/'), 2),
        [b'\\', b'u', b'0', b'0', high, low, ..] => {
            let hex = |digit: u8| char::from(digit).to_digit(16);
            let byte = hex(*high).zip(hex(*low)).map(|(high, low)| (high << 4 | low) as u8);
            (byte.filter(u8::is_ascii), 6)
        }
        [b'\\', ..] => (None, 2),
        [byte, ..] => (Some(*byte), 1),
        [] => (None, 1),
    }
}

fn value(letter: u8) -> Option<u8> {
    match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}
