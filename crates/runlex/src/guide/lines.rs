//! Lines and records.
//!
//! A line ends at byte `0A` and at nothing else. One `0D` before that belongs to the line's end; the last piece of a stream is
//! a line even without a newline; a UTF-8 mark at the very start belongs to line 1 and not to its content. The lines add up
//! to the stream: nothing is dropped.
//!
//! Each line becomes one [`Record`](crate::Record), and each record is exactly one of three:
//!
//! ```
//! use runlex::{At, Ending, Reader, What};
//!
//! let mut reader = Reader::new(&b"{\"type\":\"user\"}\r\n\nWarning: slow\n"[..]);
//!
//! let record = reader.next()?.unwrap();
//! assert!(matches!(record.what, What::Event(_)));
//! assert_eq!(record.line.content(), br#"{"type":"user"}"#);
//! assert_eq!((record.line.at(), record.line.ending()), (At::START, Ending::CrLf));
//!
//! let record = reader.next()?.unwrap();
//! assert!(matches!(record.what, What::Blank));
//!
//! let record = reader.next()?.unwrap();
//! assert!(matches!(record.what, What::Fault(_)));
//! assert_eq!(record.line.at(), At { offset: 18, line: 3 });
//! assert!(reader.next()?.is_none());
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Why `while let` and not `for`
//!
//! A record borrows from the reader's buffer, which the next line overwrites. Rust's `Iterator` cannot say that, so
//! [`Reader::next`](crate::Reader::next), [`Slice::next`](crate::Slice::next) and everything else under
//! [`Records`](crate::Records) are methods to be called in a `while let`. Over bytes in memory there are plain iterators,
//! too: [`Slice::map`](crate::Slice::map) for answers that need no handle, at full speed, and
//! [`slice::events`](crate::slice::events) for the events themselves, at that of a byte-by-byte check.
//!
//! ```
//! use runlex::{Slice, slice};
//! let stream = b"{\"a\":1}\n{\"a\":2}\n";
//! let lengths: Vec<u64> = Slice::new(stream).map(|record| record.line.len()).collect();
//! assert_eq!(lengths, [8, 8]);
//! let events: Vec<_> = slice::events(stream).collect();
//! assert_eq!(events[1].1.raw(), b"{\"a\":2}");
//! ```
//!
//! # Put over a reader
//!
//! The adaptors of [`Records`](crate::Records) stack, and each gives its source back:
//!
//! | adaptor | does |
//! |---|---|
//! | [`on_error`](crate::Records::on_error) | leaves faults out, or halts at the first |
//! | [`until_result`](crate::Records::until_result) | ends with the result line, and tells the offset behind it |
//! | [`until`](crate::Records::until) | ends with the event of your choice |
//! | [`live`](crate::Records::live) | deadlines; failures as items |
//!
//! ```
//! use runlex::{OnError, Reader, Records};
//! let stream = b"npm warn\n{\"type\":\"result\",\"session_id\":\"T-1\"}\nthe rest";
//! let mut records = Reader::new(&stream[..]).on_error(OnError::Skip).until_result();
//! while let Some(record) = records.next()? {
//!     assert_eq!(record.line.at().line, 2);
//! }
//! assert_eq!(records.behind(), Some(46));
//! let handled = records.into_inner();
//! assert_eq!(handled.skipped(), 1);
//! let mut reader = handled.into_inner();
//! assert_eq!(reader.next()?.unwrap().line.content(), b"the rest");
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Costs
//!
//! A [`Reader`](crate::Reader) allocates its buffer once and when a line is longer than any before; a line itself costs one
//! look at each of its bytes. There is no cap on a line unless you set [`Options::max_line`](crate::Options::max_line); a line
//! beyond it is counted and passed over, as one fault.
