//! Runs: from a process's first event to its last.
//!
//! A piece of a run begins at an `init` or another line whose items start a session, where a line of another program than the run's stands, and where AFK speaks again
//! after its end. Its dialect is that of its first line that is sure of one; until then it is undecided. So that the fold is a
//! monoid, the lines before a part's first such border are kept apart: the part before decides what they belong to.
//! Claude Code prints an `init` a turn, and session files may have several starts, so their pieces are joined to runs at the end, when all that they state is known. Any
//! other piece is a run as soon as the next one begins, and is settled there: its figures are let go while they are warm.

use super::count::add;
use super::figures::Figures;
use super::heard::Heard;
use super::line::Line;
use super::names::{Names, Pool, Renamed};
use super::record::{Settled, SettledRuns, settle};
use super::rows::Rows;
use super::tools::Tools;
use super::witness::Witness;
use runlex_dialects::{Dialect, Hint, RunEnd};

/// Whose run it is, once a line tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Program {
    Known(Dialect),
    Foreign,
}

impl Program {
    /// Whether a line that tells `told`, and begins no run, may stand in a run of this one.
    fn takes(self, told: Program) -> bool {
        match (self, told) {
            (Program::Known(own), Program::Known(told)) => own.takes(told),
            (own, told) => own == told,
        }
    }
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
        match (self.program, program) {
            (_, None) => true,
            (None, Some(_)) => !is_over,
            (Some(own), Some(told)) => !is_over && own.takes(told),
        }
    }

    /// Whether someone speaks in it, by its items in the dialect of `other`.
    fn has_spoken_as(&self, other: &Piece) -> bool {
        let heard = other.dialect().and_then(|dialect| self.figures.heard.get(dialect));
        heard.is_some_and(Heard::has_spoken)
    }

    /// A line, or lines, tell this of it.
    #[inline(always)]
    fn tell(&mut self, program: Option<Program>, perhaps: Option<Dialect>) {
        if perhaps.is_some() {
            self.perhaps = self.perhaps.or(perhaps);
        }
        if self.program.is_none() && program.is_some() {
            self.decide(program);
        }
    }

    /// Once a run.
    #[cold]
    fn decide(&mut self, program: Option<Program>) {
        self.program = program;
        self.figures.heard.decide(self.dialect());
    }

    fn append(&mut self, mut later: Piece) {
        if self.program.is_some() {
            later.figures.heard.decide(self.dialect());
        }
        self.tell(later.program, later.perhaps);
        self.figures.append(later.figures);
    }
}

/// A piece that another one follows.
#[derive(Clone, Debug)]
enum Done {
    /// What stands before the part may belong to it, or it may be a turn of Claude Code's run.
    Piece(Box<Piece>),
    Run(Box<Settled>),
}

/// The pieces of a part of a stream.
#[derive(Clone, Debug, Default)]
pub(super) struct Runs {
    /// Lines before the first border.
    head: Piece,
    /// From the first border on, all but the last piece.
    done: Vec<Done>,
    open: Option<Box<Piece>>,
    /// Of the runs that are settled.
    united: United,
    /// The names of all of them.
    pool: Pool,
}

/// What is counted once over all runs of a stream.
#[derive(Clone, Debug, Default)]
pub(super) struct United {
    pub(super) rows: Rows,
    pub(super) tools: Tools,
}

