//! What models' messages used, each message once.
//!
//! One answer of a model comes as several lines: one for each block, or snapshots that grow. Sessions that are resumed, side
//! questions and progress lines repeat it elsewhere. Each way in which an answer was told has one [`Row`]; the choice among
//! these is made at the end, when all are known.

use super::count::add;
use super::day::Day;
use super::names::{NO_NAME, Name, Renamed};
use super::pile::{Pile, Unite};
use super::tokens::{Measured, OUTPUT, Row as Counts, TokenSums, row};
use super::witness::Told;
use crate::id::{IdHash, IdKey};
use runlex_core::RawStr;
use runlex_dialects::{Counters, Dialect};
use std::collections::BTreeMap;

/// A message with usage, as one line tells it.
pub(super) struct Message<'a> {
    pub(super) id: Option<RawStr<'a>>,
    /// Of transcripts.
    pub(super) request: Option<RawStr<'a>>,
    /// The line's own id.
    pub(super) uuid: Option<RawStr<'a>>,
    pub(super) told: Told,
    /// The program wrote it itself: no call of a model.
    pub(super) is_synthetic: bool,
    pub(super) usage: Counters,
    pub(super) session: Name,
    pub(super) model: Name,
    pub(super) day: Day,
    /// Of the line.
    pub(super) offset: u64,
}

/// A place in the file of this number, by which lines have an order. What lies behind 1 TiB of a file, or is of a later file than
/// this can tell, is one place.
pub(super) fn order(file: u64, offset: u64) -> u64 {
    file.min(MOST_FILES) << OFFSET_BITS | offset.min(LAST_OFFSET)
}

/// The number of the file.
pub(super) fn file_of(order: u64) -> u64 {
    order >> OFFSET_BITS
}

/// The same `files` files later.
pub(super) fn later(order: u64, files: u64) -> u64 {
    self::order(file_of(order).saturating_add(files), order & LAST_OFFSET)
}

const OFFSET_BITS: u32 = 40;
const LAST_OFFSET: u64 = (1 << OFFSET_BITS) - 1;
const MOST_FILES: u64 = u64::MAX >> OFFSET_BITS;

/// A way in which a message was told: the chosen line of those that tell it so. With its id 80 bytes: the upper half of
/// the id is that of the message, so that its rows come together.
#[derive(Clone, Copy, Debug)]
struct Row {
    counts: Counts,
    /// The number of the file, from 0, above the offset of the line.
    order: u64,
    session: Name,
    model: Name,
    /// Of the first of the lines.
    day: Day,
    request: RequestHash,
    told: Told,
    /// Set when the run is known whole; `None` for a run of unknown dialect.
    dialect: Option<Dialect>,
    /// The usage that the run states has it already.
    is_covered: bool,
    /// Known by its message's id, not by its line's.
    has_message_id: bool,
    is_synthetic: bool,
}

impl Row {
    /// The highest output, and of equal ones the last line of the first file.
    fn rank(&self) -> (u64, u64) {
        (self.counts[OUTPUT], self.order ^ (MOST_FILES << OFFSET_BITS))
    }
}

impl Unite for Row {
    fn unite(&mut self, other: &mut Row) {
        let (day, is_covered) = (self.day.min(other.day), self.is_covered | other.is_covered);
        if other.rank() > self.rank() {
            *self = *other;
        }
        (self.day, self.is_covered) = (day, is_covered);
    }
}

/// Of the message.
fn message(id: IdHash) -> u64 {
    (id >> 64) as u64
}

/// Of the request's id; 0 without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RequestHash(u32);

/// Whose a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Place {
    pub(super) session: Name,
    pub(super) model: Name,
    pub(super) day: Day,
    pub(super) dialect: Option<Dialect>,
    is_covered: bool,
    /// Only progress lines tell of it.
    pub(super) only_progress: bool,
    /// Of messages that nothing identifies, once it is known: the order of the first line of their run.
    run: u64,
}

