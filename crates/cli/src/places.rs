//! Paths that are not on the command line: those that a file lists, and those at which programs keep their streams.

use crate::args::{Agent, Reading};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// All of them; an error, in words, where there are none.
pub(crate) fn named(args: &Reading) -> Result<Vec<PathBuf>, String> {
    let mut paths = Vec::new();
    if let Some(list) = &args.files_from {
        let bytes = if list.as_os_str() == "-" { stdin() } else { fs::read(list) };
        let bytes = bytes.map_err(|error| format!("{}: {error}", list.display()))?;
        paths = listed(&bytes);
        if paths.is_empty() {
            return Err(format!("{}: it names no files", list.display()));
        }
    }
    for agent in &args.agents {
        paths.extend(kept(*agent)?);
    }
    Ok(paths)
}

fn stdin() -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// One a line, or each before a zero byte if there is one: what `find -print0` prints.
fn listed(bytes: &[u8]) -> Vec<PathBuf> {
    let end = if bytes.contains(&0) { 0 } else { b'\n' };
    let parts = bytes.split(|byte| *byte == end).filter(|path| !path.is_empty());
    parts.map(path).collect()
}

#[cfg(unix)]
fn path(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(bytes.to_vec()).into()
}

#[cfg(not(unix))]
fn path(bytes: &[u8]) -> PathBuf {
    OsString::from(String::from_utf8_lossy(bytes).trim_end_matches('\r')).into()
}

/// The folders of a program that are there, as its format page has them.
fn kept(agent: Agent) -> Result<Vec<PathBuf>, String> {
    let home = env::home_dir().unwrap_or_default();
    let (name, folders) = match agent {
        Agent::Claude => {
            let roots = match configured("CLAUDE_CONFIG_DIR") {
                // It may list several.
                Some(folders) => folders.to_string_lossy().split(',').map(|one| one.trim().into()).collect(),
                None => vec![home.join(".claude"), home.join(".config/claude")],
            };
            ("Claude Code", roots.iter().map(|root| root.join("projects")).collect())
        }
        Agent::Codex => {
            let root = configured("CODEX_HOME").unwrap_or_else(|| home.join(".codex"));
            ("Codex", vec![root.join("sessions"), root.join("archived_sessions")])
        }
        Agent::Gemini => ("Gemini CLI", in_each(&home.join(".gemini/tmp"), "chats")),
        Agent::Pi => ("Pi", vec![home.join(".pi/agent/sessions")]),
        Agent::Qwen => ("Qwen Code", in_each(&home.join(".qwen/projects"), "chats")),
    };
    let there: Vec<PathBuf> = folders.iter().filter(|folder| folder.is_dir()).cloned().collect();
    if there.is_empty() {
        let looked: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
        let looked = looked.join(", nor ");
        return Err(format!("{name} keeps nothing here: there is no {looked}; name its folder"));
    }
    Ok(there)
}

fn configured(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// `name` in each folder that is in `root`, in order; with a star for them where there are none.
fn in_each(root: &Path, name: &str) -> Vec<PathBuf> {
    let folders = fs::read_dir(root).into_iter().flatten().flatten().map(|entry| entry.path().join(name));
    let mut there: Vec<PathBuf> = folders.filter(|folder| folder.is_dir()).collect();
    there.sort_unstable();
    if there.is_empty() {
        there.push(root.join("*").join(name));
    }
    there
}
