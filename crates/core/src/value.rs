//! JSON values as handles into a line: nothing is read before it is asked for, nothing is copied.

use crate::check::{is_blank, skip_blank};
use crate::kernel::Kernel;
use crate::keys::eight;
use crate::number::RawNumber;
use crate::object::{Array, Object};
use crate::string::RawStr;
use crate::tape::Tape;
use core::ops::Range;

/// The answer to a question for a value of a certain type: four answers that differ.
///
/// ```
/// use runlex_core::Field;
/// let missing: Field<u32, ()> = Field::Missing;
/// assert_eq!(missing.or(7), 7);
/// assert_eq!(missing.ok(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field<T, V> {
    /// There is no such member.
    Missing,
    /// The member is `null`.
    Null,
    /// The member is there and of another type; `V` is the value itself.
    Wrong(V),
    /// The member has the type.
    Is(T),
}

impl<T, V> Field<T, V> {
    /// The value, or `default` for a missing, null or wrong one.
    #[inline(always)]
    pub fn or(self, default: T) -> T {
        self.ok().unwrap_or(default)
    }

    /// The value if it is there and of the type.
    #[inline(always)]
    pub fn ok(self) -> Option<T> {
        match self {
            Field::Is(value) => Some(value),
            Field::Missing | Field::Null | Field::Wrong(_) => None,
        }
    }

    /// Applies `f` to the value that is of the type.
    #[inline]
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Field<U, V> {
        match self {
            Field::Is(value) => Field::Is(f(value)),
            Field::Missing => Field::Missing,
            Field::Null => Field::Null,
            Field::Wrong(value) => Field::Wrong(value),
        }
    }

    /// True unless the member is missing.
    pub fn is_present(&self) -> bool {
        !matches!(self, Field::Missing)
    }
}

impl<'a, 't, T> Field<T, Value<'a, 't>> {
    /// Asks a member that may be missing: `Field::of(object.get("id"), Value::string)`.
    #[inline(always)]
    pub fn of(
        member: Option<Value<'a, 't>>,
        ask: impl FnOnce(Value<'a, 't>) -> Field<T, Value<'a, 't>>,
    ) -> Field<T, Value<'a, 't>> {
        match member {
            Some(value) => ask(value),
            None => Field::Missing,
        }
    }
}

/// The types of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number. In a skimmed line also a word that is no JSON, whose number is never readable.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// One value of a line: a handle of a few words, `Copy`.
///
/// Strings and raw spans borrow from the line (`'a`); the handle itself also from the lent tape (`'t`).
#[derive(Clone, Copy)]
pub struct Value<'a, 't> {
    pub(crate) line: &'a [u8],
    pub(crate) tape: Tape<'t>,
    /// Position of the first byte in the line; always within it.
    pub(crate) at: u32,
    /// Index of a node at or before this value's own.
    pub(crate) node: u32,
}

impl<'a, 't> Value<'a, 't> {
    /// The type, from the first byte.
    #[inline(always)]
    pub fn kind(&self) -> Type {
        match self.first() {
            b'"' => Type::String,
            b'{' => Type::Object,
            b'[' => Type::Array,
            b't' | b'f' => Type::Bool,
            b'n' => Type::Null,
            _ => Type::Number,
        }
    }

    /// True for `null`.
    #[inline(always)]
    pub fn is_null(&self) -> bool {
        self.first() == b'n'
    }

