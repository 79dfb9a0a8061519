//! What messages used, each once, by the rules of `docs/report.md`.

use super::{Sums, add};
use foldhash::fast::RandomState;
use std::collections::HashMap;

/// Where a message is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    Main,
    Side,
    Progress,
}

/// A message with usage, as one line tells it.
#[derive(Debug)]
pub(super) struct Telling<'a> {
    pub(super) id: Option<&'a str>,
    pub(super) uuid: Option<&'a str>,
    pub(super) request: Option<&'a str>,
    pub(super) told: Told,
    pub(super) is_synthetic: bool,
    pub(super) counts: [u64; 4],
    pub(super) line: u64,
    pub(super) piece: u32,
}

/// The chosen line of those that tell a message in one way.
#[derive(Debug)]
struct Row {
    request: Option<Box<str>>,
    told: Told,
    is_synthetic: bool,
    counts: [u64; 4],
    line: u64,
    piece: u32,
}

impl Row {
    fn rank(&self) -> (u64, u64) {
        (self.counts[3], self.line)
    }
}

#[derive(Debug)]
struct Message {
    /// The last piece that told it.
    piece: u32,
    first: Row,
    more: Vec<Row>,
}

impl Message {
    fn rows(&self) -> impl Iterator<Item = &Row> {
        std::iter::once(&self.first).chain(&self.more)
    }
}

/// Whether the run of a piece is of a known dialect, and counts by what it states.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Whose {
    pub(super) is_known: bool,
    pub(super) is_covered: bool,
}

#[derive(Debug, Default)]
pub(super) struct Messages {
    by_id: HashMap<Box<str>, u32, RandomState>,
    by_line_id: HashMap<Box<str>, u32, RandomState>,
    all: Vec<Message>,
    /// Messages by number that were told by an earlier piece as well.
    elsewhere: Vec<(u32, u32)>,
}

impl Messages {
    /// False if nothing identifies it.
    pub(super) fn add(&mut self, told: &Telling<'_>) -> bool {
        let (map, id) = match (told.id, told.uuid) {
            (Some(id), _) => (&mut self.by_id, id),
            (None, Some(id)) => (&mut self.by_line_id, id),
            (None, None) => return false,
        };
        let row = |request: Option<&str>| Row {
            request: request.map(Box::from),
            told: told.told,
            is_synthetic: told.is_synthetic,
            counts: told.counts,
            line: told.line,
            piece: told.piece,
        };
        let Some(number) = map.get(id) else {
            map.insert(id.into(), self.all.len() as u32);
            self.all.push(Message { piece: told.piece, first: row(told.request), more: Vec::new() });
            return true;
        };
        let message = &mut self.all[*number as usize];
        if message.piece != told.piece {
            self.elsewhere.push((*number, message.piece));
            message.piece = told.piece;
        }
        let mut rows = std::iter::once(&mut message.first).chain(&mut message.more);
        match rows.find(|row| row.told == told.told && row.request.as_deref() == told.request) {
            Some(row) => {
                if (told.counts[3], told.line) >= row.rank() {
                    row.is_synthetic = told.is_synthetic;
                    row.counts = told.counts;
                    row.line = told.line;
                    row.piece = told.piece;
                }
            }
            None => message.more.push(row(told.request)),
        }
        true
    }

    /// By message ids alone, over assistant lines.
    pub(super) fn tokens(&self) -> Sums {
        let mut sum = Sums::default();
        for number in self.by_id.values() {
            let rows = self.all[*number as usize].rows().filter(|row| row.told != Told::Progress);
            if let Some(row) = rows.max_by_key(|row| row.rank()) {
                add(&mut sum, row.counts);
            }
        }
        sum
    }

    /// By the rules of the dialects.
    pub(super) fn usage(&self, pieces: &[Whose]) -> Sums {
        let mut covered: Vec<bool> =
            self.all.iter().map(|message| pieces[message.piece as usize].is_covered).collect();
        for (message, piece) in &self.elsewhere {
            covered[*message as usize] |= pieces[*piece as usize].is_covered;
        }
        let mut sum = Sums::default();
        for (message, is_covered) in self.all.iter().zip(covered) {
            if !is_covered {
                message.usage(pieces, &mut sum);
            }
        }
        sum
    }
}

impl Message {
    fn usage(&self, pieces: &[Whose], sum: &mut Sums) {
        let mut one = |row: &Row| {
            if !row.is_synthetic && pieces[row.piece as usize].is_known {
                add(sum, row.counts);
            }
        };
        if self.more.is_empty() {
            return one(&self.first);
        }
        let mut rows: Vec<&Row> = self.rows().collect();
        let keep = |rows: &mut Vec<&Row>, wanted: fn(&Row) -> bool| {
            if rows.iter().any(|row| wanted(row)) {
                rows.retain(|row| wanted(row));
            }
        };
        keep(&mut rows, |row| row.told == Told::Main);
        keep(&mut rows, |row| row.request.is_some());
        rows.sort_unstable_by_key(|row| &row.request);
        for call in rows.chunk_by(|one, other| one.request == other.request) {
            if let Some(row) = call.iter().max_by_key(|row| row.rank()) {
                one(row);
            }
        }
    }
}
