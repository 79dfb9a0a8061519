//! Compressed files, told by their first bytes, are read like those they were made from.

use crate::{CUT, INIT, Ran, corpus, folder, runlex};
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::Path;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).expect("memory")
}

/// The output, without the path and without how long it took.
fn said(args: &[&str], path: &Path) -> String {
    let args = args.iter().map(OsString::from).chain(["-q".into(), path.into()]);
    let Ran { status, out, err } = runlex(args);
    assert!(matches!(status, Some(0 | 3)) && err.is_empty(), "{err}");
    let out = out.replace(path.to_str().expect("a plain path"), "PATH");
    out.split("\"elapsed_seconds\"").next().unwrap_or_default().to_owned()
}

/// Whatever the name and the verb.
#[test]
fn read_like_the_plain_file() {
    let folder = folder(&[]);
    for stream in ["streams/amp/amp-simple.jsonl", "cases/009-two-objects-one-line.jsonl"] {
        let bytes = fs::read(corpus().join(stream)).expect("a stream");
        let plain = folder.path().join("plain");
        fs::write(&plain, &bytes).expect("a file");
        let halves = bytes.split_at(bytes.len() / 3);
        let twice = [gzip(halves.0), gzip(halves.1)].concat();
        for (name, packed) in [("a.gz", gzip(&bytes)), ("b.zst", zstd(&bytes)), ("c.jsonl", twice)] {
            let path = folder.path().join(name);
            fs::write(&path, packed).expect("a file");
            for args in [
                &["check", "-o", "json"][..],
                &["check"],
                &["stats", "-o", "json"],
                &["ls", "-o", "json"],
                &["cat"],
                &["cat", "--events"],
            ] {
                assert_eq!(said(args, &path), said(args, &plain), "{args:?} of {stream} as {name}");
            }
        }
    }
}

/// Through a pipe too.
#[test]
fn standard_input() {
    for packed in [gzip(INIT.as_bytes()), zstd(INIT.as_bytes())] {
        for verb in ["check", "stats", "ls", "cat"] {
            let mut command = crate::command();
            command
                .args([verb, "-"])
                .stdin(std::process::Stdio::piped())
                .stdout(std::process::Stdio::piped());
            let mut child = command.spawn().expect("the program runs");
            child.stdin.take().expect("a pipe").write_all(&packed).expect("it is read");
            let ran = Ran::of(child.wait_with_output().expect("it ends"));
            assert_eq!(ran.status, Some(0), "{verb}");
            assert!(ran.out.contains('1'), "{verb}: {}", ran.out);
        }
    }
}

/// What was unpacked before the damage counts, and is said not to be all.
#[test]
fn damaged() {
    let lines = [INIT, &CUT.repeat(3), INIT].concat().repeat(2000);
    for (name, packed) in [("gzip", gzip(lines.as_bytes())), ("zstd", zstd(lines.as_bytes()))] {
        let folder = folder(&[("sound.jsonl", INIT)]);
        let path = folder.path().join("cut.jsonl");
        fs::write(&path, &packed[..packed.len() - 1]).expect("a file");
        let ran =
            runlex(["check", "-o", "json"].map(AsRef::as_ref).into_iter().chain([folder.path().as_os_str()]));
        assert_eq!(ran.status, Some(4), "{name}");
        let told = format!("the {name} data is damaged or cut off");
        let message = serde_json::from_str::<serde_json::Value>(&ran.err).expect("JSON")["error"].take();
        assert_eq!(message["path"].as_str(), path.to_str(), "{}", ran.err);
        assert!(message["message"].as_str().is_some_and(|text| text.starts_with("line ")), "{}", ran.err);
        assert!(ran.err.contains(&told) && ran.err.lines().count() == 1, "{}", ran.err);
        let files = &ran.json()["files"];
        assert!(files[0]["error"].as_str().is_some_and(|error| error.contains(&told)));
        assert!(files[0]["lines"].as_u64().is_some_and(|lines| lines > 0), "{name}: {}", files[0]["lines"]);
        assert_eq!(files[1]["lines"], 1);
    }
}

/// A few kilobytes can stand for very much.
#[test]
fn the_cap() {
    let lines = INIT.repeat(1000);
    let folder = folder(&[]);
    let path = folder.path().join("bomb.jsonl.zst");
    fs::write(&path, zstd(lines.as_bytes())).expect("a file");
    for verb in ["check", "cat"] {
        let ran =
            |cap: &str| runlex([verb.as_ref(), "--max-unpacked".as_ref(), cap.as_ref(), path.as_os_str()]);
        let capped = ran("1K");
        assert_eq!(capped.status, Some(4), "{verb}");
        assert!(capped.err.contains("unpacks to more than 1024 bytes"), "{}", capped.err);
        assert!(!capped.out.is_empty(), "what was read before counts");
        assert_eq!(ran("1M").status, Some(0), "{verb}");
    }
}
