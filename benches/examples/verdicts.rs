//! What another parser says of each line of a file: one JSON document with a letter a line, as `corpus/run.py` asks for it.
//!
//! The lines are cut here, at `0A` and with one `0D` before it put aside, and blank ones are told, so that the answer is the
//! parser's on each line and not that of a line reader.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "a program for people")]

use anyhow::{Context, Result};
use clap::{Parser, ValueEnum};
use simd_json::prelude::ValueAsObject;
use sonic_rs::JsonValueTrait;
use std::path::PathBuf;

/// Prints `{"verdicts":"eebf"}`: e for an object, b for a blank line, f for all else.
#[derive(Debug, Parser)]
struct Args {
    /// Who reads
    #[arg(long, value_enum)]
    parser: Peer,
    /// What is read
    file: PathBuf,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Peer {
    #[value(name = "serde_json")]
    SerdeJson,
    SimdJson,
    SonicRs,
}

impl Peer {
    /// Whether the parser takes this as one object, into its own document type.
    fn takes(self, content: &[u8]) -> bool {
        match self {
            Peer::SerdeJson => {
                serde_json::from_slice::<serde_json::Value>(content).is_ok_and(|value| value.is_object())
            }
            Peer::SimdJson => simd_json::to_borrowed_value(&mut content.to_vec())
                .is_ok_and(|value| value.as_object().is_some()),
            Peer::SonicRs => {
                sonic_rs::from_slice::<sonic_rs::Value>(content).is_ok_and(|value| value.is_object())
            }
        }
    }
}

fn main() -> Result<()> {
    let args = Args::parse();
    let bytes = std::fs::read(&args.file).with_context(|| args.file.display().to_string())?;
    let mut verdicts = String::new();
    let whole = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
    if !bytes.is_empty() {
        for line in whole.split(|byte| *byte == b'\n') {
            let content = line.strip_suffix(b"\r").unwrap_or(line);
            let blank = content.iter().all(|byte| b" \t\r".contains(byte));
            verdicts.push(match () {
                () if blank => 'b',
                () if args.parser.takes(content) => 'e',
                () => 'f',
            });
        }
    }
    println!("{{\"verdicts\":\"{verdicts}\"}}");
    Ok(())
}
