//! The tape of a line: notes on its structure, in memory that the caller lends.
//!
//! One [`Node`] for every bracket and for every declared key, in the order of their bytes. An opening bracket knows its
//! partner, so whole containers are stepped over. A line that needs more nodes than were lent is handed out without a tape;
//! navigation then reads its bytes again and gives the same answers. The layout stands in `node.rs`.

use crate::check::Sink;
use crate::keys::Keys;
use crate::node::{NO_ID, Node, Tag};

/// Writes the notes of one line as the definition hears of its structure.
pub(crate) struct Writer<'t, 'k> {
    nodes: &'t mut [Node],
    used: usize,
    /// Index of the innermost open bracket's node. Its distance leads to the node of the bracket around it until it is
    /// closed; 0 for the outermost.
    open: usize,
    full: bool,
    keys: &'k Keys,
    line: &'k [u8],
    /// A surrogate escape was seen.
    pub(crate) surrogate: bool,
}

impl<'t, 'k> Writer<'t, 'k> {
    pub(crate) fn new(nodes: &'t mut [Node], keys: &'k Keys, line: &'k [u8]) -> Writer<'t, 'k> {
        Writer { nodes, used: 0, open: 0, full: false, keys, line, surrogate: false }
    }

    /// How many nodes the line took; `None` when they were too few.
    pub(crate) fn used(&self) -> Option<usize> {
        (!self.full).then_some(self.used)
    }

    fn push(&mut self, node: Node) {
        match self.nodes.get_mut(self.used) {
            Some(slot) if self.used < crate::node::MOST_NOTES => {
                *slot = node;
                self.used += 1;
            }
            _ => self.full = true,
        }
    }
}

impl Sink for Writer<'_, '_> {
    fn open(&mut self, at: usize) {
        let me = self.used;
        self.push(Node::open(at as u64).linked((me - self.open) as u64));
        self.open = me;
    }

    fn close(&mut self, at: usize) {
        let me = self.used;
        self.push(Node::close(at as u64));
        if let Some(slot) = self.nodes.get_mut(self.open)
            && !self.full
        {
            let outer = self.open - slot.distance();
            *slot = Node::open(slot.at() as u64).linked((me - self.open) as u64);
            self.open = outer;
        }
    }

    fn key(&mut self, at: usize, end: usize, escaped: bool) {
        let name = &self.line[at + 1..end - 1];
        let id = if escaped { None } else { self.keys.id_of(name) };
        if escaped || id.is_some() || self.keys.is_all() {
            self.push(Node::key(at as u64, name.len() as u64, id.map_or(NO_ID, u64::from)));
        }
    }

    fn surrogate(&mut self) {
        self.surrogate = true;
    }
}

/// A line's tape for reading. Without nodes, everything is read from the bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tape<'t> {
    pub(crate) nodes: &'t [Node],
    pub(crate) keys: &'t Keys,
}

impl Tape<'_> {
    pub(crate) const NONE: Tape<'static> = Tape { nodes: &[], keys: &Keys::NONE };

    /// The index of the node of the bracket that opens at `at`, looked for from index `from` on.
    #[inline]
    pub(crate) fn bracket(&self, from: usize, at: usize) -> Option<usize> {
        let mut index = from;
        loop {
            let node = self.nodes.get(index)?;
            if node.at() >= at {
                return (node.at() == at && node.tag() == Tag::Open).then_some(index);
            }
            index += 1;
        }
    }
}
