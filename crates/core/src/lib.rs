//! Bytes to lines to checked JSON: the heart of runlex.
//!
//! Newline-delimited JSON as coding agents print it, read without copying: strings borrow from the input, nothing is
//! allocated, nothing panics, nothing recurses on the input's depth. Every line is exactly one of event, blank or fault,
//! and every fault has a kind and an exact byte.
//!
//! # Which type do I need?
//!
//! | you have | take | you get |
//! |---|---|---|
//! | a slice of whole lines (a file in memory, a batch) | [`Scanner`] | a [`Record`] a line |
//! | chunks of a live stream | [`LineDecoder`], then [`Scanner::once`] a line | the same records |
//! | a stream of short lines | the same with a [`Memory`] ([`Scanner::with_memory`], [`Scanner::once_with`]) | the same, faster |
//! | a slice, and only its lines matter | [`Lines`] | [`Line`]s with offset and number |
//! | a line that is an [event](What::Event) | [`Object::pick`] for some members (with a [`Pick`] for speed), [`Object::members`] for all | [`Value`]s |
//! | a [`Value`] | [`Value::string`], [`number`](Value::number), [`bool`](Value::bool), [`object`](Value::object), [`array`](Value::array) | a [`Field`] that tells missing, null and wrong type apart |
//! | a string with escapes | [`RawStr`]: `==`, [`as_plain`](RawStr::as_plain), [`unescape_into`](RawStr::unescape_into), `to_string()` | its text |
//! | a line with a [`Fault`] | [`Record::salvage`] | the whole objects in it |
//! | any JSON text | [`check_value`] | yes, or where it breaks |
//!
//! For a file or a pipe take `Reader` of the crate `runlex`, for events and content blocks `runlex-dialects`; both stand
//! on this crate.
//!
//! # Example
//!
//! ```
//! use runlex_core::{Field, Framed, Keys, LineDecoder, Node, Options, Pick, Record, Scanner, Value, What};
//!
//! const KEYS: Keys = Keys::new(&["type", "session_id"]);
//! const EVENT: Pick<2> = KEYS.pick(["type", "session_id"]);
//!
//! let mut carry = vec![0; 1 << 20]; // also the cap on a line: 1 MiB
//! let mut nodes = [Node::EMPTY; 4096];
//! let mut decoder = LineDecoder::new(&mut carry);
//! let mut results = 0;
//! let mut take = |framed: Framed<'_>| {
//!     let record = match framed {
//!         Framed::Line(line) => Scanner::once(Options::new(&KEYS), line, &mut nodes),
//!         Framed::TooLong(long) => Record::from(long),
//!     };
//!     match record.what {
//!         What::Event(object) => {
//!             let [kind, session] = object.pick(&EVENT);
//!             let session = Field::of(session, Value::string).ok().map(|id| id.to_string());
//!             assert_eq!(session.as_deref(), Some("T-1"));
//!             results += u32::from(Field::of(kind, Value::string).ok().is_some_and(|kind| kind == "result"));
//!         }
//!         What::Blank => {}
//!         What::Fault(fault) => panic!("line {}: {fault}", record.line.at().line),
//!     }
//! };
//!
//! // however the bytes arrive:
//! for mut chunk in [&b"{\"type\":\"result\",\"sess"[..], b"ion_id\":\"T-1\"}"] {
//!     while let Some(framed) = decoder.next(&mut chunk) {
//!         take(framed);
//!     }
//! }
//! // the last line has no newline, so it ends with the stream:
//! if let Some(framed) = decoder.finish() {
//!     take(framed);
//! }
//! assert_eq!(results, 1);
//! ```
//!
//! # Offsets
//!
//! A stream offset counts bytes from 0 at the start of the stream and is a `u64`. A line number counts from 1. A
//! position within a line counts from the first byte of [`Line::content`]; add [`Line::content_offset`].
//!
//! # Cost
//!
//! The [`Scanner`] reads each byte of a sound line once and writes a few notes to the memory lent to it, by the fastest
//! [`Kernel`] of the machine. Finding members,
//! comparing and unescaping is paid when asked for. Faults are named by a second look at the line, in time linear in its
//! length.
#![no_std]
#![deny(unsafe_code)]
// Without a vector kernel what only these use lies idle.
#![cfg_attr(
    not(any(
        all(feature = "std", target_arch = "x86_64"),
        all(target_arch = "aarch64", target_feature = "neon", target_endian = "little")
    )),
    allow(dead_code, unused_variables)
)]

#[cfg(any(test, feature = "std"))]
extern crate std;

mod check;
mod decoder;
mod diagnose;
mod fault;
mod kernel;
mod keys;
mod line;
mod mode;
mod node;
mod notes;
mod number;
mod object;
mod pieces;
mod salvage;
mod scanner;
mod string;
mod tape;
mod utf16;
mod utf8;
mod value;

pub use check::MAX_DEPTH;
pub use decoder::{Framed, LineDecoder, TooLong};
pub use fault::{Fault, FaultKind, Note, NoteKind};
pub use kernel::{Kernel, Memory};
pub use keys::{Keys, Pick};
pub use line::{At, Ending, Line, Lines};
pub use mode::Mode;
pub use node::Node;
pub use notes::Notes;
pub use number::{NumberError, RawNumber};
pub use object::{Array, Elements, Found, Members, Names, Object};
pub use salvage::Salvage;
pub use scanner::{Options, Record, Scanner, What, check_value};
pub use string::{Chars, Needed, RawStr};
pub use utf16::Utf16;
pub use value::{Field, Type, Value};
