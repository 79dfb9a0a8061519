//! Streams that are no UTF-8 at all.

/// A stream of 16-bit units, told by its byte order mark. Such a stream is not read: it is one fault of kind
/// [`Encoding`](crate::FaultKind::Encoding) at offset 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Utf16 {
    /// Low byte first (`FF FE`), what PowerShell's `>` writes.
    Little,
    /// High byte first (`FE FF`).
    Big,
}

impl Utf16 {
    /// Looks at the first bytes of a stream; two are enough.
    pub fn of_mark(head: &[u8]) -> Option<Utf16> {
        match head {
            [0xFF, 0xFE, ..] => Some(Utf16::Little),
            [0xFE, 0xFF, ..] => Some(Utf16::Big),
            _ => None,
        }
    }

    /// `UTF-16LE` or `UTF-16BE`.
    pub fn as_str(self) -> &'static str {
        match self {
            Utf16::Little => "UTF-16LE",
            Utf16::Big => "UTF-16BE",
        }
    }
}
