//! A file, or a part of one, to its aggregate.

use crate::aggregate::Aggregate;
use crate::batch::{Batches, Context, Feed, Lane, all_to};
use crate::info::{FileInfo, Identity, Source, Stamp};
use crate::join::Part;
use crate::map::Mapped;
use crate::outcome::{Changed, FileError};
use crate::range::{self, Reached};
use crate::read_at::{ReadAt, fill_at};
use crate::scan::Io;
use crate::unpack::{Compression, Unpacked};
use runlex_core::{At, Utf16};
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

/// How files are read.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'s> {
    pub(crate) context: Context<'s>,
    pub(crate) io: Io,
    /// Bytes of a part.
    pub(crate) cut: u64,
    /// Cap on the unpacked bytes of a compressed file.
    pub(crate) max_unpacked: u64,
}

/// What of a file is read in one go.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Whole,
    /// A part of a regular file that is neither compressed nor UTF-16, of so many bytes.
    Part {
        range: Range<u64>,
        len: u64,
        identity: Option<Identity>,
    },
}

/// So many parts of the full size at the end of a file, and what is left beside them, are cut so much finer.
const COARSE_LEFT: u64 = 1;
const FINER: u64 = 8;

/// Where a large file is cut.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// None for a file that is read in one piece.
    large: Option<(u64, Option<Identity>)>,
    start: u64,
    cut: u64,
}

impl Plan {
    /// Looks into a large file whether it can be cut. What goes wrong here is told when it is read.
    pub(crate) fn of(file: &FileInfo, cut: u64) -> Plan {
        let start = file.start();
        let is_large = |len: Option<u64>| len.is_some_and(|len| len.saturating_sub(start) > cut);
        let large = match file.source() {
            Source::File(path) if !file.is_stream() && is_large(file.len()) => {
                large(path).ok().flatten().filter(|(len, _)| is_large(Some(*len)))
            }
            _ => None,
        };
        Plan { large, start, cut }
    }

    pub(crate) fn pieces(&self) -> usize {
        match self.large {
            None => 1,
            Some((len, _)) => {
                let (parts, fine) = self.parts(len);
                usize::try_from(parts + (len - self.end_of(parts)).div_ceil(fine)).unwrap_or(usize::MAX)
            }
        }
    }

    /// How many parts have the full size, and how many bytes those behind them have: towards the end they are smaller, so that all
    /// threads come to it at the same time.
    fn parts(&self, len: u64) -> (u64, u64) {
        (((len - self.start) / self.cut).saturating_sub(COARSE_LEFT), (self.cut / FINER).max(1))
    }

    /// Where the full parts end, if there are so many.
    fn end_of(&self, parts: u64) -> u64 {
        self.start.saturating_add(parts.saturating_mul(self.cut))
    }

    pub(crate) fn piece(&self, number: usize) -> Piece {
        match &self.large {
            None => Piece::Whole,
            Some((len, identity)) => {
                let (parts, fine) = self.parts(*len);
                let number = number as u64;
                let (start, cut) = match number.checked_sub(parts) {
                    None => (self.end_of(number), self.cut),
                    Some(number) => (self.end_of(parts).saturating_add(number.saturating_mul(fine)), fine),
                };
                let range = start..start.saturating_add(cut).min(*len);
                Piece::Part { range, len: *len, identity: identity.clone() }
            }
        }
    }
}

/// The length and identity of a file, if it is one of plain lines.
fn large(path: &Path) -> io::Result<Option<(u64, Option<Identity>)>> {
    let file = File::open(path)?;
    let meta = file.metadata()?;
    let mut head = [0; 4];
    let got = fill_at(&file, &mut head, 0)?;
    Ok((meta.is_file() && is_plain(&head[..got])).then(|| (meta.len(), Identity::of(path, &meta))))
}

/// By the first bytes of a file: neither compressed nor UTF-16.
fn is_plain(head: &[u8]) -> bool {
    Compression::of_magic(head) == Compression::None && Utf16::of_mark(head).is_none()
}

