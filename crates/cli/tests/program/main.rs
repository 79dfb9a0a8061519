//! The whole program, from its command line to its output and exit status.

mod by;
mod cat;
mod chosen;
mod codex;
mod compressed;
mod copilot;
mod cursor_qwen;
mod droid_goose;
mod escapes;
mod exit;
mod faults;
mod faulty;
mod folders;
mod forms;
mod gemini;
mod golden;
mod grep;
mod index;
mod indexed;
mod inputs;
#[cfg(unix)]
mod interrupted;
mod joined;
mod json;
mod large;
mod opencode;
mod options;
mod output;
mod pi;
mod readme;
mod refused;
mod result;
mod run;
mod samples;
mod schemas;
mod show;
mod streams;
mod tail;
mod text;
mod threads;
mod tools;
mod words;

use serde_json::Value;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A sound line that says whose it is.
const INIT: &str =
    "{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"T-1\",\"tools\":[],\"mcp_servers\":[]}\n";
/// A line that ends inside its object.
const CUT: &str = "{\"type\":\"user\",\"mess\n";

/// What is said where it was passed over.
const LEFT_OUT: &str = "runlex: left out: 1 line with a fault in 1 file (runlex check names each)\n";

/// The program's own styles.
const OWN: [&str; 7] =
    ["\u{1b}[0m", "\u{1b}[1m", "\u{1b}[2m", "\u{1b}[31m", "\u{1b}[32m", "\u{1b}[33m", "\u{1b}[36m"];

/// What a run of the program came to.
struct Ran {
    status: Option<i32>,
    out: String,
    err: String,
}

impl Ran {
    fn of(output: Output) -> Ran {
        Ran {
            status: output.status.code(),
            out: String::from_utf8(output.stdout).expect("output is UTF-8, whatever was read"),
            err: String::from_utf8(output.stderr).expect("so are messages"),
        }
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

/// The program, on no terminal and with nothing on its standard input.
fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_runlex"));
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(name);
    }
    command.stdin(Stdio::null());
    command
}

/// Whether Ctrl-C reaches what is started from here: whoever runs tests in the background of a script has it ignored, and all that is
/// started inherits that.
#[allow(clippy::print_stderr)]
fn interrupts_come() -> bool {
    const SIGINT: u64 = 1 << 1;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    if ignored & SIGINT != 0 {
        eprintln!("skipped: SIGINT is ignored here");
    }
    ignored & SIGINT == 0
}

fn runlex(args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Ran {
    Ran::of(command().args(args).output().expect("the program runs"))
}

/// On a terminal of so many columns, in `folder`; nothing where there is no `script`, which makes one. All it prints is `out`,
/// without the program's own styles and the carriage returns of the terminal.
#[cfg(target_os = "linux")]
#[allow(clippy::print_stderr)]
fn on_terminal(columns: u16, args: &[&str], folder: &Path) -> Option<Ran> {
    if Command::new("script").arg("--version").output().is_err() {
        eprintln!("skipped: no `script`, which makes a terminal");
        return None;
    }
    let program = command().get_program().to_owned();
    let program = program.to_str().expect("a plain path");
    let words: Vec<String> = args.iter().map(|word| format!("'{word}'")).collect();
    let line = format!("stty rows 50 cols {columns} -onlcr; '{program}' {}", words.join(" "));
    let mut script = Command::new("script");
    script.args(["-q", "-e", "-c", &line, "/dev/null"]).current_dir(folder);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        script.env_remove(name);
    }
    let mut ran = Ran::of(script.env("TERM", "xterm").stdin(Stdio::null()).output().expect("a terminal"));
    for own in OWN {
        ran.out = ran.out.replace(own, "");
    }
    Some(ran)
}

/// With these bytes on its standard input.
fn runlex_with(input: &[u8], args: &[&str]) -> Ran {
    let mut command = command();
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    // Small enough for a pipe; the program may well not read it to its end.
    assert!(input.len() <= 4096);
    _ = child.stdin.take().expect("a pipe").write_all(input);
    Ran::of(child.wait_with_output().expect("it ends"))
}

/// A folder that goes away, with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    folder
}

/// `corpus/` of this repository.
fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}
