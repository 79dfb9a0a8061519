//! Writing a line of input that Amp takes (sections 1 and 2). What can be built here is valid; what is not cannot be built.

use super::base64;
use super::media::MediaType;
use core::fmt;

/// A message to Amp, to be written as one line.
///
/// Written through [`fmt::Display`] (without a newline) or [`write_line`](Self::write_line) (with one), and so to anything:
/// to a `String`, to a buffer of your own, or to a pipe by `writeln!(stdin, "{message}")`. Allocates nothing; images are
/// encoded on the way. No newline can get into the line, since JSON strings escape it.
///
/// ```
/// use runlex_dialects::amp_input::{InputBlock, InputImage, InputMessage, MediaType};
///
/// let gif = InputImage::new(MediaType::Gif, b"GIF89a\x01\x00\x01\x00\x00\x00\x00,")?.source_path("file:///pics/a.gif");
/// let blocks = [InputBlock::Text("see"), InputBlock::Image(gif)];
/// let mut line = String::new();
/// InputMessage::new(&blocks).request_id("job-7-try-2")?.write_line(&mut line).expect("a String takes all");
/// assert_eq!(line, concat!(
///     r#"{"type":"user","request_id":"job-7-try-2","message":{"role":"user","content":[{"type":"text","text":"see"},"#,
///     r#"{"type":"image","source_path":"file:///pics/a.gif","source":{"type":"base64","media_type":"image/gif","#,
///     r#""data":"R0lGODlhAQABAAAAACw="}}]}}"#, "\n"));
/// # Ok::<(), runlex_dialects::amp_input::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct InputMessage<'m> {
    blocks: &'m [InputBlock<'m>],
    steer: bool,
    request_id: Option<&'m str>,
    separators: bool,
}

/// A block of an [`InputMessage`]. Amp's manual knows these two.
#[derive(Clone, Copy, Debug)]
pub enum InputBlock<'m> {
    /// Text, any.
    Text(&'m str),
    /// An image.
    Image(InputImage<'m>),
}

/// An image for an [`InputBlock`], whose media type agrees with its bytes.
#[derive(Clone, Copy)]
pub struct InputImage<'m> {
    media_type: MediaType,
    bytes: &'m [u8],
    source_path: Option<&'m str>,
}

/// Why something cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// The bytes are not of the declared kind.
    MediaTypeMismatch {
        /// What was declared.
        declared: MediaType,
        /// What the bytes are, if they are any kind that Amp takes.
        found: Option<MediaType>,
    },
    /// A request id must have 1 to 256 characters.
    RequestIdLength {
        /// How many it has.
        characters: usize,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::MediaTypeMismatch { declared, found: Some(found) } => {
                write!(f, "the image is declared as {declared}, but its bytes are {found}")
            }
            BuildError::MediaTypeMismatch { declared, found: None } => {
                write!(
                    f,
                    "the image is declared as {declared}, but its bytes are no kind of image that Amp takes"
                )
            }
            BuildError::RequestIdLength { characters } => {
                write!(f, "a request id has 1 to 256 characters, this one {characters}")
            }
        }
    }
}

impl core::error::Error for BuildError {}

/// Characters that a request id may have at most.
pub(crate) const LONGEST_REQUEST_ID: usize = 256;

impl<'m> InputImage<'m> {
    /// An image of the declared kind.
    ///
    /// # Errors
    ///
    /// When its first bytes tell another kind, or none.
    pub fn new(media_type: MediaType, bytes: &'m [u8]) -> Result<InputImage<'m>, BuildError> {
        match MediaType::of_bytes(bytes) {
            Some(found) if found == media_type => Ok(InputImage { media_type, bytes, source_path: None }),
            found => Err(BuildError::MediaTypeMismatch { declared: media_type, found }),
        }
    }

    /// An image of the kind that its first bytes tell; `None` if Amp takes no such.
    pub fn of_bytes(bytes: &'m [u8]) -> Option<InputImage<'m>> {
        MediaType::of_bytes(bytes).map(|media_type| InputImage { media_type, bytes, source_path: None })
    }

    /// Where the image is from, as Amp is to show it: the manual gives a `file://` URL. Left out, Amp makes one up.
    pub fn source_path(self, path: &'m str) -> InputImage<'m> {
        InputImage { source_path: Some(path), ..self }
    }

    /// The kind.
    pub fn media_type(&self) -> MediaType {
        self.media_type
    }
}

impl fmt::Debug for InputImage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "InputImage({}, {} bytes)", self.media_type, self.bytes.len())
    }
}

