//! Disks that are full, pipes that are closed.

use super::*;
use crate::runlex;
use std::io::Read;

/// D5: whoever closed the pipe has seen enough: no message, no panic.
#[test]
fn d5_a_closed_pipe() {
    let place = Place::new();
    // More than a pipe and the program's own buffer hold.
    let runs: String = (0..2_000).map(|run| run_of(&run.to_string())).collect();
    place.write("a.jsonl", runs + &"oops\n".repeat(3_000));
    assert_eq!(place.updated().status, Some(0));
    for args in [
        &["ls", "-o", "json"][..],
        &["ls", "-o", "csv"],
        &["tools", "--calls", "-o", "json"],
        &["tools", "--calls"],
        &["check"],
        &["check", "-o", "json"],
        &["stats", "--by", "run", "-o", "csv"],
        &["stats", "--by", "session", "-o", "json"],
    ] {
        let mut child = spawned(command().args(args).arg("--index").arg(&place.index));
        let mut out = child.stdout.take().expect("a pipe");
        out.read_exact(&mut [0; 10]).expect("some output");
        drop(out);
        let ran = ended(child);
        assert_eq!(ran.err, "", "{args:?}");
        assert!(matches!(ran.status, Some(0 | 3)), "{args:?}: {:?}", ran.status);
    }
}

/// D6: no room for the output is told.
#[cfg(target_os = "linux")]
#[test]
fn d6_a_full_disk_for_the_output() {
    let place = three();
    assert_eq!(place.updated().status, Some(0));
    for args in [
        &["stats", "--index"][..],
        &["ls", "--index"],
        &["check", "-o", "json", "--index"],
        &["tools", "-o", "csv", "--index"],
        &["cat", "--session", "T-2", "--index"],
        &["index", "verify"],
        &["index", "info"],
        &["index", "info", "--sql"],
        &["index", "--to"],
    ] {
        let full = fs::File::options().write(true).open("/dev/full").expect("/dev/full");
        let child = command().args(args).arg(&place.index).stdout(full).stderr(Stdio::piped()).spawn();
        let ran = ended(child.expect("the program runs"));
        assert_eq!(ran.status, Some(4), "{args:?}: {}", ran.err);
        assert!(ran.err.contains("standard output: No space left on device"), "{args:?}: {}", ran.err);
    }
    place.assert_mends();
}

fn three() -> Place {
    let place = Place::new();
    place.write("a.jsonl", run_of("1"));
    place.write("b.jsonl", run_of("2"));
    place.write("c.jsonl", run_of("3"));
    place
}

/// Brings the index up to date, and looks whether more is left in it than the files of this commit and the one before.
fn assert_nothing_left(place: &Place) {
    let manifest = || fs::read_to_string(place.index.join("manifest.json")).expect("a manifest");
    let before = manifest();
    place.append("c.jsonl", run_of("last"));
    assert_eq!(place.updated().status, Some(0));
    let named = [before, manifest(), "\"lock\" \"manifest.json\"".to_owned()].concat();
    for entry in fs::read_dir(&place.index).expect("a folder") {
        let name = entry.expect("an entry").file_name().into_string().expect("a plain name");
        assert!(named.contains(&format!("\"{name}\"")), "{name} is left");
    }
}

