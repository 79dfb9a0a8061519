//! The pass for machines with registers of 512 bits: the algebra of `algebra` on eight blocks at once.
//!
//! Where the machine retires every instruction it can (as this pass does: no memory waits, few wrong branches), only fewer
//! instructions make it faster. So the masks of eight blocks lie in the lanes of one register, and each step of the algebra is
//! taken once for 512 bytes. Marks move from lane to lane like bits in one long number; the walk is that of all kernels.

use super::Block;
use super::avx512::{Bytes, Eight, letters};
use super::walk::{
    Call, Masks, SMALLEST, State, Step, bad_line, fill_by_definition, long_escapes, walk, words_wrong,
};
use crate::keys::Keys;
use crate::mode::Mode;
use crate::node::Node;

/// How far ahead of the pass memory is asked for.
const AHEAD: usize = 1536;
/// Blocks in a group.
const GROUP: usize = 8;
/// Bytes before a group that its own bytes are judged by.
const BEFORE: usize = 4;
const TEXT: usize = BEFORE + 64 * GROUP;
const EVEN: u64 = 0x5555_5555_5555_5555;

/// What the string layer of a group hands to that of the next.
#[derive(Default)]
struct InText {
    pending: u64,
    inside: u32,
    high: u64,
    slashed: u32,
}

/// What the string layer finds in a group.
#[derive(Clone, Copy)]
struct Strings {
    inside: Eight,
    quote: Eight,
    control: Eight,
    fault: Eight,
    escaped_ends: Eight,
    /// Blocks that are not wholly inside a string, or wrong.
    full: u32,
    rare: bool,
    surrogates: [u64; GROUP],
}

/// What the walk over a group has to know, by block.
#[derive(Clone, Copy)]
struct Found {
    full: u32,
    starting: u32,
    rare: bool,
    spaced: bool,
    /// Blocks with something wrong in them, or an escaped surrogate.
    wrong: [u64; GROUP],
    no_object: [u64; GROUP],
    events: [u64; GROUP],
    begin: [u64; GROUP],
    escaped: [u64; GROUP],
    first: [u64; GROUP],
    colons: [u64; GROUP],
    scalars: [u64; GROUP],
    starts: [u64; GROUP],
    surrogates: [u64; GROUP],
}

impl Found {
    const NONE: Found = Found {
        full: 0,
        starting: 0,
        rare: false,
        spaced: false,
        wrong: [0; GROUP],
        no_object: [0; GROUP],
        events: [0; GROUP],
        begin: [0; GROUP],
        escaped: [0; GROUP],
        first: [0; GROUP],
        colons: [0; GROUP],
        scalars: [0; GROUP],
        starts: [0; GROUP],
        surrogates: [0; GROUP],
    };
}

/// The last group's masks, for their top bits.
struct Carry {
    name: u32,
    sep: Eight,
    open: Eight,
    item: Eight,
    newline: Eight,
    close: Eight,
    name_ends: Eight,
    escaped_ends: Eight,
    scalars: Eight,
}

impl Carry {
    /// Behind a newline.
    #[inline(always)]
    fn fresh() -> Carry {
        Carry { newline: Eight::highest(1 << 63), ..Carry::inside() }
    }

    /// Behind a byte in a string that is no name.
    #[inline(always)]
    fn inside() -> Carry {
        let none = Eight::all(0);
        Carry {
            name: 0,
            sep: none,
            open: none,
            item: none,
            newline: none,
            close: none,
            name_ends: none,
            escaped_ends: none,
            scalars: none,
        }
    }
}

/// Marks the byte after each bit of `x`; with blanks, the first byte after it that is none. `before` becomes what the next
/// group needs to know of this one.
#[inline(always)]
fn after(x: Eight, before: &mut Eight, spaced: bool, blank: Eight) -> Eight {
    let next = x.next(*before);
    *before = x;
    if spaced {
        return through(next, before, blank);
    }
    next
}

