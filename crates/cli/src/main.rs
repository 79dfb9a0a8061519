//! The command `runlex`.
//!
//! One module a verb ([`check`], [`stats`]); what they share: [`args`] (the words of the command line), [`inputs`] (which
//! files), [`read`] (a file to its report), [`show`] (for people's eyes).
#![forbid(unsafe_code)]

mod args;
mod check;
mod inputs;
mod read;
mod show;
mod stats;

use args::{Cli, Verb};
use clap::Parser;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// What a run of the program came to; the highest code applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Exit {
    Fine = 0,
    FaultsFound = 3,
    InputOrOutputError = 4,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.verb {
        Verb::Check(args) => check::run(&args),
        Verb::Stats(args) => stats::run(&args),
    };
    match result {
        Ok(exit) => ExitCode::from(exit as u8),
        // Whoever read the output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::from(Exit::Fine as u8),
        Err(error) => {
            _ = writeln!(anstream::stderr(), "runlex: {}", show::visible(&format!("{error:#}")));
            ExitCode::from(Exit::InputOrOutputError as u8)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        io.or(json) == Some(ErrorKind::BrokenPipe)
    })
}
