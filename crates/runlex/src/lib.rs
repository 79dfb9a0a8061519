//! Read what coding agents print.
//!
//! The comfortable crate of runlex: everything of `runlex-core` and `runlex-dialects`, a [`Reader`] over any
//! [`std::io::Read`] with what a live agent needs, and the [`Report`] that tells what is in a stream and what is broken.
//!
//! # Which type do I need?
//!
//! | you want | take |
//! |---|---|
//! | the records of a file, a pipe, a socket | [`Reader`] |
//! | the records of bytes in memory | [`Slice`]; [`Scanner`] with memory of your own; [`slice::events`] as a plain iterator |
//! | to feed chunks as they arrive, without allocating | [`LineDecoder`] and [`Scanner::once`] |
//! | to run an agent's command and follow it | [`process::Process`] |
//! | to stop at the result, to skip faults, deadlines | the adaptors of [`Records`]; [`Deadlines`] alone |
//! | the final result only | [`run`](run()) |
//! | what a record says, whatever the program | [`dialects::items`], with the dialect by [`DialectTracker`] |
//! | the same of a file, where lines before the first sure one wait for it | [`whose::RunDialects`] |
//! | the same in its program's words | `Event` of its module, as [`dialects::amp::Event`] |
//! | to keep a record or a value | [`OwnedRecord`], [`OwnedValue`] |
//! | text in an arena, a document, a type of yours | `TextIn` (feature `bump`), `dom::Dom` (`dom`), `from_value` (`serde`) |
//! | counts, faults, tokens, tools and runs of a stream | [`Report`] |
//! | rows or a list of calls from the same reading | [`Report::observe_with`] |
//! | the same over many files | [`Totals`] |
//! | to go on with a report another day | `saved` (feature `saved`) |
//! | the tool calls of a stream, each with what came of it | [`CallLog`](report::CallLog) |
//! | whether runs keep their order | [`OrderCheck`] |
//!
//! The [`guide`] goes through all of it, by examples.
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

mod deadline;
#[cfg(feature = "serde")]
mod deserialize;
#[cfg(feature = "dom")]
pub mod dom;
mod failure;
pub mod guide;
mod id;
pub mod json;
mod live;
mod order;
mod owned;
pub mod process;
mod reader;
mod records;
mod repeats;
pub mod report;
mod run;
#[cfg(feature = "saved")]
pub mod saved;
mod session;
pub mod slice;
#[cfg(any(feature = "dom", feature = "serde"))]
mod surrogate;
#[cfg(feature = "bump")]
mod text;
mod tracker;
pub mod whose;

pub use deadline::{Deadlines, Limits};
#[cfg(feature = "serde")]
pub use deserialize::{FromValueError, from_value, from_value_lossy};
pub use failure::{Failure, FailureKind, StderrTail};
pub use id::IdKey;
pub use live::{Incoming, Live};
pub use order::{Disorder, Order, OrderCheck};
pub use owned::{OwnedRecord, OwnedValue};
pub use reader::Reader;
pub use records::{Handled, OnError, Records, UntilResult};
pub use repeats::Repeats;
pub use report::{FileReport, Report, Totals};
pub use run::{FinalResult, run, usable_session};
#[doc(no_inline)]
pub use runlex_core::*;
/// Events and items in each program's vocabulary.
#[doc(no_inline)]
pub use runlex_dialects as dialects;
pub use session::session_ids;
pub use slice::Slice;
#[cfg(feature = "bump")]
pub use text::TextIn;
pub use tracker::{DialectTracker, Mark, Terminal};
