//! The items of an input on their way to the list of all.

use super::item::{self, Place};
use crate::args::Output;
use crate::entries::Entries;
use crate::inputs::PathText;
use crate::out::Out;
use runlex::dialects::{Item, Object};
use runlex::{At, Fault, json};
use std::cell::RefCell;
use std::path::Path;

/// The list of all items, a document or a line for each.
pub(crate) fn list(output: Output) -> RefCell<Entries> {
    RefCell::new(Entries::new("items", output))
}

/// Those of an input.
pub(crate) struct Listed<'s> {
    out: &'s RefCell<Out>,
    list: &'s RefCell<Entries>,
    /// What every item begins with.
    beginning: Vec<u8>,
}

impl<'s> Listed<'s> {
    pub(crate) fn new(path: &Path, list: &'s RefCell<Entries>, out: &'s RefCell<Out>) -> Listed<'s> {
        Listed { out, list, beginning: item::beginning(&PathText::of(path)) }
    }

    pub(crate) fn item(&self, at: At, item: &Item<'_, '_>) {
        self.entry(at, |out| json::item(out, item));
    }

    /// The event of a program that is not known.
    pub(super) fn unknown(&self, at: At, object: Object<'_, '_>) {
        self.entry(at, |out| json::unknown(out, object));
    }

    pub(super) fn fault(&self, at: At, fault: Fault) {
        self.entry(at, |out| json::fault(out, fault));
    }

    fn entry(&self, at: At, write: impl FnOnce(&mut Out)) {
        let (out, list) = (&mut *self.out.borrow_mut(), &mut *self.list.borrow_mut());
        // An error of the output stays there.
        _ = list.before(out);
        item::entry(out, Place { beginning: &self.beginning, at }, write);
        _ = list.behind(out);
    }
}
