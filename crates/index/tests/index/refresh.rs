//! An update reads what is new, and the index is then as if it were made anew.

use crate::{direct, indexed, rows, update};
use runlex_index::{Table, Update, compact};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const ONE: &str =
    "{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"T-1\",\"tools\":[],\"mcp_servers\":[]}\n";
const CALL: &str = "{\"type\":\"assistant\",\"session_id\":\"T-1\",\"message\":{\"id\":\"m1\",\"model\":\"x\",\"content\":[{\"type\":\"tool_use\",\"id\":\"c1\",\"name\":\"Bash\",\"input\":{}}],\"usage\":{\"input_tokens\":3,\"output_tokens\":5}}}\n";
const ANSWER: &str = "{\"type\":\"user\",\"session_id\":\"T-1\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"c1\",\"is_error\":true}]}}\n";
const END: &str = "{\"type\":\"result\",\"subtype\":\"success\",\"session_id\":\"T-1\",\"is_error\":false,\"duration_ms\":7,\"num_turns\":1}\n";

fn append(path: &Path, text: &str) {
    let mut file = OpenOptions::new().append(true).create(true).open(path).expect("a file");
    file.write_all(text.as_bytes()).expect("it can be written");
}

/// Long enough that the clock of the file system goes on.
fn tick() {
    std::thread::sleep(Duration::from_millis(70));
}

/// The index is the same as one that is made anew.
#[track_caller]
fn check(folder: &Path, paths: &[&Path]) {
    assert_eq!(indexed(folder), direct(paths));
    let place = tempfile::tempdir().expect("a folder");
    update(place.path(), paths);
    for table in [Table::Files, Table::ToolCalls, Table::Stated, Table::Runs, Table::Faults] {
        assert_eq!(rows(folder, table), rows(place.path(), table), "{table:?}");
    }
}

#[test]
fn a_file_that_grows_is_read_on() {
    let place = tempfile::tempdir().expect("a folder");
    let (runs, index) = (place.path().join("runs"), place.path().join("index"));
    fs::create_dir(&runs).expect("a folder");
    let path = runs.join("a.jsonl");
    // Whole lines, halves of lines, nothing.
    let half = CALL.len() / 2;
    let pieces = [
        ONE,
        &CALL[..half],
        &CALL[half..],
        ANSWER,
        "{\"type\":",
        "oops",
        "\n\n",
        END,
        &END[..END.len() - 1],
        "\n",
    ];
    append(&path, "");
    for (number, piece) in pieces.into_iter().enumerate() {
        tick();
        append(&path, piece);
        tick();
        let summary = update(&index, &[&runs]);
        let want = if number == 0 { (1, 0) } else { (0, 1) };
        assert_eq!((summary.read, summary.appended), want, "piece {number}");
        check(&index, &[&runs]);
        let again = update(&index, &[&runs]);
        assert_eq!((again.unchanged, again.commit), (1, summary.commit));
    }
    compact(&index, |_| {}).expect("it can be compacted");
    check(&index, &[&runs]);
}

/// What becomes of a file after it was looked at, and before it is read on.
#[test]
fn changes_before_a_file_is_opened() {
    let longer = format!("{CALL}{CALL}{ANSWER}{END}{END}");
    let replaced = |path: &Path| {
        let new = path.with_extension("new");
        fs::write(&new, &longer).and_then(|()| fs::rename(&new, path)).expect("a file");
    };
    // As the one before, but for its end.
    let alike = |path: &Path| {
        let new = path.with_extension("new");
        fs::write(&new, format!("{ONE}{CALL}{END}{END}"))
            .and_then(|()| fs::rename(&new, path))
            .expect("a file");
    };
    type Case<'c> = (&'c str, &'c dyn Fn(&Path), Option<&'c str>);
    let cases: [Case<'_>; 5] = [
        ("nothing", &|_| {}, None),
        ("more", &|path| append(path, END), None),
        ("another file", &replaced, Some("another file took its place")),
        ("another that begins alike", &alike, Some("another file took its place")),
        ("other lines", &|path| fs::write(path, &longer).expect("a file"), Some("written anew")),
    ];
    for (what, happens, want) in cases {
        for cut in [1 << 20, 64] {
            let place = crate::scratch();
            let (path, index) = (place.path().join("a.jsonl"), place.path().join("index"));
            append(&path, &format!("{ONE}{CALL}"));
            tick();
            update(&index, &[&path]);
            append(&path, ANSWER);
            tick();
            let prepared =
                Update::new(&index).cut(cut).threads(2).prepare(|_| {}).expect("it can be prepared");
            happens(&path);
            let done = prepared.run(&|_| {}, &AtomicBool::new(false)).expect("it can be written");
            let failed = done.failed.first().map(|(_, error)| error.as_str());
            match want {
                None => assert_eq!((done.appended, failed), (1, None), "{what}"),
                Some(want) => {
                    assert!(failed.is_some_and(|failed| failed.contains(want)), "{what}: {failed:?}")
                }
            }
            tick();
            update(&index, &[&path]);
            check(&index, &[&path]);
        }
    }
}

