//! What every vector kernel does with its masks: the walk over brackets, newlines and names, and the ways out of it.

use super::{Block, definition};
use crate::keys::{Keys, Words};
use crate::mode::Mode;
use crate::node::{MOST_NOTES, NO_ID, Node, Verdict};

/// Tapes smaller than this are filled by the scalar kernel.
pub(super) const SMALLEST: usize = 192;
/// Most notes a block can add, with the next line's head.
const BLOCK_MOST: usize = 66;
/// Deepest nesting the register of kinds can say; deeper lines go to the definition.
const DEEP: usize = 64;

/// One call of a kernel.
pub(super) struct Call<'a, 'k> {
    pub(super) batch: &'a [u8],
    pub(super) words: Words<'a>,
    pub(super) len: usize,
    pub(super) from: usize,
    pub(super) window: usize,
    pub(super) keys: &'k Keys,
    pub(super) mode: Mode,
    pub(super) all: usize,
    pub(super) cap: usize,
    /// Past this many nodes no new line is begun: a line cut off by the end of the tape is read twice.
    pub(super) soft: usize,
}

impl<'a, 'k> Call<'a, 'k> {
    #[inline(always)]
    pub(super) fn new(
        batch: &'a [u8],
        from: usize,
        window: usize,
        keys: &'k Keys,
        mode: Mode,
        nodes: &[Node],
    ) -> Self {
        let cap = nodes.len().min(MOST_NOTES);
        let all = usize::from(keys.is_all());
        Call {
            batch,
            words: Words::new(batch),
            len: batch.len(),
            from,
            window,
            keys,
            mode,
            all,
            cap,
            soft: cap - cap / 4,
        }
    }
}

/// Where a call has come to.
pub(super) struct State {
    /// Start of the current line.
    pub(super) line: usize,
    /// Node of its head.
    pub(super) head: usize,
    /// Next free node.
    pub(super) used: usize,
    /// One bit for each open bracket, the innermost lowest; set: object.
    kinds: u64,
    depth: usize,
    /// Nodes of the open brackets.
    stack: [u32; DEEP],
    /// Where the last string began.
    pub(super) opened: usize,
    /// The line has an escaped surrogate in an earlier block.
    pub(super) surrogate: bool,
}

impl State {
    #[inline(always)]
    pub(super) fn new(from: usize) -> State {
        State {
            line: from,
            head: 0,
            used: 1,
            kinds: 0,
            depth: 0,
            stack: [0; DEEP],
            opened: from,
            surrogate: false,
        }
    }
    /// Forgets all but the line and the tape.
    #[inline(always)]
    pub(super) fn fresh(&mut self) {
        self.used = self.head + 1;
        self.kinds = 0;
        self.depth = 0;
        self.opened = self.line;
        self.surrogate = false;
    }
}

/// What the algebra says of a block.
pub(super) struct Masks {
    /// Bytes no sound line allows, whatever is around.
    pub(super) wrong: u64,
    /// Wrong in an object, wrong in an array.
    pub(super) no_object: u64,
    pub(super) no_array: u64,
    /// Brackets, newlines and colons behind names worth a visit.
    pub(super) events: u64,
    /// Opening quotes.
    pub(super) begin: u64,
    /// Colons behind names with a backslash.
    pub(super) escaped_names: u64,
    /// Bytes with nothing but blanks between them and the line start.
    pub(super) first: u64,
    /// Escaped surrogates.
    pub(super) surrogates: u64,
    /// There is white space outside strings.
    pub(super) spaced: bool,
}

/// What to do after a block.
pub(super) enum Step {
    On,
    /// The current line is bad.
    Bad,
    /// Start afresh at the current line.
    Fresh,
    /// The call is over.
    Done,
}

/// Lets the definition take the lines that begin before `until`.
#[cold]
#[inline(never)]
fn by_definition(call: &Call<'_, '_>, state: &mut State, nodes: &mut [Node], until: usize) -> Step {
    let until = until.min(call.len);
    while state.line < until {
        match one_by_definition(call.batch, state.line, call.keys, call.mode, nodes, state.head) {
            Some((next, now)) => (state.line, state.head) = (next, now),
            None => return Step::Done,
        }
        if state.line - call.from >= call.window || state.head >= call.soft {
            return Step::Done;
        }
    }
    Step::Fresh
}

/// Writes down the current line as bad and goes behind it; `base` is a block it reaches into, and no newline of it lies before
/// that. Whether the call is over.
#[cold]
#[inline(never)]
pub(super) fn bad_line(call: &Call<'_, '_>, state: &mut State, nodes: &mut [Node], base: usize) -> bool {
    let seek = base.max(state.line).min(call.len);
    let end = call.batch.get(seek..).and_then(|t| memchr::memchr(b'\n', t)).map_or(call.len, |n| seek + n);
    let verdict = if end - state.line > u32::MAX as usize { Verdict::Long } else { Verdict::Bad };
    if let Some(slot) = nodes.get_mut(state.head) {
        *slot = Node::head((end - state.line) as u64 & 0xFFFF_FFFF, verdict, false, 0);
    }
    state.line = (end + 1).min(call.len);
    state.head += 1;
    state.line >= call.len || state.line - call.from >= call.window || state.head >= call.soft
}