impl Place {
    /// The same without the run.
    pub(super) fn of_any_run(self) -> Place {
        Place { run: 0, ..self }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    told: Pile<Row>,
    /// Messages that nothing identifies: how many, and what they used.
    loose: BTreeMap<Place, (u64, TokenSums)>,
}

/// Messages that count, of one place.
pub(super) struct Once {
    pub(super) place: Place,
    /// Where the chosen line stands, or the first line of the run: see [`order`].
    pub(super) order: u64,
    pub(super) messages: u64,
    /// What they add to the usage; nothing if that has them already, or for a run of unknown dialect.
    pub(super) usage: TokenSums,
}

impl Once {
    /// The same, and what can be compared.
    pub(super) fn measured(&self) -> Measured {
        Measured::of(self.place.dialect, self.usage)
    }
}

/// What the messages that count come to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counted {
    /// By message ids alone, over assistant lines: the line with the highest output, the last one on a tie.
    pub(super) tokens: TokenSums,
    /// What they add to the usage, and what of that only progress lines tell of.
    pub(super) usage: Measured,
    pub(super) progress: TokenSums,
}

impl Rows {
    pub(super) fn add(&mut self, key: IdKey, message: &Message<'_>) {
        let (session, model, counts) = (message.session, message.model, row(message.usage));
        let Some(id) = message.id.or(message.uuid) else {
            if !message.is_synthetic {
                let place = Place {
                    session,
                    model,
                    day: message.day,
                    dialect: None,
                    is_covered: false,
                    only_progress: message.told == Told::Progress,
                    run: 0,
                };
                let (messages, sum) = self.loose.entry(place).or_default();
                add(messages, 1);
                *sum += counts.into();
            }
            return;
        };
        let id = key.hash(id);
        let request = message.request.map_or(0, |request| key.hash(request));
        let has_message_id = message.id.is_some();
        // Ids of lines and of messages do not meet.
        let id = if has_message_id { id } else { !id };
        let mut row = Row {
            counts,
            order: order(0, message.offset),
            session,
            model,
            day: message.day,
            request: RequestHash(if message.request.is_some() { (request as u32).max(1) } else { 0 }),
            told: message.told,
            dialect: None,
            is_covered: false,
            has_message_id,
            is_synthetic: message.is_synthetic,
        };
        let way = (id as u64).wrapping_add((request >> 64) as u64).wrapping_add(message.told as u64);
        let id = IdHash::from(self::message(id)) << 64 | IdHash::from(way);
        if let Some(kept) = self.told.near(id, || row) {
            kept.unite(&mut row);
        }
    }

    /// What a session used so far, as one of its runs states it.
    pub(super) fn total(&mut self, session: IdHash, place: (Name, Day, u64), counts: Counts) {
        let (session_name, day, offset) = place;
        let row = Row {
            counts,
            order: order(0, offset),
            session: session_name,
            model: NO_NAME,
            day,
            request: RequestHash(0),
            told: Told::Total,
            dialect: None,
            is_covered: false,
            has_message_id: true,
            is_synthetic: false,
        };
        // Ids of sessions and of messages do not meet.
        let session = session.rotate_left(64);
        let id = IdHash::from(self::message(session)) << 64 | IdHash::from(session as u64);
        if let Some(kept) = self.told.near(id, || row) {
            kept.unite(&mut { row });
        }
    }

    /// Takes in those of other lines of the stream, whichever come first.
    pub(super) fn merge(&mut self, other: Rows) {
        self.told.append(other.told);
        for (place, (messages, sum)) in other.loose {
            let kept = self.loose.entry(place).or_default();
            add(&mut kept.0, messages);
            kept.1 += sum;
        }
    }

    /// Takes in those of files that come `files` files behind the first one here.
    pub(super) fn merge_files(&mut self, mut other: Rows, files: u64) {
        for row in other.told.values_mut() {
            row.order = later(row.order, files);
        }
        let loose = std::mem::take(&mut other.loose).into_iter();
        other.loose =
            loose.map(|(place, sum)| (Place { run: later(place.run, files), ..place }, sum)).collect();
        self.merge(other);
    }

    pub(super) fn rename(&mut self, sessions: &Renamed, models: &Renamed) {
        if sessions.is_same() && models.is_same() {
            return;
        }
        for row in self.told.values_mut() {
            sessions.rename(&mut row.session);
            models.rename(&mut row.model);
        }
        for (mut place, (messages, sum)) in std::mem::take(&mut self.loose) {
            sessions.rename(&mut place.session);
            models.rename(&mut place.model);
            let kept = self.loose.entry(place).or_default();
            add(&mut kept.0, messages);
            kept.1 += sum;
        }
    }

