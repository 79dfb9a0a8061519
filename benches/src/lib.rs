//! What runlex costs, beside other parsers at the same task.
//!
//! | you want | take |
//! |---|---|
//! | the task, and the one place where answers go | [`task`] |
//! | a parser that does it | [`contestants`] |
//! | what `runlex stats` tells, and a program on serde_json that tells the same | [`stats`] |
//! | what one line says as it arrives, by runlex and by serde_json | [`live`] |
//! | the bytes it is done on | [`data`], [`shapes`] |
//! | a clock, a table, a record | [`clock`], [`record`] |
//!
//! The binaries `index`, `stats`, `latency` and `count` and the criterion benches stand on this; method and commands are in
//! the folder's `README.md`.
#![forbid(unsafe_code)]

pub mod clock;
pub mod contestants;
pub mod data;
mod lenient;
pub mod live;
pub mod record;
pub mod shapes;
pub mod stats;
pub mod task;
