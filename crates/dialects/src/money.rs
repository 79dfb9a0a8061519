//! Money as programs print it: dollars in decimal, read into whole micro-dollars without a float in between.

use runlex_core::RawNumber;

/// Dollars as printed, in micro-dollars. Reads the decimal digits, so the answer is exact to the micro-dollar: what is
/// written behind the sixth decimal is rounded, half upwards. `None` for a negative sum and for one beyond `u64`.
///
/// Programs print sums of floats (`0.30000000000000004`). Rounding each to the micro-dollar and adding whole numbers
/// gives the same sum in any order.
///
/// ```
/// # use runlex_core::{At, Field, Keys, Lines, Options, Scanner, Value, What};
/// # let line = Lines::new(br#"{"a":0.30000000000000004,"b":12.5e-7,"c":-1}"#, At::START).next().unwrap();
/// # let What::Event(object) = Scanner::once(Options::new(&Keys::NONE), line, &mut []).what else { panic!() };
/// # let number = |key| Field::of(object.get(key), Value::number).ok().unwrap();
/// use runlex_dialects::micros;
/// assert_eq!(micros(number("a")), Some(300_000)); // 0.30000000000000004
/// assert_eq!(micros(number("b")), Some(1)); // 12.5e-7
/// assert_eq!(micros(number("c")), None); // -1
/// ```
pub fn micros(dollars: RawNumber<'_>) -> Option<u64> {
    let (negative, text) = match dollars.lexeme().strip_prefix('-') {
        Some(text) => (true, text),
        None => (false, dollars.lexeme()),
    };
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (int, frac) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = || int.bytes().chain(frac.bytes()).map(|digit| u64::from(digit - b'0'));
    let count = int.len() + frac.len();
    // So many digits stand left of the point once it is moved by six places; perhaps fewer than none, or more than there are.
    let whole = exponent_value(exponent) + int.len() as i64 + 6;
    let mut value = 0u64;
    for digit in digits().take(usize::try_from(whole).unwrap_or(0)) {
        value = value.checked_mul(10)?.checked_add(digit)?;
    }
    if value > 0 {
        for _ in count as i64..whole {
            value = value.checked_mul(10)?;
        }
    }
    let next = usize::try_from(whole).ok().and_then(|place| digits().nth(place));
    if next.is_some_and(|digit| digit >= 5) {
        value = value.checked_add(1)?;
    }
    // A cost below zero is none; `-0` is zero.
    let is_zero = digits().all(|digit| digit == 0);
    (!negative || is_zero).then_some(value)
}

/// An exponent, held within a range far beyond that of any line's length, so that sums of both stay within `i64`.
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
