//! Words of `completions` and `man`.

use clap::Args;
use clap_complete::Shell;

#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// Which shell
    #[arg(value_enum, value_name = "SHELL")]
    pub(crate) shell: Shell,
}

pub(super) const COMPLETIONS: &str = "\
Examples:
  runlex completions bash > ~/.local/share/bash-completion/completions/runlex
  runlex completions zsh > \"${fpath[1]}/_runlex\"
  runlex completions fish > ~/.config/fish/completions/runlex.fish";

#[derive(Debug, Args)]
pub(crate) struct Manual {
    /// The page of this verb instead of that of the whole
    #[arg(value_name = "VERB", value_parser = super::verbs())]
    pub(crate) verb: Option<String>,
}

pub(super) const MANUAL: &str = "\
Examples:
  runlex man > runlex.1
  runlex man ls | man -l -";
