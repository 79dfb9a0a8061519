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

/// The folders of a program that are there (`docs/formats/claude-transcript.md`, files).
fn kept(Agent::Claude: Agent) -> Result<Vec<PathBuf>, String> {
    let home = env::home_dir().unwrap_or_default();
    let configured = env::var_os("CLAUDE_CONFIG_DIR").filter(|folders| !folders.is_empty());
    let roots: Vec<PathBuf> = match configured.as_ref().map(|folders| folders.to_string_lossy()) {
        // It may list several.
        Some(folders) => folders.split(',').map(|folder| Path::new(folder.trim()).to_path_buf()).collect(),
        None => vec![home.join(".claude"), home.join(".config/claude")],
    };
    let folders: Vec<PathBuf> = roots.iter().map(|root| root.join("projects")).collect();
    let there: Vec<PathBuf> = folders.iter().filter(|folder| folder.is_dir()).cloned().collect();
    if there.is_empty() {
        let looked: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
        return Err(format!(
            "Claude Code keeps nothing here: there is no {}; name its folder",
            looked.join(", nor ")
        ));
    }
    Ok(there)
}
