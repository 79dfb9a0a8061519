//! Rows of the tables that grow line by line, gathered from a scan.
//!
//! What they say does not depend on where a stream was cut: lines are joined across cuts as within them, and numbered from the
//! file's start when they are handed on. `scribe.rs` makes them of what a report reads, `columns.rs` columns of them.

use crate::kept::Kept;
use crate::names::{Name, Names, Texts};
use crate::schema::Table;
use runlex::dialects::{Dialect, TimeOrigin, UsageScope};
use runlex::report::Told;
use runlex::{Ending, FaultKind, Record, What};
use std::sync::Mutex;

/// A row of `lines`: one line, or several in a row that say the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineRow {
    pub(crate) line: u64,
    pub(crate) lines: u64,
    pub(crate) offset: u64,
    pub(crate) length: u64,
    pub(crate) says: Says,
    pub(crate) owner: Owner,
    pub(crate) raw: Name,
}

/// What lines that are one row have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Says {
    pub(crate) counts: Counts,
    pub(crate) time: Moment,
    pub(crate) kind: Name,
    pub(crate) subtype: Name,
    pub(crate) session: Name,
    pub(crate) parent: Name,
    pub(crate) agent: Name,
    pub(crate) message_id: Name,
    pub(crate) request_id: Name,
    pub(crate) model: Name,
    pub(crate) what: Kind,
    pub(crate) dialect: Option<Dialect>,
    pub(crate) time_origin: Option<TimeOrigin>,
    pub(crate) told: Option<Told>,
    pub(crate) is_error: Option<bool>,
    /// It has a message, a call, a result or other usage, or is kept itself, so it stands alone.
    pub(crate) is_alone: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Event,
    Blank,
    Fault(FaultKind),
}

/// Milliseconds since 1970, or none: in the room of one number, since there is one in each row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Moment(i64);

impl Moment {
    /// No time is that long ago.
    const NONE: Moment = Moment(i64::MIN);

    pub(crate) fn of(ms: Option<i64>) -> Moment {
        ms.map_or(Moment::NONE, Moment)
    }

    pub(crate) fn ms(self) -> Option<i64> {
        (self != Moment::NONE).then_some(self.0)
    }
}

/// Token counters and what they cost: input, cache creation, cache read, output, reasoning, micro-dollars. Those that are none have no bit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Counts {
    counts: [u64; 6],
    are: u8,
}

impl Counts {
    pub(crate) const NONE: Counts = Counts { counts: [0; 6], are: 0 };

    pub(crate) fn of(all: [Option<u64>; 6]) -> Counts {
        let mut counts = Counts::NONE;
        for (at, count) in all.into_iter().enumerate() {
            if let Some(count) = count {
                counts.counts[at] = count;
                counts.are |= 1 << at;
            }
        }
        counts
    }

    pub(crate) fn get(&self, at: usize) -> Option<u64> {
        (self.are >> at & 1 == 1).then(|| self.counts[at])
    }
}

impl Says {
    pub(crate) const fn of(what: Kind) -> Says {
        const NONE: Name = Name::NONE;
        Says {
            counts: Counts::NONE,
            time: Moment::NONE,
            kind: NONE,
            subtype: NONE,
            session: NONE,
            parent: NONE,
            agent: NONE,
            message_id: NONE,
            request_id: NONE,
            model: NONE,
            what,
            dialect: None,
            time_origin: None,
            told: None,
            is_error: None,
            is_alone: false,
        }
    }

    /// The same with other names for its texts: those of few distinct ones, and those of which each row has another.
    fn with(self, name: &mut impl FnMut(Name) -> Name, text: &mut impl FnMut(Name) -> Name) -> Says {
        Says {
            kind: name(self.kind),
            subtype: name(self.subtype),
            session: name(self.session),
            parent: name(self.parent),
            agent: name(self.agent),
            message_id: text(self.message_id),
            request_id: text(self.request_id),
            model: name(self.model),
            ..self
        }
    }
}

/// A row of `tool_calls`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallRow {
    pub(crate) line: u64,
    pub(crate) offset: u64,
    /// None beyond what a line can hold.
    pub(crate) bytes: u64,
    pub(crate) time: Moment,
    pub(crate) owner: Owner,
    pub(crate) id: Name,
    pub(crate) tool: Name,
    pub(crate) session: Name,
    pub(crate) parent: Name,
    pub(crate) agent: Name,
    /// `None` for a call.
    pub(crate) is_error: Option<bool>,
    pub(crate) is_chunk: bool,
}

/// A row of `stated`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StatedRow {
    pub(crate) line: u64,
    pub(crate) offset: u64,
    pub(crate) counts: Counts,
    pub(crate) time: Moment,
    pub(crate) owner: Owner,
    pub(crate) message_id: Name,
    pub(crate) session: Name,
    pub(crate) model: Name,
    pub(crate) scope: UsageScope,
}

/// A row of `faults`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FaultRow {
    pub(crate) owner: Owner,
    pub(crate) line: u64,
    pub(crate) offset: u64,
    pub(crate) what: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) at: u64,
    pub(crate) length: Option<u64>,
}

