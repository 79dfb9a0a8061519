//! The guide: how to read what agents print. Every example here is compiled and run, but for one of `adding_a_dialect`, which
//! needs macros that are private.
//!
//! # Which type do I need?
//!
//! Start from what you have:
//!
//! | you have | and want | take | chapter |
//! |---|---|---|---|
//! | a file, a pipe, a socket | its lines, each with what is on it | [`Reader`](crate::Reader) | [`lines`] |
//! | bytes in memory | the same | [`Slice`](crate::Slice), or [`Scanner`](crate::Scanner) with memory of your own | [`lines`] |
//! | bytes in memory | a plain iterator | [`slice::events`](crate::slice::events) | [`lines`] |
//! | chunks, from a runtime or a loop of yours | lines, without allocating | [`LineDecoder`](crate::LineDecoder) | [`chunks`] |
//! | a command to run | its lines, deadlines, its exit | [`Process`](crate::process::Process) | [`errors`] |
//! | a stream | only its final result | [`run`](crate::run()) | [`items_and_runs`] |
//! | a stream | counts, faults, tokens, tools, runs | [`Report`](crate::Report); of many [`Totals`](crate::Totals) | [`items_and_runs`] |
//! | an event | text, tool calls, usage, whatever the program | [`dialects::items`](crate::dialects::items) | [`items_and_runs`] |
//! | an event | everything, in its program's words | `dialects::amp::Event` and its like | [`dialects`] |
//! | an event | members by name | [`Object::pick`](crate::Object::pick) | [`values`] |
//! | a [`RawStr`](crate::RawStr) | its text | `==`, `{}`, `chars`, `text_in` | [`strings`] |
//! | a record | to keep it | [`OwnedRecord`](crate::OwnedRecord), [`OwnedValue`](crate::OwnedValue) | [`values`] |
//! | a line that is broken | what is wrong, and what can be saved | [`Fault`](crate::Fault), [`Record::salvage`](crate::Record::salvage) | [`errors`] |
//! | a program that is not known here | its events | a module of yours | [`adding_a_dialect`] |
//!
//! # Five programs in a few lines
//!
//! **The final result only.**
//!
//! ```
//! let stream = br#"{"type":"result","is_error":false,"result":"It is 4.","session_id":"T-1"}"#;
//! let result = runlex::run(&stream[..])?;
//! assert_eq!(result.text.as_deref(), Some("It is 4."));
//! # Ok::<(), runlex::Failure>(())
//! ```
//!
//! **A typewriter.** Text goes from the line to the terminal; no `String` is made. AFK, and Claude Code if asked to, print a
//! text in pieces (`delta`) and then as a whole: take one of the two. Sub-agents are heard as well; their items have a
//! `parent_tool_use` or an `agent`. (Escape control bytes before you do this with text that you do not trust.)
//!
//! ```
//! use runlex::dialects::{ItemKind, items};
//! use runlex::{DialectTracker, Reader, Records, What};
//! use std::io::Write;
//!
//! # let stream = br#"{"type":"assistant","message":{"content":[{"type":"text","text":"Two\nlines."}]},"session_id":"T-1"}"#;
//! # let mut out = Vec::new();
//! let mut records = Reader::new(&stream[..]).until_result();
//! let mut tracker = DialectTracker::default();
//! while let Some(record) = records.next()? {
//!     let What::Event(object) = record.what else { continue };
//!     let Some(dialect) = tracker.observe(object) else { continue };
//!     for item in items(dialect, object) {
//!         if let ItemKind::AssistantText(text) = item.kind
//!             && !item.delta
//!         {
//!             write!(out, "{text}")?; // escapes are resolved on the way
//!         }
//!     }
//! }
//! # assert_eq!(out, b"Two\nlines.");
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! **Text and figures in one fold.** Over bytes in memory a plain iterator does. The dialect is known here; where it is not, ask
//! a tracker for it, as above, and mind `delta`.
//!
//! ```
//! use runlex::dialects::{Dialect, ItemKind, items};
//! use runlex::slice;
//!
//! # let stream = br#"{"type":"assistant","message":{"content":[{"type":"text","text":"It "},{"type":"text","text":"is 4."}]},"session_id":"T-1"}
//! # {"type":"result","is_error":false,"num_turns":1,"duration_ms":5400,"session_id":"T-1"}"#;
//! let all = slice::events(stream).flat_map(|(_, object)| items(Dialect::Amp, object));
//! let (mut text, mut turns) = (String::new(), None);
//! for item in all {
//!     match item.kind {
//!         ItemKind::AssistantText(said) => text.extend(said.chars()),
//!         ItemKind::Result { num_turns, .. } => turns = num_turns,
//!         _ => {}
//!     }
//! }
//! assert_eq!(text, "It is 4.");
//! assert_eq!(turns.map(|turns| turns.to_u64()), Some(Ok(1)));
//! ```
//!
//! **All tool calls.**
//!
//! ```
//! use runlex::dialects::{Dialect, ItemKind, items};
//! use runlex::slice;
//!
//! # let stream = br#"{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"Bash","input":{"cmd":"ls"}}]},"session_id":"T-1"}"#;
//! let calls = slice::events(stream)
//!     .flat_map(|(_, object)| items(Dialect::Amp, object))
//!     .filter_map(|item| match item.kind {
//!         ItemKind::ToolCall { name, input, .. } => Some((name?, input?)),
//!         _ => None,
//!     });
//! for (name, input) in calls {
//!     assert!(name == "Bash" && input.raw() == br#"{"cmd":"ls"}"#);
//! }
//! ```
//!
//! **A deadline inside, and cancelling from outside.** The deadline ends the stream with an item; dropping the iterator is
//! all it takes to cancel. A source that blocks, as a pipe does, is not interrupted: the deadline is told when its next line
//! comes. For a command take [`Process`](crate::process::Process), which tells it in time; [`Live`](crate::Live) says more.
//!
//! ```
//! use runlex::{Incoming, Limits, Reader, Records};
//! use std::time::{Duration, Instant};
//!
//! # let source = &b"{}\n{}\n{}\n"[..];
//! let limits = Limits { idle: Some(Duration::from_secs(30)), total: Some(Duration::from_secs(600)) };
//! let start = Instant::now();
//! let mut live = Reader::new(source).live(limits, || start.elapsed());
//! let mut lines = 0;
//! while let Some(incoming) = live.next() {
//!     match incoming {
//!         Incoming::Record(_) => lines += 1,
//!         Incoming::Pending => {}
//!         Incoming::Synthetic(failure) => eprintln!("{failure}"),
//!     }
//!     if lines == 2 {
//!         break; // cancelled: the third line is not looked at
//!     }
//! }
//! ```
//!
//! # Words
//!
//! A *stream* is all bytes that one process printed, a *line* its bytes up to `0A`, a *record* what is on the line: an
//! *event*, a blank, or a *fault*. An event is one JSON object; a *dialect* is the vocabulary of the program that printed
//! it; an *item* is a piece of an event in words common to all programs. A *run* is one execution of the program.
//!
//! # Lifetimes, in one paragraph
//!
//! `'a` is the bytes: strings, numbers and raw spans borrow from them alone. `'t` is the tape, notes that the scanner takes
//! about one line: objects, arrays and values need both. Over a slice `'a` outlives everything, so a `RawStr` may be
//! collected. Over a `Reader` both end with the next call; what is to stay is copied into an owned twin.

pub mod adding_a_dialect;
pub mod chunks;
pub mod dialects;
pub mod errors;
pub mod items_and_runs;
pub mod lines;
pub mod strings;
pub mod values;
