//! The tape: notes on the structure of a line, in memory that the caller lends.
//!
//! One [`Node`] for every bracket and for every declared key, in the order of their bytes. An opening bracket links to
//! its closing one, so that whole containers are stepped over. A line that needs more nodes than were lent is handed out
//! without a tape; navigation then reads its bytes again and gives the same answers.

use crate::check::Sink;
use crate::keys::Keys;

/// One note of the [`Scanner`](crate::Scanner). Opaque; 8 bytes; make an array of [`Node::EMPTY`] and lend it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node(u64);

/// What a node notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    /// Opening bracket; the link is the index of its closing bracket's node.
    Open,
    Close,
    /// Opening quote of a member's name.
    Key,
}

const LINK_BITS: u32 = 30;
const MAX_LINK: u64 = (1 << LINK_BITS) - 1;

impl Node {
    /// A node that notes nothing, to fill the memory to be lent.
    pub const EMPTY: Node = Node(0);

    fn new(tag: Tag, at: usize, link: u64) -> Node {
        Node((tag as u64) << 62 | link << 32 | at as u64)
    }

    /// Position in the line.
    pub(crate) fn at(self) -> u32 {
        self.0 as u32
    }

    pub(crate) fn tag(self) -> Tag {
        match self.0 >> 62 {
            0 => Tag::Open,
            1 => Tag::Close,
            _ => Tag::Key,
        }
    }

    pub(crate) fn link(self) -> usize {
        (self.0 >> 32 & MAX_LINK) as usize
    }
}

/// Writes the tape of one line.
pub(crate) struct Writer<'t, 'k> {
    nodes: &'t mut [Node],
    used: usize,
    /// Index of the innermost open bracket's node, whose link holds that of the bracket around it until it is closed.
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

    fn push(&mut self, node: Node) -> Option<usize> {
        let at = self.used;
        if self.full || at as u64 > MAX_LINK || at >= self.nodes.len() {
            self.full = true;
            return None;
        }
        self.nodes[at] = node;
        self.used += 1;
        Some(at)
    }
}

impl Sink for Writer<'_, '_> {
    fn open(&mut self, at: usize) {
        if let Some(index) = self.push(Node::new(Tag::Open, at, self.open as u64)) {
            self.open = index;
        }
    }

    fn close(&mut self, at: usize) {
        if let Some(index) = self.push(Node::new(Tag::Close, at, 0)) {
            let opener = self.nodes[self.open];
            self.nodes[self.open] = Node::new(Tag::Open, opener.at() as usize, index as u64);
            self.open = opener.link();
        }
    }

    fn key(&mut self, at: usize, end: usize, escaped: bool) {
        if escaped || self.keys.contains(&self.line[at + 1..end - 1]) {
            self.push(Node::new(Tag::Key, at, 0));
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

    /// The node of the bracket at `at`, looked for from index `from` on.
    pub(crate) fn bracket(&self, from: usize, at: usize) -> Option<usize> {
        let mut index = from;
        loop {
            let node = self.nodes.get(index)?;
            if node.at() as usize >= at {
                return (node.at() as usize == at && node.tag() == Tag::Open).then_some(index);
            }
            index += 1;
        }
    }
}
