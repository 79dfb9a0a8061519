//! Lengths drawn from a table of quantiles.

use crate::rng::Rng;

/// A distribution of lengths: ascending `(share in millionths, length)`; between two entries lengths are even.
/// Integers only, so that no platform's floating point can change a byte. The first share is 0, the last 1,000,000.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes(pub(crate) &'static [(u32, u32)]);

impl Sizes {
    #[inline]
    pub(crate) fn draw(self, rng: &mut Rng) -> usize {
        let at = rng.below(1_000_000) as u32;
        let i = self.0.iter().position(|&(share, _)| at < share).unwrap_or(self.0.len() - 1);
        let ((p0, n0), (p1, n1)) = (self.0[i - 1], self.0[i]);
        let (width, rise) = (u64::from(p1 - p0), u64::from(n1 - n0));
        (u64::from(n0) + rise * u64::from(at - p0) / width) as usize
    }
}

/// A length, fixed or drawn.
pub(crate) trait Length {
    fn length(self, rng: &mut Rng) -> usize;
}

impl Length for usize {
    #[inline]
    fn length(self, _: &mut Rng) -> usize {
        self
    }
}

impl Length for Sizes {
    #[inline]
    fn length(self, rng: &mut Rng) -> usize {
        self.draw(rng)
    }
}
