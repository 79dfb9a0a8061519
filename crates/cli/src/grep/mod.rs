//! `runlex grep`: what the lines say, searched.
//!
//! [`pattern`] tells from its bytes that a line cannot match, so that most are not looked into; [`strings`] are what of an item is
//! searched, and [`row`] is what is printed of a match, with the [`window`] of its text.

mod pattern;
mod row;
mod strings;
mod window;

use crate::Exit;
use crate::args::{Filters, Grep, Output};
use crate::choice;
use crate::entries::Entries;
use crate::events::{self, Event, Inputs, Sink};
use crate::filter::Filter;
use crate::inputs::PathText;
use crate::out::Out;
use crate::show::{LeftOut, complain, counted, visible};
use anyhow::Result;
use pattern::Pattern;
use row::{Place, Rows, Said};
use runlex::dialects::items;
use runlex::{At, Fault, IdKey, RawStr, Repeats};
use serde::Serialize;
use std::cell::RefCell;
use std::path::Path;
use strings::Parts;

pub(crate) fn run(args: &Grep, exit: &mut Exit) -> Result<()> {
    let Some(pattern) = Pattern::new(args) else {
        exit.raise(Exit::WrongUsage);
        return Ok(());
    };
    let out = RefCell::new(if args.output.is_json() { Out::stdout() } else { Out::as_written() });
    let rows = RefCell::new(Rows::new(args.output));
    let mut files = Entries::new("files", args.output);
    let mut sums = Sums::default();
    let inputs = Inputs { reading: &args.reading, index: None, filters: &args.filters };
    let make = |path: &Path| Search::new(args, &pattern, path, &out, &rows);
    events::all(&inputs, &out, exit, make, |search| {
        sums.add(&search);
        if search.found > 0 && (args.count || args.files_with_matches) {
            let out = &mut *out.borrow_mut();
            match args.output {
                Output::Json | Output::Ndjson => files.add(out, &search.entry())?,
                _ => search.line(out),
            }
        }
        Ok(())
    })?;
    if args.output.is_json() {
        let list =
            if args.count || args.files_with_matches { &mut files } else { &mut rows.borrow_mut().entries };
        list.end(&mut *out.borrow_mut())?;
    }
    out.borrow_mut().flush();
    out.borrow_mut().take_error()?;
    if !args.reading.checking.quiet {
        sums.remark(&args.filters, *exit);
    }
    if sums.found == 0 {
        exit.raise(Exit::NoMatch);
    }
    Ok(())
}

/// Over all inputs.
#[derive(Default)]
struct Sums {
    /// In which something is.
    files: u64,
    events: u64,
    left_out: LeftOut,
    found: u64,
}

impl Sums {
    fn add(&mut self, search: &Search<'_>) {
        self.files += u64::from(search.events + search.faults > 0);
        self.events += search.events;
        self.left_out.add(search.faults);
        self.found += search.found;
    }

    fn remark(&self, filters: &Filters, exit: Exit) {
        // Why nothing could be read was told.
        if self.found == 0 && (self.files > 0 || exit == Exit::Fine) {
            let (files, events) =
                (counted(self.files, "file", "files"), counted(self.events, "event", "events"));
            let words = choice::words(filters);
            let of = if words.is_empty() { String::new() } else { format!(", of what fits {words}") };
            complain(&format!("no match in {files}, {events}{of}"));
        }
        self.left_out.tell(false);
    }
}

/// An input to what is found in it.
struct Search<'s> {
    args: &'s Grep,
    pattern: &'s Pattern,
    out: &'s RefCell<Out>,
    rows: &'s RefCell<Rows>,
    filter: Filter<'s>,
    path: PathText,
    /// The path as it is shown.
    shown: String,
    events: u64,
    faults: u64,
    /// Matches; items where what does not match is looked for.
    found: u64,
    /// Where escapes are resolved.
    text: Vec<u8>,
    repeats: Repeats,
}

/// An entry of `files`.
#[derive(Serialize)]
struct Entry<'a> {
    #[serde(flatten)]
    path: &'a PathText,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
}

