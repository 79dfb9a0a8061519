//! The cursor: streams of short lines of few shapes.
//!
//! Programs write most of their lines by one piece of code each, so a line mostly differs from an earlier one in its values
//! alone. A shape is such an earlier line, found sound by the definition in its strict mode: its text, its notes, and which of
//! its values have been seen to vary (the holes). A new line that consists of the same bytes around the holes, and of sound
//! strings and numbers in them, is sound by the same grammar, and its notes are those of the model, moved by what the holes
//! before them are longer. So every byte is either compared or checked, and a match is a proof; white space and escapes in keys
//! need no thought, they are bytes like others.
//!
//! What matches no shape goes to the definition, from its first byte on, and becomes a shape or widens one. Where too many
//! lines do, the call ends and the next ones take the pass over masks: results never depend on the choice.

use super::walk::{SMALLEST, long_escapes, one_by_definition};
use super::{Block, algebra, definition};
use crate::keys::Keys;
use crate::mode::Mode;
use crate::node::{Node, Verdict};

/// Shapes kept.
const SHAPES: usize = 6;
/// Longest model.
const MODEL: usize = 512;
/// Most values of a model.
const VALUES: usize = 32;
/// Most comparisons of a shape.
const STEPS: usize = 2 * VALUES;
/// Most notes of a model, and how many are written at once.
const NOTES: usize = 64;
const PACE: usize = 4;
/// What a line that matches no shape costs, counted in lines that do.
const DEAR: u32 = 8;
const CREDIT: u32 = 64;
/// Lines longer than this on average are for the pass over masks.
const SHORT: usize = 256;
const SAMPLE: usize = 4;

/// What lies behind the bytes of a step.
#[derive(Clone, Copy, PartialEq)]
#[repr(u8)]
enum Hole {
    /// The next step.
    None,
    String,
    /// A string that may be longer than a block: two at once, for whether one is enough is no pattern to foresee.
    Text,
    Scalar,
    /// The next line.
    End,
}

/// Up to 64 bytes to compare, then a hole.
#[derive(Clone, Copy)]
struct Part {
    /// Which bytes count.
    mask: u64,
    /// Where they are in the model.
    at: u16,
    /// Where the model goes on behind the hole.
    after: u16,
    len: u8,
    /// Notes of the model that lie before the hole.
    notes: u8,
    hole: Hole,
}

#[derive(Clone, Copy)]
struct Value {
    from: u16,
    to: u16,
    string: bool,
    /// Has been seen to vary.
    hole: bool,
}

#[derive(Clone, Copy)]
struct Shape {
    hits: u32,
    parts: usize,
    values: usize,
    notes: usize,
    len: usize,
    part: [Part; STEPS],
    note: [Node; NOTES + PACE],
    value: [Value; VALUES],
    text: [u8; MODEL + 64],
}

const NO_VALUE: Value = Value { from: 0, to: 0, string: false, hole: false };
const NO_PART: Part = Part { mask: 0, at: 0, after: 0, len: 0, notes: 0, hole: Hole::End };
const NO_SHAPE: Shape = Shape {
    hits: 0,
    parts: 0,
    values: 0,
    notes: 0,
    len: 0,
    part: [NO_PART; STEPS],
    note: [Node::EMPTY; NOTES + PACE],
    value: [NO_VALUE; VALUES],
    text: [0; MODEL + 64],
};

/// What earlier lines of a stream looked like. Good for one set of keys.
pub(super) struct Shapes {
    shape: [Shape; SHAPES],
    /// Shapes in use.
    count: usize,
    /// The one that matched last.
    last: usize,
    credit: u32,
}

/// What earlier lines of a stream looked like: whoever reads short lines, or lines that come one at a time, keeps one from
/// batch to batch and lends it to the [`Scanner`](crate::Scanner). Decides about speed alone, never about an answer. 16 KB.
///
/// Good for one set of [`Keys`]; lent to a scan with others it starts anew.
pub struct Memory {
    /// Fingerprint of the keys by which the shapes were noted.
    keys: u64,
    shapes: Shapes,
    /// Calls to let pass before the next look, and how many the time after.
    wait: u32,
    pause: u32,
    /// The last call ended well.
    going: bool,
}

