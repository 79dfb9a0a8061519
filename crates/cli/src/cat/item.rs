//! An item as a line of JSON: where it stands, and [what it says](runlex::json).

use crate::inputs::PathText;
use crate::out::Out;
use runlex::At;
use runlex::json::Sink;

/// The beginning of every line of a file: its version and path.
pub(super) fn beginning(path: &PathText) -> Vec<u8> {
    // A string always is JSON.
    let text = serde_json::to_string(&path.text).unwrap_or_default();
    let lossy = if path.is_lossy { ",\"path_is_lossy\":true" } else { "" };
    format!("{{\"v\":1,\"path\":{text}{lossy},\"line\":").into_bytes()
}

/// Where the line of an item stands.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    pub(super) beginning: &'p [u8],
    pub(super) at: At,
}

impl Place<'_> {
    fn write(&self, out: &mut Out) {
        out.bytes(self.beginning);
        out.number(self.at.line);
        out.bytes(b",\"offset\":");
        out.number(self.at.offset);
    }
}

/// An entry with the members that `write` writes.
pub(super) fn entry(out: &mut Out, place: Place<'_>, write: impl FnOnce(&mut Out)) {
    place.write(out);
    write(out);
    out.bytes(b"}");
}

impl Sink for Out {
    fn bytes(&mut self, bytes: &[u8]) {
        Out::bytes(self, bytes);
    }

    fn number(&mut self, number: u64) {
        Out::number(self, number);
    }
}
