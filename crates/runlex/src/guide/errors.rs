//! What goes wrong: faults, failures, and who says so.
//!
//! | what | type | who says it | what it ends |
//! |---|---|---|---|
//! | a line is not one JSON object | [`Fault`](crate::Fault) | the scanner | nothing: the next line starts clean |
//! | a sound line holds something odd | [`Note`](crate::Note) | the scanner | nothing |
//! | the agent says that something failed | an item `Error`, `Result` | the agent | a `Result` ends the run |
//! | reading fails | `io::Error` | the source | the caller's loop; a later call goes on |
//! | silence, a crash, a start that failed | [`Failure`](crate::Failure) | this crate, never the wire | the live stream or process |
//!
//! # Faults
//!
//! A fault has a kind and the exact byte. `docs/faults.md` in the repository defines the fourteen kinds.
//!
//! ```
//! use runlex::{FaultKind, Reader, What};
//! let mut reader = Reader::new(&b"{\"a\":1}{\"b\":2}\n"[..]);
//! let record = reader.next()?.unwrap();
//! let What::Fault(fault) = record.what else { panic!() };
//! assert_eq!((fault.kind, fault.at), (FaultKind::Concatenated, 7));
//! // Two writers met on one line; both objects are whole. They are listed, never counted.
//! assert_eq!(record.salvage().count(), 2);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! What becomes of faults is yours to say: [`OnError`](crate::OnError). By default they are records like all others. For
//! reading in bulk, halting at a fault is wrong: one bad line says nothing of the next.
//!
//! # Failures are items
//!
//! Code that follows a live agent has one loop. So what fails on the way arrives in that loop, as the last item, in a type of
//! its own: nobody can take it for the agent's words, or count it among the agent's errors. [`Live`](crate::Live) does so for
//! any source, [`Process`](crate::process::Process) for a command:
//!
//! ```
//! # #[cfg(unix)] {
//! use runlex::process::{Process, Settings};
//! use runlex::{FailureKind, Incoming, Limits};
//! use std::{process::Command, time::Duration};
//!
//! let mut command = Command::new("/bin/sh");
//! command.args(["-c", r#"echo '{"type":"user"}'; echo 'no credit left' >&2; exit 3"#]);
//! let limits = Limits { idle: Some(Duration::from_secs(300)), total: None };
//! let mut process = Process::start(command, Settings { limits, ..Settings::default() });
//!
//! let mut lines = 0;
//! while let Some(incoming) = process.next() {
//!     match incoming {
//!         Incoming::Record(_) => lines += 1,
//!         Incoming::Pending => {}
//!         Incoming::Synthetic(failure) => {
//!             assert_eq!((failure.kind, failure.exit_code), (FailureKind::TransportExit, Some(3)));
//!             assert_eq!(failure.stderr.as_ref().unwrap().text(), "no credit left\n");
//!         }
//!     }
//! }
//! assert_eq!(lines, 1);
//! # }
//! ```
//!
//! Once a result came, neither the exit status nor what follows makes a failure: the result line wins. Without one, also an
//! end in good order is a failure, `no_result`; success is never inferred.
//!
//! # Order
//!
//! [`OrderCheck`](crate::OrderCheck) tells what is out of order in a stream: no init, an init that is not first, a second one,
//! events behind the result, no result. Readers do not mind any of it.
