//! Choices that an input makes.

/// Numbers drawn from the last bytes of an input, and when those are used up, from a sequence that they start.
///
/// The bytes stay a part of the input: whoever writes a seed need not think of them, and a fuzzer can still turn each.
#[derive(Clone, Debug)]
pub struct Choices<'d> {
    bytes: std::iter::Rev<std::slice::Iter<'d, u8>>,
    state: u64,
}

impl<'d> Choices<'d> {
    /// Those that `data` makes: by its last 16 bytes, the last one first.
    pub fn of(data: &'d [u8]) -> Choices<'d> {
        let tail = &data[data.len().saturating_sub(16)..];
        let state =
            tail.iter().fold(data.len() as u64, |state, byte| state << 7 ^ state >> 3 ^ u64::from(*byte));
        Choices { bytes: tail.iter().rev(), state }
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        match self.bytes.next() {
            Some(byte) => *byte,
            None => {
                self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (self.state >> 56) as u8
            }
        }
    }

    /// A number below `end`, or 0; even where `end` is large, small ones are frequent.
    pub fn below(&mut self, end: usize) -> usize {
        let (small, high, low) = (self.byte(), self.byte(), self.byte());
        let number = match small % 4 {
            0 => usize::from(high % 4),
            1 => usize::from(high),
            _ => usize::from(high) << 8 | usize::from(low),
        };
        number % end.max(1)
    }
}

/// Cuts `data` into pieces as chosen, each of at least a byte.
pub(crate) fn pieces<'d>(data: &'d [u8], mut choices: Choices<'d>) -> impl Iterator<Item = &'d [u8]> + 'd {
    // One of three: all of a size, sizes up to a bound, or anything.
    let most = match choices.byte() % 3 {
        0 => 1,
        1 => 80,
        _ => usize::MAX,
    };
    let mut rest = data;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let len = (choices.below(most.min(rest.len())) + 1).min(rest.len());
        let (piece, behind) = rest.split_at(len);
        rest = behind;
        Some(piece)
    })
}
