//! The binary: sizes, files, damage and figures.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use runlex_testgen::{Generator, Shape};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_runlex-testgen")).args(args).output().unwrap()
}

fn folder(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

#[test]
fn writes_what_the_library_writes() {
    let out = run(&["--shape", "amp", "--bytes", "2500k", "--seed", "9", "--out", "-"]);
    assert!(out.status.success());
    let mut want = Vec::new();
    Generator::new(Shape::Amp, 9).write_to(&mut want, 2_500_000).unwrap();
    assert!(out.stdout == want);
}

#[test]
fn writes_files_of_whole_runs() {
    let dir = folder("files");
    let out = run(&["--shape", "amp", "--bytes", "2M", "--files", "8", "--dir", dir.to_str().unwrap()]);
    assert!(out.status.success());
    let mut names: Vec<_> = fs::read_dir(&dir).unwrap().map(|e| e.unwrap().path()).collect();
    names.sort();
    assert_eq!(names.len(), 8);
    for name in names {
        assert!(fs::read(name).unwrap().starts_with(b"{\"type\":\"system\",\"subtype\":\"init\""));
    }
}

#[test]
fn lists_damage() {
    let dir = folder("damage");
    let (file, log) = (dir.join("a.jsonl"), dir.join("a.log"));
    let (file, log) = (file.to_str().unwrap(), log.to_str().unwrap());
    let args = ["--shape", "afk", "--bytes", "1M", "--damage", "0.01", "--damage-log", log, "--out", file];
    assert!(run(&args).status.success());
    let log = fs::read_to_string(log).unwrap();
    assert!(log.lines().count() > 50);
    for line in log.lines() {
        let v: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(v["line"].is_u64() && v["kind"].is_string());
    }
    let figures = run(&["measure", file]);
    assert!(String::from_utf8(figures.stdout).unwrap().contains("tokens per KB: 1"));
}

#[test]
fn says_what_is_wrong() {
    for args in
        [&["--shape", "xml"][..], &["--bytes", "3Q", "--shape", "amp"], &["--shape", "amp"], &["--odd", "1"]]
    {
        let out = run(args);
        assert!(!out.status.success() && out.stderr.starts_with(b"runlex-testgen: "));
    }
}
