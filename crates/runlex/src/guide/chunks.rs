//! Chunks: a live stream without a thread, a runtime's or your own loop.
//!
//! A [`Reader`](crate::Reader) pulls, and blocks where its source does. Who is given bytes instead (by tokio, mio, an event
//! loop, another language) takes a [`LineDecoder`](crate::LineDecoder): it cuts chunks of any size into lines. A line that lies
//! whole in its chunk is not copied; only one across chunks goes through the carry buffer that you lend, whose length is also
//! the cap on a line. Nothing is allocated.
//!
//! ```
//! use runlex::dialects::KEYS;
//! use runlex::{Framed, LineDecoder, Memory, Node, Options, Record, Scanner, What};
//!
//! let mut carry = vec![0; 1 << 20];
//! let mut nodes = vec![Node::EMPTY; 4096];
//! let mut memory = Memory::default(); // shapes of earlier lines: for streams of short ones
//! let mut decoder = LineDecoder::new(&mut carry);
//! let mut events = 0;
//!
//! let mut take = |framed: Framed<'_>| {
//!     let record = match framed {
//!         Framed::Line(line) => Scanner::once_with(Options::new(&KEYS), line, &mut nodes, &mut memory),
//!         Framed::TooLong(long) => Record::from(long),
//!     };
//!     events += u32::from(matches!(record.what, What::Event(_)));
//! };
//!
//! for mut chunk in [&b"{\"a\":1}\n{\"b"[..], b"\":2}\n{\"c\":3}"] {
//!     while let Some(framed) = decoder.next(&mut chunk) {
//!         take(framed);
//!     }
//! }
//! // The last line has no newline: only the end of the stream shows that it is whole.
//! if let Some(framed) = decoder.finish() {
//!     take(framed);
//! }
//! assert_eq!(events, 3);
//! ```
//!
//! The records are the same however the stream is cut, down to single bytes.
//!
//! # Over tokio
//!
//! `examples/tokio_live.rs` does this over an `AsyncRead`. The library itself knows no runtime. Cancelling is dropping the
//! future: the decoder has taken every byte that was read.
//!
//! # Deadlines without a clock
//!
//! [`Deadlines`](crate::Deadlines) is the arithmetic alone; `now` is yours. Rearm it for each line, and ask how long to wait:
//!
//! ```
//! use runlex::{Deadlines, FailureKind, Limits};
//! use std::time::Duration;
//!
//! let limits = Limits { idle: Some(Duration::from_secs(30)), total: Some(Duration::from_secs(60)) };
//! let mut deadlines = Deadlines::start(limits, Duration::ZERO);
//! deadlines.rearm(Duration::from_secs(29)); // a line came
//! assert_eq!(deadlines.left(Duration::from_secs(40)), Some(Duration::from_secs(19)));
//! // Both are over, and the total wins.
//! assert_eq!(deadlines.expired(Duration::from_secs(60)), Some(FailureKind::RunDeadlineExceeded));
//! ```
