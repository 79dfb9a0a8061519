//! The pass: a whole stretch of lines in 64-byte steps.
//!
//! A block that lies wholly inside a string (most do) needs its escapes, control bytes and UTF-8 looked at and nothing else. In
//! any other block the grammar is checked without visiting tokens: each class of token is a mask, "comes right after X" is X
//! shifted by one with a carry bit from the block before (over white space: carried along by an addition), and what may not
//! follow what is then a few ANDs. Two questions need context, namely the kind of the container around: a colon must be in an
//! object, a value right after a comma that is no key must be in an array. Both stay masks until the walk over the brackets
//! (see `notes`) has made a mask of what lies in objects; they are tested against it once a block.
//!
//! Lines are events in this stream. The first wrong bit of a block bounds the events taken from it; the line it falls in is
//! bad, a newline search finds its end, and everything starts afresh there, so damage cannot leak into the next line.

use super::Block;
use super::walk::{Call, Masks, SMALLEST, State, Step, bad_line, fill_by_definition, walk, words_wrong};
use crate::keys::Keys;
use crate::mode::Mode;
use crate::node::Node;

/// How far ahead of the pass memory is asked for.
pub(super) const AHEAD: usize = 1536;
pub(super) const EVEN: u64 = 0x5555_5555_5555_5555;

/// Everything a block hands to the next.
struct Carry {
    /// The next byte is escaped.
    escaped: u64,
    /// All ones inside a string.
    inside: u64,
    /// The last bytes of the block were of 80 and up.
    high: u64,
    /// The open string may be a key.
    name: u64,
    /// Not zero: the open string has a backslash.
    slashes: u64,
    /// The last token is a string with a backslash.
    after_escaped: u64,
    /// Class of the last token, one bit each.
    after_comma_colon: u64,
    after_open: u64,
    after_name: u64,
    after_item: u64,
    after_line: u64,
    after_close: u64,
    scalar: u64,
}

impl Carry {
    #[inline(always)]
    fn fresh() -> Carry {
        Carry {
            escaped: 0,
            inside: 0,
            high: 0,
            name: 0,
            slashes: 0,
            after_escaped: 0,
            after_comma_colon: 0,
            after_open: 0,
            after_name: 0,
            after_item: 0,
            after_line: 1,
            after_close: 0,
            scalar: 0,
        }
    }
}

/// Marks the byte after each bit of `x`; with `WS` the first byte after it that is not blank.
#[inline(always)]
fn after<const WS: bool>(x: u64, carry: &mut u64, blank: u64) -> u64 {
    let next = x.wrapping_add(x).wrapping_add(*carry);
    if !WS {
        *carry = x >> 63;
        return next;
    }
    // A mark on the first byte of a blank run is carried through the run by the addition and comes out behind it.
    let (sum, over) = (next & blank).overflowing_add(blank);
    *carry = x >> 63 | u64::from(over);
    (sum | next) & !blank
}

/// Positions that follow an odd number of backslashes.
///
/// A backslash run that starts at an even position escapes the odd positions in it and just behind it, one that starts at an
/// odd position the even ones. Adding the even starts to the runs flips exactly the runs of the first sort (and the bit
/// behind), which tells the two apart.
#[inline(always)]
pub(super) fn escapes(slash: u64, carry: &mut u64) -> u64 {
    let pending = *carry;
    let slash = slash & !pending;
    let shifted = slash << 1;
    let starts = slash & !shifted;
    let flipped = slash ^ slash.wrapping_add(starts & EVEN);
    *carry = (slash & !flipped) >> 63;
    (slash | shifted) & (flipped ^ EVEN) | pending
}

/// The 64 bytes that end `back` bytes before the end of `text`.
#[inline(always)]
fn part<B: Block>(text: &[u8; 67], back: usize) -> B {
    match text.get(3 - back..).and_then(|t| t.first_chunk::<64>()) {
        Some(t) => B::load(t),
        None => B::load(&[0; 64]), // cannot be; folds away
    }
}

