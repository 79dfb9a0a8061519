//! Compressed files: all members and frames, damage anywhere, caps.

use crate::{List, Seen, all_of, capped, find, folder, gzip, list, list_one, read, zstd};
use runlex_scan::{Compression, Outcome, Scan, Unpacked};
use std::io::{self, Read};
use std::path::Path;

const LINES: &[u8] = b"{\"type\":\"a\"}\n{\"b\":[1,2,3]}\n{\"long\":\"\\u00e9\\n\"}\r\n\n{\"last\":true}\n";

fn outcome(path: &Path) -> Outcome<Vec<Seen>> {
    list(Scan::new(capped(u64::MAX)).files(find(path))).remove(0).1
}

/// Cut anywhere, also within lines, with empty pieces among them.
#[test]
fn members_and_frames() {
    let want = read(LINES, u64::MAX);
    let skippable = b"\x5a\x2a\x4d\x18\x03\0\0\0abc";
    for pieces in 1..6 {
        for shift in 0..8 {
            let mut gz = Vec::new();
            let mut zst = Vec::new();
            let mut rest = LINES;
            for piece in 0..pieces {
                let at = if piece == pieces - 1 {
                    rest.len()
                } else {
                    (LINES.len() / pieces + shift).min(rest.len())
                };
                let (head, tail) = rest.split_at(at);
                rest = tail;
                gz.extend(gzip(head));
                gz.extend(gzip(b""));
                zst.extend(zstd(head));
                zst.extend(zstd(b""));
                zst.extend(skippable);
            }
            // Padding.
            gz.extend([0; 700]);
            let leading = [&skippable[..], &zst].concat();
            let folder = folder(&[("a.gz", &gz), ("b.zst", &zst), ("c", &leading)]);
            for name in ["a.gz", "b.zst", "c"] {
                let got = list_one(Scan::new(capped(u64::MAX)), &folder.path().join(name));
                assert_eq!(got, want, "{name} of {pieces} pieces");
            }
        }
    }
}

/// Magic bytes decide, whatever the name.
#[test]
fn names_say_nothing() {
    let folder = folder(&[
        ("a.gz", &zstd(LINES)),
        ("b.zst", &gzip(LINES)),
        ("c.gz", LINES),
        ("d.jsonl", &gzip(LINES)),
    ]);
    let want = [Compression::Zstd, Compression::Gzip, Compression::None, Compression::Gzip];
    for (name, compression) in ["a.gz", "b.zst", "c.gz", "d.jsonl"].iter().zip(want) {
        let outcome = outcome(&folder.path().join(name));
        assert_eq!(
            (outcome.compression, outcome.lines, outcome.error.is_some()),
            (compression, 5, false),
            "{name}"
        );
    }
}

/// Cut off anywhere: what was unpacked counts, and the file is named as cut off.
#[test]
fn cut_off() {
    let whole = read(LINES, u64::MAX);
    // Bytes that do not pack, so that lines come out before the end.
    for (name, packed) in [("gzip", gzip(LINES)), ("zstd", zstd(LINES))] {
        for cut in 4..packed.len() {
            let folder = folder(&[("a", &packed[..cut])]);
            let outcome = outcome(&folder.path().join("a"));
            let error = outcome.error.as_ref().unwrap_or_else(|| panic!("{name} cut at {cut} is not told"));
            assert!(error.to_string().contains(&format!("the {name} data is damaged or cut off")), "{error}");
            assert_eq!(error.to_string().lines().count(), 1);
            assert_eq!(outcome.output, whole[..outcome.output.len()], "{name} cut at {cut}");
        }
    }
}

/// A flipped bit anywhere is told, but where it changes nothing that is read (a name, a time), and never is there a panic.
#[test]
fn flipped_bits() {
    for (name, packed) in [("gzip", gzip(LINES)), ("zstd", zstd(LINES))] {
        let mut silent = 0;
        for bit in 32..packed.len() * 8 {
            let mut packed = packed.clone();
            packed[bit / 8] ^= 1 << (bit % 8);
            let (bytes, error) = all_of(Unpacked::new(&packed[..]).expect("a decoder"));
            if error.is_none() {
                assert_eq!(bytes, LINES, "{name}, bit {bit}: silent and wrong");
                silent += 1;
            }
        }
        assert!(silent < 80, "{name}: {silent} silent");
    }
}

