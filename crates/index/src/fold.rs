//! What is made of a file's records: its report, saved as far as its lines are whole, and the rows of its lines.

use crate::error::IndexError;
use crate::folder::Folder;
use crate::kept::Kept;
use crate::manifest::Blob;
use crate::rows::{Place, Rows, Spare};
use crate::scribe::Scribe;
use crate::segment::Blobs;
use crate::sources::Ends;
use runlex::{Ending, FileReport, IdKey, Record, Report, Totals, What};
use runlex_scan::{Aggregate, FileError, ReadAt};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::SyncSender;
use xxhash_rust::xxh3::xxh3_64;

/// So many rows are handed on at once; of a file with fewer they are handed on with its end.
const ROWS: usize = 1 << 15;
/// So many bytes at each end of a file tell whether it is the one that was read before.
const ENDS: u64 = 4096;

const REWRITTEN: &str = "it was written anew while it was read; the next update reads it again";

/// A file that is to be read, or read on.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) path: PathBuf,
    /// Its number in the tables.
    pub(crate) file: u64,
    pub(crate) commit: u64,
    /// Where reading begins, and the lines before.
    pub(crate) start: u64,
    pub(crate) start_lines: u64,
    /// The saved report of what lies before.
    pub(crate) before: Option<Blob>,
    /// The checksums of its ends.
    pub(crate) ends: Option<Ends>,
    pub(crate) with_text: bool,
}

/// The fold over a part of a file.
pub(crate) struct Fold<'j> {
    folder: &'j Folder,
    job: &'j Job,
    send: SyncSender<Rows>,
    spare: &'j Spare,
    /// Of the lines that have their newline.
    report: Report,
    lines: u64,
    /// The bytes up to the last newline, and to the end of the last line.
    whole: u64,
    end: u64,
    /// The report of a last line without one.
    tail: Option<Report>,
    has_more_sessions: bool,
    key: IdKey,
    rows: Rows,
    /// It begins where reading begins, so that it knows how its lines are numbered.
    is_front: Option<bool>,
}

/// What became of a file.
pub(crate) struct Folded {
    /// Of the whole of it.
    pub(crate) finished: (Totals, FileReport),
    /// The saved report of its whole lines, and of the one behind them.
    pub(crate) state: Vec<u8>,
    pub(crate) tail: Option<Vec<u8>>,
    /// Where its whole lines end, and how many they are.
    pub(crate) whole: u64,
    pub(crate) whole_lines: u64,
    /// All its bytes.
    pub(crate) bytes: u64,
    /// A line that was read carries several session ids.
    pub(crate) has_more_sessions: bool,
    /// Its number.
    pub(crate) file: u64,
    pub(crate) ends: io::Result<Option<Ends>>,
    /// Those that were not handed on yet.
    pub(crate) rows: Rows,
}

impl<'j> Fold<'j> {
    /// `is_large` for a file of many rows.
    pub(crate) fn new(
        folder: &'j Folder,
        job: &'j Job,
        key: IdKey,
        (send, spare): (SyncSender<Rows>, &'j Spare),
        is_large: bool,
    ) -> Fold<'j> {
        Fold {
            folder,
            job,
            send,
            spare,
            report: Report::new(key),
            lines: 0,
            whole: job.start,
            end: job.start,
            tail: None,
            has_more_sessions: false,
            key,
            rows: if is_large { spare.take() } else { Rows::default() },
            is_front: None,
        }
    }

    /// Hands on what nothing can change any more, so that memory does not grow with the file.
    fn hand_on(&mut self, most: usize) {
        if self.is_front == Some(true) && self.rows.len() >= most {
            // Nobody takes them when writing has failed; that is told at the end.
            _ = self.send.send(self.rows.take_settled(self.spare.take(), self.job.start_lines));
        }
    }
}

