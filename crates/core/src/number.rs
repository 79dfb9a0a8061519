//! Numbers as written, and exactly what they say.

use core::fmt;

/// A number as written. Borrowed from the line, `Copy`; converted only on demand and never by way of a float.
///
/// ```
/// # use runlex_core::{At, Field, Kernel, Keys, Options, Scanner, Value, What};
/// # let line = br#"{"a":5.0,"b":1e2,"c":18446744073709551616,"d":1.5}"#;
/// # let mut nodes = [];
/// # let mut scanner = Scanner::new(Options::new(&Keys::NONE), line, At::START, &mut nodes);
/// # let What::Event(object) = scanner.next().unwrap().what else { panic!() };
/// # let number = |key| Field::of(object.get(key), Value::number).ok().unwrap();
/// use runlex_core::NumberError;
/// assert_eq!(number("a").to_u64(), Ok(5));
/// assert_eq!(number("b").to_u64(), Ok(100));
/// assert_eq!(number("c").to_u64(), Err(NumberError::Overflow));
/// assert_eq!(number("d").to_u64(), Err(NumberError::Fraction));
/// assert_eq!(number("b").lexeme(), "1e2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RawNumber<'a> {
    /// ASCII: digits, signs, a dot, an `e`.
    lexeme: &'a [u8],
}

/// Why a number is not of the asked type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// Below zero, where none below zero was asked for.
    Negative,
    /// Not a whole number.
    Fraction,
    /// Beyond the range of the type.
    Overflow,
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NumberError::Negative => "the number is negative",
            NumberError::Fraction => "the number is not whole",
            NumberError::Overflow => "the number is out of range",
        })
    }
}

impl core::error::Error for NumberError {}

impl<'a> RawNumber<'a> {
    /// The number that begins at `at`. `None` for what is none, and for bytes that only a skimmed line can hold where a
    /// number should be.
    #[inline]
    pub(crate) fn at(line: &'a [u8], at: usize) -> Option<RawNumber<'a>> {
        // Nearly all numbers are a few digits.
        let rest = &line[at..];
        let digits = rest.iter().take(20).take_while(|byte| byte.is_ascii_digit()).count();
        match rest.get(digits) {
            Some(b',' | b'}' | b']') if (1..=19).contains(&digits) && (digits == 1 || rest[0] != b'0') => {
                Some(RawNumber { lexeme: &rest[..digits] })
            }
            _ => RawNumber::any_at(line, at),
        }
    }

    /// See [`Value::digits`](crate::Value::digits).
    #[inline]
    pub(crate) fn digits(line: &[u8], at: usize) -> Option<u64> {
        let rest = line.get(at..)?;
        let (mut value, mut len) = (0u64, 0);
        for byte in rest.iter().take(20) {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
            len += 1;
        }
        let is_whole = matches!(rest.get(len), Some(b',' | b'}' | b']'));
        (is_whole && (1..=19).contains(&len) && (len == 1 || rest[0] != b'0')).then_some(value)
    }

    #[inline(never)]
    fn any_at(line: &'a [u8], at: usize) -> Option<RawNumber<'a>> {
        if !matches!(line.get(at), Some(b'-' | b'0'..=b'9')) {
            return None;
        }
        let end = crate::check::scalar(line, at).ok()?;
        match line.get(end) {
            None | Some(b',' | b'}' | b']' | b' ' | b'\t' | b'\r' | b'\n') => {
                Some(RawNumber { lexeme: &line[at..end] })
            }
            Some(_) => None,
        }
    }

    /// The number as written.
    pub fn lexeme(&self) -> &'a str {
        // Never fails: the lexeme was held against the grammar.
        core::str::from_utf8(self.lexeme).unwrap_or("0")
    }

    /// The exact value. A float that is whole (`5.0`, `1e2`) counts as the integer it is, and `-0` as 0.
    ///
    /// # Errors
    ///
    /// Negative, not whole, or beyond `u64`.
    #[inline]
    pub fn to_u64(&self) -> Result<u64, NumberError> {
        let mut value = 0;
        if self.lexeme.len() <= 19 {
            for digit in self.lexeme {
                if !digit.is_ascii_digit() {
                    return self.any_to_u64();
                }
                // Nineteen digits fit.
                value = value * 10 + u64::from(*digit - b'0');
            }
            return Ok(value);
        }
        self.any_to_u64()
    }

    fn any_to_u64(self) -> Result<u64, NumberError> {
        match self.whole()? {
            (true, 1..) => Err(NumberError::Negative),
            (_, magnitude) => Ok(magnitude),
        }
    }

    /// The exact value, as [`to_u64`](Self::to_u64).
    ///
    /// # Errors
    ///
    /// Not whole, or beyond `i64`.
    pub fn to_i64(&self) -> Result<i64, NumberError> {
        let (negative, magnitude) = self.whole()?;
        let value = if negative { -i128::from(magnitude) } else { i128::from(magnitude) };
        i64::try_from(value).map_err(|_| NumberError::Overflow)
    }

    /// The nearest float.
    ///
    /// # Errors
    ///
    /// Beyond the range of `f64`; never an infinity.
    pub fn to_f64(&self) -> Result<f64, NumberError> {
        match self.lexeme().parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(value),
            _ => Err(NumberError::Overflow),
        }
    }

