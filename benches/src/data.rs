//! The bytes that are measured on, made in memory.
//!
//! | name | what |
//! |---|---|
//! | `s1` | recorded `stream-json` of Claude Code: `$RUNLEX_DATA/samples/claude-stream/*.jsonl`, repeated to the size |
//! | `s2` | recorded session files of Claude Code: `$RUNLEX_DATA/samples/claude-projects/*.jsonl`, repeated to the size |
//! | `g` | generated, shape `amp`: whole runs, mean line 3.25 KB |
//! | `t` | generated, shape `afk`: tiny lines, mean 119 bytes |
//! | `p` | generated, shape `transcript`: session files, mean line 3.3 KB |
//! | a path | that file, repeated to the size |

use anyhow::{Context, Result, ensure};
use runlex_testgen::{Generator, Shape};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The seed of all generated data.
pub const SEED: u64 = 7;

/// Names of the sets that need no files.
pub const GENERATED: [&str; 3] = ["g", "t", "p"];

/// Names of the sets made of recorded files, present when `RUNLEX_DATA` is set.
pub const RECORDED: [&str; 2] = ["s1", "s2"];

/// One set.
#[derive(Debug)]
pub struct Data {
    /// As on the command line; of a path the last part.
    pub name: String,
    /// How the bytes came about.
    pub origin: String,
    /// The bytes, ending in a newline.
    pub bytes: Vec<u8>,
}

/// The sets that can be had here.
pub fn present() -> Vec<&'static str> {
    let recorded = RECORDED.iter().filter(|_| std::env::var_os("RUNLEX_DATA").is_some());
    GENERATED.iter().chain(recorded).copied().collect()
}

/// Makes the set with at least `size` bytes, in whole lines.
///
/// # Errors
///
/// Files that are not there.
pub fn load(name: &str, size: usize) -> Result<Data> {
    let shape = match name {
        "g" => Some(Shape::Amp),
        "t" => Some(Shape::Afk),
        "p" => Some(Shape::Transcript),
        _ => None,
    };
    if let Some(shape) = shape {
        let mut bytes = Vec::new();
        Generator::new(shape, SEED).fill(&mut bytes, size);
        return Ok(Data { name: name.into(), origin: format!("generated, {shape:?}, seed {SEED}"), bytes });
    }
    let (name, files) = match name {
        "s1" => (name.to_string(), recorded("claude-stream")?),
        "s2" => (name.to_string(), recorded("claude-projects")?),
        path => {
            let path = PathBuf::from(path);
            let name = path.file_name().unwrap_or(OsStr::new("file")).to_string_lossy().into_owned();
            (name, vec![path])
        }
    };
    let mut once = Vec::new();
    for file in &files {
        once.extend(std::fs::read(file).with_context(|| format!("reading {}", file.display()))?);
        if once.last().is_some_and(|byte| *byte != b'\n') {
            once.push(b'\n');
        }
    }
    ensure!(!once.is_empty(), "no data in {name}");
    let times = size.div_ceil(once.len()).max(1);
    let origin = format!("{} files, {} bytes, {times} times", files.len(), once.len());
    let mut bytes = Vec::with_capacity(once.len() * times);
    for _ in 0..times {
        bytes.extend_from_slice(&once);
    }
    Ok(Data { name, origin, bytes })
}

fn recorded(folder: &str) -> Result<Vec<PathBuf>> {
    let root =
        std::env::var_os("RUNLEX_DATA").context("set RUNLEX_DATA to the folder that holds `samples`")?;
    let folder = Path::new(&root).join("samples").join(folder);
    let entries = std::fs::read_dir(&folder).with_context(|| format!("reading {}", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        files.push(entry?.path());
    }
    files.retain(|path| path.extension() == Some(OsStr::new("jsonl")));
    files.sort();
    Ok(files)
}

/// Cuts `bytes` into `parts` pieces of about equal size at newlines, each with its offset.
pub fn cut(bytes: &[u8], parts: usize) -> Vec<(u64, &[u8])> {
    let mut pieces = Vec::new();
    let mut from = 0;
    for part in 1..=parts {
        let aim = (bytes.len() / parts * part).max(from);
        let end = match memchr::memchr(b'\n', &bytes[aim..]) {
            Some(len) if part < parts => aim + len + 1,
            _ => bytes.len(),
        };
        pieces.push((from as u64, &bytes[from..end]));
        from = end;
    }
    pieces
}

/// A size as on the command line: digits, then nothing, `k`, `M` or `G` (powers of 1,000).
///
/// # Errors
///
/// Anything else.
pub fn parse_size(text: &str) -> Result<usize> {
    let digits = text.trim_end_matches(['k', 'M', 'G']);
    let factor = match &text[digits.len()..] {
        "" => 1,
        "k" => 1_000,
        "M" => 1_000_000,
        "G" => 1_000_000_000,
        other => anyhow::bail!("{other} is no unit; k, M and G are"),
    };
    let number: usize = digits.parse().with_context(|| format!("{text} is no size"))?;
    number.checked_mul(factor).context("too large")
}
