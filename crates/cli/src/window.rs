//! From when to when.

use crate::args::{Times, Zone};
use jiff::Timestamp;
use runlex::dialects::{Hint, KEYS, items, sniff};
use runlex::report::{Time, time_ms};
use runlex::{Field, Object, Pick, Value};
use std::fmt::{self, Display, Formatter};
use std::sync::OnceLock;

/// What `--since` and `--until` let through, in milliseconds since 1970.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    from: i64,
    /// The first that is too late.
    to: i64,
}

impl Window {
    /// Nothing where no time is asked for.
    pub(crate) fn of(times: &Times) -> Option<Window> {
        // One for all that is read.
        static NOW: OnceLock<Timestamp> = OnceLock::new();
        let Times { since, until, zone } = times;
        let utc = Zone::default();
        let (zone, now) = (zone.as_ref().unwrap_or(&utc), *NOW.get_or_init(Timestamp::now));
        (since.is_some() || until.is_some()).then(|| Window {
            from: since.map_or(i64::MIN, |since| since.start(zone, now)),
            to: until.map_or(i64::MAX, |until| until.end(zone, now)),
        })
    }

    pub(crate) fn has(self, time: i64) -> bool {
        (self.from..self.to).contains(&time)
    }

    /// Whether some of it lies between two times, these included.
    pub(crate) fn overlaps(self, first: i64, last: i64) -> bool {
        let (first, last) = (first.min(last), first.max(last));
        last >= self.from && first < self.to
    }
}

/// As words of a command line.
impl Display for Window {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let is_bounded = [self.from != i64::MIN, self.to != i64::MAX];
        if is_bounded == [false, false] {
            return f.write_str("any time");
        }
        if is_bounded[0] {
            write!(f, "--since {}", shown(self.from))?;
        }
        if is_bounded == [true, true] {
            f.write_str(" ")?;
        }
        if is_bounded[1] { write!(f, "--until {}", shown(self.to)) } else { Ok(()) }
    }
}

/// In UTC.
pub(crate) fn shown(millis: i64) -> impl Display {
    let beyond = if millis > 0 { Timestamp::MAX } else { Timestamp::MIN };
    Timestamp::from_millisecond(millis).unwrap_or(beyond)
}

/// The time that an event gives, as a run's `started` is found (`docs/report.md`); nothing for what is no RFC 3339.
pub(crate) fn of_event(object: Object<'_, '_>) -> Option<i64> {
    const EVENT: Pick<3> = KEYS.pick(["timestamp", "type", "message"]);
    const TIME: Pick<1> = KEYS.pick(["timestamp"]);
    if let Hint::Is(dialect) = sniff(object)
        && dialect.runs().is_some()
        && let Some(time) = items(dialect, object).next().and_then(|item| item.timestamp)
    {
        return Time::of_item(time)?.ms();
    }
    let [own, kind, message] = object.pick(&EVENT);
    let own = own.filter(|time| !time.is_null());
    let time = match own {
        None if Field::of(kind, Value::string).ok().is_some_and(|kind| kind == "message") => {
            Field::of(message, Value::object).ok().and_then(|message| message.pick(&TIME)[0])
        }
        own => own,
    };
    Field::of(time, Value::string).ok().and_then(|time| time_ms(&time.to_string()))
}