/// Carries marks on blanks through the run of blanks by an addition.
#[inline(always)]
fn through(next: Eight, before: &mut Eight, blank: Eight) -> Eight {
    let (sum, over) = (next & blank).add(blank, 0);
    *before = *before | Eight::highest(u64::from(over) << 63);
    (sum | next) & !blank
}

/// The 64 bytes from `at` on.
#[inline(always)]
fn sixty_four(text: &[u8; TEXT], at: usize) -> &[u8; 64] {
    match text.get(at..).and_then(|t| t.first_chunk::<64>()) {
        Some(t) => t,
        None => &[0; 64], // cannot be
    }
}

/// Where block `k` cannot be UTF-8. What lies before a group that starts afresh (`fresh`) does not count.
#[inline(always)]
fn ill_formed(text: &[u8; TEXT], k: usize, fresh: bool) -> u64 {
    let at = BEFORE + 64 * k;
    let now = Bytes::load(sixty_four(text, at));
    if fresh && k == 0 {
        let mut alone = [0; TEXT];
        alone[BEFORE..BEFORE + 64].copy_from_slice(sixty_four(text, at));
        return now.ill_formed(
            Bytes::load(sixty_four(&alone, at - 1)),
            Bytes::load(sixty_four(&alone, at - 2)),
            Bytes::load(sixty_four(&alone, at - 3)),
        );
    }
    now.ill_formed(
        Bytes::load(sixty_four(text, at - 1)),
        Bytes::load(sixty_four(text, at - 2)),
        Bytes::load(sixty_four(text, at - 3)),
    )
}

/// Bytes from the group at `base` on, with those before it. At the ends of the batch they are put together in `copy`: the end
/// counts as a newline, and blanks behind it are never looked at.
#[inline(always)]
fn text_at<'t>(batch: &'t [u8], base: usize, copy: &'t mut [u8; TEXT]) -> &'t [u8; TEXT] {
    if let Some(t) = batch.get(base.wrapping_sub(BEFORE)..).and_then(|t| t.first_chunk::<TEXT>()) {
        return t;
    }
    *copy = [b' '; TEXT];
    let n = (batch.len() - base).min(64 * GROUP);
    let before = base.min(BEFORE);
    if let (Some(to), Some(t)) =
        (copy.get_mut(BEFORE - before..BEFORE + n), batch.get(base - before..base + n))
    {
        to.copy_from_slice(t);
    }
    if let Some(c) = copy.get_mut(BEFORE + n) {
        *c = b'\n';
    }
    copy
}

/// Bytes of a group that the string layer asks for. Written mask by mask and read a turn later as a whole: a wide load right
/// behind narrow stores would wait for them, and putting masks into lanes one by one takes twice the instructions.
#[derive(Clone, Copy)]
struct Gathered {
    slash: [u64; GROUP],
    quote: [u64; GROUP],
    control: [u64; GROUP],
    /// May follow a backslash alone.
    letter: [u64; GROUP],
    high: u64,
}

/// First look at a group.
#[inline(always)]
fn gather(batch: &[u8], base: usize, text: &[u8; TEXT], gathered: &mut Gathered) {
    gathered.high = 0;
    for k in 0..GROUP {
        Bytes::prefetch(batch.as_ptr().wrapping_add(base + 64 * k + AHEAD));
        let v = Bytes::load(sixty_four(text, BEFORE + 64 * k));
        gathered.slash[k] = v.eq(b'\\');
        gathered.quote[k] = v.eq(b'"');
        gathered.control[k] = v.control();
        gathered.letter[k] = letters(v);
        gathered.high |= v.high();
    }
}

