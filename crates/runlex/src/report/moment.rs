//! A time as RFC 3339 has it, `2026-05-01T10:00:00.000Z`, moved to UTC.

use super::day::{Day, days, length};

/// Its parts.
pub(super) struct Moment<'a> {
    /// Days from 1970-01-01 to the date as written.
    date: i32,
    /// From that date's start, in UTC: below 0 or beyond its end where the zone moves the time to another day.
    minutes: i32,
    seconds: i32,
    /// The digits behind the point.
    fraction: &'a [u8],
}

impl<'a> Moment<'a> {
    /// Nothing for what is not of the form, or no time.
    pub(super) fn read(text: &'a [u8]) -> Option<Moment<'a>> {
        let [date, time] = [text.get(..10)?, text.get(11..19)?];
        if [date[4], date[7]] != *b"--"
            || [time[2], time[5]] != *b"::"
            || !matches!(text[10], b'T' | b't' | b' ')
        {
            return None;
        }
        let [year, month, day] = [number(&date[..4])?, number(&date[5..7])?, number(&date[8..])?];
        let minutes = minutes(&time[..2], &time[3..5])?;
        let is_date = (1..=12).contains(&month) && (1..=length(year, month)).contains(&day);
        let seconds = number(&time[6..])?;
        // 60 is a leap second.
        if !is_date || seconds > 60 {
            return None;
        }
        let (fraction, zone) = match &text[19..] {
            [b'.', fraction @ ..] => match fraction.iter().position(|byte| !byte.is_ascii_digit())? {
                0 => return None,
                digits => fraction.split_at(digits),
            },
            zone => (&[][..], zone),
        };
        let offset = match zone {
            [b'Z' | b'z'] => 0,
            [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] => {
                let minutes = self::minutes(&[*h1, *h2], &[*m1, *m2])?;
                if *sign == b'-' { -minutes } else { minutes }
            }
            _ => return None,
        };
        Some(Moment { date: days(year, month, day), minutes: minutes - offset, seconds, fraction })
    }

    /// Days since 1970-01-01, in UTC.
    pub(super) fn day(&self) -> i32 {
        self.date + self.minutes.div_euclid(24 * 60)
    }

    pub(super) fn millis(&self) -> i64 {
        let digits = self.fraction.iter().map(|digit| i64::from(digit - b'0')).chain([0; 3]);
        let millis = digits.take(3).fold(0, |millis, digit| millis * 10 + digit);
        let minutes = i64::from(self.date) * 24 * 60 + i64::from(self.minutes);
        (minutes * 60 + i64::from(self.seconds)) * 1000 + millis
    }
}

/// Milliseconds since 1970-01-01 in UTC of a time as RFC 3339 has it, with its seconds and its zone: what is finer is cut off, a
/// leap second is that behind it. Nothing for any other text. Allocates nothing.
pub fn time_ms(text: &str) -> Option<i64> {
    Moment::read(text.as_bytes()).map(|moment| moment.millis())
}

/// Writes the time of so many milliseconds since 1970 as RFC 3339 has it, in UTC; beyond the year 9999 and before 0 the number itself.
pub(super) fn write_ms(ms: i64, out: &mut String) {
    use std::fmt::Write as _;
    let day = Day::of_ms(ms).to_string();
    _ = match day.len() {
        10 => {
            let ms = ms.rem_euclid(86_400_000);
            let [hours, minutes, seconds] = [ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60];
            write!(out, "{day}T{hours:02}:{minutes:02}:{seconds:02}.{:03}Z", ms % 1000)
        }
        _ => write!(out, "{ms}"),
    };
}

fn number(digits: &[u8]) -> Option<i32> {
    digits
        .iter()
        .try_fold(0, |number, digit| digit.is_ascii_digit().then(|| number * 10 + i32::from(digit - b'0')))
}

/// Of a day.
fn minutes(hours: &[u8], minutes: &[u8]) -> Option<i32> {
    let [hours, minutes] = [number(hours)?, number(minutes)?];
    (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reading what was written gives the same.
    #[test]
    fn times_of_milliseconds() {
        for (ms, want) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (1_800_000_000_123, "2027-01-15T08:00:00.123Z"),
            (253_402_300_800_000, "253402300800000"),
        ] {
            let mut text = String::new();
            write_ms(ms, &mut text);
            assert_eq!(text, want);
            assert_eq!(time_ms(&text), (text.len() == 24).then_some(ms));
        }
    }

    #[test]
    fn milliseconds_of_times() {
        for (time, want) in [
            ("1970-01-01T00:00:00Z", Some(0)),
            ("1970-01-01T00:00:00.5Z", Some(500)),
            ("1970-01-01T00:00:01.0479999Z", Some(1047)),
            ("1969-12-31T23:59:59.999Z", Some(-1)),
            ("2026-05-01T10:00:00.000Z", Some(1_777_629_600_000)),
            ("2026-05-01T12:00:00+02:00", Some(1_777_629_600_000)),
            ("2026-04-30 22:30:00-11:30", Some(1_777_629_600_000)),
            ("2016-12-31T23:59:60Z", Some(1_483_228_800_000)),
            ("0000-01-01T00:00:00Z", Some(-62_167_219_200_000)),
            ("9999-12-31T23:59:59.999Z", Some(253_402_300_799_999)),
            ("2026-05-01T10:00:00", None),
            ("2026-02-29T00:00:00Z", None),
            ("1777629600000", None),
            ("", None),
        ] {
            assert_eq!(time_ms(time), want, "{time}");
        }
    }
}