    /// The value as a string, escapes unresolved. Finds the closing quote, copies nothing.
    #[inline(always)]
    pub fn string(self) -> Field<RawStr<'a>, Value<'a, 't>> {
        match self.first() {
            b'"' => Field::Is(self.raw_str().0),
            _ => self.of_other_type(),
        }
    }

    /// Whether the value is a string that says this. Reads no further than it has to: for telling what an object is by its
    /// `type`, where nothing else is asked of the string.
    #[inline(always)]
    pub fn says(self, text: &str) -> bool {
        let is_plain = text.bytes().all(|byte| byte != b'"' && byte != b'\\');
        let at = self.at as usize;
        match self.line.get(at..at + text.len() + 2) {
            Some([b'"', said @ .., b'"']) if is_plain && said == text.as_bytes() => true,
            _ => self.first() == b'"' && self.says_otherwise(text),
        }
    }

    /// Only what has an escape before it differs can say the same.
    fn says_otherwise(self, text: &str) -> bool {
        let rest = &self.line[self.at as usize + 1..];
        let is_same = |(one, other): &(&u8, &u8)| one == other && **one != b'\\';
        let same = rest.iter().zip(text.as_bytes()).take_while(is_same).count();
        match rest.get(same) {
            Some(b'\\') => self.raw_str().0 == *text,
            _ => false,
        }
    }

    /// The value as a number, unconverted.
    #[inline(always)]
    pub fn number(self) -> Field<RawNumber<'a>, Value<'a, 't>> {
        match RawNumber::at(self.line, self.at as usize) {
            Some(number) => Field::Is(number),
            None => self.of_other_type(),
        }
    }

    /// The number that the value is, where it is written as up to nineteen digits and nothing else, as nearly all counts are.
    /// `None` for other values and other ways to write a number: ask [`number`](Self::number) for those.
    #[inline]
    pub fn digits(self) -> Option<u64> {
        RawNumber::digits(self.line, self.at as usize)
    }

    /// The value as a truth value.
    #[inline(always)]
    pub fn bool(self) -> Field<bool, Value<'a, 't>> {
        match self.first() {
            b't' if self.raw() == b"true" => Field::Is(true),
            b'f' if self.raw() == b"false" => Field::Is(false),
            _ => self.of_other_type(),
        }
    }

    /// The value as an object.
    #[inline(always)]
    pub fn object(self) -> Field<Object<'a, 't>, Value<'a, 't>> {
        match self.first() {
            b'{' => Field::Is(Object::of(self)),
            _ => self.of_other_type(),
        }
    }

    /// The value as an array.
    #[inline(always)]
    pub fn array(self) -> Field<Array<'a, 't>, Value<'a, 't>> {
        match self.first() {
            b'[' => Field::Is(Array::of(self)),
            _ => self.of_other_type(),
        }
    }

    /// The bytes of the value as written, without white space around it. Free for a container with a tape, else reads
    /// the value to its end.
    #[inline]
    pub fn raw(&self) -> &'a [u8] {
        &self.line[self.span()]
    }

    /// The place of [`raw`](Self::raw) within the line's content. Costs the same.
    #[inline]
    pub fn span(&self) -> Range<usize> {
        self.at as usize..self.end().0 as usize
    }

    #[inline(always)]
    fn first(&self) -> u8 {
        self.line[self.at as usize]
    }

    #[inline(always)]
    fn of_other_type<T>(self) -> Field<T, Value<'a, 't>> {
        if self.is_null() { Field::Null } else { Field::Wrong(self) }
    }

    #[inline]
    fn raw_str(&self) -> (RawStr<'a>, usize) {
        raw_str(self.line, self.at as usize)
    }

    /// The position behind the value, and the index of a node at or before whatever follows.
    #[inline(always)]
    pub(crate) fn end(&self) -> (u32, u32) {
        let at = self.at as usize;
        match self.kind() {
            Type::String => (self.raw_str().1 as u32, self.node),
            Type::Object | Type::Array => {
                if let Some(open) = self.tape.bracket(self.node as usize, at) {
                    let close = open + self.tape.nodes[open].distance();
                    if let Some(node) = self.tape.nodes.get(close) {
                        return (node.at() as u32 + 1, close as u32 + 1);
                    }
                }
                (container_end(self.line, at) as u32, self.node)
            }
            Type::Null | Type::Bool | Type::Number => {
                let rest = &self.line[at..];
                let len = rest.iter().position(|byte| {
                    is_blank(*byte) || matches!(byte, b',' | b':' | b'"' | b'{' | b'[' | b'}' | b']')
                });
                ((at + len.unwrap_or(rest.len())) as u32, self.node)
            }
        }
    }
}

/// The string whose opening quote lies at `at`, and the position behind its closing quote.
#[inline]
pub(crate) fn raw_str(line: &[u8], at: usize) -> (RawStr<'_>, usize) {
    let start = at + 1;
    // Most strings are short, and for those a call costs more than the search.
    let mut from = start;
    #[cfg(target_arch = "x86_64")]
    while let Some(sixteen) = line.get(from..).and_then(|rest| rest.first_chunk())
        && from < start + 64
    {
        let hits = crate::kernel::quote_or_backslash(sixteen);
        if hits != 0 {
            let place = from + hits.trailing_zeros() as usize;
            if line[place] == b'"' {
                return (RawStr::new(&line[start..place], false), place + 1);
            }
            return long_str(line, start, place);
        }
        from += 16;
    }
    while let Some(word) = eight(line, from)
        && from < start + 64
    {
        let hits = equal(word, b'"') | equal(word, b'\\');
        if hits != 0 {
            let place = from + hits.trailing_zeros() as usize / 8;
            if line[place] == b'"' {
                return (RawStr::new(&line[start..place], false), place + 1);
            }
            from = place;
            break;
        }
        from += 8;
    }
    long_str(line, start, from)
}