/// Second look: what is inside strings, and what is wrong there.
#[inline(always)]
fn strings<const CHECKED: bool>(
    batch: &[u8],
    base: usize,
    fresh: bool,
    text: &[u8; TEXT],
    gathered: &Gathered,
    carry: &mut InText,
    strings: &mut Strings,
) {
    let high = carry.high | gathered.high;
    let (mut fault_of, mut odd_of) = ([0u64; GROUP], [0u64; GROUP]);
    let slash = Eight::load(&gathered.slash);
    let quotes = Eight::load(&gathered.quote);
    let control = Eight::load(&gathered.control);
    let plain = Eight::load(&gathered.letter);
    let pending = Eight::lowest(carry.pending);
    // See `escapes` in `algebra`.
    let live = slash & !pending;
    let shifted = live.next(Eight::all(0));
    let (sum, _) = live.add(live & !shifted & Eight::all(EVEN), 0);
    let flipped = live ^ sum;
    carry.pending = u64::from((live & !flipped).tops() >> 7);
    let escaped = (live | shifted) & (flipped ^ Eight::all(EVEN)) | pending;
    let quote = quotes & !escaped;
    // Inside: opening quote to the byte before the closing one.
    let (inside, escaped_ends, open_blocks);
    if carry.inside != 0 && quote.used() == 0 {
        // All of it, as often: the long way round would find the same, slower.
        inside = Eight::all(!0);
        escaped_ends = Eight::all(0);
        open_blocks = 0;
        carry.slashed |= u32::from(slash.used() != 0);
    } else {
        let parities = quote.parities();
        let mut odd_lanes = parities.tops();
        odd_lanes ^= odd_lanes << 1;
        odd_lanes ^= odd_lanes << 2;
        odd_lanes ^= odd_lanes << 4;
        inside = parities.invert(odd_lanes << 1 ^ 0u32.wrapping_sub(carry.inside));
        carry.inside ^= odd_lanes >> 7 & 1;
        // Closing quotes of strings with a backslash: a mark on the lowest one runs to the end of its string.
        let (sum, over) = inside.add(slash & inside, carry.slashed);
        carry.slashed = over;
        escaped_ends = sum & quote & !inside;
        open_blocks = (inside & !quote).gaps();
    }
    let mut fault = control & inside;
    if !CHECKED {
        fault = fault | slash & !inside;
    }
    let odd = escaped & !plain;
    let rare = high != 0 || odd.used() != 0;
    if rare {
        fault.store(&mut fault_of);
        odd.store(&mut odd_of);
        if high != 0 {
            // All blocks, not those that need it: which do is no pattern a branch predictor could learn.
            for (k, fault) in fault_of.iter_mut().enumerate() {
                *fault |= ill_formed(text, k, fresh);
            }
            carry.high = Bytes::load(sixty_four(text, BEFORE + 64 * (GROUP - 1))).high() >> 61;
        }
        strings.surrogates = [0; GROUP];
        let mut todo = odd.used();
        while todo != 0 {
            let k = todo.trailing_zeros() as usize & 7;
            todo &= todo - 1;
            let (bad, sur) = long_escapes(batch, base + 64 * k, odd_of[k]);
            fault_of[k] |= bad;
            strings.surrogates[k] = sur;
        }
        fault = Eight::load(&fault_of);
    }
    *strings = Strings {
        inside,
        quote,
        control,
        fault,
        escaped_ends,
        full: open_blocks | fault.used(),
        rare,
        surrogates: strings.surrogates,
    };
    if rare {
        strings.full |= Eight::load(&strings.surrogates).used();
    }
}

