//! Same bytes, same answer: for any number of threads, any cut, read or mapped, plain or compressed.

use crate::{Fold, Seen, capped, find, folder, gzip, list_one, read, report, zstd};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use runlex::dialects::KEYS;
use runlex::{FileReport, IdKey, Options, Report};
use runlex_scan::{Io, Scan};
use runlex_testgen::damage::damage;
use runlex_testgen::{Generator, Shape};
use std::path::Path;

const WAYS: [Io; 2] = [Io::Auto, Io::Mmap];

fn scan_report(path: &Path, io: Io, threads: usize, cut: u64) -> FileReport {
    let key = IdKey::random();
    let mut reports = Vec::new();
    Scan::new(Options::new(&KEYS))
        .files(find(path))
        .io(io)
        .threads(threads)
        .cut(cut)
        .run(
            |_| Fold(Report::new(key)),
            |_, outcome| {
                assert!(outcome.error.is_none(), "{:?}", outcome.error);
                assert_eq!((outcome.bytes, outcome.lines), (outcome.output.bytes, outcome.output.lines));
                reports.push(outcome.output);
            },
        )
        .expect("threads");
    assert_eq!(reports.len(), 1);
    reports.remove(0)
}

/// Every way to read a file of these bytes gives the report of the plain way.
fn assert_same_report(bytes: &[u8], cuts: &[u64]) {
    let want = report(bytes);
    assert_eq!(want.bytes, bytes.len() as u64, "the judge adds up");
    let (gz, zst) = (gzip(bytes), zstd(bytes));
    let folder = folder(&[("a.jsonl", bytes), ("a.jsonl.gz", &gz), ("a.jsonl.zst", &zst)]);
    for name in ["a.jsonl", "a.jsonl.gz", "a.jsonl.zst"] {
        for io in WAYS {
            for threads in [1, 2, 8] {
                for cut in cuts {
                    let got = scan_report(&folder.path().join(name), io, threads, *cut);
                    assert_eq!(got, want, "{name}, {io:?}, {threads} threads, cut at {cut}");
                }
            }
        }
    }
}

#[test]
fn generated_streams() {
    for (shape, bytes) in [(Shape::Amp, 300_000), (Shape::Afk, 120_000), (Shape::Transcript, 300_000)] {
        let mut sound = Vec::new();
        Generator::new(shape, 11).fill(&mut sound, bytes);
        assert_same_report(&sound, &[997, 16_384, 1 << 20]);
        let mut damaged = sound;
        assert!(damage(&mut damaged, 3, 0.2).len() > 3);
        assert_same_report(&damaged, &[1_009, 1 << 20]);
    }
}

/// Each stream of the corpus.
#[test]
fn the_corpus() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut seen = 0;
    // The grid has what matters on the edges of 64 and 4,096 bytes.
    for (folder, cuts) in [("cases", &[1, 7, 64, 4096][..]), ("grid", &[64, 4096])] {
        for entry in std::fs::read_dir(corpus.join(folder)).expect("the corpus") {
            let path = entry.expect("an entry").path();
            let bytes = std::fs::read(&path).expect("a file");
            if bytes.len() > 20_000 || path.extension().is_none_or(|ending| ending == "md" || ending == "py")
            {
                continue;
            }
            seen += 1;
            let want = report(&bytes);
            for io in WAYS {
                for cut in cuts {
                    assert_eq!(
                        scan_report(&path, io, 2, *cut),
                        want,
                        "{}, {io:?}, cut at {cut}",
                        path.display()
                    );
                }
            }
        }
    }
    assert!(seen > 1_500, "only {seen} cases");
}

/// Lines around the sizes of buffers and batches, and around the cap.
#[test]
fn long_lines() {
    let mut bytes = Vec::new();
    for len in [10, 262_143, 262_144, 262_145, 5, 131_072, 700_000, 3, 16_384, 524_288] {
        let content = format!("{{\"a\":\"{}\"}}", "x".repeat(len));
        bytes.extend_from_slice(content.as_bytes());
        bytes.extend_from_slice(if len % 2 == 0 { b"\n" } else { b"\r\n" });
    }
    bytes.extend_from_slice(b"{\"open\":1}");
    let packed = gzip(&bytes);
    let folder = folder(&[("a.jsonl", &bytes), ("a.jsonl.gz", &packed)]);
    for max_line in [12, 262_151, 262_152, u64::MAX] {
        let want = read(&bytes, max_line);
        for name in ["a.jsonl", "a.jsonl.gz"] {
            for io in WAYS {
                for cut in [4_096, 300_000, 1 << 30] {
                    let scan = Scan::new(capped(max_line)).io(io).threads(2).cut(cut);
                    let got = list_one(scan, &folder.path().join(name));
                    assert_eq!(got, want, "{name}, {io:?}, cut at {cut}, lines up to {max_line}");
                }
            }
        }
    }
}

/// Plain bytes, line ends and what only resembles them, whole lines, marks, NULs.
const PIECES: &[&[u8]] = &[
    b"a",
    b"aa",
    b"{}",
    b"{\"type\":\"result\"}",
    b"\n",
    b"\n",
    b"\n",
    b"\r",
    b"\r\n",
    b"\xEF\xBB\xBF",
    b"\xFF\xFE",
    b"\0\0\0\0",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever the bytes, the cap and the cut, record by record.
    #[test]
    fn any_bytes(
        stream in vec(select(PIECES), 0..40),
        cap in prop_oneof![0u64..12, Just(u64::MAX)],
        cut in 1u64..40,
        threads in select(&[1usize, 2, 8][..]),
        io in select(&WAYS[..]),
    ) {
        let stream = stream.concat();
        let want: Vec<Seen> = read(&stream, cap);
        prop_assert_eq!(want.iter().map(|seen| seen.len).sum::<u64>(), stream.len() as u64);
        let (gz, zst) = (gzip(&stream), zstd(&stream));
        let folder = folder(&[("a", &stream), ("b", &gz), ("c", &zst)]);
        for name in ["a", "b", "c"] {
            let scan = Scan::new(capped(cap)).io(io).threads(threads).cut(cut);
            prop_assert_eq!(&list_one(scan, &folder.path().join(name)), &want, "{}", name);
        }
    }
}