/// D6: any write, and any that makes it safe, fails: the error is named, the old index stays and is whole, and the next update
/// is right and leaves nothing behind.
#[test]
fn d6_writes_that_fail() {
    if !has_strace() {
        return;
    }
    let place = three();
    assert_eq!(place.updated().status, Some(0));
    tick();
    assert_eq!(place.updated().status, Some(0));
    let (before, kept) = (place.indexed(), place.folder.path().join("kept"));
    copy(&place.index, &kept);
    place.append("a.jsonl", run_of("4"));
    place.write("b.jsonl", run_of("5"));
    let after = place.direct();
    let mut failed = 0;
    for (calls, error, told) in [
        ("write", "ENOSPC", "No space left on device"),
        ("fsync", "EIO", "Input/output error"),
        ("rename", "ENOSPC", "No space left on device"),
        ("ftruncate", "EIO", "Input/output error"),
    ] {
        for when in 1.. {
            copy(&kept, &place.index);
            let mut command = strace(&format!("{calls}:error={error}:when={when}+"), None);
            // Neither is the message to be lost nor the summary.
            let ran = ran(command.args(place.update()).arg("-q"));
            let what = format!("{calls} {error} from {when} on: {}", ran.err);
            place.assert_whole();
            if ran.status == Some(0) {
                assert!(place.indexed() == after, "{what}");
                assert!(when > 1, "{calls} is never called");
                break;
            }
            failed += 1;
            assert_eq!(ran.status, Some(4), "{what}");
            // Messages are written, too.
            assert!(
                calls == "write"
                    || ran.err.contains(told) && ran.err.contains(place.index.to_str().expect("a path")),
                "{what}"
            );
            let now = place.indexed();
            assert!(now == before || now == after, "{what}");
            if when % 4 == 1 {
                tick();
                assert_eq!(place.updated().status, Some(0), "{what}");
                assert!(place.indexed() == after, "{what}");
            }
        }
    }
    assert!(failed > 10, "{failed}");
    assert_nothing_left(&place);
    place.assert_mends();
}

/// A folder of files like another.
pub(super) fn copy(from: &Path, to: &Path) {
    _ = fs::remove_dir_all(to);
    fs::create_dir(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
    }
}

/// A small disk in memory, that goes away.
struct Disk(tempfile::TempDir);

impl Disk {
    fn new(bytes: &str) -> Option<Disk> {
        let folder = tempfile::tempdir().expect("a folder");
        let mut mount = Command::new("mount");
        let mounted =
            mount.args(["-t", "tmpfs", "-o", &format!("size={bytes}"), "tmpfs"]).arg(folder.path()).output();
        if !mounted.is_ok_and(|output| output.status.success()) {
            skipped("no disk can be mounted here");
            return None;
        }
        Some(Disk(folder))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        _ = Command::new("umount").arg(self.0.path()).output();
    }
}

/// D6: an index on a disk that is too small: the error is named, the old index stays; there is room again once less is to be kept.
#[test]
fn d6_a_full_disk_for_the_index() {
    let Some(disk) = Disk::new("1M") else { return };
    let mut place = three();
    place.index = disk.0.path().join("index");
    assert_eq!(place.updated().status, Some(0));
    let before = place.indexed();
    let runs: String = (0..8_000).map(|run| run_of(&format!("{run:0>40}"))).collect();
    place.write("large.jsonl", &runs);
    for _ in 0..2 {
        let full = place.updated();
        assert_eq!(full.status, Some(4), "{}", full.err);
        assert!(full.err.contains("No space left on device") && full.err.contains("index/"), "{}", full.err);
        assert_eq!(full.err.lines().count(), 1, "{}", full.err);
        place.assert_whole();
        assert!(place.indexed() == before);
    }
    fs::remove_file(place.path("large.jsonl")).expect("removed");
    place.append("a.jsonl", run_of("4"));
    place.assert_mends();
    assert_nothing_left(&place);
    // No room at all for a first one.
    let filler = disk.0.path().join("filler");
    let mut file = fs::File::create(&filler).expect("a file");
    while file.write_all(&[0; 4096]).is_ok() {}
    let first = index(std::slice::from_ref(&place.runs), &disk.0.path().join("first"));
    assert!(first.status == Some(4) && first.err.contains("No space left"), "{}", first.err);
    let asked = runlex(["stats".as_ref(), "--index".as_ref(), disk.0.path().join("first").as_os_str()]);
    assert!(asked.status == Some(4) && asked.err.contains("no index is here"), "{}", asked.err);
}
