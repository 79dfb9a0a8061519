//! Whole objects inside a faulty line.
//!
//! Off by default everywhere: text can look like an object. Reports list these spans; counting them is the user's word.

use crate::check::{self, is_blank, skip_blank};
use crate::fault::FaultKind;
use core::ops::Range;

/// The whole objects of a faulty line as spans of the stream: those that lead the line, then the one that ends it (white
/// space and NULs behind it allowed). Made by [`Record::salvage`](crate::Record::salvage). Linear in the line, allocates
/// nothing.
#[derive(Clone, Debug)]
pub struct Salvage<'a> {
    line: &'a [u8],
    /// Stream offset of `line`.
    offset: u64,
    /// Where the next leading object would begin; `None` once one was missing.
    leading: Option<usize>,
    /// End of the last leading object.
    done: usize,
    ended: bool,
}

impl<'a> Salvage<'a> {
    pub(crate) fn none() -> Salvage<'static> {
        Salvage { line: &[], offset: 0, leading: None, done: 0, ended: true }
    }

    pub(crate) fn new(line: &'a [u8], offset: u64, kind: FaultKind) -> Salvage<'a> {
        match kind {
            // A cut line may well end with a whole inner object, and that is no event; the others hold none by definition.
            FaultKind::Truncated
            | FaultKind::Noise
            | FaultKind::Encoding
            | FaultKind::TooDeep
            | FaultKind::TooLong
            | FaultKind::NotObject => Salvage::none(),
            FaultKind::TornJoin
            | FaultKind::Concatenated
            | FaultKind::TrailingBytes
            | FaultKind::Prefixed
            | FaultKind::Syntax
            | FaultKind::ControlChar
            | FaultKind::InvalidUtf8
            | FaultKind::NulRun => Salvage { line, offset, leading: Some(0), done: 0, ended: false },
        }
    }

    fn span(&self, range: Range<usize>) -> Range<u64> {
        self.offset + range.start as u64..self.offset + range.end as u64
    }
}

impl Iterator for Salvage<'_> {
    type Item = Range<u64>;

    fn next(&mut self) -> Option<Range<u64>> {
        if let Some(at) = self.leading.take() {
            let start = skip_blank(self.line, at);
            if self.line.get(start) == Some(&b'{')
                && let Ok(end) = check::value(self.line, start, &mut ())
            {
                self.leading = Some(end);
                self.done = end;
                return Some(self.span(start..end));
            }
        }
        if core::mem::replace(&mut self.ended, true) {
            return None;
        }
        let last = ending(self.line)?;
        (last.end > self.done).then(|| self.span(last))
    }
}

/// The object that ends `line`, white space and NULs behind it allowed.
///
/// Two different `{` can never both begin one: the second would lie in a string of the first, there inside and outside
/// of strings are exchanged, and both would have to be outside at the same last `}`. So it is found by one walk
/// backwards from that brace to its partner, and proved by one check forwards.
pub(crate) fn ending(line: &[u8]) -> Option<Range<usize>> {
    let end = line.iter().rposition(|byte| !is_blank(*byte) && *byte != 0)? + 1;
    if line[end - 1] != b'}' {
        return None;
    }
    let start = partner(&line[..end])?;
    (line[start] == b'{' && check::value(line, start, &mut ()) == Ok(end)).then_some(start..end)
}

/// The bracket that the last bracket of `bytes` closes, if the bytes between are sound.
fn partner(bytes: &[u8]) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = bytes.len();
    while at > 0 {
        at -= 1;
        match bytes[at] {
            b'}' | b']' => depth += 1,
            b'{' | b'[' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            b'"' => at = opening_quote(bytes, at)?,
            _ => {}
        }
    }
    None
}

/// The quote that opens the string which the quote at `at` closes: the nearest before it that no odd run of backslashes
/// precedes.
fn opening_quote(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at = memchr::memrchr(b'"', &bytes[..at])?;
        let run = bytes[..at].iter().rev().take_while(|byte| **byte == b'\\').count();
        if run % 2 == 0 {
            return Some(at);
        }
    }
}
