//! The definition of soundness: one JSON value, byte by byte, without recursion.
//!
//! This is the slow and obvious version. Every faster kernel is held against it, and it alone places a breach: at the
//! first byte that no sound continuation allows.

use crate::fault::FaultKind;
use crate::utf8::{self, Step};

/// Brackets may be nested this deep and no deeper.
pub const MAX_DEPTH: usize = 1024;

/// Why a value could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Breach {
    /// All bytes so far fit, but more are needed.
    End,
    /// The byte at `at` fits nothing.
    Bad { how: Bad, at: usize },
    /// The bracket at `at` is one too many.
    TooDeep { at: usize },
}

/// In what way a byte does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bad {
    Syntax,
    ControlChar,
    InvalidUtf8,
}

impl Bad {
    /// The kind of fault that this is when nothing else explains it.
    pub(crate) fn kind(self) -> FaultKind {
        match self {
            Bad::Syntax => FaultKind::Syntax,
            Bad::ControlChar => FaultKind::ControlChar,
            Bad::InvalidUtf8 => FaultKind::InvalidUtf8,
        }
    }
}

/// Hears of the structure while it is checked. Positions count from the start of the checked bytes.
pub(crate) trait Sink {
    /// An opening bracket.
    fn open(&mut self, at: usize);
    /// A closing bracket.
    fn close(&mut self, at: usize);
    /// A member's name: its quotes lie at `at` and `end - 1`.
    fn key(&mut self, at: usize, end: usize, escaped: bool);
    /// An escape of half a surrogate pair, with its partner or without.
    fn surrogate(&mut self);
}

/// For those who only want to know whether the bytes are sound.
impl Sink for () {
    fn open(&mut self, _: usize) {}
    fn close(&mut self, _: usize) {}
    fn key(&mut self, _: usize, _: usize, _: bool) {}
    fn surrogate(&mut self) {}
}

/// White space of JSON within a line.
#[inline]
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// The first position from `at` on that is no white space. `0A` counts as white space here: a line never holds one,
/// and a JSON text that is no line may.
#[inline]
pub(crate) fn skip_blank(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && (is_blank(bytes[at]) || bytes[at] == b'\n') {
        at += 1;
    }
    at
}

/// Which brackets are open: a bit for each, set for an object.
struct Stack {
    bits: [u64; MAX_DEPTH / 64],
    depth: usize,
}

impl Stack {
    fn new() -> Stack {
        Stack { bits: [0; MAX_DEPTH / 64], depth: 0 }
    }

    /// False when that would be too deep.
    fn push(&mut self, object: bool) -> bool {
        if self.depth == MAX_DEPTH {
            return false;
        }
        let (word, bit) = (self.depth / 64, 1 << (self.depth % 64));
        if object {
            self.bits[word] |= bit;
        } else {
            self.bits[word] &= !bit;
        }
        self.depth += 1;
        true
    }

    fn pop(&mut self) {
        self.depth -= 1;
    }

    fn in_object(&self) -> bool {
        self.depth > 0 && self.bits[(self.depth - 1) / 64] >> ((self.depth - 1) % 64) & 1 == 1
    }
}

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Want {
    Value,
    ValueOrClose,
    Key,
    KeyOrClose,
    Colon,
    CommaOrClose,
}

/// Reads one value that begins at `at` (white space before it allowed) and returns the position behind it. What follows
/// is the caller's business. Linear; a fixed stack of 1,024 bits.
pub(crate) fn value(bytes: &[u8], mut at: usize, sink: &mut impl Sink) -> Result<usize, Breach> {
    let mut stack = Stack::new();
    let mut want = Want::Value;
    loop {
        at = skip_blank(bytes, at);
        let &byte = bytes.get(at).ok_or(Breach::End)?;
        want = match (want, byte) {
            (Want::Value | Want::ValueOrClose, b'{' | b'[') => {
                if !stack.push(byte == b'{') {
                    return Err(Breach::TooDeep { at });
                }
                sink.open(at);
                at += 1;
                if byte == b'{' { Want::KeyOrClose } else { Want::ValueOrClose }
            }
            (Want::Value | Want::ValueOrClose, b'"') => {
                at = string(bytes, at, sink)?.0;
                Want::CommaOrClose
            }
            (Want::Value | Want::ValueOrClose, b'-' | b'0'..=b'9' | b't' | b'f' | b'n') => {
                at = scalar(bytes, at)?;
                Want::CommaOrClose
            }
            (Want::Key | Want::KeyOrClose, b'"') => {
                let (end, escaped) = string(bytes, at, sink)?;
                sink.key(at, end, escaped);
                at = end;
                Want::Colon
            }
            (Want::Colon, b':') => {
                at += 1;
                Want::Value
            }
            (Want::CommaOrClose, b',') => {
                at += 1;
                if stack.in_object() { Want::Key } else { Want::Value }
            }
            (Want::CommaOrClose, b'}') | (Want::KeyOrClose, b'}') if stack.in_object() => {
                close(&mut stack, &mut at, sink)
            }
            (Want::CommaOrClose, b']') | (Want::ValueOrClose, b']') if !stack.in_object() => {
                close(&mut stack, &mut at, sink)
            }
            _ => return bad(Bad::Syntax, at),
        };
        if stack.depth == 0 {
            return Ok(at);
        }
    }
}

