//! Strings as written, and what they say.

use crate::kernel::Kernel;
use crate::pieces::{Piece, Pieces};
use core::fmt;

/// A string between its quotes, as written. Borrowed from the line, `Copy`; escapes are resolved only on demand.
///
/// Compare it with a `str` directly (`raw == "type"`): escapes are resolved on the fly, nothing is copied.
#[derive(Clone, Copy)]
pub struct RawStr<'a> {
    raw: &'a [u8],
    escaped: bool,
}

/// The buffer given to [`RawStr::unescape_into`] is too small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needed {
    /// Bytes that are enough.
    pub bytes: usize,
}

impl fmt::Display for Needed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the buffer is too small: {} bytes are enough", self.bytes)
    }
}

impl core::error::Error for Needed {}

impl<'a> RawStr<'a> {
    /// `raw` lies between the quotes of a string that a scanner has passed.
    #[inline]
    pub(crate) fn new(raw: &'a [u8], escaped: bool) -> RawStr<'a> {
        RawStr { raw, escaped }
    }

    /// A word of a program's own, for what a line says without writing it: the name of a tool that a type implies. Such words
    /// are constants. Free.
    ///
    /// # Panics
    ///
    /// On a text that JSON would escape; in a constant that is at compile time.
    pub const fn word(text: &'static str) -> RawStr<'static> {
        let raw = text.as_bytes();
        let mut at = 0;
        while at < raw.len() {
            assert!(raw[at] >= 0x20 && raw[at] != b'"' && raw[at] != b'\\', "a word needs no escapes");
            at += 1;
        }
        RawStr { raw, escaped: false }
    }

    /// The bytes between the quotes.
    #[inline]
    pub fn raw(&self) -> &'a [u8] {
        self.raw
    }

    /// True when the string holds an escape.
    #[inline]
    pub fn is_escaped(&self) -> bool {
        self.escaped
    }

    /// The text itself when nothing in it is escaped; borrowed from the line. One UTF-8 check over the string.
    #[inline]
    pub fn as_plain(&self) -> Option<&'a str> {
        if self.escaped { None } else { core::str::from_utf8(self.raw).ok() }
    }

    /// The string without `end`, if it is written so that it ends with it and nothing in it is escaped. Borrowed from the line, free.
    pub fn without_end(&self, end: &str) -> Option<RawStr<'a>> {
        let raw = if self.escaped { None } else { self.raw.strip_suffix(end.as_bytes()) };
        raw.map(|raw| RawStr::new(raw, false))
    }

    /// The characters, escapes resolved. A lone surrogate is U+FFFD.
    pub fn chars(&self) -> Chars<'a> {
        Chars { pieces: self.pieces(), plain: "".chars() }
    }

    /// Length in bytes of the unescaped text (lone surrogates as U+FFFD). One pass.
    pub fn unescaped_len(&self) -> usize {
        self.pieces().map(|piece| piece.len()).sum()
    }

    /// Writes the text, escapes resolved and lone surrogates as U+FFFD, to the front of `out`. What
    /// `out` holds behind it is unspecified.
    ///
    /// # Errors
    ///
    /// [`Needed`] when `out` is too small; [`raw`](Self::raw)`.len()` bytes are always enough, since no escape is
    /// shorter than what it stands for. What `out` holds then is unspecified.
    pub fn unescape_into<'o>(&self, out: &'o mut [u8]) -> Result<&'o str, Needed> {
        let written = self.write(out, false)?;
        // Pieces are whole characters, so this check never fails; it is here so that no `str` is born unchecked.
        Ok(core::str::from_utf8(&out[..written]).unwrap_or(""))
    }

    /// Like [`unescape_into`](Self::unescape_into), but a lone surrogate keeps its value in the generalised UTF-8 form
    /// (WTF-8), so the bytes may be no UTF-8.
    ///
    /// # Errors
    ///
    /// [`Needed`] as there.
    pub fn unescape_wtf8_into<'o>(&self, out: &'o mut [u8]) -> Result<&'o [u8], Needed> {
        let written = self.write(out, true)?;
        Ok(&out[..written])
    }

    /// True when a surrogate escape lacks its partner.
    pub fn has_lone_surrogate(&self) -> bool {
        self.escaped && self.pieces().any(|piece| matches!(piece, Piece::Lone(_)))
    }

    fn write(&self, out: &mut [u8], wtf8: bool) -> Result<usize, Needed> {
        let written = Kernel::best().unescape(self.raw, out, wtf8);
        written.ok_or_else(|| Needed { bytes: self.unescaped_len() })
    }

    fn pieces(&self) -> Pieces<'a> {
        Pieces::new(self.raw)
    }
}

impl PartialEq<str> for RawStr<'_> {
    #[inline]
    fn eq(&self, other: &str) -> bool {
        if self.escaped { says(self.raw, other) } else { self.raw == other.as_bytes() }
    }
}

/// Whether `raw` is `text` when its escapes are resolved.
#[cold]
#[inline(never)]
fn says(raw: &[u8], text: &str) -> bool {
    let mut rest = text.as_bytes();
    for piece in Pieces::new(raw) {
        // U+FFFD in `text` does not stand for a lone surrogate here: the text differs.
        if matches!(piece, Piece::Lone(_)) {
            return false;
        }
        match rest.strip_prefix(piece.bytes(&mut [0; 4], false)) {
            Some(behind) => rest = behind,
            None => return false,
        }
    }
    rest.is_empty()
}

impl PartialEq<&str> for RawStr<'_> {
    #[inline]
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

/// Shows the text, escapes resolved, lone surrogates as U+FFFD. Control bytes come out as they are: not for a terminal.
impl fmt::Display for RawStr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in self.pieces() {
            match core::str::from_utf8(piece.bytes(&mut [0; 4], false)) {
                Ok(text) => f.write_str(text)?,
                Err(_) => f.write_str("\u{FFFD}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for RawStr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RawStr({:?})", Lossy(self.raw))
    }
}

/// The characters of a string. See [`RawStr::chars`].
#[derive(Clone)]
pub struct Chars<'a> {
    pieces: Pieces<'a>,
    plain: core::str::Chars<'a>,
}

impl Iterator for Chars<'_> {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        loop {
            if let Some(c) = self.plain.next() {
                return Some(c);
            }
            match self.pieces.next()? {
                Piece::Plain(bytes) => self.plain = core::str::from_utf8(bytes).unwrap_or("\u{FFFD}").chars(),
                Piece::Char(c) => return Some(c),
                Piece::Lone(_) => return Some(char::REPLACEMENT_CHARACTER),
            }
        }
    }
}

impl fmt::Debug for Chars<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chars").finish_non_exhaustive()
    }
}

/// Bytes for debug output, cut after 80.
pub(crate) struct Lossy<'a>(pub(crate) &'a [u8]);

impl fmt::Debug for Lossy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = &self.0[..self.0.len().min(80)];
        write!(f, "{}", shown.escape_ascii())?;
        if shown.len() < self.0.len() { write!(f, "... {} bytes", self.0.len()) } else { Ok(()) }
    }
}