#[test]
fn changes_of_all_kinds() {
    let place = tempfile::tempdir().expect("a folder");
    let (runs, index) = (place.path().join("runs"), place.path().join("index"));
    fs::create_dir(&runs).expect("a folder");
    for name in ["a", "b", "c", "d"] {
        append(&runs.join(name).with_extension("jsonl"), &format!("{ONE}{CALL}{ANSWER}{END}"));
    }
    tick();
    let summary = update(&index, &[&runs]);
    assert_eq!((summary.files, summary.read), (4, 4));

    // Cut short.
    tick();
    File::options()
        .write(true)
        .open(runs.join("a.jsonl"))
        .and_then(|file| file.set_len(ONE.len() as u64))
        .expect("a file");
    // Another file in its place.
    fs::write(runs.join("new"), CALL)
        .and_then(|()| fs::rename(runs.join("new"), runs.join("b.jsonl")))
        .expect("a file");
    // Another name.
    fs::rename(runs.join("c.jsonl"), runs.join("e.jsonl")).expect("a file");
    // Gone.
    fs::remove_file(runs.join("d.jsonl")).expect("a file");
    tick();
    let summary = update(&index, &[&runs]);
    assert_eq!((summary.files, summary.read, summary.moved, summary.removed), (3, 2, 1, 1));
    check(&index, &[&runs]);

    // Rewritten with as many bytes, and with its old time.
    let path = runs.join("e.jsonl");
    let modified = fs::metadata(&path).and_then(|meta| meta.modified()).expect("a time");
    let text = fs::read_to_string(&path).expect("text").replace("Bash", "Grep");
    fs::write(&path, text).expect("a file");
    File::options().write(true).open(&path).and_then(|file| file.set_modified(modified)).expect("a file");
    tick();
    let summary = update(&index, &[&runs]);
    assert_eq!((summary.read, summary.unchanged), (1, 2));
    check(&index, &[&runs]);
    assert!(indexed(&index).totals.tools.contains_key("Grep"));

    // Rotated: the old one goes on under another name, a new one takes its place.
    fs::rename(runs.join("a.jsonl"), runs.join("a.1.jsonl")).expect("a file");
    append(&runs.join("a.jsonl"), CALL);
    tick();
    let summary = update(&index, &[&runs]);
    assert_eq!((summary.files, summary.read), (4, 2), "{summary:?}");
    check(&index, &[&runs]);

    compact(&index, |_| {}).expect("it can be compacted");
    check(&index, &[&runs]);
}

#[test]
fn written_within_a_tick_of_the_clock() {
    let place = tempfile::tempdir().expect("a folder");
    let (runs, index) = (place.path().join("runs"), place.path().join("index"));
    fs::create_dir(&runs).expect("a folder");
    for round in 0..200 {
        let name = if round % 2 == 0 { "Bash" } else { "Grep" };
        fs::write(runs.join("a.jsonl"), CALL.replace("Bash", name)).expect("a file");
        update(&index, &[&runs]);
        assert!(indexed(&index).totals.tools.contains_key(name), "round {round}");
    }
}

#[test]
fn a_named_file_that_is_empty_at_first() {
    let place = tempfile::tempdir().expect("a folder");
    let (path, index) = (place.path().join("a.jsonl"), place.path().join("index"));
    append(&path, "");
    let summary = update(&index, &[&path]);
    assert_eq!((summary.files, summary.read, summary.failed.len()), (1, 1, 0), "{summary:?}");
    check(&index, &[&path]);
    tick();
    append(&path, ONE);
    tick();
    assert_eq!(update(&index, &[&path]).files, 1);
    check(&index, &[&path]);
}

/// Also by an update that finds nothing new, which leaves alone what readers of the commit before may still have open.
#[test]
fn what_was_not_finished_is_removed() {
    let place = tempfile::tempdir().expect("a folder");
    let (path, index) = (place.path().join("a.jsonl"), place.path().join("index"));
    append(&path, ONE);
    tick();
    update(&index, &[&path]);
    append(&path, CALL);
    tick();
    assert_eq!(update(&index, &[&path]).commit, 2);
    let left =
        ["lines-00000003.parquet", "state-00000003.bin", "manifest.json.new"].map(|name| index.join(name));
    for left in &left {
        fs::write(left, "half").expect("a file");
    }
    let again = update(&index, &[&path]);
    assert_eq!((again.commit, again.unchanged), (2, 1));
    assert!(left.iter().all(|left| !left.exists()));
    assert!(index.join("files-00000001.parquet").exists() && index.join("files-00000002.parquet").exists());
    check(&index, &[&path]);
}
