//! The public face of the shapes.

use std::io::{self, Write};

use crate::afk::Afk;
use crate::amp::Amp;
use crate::rng::Rng;
use crate::text::Text;
use crate::transcript::Transcript;

/// Whose output the lines look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Amp's `--stream-json`: whole runs, long tool results with JSON inside strings, mean line 3.25 KB.
    Amp,
    /// AFK's `--format stream-json`: streamed pieces, mean line 119 bytes.
    Afk,
    /// Claude Code's session files: `type` deep in the line, patches, the densest structure; mean line 3.3 KB.
    Transcript,
}

impl Shape {
    /// The shape named `amp`, `afk` or `transcript`.
    pub fn named(name: &str) -> Option<Shape> {
        match name {
            "amp" => Some(Shape::Amp),
            "afk" => Some(Shape::Afk),
            "transcript" => Some(Shape::Transcript),
            _ => None,
        }
    }
}

/// An endless stream of lines, fixed by shape and seed.
///
/// [`Generator::new`] writes the pools of text that lines are cut from, some 3 MB: a few milliseconds. After
/// that a line costs about the copy of its bytes.
///
/// ```
/// use runlex_testgen::{Generator, Shape};
///
/// let (mut a, mut b) = (Vec::new(), Vec::new());
/// Generator::new(Shape::Afk, 1).line(&mut a);
/// Generator::new(Shape::Afk, 1).line(&mut b);
/// assert_eq!(a, b);
/// ```
#[derive(Debug)]
pub struct Generator {
    rng: Rng,
    text: Text,
    shape: Lines,
}

#[derive(Debug)]
enum Lines {
    Amp(Amp),
    Afk(Afk),
    Transcript(Transcript),
}

impl Generator {
    /// A generator at its first line. Costs a few milliseconds (see the type).
    pub fn new(shape: Shape, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let text = Text::new(&mut rng);
        let shape = match shape {
            Shape::Amp => Lines::Amp(Amp::new()),
            Shape::Afk => Lines::Afk(Afk::new()),
            Shape::Transcript => Lines::Transcript(Transcript::new()),
        };
        Generator { rng, text, shape }
    }

    /// Appends one line, newline included. Costs about the copy of the line.
    pub fn line(&mut self, out: &mut Vec<u8>) {
        let Generator { rng, text, shape } = self;
        match shape {
            Lines::Amp(lines) => lines.line(rng, text, out),
            Lines::Afk(lines) => lines.line(rng, text, out),
            Lines::Transcript(lines) => lines.line(rng, text, out),
        }
    }

    /// Whether the next line begins a new run (for transcripts: a new session). Free.
    pub fn between_runs(&self) -> bool {
        match &self.shape {
            Lines::Amp(lines) => lines.between_runs(),
            Lines::Afk(lines) => lines.between_runs(),
            Lines::Transcript(lines) => lines.between_runs(),
        }
    }

    /// Appends whole lines until at least `bytes` were added. The last run is seldom complete.
    pub fn fill(&mut self, out: &mut Vec<u8>, bytes: usize) {
        out.reserve(bytes + bytes / 64);
        let end = out.len() + bytes;
        while out.len() < end {
            self.line(out);
        }
    }

    /// Appends whole lines until at least `bytes` were added, then brings the run to its end, within a few lines.
    pub fn fill_runs(&mut self, out: &mut Vec<u8>, bytes: usize) {
        self.fill(out, bytes);
        if self.between_runs() {
            return;
        }
        match &mut self.shape {
            Lines::Amp(lines) => lines.hurry(),
            Lines::Afk(lines) => lines.hurry(),
            Lines::Transcript(lines) => lines.hurry(),
        }
        while !self.between_runs() {
            self.line(out);
        }
    }

    /// Writes whole lines until at least `bytes` were written, a megabyte at a time; gives what was written.
    /// Memory: one such piece.
    pub fn write_to(&mut self, w: &mut impl Write, bytes: u64) -> io::Result<u64> {
        let mut piece = Vec::new();
        let mut written = 0;
        while written < bytes {
            piece.clear();
            self.fill(&mut piece, (bytes - written).min(1 << 20) as usize);
            w.write_all(&piece)?;
            written += piece.len() as u64;
        }
        Ok(written)
    }
}
