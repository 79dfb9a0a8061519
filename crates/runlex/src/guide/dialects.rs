//! Dialects: whose words these are.
//!
//! Each program has its vocabulary, its *dialect*, with a module of its own. All modules have one shape; learn one, know all:
//! `Event::read(object)` tells which event a line is and never fails, each event has a view with an accessor for each field.
//!
//! ```
//! use runlex::dialects::amp::Event;
//! use runlex::slice;
//!
//! let line = br#"{"type":"result","subtype":"success","is_error":false,"duration_ms":5400,"num_turns":2,"result":"8","debug":{"n":1.0e2},"session_id":"T-1"}"#;
//! let (_, object) = slice::events(line).next().unwrap();
//! let Event::Result(result) = Event::read(object) else { panic!() };
//! assert!(!result.failed());
//! assert_eq!(result.duration_ms().ok().unwrap().to_u64(), Ok(5400));
//!
//! // What the view does not know is kept, as it was written.
//! let extras: Vec<_> = result.extras().map(|(name, value)| (name.to_string(), value.raw())).collect();
//! assert_eq!(extras, [("debug".to_string(), &br#"{"n":1.0e2}"#[..])]);
//!
//! // And the line can be written again.
//! let mut again = String::new();
//! result.write_json(&mut again)?;
//! assert_eq!(again.as_bytes(), line);
//! # Ok::<(), std::fmt::Error>(())
//! ```
//!
//! A missing field is no error. Where a default is wanted, the caller gives it: `result.is_error().or(false)`. So a value
//! that was made up is never taken for one that was printed.
//!
//! # Which dialect is it?
//!
//! [`sniff`](crate::dialects::sniff) tells what one line says of it: a dialect, some program there is no module for, or
//! nothing, since several programs print such lines. The verdict belongs to the run, so somebody has to remember it:
//! [`DialectTracker`](crate::DialectTracker) does, in a word of memory.
//!
//! ```
//! use runlex::dialects::{Dialect, Hint, sniff};
//! use runlex::{DialectTracker, slice};
//!
//! let stream = br#"{"type":"system","subtype":"init","session_id":"T-1","tools":[],"mcp_servers":[]}
//! {"type":"user","message":{"content":[]},"session_id":"unlike a thread's"}"#;
//! let mut tracker = DialectTracker::default();
//! let told: Vec<_> = slice::events(stream).map(|(_, object)| (sniff(object), tracker.observe(object))).collect();
//! assert_eq!(told, [(Hint::Is(Dialect::Amp), Some(Dialect::Amp)), (Hint::Open, Some(Dialect::Amp))]);
//! ```
//!
//! Only top-level members count: what a tool printed may look like anything.
//!
//! # The fields of a dialect
//!
//! The table of all fields is data, too:
//!
//! ```
//! use runlex::dialects::Dialect;
//! let init = Dialect::Amp.fields().iter().find(|fields| fields.view == "Init").unwrap();
//! assert!(init.names().any(|name| name == "mcp_servers"));
//! ```
