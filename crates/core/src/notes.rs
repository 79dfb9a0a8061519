//! Odd things in sound lines.

use crate::fault::{Note, NoteKind};
use memchr::memchr;

/// The notes on one event, in order of place. Made by [`Record::notes`](crate::Record::notes). Costs nothing on a line
/// without surrogate escapes, else one pass over it; allocates nothing.
#[derive(Clone, Debug)]
pub struct Notes<'a> {
    line: &'a [u8],
    at: usize,
    /// Stream offset of `line`.
    offset: u64,
}

impl<'a> Notes<'a> {
    pub(crate) fn new(line: &'a [u8], offset: u64) -> Notes<'a> {
        Notes { line, at: 0, offset }
    }
}

impl Iterator for Notes<'_> {
    type Item = Note;

    #[inline]
    fn next(&mut self) -> Option<Note> {
        // Of nearly every line.
        if self.line.is_empty() { None } else { self.search() }
    }
}

impl Notes<'_> {
    fn search(&mut self) -> Option<Note> {
        while let Some(found) = self.line.get(self.at..).and_then(|rest| memchr(b'\\', rest)) {
            let at = self.at + found;
            let Some(unit) = unit_at(self.line, at) else {
                self.at = at + 2;
                continue;
            };
            self.at = at + 6;
            match unit {
                0xD800..0xDC00 if matches!(unit_at(self.line, at + 6), Some(0xDC00..0xE000)) => self.at += 6,
                0xD800..0xE000 => {
                    return Some(Note { kind: NoteKind::LoneSurrogate, at: self.offset + at as u64 });
                }
                _ => {}
            }
        }
        None
    }
}

/// The 16-bit unit that an escape `\uXXXX` at `at` stands for.
pub(crate) fn unit_at(bytes: &[u8], at: usize) -> Option<u16> {
    let &[b'\\', b'u', ref digits @ ..] = bytes.get(at..)?.first_chunk::<6>()? else { return None };
    digits.iter().try_fold(0u16, |unit, digit| Some(unit << 4 | (*digit as char).to_digit(16)? as u16))
}