impl Memory {
    /// Remembers nothing yet.
    pub const fn new() -> Memory {
        let shapes = Shapes { shape: [NO_SHAPE; SHAPES], count: 0, last: 0, credit: CREDIT - 1 };
        Memory { keys: 0, shapes, wait: 0, pause: 4, going: false }
    }

    /// The shapes, if the lines from `from` on look like lines for the cursor.
    #[inline(always)]
    pub(super) fn due(
        &mut self,
        batch: &[u8],
        from: usize,
        keys: &Keys,
        nodes: &[Node],
    ) -> Option<&mut Shapes> {
        if self.keys != keys.fingerprint() {
            self.start_anew(keys);
        }
        ((self.going || self.look(batch, from)) && nodes.len() >= SMALLEST).then_some(&mut self.shapes)
    }

    #[cold]
    fn start_anew(&mut self, keys: &Keys) {
        *self = Memory { keys: keys.fingerprint(), ..Memory::new() };
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self, batch: &[u8], from: usize) -> bool {
        if self.wait > 0 {
            self.wait -= 1;
            return false;
        }
        // Of a batch that ends before, nothing is known.
        let Some(next) = batch.get(from..from + SAMPLE * SHORT) else {
            return true;
        };
        if memchr::memchr_iter(b'\n', next).count() < SAMPLE {
            self.wait = 4;
            return false;
        }
        true
    }

    /// How the call went: whether there is more to gain, and how many nodes it has noted, if any.
    #[inline(always)]
    pub(super) fn done(&mut self, filled: (usize, usize, bool)) -> (bool, Option<usize>) {
        let (_, used, well) = filled;
        self.going = well;
        if !well {
            self.wait = self.pause;
            self.pause = (self.pause * 2).min(256);
        } else if self.shapes.credit == CREDIT {
            // Not before it has gone well for a while: streams that turn the cursor down again and again shall not pay for it.
            self.pause = 4;
        }
        (well, (used != 0).then_some(used))
    }
}

impl Default for Memory {
    fn default() -> Memory {
        Memory::new()
    }
}

impl core::fmt::Debug for Memory {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Memory").field("shapes", &self.shapes.count).finish_non_exhaustive()
    }
}

/// The 64 bytes from `at` on, with zeros behind the end of the batch: they end strings, as control bytes, and match nothing.
#[inline(always)]
fn block<B: Block>(batch: &[u8], at: usize) -> Option<B> {
    let rest = batch.get(at..)?;
    Some(match rest.first_chunk::<64>() {
        Some(b) => B::load(b),
        None => B::load_part(rest),
    })
}

/// What may be inside a string hole that begins at `at`; the position of its closing quote, and whether a surrogate was seen.
#[inline(always)]
fn string<B: Block>(batch: &[u8], from: usize, seen: &mut bool) -> Option<usize> {
    #[cfg(test)]
    tests::STEPPED.set(tests::STEPPED.get() + 1);
    let mut at = from;
    let mut carry = 0;
    let mut highs = 0;
    loop {
        let v = block::<B>(batch, at)?;
        let slash = B::keep(v.eq(b'\\'));
        let control = B::keep(v.control());
        let high = B::keep(v.high());
        let quotes = B::keep(v.eq(b'"'));
        let escaped = algebra::escapes(slash, &mut carry);
        let quote = quotes & !escaped;
        let under = quote.wrapping_sub(1) & !quote; // all, if there is none
        let odd = v.odd_escapes(escaped) & under;
        if (control & under) | odd != 0 {
            if control & under != 0 {
                return None;
            }
            let (bad, surrogate) = long_escapes(batch, at, odd);
            if bad != 0 {
                return None;
            }
            *seen |= surrogate != 0;
        }
        highs |= high & under;
        if quote != 0 {
            at += quote.trailing_zeros() as usize;
            if highs != 0 && !utf8(batch, from, at) {
                return None;
            }
            return Some(at);
        }
        at += 64;
    }
}

