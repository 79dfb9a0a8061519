//! Bytes and lines add up, whatever is thrown at a scan.

use crate::{capped, find, folder, list};
use runlex_scan::Scan;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes are the sum over lines, lines are newlines and an open end, and progress comes to the bytes of the files.
#[test]
fn bytes_and_lines() {
    let long = [b"{\"a\":\"", &vec![b'x'; 300_000][..], b"\"}\n"].concat();
    let streams: [&[u8]; 7] = [
        b"",
        b"\n",
        b"{}",
        b"{}\n",
        b"{}\n{\r\n\n\n \n{}{}\nno",
        &long,
        &[&long[..], b"{}\r\n", &long].concat(),
    ];
    for stream in streams {
        let newlines = stream.iter().filter(|byte| **byte == b'\n').count() as u64;
        let lines = newlines + u64::from(stream.last().is_some_and(|last| *last != b'\n'));
        for cut in [1 << 12, 100_000, 1 << 20] {
            for max_line in [0, 5, u64::MAX] {
                let folder = folder(&[("a.jsonl", stream)]);
                let read = AtomicU64::new(0);
                let count = |bytes| _ = read.fetch_add(bytes, Ordering::Relaxed);
                let scan = Scan::new(capped(max_line)).threads(2).cut(cut).progress(&count);
                let all = list(scan.files(find(folder.path())));
                let outcome = &all[0].1;
                assert_eq!(outcome.bytes, stream.len() as u64);
                assert_eq!(outcome.lines, lines);
                assert_eq!(outcome.output.iter().map(|seen| seen.len).sum::<u64>(), stream.len() as u64);
                assert_eq!(read.load(Ordering::Relaxed), stream.len() as u64, "cut at {cut}");
            }
        }
    }
}

/// Progress over compressed files is of the bytes on the disk, so that it comes to the sizes of the files.
#[test]
fn progress_over_compressed_files() {
    let packed = crate::gzip(&b"{}\n".repeat(100_000));
    let folder = folder(&[("a.jsonl.gz", &packed)]);
    let read = AtomicU64::new(0);
    let count = |bytes| _ = read.fetch_add(bytes, Ordering::Relaxed);
    let all = list(Scan::new(capped(u64::MAX)).files(find(folder.path())).progress(&count));
    assert_eq!((all[0].1.bytes, all[0].1.lines), (300_000, 100_000));
    assert_eq!(read.load(Ordering::Relaxed), packed.len() as u64);
}
