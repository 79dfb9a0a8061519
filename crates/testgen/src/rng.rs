//! The random numbers, owned so that a seed means the same bytes for ever.

/// xoshiro256++ 1.0 (Blackman and Vigna), its state filled from the seed by four steps of splitmix64.
///
/// Both algorithms are fixed by their authors, use nothing but 64-bit integer arithmetic, and are checked
/// against their published values in the tests below, so the bytes do not depend on a platform, a standard library or
/// a dependency. Drawing costs about a nanosecond.
#[derive(Clone, Debug)]
pub(crate) struct Rng([u64; 4]);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        let mut x = seed;
        Rng(std::array::from_fn(|_| {
            x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        }))
    }

    #[inline]
    pub(crate) fn word(&mut self) -> u64 {
        let s = &mut self.0;
        let out = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        out
    }

    /// Evenly from `0..n` (`n` above 0), by the high half of a product; the bias is below `n / 2^64`.
    #[inline]
    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.word()) * n as u128) >> 64) as usize
    }

    /// Evenly from `low..=high`.
    #[inline]
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True `n` times in a hundred.
    #[inline]
    pub(crate) fn percent(&mut self, n: usize) -> bool {
        self.below(100) < n
    }

    /// True once in `n` times.
    #[inline]
    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    #[inline]
    pub(crate) fn pick<'x, T>(&mut self, from: &'x [T]) -> &'x T {
        &from[self.below(from.len())]
    }

    #[inline]
    pub(crate) fn str<'x>(&mut self, from: &[&'x str]) -> &'x str {
        from[self.below(from.len())]
    }

    #[inline]
    pub(crate) fn bytes<'x>(&mut self, from: &'x [Vec<u8>]) -> &'x [u8] {
        &from[self.below(from.len())]
    }

    /// The index of one of `weights`, in proportion to them.
    #[inline]
    pub(crate) fn weighted(&mut self, weights: &[u32]) -> usize {
        let sum: u32 = weights.iter().sum();
        let mut at = self.below(sum as usize) as u32;
        for (i, &w) in weights.iter().enumerate() {
            if at < w {
                return i;
            }
            at -= w;
        }
        weights.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn is_xoshiro256_plus_plus() {
        // The first words of the reference program started with the state 1, 2, 3, 4.
        let mut r = Rng([1, 2, 3, 4]);
        let got = [r.word(), r.word(), r.word(), r.word()];
        assert_eq!(got, [41943041, 58720359, 3588806011781223, 3591011842654386]);
    }

    #[test]
    fn is_seeded_by_splitmix64() {
        // The first words of the reference splitmix64 started with 1234567.
        let r = Rng::new(1234567);
        assert_eq!(r.0[..3], [6457827717110365317, 3203168211198807973, 9817491932198370423]);
    }
}
