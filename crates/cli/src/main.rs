//! The command `runlex`.
//!
//! One module a verb ([`cat`], [`check`], [`conversation`] for `show`, [`grep`], [`index`], [`ls`], [`result`], [`run`], [`stats`], [`tail`], [`text`], [`tools`]); what they share: [`args`] (the words of the command line),
//! [`inputs`] (which files), [`read`] (files to their reports, in parallel, by [`fold`]; [`progress`]), [`records`] (one input in
//! order), [`events`] (the same, each event with its dialect), [`filter`] (which of them, [`window`] by time), [`choice`] (which runs, by
//! what was [`seen`] in them; [`parts`] of files, read [`again`]), [`out`] (standard output in large pieces), [`show`] (for people's eyes), [`groups`] (what `stats --by` sums up), [`layout`] (cells side by side), [`sheet`] (rows in any form), [`entries`] (a list as JSON),
//! [`refused`] (lines that a program would not read), [`live`] (a stream that is looked at while it is written).
#![forbid(unsafe_code)]

mod again;
mod args;
mod by;
mod cat;
mod check;
mod choice;
mod conversation;
mod cross;
mod entries;
mod events;
mod filter;
mod fold;
mod grep;
mod groups;
mod index;
mod indexed;
mod inputs;
mod interrupt;
mod layout;
mod live;
mod ls;
mod message;
mod out;
mod parts;
mod places;
mod progress;
mod read;
mod records;
mod refused;
mod result;
mod run;
mod seen;
mod sheet;
mod show;
mod stats;
mod tail;
mod text;
mod tools;
mod window;
mod words;

use args::{Cli, Later, Verb};
use clap::Parser;
use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// What a run of the program came to so far; the highest code applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Exit {
    Fine = 0,
    /// Nothing matched, or a run failed or has no result.
    NoMatch = 1,
    WrongUsage = 2,
    FaultsFound = 3,
    InputOrOutputError = 4,
    /// The program was asked to end before it was done: 128 and the number of the signal, as shells count.
    HungUp = 129,
    Interrupted = 130,
    Terminated = 143,
}

impl Exit {
    fn of_signal(signal: i32) -> Exit {
        match signal {
            1 => Exit::HungUp,
            15 => Exit::Terminated,
            _ => Exit::Interrupted,
        }
    }

    fn raise(&mut self, to: Exit) {
        *self = to.max(*self);
    }
}

fn main() -> ExitCode {
    message::for_programs(asks_for_json(std::env::args_os().skip(1)));
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let mut exit = Exit::Fine;
    let result = match cli.verb {
        Verb::Cat(Later(args)) => cat::run(&args, &mut exit),
        Verb::Check(Later(args)) => check::run(&args, &mut exit),
        Verb::Grep(Later(args)) => grep::run(&args, &mut exit),
        Verb::Index(Later(args)) => index::run(&args, &mut exit),
        Verb::Ls(Later(args)) => ls::run(&args, &mut exit),
        Verb::Result(Later(args)) => result::run(&args, &mut exit),
        Verb::Run(Later(args)) => run::run(&args, &mut exit),
        Verb::Show(Later(args)) => conversation::run(args, &mut exit),
        Verb::Stats(Later(args)) => stats::run(&args, &mut exit),
        Verb::Tail(Later(args)) => tail::run(&args, &mut exit),
        Verb::Text(Later(args)) => text::run(&args, &mut exit),
        Verb::Tools(Later(args)) => tools::run(&args, &mut exit),
        Verb::Completions(Later(args)) => words::completions(args.shell),
        Verb::Man(Later(args)) => words::manual(&args),
    };
    // Errors of reading are told where they happen and cost their file only; what comes up to here is of writing.
    match result {
        Ok(()) => {}
        // Whoever read the output has seen enough. What was found until then stands.
        Err(error) if is_broken_pipe(&error) => {}
        Err(error) => {
            message::error(message::Kind::Output, &format!("standard output: {error:#}"));
            exit = Exit::InputOrOutputError;
        }
    }
    ExitCode::from(exit as u8)
}

/// Whether a program reads what is printed: known also where all else of the command line is wrong.
fn asks_for_json(args: impl Iterator<Item = OsString>) -> bool {
    let mut is_form = false;
    let args: Vec<OsString> = args.collect();
    // Without a mark before it, what follows are words of another program.
    if args.first().is_some_and(|verb| verb == "run") && !args.iter().any(|arg| arg == "--") {
        return false;
    }
    for arg in args {
        let arg = arg.to_string_lossy();
        let form = match &arg[..] {
            "--" => return false,
            "-o" | "--output" => {
                is_form = true;
                continue;
            }
            form if is_form => form,
            arg => arg.strip_prefix("--output=").or(arg.strip_prefix("-o")).unwrap_or_default(),
        };
        if matches!(form.strip_prefix('=').unwrap_or(form), "json" | "ndjson") {
            return true;
        }
        is_form = false;
    }
    false
}

/// Help, the version, or what is wrong with the command line. That repeats words of it, which can hold anything; so there
/// are no colours, and what else a terminal would obey is shown.
fn usage(error: &clap::Error) -> ExitCode {
    let text = error.render().ansi().to_string();
    // That a word could also be meant as a path helps nobody who mistyped an option.
    let is_help = |line: &&str| {
        !(line.trim_start().starts_with("tip: to pass '") && line.contains("as a value, use '-- "))
    };
    let text: String = text.split_inclusive('\n').filter(is_help).collect();
    if message::are_for_programs() && error.use_stderr() {
        // In one line, without what people look up.
        let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
        let told: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        let told = told.join("; ");
        message::error(message::Kind::Usage, told.strip_prefix("error: ").unwrap_or(&told));
        return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
    }
    let text = show::visible_lines(&text);
    let written = match error.use_stderr() {
        // Whether or not it can be written, the status tells.
        true => write!(anstream::stderr(), "{text}").or(Ok(())),
        false => write!(anstream::stdout(), "{text}").and_then(|()| std::io::stdout().flush()),
    };
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            message::error(message::Kind::Output, &format!("standard output: {error}"));
            return ExitCode::from(Exit::InputOrOutputError as u8);
        }
        _ => {}
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        // This one names no cause.
        let csv = cause.downcast_ref::<csv::Error>().and_then(|error| match error.kind() {
            csv::ErrorKind::Io(io) => Some(io.kind()),
            _ => None,
        });
        io.or(json).or(csv) == Some(ErrorKind::BrokenPipe)
    })
}
