//! Integers against arithmetic on strings of digits, floats against the standard library.

use crate::common::with_bytes;
use crate::text::number;
use proptest::prelude::*;
use runlex_core::{Field, NumberError, RawNumber, Value};

fn with_number<R>(lexeme: &str, look: impl FnOnce(RawNumber<'_>) -> R) -> R {
    let line = format!("{{\"n\":{lexeme}}}");
    with_bytes(line.as_bytes(), |object| {
        look(Field::of(object.get("n"), Value::number).ok().expect("a number"))
    })
}

/// The exact value: sign, digits before the point, digits behind it, both without needless zeros. The point is moved
/// place by place, so exponents must be small.
struct Exact {
    negative: bool,
    whole: String,
    fraction: String,
}

fn exact(lexeme: &str) -> Exact {
    let unsigned = lexeme.trim_start_matches('-');
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let (mut whole, mut fraction) = (whole.to_string(), fraction.to_string());
    let exponent: i32 = exponent.parse().expect("small");
    for _ in 0..exponent {
        whole.push(if fraction.is_empty() { '0' } else { fraction.remove(0) });
    }
    for _ in exponent..0 {
        fraction.insert(0, whole.pop().unwrap_or('0'));
    }
    let whole = whole.trim_start_matches('0').to_string();
    let fraction = fraction.trim_end_matches('0').to_string();
    let negative = lexeme.starts_with('-') && !(whole.is_empty() && fraction.is_empty());
    Exact { negative, whole, fraction }
}

/// Up to `most`, as strings of digits.
fn at_most(digits: &str, most: u64) -> bool {
    let most = most.to_string();
    (digits.len(), digits) <= (most.len(), &most)
}

fn check(lexeme: &str) {
    let line = format!("{{\"n\":{lexeme}}}");
    let digits = with_bytes(line.as_bytes(), |object| object.get("n").and_then(Value::digits));
    let is_plain = lexeme.len() <= 19 && lexeme.bytes().all(|byte| byte.is_ascii_digit());
    assert_eq!(digits, lexeme.parse().ok().filter(|_| is_plain), "{lexeme}");
    let Exact { negative, whole, fraction } = exact(lexeme);
    // An error must be true of the number; which of two that are true is not said.
    let is_true = |error, fits: bool| match error {
        NumberError::Negative => negative,
        NumberError::Fraction => !fraction.is_empty(),
        NumberError::Overflow => !fits,
    };
    let value = |limit| {
        let digits = if whole.is_empty() { "0" } else { &whole };
        (fraction.is_empty() && at_most(digits, limit)).then(|| digits.parse::<u64>().expect("fits"))
    };
    with_number(lexeme, |number| {
        assert_eq!(number.lexeme(), lexeme);
        assert_eq!(number.to_string(), lexeme);

        let want = value(u64::MAX).filter(|_| !negative);
        match number.to_u64() {
            Ok(got) => assert_eq!(Some(got), want, "{lexeme}"),
            Err(error) => {
                assert!(want.is_none() && is_true(error, at_most(&whole, u64::MAX)), "{lexeme}: {error}");
            }
        }

        let limit = i64::MAX as u64 + u64::from(negative);
        let want = value(limit)
            .map(|magnitude| if negative { magnitude.wrapping_neg() as i64 } else { magnitude as i64 });
        match number.to_i64() {
            Ok(got) => assert_eq!(Some(got), want, "{lexeme}"),
            Err(error) => {
                assert!(error != NumberError::Negative, "{lexeme}");
                assert!(want.is_none() && is_true(error, at_most(&whole, limit)), "{lexeme}: {error}");
            }
        }

        let want: f64 = lexeme.parse().expect("a float");
        let want = if want.is_finite() { Ok(want.to_bits()) } else { Err(NumberError::Overflow) };
        assert_eq!(number.to_f64().map(f64::to_bits), want, "{lexeme}");
    });
}

/// Millionths by moving the point six places and looking at the digit behind it.
fn check_millionths(lexeme: &str) {
    let number = exact(lexeme);
    let padded = format!("{:0<7}", number.fraction);
    let digits = format!("{}{}", number.whole, &padded[..6]);
    let up = padded.as_bytes()[6] >= b'5';
    let got = with_number(lexeme, |number| number.to_millionths());
    let digits = digits.trim_start_matches('0');
    let want = if digits.len() > 20 { None } else { format!("0{digits}").parse::<u128>().ok() };
    match want.map(|want| want + u128::from(up)).map(u64::try_from) {
        _ if number.negative => assert_eq!(got, Err(NumberError::Negative), "{lexeme}"),
        Some(Ok(want)) => assert_eq!(got, Ok(want), "{lexeme}"),
        Some(Err(_)) | None => assert_eq!(got, Err(NumberError::Overflow), "{lexeme}"),
    }
}

proptest! {
    #[test]
    fn exact_millionths(lexeme in number()) {
        check_millionths(&lexeme);
    }

    #[test]
    fn exact_integers(lexeme in number()) {
        check(&lexeme);
    }

    /// Many digits and a point anywhere: the same integer in other words.
    #[test]
    fn integers_in_other_words(value in any::<u64>(), shift in 0usize..25, zeros in 0usize..5) {
        let digits = value.to_string() + &"0".repeat(zeros);
        let padded = format!("{digits:0>30}");
        let (whole, fraction) = padded.split_at(30 - shift);
        let whole = whole.trim_start_matches('0');
        let lexeme = format!(
            "{}{}{fraction}e{}",
            if whole.is_empty() { "0" } else { whole },
            if fraction.is_empty() { "" } else { "." },
            shift as i64 - zeros as i64
        );
        prop_assert_eq!(with_number(&lexeme, |number| number.to_u64()), Ok(value), "{}", lexeme);
        check(&lexeme);
    }
}

/// Around the borders of both integer types.
#[test]
fn borders() {
    for lexeme in [
        "18446744073709551615",
        "18446744073709551616",
        "18446744073709551615.0",
        "1844674407370955161.5e1",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "-9223372036854775809",
        "99999999999999999999",
        "1e19",
        "1e20",
        "-1e19",
        "0",
        "-0",
        "-0.0",
        "0e0",
        "0.000e20",
        "-0e-5",
        "1e-1",
        "10e-1",
        "0.5",
        "5e-1",
        "100e-2",
        "100e-3",
        "123456789012345678901234567890e-20",
        "1.7976931348623157e308",
        "1e308",
        "1.8e308",
        "-1e309",
        "5e-324",
        "1e-324",
        "0.1e-320",
    ] {
        check(lexeme);
    }
}

/// Dollars as programs print them, and the borders of rounding.
#[test]
fn millionths() {
    for (lexeme, want) in [
        ("0.01", Ok(10_000)),
        ("0.00012345", Ok(123)),
        ("0.0000005", Ok(1)),
        ("0.00000049999999999999999999", Ok(0)),
        ("0.1234565", Ok(123_457)),
        ("0.30000000000000004", Ok(300_000)),
        ("1.9999995", Ok(2_000_000)),
        ("12", Ok(12_000_000)),
        ("5e-7", Ok(1)),
        ("4e-7", Ok(0)),
        ("1.5E+3", Ok(1_500_000_000)),
        ("1e-999999999999", Ok(0)),
        ("1e999999999999", Err(NumberError::Overflow)),
        ("18446744073709.551615", Ok(u64::MAX)),
        ("18446744073709.5516154", Ok(u64::MAX)),
        ("18446744073709.5516155", Err(NumberError::Overflow)),
        ("18446744073709.551616", Err(NumberError::Overflow)),
        ("-0", Ok(0)),
        ("-0.000000", Ok(0)),
        ("-0.01", Err(NumberError::Negative)),
        ("-1e-30", Err(NumberError::Negative)),
    ] {
        assert_eq!(with_number(lexeme, |number| number.to_millionths()), want, "{lexeme}");
        if !lexeme.contains("999999999999") {
            check_millionths(lexeme);
        }
    }
}

/// Exponents beyond any integer: no overflow on the way, no work in proportion to them.
#[test]
fn far_exponents() {
    let nines = "9".repeat(400);
    for (lexeme, want) in [
        ("1e99999999999999999999".to_string(), Err(NumberError::Overflow)),
        (format!("1e{nines}"), Err(NumberError::Overflow)),
        (format!("1e-{nines}"), Err(NumberError::Fraction)),
        (format!("0e{nines}"), Ok(0)),
        (format!("-0.0e-{nines}"), Ok(0)),
        (format!("1e{}5", "0".repeat(400)), Ok(100_000)),
        ("1e-9223372036854775808".to_string(), Err(NumberError::Fraction)),
        (format!("0.{}1e401", "0".repeat(400)), Ok(1)),
        (format!("1{}e-400", "0".repeat(400)), Ok(1)),
    ] {
        assert_eq!(with_number(&lexeme, |number| number.to_u64()), want, "{lexeme}");
        assert_eq!(
            with_number(&lexeme, |number| number.to_i64()),
            want.map(|value| value as i64),
            "{lexeme}"
        );
    }
}