impl Reading<'_> {
    /// Reads a piece of a file.
    pub(crate) fn read<A: Aggregate>(
        &self,
        lane: &mut Lane,
        file: &FileInfo,
        piece: Piece,
        aggregate: A,
    ) -> Part<A> {
        let mut part = Part::new(aggregate);
        let opened = match file.source() {
            Source::Stdin => {
                self.stream(lane, io::stdin().lock(), &mut part);
                return part;
            }
            Source::File(path) => open(path, file, &piece),
        };
        match (opened, piece) {
            (Err(cause), _) => part.error = Some(FileError { at: None, cause }),
            (Ok((opened, Some(len))), Piece::Whole) if file.start() > 0 => {
                self.rest(lane, &opened, file.start(), len, &mut part)
            }
            (Ok((opened, _)), Piece::Whole) if file.is_stream() => self.stream(lane, opened, &mut part),
            (Ok((opened, None)), Piece::Whole) => self.stream(lane, opened, &mut part),
            (Ok((opened, Some(len))), Piece::Whole) => self.regular(lane, opened, len, &mut part),
            (Ok((opened, _)), Piece::Part { range, len, .. }) => {
                self.plain(lane, &opened, range, len, &mut part)
            }
        }
        part
    }

    /// A regular file of `len` bytes.
    fn regular<A: Aggregate>(&self, lane: &mut Lane, file: File, len: u64, part: &mut Part<A>) {
        let mut head = [0; 4];
        let head = match fill_at(&file, &mut head, 0) {
            Ok(got) => &head[..got.min(usize::try_from(len).unwrap_or(usize::MAX))],
            Err(cause) => {
                part.error = Some(FileError { at: Some(At::START), cause });
                return;
            }
        };
        match Compression::of_magic(head) {
            Compression::None => self.plain(lane, &file, 0..len, len, part),
            Compression::Gzip | Compression::Zstd => self.stream(lane, file, part),
        }
    }

    /// A regular file of `len` bytes from `start` on, which was plain when its beginning was read.
    fn rest<A: Aggregate>(&self, lane: &mut Lane, file: &File, start: u64, len: u64, part: &mut Part<A>) {
        let mut head = [0; 4];
        let changed = match fill_at(file, &mut head, 0) {
            Err(cause) => Some(cause),
            Ok(_) if len < start => Some(Changed::Shrank.into()),
            Ok(got) if !is_plain(&head[..got]) => Some(Changed::Replaced.into()),
            Ok(_) => None,
        };
        match changed {
            Some(cause) => part.error = Some(FileError { at: None, cause }),
            None => self.plain(lane, file, start..len, len, part),
        }
    }

    /// A part of a regular file of `len` bytes that is not compressed, nor UTF-16 unless the part begins at its start.
    fn plain<A: Aggregate>(
        &self,
        lane: &mut Lane,
        file: &File,
        range: Range<u64>,
        len: u64,
        part: &mut Part<A>,
    ) {
        let context = &self.context;
        let fixed = Fixed { file, len };
        let is_last = range.end == len;
        let map = match self.io {
            Io::Auto => None,
            Io::Mmap => Mapped::of(file, range.start.saturating_sub(1), len),
        };
        let into = &mut part.aggregate;
        let reached = match &map {
            Some(map) if range.start > 0 || Utf16::of_mark(map.bytes()).is_none() => {
                range::of_bytes(context, &mut lane.tape, map.bytes(), map.base(), range, into)
            }
            _ => range::of_source(context, lane, &fixed, range, into),
        };
        part.settle(reached);
        part.has_grown = is_last && part.error.is_none() && fixed.has_grown();
    }

    /// What is read in order to its end, unpacked if it is compressed.
    pub(crate) fn stream<A: Aggregate>(&self, lane: &mut Lane, source: impl Read, part: &mut Part<A>) {
        let source = Counted { context: &self.context, source };
        let mut source = match Unpacked::new(source) {
            Ok(source) => source.max_bytes(self.max_unpacked),
            Err(cause) => {
                part.error = Some(FileError { at: Some(At::START), cause });
                return;
            }
        };
        part.compression = source.compression();
        let mut batches = Batches::new(&self.context, lane, Feed::Reader(&mut source), At::START, u64::MAX);
        let end = batches.observe(all_to(&mut part.aggregate));
        let at = batches.at();
        part.settle(Reached { at, end });
    }
}

impl<A> Part<A> {
    fn settle(&mut self, reached: Reached) {
        let Reached { at, end } = reached;
        self.lines = at.line - 1;
        self.end = if self.lines == 0 { 0 } else { at.offset };
        match end {
            Ok(encoding) => self.encoding = encoding,
            Err(cause) => self.error = Some(FileError { at: Some(at), cause }),
        }
    }
}

/// Opens a file, with its length if it is a regular one. It has to be the one that was cut into pieces, and one that is not read
/// from its beginning has to be the one that was found.
fn open(path: &Path, found: &FileInfo, piece: &Piece) -> io::Result<(File, Option<u64>)> {
    let file = File::open(path)?;
    let meta = file.metadata()?;
    let is_as_cut = match piece {
        Piece::Whole => true,
        Piece::Part { identity, .. } => *identity == Identity::of(path, &meta),
    };
    let place = |stamp: Stamp| (stamp.device, stamp.inode);
    let is_found = found.start() == 0 || found.stamp().map(place) == Stamp::of(&meta).map(place);
    match is_as_cut && is_found {
        true => Ok((file, meta.is_file().then_some(meta.len()))),
        false => Err(Changed::Replaced.into()),
    }
}

/// A file that is as long as it was when it was opened, and it is an error if it is not.
struct Fixed<'f> {
    file: &'f File,
    len: u64,
}

impl Fixed<'_> {
    fn has_grown(&self) -> bool {
        fill_at(self.file, &mut [0], self.len).is_ok_and(|got| got > 0)
    }
}

impl ReadAt for Fixed<'_> {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let left = usize::try_from(self.len.saturating_sub(offset)).unwrap_or(usize::MAX);
        let most = left.min(buffer.len());
        match self.file.read_at(&mut buffer[..most], offset)? {
            0 if most > 0 => Err(Changed::Shrank.into()),
            got => Ok(got),
        }
    }
}

/// A source whose bytes are progress.
struct Counted<'c, R> {
    context: &'c Context<'c>,
    source: R,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let got = self.source.read(buffer)?;
        self.context.advance(got as u64);
        Ok(got)
    }
}
