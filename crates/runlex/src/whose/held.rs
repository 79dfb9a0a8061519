//! Lines that wait for their dialect.

use super::{Event, Sorted};
use runlex_core::{At, Ending, Fault, Line, Lines, Node, Options, Scanner, What};
use runlex_dialects::Dialect;

/// So many lines of a run are held, and so many bytes.
const MOST_LINES: usize = 256;
const MOST_BYTES: usize = 8 << 20;
/// Longer lines are read without a tape of their own, to the same answers.
const NODES: usize = 4096;

/// Events that wait, and the faults between them.
#[derive(Debug, Default)]
pub(super) struct Held {
    /// Their content and line ends, one behind the other.
    bytes: Vec<u8>,
    lines: Vec<Waiting>,
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug)]
enum Waiting {
    Event { at: At, len: usize },
    Fault { at: At, fault: Fault },
}

impl Held {
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Takes a copy of an event's line; false if there is no room for it.
    pub(super) fn event(&mut self, line: Line<'_>) -> bool {
        let content = line.content();
        if self.lines.len() == MOST_LINES || content.len() > MOST_BYTES.saturating_sub(self.bytes.len()) {
            return false;
        }
        let before = self.bytes.len();
        self.bytes.extend_from_slice(content);
        self.bytes.extend_from_slice(match line.ending() {
            Ending::None => b"",
            Ending::Lf => b"\n",
            Ending::CrLf => b"\r\n",
        });
        self.lines.push(Waiting::Event { at: line.at(), len: self.bytes.len() - before });
        true
    }

    /// Takes a fault; false if there is no room for it.
    pub(super) fn fault(&mut self, at: At, fault: Fault) -> bool {
        let has_room = self.lines.len() < MOST_LINES;
        if has_room {
            self.lines.push(Waiting::Fault { at, fault });
        }
        has_room
    }

    /// Hands out what is held, in order, and holds nothing then.
    pub(super) fn release(
        &mut self,
        options: Options<'static>,
        dialect: Option<Dialect>,
        each: &mut impl FnMut(Sorted<'_, '_, '_>),
    ) {
        self.nodes.resize(NODES, Node::EMPTY);
        let mut rest = &self.bytes[..];
        for waiting in self.lines.drain(..) {
            match waiting {
                Waiting::Fault { at, fault } => each(Sorted::Fault(at, fault)),
                Waiting::Event { at, len } => {
                    let (bytes, behind) = rest.split_at(len);
                    rest = behind;
                    let Some(line) = Lines::new(bytes, at).next() else { continue };
                    let record = Scanner::once(options, line, &mut self.nodes);
                    if let What::Event(object) = record.what {
                        each(Sorted::Event(Event { record: &record, object, dialect }));
                    }
                }
            }
        }
        self.bytes.clear();
    }
}
