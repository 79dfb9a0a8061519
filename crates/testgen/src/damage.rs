//! Seeded damage to sound lines: what crashes, copies, terminals and wrong encodings leave behind.
//!
//! Each kind has one fault that a reader should name, by the words of the fault corpus; kinds that harm
//! nothing say so with `None`. Lines not listed are byte for byte as before.

use std::collections::BTreeMap;

use crate::put::Put;
use crate::rng::Rng;
use crate::text::safe;

/// What was done to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Cut somewhere, newline kept.
    Cut,
    /// The last line of the stream, cut, without newline.
    TailCut,
    /// The newline behind the line is gone.
    Glued,
    /// The newline behind the line is a carriage return.
    CarriageReturn,
    /// Cut inside a string, and the next line follows at once.
    TornJoin,
    /// A run of NULs stands before the line.
    NulPrefix,
    /// A run of NULs stands behind the object.
    NulTail,
    /// Bytes inside a string became NULs.
    NulHole,
    /// The whole line and its newline became NULs, before the next line.
    NulLine,
    /// Text of a terminal, a log or a server stands before the object.
    Prefix,
    /// A byte order mark stands before the object.
    Mark,
    /// Bytes stand behind the object.
    Trailing,
    /// A byte sequence that is no UTF-8 inside a string.
    BadUtf8,
    /// A raw control byte inside a string.
    ControlByte,
    /// A colon lost, a comma doubled or trailing, a value of another language.
    Syntax,
    /// The line became UTF-16, its newline did not.
    Utf16,
    /// An added line that is JSON but no object.
    NotObject,
    /// An added line of plain text.
    Noise,
    /// An added object nested beyond 1,024 levels.
    TooDeep,
    /// An added blank line.
    Blank,
    /// The line ends with CR LF.
    Crlf,
    /// Half a surrogate pair, escaped, inside a string.
    LoneSurrogate,
}

const KINDS: [Kind; 22] = [
    Kind::Cut,
    Kind::TailCut,
    Kind::Glued,
    Kind::CarriageReturn,
    Kind::TornJoin,
    Kind::NulPrefix,
    Kind::NulTail,
    Kind::NulHole,
    Kind::NulLine,
    Kind::Prefix,
    Kind::Mark,
    Kind::Trailing,
    Kind::BadUtf8,
    Kind::ControlByte,
    Kind::Syntax,
    Kind::Utf16,
    Kind::NotObject,
    Kind::Noise,
    Kind::TooDeep,
    Kind::Blank,
    Kind::Crlf,
    Kind::LoneSurrogate,
];

impl Kind {
    /// The fault that the damaged line is, if the line was one whole object before; `None` where the line stays
    /// sound or is blank. Free.
    pub fn fault(self) -> Option<&'static str> {
        Some(match self {
            Kind::Cut | Kind::TailCut => "truncated",
            Kind::Glued | Kind::CarriageReturn => "concatenated",
            Kind::TornJoin => "torn-join",
            Kind::NulPrefix | Kind::NulTail | Kind::NulHole | Kind::NulLine => "nul-run",
            Kind::Prefix | Kind::Mark => "prefixed",
            Kind::Trailing => "trailing-bytes",
            Kind::BadUtf8 => "invalid-utf8",
            Kind::ControlByte => "control-char",
            Kind::Syntax => "syntax",
            Kind::Utf16 => "encoding",
            Kind::NotObject => "not-object",
            Kind::Noise => "noise",
            Kind::TooDeep => "too-deep",
            Kind::Blank | Kind::Crlf | Kind::LoneSurrogate => return None,
        })
    }
}

/// One damaged line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// What was done.
    pub kind: Kind,
    /// The number, from 1, of the one line it left in the damaged stream.
    pub line: u64,
    /// The number, from 1, of the first line it took from the sound stream.
    pub source_line: u64,
    /// How many lines it took: 0 for an added line, 2 where two became one, else 1.
    pub source_lines: u64,
}

/// Damages a stream of sound lines in place: about one line in `1 / rate`, all kinds alike. Says what was done, in order.
///
/// Costs a copy of the stream, and a scan of each damaged line. See [`Damager`] for streams in parts.
///
/// ```
/// use runlex_testgen::damage::damage;
///
/// let mut stream = b"{\"a\":\"one\"}\n{\"a\":\"two\"}\n{\"a\":\"three\"}\n".to_vec();
/// let done = damage(&mut stream, 4, 0.5);
/// let lines = stream.split_inclusive(|&c| c == b'\n').count() as u64;
/// let (taken, left) = (done.iter().map(|d| d.source_lines).sum::<u64>(), done.len() as u64);
/// assert_eq!(lines, 3 - taken + left);
/// ```
pub fn damage(stream: &mut Vec<u8>, seed: u64, rate: f64) -> Vec<Damage> {
    Damager::new(seed, rate).part(stream, true)
}

