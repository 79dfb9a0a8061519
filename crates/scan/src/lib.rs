//! Files to facts, in parallel.
//!
//! Finds files, cuts them at newlines, scans the pieces on all cores and hands out one result a file, in the order of paths.
//! A single giant file is cut as well as a folder of small ones is shared out, and the answer does not depend on the number of
//! threads, on where the cuts lie, on how the bytes are read, or on whether they are compressed.
//!
//! # Which type do I need?
//!
//! | you have | take |
//! |---|---|
//! | paths, folders, a list of files, standard input | [`Sources`], which gives [`FileInfo`]s |
//! | something to add up over records | implement [`Aggregate`] for it |
//! | files, and want one result each | [`Scan::run`], which gives an [`Outcome`] a file |
//! | a stream of your own, read in order | [`Scan::stream`] |
//! | a file whose lines you want one after the other, read by another thread | [`Scan::ahead`] |
//! | a range of bytes of one file (a task of a distributed engine) | [`Scan::range`], over any [`ReadAt`] |
//! | a reader that may be compressed, and lines to yourself | [`Unpacked`] |
//!
//! What adds up knows nothing of threads: it is a monoid. It observes the records of one part of a stream and merges with the
//! aggregate of the part that directly follows.
//!
//! ```
//! use runlex_core::{Keys, Options, Record, What};
//! use runlex_scan::{Aggregate, FileError, Scan, Sources};
//!
//! static KEYS: Keys = Keys::new(&["type"]);
//!
//! #[derive(Default)]
//! struct Events(u64);
//!
//! impl Aggregate for Events {
//!     type Output = u64;
//!     fn observe(&mut self, record: &Record<'_, '_>) {
//!         self.0 += u64::from(matches!(record.what, What::Event(_)));
//!     }
//!     fn merge(&mut self, later: Events) {
//!         self.0 += later.0;
//!     }
//!     fn finish(self, _: Option<&FileError>) -> u64 {
//!         self.0
//!     }
//! }
//!
//! # let folder = tempfile::tempdir()?;
//! # std::fs::write(folder.path().join("a.jsonl"), "{}\n{}\noops\n")?;
//! # let path = folder.path();
//! let found = Sources::new().path(path).find();
//! let mut counts = Vec::new();
//! Scan::new(Options::new(&KEYS)).files(found.files).run(
//!     |_file| Events::default(),
//!     |file, outcome| {
//!         assert!(outcome.error.is_none(), "{}", file.path().display());
//!         counts.push((outcome.lines, outcome.output));
//!     },
//! )?;
//! assert_eq!(counts, [(3, 2)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is read
//!
//! Regular files are read as long as they were when they were opened. Files that begin with the magic bytes of gzip or zstd are
//! unpacked, whatever their name: all members, all frames. A stream with the mark of UTF-16 is one fault of kind `encoding`.
//! Offsets in compressed files are those of the unpacked bytes.
//!
//! # Cost
//!
//! Each byte is read once, into a buffer that its thread keeps; nothing is allocated for a line. Memory: for each thread a batch
//! of 256 KiB or the longest line, its notes, and, of compressed files, a decoder; besides what the aggregates keep, of which
//! some for each thread wait for their turn ([`Scan::run`]). Never by the size of a file.
#![deny(unsafe_code)]

mod aggregate;
mod ahead;
mod batch;
mod file;
mod info;
mod join;
mod map;
mod outcome;
mod range;
mod read_at;
mod scan;
mod sources;
mod unpack;

pub use aggregate::Aggregate;
pub use info::{FileInfo, Source, Stamp};
pub use outcome::{Changed, FileError, Outcome};
pub use read_at::ReadAt;
pub use scan::{Io, Scan, ScanError};
pub use sources::{Found, LeftOut, NotSearched, Sources};
pub use unpack::{Compression, Unpacked};
