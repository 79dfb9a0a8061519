//! Appending JSON pieces to a byte vector.

use crate::rng::Rng;

/// What the shapes need to write; each call appends, none checks.
pub(crate) trait Put {
    /// Text as it is.
    fn s(&mut self, text: &str) -> &mut Self;
    /// Bytes as they are.
    fn b(&mut self, bytes: &[u8]) -> &mut Self;
    /// A decimal number.
    fn n(&mut self, number: usize) -> &mut Self;
    /// A number of at least `width` digits.
    fn padded(&mut self, number: usize, width: usize) -> &mut Self;
    /// A random UUID of version 4, 36 bytes.
    fn uuid(&mut self, rng: &mut Rng) -> &mut Self;
    /// `count` random letters and digits.
    fn alnum(&mut self, rng: &mut Rng, count: usize) -> &mut Self;
    /// Milliseconds since 1970 as `2026-01-02T03:04:05.678Z`.
    fn time(&mut self, ms: u64) -> &mut Self;
}

impl Put for Vec<u8> {
    #[inline]
    fn s(&mut self, text: &str) -> &mut Self {
        self.extend_from_slice(text.as_bytes());
        self
    }

    #[inline]
    fn b(&mut self, bytes: &[u8]) -> &mut Self {
        self.extend_from_slice(bytes);
        self
    }

    #[inline]
    fn n(&mut self, number: usize) -> &mut Self {
        self.padded(number, 1)
    }

    fn padded(&mut self, mut number: usize, width: usize) -> &mut Self {
        let mut digits = [b'0'; 20];
        let mut at = digits.len();
        while number > 0 {
            at -= 1;
            digits[at] = b'0' + (number % 10) as u8;
            number /= 10;
        }
        self.b(&digits[at.min(digits.len() - width)..])
    }

    fn uuid(&mut self, rng: &mut Rng) -> &mut Self {
        const HEX: &[u8; 16] = b"0123456789abcdef";
        let bits = u128::from(rng.word()) << 64 | u128::from(rng.word());
        let mut text = [b'-'; 36];
        let mut nibble = 0;
        for (i, c) in text.iter_mut().enumerate() {
            if matches!(i, 8 | 13 | 18 | 23) {
                continue;
            }
            *c = HEX[(bits >> (4 * nibble)) as usize & 15];
            nibble += 1;
        }
        text[14] = b'4';
        text[19] = b"89ab"[(bits >> 127) as usize * 2];
        self.b(&text)
    }

    fn alnum(&mut self, rng: &mut Rng, count: usize) -> &mut Self {
        const SET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789xZ";
        let mut bits = 0;
        for i in 0..count {
            if i % 10 == 0 {
                bits = rng.word();
            }
            self.push(SET[(bits & 63) as usize]);
            bits >>= 6;
        }
        self
    }

    fn time(&mut self, ms: u64) -> &mut Self {
        let (days, in_day) = ((ms / 86_400_000) as usize, (ms % 86_400_000) as usize);
        // Days to a civil date, counted in eras of 400 years that begin in March.
        let z = days + 719_468;
        let (era, doe) = (z / 146_097, z % 146_097);
        let yoe = (doe - doe / 1_460 + doe / 36_524 - doe / 146_096) / 365;
        let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
        let mp = (5 * doy + 2) / 153;
        let (day, month) = (doy - (153 * mp + 2) / 5 + 1, if mp < 10 { mp + 3 } else { mp - 9 });
        let year = yoe + era * 400 + usize::from(month <= 2);
        self.padded(year, 4).s("-").padded(month, 2).s("-").padded(day, 2).s("T");
        self.padded(in_day / 3_600_000, 2).s(":").padded(in_day / 60_000 % 60, 2).s(":");
        self.padded(in_day / 1000 % 60, 2).s(".").padded(in_day % 1000, 3).s("Z")
    }
}

#[cfg(test)]
mod tests {
    use super::Put;

    #[test]
    fn writes_dates() {
        let mut out = Vec::new();
        out.time(0).s(" ").time(951_782_399_999).s(" ").time(1_767_225_600_000);
        assert_eq!(out, b"1970-01-01T00:00:00.000Z 2000-02-28T23:59:59.999Z 2026-01-01T00:00:00.000Z");
    }

    #[test]
    fn writes_numbers() {
        let mut out = Vec::new();
        out.n(0).s(" ").n(90210).s(" ").padded(7, 3).s(" ").padded(12345, 2);
        assert_eq!(out, b"0 90210 007 12345");
    }
}
