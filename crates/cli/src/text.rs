//! `runlex text`: what was said, and nothing else.
//!
//! Some programs print a text in pieces and then once more as a whole. Pieces are printed as they come; a whole that they
//! made is not printed again, only its newline. `docs/items.md` has the rule.

use crate::Exit;
use crate::args::{Filters, Kind, LineFilters, Role, Text};
use crate::cat::{self, Listed, list};
use crate::events::{self, Event, Inputs, Sink};
use crate::filter::{self, Filter};
use crate::out::Out;
use crate::read::options;
use crate::show::LeftOut;
use anyhow::Result;
use runlex::dialects::{Dialect, Item, ItemKind, Object, items};
use runlex::json::Patched;
use runlex::{At, Fault, IdKey, Options, RawStr, Repeats};
use std::cell::RefCell;

pub(crate) fn run(args: &Text, exit: &mut Exit) -> Result<()> {
    let out = RefCell::new(if args.output.is_json() { Out::stdout() } else { Out::of_text() });
    let list = list(args.output);
    let options = options(&args.reading.checking);
    let inputs = Inputs { reading: &args.reading, index: None, filters: &args.filters };
    let (mut left_out, mut timeless) = (LeftOut::default(), 0);
    events::all(
        &inputs,
        &out,
        exit,
        |path| {
            let listed = args.output.is_json().then(|| Listed::new(path, &list, &out));
            Texts::new(options, listed, &args.filters, &out)
        },
        |texts| {
            left_out.add(texts.faults);
            timeless += texts.filter.timeless();
            Ok(())
        },
    )?;
    filter::tell_timeless(timeless, args.reading.checking.quiet);
    filter::tell_nothing(&args.filters, &out.borrow(), *exit, args.reading.checking.quiet);
    left_out.tell(args.reading.checking.quiet);
    match args.output.is_json() {
        true => cat::end(&list, &out),
        false => Ok(()),
    }
}

/// Whose texts are asked for.
#[derive(Clone, Copy)]
struct Wanted {
    user: bool,
    assistant: bool,
    thinking: bool,
}

impl Wanted {
    fn of(filters: &Filters) -> Wanted {
        let LineFilters { kinds, roles, .. } = &filters.lines;
        let has = |kind, role| match kinds.is_empty() {
            true => roles.contains(&role),
            false => kinds.contains(&kind),
        };
        match kinds.is_empty() && roles.is_empty() {
            true => Wanted { user: false, assistant: true, thinking: false },
            false => Wanted {
                user: has(Kind::UserText, Role::User),
                assistant: has(Kind::AssistantText, Role::Assistant),
                thinking: kinds.contains(&Kind::Thinking),
            },
        }
    }
}

/// An input to its texts.
struct Texts<'s> {
    out: &'s RefCell<Out>,
    options: Options<'static>,
    /// The items whose texts these are, where they are wanted and not the texts alone.
    listed: Option<Listed<'s>>,
    filter: Filter<'s>,
    wanted: Wanted,
    pieces: Pieces,
    patched: Patched,
    repeats: Repeats,
    faults: u64,
}

/// A text of which pieces were printed.
#[derive(Default)]
struct Pieces {
    /// Its line has no end yet.
    is_open: bool,
    /// So many texts were printed in pieces and did not come whole yet.
    owed: u32,
    /// Who speaks: the call whose sub-agent it is.
    speaker: Vec<u8>,
    block: Option<u32>,
    /// The message, of a text that comes in pieces only.
    message: Vec<u8>,
    is_thinking: bool,
}

impl Pieces {
    fn are_of(&self, item: &Item<'_, '_>) -> bool {
        self.speaker == speaker(item)
    }
}

fn speaker<'a>(item: &Item<'a, '_>) -> &'a [u8] {
    item.parent_tool_use.map_or(b"", |call| call.raw())
}