/// As [`string`].
#[inline(always)]
fn text<B: Block>(batch: &[u8], from: usize, seen: &mut bool) -> Option<usize> {
    let both = batch.get(from..)?.first_chunk::<128>();
    let Some((a, b)) = both.map(|t| t.split_at(64)) else {
        return string::<B>(batch, from, seen);
    };
    let (v, w) = (B::load(a.first_chunk::<64>()?), B::load(b.first_chunk::<64>()?));
    let join = |a: u64, b: u64| u128::from(B::keep(a)) | u128::from(B::keep(b)) << 64;
    let mut carry = 0;
    let escaped_a = algebra::escapes(B::keep(v.eq(b'\\')), &mut carry);
    let escaped_b = algebra::escapes(B::keep(w.eq(b'\\')), &mut carry);
    let quote = join(v.eq(b'"') & !escaped_a, w.eq(b'"') & !escaped_b);
    let under = quote.wrapping_sub(1) & !quote;
    let doubt = join(
        v.control() | v.high() | v.odd_escapes(escaped_a),
        w.control() | w.high() | w.odd_escapes(escaped_b),
    );
    if doubt & under != 0 || quote == 0 {
        return string::<B>(batch, from, seen);
    }
    Some(from + quote.trailing_zeros() as usize)
}

#[cold]
#[inline(never)]
fn utf8(batch: &[u8], from: usize, to: usize) -> bool {
    #[cfg(test)]
    tests::DECODED.set(tests::DECODED.get() + 1);
    batch.get(from..to).is_some_and(|t| core::str::from_utf8(t).is_ok())
}

/// The end of the number or literal at `at`; what follows it is compared by the next step.
#[inline(always)]
fn word<B: Block>(batch: &[u8], at: usize) -> Option<usize> {
    let rest = !B::keep(block::<B>(batch, at)?.digits());
    let n = rest.trailing_zeros() as usize;
    if n == 0
        || n > 63
        || batch.get(at) == Some(&b'0')
        || matches!(batch.get(at + n), Some(b'.' | b'e' | b'E'))
    {
        return definition::word_end(batch, at);
    }
    Some(at + n)
}

/// The line at `line` against one shape: where it ends, and how many nodes there are then.
#[inline(always)]
fn matches<B: Block>(
    batch: &[u8],
    line: usize,
    shape: &Shape,
    nodes: &mut [Node],
    used: usize,
) -> Option<(usize, usize)> {
    let out = nodes.get_mut(used..used + 1 + NOTES + PACE)?;
    let (head, out) = out.split_first_mut()?;
    let out = out.first_chunk_mut::<{ NOTES + PACE }>()?;
    let mut at = line;
    let mut moved = 0usize; // how far behind the model, modulo the size of a word
    let mut noted = 0usize;
    let mut surrogate = false;
    let mut i = 0;
    loop {
        let part = &shape.part[i & (STEPS - 1)];
        let here = block::<B>(batch, at)?;
        let model = B::load(shape.text.get(usize::from(part.at)..)?.first_chunk::<64>()?);
        if here.differs(model) & part.mask != 0 {
            return None;
        }
        // Some notes too many: the next step writes them again, or nobody reads them.
        let until = usize::from(part.notes);
        while noted < until {
            let (Some(to), Some(from)) =
                (out.get_mut(noted..noted + PACE), shape.note.get(noted..noted + PACE))
            else {
                return None; // cannot be
            };
            for (to, from) in to.iter_mut().zip(from) {
                *to = from.shifted(moved);
            }
            noted += PACE;
        }
        noted = until;
        at += usize::from(part.len);
        match part.hole {
            Hole::None => {}
            Hole::String => {
                at = string::<B>(batch, at, &mut surrogate)?;
                moved = (at - line).wrapping_sub(usize::from(part.after));
            }
            Hole::Text => {
                at = text::<B>(batch, at, &mut surrogate)?;
                moved = (at - line).wrapping_sub(usize::from(part.after));
            }
            Hole::Scalar => {
                at = word::<B>(batch, at)?;
                moved = (at - line).wrapping_sub(usize::from(part.after));
            }
            Hole::End => break,
        }
        i += 1;
    }
    let len = at - line;
    if len > (u32::MAX >> 1) as usize {
        return None;
    }
    match batch.get(at) {
        Some(b'\n') => at += 1,
        Some(_) => return None,
        None => {}
    }
    *head = Node::head(len as u64, Verdict::Sound, surrogate, noted as u64);
    Some((at, used + 1 + noted))
}