impl<'s> Search<'s> {
    fn new(
        args: &'s Grep,
        pattern: &'s Pattern,
        path: &Path,
        out: &'s RefCell<Out>,
        rows: &'s RefCell<Rows>,
    ) -> Search<'s> {
        let path = PathText::of(path);
        let shown = visible(&path.text).to_string();
        Search {
            args,
            pattern,
            out,
            rows,
            filter: Filter::new(&args.filters),
            path,
            shown,
            events: 0,
            faults: 0,
            found: 0,
            text: Vec::new(),
            repeats: Repeats::new(IdKey::random()),
        }
    }

    fn entry(&self) -> Entry<'_> {
        Entry { path: &self.path, count: self.args.count.then_some(self.found) }
    }

    fn line(&self, out: &mut Out) {
        out.bytes(self.shown.as_bytes());
        if self.args.count {
            out.bytes(b":");
            out.number(self.found);
        }
        out.bytes(b"\n");
    }

    /// Looks through the strings of an item, which `hand_out` hands out.
    fn strings<'a>(&mut self, said: &Said<'_>, hand_out: impl FnOnce(&mut dyn FnMut(RawStr<'a>))) {
        let mut buffer = std::mem::take(&mut self.text);
        if self.args.invert_match {
            let (mut first, mut has_match) = (None, false);
            hand_out(&mut |string| {
                first.get_or_insert(string);
                has_match = has_match
                    || (self.pattern.may_match(string.raw())
                        && self.pattern.regex.is_match(unescaped(string, &mut buffer)));
            });
            if let Some(first) = first.filter(|_| !has_match) {
                self.found += 1;
                if !self.is_summed_up() {
                    let text = unescaped(first, &mut buffer);
                    self.rows.borrow_mut().item(&mut self.out.borrow_mut(), self.place(), said, text);
                }
            }
        } else {
            hand_out(&mut |string| {
                // Of a line that has a match somewhere most strings have none.
                if self.pattern.may_match(string.raw()) {
                    self.found += self.matches(said, unescaped(string, &mut buffer));
                }
            });
        }
        self.text = buffer;
    }

    /// Prints the matches in a text, and counts them. One with nothing in it counts only where there is no other, and once.
    fn matches(&self, said: &Said<'_>, text: &str) -> u64 {
        let regex = &self.pattern.regex;
        let Some(first) = regex.find(text).map(|found| found.range()) else { return 0 };
        let mut spans =
            regex.find_iter(text).map(|found| found.range()).filter(|span| !span.is_empty()).peekable();
        let empty = if spans.peek().is_none() { Some(first) } else { None };
        let mut count = 0;
        let mut spans = empty.into_iter().chain(spans).inspect(|_| count += 1);
        if self.args.files_with_matches {
            _ = spans.next();
        } else if self.args.count {
            spans.for_each(drop);
        } else {
            self.rows.borrow_mut().matches(&mut self.out.borrow_mut(), self.place(), said, text, spans);
        }
        count
    }

    fn is_summed_up(&self) -> bool {
        self.args.count || self.args.files_with_matches
    }

    fn place(&self) -> Place<'_> {
        Place { path: &self.path, shown: &self.shown }
    }
}

impl Sink for Search<'_> {
    fn event(&mut self, event: Event<'_, '_, '_>) {
        let Event { record, object, dialect } = event;
        self.events += 1;
        let may_match = self.args.invert_match || self.pattern.may_match(record.line.content());
        // Calls are remembered whatever else their line says.
        if !may_match && !self.filter.remembers() {
            return;
        }
        let is_taken = self.filter.takes_event(dialect, object);
        if !(is_taken && may_match) {
            return;
        }
        let (at, parts) = (record.line.at(), Parts(&self.args.parts));
        let Some(dialect) = dialect else {
            if self.filter.takes_unknown(object) {
                self.strings(&Said::unknown(at, object), |each| parts.of_unknown(object, each));
            }
            return;
        };
        for item in items(dialect, object) {
            let item = self.repeats.mark(item);
            // What comes in pieces also comes whole, and what another line says is found there.
            let is_said_elsewhere = item.delta || item.replay && dialect.runs().is_some();
            if !is_said_elsewhere && self.filter.takes_item(object, &item) {
                self.strings(&Said::of(at, object, &item), |each| parts.of(&item, each));
            }
        }
    }

    fn fault(&mut self, _: At, _: Fault) {
        self.faults += 1;
    }

    fn is_done(&self) -> bool {
        self.args.files_with_matches && self.found > 0
    }
}

/// What it says; escapes are resolved in `buffer`.
fn unescaped<'a>(string: RawStr<'a>, buffer: &'a mut Vec<u8>) -> &'a str {
    if let Some(plain) = string.as_plain() {
        return plain;
    }
    let most = string.raw().len();
    if buffer.len() < most {
        buffer.resize(most, 0);
    }
    // There is room, so it never fails.
    string.unescape_into(buffer).unwrap_or_default()
}