/// Large and cut in the middle: the lines before the damage are there.
#[test]
fn damaged_in_the_middle() {
    let mut lines = Vec::new();
    for line in 0..200_000_u64 {
        lines.extend(format!("{{\"n\":{}}}\n", line.wrapping_mul(0x9E37_79B9_7F4A_7C15)).into_bytes());
    }
    let whole = read(&lines, u64::MAX);
    for packed in [gzip(&lines), zstd(&lines)] {
        let mut damaged = packed.clone();
        let middle = packed.len() / 2;
        damaged[middle..middle + 64].fill(0x55);
        for bytes in [&packed[..middle], &damaged] {
            let folder = folder(&[("a.jsonl", bytes), ("b.jsonl", LINES)]);
            let all = list(Scan::new(capped(u64::MAX)).files(find(folder.path())).threads(2));
            let (outcome, other) = (&all[0].1, &all[1].1);
            let error = outcome.error.as_ref().expect("it is told");
            assert!(outcome.lines > 50_000 && outcome.is_read(), "{} lines", outcome.lines);
            // A decoder may give some bytes of the damage before it finds it.
            let agree = outcome.output.iter().zip(&whole).take_while(|(got, want)| got == want).count();
            assert!(agree > 50_000, "{agree}");
            assert_eq!(error.at.map(|at| at.line), Some(outcome.lines + 1));
            assert_eq!((other.lines, other.error.is_some()), (5, false));
        }
    }
}

/// What is behind the last member and no member is told, but for zeros behind gzip.
#[test]
fn junk_behind() {
    for packed in [[gzip(LINES), b"junk".to_vec()].concat(), [zstd(LINES), b"junk".to_vec()].concat()] {
        let folder = folder(&[("a", &packed)]);
        let outcome = outcome(&folder.path().join("a"));
        assert!(outcome.error.is_some());
        assert_eq!(outcome.lines, 5);
    }
}

/// The cap is on what comes out, to the byte.
#[test]
fn the_cap_on_unpacked_bytes() {
    let len = LINES.len() as u64;
    for packed in [gzip(LINES), zstd(LINES)] {
        let folder = folder(&[("a", &packed)]);
        let path = folder.path().join("a");
        for (cap, lines) in [(len, 5), (len + 1, 5), (len - 1, 4), (13, 1), (12, 0), (0, 0)] {
            let scan = Scan::new(capped(u64::MAX)).max_unpacked(cap);
            let (_, outcome) = list(scan.files(find(&path))).remove(0);
            assert_eq!(outcome.lines, lines, "cap {cap}");
            assert_eq!(outcome.error.is_some(), cap < len, "cap {cap}");
            if let Some(error) = outcome.error {
                assert!(error.to_string().contains(&format!("more than {cap} bytes")), "{error}");
            }
        }
    }
    // Plain bytes have no cap.
    let folder = folder(&[("a", LINES)]);
    let scan = Scan::new(capped(u64::MAX)).max_unpacked(1);
    assert_eq!(list_one(scan, &folder.path().join("a")).len(), 5);
}

/// A bomb without a newline takes neither memory nor a result with it.
#[test]
fn a_bomb() {
    let bomb = zstd(&vec![0; 64 << 20]);
    assert!(bomb.len() < 20_000);
    let folder = folder(&[("a.zst", &bomb)]);
    let scan = || Scan::new(capped(1 << 20)).files(find(&folder.path().join("a.zst")));
    let (_, outcome) = list(scan().max_unpacked(32 << 20)).remove(0);
    assert_eq!((outcome.lines, outcome.error.is_some()), (0, true));
    let (_, outcome) = list(scan()).remove(0);
    assert_eq!((outcome.lines, outcome.bytes, outcome.error.is_some()), (1, 64 << 20, false));
}

/// UTF-16 within gzip, and an empty stream in either.
#[test]
fn odd_contents() {
    let utf16 = [&b"\xFF\xFE"[..], b"a\0\n\0"].concat();
    let folder = folder(&[("a", &gzip(&utf16)), ("b", &gzip(b"")), ("c", &zstd(b"")), ("d", b"\x1f\x8b")]);
    let of = |name: &str| outcome(&folder.path().join(name));
    let a = of("a");
    assert_eq!((a.encoding.map(|encoding| encoding.as_str()), a.lines, a.bytes), (Some("UTF-16LE"), 1, 6));
    for name in ["b", "c"] {
        assert_eq!((of(name).lines, of(name).error.is_some()), (0, false));
    }
    assert!(of("d").error.is_some());
}

