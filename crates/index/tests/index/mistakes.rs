//! What is asked for by mistake is told, and nothing is made or changed.

use crate::{run, update};
use runlex_index::{Index, IndexError, Table, Update};
use std::fs;
use std::path::Path;

fn refused(update: Update) -> IndexError {
    update.prepare(|_| {}).err().expect("it is refused")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// A path that is not there, and an update of an index that is not there.
#[test]
fn nothing_to_index() {
    let place = tempfile::tempdir().expect("a folder");
    let (runs, index) = (place.path().join("runs"), place.path().join("index"));
    fs::create_dir(&runs).expect("a folder");
    fs::write(runs.join("a.jsonl"), "{}\n").expect("a file");
    let nowhere = place.path().join("nowhere");
    assert!(matches!(refused(Update::new(&index)), IndexError::Missing(_)));
    assert!(
        matches!(refused(Update::new(&index).paths([&runs, &nowhere])), IndexError::Io { path, .. } if path == nowhere)
    );
    assert!(!index.exists());

    update(&index, &[&runs]);
    refused(Update::new(&index).paths([&nowhere]));
    assert_eq!(run(Update::new(&index)).files, 1);
    // One that was there is known, and told.
    fs::remove_dir_all(&runs).expect("it can be removed");
    let summary = run(Update::new(&index).paths([&runs]));
    assert_eq!((summary.removed, summary.failed.len()), (1, 1));
}

/// A panic of whoever asks is its own, and no damage of the index.
#[test]
#[should_panic(expected = "of the caller")]
fn a_panic_while_rows_are_handed_out() {
    let place = tempfile::tempdir().expect("a folder");
    let (file, index) = (place.path().join("a.jsonl"), place.path().join("index"));
    fs::write(&file, "{}\n").expect("a file");
    update(&index, &[&file]);
    let index = Index::open(&index).expect("an index");
    let told = index.rows(Table::Lines, &["line"], |_| panic!("of the caller"));
    told.expect("rows");
}

/// A folder of somebody's, with a manifest of something else.
#[test]
fn a_folder_that_is_no_index() {
    let place = tempfile::tempdir().expect("a folder");
    let (runs, index) = (place.path().join("runs"), place.path().join("index"));
    fs::create_dir(&runs).and_then(|()| fs::create_dir(&index)).expect("a folder");
    for names_before in [&["manifest.json"][..], &["manifest.json", "other.txt"]] {
        for name in names_before {
            fs::write(index.join(name), "{\"name\":\"x\"}").expect("a file");
        }
        let permissions = fs::metadata(&index).expect("a folder").permissions();
        assert!(matches!(refused(Update::new(&index).paths([&runs])), IndexError::Foreign(_)));
        assert_eq!(names(&index), names_before);
        assert_eq!(fs::metadata(&index).expect("a folder").permissions(), permissions);
        assert!(matches!(Index::open(&index), Err(IndexError::Damaged { .. })));
    }
}