/// Notes lines as [`super::Kernel::fill`] does, but perhaps none at all; and whether there is more to gain here. If so, the line
/// it came to is of no known shape and long, so let the pass over masks have it.
#[inline(always)]
pub(super) fn fill<B: Block>(
    batch: &[u8],
    from: usize,
    window: usize,
    keys: &Keys,
    mode: Mode,
    nodes: &mut [Node],
    shapes: &mut Shapes,
) -> (usize, usize, bool) {
    let soft = nodes.len() - nodes.len() / 4;
    let (mut line, mut used) = (from, 0);
    while line < batch.len() && line - from < window && used < soft {
        if used + 1 + NOTES + PACE > nodes.len() && used != 0 {
            break;
        }
        B::prefetch(batch.as_ptr().wrapping_add(line + algebra::AHEAD));
        B::prefetch(batch.as_ptr().wrapping_add(line + algebra::AHEAD + 64));
        let mut found = None;
        if let Some(shape) = shapes.shape.get_mut(shapes.last)
            && shapes.last < shapes.count
        {
            found = matches::<B>(batch, line, shape, nodes, used);
            shape.hits = shape.hits.saturating_add(1);
        }
        if found.is_none() {
            let last = shapes.last;
            for i in 0..shapes.count {
                if i != last
                    && let Some(shape) = shapes.shape.get(i)
                {
                    found = matches::<B>(batch, line, shape, nodes, used);
                    if found.is_some() {
                        shapes.last = i;
                        break;
                    }
                }
            }
        }
        if let Some((next, now)) = found {
            (line, used) = (next, now);
            shapes.credit = (shapes.credit + 1).min(CREDIT);
            continue;
        }
        if shapes.credit < DEAR {
            shapes.credit = 2 * DEAR;
            return (line, used, false);
        }
        shapes.credit -= DEAR;
        let next = batch.get(line..).unwrap_or_default();
        let next = next.get(..MODEL + 1).unwrap_or(next);
        if memchr::memchr(b'\n', next).is_none() && next.len() > MODEL {
            return (line, used, true);
        }
        let Some((next, now)) = one_by_definition(batch, line, keys, mode, nodes, used) else {
            return (line, used, true);
        };
        if let Some(notes) = nodes.get(used + 1..now)
            && nodes.get(used).is_some_and(|h| h.verdict() == Verdict::Sound && !h.surrogate())
        {
            shapes.learn(batch, line, next, keys, mode, notes);
        }
        (line, used) = (next, now);
    }
    (line, used, true)
}

impl Shapes {
    /// Takes the sound line from `line` to `next` as a shape, or into the one it belongs to.
    #[cold]
    #[inline(never)]
    fn learn(&mut self, batch: &[u8], line: usize, next: usize, keys: &Keys, mode: Mode, notes: &[Node]) {
        let Some(text) = batch.get(line..next) else {
            return;
        };
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        if text.len() > MODEL || notes.len() > NOTES {
            return;
        }
        // A model must be sound in the strict sense, whatever is asked of lines. (Without a tape that is called untaped.)
        if mode == Mode::Skim
            && definition::line(batch, line, keys, Mode::Checked, &mut []).verdict != Verdict::Untaped
        {
            return;
        }
        let mut new = NO_SHAPE;
        if !new.read(text, notes) {
            return;
        }
        let mut place = None;
        for (i, old) in self.shape.iter().enumerate().take(self.count) {
            if new.alike(old) {
                place = Some(i);
                break;
            }
        }
        if !new.plan() {
            return;
        }
        let place = match place {
            Some(i) => i,
            None if self.count < SHAPES => {
                self.count += 1;
                self.count - 1
            }
            None => {
                // All are looked at before any is thought of as less used.
                let least = (0..SHAPES).min_by_key(|place| self.shape[*place].hits).unwrap_or(0);
                self.shape.iter_mut().for_each(|shape| shape.hits /= 2);
                least
            }
        };
        self.shape[place % SHAPES] = new;
        self.last = place;
    }
}

