//! What runlex costs, beside other parsers at the same task.
//!
//! | you want | take |
//! |---|---|
//! | the task, and the one place where answers go | [`task`] |
//! | a parser that does it | [`contestants`] |
//! | the bytes it is done on | [`data`], [`shapes`] |
//! | a clock, a table, a record | [`clock`], [`record`] |
//!
//! The binaries `index`, `latency` and `count` and the criterion benches stand on this; method and commands are in
//! the folder's `README.md`.
#![forbid(unsafe_code)]

pub mod clock;
pub mod contestants;
pub mod data;
pub mod record;
pub mod shapes;
pub mod task;
