//! One entry of the tape, packed.
//!
//! A tape is a run of lines. Each line is one head, then its notes in the order of their positions:
//!
//! ```text
//! head   length of the line (32)     tag (2)   verdict (3), surrogate seen (1), number of notes (26)
//! open   position (32)               tag (2)   nodes from here to the closing bracket's (30)
//! close  position (32)               tag (2)   0
//! key    position of its quote (32)  tag (2)   id (7), raw length (23; all ones: longer)
//! ```
//!
//! Heads and notes share one array, so that the lender gives one slice and a kernel writes one stream. Links are distances and
//! not indices: the notes of a line keep their meaning wherever the line lies on the tape.

/// One note of the [`Scanner`](crate::Scanner). Opaque; 8 bytes; make an array of [`Node::EMPTY`] and lend it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node(u64);

/// What a node notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    /// Opening bracket.
    Open,
    /// Closing bracket.
    Close,
    /// Opening quote of a member's name.
    Key,
    /// Begins the notes of a line.
    Head,
}

/// What a kernel says of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// One whole object, noted.
    Sound = 0,
    /// Only spaces, tabs and `0D`.
    Blank = 1,
    /// Anything else. The definition names the fault.
    Bad = 2,
    /// One whole object with more notes than the tape can hold.
    Untaped = 3,
    /// Longer than positions can say.
    Long = 4,
}

const TAG: u32 = 32;
const LINK: u32 = 34;

/// The id of a key that is noted without being declared: written with an escape, or every key is wanted.
pub(crate) const NO_ID: u64 = 127;
/// Raw lengths of keys from here on are written as this.
const LONG_KEY: u64 = (1 << 23) - 1;
/// More notes than this do not fit the head's counter.
pub(crate) const MOST_NOTES: usize = (1 << 26) - 1;

impl Node {
    /// A node that notes nothing, to fill the memory to be lent.
    pub const EMPTY: Node = Node(0);

    /// No key has this node.
    pub(crate) const NEVER: Node = Node(!0);

    #[inline(always)]
    pub(crate) const fn open(at: u64) -> Node {
        Node(at)
    }

    #[inline(always)]
    pub(crate) const fn close(at: u64) -> Node {
        Node(at | 1 << TAG)
    }

    /// `id` is the declared key's number or [`NO_ID`].
    #[inline(always)]
    pub(crate) const fn key(at: u64, len: u64, id: u64) -> Node {
        let len = if len < LONG_KEY { len } else { LONG_KEY };
        Node(at | 2 << TAG | (id | len << 7) << LINK)
    }

    #[inline(always)]
    pub(crate) const fn head(len: u64, verdict: Verdict, surrogate: bool, notes: u64) -> Node {
        Node(len | 3 << TAG | (verdict as u64 | (surrogate as u64) << 3 | notes << 4) << LINK)
    }

    /// An opening bracket's node with the distance to its partner's.
    #[inline(always)]
    pub(crate) const fn linked(self, distance: u64) -> Node {
        Node(self.0 | distance << LINK)
    }

    /// Position in the line; for a head the length of the line.
    #[inline(always)]
    pub(crate) const fn at(self) -> usize {
        self.0 as u32 as usize
    }

    #[inline(always)]
    pub(crate) const fn tag(self) -> Tag {
        match self.0 >> TAG & 3 {
            0 => Tag::Open,
            1 => Tag::Close,
            2 => Tag::Key,
            _ => Tag::Head,
        }
    }

    /// Distance from an opening bracket's node to its partner's.
    #[inline(always)]
    pub(crate) const fn distance(self) -> usize {
        (self.0 >> LINK) as usize
    }

    /// Whether a key's node is of a declared key, written without escapes.
    #[inline(always)]
    pub(crate) const fn is_declared(self) -> bool {
        self.0 >> LINK & 127 != NO_ID
    }

    /// The declared key's number.
    #[inline(always)]
    pub(crate) const fn id(self) -> usize {
        (self.0 >> LINK & 127) as usize
    }

