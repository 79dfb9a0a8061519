//! Which files are read, and in which order.

use crate::{INIT, Ran, command, folder, runlex, runlex_with};
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

/// However it is spelled, a file counts once, under the first path.
#[test]
fn one_file_under_several_paths() {
    let folder = folder(&[("sub/a.jsonl", INIT), ("sub/b.jsonl", INIT)]);
    let whole = folder.path().join("sub").into_os_string();
    let run = |args: &[OsString]| {
        let mut command = command();
        command.args(["check", "-o", "json"]).args(args).current_dir(folder.path());
        let document = Ran::of(command.output().expect("the program runs")).json();
        let files = document["files"].as_array().expect("a list").clone();
        files.iter().map(|file| file["path"].as_str().expect("a path").to_owned()).collect::<Vec<_>>()
    };
    for (args, want) in [
        (&["sub", "./sub", "sub/../sub/a.jsonl"][..], ["./sub/a.jsonl", "./sub/b.jsonl"]),
        (&["sub/b.jsonl", "sub/../sub"], ["sub/../sub/a.jsonl", "sub/../sub/b.jsonl"]),
    ] {
        let mut args: Vec<OsString> = args.iter().map(Into::into).collect();
        assert_eq!(run(&args), want);
        args.push(whole.clone());
        // A path from the root comes before all others.
        let want = ["a.jsonl", "b.jsonl"].map(|name| Path::new(&whole).join(name).display().to_string());
        assert_eq!(run(&args), want);
    }
}

/// The ending counts, in capitals or not; what is left out is told.
#[test]
fn endings() {
    let folder = folder(&[
        ("a.JSONL", INIT),
        ("b.NdJson", INIT),
        ("c.Json", INIT),
        ("d.jsonl.GZ", INIT),
        ("e/f.ndjson.zst", INIT),
        ("g.json.BZ2", "x"),
        ("h.JSONL.xz", "x"),
        ("i.jsonl.zip", "x"),
        ("j.jsonl/k.txt", "x"),
    ]);
    let ran = runlex(["check".as_ref(), folder.path().as_os_str()]);
    assert_eq!(ran.status, Some(0));
    assert_eq!(ran.err, "runlex: left out: 2 compressed files (decompress into a pipe to read)\n");
    assert!(ran.out.starts_with("5 files, "), "{}", ran.out);
}

#[test]
fn a_file_compressed_otherwise_is_told() {
    let folder = folder(&[("a.jsonl", INIT), ("b.jsonl.bz2", "x"), ("no.csv.bz2", "x")]);
    let ran = runlex(["check".as_ref(), folder.path().as_os_str()]);
    assert_eq!(ran.err, "runlex: left out: 1 compressed file (decompress into a pipe to read)\n");
    assert!(ran.out.starts_with("1 file, "), "{}", ran.out);
}

#[cfg(unix)]
mod unix {
    use super::*;
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
        let told = runlex(["check".as_ref(), folder.path().as_os_str()]).err;
        assert_eq!(told, "runlex: left out: 2 links (read if named)\n");
        let named = ["file.jsonl", "sub"].map(|name| folder.path().join(name).into_os_string());
        assert_eq!(read(folder.path(), &named), ["file.jsonl", "sub/far.jsonl"]);
    }

    /// Two names of one file, and a link beside its target, are one file.
    #[test]
    fn names_of_one_file() {
        let folder = folder(&[("b.jsonl", INIT)]);
        let path = |name: &str| folder.path().join(name);
        std::fs::hard_link(path("b.jsonl"), path("c.jsonl")).expect("a second name");
        symlink("b.jsonl", path("a.jsonl")).expect("a link");
        assert_eq!(read(folder.path(), &[folder.path().into()]), ["b.jsonl"]);
        assert_eq!(read(folder.path(), &[folder.path().into(), path("a.jsonl").into()]), ["a.jsonl"]);
    }

    /// A folder that may not be searched is told with its path and the reason, once each.
    #[test]
    fn a_folder_that_may_not_be_searched() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder(&[("a.jsonl", INIT), ("np/b.jsonl", INIT)]);
        let closed = folder.path().join("np");
        std::fs::set_permissions(&closed, PermissionsExt::from_mode(0o000)).expect("permissions");
        let reason = std::fs::read_dir(&closed).map(|_| ());
        let ran = runlex(["check".as_ref(), folder.path().as_os_str()]);
        std::fs::set_permissions(&closed, PermissionsExt::from_mode(0o700)).expect("permissions");
        // Nothing is closed to the superuser.
        let Err(reason) = reason else { return };
        assert_eq!(ran.status, Some(4));
        assert_eq!(ran.err, format!("runlex: {}: not searched: {reason}\n", closed.display()));
        assert!(ran.out.starts_with("1 file, "), "{}", ran.out);
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
            .stderr(Stdio::piped())
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
        let told = child.wait_with_output().expect("it has ended").stderr;
        assert_eq!(told, b"runlex: left out: 1 special file (read if named)\n");
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