    /// Says whose they all are, once their run, which begins at `offset`, is known whole.
    pub(super) fn settle(&mut self, dialect: Option<Dialect>, is_covered: bool, offset: u64) {
        for row in self.told.values_mut() {
            // What a run states for its session is the usage itself.
            (row.dialect, row.is_covered) = (dialect, is_covered && row.told != Told::Total);
        }
        let loose = std::mem::take(&mut self.loose).into_iter();
        let run = order(0, offset);
        self.loose = loose.map(|(place, sum)| (Place { dialect, is_covered, run, ..place }, sum)).collect();
    }

    /// Chooses among the rows of each message, and hands out the messages that count, each once, in no order. Sorts.
    pub(super) fn sums(&mut self, mut each: impl FnMut(Once)) -> Counted {
        let mut counted = Counted::default();
        let mut once = |place: Place, order, messages, sum| {
            let counts = !place.is_covered && place.dialect.is_some();
            let usage = if counts { sum } else { TokenSums::default() };
            counted.usage += Measured::of(place.dialect, usage);
            if place.only_progress {
                counted.progress += usage;
            }
            each(Once { place, order, messages, usage });
        };
        self.loose.iter().for_each(|(place, (messages, sum))| once(*place, place.run, *messages, *sum));
        let mut count = |row: &Row, is_covered, only_progress| {
            let place = Place {
                session: row.session,
                model: row.model,
                day: row.day,
                dialect: row.dialect,
                is_covered,
                only_progress,
                run: 0,
            };
            once(place, row.order, u64::from(row.told != Told::Total), row.counts.into());
        };
        let mut tokens = TokenSums::default();
        let mut left: Vec<&Row> = Vec::new();
        let mut rows: Vec<(u64, &Row)> =
            self.told.united().iter().map(|(id, row)| (message(*id), row)).collect();
        rows.sort_unstable_by_key(|(message, _)| *message);
        for rows in rows.chunk_by(|(one, _), (other, _)| one == other) {
            let rows = rows.iter().map(|(_, row)| *row);
            let told = rows.clone().filter(|row| row.has_message_id && row.told.is_message());
            tokens += told.max_by_key(|row| row.rank()).map(|row| row.counts.into()).unwrap_or_default();
            left.clear();
            left.extend(rows);
            choose(&mut left, &mut count);
        }
        Counted { tokens, ..counted }
    }
}

/// Of all rows of a message. What a run states of itself covers the message wherever else it stands. A replay gives way to
/// the main thread, and a row without a request id to those that have one; what is left is one call for each request.
fn choose(rows: &mut Vec<&Row>, count: &mut impl FnMut(&Row, bool, bool)) {
    let only_progress = rows.iter().all(|row| row.told == Told::Progress);
    let is_covered = rows.iter().any(|row| row.is_covered);
    keep(rows, |row| row.told == Told::Main);
    keep(rows, |row| row.request != RequestHash(0));
    rows.sort_unstable_by_key(|row| row.request);
    for call in rows.chunk_by(|one, other| is_covered || one.request == other.request) {
        let chosen = call.iter().max_by_key(|row| row.rank());
        if let Some(row) = chosen.filter(|row| !row.is_synthetic) {
            count(row, is_covered, only_progress);
        }
    }
}

/// Only those, if there are any.
fn keep(rows: &mut Vec<&Row>, wanted: impl Fn(&Row) -> bool) {
    if rows.iter().any(|row| wanted(row)) {
        rows.retain(|row| wanted(row));
    }
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Rows { told, loose });
#[cfg(feature = "saved")]
crate::saved::form::fields!(Row {
    request,
    counts,
    order,
    session,
    model,
    day,
    told,
    dialect,
    is_covered,
    has_message_id,
    is_synthetic,
});

#[cfg(feature = "saved")]
crate::saved::form::hashes!(RequestHash(u32));

#[cfg(feature = "saved")]
crate::saved::form::fields!(Place { session, model, day, dialect, is_covered, only_progress, run });

#[cfg(test)]
mod tests {
    use super::*;

    /// What a distinct message costs in memory.
    #[test]
    fn size_of_an_entry() {
        assert_eq!(size_of::<(IdHash, Row)>(), 80);
    }
}
