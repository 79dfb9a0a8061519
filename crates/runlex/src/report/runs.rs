//! Runs: from a process's first event to its last.
//!
//! A piece of a run begins at an `init`, where a line of another program than the run's stands, and where AFK speaks again
//! after its end. Its dialect is that of its first line that is sure of one; until then it is undecided. So that the fold is a
//! monoid, the lines before a part's first such border are kept apart: the part before decides what they belong to.
//! Claude Code prints an `init` a turn, so its pieces are joined to runs at the end, when all that they state is known.

use super::count::add;
use super::figures::Figures;
use super::line::Line;
use super::witness::Witness;
use runlex_dialects::{Dialect, Hint};

/// Whose run it is, once a line tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Program {
    Known(Dialect),
    Foreign,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Piece {
    /// Begins at an `init`: never joined to what stands before, unless by Claude Code's rule.
    at_init: bool,
    program: Option<Program>,
    /// Whose it may be, if no line is sure.
    perhaps: Option<Dialect>,
    pub(super) figures: Figures,
}

impl Piece {
    /// The dialect, if it is known.
    pub(super) fn dialect(&self) -> Option<Dialect> {
        match self.program {
            Some(Program::Known(dialect)) => Some(dialect),
            Some(Program::Foreign) => None,
            None => self.perhaps,
        }
    }

    /// Whether a line, or lines, that tell this program and no `init` go on with this piece.
    fn takes(&self, program: Option<Program>) -> bool {
        let is_over = program == Some(Program::Known(Dialect::Afk)) && self.figures.afk.end.is_some();
        program.is_none() || (!is_over && (self.program.is_none() || self.program == program))
    }

    fn append(&mut self, later: Piece) {
        self.program = self.program.or(later.program);
        self.perhaps = self.perhaps.or(later.perhaps);
        self.figures.append(later.figures);
    }
}

/// The pieces of a part of a stream.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs {
    /// Lines before the first border.
    head: Piece,
    /// From the first border on.
    pieces: Vec<Piece>,
}

impl Runs {
    /// Takes in the next event.
    pub(super) fn observe(&mut self, line: &Line<'_, '_>, hint: Hint, witness: &mut impl Witness) {
        let (program, perhaps) = match hint {
            Hint::Is(dialect) => (Some(Program::Known(dialect)), None),
            Hint::Perhaps(dialect) => (None, Some(dialect)),
            Hint::Foreign => (Some(Program::Foreign), None),
            Hint::Open => (None, None),
        };
        let at_init = line.is_init();
        let goes_on = !at_init
            && match self.pieces.last() {
                Some(open) => open.takes(program),
                None => program.is_none(),
            };
        if !goes_on {
            self.pieces.push(Piece { at_init, ..Piece::default() });
        }
        let piece = self.open();
        piece.program = piece.program.or(program);
        piece.perhaps = piece.perhaps.or(perhaps);
        piece.figures.observe(line, witness);
    }

    /// A line that is a fault.
    pub(super) fn fault(&mut self) {
        add(&mut self.open().figures.faults, 1);
    }

    fn open(&mut self) -> &mut Piece {
        self.pieces.last_mut().unwrap_or(&mut self.head)
    }

    /// Takes in the runs of the part that directly follows, whose lines count from `lines` lines later.
    pub(super) fn merge(&mut self, mut later: Runs, lines: u64) {
        later.head.figures.shift(lines);
        self.open().append(later.head);
        for (at, mut piece) in later.pieces.into_iter().enumerate() {
            piece.figures.shift(lines);
            // Only the first piece can be a part of what stands before.
            match self.pieces.last_mut() {
                Some(open) if at == 0 && !piece.at_init && open.takes(piece.program) => open.append(piece),
                _ => self.pieces.push(piece),
            }
        }
    }

    /// The runs, in order.
    pub(super) fn finish(self) -> Vec<Piece> {
        let mut runs: Vec<Piece> = Vec::new();
        let mut head = Some(self.head);
        for piece in self.pieces {
            if let Some(mut head) = head.take() {
                // The first line that tells its program tells that of the lines before it.
                if !piece.at_init && head.takes(piece.program) {
                    head.append(piece);
                    runs.push(head);
                    continue;
                }
                runs.extend(Some(head).filter(|head| head.figures.events > 0));
            }
            match runs.last_mut().filter(|run| is_turn_of(&piece, run)) {
                Some(run) => run.figures.append(piece.figures),
                None => runs.push(piece),
            }
        }
        runs.extend(head.filter(|head| head.figures.events > 0));
        runs
    }
}

/// Whether `piece` is the next turn of Claude Code's `run`.
fn is_turn_of(piece: &Piece, run: &Piece) -> bool {
    let claude = Some(Dialect::ClaudeStream);
    piece.at_init
        && piece.dialect() == claude
        && run.dialect() == claude
        && run.figures.goes_on_in(&piece.figures)
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Runs { head, pieces });
#[cfg(feature = "saved")]
crate::saved::form::fields!(Piece { at_init, program, perhaps, figures });
#[cfg(feature = "saved")]
impl crate::saved::form::Form for Program {
    fn write(&self, out: &mut crate::saved::form::Out<'_>) {
        match self {
            Program::Known(dialect) => Some(*dialect),
            Program::Foreign => None,
        }
        .write(out);
    }

    fn read(input: &mut crate::saved::form::In<'_>) -> Result<Program, crate::saved::LoadError> {
        Ok(Option::read(input)?.map_or(Program::Foreign, Program::Known))
    }
}
