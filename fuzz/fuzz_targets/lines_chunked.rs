//! However a stream is cut into chunks, and whatever the cap, the decoder yields the lines of the whole.
#![no_main]

use libfuzzer_sys::fuzz_target;
use runlex_core::{At, Framed, LineDecoder, Lines, TooLong};

fuzz_target!(|input: (u8, Vec<u8>, Vec<u8>)| {
    let (cap, cuts, data) = input;
    let mut carry = vec![0; usize::from(cap)];
    let want: Vec<Framed<'_>> = Lines::new(&data, At::START)
        .map(|line| {
            let len = line.len() - line.ending().len();
            if len > u64::from(cap) {
                Framed::TooLong(TooLong { at: line.at(), len, ending: line.ending() })
            } else {
                Framed::Line(line)
            }
        })
        .collect();
    let mut want = want.into_iter();
    let mut decoder = LineDecoder::new(&mut carry);
    let mut rest = &data[..];
    let mut cuts = cuts.iter().map(|cut| usize::from(*cut) + 1).chain(std::iter::repeat(usize::MAX));
    while !rest.is_empty() {
        let (mut chunk, behind) = rest.split_at(cuts.next().unwrap_or(1).min(rest.len()));
        rest = behind;
        while let Some(framed) = decoder.next(&mut chunk) {
            assert_eq!(Some(framed), want.next());
        }
    }
    if let Some(framed) = decoder.finish() {
        assert_eq!(Some(framed), want.next());
    }
    assert_eq!(None, want.next());
});