    /// The value in millionths: dollars to micro-dollars. Exact, but for what lies below a millionth: that is rounded to the
    /// nearest, halves up. Never by way of a float.
    ///
    /// # Errors
    ///
    /// Negative, or beyond `u64`.
    pub fn to_millionths(&self) -> Result<u64, NumberError> {
        let number = self.decimal();
        if number.significant == 0 {
            return Ok(0);
        }
        if number.negative {
            return Err(NumberError::Negative);
        }
        let scale = number.scale + 6;
        if scale >= 0 {
            return number.magnitude(number.significant, scale);
        }
        let kept = number.significant as i64 + scale;
        if kept < 0 {
            return Ok(0);
        }
        let kept = kept as usize;
        let half = number.digits().nth(kept).is_some_and(|digit| digit >= b'5');
        number.magnitude(kept, 0)?.checked_add(u64::from(half)).ok_or(NumberError::Overflow)
    }

    /// Sign and magnitude of a whole number.
    fn whole(&self) -> Result<(bool, u64), NumberError> {
        let number = self.decimal();
        if number.significant == 0 {
            return Ok((number.negative, 0));
        }
        if number.scale < 0 {
            return Err(NumberError::Fraction);
        }
        Ok((number.negative, number.magnitude(number.significant, number.scale)?))
    }

    fn decimal(&self) -> Decimal<'a> {
        let lexeme = core::str::from_utf8(self.lexeme).unwrap_or("0");
        let (negative, text) = match lexeme.strip_prefix('-') {
            Some(text) => (true, text),
            None => (false, lexeme),
        };
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (int, frac) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut number = Decimal { negative, int, frac, significant: 0, scale: 0 };
        let zeros = number.digits().rev().take_while(|digit| *digit == b'0').count();
        number.significant = int.len() + frac.len() - zeros;
        number.scale = exponent_value(exponent) + int.len() as i64 - number.significant as i64;
        number
    }
}

/// A number taken apart: the first `significant` of its digits, times ten to the power of `scale`.
struct Decimal<'a> {
    negative: bool,
    int: &'a str,
    frac: &'a str,
    /// Digits up to the last one that is not 0; what follows only scales.
    significant: usize,
    scale: i64,
}

impl Decimal<'_> {
    fn digits(&self) -> impl DoubleEndedIterator<Item = u8> {
        self.int.bytes().chain(self.frac.bytes())
    }

    /// The first digits, and zeros behind them.
    fn magnitude(&self, digits: usize, zeros: i64) -> Result<u64, NumberError> {
        let mut magnitude = 0u64;
        let zeros = core::iter::repeat_n(b'0', zeros.min(20) as usize);
        for digit in self.digits().take(digits).chain(zeros) {
            magnitude = magnitude
                .checked_mul(10)
                .and_then(|tens| tens.checked_add(u64::from(digit - b'0')))
                .ok_or(NumberError::Overflow)?;
        }
        Ok(magnitude)
    }
}

/// An exponent, held within a range far beyond that of any line's length so that sums of both stay within `i64`.
fn exponent_value(text: &str) -> i64 {
    const FAR: i64 = 1 << 40;
    let (negative, digits) = match text.as_bytes() {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    let magnitude = digits.iter().fold(0i64, |value, digit| (value * 10 + i64::from(digit - b'0')).min(FAR));
    if negative { -magnitude } else { magnitude }
}

impl fmt::Display for RawNumber<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.lexeme())
    }
}

impl fmt::Debug for RawNumber<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RawNumber({})", self.lexeme())
    }
}