const TRUE: u32 = u32::from_le_bytes(*b"true");
const NULL: u32 = u32::from_le_bytes(*b"null");
const FALSE: u64 = u64::from_le_bytes(*b"false\0\0\0");

/// Whether the byte may follow a number or literal.
#[inline(always)]
fn ends_word(b: u8) -> bool {
    matches!(b, b',' | b'}' | b']' | b' ' | b'\t' | b'\r' | b'\n')
}

/// Whether the word at `at` is a literal or a number.
#[inline(always)]
fn word(batch: &[u8], at: usize) -> bool {
    #[cfg(test)]
    tests::WORDS.set(tests::WORDS.get() + 1);
    if let Some(w) = crate::keys::eight(batch, at) {
        let four = w as u32;
        if four == TRUE || four == NULL {
            return ends_word((w >> 32) as u8);
        }
        if w & 0xFF_FFFF_FFFF == FALSE {
            return ends_word((w >> 40) as u8);
        }
    }
    definition::word_end(batch, at).is_some()
}

/// Starts of words (bytes of `scalars` in a row) that are neither a number nor a literal.
#[inline(always)]
pub(super) fn words_wrong<B: Block>(batch: &[u8], base: usize, v: B, scalars: u64, starts: u64) -> u64 {
    // Digits alone need no visit unless they begin with a zero or leave the block.
    let digits = B::keep(v.digits()) & scalars;
    let plain = starts & digits;
    let ends = digits.wrapping_add(plain) & !digits;
    let zero = B::keep(v.eq(b'0')) & plain;
    let mut visit = starts & !digits;
    if ends & scalars | scalars >> 63 | (zero << 1) & digits != 0 {
        visit = starts;
    }
    let mut wrong = 0;
    while visit != 0 {
        let bit = visit & visit.wrapping_neg();
        if !word(batch, base + visit.trailing_zeros() as usize) {
            wrong |= bit;
        }
        visit ^= bit;
    }
    wrong
}

/// Every line by the definition: for machines without vectors and for tapes too small for the pass.
pub(super) fn fill_by_definition(
    batch: &[u8],
    from: usize,
    window: usize,
    keys: &Keys,
    mode: Mode,
    nodes: &mut [Node],
) -> (usize, usize) {
    let (mut at, mut used) = (from, 0);
    while at < batch.len() && at - from < window {
        match one_by_definition(batch, at, keys, mode, nodes, used) {
            Some((next, now)) => (at, used) = (next, now),
            None => break,
        }
    }
    (at, used)
}

/// Notes one line by the definition behind what is on the tape. `None` when it does not fit there but may fit an empty tape.
#[cold]
#[inline(never)]
pub(super) fn one_by_definition(
    batch: &[u8],
    at: usize,
    keys: &Keys,
    mode: Mode,
    nodes: &mut [Node],
    used: usize,
) -> Option<(usize, usize)> {
    #[cfg(test)]
    tests::ASKED.set(tests::ASKED.get() + 1);
    let (head, notes) = nodes.get_mut(used..)?.split_first_mut()?;
    let line = definition::line(batch, at, keys, mode, notes);
    if line.verdict == Verdict::Untaped && used != 0 {
        return None;
    }
    *head = Node::head(
        line.end.wrapping_sub(at) as u64 & 0xFFFF_FFFF,
        line.verdict,
        line.surrogate,
        line.notes as u64,
    );
    Some(((line.end + 1).min(batch.len()), used + 1 + line.notes))
}

/// Looks at escapes that are no single letter: `u` with four hex digits, or a fault. Returns faults and surrogates.
#[cold]
#[inline(never)]
pub(super) fn long_escapes(batch: &[u8], base: usize, mut odd: u64) -> (u64, u64) {
    let (mut bad, mut surrogate) = (0, 0);
    while odd != 0 {
        let bit = odd & odd.wrapping_neg();
        let at = base + odd.trailing_zeros() as usize;
        odd ^= bit;
        let text = batch.get(at..).and_then(|t| t.first_chunk::<5>());
        match text {
            Some([b'u', d @ ..]) if d.iter().all(u8::is_ascii_hexdigit) => {
                if d[0] | 0x20 == b'd' && d[1] >= b'8' {
                    surrogate |= bit;
                }
            }
            _ => bad |= bit,
        }
    }
    (bad, surrogate)
}

