//! Packed and unpacked again, a stream is itself, in however many members or frames, read in any pieces. And any bytes behind the magic
//! of an archive: what another decoder makes of them, or an error.

use crate::choices::{Choices, pieces};
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use runlex_scan::Unpacked;
use std::io::{self, Read, Write};

/// Small streams can stand for large ones.
const MOST: u64 = 1 << 22;

pub(crate) fn hold(data: &[u8]) {
    let choices = Choices::of(data);
    let (mut gz, mut zst) = (Vec::new(), Vec::new());
    // Made once: it sets up tables of a megabyte.
    let mut zstd = zstd::bulk::Compressor::new(1).expect("memory");
    for piece in pieces(data, choices.clone()).take(50) {
        let mut member = GzEncoder::new(Vec::new(), Compression::fast());
        member.write_all(piece).expect("memory");
        gz.extend(member.finish().expect("memory"));
        zst.extend(zstd.compress(piece).expect("memory"));
    }
    let taken: usize = pieces(data, choices.clone()).take(50).map(<[u8]>::len).sum();
    if taken > 0 {
        assert_eq!(unpacked(&gz, choices.clone()).expect("what was packed"), &data[..taken]);
        assert_eq!(unpacked(&zst, choices.clone()).expect("what was packed"), &data[..taken]);
        // Cut somewhere, it is never taken for whole, unless between two members.
        let mut choices = choices.clone();
        for packed in [&gz, &zst] {
            let cut = &packed[..choices.below(packed.len())];
            if let (true, Ok(bytes)) = (cut.len() >= 4, unpacked(cut, choices.clone())) {
                assert!(data.starts_with(&bytes));
            }
        }
    }
    any(&[&[0x1F, 0x8B, 8], data].concat(), choices.clone());
    any(&[&[0x28, 0xB5, 0x2F, 0xFD], data].concat(), choices.clone());
    any(data, choices);
}

/// Whatever it is: the same as another decoder makes of all of it, where both have an answer.
fn any(packed: &[u8], choices: Choices<'_>) {
    let Ok(ours) = unpacked(packed, choices) else { return };
    match packed {
        [0x1F, 0x8B, ..] => {
            let mut theirs = Vec::new();
            let ended = MultiGzDecoder::new(packed).take(MOST + 1).read_to_end(&mut theirs);
            // Zeros behind the last member are padding here, and a damaged header there.
            let padded = packed.last() == Some(&0);
            assert!(ended.is_ok() || padded, "taken for whole: {ended:?}");
            assert_eq!(ours, theirs);
        }
        [0x28, 0xB5, 0x2F, 0xFD, ..] => {
            let mut theirs = Vec::new();
            let decoder = zstd::Decoder::new(packed).expect("memory");
            decoder.take(MOST + 1).read_to_end(&mut theirs).expect("taken for whole");
            assert_eq!(ours, theirs);
        }
        [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => {}
        _ => assert_eq!(ours, packed),
    }
}

fn unpacked(packed: &[u8], mut choices: Choices<'_>) -> io::Result<Vec<u8>> {
    let pieces: Vec<&[u8]> = pieces(packed, choices.clone()).collect();
    let mut source = Unpacked::new(Pieces(&pieces, b""))?.max_bytes(MOST);
    let mut all = Vec::new();
    let mut buffer = vec![0; choices.below(5_000) + 1];
    loop {
        match source.read(&mut buffer)? {
            0 => return Ok(all),
            got => all.extend_from_slice(&buffer[..got]),
        }
        assert!(all.len() as u64 <= MOST.max(packed.len() as u64), "beyond its cap");
    }
}

struct Pieces<'d>(&'d [&'d [u8]], &'d [u8]);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            let Some((piece, behind)) = self.0.split_first() else { return Ok(0) };
            (self.0, self.1) = (behind, piece);
        }
        self.1.read(buffer)
    }
}
