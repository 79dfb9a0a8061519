//! Which files are read, and in which order.

use crate::{INIT, folder, runlex, runlex_with};
use serde_json::Value;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The paths that `check` reports on, relative to `folder` where they are in it.
fn read(folder: &Path, args: &[OsString]) -> Vec<String> {
    let ran = runlex(["check".into(), "-o".into(), "json".into()].into_iter().chain(args.iter().cloned()));
    assert_eq!(ran.status, Some(0), "{}", ran.err);
    let relative = |file: &Value| {
        let path = PathBuf::from(file["path"].as_str().expect("a path"));
        path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned()
    };
    ran.json()["files"].as_array().expect("a list").iter().map(relative).collect()
}

/// By their endings, in folders within folders, whatever ignore files say; in the order of their paths.
#[test]
fn a_folder_is_searched() {
    let folder = folder(&[
        ("b/2.jsonl", INIT),
        ("a/9.ndjson", INIT),
        ("a/10.json", INIT),
        ("a.jsonl", INIT),
        (".hidden/x.jsonl", INIT),
        (".gitignore", "*"),
        (".ignore", "*"),
        ("no.txt", "no"),
        ("jsonl", "no"),
        ("no.jsonl.bak", "no"),
        ("no.csv.gz", "no"),
    ]);
    let found = read(folder.path(), &[folder.path().into()]);
    assert_eq!(found, [".hidden/x.jsonl", "a/10.json", "a/9.ndjson", "a.jsonl", "b/2.jsonl"]);
}

/// A file that is named is read whatever its name, and once however often it is named.
#[test]
fn named_files() {
    let folder = folder(&[("b.txt", INIT), ("a.jsonl", INIT)]);
    let path = |name: &str| folder.path().join(name).into_os_string();
    let found = read(folder.path(), &[path("b.txt"), path("a.jsonl"), folder.path().into(), path("b.txt")]);
    assert_eq!(found, ["a.jsonl", "b.txt"]);
}

#[test]
fn standard_input_comes_first() {
    let folder = folder(&[("+.jsonl", INIT)]);
    let path = folder.path().join("+.jsonl");
    let path = path.to_str().expect("a plain path");
    let ran = runlex_with(INIT.as_bytes(), &["check", "-o", "json", path, "-"]);
    let document = ran.json();
    assert_eq!((&document["files"][0]["path"], &document["files"][0]["lines"]), (&"-".into(), &1.into()));
    assert_eq!(document["files"][1]["path"], path);
}

#[test]
fn compressed_files_in_folders_are_told() {
    let folder =
        folder(&[("a.jsonl", INIT), ("b.jsonl.gz", "x"), ("c/d.ndjson.zst", "x"), ("e.json.gz", "x")]);
    let ran = runlex(["check".as_ref(), folder.path().as_os_str()]);
    assert_eq!(ran.status, Some(0));
    assert!(ran.err.contains("3 compressed files were left out"), "{}", ran.err);
    assert!(ran.out.starts_with("1 file, "), "{}", ran.out);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use crate::command;
    use std::os::unix::fs::symlink;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    /// Links within a folder are left alone, loops too; a link that is named is followed.
    #[test]
    fn links() {
        let outside = folder(&[("far.jsonl", INIT), ("sub/far.jsonl", INIT)]);
        let folder = folder(&[("near.jsonl", INIT)]);
        symlink(outside.path().join("far.jsonl"), folder.path().join("file.jsonl")).expect("a link");
        symlink(outside.path().join("sub"), folder.path().join("sub")).expect("a link");
        symlink(folder.path(), folder.path().join("loop")).expect("a link");
        symlink("nowhere", folder.path().join("broken.jsonl")).expect("a link");
        assert_eq!(read(folder.path(), &[folder.path().into()]), ["near.jsonl"]);
        let named = ["file.jsonl", "sub"].map(|name| folder.path().join(name).into_os_string());
        assert_eq!(read(folder.path(), &named), ["file.jsonl", "sub/far.jsonl"]);
    }

    /// A pipe in a folder that nobody writes to would hold the program for ever.
    #[test]
    fn a_pipe_in_a_folder_is_passed_over() {
        let folder = folder(&[("near.jsonl", INIT)]);
        let pipe = folder.path().join("pipe.jsonl");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        let mut child = command()
            .arg("check")
            .arg(folder.path())
            .stdout(Stdio::null())
            .spawn()
            .expect("the program runs");
        // No measurement: only so that the test fails instead of hanging.
        let until = Instant::now() + Duration::from_secs(60);
        let status = loop {
            match child.try_wait().expect("a status") {
                Some(status) => break Some(status),
                None if Instant::now() > until => break None,
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        };
        if status.is_none() {
            child.kill().expect("it can be ended");
        }
        assert_eq!(status.and_then(|status| status.code()), Some(0), "it waits for the pipe");
    }

    /// One that is named is read.
    #[test]
    fn a_pipe_that_is_named() {
        let folder = folder(&[]);
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        let writer = std::thread::spawn({
            let pipe = pipe.clone();
            move || std::fs::write(pipe, INIT)
        });
        let ran = runlex(["check".as_ref(), pipe.as_os_str()]);
        writer.join().expect("no panic").expect("written");
        assert_eq!(ran.status, Some(0));
        assert!(ran.out.starts_with("1 file, 1 line: 1 event"), "{}", ran.out);
    }
}
