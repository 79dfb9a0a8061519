//! Times and zones, as people write them.

use jiff::civil::{Date, DateTime};
use jiff::fmt::temporal::DateTimeParser;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

/// What is meant by a text, which for some needs the zone and the present time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    Day(Date),
    /// So many days before today.
    DaysAgo(i32),
    /// By the clocks of the zone.
    Clock(DateTime),
    At(Timestamp),
    /// So many seconds before now.
    Ago(i64),
}

/// Which clocks days are told by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Zone(pub(crate) TimeZone);

impl Default for Zone {
    fn default() -> Zone {
        Zone(TimeZone::UTC)
    }
}

impl Zone {
    /// How far its clocks are from UTC and since when, to the end of the century.
    pub(crate) fn changes(&self) -> runlex::report::Zone {
        let Zone(zone) = self;
        let most: Timestamp = Timestamp::from_second(4_102_444_800).unwrap_or(Timestamp::MAX);
        let first = (i64::MIN, zone.to_offset(Timestamp::MIN).seconds());
        let later = zone.following(Timestamp::MIN).take_while(|change| change.timestamp() < most);
        let later = later.map(|change| (change.timestamp().as_millisecond(), change.offset().seconds()));
        runlex::report::Zone::new(std::iter::once(first).chain(later))
    }
}

impl When {
    /// Milliseconds since 1970: of a day its start. Beyond the years that can be told, the first or the last there are.
    pub(crate) fn start(self, zone: &Zone, now: Timestamp) -> i64 {
        self.millis(zone, now, 0).unwrap_or_else(|_| self.beyond())
    }

    /// The same, of a day its end.
    pub(crate) fn end(self, zone: &Zone, now: Timestamp) -> i64 {
        self.millis(zone, now, 1).unwrap_or_else(|_| self.beyond())
    }

    /// On which side of all times.
    fn beyond(self) -> i64 {
        let is_late = match self {
            When::Day(date) => date.year() > 0,
            When::Clock(time) => time.year() > 0,
            When::At(_) | When::DaysAgo(_) | When::Ago(_) => false,
        };
        if is_late { i64::MAX } else { i64::MIN }
    }

    fn millis(self, Zone(zone): &Zone, now: Timestamp, more: i32) -> Result<i64, jiff::Error> {
        let day = |day: Date| -> Result<Timestamp, jiff::Error> {
            Ok(day.checked_add(more.days())?.to_zoned(zone.clone())?.timestamp())
        };
        let at = match self {
            When::Day(date) => day(date)?,
            When::DaysAgo(days) => day(now.to_zoned(zone.clone()).date().checked_sub(days.days())?)?,
            When::Clock(time) => time.to_zoned(zone.clone())?.timestamp(),
            When::At(at) => at,
            When::Ago(seconds) => now.checked_sub(seconds.seconds())?,
        };
        Ok(at.as_millisecond())
    }
}

/// `2026-05-01`, `20260501`, `2026-05-01T10:00`, with a zone or without, `7d`, `-3h`, `today`.
pub(super) fn when(text: &str) -> Result<When, String> {
    const FORMS: &str = "expected a day (2026-05-01), a time (2026-05-01T10:00:00Z), how long ago (90m, 3h, 7d), today, yesterday or now";
    let other = || FORMS.to_owned();
    match text {
        "now" => return Ok(When::Ago(0)),
        "today" => return Ok(When::DaysAgo(0)),
        "yesterday" => return Ok(When::DaysAgo(1)),
        _ => {}
    }
    if let Some(seconds) = ago(text) {
        return Ok(When::Ago(seconds));
    }
    let is_day = match text.len() {
        8 => text.bytes().all(|byte| byte.is_ascii_digit()),
        10 => text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'),
        _ => false,
    };
    if is_day {
        return text.parse().map(When::Day).map_err(|_| other());
    }
    // A day alone would pass for its midnight, and so would many texts that only begin with one.
    if !matches!(text.as_bytes().get(10), Some(b'T' | b't' | b' ')) {
        return Err(other());
    }
    text.parse().map(When::At).or_else(|_| text.parse().map(When::Clock)).map_err(|_| other())
}