/// A file, and the commit of a line that counts only until its file is read again: the place in [`Rows::owners`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Owner(u32);

/// Rows in the order of lines.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    pub(crate) lines: Vec<LineRow>,
    pub(crate) calls: Vec<CallRow>,
    pub(crate) stated: Vec<StatedRow>,
    pub(crate) faults: Vec<FaultRow>,
    /// No two in a row are the same.
    owners: Vec<(u64, Option<u64>)>,
    pub(crate) names: Names,
    pub(crate) texts: Texts,
}

impl Rows {
    /// Of how much memory they are, in rows of some 150 bytes.
    pub(crate) fn len(&self) -> usize {
        self.lines.len() + self.calls.len() + self.stated.len() + self.faults.len() + self.texts.len() / 150
    }

    /// Those of a table.
    pub(crate) fn count(&self, table: Table) -> usize {
        match table {
            Table::Lines => self.lines.len(),
            Table::ToolCalls => self.calls.len(),
            Table::Stated => self.stated.len(),
            Table::Faults => self.faults.len(),
            Table::Files | Table::Runs => 0,
        }
    }

    /// None, in the memory that they had.
    pub(crate) fn clear(&mut self) {
        self.lines.clear();
        self.calls.clear();
        self.stated.clear();
        self.faults.clear();
        self.owners.clear();
        self.names.clear();
        self.texts.clear();
    }

    /// A record of `file`, with what an event of it says. Its number is that in the part.
    pub(crate) fn add(&mut self, place: Place, record: &Record<'_, '_>, event: Option<Event>) {
        let Place { kept, .. } = place;
        let owner = self.owner(place.file, place.commit);
        let offset = record.line.at().offset;
        if kept.faults {
            self.add_faults(owner, place.line, record);
        }
        if !kept.lines {
            return;
        }
        let what = match record.what {
            What::Blank => Kind::Blank,
            What::Event(_) => Kind::Event,
            What::Fault(fault) => Kind::Fault(fault.kind),
        };
        let raw = match kept.with_text {
            true => Some(record.line.content()).filter(|raw| std::str::from_utf8(raw).is_ok()),
            false => None,
        };
        let says = event.map_or(Says::of(what), |event| event.says);
        let row = LineRow {
            owner,
            line: place.line,
            lines: 1,
            offset,
            length: record.line.len(),
            // No other line says that.
            says: Says { is_alone: says.is_alone || raw.is_some(), ..says },
            raw: raw.filter(|_| kept.raw).map_or(Name::NONE, |raw| self.texts.add_bytes(raw)),
        };
        self.push(row);
    }

    pub(crate) fn owner(&mut self, file: u64, commit: Option<u64>) -> Owner {
        if self.owners.last() != Some(&(file, commit)) {
            self.owners.push((file, commit));
        }
        Owner(self.owners.len() as u32 - 1)
    }

    /// The file of a row, and its commit.
    pub(crate) fn owned(&self, owner: Owner) -> (u64, Option<u64>) {
        self.owners.get(owner.0 as usize).copied().unwrap_or_default()
    }

    /// Joins a line to those before it if it says the same.
    fn push(&mut self, row: LineRow) {
        match self.lines.last_mut() {
            Some(last) if last.goes_on_with(&row) => {
                last.lines += row.lines;
                last.length += row.length;
            }
            _ => self.lines.push(row),
        }
    }

    /// What is wrong or odd with a record.
    fn add_faults(&mut self, owner: Owner, line: u64, record: &Record<'_, '_>) {
        let offset = record.line.at().offset;
        let row = |what, kind, at, length| FaultRow { owner, line, offset, what, kind, at, length };
        match record.what {
            What::Blank => {}
            What::Event(_) => {
                let notes = record.notes().map(|note| row("note", note.kind.as_str(), note.at, None));
                self.faults.extend(notes);
            }
            What::Fault(fault) => {
                let kind = fault.kind.as_str();
                self.faults.push(row("fault", kind, fault.at, None));
                let salvage = record.salvage();
                self.faults.extend(
                    salvage.map(|span| row("salvage", kind, span.start, Some(span.end - span.start))),
                );
            }
        }
    }

    /// Takes in the rows of what directly follows, whose lines count from `lines` lines later. None are left there.
    pub(crate) fn append(&mut self, later: &mut Rows, lines: u64) {
        let is_line = self.calls.is_empty() && self.stated.is_empty() && self.faults.is_empty();
        match self.lines.len() <= 1 && is_line {
            true => self.go_on_as(later, lines),
            false => self.put_behind(later, lines),
        }
        later.clear();
    }

