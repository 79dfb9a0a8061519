//! `runlex completions` and `runlex man`: the words of the command line, for shells and for `man`.

use crate::args::{Cli, Manual};
use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;

pub(crate) fn completions(shell: Shell) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "runlex", &mut script);
    print(&script)
}

pub(crate) fn manual(args: &Manual) -> Result<()> {
    let mut all = Cli::command();
    // So that verbs know what they are called by.
    all.build();
    let page = match args.verb.as_deref().and_then(|verb| all.find_subcommand(verb)) {
        Some(verb) => verb.clone(),
        None => all,
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    print(&text)
}

fn print(bytes: &[u8]) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(())
}
