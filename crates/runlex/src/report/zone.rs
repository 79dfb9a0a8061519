//! By whose clocks days are told.

use super::day::Day;
use super::moment::Moment;
use std::sync::Arc;

/// How far the clocks of a place are from UTC, and since when. The default is UTC.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zone(Option<Arc<[(i64, i32)]>>);

impl Zone {
    /// By each time, in milliseconds since 1970, from which on clocks show so many seconds more than UTC; sorted by time. Before the
    /// first they show UTC.
    pub fn new(changes: impl IntoIterator<Item = (i64, i32)>) -> Zone {
        Zone(Some(changes.into_iter().collect()))
    }

    /// The day on which a time falls, as RFC 3339 has it.
    pub(super) fn day(&self, text: &[u8]) -> Day {
        if self.0.is_none() {
            return Day::of(text);
        }
        Moment::read(text).map_or(Day::NONE, |moment| self.day_of_ms(moment.millis()))
    }

    /// The same for milliseconds since 1970.
    pub(super) fn day_of_ms(&self, millis: i64) -> Day {
        let Some(changes) = &self.0 else { return Day::of_ms(millis) };
        let behind = changes.partition_point(|(since, _)| *since <= millis);
        let seconds = behind.checked_sub(1).map_or(0, |at| changes[at].1);
        Day::of_ms(millis.saturating_add(i64::from(seconds) * 1000))
    }

    pub(super) fn is_utc(&self) -> bool {
        self.0.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_a_zone() {
        // Two hours east, from 2026-05-02T00:00:00Z on three hours west.
        let zone = Zone::new([(i64::MIN, 7200), (1_777_680_000_000, -10_800)]);
        for (time, utc, want) in [
            ("2026-05-01T21:59:59.999Z", "2026-05-01", "2026-05-01"),
            ("2026-05-01T22:00:00Z", "2026-05-01", "2026-05-02"),
            ("2026-05-01T23:59:59Z", "2026-05-01", "2026-05-02"),
            ("2026-05-02T02:59:59+00:00", "2026-05-02", "2026-05-01"),
            ("2026-05-02T05:00:00+02:00", "2026-05-02", "2026-05-02"),
            ("1969-12-31T23:00:00Z", "1969-12-31", "1970-01-01"),
            ("yesterday", "(none)", "(none)"),
        ] {
            assert_eq!(Zone::default().day(time.as_bytes()).to_string(), utc, "{time}");
            assert_eq!(zone.day(time.as_bytes()).to_string(), want, "{time}");
        }
        assert_eq!(Zone::new([]).day(b"2026-05-01T23:00:00Z").to_string(), "2026-05-01");
    }
}