/// Where the block at `base` cannot be UTF-8. `grid` is where the pass last started: what lies before it does not count.
#[inline(always)]
fn ill_formed<B: Block>(batch: &[u8], base: usize, grid: usize, block: &[u8; 64]) -> u64 {
    let mut copy;
    let text = match batch.get(base.wrapping_sub(3)..).and_then(|t| t.first_chunk::<67>()) {
        Some(text) if base >= grid + 3 => text,
        _ => {
            copy = [0u8; 67];
            copy[3..].copy_from_slice(block);
            if base >= grid + 3
                && let Some(t) = batch.get(base - 3..base)
            {
                copy[..3].copy_from_slice(t);
            }
            &copy
        }
    };
    part::<B>(text, 0).ill_formed(part::<B>(text, 1), part::<B>(text, 2), part::<B>(text, 3))
}

/// The pass itself; see the module's head and [`super::Kernel::fill`] for the contract.
#[inline(always)]
pub(crate) fn fill<B: Block, const CHECKED: bool>(
    batch: &[u8],
    from: usize,
    window: usize,
    keys: &Keys,
    nodes: &mut [Node],
) -> (usize, usize) {
    let mode = if CHECKED { Mode::Checked } else { Mode::Skim };
    if nodes.len() < SMALLEST {
        return fill_by_definition(batch, from, window, keys, mode, nodes);
    }
    let call = Call::new(batch, from, window, keys, mode, nodes);
    let len = batch.len();
    let filters = B::filters(CHECKED) && !keys.is_all();
    let mut state = State::new(from);
    let mut copy;

    // Each turn of this loop starts afresh at a line start, each turn of the inner one is a block.
    'fresh: loop {
        let mut base = state.line; // start of the current block
        if base >= len {
            return (len, state.head);
        }
        let grid = base;
        let mut carry = Carry::fresh();
        state.fresh();

        loop {
            let block = match batch.get(base..).and_then(|t| t.first_chunk::<64>()) {
                Some(b) => b,
                None => {
                    // The end of the batch counts as a newline; blanks behind it are never looked at.
                    copy = [b' '; 64];
                    let rest = batch.get(base..).unwrap_or_default();
                    if let Some(c) = copy.get_mut(..rest.len()) {
                        c.copy_from_slice(rest);
                    }
                    if let Some(c) = copy.get_mut(rest.len()) {
                        *c = b'\n';
                    }
                    &copy
                }
            };
            B::prefetch(batch.as_ptr().wrapping_add(base + AHEAD));
            let v = B::load(block);
            let slash = B::keep(v.eq(b'\\'));
            let quotes = B::keep(v.eq(b'"'));
            let control = B::keep(v.control());
            let high = B::keep(v.high());
            let escaped = escapes(slash, &mut carry.escaped);
            let quote = quotes & !escaped;
            let odd = v.odd_escapes(escaped);

            if quote == 0 && carry.inside != 0 {
                carry.slashes |= slash;
                if control | odd | high | carry.high != 0 {
                    let mut wrong = control;
                    if high | carry.high != 0 {
                        wrong |= ill_formed::<B>(batch, base, grid, block);
                        carry.high = high >> 61;
                    }
                    if odd != 0 {
                        let (bad, sur) = super::walk::long_escapes(batch, base, odd);
                        wrong |= bad;
                        state.surrogate |= sur != 0;
                    }
                    if wrong != 0 {
                        break;
                    }
                }
                base += 64;
                continue;
            }

            let inside = B::keep(B::parity(quote) ^ carry.inside); // opening quote to the byte before the closing one
            carry.inside = ((inside as i64) >> 63) as u64;
            let out = !(inside | quote);
            let begin = quote & inside;

            let mut wrong = control & inside;
            let mut surrogates = 0;
            if high | carry.high | odd != 0 {
                if high | carry.high != 0 {
                    wrong |= ill_formed::<B>(batch, base, grid, block);
                    carry.high = high >> 61;
                }
                if odd != 0 {
                    let (bad, sur) = super::walk::long_escapes(batch, base, odd);
                    wrong |= bad;
                    surrogates = sur;
                }
            }

            let (open, close, curly) = v.brackets();
            let open = B::keep(open) & out;
            let close = B::keep(close) & out;
            let object = B::keep(curly) & open;
            let colon = B::keep(v.eq(b':')) & out;
            let newline = B::keep(v.eq(b'\n')) & out;
            let odd_space = control & out & !newline;
            let space = B::keep(v.eq(b' ')) & out;
            let spaced = space | odd_space != 0;
            let blank = if spaced { space | odd_space & (v.eq(b'\t') | v.eq(b'\r')) } else { 0 };

            // Closing quotes of strings with a backslash: a mark on the lowest one runs to the end of its string.
            let (sum, over) = inside.overflowing_add(slash & inside);
            let (sum, more) = sum.overflowing_add(u64::from(carry.slashes != 0));
            carry.slashes = u64::from(over | more);
            let escaped_ends = sum & quote & !inside;

            // Marks for the walk: wrong in an object, wrong in an array.
            let mut no_object = 0;
            let mut no_array = 0;
            let names; // colons behind a key
            let first; // bytes with nothing but blanks between them and the line start
            if CHECKED {
                let comma = B::keep(v.eq(b',')) & out;
                let scalars = out & !(open | close | colon | newline | comma | blank);
                let word_starts = scalars & !(scalars.wrapping_add(scalars).wrapping_add(carry.scalar));
                carry.scalar = scalars >> 63;
                let item = comma | object; // a name may follow
                let (sep, op, it, nl, cl);
                if spaced {
                    sep = after::<true>(comma | colon, &mut carry.after_comma_colon, blank);
                    op = after::<true>(open, &mut carry.after_open, blank);
                    it = after::<true>(item, &mut carry.after_item, blank);
                    nl = after::<true>(newline, &mut carry.after_line, blank);
                    cl = after::<true>(close, &mut carry.after_close, blank);
                } else {
                    sep = after::<false>(comma | colon, &mut carry.after_comma_colon, 0);
                    op = after::<false>(open, &mut carry.after_open, 0);
                    it = after::<false>(item, &mut carry.after_item, 0);
                    nl = after::<false>(newline, &mut carry.after_line, 0);
                    cl = after::<false>(close, &mut carry.after_close, 0);
                }
                // The mark on the opening quote of what may be a name travels to the closing quote by addition.
                let (sum, over) = inside.overflowing_add(begin & it);
                let (sum, more) = sum.overflowing_add(carry.name);
                carry.name = u64::from(over | more);
                let name_ends = sum & quote & !inside;
                let name = if spaced {
                    after::<true>(name_ends, &mut carry.after_name, blank)
                } else {
                    after::<false>(name_ends, &mut carry.after_name, 0)
                };
                let value = sep | op; // a value may come here
                wrong |= (begin | word_starts) & !value
                    | open & !(value | nl)
                    | comma & value
                    | close & sep
                    | colon & !name
                    | newline & !(cl | nl)
                    | nl & !(object | newline);
                no_object = it & (word_starts | open) | name & !colon;
                no_array = colon;
                names = colon;
                first = nl;
                if word_starts != 0 {
                    wrong |= words_wrong(batch, base, v, scalars, word_starts);
                }
            } else {
                let ends = quote & !inside;
                let (name, nl, cl);
                if spaced {
                    name = after::<true>(ends, &mut carry.after_name, blank);
                    nl = after::<true>(newline, &mut carry.after_line, blank);
                    cl = after::<true>(close, &mut carry.after_close, blank);
                } else {
                    name = after::<false>(ends, &mut carry.after_name, 0);
                    nl = after::<false>(newline, &mut carry.after_line, 0);
                    cl = after::<false>(close, &mut carry.after_close, 0);
                }
                wrong |= slash & out | newline & !(cl | nl) | nl & !(object | newline);
                names = colon & name;
                first = nl;
            }

            // Which names to visit: all escaped ones, and what may be declared.
            let escaped_names;
            let mut visit = !0u64;
            if spaced {
                escaped_names = after::<true>(escaped_ends, &mut carry.after_escaped, blank);
            } else {
                escaped_names = after::<false>(escaped_ends, &mut carry.after_escaped, 0);
                if filters
                    && let Some(text) = batch.get(base.wrapping_sub(4)..).and_then(|t| t.first_chunk::<68>())
                {
                    visit = B::keep(B::may_end(text, keys)) | escaped_names | 1;
                }
            }

            let masks = Masks {
                wrong,
                no_object,
                no_array,
                events: open | close | newline | names & visit,
                begin,
                escaped_names,
                first,
                surrogates,
                spaced,
            };
            match walk::<B>(&call, &mut state, nodes, base, block, masks) {
                Step::On => {}
                Step::Bad => break,
                Step::Fresh => continue 'fresh,
                Step::Done => return (state.line, state.head),
            }
            base += 64;
        }
        if bad_line(&call, &mut state, nodes, base) {
            return (state.line, state.head);
        }
    }
}
