//! Items and runs: what is said, whatever the program; and how it ended.
//!
//! # Items
//!
//! An [`Item`](crate::dialects::Item) is one piece of an event in words common to all dialects: text, thinking, a tool call,
//! its result, usage, an error, progress, a result. [`items`](crate::dialects::items) turns a line into none, one or many, in
//! the order of the line. What has no common word is `Other`, with its object: nothing is dropped.
//!
//! ```
//! use runlex::dialects::{Dialect, ItemKind, items};
//! use runlex::slice;
//!
//! let amp = br#"{"type":"assistant","message":{"content":[{"type":"text","text":"Reading."},{"type":"tool_use","id":"t1","name":"Read","input":{"path":"a"}}],"usage":{"input_tokens":10,"output_tokens":21}},"session_id":"T-1"}"#;
//! let (_, object) = slice::events(amp).next().unwrap();
//! let mut seen = Vec::new();
//! for item in items(Dialect::Amp, object) {
//!     seen.push(match item.kind {
//!         ItemKind::AssistantText(text) => format!("text {text}"),
//!         ItemKind::ToolCall { name: Some(name), .. } => format!("calls {name}"),
//!         ItemKind::Usage { counters, .. } => format!("{} out", counters.output.or_zero()),
//!         other => other.name().to_string(),
//!     });
//!     assert!(item.session.unwrap() == "T-1");
//! }
//! assert_eq!(seen, ["text Reading.", "calls Read", "21 out"]);
//! ```
//!
//! Four things to mind before adding up:
//!
//! - `item.delta`: a piece of a text that also comes whole. Print one of the two.
//! - `item.piece`: a piece of a text that does not. Join them.
//! - `item.replay`: what the line itself says that it repeats. What is said again on lines that do not say so
//!   ([`Dialect::writes_again`](runlex_dialects::Dialect::writes_again)), [`Repeats`](crate::Repeats) tells.
//! - `Usage` has a scope: messages, turns and whole runs are never added to one another, and a message may come on several
//!   lines. [`Report`](crate::Report) knows the rule of each dialect.
//!
//! # One match for all programs
//!
//! ```
//! use runlex::dialects::{ItemKind, items};
//! use runlex::{DialectTracker, slice};
//!
//! let amp = br#"{"type":"user","message":{"content":[{"type":"text","text":"hi"}]},"session_id":"T-1"}"#;
//! let claude = br#"{"type":"user","message":{"role":"user","content":"hi"},"parent_tool_use_id":null,"session_id":"s","uuid":"u"}"#;
//! for line in [&amp[..], claude] {
//!     let (_, object) = slice::events(line).next().unwrap();
//!     let dialect = DialectTracker::default().observe(object).unwrap();
//!     let said = items(dialect, object).find_map(|item| match item.kind {
//!         ItemKind::UserText { text, .. } => text.as_plain(),
//!         _ => None,
//!     });
//!     assert_eq!(said, Some("hi"));
//! }
//! ```
//!
//! # Runs
//!
//! A run is one execution of the program. In Amp a `result` line is its last, in AFK a `done` or `error`; in Claude Code a
//! `result` ends a turn. A stream that stops without one is *unterminated*: killed, cut, or still going.
//!
//! | you want | take |
//! |---|---|
//! | what came of it | [`run`](crate::run()), [`Process::run`](crate::process::Process::run) |
//! | to stop at its result | [`Records::until_result`](crate::Records::until_result) |
//! | to know what an event is to its run | [`DialectTracker::mark`](crate::DialectTracker::mark) |
//! | each line in the dialect of its run, be it told later | [`RunDialects`](crate::whose::RunDialects) |
//! | whether it kept its order | [`OrderCheck`](crate::OrderCheck) |
//! | how all runs of a stream ended, with their figures | [`Report`](crate::Report) |
//!
//! Success is what the result says, by the rule of its dialect (Amp: `is_error` before `subtype`; Claude Code: either tells of a
//! failure), and never inferred from silence:
//!
//! ```
//! use runlex::dialects::Outcome;
//! let line = br#"{"type":"result","subtype":"success","is_error":true,"error":"no network","session_id":"T-1"}"#;
//! let result = runlex::run(&line[..])?;
//! assert_eq!((result.outcome, result.text.as_deref()), (Outcome::Failed, Some("no network")));
//! # Ok::<(), runlex::Failure>(())
//! ```
//!
//! # Folds
//!
//! What needs more than one line lives in folds: [`Report`](crate::Report), [`OrderCheck`](crate::OrderCheck). They are
//! monoids: split a file between lines, fold the parts apart, merge in order, and the answer is that of the whole.
//!
//! ```
//! use runlex::{At, Options, OrderCheck, Slice, dialects::KEYS};
//! let stream = b"{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"T-1\"}\n{\"type\":\"result\",\"session_id\":\"T-1\"}\n";
//! let check = |from: usize, to: usize| {
//!     let at = At { offset: from as u64, line: 1 };
//!     let mut slice = Slice::with_options(&stream[from..to], at, Options::new(&KEYS));
//!     let mut check = OrderCheck::new();
//!     while let Some(record) = slice.next() {
//!         check.observe(&record);
//!     }
//!     check
//! };
//! let mut whole = check(0, 54);
//! whole.merge(check(54, stream.len()));
//! assert!(whole.finish().is_clean());
//! ```
