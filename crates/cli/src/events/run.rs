//! Whose run it is, as far as the stream has come.
//!
//! A run begins at an `init`, and where a line of another program than the run's stands; its first line that is sure of its
//! program decides (`docs/report.md`, runs). So that the lines before that one are read like those behind it, they are
//! held until it comes, the run ends, or there are too many of them.

use runlex::dialects::{Dialect, Hint, KEYS, Object, Value, sniff};
use runlex::{At, Ending, Fault, Field, Line, Lines, Node, Options, Pick, Record, Scanner, What};

/// So many lines of a run are held, and so many bytes.
const MOST_LINES: usize = 256;
const MOST_BYTES: usize = 8 << 20;

/// What is known of the open run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Run {
    program: Option<Program>,
    /// Whose it may be, if no line is sure.
    perhaps: Option<Dialect>,
    /// No more lines are held, although no line was sure yet.
    is_given_up: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Program {
    Known(Dialect),
    /// There is no module for it.
    Foreign,
}

/// What the next event is to the open run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// A part of it.
    Same,
    /// The first event of another run.
    Other,
}

impl Run {
    /// What `object` is to this run, and the run with what it tells.
    pub(crate) fn with(self, object: Object<'_, '_>) -> (Next, Run) {
        let (program, perhaps) = match sniff(object) {
            Hint::Is(dialect) => (Some(Program::Known(dialect)), None),
            Hint::Perhaps(dialect) => (None, Some(dialect)),
            Hint::Foreign => (Some(Program::Foreign), None),
            Hint::Open => (None, None),
        };
        let is_other = match (self.program, program) {
            (Some(Program::Known(own)), Some(Program::Known(told))) => !own.takes(told),
            (Some(own), Some(told)) => own != told,
            _ => false,
        };
        let (next, run) = match is_other || is_init(object) {
            true => (Next::Other, Run::default()),
            false => (Next::Same, self),
        };
        (next, Run { program: run.program.or(program), perhaps: run.perhaps.or(perhaps), ..run })
    }

    /// The dialect, by what is known so far; `None` for one that is not known.
    pub(super) fn dialect(&self) -> Option<Dialect> {
        match self.program {
            Some(Program::Known(dialect)) => Some(dialect),
            Some(Program::Foreign) => None,
            None => self.perhaps,
        }
    }

    /// False while the next line may tell more, and it is worth waiting for it.
    pub(super) fn is_decided(&self) -> bool {
        self.program.is_some() || self.is_given_up
    }

    pub(super) fn give_up(&mut self) {
        self.is_given_up = true;
    }
}

fn is_init(object: Object<'_, '_>) -> bool {
    const INIT: Pick<2> = KEYS.pick(["type", "subtype"]);
    let [kind, subtype] = object.pick(&INIT).map(|member| Field::of(member, Value::string).ok());
    kind.is_some_and(|kind| kind == "system") && subtype.is_some_and(|subtype| subtype == "init")
}

/// Lines that wait for their dialect, and the faults between them.
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

/// What was held.
pub(super) enum Released<'r, 'a, 't> {
    Event(&'r Record<'a, 't>, Object<'a, 't>),
    Fault(At, Fault),
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
    pub(super) fn release(&mut self, options: Options<'static>, mut each: impl FnMut(Released<'_, '_, '_>)) {
        self.nodes.resize(4096, Node::EMPTY);
        let mut rest = &self.bytes[..];
        for waiting in self.lines.drain(..) {
            match waiting {
                Waiting::Fault { at, fault } => each(Released::Fault(at, fault)),
                Waiting::Event { at, len } => {
                    let (bytes, behind) = rest.split_at(len);
                    rest = behind;
                    let Some(line) = Lines::new(bytes, at).next() else { continue };
                    let record = Scanner::once(options, line, &mut self.nodes);
                    if let What::Event(object) = record.what {
                        each(Released::Event(&record, object));
                    }
                }
            }
        }
        self.bytes.clear();
    }
}
