//! The tables as people see them. `SNAPSHOTS=overwrite cargo test -p runlex-cli` renews the files in `golden/`.

use crate::{command, corpus};
use snapbox::{assert_data_eq, file};
use std::fs;

/// The output for the Amp streams of the corpus, named as from within their folder.
fn table(verb: &str) -> String {
    let folder = corpus().join("streams/amp");
    let names = fs::read_dir(&folder).expect("the corpus").map(|entry| entry.expect("an entry").file_name());
    let streams = names.filter(|name| name.to_str().is_some_and(|name| name.ends_with(".jsonl")));
    let output = command().arg(verb).args(streams).current_dir(&folder).output();
    let text = String::from_utf8(output.expect("the program runs").stdout).expect("UTF-8");
    // How long it took is no part of the table.
    match text.trim_end().rsplit_once('\n') {
        Some((table, last)) if last.ends_with(" GB/s") => format!("{table}\nTIME s, RATE GB/s\n"),
        _ => text,
    }
}

#[test]
fn stats() {
    assert_data_eq!(table("stats"), file!["golden/stats.txt"]);
}

#[test]
fn check() {
    assert_data_eq!(table("check"), file!["golden/check.txt"]);
}

/// A line of every kind of fault, one that is passed over, a note, and no last newline.
#[test]
fn check_of_every_kind() {
    let deep = [&b"{\"a\":"[..], &b"[".repeat(1024), b"\n"].concat();
    let long = [&b"{\"a\":\""[..], &b"x".repeat(2048), b"\"}\n"].concat();
    let lines: [&[u8]; 16] = [
        b"{\"a\":\"cut\n",
        b"{\"a\":{\"b\":1}{\"c\":2}\n",
        b"{\"a\":1}{\"b\":2}\n",
        b"{\"a\":1} done\n",
        b"data: {\"a\":1}\r\n",
        b"npm warn old\n",
        b"[{\"a\":1}]\n",
        b"{'a':1}\n",
        b"{\"a\":\"\x1b[0m\"}\n",
        b"{\"a\":\"\xff\"}\n",
        b"{\"a\":1}\0\0\0\0\n",
        b"{\0\"\0a\0\"\0:\0\x31\0}\0\n",
        &deep,
        &long,
        b" \t\r\n",
        b"{\"a\":\"\\udc00\"}",
    ];
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("every.jsonl"), lines.concat()).expect("a file");
    let args = ["check", "--max-line", "2K", "every.jsonl"];
    let output = command().args(args).current_dir(folder.path()).output().expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    for kind in runlex::FaultKind::ALL {
        assert!(text.contains(&format!(": {kind} at byte ")), "no {kind}: {text}");
    }
    assert_data_eq!(text, file!["golden/check-every-kind.txt"]);
}