impl<'s> Texts<'s> {
    fn new(
        options: Options<'static>,
        listed: Option<Listed<'s>>,
        filters: &'s Filters,
        out: &'s RefCell<Out>,
    ) -> Texts<'s> {
        let (filter, wanted) = (Filter::new(filters), Wanted::of(filters));
        let (pieces, patched) = (Pieces::default(), Patched::default());
        let repeats = Repeats::new(IdKey::random());
        Texts { out, options, listed, filter, wanted, pieces, patched, repeats, faults: 0 }
    }

    /// A text that goes on, perhaps.
    fn piece(&mut self, at: At, item: &Item<'_, '_>, text: RawStr<'_>) {
        if text.raw().is_empty() {
            return;
        }
        let is_thinking = matches!(item.kind, ItemKind::Thinking(_));
        let message = item.message_id.filter(|_| item.piece).map_or(&b""[..], |id| id.raw());
        let goes_on = (self.pieces.block, self.pieces.is_thinking) == (item.block, is_thinking);
        if !(goes_on && self.pieces.message == message && self.pieces.are_of(item)) {
            self.close();
        }
        if !self.pieces.is_open {
            if !self.pieces.are_of(item) {
                self.pieces.owed = 0;
                self.pieces.speaker.clear();
                self.pieces.speaker.extend_from_slice(speaker(item));
            }
            self.pieces.owed += u32::from(item.delta);
            (self.pieces.block, self.pieces.is_thinking) = (item.block, is_thinking);
            message.clone_into(&mut self.pieces.message);
            self.pieces.is_open = true;
        }
        match &self.listed {
            Some(listed) => listed.item(at, item),
            None => self.out.borrow_mut().text(text),
        }
    }

    fn whole(&mut self, at: At, item: &Item<'_, '_>, text: RawStr<'_>) {
        self.close();
        if self.pieces.owed > 0 && self.pieces.are_of(item) {
            // AFK's one message says all that was said before.
            self.pieces.owed = if item.dialect == Dialect::Afk { 0 } else { self.pieces.owed - 1 };
            return;
        }
        if let Some(listed) = &self.listed {
            return listed.item(at, item);
        }
        let mut out = self.out.borrow_mut();
        out.text(text);
        out.bytes(b"\n");
    }

    /// Ends the line of what came in pieces.
    fn close(&mut self) {
        if std::mem::take(&mut self.pieces.is_open) && self.listed.is_none() {
            self.out.borrow_mut().bytes(b"\n");
        }
    }

    fn items(&mut self, at: At, dialect: Dialect, object: Object<'_, '_>) {
        for item in items(dialect, object) {
            let item = self.repeats.mark(item);
            let is_taken = self.filter.takes_item(object, &item);
            self.item(at, &item, is_taken);
        }
    }

    fn item(&mut self, at: At, item: &Item<'_, '_>, is_taken: bool) {
        // Another line says the same.
        if item.replay {
            return;
        }
        // The first piece of a message names it. What is owed of the one before does not come any more.
        if item.delta && item.message_id.is_some() {
            self.close();
            self.pieces.owed = 0;
        }
        let is_piece = item.delta || item.piece;
        let (text, is_wanted) = match item.kind {
            ItemKind::AssistantText(text) => (text, self.wanted.assistant),
            ItemKind::Thinking(Some(text)) => (text, self.wanted.thinking),
            ItemKind::UserText { text, .. } => (text, self.wanted.user),
            ItemKind::SessionStart { .. } | ItemKind::Result { .. } => {
                self.close();
                self.pieces.owed = 0;
                return;
            }
            // Pieces that do not count: they are told anew.
            ItemKind::Progress { what, .. } if what == "stream_retry" => return self.close(),
            ItemKind::ToolCall { .. } | ItemKind::ToolResult { .. } if !item.delta => return self.close(),
            _ => return,
        };
        if !(is_wanted && is_taken) {
            return;
        }
        match is_piece {
            true => self.piece(at, item, text),
            false => self.whole(at, item, text),
        }
    }
}

impl Sink for Texts<'_> {
    fn event(&mut self, event: Event<'_, '_, '_>) {
        let Event { record, object, dialect } = event;
        let (true, Some(dialect)) = (self.filter.takes_event(dialect, object), dialect) else { return };
        let at = record.line.at();
        if self.listed.is_none() {
            return self.items(at, dialect, object);
        }
        let mut patched = std::mem::take(&mut self.patched);
        patched.of(record, object, self.options, |object| self.items(at, dialect, object));
        self.patched = patched;
    }

    fn fault(&mut self, _: At, _: Fault) {
        self.faults += 1;
    }

    fn end(&mut self) {
        self.close();
    }
}
