//! Read what coding agents print.
//!
//! The comfortable crate of runlex: everything of `runlex-core` and `runlex-dialects`, a [`Reader`] over any
//! [`std::io::Read`], and the [`Report`] that tells what is in a stream and what is broken.
//!
//! # Which type do I need?
//!
//! | you want | take |
//! |---|---|
//! | the records of a file, a pipe, a socket | [`Reader`] |
//! | the records of bytes in memory | [`Scanner`] |
//! | to feed chunks as they arrive, without allocating | [`LineDecoder`] and [`Scanner::once`] |
//! | what a record says, whatever the program | [`dialects::items`] |
//! | what a record says in its program's words | [`dialects::amp::Event`], [`dialects::claude_stream::Event`] ... |
//! | counts, faults, tokens, tools and runs of a stream | [`Report`] |
//! | the same over many files | [`Totals`] |
//!
//! # Example
//!
//! ```
//! use runlex::{FaultKind, IdKey, Reader, Report};
//!
//! let stream = b"{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"T-1\",\"tools\":[],\"mcp_servers\":[]}\nWarning: slow\n";
//! let mut reader = Reader::new(&stream[..]);
//! let mut report = Report::new(IdKey::random());
//! while let Some(record) = reader.next()? {
//!     report.observe(&record);
//! }
//! let report = report.finish();
//! assert_eq!((report.lines, report.events), (2, 1));
//! assert_eq!(report.sessions, ["T-1"]);
//! assert_eq!((report.faults[0].kind, report.faults[0].at), (FaultKind::Noise, 82));
//! assert_eq!(report.runs.unterminated, 1);
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

mod id;
mod reader;
pub mod report;

pub use id::IdKey;
pub use reader::Reader;
pub use report::{FileReport, Report, Totals};
#[doc(no_inline)]
pub use runlex_core::*;
/// Events and items in each program's vocabulary.
#[doc(no_inline)]
pub use runlex_dialects as dialects;