/// A stream of one's own is read as a file is, also where it breaks off.
#[test]
fn streams() {
    let scan = Scan::new(capped(u64::MAX));
    let whole = gzip(LINES);
    for (bytes, compression) in
        [(LINES, Compression::None), (&whole, Compression::Gzip), (&zstd(LINES), Compression::Zstd)]
    {
        let outcome = scan.stream(bytes, List::default());
        assert!(outcome.error.is_none(), "{compression:?}");
        assert_eq!((outcome.output, outcome.compression), (read(LINES, u64::MAX), compression));
        assert_eq!(outcome.bytes, LINES.len() as u64);
    }
    let folder = folder(&[("cut.gz", &whole[..whole.len() - 5])]);
    let (file, stream) =
        (outcome(&folder.path().join("cut.gz")), scan.stream(&whole[..whole.len() - 5], List::default()));
    assert!(stream.error.is_some() && file.error.is_some());
    assert_eq!((stream.output, stream.lines), (file.output, file.lines));
}

/// Bytes, then an error, then the rest.
struct Breaks<'b> {
    before: &'b [u8],
    error: Option<io::Error>,
    behind: &'b [u8],
}

impl Read for Breaks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.before.is_empty() {
            return self.before.read(buffer);
        }
        match self.error.take() {
            Some(error) => Err(error),
            None => self.behind.read(buffer),
        }
    }
}

/// What the system says while it reads is handed on as it is: the data is not damaged. Interruptions are passed over or handed on, and
/// what follows is read.
#[test]
fn errors_of_the_source() {
    let of_the_disk = || io::Error::from_raw_os_error(5);
    let timed_out = || io::ErrorKind::TimedOut.into();
    let packed = [gzip(LINES), vec![0; 40], gzip(LINES)].concat();
    let padded = gzip(LINES).len() + 20;
    let (zst, plain) = (zstd(LINES), LINES.to_vec());
    let whole = [LINES, LINES].concat();
    for (bytes, at, error, told) in [
        (&plain, 20, of_the_disk(), None),
        (&plain, 20, timed_out(), None),
        (&packed, 20, of_the_disk(), None),
        (&zst, 20, of_the_disk(), None),
        (&packed, padded, of_the_disk(), None),
        // Of another kind than the system's it may be the data's, but for where none is looked at.
        (&packed, 20, timed_out(), Some("the gzip data is damaged or cut off")),
    ] {
        let (kind, os) = (error.kind(), error.raw_os_error());
        let source = Breaks { before: &bytes[..at], error: Some(error), behind: &bytes[at..] };
        let (read, got) = all_of(Unpacked::new(source).expect("a decoder"));
        let got = got.unwrap_or_else(|| panic!("{kind:?} at {at} is not told"));
        assert_eq!((got.kind(), got.raw_os_error()), (kind, os));
        assert!(whole.starts_with(&read), "{kind:?} at {at}");
        match told {
            Some(told) => assert!(got.to_string().contains(told), "{got}"),
            None => assert!(!got.to_string().contains("damaged"), "{got}"),
        }
    }
    for at in [20, padded, packed.len()] {
        let error = Some(io::ErrorKind::Interrupted.into());
        let source = Breaks { before: &packed[..at], error, behind: &packed[at..] };
        let (read, error) = all_of(Unpacked::new(source).expect("a decoder"));
        assert_eq!((read, error.map(|error| error.kind())), (whole.clone(), None), "interrupted at {at}");
    }
}

/// Behind what is damaged nothing comes, however often it is asked for.
#[test]
fn nothing_behind_an_error() {
    let mut packed = gzip(LINES);
    let end = packed.len();
    packed[end - 8..end - 4].fill(0x55);
    packed.extend(gzip(LINES));
    let mut source = Unpacked::new(&packed[..]).expect("a decoder");
    let mut bytes = Vec::new();
    assert!(source.read_to_end(&mut bytes).is_err());
    for _ in 0..3 {
        assert_eq!(source.read(&mut [0; 16]).expect("an end"), 0);
    }
    assert_eq!(bytes, LINES);
}
