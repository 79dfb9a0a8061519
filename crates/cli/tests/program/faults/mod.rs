//! The program where the system fails it: each test is named after its fault.
//!
//! What a test needs beside the program (strace, prlimit, setpriv, a mount) may be absent; it then says so and passes.

mod archives;
mod files;
mod full;
mod killed;
mod privacy;
mod shared;

use crate::indexed::{index, said};
use crate::{Ran, command};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

#[allow(clippy::print_stderr)]
pub(crate) fn skipped(why: &str) {
    eprintln!("skipped: {why}");
}

/// Whether this is here and works, tried on a program that does nothing.
fn has(outer: &[&str]) -> bool {
    let tried = Command::new(outer[0]).args(&outer[1..]).arg("true").stdin(Stdio::null()).output();
    let has = tried.is_ok_and(|output| output.status.success());
    if !has {
        skipped(&format!("{} is not here, or may not do this", outer.join(" ")));
    }
    has
}

/// The program, run by another one that limits or disturbs it.
fn under(outer: &[&str]) -> Command {
    let inner = command();
    let mut command = Command::new(outer[0]);
    command.args(&outer[1..]).arg(inner.get_program()).stdin(Stdio::null());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(name);
    }
    command
}

const STRACE: [&str; 5] = ["strace", "-f", "-qq", "-o", "/dev/null"];

fn has_strace() -> bool {
    has(&STRACE)
}

/// Injects a fault into system calls, of this path only if there is one.
fn strace(inject: &str, path: Option<&Path>) -> Command {
    let inject = format!("inject={inject}");
    let mut outer = STRACE.to_vec();
    if let Some(path) = path {
        outer.extend(["-P", path.to_str().expect("a plain path")]);
    }
    outer.extend(["-e", &inject]);
    under(&outer)
}

fn ran(command: &mut Command) -> Ran {
    Ran::of(command.output().expect("the program runs"))
}

/// The status, or none if it had to be ended: no measurement, only so that a test fails instead of hanging.
fn ended(mut child: Child) -> Ran {
    let until = Instant::now() + Duration::from_secs(120);
    while child.try_wait().expect("a status").is_none() {
        if Instant::now() > until {
            child.kill().expect("it can be ended");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Ran::of(child.wait_with_output().expect("it has ended"))
}

fn spawned(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs")
}

/// All that lies in a folder, with modes: to tell whether anything was changed.
pub(crate) fn tree(folder: &Path) -> BTreeMap<PathBuf, (u32, Vec<u8>)> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let meta = fs::symlink_metadata(&path).expect("it is there");
            let bytes = if meta.is_file() { fs::read(&path).expect("a file") } else { Vec::new() };
            if meta.is_dir() {
                folders.push(path.clone());
            }
            found.insert(path, (mode(&meta), bytes));
        }
    }
    found
}

#[cfg(unix)]
fn mode(meta: &fs::Metadata) -> u32 {
    std::os::unix::fs::PermissionsExt::mode(&meta.permissions())
}

#[cfg(not(unix))]
fn mode(_: &fs::Metadata) -> u32 {
    0
}

/// A run with a call, its result and an end. `id` is in all ids of it.
fn run_of(id: &str) -> String {
    [
        r#"{"type":"system","subtype":"init","session_id":"T-ID","tools":[],"mcp_servers":[]}"#,
        r#"{"type":"assistant","session_id":"T-ID","message":{"id":"m-ID","model":"x","content":[{"type":"tool_use","id":"c-ID","name":"Bash","input":{}}],"usage":{"input_tokens":3,"output_tokens":5}}}"#,
        r#"{"type":"user","session_id":"T-ID","message":{"content":[{"type":"tool_result","tool_use_id":"c-ID","is_error":true}]}}"#,
        r#"{"type":"result","subtype":"success","session_id":"T-ID","is_error":false,"duration_ms":7,"num_turns":1}"#,
    ]
    .map(|line| line.replace("ID", id) + "\n")
    .concat()
}

/// A folder that goes away. In memory if there is such a place: much is written here that has to be safe on a disk first.
fn scratch() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a folder")
}

/// A folder of runs, and where their index is.
struct Place {
    folder: tempfile::TempDir,
    runs: PathBuf,
    index: PathBuf,
}

/// What a test asks of both, files and index.
const ANSWERS: [&[&str]; 4] = [
    &["stats", "--by", "session", "-o", "json"],
    &["check", "-o", "json"],
    &["tools", "--calls", "-o", "json"],
    &["ls", "-o", "json"],
];

type Answers = Vec<(String, Option<i32>)>;

impl Place {
    fn new() -> Place {
        let folder = scratch();
        let (runs, index) = (folder.path().join("runs"), folder.path().join("index"));
        fs::create_dir(&runs).expect("a folder");
        Place { folder, runs, index }
    }

    fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.runs.join(name)
    }

    fn write(&self, name: impl AsRef<Path>, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).expect("a file");
    }

    fn append(&self, name: impl AsRef<Path>, bytes: impl AsRef<[u8]>) {
        let mut file =
            fs::OpenOptions::new().append(true).create(true).open(self.path(name)).expect("a file");
        file.write_all(bytes.as_ref()).expect("it can be written");
    }

    /// The command line that brings the index up to date.
    fn update(&self) -> [&OsStr; 4] {
        ["index".as_ref(), self.runs.as_os_str(), "--to".as_ref(), self.index.as_os_str()]
    }

    fn updated(&self) -> Ran {
        index(std::slice::from_ref(&self.runs), &self.index)
    }

    fn verified(&self) -> Ran {
        crate::runlex(["index".as_ref(), "verify".as_ref(), self.index.as_os_str()])
    }

    #[track_caller]
    fn assert_whole(&self) {
        let ran = self.verified();
        assert_eq!(ran.status, Some(0), "{}", ran.err);
    }

    /// From the index.
    fn indexed(&self) -> Answers {
        ANSWERS.map(|args| said(args, ["--index".as_ref(), self.index.as_os_str()])).to_vec()
    }

    /// From the files.
    fn direct(&self) -> Answers {
        ANSWERS.map(|args| said(args, [&self.runs])).to_vec()
    }

    /// An update goes well, and the answers are those of the files then.
    #[track_caller]
    fn assert_mends(&self) {
        let ran = self.updated();
        assert_eq!(ran.status, Some(0), "{}", ran.err);
        self.assert_whole();
        assert!(self.indexed() == self.direct(), "{:?}\n{:?}", self.indexed(), self.direct());
    }
}

/// Long enough that the clock of the file system goes on.
fn tick() {
    std::thread::sleep(Duration::from_millis(60));
}

/// Numbers that look random, and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % end
    }
}