/// How often each kind was done, in the order of [`Kind`].
pub fn count(done: &[Damage]) -> BTreeMap<Kind, u64> {
    let mut counts = BTreeMap::new();
    for d in done {
        *counts.entry(d.kind).or_default() += 1;
    }
    counts
}

/// Damage to a stream that comes in parts of whole lines; line numbers go on from part to part.
#[derive(Debug)]
pub struct Damager {
    rng: Rng,
    /// The chance of a line, in parts of 2^32.
    rate: usize,
    line: u64,
    source_line: u64,
}

impl Damager {
    /// Damages about `rate` (0 to 1) of all lines. The rate is rounded to a multiple of 2^-32.
    pub fn new(seed: u64, rate: f64) -> Self {
        let rate = (rate.clamp(0.0, 1.0) * (1u64 << 32) as f64) as usize;
        Damager { rng: Rng::new(seed ^ 0x6461_6d61_6765), rate, line: 1, source_line: 1 }
    }

    /// Damages the next part of the stream in place; only in the `last` part may the last line lose its
    /// newline. A part's bytes depend on seed, rate and the parts before it, so keep the cuts fixed to keep the bytes.
    pub fn part(&mut self, stream: &mut Vec<u8>, last: bool) -> Vec<Damage> {
        let source = std::mem::take(stream);
        stream.reserve(source.len() + source.len() / 64);
        let mut done = Vec::new();
        let mut lines = source.split_inclusive(|&c| c == b'\n').peekable();
        while let Some(line) = lines.next() {
            if self.rng.below(1 << 32) >= self.rate {
                stream.extend_from_slice(line);
                self.line += 1;
                self.source_line += 1;
                continue;
            }
            let next = lines.peek().copied();
            let kind = loop {
                let kind = *self.rng.pick(&KINDS);
                // At the start of a stream a mark is no damage.
                let fits = kind != Kind::Mark || self.line > 1;
                if fits && apply(kind, line, next, last, &mut self.rng, stream) {
                    break kind;
                }
            };
            let source_lines = match kind {
                Kind::NotObject | Kind::Noise | Kind::TooDeep | Kind::Blank => 0,
                Kind::Glued | Kind::CarriageReturn | Kind::TornJoin | Kind::NulLine => 2,
                _ => 1,
            };
            done.push(Damage { kind, line: self.line, source_line: self.source_line, source_lines });
            self.line += 1;
            self.source_line += source_lines;
            match source_lines {
                0 => {
                    // The added line stands before this one, which stays as it was.
                    stream.extend_from_slice(line);
                    self.line += 1;
                    self.source_line += 1;
                }
                2 => {
                    lines.next();
                }
                _ => {}
            }
        }
        done
    }
}

