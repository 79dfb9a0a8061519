//! Records: what was measured, with all that another person needs to measure it again, one JSON object a line.

use anyhow::{Context, Result};
use serde_json::{Map, Value, json};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::process::Command;

/// The compiler that built this.
pub const RUSTC: &str = env!("RUNLEX_RUSTC");
/// Flags beyond those of the profile.
pub const FLAGS: &str = env!("RUNLEX_FLAGS");

/// The circumstances of a run: machine, date, compiler, commit, command. No paths.
pub fn circumstances() -> Map<String, Value> {
    let mut args = std::env::args();
    let program = args.next().unwrap_or_default();
    let program = Path::new(&program).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    // Of paths only the last part: a record is published.
    let shown = |arg: String| {
        let last = arg.rsplit('/').next().unwrap_or_default();
        if last.contains(' ') { format!("'{last}'") } else { last.to_string() }
    };
    let command: Vec<String> = std::iter::once(program).chain(args.map(shown)).collect();
    let fields = json!({
        "date": said_by("date", &["-u", "+%FT%TZ"]),
        "machine": processor(),
        "processors": std::thread::available_parallelism().map_or(0, usize::from),
        "huge_pages": huge_pages(),
        "load": load(),
        "os": std::env::consts::OS,
        "rustc": RUSTC,
        "flags": FLAGS,
        "commit": said_by("git", &["rev-parse", "HEAD"]),
        "changed": !said_by("git", &["status", "--porcelain"]).is_empty(),
        "command": command.join(" "),
    });
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// Appends the rows to the file, each with the circumstances.
///
/// # Errors
///
/// Of writing.
pub fn append(file: &Path, rows: impl IntoIterator<Item = Map<String, Value>>) -> Result<()> {
    let around = circumstances();
    let mut text = String::new();
    for row in rows {
        let mut line = around.clone();
        line.extend(row);
        text.push_str(&serde_json::to_string(&line)?);
        text.push('\n');
    }
    let mut file = OpenOptions::new().append(true).create(true).open(file).context("opening the record")?;
    file.write_all(text.as_bytes()).context("writing the record")
}

/// One line that says on what this runs.
pub fn machine_line() -> String {
    let flags = if FLAGS.is_empty() { "no further flags" } else { FLAGS };
    format!("{}; huge pages {}; {RUSTC}; {flags}", processor(), huge_pages())
}

fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = info.lines().find(|line| line.split(':').next().is_some_and(|key| key.trim() == name))?;
        line.split_once(':').map(|(_, value)| value.trim().to_string())
    };
    let model = field("model name").unwrap_or_else(|| std::env::consts::ARCH.into());
    match (field("cpu family"), field("model")) {
        (Some(family), Some(number)) => format!("{model} (family {family}, model {number})"),
        _ => model,
    }
}

fn huge_pages() -> String {
    let setting = std::fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled").unwrap_or_default();
    let chosen = setting.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    chosen.map_or("unknown", |(chosen, _)| chosen).into()
}

/// Mean number of runnable tasks over the last minute: beside the processors it says how busy the machine was.
fn load() -> String {
    let loads = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    loads.split(' ').next().unwrap_or_default().into()
}

fn said_by(program: &str, args: &[&str]) -> String {
    let output = Command::new(program).args(args).output();
    let text = output.ok().and_then(|output| String::from_utf8(output.stdout).ok());
    text.unwrap_or_default().trim().into()
}
