//! No line of another program's recordings is taken for AFK's or for one that Amp reads.
//!
//! The data is not part of this repository. `RUNLEX_DATA` names the folder that holds `samples`; without it `../shared` beside
//! the repository is tried, and without that nothing is tested.

use crate::common;
use runlex_dialects::{Dialect, Hint, sniff};
use std::fs;
use std::path::{Path, PathBuf};

#[test]
#[allow(clippy::print_stderr)]
fn others_are_not_taken_for_ours() {
    let root = std::env::var_os("RUNLEX_DATA").map(PathBuf::from);
    let root = root.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let Ok(programs) = fs::read_dir(root.join("samples")) else {
        eprintln!("skipped: no samples in {}; set RUNLEX_DATA", root.display());
        return;
    };
    let mut events = 0;
    for program in programs.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_dir()) {
        for file in fs::read_dir(&program).expect("a folder") {
            let file = file.expect("an entry").path();
            events += common::each(&fs::read(&file).expect("a file"), |line, object| match sniff(object) {
                Hint::Is(dialect @ (Dialect::Afk | Dialect::AmpInput))
                | Hint::Perhaps(dialect @ (Dialect::Afk | Dialect::AmpInput)) => {
                    panic!("{}: {dialect} {}", file.display(), String::from_utf8_lossy(line));
                }
                _ => {}
            });
        }
    }
    assert!(events > 200, "{events} events are not all that there are");
}
