//! What is no regular file, and files that cannot be read.

use crate::{capped, find, folder, list, read};
use runlex::FaultKind;
use runlex_scan::{Io, Scan, Sources};
use std::fs;

const LINES: &[u8] = b"{\"a\":1}\n{\"b\":2}\n";

#[test]
fn utf16_is_one_fault() {
    let text: Vec<u8> =
        "\u{feff}{\"a\":1}\n".repeat(5_000).encode_utf16().flat_map(u16::to_le_bytes).collect();
    let want = read(&text, u64::MAX);
    let folder = folder(&[("a.jsonl", &text)]);
    for io in [Io::Auto, Io::Mmap] {
        for cut in [1, 10, 1_000, 1 << 30] {
            let scan = Scan::new(capped(u64::MAX)).io(io).cut(cut).threads(2);
            let (_, outcome) = list(scan.files(find(folder.path()))).remove(0);
            assert_eq!(outcome.output, want, "{io:?}, cut at {cut}");
            assert_eq!(outcome.output[0].fault, Some((FaultKind::Encoding, 0)));
            assert_eq!((outcome.bytes, outcome.lines), (text.len() as u64, 1));
            assert_eq!(outcome.encoding.map(|encoding| encoding.as_str()), Some("UTF-16LE"));
        }
    }
}

/// A folder where a file was, and a name with a NUL.
#[test]
fn what_cannot_be_opened() {
    let folder = folder(&[("a.jsonl", LINES), ("b.jsonl", LINES)]);
    let files = find(folder.path());
    fs::remove_file(folder.path().join("a.jsonl")).expect("removed");
    fs::create_dir(folder.path().join("a.jsonl")).expect("a folder");
    let mut all = list(Scan::new(capped(u64::MAX)).files(files));
    assert!(all[0].1.error.is_some() && !all[0].1.is_read());
    assert_eq!(all[1].1.lines, 2);
    all = list(Scan::new(capped(u64::MAX)).files(Sources::new().path("no\0such").path("gone").find().files));
    assert_eq!(all.len(), 2);
    assert!(all.iter().all(|(_, outcome)| outcome.error.is_some()));
}

#[cfg(target_os = "linux")]
mod linux {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    fn pipe(path: &std::path::Path) {
        assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
    }

    /// Named, a pipe is read to its end, compressed or not, beside other files.
    #[test]
    fn pipes_that_are_named() {
        for bytes in [LINES.to_vec(), crate::gzip(LINES), crate::zstd(LINES)] {
            for threads in [1, 2] {
                let folder = folder(&[("a.jsonl", LINES), ("z.jsonl", LINES)]);
                let path = folder.path().join("pipe");
                pipe(&path);
                let files = Sources::new().path(&path).path(folder.path()).find().files;
                let writer = std::thread::spawn({
                    let (path, bytes) = (path.clone(), bytes.clone());
                    move || fs::write(path, bytes)
                });
                let all = list(Scan::new(capped(u64::MAX)).files(files).threads(threads));
                writer.join().expect("no panic").expect("written");
                assert_eq!(all.iter().map(|(_, outcome)| outcome.lines).collect::<Vec<_>>(), [2, 2, 2]);
                assert!(all[1].0.is_stream() && all[1].0.len().is_none());
            }
        }
    }

    /// In a folder it is passed over: nobody may ever write to it.
    #[test]
    fn pipes_in_a_folder() {
        let folder = folder(&[("a.jsonl", LINES)]);
        pipe(&folder.path().join("b.jsonl"));
        let found = Sources::new().path(folder.path()).find();
        assert_eq!((found.files.len(), found.left_out.special), (1, 1));
    }

    /// Files that the system makes up have no length and something in them.
    #[test]
    fn files_without_a_length() {
        let (_, outcome) =
            list(Scan::new(capped(u64::MAX)).files(find("/proc/self/status".as_ref()))).remove(0);
        assert!(outcome.lines > 10 && outcome.error.is_none() && !outcome.has_grown);
        for io in [Io::Auto, Io::Mmap] {
            let (_, outcome) =
                list(Scan::new(capped(u64::MAX)).io(io).files(find("/dev/null".as_ref()))).remove(0);
            assert!(outcome.lines == 0 && outcome.error.is_none());
        }
    }

    #[test]
    fn what_may_not_be_read() {
        let folder = folder(&[("a.jsonl", LINES), ("b.jsonl", LINES)]);
        let closed = folder.path().join("a.jsonl");
        fs::set_permissions(&closed, PermissionsExt::from_mode(0o000)).expect("permissions");
        // Nothing is closed to the superuser.
        let Err(reason) = fs::read(&closed) else { return };
        let all = list(Scan::new(capped(u64::MAX)).files(find(folder.path())));
        assert_eq!(all[0].1.error.as_ref().map(ToString::to_string), Some(reason.to_string()));
        assert_eq!(all[1].1.lines, 2);
    }

    /// A hole of gigabytes before a line: offsets do not wrap, and the hole is one long line.
    #[test]
    #[ignore = "reads five gigabytes of nothing"]
    fn beyond_four_gigabytes() {
        let folder = folder(&[("a.jsonl", b"")]);
        let path = folder.path().join("a.jsonl");
        let file = fs::File::options().write(true).open(&path).expect("a file");
        file.set_len((5 << 30) + 1).expect("a hole");
        std::os::unix::fs::FileExt::write_all_at(&file, b"\n{}\n", 5 << 30).expect("written");
        let scan = Scan::new(capped(1 << 20)).threads(2).cut(1 << 30);
        let (_, outcome) = list(scan.files(find(&path))).remove(0);
        assert!(outcome.error.is_none(), "{:?}", outcome.error);
        assert_eq!((outcome.output[0].len, outcome.output[1].offset), ((5 << 30) + 1, (5 << 30) + 1));
        assert_eq!((outcome.lines, outcome.output[1].is_event), (2, true));
    }
}