/// Seconds: `90m`, `3h` or, as some write it, `-3h`.
fn ago(text: &str) -> Option<i64> {
    let (at, unit) = text.char_indices().last()?;
    let unit = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3600,
        'd' => 86_400,
        'w' => 7 * 86_400,
        _ => return None,
    };
    let digits = text[..at].strip_prefix('-').unwrap_or(&text[..at]);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    // No further back than there are times.
    let most = 12_000 * 365 * 86_400;
    is_number.then(|| digits.parse::<i64>().ok()?.checked_mul(unit).filter(|seconds| *seconds < most))?
}

/// A name such as `Europe/Berlin`, or how far from UTC: `+02:00`.
pub(super) fn zone(text: &str) -> Result<Zone, String> {
    static ZONES: DateTimeParser = DateTimeParser::new();
    let found =
        if text.eq_ignore_ascii_case("utc") { Ok(TimeZone::UTC) } else { ZONES.parse_time_zone(text) };
    found
        .map(Zone)
        .map_err(|_| "expected UTC, a name as Europe/Berlin, or how far from UTC (+02:00)".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_change() {
        let zone = |text| zone(text).expect("a zone").changes();
        assert_eq!(zone("+02:00"), runlex::report::Zone::new([(i64::MIN, 7200)]));
        assert_eq!(zone("UTC"), runlex::report::Zone::new([(i64::MIN, 0)]));
    }

    #[test]
    fn times() {
        let now: Timestamp = "2026-05-10T01:30:00Z".parse().expect("a time");
        let shown = |millis: i64| Timestamp::from_millisecond(millis).expect("in range").to_string();
        for (text, tz, start, end) in [
            ("2026-05-01", "UTC", "2026-05-01T00:00:00Z", "2026-05-02T00:00:00Z"),
            ("20260501", "+02:00", "2026-04-30T22:00:00Z", "2026-05-01T22:00:00Z"),
            ("today", "UTC", "2026-05-10T00:00:00Z", "2026-05-11T00:00:00Z"),
            ("today", "-02:00", "2026-05-09T02:00:00Z", "2026-05-10T02:00:00Z"),
            ("yesterday", "UTC", "2026-05-09T00:00:00Z", "2026-05-10T00:00:00Z"),
            ("2026-05-01T10:00:00Z", "+02:00", "2026-05-01T10:00:00Z", "2026-05-01T10:00:00Z"),
            ("2026-05-01T10:00:00.5+01:00", "UTC", "2026-05-01T09:00:00.5Z", "2026-05-01T09:00:00.5Z"),
            ("2026-05-01T10:00", "+02:00", "2026-05-01T08:00:00Z", "2026-05-01T08:00:00Z"),
            ("now", "UTC", "2026-05-10T01:30:00Z", "2026-05-10T01:30:00Z"),
            ("90m", "UTC", "2026-05-10T00:00:00Z", "2026-05-10T00:00:00Z"),
            ("-3h", "UTC", "2026-05-09T22:30:00Z", "2026-05-09T22:30:00Z"),
            ("7d", "UTC", "2026-05-03T01:30:00Z", "2026-05-03T01:30:00Z"),
        ] {
            let (when, zone) = (when(text).expect(text), zone(tz).expect(tz));
            assert_eq!(
                (shown(when.start(&zone, now)), shown(when.end(&zone, now))),
                (start.into(), end.into()),
                "{text}"
            );
        }
        // Beyond the years that can be told: after all times.
        for text in ["9999-12-31", "9999-12-31T10:00"] {
            let (when, zone) = (when(text).expect(text), zone("UTC").expect("a zone"));
            assert_eq!((when.start(&zone, now), when.end(&zone, now)), (i64::MAX, i64::MAX), "{text}");
        }
        for text in [
            "",
            "d",
            "-d",
            "--3h",
            "3",
            "2026",
            "2026-13-01",
            "20260230",
            "2026-05-01T",
            "2026-05-01x10:00",
            "99999999999999999999d",
            "9999999999w",
            "é",
            "tomorrow",
        ] {
            assert!(when(text).is_err(), "{text}");
        }
        for text in ["", "Mars/Phobos", "+99:00"] {
            assert!(zone(text).is_err(), "{text}");
        }
    }
}