/// Skim: strings with their escapes and control bytes, UTF-8, and the nesting of one object that fills the bytes but for
/// white space around it. Outside strings only a backslash is refused. Never refuses a sound line.
pub(crate) fn skim(bytes: &[u8], sink: &mut impl Sink) -> bool {
    let mut stack = Stack::new();
    let mut at = skip_blank(bytes, 0);
    if bytes.get(at) != Some(&b'{') {
        return false;
    }
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => match string(bytes, at, sink) {
                Ok((end, escaped)) => {
                    if stack.in_object() && bytes.get(skip_blank(bytes, end)) == Some(&b':') {
                        sink.key(at, end, escaped);
                    }
                    at = end;
                    continue;
                }
                Err(_) => return false,
            },
            b'{' | b'[' => {
                if !stack.push(byte == b'{') {
                    return false;
                }
                sink.open(at);
            }
            b'}' | b']' => {
                if stack.in_object() != (byte == b'}') {
                    return false;
                }
                stack.pop();
                sink.close(at);
                if stack.depth == 0 {
                    return skip_blank(bytes, at + 1) == bytes.len();
                }
            }
            0x80.. => match utf8::step(bytes, at) {
                Step::Whole(len) => {
                    at += len;
                    continue;
                }
                Step::Cut | Step::Bad => return false,
            },
            b'\\' => return false,
            _ => {}
        }
        at += 1;
    }
    false
}

fn bad<T>(how: Bad, at: usize) -> Result<T, Breach> {
    Err(Breach::Bad { how, at })
}

fn close(stack: &mut Stack, at: &mut usize, sink: &mut impl Sink) -> Want {
    stack.pop();
    sink.close(*at);
    *at += 1;
    Want::CommaOrClose
}

/// Reads the number or literal that begins at `at` and returns the position behind it.
pub(crate) fn scalar(bytes: &[u8], at: usize) -> Result<usize, Breach> {
    match bytes.get(at) {
        None => Err(Breach::End),
        Some(b't') => literal(bytes, at, b"true"),
        Some(b'f') => literal(bytes, at, b"false"),
        Some(b'n') => literal(bytes, at, b"null"),
        Some(b'-' | b'0'..=b'9') => number(bytes, at),
        Some(_) => bad(Bad::Syntax, at),
    }
}

fn literal(bytes: &[u8], mut at: usize, word: &[u8]) -> Result<usize, Breach> {
    for want in word {
        match bytes.get(at) {
            None => return Err(Breach::End),
            Some(byte) if byte == want => at += 1,
            Some(_) => return bad(Bad::Syntax, at),
        }
    }
    Ok(at)
}

fn number(bytes: &[u8], mut at: usize) -> Result<usize, Breach> {
    if bytes[at] == b'-' {
        at += 1;
    }
    match bytes.get(at) {
        Some(b'0') => at += 1,
        _ => at = digits(bytes, at)?,
    }
    if bytes.get(at) == Some(&b'.') {
        at = digits(bytes, at + 1)?;
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        at += 1;
        if let Some(b'+' | b'-') = bytes.get(at) {
            at += 1;
        }
        at = digits(bytes, at)?;
    }
    Ok(at)
}

/// One digit or more.
fn digits(bytes: &[u8], mut at: usize) -> Result<usize, Breach> {
    match bytes.get(at) {
        None => return Err(Breach::End),
        Some(b'0'..=b'9') => {}
        Some(_) => return bad(Bad::Syntax, at),
    }
    while let Some(b'0'..=b'9') = bytes.get(at) {
        at += 1;
    }
    Ok(at)
}

/// Reads the string whose opening quote lies at `at`: the position behind its closing quote, and whether it holds an
/// escape.
pub(crate) fn string(bytes: &[u8], mut at: usize, sink: &mut impl Sink) -> Result<(usize, bool), Breach> {
    at += 1;
    let mut escaped = false;
    loop {
        match bytes.get(at) {
            None => return Err(Breach::End),
            Some(b'"') => return Ok((at + 1, escaped)),
            Some(b'\\') => {
                escaped = true;
                at = escape(bytes, at, sink)?;
            }
            Some(0..0x20) => return bad(Bad::ControlChar, at),
            Some(0x20..0x80) => at += 1,
            Some(0x80..) => match utf8::step(bytes, at) {
                Step::Whole(len) => at += len,
                Step::Cut => return Err(Breach::End),
                Step::Bad => return bad(Bad::InvalidUtf8, at),
            },
        }
    }
}

/// Reads the escape whose backslash lies at `at`.
fn escape(bytes: &[u8], at: usize, sink: &mut impl Sink) -> Result<usize, Breach> {
    match bytes.get(at + 1) {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => return Ok(at + 2),
        Some(b'u') => {}
        _ => return not_an_escape(bytes, at + 1),
    }
    for place in at + 2..at + 6 {
        if !bytes.get(place).is_some_and(u8::is_ascii_hexdigit) {
            return not_an_escape(bytes, place);
        }
    }
    // D800 to DFFF
    if bytes[at + 2] | 0x20 == b'd' && bytes[at + 3] >= b'8' {
        sink.surrogate();
    }
    Ok(at + 6)
}

/// The byte at `at` is no part of an escape: a breach of the grammar before its own class matters.
fn not_an_escape(bytes: &[u8], at: usize) -> Result<usize, Breach> {
    if at < bytes.len() { bad(Bad::Syntax, at) } else { Err(Breach::End) }
}
