//! Seeded archives of coding agents' newline-delimited JSON, whose figures follow real recordings, and seeded
//! damage to them.
//!
//! | you want | take |
//! |---|---|
//! | lines, a full buffer, or gigabytes on a writer | [`Generator`] |
//! | sound lines turned into what crashes and copies leave behind, with a list of what was done | [`damage`] |
//! | the figures of any file, to hold generated data beside real data | [`measure`] |
//!
//! All text, names and ids are invented. The same shape and seed give the same bytes for ever: the random numbers are
//! the crate's own (xoshiro256++ seeded by splitmix64) and no floating point takes part.
//!
//! ```
//! use runlex_testgen::{Generator, Shape};
//!
//! let mut lines = Vec::new();
//! Generator::new(Shape::Amp, 7).fill(&mut lines, 10_000);
//! assert!(lines.len() >= 10_000 && lines.starts_with(b"{\"type\":\"system\"") && lines.ends_with(b"}\n"));
//! ```
#![forbid(unsafe_code)]

mod afk;
mod amp;
pub mod damage;
mod generator;
pub mod measure;
mod put;
mod rng;
mod sizes;
mod text;
mod transcript;

pub use generator::{Generator, Shape};