/// The top bit of each byte of `word` that equals `byte`; of bytes behind the first such one, perhaps more.
#[inline]
fn equal(word: u64, byte: u8) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let differ = word ^ (ONES * byte as u64);
    differ.wrapping_sub(ONES) & !differ & ONES << 7
}

/// The string that begins at `start`, searched from `from` on.
#[inline(never)]
fn long_str(line: &[u8], start: usize, from: usize) -> (RawStr<'_>, usize) {
    let (end, escaped) = Kernel::best().string_end(line, from);
    // Only a line that no scanner has passed has an open string.
    (RawStr::new(&line[start.min(end)..end], escaped), (end + 1).min(line.len()))
}

/// The position behind the container that opens at `at`, by counting brackets outside strings.
fn container_end(line: &[u8], mut at: usize) -> usize {
    let mut depth = 0usize;
    while at < line.len() {
        match line[at] {
            b'"' => {
                at = raw_str(line, at).1;
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    line.len()
}

/// Walks the members of an object or the elements of an array.
#[derive(Clone, Copy)]
pub(crate) struct Walk<'a, 't> {
    line: &'a [u8],
    tape: Tape<'t>,
    at: u32,
    node: u32,
}

impl<'a, 't> Walk<'a, 't> {
    /// Into the container that `value` is.
    #[inline]
    pub(crate) fn into(value: Value<'a, 't>) -> Walk<'a, 't> {
        let (tape, node) = match value.tape.bracket(value.node as usize, value.at as usize) {
            Some(open) => (value.tape, open as u32 + 1),
            None => (Tape::NONE, 0),
        };
        Walk { line: value.line, tape, at: value.at + 1, node }
    }

    /// Past white space and the comma before the next member or element; `None` at the closing bracket.
    #[inline(always)]
    fn step(&mut self) -> Option<u8> {
        let mut at = skip_blank(self.line, self.at as usize);
        if self.line.get(at) == Some(&b',') {
            at = skip_blank(self.line, at + 1);
        }
        self.at = at as u32;
        self.line.get(at).copied().filter(|byte| !matches!(byte, b'}' | b']' | b':' | b','))
    }

    #[inline]
    pub(crate) fn member(&mut self) -> Option<(RawStr<'a>, Value<'a, 't>)> {
        if self.step()? != b'"' {
            return None;
        }
        let (key, end) = raw_str(self.line, self.at as usize);
        let colon = skip_blank(self.line, end);
        if self.line.get(colon) != Some(&b':') {
            return None;
        }
        self.at = skip_blank(self.line, colon + 1) as u32;
        Some((key, self.element()?))
    }

    #[inline(always)]
    pub(crate) fn element(&mut self) -> Option<Value<'a, 't>> {
        let first = self.step()?;
        // Nearly all elements worth a visit are containers, and those the tape has.
        if matches!(first, b'{' | b'[')
            && let Some(open) = self.tape.nodes.get(self.node as usize)
            && open.at() == self.at as usize
            && let Some(close) = self.tape.nodes.get(self.node as usize + open.distance())
        {
            let value = Value { line: self.line, tape: self.tape, at: self.at, node: self.node };
            self.node += open.distance() as u32 + 1;
            self.at = close.at() as u32 + 1;
            return Some(value);
        }
        Some(self.any_element())
    }

    fn any_element(&mut self) -> Value<'a, 't> {
        let mut value = Value { line: self.line, tape: self.tape, at: self.at, node: self.node };
        if matches!(value.kind(), Type::Object | Type::Array)
            && let Some(open) = self.tape.bracket(self.node as usize, self.at as usize)
        {
            value.node = open as u32;
        }
        (self.at, self.node) = value.end();
        value
    }
}

#[cfg(test)]
mod tests {
    use super::equal;

    /// The first of the bytes that are the same, for texts of these bytes in all places.
    #[test]
    fn the_first_equal_byte() {
        let bytes = [b'"', b'\\', b'#', b'!', 0, 0x80, 0x22 | 0x80, 0xFF];
        for round in 0..8_u32.pow(5) {
            let text: [u8; 8] = core::array::from_fn(|at| {
                bytes[(round.wrapping_mul(2_654_435_761) >> (3 * at + 5)) as usize % 8]
            });
            let word = u64::from_le_bytes(text);
            for byte in [b'"', b'\\'] {
                let first = text.iter().position(|one| *one == byte);
                let hits = equal(word, byte);
                assert_eq!((hits != 0).then(|| hits.trailing_zeros() as usize / 8), first, "{text:?}");
                assert_eq!(hits & 0x7F7F_7F7F_7F7F_7F7F, 0, "{text:?}");
            }
        }
    }
}