    /// The length as written down in a key's node.
    #[inline(always)]
    pub(crate) const fn raw_len(self) -> u64 {
        self.0 >> (LINK + 7)
    }

    /// A key's node, with its position.
    #[inline(always)]
    pub(crate) const fn moved(self, at: u64) -> Node {
        Node(self.0 | at)
    }

    /// The same note `by` bytes further on, modulo the size of a word.
    #[inline(always)]
    pub(crate) const fn shifted(self, by: usize) -> Node {
        Node(self.0.wrapping_add(by as u64))
    }

    /// Raw length of a key, or `None` when it is too long to be written down.
    #[inline(always)]
    pub(crate) const fn key_len(self) -> Option<usize> {
        let len = self.raw_len();
        if len == LONG_KEY { None } else { Some(len as usize) }
    }

    #[inline(always)]
    pub(crate) const fn verdict(self) -> Verdict {
        match self.0 >> LINK & 7 {
            0 => Verdict::Sound,
            1 => Verdict::Blank,
            3 => Verdict::Untaped,
            4 => Verdict::Long,
            _ => Verdict::Bad,
        }
    }

    /// Whether a surrogate escape was seen in the line of this head.
    #[inline(always)]
    pub(crate) const fn surrogate(self) -> bool {
        self.0 >> (LINK + 3) & 1 != 0
    }

    /// How many notes follow this head.
    #[inline(always)]
    pub(crate) const fn notes(self) -> usize {
        (self.0 >> (LINK + 4)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::{LONG_KEY, NO_ID, Node, Tag, Verdict};

    /// What is put into a node comes out of it, and nothing of it lies in another's place.
    #[test]
    fn what_a_node_says() {
        for at in [0, 1, 63, 1 << 20, u64::from(u32::MAX)] {
            assert_eq!(
                (Node::open(at).at() as u64, Node::open(at).tag(), Node::open(at).distance()),
                (at, Tag::Open, 0)
            );
            assert_eq!((Node::close(at).at() as u64, Node::close(at).tag()), (at, Tag::Close));
            for distance in [0, 1, 9, 1 << 20] {
                let open = Node::open(at).linked(distance);
                assert_eq!((open.at() as u64, open.tag(), open.distance() as u64), (at, Tag::Open, distance));
            }
            for len in [0, 1, 7, 8, 127, 128, LONG_KEY - 1, LONG_KEY, LONG_KEY + 1, u64::MAX] {
                for id in [0, 1, 63, 95, NO_ID] {
                    let key = Node::key(0, len, id).moved(at);
                    assert_eq!(key, Node::key(at, len, id));
                    assert_eq!(
                        (key.at() as u64, key.tag(), key.raw_len()),
                        (at, Tag::Key, len.min(LONG_KEY))
                    );
                    assert_eq!((key.is_declared(), key.id() as u64), (id != NO_ID, id));
                    assert_eq!(key.key_len(), (len < LONG_KEY).then_some(len as usize));
                }
            }
            for verdict in [Verdict::Sound, Verdict::Blank, Verdict::Bad, Verdict::Untaped, Verdict::Long] {
                for (surrogate, notes) in [(false, 0), (true, 0), (false, 1), (true, 5), (false, 1 << 20)] {
                    let head = Node::head(at, verdict, surrogate, notes);
                    assert_eq!((head.at() as u64, head.tag(), head.verdict()), (at, Tag::Head, verdict));
                    assert_eq!((head.surrogate(), head.notes() as u64), (surrogate, notes));
                }
            }
        }
        for (at, by, want) in [(0, 0, 0), (5, 7, 12), (9, 3usize.wrapping_neg(), 6)] {
            let close = Node::close(at).shifted(by);
            assert_eq!((close.at(), close.tag()), (want, Tag::Close));
        }
        assert_eq!((Node::NEVER.tag(), Node::EMPTY.at()), (Tag::Head, 0));
    }
}