/// Walks over the events of the block at `base`.
///
/// It only notes; whether brackets match and what depends on the kind of container is gathered and looked at once, behind it.
#[inline(always)]
pub(super) fn walk<B: Block>(
    call: &Call<'_, '_>,
    state: &mut State,
    nodes: &mut [Node],
    base: usize,
    block: &[u8; 64],
    masks: Masks,
) -> Step {
    let mut surrogates = masks.surrogates;
    if state.used + BLOCK_MOST > call.cap || state.depth + masks.events.count_ones() as usize > DEEP {
        // The tape may not hold this block, or the register of kinds may not. Hand out what lines there are, then
        // let the definition take this one.
        if state.used + BLOCK_MOST > call.cap && state.head != 0 {
            return Step::Done;
        }
        return by_definition(call, state, nodes, state.line + 1);
    }

    // The walk. It only notes; whether brackets match and what depends on the kind of container is gathered and
    // looked at once, behind it.
    let mut limit = !0u64; // bits that count
    if masks.wrong != 0 {
        limit = (masks.wrong & masks.wrong.wrapping_neg()).wrapping_sub(1);
    }
    let mut events = masks.events & limit;
    let (line_before, head_before) = (state.line, state.head);
    let mut bad = false;
    let mut stop = false;
    let mut context = 0u64.wrapping_sub(state.kinds & 1); // bits inside an object
    while events != 0 {
        let i = events.trailing_zeros() as usize;
        let upto = events ^ events.wrapping_sub(1); // this bit and all below
        events &= events.wrapping_sub(1);
        let at = base + i;
        let byte = block[i & 63];
        if byte == b':' {
            let under = upto >> 1;
            let starts = masks.begin & under;
            let top = 63 - (starts | 1).leading_zeros();
            let here = starts != 0;
            let start = if here { base + top as usize } else { state.opened };
            let mut until = at.wrapping_sub(1);
            if masks.spaced | (i == 0) {
                while until > start && call.batch.get(until) != Some(&b'"') {
                    until -= 1;
                }
            }
            #[cfg(test)]
            tests::NAMES.set(tests::NAMES.get() + 1);
            let (note, other) = call.keys.find(call.words, start, until);
            if other != 0 {
                if call.all == 0 && masks.escaped_names & upto & !under == 0 {
                    continue;
                }
                let node =
                    Node::key((start - state.line) as u64 & 0xFFFF_FFFF, (until - start - 1) as u64, NO_ID);
                if let Some(slot) = nodes.get_mut(state.used) {
                    *slot = node;
                }
            } else if let Some(slot) = nodes.get_mut(state.used) {
                *slot = note.moved((start - state.line) as u64 & 0xFFFF_FFFF);
            }
            state.used += 1;
            continue;
        }
        let here = (at - state.line) as u64 & 0xFFFF_FFFF;
        let shape = u64::from(byte >> 5 & 1);
        if byte == b'\n' {
            let seen = state.surrogate || surrogates & upto != 0;
            state.surrogate = false;
            surrogates &= !upto;
            let notes = state.used - state.head - 1;
            let is_blank = masks.first & upto & !(upto >> 1) != 0;
            // One object and nothing beside it: the masks.first bracket closes with the last note.
            let whole = nodes.get(state.head + 1).is_some_and(|n| n.distance() + 1 == notes);
            bad |= state.depth != 0 || !(is_blank || whole);
            let mut verdict = if is_blank { Verdict::Blank } else { Verdict::Sound };
            if at - state.line > u32::MAX as usize {
                verdict = Verdict::Long;
            }
            if let Some(slot) = nodes.get_mut(state.head) {
                *slot = Node::head(here, verdict, seen, notes as u64);
            }
            state.line = (at + 1).min(call.len);
            state.head = state.used;
            state.used += 1;
            if state.line >= call.len || state.line - call.from >= call.window || state.used > call.soft {
                stop = true;
                limit &= upto;
                break;
            }
            continue;
        }
        let was = state.kinds & 1;
        if byte & 4 == 0 {
            state.kinds = state.kinds << 1 | shape;
            state.stack[state.depth % DEEP] = state.used as u32;
            state.depth += 1;
            if let Some(slot) = nodes.get_mut(state.used) {
                *slot = Node::open(here);
            }
        } else {
            if was != shape || state.depth == 0 {
                bad = true;
                break;
            }
            state.kinds >>= 1;
            state.depth = state.depth.wrapping_sub(1);
            let partner = state.stack[state.depth % DEEP] as usize;
            if let Some(slot) = nodes.get_mut(partner) {
                *slot = slot.linked(state.used.wrapping_sub(partner) as u64);
            }
            if let Some(slot) = nodes.get_mut(state.used) {
                *slot = Node::close(here);
            }
        }
        state.used += 1;
        context ^= 0u64.wrapping_sub(was ^ state.kinds & 1) & !upto;
    }
    if bad || (masks.no_object & context | masks.no_array & !context) & limit != 0 {
        // Some state.line of this block is bad. The definition says which, call.from the one it began with.
        (state.line, state.head) = (line_before, head_before);
        return by_definition(call, state, nodes, base + 64);
    }
    if stop {
        return Step::Done;
    }
    if masks.wrong != 0 {
        return Step::Bad;
    }
    state.surrogate |= surrogates != 0;
    if masks.begin != 0 {
        state.opened = base + 63 - masks.begin.leading_zeros() as usize;
    }
    Step::On
}

#[cfg(test)]
pub(super) mod tests;
