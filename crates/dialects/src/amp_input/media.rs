//! Kinds of images, and how their first bytes tell them (section 2).

use core::fmt;

/// The kinds of images that Amp takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MediaType {
    /// `image/jpeg`
    Jpeg,
    /// `image/png`
    Png,
    /// `image/gif`
    Gif,
    /// `image/webp`
    Webp,
}

impl MediaType {
    /// Every kind.
    pub const ALL: &[MediaType] = &[MediaType::Jpeg, MediaType::Png, MediaType::Gif, MediaType::Webp];

    /// Bytes of an image that are enough to tell its kind.
    pub(crate) const ENOUGH: usize = 12;

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            MediaType::Jpeg => "image/jpeg",
            MediaType::Png => "image/png",
            MediaType::Gif => "image/gif",
            MediaType::Webp => "image/webp",
        }
    }

    /// The kind of the image that begins with these bytes; the first twelve are looked at.
    ///
    /// ```
    /// use runlex_dialects::amp_input::MediaType;
    /// assert_eq!(MediaType::of_bytes(b"GIF89a\x01\x00"), Some(MediaType::Gif));
    /// assert_eq!(MediaType::of_bytes(b"<svg>"), None);
    /// ```
    pub fn of_bytes(image: &[u8]) -> Option<MediaType> {
        match image {
            [0xFF, 0xD8, 0xFF, ..] => Some(MediaType::Jpeg),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => Some(MediaType::Png),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(MediaType::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(MediaType::Webp),
            _ => None,
        }
    }
}

impl fmt::Display for MediaType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