/// Third look: the grammar, in blocks that are not wholly inside a string (in most streams they are few).
#[inline(always)]
fn grammar<const CHECKED: bool>(
    text: &[u8; TEXT],
    keys: &Keys,
    filters: bool,
    strings: &Strings,
    carry: &mut Carry,
    found: &mut Found,
) {
    let Strings { inside, quote, control, fault, escaped_ends, full, rare, .. } = *strings;
    let begin = quote & inside;
    let ends = quote & !inside;
    let out = !(inside | quote);
    let none = Eight::all(0);
    let (mut opens, mut closes, mut curlies, mut colons) = (none, none, none, none);
    let (mut newlines, mut spaces, mut commas, mut visits) =
        (none, none, none, Eight::all(if filters { 0 } else { !0 }));
    let mut todo = full;
    while todo != 0 {
        let k = todo.trailing_zeros() as usize & 7;
        todo &= todo - 1;
        let v = Bytes::load(sixty_four(text, BEFORE + 64 * k));
        let (open, close, curly) = v.brackets();
        opens = opens.put(k, open);
        closes = closes.put(k, close);
        curlies = curlies.put(k, curly);
        colons = colons.put(k, v.eq(b':'));
        newlines = newlines.put(k, v.eq(b'\n'));
        spaces = spaces.put(k, v.eq(b' '));
        if CHECKED {
            commas = commas.put(k, v.eq(b','));
        }
        if filters && let Some(text) = text.get(64 * k..).and_then(|t| t.first_chunk::<68>()) {
            visits = visits.put(k, Bytes::may_end(text, keys));
        }
    }
    let open = opens & out;
    let close = closes & out;
    let object = curlies & open;
    let colon = colons & out;
    let newline = newlines & out;
    let space = spaces & out;
    let odd_space = control & out & !newline;
    let mut blank = Eight::all(0);
    let spaced = (space | odd_space).used() != 0;
    if spaced {
        let mut gap_of = [0; GROUP];
        for k in 0..GROUP {
            let v = Bytes::load(sixty_four(text, BEFORE + 64 * (k & 7)));
            gap_of[k & 7] = v.eq(b'\t') | v.eq(b'\r');
        }
        blank = space | odd_space & Eight::load(&gap_of);
    }

    let nl = after(newline, &mut carry.newline, spaced, blank);
    let cl = after(close, &mut carry.close, spaced, blank);
    let mut wrong = fault | newline & !(cl | nl) | nl & !(object | newline);
    let names;
    let mut starting = 0;
    if CHECKED {
        let comma = commas & out;
        let scalars = out & !(open | close | colon | newline | comma | blank);
        let starts = scalars & !scalars.next(carry.scalars);
        carry.scalars = scalars;
        starting = starts.used();
        if starting != 0 {
            scalars.store(&mut found.scalars);
            starts.store(&mut found.starts);
        }
        let sep = after(comma | colon, &mut carry.sep, spaced, blank);
        let op = after(open, &mut carry.open, spaced, blank);
        let it = after(comma | object, &mut carry.item, spaced, blank); // a name may follow
        // The mark on the opening quote of what may be a name travels to the closing quote by addition.
        let (sum, over) = inside.add(begin & it, carry.name);
        carry.name = over;
        let name = after(sum & ends, &mut carry.name_ends, spaced, blank);
        let value = sep | op; // a value may come here
        wrong = wrong
            | (begin | starts) & !value
            | open & !(value | nl)
            | comma & value
            | close & sep
            | colon & !name;
        (it & (starts | open) | name & !colon).store(&mut found.no_object);
        names = colon;
    } else {
        names = colon & after(ends, &mut carry.name_ends, spaced, blank);
    }
    let escaped_names = after(escaped_ends, &mut carry.escaped_ends, spaced, blank);
    // A colon on the group's first byte may stand behind a blank of the last one, where the filter does not look.
    let visited = if spaced { names } else { names & (visits | escaped_names | Eight::lowest(1)) };
    let events = open | close | newline | visited;
    events.store(&mut found.events);
    wrong.store(&mut found.wrong);
    begin.store(&mut found.begin);
    escaped_names.store(&mut found.escaped);
    nl.store(&mut found.first);
    colon.store(&mut found.colons);

    found.full = full;
    found.starting = starting;
    found.rare = rare;
    found.spaced = spaced;
    if rare {
        found.surrogates = strings.surrogates;
    }
}