impl United {
    fn settle(&mut self, run: Piece, is_cut: bool) -> Settled {
        let (run, rows, tools) = settle(run, is_cut);
        self.rows.merge(rows);
        self.tools.merge(tools);
        run
    }
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
        let at_init = line.is_init() || line.starts;
        let goes_on = !at_init
            && match &self.open {
                Some(open) => open.takes(program),
                None => program.is_none(),
            };
        if !goes_on {
            self.begin(Box::new(Piece { at_init, ..Piece::default() }));
        }
        let piece = self.open.as_deref_mut().unwrap_or(&mut self.head);
        piece.tell(program, perhaps);
        piece.figures.observe(line, &mut self.pool, witness);
        if program.is_none() {
            match piece.program {
                Some(Program::Known(dialect)) => piece.figures.hear_open(line, Some(dialect), &mut self.pool),
                Some(Program::Foreign) => {}
                None => piece.figures.hear_open(line, None, &mut self.pool),
            }
        }
    }

    fn pieces(&mut self) -> impl Iterator<Item = &mut Piece> {
        let done = self.done.iter_mut().filter_map(|done| match done {
            Done::Piece(piece) => Some(&mut **piece),
            Done::Run(_) => None,
        });
        done.chain(self.open.as_deref_mut()).chain([&mut self.head])
    }

    /// A line that is a fault.
    pub(super) fn fault(&mut self) {
        add(&mut self.open().figures.faults, 1);
    }

    fn open(&mut self) -> &mut Piece {
        self.open.as_deref_mut().unwrap_or(&mut self.head)
    }

    fn begin(&mut self, piece: Box<Piece>) {
        self.close();
        self.open = Some(piece);
    }

    /// Nothing that comes is of the open piece.
    fn close(&mut self) {
        let Some(piece) = self.open.take().filter(|piece| piece.figures.events > 0) else { return };
        let is_first = self.done.is_empty() && (!piece.at_init || has_words_before(&piece));
        self.done.push(match is_first || has_turns(piece.dialect()) {
            true => Done::Piece(piece),
            false => Done::Run(Box::new(self.united.settle(*piece, false))),
        });
    }

    /// Settles all runs: nothing that comes is of one of them.
    pub(super) fn end(&mut self, sessions: &Names) {
        let (settled, united, pool) = std::mem::take(self).finish(false, sessions);
        let done: Vec<Done> = settled.into_iter().map(Done::Run).collect();
        // Not to the lines before the first border: those come before all that is done.
        let open = (!done.is_empty()).then(Box::default);
        *self = Runs { head: Piece::default(), done, open, united, pool };
    }

    /// Takes in the runs of the part that directly follows, whose lines count from `lines` lines later. `sessions` says which of
    /// the sessions of both the later ones are.
    pub(super) fn merge(&mut self, mut later: Runs, lines: u64, sessions: Renamed) {
        let names = self.pool.merge(&later.pool, sessions);
        for piece in later.pieces() {
            piece.figures.rename(&names);
        }
        later.united.rows.rename(&names.sessions, &names.models);
        later.united.tools.rename(&names.tools, &names.agents);
        later.head.figures.shift(lines);
        self.open().append(later.head);
        for (at, done) in later.done.into_iter().chain(later.open.map(Done::Piece)).enumerate() {
            match done {
                Done::Run(mut run) => {
                    self.close();
                    run.rename(&names);
                    add(&mut run.line, lines);
                    self.done.push(Done::Run(run));
                }
                Done::Piece(mut piece) => {
                    piece.figures.shift(lines);
                    // Only the first piece can be a part of what stands before.
                    match &mut self.open {
                        Some(open) if at == 0 && !piece.at_init && open.takes(piece.program) => {
                            open.append(*piece);
                        }
                        _ => self.begin(piece),
                    }
                }
            }
        }
        self.united.rows.merge(later.united.rows);
        self.united.tools.merge(later.united.tools);
    }

    /// The runs, in order. `is_cut` says that the source failed before its end, within the last one.
    pub(super) fn finish(self, is_cut: bool, sessions: &Names) -> (SettledRuns, United, Pool) {
        let mut runs: Vec<Done> = Vec::with_capacity(self.done.len() + 2);
        let mut head = Some(Box::new(self.head));
        let open = self.open.filter(|piece| piece.figures.events > 0);
        for done in self.done.into_iter().chain(open.map(Done::Piece)) {
            let piece = match done {
                Done::Piece(piece) => piece,
                Done::Run(run) => {
                    runs.extend(head.take().and_then(of_events));
                    runs.push(Done::Run(run));
                    continue;
                }
            };
            if let Some(mut head) = head.take() {
                // The first line that tells its program tells that of the lines before it.
                let is_open = head.program.is_none() && head.perhaps.is_none();
                let is_word = is_open && has_words_before(&piece) && !head.has_spoken_as(&piece);
                if (!piece.at_init && head.takes(piece.program)) || is_word {
                    head.append(*piece);
                    runs.push(Done::Piece(head));
                    continue;
                }
                runs.extend(of_events(head));
            }
            match runs.last_mut() {
                Some(Done::Piece(run)) if is_turn_of(&piece, run, sessions) => {
                    run.figures.append(piece.figures)
                }
                _ => runs.push(Done::Piece(piece)),
            }
        }
        runs.extend(head.and_then(of_events));

        let (mut united, pool) = (self.united, self.pool);
        let last = runs.len().saturating_sub(1);
        let settled = runs.into_iter().enumerate().map(|(at, run)| match run {
            Done::Piece(piece) => Box::new(united.settle(*piece, is_cut && at == last)),
            Done::Run(run) => run,
        });
        (settled.collect(), united, pool)
    }
}

fn of_events(head: Box<Piece>) -> Option<Done> {
    (head.figures.events > 0).then_some(Done::Piece(head))
}

/// Whether lines that nobody claims, and that say nothing, are its own where they stand before the start of the first run: warnings (Codex).
fn has_words_before(piece: &Piece) -> bool {
    piece.dialect().and_then(Dialect::runs).is_some()
}

/// Whether a run may have several starts.
fn has_turns(dialect: Option<Dialect>) -> bool {
    dialect == Some(Dialect::ClaudeStream)
        || dialect.and_then(Dialect::runs).is_some_and(|rule| rule.end == RunEnd::Turn)
}

/// Whether `piece` is the next turn of `run`: by Claude Code's rule, else if both are of one session. Where history is copied, a start that
/// follows another at once is that of the session it is copied from.
fn is_turn_of(piece: &Piece, run: &Piece, sessions: &Names) -> bool {
    let dialect = piece.dialect();
    if !piece.at_init || dialect != run.dialect() || !has_turns(dialect) {
        return false;
    }
    match dialect {
        Some(Dialect::ClaudeStream) => run.figures.goes_on_in(&piece.figures, sessions),
        Some(dialect) => {
            let is_same = run.figures.session.is_some() && run.figures.session == piece.figures.session;
            let heard = run.figures.heard.get(dialect).filter(|_| dialect.copies_history());
            is_same || heard.is_some_and(|heard| heard.has_only_started(run.figures.events))
        }
        None => false,
    }
}

#[cfg(feature = "saved")]
crate::saved::form::fields!(Runs { head, done, open, united, pool });
#[cfg(feature = "saved")]
crate::saved::form::fields!(United { rows, tools });
#[cfg(feature = "saved")]
impl crate::saved::form::Form for Done {
    fn write(&self, out: &mut crate::saved::form::Out<'_>) {
        match self {
            Done::Piece(piece) => {
                true.write(out);
                piece.write(out);
            }
            Done::Run(run) => {
                false.write(out);
                run.write(out);
            }
        }
    }

    fn read(input: &mut crate::saved::form::In<'_>) -> Result<Done, crate::saved::LoadError> {
        Ok(match bool::read(input)? {
            true => Done::Piece(Box::read(input)?),
            false => Done::Run(Box::read(input)?),
        })
    }
}
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
