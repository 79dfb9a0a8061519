//! Every law over the corpus, over its own seeds, and over all that was ever found to break it.

use runlex_laws::{LAWS, Law};
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

/// The files of a folder and of those in it, by name; none where there is no folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.expect("an entry").path();
            if path.is_dir() { open.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

fn hold(law: &Law, path: &Path) {
    let bytes = fs::read(path).expect("a file");
    if catch_unwind(|| (law.hold)(&bytes)).is_err() {
        panic!("{} is broken by {}", law.name, path.display());
    }
}

#[test]
fn findings_and_seeds() {
    for law in LAWS {
        let [findings, seeds] =
            ["regressions", "seeds"].map(|folder| files(&corpus().join(folder).join(law.name)));
        assert!(!seeds.is_empty(), "{} begins with nothing", law.name);
        for path in findings.iter().chain(&seeds) {
            hold(law, path);
        }
    }
}

/// The large ones are for the reader's own tests.
#[test]
#[allow(clippy::print_stderr)]
fn the_corpus() {
    if std::env::var_os("RUNLEX_BIN").is_none() {
        eprintln!("skipped: cli_check asks nothing without RUNLEX_BIN");
    }
    let mut tried = 0;
    for law in LAWS {
        for folder in ["cases", "streams"] {
            for path in files(&corpus().join(folder)) {
                let is_input = path.extension().is_some_and(|ending| ending == "jsonl" || ending == "bin");
                if is_input && fs::metadata(&path).expect("a file").len() < 100_000 {
                    hold(law, &path);
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 500, "{tried}");
}

/// No folder of findings or seeds is of a law that there is not.
#[test]
fn every_folder_has_a_law() {
    for folder in ["regressions", "seeds"] {
        let Ok(entries) = fs::read_dir(corpus().join(folder)) else { continue };
        for entry in entries {
            let entry = entry.expect("an entry");
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_of_law = !entry.path().is_dir() || LAWS.iter().any(|law| law.name == name);
            assert!(is_of_law, "{folder}/{name}");
        }
    }
}
