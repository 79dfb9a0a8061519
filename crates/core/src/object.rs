//! Objects and arrays: finding members and elements.

use crate::check::skip_blank;
use crate::node::{Node, Tag};
use crate::string::RawStr;
use crate::value::{Value, Walk, raw_str};
use core::fmt;

/// An object of a line: a handle of a few words, `Copy`.
#[derive(Clone, Copy)]
pub struct Object<'a, 't> {
    value: Value<'a, 't>,
}

impl<'a, 't> Object<'a, 't> {
    pub(crate) fn of(value: Value<'a, 't>) -> Object<'a, 't> {
        Object { value }
    }

    /// The object as a value, for its raw bytes and its place.
    pub fn as_value(&self) -> Value<'a, 't> {
        self.value
    }

    /// The bytes of the object as written, from `{` to `}`.
    pub fn raw(&self) -> &'a [u8] {
        self.value.raw()
    }

    /// The values of several members in one pass; where a name is repeated, the last one. Names are compared with their
    /// escapes resolved.
    ///
    /// Names that the scanner's [`Keys`](crate::Keys) declare are found on the tape alone; for others the object's own
    /// bytes are read, containers inside stepped over. Ask for a name only once. Allocates nothing.
    pub fn pick<const N: usize>(self, keys: &[&str; N]) -> [Option<Value<'a, 't>>; N] {
        let mut found = [None; N];
        // A name met without escapes on the tape is a declared one, so the tape has all its repeats.
        let mut declared = [false; N];
        let Some(open) = self.value.tape.bracket(self.value.node, self.value.at) else {
            return self.pick_from_bytes(keys);
        };
        let nodes = self.value.tape.nodes;
        let mut index = open + 1;
        while let Some(node) = nodes.get(index) {
            match node.tag() {
                Tag::Open => index += node.distance() + 1,
                Tag::Key => {
                    index += 1;
                    let (name, end) = self.name(*node);
                    if let Some(which) = keys.iter().position(|key| name == **key) {
                        found[which] = self.value_after(end, index);
                        declared[which] |= node.is_declared();
                    }
                }
                Tag::Close | Tag::Head => break,
            }
        }
        let all_on_tape = keys
            .iter()
            .zip(declared)
            .all(|(key, declared)| declared || self.value.tape.keys.contains(key.as_bytes()));
        if all_on_tape { found } else { self.pick_from_bytes(keys) }
    }

    fn pick_from_bytes<const N: usize>(self, keys: &[&str; N]) -> [Option<Value<'a, 't>>; N] {
        let mut found = [None; N];
        for (name, value) in self.members() {
            if let Some(which) = keys.iter().position(|key| name == **key) {
                found[which] = Some(value);
            }
        }
        found
    }

    /// The name that `node` notes, and the position behind its closing quote.
    fn name(&self, node: Node) -> (RawStr<'a>, usize) {
        let line = self.value.line;
        let start = node.at() + 1;
        match node.key_len().and_then(|len| line.get(start..start + len)) {
            Some(raw) if node.is_declared() => (RawStr::new(raw, false), start + raw.len() + 1),
            _ => raw_str(line, node.at()),
        }
    }

    /// The value behind the name that ends before `end`.
    fn value_after(&self, end: usize, node: usize) -> Option<Value<'a, 't>> {
        let line = self.value.line;
        let colon = skip_blank(line, end);
        let at = skip_blank(line, colon + 1);
        (at < line.len()).then_some(Value { at, node, ..self.value })
    }

    /// The value of one member: [`pick`](Self::pick) of a single name.
    pub fn get(self, key: &str) -> Option<Value<'a, 't>> {
        let [value] = self.pick(&[key]);
        value
    }

    /// All members in the order of the line, repeats included.
    pub fn members(self) -> Members<'a, 't> {
        Members { walk: Walk::into(self.value) }
    }
}

/// The members of an object: names as written, values as handles. See [`Object::members`].
#[derive(Clone, Copy)]
pub struct Members<'a, 't> {
    walk: Walk<'a, 't>,
}

impl<'a, 't> Iterator for Members<'a, 't> {
    type Item = (RawStr<'a>, Value<'a, 't>);

    fn next(&mut self) -> Option<Self::Item> {
        self.walk.member()
    }
}

/// An array of a line: a handle of a few words, `Copy`.
#[derive(Clone, Copy)]
pub struct Array<'a, 't> {
    value: Value<'a, 't>,
}

impl<'a, 't> Array<'a, 't> {
    pub(crate) fn of(value: Value<'a, 't>) -> Array<'a, 't> {
        Array { value }
    }

    /// The array as a value, for its raw bytes and its place.
    pub fn as_value(&self) -> Value<'a, 't> {
        self.value
    }

    /// The elements in order. Each step reads to the end of a string or number; containers are stepped over.
    pub fn elements(self) -> Elements<'a, 't> {
        Elements { walk: Walk::into(self.value) }
    }
}

/// The elements of an array. See [`Array::elements`].
#[derive(Clone, Copy)]
pub struct Elements<'a, 't> {
    walk: Walk<'a, 't>,
}

impl<'a, 't> Iterator for Elements<'a, 't> {
    type Item = Value<'a, 't>;

    fn next(&mut self) -> Option<Self::Item> {
        self.walk.element()
    }
}

macro_rules! debug_as_raw {
    ($($name:ident),*) => { $(
        impl fmt::Debug for $name<'_, '_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({:?})"), crate::string::Lossy(self.as_value().raw()))
            }
        }
    )* };
}
debug_as_raw!(Object, Array);

impl fmt::Debug for Value<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Value({:?})", crate::string::Lossy(self.raw()))
    }
}
