//! Completions and the manual: made of the words of the command line, and read by those who are to read them.

use crate::runlex;
use std::io::Write;
use std::process::{Command, Stdio};

/// Verbs, as help lists them.
fn verbs() -> Vec<String> {
    let help = runlex(["--help"]).out;
    let list = help.split_once("Commands:\n").expect("verbs").1.split_once("\n\n").expect("their end").0;
    let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned);
    let names: Vec<String> = names.filter(|name| name != "help").collect();
    assert!(names.len() > 8, "{names:?}");
    names
}

/// What a program makes of `text`; nothing, and a line that says so, where it is not installed.
#[allow(clippy::print_stderr)]
fn read_by(program: &str, args: &[&str], text: &str) -> Option<String> {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let Ok(mut child) = command.spawn() else {
        eprintln!("skipped: no {program}");
        return None;
    };
    _ = child.stdin.take().expect("a pipe").write_all(text.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && err.is_empty(), "{program}: {err}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What a verb is about stands first in its help, as the list of all has it: also where its words are put together later.
#[test]
fn help_of_each() {
    let list = runlex(["--help"]).out;
    for verb in verbs() {
        let about =
            list.lines().find_map(|line| line.strip_prefix(&format!("  {verb} "))).expect("it is listed");
        let help = runlex(["help", &verb]).out;
        assert_eq!(help, runlex([&verb, "--help"]).out, "{verb}");
        assert_eq!(help.lines().next(), Some(about.trim()), "{verb}");
        assert!(help.contains(&format!("Usage: runlex {verb} ")), "{verb}: {help}");
        let page = runlex(["man", &verb]);
        assert!(
            page.status == Some(2)
                || page.out.contains(about.trim().split(['-', '\'']).next().expect("a word"))
        );
    }
    // What nearly is a verb or a word of one is named.
    for (args, want) in [(&["chekc", "-"][..], "'check'"), (&["ls", "--outcom", "ok"], "'--outcome'")] {
        let ran = runlex(args);
        assert!(ran.status == Some(2) && ran.err.contains(want), "{args:?}: {}", ran.err);
    }
}

/// Each shell takes its script, and bash and fish complete a verb by it.
#[test]
fn completions() {
    let of = |shell: &str| {
        let ran = runlex(["completions", shell]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{shell}");
        for word in verbs().iter().map(String::as_str).chain(["outcome", "since"]) {
            assert!(ran.out.contains(word), "{shell}: {word}");
        }
        ran.out
    };
    let ask = "\nCOMP_WORDS=(runlex st); COMP_CWORD=1; _runlex runlex st runlex; echo \"${COMPREPLY[@]}\"\n";
    if let Some(answer) = read_by("bash", &["--norc", "-s"], &(of("bash") + ask)) {
        assert_eq!(answer.trim(), "stats");
    }
    let zsh = "autoload -U compinit; compinit -D\n".to_owned() + &of("zsh") + "\nwhence -w _runlex\n";
    if let Some(answer) = read_by("zsh", &["-f", "-s"], &zsh) {
        assert_eq!(answer.trim(), "_runlex: function");
    }
    if let Some(answer) = read_by("fish", &["--no-config"], &(of("fish") + "\ncomplete -C 'runlex st'\n")) {
        assert!(answer.starts_with("stats"), "{answer}");
    }
    for shell in ["elvish", "powershell"] {
        of(shell);
    }
    assert_eq!(runlex(["completions", "csh"]).status, Some(2));
}

#[test]
fn manual() {
    for verb in verbs().iter().map(String::as_str).filter(|verb| !["completions", "man"].contains(verb)) {
        let ran = runlex(["man", verb]);
        assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""), "{verb}");
        let Some(page) = read_by("groff", &["-man", "-Tutf8", "-ww", "-c"], &ran.out) else { return };
        assert!(page.contains(&format!("runlex-{verb}")) && page.contains("Examples:"), "{page}");
    }
    let Some(page) = read_by("groff", &["-man", "-Tutf8", "-ww", "-c"], &runlex(["man"]).out) else { return };
    for verb in verbs() {
        assert!(page.contains(&format!("runlex-{verb}")), "{verb}: {page}");
    }
    assert_eq!(runlex(["man", "nothing"]).status, Some(2));
}
