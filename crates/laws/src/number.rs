//! What numbers are worth: against decimal arithmetic digit by digit, and the standard library's floats.

use crate::events;
use runlex_core::{NumberError, RawNumber, Value};

pub(crate) fn hold(data: &[u8]) {
    events(data, |_, object| {
        // Not by recursion.
        let mut open: Vec<Value<'_, '_>> = vec![object.as_value()];
        while let Some(value) = open.pop() {
            if let Some(number) = value.number().ok() {
                assert_eq!(number.lexeme().as_bytes(), value.raw());
                check(number);
            }
            open.extend(
                value.object().ok().into_iter().flat_map(|object| object.members().map(|(_, value)| value)),
            );
            open.extend(value.array().ok().into_iter().flat_map(|array| array.elements()));
        }
    });
}

fn check(number: RawNumber<'_>) {
    let text = number.lexeme();
    let float: f64 = text.parse().expect("a number");
    match number.to_f64() {
        Ok(ours) => assert_eq!(ours.to_bits(), float.to_bits(), "{text}"),
        Err(error) => assert!(float.is_infinite() && error == NumberError::Overflow, "{text}"),
    }
    let Some(decimal) = Decimal::of(text) else { return };
    let magnitude = decimal.times_ten_to(0);
    let want = match magnitude {
        Whole::Is(0) => Ok(0),
        Whole::Fraction => Err(NumberError::Fraction),
        Whole::Is(_) | Whole::Beyond if decimal.negative => Err(NumberError::Negative),
        Whole::Is(value) => u64::try_from(value).map_err(|_| NumberError::Overflow),
        Whole::Beyond => Err(NumberError::Overflow),
    };
    match (number.to_u64(), want) {
        (Ok(ours), Ok(want)) => assert_eq!(ours, want, "{text}"),
        // Of several reasons any is one.
        (ours, want) => assert_eq!(ours.is_ok(), want.is_ok(), "{text}: {ours:?}, {want:?}"),
    }
    let want = match magnitude {
        Whole::Is(value) => {
            let value = i128::try_from(value).unwrap_or(i128::MAX);
            i64::try_from(if decimal.negative { -value } else { value }).ok()
        }
        Whole::Fraction | Whole::Beyond => None,
    };
    assert_eq!(number.to_i64().ok(), want, "{text}");
    let want = match decimal.rounded_times_ten_to(6) {
        Some(0) if !decimal.negative || decimal.digits.is_empty() => Some(0),
        _ if decimal.negative => None,
        value => value.and_then(|value| u64::try_from(value).ok()),
    };
    assert_eq!(number.to_millionths().ok(), want, "{text}");
}

/// Digits without zeros at either end, times ten to a power.
struct Decimal {
    negative: bool,
    digits: Vec<u8>,
    power: i64,
}

#[derive(Clone, Copy)]
enum Whole {
    Is(u128),
    Fraction,
    Beyond,
}

impl Decimal {
    /// None where the power is no i32: nobody counts so far.
    fn of(text: &str) -> Option<Decimal> {
        let negative = text.starts_with('-');
        let text = text.trim_start_matches('-');
        let (mantissa, power) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let mut power = i64::from(power.trim_start_matches('+').parse::<i32>().ok()?);
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).map(|digit| digit - b'0').collect();
        power -= fraction.len() as i64;
        while digits.last() == Some(&0) {
            digits.pop();
            power += 1;
        }
        let zeros = digits.iter().take_while(|digit| **digit == 0).count();
        digits.drain(..zeros);
        Some(Decimal { negative, digits, power })
    }

    fn times_ten_to(&self, more: i64) -> Whole {
        let power = self.power + more;
        match () {
            () if self.digits.is_empty() => Whole::Is(0),
            () if power < 0 => Whole::Fraction,
            () if self.digits.len() as i64 + power > 38 => Whole::Beyond,
            () => {
                let value = self.digits.iter().fold(0, |value, digit| value * 10 + u128::from(*digit));
                Whole::Is(value * 10_u128.pow(power as u32))
            }
        }
    }

    /// To the nearest whole, halves up; None where it is beyond 38 digits.
    fn rounded_times_ten_to(&self, more: i64) -> Option<u128> {
        match self.times_ten_to(more) {
            Whole::Is(value) => Some(value),
            Whole::Beyond => None,
            Whole::Fraction => {
                let kept = self.digits.len() as i64 + self.power + more;
                if kept < 0 {
                    return Some(0);
                }
                let (kept, rest) = self.digits.split_at(kept as usize);
                if kept.len() > 37 {
                    return None;
                }
                let value = kept.iter().fold(0, |value, digit| value * 10 + u128::from(*digit));
                Some(value + u128::from(rest.first().is_some_and(|digit| *digit >= 5)))
            }
        }
    }
}
