//! What the README shows is what comes out.
//!
//! Its blocks `console` are run in order, in a copy of the corpus; those of streams that only its reader has are left out by name.

use crate::{command, corpus};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Commands about these are not run: they stand for what a reader has, or need another program.
const OTHERS: [&str; 4] = [" runs/", "agent ", "tail -f", "duckdb"];

fn readme() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    fs::read_to_string(path).expect("the README")
}

/// The blocks of a language.
fn blocks<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
    let open = format!("\n```{language}\n");
    text.split(&open).skip(1).filter_map(|rest| rest.split_once("\n```").map(|(block, _)| block)).collect()
}

/// Each command of a block with what it prints.
fn commands(block: &str) -> Vec<(&str, String)> {
    let mut commands: Vec<(&str, String)> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, String::new())),
            (None, Some((_, out))) => *out += &format!("{line}\n"),
            (None, None) => panic!("a block begins with a command: {block}"),
        }
    }
    commands
}

/// Sizes of an index depend on where its files are, times on the machine.
fn elided(out: &str) -> String {
    let numbers = |line: &str| line.replace(|c: char| c.is_ascii_digit() || c == ',', "");
    let each = out.lines().map(|line| match line {
        _ if line.contains("the index has") || line.contains(" GB/s") => numbers(line),
        _ => line.trim_end().to_owned(),
    });
    each.map(|line| line + "\n").collect()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        match path.is_dir() {
            true => copy(&path, &target),
            false => fs::copy(&path, &target).map(|_| ()).expect("a copy"),
        }
    }
}

/// What a shell prints for a command, errors too.
fn run(line: &str, folder: &Path) -> String {
    let program = command().get_program().to_owned();
    let place = Path::new(&program).parent().expect("a folder").to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(place).chain(std::env::split_paths(&path));
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {line}")])
        .env("PATH", std::env::join_paths(paths).expect("paths"))
        .env_remove("CLICOLOR_FORCE")
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
#[allow(clippy::print_stderr)]
fn every_block() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["cases", "streams"] {
        copy(&corpus().join(name), &folder.path().join("corpus").join(name));
    }
    let more = "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":[]},\"session_id\":\"T-1\"}\n";
    fs::write(folder.path().join("more.jsonl"), more).expect("a file");
    // A file that changed just now is read anew, and not on.
    std::thread::sleep(std::time::Duration::from_millis(100));
    let has_jq = run("jq --version", folder.path()).starts_with("jq-");
    let (readme, mut tried) = (readme(), 0);
    for (line, want) in blocks(&readme, "console").into_iter().flat_map(commands) {
        if OTHERS.iter().any(|other| line.contains(other)) {
            continue;
        }
        if line.contains("jq") && !has_jq {
            eprintln!("skipped: no jq for {line}");
            continue;
        }
        assert_eq!(elided(&run(line, folder.path())), elided(&want), "{line}");
        tried += 1;
    }
    assert!(tried >= 14, "{tried}");
}

/// The first thing that the README has its reader do.
#[test]
fn the_first_command() {
    let readme = readme();
    let want = blocks(&readme, "text").first().map(|block| format!("{block}\n")).expect("a block");
    let out = run("runlex stats corpus/streams/amp", &corpus().join(".."));
    assert_eq!(elided(&out), elided(&want));
}
