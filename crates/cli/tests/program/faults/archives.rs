//! Packed files that are bombs, cut, of several parts, or something else than their name says.

use super::*;
use crate::{INIT, runlex};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).expect("memory")
}

/// C1: a few bytes that unpack to very many: capped by name, in little memory; the index is without it and says so.
#[test]
fn c1_bombs() {
    c1(4, 4 << 20, "--max-unpacked=3M");
}

#[test]
#[ignore = "hundreds of megabytes"]
fn c1_bombs_long() {
    c1(40, 16 << 20, "--max-unpacked=32M");
}

fn c1(members: usize, bytes: usize, cap: &str) {
    let limit: &[&str] = match has(&["prlimit", "--as=536870912"]) {
        true => &["prlimit", "--as=536870912"],
        false => &["env"],
    };
    let place = Place::new();
    place.write("sound.jsonl", run_of("1"));
    let zeros = vec![0; bytes];
    place.write("zeros.jsonl.gz", gzip(&zeros).repeat(members));
    place.write("zeros.jsonl.zst", zstd(&zeros).repeat(members));
    // With lines, too.
    let line = "{\"type\":\"user\",\"session_id\":\"T-9\"}\n";
    let lines = line.repeat(bytes / 4 / line.len());
    place.write("lines.jsonl.gz", gzip(lines.as_bytes()).repeat(members));
    for verb in ["check", "stats", "cat", "index"] {
        let mut command = under(limit);
        match verb {
            "index" => command.args(place.update()),
            verb => command.arg(verb).arg(&place.runs),
        };
        let ran =
            ended(command.arg(cap).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it runs"));
        assert_eq!(ran.status, Some(4), "{verb}: {}", ran.err);
        for name in ["zeros.jsonl.gz", "zeros.jsonl.zst", "lines.jsonl.gz"] {
            let told =
                ran.err.lines().any(|line| line.contains(name) && line.contains("unpacks to more than"));
            assert!(told, "{verb}, {name}: {}", ran.err);
        }
    }
    let asked =
        runlex(["ls".as_ref(), "-o".as_ref(), "csv".as_ref(), "--index".as_ref(), place.index.as_os_str()]);
    assert!(
        asked.status == Some(4) && asked.err.matches("unpacks to more than").count() == 3,
        "{}",
        asked.err
    );
    assert_eq!(asked.out.lines().count(), 2, "{}", asked.out);
}

/// C2, C5: cut off, or with a bit flipped so that the checksum is wrong: named, not in the index, status 4, also from the index; and
/// in it once it is whole.
#[test]
fn c2_c5_cut_and_flipped() {
    for (ending, packed) in [
        ("gz", gzip(run_of("2").as_bytes())),
        ("zst", {
            let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("an encoder");
            encoder.include_checksum(true).expect("a checksum");
            encoder.write_all(run_of("2").as_bytes()).expect("memory");
            encoder.finish().expect("memory")
        }),
    ] {
        let place = Place::new();
        place.write("a.jsonl", run_of("1"));
        let name = format!("b.jsonl.{ending}");
        let middle = packed.len() - 3;
        let mut flipped = packed.clone();
        flipped[middle] ^= 4;
        for bytes in [&packed[..middle], &flipped] {
            place.write(&name, bytes);
            let made = place.updated();
            assert_eq!(made.status, Some(4), "{}", made.err);
            assert!(made.err.contains(&name) && made.err.contains("it is not in the index"), "{}", made.err);
            place.assert_whole();
            for verb in ["check", "ls", "stats", "tools"] {
                let asked = runlex([verb.as_ref(), "--index".as_ref(), place.index.as_os_str()]);
                assert_eq!(asked.status, Some(4), "{verb}");
                assert!(
                    asked.err.contains(&name) && asked.err.contains("damaged or cut off"),
                    "{verb}: {}",
                    asked.err
                );
                assert!(!asked.out.contains("T-2"), "{verb}: {}", asked.out);
            }
        }
        place.write(&name, &packed);
        place.assert_mends();
    }
}

/// C3, C4: members and frames, empty ones and such that are skipped, borders within lines, padding: as the plain file.
#[test]
fn c3_c4_members_and_frames() {
    let place = Place::new();
    let text = run_of("1").repeat(3);
    let plain = place.folder.path().join("plain");
    fs::create_dir(&plain).expect("a folder");
    fs::write(plain.join("a"), &text).expect("a file");
    let (mut gz, mut zst) = (Vec::new(), Vec::new());
    for piece in text.as_bytes().chunks(101) {
        gz.extend([gzip(piece), gzip(b"")].concat());
        zst.extend([zstd(piece), b"\x5a\x2a\x4d\x18\x03\0\0\0abc".to_vec(), zstd(b"")].concat());
    }
    gz.extend([0; 512]);
    for (name, packed) in [("a.jsonl.gz", &gz), ("a.jsonl.zst", &zst)] {
        _ = fs::remove_dir_all(&place.index);
        for entry in fs::read_dir(&place.runs).expect("a folder") {
            fs::remove_file(entry.expect("an entry").path()).expect("removed");
        }
        place.write(name, packed);
        place.assert_mends();
        let of = |source: &[&OsStr]| said(&["tools", "-o", "csv"], source);
        assert_eq!(
            of(&["--index".as_ref(), place.index.as_os_str()]),
            of(&[plain.join("a").as_os_str()]),
            "{name}"
        );
        // One more behind it is a change, whatever lies before.
        place.append(name, if name.ends_with("gz") { gzip(INIT.as_bytes()) } else { zstd(INIT.as_bytes()) });
        place.assert_mends();
    }
}

/// C6: what it is is told by its first bytes, not by its name; junk behind a packed file is told.
#[test]
fn c6_names_that_lie() {
    let place = Place::new();
    place.write("a.jsonl.gz", zstd(run_of("1").as_bytes()));
    place.write("b.jsonl", gzip(run_of("2").as_bytes()));
    place.write("c.jsonl.zst", run_of("3"));
    place.assert_mends();
    // Plain now and packed later.
    place.write("c.jsonl.zst", zstd(run_of("4").as_bytes()));
    place.assert_mends();
    place.append("b.jsonl", "junk");
    let made = place.updated();
    assert!(made.status == Some(4) && made.err.contains("b.jsonl"), "{}", made.err);
}