/// See [`super::Kernel::fill`] for the contract.
#[inline(always)]
pub(super) fn fill<const CHECKED: bool>(
    batch: &[u8],
    from: usize,
    window: usize,
    keys: &Keys,
    nodes: &mut [Node],
) -> (usize, usize) {
    #[cfg(test)]
    super::walk::tests::WIDE.set(super::walk::tests::WIDE.get() + 1);
    let mode = if CHECKED { Mode::Checked } else { Mode::Skim };
    if nodes.len() < SMALLEST {
        return fill_by_definition(batch, from, window, keys, mode, nodes);
    }
    let call = Call::new(batch, from, window, keys, mode, nodes);
    let len = batch.len();
    let filters = !keys.is_all();
    let mut state = State::new(from);
    let mut copies = [[0u8; TEXT]; 2];
    let none = Eight::all(0);
    let empty = Strings {
        inside: none,
        quote: none,
        control: none,
        fault: none,
        escaped_ends: none,
        full: 0,
        rare: false,
        surrogates: [0; GROUP],
    };
    let mut gathered =
        [Gathered { slash: [0; GROUP], quote: [0; GROUP], control: [0; GROUP], letter: [0; GROUP], high: 0 };
            2];
    let mut layers = [empty; 2];
    let mut founds = [Found::NONE; 2];

    // Each turn of this loop starts afresh at a line start, each turn of the inner one is a group of blocks.
    'fresh: loop {
        let grid = state.line;
        if grid >= len {
            return (len, state.head);
        }
        let mut in_text = InText::default();
        let mut carry = Carry::fresh();
        state.fresh();

        // A wrong guess of a branch costs as long as what it depends on is under way. So nothing is walked over, and nothing
        // asks what is a string, before the next group is looked at: by then the masks are long there.
        let mut turn = 0usize;
        let bad_at;
        'groups: loop {
            let ahead = grid + turn * 64 * GROUP;
            if ahead <= len {
                let text = text_at(batch, ahead, &mut copies[0]);
                gather(batch, ahead, text, &mut gathered[turn & 1]);
            }
            if turn >= 3 {
                let base = ahead - 3 * 64 * GROUP;
                let found = &founds[turn & 1 ^ 1];
                let text = text_at(batch, base, &mut copies[1]);
                let mut todo = found.full;
                while todo != 0 {
                    let k = todo.trailing_zeros() as usize & 7;
                    todo &= todo - 1;
                    let here = base + 64 * k;
                    let block = sixty_four(text, BEFORE + 64 * k);
                    let mut wrong = found.wrong[k];
                    if CHECKED && found.starting >> k & 1 != 0 {
                        wrong |=
                            words_wrong(batch, here, Bytes::load(block), found.scalars[k], found.starts[k]);
                    }
                    let masks = Masks {
                        wrong,
                        no_object: if CHECKED { found.no_object[k] } else { 0 },
                        no_array: if CHECKED { found.colons[k] } else { 0 },
                        events: found.events[k],
                        begin: found.begin[k],
                        escaped_names: found.escaped[k],
                        first: found.first[k],
                        surrogates: if found.rare { found.surrogates[k] } else { 0 },
                        spaced: found.spaced,
                    };
                    match walk::<Bytes>(&call, &mut state, nodes, here, block, masks) {
                        Step::On => {}
                        Step::Bad => {
                            bad_at = here;
                            break 'groups;
                        }
                        Step::Fresh => continue 'fresh,
                        Step::Done => return (state.line, state.head),
                    }
                }
            }
            if turn >= 2 && ahead - 2 * 64 * GROUP <= len {
                let (layer, found) = (&layers[turn & 1], &mut founds[turn & 1]);
                if layer.full == 0 {
                    // All of it lies in one string: nothing of the grammar begins or ends here.
                    carry = Carry { name: carry.name, ..Carry::inside() };
                    found.full = 0;
                } else {
                    let text = text_at(batch, ahead - 2 * 64 * GROUP, &mut copies[0]);
                    grammar::<CHECKED>(text, keys, filters, layer, &mut carry, found);
                }
            }
            if turn >= 1 && ahead - 64 * GROUP <= len {
                let base = ahead - 64 * GROUP;
                let text = text_at(batch, base, &mut copies[0]);
                let (gathered, layer) = (&gathered[turn & 1 ^ 1], &mut layers[turn & 1 ^ 1]);
                strings::<CHECKED>(batch, base, turn == 1, text, gathered, &mut in_text, layer);
            }
            turn += 1;
        }
        if bad_line(&call, &mut state, nodes, bad_at) {
            return (state.line, state.head);
        }
    }
}