impl<'m> InputMessage<'m> {
    /// A message of these blocks, to be queued. Without any it is valid and says nothing.
    pub fn new(blocks: &'m [InputBlock<'m>]) -> InputMessage<'m> {
        InputMessage { blocks, steer: false, request_id: None, separators: false }
    }

    /// Whether the message be taken at the next interruption point while the agent is busy. The default is no.
    pub fn steer(self, steer: bool) -> InputMessage<'m> {
        InputMessage { steer, ..self }
    }

    /// The id by which a message that is sent again is known. One SDK has it, the manual does not.
    ///
    /// # Errors
    ///
    /// When it has no characters or more than 256.
    pub fn request_id(self, id: &'m str) -> Result<InputMessage<'m>, BuildError> {
        match id.chars().count() {
            1..=LONGEST_REQUEST_ID => Ok(InputMessage { request_id: Some(id), ..self }),
            characters => Err(BuildError::RequestIdLength { characters }),
        }
    }

    /// Whether U+2028 and U+2029 be escaped, which JSON does not ask for: some programs take them for line ends. The
    /// default is no.
    pub fn escape_separators(self, escape: bool) -> InputMessage<'m> {
        InputMessage { separators: escape, ..self }
    }

    /// Writes the line and its newline.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_line(&self, out: &mut (impl fmt::Write + ?Sized)) -> fmt::Result {
        self.write(out)?;
        out.write_char('\n')
    }

    fn write(&self, out: &mut (impl fmt::Write + ?Sized)) -> fmt::Result {
        out.write_str(r#"{"type":"user""#)?;
        if self.steer {
            out.write_str(r#","steer":true"#)?;
        }
        if let Some(id) = self.request_id {
            out.write_str(r#","request_id":"#)?;
            self.string(id, out)?;
        }
        out.write_str(r#","message":{"role":"user","content":["#)?;
        for (index, block) in self.blocks.iter().enumerate() {
            if index > 0 {
                out.write_char(',')?;
            }
            match block {
                InputBlock::Text(text) => {
                    out.write_str(r#"{"type":"text","text":"#)?;
                    self.string(text, out)?;
                }
                InputBlock::Image(image) => {
                    out.write_str(r#"{"type":"image","#)?;
                    if let Some(path) = image.source_path {
                        out.write_str(r#""source_path":"#)?;
                        self.string(path, out)?;
                        out.write_char(',')?;
                    }
                    out.write_str(r#""source":{"type":"base64","media_type":""#)?;
                    out.write_str(image.media_type.as_str())?;
                    out.write_str(r#"","data":""#)?;
                    base64::write(image.bytes, out)?;
                    out.write_str(r#""}"#)?;
                }
            }
            out.write_char('}')?;
        }
        out.write_str("]}}")
    }

    /// A JSON string: quotes, backslashes and control bytes escaped, all else as it is.
    fn string(&self, text: &str, out: &mut (impl fmt::Write + ?Sized)) -> fmt::Result {
        let special = |c: char| {
            matches!(c, '"' | '\\' | '\0'..='\x1F') || self.separators && matches!(c, '\u{2028}' | '\u{2029}')
        };
        out.write_char('"')?;
        for piece in text.split_inclusive(special) {
            let last = piece.chars().next_back().filter(|last| special(*last));
            let plain = last.map_or(piece.len(), |last| piece.len() - last.len_utf8());
            out.write_str(piece.get(..plain).unwrap_or(""))?;
            match last {
                None => {}
                Some('"') => out.write_str("\\\"")?,
                Some('\\') => out.write_str("\\\\")?,
                Some('\n') => out.write_str("\\n")?,
                Some('\r') => out.write_str("\\r")?,
                Some('\t') => out.write_str("\\t")?,
                Some('\u{8}') => out.write_str("\\b")?,
                Some('\u{C}') => out.write_str("\\f")?,
                Some(other) => write!(out, "\\u{:04x}", u32::from(other))?,
            }
        }
        out.write_char('"')
    }
}

/// The line without its newline.
impl fmt::Display for InputMessage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}
