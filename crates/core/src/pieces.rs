//! A string cut at its escapes, one after the other: the definition of what a string says.

use crate::notes::unit_at;

/// What a stretch of a string says.
#[derive(Clone, Copy)]
pub(crate) enum Piece<'a> {
    /// Bytes that stand for themselves.
    Plain(&'a [u8]),
    /// A resolved escape.
    Char(char),
    /// Half of a surrogate pair.
    Lone(u16),
}

impl<'a> Piece<'a> {
    /// The text of it. A lone surrogate is U+FFFD, or with `wtf8` its value in the generalised UTF-8 form.
    pub(crate) fn bytes<'b>(self, buffer: &'b mut [u8; 4], wtf8: bool) -> &'b [u8]
    where
        'a: 'b,
    {
        match self {
            Piece::Plain(bytes) => bytes,
            Piece::Char(c) => c.encode_utf8(buffer).as_bytes(),
            Piece::Lone(_) if !wtf8 => char::REPLACEMENT_CHARACTER.encode_utf8(buffer).as_bytes(),
            Piece::Lone(unit) => {
                buffer[0] = 0xE0 | (unit >> 12) as u8;
                buffer[1] = 0x80 | (unit >> 6 & 0x3F) as u8;
                buffer[2] = 0x80 | (unit & 0x3F) as u8;
                &buffer[..3]
            }
        }
    }

    pub(crate) fn len(self) -> usize {
        match self {
            Piece::Plain(bytes) => bytes.len(),
            Piece::Char(c) => c.len_utf8(),
            Piece::Lone(_) => 3,
        }
    }
}

/// Cuts a string into stretches without escapes and single escapes.
#[derive(Clone)]
pub(crate) struct Pieces<'a> {
    rest: &'a [u8],
}

impl<'a> Pieces<'a> {
    pub(crate) fn new(raw: &'a [u8]) -> Pieces<'a> {
        Pieces { rest: raw }
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let plain = memchr::memchr(b'\\', self.rest).unwrap_or(self.rest.len());
        if plain > 0 {
            let (bytes, rest) = self.rest.split_at(plain);
            self.rest = rest;
            return Some(Piece::Plain(bytes));
        }
        let (piece, len) = escape(self.rest)?;
        self.rest = &self.rest[len..];
        Some(piece)
    }
}

/// The escape whose backslash is the first of these bytes, and how long it is. `None` where nothing follows the backslash, as in
/// no string that a scanner has passed.
pub(crate) fn escape(bytes: &[u8]) -> Option<(Piece<'static>, usize)> {
    let letter = *bytes.get(1)?;
    if letter != b'u' {
        let said = ONE_LETTER[usize::from(letter)];
        return Some((Piece::Char(if said == 0 { char::REPLACEMENT_CHARACTER } else { said.into() }), 2));
    }
    let Some(unit) = unit_at(bytes, 0) else { return Some((Piece::Char(char::REPLACEMENT_CHARACTER), 2)) };
    if let Some(c) = char::from_u32(unit.into()) {
        return Some((Piece::Char(c), 6));
    }
    Some(match unit_at(bytes, 6) {
        Some(low @ 0xDC00..0xE000) if unit < 0xDC00 => {
            let code = 0x10000 + (u32::from(unit - 0xD800) << 10 | u32::from(low - 0xDC00));
            (Piece::Char(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)), 12)
        }
        _ => (Piece::Lone(unit), 6),
    })
}

/// What a backslash and one letter stand for, by the letter; zero where it is no such escape.
pub(crate) const ONE_LETTER: [u8; 256] = {
    let mut said = [0; 256];
    said[b'b' as usize] = 0x8;
    said[b'f' as usize] = 0xC;
    said[b'n' as usize] = b'\n';
    said[b'r' as usize] = b'\r';
    said[b't' as usize] = b'\t';
    said[b'"' as usize] = b'"';
    said[b'\\' as usize] = b'\\';
    said[b'/' as usize] = b'/';
    said
};
