//! However a stream is cut into chunks, and whatever the cap, the decoder yields the lines of the whole.

use crate::choices::{Choices, pieces};
use runlex_core::{At, Framed, LineDecoder, Lines, TooLong};

pub(crate) fn hold(data: &[u8]) {
    let mut choices = Choices::of(data);
    let cap = choices.below(400);
    let mut carry = vec![0; cap];
    let mut want = Lines::new(data, At::START).map(|line| {
        let len = line.len() - line.ending().len();
        match len > cap as u64 {
            true => Framed::TooLong(TooLong { at: line.at(), len, ending: line.ending() }),
            false => Framed::Line(line),
        }
    });
    let mut decoder = LineDecoder::new(&mut carry);
    for mut chunk in pieces(data, choices) {
        while let Some(framed) = decoder.next(&mut chunk) {
            assert_eq!(Some(framed), want.next());
        }
    }
    if let Some(framed) = decoder.finish() {
        assert_eq!(Some(framed), want.next());
    }
    assert_eq!(None, want.next());
}
