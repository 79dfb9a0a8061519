//! Laws that hold for any bytes: one file, one law.

#[path = "../common/mod.rs"]
mod common;

mod framing;
mod modes;
mod numbers;
mod pick;
mod places;
mod salvage;
mod strings;
mod text;
mod values;
mod verdicts;