impl Aggregate for Fold<'_> {
    type Output = Result<Folded, IndexError>;

    fn observe(&mut self, record: &Record<'_, '_>) {
        self.lines += 1;
        let offset = record.line.at().offset;
        self.is_front.get_or_insert(offset == self.job.start);
        self.end = offset + record.line.len();
        let job = self.job;
        let place = Place::of(job.file, job.commit, self.lines, record, Kept::all(job.with_text));
        let report = match record.line.ending() {
            Ending::None => self.tail.insert(Report::new(self.key)),
            _ => {
                self.whole = self.end;
                &mut self.report
            }
        };
        let event = match record.what {
            What::Event(_) => {
                let mut scribe = Scribe::new(&mut self.rows, place, offset);
                report.observe_with(record, &mut scribe);
                let event = scribe.event();
                self.has_more_sessions |= event.has_more_sessions;
                Some(event)
            }
            What::Blank | What::Fault(_) => {
                report.observe(record);
                None
            }
        };
        self.rows.add(place, record, event);
        self.hand_on(ROWS);
    }

    fn merge(&mut self, mut later: Self) {
        if later.lines == 0 {
            return;
        }
        // What is handed on need not be put before the rows of the later part.
        self.hand_on(ROWS / 8);
        self.is_front = self.is_front.or(later.is_front);
        self.has_more_sessions |= later.has_more_sessions;
        self.report.merge(later.report);
        self.rows.append(&mut later.rows, self.lines);
        self.spare.give(later.rows);
        self.lines += later.lines;
        (self.whole, self.end, self.tail) = (later.whole.max(self.whole), later.end, later.tail);
        self.hand_on(ROWS);
    }

    fn finish(mut self, _: Option<&FileError>) -> Result<Folded, IndexError> {
        let job = self.job;
        self.rows.number_from(job.start_lines);
        // So that they are written while the report is saved and finished.
        if self.rows.len() >= ROWS / 8 {
            _ = self.send.send(std::mem::take(&mut self.rows));
        }
        let mut report = self.report;
        if let Some(before) = job.before {
            let mut blobs = Blobs::new(self.folder);
            let before = blobs.read(before)?;
            let later = std::mem::replace(&mut report, crate::saved::report(before, self.key)?);
            report.merge(later);
        }
        let state = crate::saved::of_report(&report);
        let tail = self.tail.as_ref().map(crate::saved::of_report);
        let whole_lines = job.start_lines + self.lines - u64::from(tail.is_some());
        if let Some(tail) = self.tail {
            report.merge(tail);
        }
        // Between the look at the file and its opening somebody may have written it anew.
        let before = job.ends.map(|known| ends(&job.path, job.start).map(|found| found == Some(known)));
        let ends = match before {
            Some(Err(error)) => Err(error),
            Some(Ok(false)) => Err(io::Error::other(REWRITTEN)),
            Some(Ok(true)) | None => ends(&job.path, self.whole),
        };
        Ok(Folded {
            finished: Totals::of(report),
            state,
            tail,
            whole: self.whole,
            whole_lines,
            bytes: self.end,
            has_more_sessions: self.has_more_sessions,
            file: job.file,
            ends,
            rows: self.rows,
        })
    }
}

/// The checksums of both ends of a file's first `whole` bytes. `None` if it has fewer: it is compressed, or was cut.
pub(crate) fn ends(path: &Path, whole: u64) -> io::Result<Option<Ends>> {
    let file = File::open(path)?;
    let mut buffer = [0; ENDS as usize];
    let mut sum = |from: u64, to: u64| -> io::Result<Option<u64>> {
        let wanted = &mut buffer[..(to - from) as usize];
        let mut got = 0;
        while got < wanted.len() {
            match file.read_at(&mut wanted[got..], from + got as u64) {
                Ok(0) => return Ok(None),
                Ok(more) => got += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Some(xxh3_64(wanted)))
    };
    let head = sum(0, whole.min(ENDS))?;
    let tail = sum(whole.saturating_sub(ENDS), whole)?;
    Ok(head.zip(tail).map(|(head, tail)| Ends { head, tail }))
}
