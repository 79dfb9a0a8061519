//! The day that a time falls on, in UTC.

use super::count::add;
use super::moment::Moment;
use super::zone::Zone;
use runlex_core::{RawStr, Value};
use std::collections::BTreeMap;
use std::fmt;

/// Days since 1970-01-01, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Day(i32);

impl Day {
    /// No day is known. Later than all others.
    pub(super) const NONE: Day = Day(i32::MAX);

    /// By a time as RFC 3339 has it, `2026-05-01T10:00:00.000Z`. Numbers tell no day: their unit differs by program.
    pub(super) fn of(text: &[u8]) -> Day {
        Moment::read(text).map_or(Day::NONE, |moment| Day(moment.day()))
    }

    /// By milliseconds since 1970.
    pub(super) fn of_ms(ms: i64) -> Day {
        let day = i32::try_from(ms.div_euclid(86_400_000)).ok().filter(|day| Day::ALL.contains(day));
        day.map_or(Day::NONE, Day)
    }

    /// The days that times can fall on, with their zones.
    const ALL: std::ops::RangeInclusive<i32> = -719_529..=2_932_897;

    /// The year, the month and the day of the month.
    fn date(self) -> (i32, i32, i32) {
        // Years of 365.2425 days: the guess is off by a year at most.
        let mut year = 1970 + (i64::from(self.0) * 10_000 / 3_652_425) as i32;
        while days(year, 1, 1) > self.0 {
            year -= 1;
        }
        while days(year + 1, 1, 1) <= self.0 {
            year += 1;
        }
        let mut rest = self.0 - days(year, 1, 1);
        let mut month = 1;
        while rest >= length(year, month) {
            rest -= length(year, month);
            month += 1;
        }
        (year, month, rest + 1)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Day::NONE {
            return f.write_str(super::types::NONE);
        }
        let (year, month, day) = self.date();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

fn is_leap(year: i32) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

pub(super) fn length(year: i32, month: i32) -> i32 {
    match month {
        2 => 28 + i32::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days of the months before this one.
fn before_month(year: i32, month: i32) -> i32 {
    const DAYS: [i32; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    DAYS[(month - 1).clamp(0, 11) as usize] + i32::from(month > 2 && is_leap(year))
}

/// Days from 1970-01-01 to this date.
pub(super) fn days(year: i32, month: i32, day: i32) -> i32 {
    let before = year - 1;
    let leaps = before.div_euclid(4) - before.div_euclid(100) + before.div_euclid(400) - 477;
    (year - 1970) * 365 + leaps + before_month(year, month) + day - 1
}

/// A time as a line gives it, whatever the unit.
#[derive(Clone, Copy, Debug)]
pub enum Time<'a> {
    /// A string.
    Text(RawStr<'a>),
    /// A number as written, whose unit nobody tells.
    Number(&'a str),
    /// Milliseconds since 1970, where the dialect tells the unit of its numbers.
    Ms(i64),
}

impl<'a> Time<'a> {
    /// Milliseconds since 1970; see [`time_ms`](super::time_ms). Nothing for what is no time and for a number without a unit.
    pub fn ms(self) -> Option<i64> {
        match self {
            Time::Text(text) => super::time_ms(&crate::id::text(text)),
            Time::Number(_) => None,
            Time::Ms(ms) => Some(ms),
        }
    }

    /// What an item gives; nothing for a number that is none.
    pub fn of_item(time: runlex_dialects::Timestamp<'a>) -> Option<Time<'a>> {
        use runlex_dialects::Time as Printed;
        Some(match time.time {
            Printed::Text(text) => Time::Text(text),
            Printed::Milliseconds(ms) => Time::Ms(ms.to_f64().ok()? as i64),
            Printed::Seconds(seconds) => Time::Ms((seconds.to_f64().ok()? * 1000.0) as i64),
            _ => return None,
        })
    }

    pub(super) fn of(value: Option<Value<'a, '_>>) -> Option<Time<'a>> {
        let value = value?;
        let text = value.string().ok().map(Time::Text);
        text.or_else(|| value.number().ok().map(|number| Time::Number(number.lexeme())))
    }
}

/// Events by the day that they give.
#[derive(Clone, Debug)]
pub(super) struct Days {
    counts: BTreeMap<Day, u64>,
    /// The day of the last event, and how many in a row fell on it.
    day: Day,
    pending: u64,
}

impl Default for Days {
    fn default() -> Days {
        Days { counts: BTreeMap::new(), day: Day::NONE, pending: 0 }
    }
}

impl Days {
    /// Takes in an event; gives its day.
    pub(super) fn add(&mut self, time: Option<Time<'_>>, zone: &Zone) -> Day {
        let day = match time {
            // With an escape it is none of the form.
            Some(Time::Text(text)) => zone.day(text.raw()),
            Some(Time::Ms(ms)) => zone.day_of_ms(ms),
            Some(Time::Number(_)) | None => Day::NONE,
        };
        if day != self.day {
            self.settle();
            self.day = day;
        }
        add(&mut self.pending, 1);
        day
    }

    fn settle(&mut self) {
        if self.pending > 0 {
            add(self.counts.entry(self.day).or_default(), std::mem::take(&mut self.pending));
        }
    }

    pub(super) fn merge(&mut self, later: Days) {
        for (day, events) in later.finish() {
            add(self.counts.entry(day).or_default(), events);
        }
    }

    pub(super) fn finish(mut self) -> BTreeMap<Day, u64> {
        self.settle();
        self.counts
    }
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Days { counts, day, pending });
#[cfg(feature = "saved")]
impl crate::saved::form::Form for Day {
    fn write(&self, out: &mut crate::saved::form::Out<'_>) {
        self.0.write(out);
    }

    fn read(input: &mut crate::saved::form::In<'_>) -> Result<Day, crate::saved::LoadError> {
        let day = Day(i32::read(input)?);
        let is_one = day == Day::NONE || Day::ALL.contains(&day.0);
        is_one.then_some(day).ok_or(crate::saved::LoadError::Damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_times() {
        for (time, want) in [
            ("1970-01-01T00:00:00Z", "1970-01-01"),
            ("2026-05-01T23:59:59.999Z", "2026-05-01"),
            ("2024-02-29T12:00:00Z", "2024-02-29"),
            ("2026-05-01T01:30:00+02:00", "2026-04-30"),
            ("2026-12-31T23:30:00-01:00", "2027-01-01"),
            ("2026-05-01 10:00:00Z", "2026-05-01"),
            ("0000-01-01T00:00:00Z", "0000-01-01"),
            ("9999-12-31T23:59:59Z", "9999-12-31"),
            ("2026-05-01T10:00:60.5-23:59", "2026-05-02"),
            // No such day, no zone, no time, no digits.
            ("2026-02-29T00:00:00Z", "(none)"),
            ("2026-05-01T10:00:00", "(none)"),
            ("2026-05-01", "(none)"),
            ("2026-05-01T24:00:00Z", "(none)"),
            ("2026-05-01T10:60:00Z", "(none)"),
            ("2026-05-01T10:00:61Z", "(none)"),
            ("2026-05-01T10:00:00+24:00", "(none)"),
            ("2026-05-01T10:00:00+99:99", "(none)"),
            ("2026-05-01T10:00Z", "(none)"),
            ("2026-05-01T10:00:00.Z", "(none)"),
            ("2026-05-01T10:00:00 or soZ", "(none)"),
            ("2026-05-01T10:00:00.5", "(none)"),
            ("yesterday, at noon Z", "(none)"),
            ("", "(none)"),
        ] {
            assert_eq!(Day::of(time.as_bytes()).to_string(), want, "{time}");
        }
    }

    /// The day of a time is that of its milliseconds; no number is too large to be told.
    #[test]
    fn days_of_milliseconds() {
        for (ms, want) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (86_399_999, "1970-01-01"),
            (1_777_679_999_999, "2026-05-01"),
            (i64::MAX, "(none)"),
            (i64::MIN, "(none)"),
        ] {
            assert_eq!(Day::of_ms(ms).to_string(), want, "{ms}");
        }
    }

    #[test]
    fn all_days() {
        assert_eq!(Day::ALL, days(0, 1, 1) - 1..=days(9999, 12, 31) + 1);
    }

    /// A date is that of its day, for every day of 800 years.
    #[test]
    fn there_and_back() {
        for day in -150_000..150_000 {
            let (year, month, of_month) = Day(day).date();
            assert_eq!(days(year, month, of_month), day);
        }
    }
}
