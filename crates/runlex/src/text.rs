//! `bump`: text with escapes resolved, in an arena.

use bumpalo::Bump;
use runlex_core::RawStr;

/// Adds [`text_in`](TextIn::text_in) to [`RawStr`]. Feature `bump`.
///
/// ```
/// use bumpalo::Bump;
/// use runlex::{Field, TextIn, Value, slice};
///
/// let line = br#"{"plain":"as it is","escaped":"two\nlines"}"#;
/// let bump = Bump::new();
/// let (_, object) = slice::events(line).next().unwrap();
/// let text = |name| Field::of(object.get(name), Value::string).ok().map(|raw| raw.text_in(&bump));
/// assert_eq!(text("plain"), Some("as it is"));
/// assert_eq!(bump.allocated_bytes(), 0); // borrowed from the line
/// assert_eq!(text("escaped"), Some("two\nlines"));
/// ```
pub trait TextIn<'a> {
    /// The text, escapes resolved and lone surrogates as U+FFFD: borrowed from the line where nothing is escaped, otherwise
    /// written to `bump`, which then holds exactly the text.
    ///
    /// Costs one check of UTF-8 where plain; with escapes one pass for the length and one to write. Like every allocation
    /// it aborts where there is no memory. Text is never trimmed.
    fn text_in<'o>(self, bump: &'o Bump) -> &'o str
    where
        'a: 'o;
}

impl<'a> TextIn<'a> for RawStr<'a> {
    fn text_in<'o>(self, bump: &'o Bump) -> &'o str
    where
        'a: 'o,
    {
        if let Some(plain) = self.as_plain() {
            return plain;
        }
        let out = bump.alloc_slice_fill_copy(self.unescaped_len(), 0);
        // The length is the text's, so there is always room.
        self.unescape_into(out).unwrap_or_default()
    }
}
