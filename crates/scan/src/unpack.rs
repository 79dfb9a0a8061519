//! Compressed streams, told by their first bytes.

use flate2::bufread::GzDecoder;
use std::fmt;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read, Take};

/// How a stream is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compression {
    /// It is not.
    None,
    /// Members of gzip (RFC 1952), one or more.
    Gzip,
    /// Frames of Zstandard (RFC 8878), one or more; such that may be skipped among them.
    Zstd,
}

impl Compression {
    /// Looks at the first bytes of a stream; four are enough. Names say nothing.
    pub fn of_magic(head: &[u8]) -> Compression {
        match head {
            [0x1F, 0x8B, ..] => Compression::Gzip,
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Compression::Zstd,
            _ => Compression::None,
        }
    }

    /// `none`, `gzip` or `zstd`.
    pub fn as_str(self) -> &'static str {
        match self {
            Compression::None => "none",
            Compression::Gzip => "gzip",
            Compression::Zstd => "zstd",
        }
    }
}

/// Bytes of a compressed stream that are taken from it in one read.
const CHUNK: usize = 128 * 1024;

/// Reads a stream, unpacked if it is compressed.
///
/// All members and frames are read. Zero bytes behind the last gzip member are padding; anything else is an error, as is a
/// stream that is cut off. What was given before an error is what stands before the damage.
pub struct Unpacked<R: Read> {
    stream: Stream<Head<R>>,
    compression: Compression,
    /// Unpacked bytes that may still come.
    left: u64,
    most: u64,
    is_over: bool,
}

/// The stream, with the bytes that were looked at in front again.
type Head<R> = Chain<Take<Cursor<[u8; 4]>>, R>;

enum Stream<R: Read> {
    Plain(R),
    // Boxed: large, and one for a whole stream.
    Gzip(Box<Members<BufReader<R>>>),
    Zstd(Box<zstd::Decoder<'static, BufReader<R>>>),
}

impl<R: Read> Unpacked<R> {
    /// Takes the first bytes of `source` to see what it is.
    ///
    /// # Errors
    ///
    /// Those of the source, and where there is no memory for a decoder.
    pub fn new(mut source: R) -> io::Result<Unpacked<R>> {
        let mut head = [0; 4];
        let got = begin(&mut source, &mut head)?;
        let compression = Compression::of_magic(&head[..got]);
        let source = Cursor::new(head).take(got as u64).chain(source);
        let stream = match compression {
            Compression::None => Stream::Plain(source),
            Compression::Gzip => {
                Stream::Gzip(Box::new(Members::new(BufReader::with_capacity(CHUNK, source))))
            }
            Compression::Zstd => {
                let source = BufReader::with_capacity(CHUNK, source);
                Stream::Zstd(Box::new(zstd::Decoder::with_buffer(source)?))
            }
        };
        Ok(Unpacked { stream, compression, left: u64::MAX, most: u64::MAX, is_over: false })
    }

    /// Gives no more than `bytes` of a compressed stream: a few kilobytes can stand for terabytes. More is an error. A stream
    /// that is not compressed has no cap.
    pub fn max_bytes(mut self, bytes: u64) -> Unpacked<R> {
        if self.compression != Compression::None {
            (self.left, self.most) = (bytes, bytes);
        }
        self
    }

    /// How the stream is compressed.
    pub fn compression(&self) -> Compression {
        self.compression
    }
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = self.most;
        let too_much = || io::Error::new(io::ErrorKind::FileTooLarge, TooMuch { bytes: most });
        if self.is_over {
            return Err(too_much());
        }
        // One byte more than is left tells whether that is all.
        let most = usize::try_from(self.left.saturating_add(1)).unwrap_or(usize::MAX).min(buffer.len());
        let buffer = &mut buffer[..most];
        let got = match &mut self.stream {
            Stream::Plain(source) => source.read(buffer),
            Stream::Gzip(members) => members.read(buffer),
            Stream::Zstd(decoder) => decoder.read(buffer),
        };
        let got = got.map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted | io::ErrorKind::OutOfMemory => error,
            // What the system or another reader says is not about the data.
            _ if self.compression == Compression::None || error.raw_os_error().is_some() => error,
            kind => io::Error::new(kind, Damaged { compression: self.compression, cause: error }),
        })?;
        match self.left.checked_sub(got as u64) {
            Some(left) => {
                self.left = left;
                Ok(got)
            }
            None => {
                self.is_over = true;
                match std::mem::take(&mut self.left) {
                    0 => Err(too_much()),
                    left => Ok(left as usize),
                }
            }
        }
    }
}

impl<R: Read> fmt::Debug for Unpacked<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unpacked").field("compression", &self.compression).finish_non_exhaustive()
    }
}

/// Compressed data that no decoder takes.
#[derive(Debug)]
struct Damaged {
    compression: Compression,
    cause: io::Error,
}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.compression.as_str();
        write!(f, "the {name} data is damaged or cut off: {} (`{name} -t` tests it)", self.cause)
    }
}

impl std::error::Error for Damaged {}

#[derive(Debug)]
struct TooMuch {
    bytes: u64,
}

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it unpacks to more than {} bytes; raise that cap if it is meant to", self.bytes)
    }
}

impl std::error::Error for TooMuch {}

/// The members of a gzip stream, one after the other.
struct Members<R: BufRead> {
    /// None when all are read.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Members<R> {
    fn new(source: R) -> Members<R> {
        Members { member: Some(GzDecoder::new(source)) }
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while let Some(mut member) = self.member.take() {
            // An error leaves nothing to go on with: what would follow is no member.
            let got = match member.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                    self.member = Some(member);
                    return Err(error);
                }
                other => other?,
            };
            if got > 0 {
                self.member = Some(member);
                return Ok(got);
            }
            let mut source = member.into_inner();
            if skip_zeros(&mut source)? {
                self.member = Some(GzDecoder::new(source));
            }
        }
        Ok(0)
    }
}

/// Passes over padding; false at the end of the source.
fn skip_zeros(source: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let held = match source.fill_buf() {
            Ok([]) => return Ok(false),
            Ok(held) => held,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let zeros = held.iter().take_while(|byte| **byte == 0).count();
        let is_over = zeros < held.len();
        source.consume(zeros);
        if is_over {
            return Ok(true);
        }
    }
}

/// Reads until `head` is full, the source ends, or what came is no beginning of a compressed stream: a pipe may stay quiet
/// behind a short first line.
fn begin(source: &mut impl Read, head: &mut [u8; 4]) -> io::Result<usize> {
    let mut got = 0;
    while got < head.len() && may_become_compressed(&head[..got]) {
        match source.read(&mut head[got..]) {
            Ok(0) => break,
            Ok(more) => got += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(got)
}

fn may_become_compressed(head: &[u8]) -> bool {
    matches!(
        head,
        [] | [0x1F]
            | [0x28]
            | [0x28, 0xB5]
            | [0x28, 0xB5, 0x2F]
            | [0x50..=0x5F]
            | [0x50..=0x5F, 0x2A]
            | [0x50..=0x5F, 0x2A, 0x4D]
    )
}