/// Appends the damaged form of `line`, or the line to add before it; false, and nothing appended, where `kind` does
/// not fit.
fn apply(kind: Kind, line: &[u8], next: Option<&[u8]>, last: bool, rng: &mut Rng, out: &mut Vec<u8>) -> bool {
    let object = line.strip_suffix(b"\n").unwrap_or(line);
    let nuls = rng.between(4, 700);
    if object.len() < 2 {
        return kind == Kind::Blank && {
            out.push(b'\n');
            true
        };
    }
    match kind {
        Kind::Cut => {
            out.b(&object[..rng.between(1, object.len() - 1)]).s("\n");
        }
        Kind::TailCut => {
            if !last || next.is_some() {
                return false;
            }
            out.b(&object[..rng.between(1, object.len() - 1)]);
        }
        Kind::Glued | Kind::CarriageReturn => {
            let Some(next) = next else { return false };
            out.b(object).s(if kind == Kind::Glued { "" } else { "\r" }).b(next);
        }
        Kind::TornJoin => {
            let (Some(next), Some(at)) = (next, in_string(object, rng)) else { return false };
            out.b(&object[..at]).b(next);
        }
        Kind::NulPrefix => {
            repeat(out, 0, nuls);
            out.b(line);
        }
        Kind::NulTail => {
            out.b(object);
            repeat(out, 0, nuls);
            out.push(b'\n');
        }
        Kind::NulHole => {
            let Some(at) = in_string(object, rng) else { return false };
            let end = (at + nuls).min(object.len());
            if end < at + 4 {
                return false;
            }
            out.b(&object[..at]);
            repeat(out, 0, end - at);
            out.b(&line[end..]);
        }
        Kind::NulLine => {
            let Some(next) = next else { return false };
            repeat(out, 0, line.len().max(4));
            out.b(next);
        }
        Kind::Prefix => {
            let prefix = [
                "data: ",
                "[12:04:51] ",
                "\u{1b}[2K\u{1b}[1G",
                "\u{2819} working...\r",
                "stdout | ",
                "> ",
                "\u{1b}[32m",
            ];
            out.s(rng.str(&prefix)).b(line);
        }
        Kind::Mark => {
            out.s("\u{feff}").b(line);
        }
        Kind::Trailing => {
            let tail = [",", " done", "]", "}", "\u{1b}[0m", " // end", "null", ";"];
            out.b(object).s(rng.str(&tail)).s("\n");
        }
        Kind::BadUtf8 => {
            let bad: [&[u8]; 7] =
                [b"\xff", b"\xe9", b"\x80", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82"];
            let bad = *rng.pick::<&[u8]>(&bad);
            return insert(object, bad, rng, out);
        }
        Kind::ControlByte => {
            let byte = *rng.pick(b"\x01\x07\x08\t\x0b\x0c\r\x1b\x1f");
            return insert(object, &[byte], rng, out);
        }
        Kind::LoneSurrogate => {
            return insert(object, rng.str(&["\\ud83d ", "\\uDC00 "]).as_bytes(), rng, out);
        }
        Kind::Syntax => syntax(object, rng, out),
        Kind::Utf16 => {
            let Ok(text) = std::str::from_utf8(object) else { return false };
            let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let nuls = wide.iter().skip(1).step_by(2).filter(|&&c| c == 0).count();
            if wide.contains(&b'\n') || nuls * 10 < wide.len() / 2 * 9 || wide.len() < 8 {
                return false;
            }
            out.b(&wide).s("\n");
        }
        Kind::NotObject => {
            out.s(rng.str(&["[1,2]", "\"restarted\"", "42", "null", "true", "[]", "-1.5e3"])).s("\n");
        }
        Kind::Noise => {
            out.s(rng.str(&[
                "npm WARN deprecated package",
                "Killed",
                "    at main (src/index.ts:10:3)",
                "$ run --stream",
                "\u{1b}[31mError:\u{1b}[0m connection reset",
                "<html><body>502 Bad Gateway</body></html>",
            ]));
            out.s("\n");
        }
        Kind::TooDeep => {
            let depth = rng.between(1_025, 3_000);
            out.s("{\"type\":");
            repeat(out, b'[', depth);
            repeat(out, b']', depth);
            out.s("}\n");
        }
        Kind::Blank => {
            out.s(rng.str(&["", " ", "\t", "\r", "   \r"])).s("\n");
        }
        Kind::Crlf => {
            if !line.ends_with(b"\n") {
                return false;
            }
            out.b(object).s("\r\n");
        }
    }
    true
}

fn repeat(out: &mut Vec<u8>, byte: u8, count: usize) {
    out.resize(out.len() + count, byte);
}

/// Appends `object` with `bytes` put into one of its strings, and a newline.
fn insert(object: &[u8], bytes: &[u8], rng: &mut Rng, out: &mut Vec<u8>) -> bool {
    let Some(at) = in_string(object, rng) else { return false };
    out.b(&object[..at]).b(bytes).b(&object[at..]).s("\n");
    true
}

/// A random place inside a string that is neither inside an escape nor inside a character.
fn in_string(object: &[u8], rng: &mut Rng) -> Option<usize> {
    let mut spans = Vec::new();
    let (mut start, mut escaped) = (None, false);
    for (i, &c) in object.iter().enumerate() {
        match start {
            _ if escaped => escaped = false,
            Some(_) if c == b'\\' => escaped = true,
            Some(from) if c == b'"' => {
                if i > from {
                    spans.push((from, i));
                }
                start = None;
            }
            None if c == b'"' => start = Some(i + 1),
            _ => {}
        }
    }
    let total: usize = spans.iter().map(|(from, to)| to - from).sum();
    if total == 0 {
        return None;
    }
    let mut at = rng.below(total);
    for (from, to) in spans {
        if at < to - from {
            let at = safe(object, from + at).max(from);
            // Out of the digits of a \u escape, too.
            let digits = object[from..at].iter().rev().take_while(|c| c.is_ascii_hexdigit()).count();
            let u = at - digits.min(4);
            return Some(if u >= from + 2 && object[u - 2..u] == *b"\\u" { safe(object, u - 2) } else { at });
        }
        at -= to - from;
    }
    None
}

/// Appends `object` with one breach outside its strings, and a newline.
fn syntax(object: &[u8], rng: &mut Rng, out: &mut Vec<u8>) {
    // The first colon outside a string follows the first key, and an object has one unless it is empty.
    let colon = object.windows(2).position(|w| w == b"\":").map_or(object.len() - 1, |at| at + 1);
    let end = object.iter().rposition(|&c| c == b'}').unwrap_or(object.len());
    match rng.below(5) {
        0 if colon < end => out.b(&object[..colon]).s(" ").b(&object[colon + 1..]),
        1 if colon < end => out.b(&object[..=colon]).s("None,\"more\":").b(&object[colon + 1..]),
        2 if colon < end => out.b(&object[..=colon]).s(":").b(&object[colon + 1..]),
        3 if colon < end => out.s("{name:1,").b(&object[1..]),
        _ => out.b(&object[..end]).s(",").b(&object[end..]),
    };
    out.s("\n");
}