impl Shape {
    /// Finds the values of a sound line.
    fn read(&mut self, text: &[u8], notes: &[Node]) -> bool {
        let (Some(to), Some(copy)) = (self.text.get_mut(..text.len()), self.note.get_mut(..notes.len()))
        else {
            return false;
        };
        to.copy_from_slice(text);
        copy.copy_from_slice(notes);
        self.len = text.len();
        self.notes = notes.len();
        let mut i = 0;
        while let Some(&b) = text.get(i) {
            let from = i;
            let string = b == b'"';
            match b {
                b'"' => {
                    i += 1;
                    loop {
                        match text.get(i) {
                            Some(b'"') => break,
                            Some(b'\\') => i += 2,
                            Some(_) => i += 1,
                            None => return false,
                        }
                    }
                    let mut behind = i + 1;
                    while let Some(b' ' | b'\t' | b'\r') = text.get(behind) {
                        behind += 1;
                    }
                    if text.get(behind) == Some(&b':') {
                        i = behind;
                        continue;
                    }
                }
                b'-' | b'0'..=b'9' | b't' | b'f' | b'n' => {
                    while !matches!(
                        text.get(i),
                        None | Some(b',' | b'}' | b']' | b' ' | b'\t' | b'\r' | b'\n')
                    ) {
                        i += 1;
                    }
                }
                _ => {
                    i += 1;
                    continue;
                }
            }
            let Some(slot) = self.value.get_mut(self.values) else {
                return false;
            };
            *slot = Value { from: (from + usize::from(string)) as u16, to: i as u16, string, hole: false };
            self.values += 1;
            i += usize::from(string);
        }
        true
    }

    /// Whether `old` is the same but for its values. Takes over which of them vary.
    fn alike(&mut self, old: &Shape) -> bool {
        if self.values != old.values {
            return false;
        }
        let (mut a, mut b) = (0, 0);
        for i in 0..=self.values {
            let (x, y) = if i < self.values {
                (self.value[i % VALUES], old.value[i % VALUES])
            } else {
                let end = |s: &Shape| Value { from: s.len as u16, ..NO_VALUE };
                (end(self), end(old))
            };
            let same = match (self.text.get(a..usize::from(x.from)), old.text.get(b..usize::from(y.from))) {
                (Some(s), Some(t)) => s == t,
                _ => false,
            };
            if !same || x.string != y.string {
                return false;
            }
            (a, b) = (usize::from(x.to), usize::from(y.to));
        }
        for (x, y) in self.value.iter_mut().zip(&old.value).take(self.values) {
            let of = |s: &[u8; MODEL + 64], v: &Value| {
                let mut copy = [0; MODEL];
                let v = s.get(usize::from(v.from)..usize::from(v.to)).unwrap_or_default();
                if let Some(c) = copy.get_mut(..v.len()) {
                    c.copy_from_slice(v);
                }
                (v.len(), copy)
            };
            x.hole = y.hole || of(&self.text, x) != of(&old.text, y);
        }
        self.hits = old.hits;
        true
    }

    /// Lays out the steps.
    fn plan(&mut self) -> bool {
        self.parts = 0;
        let mut at = 0;
        let mut note = 0;
        for i in 0..=self.values {
            let (until, after, hole) = match self.value.get(i) {
                Some(v) if i < self.values => {
                    if !v.hole {
                        continue;
                    }
                    let hole = match v.string {
                        true if v.to - v.from > 32 => Hole::Text,
                        true => Hole::String,
                        false => Hole::Scalar,
                    };
                    (usize::from(v.from), v.to, hole)
                }
                _ => (self.len, 0, Hole::End),
            };
            loop {
                let len = (until - at).min(64);
                let Some(slot) = self.part.get_mut(self.parts) else {
                    return false;
                };
                let last = at + len == until;
                while note < self.notes && self.note[note % NOTES].at() < at + len {
                    note += 1;
                }
                *slot = Part {
                    mask: if len == 64 { !0 } else { (1 << len) - 1 },
                    at: at as u16,
                    after,
                    len: len as u8,
                    notes: note as u8,
                    hole: if last { hole } else { Hole::None },
                };
                self.parts += 1;
                at += len;
                if last {
                    break;
                }
            }
            at = usize::from(after);
        }
        true
    }
}

#[cfg(test)]
mod tests;