    fn put_behind(&mut self, later: &Rows, lines: u64) {
        let (name, text) = (self.names.merge(&later.names), self.texts.merge(&later.texts));
        let owners: Vec<Owner> =
            later.owners.iter().map(|(file, commit)| self.owner(*file, *commit)).collect();
        let owner = |owner: Owner| owners.get(owner.0 as usize).copied().unwrap_or(owner);
        for row in &later.lines {
            let says = row.says.with(&mut &name, &mut &text);
            let (line, owner) = (row.line + lines, owner(row.owner));
            self.push(LineRow { line, owner, raw: text(row.raw), says, ..*row });
        }
        self.calls.extend(later.calls.iter().map(|row| CallRow {
            line: row.line + lines,
            owner: owner(row.owner),
            id: text(row.id),
            tool: name(row.tool),
            session: name(row.session),
            parent: name(row.parent),
            agent: name(row.agent),
            ..*row
        }));
        self.stated.extend(later.stated.iter().map(|row| StatedRow {
            line: row.line + lines,
            owner: owner(row.owner),
            message_id: text(row.message_id),
            session: name(row.session),
            model: name(row.model),
            ..*row
        }));
        let moved = |row: &FaultRow| FaultRow { line: row.line + lines, owner: owner(row.owner), ..*row };
        self.faults.extend(later.faults.iter().map(moved));
    }

    /// The same for at most one line, which is cheaper put before the others than these behind it.
    fn go_on_as(&mut self, later: &mut Rows, lines: u64) {
        later.number_from(lines);
        if let Some(row) = self.lines.pop() {
            let row = row.among(self, later);
            match later.lines.first_mut() {
                Some(first) if row.goes_on_with(first) => {
                    let (lines, length) = (row.lines + first.lines, row.length + first.length);
                    *first = LineRow { lines, length, ..row };
                }
                _ => later.lines.insert(0, row),
            }
        }
        std::mem::swap(self, later);
    }

    /// Takes out all but the last line, which may go on, and leaves that in `rest`, which is empty. `lines` are those of the file before
    /// these rows.
    pub(crate) fn take_settled(&mut self, mut rest: Rows, lines: u64) -> Rows {
        if let Some(last) = self.lines.pop() {
            let last = last.among(self, &mut rest);
            rest.lines.push(last);
        }
        let mut settled = std::mem::replace(self, rest);
        settled.number_from(lines);
        settled
    }

    /// Numbers them from the start of the file, which has `lines` lines before these rows.
    pub(crate) fn number_from(&mut self, lines: u64) {
        if lines == 0 {
            return;
        }
        self.lines.iter_mut().for_each(|row| row.line += lines);
        self.calls.iter_mut().for_each(|row| row.line += lines);
        self.stated.iter_mut().for_each(|row| row.line += lines);
        self.faults.iter_mut().for_each(|row| row.line += lines);
    }
}

/// Rows that were written: their memory is used again, since it is some megabytes that the system would have to make anew.
#[derive(Debug, Default)]
pub(crate) struct Spare(Mutex<Vec<Rows>>);

/// More are not kept.
const SPARE: usize = 4;

impl Spare {
    /// Without rows.
    pub(crate) fn take(&self) -> Rows {
        self.0.lock().ok().and_then(|mut spare| spare.pop()).unwrap_or_default()
    }

    pub(crate) fn give(&self, mut rows: Rows) {
        rows.clear();
        if let Ok(mut spare) = self.0.lock()
            && spare.len() < SPARE
        {
            spare.push(rows);
        }
    }
}

impl LineRow {
    /// The same row, of `these`, with its texts in `others`.
    fn among(self, these: &Rows, others: &mut Rows) -> LineRow {
        let (file, commit) = these.owned(self.owner);
        let owner = match others.owners.first() {
            Some(first) if *first == (file, commit) => Owner(0),
            _ => others.owner(file, commit),
        };
        let Rows { names, texts, .. } = others;
        let mut name = |name| these.names.get(name).map_or(Name::NONE, |text| names.add_text(text));
        let mut text = |name| these.texts.get(name).map_or(Name::NONE, |text| texts.add_bytes(text));
        let says = self.says.with(&mut name, &mut text);
        LineRow { raw: text(self.raw), says, owner, ..self }
    }

    fn goes_on_with(&self, next: &LineRow) -> bool {
        !self.says.is_alone && self.says == next.says && self.owner == next.owner
    }
}

/// Where a record stands, and what is kept of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) file: u64,
    /// Of a line that counts only until its file is read again.
    pub(crate) commit: Option<u64>,
    /// In the part.
    pub(crate) line: u64,
    pub(crate) kept: Kept,
}

impl Place {
    /// That of the `line`th line of a part of `file`, read by `commit`: a line without its newline may still be written.
    pub(crate) fn of(file: u64, commit: u64, line: u64, record: &Record<'_, '_>, kept: Kept) -> Place {
        let is_open = record.line.ending() == Ending::None;
        Place { file, commit: is_open.then_some(commit), line, kept }
    }
}

/// What an event says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    pub(crate) says: Says,
    /// It carries other session ids besides that of its row.
    pub(crate) has_more_sessions: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// There is one for nearly each line, and they are most of the memory.
    #[test]
    fn size_of_rows() {
        assert_eq!((size_of::<LineRow>(), size_of::<CallRow>()), (144, 64));
    }
}
